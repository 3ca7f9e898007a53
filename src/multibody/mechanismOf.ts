/** mechanismOf(): bodies, degrees of freedom and loops of the 3-D model behind a result. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { aResult } from "./aResult.ts";
import type { MechanismReport, MultibodyAttachment } from "./run/describeScene.ts";

export interface WithAttachments {
  readonly model: string;
  readonly attachments: ReadonlyMap<string, unknown>;
}

/**
 * How the mechanism of a run is made, as it was at the end; `path` is that of the Model3D when there are several.
 *
 * ```ts
 * import { instantiate, MassProperties, mechanismOf, Model3D, Object3D, Revolute, Scene, Solid, simulate } from "rattleback";
 *
 * const Arm = Model3D({
 *   world: Object3D({ feature: Scene() }),
 *   arm: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [1, 0, 0] }) }) }),
 *   rev: Revolute({ obj1: "world", obj2: "arm" }),
 * });
 * console.log(mechanismOf(simulate(instantiate(Arm))).degreesOfFreedom); // 1
 * ```
 */
export function mechanismOf(result: WithAttachments, path?: string): MechanismReport {
  aResult(result, "result");
  const entries = [...result.attachments].filter(([, value]) => isMultibody(value));
  const found = path === undefined ? entries[0] : entries.find(([name]) => name === path);
  if (found !== undefined) return (found[1] as MultibodyAttachment).mechanism;
  const names = entries.map(([name]) => `"${name}"`);
  throw new RattlebackError("E-MECHANISM-NONE", `The result of "${result.model}" has no such 3-D model.`, {
    path: path ?? result.model,
    because:
      names.length === 0
        ? "the model has no Model3D, or the result was read from a file"
        : `it has ${names.join(", ")}`,
    hint: names.length === 0 ? "the result of a run of a model with Model3D" : "one of these paths",
    data: { path: path ?? "" },
  });
}

function isMultibody(value: unknown): boolean {
  return typeof value === "object" && value !== null && "mechanism" in value;
}

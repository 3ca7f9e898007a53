/** Present values that the action program or one of its conditions names: `"box.r_abs[3]"`. */
import { suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { MultibodyBuild } from "../build.ts";
import { elementOf } from "./runSignals.ts";
import type { SegmentParts } from "./segmentParts.ts";

export function valueByName(name: string, parts: SegmentParts, build: MultibodyBuild): number {
  const value = parts.signals.readElement(name) ?? parts.declarations.variable(name);
  if (!Number.isNaN(value)) return value;
  const parameter = parameterValue(name, parts, build);
  if (parameter !== undefined) return parameter;
  throw unknownValue(name, build);
}

/** Parameters of the model; those of objects and joints are start values, not what they are now. */
function parameterValue(name: string, { declarations }: SegmentParts, build: MultibodyBuild): number | undefined {
  const base = name.replace(/\[[\d,]+\]$/, "");
  const owner = base.slice(0, Math.max(0, base.lastIndexOf(".")));
  const { objects, joints } = build.blueprint;
  if (objects.some(({ path }) => path === owner) || joints.some(({ path }) => path === owner)) return undefined;
  return elementOf(declarations.parameter(base), name);
}

function unknownValue(name: string, build: MultibodyBuild): RattlebackError {
  return new RattlebackError("E-ACTION-VALUE", `The action program asks for "${name}", which has no value.`, {
    path: name,
    because: "the model has no such variable, or it does not exist at this time",
    hint: suggestName(name, build.offeredNames, "a variable of the equations, or a result of the 3-D model"),
    data: { name },
  });
}

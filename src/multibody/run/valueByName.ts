/** Present values that the action program or one of its conditions names: `"box.r_abs[3]"`. */
import { suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { SegmentDeclarations } from "../../language/predefined.ts";
import type { MultibodyBuild } from "../build.ts";
import type { RunSignals } from "./runSignals.ts";

interface PresentParts {
  readonly signals: Pick<RunSignals, "readElement">;
  readonly declarations: Pick<SegmentDeclarations, "variable" | "parameter">;
}

export interface PresentModel {
  readonly parts: PresentParts;
  readonly build: MultibodyBuild;
}

export function valueByName(name: string, { parts, build }: PresentModel): number {
  const value = parts.signals.readElement(name) ?? parts.declarations.variable(name);
  if (!Number.isNaN(value)) return value;
  const parameter = parameterValue(name, parts, build);
  if (parameter !== undefined) return parameter;
  throw unknownValue(name, build);
}

/** Parameters of the model; those of objects and joints are start values, not what they are now. */
function parameterValue(name: string, { declarations }: PresentParts, build: MultibodyBuild): number | undefined {
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

/** A number among the values of a parameter, by the indices at the end of the name; true is 1, false is 0. */
function elementOf(values: unknown, name: string): number | undefined {
  let value = values;
  const indices = /\[([\d,]+)\]$/.exec(name)?.[1]?.split(",") ?? [];
  for (const index of indices) value = Array.isArray(value) ? value[Number(index) - 1] : undefined;
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "number" ? value : undefined;
}

/** Units of variables that declare none. */
import type { Variable } from "../compile/state.ts";
import { isDimensionless, parseUnit, printDimension, sameDimension, siText, type Unit } from "../language/units.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import type { RunningModel } from "./runningModel.ts";

/** The unit that follows from the equations around an undeclared one, as one that is equal to it says it: a torque is no energy. */
export function inferredUnit(variable: Variable | undefined, declared?: Unit): string {
  const dimension = variable?.dimension;
  if (dimension === undefined || isDimensionless(dimension)) return "";
  return declared !== undefined && sameDimension(declared.dimension, dimension)
    ? siText(declared)
    : printDimension(dimension);
}

/** Of variables that are computed, by what was declared for them or for others that are equal to them. */
export function declaredUnits({ program: { state } }: RunningModel): ReadonlyMap<VariableIndex, Unit> {
  const units = new Map<VariableIndex, Unit>();
  for (const group of state.groups.values()) {
    const [first] = group.kind === "variable" ? group.elements : [];
    if (first !== undefined && group.unit !== "")
      units.set(state.aliases.get(first)?.target ?? first, parseUnit(group.unit));
  }
  return units;
}

/** Values in units of another dimension than what they are given for. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { parseUnit, sameDimension } from "./units.ts";

export function otherDimension(name: string, expected: string, found: string, path = name): RattlebackError {
  const hasNone = found === "" || found === "1";
  return new RattlebackError(
    "E-UNIT",
    `A value in "${found || "1"}" is given for "${name}", which is in "${expected || "1"}".`,
    {
      path,
      because: hasNone ? "the value has no unit of its own" : "the dimensions differ",
      hint: `give the value in "${expected}" or a unit that can be converted to it`,
      data: { expected, found },
    },
  );
}

/** Whether values in a unit can be converted to another one. Without a unit they are taken to be in it. */
export function fits(found: string | null | undefined, expected: string): boolean {
  if (found === undefined || found === null || found === "") return true;
  return sameDimension(parseUnit(found).dimension, parseUnit(expected).dimension);
}

/** Errors in the declarations of a model. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { otherDimension } from "../language/unitErrors.ts";
import type { Unit } from "../language/units.ts";
import { ExpressionText } from "../language/values.ts";
import type { ModelSymbol } from "./instances.ts";

export function cycleError(symbol: ModelSymbol): RattlebackError {
  return new RattlebackError("E-PARAMETER-CYCLE", `The value of "${symbol.fullName}" depends on itself.`, {
    path: symbol.fullName,
    where: symbol.value instanceof ExpressionText ? `${symbol.name} = ${symbol.value.text}` : symbol.name,
    hint: "follow the expressions of the parameters involved; one of them must be a number",
    data: { name: symbol.fullName },
  });
}

/** A value that must be known before the run, and is not. */
export function changingValue(symbol: ModelSymbol, where: string): RattlebackError {
  return new RattlebackError(
    "E-PARAMETER-EXPRESSION",
    `The value of "${symbol.fullName}" depends on something that changes during the run.`,
    {
      path: symbol.fullName,
      where,
      hint: "parameters, init and start may contain parameters only",
    },
  );
}

export function unitMismatch(symbol: ModelSymbol, found: Unit): RattlebackError {
  return otherDimension(symbol.fullName, symbol.unit!.text, found.text);
}

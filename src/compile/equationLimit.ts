/** A model with more scalar equations than allowed is refused before they are made: translation needs memory and time for each. */
import { RattlebackError } from "../errors/rattlebackError.ts";

/** Nearly three times the largest model that was measured; about 1.5 GB are needed to translate so many. */
export const defaultMaximumEquations = 250_000;

/** A limit that is not a number would never be reached. */
export function readMaximumEquations(value: unknown = defaultMaximumEquations): number {
  if (typeof value === "number" && value >= 0) return value;
  throw new RattlebackError("E-OPTION-VALUE", `The option maximumEquations = ${String(value)} is not a limit.`, {
    path: "options.maximumEquations",
    hint: "a number that is not negative; Infinity for no limit",
    data: { name: "maximumEquations" },
  });
}

/** `where`: the place in the model that makes the last of them, if it is known. */
export function checkEquationCount(count: number, maximum: number, where = ""): void {
  if (count <= maximum) return;
  throw new RattlebackError("E-EQUATION-LIMIT", `The model has more than ${maximum} scalar equations.`, {
    ...(where !== "" && { path: where }),
    hint: "check the sizes of arrays, or instantiate(model, { maximumEquations: 1e6 })",
    data: { count, limit: maximum },
  });
}

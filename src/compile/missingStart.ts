/** The error where an operator asks for an earlier value and there is none. */
import { RattlebackError } from "../errors/rattlebackError.ts";

export function missingStart(name: string, operator: string): RattlebackError {
  return new RattlebackError("E-START-MISSING", `${operator}(${name}) needs a start value of "${name}".`, {
    path: name,
    because: `at the first evaluation there is no earlier value of "${name}"`,
    hint: `declare it: Var({ start: 0 }) for "${name}"`,
    data: { name, operator },
  });
}

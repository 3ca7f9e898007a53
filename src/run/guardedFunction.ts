/** Functions of the user as a run calls them: an exception says which function threw it, and for which values. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { UserFunction } from "../language/functions.ts";

export function guarded(fn: UserFunction): (...args: unknown[]) => unknown {
  const call = fn.call as unknown as (...args: unknown[]) => unknown;
  return (...args) => {
    try {
      return call(...args);
    } catch (cause) {
      throw cause instanceof RattlebackError ? cause : functionThrew(fn.name, args, cause);
    }
  };
}

function functionThrew(name: string, args: readonly unknown[], cause: unknown): RattlebackError {
  const shown = args.map((arg) => (typeof arg === "number" ? String(arg) : typeof arg)).join(", ");
  return new RattlebackError("E-FUNCTION", `The function ${name} threw an exception during the run.`, {
    where: `${name}(${shown})`.slice(0, 200),
    because: cause instanceof Error ? cause.message : String(cause),
    hint: "solvers try values beyond the solution: return NaN where the function is not defined, and the step is made shorter",
    data: { name },
    cause,
  });
}

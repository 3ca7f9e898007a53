/** An error that ended a run, with the result up to there. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Result } from "../results/result.ts";

export class SimulationError extends RattlebackError {
  /** Everything that was recorded before the error. */
  readonly partial: Result;

  constructor(error: RattlebackError, partial: Result) {
    super(error.code, error.what, {
      ...(error.path !== undefined && { path: error.path }),
      ...(error.where !== undefined && { where: error.where }),
      ...(error.because !== undefined && { because: error.because }),
      ...(error.hint !== undefined && { hint: error.hint }),
      data: error.data,
      cause: error,
    });
    this.name = "SimulationError";
    this.partial = partial;
  }
}

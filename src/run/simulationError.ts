/** An error that ended a run, with the result up to there. */
import { detailsOf, RattlebackError } from "../errors/rattlebackError.ts";
import type { Result } from "../results/result.ts";

export class SimulationError extends RattlebackError {
  /** Everything that was recorded before the error. */
  readonly partial: Result;

  constructor(error: RattlebackError, partial: Result) {
    super(error.code, error.what, { ...detailsOf(error), cause: error });
    this.name = "SimulationError";
    this.partial = partial;
  }
}

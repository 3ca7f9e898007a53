/** What an integration returns, and the error that carries what was reached before it failed. */
import { detailsOf, RattlebackError } from "../errors/rattlebackError.ts";
import type { Statistics } from "./integrator.ts";

export interface RootRecord {
  readonly t: number;
  /** Index of the event function. */
  readonly index: number;
  /** 1 rising, −1 falling. */
  readonly direction: number;
  /** Solution at the root, before a callback changed it. */
  readonly y: Float64Array;
}

export interface RunStatistics extends Statistics {
  /** Evaluations of the vector of event functions. */
  eventFunctionEvaluations: number;
  /** Roots and time events that were handled. */
  events: number;
  /** Seconds. */
  wallTime: number;
}

export interface IntegrationResult {
  /** Time that was reached. */
  readonly t: number;
  readonly y: Float64Array;
  /** Solution at the output times, or at every accepted step and on both sides of every event. */
  readonly outputs: { readonly t: Float64Array; readonly y: readonly Float64Array[] };
  /** In the order of time; functions that cross together follow each other with equal t. */
  readonly roots: readonly RootRecord[];
  readonly statistics: RunStatistics;
  /**
   * finished: tEnd was reached; root: stopped at a root; stopped: a callback asked for it; aborted: by the signal;
   * failed: only in the partial result of an IntegrationError.
   */
  readonly status: "finished" | "root" | "stopped" | "aborted" | "failed";
  /** What the user should know although the integration succeeded. */
  readonly warnings: readonly string[];
}

/** An error during an integration. `partial` is the result up to the last accepted step. */
export class IntegrationError extends RattlebackError {
  readonly partial: IntegrationResult;

  constructor(error: RattlebackError, partial: IntegrationResult) {
    super(error.code, error.what, detailsOf(error));
    this.name = "IntegrationError";
    this.partial = partial;
  }
}

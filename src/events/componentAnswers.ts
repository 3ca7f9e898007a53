/**
 * What predefined components answer while an event is handled. They answer with values; each is taken by whoever acts on it:
 *
 *     after a pass      whether another one is wanted, and whether states were set       event iteration
 *     after the event   what happened, why the run ends                                  event iteration
 *                       when the next event is                                           the run
 *                       why another segment begins                                       the run
 *                       how the solver begins: first step, another matrix                the integrator
 */

/** What one pass of the event iteration left to be done. */
export interface PassAnswers {
  readonly wantsAnother: boolean;
  readonly hasSetStates: boolean;
}

/** How the solver shall begin behind the event. */
export interface RestartAnswers {
  /** Infinity: as it likes. */
  readonly firstStep: number;
  /** Other states act on each other than before: an implicit solver needs another matrix. */
  readonly hasNewCouplings: boolean;
}

export class ComponentAnswers {
  private wantsAnother = false;
  private hasSetStates = false;
  private firstStep = Number.POSITIVE_INFINITY;
  private hasNewCouplings = false;
  private reports: string[] = [];
  private segmentCause = "";
  /** Why the run ends after this event, "" when it does not. */
  terminateCause = "";
  /** The time at which components want an event; Infinity when they do not. */
  nextEvent = Number.POSITIVE_INFINITY;
  /** What happens there, in words. */
  nextCause = "";

  iterateAgain(): void {
    this.wantsAnother = true;
  }
  stateWasSet(): void {
    this.hasSetStates = true;
  }
  nextEventAt(time: number, now: number, cause: string): void {
    // a wish that has come true does not stand in the way of the next
    if (time <= now || (time >= this.nextEvent && this.nextEvent > now)) return;
    this.nextEvent = time;
    this.nextCause = cause;
  }
  firstStepAtMost(size: number): void {
    if (size > 0 && size < this.firstStep) this.firstStep = size;
  }
  couplingsChanged(): void {
    this.hasNewCouplings = true;
  }
  report(text: string): void {
    this.reports.push(text);
  }
  restartSegment(cause: string): void {
    this.segmentCause = cause === "" ? "restart" : cause;
  }
  terminate(cause: string): void {
    this.terminateCause = cause === "" ? "terminated" : cause;
  }

  takePass(): PassAnswers {
    const { wantsAnother, hasSetStates } = this;
    this.wantsAnother = this.hasSetStates = false;
    return { wantsAnother, hasSetStates };
  }

  /** Lines about the event, for its record. */
  takeReports(): readonly string[] {
    const { reports } = this;
    this.reports = [];
    return reports;
  }

  /** Why another segment begins; "" when none does. */
  takeSegmentCause(): string {
    const { segmentCause } = this;
    this.segmentCause = "";
    return segmentCause;
  }

  takeRestart(): RestartAnswers {
    const { firstStep, hasNewCouplings } = this;
    this.firstStep = Number.POSITIVE_INFINITY;
    this.hasNewCouplings = false;
    return { firstStep, hasNewCouplings };
  }
}

/**
 * The loop of every run: integrate(), integrateDae(), simulate() and simulatePlanar() hand it what they do at each of its stations.
 *
 *     while it runs      limits and signal → how far? → step → is the step believed? → events in it, the earliest first → its end
 *
 * The loop alone steps, asks for events, counts them, keeps the limits and tells the progress.
 */
import { RunLimits } from "./runLimits.ts";
import { RunProgress } from "./runProgress.ts";

export interface LoopOptions {
  readonly maximumSteps?: number | undefined;
  readonly maximumEvents?: number | undefined;
  readonly maximumWallTime?: number | undefined;
  readonly onProgress?: ((fraction: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A run as the loop sees it. */
export interface LoopRun {
  readonly isRunning: boolean;
  /** Up to where the solution counts. */
  readonly t: number;
  /** How far the next step may go; undefined when something was due at t, which has been handled. */
  nextLimit(): number | undefined;
  /** One step of the method, no further than `limit`. */
  step(limit: number): void;
  /** Whether the step is not believed: what it takes to make it again otherwise has been done. Believed when absent. */
  isRefused?(): boolean;
  /** Looks for the next event in the step, behind those that were handled. */
  findEvent(): boolean;
  /** Handles it; true when the rest of the step is void. */
  handleEvent(): boolean;
  /** The solution counts up to the end of the step. `limit`: how far it might have gone. */
  endStep(limit: number): void;
  /** The signal was given: isRunning becomes false. */
  abort(): void;
  /** A limit ends the run at t: what has not been recorded up to there is, now. */
  keep?(): void;
  /** What the steps are short for, when there are too many. */
  describePace(): string;
  /** What to do when there are too many steps; general advice when absent. */
  readonly advice?: string | undefined;
}

export class EventLoop {
  readonly limits: RunLimits;
  readonly progress: RunProgress;
  /** Events that were noted. */
  events = 0;
  private readonly driven: LoopRun;
  private readonly signal: AbortSignal | undefined;

  constructor(driven: LoopRun, start: number, end: number, options: LoopOptions) {
    this.driven = driven;
    this.signal = options.signal;
    this.limits = new RunLimits(start, end, options, () => driven.describePace(), driven.advice);
    this.progress = new RunProgress(start, end, options.onProgress);
  }

  run(): void {
    const { driven } = this;
    while (driven.isRunning) {
      if (this.signal?.aborted === true) driven.abort();
      else this.advance();
    }
  }

  /** An event at t, of whatever kind. */
  noteEvent(t: number): void {
    this.events++;
    this.limits.afterEvent(t);
  }

  private advance(): void {
    const { driven } = this;
    try {
      this.limits.beforeStep(driven.t);
    } catch (error) {
      driven.keep?.();
      throw error;
    }
    const limit = driven.nextLimit();
    if (limit === undefined) return;
    driven.step(limit);
    if (driven.isRefused?.() === true) return;
    let isVoid = false;
    while (!isVoid && driven.findEvent()) isVoid = driven.handleEvent();
    if (!isVoid) driven.endStep(limit);
    this.progress.reach(driven.t);
  }
}

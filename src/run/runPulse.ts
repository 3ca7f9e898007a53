/**
 * Signals, limits of wall time and reports of progress inside long steps: evaluations of the model beat, and every now and then, by the
 * clock and not by the count, somebody looks.
 */
import type { EventLoop } from "../integrate/eventLoop.ts";
import type { CheckedOptions } from "./simulateOptions.ts";

/** The signal was given inside a step: what was recorded before is the result. */
class StopRequest extends Error {}

/** The functions of solvers wrap what they do not know. */
export function isStopRequest(error: unknown): boolean {
  return error instanceof StopRequest || (error instanceof Error && error.cause instanceof StopRequest);
}

/** Milliseconds between two looks: as few evaluations apart as needed for the first, as many as possible within the second. */
const [rarely, often] = [20, 5];
const mostBeats = 4096;

export class RunPulse {
  private readonly options: CheckedOptions;
  private readonly loop: Pick<EventLoop, "limits" | "progress">;
  private left = 1;
  private beats = 1;
  private last = performance.now();
  /** Where the run is; undefined before it has something to keep. */
  time: number | undefined;

  constructor(options: CheckedOptions, loop: Pick<EventLoop, "limits" | "progress">) {
    this.options = options;
    this.loop = loop;
  }

  /** Whether there is anything to look for. */
  get isWanted(): boolean {
    const { signal, onProgress, maximumWallTime } = this.options;
    return signal !== undefined || onProgress !== undefined || maximumWallTime !== undefined;
  }

  beat(): void {
    if (--this.left > 0) return;
    const now = performance.now();
    const elapsed = now - this.last;
    this.last = now;
    if (elapsed > rarely) this.beats = Math.max(1, this.beats >> 2);
    else if (elapsed < often && this.beats < mostBeats) this.beats *= 2;
    this.left = this.beats;
    this.look();
  }

  private look(): void {
    const { options, loop, time } = this;
    loop.limits.checkWallTime(time ?? options.startTime);
    if (time === undefined) return;
    if (options.signal?.aborted === true) throw new StopRequest("the run was stopped");
    loop.progress.reach(time);
  }
}

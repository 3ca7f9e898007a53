/** How far a run is: told after every percent and, where they are slow to come, that the run is alive. */
import { RattlebackError } from "../errors/rattlebackError.ts";

/** Milliseconds after which a run that has not completed another percent is told to be alive. */
const signOfLife = 100;

export class RunProgress {
  private readonly start: number;
  private readonly span: number;
  private readonly tell: ((fraction: number) => void) | undefined;
  private percent = 0;
  private last = 0;

  constructor(start: number, end: number, onProgress: ((fraction: number) => void) | undefined) {
    this.start = start;
    this.span = end - start;
    this.tell = onProgress;
  }

  /** The run has come to t. */
  reach(t: number): void {
    const { tell } = this;
    if (tell === undefined) return;
    // a run of no length is through as soon as it begins
    const fraction = this.span === 0 ? 1 : (t - this.start) / this.span;
    const percent = Math.floor(100 * fraction);
    const isNext = percent > this.percent;
    if (isNext) this.percent = percent;
    else if (performance.now() - this.last < signOfLife) return;
    else this.last = performance.now();
    try {
      tell(isNext ? percent / 100 : fraction);
    } catch (cause) {
      throw new RattlebackError("E-CALLBACK", "onProgress threw an exception, which ended the run.", {
        path: "options.onProgress",
        where: `t = ${t} s`,
        because: cause instanceof Error ? cause.message : String(cause),
        hint: "the error has the result up to there as partial; to end a run, use signal: an AbortController's abort()",
        data: { time: t },
        cause,
      });
    }
  }
}

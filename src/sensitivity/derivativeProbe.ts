/** Where the accuracy of derivatives is looked at: all states, at some times of the run. */
import type { Result } from "../results/result.ts";

/** Times that are looked at, evenly spread, but for the start. */
const times = 16;
/** Derivatives by p that are smaller than this part of x/p count as small … */
const smallPart = 1e-3;
/** … where x itself is not smaller than this. */
const smallValue = 1e-3;

interface Derivatives {
  derivative(t: number, variable: string, side: "after"): number;
}

export class DerivativeProbe {
  private readonly points: readonly { readonly t: number; readonly states: readonly string[] }[];
  /** Largest value of each state. */
  private readonly largest = new Map<string, number>();

  constructor(run: Result) {
    const { startTime, endTime, segments } = run;
    this.points = Array.from({ length: times }, (_, i) => {
      const t = startTime + ((endTime - startTime) * (i + 1)) / times;
      const segment = segments.findLast((one) => one.startTime <= t) ?? segments[0];
      return { t, states: segment?.stateNames ?? [] };
    });
    for (const { t, states } of this.points)
      for (const name of states) {
        const value = Math.abs(run.at(t, name));
        this.largest.set(name, Math.max(this.largest.get(name) ?? 0, value));
      }
  }

  /** The largest of all errors, each by the size of the derivatives of its state. `size`: of what is differentiated by. */
  compare(derivatives: Derivatives, errorAt: (t: number, state: string) => number, size: number): number {
    const errors = new Map<string, number>();
    const sizes = new Map<string, number>();
    for (const { t, states } of this.points)
      for (const name of states) {
        const error = Math.abs(errorAt(t, name));
        errors.set(name, Math.max(errors.get(name) ?? 0, Number.isNaN(error) ? Number.POSITIVE_INFINITY : error));
        sizes.set(name, Math.max(sizes.get(name) ?? 0, Math.abs(derivatives.derivative(t, name, "after"))));
      }
    let worst = 0;
    for (const [name, error] of errors) {
      const least = (smallPart * Math.max(smallValue, this.largest.get(name)!)) / size;
      worst = Math.max(worst, error / Math.max(sizes.get(name)!, least));
    }
    return worst;
  }
}

/**
 * A short time in which a function rises through zero: it is below −η at its begin and above η at its end, so that rounding does not hide the
 * crossing from whoever looks at the two ends.
 *
 * Secants towards −2η and 2η in turn, inside a bracket [Dowell1971].
 */

const mostEvaluations = 40;
/** Ends whose values are within this many η are close enough. */
const closeEnough = 4;

export class NarrowCrossing {
  from = 0;
  to = 0;

  /** Narrows [from, to], where g(from) < −η; false when g does not rise above η, or cannot be followed. */
  find(g: (t: number) => number, from: number, to: number, margin: number): boolean {
    let [a, b] = [from, to];
    let ga = g(a);
    let gb = g(b);
    if (!(ga < -margin && gb > margin)) return false;
    let isStalled = false;
    for (let k = 0; k < mostEvaluations; k++) {
      const isRight = gb > closeEnough * margin;
      if (!isRight && -ga <= closeEnough * margin) break;
      const target = isRight ? 2 * margin : -2 * margin;
      const fraction: number = isStalled ? 0.5 : Math.min(0.99, Math.max(0.01, (target - ga) / (gb - ga)));
      const t: number = a + fraction * (b - a);
      if (t === a || t === b) return false;
      const value = g(t);
      const width = b - a;
      if (value > margin) [b, gb] = [t, value];
      else if (value < -margin) [a, ga] = [t, value];
      else if (isRight) [b, gb] = [t + 0.5 * (b - t), g(t + 0.5 * (b - t))];
      else [a, ga] = [t - 0.5 * (t - a), g(t - 0.5 * (t - a))];
      if (!(ga < -margin && gb > margin)) return false;
      isStalled = b - a > 0.5 * width;
    }
    this.from = a;
    this.to = b;
    return ga >= -closeEnough * margin && gb <= closeEnough * margin;
  }
}

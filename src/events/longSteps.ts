/**
 * Events inside long steps. A solver takes long steps where the states hardly move, but the differences that decide relations
 * need not rest with them: the torque on a stuck wheel may cross its limit and come back between the ends of a step. A long step
 * is therefore cut into pieces. Two neighbouring ones are clear of zero when the parabola through their three ends is, and so is a piece
 * between two others by both parabolas; others are cut into halves as long as a parabola through the ends and the middle comes so near to
 * zero that something may cross unseen. The times found are examined by the root finder.
 *
 * With g_a, g_m, g_b at the ends and in the middle and δ = |g_m − (g_a + g_b)/2|, the parabola stays away from zero when
 * δ ≤ min(|g_a|, |g_m|, |g_b|)/2. When δ ≤ |g_b − g_a|/8, half of the largest with which its slope |g_b − g_a| ± 4·δ keeps its sign, it goes
 * from one end to the other without a turn, and shows all by its ends: so do differences that have just left zero at an event.
 */

/** Halvings of a piece. */
const maximumDepth = 6;
/** A curvature below this part of the values is no reason to look closer: the difference stands still. */
const smallestCurvature = 1e-6;

export type EvaluateEventFunctions = (time: number, g: Float64Array) => void;

export class LongSteps {
  /** Whether the last piece of the last step is clear of zero. */
  isClearToEnd = false;
  private readonly evaluate: EvaluateEventFunctions;
  private readonly longest: number;
  private readonly longestPiece: number;
  private readonly pool: Float64Array[];
  private readonly count: number;

  /** Steps longer than `longest` are cut into pieces that are no longer than `longestPiece`. */
  constructor(count: number, longest: number, longestPiece: number, evaluate: EvaluateEventFunctions) {
    this.count = count;
    this.longest = longest;
    this.longestPiece = longestPiece;
    this.evaluate = evaluate;
    // without event functions nothing is evaluated
    this.pool = Array.from({ length: count === 0 ? 0 : maximumDepth + 4 }, () => new Float64Array(count));
  }

  /** Times inside the step at which event functions must be examined, ascending, up to the first change of sign. */
  timesInside(from: number, to: number): number[] {
    const times: number[] = [];
    this.isClearToEnd = false;
    if (this.count === 0 || partsOf(from, to, this.longest) < 2) return times;
    const pieces = partsOf(from, to, this.longestPiece);
    const timeOf = (k: number): number => (k === pieces ? to : from + (k / pieces) * (to - from));
    let before = this.pool[0]!;
    let left = this.pool[1]!;
    let right = this.pool[2]!;
    let isExamined = false;
    this.evaluate(from, left);
    for (let k = 1; k <= pieces; k++) {
      const a = timeOf(k - 1);
      const b = timeOf(k);
      this.evaluate(b, right);
      const hasCrossed = this.differ(left, right);
      this.isClearToEnd = false;
      // the first waits for the second, which tells about both
      if (k > 1 || hasCrossed) {
        const isUncertain = k === 1 || this.mayHide(before, left, right);
        // the piece before may have looked clear beside the one before it
        if (k > 1 && isUncertain && !isExamined && this.examine(timeOf(k - 2), before, a, left, 0, times)) {
          times.push(a);
          return times;
        }
        if (k > 1) times.push(a);
        if (((isUncertain || hasCrossed) && this.examine(a, left, b, right, 0, times)) || hasCrossed) {
          if (k < pieces) times.push(b);
          return times;
        }
        this.isClearToEnd = !isUncertain;
        isExamined = isUncertain;
      }
      const free = before;
      before = left;
      left = right;
      right = free;
    }
    return times;
  }

  /** true once a sign has changed. */
  private examine(
    a: number,
    left: Float64Array,
    b: number,
    right: Float64Array,
    depth: number,
    times: number[],
  ): boolean {
    const middle = this.pool[depth + 3]!;
    const m = a + 0.5 * (b - a);
    this.evaluate(m, middle);
    const isUncertain = depth < maximumDepth && this.mayHide(left, middle, right);
    if (isUncertain && this.examine(a, left, m, middle, depth + 1, times)) return true;
    if (isUncertain || this.differ(left, middle)) times.push(m);
    if (this.differ(left, middle)) return true;
    return isUncertain && this.examine(m, middle, b, right, depth + 1, times);
  }

  private differ(g: Float64Array, h: Float64Array): boolean {
    for (let i = 0; i < this.count; i++) if (g[i]! > 0 !== h[i]! > 0) return true;
    return false;
  }

  private mayHide(left: Float64Array, middle: Float64Array, right: Float64Array): boolean {
    for (let i = 0; i < this.count; i++) {
      const x = Math.abs(left[i]!);
      const y = Math.abs(middle[i]!);
      const z = Math.abs(right[i]!);
      const curvature = Math.abs(middle[i]! - 0.5 * (left[i]! + right[i]!));
      if (
        curvature > 0.5 * Math.min(x, y, z) &&
        curvature > 0.125 * Math.abs(right[i]! - left[i]!) &&
        curvature > smallestCurvature * Math.max(x, y, z)
      )
        return true;
    }
    return false;
  }
}

function partsOf(from: number, to: number, longest: number): number {
  return Math.ceil((to - from) / longest - 1e-9);
}

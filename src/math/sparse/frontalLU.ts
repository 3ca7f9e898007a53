/**
 * LU factorisation of a matrix whose unknowns come in groups (fronts.ts). Pivots are searched within a group alone, so that order and fill are
 * known before.
 *
 * Source   [Duff1983]
 * Legend   see fronts.ts;   lower   f × w: L₁₁, U₁₁ and below them F₂₁·U₁₁⁻¹        upper   w × m: L₁₁⁻¹·F₁₂
 * Limits   Where a group alone is almost singular, what the others add to it would be lost: that is told like a singular matrix.
 */
import { factorDenseLU } from "../denseLU.ts";
import type { FactorizationSnapshot } from "../factorization.ts";
import type { Fronts } from "./fronts.ts";

/** Multipliers beyond this lose more than half of the digits. */
export const largestMultiplier = 1e8;

export class FrontalLU {
  private readonly plan: Fronts;
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;
  private readonly pivots: Int32Array;
  private readonly front: Float64Array;
  private readonly frontPivots: Int32Array;
  private readonly stack: Float64Array;

  constructor(plan: Fronts) {
    const { count, size, largest, lowerStart, upperStart } = plan;
    this.plan = plan;
    this.lower = new Float64Array(lowerStart[count]);
    this.upper = new Float64Array(upperStart[count]);
    this.pivots = new Int32Array(size);
    this.front = new Float64Array(largest * largest);
    this.frontPivots = new Int32Array(largest);
    this.stack = new Float64Array(plan.stack);
  }

  /** Of the values in the order of the plan. Returns −1, or the place without a usable pivot. */
  factor(values: Float64Array): number {
    const { plan, lower, upper, pivots, front, frontPivots, stack } = this;
    const { count, first, rowStart, target, children, entryStart, entryPlace, lowerStart, upperStart } = plan;
    let top = 0;
    const waiting: number[] = [];
    for (let s = 0; s < count; s++) {
      const w = first[s + 1] - first[s];
      const m = rowStart[s + 1] - rowStart[s];
      const f = w + m;
      front.fill(0, 0, f * f);
      for (let e = entryStart[s]; e < entryStart[s + 1]; e++) front[entryPlace[e]] = values[e];
      for (let k = 0; k < children[s]; k++) {
        const child = waiting.pop()!;
        const from = rowStart[child];
        const n = rowStart[child + 1] - from;
        top -= n * n;
        for (let j = 0, at = top; j < n; j++) {
          const column = f * target[from + j];
          for (let i = 0; i < n; i++) front[column + target[from + i]] += stack[at++];
        }
      }
      const singular = factorDenseLU(front, frontPivots, f, w);
      if (singular >= 0) return first[s] + singular;
      for (let j = 0; j < w; j++) {
        pivots[first[s] + j] = frontPivots[j];
        const to = lowerStart[s] + f * j;
        for (let i = 0; i < f; i++) {
          const x = front[f * j + i];
          lower[to + i] = x;
          if (i >= w && !(Math.abs(x) < largestMultiplier)) return first[s] + j;
        }
      }
      for (let j = 0, at = upperStart[s]; j < m; j++) {
        const column = f * (w + j);
        for (let i = 0; i < w; i++) upper[at++] = front[column + i];
        for (let i = w; i < f; i++) stack[top++] = front[column + i];
      }
      if (m > 0) waiting.push(s);
    }
    return -1;
  }

  /** b ← A⁻¹·b, in the order of the plan. */
  solve(b: Float64Array): void {
    const { plan, lower, upper, pivots } = this;
    const { count, first, rowStart, rows, lowerStart, upperStart } = plan;
    for (let s = 0; s < count; s++) {
      const o = first[s];
      const w = first[s + 1] - o;
      const r = rowStart[s];
      const m = rowStart[s + 1] - r;
      for (let k = 0; k < w; k++) {
        const p = pivots[o + k];
        const held = b[o + k];
        b[o + k] = b[o + p];
        b[o + p] = held;
      }
      for (let k = 0; k < w; k++) {
        const x = b[o + k];
        const column = lowerStart[s] + (w + m) * k;
        for (let i = k + 1; i < w; i++) b[o + i] -= lower[column + i] * x;
        for (let i = 0; i < m; i++) b[rows[r + i]] -= lower[column + w + i] * x;
      }
    }
    for (let s = count - 1; s >= 0; s--) {
      const o = first[s];
      const w = first[s + 1] - o;
      const r = rowStart[s];
      const m = rowStart[s + 1] - r;
      for (let j = 0, at = upperStart[s]; j < m; j++) {
        const x = b[rows[r + j]];
        for (let i = 0; i < w; i++) b[o + i] -= upper[at++] * x;
      }
      for (let k = w - 1; k >= 0; k--) {
        const column = lowerStart[s] + (w + m) * k;
        const x = b[o + k] / lower[column + k];
        b[o + k] = x;
        for (let i = 0; i < k; i++) b[o + i] -= lower[column + i] * x;
      }
    }
  }

  save(): FactorizationSnapshot {
    return { lower: this.lower.slice(), upper: this.upper.slice(), pivots: this.pivots.slice() };
  }

  restore(snapshot: FactorizationSnapshot): void {
    this.lower.set(snapshot["lower"]!);
    this.upper.set(snapshot["upper"]!);
    this.pivots.set(snapshot["pivots"]!);
  }
}

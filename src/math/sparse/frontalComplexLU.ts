/** The factorisation of frontalLU.ts for complex matrices, real and imaginary parts apart. */
import { factorDenseComplexLU } from "../denseComplexLU.ts";
import type { FactorizationSnapshot } from "../factorization.ts";
import { largestMultiplier } from "./frontalLU.ts";
import type { Fronts } from "./fronts.ts";

export class FrontalComplexLU {
  private readonly plan: Fronts;
  private readonly lowerRe: Float64Array;
  private readonly lowerIm: Float64Array;
  private readonly upperRe: Float64Array;
  private readonly upperIm: Float64Array;
  private readonly pivots: Int32Array;
  private readonly re: Float64Array;
  private readonly im: Float64Array;
  private readonly frontPivots: Int32Array;
  private readonly stackRe: Float64Array;
  private readonly stackIm: Float64Array;

  constructor(plan: Fronts) {
    const { count, size, largest, lowerStart, upperStart, stack } = plan;
    this.plan = plan;
    this.lowerRe = new Float64Array(lowerStart[count]);
    this.lowerIm = new Float64Array(lowerStart[count]);
    this.upperRe = new Float64Array(upperStart[count]);
    this.upperIm = new Float64Array(upperStart[count]);
    this.pivots = new Int32Array(size);
    this.re = new Float64Array(largest * largest);
    this.im = new Float64Array(largest * largest);
    this.frontPivots = new Int32Array(largest);
    this.stackRe = new Float64Array(stack);
    this.stackIm = new Float64Array(stack);
  }

  factor(valuesRe: Float64Array, valuesIm: Float64Array): number {
    const { plan, lowerRe, lowerIm, upperRe, upperIm, pivots, re, im, frontPivots, stackRe, stackIm } = this;
    const { count, first, rowStart, target, children, entryStart, entryPlace, lowerStart, upperStart } = plan;
    let top = 0;
    const waiting: number[] = [];
    for (let s = 0; s < count; s++) {
      const w = first[s + 1] - first[s];
      const m = rowStart[s + 1] - rowStart[s];
      const f = w + m;
      re.fill(0, 0, f * f);
      im.fill(0, 0, f * f);
      for (let e = entryStart[s]; e < entryStart[s + 1]; e++) {
        re[entryPlace[e]] = valuesRe[e];
        im[entryPlace[e]] = valuesIm[e];
      }
      for (let k = 0; k < children[s]; k++) {
        const child = waiting.pop()!;
        const from = rowStart[child];
        const n = rowStart[child + 1] - from;
        top -= n * n;
        for (let j = 0, at = top; j < n; j++) {
          const column = f * target[from + j];
          for (let i = 0; i < n; i++, at++) {
            const to = column + target[from + i];
            re[to] += stackRe[at];
            im[to] += stackIm[at];
          }
        }
      }
      const singular = factorDenseComplexLU(re, im, frontPivots, f, w);
      if (singular >= 0) return first[s] + singular;
      for (let j = 0; j < w; j++) {
        pivots[first[s] + j] = frontPivots[j];
        const to = lowerStart[s] + f * j;
        for (let i = 0; i < f; i++) {
          const x = re[f * j + i];
          const y = im[f * j + i];
          lowerRe[to + i] = x;
          lowerIm[to + i] = y;
          if (i >= w && !(Math.abs(x) + Math.abs(y) < largestMultiplier)) return first[s] + j;
        }
      }
      for (let j = 0, at = upperStart[s]; j < m; j++) {
        const column = f * (w + j);
        for (let i = 0; i < w; i++, at++) {
          upperRe[at] = re[column + i];
          upperIm[at] = im[column + i];
        }
        for (let i = w; i < f; i++, top++) {
          stackRe[top] = re[column + i];
          stackIm[top] = im[column + i];
        }
      }
      if (m > 0) waiting.push(s);
    }
    return -1;
  }

  solve(re: Float64Array, im: Float64Array): void {
    const { plan, lowerRe, lowerIm, upperRe, upperIm, pivots } = this;
    const { count, first, rowStart, rows, lowerStart, upperStart } = plan;
    for (let s = 0; s < count; s++) {
      const o = first[s];
      const w = first[s + 1] - o;
      const r = rowStart[s];
      const m = rowStart[s + 1] - r;
      for (let k = 0; k < w; k++) {
        const p = o + pivots[o + k];
        const heldRe = re[o + k];
        const heldIm = im[o + k];
        re[o + k] = re[p];
        im[o + k] = im[p];
        re[p] = heldRe;
        im[p] = heldIm;
      }
      for (let k = 0; k < w; k++) {
        const x = re[o + k];
        const y = im[o + k];
        const column = lowerStart[s] + (w + m) * k;
        for (let i = k + 1; i < w; i++) {
          const a = lowerRe[column + i];
          const b = lowerIm[column + i];
          re[o + i] -= a * x - b * y;
          im[o + i] -= a * y + b * x;
        }
        for (let i = 0, at = column + w; i < m; i++, at++) {
          const to = rows[r + i];
          re[to] -= lowerRe[at] * x - lowerIm[at] * y;
          im[to] -= lowerRe[at] * y + lowerIm[at] * x;
        }
      }
    }
    for (let s = count - 1; s >= 0; s--) {
      const o = first[s];
      const w = first[s + 1] - o;
      const r = rowStart[s];
      const m = rowStart[s + 1] - r;
      for (let j = 0, at = upperStart[s]; j < m; j++) {
        const x = re[rows[r + j]];
        const y = im[rows[r + j]];
        for (let i = 0; i < w; i++, at++) {
          re[o + i] -= upperRe[at] * x - upperIm[at] * y;
          im[o + i] -= upperRe[at] * y + upperIm[at] * x;
        }
      }
      for (let k = w - 1; k >= 0; k--) {
        const column = lowerStart[s] + (w + m) * k;
        const a = lowerRe[column + k];
        const b = lowerIm[column + k];
        // 1/u is what the dense factors have there
        const x = re[o + k] * a - im[o + k] * b;
        const y = re[o + k] * b + im[o + k] * a;
        re[o + k] = x;
        im[o + k] = y;
        for (let i = 0; i < k; i++) {
          const c = lowerRe[column + i];
          const d = lowerIm[column + i];
          re[o + i] -= c * x - d * y;
          im[o + i] -= c * y + d * x;
        }
      }
    }
  }

  save(): FactorizationSnapshot {
    const { lowerRe, lowerIm, upperRe, upperIm, pivots } = this;
    return {
      lowerRe: lowerRe.slice(),
      lowerIm: lowerIm.slice(),
      upperRe: upperRe.slice(),
      upperIm: upperIm.slice(),
      pivots: pivots.slice(),
    };
  }

  restore(snapshot: FactorizationSnapshot): void {
    this.lowerRe.set(snapshot["lowerRe"]!);
    this.lowerIm.set(snapshot["lowerIm"]!);
    this.upperRe.set(snapshot["upperRe"]!);
    this.upperIm.set(snapshot["upperIm"]!);
    this.pivots.set(snapshot["pivots"]!);
  }
}

/**
 * Slopes and cross slopes of a smooth surface through a grid of values.
 *
 * Source   [Akima1974]
 *
 *     ∂z/∂u₁, ∂z/∂u₂   as on a curve, along each line of the grid
 *     ∂²z/∂u₁∂u₂       mean of the four neighbouring cross differences, weighted by the weights of both directions
 */
import { smoothness } from "./kinds.ts";

/** [∂z/∂u₁, ∂z/∂u₂, ∂²z/∂u₁∂u₂], each row by row like z. */
export function surfaceSlopes(x1: Float64Array, x2: Float64Array, z: Float64Array, kind: number): Float64Array[] {
  const [n1, n2] = [x1.length, x2.length];
  const s1 = new Float64Array(n1 * n2);
  const s2 = new Float64Array(n1 * n2);
  const s12 = new Float64Array(n1 * n2);
  const weights1 = new Float64Array(n1 * n2);
  const weights2 = new Float64Array(n1 * n2);
  for (let j = 0; j < n2; j++) {
    const line = Float64Array.from({ length: n1 }, (_, i) => z[i * n2 + j]!);
    const d = continuedDifferences(x1, line);
    for (let i = 0; i < n1; i++) {
      weights1[i * n2 + j] = rightWeight(d, i, kind);
      s1[i * n2 + j] = mean(weights1[i * n2 + j]!, d[i + 1]!, d[i + 2]!);
    }
  }
  for (let i = 0; i < n1; i++) {
    const d = continuedDifferences(x2, z.subarray(i * n2, (i + 1) * n2));
    for (let j = 0; j < n2; j++) {
      weights2[i * n2 + j] = rightWeight(d, j, kind);
      s2[i * n2 + j] = mean(weights2[i * n2 + j]!, d[j + 1]!, d[j + 2]!);
    }
  }
  const cross = crossDifferences(x1, x2, z);
  for (let i = 0; i < n1; i++) {
    for (let j = 0; j < n2; j++) {
      const [a, b] = [weights1[i * n2 + j]!, weights2[i * n2 + j]!];
      const at = (p: number, q: number) => cross[p * (n2 + 1) + q]!;
      s12[i * n2 + j] = mean(a, mean(b, at(i, j), at(i, j + 1)), mean(b, at(i + 1, j), at(i + 1, j + 1)));
    }
  }
  return [s1, s2, s12];
}

function mean(weight: number, left: number, right: number): number {
  return left + weight * (right - left);
}

/** Share of the right difference at point i; `d` has two differences before the first interval. */
function rightWeight(d: Float64Array, i: number, kind: number): number {
  const half = kind === smoothness.modifiedAkima ? 0.5 : 0;
  const left = Math.abs(d[i + 1]! - d[i]!) + half * Math.abs(d[i + 1]! + d[i]!);
  const right = Math.abs(d[i + 3]! - d[i + 2]!) + half * Math.abs(d[i + 3]! + d[i + 2]!);
  return left + right > 0 ? left / (left + right) : 0.5;
}

/** Divided differences with two more at each end, continued linearly. One point alone has zeros. */
function continuedDifferences(x: Float64Array, y: Float64Array): Float64Array {
  const n = x.length - 1;
  const d = new Float64Array(n + 4);
  if (n === 0) return d;
  for (let i = 0; i < n; i++) d[i + 2] = (y[i + 1]! - y[i]!) / (x[i + 1]! - x[i]!);
  const first = d[2]!;
  const last = d[n + 1]!;
  const second = n > 1 ? d[3]! : first;
  const beforeLast = n > 1 ? d[n]! : last;
  d[1] = 2 * first - second;
  d[0] = 3 * first - 2 * second;
  d[n + 2] = 2 * last - beforeLast;
  d[n + 3] = 3 * last - 2 * beforeLast;
  return d;
}

/** (n₁+1) × (n₂+1) cross differences: one cell more on every side, continued linearly. */
function crossDifferences(x1: Float64Array, x2: Float64Array, z: Float64Array): Float64Array {
  const [n1, n2] = [x1.length, x2.length];
  const rows: Float64Array[] = [];
  // along u₁ at every j, then along u₂
  const along1 = Array.from({ length: n2 }, (_, j) =>
    continuedDifferences(
      x1,
      Float64Array.from({ length: n1 }, (_, i) => z[i * n2 + j]!),
    ),
  );
  for (let i = 0; i <= n1; i++) {
    const line = Float64Array.from({ length: n2 }, (_, j) => along1[j]![i + 1]!);
    rows.push(continuedDifferences(x2, line).slice(1, n2 + 2));
  }
  const cross = new Float64Array((n1 + 1) * (n2 + 1));
  for (let i = 0; i <= n1; i++) cross.set(rows[i]!, i * (n2 + 1));
  return cross;
}

/**
 * Start values that are found by conditions c(x, p) = 0, differentiated: the free states move so that the conditions still hold,
 *
 *     ∂c/∂x·dx = −∂c/∂p
 *
 * with the smallest change where the conditions leave room, as initialisation does.
 */
import { DenseQR } from "../math/denseQR.ts";
import type { Condition } from "../run/initialConditions.ts";
import type { Directions } from "./directions.ts";
import type { TangentModel } from "./tangentModel.ts";
import type { ResolvedTarget } from "./targets.ts";

/** Columns that depend on others but for this part are not independent. */
const independent = 1e-10;

/**
 * shifts[state·targets + k] ← changes of free states. The directions are the targets, then one for every state. Returns false when
 * the conditions do not determine the free states.
 */
export function shiftedStarts(
  tangent: TangentModel,
  T: Directions,
  targets: readonly ResolvedTarget[],
  free: readonly number[],
  conditions: readonly Condition[],
  shifts: Float64Array,
): boolean {
  const count = targets.length;
  const rows = conditions.map(({ sides: [left, right], start }) => {
    const [l, r] = [tangent.expression(left, T), tangent.expression(right, T)];
    const row = l.map((value, k) => value - r[k]!);
    targets.forEach(({ kind, index }, k) => {
      if (kind === "start" && index === start) row[k] = row[k]! - 1;
    });
    return row;
  });
  const [m, n] = [rows.length, free.length];
  const J = new Float64Array(m * n);
  rows.forEach((row, i) => {
    for (let j = 0; j < n; j++) J[i + m * j] = row[count + free[j]!]!;
  });
  const qr = new DenseQR(m, n);
  qr.factor(J, independent);
  const [x, b] = [new Float64Array(n), new Float64Array(m)];
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < m; i++) b[i] = -rows[i]![k]!;
    qr.solve(x, b);
    for (let j = 0; j < n; j++) shifts[free[j]! * count + k] = x[j]!;
  }
  return qr.rank === n;
}

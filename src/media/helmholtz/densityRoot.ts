/**
 * Density of a fundamental equation at (p, T) within a bracket on which p increases with d.
 *
 * Newton's method in ln d, kept within the bracket by bisection.
 */
import * as elementary from "../../math/elementary.ts";
import type { HelmholtzEquation } from "./helmholtzEquation.ts";

export function densityRoot(
  equation: HelmholtzEquation,
  p: number,
  T: number,
  from: number,
  to: number,
  start: number,
): number {
  let low = from;
  let high = to;
  let d = start >= low && start <= high ? start : Math.sqrt(low * high);
  for (let k = 0; k < 200; k++) {
    const at = equation.evaluate(d, T, false);
    const e = at[0]! - p;
    if (e > 0) high = d;
    else low = d;
    let next = d * elementary.exp(Math.max(-2, Math.min(2, -e / (d * at[4]!))));
    if (!(at[4]! > 0) || !(next >= low && next <= high)) next = Math.sqrt(low * high);
    const change = Math.abs(next - d);
    d = next;
    if (change <= 2e-16 * d || (k > 10 && change < 1e-14 * d)) break;
  }
  return d;
}

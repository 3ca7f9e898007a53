/**
 * Losses that let outliers count less. The sum of squares of the changed residuals is the sum of losses:
 *
 *     r̃ = sign(r)·s·√ρ(z),   z = (r/s)²,   dr̃/dr = ρ'(z)·r/r̃      ρ(z) = z for small z
 *
 * Source   [Triggs2000] sec. 4.3; [Huber1981]
 */

import * as elementary from "../../math/elementary.ts";
export type Loss = "squares" | "softL1" | "huber" | "cauchy" | "arctan";
export const losses: readonly Loss[] = ["squares", "softL1", "huber", "cauchy", "arctan"];

/** ρ(z) and its derivative. */
function rho(loss: Loss, z: number): [value: number, slope: number] {
  switch (loss) {
    case "squares":
      return [z, 1];
    case "softL1":
      return [2 * (Math.sqrt(1 + z) - 1), 1 / Math.sqrt(1 + z)];
    case "huber":
      return z <= 1 ? [z, 1] : [2 * Math.sqrt(z) - 1, 1 / Math.sqrt(z)];
    case "cauchy":
      return [elementary.log1p(z), 1 / (1 + z)];
    case "arctan":
      return [elementary.atan(z), 1 / (1 + z * z)];
  }
}

/** The changed residual and its derivative by the residual. */
export function changedResidual(loss: Loss, scale: number, r: number): [value: number, slope: number] {
  if (loss === "squares") return [r, 1];
  const z = elementary.square(r / scale);
  // below this ρ(z) = z to rounding
  if (z < 1e-14) return [r, 1];
  const [value, slope] = rho(loss, z);
  const changed = Math.sign(r) * scale * Math.sqrt(value);
  return [changed, (slope * r) / changed];
}

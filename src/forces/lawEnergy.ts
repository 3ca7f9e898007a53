/**
 * Energy that a spring holds: the work of its law from the relaxed state to the deflection.
 *
 *     E(x) = ∫₀ˣ f(s) ds         ½·c·x² for a factor; laws that are functions by Gauss' rule with 5 points in 16 parts
 */
import type { ForceLaw } from "./forceElement.ts";

const parts = 16;
const points = [0, 0.5384693101056831, -0.5384693101056831, 0.906179845938664, -0.906179845938664];
const weights = [
  0.5688888888888889, 0.47862867049936647, 0.47862867049936647, 0.23692688505618908, 0.23692688505618908,
];

export function lawEnergy(law: ForceLaw, x: number): number {
  if (typeof law === "number") return 0.5 * law * x * x;
  const half = x / (2 * parts);
  let sum = 0;
  for (let k = 0; k < parts; k++) {
    for (let i = 0; i < points.length; i++) sum += weights[i] * law(half * (2 * k + 1 + points[i]));
  }
  return half * sum;
}

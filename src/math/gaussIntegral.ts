/**
 * Integral of a smooth function by Gauss' rule with 5 points in 16 parts: exact for polynomials of degree 9.
 *
 *     ∫₀ˣ f(s) ds
 */
const parts = 16;
const points = [0, 0.5384693101056831, -0.5384693101056831, 0.906179845938664, -0.906179845938664];
const weights = [
  0.5688888888888889, 0.47862867049936647, 0.47862867049936647, 0.23692688505618908, 0.23692688505618908,
];

/** Points in [−1, 1] with their weights. */
export const fivePointRule: readonly { readonly point: number; readonly weight: number }[] = points.map((point, i) => ({
  point,
  weight: weights[i]!,
}));

export function integralFromZero(f: (s: number) => number, x: number): number {
  const half = x / (2 * parts);
  let sum = 0;
  for (let k = 0; k < parts; k++) {
    for (let i = 0; i < points.length; i++) sum += weights[i] * f(half * (2 * k + 1 + points[i]));
  }
  return half * sum;
}

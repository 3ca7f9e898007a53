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

export interface EmbeddedPoint {
  /** In [−1, 1]. */
  readonly point: number;
  /** Of Kronrod's rule, which is exact up to degree 11. */
  readonly weight: number;
  /** Of Gauss' rule with the 3 points that both have; 0 at the others. */
  readonly coarse: number;
}

const kronrod: readonly (readonly [number, number, number])[] = [
  [0, 0.45091653865847414, 8 / 9],
  [0.4342437493468025, 0.4013974147759622, 0],
  [0.7745966692414834, 0.26848808986833345, 5 / 9],
  [0.9604912687080203, 0.10465622602646726, 0],
];

/** Seven points, of which three make a rule of their own: the difference of both tells how smooth the function is. [Laurie1997] */
export const embeddedRule: readonly EmbeddedPoint[] = kronrod.flatMap(([point, weight, coarse]) =>
  point === 0
    ? [{ point, weight, coarse }]
    : [
        { point, weight, coarse },
        { point: -point, weight, coarse },
      ],
);

export function integralFromZero(f: (s: number) => number, x: number): number {
  const half = x / (2 * parts);
  let sum = 0;
  for (let k = 0; k < parts; k++) {
    for (let i = 0; i < points.length; i++) sum += weights[i] * f(half * (2 * k + 1 + points[i]));
  }
  return half * sum;
}

/**
 * Seven points in a triangle, and weights in parts of its area: exact for polynomials of degree 5. The centre, and for each corner two
 * points at rest·(sum of the corners) + more·(corner).
 *
 * Source   [Radon1948]
 */

const root = Math.sqrt(15);

/** rest, more, weight. */
export const centrePoint = [1 / 3, 0, 9 / 40] as const;
export const outerPoint = [(6 - root) / 21, (9 + 2 * root) / 21 - (6 - root) / 21, (155 - root) / 1200] as const;
export const innerPoint = [(6 + root) / 21, (9 - 2 * root) / 21 - (6 + root) / 21, (155 + root) / 1200] as const;

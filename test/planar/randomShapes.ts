/** Random convex polygons and random walks of points, on a lattice so that points hit edges and corners exactly. */
import fc from "fast-check";

const extent = 8;

/** Clockwise vertices x, y, … of a convex polygon with corners on the lattice. */
export const latticePolygon = fc
  .array(fc.tuple(fc.integer({ min: 0, max: extent }), fc.integer({ min: 0, max: extent })), {
    minLength: 3,
    maxLength: 40,
  })
  .map(clockwiseHull)
  .filter((hull) => hull.length >= 6);

/** `steps` positions of `count` points, packed x, y, … per position; half steps of the lattice. */
export function walks(count: number, steps: number): fc.Arbitrary<Float64Array[]> {
  const start = fc.array(fc.integer({ min: -4, max: 2 * extent + 4 }), { minLength: 2 * count, maxLength: 2 * count });
  const move = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 2 * count, maxLength: 2 * count });
  return fc.tuple(start, fc.array(move, { minLength: steps - 1, maxLength: steps - 1 })).map(([first, moves]) => {
    const walk = [Float64Array.from(first, (value) => value / 2)];
    for (const step of moves) {
      const last = walk[walk.length - 1];
      walk.push(last.map((value, k) => value + step[k] / 2));
    }
    return walk;
  });
}

/** Andrew's monotone chain, without collinear vertices. */
function clockwiseHull(points: readonly (readonly [number, number])[]): number[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly (readonly [number, number])[]) => {
    const chain: (readonly [number, number])[] = [];
    for (const p of list) {
      while (chain.length >= 2) {
        const [a, b] = [chain[chain.length - 2], chain[chain.length - 1]];
        const cross = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        if (cross < 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())].flat();
}

/** Impulses of an instant: what comes out is a solution, whatever touches whom. */
import { describe, expect, it } from "vitest";
import { Impulses } from "../../../src/contact/rigid/impulses.ts";
import { createRandom } from "../../../src/math/random.ts";

interface Point {
  readonly sides: readonly (readonly [place: number, count: number])[];
  readonly friction: number;
}

/** Branches of so many speeds each, one after the other. */
const branches = [6, 6, 6, 2, 3, 6, 6];
const places = branches.map((_, k) => branches.slice(0, k).reduce((sum, n) => sum + n, 0));
const size = branches.reduce((sum, n) => sum + n, 0);

/** Points between random branches, or one and the world, with random rows and masses; normals push apart. */
function instant(seed: number, count: number): { impulses: Impulses; points: Point[]; w: Float64Array } {
  const random = createRandom(seed);
  const impulses = new Impulses();
  const mass = Float64Array.from({ length: size }, () => 0.5 + random.uniform());
  const points: Point[] = [];
  for (let k = 0; k < count; k++) {
    const a = random.below(branches.length - 1);
    const b = random.below(branches.length - 1);
    const isAlone = a === b || random.uniform() < 0.4;
    const friction = random.uniform() < 0.3 ? 0 : random.uniform();
    const sides = [a, ...(isAlone ? [] : [b])].map((n) => [places[n]!, branches[n]!] as const);
    const isSecond = isAlone && random.uniform() < 0.5;
    const [first, second] = isSecond ? [undefined, sides[0]] : [sides[0], sides[1]];
    const at = impulses.add(first?.[0] ?? 0, first?.[1] ?? 0, second?.[0] ?? 0, second?.[1] ?? 0, friction);
    let o = at;
    for (let i = 0; i < 3; i++)
      for (const [place, n] of sides)
        for (let c = 0; c < n; c++, o++) {
          impulses.J[o] = 2 * random.uniform() - 1;
          impulses.Y[o] = impulses.J[o]! / mass[place + c]!;
        }
    impulses.target[k] = random.uniform() < 0.5 ? 0 : 0.2 * random.uniform() - 0.1;
    points.push({ sides, friction });
  }
  return { impulses, points, w: Float64Array.from({ length: size }, () => 2 * random.uniform() - 1) };
}

/** Speed of a point along one of its directions, summed from its rows. */
function speedOf({ J, layout }: Impulses, { sides }: Point, k: number, i: number, w: Float64Array): number {
  const length = sides.reduce((sum, [, n]) => sum + n, 0);
  let o = layout[5 * k]! + i * length;
  let sum = 0;
  for (const [place, n] of sides) for (let c = 0; c < n; c++) sum += J[o++]! * w[place + c]!;
  return sum;
}

describe.each([1, 2, 3, 4, 5, 6, 7, 8])("random contacts, seed %i", (seed) => {
  const count = 2 + (seed % 4);

  it("points are in one island when a chain of contacts connects them, and in one only", () => {
    const { impulses, points } = instant(seed, count);
    impulses.group(size);
    const { order, starts, islandCount } = impulses;
    const islandOf = new Map<number, number>();
    for (let i = 0; i < islandCount; i++) for (let p = starts[i]!; p < starts[i + 1]!; p++) islandOf.set(order[p]!, i);
    expect([...islandOf.keys()].sort((a, b) => a - b)).toEqual(points.map((_, k) => k));
    const reached = (k: number): Set<number> => {
      const found = new Set([k]);
      for (const j of found)
        points.forEach(({ sides }, m) => {
          if (sides.some(([place]) => points[j]!.sides.some(([other]) => other === place))) found.add(m);
        });
      return found;
    };
    for (let k = 0; k < count; k++)
      for (let m = 0; m < count; m++) expect(islandOf.get(k) === islandOf.get(m)).toBe(reached(k).has(m));
  });

  it("nobody approaches further than allowed, nobody pulls, and friction is in its cone against what slides", () => {
    const { impulses, points, w } = instant(seed, count);
    const before = w.slice();
    impulses.group(size);
    for (let i = 0; i < impulses.islandCount; i++) impulses.solve(i, w, 1e-13, 20_000);
    const { impulse, target, Y, layout } = impulses;
    const expected = before.slice();
    points.forEach((point, k) => {
      const speed = (i: number): number => speedOf(impulses, point, k, i, w);
      for (let i = 0; i < 3; i++) expect(impulses.speed(w, k, i)).toBeCloseTo(speed(i), 12);
      const [n, t1, t2] = [impulse[3 * k]!, impulse[3 * k + 1]!, impulse[3 * k + 2]!];
      expect(n).toBeGreaterThanOrEqual(0);
      expect(speed(0) - target[k]!).toBeGreaterThan(-1e-8);
      expect(n * (speed(0) - target[k]!)).toBeLessThan(1e-8);
      const [strength, most, slip] = [Math.hypot(t1, t2), point.friction * n, Math.hypot(speed(1), speed(2))];
      expect(strength).toBeLessThan(most + 1e-8);
      // what does not slide is held by less than the most; what slides, by the most
      if (slip > 1e-6) expect(strength).toBeGreaterThan(most - 1e-6);
      expect(t1 * speed(1) + t2 * speed(2)).toBeLessThan(1e-8);
      let o = layout[5 * k]!;
      for (let i = 0; i < 3; i++)
        for (const [place, c] of point.sides)
          for (let j = 0; j < c; j++, o++) expected[place + j]! += Y[o]! * impulse[3 * k + i]!;
    });
    w.forEach((x, k) => {
      expect(x).toBeCloseTo(expected[k]!, 9);
    });
  });

  it("what overlaps is moved apart by as much as is wanted, and nothing is drawn together", () => {
    const { impulses, points, w } = instant(seed, count);
    const wanted = Float64Array.from(points, (_, k) => (k % 3 === 2 ? 0 : 0.01 * (k + 1)));
    const u = new Float64Array(size);
    impulses.group(size);
    for (let i = 0; i < impulses.islandCount; i++) impulses.solve(i, w, 1e-13, 20_000);
    impulses.separate(u, wanted, 5000);
    points.forEach((point, k) => {
      expect(speedOf(impulses, point, k, 0, u) - wanted[k]!).toBeGreaterThan(-1e-7);
    });
  });
});

it.each([1, 2])(
  "what slides along tangent %i alone is braked along it by the most, and stops where that is enough",
  (along) => {
    // a body of mass 2 that falls onto the ground with 1 m/s, and slides
    for (const [speed, left] of [
      [0.3, 0],
      [3, 2.6],
    ] as const) {
      const impulses = new Impulses();
      const at = impulses.add(0, 0, 0, 3, 0.4);
      impulses.J.set([0, 0, 1, 1, 0, 0, 0, 1, 0], at);
      impulses.Y.set([0, 0, 0.5, 0.5, 0, 0, 0, 0.5, 0], at);
      impulses.target[0] = 0;
      const w = Float64Array.of(0, 0, -1);
      w[along - 1] = speed;
      impulses.group(3);
      impulses.solve(0, w, 1e-14, 100);
      expect(w[2]).toBeCloseTo(0, 12);
      expect(w[along - 1]).toBeCloseTo(left, 12);
      expect(w[2 - along]).toBe(0);
      expect(impulses.impulse[along]).toBeCloseTo(2 * (left - speed), 12);
    }
  },
);

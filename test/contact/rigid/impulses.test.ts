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

  it("goes on from where it ended, and says when it has settled", () => {
    const { impulses, w } = instant(seed, count);
    const whole = instant(seed, count);
    impulses.group(size);
    whole.impulses.group(size);
    for (let i = 0; i < impulses.islandCount; i++) {
      whole.impulses.solve(i, whole.w, 1e-13, 20_000);
      impulses.solve(i, w, 1e-13, 1);
      let chunks = 0;
      while (!impulses.goOn(i, w, 1e-13, 50) && chunks < 1000) chunks++;
      expect(chunks).toBeLessThan(1000);
      expect(impulses.goOn(i, w, 1e-12, 1)).toBe(true);
    }
    // impulses may share a load otherwise: the speeds are what is known
    w.forEach((x, k) => {
      expect(x).toBeCloseTo(whole.w[k]!, 8);
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

/** Passes over all points in order, by the text of the method: normal impulse, then friction within its cone. */
function swept(impulses: Impulses, points: readonly Point[], w: Float64Array, passes: number): number[] {
  const { J, Y, layout, target } = impulses;
  const row = (k: number, i: number): readonly (readonly [o: number, place: number])[] => {
    const { sides } = points[k]!;
    const length = sides.reduce((sum, [, n]) => sum + n, 0);
    let o = layout[5 * k]! + i * length;
    return sides.flatMap(([place, n]) => Array.from({ length: n }, (_, c) => [o++, place + c] as const));
  };
  const along = (k: number, i: number): number => row(k, i).reduce((sum, [o]) => sum + J[o]! * Y[o]!, 0);
  const speed = (k: number, i: number): number => row(k, i).reduce((sum, [o, at]) => sum + J[o]! * w[at]!, 0);
  const act = (k: number, i: number, size: number): void => {
    for (const [o, at] of row(k, i)) w[at]! += Y[o]! * size;
  };
  const all = points.map(() => [0, 0, 0]);
  let [before, way, size] = [all.map(() => [0, 0, 0]), all.map(() => [0, 0, 0]), 0];
  for (let pass = 0; pass < passes; pass++) {
    for (const k of points.keys()) {
      const own = all[k]!;
      const normal = Math.max(0, own[0]! + (target[k]! - speed(k, 0)) / along(k, 0));
      act(k, 0, normal - own[0]!);
      own[0] = normal;
      const inertia = Math.max(along(k, 1), along(k, 2));
      const wanted = [1, 2].map((i) => own[i]! - speed(k, i) / inertia);
      const part = Math.min(1, (points[k]!.friction * normal) / Math.max(Math.hypot(...wanted), 1e-300));
      [1, 2].forEach((i) => {
        act(k, i, part * wanted[i - 1]! - own[i]!);
        own[i] = part * wanted[i - 1]!;
      });
    }
    if (pass + 1 === passes) break;
    // conjugate directions: as much of the way so far as this pass was shorter than the one before
    const change = all.map((own, k) => own.map((x, i) => x - before[k]![i]!));
    const square = change.reduce(
      (sum, [x, y, z], k) => sum + x! ** 2 * along(k, 0) + (y! ** 2 + z! ** 2) * Math.max(along(k, 1), along(k, 2)),
      0,
    );
    const share = pass > 0 && square / size > 0 && square / size <= 1 ? square / size : 0;
    size = square;
    way = change.map((list, k) => list.map((x, i) => x + share * way[k]![i]!));
    all.forEach((own, k) => {
      own.forEach((x, i) => {
        const further = way[k]![i]! - change[k]![i]!;
        act(k, i, further);
        own[i] = x + further;
      });
    });
    before = all.map((own) => [...own]);
  }
  return all.flat();
}

it.each([1, 2, 3, 4, 5])("after %i passes impulses are those of so many passes, and what they do is done", (passes) => {
  for (let seed = 20; seed < 40; seed++) {
    const { impulses, points, w } = instant(seed, 4);
    impulses.group(size);
    if (impulses.islandCount > 1) continue;
    const expected = w.slice();
    const sizes = swept(impulses, points, expected, passes);
    // no change is small enough to end before
    impulses.solve(0, w, -1, passes);
    expect([...impulses.impulse.subarray(0, 12)]).toEqual(sizes.map((x) => expect.closeTo(x, 9)));
    expect([...w]).toEqual([...expected].map((x) => expect.closeTo(x, 9)));
  }
});

it("hundreds of bodies that fall onto the ground stop, each for itself", () => {
  const impulses = new Impulses();
  const count = 150;
  const w = new Float64Array(6 * count);
  for (let k = 0; k < count; k++) {
    const at = impulses.add(6 * k, 6, 0, 0, 0.5);
    const mass = 1 + k;
    // the normal along z, tangents along x and y, at the centre
    for (const [row, axis] of [
      [0, 2],
      [1, 0],
      [2, 1],
    ] as const) {
      impulses.J.fill(0, at + 6 * row, at + 6 * row + 6);
      impulses.Y.fill(0, at + 6 * row, at + 6 * row + 6);
      impulses.J[at + 6 * row + axis] = 1;
      impulses.Y[at + 6 * row + axis] = 1 / mass;
    }
    impulses.target[k] = 0;
    w.set([1, 0, -0.01 * k], 6 * k);
  }
  impulses.group(w.length);
  expect(impulses.islandCount).toBe(count);
  for (let i = 0; i < count; i++) impulses.solve(i, w, 1e-14, 50);
  for (let k = 0; k < count; k++) {
    expect(w[6 * k + 2]).toBeCloseTo(0, 12);
    expect(w[6 * k]).toBeCloseTo(1 - Math.min(1, 0.5 * 0.01 * k), 12);
    expect(impulses.impulse[3 * k]).toBeCloseTo((1 + k) * 0.01 * k, 9);
  }
  impulses.clear();
  expect(impulses.count).toBe(0);
  expect(impulses.add(0, 6, 0, 0, 0)).toBe(0);
});

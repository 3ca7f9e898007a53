/** Impulses of an instant: what comes out is a solution, whatever touches whom. */
import { describe, expect, it } from "vitest";
import { pairLength } from "../../../src/contact/rigid/contactList.ts";
import { Impulses } from "../../../src/contact/rigid/impulses.ts";
import { createRandom } from "../../../src/math/random.ts";
import { singleLength } from "../../../src/mechanics/singleBodies.ts";

/** Rows of a point over all speeds: speed per speed along its normal and tangents, change of the speeds per impulse there. */
interface Point {
  readonly J: readonly (readonly number[])[];
  readonly Y: readonly (readonly number[])[];
  readonly friction: number;
}

/** Branches of so many speeds each, one after the other; those of six are bodies alone. Six speeds that are zero follow. */
const branches = [6, 6, 6, 2, 3, 6, 6];
const places = branches.map((_, k) => branches.slice(0, k).reduce((sum, n) => sum + n, 0));
const size = branches.reduce((sum, n) => sum + n, 0);

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from({ length: Math.min(a.length, b.length) }, (_, k) => a[k]! * b[k]!).reduce((sum, x) => sum + x, 0);
const cross = (a: ArrayLike<number>, b: ArrayLike<number>): number[] => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];
const scaled = (a: readonly number[], by: number): number[] => a.map((x) => by * x);

/** Points between random branches, or one and the world, with random rows and masses; those of bodies alone lie somewhere on them. */
function instant(seed: number, count: number): { impulses: Impulses; points: Point[]; w: Float64Array } {
  const random = createRandom(seed);
  const some = (): number => 2 * random.uniform() - 1;
  const impulses = new Impulses();
  const { list, rows, free } = impulses;
  const points: Point[] = [];
  const masses = Float64Array.from({ length: size }, () => 0.5 + random.uniform());
  // body 0 is the world
  const bodies = new Float64Array(singleLength * (branches.length + 1));
  const inverses = branches.map((_, n) => {
    const root = Array.from({ length: 3 }, () => Array.from({ length: 3 }, () => 2 * some()));
    const inverse = root.map((x, i) => root.map((y, j) => dot(x, y) + (i === j ? 1 : 0)));
    const [x, y, z] = inverse as [number[], number[], number[]];
    const numbers = [some(), some(), some(), 0.5 + random.uniform(), ...x, y[1]!, y[2]!, z[2]!];
    bodies.set(numbers, singleLength * (n + 1));
    return inverse;
  });
  const blank = (): number[] => Array.from({ length: size }, () => 0);

  /** Two bodies alone, or one and the world: points of one normal. */
  function addFree(a: number, b: number, friction: number): void {
    const normal = unit([some(), some(), some()]);
    const t1 = unit(cross(normal, [some(), some(), some()]));
    const t2 = cross(normal, t1);
    const places3 = Array.from({ length: 1 + random.below(4) }, () => [some(), some(), some()]);
    const place = (n: number): number => (n < 0 ? size : places[n]!);
    const p = list.add(place(a), a < 0 ? 0 : 6, place(b), b < 0 ? 0 : 6, true, places3.length, friction);
    const [axis, one, two] = [normal, t1, t2].map((x) => Float64Array.from(x)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    free.set(p, bodies, a + 1, b + 1, axis, one, two, Float64Array.from(places3.flat()));
    for (const at of places3) {
      const J = [blank(), blank(), blank()];
      const Y = [blank(), blank(), blank()];
      for (const [n, sign] of [
        [a, -1],
        [b, 1],
      ] as const) {
        if (n < 0) continue;
        const centre = bodies.subarray(singleLength * (n + 1), singleLength * (n + 1) + 3);
        const arm = at.map((x, i) => x - centre[i]!);
        [normal, t1, t2].forEach((direction, i) => {
          const [force, moment] = [scaled(direction, sign), scaled(cross(arm, direction), sign)];
          [...force, ...moment].forEach((x, c) => {
            J[i]![places[n]! + c] = x;
          });
          const turn = inverses[n]!.map((row) => dot(row, moment));
          [...scaled(force, bodies[singleLength * (n + 1) + 3]!), ...turn].forEach((x, c) => {
            Y[i]![places[n]! + c] = x;
          });
        });
      }
      points.push({ J, Y, friction });
    }
  }

  function addAny(a: number, b: number, isSecond: boolean, friction: number): void {
    const sides = [a, b].filter((n) => n >= 0).map((n) => [places[n]!, branches[n]!] as const);
    const [first, second] = isSecond ? [undefined, sides[0]] : [sides[0], sides[1]];
    const p = list.add(first?.[0] ?? 0, first?.[1] ?? 0, second?.[0] ?? 0, second?.[1] ?? 0, false, 2, friction);
    let o = rows.reserve(p);
    for (let point = 0; point < 2; point++) {
      const J = [blank(), blank(), blank()];
      const Y = [blank(), blank(), blank()];
      for (let i = 0; i < 3; i++)
        for (const [place, n] of sides)
          for (let c = place; c < place + n; c++, o++) {
            rows.J[o] = J[i]![c] = some();
            rows.Y[o] = Y[i]![c] = J[i]![c]! / masses[c]!;
          }
      points.push({ J, Y, friction });
    }
    rows.prepare(p);
  }

  for (let k = 0; k < count; k++) {
    const a = random.below(branches.length - 1);
    const b = random.below(branches.length - 1);
    const isAlone = a === b || random.uniform() < 0.4;
    const friction = random.uniform() < 0.3 ? 0 : random.uniform();
    const isSecond = isAlone && random.uniform() < 0.5;
    if (branches[a] === 6 && (isAlone || branches[b] === 6)) {
      if (isSecond) addFree(-1, a, friction);
      else addFree(a, isAlone ? -1 : b, friction);
    } else addAny(a, isAlone ? -1 : b, isSecond, friction);
  }
  for (let k = 0; k < points.length; k++) list.target[k] = random.uniform() < 0.5 ? 0 : 0.1 * some();
  const w = new Float64Array(size + 6);
  for (let k = 0; k < size; k++) w[k] = some();
  return { impulses, points, w };
}

function unit(x: readonly number[]): number[] {
  return scaled(x, 1 / Math.hypot(...x));
}

const act = (w: Float64Array, row: readonly number[], by: number): void => {
  row.forEach((x, k) => {
    w[k]! += by * x;
  });
};

describe.each([1, 2, 3, 4, 5, 6, 7, 8])("random contacts, seed %i", (seed) => {
  const count = 2 + (seed % 4);

  it("pairs are in one island when a chain of contacts connects them, and in one only", () => {
    const { impulses } = instant(seed, count);
    const { islands, list } = impulses;
    islands.find(list, size);
    const islandOf = new Map<number, number>();
    for (let i = 0; i < islands.count; i++)
      for (let place = islands.starts[i]!; place < islands.starts[i + 1]!; place++)
        islandOf.set(islands.order[place]!, i);
    const all = Array.from({ length: count }, (_, p) => p);
    expect([...islandOf.keys()].sort((a, b) => a - b)).toEqual(all);
    const sides = all.map((p) =>
      [2, 4].filter((o) => list.pairs[pairLength * p + o + 1]! > 0).map((o) => list.pairs[pairLength * p + o]!),
    );
    const reached = (p: number): Set<number> => {
      const found = new Set([p]);
      for (const j of found)
        all.forEach((m) => {
          if (sides[m]!.some((place) => sides[j]!.includes(place))) found.add(m);
        });
      return found;
    };
    for (const p of all) for (const m of all) expect(islandOf.get(p) === islandOf.get(m)).toBe(reached(p).has(m));
  });

  it("nobody approaches further than allowed, nobody pulls, and friction is in its cone against what slides", () => {
    const { impulses, points, w } = instant(seed, count);
    const before = w.slice();
    const speeds = new Float64Array(3 * points.length);
    const { list, islands } = impulses;
    islands.find(list, size);
    for (let i = 0; i < islands.count; i++) {
      impulses.solve(i, w, 1e-13, 20_000);
      impulses.speeds(i, w, speeds);
    }
    const { impulse, target } = list;
    const expected = before.slice();
    points.forEach((point, k) => {
      const [across, x, y] = point.J.map((row) => dot(row, w)) as [number, number, number];
      [across, x, y].forEach((speed, i) => {
        expect(speeds[3 * k + i]).toBeCloseTo(speed, 12);
      });
      const [n, t1, t2] = [impulse[3 * k]!, impulse[3 * k + 1]!, impulse[3 * k + 2]!];
      expect(n).toBeGreaterThanOrEqual(0);
      expect(across - target[k]!).toBeGreaterThan(-1e-8);
      expect(n * (across - target[k]!)).toBeLessThan(1e-8);
      const [strength, most, slip] = [Math.hypot(t1, t2), point.friction * n, Math.hypot(x, y)];
      expect(strength).toBeLessThan(most + 1e-8);
      // what does not slide is held by less than the most; what slides, by the most
      if (slip > 1e-6) expect(strength).toBeGreaterThan(most - 1e-6);
      expect(t1 * x + t2 * y).toBeLessThan(1e-8);
      point.Y.forEach((row, i) => {
        act(expected, row, impulse[3 * k + i]!);
      });
    });
    w.forEach((x, k) => {
      expect(x).toBeCloseTo(expected[k]!, 9);
    });
  });

  it("an island is solved with its own speeds: those of all others stay", () => {
    const { impulses, w } = instant(seed, count);
    const { islands, list } = impulses;
    islands.find(list, size);
    for (let i = 0; i < islands.count; i++) {
      const before = w.slice();
      const isOwn = new Uint8Array(w.length);
      for (let place = islands.starts[i]!; place < islands.starts[i + 1]!; place++)
        for (const o of [2, 4]) {
          const [from, speeds] = list.pairs.subarray(pairLength * islands.order[place]! + o);
          isOwn.fill(1, from!, from! + speeds!);
        }
      impulses.solve(i, w, 1e-13, 5);
      w.forEach((x, k) => {
        if (isOwn[k] === 0) expect(x).toBe(before[k]);
      });
    }
  });

  it("what impulses already are acts first, and is no part of what they become", () => {
    const { impulses, points, w } = instant(seed, count);
    const before = w.slice();
    const { list, islands } = impulses;
    const random = createRandom(100 + seed);
    // friction within its cone; some points without any
    points.forEach(({ friction }, k) => {
      if (random.below(4) === 0) return;
      const normal = random.uniform();
      list.impulse.set([normal, 0.5 * friction * normal, -0.3 * friction * normal], 3 * k);
    });
    const withImpulses = (): number[] => {
      const expected = before.slice();
      points.forEach((point, k) => {
        point.Y.forEach((row, i) => {
          act(expected, row, list.impulse[3 * k + i]!);
        });
      });
      return [...expected].map((x) => expect.closeTo(x, 9) as number);
    };
    islands.find(list, size);
    for (let i = 0; i < islands.count; i++) impulses.solve(i, w, 1e-13, 0);
    expect([...w]).toEqual(withImpulses());
    for (let i = 0; i < islands.count; i++) impulses.goOn(i, w, 1e-13, 50);
    expect([...w]).toEqual(withImpulses());
  });

  it("goes on from where it ended, and says when it has settled", () => {
    const { impulses, w } = instant(seed, count);
    const whole = instant(seed, count);
    impulses.islands.find(impulses.list, size);
    whole.impulses.islands.find(whole.impulses.list, size);
    for (let i = 0; i < impulses.islands.count; i++) {
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
    const u = new Float64Array(size + 6);
    impulses.islands.find(impulses.list, size);
    for (let i = 0; i < impulses.islands.count; i++) impulses.solve(i, w, 1e-13, 20_000);
    impulses.separate(u, wanted, 5000);
    points.forEach(({ J }, k) => {
      expect(dot(J[0]!, u) - wanted[k]!).toBeGreaterThan(-1e-7);
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
      const p = impulses.list.add(0, 0, 0, 3, false, 1, 0.4);
      const at = impulses.rows.reserve(p);
      impulses.rows.J.set([0, 0, 1, 1, 0, 0, 0, 1, 0], at);
      impulses.rows.Y.set([0, 0, 0.5, 0.5, 0, 0, 0, 0.5, 0], at);
      impulses.rows.prepare(p);
      impulses.list.target[0] = 0;
      const w = Float64Array.of(0, 0, -1);
      w[along - 1] = speed;
      impulses.islands.find(impulses.list, 3);
      impulses.solve(0, w, 1e-14, 100);
      expect(w[2]).toBeCloseTo(0, 12);
      expect(w[along - 1]).toBeCloseTo(left, 12);
      expect(w[2 - along]).toBe(0);
      expect(impulses.list.impulse[along]).toBeCloseTo(2 * (left - speed), 12);
    }
  },
);

/** Passes over all points in order, by the text of the method and rows of all speeds: normal impulse, then friction within its cone. */
function swept({ list }: Impulses, points: readonly Point[], w: Float64Array, passes: number): number[] {
  const along = (k: number, i: number): number => dot(points[k]!.J[i]!, points[k]!.Y[i]!);
  const speed = (k: number, i: number): number => dot(points[k]!.J[i]!, w);
  const all = points.map(() => [0, 0, 0]);
  let [before, way, length] = [all.map(() => [0, 0, 0]), all.map(() => [0, 0, 0]), 0];
  for (let pass = 0; pass < passes; pass++) {
    for (const k of points.keys()) {
      const own = all[k]!;
      const { Y, friction } = points[k]!;
      const normal = Math.max(0, own[0]! + (list.target[k]! - speed(k, 0)) / along(k, 0));
      act(w, Y[0]!, normal - own[0]!);
      own[0] = normal;
      const inertia = Math.max(along(k, 1), along(k, 2));
      const wanted = [1, 2].map((i) => own[i]! - speed(k, i) / inertia);
      const part = Math.min(1, (friction * normal) / Math.max(Math.hypot(...wanted), 1e-300));
      [1, 2].forEach((i) => {
        act(w, Y[i]!, part * wanted[i - 1]! - own[i]!);
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
    const share = pass > 0 && square / length > 0 && square / length <= 1 ? square / length : 0;
    length = square;
    way = change.map((numbers, k) => numbers.map((x, i) => x + share * way[k]![i]!));
    all.forEach((own, k) => {
      own.forEach((x, i) => {
        const further = way[k]![i]! - change[k]![i]!;
        act(w, points[k]!.Y[i]!, further);
        own[i] = x + further;
      });
    });
    before = all.map((own) => [...own]);
  }
  return all.flat();
}

it.each([1, 2, 3, 4, 5])("after %i passes impulses are those of so many passes, and what they do is done", (passes) => {
  let seen = 0;
  for (let seed = 20; seed < 80; seed++) {
    const { impulses, points, w } = instant(seed, 4);
    impulses.islands.find(impulses.list, size);
    if (impulses.islands.count > 1) continue;
    seen++;
    const expected = w.slice();
    const sizes = swept(impulses, points, expected, passes);
    // no change is small enough to end before
    impulses.solve(0, w, -1, passes);
    expect([...impulses.list.impulse.subarray(0, sizes.length)]).toEqual(sizes.map((x) => expect.closeTo(x, 9)));
    expect([...w]).toEqual([...expected].map((x) => expect.closeTo(x, 9)));
  }
  expect(seen).toBeGreaterThan(5);
});

it.each([1, 2, 3])("after %i passes bodies are as far apart as so many passes move them", (passes) => {
  let seen = 0;
  for (let seed = 20; seed < 60; seed++) {
    const { impulses, points } = instant(seed, 4);
    impulses.islands.find(impulses.list, size);
    if (impulses.islands.count > 1) continue;
    seen++;
    const wanted = Float64Array.from(points, (_, k) => 0.01 * (k + 1));
    const [found, expected] = [new Float64Array(size + 6), new Float64Array(size + 6)];
    impulses.separate(found, wanted, passes);
    const sizes = points.map(() => 0);
    for (let pass = 0; pass < passes; pass++)
      points.forEach(({ J, Y }, k) => {
        const next = Math.max(0, sizes[k]! + (wanted[k]! - dot(J[0]!, expected)) / dot(J[0]!, Y[0]!));
        act(expected, Y[0]!, next - sizes[k]!);
        sizes[k] = next;
      });
    expect([...found]).toEqual([...expected].map((x) => expect.closeTo(x, 10)));
  }
  expect(seen).toBeGreaterThan(5);
});

it("hundreds of bodies that fall onto the ground stop, each for itself", () => {
  const impulses = new Impulses();
  const { list, islands, free } = impulses;
  const count = 150;
  const w = new Float64Array(6 * count + 6);
  const bodies = new Float64Array(singleLength * (count + 1));
  const axes = [
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
  ].map((axis) => Float64Array.from(axis)) as [Float64Array, Float64Array, Float64Array];
  for (let k = 0; k < count; k++) {
    // the ground is A; the point is at the centre
    bodies.set([k, 2, 3, 1 / (1 + k), 1, 0, 0, 1, 0, 1], singleLength * (k + 1));
    const p = list.add(6 * count, 0, 6 * k, 6, true, 1, 0.5);
    free.set(p, bodies, 0, k + 1, ...axes, Float64Array.of(k, 2, 3));
    list.target[k] = 0;
    w.set([1, 0, -0.01 * k], 6 * k);
  }
  islands.find(list, w.length);
  expect(islands.count).toBe(count);
  for (let i = 0; i < count; i++) impulses.solve(i, w, 1e-14, 50);
  for (let k = 0; k < count; k++) {
    expect(w[6 * k + 2]).toBeCloseTo(0, 12);
    expect(w[6 * k]).toBeCloseTo(1 - Math.min(1, 0.5 * 0.01 * k), 12);
    expect(list.impulse[3 * k]).toBeCloseTo((1 + k) * 0.01 * k, 9);
  }
  impulses.clear();
  expect(list.pointCount).toBe(0);
  expect(list.add(0, 6, 0, 0, true, 1, 0)).toBe(0);
});

/** Lists of shapes that may meet leave out nothing that does, however shapes move, wait, begin again or are put elsewhere. */
import { describe, expect, it } from "vitest";
import { ReachableShapes } from "../../src/contact/reachableShapes.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";

const count = 40;

/** Shapes that make steps of their own in a box with edges of 10 m, as the guard of their motions keeps them. */
class Walk {
  readonly random: () => number;
  readonly centre = new Float64Array(3 * count);
  readonly reach: Float64Array;
  readonly way = new Float64Array(count);
  readonly mileage = new Float64Array(count);
  readonly total = new Float64Array(count);
  /** Where the present step ends. */
  private readonly goal = new Float64Array(3 * count);
  readonly shapes: ReachableShapes;

  constructor(seed: number) {
    this.random = mulberry32(seed);
    this.reach = Float64Array.from({ length: count }, () => 0.05 + 0.2 * this.random());
    this.shapes = new ReachableShapes(this.centre, this.reach, this.mileage, this.total);
    for (let s = 0; s < count; s++) this.put(s);
  }

  put(s: number): void {
    for (let i = 3 * s; i < 3 * s + 3; i++) this.goal[i] = 10 * this.random();
    this.begin(s, 1);
  }

  /** At a share of the present step. */
  begin(s: number, share: number): void {
    const place = [0, 1, 2].map((i) => {
      const from = this.centre[3 * s + i]!;
      return share === 1 ? this.goal[3 * s + i]! : from + share * (this.goal[3 * s + i]! - from);
    });
    this.shapes.notePlace(s, place[0]!, place[1]!, place[2]!);
    this.centre.set(place, 3 * s);
    this.goal.set(place, 3 * s);
    this.way[s] = 0;
    this.mileage[s] = this.total[s]!;
  }

  step(s: number, length: number): void {
    this.begin(s, this.random() < 0.8 ? 1 : this.random());
    let square = 0;
    for (let i = 3 * s; i < 3 * s + 3; i++) {
      const change = length * (this.random() - 0.5);
      this.goal[i] = this.centre[i]! + change;
      square += change * change;
    }
    this.way[s] = Math.sqrt(square);
    this.total[s] = this.mileage[s]! + this.way[s]!;
    this.shapes.noteStep(s);
  }

  /** Those that shape s may meet in the present steps, among all. */
  near(s: number): number[] {
    return Array.from({ length: count }, (_, u) => u).filter((u) => {
      const between = [0, 1, 2].map((i) => this.centre[3 * u + i]! - this.centre[3 * s + i]!);
      const least = this.reach[s]! + this.reach[u]! + this.way[s]! + this.way[u]!;
      return between.reduce((sum, d) => sum + d * d, 0) <= least * least;
    });
  }
}

describe("shapes within reach", () => {
  it.each([1, 2, 3, 4])("are in the list, in their order: crowd %i", (seed) => {
    const walk = new Walk(seed);
    let listed = 0;
    for (let k = 0; k < 3000; k++) {
      const s = Math.floor(count * walk.random());
      // most go slowly, one fast, and sometimes one is put elsewhere
      if (walk.random() < 0.002) walk.put(s);
      walk.step(s, s === 0 ? 1 : 0.02);
      const list = walk.shapes.of(s);
      listed += list.length;
      expect(list).toEqual([...list].sort((a, b) => a - b));
      for (const u of walk.near(s)) expect(list).toContain(u);
    }
    expect(listed).toBeLessThan(3000 * count);
  });

  it("are few where nothing is fast", () => {
    const walk = new Walk(5);
    let listed = 0;
    for (let k = 0; k < 1000; k++) {
      walk.step(k % count, 0.001);
      listed += walk.shapes.of(k % count).length;
    }
    expect(listed / 1000).toBeLessThan(0.1 * count);
  });
});

describe("lists", () => {
  /** Two balls of 0.5 m, the second so far along an axis, with steps of that length. */
  const two = (axis: number, x: number, way: number, before = 0) => {
    const centre = new Float64Array(6);
    centre[3 + axis] = x;
    const mileage = Float64Array.of(before, before);
    const total = Float64Array.of(before, before + way);
    const shapes = new ReachableShapes(centre, Float64Array.of(0.5, 0.5), mileage, total);
    const put = (to: number): void => {
      const place = [0, 0, 0];
      place[axis] = to;
      shapes.notePlace(1, place[0]!, place[1]!, place[2]!);
      centre.set(place, 3);
    };
    return { shapes, put };
  };

  it("begin anew where a shape is put elsewhere, however far it has gone before, and both may meet from there on", () => {
    for (const before of [0, 1e4]) {
      const { shapes, put } = two(0, 100, 0, before);
      expect([shapes.of(0), shapes.of(1)]).toEqual([[0], [1]]);
      put(1.2);
      expect([shapes.of(0), shapes.of(1)]).toEqual([
        [0, 1],
        [0, 1],
      ]);
    }
  });

  it.each([0, 1, 2])(
    "stay where a shape begins within its present step along axis %i, but for rounding of its place",
    (axis) => {
      for (const [x, to] of [
        [100, 101],
        [100, 100.5],
        [1e6, 1e6 + 1 + 5e-7],
        [-1e6, -1e6 - 1 - 5e-7],
      ] as const) {
        const { shapes, put } = two(axis, x, 1);
        const first = shapes.beginning;
        put(to);
        expect(shapes.beginning).toBe(first);
        put(to + 3);
        expect(shapes.beginning).toBe(first + 1);
      }
    },
  );

  it("hold while nobody has gone further than half of the smallest shape, of those that have a size", () => {
    const mileage = new Float64Array(3);
    const total = new Float64Array(3);
    const shapes = new ReachableShapes(new Float64Array(9), Float64Array.of(0.4, 0, 0.6), mileage, total);
    expect(shapes.of(0)).toEqual([0, 1, 2]);
    const first = shapes.beginning;
    for (const [way, more] of [
      [0.05, 0],
      [0.2, 0],
      [0.2001, 1],
    ] as const) {
      total[1] = way;
      shapes.noteStep(1);
      expect([way, shapes.beginning - first]).toEqual([way, more]);
    }
    // from there on each by eight of its present steps, from where it began this one
    mileage[1] = 0.1;
    for (const [s, way, more] of [
      [2, 0.2, 1],
      [1, 1.6, 1],
      [2, 0.2001, 2],
      [1, 12.1, 2],
      [1, 12.11, 3],
    ] as const) {
      total[s] = way;
      shapes.noteStep(s);
      expect([way, shapes.beginning - first]).toEqual([way, more]);
    }
  });

  it.each([0, 1, 2])("know the place of each shape along axis %i, at the origin, too", (axis) => {
    for (const [from, to, step, more] of [
      [100, 101, 1, 0],
      [100, 104, 1, 1],
      [0.3, 0, 0.3, 0],
      [-0.3, 0, 0.3, 0],
      [0.3, 0, 0.29, 1],
    ] as const) {
      const centre = new Float64Array(15);
      centre[9 + axis] = from;
      // others elsewhere
      centre.set([7, 8, 9], 3);
      const total = Float64Array.of(0, 0, 0, step, 0);
      const shapes = new ReachableShapes(centre, new Float64Array(5).fill(0.5), new Float64Array(5), total);
      const first = shapes.beginning;
      const place = [0, 0, 0];
      place[axis] = to;
      shapes.notePlace(3, place[0]!, place[1]!, place[2]!);
      expect([from, to, shapes.beginning - first]).toEqual([from, to, more]);
    }
  });
});

// Groups of many hundred points in a preview: a wall that stands, the heap that it becomes, and boxes in space that know of nobody else.
import {
  Box,
  ElasticContactPairMaterial,
  instantiate,
  Model3D,
  type ModelDefinition,
  NoGravityField,
  Object3D,
  type Result,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";
import { describe, expect, it } from "vitest";
import { NarrowPhase } from "../../../src/collision/narrowPhase.ts";
import { boxCore } from "../../../src/geometry/makeCore.ts";
import { createRandom } from "../../../src/math/random.ts";

type Vector = [number, number, number];

const wooden = (friction: number) => ({
  contactPairMaterials: {
    "DryWood,DryWood": ElasticContactPairMaterial({
      coefficientOfRestitution: 0.2,
      slidingFrictionCoefficient: friction,
    }),
  },
});
const wood = ([lengthX, lengthY, lengthZ]: Vector): ModelDefinition =>
  Solid({ shape: Box({ lengthX, lengthY, lengthZ }), solidMaterial: "DryWood", collision: true });
const free = (feature: ModelDefinition, translation: Vector, more = {}): ModelDefinition =>
  Object3D({ parent: "world", fixedToParent: false, translation, feature, ...more });

/** Growth of energy between two rows: the largest, and of all together, in parts of all energy. */
function growth(result: Result): { readonly largest: number; readonly whole: number } {
  const energy = result.signal("energy.total").values as Float64Array;
  const scale = Math.max(...energy.map(Math.abs));
  const steps = Array.from(energy.subarray(1), (x, k) => Math.max(0, x - energy[k]!) / scale);
  return { largest: Math.max(...steps), whole: steps.reduce((sum, x) => sum + x, 0) };
}

/** How deep the deepest two of equal boxes are inside each other at the end, by the narrow phase of elastic contacts. */
function deepest(result: Result, names: readonly string[], size: Vector): number {
  const core = boxCore(size[0] / 2, size[1] / 2, size[2] / 2, 0);
  const pair = new NarrowPhase(core, core);
  const poses = names.map((name) => {
    const r = result.final(`${name}.r_abs`) as number[];
    // from the world to the object: its transpose is where the axes are
    const R = result.final(`${name}.R_abs`) as number[][];
    return { r: Float64Array.from(r), R: Float64Array.from([0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => R[j]![i]!))) };
  });
  const reach = Math.hypot(...size);
  let least = 0;
  poses.forEach((a, i) => {
    for (const b of poses.slice(0, i)) {
      if (Math.hypot(...a.r.map((x, k) => x - b.r[k]!)) > reach) continue;
      pair.evaluate(a.R, 0, a.r, 0, b.R, 0, b.r, 0);
      least = Math.min(least, pair.distance);
    }
  });
  return -least;
}

describe("a wall of 68 bricks, whose 124 joints have four points each", () => {
  const brick: Vector = [0.2, 0.1, 0.06];
  const courses = 8;
  const bricks = Object.fromEntries(
    Array.from({ length: courses }, (_, course) =>
      Array.from({ length: course % 2 === 0 ? 9 : 8 }, (_, k) => [
        `b${course}_${k}`,
        free(wood(brick), [0.2 * (k - (course % 2 === 0 ? 4 : 3.5)), 0, 0.03 + 0.06 * course]),
      ]),
    ).flat(),
  );
  const names = Object.keys(bricks);
  const wall = (objects: Record<string, ModelDefinition>): ModelDefinition =>
    Model3D({
      world: Object3D({
        feature: Scene({
          response: "rigid",
          gravityField: UniformGravityField({ g: 9.81, n: [0, 0, -1] }),
          ...wooden(0.5),
        }),
      }),
      ground: Object3D({ parent: "world", translation: [0, 0, -0.1], feature: wood([6, 6, 0.2]) }),
      ...bricks,
      ...objects,
    });

  it("stands: nobody moves, and no energy comes or goes", () => {
    expect(names.length).toBe(68);
    const result = simulate(instantiate(wall({})), { stopTime: 0.2, interval: 2e-3 });
    for (const name of names) {
      const [x, y, z] = result.final(`${name}.r_abs`) as Vector;
      const [, course, k] = /b(\d+)_(\d+)/.exec(name)!.map(Number) as Vector;
      const from = [x - 0.2 * (k - (course % 2 === 0 ? 4 : 3.5)), y, z - (0.03 + 0.06 * course)];
      // a hundred thousandth of the wall; between two impulses everything hovers by g·h²/8
      expect(Math.hypot(...from)).toBeLessThan(2e-5);
      // a tenth of what gravity changes in a step
      expect(Math.hypot(...(result.final(`${name}.velocity`) as number[]))).toBeLessThan(0.1 * 9.81e-3);
    }
    const energy = result.signal("energy.total").values as Float64Array;
    // the first step lifts everything by g·h²/8
    expect(Math.max(...energy) / energy[0]! - 1).toBeLessThan(1e-5);
    expect(1 - Math.min(...energy) / energy[0]!).toBeLessThan(1e-4);
  });

  it("falls where it is hit: energy does not grow, nobody is inside another or the ground", () => {
    const ball = free(
      Solid({ shape: Sphere({ diameter: 0.16 }), solidMaterial: "Steel", collision: true }),
      [0.1, -0.3, 0.3],
      {
        velocity: [0, 6, 0],
      },
    );
    const result = simulate(instantiate(wall({ ball })), { stopTime: 0.4, interval: 2e-3 });
    const { largest, whole } = growth(result);
    expect(largest).toBeLessThan(1e-5);
    expect(whole).toBeLessThan(2e-5);
    expect(deepest(result, names, brick)).toBeLessThan(1e-3);
    const height = names.map((name) => (result.final(`${name}.r_abs`) as Vector)[2]);
    expect(Math.min(...height)).toBeGreaterThan(0.03 - 1e-3);
    // some have left the wall
    expect(names.filter((name) => (result.final(`${name}.r_abs`) as Vector)[1] > 0.1).length).toBeGreaterThan(5);
  });
});

describe("64 cubes in space that are thrown together, whose 144 sides have four points each", () => {
  const size: Vector = [0.1, 0.1, 0.1];
  const random = createRandom(64);
  const some = (): number => 2 * random.uniform() - 1;
  const cubes = Object.fromEntries(
    Array.from({ length: 64 }, (_, n) => {
      const place = [n % 4, Math.floor(n / 4) % 4, Math.floor(n / 16)].map((k) => 0.101 * (k - 1.5)) as Vector;
      // towards the middle, and about it
      const velocity = place.map((x) => -2 * x + 0.2 * some());
      velocity[0] -= place[1];
      velocity[1] += place[0];
      return [`c${n}`, free(wood(size), place, { velocity, angularVelocity: [some(), some(), some()] })];
    }),
  );
  const names = Object.keys(cubes);
  const result = simulate(
    instantiate(
      Model3D({
        world: Object3D({ feature: Scene({ response: "rigid", gravityField: NoGravityField(), ...wooden(0.3) }) }),
        ...cubes,
      }),
    ),
    { stopTime: 0.15, interval: 1e-3 },
  );
  const rows = (name: string): number[][] =>
    [1, 2, 3].map((i) => Array.from(result.signal(`${name}[${i}]`).values as Float64Array));
  const mass = 64 * 0.7;

  it("keep their momentum, and their angular momentum but for what moves them apart", () => {
    // rounding of 64 bodies and thousands of impulses; moving apart by micrometres turns nothing by more
    for (const values of rows("momentum.linear"))
      for (const value of values) expect(Math.abs(value - values[0]!)).toBeLessThan(1e-12 * mass);
    for (const values of rows("momentum.angular"))
      for (const value of values) expect(Math.abs(value - values[0]!)).toBeLessThan(1e-5 * mass);
  });

  it("lose energy, never gain it, and are not inside each other", () => {
    expect(growth(result).whole).toBeLessThan(1e-9);
    const kinetic = result.signal("energy.kinetic").values as Float64Array;
    expect(kinetic[kinetic.length - 1]).toBeLessThan(0.5 * kinetic[0]!);
    expect(deepest(result, names, size)).toBeLessThan(1e-3);
  });
});

describe("two heaps of 12 boxes that fall side by side", () => {
  const size: Vector = [0.05, 0.05, 0.05];
  const random = createRandom(12);
  const some = (): number => 2 * random.uniform() - 1;
  const heap = (name: string, x: number): Record<string, ModelDefinition> =>
    Object.fromEntries(
      Array.from({ length: 12 }, (_, k) => [
        `${name}${k}`,
        free(
          wood(size),
          [x + 0.06 * (k % 2) + 0.01 * some(), 0.06 * (Math.floor(k / 2) % 2), 0.03 + 0.055 * Math.floor(k / 4)],
          {
            rotation: [0.1 * some(), 0.1 * some(), 0.1 * some()],
          },
        ),
      ]),
    );
  const one = heap("a", 0);
  const other = heap("b", 1);
  const run = (objects: Record<string, ModelDefinition>): Result =>
    simulate(
      instantiate(
        Model3D({
          world: Object3D({
            feature: Scene({
              response: "rigid",
              gravityField: UniformGravityField({ g: 9.81, n: [0, 0, -1] }),
              ...wooden(0.3),
            }),
          }),
          ground: Object3D({ parent: "world", translation: [0, 0, -0.1], feature: wood([6, 6, 0.2]) }),
          ...objects,
        }),
      ),
      { stopTime: 0.12, interval: 0.12 },
    );
  const where = (result: Result, objects: Record<string, ModelDefinition>): unknown[] =>
    Object.keys(objects).map((name) => [result.final(`${name}.r_abs`), result.final(`${name}.velocity`)]);

  it("know nothing of each other: each moves as it does alone, to the last bit", () => {
    const alone = where(run(one), one);
    expect(where(run({ ...one, ...other }), one)).toEqual(alone);
    expect(where(run({ ...other, ...one }), one)).toEqual(alone);
  });
});

/** Surfaces of triangles that come to each other inside a step: seen before they are deep, and looked at no oftener than that needs. */
import { describe, expect, it } from "vitest";
import type { CollisionShape } from "../../../src/contact/collisionShape.ts";
import { PolygonalContact } from "../../../src/contact/polygonal/polygonalContact.ts";
import { polygonalLaw } from "../../../src/contact/polygonal/polygonalLaw.ts";
import { makeSurface } from "../../../src/contact/polygonal/surface.ts";
import { surfacePairs } from "../../../src/contact/polygonal/surfacePair.ts";
import { SurfaceSearch } from "../../../src/contact/polygonal/surfaceSearch.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import { Sphere } from "../../../src/geometry/shapes/sphere.ts";
import { createRandom } from "../../../src/math/random.ts";
import { type BodyMotion, createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { turnedBy } from "../patch/poses.ts";
import { sphereMesh } from "./meshes.ts";

type V3 = readonly [number, number, number];
/** Balls of half a metre radius; penetrations are seen down to this depth. */
const radius = 0.5;
const seen = 0.2;
const law = polygonalLaw({ bodyE_YoungsModulus: 1e5, bodyE_LayerDepth: 0.1, maxPenetration: seen });
const surface = makeSurface(sphereMesh(radius, 2), seen);
const carrier = (path: string, body: number, position: V3 = [0, 0, 0]): CollisionShape => ({
  path,
  core: convexBody(Sphere({ diameter: 2 * radius })),
  body,
  material: "Steel",
  contactRadius: radius,
  isFlat: false,
  position,
});
const nobody: ReadonlyMap<number, number> = new Map();
const search = (...shapes: readonly CollisionShape[]): SurfaceSearch =>
  new SurfaceSearch(
    surfacePairs(
      shapes,
      shapes.slice(1).map((_, k) => ({ a: k, b: k + 1, contact: new PolygonalContact(surface, surface, law) })),
    ),
  );

/** How a body moves: on a parabola, while it turns about an axis with constant speed. */
interface Course {
  readonly position: V3;
  readonly velocity: V3;
  readonly acceleration: V3;
  readonly turning: V3;
}
const rest: Course = { position: [0, 0, 0], velocity: [0, 0, 0], acceleration: [0, 0, 0], turning: [0, 0, 0] };
const size = (x: ArrayLike<number>): number => Math.hypot(...Array.from(x));

/** The step of bodies 1, 2, … on these courses, and how often it is looked at. */
class Step {
  looks = 0;
  private readonly courses: readonly Course[];
  constructor(courses: readonly Course[]) {
    this.courses = [rest, ...courses];
  }

  at(t: number): BodyMotion {
    this.looks++;
    const motion = createBodyMotion(this.courses.length);
    this.courses.forEach(({ position, velocity, acceleration, turning }, b) => {
      motion.position.set(
        position.map((x, i) => x + velocity[i]! * t + 0.5 * acceleration[i]! * t * t),
        3 * b,
      );
      motion.velocity.set(
        velocity.map((x, i) => x + acceleration[i]! * t),
        3 * b,
      );
      motion.rotation.set(turnedBy(turning.map((w) => w * t)), 9 * b);
      motion.angularVelocity.set(turning, 3 * b);
    });
    return motion;
  }

  bounds() {
    const of = (name: "acceleration" | "turning"): Float64Array =>
      Float64Array.from(this.courses, (course) => size(course[name]));
    const none = new Float64Array(3 * this.courses.length);
    return { acceleration: of("acceleration"), turning: of("turning"), angularAcceleration: none, axisTurning: none };
  }
}

describe("surfaces inside a step", () => {
  it("that come straight to each other are looked at first where the balls around them touch", () => {
    const step = new Step([
      { ...rest, position: [1, 2, 3], velocity: [1, 0, 0] },
      { ...rest, position: [4, 2, 3], velocity: [-1, 0, 0] },
    ]);
    // 2 m between the balls, at 2 m/s; then 0.1 m at a time
    const found = search(carrier("a", 1), carrier("b", 2)).examineStep(0, 3, step, nobody);
    expect(found.length).toBe(1);
    expect(found[0]).toBeGreaterThan(1);
    expect(found[0]).toBeLessThan(1.11);
    // twice at the start
    expect(step.looks).toBeLessThanOrEqual(5);
    const shorter = new Step([
      { ...rest, velocity: [1, 0, 0] },
      { ...rest, position: [3, 0, 0], velocity: [-1, 0, 0] },
    ]);
    expect(search(carrier("a", 1), carrier("b", 2)).examineStep(0, 0.99, shorter, nobody)).toEqual([]);
    expect(shorter.looks).toBe(2);
  });

  it("are those of their bodies, whichever numbers these have, and come along any axis", () => {
    for (const axis of [0, 1, 2]) {
      const along = (x: number): V3 => [0, 1, 2].map((i) => (i === axis ? x : 0)) as unknown as V3;
      const step = new Step([
        { ...rest, position: [7, 7, 7], velocity: [3, 3, 3] },
        { ...rest, velocity: along(1) },
        { ...rest, position: along(3), velocity: along(-1) },
      ]);
      const found = search(carrier("a", 2), carrier("b", 3)).examineStep(0, 3, step, nobody);
      expect(found.length).toBe(1);
      expect(found[0]).toBeGreaterThan(1);
      expect(found[0]).toBeLessThan(1.11);
      expect(step.looks).toBeLessThanOrEqual(5);
    }
  });

  it("that do not move against each other are not looked for", () => {
    const step = new Step([
      { ...rest, velocity: [1, 2, 3] },
      { ...rest, position: [0.9, 0, 0], velocity: [1, 2, 3] },
    ]);
    expect(search(carrier("a", 1), carrier("b", 2)).examineStep(0, 3, step, nobody)).toEqual([]);
    expect(step.looks).toBe(1);
  });

  it("whose motion nobody can bound well are looked at twenty thousand times at most", () => {
    const step = new Step([rest, { ...rest, position: [20, 0, 0] }]);
    const bounds = { ...step.bounds(), acceleration: Float64Array.of(0, 1e15, 0) };
    const still = step.at(0);
    let looks = 0;
    const at = (): BodyMotion => {
      looks++;
      return still;
    };
    const found = search(carrier("a", 1), carrier("b", 2)).examineStep(0, 1, { at, bounds: () => bounds }, nobody);
    expect(found).toEqual([]);
    expect(looks).toBeGreaterThan(19_000);
    expect(looks).toBeLessThan(20_004);
  });

  // speeds, accelerations and turning: each of them alone brings some of them together
  it.each([
    [2, 0, 0, 0],
    [0, 4, 0, 0.2],
    [0, 0, 4, 0.6],
    [1, 2, 2, 0.4],
  ])("are met before they are seen for longer than a look takes: speeds %d, %d and %d, arms %d", (v, a, w, arm) => {
    const random = createRandom(10 * v + a);
    const vector = (length: number): V3 => {
      const x = [0, 1, 2].map(() => 2 * random.uniform() - 1);
      return x.map((one) => (length * one) / size(x)) as unknown as V3;
    };
    let [met, seenBefore] = [0, 0];
    for (let k = 0; k < 6; k++) {
      // one of them may not move at all, and each of them turns about its own axis
      const course = (position: V3, other: V3): Course => {
        const towards = (length: number): V3 => {
          const aside = vector(0.3 * length);
          return position.map((x, i) => (length * (other[i]! - x)) / 1.3 + aside[i]!) as unknown as V3;
        };
        return { position, velocity: towards(v), acceleration: towards(a), turning: vector(w) };
      };
      const [first, second] = [vector(0.3), vector(1.3)];
      const courses = [
        k % 3 === 0 ? { ...rest, position: first } : course(first, second),
        k % 3 === 1 ? { ...rest, position: second } : course(second, first),
      ] as const;
      const arms = [vector(arm), vector(arm)] as const;
      const step = new Step(courses);
      const contact = new PolygonalContact(surface, surface, law);
      const touches = (t: number): boolean => {
        const motion = step.at(t);
        const { position, rotation: R } = motion;
        const r = position.slice();
        arms.forEach((x, b) => {
          for (let i = 0; i < 3; i++)
            for (let j = 0; j < 3; j++) r[3 * (b + 1) + i]! += R[9 * (b + 1) + 3 * i + j]! * x[j]!;
        });
        if (size([3, 4, 5].map((i) => r[i]! - r[i + 3]!)) > 2 * radius) return false;
        contact.evaluate(R, 9, r, 3, R, 18, r, 6, motion, 1, 2);
        return contact.elementCount > 0;
      };
      const [t0, t1] = [0.25, 1.25];
      const start = step.at(t0);
      const reach = arms.map((x) => size(x) + radius);
      const fastest =
        size([3, 4, 5].map((i) => start.velocity[i]! - start.velocity[i + 3]!)) +
        (t1 - t0) * (size(courses[0].acceleration) + size(courses[1].acceleration)) +
        size(courses[0].turning) * reach[0]! +
        size(courses[1].turning) * reach[1]!;
      const pairs = search(carrier("a", 1, arms[0]), carrier("b", 2, arms[1]));
      const [found = t1] = pairs.examineStep(t0, t1, step, nobody);
      expect(pairs.pairs[0]!.contact.elementCount).toBe(0);
      if (found < t1) {
        met++;
        expect(touches(found)).toBe(true);
      }
      // before it, nothing is seen for longer than half the depth takes
      const look = (0.5 * seen) / fastest;
      for (let t = t0 + 1e-9, run = 0; t < found; t += 0.25 * look) {
        run = touches(t) ? run + 1 : 0;
        if (run === 1) seenBefore++;
        expect(run).toBeLessThanOrEqual(4);
      }
    }
    expect(met).toBeGreaterThan(1);
    expect(seenBefore).toBeGreaterThan(0);
  });
});

describe("pairs of surfaces", () => {
  const three = (): SurfaceSearch => search(carrier("a", 1), carrier("b", 2), carrier("a", 1), carrier("b", 3));
  const motionOf = (second: number, third: number): BodyMotion => {
    const motion = createBodyMotion(4);
    motion.position.set([0, 0, 0, second, 0, 0, 0, third, 0], 3);
    return motion;
  };
  const functionsOf = (pairs: SurfaceSearch, motion: BodyMotion, taken: readonly number[]): number[] => {
    const g = new Float64Array(5).fill(7);
    pairs.writeEventFunctions(g, 2, motion, new Map(taken.map((key) => [key, 0])));
    return [...g];
  };

  it("have names that outlast a change of structure, also where two are alike", () => {
    const pairs = three();
    expect([-1, -2, -3].map((key) => pairs.identity(key))).toEqual([
      "surfaces 0 of a, b",
      "surfaces 0 of b, a",
      "surfaces 1 of a, b",
    ]);
    expect([-1, -2, -3].map((key) => pairs.index(key))).toEqual([0, 1, 2]);
    expect(pairs.pair(-3)).toBe(pairs.pairs[2]);
    expect(pairs.pairs.map(({ bodyE, bodyF, reachE, reachF }) => [bodyE, bodyF, reachE, reachF])).toEqual([
      [1, 2, radius, radius],
      [2, 1, radius, radius],
      [1, 3, radius, radius],
    ]);
  });

  it("are found where they touch and are not taken, and their functions change sign then", () => {
    const pairs = three();
    const functions = (motion: BodyMotion, taken: readonly number[]): number[] => functionsOf(pairs, motion, taken);
    const apart = motionOf(2, 2);
    const one = motionOf(2, 0.85);
    const both = motionOf(0.85, 0.85);
    expect(pairs.found(apart, nobody)).toEqual([]);
    expect(pairs.found(one, nobody)).toEqual([-3]);
    expect(pairs.found(both, nobody)).toEqual([-1, -2, -3]);
    expect(pairs.found(both, new Map([[-2, 0]]))).toEqual([-1, -3]);
    expect(functions(apart, [])).toEqual([7, 7, 1, 1, 7]);
    expect(functions(one, [])).toEqual([7, 7, -1, 1, 7]);
    // what is taken is up to date: it has elements, or none any more
    pairs.pairs[2]!.evaluate(one);
    expect(functions(one, [-3])).toEqual([7, 7, 1, 1, 7]);
    pairs.pairs[2]!.evaluate(apart);
    expect(functions(apart, [-3])).toEqual([7, 7, 1, -1, 7]);
    pairs.pairs[0]!.evaluate(apart);
    expect(functions(both, [-1])).toEqual([7, 7, -1, -1, 7]);
    expect(pairs.examineStep(0, 1, new Step([]), new Map([-1, -2, -3].map((key) => [key, 0])))).toEqual([]);
  });

  it("are searched for triangles where the balls around them overlap, in any direction", () => {
    for (const axis of [0, 1, 2])
      for (const sign of [1, -1])
        for (const distance of [0.999, 1.001]) {
          const motion = createBodyMotion(3);
          motion.position[6 + axis] = sign * distance;
          const [pair] = search(carrier("a", 1), carrier("b", 2)).pairs;
          pair!.evaluate(motion);
          expect(pair!.contact.results.numBVChecks > 0).toBe(distance < 1);
        }
  });
});

describe("the name of a pair", () => {
  it("tells which objects it is of, and counts pairs of the same two alone", () => {
    const shapes = ["a", "b", "c"].map((path, k) => carrier(path, k));
    const numbers = [
      [0, 1],
      [0, 2],
      [1, 2],
      [0, 1],
      [1, 0],
    ] as const;
    const found = new SurfaceSearch(
      surfacePairs(
        shapes,
        numbers.map(([a, b]) => ({ a, b, contact: new PolygonalContact(surface, surface, law) })),
      ),
    );
    expect(numbers.map((_, k) => found.identity(-1 - k))).toEqual([
      "surfaces 0 of a, b",
      "surfaces 0 of a, c",
      "surfaces 0 of b, c",
      "surfaces 1 of a, b",
      "surfaces 0 of b, a",
    ]);
  });
});

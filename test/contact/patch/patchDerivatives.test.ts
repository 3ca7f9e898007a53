/** Derivatives of patches agree with central differences of the forces, with powers of the depth, and with what symmetry asks for. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FieldPass } from "../../../src/contact/patch/fieldPass.ts";
import { type PatchBody, patchBody } from "../../../src/contact/patch/patchBody.ts";
import type { PatchDamping } from "../../../src/contact/patch/patchDissipation.ts";
import type { PatchStiffness } from "../../../src/contact/patch/patchLaw.ts";
import { regularisedSpeed } from "../../../src/contact/regularisation.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import type { SolidShape } from "../../../src/geometry/registry.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Mesh } from "../../../src/geometry/shapes/mesh.ts";
import { mulMV } from "../../../src/math/mat3.ts";
import { createRandom } from "../../../src/math/random.ts";
import { createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { identity, turnedBy } from "./poses.ts";

type Random = ReturnType<typeof createRandom>;
const vector = (random: Random, size = 1): number[] => [0, 1, 2].map(() => size * (2 * random.uniform() - 1));
const body = (shape: SolidShape): PatchBody => patchBody(convexBody(shape))!;
const origin = new Float64Array(3);

/** The hull of points on a ball. */
const stone = (radius: number, corners: number): SolidShape => {
  const random = createRandom(corners);
  const vertices = Array.from({ length: corners }, () => {
    const p = vector(random);
    return p.map((x) => (radius * x) / Math.hypot(...p));
  });
  return Mesh({ vertices: vertices.flat(), triangles: [0, 1, 2] });
};
const cube = body(Box({ lengthX: 1, lengthY: 0.9, lengthZ: 0.8 }));
const block = body(Box({ lengthX: 0.3, lengthY: 0.5, lengthZ: 0.2 }));
const pairs = [
  ["a block in a cube", cube, block],
  ["a stone in a cube", cube, body(stone(0.3, 14))],
  ["a cube in a stone", body(stone(0.5, 12)), cube],
  ["a stone in a stone", body(stone(0.5, 12)), body(stone(0.3, 14))],
] as const;
const halfSpace: PatchStiffness = { modulus: 1e10, foundation: 0 };
const foundation: PatchStiffness = { modulus: 0, foundation: 1e9 };
const laws = [["half-space", halfSpace], ["foundation", foundation]] as const; // biome-ignore format: two laws

/** A pose of the dipping body against the other one, the twist at the origin of that one, and what is between them. */
interface Scene {
  readonly pass: FieldPass;
  readonly R: Float64Array;
  readonly r: Float64Array;
  readonly twist: readonly number[];
  readonly stiffness: PatchStiffness;
  readonly law: PatchDamping;
  /** Against turning. */
  readonly resistance: number;
  readonly smallRate: number;
}

const cross = (a: ArrayLike<number>, b: ArrayLike<number>): number[] =>
  [0, 1, 2].map((i) => a[(i + 1) % 3]! * b[(i + 2) % 3]! - a[(i + 2) % 3]! * b[(i + 1) % 3]!);

/** Force and moment about the origin, by the kernel of values. */
function wrench({ pass, R, r, twist, stiffness, law, resistance, smallRate }: Scene): number[] {
  const motion = createBodyMotion(3);
  motion.velocity.set(twist.slice(0, 3), 6);
  motion.angularVelocity.set(twist.slice(3), 6);
  pass.evaluate(identity, 0, origin, 0, R, 0, r, 0, stiffness);
  if (!pass.isTouching) return [0, 0, 0, 0, 0, 0];
  pass.dissipate(motion, 1, 2, law);
  const force = Float64Array.from(pass.force);
  const torque = new Float64Array(3);
  pass.addMoment(torque, 1);
  pass.addDissipated(force, torque, 1);
  const spin = twist.slice(3);
  const s = (resistance * pass.dampedNormalForce) / regularisedSpeed(Math.hypot(...spin), smallRate);
  return [...force, ...cross(pass.point, force).map((m, i) => torque[i]! + m - s * spin[i]!)];
}

/** The scene with the dipping body displaced (0 to 2), turned (3 to 5), or with another twist (6 to 11). */
function changed(scene: Scene, c: number, step: number): Scene {
  if (c >= 6) return { ...scene, twist: scene.twist.map((x, i) => (i === c - 6 ? x + step : x)) };
  if (c < 3) return { ...scene, r: scene.r.map((x, i) => (i === c ? x + step : x)) };
  const w = [0, 1, 2].map((i) => (i === c - 3 ? step : 0));
  const r = new Float64Array(3);
  mulMV(r, 0, turnedBy(w), 0, scene.r, 0);
  return { ...scene, R: turnedBy(w, scene.R), r };
}

/** Largest errors by pose and by twist, in parts of the stiffness and of the resistance against motion that such a contact has. */
function errors(scene: Scene, step: number): [number, number] {
  const { pass, law } = scene;
  const value = wrench(scene);
  pass.derive(law, scene.resistance, scene.smallRate);
  const D = pass.derivatives!;
  const [byPose, byTwist, normalForce] = [[...D.byPose], [...D.byTwist], pass.normalForce];
  const difference = Math.max(...value.map((x, i) => Math.abs(D.wrench[i]! - x)));
  expect(difference).toBeLessThan(1e-12 * normalForce);
  const poseUnit = Math.max(...byPose.map(Math.abs), normalForce / pass.depth);
  const twistUnit = Math.max(...byTwist.map(Math.abs), normalForce * law.damping);
  const worst: [number, number] = [0, 0];
  for (let c = 0; c < 12; c++) {
    const h = c < 6 ? step : 1e-4 * law.smallSpeed;
    const [after, before] = [wrench(changed(scene, c, h)), wrench(changed(scene, c, -h))];
    const [exact, unit] = c < 6 ? [byPose, poseUnit] : [byTwist, twistUnit];
    after.forEach((x, i) => {
      const error = Math.abs((x - before[i]!) / (2 * h) - exact[6 * (c % 6) + i]!) / unit;
      worst[c < 6 ? 0 : 1] = Math.max(worst[c < 6 ? 0 : 1], error);
    });
  }
  return worst;
}

/** Bodies in any pose that touch: faces, edges and corners meet, near the edges and corners of the one that gives the field. */
function* touching(F: PatchBody, S: PatchBody, stiffness: PatchStiffness, count: number, seed: number) {
  const random = createRandom(seed);
  const pass = new FieldPass(F, S);
  for (let found = 0; found < count; ) {
    const R = turnedBy(vector(random, 3));
    const direction = vector(random);
    const distance = (0.2 + 0.8 * random.uniform()) / Math.hypot(...direction);
    const r = Float64Array.from(direction, (x) => distance * x);
    pass.evaluate(identity, 0, origin, 0, R, 0, r, 0, stiffness);
    if (!pass.isTouching || pass.depth < 1e-3 || pass.depth > 0.04) continue;
    found++;
    yield { pass, R, r, random };
  }
}

describe.each(pairs)("%s", (_, F, S) => {
  it.each(laws)("that slides has the derivatives of central differences: %s", (__, stiffness) => {
    let several = 0;
    for (const { pass, R, r, random } of touching(F, S, stiffness, 12, 3)) {
      if (pass.overlap.nearCount > 1) several++;
      // slower than friction is smoothed, faster, parting so fast that damping is cut off
      for (const speed of [0.005, 0.3, 3]) {
        const law = { damping: 1, friction: 0.4, smallSpeed: 0.01 };
        const twist = [...vector(random, speed), 0, 0, 0];
        const scene = { pass, R, r, twist, stiffness, law, resistance: 0.001, smallRate: 0.1 };
        const [byPose, byTwist] = errors(scene, 1e-6);
        expect(byPose).toBeLessThan(1e-6);
        expect(byTwist).toBeLessThan(1e-6);
      }
    }
    expect(several).toBeGreaterThan(3);
  });

  it.each(laws)("that also turns, a little, has them as well: %s", (__, stiffness) => {
    for (const { pass, R, r, random } of touching(F, S, stiffness, 6, 4)) {
      const law = { damping: 0.3, friction: 0.4, smallSpeed: 0.01 };
      const twist = [...vector(random), ...vector(random, 0.01)];
      const [byPose, byTwist] = errors({ pass, R, r, twist, stiffness, law, resistance: 0.1, smallRate: 0.1 }, 1e-6);
      expect(byPose).toBeLessThan(1e-5);
      expect(byTwist).toBeLessThan(1e-6);
    }
  });

  it.each(laws)(
    "that spins has them but for the error of quadrature, and exactly by its twist: %s",
    (__, stiffness) => {
      for (const { pass, R, r, random } of touching(F, S, stiffness, 6, 5)) {
        const law = { damping: 0.1, friction: 0.4, smallSpeed: 0.01 };
        const twist = [...vector(random, 0.3), ...vector(random, 2)];
        const [byPose, byTwist] = errors({ pass, R, r, twist, stiffness, law, resistance: 0.1, smallRate: 0.1 }, 1e-6);
        expect(byPose).toBeLessThan(0.02);
        expect(byTwist).toBeLessThan(1e-6);
      }
    },
  );

  it.each(laws)("has an elastic force with a potential: %s", (__, stiffness) => {
    for (const { pass, R, r } of touching(F, S, stiffness, 6, 6)) {
      const law = { damping: 0, friction: 0, smallSpeed: 0.01 };
      wrench({ pass, R, r, twist: [0, 0, 0, 0, 0, 0], stiffness, law, resistance: 0, smallRate: 1 });
      pass.derive(law, 0, 1);
      const { byPose: K, wrench: W } = pass.derivatives!;
      const unit = Math.max(...K.map(Math.abs));
      const axis = (i: number) => [0, 1, 2].map((k) => (k === i ? 1 : 0));
      const lacks: number[] = [];
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          lacks.push(K[6 * j + i]! - K[6 * i + j]!);
          // displacements and turnings do not commute
          lacks.push(K[6 * j + 3 + i]! - K[18 + 6 * i + j]! - cross(axis(j), W.subarray(0, 3))[i]!);
          const turned = cross(axis(i), axis(j)).reduce((sum, x, k) => sum + x * W[3 + k]!, 0);
          lacks.push(K[21 + 6 * j + i]! - K[21 + 6 * i + j]! - turned);
        }
      }
      expect(Math.max(...lacks.map(Math.abs))).toBeLessThan(1e-11 * unit);
    }
  });
});

describe("a block on the middle of a face", () => {
  const law = { damping: 2, friction: 0.4, smallSpeed: 0.01 };
  /** Lowest at a depth: on a face, an edge or a corner. */
  const scene = (
    stiffness: PatchStiffness,
    tilt: readonly number[],
    depth: number,
    twist: readonly number[],
  ): Scene => {
    const R = turnedBy(tilt);
    const reach = 0.15 * Math.abs(R[6]!) + 0.25 * Math.abs(R[7]!) + 0.1 * Math.abs(R[8]!);
    const r = Float64Array.of(0.1, -0.05, 0.4 + reach - depth);
    return { pass: new FieldPass(cube, block), R, r, twist, stiffness, law, resistance: 0, smallRate: 1 };
  };

  // F ∝ δ^power for a similar shape of the overlap at every depth
  it.each([
    ["face", [0, 0, 0.3], halfSpace, 1],
    ["face", [0, 0, 0.3], foundation, 1],
    ["edge", [0, 0.4, 0], halfSpace, 1.5],
    ["edge", [0, 0.4, 0], foundation, 2],
    ["corner", [0.3, 0.4, 0], halfSpace, 2],
    ["corner", [0.3, 0.4, 0], foundation, 3],
  ] as const)("has the stiffness of a power law down to nanometres: on its %s", (_, tilt, stiffness, power) => {
    for (const depth of [1e-9, 1e-7, 1e-4]) {
      const at = scene(stiffness, tilt, depth, [0, 0, 0, 0, 0, 0]);
      const force = wrench(at)[2]!;
      at.pass.derive(law, 0, 1);
      // coordinates are rounded in their 16th digit
      const rounding = 1e-15 / depth;
      const slope = (-at.pass.derivatives!.byPose[6 * 2 + 2]! * depth) / force;
      expect(Math.abs(slope - power)).toBeLessThan(1e-10 + 10 * rounding);
    }
  });

  it("is the same where it is displaced along the face, or turned about its normal", () => {
    const random = createRandom(7);
    for (const tilt of [
      [0, 0, 0.3],
      [0, 0.4, 0],
      [0.3, 0.4, 0],
    ] as const) {
      // biome-ignore format: three
      for (const depth of [1e-9, 1e-4]) {
        const twist = [...vector(random, 0.1), ...vector(random)];
        const at = scene(halfSpace, tilt, depth, twist);
        wrench(at);
        at.pass.derive(law, 0, 1);
        const { byPose: P, byTwist: V, wrench: W } = at.pass.derivatives!;
        const [v, w, F, M] = [twist.slice(0, 3), twist.slice(3), W.subarray(0, 3), W.subarray(3)];
        const times = (x: readonly number[], i: number) => x.reduce((sum, y, c) => sum + V[6 * c + i]! * y, 0);
        // coordinates are rounded in their 16th digit
        const allowed = (1e-13 + 1e-16 / depth) * Math.max(...P.map(Math.abs));
        for (const axis of [0, 1, 2]) {
          const e = [0, 1, 2].map((k) => (k === axis ? 1 : 0));
          const isTurned = axis === 2;
          const change = isTurned ? [...cross(e, F), ...cross(e, M)] : [0, 0, 0, ...cross(e, F)];
          const slower = isTurned ? [...cross(v, e), ...cross(w, e)] : [...cross(w, e), 0, 0, 0];
          change.forEach((x, i) => {
            const column = P[6 * (isTurned ? 5 : axis) + i]!;
            expect(Math.abs(column - x - times(slower, i))).toBeLessThan(allowed);
          });
        }
      }
    }
  });

  it("has none where it does not touch", () => {
    const at = scene(halfSpace, [0, 0, 0], 1e-4, [1, 0, 0, 0, 0, 0]);
    wrench(at);
    at.pass.derive(law, 0, 1);
    wrench({ ...at, r: Float64Array.of(0, 0, 1) });
    at.pass.derive(law, 0, 1);
    const { byPose, byTwist, wrench: W } = at.pass.derivatives!;
    expect([...byPose, ...byTwist, ...W].every((x) => x === 0)).toBe(true);
  });

  it("has the derivatives of central differences wherever and however it slides and rocks", () => {
    const meeting = fc.record({
      tilt: fc.constantFrom([0, 0, 0.4], [0.3, 0, 0], [0, -0.2, 1], [0.25, 0.35, 0], [1e-3, 0, 2], [0.02, -0.01, 0]),
      place: fc.constantFrom([0.1, -0.05], [0.5, 0.1], [0.47, -0.4], [-0.52, 0.45]),
      exponent: fc.double({ min: -6, max: -3, noNaN: true }),
      speed: fc.constantFrom(0.003, 0.05, 0.5),
      closing: fc.constantFrom(-0.3, -1e-3, 1e-4, 0.2),
      rocking: fc.double({ min: -1e-3, max: 1e-3, noNaN: true }),
      stiffness: fc.constantFrom(halfSpace, foundation),
    });
    fc.assert(
      fc.property(meeting, ({ tilt, place, exponent, speed, closing, rocking, stiffness }) => {
        const depth = 10 ** exponent;
        const at = scene(stiffness, tilt, depth, [speed, 0.3 * speed, -closing, rocking, -rocking, 0]);
        at.r.set(place);
        wrench(at);
        if (!at.pass.isTouching) return;
        const [byPose, byTwist] = errors(at, 1e-3 * at.pass.depth);
        expect(byPose).toBeLessThan(1e-5);
        expect(byTwist).toBeLessThan(1e-6);
      }),
      { seed: 23, numRuns: 80 },
    );
  });
});

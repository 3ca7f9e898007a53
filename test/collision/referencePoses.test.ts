// Poses with exactly known signed distance: every pair of shapes, separated, shallow and touching.
import { describe, expect, it } from "vitest";
import { NarrowPhase } from "../../src/collision/narrowPhase.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import {
  knownPose,
  mulberry32,
  randomRotation,
  regimes,
  samplePairs,
  sampleShape,
} from "../reference/narrowphase/poses.ts";
import { recordComparison } from "../reference/recordComparison.ts";
import { originOf, toShape } from "./sampleBodies.ts";

const posesPerRegime = 250;

/** Largest error of the signed distance, relative to the size 1 m of the shapes. */
const allowed = 1e-12;

function place(R: readonly number[], r: readonly number[]) {
  return { R: Float64Array.from(R), r: Float64Array.from(r) };
}

/** Q·M for matrices row by row, or Q·v. */
function turn(Q: readonly number[], M: readonly number[], columns: number): number[] {
  return Array.from({ length: 3 * columns }, (_, k) => {
    const [i, j] = [Math.floor(k / columns), k % columns];
    return Q[3 * i] * M[j] + Q[3 * i + 1] * M[columns + j] + Q[3 * i + 2] * M[2 * columns + j];
  });
}

describe.each(samplePairs.map(([a, b], index) => ({ a, b, index })))("$a and $b", ({ a, b, index }) => {
  const [A, B] = [sampleShape(a), sampleShape(b)];
  const [bodyA, bodyB] = [convexBody(toShape(A)), convexBody(toShape(B))];
  const forward = new NarrowPhase(bodyA, bodyB);
  const backward = new NarrowPhase(bodyB, bodyA);

  it.each([0, 1, 2])(
    "have the distance they were placed at, in both orders and after a common motion (regime %i)",
    (regime) => {
      const u = mulberry32(77_000 + 10 * index + regime);
      let [distance, alignment, symmetry, motion, normal] = [0, 0, 0, 0, 0];
      for (let i = 0; i < posesPerRegime; i++) {
        const pose = knownPose(u, A, B, regime);
        const [pA, pB] = [place(pose.RA, originOf(A, pose.RA, pose.pA)), place(pose.RB, originOf(B, pose.RB, pose.pB))];
        forward.evaluate(pA.R, 0, pA.r, 0, pB.R, 0, pB.r, 0);
        backward.evaluate(pB.R, 0, pB.r, 0, pA.R, 0, pA.r, 0);
        distance = Math.max(distance, Math.abs(forward.distance - pose.delta));
        symmetry = Math.max(symmetry, Math.abs(forward.distance - backward.distance));
        for (let k = 0; k < 3; k++) {
          const gap = forward.pointB[k] - forward.pointA[k] - forward.distance * forward.normal[k];
          alignment = Math.max(alignment, Math.abs(gap));
          normal = Math.max(normal, Math.abs(forward.normal[k] - pose.n[k]));
          symmetry = Math.max(symmetry, Math.abs(forward.normal[k] + backward.normal[k]));
        }
        const before = forward.distance;
        const Q = randomRotation(u);
        const shift = [5 * u(), 5 * u(), 5 * u()];
        const move = (p: { R: Float64Array; r: Float64Array }) =>
          place(
            turn(Q, [...p.R], 3),
            turn(Q, [...p.r], 1).map((x, k) => x + shift[k]),
          );
        const [mA, mB] = [move(pA), move(pB)];
        forward.evaluate(mA.R, 0, mA.r, 0, mB.R, 0, mB.r, 0);
        motion = Math.max(motion, Math.abs(forward.distance - before));
      }
      recordComparison(`${a}, ${b}, ${regimes[regime]}: largest error, m`, distance, 0, allowed);
      expect({ regime: regimes[regime], distance }).toEqual({
        regime: regimes[regime],
        distance: expect.toBeBelow(allowed),
      });
      expect(alignment).toBeLessThan(1e-14);
      expect(symmetry).toBeLessThan(allowed);
      expect(motion).toBeLessThan(allowed);
      // the normal of two corners 0.01 apart has the rounding of positions (1e-15) over that length
      expect(normal).toBeLessThan(1e-11);
    },
  );
});

expect.extend({
  toBeBelow: (received: number, limit: number) => ({
    pass: received < limit,
    message: () => `${received} is not below ${limit}`,
  }),
});

declare module "vitest" {
  interface Matchers<T> {
    toBeBelow(limit: number): T;
  }
}

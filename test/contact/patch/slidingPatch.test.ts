/** Patches of irregular bodies in any pose: what slides or is pressed without turning is braked at the centre of pressure. */
import { describe, expect, it } from "vitest";
import { type PatchBody, patchBody } from "../../../src/contact/patch/patchBody.ts";
import { PatchContact } from "../../../src/contact/patch/patchContact.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import type { SolidShape } from "../../../src/geometry/registry.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Cylinder } from "../../../src/geometry/shapes/cylinder.ts";
import { Mesh } from "../../../src/geometry/shapes/mesh.ts";
import { createRandom } from "../../../src/math/random.ts";
import { createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { turnedBy } from "./poses.ts";

const body = (shape: SolidShape): PatchBody => patchBody(convexBody(shape))!;
type Vectors = (size?: number) => number[];
const vectors = (random: ReturnType<typeof createRandom>): Vectors => {
  const some = (size: number): number => size * (2 * random.uniform() - 1);
  return (size = 1) => [some(size), some(size), some(size)];
};

/** The hull of points on a ball. */
const stone = (radius: number, corners: number): SolidShape => {
  const vector = vectors(createRandom(corners));
  const vertices = Array.from({ length: corners }, () => {
    const p = vector();
    return p.map((x) => (radius * x) / Math.hypot(...p));
  });
  return Mesh({ vertices: vertices.flat(), triangles: [0, 1, 2] });
};
const cube = body(Box({ lengthX: 1, lengthY: 0.9, lengthZ: 0.8 }));
const pairs = [
  ["a stone on a cube", cube, body(stone(0.3, 14))],
  ["a cube on a stone", body(stone(0.3, 14)), cube],
  ["a box on a stone", body(stone(0.6, 20)), body(Box({ lengthX: 0.3, lengthY: 0.5, lengthZ: 0.2 }))],
  ["a cylinder on a cube", cube, body(Cylinder({ axis: 2, diameter: 0.4, length: 0.5 }))],
] as const;

const laws = [{ modulus: 0, foundation: 1e9 }, { modulus: 1e10, foundation: 0 }] as const; // biome-ignore format: two laws
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

describe.each(pairs)("%s", (_, A, B) => {
  it.each(laws)("is braked at its centre of pressure: modulus $modulus", (stiffness) => {
    const random = createRandom(12);
    const vector = vectors(random);
    let touched = 0;
    while (touched < 12) {
      const pair = new PatchContact(A, B);
      const [RA, RB] = [turnedBy(vector(3)), turnedBy(vector(3))];
      const rA = Float64Array.from(vector());
      const direction = vector();
      const distance = (0.4 + 0.7 * random.uniform()) / Math.hypot(...direction);
      const rB = Float64Array.from(direction, (x, i) => rA[i]! + distance * x);
      pair.evaluate(RA, 0, rA, 0, RB, 0, rB, 0, stiffness);
      if (!pair.isTouching || pair.depth < 1e-3 || pair.depth > 0.08) continue;
      touched++;
      const { normal, normalForce: N } = pair;
      const elastic = [...pair.force];
      const turning = [...pair.torque];
      expect(dot(normal, elastic) / N).toBeCloseTo(1, 12);
      // across the normal, and along it
      const v = vector();
      const across = v.map((x, i) => x - dot(v, normal) * normal[i]!);
      const speed = Math.hypot(...across);
      for (const [sliding, approach, damping, friction] of [
        [1, 0, 0, 0.4],
        [1, 0, 3, 0.4],
        [0, 0.1, 3, 0],
        [1, 0.1, 3, 0.4],
        [1, -0.1, 3, 0.4],
      ] as const) {
        pair.evaluate(RA, 0, rA, 0, RB, 0, rB, 0, stiffness);
        const motion = createBodyMotion(3);
        motion.position.set(rA, 3);
        motion.position.set(rB, 6);
        // both move, A along with it
        const drift = vector();
        motion.velocity.set(drift, 3);
        motion.velocity.set(drift.map((x, i) => x + sliding * across[i]! - approach * normal[i]!), 6); // biome-ignore format: B
        pair.addDissipation(motion, 1, 2, { damping, friction, smallSpeed: 1e-6 });
        const pressed = N * (1 + damping * approach);
        expect(pair.normalForce / pressed).toBeCloseTo(1, 9);
        for (let i = 0; i < 3; i++) {
          const braked = sliding * friction * pressed * (across[i]! / speed);
          expect((pair.force[i]! - (elastic[i]! + (pressed - N) * normal[i]! - braked)) / N).toBeCloseTo(0, 9);
          // about that point nothing is added
          expect((pair.torque[i]! - turning[i]!) / N).toBeCloseTo(0, 9);
        }
      }
    }
  });
});

import { describe, expect, it } from "vitest";
import { portalDistance } from "../../src/collision/portalDistance.ts";
import { signedDistance } from "../../src/collision/signedDistance.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Ellipsoid } from "../../src/geometry/shapes/ellipsoid.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { knownPose, mulberry32, samplePairs, sampleShape } from "../reference/narrowphase/poses.ts";
import { originOf, toShape } from "./sampleBodies.ts";

const at = (x: number, y: number, z: number) => ({ translation: [x, y, z] as const });

describe("Minkowski portal refinement", () => {
  it.each(samplePairs.filter(([, b]) => b !== "hull1000"))(
    "finds the sign, and bounds of the exact distance, for %s and %s",
    (a, b) => {
      const [A, B] = [sampleShape(a), sampleShape(b)];
      const [shapeA, shapeB] = [toShape(A), toShape(B)];
      for (const regime of [0, 1]) {
        const u = mulberry32(31 + regime);
        for (let i = 0; i < (b === "hull100" ? 20 : 100); i++) {
          const pose = knownPose(u, A, B, regime);
          const [poseA, poseB] = [
            { translation: originOf(A, pose.RA, pose.pA), rotation: pose.RA },
            { translation: originOf(B, pose.RB, pose.pB), rotation: pose.RB },
          ];
          const exact = signedDistance(shapeA, poseA, shapeB, poseB).distance;
          const { distance, termination, residual } = portalDistance(shapeA, poseA, shapeB, poseB);
          expect(["TC1", "TC2", "TC3"]).toContain(termination);
          expect(residual).toBeLessThan(1e-13); // of the size, which is below 1 m
          expect(Math.sign(distance)).toBe(Math.sign(exact));
          // separated: the length of a vector between the bodies; penetrating: a translation that parts them
          expect(Math.abs(distance)).toBeGreaterThan(Math.abs(exact) - 1e-12);
        }
      }
    },
  );

  it("is exact where the ray meets the closest face", () => {
    const answer = portalDistance(Box(), at(0, 0, 0), Box(), {
      ...at(0.1, 0.05, 1.3),
      rotation: [0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1],
    });
    expect(answer.distance).toBeCloseTo(0.3, 14);
    answer.normal.forEach((x, k) => expect(x).toBeCloseTo([0, 0, 1][k], 14));
    answer.pointB.forEach((x, k) => expect(x - answer.pointA[k]).toBeCloseTo([0, 0, 0.3][k], 14));
  });

  it("ends with TC1 where the ray meets a support point", () => {
    const { termination, distance, iterations } = portalDistance(Sphere(), at(0, 0, 0), Sphere(), at(3, 0, 0));
    expect({ termination, distance, iterations }).toEqual({ termination: "TC1", distance: 2, iterations: 1 });
  });

  it("gives its best solution so far at the limit of iterations, and says how good it is", () => {
    const pose = { ...at(0.7, 0.5, 0.6), rotation: [0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1] };
    const ball = Ellipsoid({ lengthX: 2 });
    const full = portalDistance(ball, {}, ball, pose);
    // phase 2 has the same limit, so the first portals differ; over several iterations the residual shrinks
    const answers = [2, 8].map((maximumIterations) => portalDistance(ball, {}, ball, pose, { maximumIterations }));
    for (const { termination } of answers) expect(termination).toMatch(/^bestTC[23]$/);
    expect(answers[1].residual).toBeLessThan(answers[0].residual);
    expect(answers[1].residual).toBeGreaterThan(full.residual);
    expect(Math.abs(answers[1].distance - full.distance)).toBeLessThan(Math.abs(answers[0].distance - full.distance));
    expect(full.termination).toMatch(/^TC[23]$/);
  });

  it("says when it has no answer", () => {
    const same = portalDistance(Box(), at(0, 0, 0), Box(), at(0, 0, 0));
    expect([same.termination, same.distance]).toEqual(["centresCoincide", Number.NaN]);
    const plane = Box({ lengthZ: 0 });
    const flat = portalDistance(plane, at(0, 0, 0), plane, at(0.3, 0.1, 0));
    expect([flat.termination, flat.distance]).toEqual(["planar", Number.NaN]);
  });

  it("refuses tolerances and limits that make no sense", () => {
    for (const options of [{ tolerance: -1 }, { maximumIterations: 0 }]) {
      expect(() => portalDistance(Box(), {}, Box(), at(3, 0, 0), options)).toThrow(
        expect.objectContaining({ code: "E-OPTION-VALUE", hint: expect.stringContaining("number") }),
      );
    }
  });
});

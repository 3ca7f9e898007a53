import { describe, expect, it } from "vitest";
import { forgetAnswer } from "../../src/collision/bestAnswer.ts";
import { penetrationByExpansion } from "../../src/collision/expandingPolytope.ts";
import { distanceByDescent } from "../../src/collision/gjk.ts";
import { NarrowPhase } from "../../src/collision/narrowPhase.ts";
import { locate, Pair } from "../../src/collision/pair.ts";
import { signedDistance } from "../../src/collision/signedDistance.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { Grid } from "../../src/geometry/shapes/visualShapes.ts";
import { convexShapes } from "../geometry/shapeSamples.ts";
import { mulberry32, randomRotation } from "../reference/narrowphase/poses.ts";

describe("signed distance", () => {
  it("takes matrices and quaternions for the same rotation", () => {
    const box = Box({ lengthX: 2, lengthY: 1, lengthZ: 1 });
    const ball = Sphere({ diameter: 1 });
    const h = Math.SQRT1_2;
    const byMatrix = signedDistance(box, { rotation: [0, -1, 0, 1, 0, 0, 0, 0, 1] }, ball, { translation: [0, 3, 0] });
    const byQuaternion = signedDistance(box, { rotation: [0, 0, h, h] }, ball, { translation: [0, 3, 0] });
    expect(byMatrix.distance).toBe(1.5); // the long side of the box points along y
    expect(byQuaternion.distance).toBeCloseTo(1.5, 15);
    expect(byMatrix.pointA).toEqual([0, 1, 0]);
    expect(byMatrix.pointB).toEqual([0, 2.5, 0]);
    expect(byMatrix.termination).toBe("closedForm");
  });

  it("with rounded edges grows at corners and stays at faces", () => {
    const box = Box();
    const point = Sphere({ diameter: 0 });
    const r = 0.1;
    const face = signedDistance(box, {}, point, { translation: [1, 0, 0] }, { smoothingRadius: r });
    const corner = signedDistance(box, {}, point, { translation: [1, 1, 1] }, { smoothingRadius: r });
    expect(face.distance).toBeCloseTo(0.5, 15);
    expect(corner.distance).toBeCloseTo(Math.sqrt(3) * (0.5 + r) - r, 14);
  });

  it.each([
    ["a translation of two numbers", { translation: [1, 2] }, "[x, y, z] in metres"],
    ["a translation that is not a number", { translation: [1, 2, Number.NaN] }, "[x, y, z] in metres"],
    ["a matrix that stretches", { rotation: [2, 0, 0, 0, 1, 0, 0, 0, 1] }, "a rotation matrix"],
    ["a mirror", { rotation: [-1, 0, 0, 0, 1, 0, 0, 0, 1] }, "a rotation matrix"],
    ["a quaternion of length 2", { rotation: [0, 0, 0, 2] }, "a unit quaternion"],
    ["three angles", { rotation: [0, 0, 0] }, "a unit quaternion"],
  ])("refuses %s", (_, pose, hint) => {
    const error = { code: "E-POSE", hint: expect.stringContaining(hint), path: expect.stringContaining("poseB") };
    expect(() => signedDistance(Box(), {}, Box(), pose as never)).toThrow(expect.objectContaining(error));
  });

  it("refuses shapes that are only drawn, and options it does not have", () => {
    expect(() => signedDistance(Grid() as never, {}, Box(), {})).toThrow(
      expect.objectContaining({ code: "E-SHAPE-SOLID" }),
    );
    expect(() => signedDistance(Box(), {}, Box(), {}, { smoothRadius: 1 } as never)).toThrow(
      expect.objectContaining({ code: "E-OPTION-UNKNOWN", hint: 'did you mean "smoothingRadius"?' }),
    );
  });
});

describe("closed forms", () => {
  const partners = [...convexShapes, ["another capsule", Capsule({ diameter: 0.3, length: 0.9 })] as const];
  it.each(partners)("agree with the general algorithm for a %s", (_, shape) => {
    const u = mulberry32(5);
    const isCapsule = shape.kind === "Capsule";
    const A = convexBody(isCapsule ? Capsule({ diameter: 0.2, length: 0.6 }) : Sphere({ diameter: 0.2 }));
    const B = convexBody(shape);
    const narrowPhase = new NarrowPhase(A, B);
    const pair = new Pair(A, B);
    pair.size = Math.max(A.reach, B.reach);
    const zero = new Float64Array(3);
    let worst = 0;
    for (let i = 0; i < 500; i++) {
      const [RA, RB] = [Float64Array.from(randomRotation(u)), Float64Array.from(randomRotation(u))];
      const r = Float64Array.from([0, 0, 0], () => 1.2 * (u() - 0.5));
      narrowPhase.evaluate(RA, 0, zero, 0, RB, 0, r, 0);
      locate(pair, RA, 0, zero, 0, RB, 0, r, 0);
      forgetAnswer(pair);
      if (distanceByDescent(pair) !== 1) penetrationByExpansion(pair);
      worst = Math.max(worst, Math.abs(pair.distance - A.radius - B.radius - narrowPhase.distance));
    }
    expect(worst).toBeLessThan(1e-12);
  });
});

describe("the kernel", () => {
  const pairs = convexShapes.map(([, shape]) => new NarrowPhase(convexBody(shape), convexBody(convexShapes[5][1])));
  const u = mulberry32(9);
  const poses = Array.from({ length: 50 }, () => ({
    RA: Float64Array.from(randomRotation(u)),
    RB: Float64Array.from(randomRotation(u)),
    r: Float64Array.from([0, 0, 0], () => 1.2 * (u() - 0.5)),
  }));
  const zero = new Float64Array(3);

  it("does not remember: the same poses give the same bits, whatever came before", () => {
    const run = (pair: NarrowPhase, order: readonly number[]) => {
      const results: number[][] = [];
      for (const i of order) {
        pair.evaluate(poses[i].RA, 0, zero, 0, poses[i].RB, 0, poses[i].r, 0);
        results[i] = [pair.distance, ...pair.normal, ...pair.pointA, pair.iterations];
      }
      return results;
    };
    const order = poses.map((_, i) => i);
    for (const pair of pairs) expect(run(pair, [...order].reverse())).toEqual(run(pair, order));
  });
});

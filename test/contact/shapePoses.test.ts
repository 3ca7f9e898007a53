import { describe, expect, it } from "vitest";
import { ShapePoses } from "../../src/contact/shapePoses.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";

function reach(shape: Parameters<typeof convexBody>[0], place: object = {}): number[] {
  const out = new Float64Array(3);
  new ShapePoses([{ core: convexBody(shape), body: 1, ...place } as never]).reachAboutAxes(out, 0);
  return Array.from(out);
}

const near = (expected: readonly number[]) => expected.map((x) => expect.closeTo(x, 12));

describe("how far shapes reach from the axes of their body", () => {
  it("is the distance of the corners of a box", () => {
    expect(reach(Box({ lengthX: 0.01, lengthY: 0.03, lengthZ: 0.06 }))).toEqual(
      near([Math.hypot(0.015, 0.03), Math.hypot(0.005, 0.03), Math.hypot(0.005, 0.015)]),
    );
  });

  it("is the radius of a ball, not that of the box around it", () => {
    expect(reach(Sphere({ diameter: 0.2 }))).toEqual(near([0.1, 0.1, 0.1]));
  });

  it("follows a shape that is moved and turned", () => {
    // along z, turned to x by the rotation about y, and moved along y
    const rotation = [0, 0, 1, 0, 1, 0, -1, 0, 0];
    const [x, y, z] = reach(Capsule({ axis: 3, diameter: 0.02, length: 0.1 }), { position: [0, 0.3, 0], rotation });
    expect(x).toBeCloseTo(Math.hypot(0.31, 0.01), 12);
    expect(y).toBeCloseTo(Math.hypot(0.06, 0.01), 12);
    expect(z).toBeCloseTo(Math.hypot(0.06, 0.31), 12);
  });
});

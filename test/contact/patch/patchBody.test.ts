/** Which shapes touch in patches, how thick they are, and what is left of them without rounded edges. */
import { describe, expect, it } from "vitest";
import { patchBody, thickness } from "../../../src/contact/patch/patchBody.ts";
import { sharpCore } from "../../../src/contact/patch/sharpCore.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import type { SolidShape } from "../../../src/geometry/registry.ts";
import { Beam } from "../../../src/geometry/shapes/beam.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Capsule } from "../../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../../src/geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../../../src/geometry/shapes/ellipsoid.ts";
import { Sphere } from "../../../src/geometry/shapes/sphere.ts";
import { supportPoint } from "../../../src/geometry/support.ts";

const bodyOf = (shape: SolidShape) => patchBody(convexBody(shape));

describe("a body that touches in patches", () => {
  it.each([
    ["a sphere", Sphere({ diameter: 1 })],
    ["an ellipsoid", Ellipsoid({ lengthX: 1, lengthY: 2, lengthZ: 3 })],
    ["a box without width", Box({ lengthX: 0, lengthY: 1, lengthZ: 1 })],
    ["a box without depth", Box({ lengthX: 1, lengthY: 0, lengthZ: 1 })],
    ["a box without height", Box({ lengthX: 1, lengthY: 1, lengthZ: 0 })],
    ["a cylinder that is a line", Cylinder({ diameter: 0, length: 1 })],
    ["a cylinder that is a disc", Cylinder({ diameter: 1, length: 0 })],
    ["a beam that is a rectangle", Beam({ length: 1, width: 0, thickness: 1 })],
    ["a beam that is a sheet", Beam({ length: 1, width: 1, thickness: 0 })],
    ["a capsule that is a line", Capsule({ diameter: 0, length: 1 })],
    ["a capsule that is a ball", Capsule({ diameter: 1, length: 0 })],
    ["a capsule that is a point", Capsule({ diameter: 0, length: 0 })],
  ] as const)("is not %s", (_, shape) => {
    expect(bodyOf(shape)).toBeUndefined();
  });

  it.each([
    ["a box", Box({ lengthX: 0.3, lengthY: 2, lengthZ: 1 }), 0.3],
    ["a box on its side", Box({ lengthX: 3, lengthY: 0.2, lengthZ: 1 }), 0.2],
    ["a plate", Box({ lengthX: 3, lengthY: 2, lengthZ: 0.1 }), 0.1],
    ["a rod", Cylinder({ axis: 1, diameter: 0.1, length: 2 }), 0.1],
    ["a disc", Cylinder({ axis: 2, diameter: 2, length: 0.1 }), 0.1],
    ["a capsule", Capsule({ axis: 3, diameter: 0.2, length: 0.1 }), 0.2],
    ["a beam", Beam({ axis: 1, length: 2, width: 0.3, thickness: 0.4 }), 0.3],
    ["a flat beam", Beam({ axis: 1, length: 2, width: 0.3, thickness: 0.1 }), 0.1],
    ["a flat cone", Cone({ axis: 3, diameter: 2, length: 0.5 }), 0.5],
    ["a steep cone", Cone({ axis: 3, diameter: 0.4, topDiameter: 0.3, length: 2 }), 0.4],
  ] as const)("is as thick as %s is", (_, shape, thick) => {
    expect(thickness(bodyOf(shape)!)).toBeCloseTo(thick, 12);
  });

  it.each([
    ["box", Box({ lengthX: 0.3, lengthY: 2, lengthZ: 1 })],
    ["cylinder", Cylinder({ axis: 2, diameter: 0.4, length: 1 })],
    ["beam", Beam({ axis: 3, length: 2, width: 0.3, thickness: 0.4 })],
    ["pointed cone", Cone({ axis: 1, diameter: 0.6, length: 1 })],
    ["cut cone", Cone({ axis: 1, diameter: 0.6, topDiameter: 0.2, length: 1 })],
  ] as const)("has its sharp edges back where a %s was rounded", (_, shape) => {
    const rounded = convexBody(shape, { smoothingRadius: 0.02 });
    expect(rounded.radius).toBeGreaterThan(0.01);
    const [sharp, plain] = [sharpCore(patchBody(rounded)!), convexBody(shape)];
    expect(thickness(patchBody(rounded)!)).toBeCloseTo(thickness(patchBody(plain)!), 12);
    const [corners, sharpCorners] = [rounded, plain].map((core) => [...patchBody(core)!.polytope.vertices]);
    corners!.forEach((x, i) => expect(x).toBeCloseTo(sharpCorners![i]!, 12));
    expect([sharp.kind, sharp.axis, sharp.radius]).toEqual([plain.kind, plain.axis, 0]);
    sharp.size.forEach((x, i) => expect(x).toBeCloseTo(plain.size[i]!, 12));
    // its ball holds every point, and no smaller one about that centre does
    const found = new Float64Array(32);
    let farthest = 0;
    for (let k = 0; k < 400; k++) {
      const [z, angle] = [1 - (2 * k + 1) / 400, 2.4 * k];
      const across = Math.sqrt(1 - z * z);
      const d = Float64Array.of(across * Math.cos(angle), across * Math.sin(angle), z);
      supportPoint(found, 0, sharp, d, 0);
      farthest = Math.max(farthest, Math.hypot(...[0, 1, 2].map((i) => found[i]! - sharp.centre[i]!)));
    }
    expect(farthest).toBeLessThanOrEqual(sharp.reach * (1 + 1e-12));
    expect(farthest).toBeGreaterThan(0.995 * sharp.reach);
  });

  it("stays as it is where nothing is rounded, and a capsule always", () => {
    for (const shape of [Box(), Cylinder(), Cone(), Beam(), Capsule()]) {
      const body = bodyOf(shape)!;
      expect(sharpCore(body)).toBe(body.core);
    }
  });
});

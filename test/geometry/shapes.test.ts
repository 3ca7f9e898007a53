import { describe, expect, it } from "vitest";
import { geometryOf } from "../../src/geometry/registry.ts";
import { Beam } from "../../src/geometry/shapes/beam.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../../src/geometry/shapes/ellipsoid.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import {
  CoordinateSystem,
  GearWheel,
  Grid,
  ModelicaShape,
  SpringShape,
  TextShape,
} from "../../src/geometry/shapes/visualShapes.ts";
import { tessellate } from "../../src/geometry/tessellate.ts";

describe("shapes", () => {
  it("have the documented defaults", () => {
    expect(Sphere()).toEqual({ kind: "Sphere", diameter: 1 });
    expect(Cylinder({ diameter: 2 })).toEqual({ kind: "Cylinder", axis: 3, diameter: 2, length: 1, innerDiameter: 0 });
    expect(Beam()).toEqual({ kind: "Beam", axis: 3, length: 1, width: 0.2, thickness: 0.1 });
    expect(CoordinateSystem()).toEqual({ kind: "CoordinateSystem", length: 1 });
    expect(GearWheel().teeth).toBe(20);
    expect(Grid().distance).toBe(0.1);
    expect(SpringShape().windings).toBe(5);
    expect(ModelicaShape({ type: 11 }).type).toBe(11);
    expect(TextShape({ text: "top", font: { bold: true } }).font).toMatchObject({
      bold: true,
      italic: false,
      size: 0.1,
    });
  });

  it("have a contact radius, a longest edge and a flatness", () => {
    const table = [
      [Sphere({ diameter: 2 }), 1, 2, false],
      [Ellipsoid({ lengthX: 3, lengthY: 2, lengthZ: 4 }), 1, 4, false],
      [Box({ lengthX: 3, lengthY: 2, lengthZ: 4 }), 1, 4, true],
      [Cylinder({ diameter: 3, length: 2 }), 1, 3, false],
      [Cone({ diameter: 3, topDiameter: 1, length: 2 }), 1, 3, false],
      [Capsule({ diameter: 2, length: 3 }), 1, 5, false],
      [Beam({ length: 4, width: 3, thickness: 2 }), 1, 7, true],
    ] as const;
    for (const [shape, radius, edge, isFlat] of table) {
      const geometry = geometryOf(shape);
      expect([shape.kind, geometry.contactRadius(shape), geometry.longestEdge(shape), geometry.isFlat]).toEqual([
        shape.kind,
        radius,
        edge,
        isFlat,
      ]);
    }
  });

  it.each([
    ["a sphere of NaN", () => Sphere({ diameter: Number.NaN }), "Sphere.diameter", "a length in metres"],
    ["a box of negative length", () => Box({ lengthY: -1 }), "Box.lengthY", "a length in metres"],
    ["an infinite ellipsoid", () => Ellipsoid({ lengthZ: Infinity }), "Ellipsoid.lengthZ", "a length in metres"],
    ["a length given as text", () => Capsule({ length: "1" as never }), "Capsule.length", "a length in metres"],
    ["a fourth axis", () => Capsule({ axis: 4 as never }), "Capsule.axis", "axis 1, 2 or 3"],
    ["a bore wider than the pipe", () => Cylinder({ innerDiameter: 1 }), "Cylinder.innerDiameter", "innerDiameter <"],
    ["a cone wider at its top", () => Cone({ topDiameter: 2 }), "Cone.topDiameter", "topDiameter <"],
    ["a grid without lines", () => Grid({ distance: 0 }), "Grid.distance", "0 < distance"],
    ["a wire thicker than its spring", () => SpringShape({ wireDiameter: 2 }), "SpringShape.wireDiameter", "0 < wire"],
    ["a gear without teeth height", () => GearWheel({ rootDiameter: 1 }), "GearWheel.rootDiameter", "innerDiameter <"],
    ["shape number 12", () => ModelicaShape({ type: 12 }), "ModelicaShape.type", "1 to 11"],
    ["a surface of two segments", () => tessellate(Sphere(), 2), "segments", "32 for drawing"],
  ])("refuse %s", (_, act, path, hint) => {
    expect(act).toThrow(expect.objectContaining({ code: "E-SHAPE-VALUE", path, hint: expect.stringContaining(hint) }));
  });

  it("refuse parameters they do not have", () => {
    expect(() => Sphere({ radius: 1 } as never)).toThrow(expect.objectContaining({ code: "E-OPTION-UNKNOWN" }));
  });
});

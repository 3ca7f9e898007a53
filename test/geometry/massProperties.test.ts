import { describe, expect, it } from "vitest";
import { massProperties } from "../../src/geometry/massProperties.ts";
import type { SolidShape } from "../../src/geometry/registry.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Cone } from "../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Mesh } from "../../src/geometry/shapes/mesh.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { CoordinateSystem } from "../../src/geometry/shapes/visualShapes.ts";
import { tessellate } from "../../src/geometry/tessellate.ts";
import { formulaShapes } from "./shapeSamples.ts";

/** Volume, centroid and inertia of a mesh with n segments, as one list. */
function numbersOfMesh(shape: SolidShape, segments: number): number[] {
  const { volume, centreOfMass, inertia } = massProperties(Mesh(tessellate(shape, segments)), { density: 1 });
  return [volume, ...centreOfMass, ...inertia];
}

describe("mass properties", () => {
  it.each(formulaShapes)("of a %s are the limit of finer and finer meshes", (_, shape) => {
    // the error of a mesh is a series in the squares of the segment size: three meshes remove two terms
    const [coarse, middle, fine] = [32, 64, 128].map((segments) => numbersOfMesh(shape, segments));
    const { volume, centreOfMass, inertia } = massProperties(shape, { density: 1 });
    [volume, ...centreOfMass, ...inertia].forEach((exact, k) => {
      const once = [(4 * middle[k] - coarse[k]) / 3, (4 * fine[k] - middle[k]) / 3];
      const twice = (16 * once[1] - once[0]) / 15;
      // the third term of the series is (π/32)⁶·O(1) for the coarse mesh, and 64² times less after two removals at 128
      expect(Math.abs(twice - exact)).toBeLessThan(2e-7 * volume);
    });
  });

  it("scale with the mass, and the given mass is the mass", () => {
    const box = Box({ lengthX: 1, lengthY: 2, lengthZ: 3 });
    const light = massProperties(box, { density: 10 });
    const heavy = massProperties(box, { mass: 120 });
    expect(light.mass).toBe(60);
    expect(heavy.inertia).toEqual(light.inertia.map((moment) => 2 * moment));
    expect(heavy.inertia).toEqual([130, 0, 0, 100, 0, 50]);
  });

  it("of a frustum that is almost a cylinder keep all digits", () => {
    const frustum = massProperties(Cone({ diameter: 1, topDiameter: 1 - 1e-12, length: 2 }), { mass: 1 });
    const cylinder = massProperties(Cylinder({ diameter: 1, length: 2 }), { mass: 1 });
    frustum.inertia.forEach((moment, k) => expect(Math.abs(moment - cylinder.inertia[k])).toBeLessThan(3e-12));
    expect(frustum.centreOfMass[2]).toBeCloseTo(1, 11);
  });

  it("of a mesh far from its origin are those of the mesh, moved", () => {
    const near = Mesh(tessellate(Box({ lengthX: 1, lengthY: 2, lengthZ: 3 })));
    const far = Mesh({
      vertices: near.vertices.map((x, i) => x + [1000, -2000, 500][i % 3]),
      triangles: near.triangles,
    });
    const { centreOfMass, inertia } = massProperties(far, { density: 1 });
    centreOfMass.forEach((x, k) => expect(x).toBeCloseTo([1000, -2000, 500][k], 9));
    [6.5, 0, 0, 5, 0, 2.5].forEach((moment, k) => expect(Math.abs(inertia[k] - moment)).toBeLessThan(1e-10));
  });

  it("do not exist for shapes without volume, with wrong densities, or for drawings", () => {
    expect(() => massProperties(Box({ lengthZ: 0 }), { density: 1 })).toThrow(
      expect.objectContaining({ code: "E-SHAPE-VOLUME", hint: expect.stringContaining("above zero") }),
    );
    expect(() => massProperties(Sphere(), { density: Number.NaN })).toThrow(
      expect.objectContaining({ code: "E-SHAPE-VALUE", path: "density", hint: "a density in kg/m³" }),
    );
    expect(() => massProperties(CoordinateSystem() as never, { mass: 1 })).toThrow(
      expect.objectContaining({ code: "E-SHAPE-SOLID", hint: expect.stringContaining("Sphere") }),
    );
  });
});

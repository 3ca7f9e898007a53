import { describe, expect, it } from "vitest";
import { bodyBounds } from "../../src/geometry/bounds.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import type { Core } from "../../src/geometry/core.ts";
import type { SolidShape } from "../../src/geometry/registry.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Mesh } from "../../src/geometry/shapes/mesh.ts";
import { supportPoint } from "../../src/geometry/support.ts";
import { tessellate } from "../../src/geometry/tessellate.ts";
import { createRandom } from "../../src/math/random.ts";
import { convexShapes, formulaShapes, randomHull } from "./shapeSamples.ts";

const random = createRandom(3);

function direction(): [number, number, number] {
  const d = [random.normal(), random.normal(), random.normal()];
  const length = Math.hypot(...d);
  return [d[0] / length, d[1] / length, d[2] / length];
}

/** Height of the body along the unit vector d of the shape's frame. */
function height(core: Core, d: readonly number[]): number {
  const c = [0, 1, 2].map((k) => d[(core.axis + k) % 3]);
  const point = new Float64Array(3);
  supportPoint(point, 0, core, Float64Array.from(c), 0);
  return point[0] * c[0] + point[1] * c[1] + point[2] * c[2] + core.radius;
}

function heightOfPoints(points: ArrayLike<number>, d: readonly number[]): number {
  let highest = -Infinity;
  for (let i = 0; i < points.length; i += 3) {
    highest = Math.max(highest, points[i] * d[0] + points[i + 1] * d[1] + points[i + 2] * d[2]);
  }
  return highest;
}

describe("support mappings", () => {
  it.each(convexShapes)("of a %s reach as far as its surface", (_, shape) => {
    const core = convexBody(shape);
    const { vertices } = tessellate(shape, 256);
    for (let i = 0; i < 200; i++) {
      const d = direction();
      const exact = height(core, d);
      const sampled = heightOfPoints(vertices, d);
      // the surface lies between the corners and the corners grown by the sagitta of 1/256 of a circle, π²/(2·128²) of r ≤ 0.5
      expect(exact).toBeGreaterThan(sampled - 1e-15);
      expect(exact).toBeLessThan(sampled + (2 * 0.5 * Math.PI ** 2) / (2 * 128 ** 2));
    }
  });

  it.each(formulaShapes)("of a %s with rounded edges keep its faces and never leave it", (_, shape) => {
    const sharp = convexBody(shape);
    const round = convexBody(shape, { smoothingRadius: 0.02 });
    for (let i = 0; i < 200; i++) {
      const d = direction();
      expect(height(round, d)).toBeLessThan(height(sharp, d) + 1e-15);
      // an edge of a right angle recedes by (√2 − 1)·ρ, the apex of a cone of half angle φ by (1/sin φ − 1)·ρ
      expect(height(round, d)).toBeGreaterThan(height(sharp, d) - 2.5 * 0.02);
    }
    for (const [d, axis] of faceNormals(shape)) {
      if (axis) expect(height(round, d)).toBeCloseTo(height(sharp, d), 14);
    }
  });

  it("of a mesh with rounded edges are those of the rounded box it describes", () => {
    const box = Box({ lengthX: 0.9, lengthY: 0.6, lengthZ: 0.4 });
    const round = convexBody(box, { smoothingRadius: 0.03 });
    const mesh = convexBody(Mesh(tessellate(box)), { smoothingRadius: 0.03 });
    expect(mesh.radius).toBe(0.03);
    expect(mesh.hull.count).toBe(8);
    for (let i = 0; i < 200; i++) {
      const d = direction();
      expect(height(mesh, d)).toBeCloseTo(height(round, d), 14);
    }
  });

  it("of a mesh with rounded edges keep every face", () => {
    const mesh = randomHull(40, 9);
    const round = convexBody(mesh, { smoothingRadius: 0.01 });
    const p = mesh.vertices;
    for (let f = 0; f < mesh.triangles.length; f += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * mesh.triangles[f + k]);
      const u = [0, 1, 2].map((k) => p[b + k] - p[a + k]);
      const v = [0, 1, 2].map((k) => p[c + k] - p[a + k]);
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const d = n.map((x) => x / Math.hypot(...n));
      const plane = d[0] * p[a] + d[1] * p[a + 1] + d[2] * p[a + 2];
      const reached = height(round, d);
      // a face narrower than the rounding vanishes in it; it is never passed, up to the rounding of a corner, whose three
      // planes meet at angles of a few degrees
      expect(reached).toBeLessThan(plane + 1e-13);
      expect(reached).toBeGreaterThan(plane - 0.01);
    }
  });

  it("of many vertices find the farthest one by climbing", () => {
    const mesh = randomHull(1000, 2);
    const core = convexBody(mesh);
    expect(core.hull.entry.length).toBeGreaterThan(0);
    for (let i = 0; i < 2000; i++) {
      const d = direction();
      expect(height(core, d)).toBe(heightOfPoints(core.hull.vertices, d));
    }
    expect(Number.isFinite(height(core, [0, 0, 0]))).toBe(true);
  });

  it("of rounded edges are limited by the size of the shape", () => {
    const box = Box({ lengthX: 0.9, lengthY: 0.6, lengthZ: 0.4 });
    expect(convexBody(box, { smoothingRadius: 1 }).radius).toBeCloseTo(0.04, 15);
    expect(() => convexBody(box, { smoothingRadius: -1 })).toThrow(
      expect.objectContaining({ code: "E-SHAPE-VALUE", hint: expect.stringContaining("sharp edges") }),
    );
  });
});

/** Normals of the faces, with whether the shape has a flat face or a smooth side there. */
function faceNormals(shape: SolidShape): (readonly [number[], boolean])[] {
  const cone = shape.kind === "Cone";
  const axis = "axis" in shape ? shape.axis : 3;
  const along = [1, 2, 3].map((k) => Number(k === axis));
  const back = along.map((x) => -x);
  const normals: [number[], boolean][] = [
    [back, true],
    [along, !cone || shape.topDiameter > 0],
  ];
  if (!cone) normals.push([[along[2], along[0], along[1]], true], [[along[1], along[2], along[0]], true]);
  if (cone) {
    const narrowing = (shape.diameter - shape.topDiameter) / 2;
    const slant = Math.hypot(narrowing, shape.length);
    const across = [along[2], along[0], along[1]];
    normals.push([across.map((x, k) => (x * shape.length + along[k] * narrowing) / slant), true]);
  }
  return normals;
}

describe("bounding boxes", () => {
  it.each(convexShapes)("of a turned and moved %s touch it on all sides", (_, shape) => {
    const core = convexBody(shape);
    const [x, y] = [direction(), direction()];
    const z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
    const length = Math.hypot(...z);
    const third = z.map((value) => value / length);
    const second = [
      third[1] * x[2] - third[2] * x[1],
      third[2] * x[0] - third[0] * x[2],
      third[0] * x[1] - third[1] * x[0],
    ];
    const R = Float64Array.from([...x, ...second, ...third]); // rows are the world axes in the frame of the shape
    const r = Float64Array.from([3, -2, 1]);
    const box = new Float64Array(6);
    bodyBounds(box, 0, core, R, 0, r, 0);
    for (let i = 0; i < 3; i++) {
      const row = [...R.slice(3 * i, 3 * i + 3)];
      expect(box[3 + i]).toBeCloseTo(r[i] + height(core, row), 14);
      expect(box[i]).toBeCloseTo(
        r[i] -
          height(
            core,
            row.map((value) => -value),
          ),
        14,
      );
    }
  });
});

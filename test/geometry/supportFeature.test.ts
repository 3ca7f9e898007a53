// What touches a supporting plane lies in it, belongs to the body, and is the whole face or edge.
import { describe, expect, it } from "vitest";
import { convexBody } from "../../src/geometry/convexBody.ts";
import type { Core } from "../../src/geometry/core.ts";
import { Beam } from "../../src/geometry/shapes/beam.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Cone } from "../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Mesh } from "../../src/geometry/shapes/mesh.ts";
import { supportPoint } from "../../src/geometry/support.ts";
import { createSupportFeature, supportFeature } from "../../src/geometry/supportFeature.ts";
import { tessellate } from "../../src/geometry/tessellate.ts";
import { createRandom } from "../../src/math/random.ts";
import { convexShapes, randomHull } from "./shapeSamples.ts";

const angle = 1e-3;

function heightAlong(core: Core, d: ArrayLike<number>): number {
  const p = new Float64Array(3);
  supportPoint(p, 0, core, Float64Array.from(d), 0);
  return p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
}

function featureOf(core: Core, d: readonly number[]) {
  const feature = createSupportFeature(core);
  supportFeature(feature, core, Float64Array.from(d), 0, angle);
  return feature;
}

const unit = (d: readonly number[]) => d.map((x) => x / Math.hypot(...d));

describe("support features", () => {
  const random = createRandom(8);
  const shapes = [...convexShapes, ["small hull", randomHull(10, 3)] as const];

  it.each(shapes)("of a %s lie in their supporting plane, for any direction and close to every axis", (_, shape) => {
    const core = convexBody(shape, { smoothingRadius: 0.01 });
    // normals of triangles carry the rounding of their corners, magnified by extent of the hull / height of the triangle < 1000
    const rounding = core.hull.faces.count > 0 ? 1e-12 : 1e-15;
    for (let i = 0; i < 600; i++) {
      const d = [random.normal(), random.normal(), random.normal()];
      // half of them close to planes and axes of the shape
      if (i % 4 === 1) d[i % 3] *= 1e-4;
      if (i % 4 === 2) [d[i % 3], d[(i + 1) % 3]] = [1e-4 * d[i % 3], 1e-4 * d[(i + 1) % 3]];
      if (i % 4 === 3 && core.hull.faces.count > 0) {
        const f = 3 * Math.floor(random.uniform() * core.hull.faces.count);
        for (let k = 0; k < 3; k++) d[k] = core.hull.faces.normals[f + k] + 1e-4 * d[k];
      }
      const { count, radius, points, normal, dimension } = featureOf(core, unit(d));
      const u = unit(d);
      expect(Math.hypot(...normal)).toBeCloseTo(1, 14);
      expect(Math.hypot(...u.map((x, k) => x - normal[k]))).toBeLessThan(1.001 * Math.SQRT2 * angle);
      const height = heightAlong(core, normal);
      for (let c = 0; c < count; c++) {
        const p = points.subarray(3 * c, 3 * c + 3);
        expect(Math.abs(p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2] - height)).toBeLessThan(rounding);
        const e = [random.normal(), random.normal(), random.normal()];
        const t = e[0] * normal[0] + e[1] * normal[1] + e[2] * normal[2];
        const around = unit(e.map((x, k) => x - t * normal[k]));
        const rim = around.map((x, k) => p[k] + radius * x);
        // inside the core: below every supporting plane
        for (const n of [around, unit(e), unit(around.map((x, k) => x + normal[k]))]) {
          expect(rim[0] * n[0] + rim[1] * n[1] + rim[2] * n[2]).toBeLessThan(heightAlong(core, n) + 1e-15);
        }
      }
      expect(dimension).toBe(radius > 0 || count > 2 ? 2 : count - 1);
      if (count > 2) {
        // counter-clockwise about the normal: its area is positive there
        let area = 0;
        for (let c = 0; c < count; c++) {
          const [p, q] = [3 * c, 3 * ((c + 1) % count)];
          area += normal[0] * (points[p + 1] * points[q + 2] - points[p + 2] * points[q + 1]);
          area += normal[1] * (points[p + 2] * points[q] - points[p] * points[q + 2]);
          area += normal[2] * (points[p] * points[q + 1] - points[p + 1] * points[q]);
        }
        expect(area).toBeGreaterThan(0);
      }
    }
  });

  const box = convexBody(Box({ lengthX: 2, lengthY: 4, lengthZ: 6 }));
  const cylinder = convexBody(Cylinder({ diameter: 2, length: 4 }));
  const cone = convexBody(Cone({ diameter: 2, length: 3 }));
  const beam = convexBody(Beam({ length: 4, width: 2, thickness: 1 }));
  const tilted = 0.5 * angle;
  it.each([
    ["face of a box", box, [tilted, tilted, -1], 4, 0, 2],
    ["edge of a box", box, [1, tilted, 1], 2, 0, 1],
    ["corner of a box", box, [1, 1, 1], 1, 0, 0],
    ["end of a cylinder", cylinder, [tilted, 0, 1], 1, 1, 2],
    ["side of a cylinder", cylinder, [1, 1, tilted], 2, 0, 1],
    ["rim of a cylinder", cylinder, [1, 0, 1], 1, 0, 0],
    ["base of a cone", cone, [0, 0, -1], 1, 1, 2],
    ["side of a cone", cone, [3, 0, 1], 2, 0, 1],
    ["apex of a cone", cone, [0, 0, 1], 1, 0, 0],
    ["flat side of a beam", beam, [0, 1, tilted], 2, 1, 2],
    ["narrow side of a beam", beam, [1, tilted, tilted], 4, 0, 2],
    ["round end of a beam", beam, [0, tilted, 1], 2, 0, 1],
    ["edge of a beam", beam, [1, 1, 0], 2, 0, 1],
  ] as const)("of the %s", (_, core, d, count, radius, dimension) => {
    const feature = featureOf(core, unit(d));
    expect([feature.count, feature.radius, feature.dimension]).toEqual([count, radius, dimension]);
  });

  it("of a mesh join the triangles of one plane: a prism on 32 corners has a base with 32", () => {
    const prism = Mesh(tessellate(Cylinder({ diameter: 1, length: 1 }), 32));
    const core = convexBody(prism);
    expect(core.hull.faces.count).toBe(34);
    expect(featureOf(core, [0, 0, 1]).count).toBe(32);
    const side = Math.PI / 32;
    const { count, dimension } = featureOf(core, [Math.cos(side), Math.sin(side), 0]);
    expect([count, dimension]).toEqual([4, 2]);
  });

  it("of flat meshes are both sides of their outline, of lines the line", () => {
    const square = Mesh({ vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.5, 0.5, 0], triangles: [0, 1, 2, 1, 3, 2] });
    const core = convexBody(square);
    expect(core.hull.count).toBe(4);
    expect(featureOf(core, [0, 0, 1])).toMatchObject({ count: 4, dimension: 2 });
    expect(featureOf(core, [0, 0, -1])).toMatchObject({ count: 4, dimension: 2 });
    expect(featureOf(core, [1, 0, 0])).toMatchObject({ count: 2, dimension: 1 });
    const line = convexBody(Mesh({ vertices: [0, 0, 0, 1, 0, 0, 2, 0, 0], triangles: [0, 1, 2] }));
    expect(line.hull.count).toBe(2);
    expect(featureOf(line, [0, 1, 0])).toMatchObject({ count: 2, dimension: 1 });
  });
});

// The ball that proves a way out to be the shortest lies inside its core.
import { describe, expect, it } from "vitest";
import { ballRadius } from "../../src/collision/interiorBall.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { supportPoint } from "../../src/geometry/support.ts";
import { createSupportFeature, supportFeature } from "../../src/geometry/supportFeature.ts";
import { convexShapes } from "../geometry/shapeSamples.ts";
import { mulberry32, randomUnit } from "../reference/narrowphase/poses.ts";

describe("a ball that touches the surface from inside", () => {
  it.each(convexShapes)("stays inside a %s", (name, shape) => {
    const core = convexBody(shape);
    const u = mulberry32(6);
    const [point, m, d, s] = [3, 3, 3, 7].map((length) => new Float64Array(length));
    const feature = createSupportFeature(core);
    const [, , low, high] = core.size;
    let [withBall, excess, atEdges] = [0, -Infinity, 0];
    for (let i = 0; i < 2000; i++) {
      // directions of faces and sides, besides any: along an axis, across the axis, across the side of a cone
      d.set(randomUnit(u));
      if (i % 4 === 1) d.set([0, 1, 2].map((k) => (k === i % 3 ? Math.sign(d[0]) : 0)));
      if (i % 4 === 2) d[(i >> 2) % 2 === 0 ? 2 : 1] = 0;
      if (i % 4 === 3) d[2] = (Math.hypot(d[0], d[1]) * (core.size[0] - core.size[1])) / (high - low || 1);
      const l = Math.hypot(...d);
      for (let k = 0; k < 3; k++) d[k] /= l;
      supportFeature(feature, core, d, 0, 1e-9);
      // any point of the feature, and its normal
      const { count, radius, points, normal, dimension } = feature;
      const weights = Array.from({ length: count }, u);
      const sum = weights.reduce((total, w) => total + w, 0);
      const e = randomUnit(u);
      const along = e[0] * normal[0] + e[1] * normal[1] + e[2] * normal[2];
      for (let k = 0; k < 3; k++) {
        s[k] = radius * u() * (e[k] - along * normal[k]);
        for (let c = 0; c < count; c++) s[k] += (weights[c] / sum) * points[3 * c + k];
        s[3 + k] = normal[k];
      }
      ballRadius(core, s);
      if (s[6] > 1e-12) withBall++;
      if (dimension < 2 && name === "box") atEdges = Math.max(atEdges, s[6]);
      for (let j = 0; j < 20; j++) {
        m.set(j < 6 ? [0, 1, 2].map((k) => (k === j % 3 ? (j < 3 ? 1 : -1) : 0)) : randomUnit(u));
        supportPoint(point, 0, core, m, 0);
        const height = point[0] * m[0] + point[1] * m[1] + point[2] * m[2];
        let ball = s[6];
        for (let k = 0; k < 3; k++) ball += m[k] * (s[k] - s[6] * normal[k]);
        excess = Math.max(excess, ball - height);
      }
    }
    expect(excess).toBeLessThan(1e-15);
    expect(atEdges).toBeLessThan(1e-15);
    if (!["sphere", "capsule", "hull"].includes(name)) expect(withBall).toBeGreaterThan(400);
  });
});

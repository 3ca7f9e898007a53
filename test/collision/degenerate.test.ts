// Any size, any overlap, no volume at all: there is always an answer, and it is the best supporting plane.
import { describe, expect, it } from "vitest";
import { NarrowPhase } from "../../src/collision/narrowPhase.ts";
import { signedDistance } from "../../src/collision/signedDistance.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import type { SolidShape } from "../../src/geometry/registry.ts";
import { Beam } from "../../src/geometry/shapes/beam.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../../src/geometry/shapes/ellipsoid.ts";
import { Mesh } from "../../src/geometry/shapes/mesh.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { randomHull } from "../geometry/shapeSamples.ts";
import { mulberry32, randomRotation, randomUnit } from "../reference/narrowphase/poses.ts";
import { planeDistance } from "./supportCheck.ts";

const meshes = [
  randomHull(12, 1),
  randomHull(60, 2),
  Mesh({ vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], triangles: [0, 1, 2, 1, 3, 2] }), // a square
];

function randomShape(u: () => number, size: () => number): SolidShape {
  const axis = (1 + Math.floor(3 * u())) as 1 | 2 | 3;
  const [a, b, c, share] = [size(), size(), size(), 0.9 * u()];
  const shapes = [
    () => Sphere({ diameter: a }),
    () => Ellipsoid({ lengthX: a, lengthY: b, lengthZ: c }),
    () => Box({ lengthX: a, lengthY: b, lengthZ: c }),
    () => Cylinder({ axis, diameter: a, length: b }),
    () => Cone({ axis, diameter: a, length: b }),
    () => Cone({ axis, diameter: a, length: b, topDiameter: share * a }),
    () => Capsule({ axis, diameter: a, length: b }),
    () => Beam({ axis, length: a, width: b, thickness: c }),
    () => meshes[Math.floor(3 * share)],
  ];
  return shapes[Math.floor(shapes.length * u())]();
}

/** Rotations that make faces and axes parallel. */
const quarterTurns = [
  [1, 0, 0, 0, 1, 0, 0, 0, 1],
  [0, -1, 0, 1, 0, 0, 0, 0, 1],
  [1, 0, 0, 0, 0, -1, 0, 1, 0],
  [0, 0, 1, 0, 1, 0, -1, 0, 0],
];

/** Runs random pairs; returns how far answers are from their supporting plane, and from the best of other planes. */
function campaign(count: number, seed: number, size: (u: () => number) => number) {
  const u = mulberry32(seed);
  const result = { unusable: 0, planeGap: 0, missed: 0, alignment: 0, bounded: 0, boundBroken: 0, separatedBound: 0 };
  for (let i = 0; i < count; i++) {
    const smoothingRadius = u() < 0.3 ? 0.01 : 0;
    const [A, B] = [0, 1].map(() =>
      convexBody(
        randomShape(u, () => size(u)),
        { smoothingRadius },
      ),
    );
    const isAligned = u() < 0.3;
    const rotation = () => Float64Array.from(isAligned ? quarterTurns[Math.floor(4 * u())] : randomRotation(u));
    const [RA, RB] = [rotation(), rotation()];
    const reach = A.reach + B.reach;
    const f = u();
    const far = f < 0.15 ? 0 : f < 0.6 ? 0.6 * u() * reach : f < 0.9 ? 1.5 * reach * u() : 100 * reach;
    const along = isAligned ? [0, 0, 0].map((_, k) => Number(k === i % 3)) : randomUnit(u);
    const rA = new Float64Array(3);
    const rB = Float64Array.from(along, (x) => far * x);
    const pair = new NarrowPhase(A, B);
    pair.evaluate(RA, 0, rA, 0, RB, 0, rB, 0);

    const scale = Math.max(A.reach, B.reach) + far + 1e-300;
    const [placedA, placedB] = [
      { core: A, R: RA, r: rA },
      { core: B, R: RB, r: rB },
    ];
    const isUsable = Number.isFinite(pair.distance) && Math.abs(Math.hypot(...pair.normal) - 1) < 1e-12;
    if (!isUsable) result.unusable++;
    const gap = Math.abs(planeDistance(placedA, placedB, pair.normal) - pair.distance);
    // an answer without proof says how far it can be off
    if (pair.bound > 1e-12 * scale) {
      result.bounded++;
      if (gap > 1.01 * pair.bound) result.boundBroken++;
      if (pair.distance > 0) result.separatedBound = Math.max(result.separatedBound, pair.bound / scale);
    } else {
      result.planeGap = Math.max(result.planeGap, gap / scale);
    }
    for (let k = 0; k < 3; k++) {
      const error = pair.pointB[k] - pair.pointA[k] - pair.distance * pair.normal[k];
      result.alignment = Math.max(result.alignment, Math.abs(error) / scale);
    }
    for (let k = 0; k < 20; k++) {
      const other = randomUnit(u);
      const near = other.map((x, c) => pair.normal[c] + 10 ** (-4 * u()) * x);
      const d = k < 10 ? other : near.map((x) => x / Math.hypot(...near));
      const excess = planeDistance(placedA, placedB, d) - pair.distance;
      result.missed = Math.max(result.missed, (excess - pair.bound) / scale);
    }
  }
  return result;
}

describe("the narrow phase always answers", () => {
  it("for bodies of ordinary size in any overlap, parallel ones among them", () => {
    const { unusable, planeGap, missed, alignment, bounded, boundBroken } = campaign(3000, 21, (u) => 0.2 + u());
    expect({ unusable, boundBroken }).toEqual({ unusable: 0, boundBroken: 0 });
    expect(planeGap).toBeLessThan(1e-12);
    expect(alignment).toBeLessThan(1e-14);
    expect(missed).toBeLessThan(1e-12);
    expect(bounded).toBeLessThan(3000 / 500); // flat meshes in the middle of round bodies: ways out of equal length form an arc
  });

  it("for lengths from 1e-6 m to 1e6 m, and of zero", () => {
    const size = (u: () => number) => {
      const kind = u();
      return kind < 0.08 ? 0 : kind < 0.4 ? 10 ** (12 * u() - 6) : kind < 0.6 ? 0.5 : 0.1 + u();
    };
    const { unusable, planeGap, alignment, bounded, boundBroken, separatedBound } = campaign(3000, 22, size);
    expect({ unusable, boundBroken }).toEqual({ unusable: 0, boundBroken: 0 });
    expect(planeGap).toBeLessThan(1e-12);
    expect(alignment).toBeLessThan(1e-14);
    expect(bounded).toBeLessThan(3000 / 200);
    expect(separatedBound).toBeLessThan(1e-7);
  });

  it("for bodies of revolution about one axis, whose shortest ways out form a ring", () => {
    const u = mulberry32(33);
    const turn = [1, 0, 0, 0, -1, 0, 0, 0, -1]; // upside down
    for (let i = 0; i < 300; i++) {
      const [R, L, r, l] = [0, 0, 0, 0].map(() => 0.1 + u());
      const z = 0.3 * (u() - 0.5) * L;
      const up = { translation: [0, 0, z] as const, rotation: i % 2 === 0 ? quarterTurns[0] : turn };
      const cylinders = signedDistance(
        Cylinder({ diameter: 2 * R, length: L }),
        {},
        Cylinder({ diameter: 2 * r, length: l }),
        up,
      );
      expect(cylinders.termination).toBe("penetrating");
      expect(cylinders.distance).toBeCloseTo(-Math.min(R + r, L / 2 + l / 2 - Math.abs(z)), 14);
      // a capsule on the axis of a cone: through the base, over the apex, across the side of the cone, or its own
      const [base, top] = [R, u() < 0.5 ? 0 : 0.9 * u() * R];
      const cone = Cone({ diameter: 2 * base, topDiameter: 2 * top, length: L });
      const centre = 0.5 * L + z;
      const pill = { translation: [0, 0, centre] as const };
      const { distance } = signedDistance(cone, {}, Capsule({ diameter: 2 * r, length: l }), pill);
      const slant = Math.hypot(L, base - top);
      const across = (base * L - (centre - l / 2) * (base - top)) / slant; // farthest from the side: the lower end
      expect(distance).toBeCloseTo(-Math.min(centre + l / 2, L - centre + l / 2, across, base) - r, 14);
    }
  });

  const at = (x: number, y: number, z: number) => ({ translation: [x, y, z] as const });
  const plane = Box({ lengthX: 2, lengthY: 2, lengthZ: 0 });
  const line = Box({ lengthX: 2, lengthY: 0, lengthZ: 0 });
  const point = Sphere({ diameter: 0 });

  it.each([
    [
      "crossing lines above each other",
      line,
      at(0, 0, 0),
      Box({ lengthX: 0, lengthY: 2, lengthZ: 0 }),
      at(0, 0, 0.3),
      0.3,
    ],
    ["parallel lines", line, at(0, 0, 0), line, at(0.5, 0.4, 0), 0.4],
    ["a plane above a plane", plane, at(0, 0, 0), plane, at(0.3, 0.2, 0.7), 0.7],
    ["a point above a plane", plane, at(0, 0, 0), point, at(0.3, 0.2, -0.7), 0.7],
    ["a point on a plane", plane, at(0, 0, 0), point, at(0.3, 0.2, 0), 0],
    ["two points", point, at(0, 0, 0), point, at(0, 3, 4), 5],
    ["one point twice", point, at(1, 2, 3), point, at(1, 2, 3), 0],
    ["planes in one plane", plane, at(0, 0, 0), plane, at(0.3, 0.2, 0), 0],
    ["a line through a ball", line, at(0, 0, 0), Sphere(), at(0, 0, 0), -0.5],
    ["two cubes with one centre", Box(), at(0, 0, 0), Box(), at(0, 0, 0), -1],
    ["a cube in a larger one", Box({ lengthX: 5, lengthY: 4, lengthZ: 3 }), at(0, 0, 0), Box(), at(0, 0, 0.5), -1.5],
    ["coaxial cylinders", Cylinder(), at(0, 0, 0), Cylinder({ length: 4 }), at(0, 0, 0), -1],
    [
      "a cylinder lying on a plate",
      Box({ lengthX: 4, lengthY: 4, lengthZ: 1 }),
      at(0, 0, 0),
      Cylinder({ axis: 1 }),
      at(0, 0, 1),
      0,
    ],
    [
      "a cylinder standing on a plate",
      Box({ lengthX: 4, lengthY: 4, lengthZ: 1 }),
      at(0, 0, 0),
      Cylinder(),
      at(0, 0, 1.25),
      0.25,
    ],
    ["two spheres with one centre", Sphere(), at(0, 0, 0), Sphere({ diameter: 2 }), at(0, 0, 0), -1.5],
  ])("%s", (_, A, poseA, B, poseB, distance) => {
    const answer = signedDistance(A, poseA, B, poseB);
    expect(Math.abs(answer.distance - distance)).toBeLessThan(1e-14);
    expect(Math.abs(Math.hypot(...answer.normal) - 1)).toBeLessThan(1e-15);
  });
});

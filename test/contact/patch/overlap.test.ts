import { describe, expect, it } from "vitest";
import { Overlap } from "../../../src/contact/patch/overlap.ts";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import type { Polytope } from "../../../src/contact/patch/polytope.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Mesh } from "../../../src/geometry/shapes/mesh.ts";
import { turnedBy } from "./poses.ts";

const facets = (shape: Parameters<typeof convexBody>[0]): Polytope => patchBody(convexBody(shape))!.polytope;

const cube = facets(Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }));
const slab = facets(Box({ lengthX: 0.8, lengthY: 0.5, lengthZ: 0.3 }));
/** An irregular tetrahedron. */
const tetrahedron = facets(
  Mesh({
    vertices: [0.4, 0, -0.3, -0.3, 0.4, -0.2, -0.2, -0.5, -0.25, 0.1, 0.05, 0.5],
    triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
  }),
);

/** Content, gradient and moment of B in A, for B turned by a rotation vector after a base pose, and moved. */
function measure(
  A: Polytope,
  B: Polytope,
  base: Float64Array,
  turn: readonly number[],
  at: readonly number[],
  m: 1 | 3,
) {
  const overlap = new Overlap();
  const R = turnedBy(turn, base);
  overlap.measure(A, B, R, Float64Array.from(at), m);
  return { content: overlap.content, gradient: [...overlap.gradient], moment: [...overlap.moment] };
}

/** Poses in which a feature of B dips by about 0.02 into a face, an edge, a vertex of the cube. */
const poses = [
  { name: "face in face", turn: [0.01, -0.02, 0.3], at: [0.1, 0.05, 0.635] },
  { name: "edge in face", turn: [0.4, 0, 0.2], at: [0.1, 0.05, 0.7] },
  { name: "vertex in face", turn: [0.4, 0.5, 0.2], at: [0.1, 0.05, 0.82] },
  { name: "face over the edge of a face", turn: [0.01, -0.02, 0.3], at: [0.55, 0.05, 0.635] },
  { name: "edge in edge", turn: [0.7, 0, 1.5], at: [0.6, 0.05, 0.68] },
  { name: "face over a vertex", turn: [0.7, 0.6, 0.2], at: [0.62, 0.55, 0.62] },
];

describe("overlap of two polytopes", () => {
  for (const [name, B] of [
    ["slab", slab],
    ["tetrahedron", tetrahedron],
  ] as const) {
    for (const m of [1, 3] as const) {
      it(`has as forces the gradient of its content, ${name}, power ${m}`, () => {
        const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
        let overlaps = 0;
        for (const { turn, at } of poses) {
          const R = turnedBy(turn, identity);
          const here = measure(cube, B, R, [0, 0, 0], at, m);
          if (here.content === 0) continue;
          overlaps++;
          // central differences: error of second order in the step, relative to the depth of about 0.02
          const step = 1e-5;
          const size = Math.hypot(...here.gradient);
          for (let k = 0; k < 3; k++) {
            const e = [0, 1, 2].map((i) => (i === k ? step : 0));
            const moved = [1, -1].map(
              (s) =>
                measure(
                  cube,
                  B,
                  R,
                  [0, 0, 0],
                  at.map((x, i) => x + s * e[i]!),
                  m,
                ).content,
            );
            expect(Math.abs((moved[1]! - moved[0]!) / (2 * step) - here.gradient[k]!)).toBeLessThan(3e-5 * size);
            // a rotation about the origin of A turns B and moves its origin
            const turned = [1, -1].map((s) => {
              const w = e.map((x) => s * x);
              const Q = turnedBy(w, identity);
              const to = [0, 1, 2].map((i) => Q[3 * i]! * at[0]! + Q[3 * i + 1]! * at[1]! + Q[3 * i + 2]! * at[2]!);
              return measure(cube, B, turnedBy(w, R), [0, 0, 0], to, m).content;
            });
            expect(Math.abs((turned[1]! - turned[0]!) / (2 * step) - here.moment[k]!)).toBeLessThan(3e-5 * size);
          }
        }
        expect(overlaps).toBeGreaterThan(3);
      });
    }
  }

  it("of two boxes face in face is the content of a slab", () => {
    const { content, gradient } = measure(
      cube,
      slab,
      Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
      [0, 0, 0],
      [0, 0, 0.64],
      1,
    );
    expect(content).toBeCloseTo((0.8 * 0.5 * 0.01 ** 2) / 2, 15);
    expect(gradient[2]).toBeCloseTo(0.8 * 0.5 * 0.01, 15);
    const cubic = measure(cube, slab, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), [0, 0, 0], [0, 0, 0.64], 3);
    expect(cubic.content / ((0.8 * 0.5 * 0.01 ** 4) / 4)).toBeCloseTo(1, 11);
  });

  it("of two equal cubes is the sum over the regions of their faces, counted once", () => {
    // depth at x in the slab of thickness d below the top: distance to the nearest face; d is small, so the corners of the
    // regions are pyramids: T = ∫ min(z, distance to the sides) = S·d²/2 − 4·∫_0^d (d − t)²/2 dt + O(corner) with side 1
    const d = 0.02;
    const { content, gradient } = measure(
      cube,
      cube,
      Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
      [0, 0, 0],
      [0, 0, 1 - d],
      1,
    );
    const exact = pyramidIntegral(d);
    expect(content).toBeCloseTo(exact, 12);
    expect(Math.abs(gradient[0]!)).toBeLessThan(1e-17);
    expect(Math.abs(gradient[1]!)).toBeLessThan(1e-17);
  });
});

/** ∫ over 0 < z < d of the mean of min(z, distance to the sides of a unit square), by the area of the inner squares. */
function pyramidIntegral(d: number): number {
  // ∫∫ min(z, s) = ∫_0^z area(s) ds with area(s) = (1 − 2s)²: then over z
  const upTo = (z: number) => (1 - (1 - 2 * z) ** 3) / 6;
  // Simpson is exact for the cubic
  return (d / 6) * (upTo(0) + 4 * upTo(d / 2) + upTo(d));
}

describe("bodies that no face of the first one parts", () => {
  it("overlap only if they do: a face of the other, or two edges, may part them", () => {
    const overlap = new Overlap();
    const half = turnedBy([0, 0, Math.PI / 4]);
    // along the diagonal: the edge of the cube, a gap, and the face of the other, 0.5 from its centre
    const along = (gap: number): Float64Array => {
      const x = 0.5 + (0.5 + gap) * Math.SQRT1_2;
      return Float64Array.of(x, x, 0);
    };
    for (const power of [1, 3]) {
      expect(overlap.measure(cube, cube, half, along(0.01), power)).toBe(false);
      expect(overlap.content).toBe(0);
      expect(overlap.measure(cube, cube, half, along(-0.01), power)).toBe(true);
      expect(overlap.content).toBeGreaterThan(0);
    }
  });
});

/** Faces of one body that lie exactly in a plane which parts regions of the other are counted once. */
import { describe, expect, it } from "vitest";
import { Overlap } from "../../../src/contact/patch/overlap.ts";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import { makePolytope, type Polytope } from "../../../src/contact/patch/polytope.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Mesh } from "../../../src/geometry/shapes/mesh.ts";
import { identity, turnedBy } from "./poses.ts";

const cube = patchBody(convexBody(Box({ lengthX: 1, lengthY: 1, lengthZ: 1 })))!.polytope;

/**
 * A prism whose triangle has the corners (0.3, 0.3), (0.6, 0.3) and (0.6, 0.6) of two coordinates, from `low` to `high` along the third: one
 * of its faces lies where both coordinates are equal. `axes` says which ones, `signs` on which side.
 */
function prism(axes: readonly [number, number, number], signs: readonly number[], low: number, high: number): Polytope {
  const corners = [low, high].flatMap((height) =>
    [
      [0.3, 0.3],
      [0.6, 0.3],
      [0.6, 0.6],
    ].map(([a, b]) => {
      const x = [0, 0, 0];
      [a!, b!, height].forEach((value, k) => {
        x[axes[k]!] = signs[k]! * value;
      });
      return x;
    }),
  );
  const faces = [
    [2, 1, 0],
    [3, 4, 5],
    [0, 1, 4, 3],
    [1, 2, 5, 4],
    [2, 0, 3, 5],
  ];
  // odd exchanges and reflections turn faces inside out
  const isOdd = (axes[1] - axes[0] + 3) % 3 !== 1;
  const isFlipped = signs[0]! * signs[1]! * signs[2]! < 0 !== isOdd;
  return makePolytope(
    corners.flat(),
    faces.map((face) => (isFlipped ? [...face].reverse() : face)),
  );
}

const measured = (A: Polytope, B: Polytope, at: readonly number[], power: number, R = identity) => {
  const overlap = new Overlap();
  overlap.measure(A, B, R, Float64Array.from(at), power);
  return overlap;
};

/** Derivatives of the content, by central differences. */
const differences = (A: Polytope, B: Polytope, at: readonly number[], power: number, R = identity): number[] =>
  [0, 1, 2].map((k) => {
    const step = 1e-6;
    const [ahead, back] = [1, -1].map(
      (sign) =>
        measured(
          A,
          B,
          at.map((x, i) => (i === k ? x + sign * step : x)),
          power,
          R,
        ).content,
    );
    return (back! - ahead!) / (2 * step);
  });

const axesOf = [
  [0, 1, 2],
  [1, 0, 2],
  [1, 2, 0],
  [2, 1, 0],
  [2, 0, 1],
  [0, 2, 1],
] as const;

describe.each([1, 3])("a face in the plane between two regions, power %i", (power) => {
  it.each([
    ["where no third one is near", -0.2, 0.2],
    ["where a third one is near, too", 0.3, 0.45],
    ["where the third one cuts, too", 0.3, 0.6],
  ])("counts once %s: forces are the gradient of the content", (_, low, high) => {
    for (const axes of axesOf)
      for (const signs of [
        [1, 1, 1],
        [-1, -1, 1],
        [-1, 1, -1],
        [1, -1, -1],
      ]) {
        const B = prism(axes, signs, low, high);
        const { content, gradient } = measured(cube, B, [0, 0, 0], power);
        expect(content).toBeGreaterThan(0);
        const size = Math.hypot(...gradient);
        differences(cube, B, [0, 0, 0], power).forEach((x, i) => {
          expect(Math.abs(x - gradient[i]!)).toBeLessThan(1e-4 * size);
        });
        // ∫ h^m over the part inside, where the nearest face is that of the first coordinate
        if (low < 0 && power === 1) expect(content).toBeCloseTo((0.4 * 0.2 ** 3) / 6, 14);
      }
  });
});

it("a box that is turned by 45° counts once where its face goes through an edge of the other, whatever rounding does", () => {
  const slab = patchBody(convexBody(Box({ lengthX: 0.8, lengthY: 0.5, lengthZ: 0.3 })))!.polytope;
  for (const angle of [1, -1, 3, -3])
    for (const side of [1, -1])
      for (let k = 0; k < 10; k++) {
        const R = turnedBy([0, 0, (angle * Math.PI) / 4]);
        const along = 0.55 + 0.012 * k;
        // half of its thickness, and a little, from the plane x = y
        const at = (e: number): number[] => {
          const aside = side * (0.25 + e) * Math.SQRT1_2;
          return [along + aside, along - aside, 0.04 * k];
        };
        const [here, ahead, back] = [0, 1e-7, -1e-7].map((e) => measured(cube, slab, at(e), 1, R).content);
        expect(here! / (0.5 * (ahead! + back!))).toBeCloseTo(1, 5);
      }
});

describe.each([1, 3])("bodies without right angles, power %i", (power) => {
  const mesh = (vertices: readonly number[]): Polytope =>
    patchBody(convexBody(Mesh({ vertices: [...vertices], triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] })))!.polytope;
  const wide = mesh([0.8, 0.1, -0.5, -0.6, 0.7, -0.4, -0.3, -0.9, -0.45, 0.1, 0.05, 0.9]);
  const slab = patchBody(convexBody(Box({ lengthX: 0.5, lengthY: 0.3, lengthZ: 0.2 })))!.polytope;

  it("push by the gradient of their content, at faces, edges and corners of the first", () => {
    const R = turnedBy([0.3, -0.4, 0.5]);
    let found = 0;
    for (let k = 0; k < 40; k++) {
      const [z, angle] = [1 - (2 * k + 1) / 40, 2.4 * k];
      const across = Math.sqrt(1 - z * z);
      const direction = [across * Math.cos(angle), across * Math.sin(angle), z];
      // from outside until it dips in a little
      for (let way = 1.4; way > 0.3; way -= 0.02) {
        const at = direction.map((x) => way * x);
        const { content, gradient } = measured(wide, slab, at, power, R);
        if (content === 0) continue;
        if (measured(wide, slab, at, power, R).deepest < 0.02) continue;
        found++;
        const size = Math.hypot(...gradient);
        differences(wide, slab, at, power, R).forEach((x, i) => {
          expect(Math.abs(x - gradient[i]!)).toBeLessThan(1e-4 * size);
        });
        break;
      }
    }
    expect(found).toBeGreaterThan(30);
  });
});

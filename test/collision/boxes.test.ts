// Two boxes: the best of fifteen directions, where points show it, against the search on hulls of the same corners, which knows nothing of boxes.
import { describe, expect, it } from "vitest";
import { NarrowPhase } from "../../src/collision/narrowPhase.ts";
import { boxCore } from "../../src/geometry/makeCore.ts";
import { hullCore } from "../../src/geometry/makeHull.ts";
import { rotationFromCardan } from "../../src/math/rotation.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";

type Sizes = readonly [number, number, number];

const [tall, wide]: [Sizes, Sizes] = [
  [0.005, 0.015, 0.03],
  [0.5, 0.3, 0.2],
];

const asBox = ([x, y, z]: Sizes) => boxCore(x, y, z, 0);
const asHull = ([x, y, z]: Sizes) =>
  hullCore(
    Float64Array.from([-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].flatMap((k) => [i * x, j * y, k * z])))),
    0,
  );

const upright = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const proven = 1e-13;

function rotation(...angles: readonly number[]): Float64Array {
  const R = new Float64Array(9);
  rotationFromCardan(R, 0, Float64Array.from(angles), 0);
  return R;
}

/** How far a point is outside of a box at r, R; negative inside. */
function outside(size: Sizes, R: Float64Array, r: Float64Array, point: Float64Array): number {
  return Math.max(
    ...size.map(
      (half, i) => Math.abs([0, 1, 2].reduce((sum, c) => sum + R[3 * c + i]! * (point[c]! - r[c]!), 0)) - half,
    ),
  );
}

describe.each([6, 0.1, 1e-3, 1e-5, 1e-7, 1e-9, 1e-12, 0])("boxes turned against each other by up to %d rad", (turn) => {
  it.each([
    ["alike", tall, tall],
    ["of other sizes", tall, wide],
  ])("and %s have the distance that hulls of their corners have, with proof and points on both", (_, one, other) => {
    const u = mulberry32(5);
    const boxes = new NarrowPhase(asBox(one), asBox(other));
    const back = new NarrowPhase(asBox(other), asBox(one));
    const hulls = new NarrowPhase(asHull(one), asHull(other));
    const size = Math.max(Math.hypot(...one), Math.hypot(...other));
    let compared = 0;
    let unproven = 0;
    for (let k = 0; k < 400; k++) {
      // a side of each towards the other, a little turned, with a gap of nanometres or more to both sides
      const quarters = [0, 1, 2].map(() => 0.5 * Math.PI * Math.floor(4 * u()));
      const RA = rotation(...quarters);
      const RB = rotation(...[0, 1, 2].map((i) => quarters[i]! + turn * (u() - 0.5)));
      const axis = Math.floor(3 * u());
      const gap = (u() < 0.5 ? 1e-8 : 0.1 * size) * (u() - 0.5);
      const at = [0, 1, 2].map((i) =>
        i === axis ? one[i]! + other[i]! + gap : 1.1 * (2 * u() - 1) * (one[i]! + other[i]!),
      );
      const rA = Float64Array.of(0.3, -0.2, 0.1);
      const rB = Float64Array.from([0, 1, 2], (c) => rA[c]! + at.reduce((sum, x, i) => sum + RA[3 * c + i]! * x, 0));
      boxes.evaluate(RA, 0, rA, 0, RB, 0, rB, 0);
      back.evaluate(RB, 0, rB, 0, RA, 0, rA, 0);
      hulls.evaluate(RA, 0, rA, 0, RB, 0, rB, 0);
      // a search may come to a stop at slivers, and says so; boxes are searched only where no direction shows their distance
      if (Math.max(boxes.bound, back.bound) > 2 * proven * size) unproven++;
      else expect(Math.abs(boxes.distance - back.distance)).toBeLessThan(proven * size);
      if (Math.max(hulls.bound, boxes.bound) > proven * size) continue;
      compared++;
      expect(Math.abs(boxes.distance - hulls.distance)).toBeLessThan(proven * size);
      expect(outside(one, RA, rA, boxes.pointA)).toBeLessThan(proven * size);
      expect(outside(other, RB, rB, boxes.pointB)).toBeLessThan(proven * size);
      for (let i = 0; i < 3; i++)
        expect(Math.abs(boxes.pointB[i]! - boxes.pointA[i]! - boxes.distance * boxes.normal[i]!)).toBeLessThan(1e-15);
    }
    expect(compared).toBeGreaterThan(300);
    expect(unproven).toBeLessThan(20);
  });
});

it("a box that lies flat on another touches it in the middle of its face", () => {
  const pair = new NarrowPhase(asBox(wide), asBox(tall));
  const r = Float64Array.of(0.1, -0.05, 0.2 + 0.03 + 1e-9);
  pair.evaluate(upright, 0, new Float64Array(3), 0, upright, 0, r, 0);
  expect(pair.distance).toBeCloseTo(1e-9, 15);
  expect([...pair.pointB]).toEqual([0.1, -0.05, expect.closeTo(0.2 + 1e-9, 15)]);
  expect([...pair.normal]).toEqual([0, 0, 1]);
});

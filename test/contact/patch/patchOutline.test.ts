/** Outlines of patches for pictures: the region that two bodies share, as geometry says it, wherever the pair is and however it is turned. */
import { describe, expect, it } from "vitest";
import { LineContact } from "../../../src/contact/patch/lineContact.ts";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import { PatchContact } from "../../../src/contact/patch/patchContact.ts";
import { patchOutline } from "../../../src/contact/patch/patchOutline.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import type { SolidShape } from "../../../src/geometry/registry.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Capsule } from "../../../src/geometry/shapes/capsule.ts";
import { Cylinder } from "../../../src/geometry/shapes/cylinder.ts";
import { mulberry32 } from "../../reference/narrowphase/poses.ts";
import { identity, turnedBy } from "./poses.ts";

const body = (shape: SolidShape) => patchBody(convexBody(shape))!;
const table = body(Box({ lengthX: 1, lengthY: 0.8, lengthZ: 0.4 }));
const steel = { modulus: 1.1e11, foundation: 0 };
const u = mulberry32(13);
/** As it is, turned by right angles, so that each axis is up once, and at random. */
const turns = [
  [0, 0, 0],
  [Math.PI / 2, 0, 0],
  [0, Math.PI / 2, 0],
  [Math.PI, 0, 0],
  ...Array.from({ length: 6 }, () => [3 * u() - 1.5, 3 * u() - 1.5, 3 * u() - 1.5]),
];

type Point = readonly [number, number, number];

/** Both bodies, B at `place` above the top of the table, turned and moved together; the outline is told in the frame of the table's top. */
function outline(pair: PatchContact | LineContact, Q: Float64Array, place: Point, R = identity) {
  const shift = [1.3, -0.7, 0.4];
  const turned = (p: readonly number[]): Float64Array =>
    Float64Array.from(shift, (s, i) => s + Q[3 * i]! * p[0]! + Q[3 * i + 1]! * p[1]! + Q[3 * i + 2]! * p[2]!);
  const QR = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) QR[3 * i + j]! += Q[3 * i + k]! * R[3 * k + j]!;
  pair.evaluate(Q, 0, turned([0, 0, -0.2]), 0, QR, 0, turned(place), 0, steel);
  const corners = patchOutline(pair);
  return Array.from({ length: corners.length / 3 }, (_, c): Point => {
    const p = [0, 1, 2].map((i) => corners[3 * c + i]! - shift[i]!);
    return [0, 1, 2].map((j) => Q[j]! * p[0]! + Q[3 + j]! * p[1]! + Q[6 + j]! * p[2]!) as unknown as Point;
  });
}

/** Twice the signed area of a triangle in the plane of the table. */
const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

function areaOf(points: readonly Point[]): number {
  return Math.abs(points.reduce((sum, p, k) => sum + turn(points[0]!, p, points[(k + 1) % points.length]!) / 2, 0));
}

/** All corners turn to the same side, within rounding: in order, and convex. */
function expectConvex(points: readonly Point[]): void {
  const turns = points.map((p, k) => turn(p, points[(k + 1) % points.length]!, points[(k + 2) % points.length]!));
  const side = Math.sign(turns.reduce((sum, x) => sum + x));
  for (const x of turns) expect(side * x).toBeGreaterThan(-1e-12);
}

const bounds = (points: readonly Point[], i: 0 | 1 | 2): [number, number] => [
  Math.min(...points.map((p) => p[i])),
  Math.max(...points.map((p) => p[i])),
];

describe.each(turns.map((w) => ({ name: w.map((x) => x.toFixed(2)).join(" "), Q: turnedBy(w) })))(
  "an outline, turned by $name,",
  ({ Q }) => {
    it("of a box on a table is its face, and beyond the edge what the table carries of it", () => {
      const pair = new PatchContact(table, body(Box({ lengthX: 0.4, lengthY: 0.3, lengthZ: 0.2 })));
      for (const [x, right] of [
        [0.1, 0.3],
        [0.45, 0.5],
      ] as const) {
        const corners = outline(pair, Q, [x, -0.1, 0.1 - 1e-6]);
        expectConvex(corners);
        for (const [i, [low, high]] of [
          [0, [x - 0.2, right]],
          [1, [-0.25, 0.05]],
          [2, [0, 0]],
        ] as const) {
          const [least, most] = bounds(corners, i);
          expect(least).toBeCloseTo(low, 5);
          expect(most).toBeCloseTo(high, 5);
        }
        expect(areaOf(corners)).toBeCloseTo((right - x + 0.2) * 0.3, 5);
        expect(pair.area).toBeCloseTo(areaOf(corners), 5);
      }
      expect(outline(pair, Q, [0.1, 0, 0.11])).toEqual([]);
    });

    it("of a standing cylinder is its disc", () => {
      const pair = new PatchContact(table, body(Cylinder({ axis: 3, diameter: 0.3, length: 0.2 })));
      const corners = outline(pair, Q, [0.1, -0.1, 0.1 - 1e-6]);
      expectConvex(corners);
      for (const [x, y, z] of corners) {
        expect(Math.hypot(x - 0.1, y + 0.1)).toBeLessThan(0.1501);
        expect(Math.abs(z)).toBeLessThan(1e-5);
      }
      // a polygon of many corners in the circle
      expect(areaOf(corners) / (Math.PI * 0.15 ** 2)).toBeGreaterThan(0.95);
      expect(areaOf(corners) / (Math.PI * 0.15 ** 2)).toBeLessThan(1.0001);
    });

    it("of a capsule that lies is a rectangle along its line, with the area that touches", () => {
      // contact radius of a capsule on a plane: its own
      const pair = new LineContact(table, body(Capsule({ axis: 1, diameter: 0.1, length: 0.4 })), 0.05);
      const depth = 1e-4;
      for (const yaw of [0, 0.4]) {
        const corners = outline(pair, Q, [0.05, 0.02, 0.05 - depth], turnedBy([0, 0, yaw]));
        expect(corners.length).toBe(4);
        expectConvex(corners);
        const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
        const along = corners.map(
          ([x, y, z]): Point => [c * (x - 0.05) + s * (y - 0.02), c * (y - 0.02) - s * (x - 0.05), z],
        );
        const half = Math.sqrt(2 * 0.05 * depth);
        // the line, where two halves of discs at its ends count as width
        expect(bounds(along, 0)).toEqual([expect.closeTo(-0.2, 4), expect.closeTo(0.2, 4)]);
        expect(areaOf(corners) / (2 * half * 0.4 + Math.PI * half ** 2)).toBeCloseTo(1, 2);
        expect(areaOf(corners)).toBeCloseTo(pair.area, 12);
        const [left, right] = bounds(along, 1);
        expect(left + right).toBeCloseTo(0, 9);
        for (const [, , z] of along) expect(Math.abs(z)).toBeLessThan(depth);
      }
    });

    it("of a capsule on one end is a square around the point, with the area that touches", () => {
      const pair = new LineContact(table, body(Capsule({ axis: 3, diameter: 0.1, length: 0.3 })), 0.05);
      const depth = 1e-4;
      // the lowest point of the ball at its end
      const low = [0.1, -0.2 + 0.15 * Math.sin(0.3)];
      const placed = outline(pair, Q, [0.1, -0.2, 0.05 + 0.15 * Math.cos(0.3) - depth], turnedBy([0.3, 0, 0]));
      expect(placed.length).toBe(4);
      expectConvex(placed);
      const sides = placed.map((p, k) => Math.hypot(...p.map((x, i) => x - placed[(k + 1) % 4]![i]!)));
      for (const side of sides) expect(side).toBeCloseTo(Math.sqrt(2 * Math.PI * 0.05 * depth), 9);
      for (const i of [0, 1] as const) {
        const [least, most] = bounds(placed, i);
        expect((least + most) / 2).toBeCloseTo(low[i]!, 4);
      }
    });
  },
);

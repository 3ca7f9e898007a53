/** Polytopes that patches are cut from: planes and edges against what their corners say. */
import { describe, expect, it } from "vitest";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import { makePolytope, type Polytope } from "../../../src/contact/patch/polytope.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import { Beam } from "../../../src/geometry/shapes/beam.ts";
import { Capsule } from "../../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../../src/geometry/shapes/cylinder.ts";

/** A box of 2·(1, 2, 3) about the centre. */
const sizes = [1, 2, 3] as const;
const corners = Array.from({ length: 8 }, (_, k) => sizes.map((size, i) => (k & (1 << i) ? size : -size)));
const faces = [
  [1, 3, 7, 5],
  [0, 4, 6, 2],
  [2, 6, 7, 3],
  [0, 1, 5, 4],
  [4, 5, 7, 6],
  [0, 2, 3, 1],
];

describe("a polytope", () => {
  it("has planes through all corners of its faces, with all others behind them", () => {
    const box = makePolytope(corners.flat(), faces);
    expect([box.vertexCount, box.faceCount, box.edgeCount, box.mostCorners]).toEqual([8, 6, 12, 4]);
    faces.forEach((face, f) => {
      const [x, y, z, d] = box.planes.subarray(4 * f, 4 * f + 4);
      expect(Math.hypot(x!, y!, z!)).toBeCloseTo(1, 14);
      expect(d).toBeGreaterThan(0);
      corners.forEach(([a, b, c], v) => {
        const height = x! * a! + y! * b! + z! * c! - d!;
        if (face.includes(v)) expect(height).toBeCloseTo(0, 13);
        else expect(height).toBeLessThan(-1);
      });
    });
  });

  it("has every edge once, between the two faces that have both of its corners", () => {
    const box = makePolytope(corners.flat(), faces);
    const found = new Set<string>();
    for (let e = 0; e < box.edgeCount; e++) {
      const [f, g, v, w] = box.edges.subarray(4 * e, 4 * e + 4);
      for (const face of [f, g]) for (const corner of [v, w]) expect(faces[face!]).toContain(corner);
      expect(f).not.toBe(g);
      found.add([v!, w!].sort().join());
    }
    expect(found.size).toBe(12);
  });

  it("has no direction where a face has no area", () => {
    const flat = makePolytope([0, 0, 0, 1, 0, 0, 2, 0, 0], [[0, 1, 2]]);
    expect([...flat.planes]).toEqual([0, 0, 0, 0]);
  });
});

/** Numbers of the vertices of a face. */
const cornersOf = ({ faceStart, faceVertices }: Polytope, f: number): number[] => [
  ...faceVertices.subarray(faceStart[f]!, faceStart[f + 1]!),
];

/** Sides that two faces share. */
function sharedSides(polytope: Polytope): number {
  const sides = new Map<string, number>();
  for (let f = 0; f < polytope.faceCount; f++) {
    const list = cornersOf(polytope, f);
    list.forEach((v, i) => {
      const w = list[(i + 1) % list.length]!;
      const name = [Math.min(v, w), Math.max(v, w)].join();
      sides.set(name, 1 + (sides.get(name) ?? 0));
    });
  }
  return [...sides.values()].filter((faces) => faces === 2).length;
}

describe("facets of a round body that is touched somewhere", () => {
  const directions = [
    [1, 0, 0],
    [0.6, 0.64, 0.48],
    [-0.28, 0.96, 0],
    [0.8, 0, -0.6],
  ];
  const capsule = patchBody(convexBody(Capsule({ axis: 3, diameter: 0.2, length: 0.5 })))!.round!;
  const cylinder = patchBody(convexBody(Cylinder({ axis: 3, diameter: 0.2, length: 0.5 })))!.round!;

  it.each([
    ["a capsule", capsule],
    ["a cylinder", cylinder],
  ])("of %s share their edges two by two, and every edge is there once", (_, round) => {
    for (const d of directions) {
      for (const isToRound of [false, true]) {
        round.place(Float64Array.from(d), 0, 1e-3, isToRound);
        const { polytope } = round;
        const sides = new Map<string, number>();
        for (let f = 0; f < polytope.faceCount; f++) {
          const list = cornersOf(polytope, f);
          list.forEach((v, i) => {
            const w = list[(i + 1) % list.length]!;
            sides.set([Math.min(v, w), Math.max(v, w)].join(), f);
          });
        }
        const found = new Set<string>();
        for (let e = 0; e < polytope.edgeCount; e++) {
          const [f, g, v, w] = polytope.edges.subarray(4 * e, 4 * e + 4);
          for (const face of [f!, g!])
            for (const corner of [v!, w!]) expect(cornersOf(polytope, face)).toContain(corner);
          expect(f).not.toBe(g);
          found.add([Math.min(v!, w!), Math.max(v!, w!)].join());
        }
        expect(found.size).toBe(polytope.edgeCount);
        for (const side of found) expect(sides.has(side)).toBe(true);
      }
    }
  });

  it.each([
    ["a capsule", Capsule({ axis: 3, diameter: 0.2, length: 0.5 }), Math.PI * 0.2 * 0.7],
    ["a cylinder", Cylinder({ axis: 3, diameter: 0.2, length: 0.5 }), Math.PI * (0.2 * 0.5 + 0.02)],
    [
      "a cone",
      Cone({ axis: 3, diameter: 0.2, topDiameter: 0.1, length: 0.5 }),
      Math.PI * (0.15 * Math.hypot(0.5, 0.05) + 0.01 + 0.0025),
    ],
    ["a pointed cone", Cone({ axis: 3, diameter: 0.2, length: 0.5 }), Math.PI * (0.1 * Math.hypot(0.5, 0.1) + 0.01)],
    [
      "a beam",
      Beam({ axis: 3, length: 0.5, width: 0.2, thickness: 0.1 }),
      2 * (0.5 * 0.2 + Math.PI * 0.01) + 0.1 * (2 * 0.5 + Math.PI * 0.2),
    ],
  ] as const)("of %s close it: planes go through their corners, and all others are below", (_, shape, surface) => {
    const { round } = patchBody(convexBody(shape))!;
    // the facets of a beam that is touched at one end leave a sliver of it
    const least = ([, , z]: readonly number[]): number =>
      round!.axis !== 2 ? 0 : Math.abs(z!) === 1 && !round!.hasRoundEnds ? 0.98 : 0.3;
    for (const d of [...directions, [0, 0, 1], [0, 0, -1]])
      for (const depth of [1e-7, 0.02])
        for (const isToRound of [false, true]) {
          round!.place(Float64Array.from([7, ...d]), 1, depth, isToRound);
          const { polytope } = round!;
          const { planes, vertices: p } = polytope;
          const sum = [0, 0, 0];
          // largest distance of a corner from its plane, and largest height of any vertex over one
          let [off, above, area, length, most] = [0, 0, 0, 1, 0];
          for (let f = 0; f < polytope.faceCount; f++) {
            const [x, y, z, far] = planes.subarray(4 * f, 4 * f + 4) as unknown as [number, number, number, number];
            const heightOf = (v: number): number => x * p[3 * v]! + y * p[3 * v + 1]! + z * p[3 * v + 2]! - far;
            const list = cornersOf(polytope, f);
            length = Math.max(length, 1 + Math.abs(Math.hypot(x, y, z) - 1));
            most = Math.max(most, list.length);
            for (const v of list) off = Math.max(off, Math.abs(heightOf(v)));
            for (let v = 0; v < polytope.vertexCount; v++) above = Math.max(above, heightOf(v));
            const at = (v: number, i: number): number => p[3 * v + i]! - p[3 * list[0]! + i]!;
            for (let c = 1; c + 1 < list.length; c++)
              for (let i = 0; i < 3; i++) {
                const [j, k, a, b] = [(i + 1) % 3, (i + 2) % 3, list[c]!, list[c + 1]!];
                const part = 0.5 * (at(a, j) * at(b, k) - at(a, k) * at(b, j));
                sum[i]! += part;
                area += part * planes[4 * f + i]!;
              }
          }
          expect(off).toBeLessThan(1e-10);
          expect(above).toBeLessThan(1e-10);
          expect(length).toBeLessThan(1 + 1e-12);
          expect(polytope.edgeCount).toBe(sharedSides(polytope));
          expect(polytope.mostCorners).toBe(most);
          // nothing is open, and faces look outwards: the surface is that of the body, but for what facets cut off where they crowd
          expect(Math.hypot(...sum)).toBeLessThan(1e-12);
          expect(area / surface).toBeGreaterThan(least(d));
          expect(area / surface).toBeLessThan(1.01);
        }
  });

  it("of a capsule are long from one end to the other, and small elsewhere", () => {
    for (const d of directions) {
      capsule.place(Float64Array.from(d), 0, 1e-3, false);
      const { polytope } = capsule;
      for (let f = 0; f < polytope.faceCount; f++) {
        const heights = cornersOf(polytope, f).map((v) => polytope.vertices[3 * v + 2]!);
        const isLong = Math.max(...heights) > 0 && Math.min(...heights) < 0;
        expect([f, f >= polytope.firstLong && f <= polytope.lastLong]).toEqual([f, isLong]);
      }
    }
  });
});

/** Polytopes that patches are cut from: planes and edges against what their corners say. */
import { describe, expect, it } from "vitest";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import { makePolytope, type Polytope } from "../../../src/contact/patch/polytope.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import { Capsule } from "../../../src/geometry/shapes/capsule.ts";
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

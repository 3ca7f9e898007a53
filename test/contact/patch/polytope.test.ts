/** Polytopes that patches are cut from: planes and edges against what their corners say. */
import { describe, expect, it } from "vitest";
import { makePolytope } from "../../../src/contact/patch/polytope.ts";

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

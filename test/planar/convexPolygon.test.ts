import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { convexPolygon, type Point } from "../../src/planar/convexPolygon.ts";
import { largestSeparation, Outline, outlineFromVertices } from "../../src/planar/outline.ts";
import { latticePolygon } from "./randomShapes.ts";

const box: Point[] = [
  [0, 0],
  [0, 1],
  [2, 1],
  [2, 0],
];

function errorOf(vertices: readonly Point[]): RattlebackError {
  try {
    convexPolygon(vertices, "deck");
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("expected an error");
}

describe("convex polygons", () => {
  it("keep vertices that are given clockwise", () => {
    const polygon = convexPolygon(box);
    expect(Array.from(polygon.vertices)).toEqual(box.flat());
    expect(polygon.isTurned).toBe(false);
    expect(Array.from(polygon.edgeOfSurface)).toEqual([0, 1, 2, 3]);
  });

  it("turn vertices that are given counter-clockwise, and say which edge became which surface", () => {
    const given = [...box].reverse();
    const polygon = convexPolygon(given);
    expect(polygon.isTurned).toBe(true);
    for (let i = 0; i < 4; i++) {
      const from = [polygon.vertices[2 * i], polygon.vertices[2 * i + 1]];
      const to = [polygon.vertices[2 * ((i + 1) % 4)], polygon.vertices[2 * ((i + 1) % 4) + 1]];
      const edge = polygon.edgeOfSurface[i];
      expect([given[(edge + 1) % 4], given[edge]]).toEqual([from, to]);
    }
  });

  it("are the same shape whichever way round they are given", () => {
    fc.assert(
      fc.property(latticePolygon, fc.integer({ min: -8, max: 24 }), fc.integer({ min: -8, max: 24 }), (v, a, b) => {
        const clockwise = Array.from({ length: v.length / 2 }, (_, i) => [v[2 * i], v[2 * i + 1]] as const);
        const [one, other] = [clockwise, [...clockwise].reverse()].map((vertices) => {
          const polygon = convexPolygon(vertices);
          const outline = new Outline(polygon.count);
          outlineFromVertices(outline, polygon.vertices);
          return largestSeparation(outline, a / 2, b / 2);
        });
        expect(Math.sign(one)).toBe(Math.sign(other));
        expect(Math.abs(one - other)).toBeLessThan(1e-13);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  it("need three vertices", () => {
    const error = errorOf(box.slice(0, 2));
    expect(error.code).toBe("E-PLANAR-VERTICES");
    expect(error.hint).toContain("at least three");
    expect(error.what).toContain("2 vertices");
  });

  it("need finite coordinates", () => {
    const error = errorOf([...box.slice(0, 3), [Number.NaN, 0]]);
    expect(error.code).toBe("E-PLANAR-VERTEX");
    expect(error.path).toBe("deck[3]");
    expect(error.hint).toContain("finite");
  });

  it("list every corner once", () => {
    const error = errorOf([...box, [0, 0]]);
    expect(error.code).toBe("E-PLANAR-REPEATED");
    expect(error.data).toMatchObject({ first: 0, second: 4 });
    expect(error.hint).toContain("closes by itself");
  });

  it("have no vertex on the line of its neighbours", () => {
    const error = errorOf([
      [0, 0],
      [0, 1],
      [1, 1],
      [2, 1],
      [2, 0],
    ]);
    expect(error.code).toBe("E-PLANAR-COLLINEAR");
    expect(error.path).toBe("deck[2]");
    expect(error.hint).toBe("leave vertex 2 out");
  });

  it("have no spike of two edges on one line", () => {
    expect(
      errorOf([
        [0, 0],
        [0, 1],
        [2, 1],
        [3, 1],
        [2.5, 1],
        [2, 0],
      ]).code,
    ).toBe("E-PLANAR-COLLINEAR");
  });

  it("bulge everywhere", () => {
    const error = errorOf([
      [0, 0],
      [0, 1],
      [1, 0.4],
      [2, 1],
      [2, 0],
    ]);
    expect(error.code).toBe("E-PLANAR-NOT-CONVEX");
    expect(error.path).toBe("deck[2]");
    expect(error.hint).toContain("cut it into convex targets");
  });

  it("wind around once", () => {
    const star = [0, 2, 4, 1, 3].map((k): Point => [Math.sin((2 * Math.PI * k) / 5), Math.cos((2 * Math.PI * k) / 5)]);
    const error = errorOf(star);
    expect(error.code).toBe("E-PLANAR-NOT-CONVEX");
    expect(error.because).toContain("2 times");
    expect(error.hint).toContain("order");
  });
});

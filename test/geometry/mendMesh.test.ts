import fc from "fast-check";
import { Box, likelyUnit, Mesh, massProperties, mendMesh } from "rattleback/collision";
import { describe, expect, it } from "vitest";

const corners = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1];
const cube = [
  [0, 2, 1],
  [0, 3, 2],
  [4, 5, 6],
  [4, 6, 7],
  [0, 1, 5],
  [0, 5, 4],
  [1, 2, 6],
  [1, 6, 5],
  [2, 3, 7],
  [2, 7, 6],
  [3, 0, 4],
  [3, 4, 7],
];
const meshOf = (faces: readonly (readonly number[])[]) => Mesh({ vertices: corners, triangles: faces.flat() });

describe("mendMesh", () => {
  it("gives back a cube, whichever faces were turned, written twice or empty, in whatever order", () => {
    const faces = fc
      .tuple(
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 6 }),
        fc.shuffledSubarray([...cube.keys()], { minLength: 12, maxLength: 12 }),
      )
      .map(([turns, doubled, order]) => {
        const written = order.map((k) => {
          const [a, b, c] = cube[k]!;
          return turns[k] ? [a!, c!, b!] : [a!, b!, c!];
        });
        return { written: [...written, ...doubled.map((k) => cube[k]!)], doubled: doubled.length };
      });
    fc.assert(
      fc.property(faces, ({ written, doubled }) => {
        const { mesh, doubledFaces, openEdges } = mendMesh(meshOf(written));
        const { mass, inertia } = massProperties(mesh, { density: 1 });
        const wanted = massProperties(Box(), { density: 1 });
        return (
          doubledFaces === doubled &&
          openEdges === 0 &&
          Math.abs(mass - 1) < 1e-12 &&
          inertia.every((x, k) => Math.abs(x - wanted.inertia[k]!) < 1e-12)
        );
      }),
      { numRuns: 60 },
    );
  });

  it("leaves holes, and counts their edges", () => {
    expect(mendMesh(meshOf(cube.slice(1))).openEdges).toBe(3);
    expect(mendMesh(meshOf(cube))).toMatchObject({ turnedFaces: 0, doubledFaces: 0, emptyFaces: 0 });
  });

  it("sizes tell units", () => {
    const scaled = (size: number) => Mesh({ vertices: corners, triangles: cube.flat(), scale: [size, size, size] });
    expect([0.3, 12, 300].map((size) => likelyUnit(scaled(size)))).toEqual([undefined, "inch", "mm"]);
  });
});

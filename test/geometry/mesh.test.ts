import { describe, expect, it } from "vitest";
import { convexHull } from "../../src/geometry/convexHull.ts";
import { massProperties } from "../../src/geometry/massProperties.ts";
import { parseObj } from "../../src/geometry/parseObj.ts";
import { parseStl } from "../../src/geometry/parseStl.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { hullVolumeRatio, Mesh } from "../../src/geometry/shapes/mesh.ts";
import { tessellate } from "../../src/geometry/tessellate.ts";
import { createRandom } from "../../src/math/random.ts";

const cube = tessellate(Box());

function stlText(mesh: Mesh): string {
  const corner = (i: number) => `vertex ${[...mesh.vertices.slice(3 * i, 3 * i + 3)].join(" ")}`;
  const facets = Array.from({ length: mesh.triangles.length / 3 }, (_, f) => {
    const corners = [...mesh.triangles.slice(3 * f, 3 * f + 3)].map(corner).join("\n");
    return `facet normal 0 0 0\nouter loop\n${corners}\nendloop\nendfacet`;
  });
  return `solid test\n${facets.join("\n")}\nendsolid`;
}

function stlBytes(mesh: Mesh, title: string): Uint8Array {
  const count = mesh.triangles.length / 3;
  const view = new DataView(new ArrayBuffer(84 + 50 * count));
  [...title].forEach((letter, i) => view.setUint8(i, letter.charCodeAt(0)));
  view.setUint32(80, count, true);
  mesh.triangles.forEach((vertex, i) => {
    for (let k = 0; k < 3; k++) {
      const place = 84 + 50 * Math.floor(i / 3) + 12 + 4 * (3 * (i % 3) + k);
      view.setFloat32(place, mesh.vertices[3 * vertex + k], true);
    }
  });
  return new Uint8Array(view.buffer);
}

describe("meshes", () => {
  it("read from OBJ and both kinds of STL are the same cube", () => {
    const obj = [
      "# cube\no cube",
      ...Array.from({ length: 8 }, (_, i) => `v ${i & 1} ${(i >> 1) & 1} ${i >> 2} 1.0`),
      "vn 0 0 1\ns off\nusemtl none",
      "f 1//1 3//1 4//1 2//1\nf 5/1 6/1 8/1 7/1\nf 1 2 6 5\nf 3 7 \\\n8 4\nf -8 -4 -2 -6\nf 2 4 8 6",
    ].join("\n");
    const fromObj = Mesh(parseObj(obj));
    expect(fromObj.triangles.length).toBe(36);
    const text = Mesh(parseStl(stlText(fromObj)));
    const binary = Mesh(parseStl(stlBytes(fromObj, "solid, but binary")));
    const shouted = Mesh(parseStl(new TextEncoder().encode(stlText(fromObj).toUpperCase())));
    const longer = Mesh(parseStl(Uint8Array.from([...stlBytes(fromObj, "solid, but binary"), 1, 2, 3])));
    for (const mesh of [
      fromObj,
      text,
      binary,
      shouted,
      longer,
      Mesh(parseStl(new TextEncoder().encode(stlText(fromObj)))),
    ]) {
      const { volume, centreOfMass } = massProperties(mesh, { density: 1 });
      expect(mesh.vertices.length).toBe(24);
      expect(volume).toBeCloseTo(1, 14);
      expect([...centreOfMass].map((x) => Number(x.toFixed(12)))).toEqual([0.5, 0.5, 0.5]);
    }
  });

  it("are scaled per axis", () => {
    const { volume } = massProperties(Mesh({ ...cube, scale: [2, 3, 0.5] }), { density: 1 });
    expect(volume).toBeCloseTo(3, 13);
  });

  it("know how much larger their hull is", () => {
    // an L: three unit cubes in a 2 × 2 × 1 block; the hull cuts half of the missing cube
    const outline = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]; // biome-ignore format: a picture
    const vertices = [0, 1].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z]));
    const caps = [[0, 1, 3], [1, 2, 3], [0, 3, 4], [0, 4, 5]]; // biome-ignore format: a picture
    const triangles = [
      ...caps.flatMap(([a, b, c]) => [a, c, b, a + 6, b + 6, c + 6]),
      ...[0, 1, 2, 3, 4, 5].flatMap((i) => [i, (i + 1) % 6, ((i + 1) % 6) + 6, i, ((i + 1) % 6) + 6, i + 6]),
    ];
    expect(hullVolumeRatio(Mesh({ vertices, triangles }))).toBeCloseTo(3.5 / 3, 13);
    expect(hullVolumeRatio(Mesh(cube))).toBeCloseTo(1, 14);
  });

  it.each([
    ["without faces", () => Mesh({ vertices: [0, 0, 0], triangles: [] }), "E-MESH-EMPTY", "triangles"],
    ["without vertices", () => Mesh({ vertices: [], triangles: [0, 1, 2] }), "E-MESH-EMPTY", "triangles"],
    ["with missing vertices", () => Mesh({ vertices: cube.vertices, triangles: [0, 1, 8] }), "E-MESH-DATA", "check"],
    [
      "with infinite vertices",
      () => Mesh({ vertices: [0, 0, Infinity], triangles: [0, 0, 0] }),
      "E-MESH-DATA",
      "check",
    ],
    ["with half a triangle", () => Mesh({ vertices: cube.vertices, triangles: [0, 1] }), "E-MESH-DATA", "check"],
    ["with scale 0", () => Mesh({ ...cube, scale: [1, 0, 1] }), "E-MESH-DATA", "check"],
    [
      "with a hole",
      () => massProperties(Mesh({ ...cube, triangles: cube.triangles.slice(3) }), { density: 1 }),
      "E-MESH-OPEN",
      "close the holes",
    ],
    [
      "inside out",
      () => massProperties(Mesh({ ...cube, triangles: [...cube.triangles].reverse() }), { density: 1 }),
      "E-MESH-INVERTED",
      "counter-clockwise",
    ],
    [
      "with one face turned",
      () => {
        const [a, b, c, ...rest] = cube.triangles;
        return massProperties(Mesh({ ...cube, triangles: [a, c, b, ...rest] }), { density: 1 });
      },
      "E-MESH-INVERTED",
      "counter-clockwise",
    ],
    ["from OBJ with letters", () => parseObj("v 0 0 0\nv 1 x 0"), "E-MESH-FORMAT", "check the program"],
    ["from OBJ with a face too far", () => parseObj("v 0 0 0\nf 1 2 3"), "E-MESH-FORMAT", "check the program"],
    ["from OBJ with a face of two", () => parseObj("v 0 0 0\nf 1 1"), "E-MESH-FORMAT", "check the program"],
    ["from STL with letters", () => parseStl("solid\nvertex 0 0 x\nendfacet"), "E-MESH-FORMAT", "complete"],
    [
      "from STL cut off",
      () => parseStl("solid\nfacet\nvertex 0 0 0\nvertex 0 0 1\nendfacet"),
      "E-MESH-FORMAT",
      "complete",
    ],
    ["from bytes that are no STL", () => parseStl(new Uint8Array(100)), "E-MESH-FORMAT", "complete"],
  ])("%s are refused", (_, act, code, hint) => {
    expect(act).toThrow(expect.objectContaining({ code, hint: expect.stringContaining(hint) }));
  });
});

describe("convex hulls", () => {
  it("hold all points, and are closed", () => {
    const random = createRandom(11);
    for (let round = 0; round < 20; round++) {
      const points = Float64Array.from({ length: 3 * 80 }, () => random.uniform());
      const triangles = convexHull(points)!;
      const { volume } = massProperties(Mesh({ vertices: points, triangles }), { density: 1 }); // closed and oriented
      expect(volume).toBeGreaterThan(0.3);
      for (let f = 0; f < triangles.length; f += 3) {
        const [a, b, c] = [...triangles.slice(f, f + 3)].map((i) => [...points.slice(3 * i, 3 * i + 3)]);
        const [u, v] = [b.map((x, k) => x - a[k]), c.map((x, k) => x - a[k])];
        const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        for (let i = 0; i < points.length; i += 3) {
          const height = n.reduce((sum, x, k) => sum + x * (points[i + k] - a[k]), 0) / Math.hypot(...n);
          expect(height).toBeLessThan(1e-13);
        }
      }
    }
  });

  it("of points on a grid, many of them in common planes, are the cube", () => {
    const points = Float64Array.from({ length: 3 * 125 }, (_, i) => {
      const p = Math.floor(i / 3);
      return [p % 5, Math.floor(p / 5) % 5, Math.floor(p / 25)][i % 3];
    });
    const mesh = Mesh({ vertices: points, triangles: convexHull(points)! });
    expect(massProperties(mesh, { density: 1 }).volume).toBeCloseTo(64, 11);
  });

  it("do not exist for points in a plane, on a line, at a point", () => {
    for (const factors of [
      [1, 1, 0],
      [1, 0, 0],
      [0, 0, 0],
    ]) {
      const points = Float64Array.from({ length: 30 }, (_, i) => factors[i % 3] * Math.sin(i * i));
      expect(convexHull(points)).toBeUndefined();
    }
  });
});

/** Closed surfaces for tests of polygonal contact. */
import { Mesh } from "../../../src/geometry/shapes/mesh.ts";

/** A sphere by repeated division of an octahedron into 8·4^level triangles. */
export function sphereMesh(radius: number, level: number): Mesh {
  let triangles: number[][][] = [];
  for (const x of [1, -1]) {
    for (const y of [1, -1]) {
      for (const z of [1, -1]) {
        const t = [[x, 0, 0], [0, y, 0], [0, 0, z]]; // biome-ignore format: a picture
        triangles.push(x * y * z > 0 ? t : [t[0]!, t[2]!, t[1]!]);
      }
    }
  }
  const middle = (a: number[], b: number[]) => {
    const m = a.map((v, k) => v + b[k]!);
    const length = Math.hypot(...m);
    return m.map((v) => v / length);
  };
  for (let i = 0; i < level; i++) {
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a!, b!), middle(b!, c!), middle(c!, a!)];
      return [[a!, ab, ca], [ab, b!, bc], [ca, bc, c!], [ab, bc, ca]]; // biome-ignore format: a picture
    });
  }
  const vertices = triangles.flat(2).map((x) => radius * x);
  return Mesh({ vertices, triangles: vertices.map((_, i) => i).slice(0, vertices.length / 3) });
}

/** A torus about the z axis. */
export function torusMesh(R: number, r: number, around: number, across: number): Mesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [p, q] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const d = R + r * Math.cos(q);
      vertices.push(d * Math.cos(p), d * Math.sin(p), r * Math.sin(q));
      const at = (a: number, b: number) => (a % around) * across + (b % across);
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return Mesh({ vertices, triangles });
}

/** A plate with its top at z = 0, divided into n × n squares. */
export function plateMesh(side: number, thickness: number, n: number): Mesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let layer = 0; layer < 2; layer++) {
    for (let i = 0; i <= n; i++) {
      for (let j = 0; j <= n; j++) vertices.push(side * (i / n - 0.5), side * (j / n - 0.5), -thickness * layer);
    }
  }
  const at = (layer: number, i: number, j: number) => layer * (n + 1) ** 2 + i * (n + 1) + j;
  const quad = (a: number, b: number, c: number, d: number) => triangles.push(a, b, c, a, c, d);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      quad(at(0, i, j), at(0, i + 1, j), at(0, i + 1, j + 1), at(0, i, j + 1));
      quad(at(1, i, j), at(1, i, j + 1), at(1, i + 1, j + 1), at(1, i + 1, j));
    }
    quad(at(1, i, 0), at(1, i + 1, 0), at(0, i + 1, 0), at(0, i, 0));
    quad(at(0, i, n), at(0, i + 1, n), at(1, i + 1, n), at(1, i, n));
    quad(at(0, 0, i), at(0, 0, i + 1), at(1, 0, i + 1), at(1, 0, i));
    quad(at(1, n, i), at(1, n, i + 1), at(0, n, i + 1), at(0, n, i));
  }
  return Mesh({ vertices, triangles });
}

/** What a mesh must fulfil: to be a mesh at all, and to enclose a volume. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Vector3 } from "./vectors.ts";

const wanted = "Mesh({ vertices: [x0, y0, z0, x1, …], triangles: [0, 1, 2, …] })";

/** Vertices and faces exist, coordinates are finite, faces refer to vertices that exist. */
export function checkMeshData(vertices: ArrayLike<number>, triangles: ArrayLike<number>, scale: Vector3): void {
  for (const [name, list] of Object.entries({ vertices, triangles })) {
    const isList =
      (Array.isArray(list) || ArrayBuffer.isView(list)) && typeof (list as ArrayLike<unknown>)[0] !== "object";
    if (isList) continue;
    throw new RattlebackError("E-MESH-DATA", `${name} of a mesh is a flat list of numbers.`, {
      path: `Mesh.${name}`,
      because: Array.isArray(list) ? "it is a list of lists" : `it is of type ${typeof list}`,
      hint: `${wanted}; for a list of points: points.flat(); for a file: FileMesh({ filename: "hull.obj" }), parseObj or parseStl`,
      data: { name },
    });
  }
  if (vertices.length === 0 || triangles.length === 0) {
    throw new RattlebackError("E-MESH-EMPTY", `The mesh has no ${vertices.length === 0 ? "vertices" : "faces"}.`, {
      path: vertices.length === 0 ? "Mesh.vertices" : "Mesh.triangles",
      because: `it has ${vertices.length / 3} vertices and ${triangles.length / 3} triangles`,
      hint: `a surface of triangles: ${wanted}`,
      data: { vertices: vertices.length / 3, triangles: triangles.length / 3 },
    });
  }
  if (vertices.length % 3 !== 0 || triangles.length % 3 !== 0) {
    throw dataError("is not a list of triples", { vertices: vertices.length, triangles: triangles.length });
  }
  if (!scale.every((factor) => factor !== 0 && Number.isFinite(factor))) {
    throw dataError("has a scale with a factor that is zero or not finite", { scale: [...scale] });
  }
  for (let i = 0; i < vertices.length; i++) {
    if (!Number.isFinite(vertices[i]))
      throw dataError("has a coordinate that is not finite", { vertex: Math.floor(i / 3) });
  }
  const count = vertices.length / 3;
  for (let i = 0; i < triangles.length; i++) {
    const vertex = triangles[i]!;
    if (Number.isInteger(vertex) && vertex >= 0 && vertex < count) continue;
    throw dataError("has a face with a vertex that does not exist", { triangle: Math.floor(i / 3), vertex, count });
  }
}

function dataError(what: string, data: Readonly<Record<string, unknown>>): RattlebackError {
  const values = Object.entries(data).map(([name, value]) => `${name} = ${String(value)}`);
  return new RattlebackError("E-MESH-DATA", `The mesh ${what}.`, {
    path: "Mesh",
    because: values.join(", "),
    hint: `${wanted}, numbers of vertices counted from 0; check the program that wrote the mesh`,
    data,
  });
}

/** Every edge belongs to two triangles that run through it in opposite directions. */
export function checkSolid(vertices: Float64Array, triangles: Int32Array): void {
  const count = vertices.length / 3;
  const balance = new Map<number, number>();
  const uses = new Map<number, number>();
  for (let f = 0; f < triangles.length; f += 3) {
    for (let e = 0; e < 3; e++) {
      const p = triangles[f + e]!;
      const q = triangles[f + ((e + 1) % 3)]!;
      if (p === q) continue; // the triangle has shrunk to a line: its two other edges cancel each other
      const key = Math.min(p, q) * count + Math.max(p, q);
      balance.set(key, (balance.get(key) ?? 0) + (p < q ? 1 : -1));
      uses.set(key, (uses.get(key) ?? 0) + 1);
    }
  }
  const open = [...uses].filter(([, n]) => n % 2 === 1).map(([key]) => key);
  const twisted = [...balance].filter(([key, n]) => n !== 0 && uses.get(key)! % 2 === 0).map(([key]) => key);
  if (open.length === 0 && twisted.length === 0) return;

  const key = open[0] ?? twisted[0]!;
  const place = [Math.floor(key / count), key % count];
  const points = place.map((i) => `(${Array.from(vertices.subarray(3 * i, 3 * i + 3)).join(", ")})`);
  const details = {
    path: "Mesh.triangles",
    because: `the edge from ${points[0]} to ${points[1]} is ${open.length > 0 ? "on the border of a hole" : "one of them"}`,
    data: { openEdges: open.length, twistedEdges: twisted.length },
  };
  if (open.length > 0) {
    throw new RattlebackError("E-MESH-OPEN", `The mesh is not closed: ${open.length} edges have one face only.`, {
      ...details,
      hint: "close the holes, or give mass and inertia of the solid instead of its material",
    });
  }
  throw new RattlebackError(
    "E-MESH-INVERTED",
    `The faces of the mesh are not oriented alike: at ${twisted.length} edges both run in one direction.`,
    { ...details, hint: "orient all triangles counter-clockwise seen from outside" },
  );
}

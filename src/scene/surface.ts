/**
 * Surfaces ready for drawing: corners with normals. Faces that meet in a gentle edge share a normal there and look round; at a
 * sharp edge each face has its own.
 */
import type { TriangleData } from "../geometry/parseObj.ts";

export interface Surface {
  readonly kind: "surface";
  /** Packed x, y, z. */
  readonly positions: Float32Array;
  /** Packed unit vectors, one per position. */
  readonly normals: Float32Array;
  /** Packed triples, counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
}

export interface Lines {
  readonly kind: "lines";
  /** Packed pairs of points. */
  readonly positions: Float32Array;
}

export type Geometry = Surface | Lines;

/** Faces whose normals differ by more than this have an edge between them: above the 30° of a cylinder with 12 sides. */
const sharpestSmoothEdge = (35 * Math.PI) / 180;

/** A surface with normals from triangles without; triangles without area are left out. */
export function surfaceOf({ vertices, triangles }: TriangleData): Surface {
  const places = weld(vertices);
  const faces = usableFaces(vertices, triangles, places);
  const corners: number[][] = Array.from({ length: vertices.length / 3 }, () => []);
  faces.corners.forEach((place, corner) => {
    corners[place]!.push(corner);
  });

  const positions: number[] = [];
  const normals: number[] = [];
  const indices = new Uint32Array(faces.corners.length);
  const known = new Map<string, number>();
  const limit = Math.cos(sharpestSmoothEdge);
  faces.corners.forEach((place, corner) => {
    const own = 3 * Math.floor(corner / 3);
    const sum = [0, 0, 0];
    for (const other of corners[place]!) {
      const f = 3 * Math.floor(other / 3);
      if (along(faces.normals, own, f) < limit) continue;
      for (let i = 0; i < 3; i++) sum[i]! += faces.angles[other]! * faces.normals[f + i]!;
    }
    const length = Math.hypot(...sum);
    const normal = sum.map((value) => value / length);
    const key = `${place} ${normal.map((value) => Math.round(1e4 * value)).join(" ")}`;
    let index = known.get(key);
    if (index === undefined) {
      index = positions.length / 3;
      known.set(key, index);
      positions.push(vertices[3 * place]!, vertices[3 * place + 1]!, vertices[3 * place + 2]!);
      normals.push(...normal);
    }
    indices[corner] = index;
  });
  return {
    kind: "surface",
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices,
  };
}

/** Several surfaces as one. */
export function joinTriangles(parts: readonly TriangleData[]): TriangleData {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (const part of parts) {
    const first = vertices.length / 3;
    for (const value of part.vertices) vertices.push(value);
    for (const index of part.triangles) triangles.push(first + index);
  }
  return { vertices, triangles };
}

/** The same triangles with every point moved. */
export function mapPoints(
  { vertices, triangles }: TriangleData,
  move: (x: number, y: number, z: number) => readonly number[],
): TriangleData {
  const moved: number[] = [];
  for (let k = 0; k < vertices.length; k += 3) moved.push(...move(vertices[k]!, vertices[k + 1]!, vertices[k + 2]!));
  return { vertices: moved, triangles };
}

/** Per vertex the number of the first one at the same place; equal up to 1e-9 of the extent. */
function weld(vertices: readonly number[]): Int32Array {
  let extent = 0;
  for (const value of vertices) extent = Math.max(extent, Math.abs(value));
  const unit = extent > 0 ? 1e9 / extent : 1;
  const first = new Map<string, number>();
  return Int32Array.from({ length: vertices.length / 3 }, (_, k) => {
    const key = `${Math.round(unit * vertices[3 * k]!)} ${Math.round(unit * vertices[3 * k + 1]!)} ${Math.round(unit * vertices[3 * k + 2]!)}`;
    const found = first.get(key);
    if (found !== undefined) return found;
    first.set(key, k);
    return k;
  });
}

interface Faces {
  /** Welded vertex of every corner, three per face. */
  readonly corners: number[];
  /** Angle at every corner, rad. */
  readonly angles: number[];
  /** Unit normals, packed. */
  readonly normals: number[];
}

function usableFaces(vertices: readonly number[], triangles: readonly number[], places: Int32Array): Faces {
  const faces: Faces = { corners: [], angles: [], normals: [] };
  for (let k = 0; k < triangles.length; k += 3) {
    const corners = [places[triangles[k]!]!, places[triangles[k + 1]!]!, places[triangles[k + 2]!]!];
    const edges = corners.map((from, i) => {
      const to = corners[(i + 1) % 3]!;
      return [0, 1, 2].map((j) => vertices[3 * to + j]! - vertices[3 * from + j]!);
    });
    const [a, b] = edges as [number[], number[]];
    const normal = [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
    const twiceArea = Math.hypot(...normal);
    if (!(twiceArea > 0)) continue;
    faces.corners.push(...corners);
    faces.normals.push(...normal.map((value) => value / twiceArea));
    for (let i = 0; i < 3; i++) {
      const out = edges[i]!;
      const back = edges[(i + 2) % 3]!;
      const cosine = -(out[0]! * back[0]! + out[1]! * back[1]! + out[2]! * back[2]!);
      faces.angles.push(Math.atan2(twiceArea, cosine));
    }
  }
  return faces;
}

function along(normals: readonly number[], i: number, j: number): number {
  return normals[i]! * normals[j]! + normals[i + 1]! * normals[j + 1]! + normals[i + 2]! * normals[j + 2]!;
}

/**
 * What is commonly wrong with surfaces from CAD and scanning programs: faces written twice, faces without area, faces that look inwards.
 *
 *     volume of a closed surface = Σ p₀·(p₁ × p₂)/6 by the theorem of Gauss, positive where the faces look outwards
 */
import { guarded } from "../errors/boundary.ts";
import { checkMeshData } from "./meshChecks.ts";
import type { Mesh } from "./shapes/mesh.ts";
import { TripleTable } from "./tripleTable.ts";

export interface MendedMesh {
  /** The same surface, every face once and outwards. */
  readonly mesh: Mesh;
  /** Faces that were there again, in either orientation. */
  readonly doubledFaces: number;
  /** Faces whose corners coincide. */
  readonly emptyFaces: number;
  readonly turnedFaces: number;
  /** Edges with one face only: holes, which are left. */
  readonly openEdges: number;
}

/** Drops faces that are empty or occur twice, orients neighbours alike, and turns closed parts outwards. */
export function mendMesh(mesh: Mesh): MendedMesh {
  return guarded("mendMesh", () => {
    checkMeshData(mesh?.vertices, mesh?.triangles, [1, 1, 1]);
    return mended(mesh);
  });
}

function mended({ vertices, triangles }: Mesh): MendedMesh {
  const kept: number[] = [];
  const seen = new TripleTable(triangles.length / 3);
  let [emptyFaces, doubledFaces] = [0, 0];
  for (let f = 0; f < triangles.length; f += 3) {
    const [p, q, r] = [triangles[f], triangles[f + 1], triangles[f + 2]];
    const [low, high] = [Math.min(p, q, r), Math.max(p, q, r)];
    const known = seen.size;
    if (p === q || q === r || r === p) emptyFaces++;
    else if (seen.numberOf(low, p + q + r - low - high, high) < known) doubledFaces++;
    else kept.push(p, q, r);
  }
  const faces = Int32Array.from(kept);
  const edges = new Edges(faces);
  const isTurned = new Uint8Array(faces.length / 3);
  for (const part of orientedParts(faces, edges, isTurned)) {
    if (part.isClosed && volumeOf(part.faces, faces, vertices, isTurned) < 0)
      for (const f of part.faces) isTurned[f] ^= 1;
  }
  for (let f = 0; f < isTurned.length; f++)
    if (isTurned[f] === 1) [faces[3 * f + 1], faces[3 * f + 2]] = [faces[3 * f + 2]!, faces[3 * f + 1]!];
  return {
    mesh: { kind: "Mesh", vertices, triangles: faces },
    doubledFaces,
    emptyFaces,
    turnedFaces: isTurned.reduce((sum, x) => sum + x, 0),
    openEdges: edges.countOf(1),
  };
}

/** The edge that begins at corner k of the packed faces. */
function edgeAt(faces: Int32Array, k: number): [number, number] {
  return [faces[k]!, faces[k - (k % 3) + ((k + 1) % 3)]!];
}

/** Which corners of the packed faces begin an edge between the same two vertices. */
class Edges {
  /** Number of the edge at each corner. */
  private readonly edge: Int32Array;
  /** Per edge, the sum of the corners that begin it, and how many there are. */
  private readonly sum: Float64Array;
  private readonly count: Int32Array;

  constructor(faces: Int32Array) {
    const table = new TripleTable(faces.length / 2);
    this.edge = new Int32Array(faces.length);
    this.sum = new Float64Array(faces.length);
    this.count = new Int32Array(faces.length);
    for (let k = 0; k < faces.length; k++) {
      const [p, q] = edgeAt(faces, k);
      const edge = table.numberOf(Math.min(p, q), Math.max(p, q), 0);
      this.edge[k] = edge;
      this.sum[edge] += k;
      this.count[edge]++;
    }
  }

  /** The other corner of an edge that two faces share; −1 where it is not two. */
  acrossFrom(corner: number): number {
    const edge = this.edge[corner];
    return this.count[edge] === 2 ? this.sum[edge] - corner : -1;
  }

  /** Edges that so many faces use. */
  countOf(faces: number): number {
    return this.count.reduce((sum, count) => sum + (count === faces ? 1 : 0), 0);
  }
}

interface Part {
  readonly faces: readonly number[];
  readonly isClosed: boolean;
}

/** Faces that hang together by edges of two faces, the first of each part as it is and the others alike. */
function orientedParts(faces: Int32Array, edges: Edges, isTurned: Uint8Array): Part[] {
  const isKnown = new Uint8Array(isTurned.length);
  const parts: Part[] = [];
  for (let start = 0; start < isTurned.length; start++) {
    if (isKnown[start] === 1) continue;
    isKnown[start] = 1;
    const own = [start];
    let isClosed = true;
    for (let i = 0; i < own.length; i++) {
      const f = own[i]!;
      for (let k = 3 * f; k < 3 * f + 3; k++) {
        const other = edges.acrossFrom(k);
        if (other < 0) {
          isClosed = false;
          continue;
        }
        const g = Math.floor(other / 3);
        if (isKnown[g] === 1) continue;
        isKnown[g] = 1;
        // faces that are oriented alike run through their common edge in opposite directions
        const runsAlike = faces[other] === faces[k] ? 1 : 0;
        isTurned[g] = isTurned[f]! ^ runsAlike;
        own.push(g);
      }
    }
    parts.push({ faces: own, isClosed });
  }
  return parts;
}

function volumeOf(part: readonly number[], faces: Int32Array, p: Float64Array, isTurned: Uint8Array): number {
  let sum = 0;
  for (const f of part) {
    const [a, b, c] = [3 * faces[3 * f]!, 3 * faces[3 * f + 1]!, 3 * faces[3 * f + 2]!];
    const triple =
      p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) +
      p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!) +
      p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
    sum += isTurned[f] === 1 ? -triple : triple;
  }
  return sum / 6;
}

/** Units other than metres in which parts are commonly drawn. */
export type MeshUnit = "mm" | "inch";

export const metres: Readonly<Record<MeshUnit, number>> = { mm: 0.001, inch: 0.0254 };

/** A unit in which a part of this size would be of a usual one; undefined when metres will do. */
export function likelyUnit(mesh: Mesh): MeshUnit | undefined {
  checkMeshData(mesh?.vertices, mesh?.triangles, [1, 1, 1]);
  const size = largestExtent(mesh);
  return size > 50 ? "mm" : size > 8 ? "inch" : undefined;
}

/** Along one of the axes. */
export function largestExtent({ vertices }: Mesh): number {
  let largest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = axis; i < vertices.length; i += 3) {
      low = Math.min(low, vertices[i]!);
      high = Math.max(high, vertices[i]!);
    }
    largest = Math.max(largest, high - low);
  }
  return largest;
}

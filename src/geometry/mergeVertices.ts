/**
 * Vertices of triangles that belong together become one.
 *
 * Files repeat corners. Most repeat them to the last bit; some programs write 0 beside −5.7·10⁻¹⁷, or six digits of a number. Equal vertices
 * are merged always. If the surface is open after that, tolerances from rounding to 10⁻⁶ of its size are tried, and the smallest that closes
 * it is taken; where none does, only equal ones stay merged.
 */
import { TripleTable } from "./tripleTable.ts";

export interface MergedTriangles {
  readonly vertices: Float64Array;
  readonly triangles: Int32Array;
}

/** Relative to the largest extent. */
const tolerances = [1e-14, 1e-10, 1e-7, 1e-6] as const;

export function mergeVertices(vertices: Float64Array, triangles: Int32Array): MergedTriangles {
  const equal = mergedEqual(vertices, triangles);
  if (openEdges(equal.triangles) === 0) return equal;
  const size = largestExtent(vertices);
  const line = alongLine(equal.vertices);
  for (const tolerance of tolerances) {
    const near = mergedNear(equal, line, tolerance * size);
    if (near !== undefined && openEdges(near.triangles) === 0)
      return { ...near, triangles: withoutCollapsed(near.triangles) };
  }
  return equal;
}

function mergedEqual(vertices: Float64Array, triangles: Int32Array): MergedTriangles {
  const table = new TripleTable(vertices.length / 3);
  const place = new Int32Array(vertices.length / 3);
  for (let i = 0; i < place.length; i++)
    place[i] = table.numberOf(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
  return { vertices: table.triples, triangles: triangles.map((i) => place[i]) };
}

/** A direction that no plane of a usual part is perpendicular to: near points are near along it, and few others are. */
const direction = [0.4713, 0.6271, 0.6201] as const;

interface AlongLine {
  readonly position: Float64Array;
  /** Vertices by increasing position. */
  readonly order: Int32Array;
  readonly rank: Int32Array;
}

function alongLine(vertices: Float64Array): AlongLine {
  const count = vertices.length / 3;
  const position = new Float64Array(count);
  for (let i = 0; i < count; i++)
    position[i] =
      direction[0] * vertices[3 * i] + direction[1] * vertices[3 * i + 1] + direction[2] * vertices[3 * i + 2];
  const order = Int32Array.from({ length: count }, (_, i) => i).sort((a, b) => position[a] - position[b]);
  const rank = new Int32Array(count);
  order.forEach((i, k) => {
    rank[i] = k;
  });
  return { position, order, rank };
}

/** Every vertex goes to the first one within the tolerance of each coordinate; undefined when none has another one so near. */
function mergedNear(
  { vertices, triangles }: MergedTriangles,
  { position, order, rank }: AlongLine,
  tolerance: number,
): MergedTriangles | undefined {
  const reach = 1.8 * tolerance;
  const isNear = (i: number, j: number): boolean =>
    Math.abs(vertices[3 * i] - vertices[3 * j]) <= tolerance &&
    Math.abs(vertices[3 * i + 1] - vertices[3 * j + 1]) <= tolerance &&
    Math.abs(vertices[3 * i + 2] - vertices[3 * j + 2]) <= tolerance;
  const place = new Int32Array(position.length);
  const kept: number[] = [];
  /** Whether a vertex stands for others; those before it in the file are decided. */
  const stays = new Uint8Array(position.length);
  for (let i = 0; i < place.length; i++) {
    let first = i;
    for (const way of [-1, 1]) {
      for (let k = rank[i] + way; k >= 0 && k < order.length; k += way) {
        const j = order[k];
        if (Math.abs(position[j] - position[i]) > reach) break;
        if (j < first && stays[j] === 1 && isNear(i, j)) first = j;
      }
    }
    if (first !== i) {
      place[i] = place[first];
      continue;
    }
    stays[i] = 1;
    place[i] = kept.length / 3;
    kept.push(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
  }
  if (kept.length === vertices.length) return undefined;
  return { vertices: Float64Array.from(kept), triangles: triangles.map((i) => place[i]) };
}

/** Edges that an odd number of triangles use. */
function openEdges(triangles: Int32Array): number {
  const edges = new TripleTable(triangles.length / 2);
  const isOdd = new Uint8Array(triangles.length);
  let count = 0;
  for (let f = 0; f < triangles.length; f += 3) {
    for (let e = 0; e < 3; e++) {
      const [p, q] = [triangles[f + e], triangles[f + ((e + 1) % 3)]];
      if (p === q) continue;
      const edge = edges.numberOf(Math.min(p, q), Math.max(p, q), 0);
      isOdd[edge] ^= 1;
      count += isOdd[edge] === 1 ? 1 : -1;
    }
  }
  return count;
}

function withoutCollapsed(triangles: Int32Array): Int32Array {
  const kept: number[] = [];
  for (let f = 0; f < triangles.length; f += 3) {
    const [p, q, r] = [triangles[f]!, triangles[f + 1]!, triangles[f + 2]!];
    if (p !== q && q !== r && r !== p) kept.push(p, q, r);
  }
  return Int32Array.from(kept);
}

function largestExtent(vertices: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = k; i < vertices.length; i += 3) {
      low = Math.min(low, vertices[i]!);
      high = Math.max(high, vertices[i]!);
    }
    largest = Math.max(largest, high - low);
  }
  return largest;
}

/**
 * Vertices of triangles that belong together become one.
 *
 * Files repeat corners. Most repeat them to the last bit; some programs write 0 beside −5.7·10⁻¹⁷, or six digits of a number. Equal vertices
 * are merged always. If the surface is open after that, tolerances from rounding to 10⁻⁶ of its size are tried, and the smallest that closes
 * it is taken; where none does, only equal ones stay merged.
 */
export interface MergedTriangles {
  readonly vertices: Float64Array;
  readonly triangles: Int32Array;
}

/** Relative to the largest extent. */
const tolerances = [1e-14, 1e-10, 1e-7, 1e-6] as const;

export function mergeVertices(vertices: Float64Array, triangles: Int32Array): MergedTriangles {
  const equal = merged(vertices, triangles, 0);
  if (openEdges(equal.triangles) === 0) return equal;
  const size = largestExtent(vertices);
  for (const tolerance of tolerances) {
    const near = merged(equal.vertices, equal.triangles, tolerance * size);
    if (openEdges(near.triangles) === 0) return { ...near, triangles: withoutCollapsed(near.triangles) };
  }
  return equal;
}

/** Every vertex goes to the first one within the tolerance of each coordinate. */
function merged(vertices: ArrayLike<number>, triangles: Int32Array, tolerance: number): MergedTriangles {
  const cells = new Map<string, number[]>();
  const packed: number[] = [];
  const place = new Int32Array(vertices.length / 3);
  for (let i = 0; i < place.length; i++) {
    const [x, y, z] = [vertices[3 * i]!, vertices[3 * i + 1]!, vertices[3 * i + 2]!];
    const found = tolerance === 0 ? cells.get(`${x},${y},${z}`)?.[0] : nearest(cells, packed, x, y, z, tolerance);
    place[i] = found ?? packed.length / 3;
    if (found !== undefined) continue;
    const key = tolerance === 0 ? `${x},${y},${z}` : cellOf(x, y, z, tolerance);
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [packed.length / 3]);
    else cell.push(packed.length / 3);
    packed.push(x, y, z);
  }
  return { vertices: Float64Array.from(packed), triangles: triangles.map((i) => place[i]!) };
}

function cellOf(x: number, y: number, z: number, size: number): string {
  return `${Math.floor(x / size)},${Math.floor(y / size)},${Math.floor(z / size)}`;
}

function nearest(
  cells: ReadonlyMap<string, readonly number[]>,
  packed: readonly number[],
  x: number,
  y: number,
  z: number,
  tolerance: number,
): number | undefined {
  for (let a = -1; a <= 1; a++) {
    for (let b = -1; b <= 1; b++) {
      for (let c = -1; c <= 1; c++) {
        const cell = cells.get(cellOf(x + a * tolerance, y + b * tolerance, z + c * tolerance, tolerance)) ?? [];
        for (const i of cell) {
          const isNear =
            Math.abs(packed[3 * i]! - x) <= tolerance &&
            Math.abs(packed[3 * i + 1]! - y) <= tolerance &&
            Math.abs(packed[3 * i + 2]! - z) <= tolerance;
          if (isNear) return i;
        }
      }
    }
  }
  return undefined;
}

/** Edges that an odd number of triangles use. */
function openEdges(triangles: Int32Array): number {
  const odd = new Set<number>();
  const count = triangles.reduce((largest, i) => Math.max(largest, i), 0) + 1;
  for (let f = 0; f < triangles.length; f += 3) {
    for (let e = 0; e < 3; e++) {
      const [p, q] = [triangles[f + e]!, triangles[f + ((e + 1) % 3)]!];
      if (p === q) continue;
      const key = Math.min(p, q) * count + Math.max(p, q);
      if (!odd.delete(key)) odd.add(key);
    }
  }
  return odd.size;
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

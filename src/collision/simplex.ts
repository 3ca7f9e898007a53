/**
 * Closest point to the origin on a simplex of one to four points, and the sub-simplex that carries it.
 *
 * Source   [Ericson2005] sec. 5.1.2 (segment), 5.1.5 (triangle), 5.1.6 (tetrahedron)
 */
import { type Pair, stride } from "./pair.ts";

/**
 * Reduces the simplex of the pair to the points that carry the closest point, with their weights, and sets pair.v. Returns
 * true when the origin is inside a tetrahedron, which is left as it is.
 */
export function closestOnSimplex(pair: Pair): boolean {
  const p = pair.points;
  const w = pair.weights;
  switch (pair.count) {
    case 1:
      w[0] = 1;
      break;
    case 2:
      segment(pair);
      break;
    case 3: {
      const kept = triangle(p, 0, stride, 2 * stride, w, 0);
      keep(pair, kept, 0, 1, 2);
      break;
    }
    default:
      if (tetrahedron(pair)) return true;
  }
  const v = pair.v;
  let x = w[0] * p[0];
  let y = w[0] * p[1];
  let z = w[0] * p[2];
  for (let i = 1; i < pair.count; i++) {
    const k = stride * i;
    x += w[i] * p[k];
    y += w[i] * p[k + 1];
    z += w[i] * p[k + 2];
  }
  v[0] = x;
  v[1] = y;
  v[2] = z;
  return false;
}

function segment(pair: Pair): void {
  const p = pair.points;
  const dx = p[stride] - p[0];
  const dy = p[stride + 1] - p[1];
  const dz = p[stride + 2] - p[2];
  const square = dx * dx + dy * dy + dz * dz;
  const t = square > 0 ? -(p[0] * dx + p[1] * dy + p[2] * dz) / square : 0;
  if (t <= 0) {
    pair.count = 1;
    pair.weights[0] = 1;
  } else if (t >= 1) {
    copyPoint(p, 0, stride);
    pair.count = 1;
    pair.weights[0] = 1;
  } else {
    pair.weights[0] = 1 - t;
    pair.weights[1] = t;
  }
}

/** Bits of the corners that carry the closest point of the triangle at a, b, c; their weights at w[iw…iw + 2]. */
function triangle(p: Float64Array, a: number, b: number, c: number, w: Float64Array, iw: number): number {
  const abx = p[b] - p[a];
  const aby = p[b + 1] - p[a + 1];
  const abz = p[b + 2] - p[a + 2];
  const acx = p[c] - p[a];
  const acy = p[c + 1] - p[a + 1];
  const acz = p[c + 2] - p[a + 2];
  w[iw] = w[iw + 1] = w[iw + 2] = 0;

  const d1 = -(abx * p[a] + aby * p[a + 1] + abz * p[a + 2]);
  const d2 = -(acx * p[a] + acy * p[a + 1] + acz * p[a + 2]);
  if (d1 <= 0 && d2 <= 0) {
    w[iw] = 1;
    return 1;
  }
  const d3 = -(abx * p[b] + aby * p[b + 1] + abz * p[b + 2]);
  const d4 = -(acx * p[b] + acy * p[b + 1] + acz * p[b + 2]);
  if (d3 >= 0 && d4 <= d3) {
    w[iw + 1] = 1;
    return 2;
  }
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    w[iw + 1] = d1 / (d1 - d3);
    w[iw] = 1 - w[iw + 1];
    return 3;
  }
  const d5 = -(abx * p[c] + aby * p[c + 1] + abz * p[c + 2]);
  const d6 = -(acx * p[c] + acy * p[c + 1] + acz * p[c + 2]);
  if (d6 >= 0 && d5 <= d6) {
    w[iw + 2] = 1;
    return 4;
  }
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    w[iw + 2] = d2 / (d2 - d6);
    w[iw] = 1 - w[iw + 2];
    return 5;
  }
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w[iw + 2] = (d4 - d3) / (d4 - d3 + (d5 - d6));
    w[iw + 1] = 1 - w[iw + 2];
    return 6;
  }
  const s = 1 / (va + vb + vc);
  w[iw + 1] = vb * s;
  w[iw + 2] = vc * s;
  w[iw] = 1 - w[iw + 1] - w[iw + 2];
  return 7;
}

/** Corners of the faces of a tetrahedron, with the opposite corner last. */
const faces = Int32Array.of(0, 1, 2, 3, 0, 3, 1, 2, 0, 2, 3, 1, 1, 3, 2, 0);

function tetrahedron(pair: Pair): boolean {
  const p = pair.points;
  const w = pair.scratch;
  let best = -1;
  let bestBits = 0;
  let bestSquare = Infinity;
  for (let f = 0; f < 16; f += 4) {
    const a = stride * faces[f];
    const b = stride * faces[f + 1];
    const c = stride * faces[f + 2];
    const d = stride * faces[f + 3];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const origin = -(nx * p[a] + ny * p[a + 1] + nz * p[a + 2]);
    const opposite = nx * (p[d] - p[a]) + ny * (p[d + 1] - p[a + 1]) + nz * (p[d + 2] - p[a + 2]);
    // the origin is on the inner side of this face; a flat tetrahedron has no inner side
    if (origin * opposite > 0) continue;
    const bits = triangle(p, a, b, c, w, 16 + 3 * (f >> 2));
    const i = 16 + 3 * (f >> 2);
    const x = w[i] * p[a] + w[i + 1] * p[b] + w[i + 2] * p[c];
    const y = w[i] * p[a + 1] + w[i + 1] * p[b + 1] + w[i + 2] * p[c + 1];
    const z = w[i] * p[a + 2] + w[i + 1] * p[b + 2] + w[i + 2] * p[c + 2];
    const square = x * x + y * y + z * z;
    if (square < bestSquare) {
      best = f;
      bestBits = bits;
      bestSquare = square;
    }
  }
  if (best < 0) return true;
  const i = 16 + 3 * (best >> 2);
  // the corners of a face are in no order: move them aside, then to the front
  const w0 = w[i];
  const w1 = w[i + 1];
  const w2 = w[i + 2];
  const used =
    ((bestBits & 1) !== 0 ? 1 << faces[best] : 0) |
    ((bestBits & 2) !== 0 ? 1 << faces[best + 1] : 0) |
    ((bestBits & 4) !== 0 ? 1 << faces[best + 2] : 0);
  const weights = pair.weights;
  weights[faces[best]] = w0;
  weights[faces[best + 1]] = w1;
  weights[faces[best + 2]] = w2;
  weights[faces[best + 3]] = 0;
  compact(pair, used, 4);
  return false;
}

/** Keeps the corners i, j, k whose bits are set. */
function keep(pair: Pair, bits: number, i: number, j: number, k: number): void {
  const used = ((bits & 1) !== 0 ? 1 << i : 0) | ((bits & 2) !== 0 ? 1 << j : 0) | ((bits & 4) !== 0 ? 1 << k : 0);
  compact(pair, used, 3);
}

function compact(pair: Pair, used: number, count: number): void {
  const w = pair.weights;
  let next = 0;
  for (let i = 0; i < count; i++) {
    if ((used & (1 << i)) === 0) continue;
    if (next !== i) {
      copyPoint(pair.points, stride * next, stride * i);
      w[next] = w[i];
    }
    next++;
  }
  pair.count = next;
}

export function copyPoint(p: Float64Array, to: number, from: number): void {
  for (let k = 0; k < stride; k++) p[to + k] = p[from + k];
}

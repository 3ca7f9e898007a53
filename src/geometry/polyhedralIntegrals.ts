/**
 * Volume, first and second moments of the region inside a closed, outwards oriented surface of triangles: exact polynomials
 * of the vertices, summed over the tetrahedra that the triangles form with a point near the middle.
 *
 * Formulae   for the tetrahedron (0, a, b, c) with D = a·(b × c), s = a + b + c:
 *              ∫ 1 = D/6      ∫ x = D/24·s      ∫ x xᵀ = D/120·(s sᵀ + a aᵀ + b bᵀ + c cᵀ)
 * Source     [Tonon2004]
 */
import type { Symmetric3, Vector3 } from "./vectors.ts";

export interface PolyhedralIntegrals {
  /** Negative when the triangles look inwards. */
  readonly volume: number;
  /** ∫ x about the origin of the coordinates. */
  readonly first: Vector3;
  /** ∫ (x − c)(x − c)ᵀ about the centroid c. */
  readonly secondAboutCentroid: Symmetric3;
}

export function polyhedralIntegrals(points: Float64Array, triangles: Int32Array): PolyhedralIntegrals {
  // about a point among the vertices: far from the origin the sums would cancel
  const o = [points[3 * triangles[0]], points[3 * triangles[0] + 1], points[3 * triangles[0] + 2]];
  const p = new Float64Array(9);
  const s = new Float64Array(3);
  const first = new Float64Array(3);
  const second = new Float64Array(6);
  let volume = 0;
  for (let f = 0; f < triangles.length; f += 3) {
    for (let v = 0; v < 3; v++) {
      for (let k = 0; k < 3; k++) p[3 * v + k] = points[3 * triangles[f + v] + k] - o[k];
    }
    const D =
      p[0] * (p[4] * p[8] - p[5] * p[7]) + p[1] * (p[5] * p[6] - p[3] * p[8]) + p[2] * (p[3] * p[7] - p[4] * p[6]);
    volume += D / 6;
    for (let k = 0; k < 3; k++) {
      s[k] = p[k] + p[3 + k] + p[6 + k];
      first[k] += (D / 24) * s[k];
    }
    for (let i = 0, q = 0; i < 3; i++) {
      for (let j = i; j < 3; j++, q++) {
        const sum = s[i] * s[j] + p[i] * p[j] + p[3 + i] * p[3 + j] + p[6 + i] * p[6 + j];
        second[q] += (D / 120) * sum;
      }
    }
  }
  const [x, y, z] = first;
  const w = 1 / volume;
  return {
    volume,
    first: [x + volume * o[0], y + volume * o[1], z + volume * o[2]],
    secondAboutCentroid: [
      second[0] - w * x * x,
      second[1] - w * x * y,
      second[2] - w * x * z,
      second[3] - w * y * y,
      second[4] - w * y * z,
      second[5] - w * z * z,
    ],
  };
}

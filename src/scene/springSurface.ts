/** A helical spring as a bent tube about the z axis, from z = 0 to its length, with flat ends. */
import type { TriangleData } from "../geometry/parseObj.ts";
import type { SpringShape } from "../geometry/shapes/visualShapes.ts";

/** Around the wire. */
const sides = 10;

/** Around the axis, per winding. */
const stepsPerWinding = 24;

/**
 * Legend   c(φ) = (ρ cos φ, ρ sin φ, r + p·φ),  0 ≤ φ ≤ 2π·windings,  p = (length − 2 r)/(2π·windings)
 *          ρ = diameter/2 − r, r = wireDiameter/2: the wire stays inside diameter and length
 *          e_ρ = (cos φ, sin φ, 0) and b = t × e_ρ span the cross-section, t the tangent
 */
export function springTriangles({ length, diameter, wireDiameter, windings }: Omit<SpringShape, "axis" | "kind">) {
  const r = wireDiameter / 2;
  const rho = diameter / 2 - r;
  const steps = Math.max(2, Math.ceil(stepsPerWinding * windings));
  const turn = 2 * Math.PI * windings;
  const rise = windings > 0 ? (length - 2 * r) / turn : 0;
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let k = 0; k <= steps; k++) {
    const phi = (turn * k) / steps;
    const [c, s] = [Math.cos(phi), Math.sin(phi)];
    const norm = Math.hypot(rho, rise);
    const [t0, t1, t2] = [(-rho * s) / norm, (rho * c) / norm, rise / norm];
    const b = [-t2 * s, t2 * c, t0 * s - t1 * c];
    for (let i = 0; i < sides; i++) {
      const [u, v] = [r * Math.cos((2 * Math.PI * i) / sides), r * Math.sin((2 * Math.PI * i) / sides)];
      vertices.push((rho + u) * c + v * b[0]!, (rho + u) * s + v * b[1]!, r + rise * phi + v * b[2]!);
    }
  }
  for (let k = 0; k < steps; k++) {
    for (let i = 0; i < sides; i++) {
      const a = sides * k + i;
      const b = sides * k + ((i + 1) % sides);
      triangles.push(a, b, b + sides, a, b + sides, a + sides);
    }
  }
  const last = sides * steps;
  for (let i = 1; i + 1 < sides; i++) triangles.push(0, i + 1, i, last, last + i, last + i + 1);
  const surface: TriangleData = { vertices, triangles };
  return surface;
}

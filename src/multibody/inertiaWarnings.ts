/**
 * Inertia that no body can have: none of the principal moments exceeds the sum of the two others, since
 *
 *     Ixx = ∫ (y² + z²) dm, …        so that ½·trace(I)·1 − I = ∫ r·rᵀ dm has no negative principal value.
 *
 * A warning, not an error: where a body turns about one axis only, the other moments do not matter, and are often left out. A tensor
 * with a moment of zero is therefore not looked at.
 */
import * as elementary from "../math/elementary.ts";
import type { ObjectGraph } from "./graph/objectGraph.ts";

/** Relative to the trace: what rounded tables of thin plates are allowed. */
const slack = 1e-4;

export function inertiaWarnings(graph: ObjectGraph): string[] {
  return graph.objects.flatMap(({ path, mass }) => {
    if (mass === undefined || isPossible(mass.inertia)) return [];
    const [xx, xy, xz, yy, yz, zz] = mass.inertia.map((value) => Number(value.toPrecision(4)));
    const products = xy === 0 && xz === 0 && yz === 0 ? "" : `, Ixy = ${xy}, Ixz = ${xz}, Iyz = ${yz}`;
    return [
      `W-INERTIA  "${graph.prefix + path}" has an inertia that no body has: one principal moment exceeds the sum of the two others (Ixx = ${xx}, Iyy = ${yy}, Izz = ${zz}${products} kg·m²). It must be about the centre of mass, with −∫xy dm as Ixy.`,
    ];
  });
}

function isPossible(inertia: readonly number[]): boolean {
  const [xx, xy, xz, yy, yz, zz] = inertia as [number, number, number, number, number, number];
  const trace = xx + yy + zz;
  const isComplete = determinant(xx, xy, xz, yy, yz, zz) > 1e-12 * elementary.pow(trace, 3);
  if (!isComplete) return true;
  const half = (0.5 + slack) * trace;
  const [a, b, c] = [half - xx, half - yy, half - zz];
  return (
    Math.min(a, b, c) >= 0 &&
    a * b >= xy * xy &&
    a * c >= xz * xz &&
    b * c >= yz * yz &&
    determinant(a, -xy, -xz, b, -yz, c) >= 0
  );
}

function determinant(xx: number, xy: number, xz: number, yy: number, yz: number, zz: number): number {
  return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
}

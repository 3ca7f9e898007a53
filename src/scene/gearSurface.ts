/** A gear wheel about the z axis, centred, with straight flanks; a bevel gear becomes narrower towards +z. */
import type { TriangleData } from "../geometry/parseObj.ts";
import type { GearWheel } from "../geometry/shapes/visualShapes.ts";

/** Angles of the corners of a tooth as shares of the pitch: foot, tip, tip, foot. */
const profile = [
  [0.15, false],
  [0.35, true],
  [0.65, true],
  [0.85, false],
] as const;

/** The tip of a bevel gear keeps at least this share of its diameter. */
const narrowestShare = 0.05;

export function gearTriangles(gear: Omit<GearWheel, "axis" | "kind">): TriangleData {
  const { diameter, rootDiameter, innerDiameter, length, angle } = gear;
  const teeth = Math.max(3, Math.round(gear.teeth));
  const n = profile.length * teeth;
  const share = Math.max(narrowestShare, 1 - (2 * length * Math.tan(Math.abs(angle))) / diameter);
  const ends = angle < 0 ? [share, 1] : [1, share];
  const vertices: number[] = [];
  const triangles: number[] = [];
  // four rings: outline below and above, bore below and above
  for (const isOutline of [true, false]) {
    [-length / 2, length / 2].forEach((z, end) => {
      for (let k = 0; k < n; k++) {
        const [place, isTip] = profile[k % profile.length]!;
        const phi = (2 * Math.PI * (Math.floor(k / profile.length) + place)) / teeth;
        const radius = isOutline ? ((isTip ? diameter : rootDiameter) / 2) * ends[end]! : boreAt(end);
        vertices.push(radius * Math.cos(phi), radius * Math.sin(phi), z);
      }
    });
  }
  for (let k = 0; k < n; k++) {
    const j = (k + 1) % n;
    const quad = (a: number, b: number) => triangles.push(a + k, a + j, b + j, a + k, b + j, b + k);
    quad(0, n); // flanks
    quad(2 * n, 0); // lower face
    quad(n, 3 * n); // upper face
    if (innerDiameter > 0) quad(3 * n, 2 * n); // bore
  }
  return { vertices, triangles };

  /** The bore is straight unless the narrow end leaves no room for it. */
  function boreAt(end: number): number {
    return Math.min(innerDiameter / 2, 0.95 * (rootDiameter / 2) * ends[end]!);
  }
}

/** Reference trajectories of single points, with the collision surfaces expected after every sample. */
import { readFileSync } from "node:fs";
import { convexPolygon } from "../../src/planar/convexPolygon.ts";
import { Outline, outlineFromVertices } from "../../src/planar/outline.ts";

export interface ReferenceCase {
  readonly id: string;
  readonly vertices?: readonly (readonly [number, number])[];
  /** For targets that move: the vertices of every sample. */
  readonly verticesPerSample?: readonly (readonly (readonly [number, number])[])[];
  readonly points: readonly (readonly [number, number])[];
  /** Surfaces, counted from 1. */
  readonly expected: readonly (readonly number[])[];
  readonly insideFlags: readonly boolean[];
  readonly nearestSurfaceWhileInside: readonly (number | null)[];
  readonly penetrationMatrixRows: readonly (readonly number[])[];
  readonly rangeMatrixRows: readonly (readonly number[])[];
  /** What other readings of the source give where they differ. */
  readonly differsIn_eq15?: readonly (readonly number[])[];
  readonly differsIn_matrix?: readonly (readonly number[])[];
  readonly differsIn_printed?: readonly (readonly number[])[];
}

const file = new URL("../reference/planar/trajectories.json", import.meta.url);

export const referenceCases = (JSON.parse(readFileSync(file, "utf8")) as { cases: ReferenceCase[] }).cases;

/** The outline and the point of every sample. The outline passes through the check of polygons. */
export function samplesOf(reference: ReferenceCase): { outline: Outline; point: Float64Array }[] {
  return reference.points.map((point, k) => {
    const polygon = convexPolygon(reference.verticesPerSample?.[k] ?? reference.vertices ?? [], reference.id);
    const outline = new Outline(polygon.count);
    outlineFromVertices(outline, polygon.vertices);
    return { outline, point: Float64Array.from(point) };
  });
}

/**
 * Surfaces of the solid shapes as triangles, for drawing and as an independent way to mass properties. Corners lie on the true
 * surface, so volumes converge from below with the square of the number of segments.
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import type { TriangleData } from "./parseObj.ts";
import { geometryOf, type SolidShape } from "./registry.ts";

/** Triangles, counter-clockwise seen from outside, with the given number of segments around. */
export function tessellate(shape: SolidShape, segments = 32): TriangleData {
  if (!Number.isInteger(segments) || segments < 3 || segments > 4096) {
    throw new RattlebackError("E-SHAPE-VALUE", `A surface cannot have segments = ${String(segments)}.`, {
      path: "segments",
      because: "it is not a whole number from 3 to 4096",
      hint: "32 for drawing",
      data: { segments },
    });
  }
  return geometryOf(shape).triangles(shape, segments);
}

/** A part of the picture of a shape: a geometry that many objects can share, its size and place, and its look. */
import type { Vector3 } from "../geometry/vectors.ts";
import type { Rgb } from "./color.ts";
import type { Geometry } from "./surface.ts";

export interface ShapePart {
  /** Parts with the same key have the same geometry. */
  readonly key: string;
  readonly build: () => Geometry;
  /** Factors of x, y, z, then the place of the origin of the part in the object. */
  readonly scale: Vector3;
  readonly offset: Vector3;
  /** Instead of the colour of the object. */
  readonly color?: Rgb;
  /** Instead of the transparency of the object. */
  readonly transparency?: number;
  /** true: the part always turns its x–y plane to the viewer. */
  readonly facesScreen: boolean;
}

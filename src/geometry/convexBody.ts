/** From a shape to the convex body that collides: its core and ball, with edges rounded if wanted. */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Core } from "./core.ts";
import { geometryOf, type SolidShape } from "./registry.ts";

export interface ConvexBodyOptions {
  /** Radius by which edges and corners are rounded, m; 0 by default, at most a tenth of the shortest length of the shape. */
  readonly smoothingRadius?: number;
}

/** The convex body of a shape. Make it once per shape; a mesh computes its hull here. */
export function convexBody(shape: SolidShape, options: ConvexBodyOptions = {}): Core {
  const geometry = geometryOf(shape);
  checkOptionNames(options, ["smoothingRadius"], "convexBody");
  const wanted = options.smoothingRadius ?? 0;
  if (!(wanted >= 0 && wanted < Infinity)) {
    throw new RattlebackError("E-SHAPE-VALUE", `A ${shape.kind} cannot have smoothingRadius = ${String(wanted)}.`, {
      path: "smoothingRadius",
      because: "it is not a finite length ≥ 0",
      hint: "a radius in metres, 0 for sharp edges",
      data: { smoothingRadius: wanted },
    });
  }
  return geometry.core(shape, Math.min(wanted, 0.1 * geometry.smoothingLength(shape)));
}

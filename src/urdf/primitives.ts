/** Shapes of robot descriptions that need no file. */
import type { SolidShape } from "../geometry/registry.ts";
import { Box } from "../geometry/shapes/box.ts";
import { Capsule } from "../geometry/shapes/capsule.ts";
import { Cylinder } from "../geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../geometry/shapes/ellipsoid.ts";
import { Sphere } from "../geometry/shapes/sphere.ts";
import type { UrdfGeometry } from "./urdfRobot.ts";

export function primitiveOf(geometry: Exclude<UrdfGeometry, { readonly kind: "mesh" }>): SolidShape {
  switch (geometry.kind) {
    case "box": {
      const [lengthX, lengthY, lengthZ] = geometry.size;
      return Box({ lengthX, lengthY, lengthZ });
    }
    case "sphere":
      return Sphere({ diameter: 2 * geometry.radius });
    case "ellipsoid": {
      const [a, b, c] = geometry.radii;
      return Ellipsoid({ lengthX: 2 * a, lengthY: 2 * b, lengthZ: 2 * c });
    }
    case "cylinder":
      return Cylinder({ axis: 3, diameter: 2 * geometry.radius, length: geometry.length });
    case "capsule":
      return Capsule({ axis: 3, diameter: 2 * geometry.radius, length: geometry.length });
  }
}

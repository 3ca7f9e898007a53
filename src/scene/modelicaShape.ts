/**
 * Shapes of Modelica's visualisers in terms of ours. Lengths are those of the box around the shape; a shape with an axis has it
 * on z, and its frame where the shape of the same name has it.
 */
import type { Shape } from "../geometry/registry.ts";
import { Box } from "../geometry/shapes/box.ts";
import { Capsule } from "../geometry/shapes/capsule.ts";
import { Cone } from "../geometry/shapes/cone.ts";
import { Cylinder } from "../geometry/shapes/cylinder.ts";
import { Sphere } from "../geometry/shapes/sphere.ts";
import {
  CoordinateSystem,
  GearWheel,
  Grid,
  type ModelicaShape,
  modelicaShapeTypes,
  SpringShape,
} from "../geometry/shapes/visualShapes.ts";
import type { Vector3 } from "../geometry/vectors.ts";
import type { ShapePart } from "./shapePart.ts";

/** The shape in a size of our choice, and the factors that bring it to the size asked for. */
interface Scaled {
  readonly shape: Shape;
  readonly scale: Vector3;
}

export function modelicaParts(shape: ModelicaShape, draw: (shape: Shape) => ShapePart[]): ShapePart[] {
  const { shape: inner, scale } = inOurTerms(shape);
  return draw(inner).map((part) => ({
    ...part,
    scale: [part.scale[0] * scale[0], part.scale[1] * scale[1], part.scale[2] * scale[2]],
  }));
}

function inOurTerms({ type, lengthX: x, lengthY: y, lengthZ: z, extra }: ModelicaShape): Scaled {
  const whole: Vector3 = [x, y, z];
  const one: Vector3 = [1, 1, 1];
  const diameter = Math.max(x, y) || 1;
  const across: Vector3 = [x / diameter, y / diameter, 1];
  const ratio = (value: number, otherwise: number) => (value > 0 && value < 1 ? value : otherwise);
  switch (modelicaShapeTypes[type - 1]!) {
    case "box":
      return { shape: Box(), scale: whole };
    case "sphere":
      return { shape: Sphere(), scale: whole };
    case "cylinder":
      return { shape: Cylinder(), scale: whole };
    case "cone":
      return { shape: Cone({ topDiameter: ratio(extra[0], 0) }), scale: whole };
    case "capsule":
      return { shape: Capsule({ diameter, length: Math.max(0, z - diameter) }), scale: across };
    case "coordinateSystem":
      return { shape: CoordinateSystem(), scale: whole };
    case "spring": {
      const wire = extra[1] > 0 ? 2 * extra[1] : diameter / 20;
      const wireDiameter = Math.min(wire, 0.9 * Math.min(diameter, z));
      return { shape: SpringShape({ diameter, length: z, wireDiameter, windings: extra[0] || 5 }), scale: across };
    }
    case "gearwheel": {
      const innerDiameter = diameter * Math.min(ratio(extra[0], 0), 0.85);
      const wheel = { diameter, rootDiameter: 0.9 * diameter, innerDiameter, length: z };
      return {
        shape: GearWheel({ ...wheel, teeth: extra[1] || 20, angle: (extra[2] * Math.PI) / 180 }),
        scale: across,
      };
    }
    case "pipe":
      return { shape: Cylinder({ innerDiameter: ratio(extra[1], 0.5) }), scale: whole };
    case "grid": {
      const distance = Math.min(extra[0] > 0 ? extra[0] : Math.min(x, y) / 10, x, y);
      return { shape: Grid({ length: x, width: y, distance }), scale: one };
    }
    case "beam":
      return { shape: stadium(z, x, y), scale: one };
  }
}

/** A beam whose whole length, round ends included, is `length`. */
function stadium(length: number, width: number, thickness: number): Shape {
  return { kind: "Beam", axis: 3, length: Math.max(0, length - width), width, thickness };
}

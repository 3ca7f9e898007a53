/** Mass, centre of mass and inertia of a solid shape. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { geometryOf, type SolidShape } from "./registry.ts";
import type { Symmetric3, Vector3 } from "./vectors.ts";

export interface MassProperties {
  /** kg */
  readonly mass: number;
  /** In the frame of the shape, m. */
  readonly centreOfMass: Vector3;
  /** Another spelling of centreOfMass. */
  readonly centerOfMass: Vector3;
  /** About the centre of mass, along the axes of the shape: Ixx, Ixy, Ixz, Iyy, Iyz, Izz, kg·m². */
  readonly inertia: Symmetric3;
  /** m³ */
  readonly volume: number;
}

/**
 * Exact mass properties of a homogeneous shape, from its density (kg/m³) or its mass (kg).
 *
 * ```ts
 * import { Box, massProperties } from "rattleback/collision";
 *
 * const { mass, inertia } = massProperties(Box({ lengthX: 2, lengthY: 1, lengthZ: 1 }), { density: 3 });
 * console.log(mass, inertia.join(" ")); // 6 1 0 0 2.5 0 2.5
 * ```
 */
export function massProperties(
  shape: SolidShape,
  given: { readonly density: number } | { readonly mass: number },
): MassProperties {
  const geometry = geometryOf(shape);
  const volume = geometry.volume(shape);
  if (!(volume > 0 && volume < Infinity)) {
    throw new RattlebackError("E-SHAPE-VOLUME", `The ${shape.kind} has no volume, so it has no mass properties.`, {
      path: shape.kind,
      because: `its volume is ${volume} m³`,
      hint: "lengths above zero, or explicit mass and inertia of the solid",
      data: { kind: shape.kind, volume },
    });
  }
  const mass = "mass" in given ? given.mass : given.density * volume;
  if (!(mass >= 0 && mass < Infinity)) {
    const name = "mass" in given ? "mass" : "density";
    const value = "mass" in given ? given.mass : given.density;
    throw new RattlebackError("E-SHAPE-VALUE", `A ${shape.kind} cannot have ${name} = ${String(value)}.`, {
      path: name,
      because: "it is not a finite number ≥ 0",
      hint: name === "mass" ? "a mass in kg" : "a density in kg/m³",
      data: { name, value },
    });
  }
  const inertia = geometry.inertiaPerMass(shape).map((moment) => mass * moment) as unknown as Symmetric3;
  const centreOfMass = geometry.centroid(shape);
  return { mass, centreOfMass, centerOfMass: centreOfMass, inertia, volume };
}

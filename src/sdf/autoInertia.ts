/**
 * The inertia of a link from its collision shapes, where the file says `<inertial auto="true">`.
 *
 * Source   [SDF] "Automatic inertia calculation": the density is that of the shape, of the link, or of water; a mass that is given
 *          besides scales the result
 */
import { massProperties } from "../geometry/massProperties.ts";
import { identityPose, multiply, transpose } from "../multibody/graph/pose.ts";
import { combineMasses } from "../urdf/combineMasses.ts";
import { poseOfOrigin } from "../urdf/origins.ts";
import { primitiveOf } from "../urdf/primitives.ts";
import type { UrdfInertial, UrdfShape } from "../urdf/urdfRobot.ts";
import { originOf } from "./sdfElement.ts";

export interface DenseShape extends UrdfShape {
  /** kg/m³ */
  readonly density: number;
}

/** undefined when there is no shape of which a mass is known; meshes are named in `note`. */
export function autoInertia(
  shapes: readonly DenseShape[],
  mass: number | undefined,
  link: string,
  note: (line: string) => void,
): UrdfInertial | undefined {
  const parts = shapes.flatMap(({ geometry, origin, density }) => {
    if (geometry.kind === "mesh") {
      note(`link "${link}": the mass of a mesh is not computed, its inertia is that of its other collision shapes`);
      return [];
    }
    const { mass: m, inertia } = massProperties(primitiveOf(geometry), { density });
    const { r, R } = poseOfOrigin(origin);
    const [xx, xy, xz, yy, yz, zz] = inertia;
    const I = multiply(multiply(R, Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz)), transpose(R));
    return [{ mass: m, centre: r, inertia: I }];
  });
  const all = combineMasses(parts);
  if (all === undefined) return undefined;
  const { mass: whole, centre, inertia: total } = all;
  const scale = mass === undefined ? 1 : mass / whole;
  const at = (k: number): number => scale * total[k]!;
  return {
    origin: originOf({ ...identityPose, r: Float64Array.from(centre) }),
    mass: scale * whole,
    inertia: [at(0), at(4), at(8), at(1), at(2), at(5)],
  };
}

/** Geoms of an MJCF file as shapes: sizes are half-lengths there, and whole lengths here. */
import { convexHull } from "../geometry/convexHull.ts";
import type { SolidShape } from "../geometry/registry.ts";
import { Box } from "../geometry/shapes/box.ts";
import { Capsule } from "../geometry/shapes/capsule.ts";
import { Cylinder } from "../geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../geometry/shapes/ellipsoid.ts";
import { Mesh } from "../geometry/shapes/mesh.ts";
import { Sphere } from "../geometry/shapes/sphere.ts";
import { compose, identityPose, type Pose } from "../multibody/graph/pose.ts";
import { type MeshFiles, readMesh } from "../urdf/urdfMeshes.ts";
import type { MjcfGeom, MjcfModel } from "./mjcfModel.ts";
import { parseMsh } from "./parseMsh.ts";

export interface PlacedShape {
  readonly shape: SolidShape;
  readonly pose: Pose;
}

/** A plane has no end; a plate of this size and thickness stands for it. */
const plate = { size: 20, thickness: 0.2 };

/** undefined where there is no such shape, which `ignore` is told. */
export function shapeOfGeom(
  geom: MjcfGeom,
  model: MjcfModel,
  files: MeshFiles,
  place: string,
  ignore: (cause: string) => void,
  note: (line: string) => void,
): PlacedShape | undefined {
  const { pose } = geom;
  const [a = 0, b = 0, c = 0] = geom.size;
  // MuJoCo fits the primitive to the mesh; the mesh itself stands for it
  const isFitted = geom.mesh !== undefined && geom.type !== "mesh";
  if (isFitted) ignore(`fit of <geom type="${geom.type}"> to a mesh, which is used itself`);
  switch (isFitted ? "mesh" : geom.type) {
    case "sphere":
      return { pose, shape: Sphere({ diameter: 2 * a }) };
    case "capsule":
      return { pose, shape: Capsule({ axis: 3, diameter: 2 * a, length: 2 * b }) };
    case "cylinder":
      return { pose, shape: Cylinder({ axis: 3, diameter: 2 * a, length: 2 * b }) };
    case "ellipsoid":
      return { pose, shape: Ellipsoid({ lengthX: 2 * a, lengthY: 2 * b, lengthZ: 2 * c }) };
    case "box":
      return { pose, shape: Box({ lengthX: 2 * a, lengthY: 2 * b, lengthZ: 2 * c }) };
    case "plane": {
      const { size, thickness } = plate;
      const below = compose(pose, { r: Float64Array.of(0, 0, -thickness / 2), R: identityPose.R });
      if (a === 0 || b === 0) ignore(`planes without end, for which plates of ${size} m stand`);
      return { pose: below, shape: Box({ lengthX: 2 * a || size, lengthY: 2 * b || size, lengthZ: thickness }) };
    }
    case "mesh": {
      const shape = meshOf(geom.mesh ?? "", model, files, place, ignore, note);
      return shape === undefined ? undefined : { pose, shape };
    }
    default:
      ignore(`<geom type="${geom.type}">`);
      return undefined;
  }
}

function meshOf(
  name: string,
  { meshes }: MjcfModel,
  files: MeshFiles,
  place: string,
  ignore: (cause: string) => void,
  note: (line: string) => void,
): Mesh | undefined {
  const mesh = meshes.get(name);
  if (mesh === undefined) {
    ignore(`mesh "${name}" of ${place}, which is not among the assets`);
    return undefined;
  }
  const { scale, reference } = mesh;
  const moved = (vertices: readonly number[]): readonly number[] => seenFrom(reference, vertices);
  if (mesh.file !== undefined) {
    return readMesh({ kind: "mesh", filename: mesh.file, scale }, files, place, ignore, note, { formats, moved });
  }
  const triangles = mesh.faces.length > 0 ? mesh.faces : convexHull(Float64Array.from(mesh.vertices));
  if (triangles === undefined) {
    ignore(`mesh "${name}" of ${place}, whose corners span no volume`);
    return undefined;
  }
  return Mesh({ vertices: moved(mesh.vertices), triangles, scale });
}

const formats = new Map([["msh", parseMsh]]);

/** Rᵀ·(p − r) of packed points. */
function seenFrom({ r, R }: Pose, points: readonly number[]): readonly number[] {
  if (r.every((x) => x === 0) && R === identityPose.R) return points;
  const seen = points.slice();
  for (let i = 0; i < points.length; i += 3)
    for (let k = 0; k < 3; k++)
      seen[i + k] = [0, 1, 2].reduce((sum, j) => sum + R[3 * j + k]! * (points[i + j]! - r[j]!), 0);
  return seen;
}

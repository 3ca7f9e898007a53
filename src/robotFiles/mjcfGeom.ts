/** A shape as a geom of MuJoCo: half-lengths, axes along z. */

import type { Pose } from "../multibody/graph/pose.ts";
import { alongZ } from "./alongZ.ts";
import type { PartShape } from "./mechanismParts.ts";
import { drawnMesh } from "./shapeMesh.ts";
import type { XmlNode } from "./xmlText.ts";

export function geomOf(
  { name, shape, pose, colour, collides, isSeen }: PartShape,
  placed: (pose: Pose) => { pos: number[]; quat: number[] },
): { node: XmlNode; mesh?: XmlNode } {
  const common = {
    name,
    rgba: colour,
    group: isSeen ? undefined : 3,
    ...(!collides && { contype: 0, conaffinity: 0 }),
  };
  const geom = (type: string, at: Pose, size: readonly number[]): { node: XmlNode } => ({
    node: { name: "geom", attributes: { ...common, type, size, ...placed(at) } },
  });
  switch (shape.kind) {
    case "Sphere":
      return geom("sphere", pose, [shape.diameter / 2]);
    case "Box":
      return geom("box", pose, [shape.lengthX / 2, shape.lengthY / 2, shape.lengthZ / 2]);
    case "Ellipsoid":
      return geom("ellipsoid", pose, [shape.lengthX / 2, shape.lengthY / 2, shape.lengthZ / 2]);
    case "Capsule":
      return geom("capsule", alongZ(pose, shape.axis), [shape.diameter / 2, shape.length / 2]);
    case "Cylinder":
      if (shape.innerDiameter === 0)
        return geom("cylinder", alongZ(pose, shape.axis), [shape.diameter / 2, shape.length / 2]);
  }
  const { vertices, triangles } = drawnMesh(shape);
  return {
    node: { name: "geom", attributes: { ...common, type: "mesh", mesh: name, ...placed(pose) } },
    mesh: { name: "mesh", attributes: { name, vertex: Array.from(vertices), face: Array.from(triangles) } },
  };
}

/**
 * A 3-D model as a robot description: one link per body, one joint per joint; the frame of a link is that of its joint.
 *
 * Source   [URDF]
 */

import { guarded } from "../errors/boundary.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import * as elementary from "../math/elementary.ts";
import { compose, identityPose, invert, type Pose } from "../multibody/graph/pose.ts";
import type { DynamicsOptions } from "../robotics/dynamics.ts";
import { checkInstantiated, type InstantiatedModel } from "../run/instantiate.ts";
import { alongZ } from "./alongZ.ts";
import { type MechanismParts, mechanismParts, type PartBody, type PartShape } from "./mechanismParts.ts";
import type { WrittenRobot } from "./writeMjcf.ts";
import { writeXml, type XmlNode } from "./xmlText.ts";

/** The mechanism of a model as URDF. The format knows trees of joints with one degree of freedom; the rest is in `report`. */
export function writeUrdf(
  model: InstantiatedModel,
  options: DynamicsOptions & { readonly name?: string } = {},
): WrittenRobot {
  checkInstantiated(model, "writeUrdf");
  checkOptionNames(options, ["path", "merge", "name"], "writeUrdf");
  const { name = "model", ...rest } = options;
  return guarded("writeUrdf", () => {
    const parts = mechanismParts(model, rest);
    const report = [...parts.report];
    const text = writeXml({ name: "robot", attributes: { name }, children: elementsOf(parts, report) });
    return { text, report };
  });
}

const root = "base";

function elementsOf(parts: MechanismParts, report: string[]): XmlNode[] {
  const { bodies, worldShapes } = parts;
  for (const { path } of parts.loops) report.push(`"${path}" closes a loop: left out`);
  for (const { path } of parts.couplings) report.push(`coupling "${path}": left out`);
  if (
    bodies.some(({ q, v }) => [...q, ...v].some((x, k) => x !== 0 && !(q.length > 2 && k === q.length - 1 && x === 1)))
  )
    report.push("positions and velocities at the start: left out, URDF has none");
  const nameOf = (body: number): string => (body === 0 ? root : bodies[body - 1]!.name);
  const frameOf = (body: number): Pose => (body === 0 ? identityPose : bodies[body - 1]!.frameB);
  return [
    { name: "link", attributes: { name: root }, children: shapeElements(worldShapes, identityPose, report) },
    ...bodies.flatMap((body, i) => [
      linkOf(body, report),
      jointOf(body, nameOf(body.parent), nameOf(i + 1), compose(invert(frameOf(body.parent)), body.frameA), report),
    ]),
  ];
}

function linkOf({ name, frameB, mass, centre, inertia, shapes }: PartBody, report: string[]): XmlNode {
  const [ixx, ixy, ixz, iyy, iyz, izz] = inertia as [number, number, number, number, number, number];
  const pose = compose(invert(frameB), { r: Float64Array.from(centre), R: identityPose.R });
  const isMassive = mass > 0 || inertia.some((value) => value !== 0);
  const inertial: XmlNode = {
    name: "inertial",
    children: [
      origin(pose),
      { name: "mass", attributes: { value: mass } },
      { name: "inertia", attributes: { ixx, ixy, ixz, iyy, iyz, izz } },
    ],
  };
  return {
    name: "link",
    attributes: { name },
    children: [...(isMassive ? [inertial] : []), ...shapeElements(shapes, frameB, report)],
  };
}

const jointTypes: Readonly<Record<string, string>> = {
  revolute: "continuous",
  prismatic: "prismatic",
  fixed: "fixed",
  planar: "planar",
  spherical: "spherical",
  free: "floating",
};

function jointOf({ joint, jointName }: PartBody, parent: string, child: string, pose: Pose, report: string[]): XmlNode {
  const type = jointTypes[joint.kind];
  if (type === undefined) report.push(`joint "${jointName}" of kind ${joint.kind}: written as fixed`);
  const isAlong = joint.kind === "revolute" || joint.kind === "prismatic" || joint.kind === "planar";
  return {
    name: "joint",
    attributes: { name: jointName, type: type ?? "fixed" },
    children: [
      origin(pose),
      { name: "parent", attributes: { link: parent } },
      { name: "child", attributes: { link: child } },
      isAlong ? { name: "axis", attributes: { xyz: Array.from(joint.axis ?? [0, 0, 1]) } } : undefined,
      // readers ask for limits of slides
      joint.kind === "prismatic"
        ? { name: "limit", attributes: { lower: -1e3, upper: 1e3, effort: 1e9, velocity: 1e9 } }
        : undefined,
    ],
  };
}

function shapeElements(shapes: readonly PartShape[], frame: Pose, report: string[]): XmlNode[] {
  return shapes.flatMap((shape) => {
    const geometry = geometryOf(shape);
    if (geometry === undefined) {
      report.push(`shape ${shape.shape.kind} of "${shape.name}": left out, URDF has it only as a file`);
      return [];
    }
    const children = [origin(compose(invert(frame), geometry.pose)), { name: "geometry", children: [geometry.node] }];
    const colour = { name: "color", attributes: { rgba: shape.colour } };
    const material: XmlNode = { name: "material", attributes: { name: `${shape.name}_colour` }, children: [colour] };
    return [
      ...(shape.isSeen ? [{ name: "visual", children: [...children, material] }] : []),
      ...(shape.collides ? [{ name: "collision", children }] : []),
    ];
  });
}

function geometryOf({ shape, pose }: PartShape): { pose: Pose; node: XmlNode } | undefined {
  switch (shape.kind) {
    case "Box":
      return { pose, node: { name: "box", attributes: { size: [shape.lengthX, shape.lengthY, shape.lengthZ] } } };
    case "Sphere":
      return { pose, node: { name: "sphere", attributes: { radius: shape.diameter / 2 } } };
    case "Capsule":
    case "Cylinder":
      if (shape.kind === "Cylinder" && shape.innerDiameter > 0) return undefined;
      return {
        pose: alongZ(pose, shape.axis),
        node: { name: shape.kind.toLowerCase(), attributes: { radius: shape.diameter / 2, length: shape.length } },
      };
    default:
      return undefined;
  }
}

/** Roll, pitch, yaw about fixed axes: R = R_z(yaw)·R_y(pitch)·R_x(roll). */
function origin({ r, R }: Pose): XmlNode {
  const flat = elementary.hypot(R[0]!, R[3]!);
  const pitch = elementary.atan2(-R[6]!, flat);
  const [roll, yaw] =
    flat < 1e-12
      ? [elementary.atan2(-R[5]!, R[4]!), 0]
      : [elementary.atan2(R[7]!, R[8]!), elementary.atan2(R[3]!, R[0]!)];
  return { name: "origin", attributes: { xyz: [...r], rpy: [roll, pitch, yaw] } };
}

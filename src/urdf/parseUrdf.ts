/**
 * URDF text → data. Checks names, numbers and the tree of links; says what it passes over.
 *
 * Source   [URDF] (specification of the Unified Robot Description Format, version 1)
 */
import { listNames, suggestName } from "../errors/nearestName.ts";
import {
  type UrdfColour,
  type UrdfGeometry,
  type UrdfInertial,
  type UrdfJoint,
  type UrdfLink,
  type UrdfOrigin,
  type UrdfRobot,
  type UrdfShape,
  urdfJointTypes,
} from "./urdfRobot.ts";
import { parseXml, type XmlElement } from "./xmlElement.ts";

const understood: Readonly<Record<string, readonly string[]>> = {
  robot: ["link", "joint", "material"],
  link: ["inertial", "visual", "collision"],
  joint: ["origin", "parent", "child", "axis", "limit", "dynamics", "mimic"],
};

export function parseUrdf(text: string): UrdfRobot {
  const robot = parseXml(text);
  if (robot.name !== "robot")
    throw robot.error(`the outer element is <${robot.name}>`, "<robot name=…> must be the outer element");
  const colours = namedColours(robot.all("material"));
  const links = robot.all("link").map((element) => readLink(element, colours));
  const joints = robot.all("joint").map(readJoint);
  checkNames(robot, "link", links);
  checkNames(robot, "joint", joints);
  const root = findRoot(robot, links, joints);
  checkMimics(robot, joints);
  return { name: robot.attribute("name") ?? "robot", links, joints, root, ignored: findIgnored(robot) };
}

function readOrigin(owner: XmlElement): UrdfOrigin {
  const origin = owner.child("origin");
  return { xyz: origin?.triple("xyz", [0, 0, 0]) ?? [0, 0, 0], rpy: origin?.triple("rpy", [0, 0, 0]) ?? [0, 0, 0] };
}

function namedColours(materials: readonly XmlElement[]): Map<string, UrdfColour> {
  const colours = new Map<string, UrdfColour>();
  for (const material of materials) {
    const colour = readColour(material);
    if (colour !== undefined) colours.set(material.text("name"), colour);
  }
  return colours;
}

function readColour(material: XmlElement): UrdfColour | undefined {
  const colour = material.child("color");
  if (colour === undefined) return undefined;
  const [red, green, blue, alpha] = colour.numbers("rgba", 4);
  return [red!, green!, blue!, alpha!];
}

function readLink(element: XmlElement, colours: ReadonlyMap<string, UrdfColour>): UrdfLink {
  const inertial = element.child("inertial");
  const shapes = (name: string) => element.all(name).map((shape) => readShape(shape, colours));
  return {
    name: element.text("name"),
    inertial: inertial === undefined ? undefined : readInertial(inertial),
    visuals: shapes("visual"),
    collisions: shapes("collision"),
    line: element.line,
  };
}

function readInertial(element: XmlElement): UrdfInertial {
  const mass = element.required("mass").number("value");
  if (mass < 0) throw element.error(`the mass is ${mass} kg`, "masses are not negative");
  const inertia = element.required("inertia");
  const [ixx, iyy, izz] = (["ixx", "iyy", "izz"] as const).map((name) => inertia.number(name, 0));
  const [ixy, ixz, iyz] = (["ixy", "ixz", "iyz"] as const).map((name) => inertia.number(name, 0));
  return { origin: readOrigin(element), mass, inertia: [ixx!, iyy!, izz!, ixy!, ixz!, iyz!] };
}

function readShape(element: XmlElement, colours: ReadonlyMap<string, UrdfColour>): UrdfShape {
  const material = element.child("material");
  const colour = material === undefined ? undefined : (readColour(material) ?? colours.get(material.text("name")));
  return {
    name: element.attribute("name"),
    origin: readOrigin(element),
    geometry: readGeometry(element.required("geometry")),
    colour,
    line: element.line,
  };
}

function readGeometry(geometry: XmlElement): UrdfGeometry {
  const shape = geometry.children[0];
  switch (shape?.name) {
    case "box":
      return { kind: "box", size: shape.triple("size") };
    case "cylinder":
    case "capsule":
      return { kind: shape.name, radius: shape.number("radius"), length: shape.number("length") };
    case "sphere":
      return { kind: "sphere", radius: shape.number("radius") };
    case "mesh":
      return { kind: "mesh", filename: shape.text("filename"), scale: shape.triple("scale", [1, 1, 1]) };
    default:
      throw geometry.error(
        `it holds ${shape === undefined ? "nothing" : `<${shape.name}>`}`,
        "box, cylinder, capsule, sphere or mesh",
      );
  }
}

function readJoint(element: XmlElement): UrdfJoint {
  const name = element.text("name");
  const type = element.oneOf("type", urdfJointTypes);
  const axis = element.child("axis")?.triple("xyz") ?? [1, 0, 0];
  if (type !== "fixed" && type !== "floating" && Math.hypot(...axis) === 0) {
    throw element.error(`the axis of joint "${name}" is zero`, "an axis with a direction, such as 0 0 1", name);
  }
  const limit = element.child("limit");
  const mimic = element.child("mimic");
  const dynamics = element.child("dynamics");
  const lower = limit?.number("lower", 0) ?? 0;
  const upper = limit?.number("upper", 0) ?? 0;
  if (lower > upper) {
    const because = `the lower limit ${lower} of joint "${name}" is above the upper ${upper}`;
    throw element.error(because, "exchange the two limits", name);
  }
  const optional = (key: string) => (limit?.attribute(key) === undefined ? undefined : limit.number(key));
  return {
    name,
    type,
    origin: readOrigin(element),
    parent: element.required("parent").text("link"),
    child: element.required("child").text("link"),
    axis,
    limit:
      limit === undefined ? undefined : { lower, upper, effort: optional("effort"), velocity: optional("velocity") },
    damping: dynamics?.number("damping", 0) ?? 0,
    friction: dynamics?.number("friction", 0) ?? 0,
    mimic:
      mimic === undefined
        ? undefined
        : { joint: mimic.text("joint"), multiplier: mimic.number("multiplier", 1), offset: mimic.number("offset", 0) },
    line: element.line,
  };
}

function checkNames(robot: XmlElement, what: string, items: readonly { name: string; line: number }[]): void {
  const seen = new Map<string, number>();
  for (const { name, line } of items) {
    const first = seen.get(name);
    if (first !== undefined) {
      throw robot.error(`two ${what}s are named "${name}", in lines ${first} and ${line}`, "names are unique", name);
    }
    seen.set(name, line);
  }
}

/** Every joint knows its links, no link has two parents, and one link is the root of all. */
function findRoot(robot: XmlElement, links: readonly UrdfLink[], joints: readonly UrdfJoint[]): string {
  const names = links.map(({ name }) => name);
  const jointTo = new Map<string, UrdfJoint>();
  for (const joint of joints) {
    for (const link of [joint.parent, joint.child]) {
      if (names.includes(link)) continue;
      const because = `joint "${joint.name}" (line ${joint.line}) refers to link "${link}", which does not exist`;
      throw robot.error(because, suggestName(link, names, "define the link"), joint.name);
    }
    if (joint.parent === joint.child) {
      throw robot.error(
        `joint "${joint.name}" connects link "${joint.child}" with itself`,
        "two different links",
        joint.name,
      );
    }
    const other = jointTo.get(joint.child);
    if (other !== undefined) {
      const because = `link "${joint.child}" is the child of joints "${other.name}" and "${joint.name}"`;
      throw robot.error(because, "URDF describes trees: close loops in the model with another joint", joint.child);
    }
    jointTo.set(joint.child, joint);
  }
  const roots = names.filter((name) => !jointTo.has(name));
  if (roots.length !== 1) {
    const because =
      names.length === 0
        ? "it has no links"
        : roots.length === 0
          ? "every link is the child of a joint: the links form a cycle"
          : `several links have no parent: ${listNames(roots)}`;
    throw robot.error(because, "exactly one link has no joint that leads to it");
  }
  checkReachable(robot, names, jointTo, roots[0]!);
  return roots[0]!;
}

function checkReachable(
  robot: XmlElement,
  names: readonly string[],
  jointTo: Map<string, UrdfJoint>,
  root: string,
): void {
  for (const name of names) {
    let link = name;
    for (let depth = 0; link !== root; depth++) {
      if (depth > names.length) throw robot.error(`link "${name}" is part of a cycle`, "joints form a tree", name);
      link = jointTo.get(link)!.parent;
    }
  }
}

function checkMimics(robot: XmlElement, joints: readonly UrdfJoint[]): void {
  const movable = joints.filter(({ type }) => type === "revolute" || type === "continuous" || type === "prismatic");
  const names = movable.map(({ name }) => name);
  for (const { name, mimic } of joints) {
    if (mimic === undefined) continue;
    const leader = movable.find((joint) => joint.name === mimic.joint);
    if (leader === undefined || leader.name === name) {
      const because = `joint "${name}" mimics "${mimic.joint}", which is no other joint with one degree of freedom`;
      throw robot.error(because, suggestName(mimic.joint, names, "name a revolute or prismatic joint"), name);
    }
    if (leader.mimic !== undefined) {
      const because = `joint "${name}" mimics "${leader.name}", which itself mimics "${leader.mimic.joint}"`;
      throw robot.error(because, `let it mimic "${leader.mimic.joint}" directly`, name);
    }
  }
}

function findIgnored(robot: XmlElement): string[] {
  const causes = new Map<string, number>();
  const note = (cause: string) => causes.set(cause, (causes.get(cause) ?? 0) + 1);
  const look = (element: XmlElement) => {
    for (const child of element.children) {
      if (!understood[element.name]!.includes(child.name)) note(`<${child.name}> in <${element.name}>`);
      else if (child.name in understood) look(child);
      else if (child.child("material")?.child("texture") !== undefined) note("<texture> of a material");
    }
  };
  look(robot);
  return [...causes].map(([cause, count]) => `${cause}: ${count} ignored`);
}

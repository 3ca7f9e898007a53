/**
 * URDF text → data. Checks names, numbers and the tree of links; says what it passes over.
 *
 * Source   [URDF] (specification of the Unified Robot Description Format, version 1)
 */

import { listNames, suggestName } from "../errors/nearestName.ts";
import * as elementary from "../math/elementary.ts";
import { followMimics } from "./followMimics.ts";
import { namedColours, readOrigin, readShape } from "./readShape.ts";
import { unusedParts } from "./unusedParts.ts";
import {
  type UrdfColour,
  type UrdfInertial,
  type UrdfJoint,
  type UrdfLimit,
  type UrdfLink,
  type UrdfMimic,
  type UrdfRobot,
  type UrdfTransmission,
  urdfJointTypes,
} from "./urdfRobot.ts";
import { parseXml, type XmlElement } from "./xmlElement.ts";

export function parseUrdf(text: string): UrdfRobot {
  const robot = parseXml(text);
  refuseOthers(robot);
  const notes: string[] = [];
  const colours = namedColours(robot.all("material"), notes);
  const defined = robot.all("link").map((element) => readLink(element, colours, notes));
  const written = robot.all("joint").map((element) => readJoint(element, notes));
  const links = withWorld(defined, written, notes);
  checkNames(robot, "link", links);
  checkNames(robot, "joint", written);
  const root = findRoot(robot, links, written);
  const joints = followMimics(written, notes);
  const transmissions = readTransmissions(robot.all("transmission"), joints, notes);
  const friction = readFriction(robot.all("gazebo"), links, notes);
  const ignored = [...unusedParts(robot), ...notes];
  return { name: robot.attribute("name") ?? "robot", links, joints, transmissions, friction, root, ignored };
}

/** What else is found in files of robots: parts of descriptions, macros, and other formats. */
const otherFormats: Readonly<Record<string, string>> = {
  sdf: "SDFormat, which importSdf reads",
  gazebo: "an old form of SDFormat; with <sdf version=…> around its model, importSdf reads it",
  mujoco: "a model of MuJoCo, which importMjcf reads",
  mujocoinclude: "a part of a model of MuJoCo",
  COLLADA: "a mesh, which a description names in <mesh filename=…>",
  srdf: "semantics of a robot that another file describes",
};
const parts = ["link", "joint", "material", "visual", "collision", "inertial", "transmission"];

function refuseOthers(robot: XmlElement): void {
  const { name } = robot;
  if (name === "robot") {
    const macros = robot.children.filter((child) => child.name.startsWith("xacro:") || child.name === "macro");
    if (robot.child("link") === undefined && macros.length > 0)
      throw robot.error(
        `it has no links but macros (<${macros[0]!.name}>): it is a file for xacro`,
        "run xacro on the file that uses the macros, and import what that gives",
      );
    return;
  }
  const known = Object.hasOwn(otherFormats, name) ? `: it is ${otherFormats[name]}` : "";
  const part = parts.includes(name) ? ": it is a part of a description, which others include" : known;
  throw robot.error(`the outer element is <${name}>${part}`, "<robot name=…> must be the outer element");
}

/** Drake's files have joints to a link "world" that nobody defines: it is where the robot stands. */
function withWorld(links: readonly UrdfLink[], joints: readonly UrdfJoint[], notes: string[]): readonly UrdfLink[] {
  const isMissing = links.every(({ name }) => name !== "world") && joints.some(({ parent }) => parent === "world");
  if (!isMissing) return links;
  notes.push('link "world" is not defined: the robot stands on it');
  return [{ name: "world", inertial: undefined, visuals: [], collisions: [], line: 1 }, ...links];
}

/** Simple transmissions: one joint, one motor. Others are named. */
function readTransmissions(
  elements: readonly XmlElement[],
  joints: readonly UrdfJoint[],
  notes: string[],
): UrdfTransmission[] {
  const known = new Set(joints.map(({ name }) => name));
  return elements.flatMap((element) => {
    const [driven, motors] = [element.all("joint"), element.all("actuator")];
    const joint = driven[0]?.attribute("name") ?? "";
    if (driven.length !== 1 || motors.length !== 1 || !known.has(joint)) {
      notes.push(`<transmission> in line ${element.line}: not one joint of the robot and one actuator, ignored`);
      return [];
    }
    const written = [...motors, ...driven].flatMap((part) => part.all("mechanicalReduction"))[0];
    const reduction = written === undefined ? 1 : Number(written.content.trim());
    if (Number.isFinite(reduction) && reduction !== 0) return [{ joint, reduction }];
    notes.push(`<mechanicalReduction> in line ${written!.line} is "${written!.content.trim()}": 1 is used`);
    return [{ joint, reduction: 1 }];
  });
}

/** mu1 of links; everything else that is meant for Gazebo is counted. */
function readFriction(
  elements: readonly XmlElement[],
  links: readonly UrdfLink[],
  notes: string[],
): Map<string, number> {
  const friction = new Map<string, number>();
  const others = new Map<string, number>();
  for (const element of elements) {
    const link = links.find(({ name }) => name === element.attribute("reference"));
    for (const child of element.children) {
      const mu = Number(child.content.trim());
      if (link !== undefined && child.name === "mu1" && mu >= 0 && Number.isFinite(mu)) friction.set(link.name, mu);
      else others.set(child.name, (others.get(child.name) ?? 0) + 1);
    }
  }
  const empty = elements.filter(({ children }) => children.length === 0).length;
  if (empty > 0) notes.push(`<gazebo> without content: ${empty} ignored`);
  for (const [name, count] of others) notes.push(`<${name}> in <gazebo>: ${count} ignored`);
  return friction;
}

function readLink(element: XmlElement, colours: ReadonlyMap<string, UrdfColour>, notes: string[]): UrdfLink {
  const inertial = element.child("inertial");
  const shapes = (name: string) => element.all(name).flatMap((shape) => readShape(shape, colours, notes) ?? []);
  return {
    name: element.text("name"),
    inertial: inertial === undefined ? undefined : readInertial(inertial, notes),
    visuals: shapes("visual"),
    collisions: shapes("collision"),
    line: element.line,
  };
}

function readInertial(element: XmlElement, notes: string[]): UrdfInertial {
  const given = element.child("mass");
  if (given?.attribute("value") === undefined)
    notes.push(`<inertial> in line ${element.line} has no <mass>: it is zero`);
  const mass = withoutRounding(given?.number("value", 0) ?? 0);
  if (mass < 0) throw element.error(`the mass is ${mass} kg`, "masses are not negative");
  const inertia = element.child("inertia");
  if (inertia === undefined) notes.push(`<inertial> in line ${element.line} has no <inertia>: it is zero`);
  const entry = (name: string): number => inertia?.number(name, 0) ?? 0;
  return {
    origin: readOrigin(element),
    mass,
    inertia: [entry("ixx"), entry("iyy"), entry("izz"), entry("ixy"), entry("ixz"), entry("iyz")],
  };
}

/** What programs leave where they mean zero. */
function withoutRounding(value: number): number {
  return Math.abs(value) < 1e-15 ? 0 : value;
}

function readJoint(element: XmlElement, notes: string[]): UrdfJoint {
  const name = element.text("name");
  const type = element.oneOf("type", urdfJointTypes);
  const axis = element.child("axis")?.triple("xyz", [1, 0, 0]) ?? [1, 0, 0];
  if (type !== "fixed" && type !== "floating" && elementary.norm(axis) === 0) {
    throw element.error(`the axis of joint "${name}" is zero`, "an axis with a direction, such as 0 0 1", name);
  }
  return {
    name,
    type,
    origin: readOrigin(element),
    parent: element.required("parent").text("link"),
    child: element.required("child").text("link"),
    axis,
    limit: readLimit(element.child("limit"), name, type, notes),
    damping: resistance(element, "damping", name, notes),
    friction: resistance(element, "friction", name, notes),
    mimic: readMimic(element.child("mimic"), name, notes),
    line: element.line,
  };
}

/** Bounds are exchanged where they are in the wrong order. Two equal ones, such as those that are not written, leave no range: MuJoCo takes them for none. */
function readLimit(
  limit: XmlElement | undefined,
  joint: string,
  type: UrdfJoint["type"],
  notes: string[],
): UrdfLimit | undefined {
  if (limit === undefined) return undefined;
  const written = [limit.bound("lower", 0), limit.bound("upper", 0)] as const;
  const largest = (key: string): number | undefined => {
    const value = limit.bound(key, Infinity);
    return value === Infinity ? undefined : value;
  };
  const isUnlimited = type === "continuous" || written[0] === written[1];
  const isSingle = type === "revolute" || type === "prismatic";
  if (isSingle && isUnlimited) notes.push(`joint "${joint}": lower and upper limit are both ${written[0]}, ignored`);
  if (written[0] > written[1])
    notes.push(`joint "${joint}": lower limit ${written[0]} above upper ${written[1]}, exchanged`);
  return {
    lower: isUnlimited ? -Infinity : Math.min(...written),
    upper: isUnlimited ? Infinity : Math.max(...written),
    effort: largest("effort"),
    velocity: largest("velocity"),
  };
}

function resistance(joint: XmlElement, what: "damping" | "friction", name: string, notes: string[]): number {
  const value = joint.child("dynamics")?.number(what, 0) ?? 0;
  if (value >= 0) return value;
  notes.push(`joint "${name}": ${what} of ${value} would drive it, ignored`);
  return 0;
}

function readMimic(mimic: XmlElement | undefined, name: string, notes: string[]): UrdfMimic | undefined {
  if (mimic === undefined) return undefined;
  const joint = mimic.attribute("joint")?.trim() ?? "";
  if (joint !== "") return { joint, multiplier: mimic.number("multiplier", 1), offset: mimic.number("offset", 0) };
  notes.push(`joint "${name}" mimics a joint that is not named: it moves by itself`);
  return undefined;
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
  const known = new Set(names);
  const jointTo = new Map<string, UrdfJoint>();
  for (const joint of joints) {
    for (const link of [joint.parent, joint.child]) {
      if (known.has(link)) continue;
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
  const reached = new Set([root]);
  for (const name of names) {
    const path: string[] = [];
    for (let link = name; !reached.has(link); link = jointTo.get(link)!.parent) {
      if (path.length > names.length)
        throw robot.error(`link "${name}" is part of a cycle`, "joints form a tree", name);
      path.push(link);
    }
    for (const link of path) reached.add(link);
  }
}

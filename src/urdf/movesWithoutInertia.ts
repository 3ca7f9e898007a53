/**
 * Links that a joint moves in a direction in which nothing has inertia: neither they nor what they carry, in so far as it must move with them.
 *
 *     I ← I − I·s·sᵀ·I/D,   D = sᵀ·I·s        what a body feels of another behind a joint that is free along s
 *
 * Source   [Featherstone2008] sec. 7.2, the articulated inertia, at the position in which the file shows the robot; all in the axes of the root,
 *          about its origin: motions (ω, v), inertias 6 × 6 by rows
 */
import {
  compose,
  crossOf,
  identityPose,
  invert,
  multiply,
  type Pose,
  rotate,
  transpose,
} from "../multibody/graph/pose.ts";
import { normalTo, poseOfOrigin } from "./origins.ts";
import type { UrdfInertial, UrdfJoint, UrdfLink, UrdfRobot } from "./urdfRobot.ts";

/** Beside the sum of the terms whose difference it is, a moment below this is rounding. */
const rounding = 1e-12;
/** kg or kg·m² */
const smallest = 1e-15;

/**
 * Names of links that need `added` at their origin; a joint that mimics another moves as stiffly as that one. `alone`: links that have inertia
 * only by what they carry count too, since there may be positions in which that does not move with them.
 */
export function movesWithoutInertia(robot: UrdfRobot, added: UrdfInertial, alone: boolean): Set<string> {
  const joints = new Map<string, UrdfJoint>();
  for (const joint of robot.joints) if (!joints.has(joint.child)) joints.set(joint.child, joint);
  const links = new Map(robot.links.map((link) => [link.name, link]));
  const poses = new Map<string, Pose>();
  const order: string[] = [];
  const place = (name: string): Pose => {
    const known = poses.get(name);
    if (known !== undefined) return known;
    // a link that a cycle of joints leads to again stands where it is met
    poses.set(name, identityPose);
    const pose = poseOfLink(links.get(name)!, joints.get(name), place);
    poses.set(name, pose);
    order.push(name);
    return pose;
  };
  for (const { name } of robot.links) place(name);

  const inertias = new Map(order.map((name) => [name, new Float64Array(36)]));
  /** Of links and all that they carry, as if no joint behind them moved: what the articulated inertia is a difference of. */
  const whole = new Map(order.map((name) => [name, new Float64Array(36)]));
  /** Of links and what is fixed to them. */
  const stiff = new Map(order.map((name) => [name, new Float64Array(36)]));
  const found = new Set<string>();
  for (const name of order.reverse()) {
    const I = inertias.get(name)!;
    const { inertial } = links.get(name)!;
    const own = stiff.get(name)!;
    const all = whole.get(name)!;
    if (inertial !== undefined) for (const sum of [I, own, all]) addInertia(sum, inertial, poses.get(name)!);
    const joint = joints.get(name);
    if (joint === undefined || joint.type === "floating") continue;
    for (const s of joint.mimic === undefined ? freeMotions(joint, poses.get(name)!) : []) {
      if (!found.has(name) && !hasInertia(alone ? own : I, all, s)) {
        found.add(name);
        addInertia(I, added, poses.get(name)!);
      }
      release(I, s);
    }
    addTo(inertias.get(joint.parent)!, I);
    addTo(whole.get(joint.parent)!, all);
    if (joint.type === "fixed") addTo(stiff.get(joint.parent)!, own);
  }
  return found;
}

function poseOfLink(link: UrdfLink, joint: UrdfJoint | undefined, place: (name: string) => Pose): Pose {
  if (joint === undefined) return link.start === undefined ? identityPose : poseOfOrigin(link.start.origin);
  const frame = compose(place(joint.parent), poseOfOrigin(joint.origin));
  return joint.childFrame === undefined ? frame : compose(frame, invert(poseOfOrigin(joint.childFrame)));
}

/** Directions in which a joint lets its child move. */
function freeMotions({ type, axis, secondAxis, pitch = 1, childFrame }: UrdfJoint, child: Pose): Float64Array[] {
  const { r, R } = childFrame === undefined ? child : compose(child, poseOfOrigin(childFrame));
  const unit = (v: ArrayLike<number>): Float64Array => {
    const turned = rotate(R, v);
    const length = Math.sqrt(turned.reduce((sum, x) => sum + x * x, 0));
    return turned.map((x) => x / length);
  };
  const slide = (v: ArrayLike<number>): Float64Array => Float64Array.of(0, 0, 0, ...unit(v));
  const turn = (v: ArrayLike<number>): Float64Array => Float64Array.of(...unit(v), ...crossOf(r, unit(v)));
  const across = normalTo(axis);
  switch (type) {
    case "revolute":
    case "continuous":
      return [turn(axis)];
    case "prismatic":
      return [slide(axis)];
    case "screw":
      return [turn(axis).map((x, k) => x + (pitch / (2 * Math.PI)) * slide(axis)[k]!)];
    case "universal":
      return [turn(axis), turn(secondAxis ?? across)];
    case "spherical":
      return [turn([1, 0, 0]), turn([0, 1, 0]), turn([0, 0, 1])];
    case "planar":
      return [turn(axis), slide(across), slide(crossOf(axis, across))];
    case "fixed":
    case "floating":
      return [];
  }
}

function addTo(sum: Float64Array, I: Float64Array): void {
  for (let k = 0; k < 36; k++) sum[k]! += I[k]!;
}

/** Whether I is felt along s, beyond the rounding of the terms of `whole` that it was computed from. */
function hasInertia(I: Float64Array, whole: Float64Array, s: Float64Array): boolean {
  let [sum, size] = [0, 0];
  for (let i = 0; i < 6; i++)
    for (let j = 0; j < 6; j++) {
      sum += s[i]! * I[6 * i + j]! * s[j]!;
      size += Math.abs(s[i]! * whole[6 * i + j]! * s[j]!);
    }
  return sum > smallest && sum > rounding * size;
}

function release(I: Float64Array, s: Float64Array): void {
  const momentum = Float64Array.from({ length: 6 }, (_, i) => s.reduce((sum, x, j) => sum + I[6 * i + j]! * x, 0));
  const D = momentum.reduce((sum, p, i) => sum + p * s[i]!, 0);
  for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) I[6 * i + j]! -= (momentum[i]! * momentum[j]!) / D;
}

/** Of a body that is given in a link, about the origin of the root. */
function addInertia(I: Float64Array, { mass, inertia, origin }: UrdfInertial, link: Pose): void {
  const { r: c, R } = compose(link, poseOfOrigin(origin));
  const [xx, yy, zz, xy, xz, yz] = inertia;
  const own = Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz);
  const turned = multiply(multiply(R, own), transpose(R));
  const tilde = Float64Array.of(0, -c[2]!, c[1]!, c[2]!, 0, -c[0]!, -c[1]!, c[0]!, 0);
  const moved = multiply(tilde, tilde);
  for (let i = 0; i < 3; i++) {
    I[6 * (i + 3) + i + 3]! += mass;
    for (let j = 0; j < 3; j++) {
      I[6 * i + j]! += turned[3 * i + j]! - mass * moved[3 * i + j]!;
      I[6 * i + j + 3]! += mass * tilde[3 * i + j]!;
      I[6 * (j + 3) + i]! += mass * tilde[3 * i + j]!;
    }
  }
}

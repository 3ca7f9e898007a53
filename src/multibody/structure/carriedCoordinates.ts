/**
 * Coordinates of the joints of a new tree, from the motion in the old one. A joint that is still there keeps its coordinates bit
 * by bit, also where the tree runs through it the other way; a joint that is new begins with the motion of its two frames.
 */
import { quaternionFromMatrix } from "../../math/quaternion.ts";
import { rotationFromCardan } from "../../math/rotation.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import { setOrientation } from "../../mechanics/loops/anchors.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { GraphJoint } from "../graph/objectGraph.ts";
import { crossOf, invert, multiply, type Pose, rotate, transpose } from "../graph/pose.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import type { OrientationTraits } from "../joints/kinds/jointTraits.ts";
import { framePosition, frameRotation, frameVelocity } from "../run/bodyPoses.ts";
import { frameOf } from "../run/frames.ts";
import { hasAnchor } from "../run/hiddenCoordinates.ts";
import { JointObserver } from "../run/jointResults.ts";
import { type JointCoordinates, presentCoordinates } from "../run/jointState.ts";
import type { Structure } from "./structure.ts";

/** Motion of an object in the world: pose, velocity of the origin, angular velocity, all in world axes. */
export interface GivenMotion extends Pose {
  readonly v: ArrayLike<number>;
  readonly w: ArrayLike<number>;
}

/** Motion of an object of a structure. */
export function objectMotion({ graph, tree, dynamics }: Structure, object: number): GivenMotion {
  const motion: BodyMotion = dynamics.state.motion;
  const frame = frameOf(graph, tree, object);
  const [r, v, R] = [new Float64Array(3), new Float64Array(3), new Float64Array(9)];
  framePosition(r, 0, motion, frame);
  frameVelocity(v, 0, motion, frame);
  frameRotation(R, 0, motion, frame);
  return { r, R, v, w: motion.angularVelocity.slice(3 * frame.body, 3 * frame.body + 3) };
}

/** q and v of the new structure ← the motion in the old one, `given` for objects that are new, `restored` for joints that come back. */
export function carryCoordinates(
  old: Structure,
  next: Structure,
  given: ReadonlyMap<number, GivenMotion> | undefined,
  restored: ReadonlyMap<string, readonly number[]> | undefined,
): void {
  const { graph, tree, dynamics } = next;
  const { mechanism } = dynamics;
  let last = 0;
  const motionOf = (object: number): GivenMotion => given?.get(object) ?? objectMotion(old, object);
  for (let b = 1; b < mechanism.count; b++) {
    const { joint: k, isReversed } = tree.bodies[b]!;
    const joint = graph.joints[k]!;
    const { orientation } = jointKinds[joint.kind];
    const a = bodyOfJoint(old, joint, last + 1);
    if (a > 0) last = a;
    const isThere = a > 0 && hasSameCoordinates(old, a, next, b);
    if (isThere && old.tree.bodies[a]!.isReversed === isReversed) copyCoordinates(old.dynamics, a, dynamics, b);
    else if (orientation === undefined && isThere)
      put(dynamics, b, reversed(joint, presentCoordinates(old.dynamics, a)));
    else if (orientation === undefined) {
      const q = restored?.get(joint.path) ?? old.idle.get(joint.path);
      const forwards = q === undefined ? observedCoordinates(old, joint) : atRest(q);
      put(dynamics, b, isReversed ? reversed(joint, forwards) : forwards);
    } else {
      const [one, two] = [motionOf(joint.object1), motionOf(joint.object2)];
      put(
        dynamics,
        b,
        isReversed ? relativeCoordinates(orientation, two, one) : relativeCoordinates(orientation, one, two),
      );
    }
  }
}

/** The body of a joint, by its path; 0 when there is none. `likely`: the number that it has in most cases. */
function bodyOfJoint({ graph, tree }: Structure, joint: GraphJoint, likely: number): number {
  const { bodies } = tree;
  if (likely < bodies.length && graph.joints[bodies[likely]!.joint] === joint) return likely;
  for (let b = 1; b < bodies.length; b++) if (graph.joints[bodies[b]!.joint]!.path === joint.path) return b;
  return 0;
}

/** Coordinates of a joint that closes a loop, or is new, from the motion of its frames. */
export function observedCoordinates(structure: Structure, joint: GraphJoint): JointCoordinates {
  const { graph, tree, dynamics } = structure;
  const { orientation } = jointKinds[joint.kind];
  if (orientation !== undefined) {
    const [one, two] = [objectMotion(structure, joint.object1), objectMotion(structure, joint.object2)];
    return relativeCoordinates(orientation, one, two);
  }
  const observer = new JointObserver(joint, frameOf(graph, tree, joint.object1), frameOf(graph, tree, joint.object2));
  const values = new Float64Array(observer.size);
  observer.write(values, 0, dynamics.state.motion);
  return {
    q: Array.from(values.filter((_, i) => i % 2 === 0)),
    v: Array.from(values.filter((_, i) => i % 2 === 1)),
    anchor: noAnchor,
  };
}

function hasSameCoordinates(old: Structure, a: number, next: Structure, b: number): boolean {
  return old.dynamics.mechanism.code[a] === next.dynamics.mechanism.code[b];
}

function copyCoordinates(from: MechanismDynamics, a: number, to: MechanismDynamics, b: number): void {
  const [before, now] = [from.mechanism, to.mechanism];
  const [q, v] = [now.qStart[b]!, now.vStart[b]!];
  for (let i = q; i < now.qStart[b + 1]!; i++) to.state.q[i] = from.state.q[before.qStart[a]! + i - q]!;
  for (let j = v; j < now.vStart[b + 1]!; j++) to.state.v[j] = from.state.v[before.vStart[a]! + j - v]!;
  for (let i = 0; i < 4; i++) to.state.anchor[4 * b + i] = from.state.anchor[4 * a + i]!;
}

/** Quaternion coordinates become angles where the joint is on a loop now. */
function put({ mechanism, state }: MechanismDynamics, b: number, { q, v, anchor }: JointCoordinates): void {
  if (hasAnchor(mechanism, b)) {
    state.q.set(q.slice(0, -4), mechanism.qStart[b]!);
    state.v.set(v.slice(0, -3), mechanism.vStart[b]!);
    setOrientation(mechanism, state, b, q.slice(-4), v.slice(-3));
    return;
  }
  state.q.set(q, mechanism.qStart[b]!);
  state.v.set(v, mechanism.vStart[b]!);
  state.anchor.set(anchor, 4 * b);
}

/** Coordinates of the same joint, run through the other way. */
function reversed({ kind }: GraphJoint, { q, v, anchor }: JointCoordinates): JointCoordinates {
  return { ...jointKinds[kind].backwards.convert({ q, v }), anchor };
}

/** Coordinates of the joint of a body, from its obj1 to its obj2, whichever way the tree runs. */
export function forwardCoordinates({ graph, tree, dynamics }: Structure, b: number): JointCoordinates {
  const { joint, isReversed } = tree.bodies[b]!;
  const present = presentCoordinates(dynamics, b);
  return isReversed ? reversed(graph.joints[joint]!, present) : present;
}

function atRest(q: readonly number[]): JointCoordinates {
  return { q, v: q.map(() => 0), anchor: noAnchor };
}

const noAnchor = [0, 0, 0, 1];

/** r_AB_A, quaternion; dr/dt in A, angular velocity relative to A in axes of B. */
function relativeCoordinates(orientation: OrientationTraits, A: GivenMotion, B: GivenMotion): JointCoordinates {
  const toA = transpose(A.R);
  const way = new Float64Array(3);
  for (let i = 0; i < 3; i++) way[i] = B.r[i]! - A.r[i]!;
  const drag = crossOf(A.w, way);
  const slide = new Float64Array(3);
  const spin = new Float64Array(3);
  for (let i = 0; i < 3; i++) {
    slide[i] = B.v[i]! - A.v[i]! - drag[i]!;
    spin[i] = B.w[i]! - A.w[i]!;
  }
  const relative = multiply(toA, B.R);
  const quaternion = new Float64Array(4);
  quaternionFromMatrix(quaternion, 0, relative, 0);
  const turning = rotate(transpose(B.R), spin);
  const own = orientation.coordinates([...rotate(toA, way)], [...quaternion], [...rotate(toA, slide)], [...turning]);
  return { ...own, anchor: noAnchor };
}

/** Pose of `child` in `parent`, from their motion in the world. */
export function relativePose(parent: GivenMotion, child: GivenMotion): Pose {
  const back = invert(parent);
  const r = rotate(back.R, child.r);
  for (let i = 0; i < 3; i++) r[i]! += back.r[i]!;
  return { r, R: orthogonal(multiply(back.R, child.R)) };
}

/**
 * R·(3·1 − Rᵀ·R)/2: a rotation up to the square of the error of R. Rounding errors of poses that are made of poses would grow like
 * Fibonacci's numbers when parts are attached to each other again and again.
 */
function orthogonal(R: Float64Array): Float64Array {
  const S = multiply(transpose(R), R);
  for (let k = 0; k < 9; k++) S[k] = (k % 4 === 0 ? 1.5 : 0) - 0.5 * S[k]!;
  return multiply(R, S);
}

/** Motion of an object that is placed by numbers of a command, in world axes; Cardan angles 1-2-3. */
export function motionOfNumbers(
  translation: readonly number[],
  rotation: readonly number[],
  velocity: readonly number[],
  angularVelocity: readonly number[],
): GivenMotion {
  const R = new Float64Array(9);
  rotationFromCardan(R, 0, Float64Array.from(rotation), 0);
  return { r: Float64Array.from(translation), R, v: velocity, w: angularVelocity };
}

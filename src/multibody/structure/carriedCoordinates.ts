/**
 * Coordinates of the joints of a new tree, from the motion in the old one. A joint that is still there keeps its coordinates bit
 * by bit, also where the tree runs through it the other way; a joint that is new begins with the motion of its two frames.
 */
import { quaternionFromMatrix } from "../../math/quaternion.ts";
import { rotationFromCardan } from "../../math/rotation.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { GraphJoint, ObjectGraph } from "../graph/objectGraph.ts";
import { crossOf, invert, multiply, type Pose, rotate, transpose } from "../graph/pose.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { framePosition, frameRotation, frameVelocity } from "../run/bodyPoses.ts";
import { frameOf } from "../run/frames.ts";
import { type JointCoordinates, presentCoordinates } from "../run/jointState.ts";
import { reversePlanar } from "../run/startValues.ts";
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

export function carriedCoordinates(
  old: Structure,
  graph: ObjectGraph,
  tree: BodyTree,
  given: ReadonlyMap<number, GivenMotion> | undefined,
  restored: ReadonlyMap<string, readonly number[]> | undefined,
): Map<string, JointCoordinates> {
  const before = presentCoordinates(old.graph, old.tree, old.dynamics);
  const found = new Map<string, JointCoordinates>();
  for (const { joint: k, isReversed } of tree.bodies.slice(1)) {
    const joint = graph.joints[k]!;
    const key = `${joint.path} ${isReversed ? "backwards" : "forwards"}`;
    const opposite = `${joint.path} ${isReversed ? "forwards" : "backwards"}`;
    const same = before.get(key);
    const turned = before.get(opposite);
    if (same !== undefined) found.set(key, same);
    else if (turned !== undefined && hasAngles(joint.kind)) found.set(key, reversed(joint, turned));
    else if (restored?.has(joint.path) === true) found.set(key, atRest(joint, restored.get(joint.path)!, isReversed));
    else if (joint.kind === "free" || joint.kind === "spherical") {
      const motionOf = (object: number): GivenMotion => given?.get(object) ?? objectMotion(old, object);
      const [one, two] = [motionOf(joint.object1), motionOf(joint.object2)];
      found.set(key, isReversed ? relativeCoordinates(joint, two, one) : relativeCoordinates(joint, one, two));
    }
  }
  return found;
}

function hasAngles(kind: GraphJoint["kind"]): boolean {
  return kind !== "free" && kind !== "spherical";
}

/** Coordinates of the same joint, run through the other way. */
function reversed(joint: GraphJoint, { q, v, anchor }: JointCoordinates): JointCoordinates {
  if (joint.kind === "universal") return { q: [...q].reverse(), v: [...v].reverse(), anchor };
  if (joint.kind === "planar") return { ...reversePlanar(q, v), anchor };
  return { q, v, anchor };
}

function atRest(joint: GraphJoint, q: readonly number[], isReversed: boolean): JointCoordinates {
  const v = q.slice(0, joint.kind === "spherical" ? 3 : q.length).map(() => 0);
  const forwards = { q, v, anchor: [0, 0, 0, 1] };
  return isReversed ? reversed(joint, forwards) : forwards;
}

/** r_AB_A, quaternion; dr/dt in A, angular velocity relative to A in axes of B. */
function relativeCoordinates({ kind }: GraphJoint, A: GivenMotion, B: GivenMotion): JointCoordinates {
  const toA = transpose(A.R);
  const way = Float64Array.from(B.r, (x, i) => x - A.r[i]!);
  const drag = crossOf(A.w, way);
  const slide = Float64Array.from([0, 1, 2], (i) => B.v[i]! - A.v[i]! - drag[i]!);
  const spin = Float64Array.from([0, 1, 2], (i) => B.w[i]! - A.w[i]!);
  const relative = multiply(toA, B.R);
  const quaternion = new Float64Array(4);
  quaternionFromMatrix(quaternion, 0, relative, 0);
  const turn = { q: [...quaternion], v: [...rotate(transpose(B.R), spin)], anchor: [0, 0, 0, 1] };
  if (kind === "spherical") return turn;
  return { q: [...rotate(toA, way), ...turn.q], v: [...rotate(toA, slide), ...turn.v], anchor: turn.anchor };
}

/** Pose of `child` in `parent`, from their motion in the world. */
export function relativePose(parent: GivenMotion, child: GivenMotion): Pose {
  const back = invert(parent);
  const r = rotate(back.R, child.r);
  for (let i = 0; i < 3; i++) r[i]! += back.r[i]!;
  return { r, R: multiply(back.R, child.R) };
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

/**
 * Coordinates of a joint as users know them: those of the mechanism, or computed from the motion of its two frames, for joints
 * that close loops and for spherical and free joints, whose orientation is a quaternion.
 */
import * as elementary from "../../math/elementary.ts";
import { copy3 } from "../../math/vec3.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { BodyFrame } from "../forces/forceElement.ts";
import type { GraphJoint } from "../graph/objectGraph.ts";
import { crossOf } from "../graph/pose.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { jointCoordinates } from "../joints/jointKinds.ts";
import { createRelativeMotion, relativeMotion } from "./relativeMotion.ts";

/** A result of a joint: name after the dot, size (0: a number) and unit. */
export interface JointResult {
  readonly name: string;
  readonly size: number;
  readonly unit: string;
}

const rotation: JointResult = { name: "rotation", size: 3, unit: "rad" };
const angularVelocity: JointResult = { name: "angularVelocity", size: 3, unit: "rad/s" };
const ofSpherical: readonly JointResult[] = [rotation, angularVelocity];
const ofFree: readonly JointResult[] = [
  { name: "translation", size: 3, unit: "m" },
  { name: "velocity", size: 3, unit: "m/s" },
  ...ofSpherical,
];

/** Results in the order in which JointObserver writes them. */
export function resultsOf({ kind }: Pick<GraphJoint, "kind">): readonly JointResult[] {
  if (kind === "spherical") return ofSpherical;
  if (kind === "free") return ofFree;
  return jointCoordinates[kind].flatMap(({ position, velocity, isAngle }) => [
    { name: position, size: 0, unit: isAngle ? "rad" : "m" },
    { name: velocity, size: 0, unit: isAngle ? "rad/s" : "m/s" },
  ]);
}

/** Results of one joint at the present motion. */
export interface JointSource {
  /** How many numbers. */
  readonly size: number;
  write(out: Float64Array, k: number, motion: BodyMotion): void;
}

/** Results that are coordinates of the mechanism themselves. */
export class DirectCoordinates implements JointSource {
  readonly size: number;
  private readonly state: { readonly q: Float64Array; readonly v: Float64Array };
  private readonly positions: readonly number[];
  private readonly velocities: readonly number[];

  /** Entries of q and v in the order of the coordinates of the joint. */
  constructor(
    state: { readonly q: Float64Array; readonly v: Float64Array },
    positions: readonly number[],
    velocities: readonly number[],
  ) {
    this.size = 2 * positions.length;
    this.state = state;
    this.positions = positions;
    this.velocities = velocities;
  }

  write(out: Float64Array, k: number): void {
    for (let c = 0; c < this.positions.length; c++) {
      out[k + 2 * c] = this.state.q[this.positions[c]!]!;
      out[k + 2 * c + 1] = this.state.v[this.velocities[c]!]!;
    }
  }
}

/** Writes the results of one joint. Angles continue from the last time they were asked for, without jumps by 2π. */
export class JointObserver implements JointSource {
  readonly size: number;
  private readonly joint: GraphJoint;
  first: BodyFrame;
  second: BodyFrame;
  /** When it was written last. */
  readonly relative = createRelativeMotion();
  /** Unit vectors n, e1, e2 = n × e1 in axes of obj1. */
  private readonly n: Float64Array;
  private readonly e1: Float64Array;
  private readonly e2: Float64Array;
  private readonly lastAngles: Float64Array;

  constructor(joint: GraphJoint, first: BodyFrame, second: BodyFrame) {
    this.joint = joint;
    this.first = first;
    this.second = second;
    this.size = resultsOf(joint).reduce((sum, { size }) => sum + Math.max(1, size), 0);
    this.n = unit(joint.axis);
    const given = joint.secondAxis ?? (Math.abs(this.n[0]!) < 0.9 ? [1, 0, 0] : [0, 1, 0]);
    const along = given[0]! * this.n[0]! + given[1]! * this.n[1]! + given[2]! * this.n[2]!;
    this.e1 = unit(given.map((x, i) => x - along * this.n[i]!));
    this.e2 = crossOf(this.n, this.e1);
    this.lastAngles = Float64Array.from(joint.start.position.slice(0, 3));
  }

  /** Whether the frames of the joint are where they were. */
  isOn({ bodyOf, poses }: Pick<BodyTree, "bodyOf" | "poses">): boolean {
    const { joint, first, second } = this;
    return (
      bodyOf[joint.object1] === first.body &&
      bodyOf[joint.object2] === second.body &&
      poses[joint.object1]!.R === first.R &&
      poses[joint.object2]!.R === second.R
    );
  }

  /** The frames are on other bodies now. */
  moveTo(first: BodyFrame, second: BodyFrame): void {
    this.first = first;
    this.second = second;
  }

  write(out: Float64Array, k: number, motion: BodyMotion): void {
    const { n, e1, e2, relative } = this;
    relativeMotion(relative, motion, this.first, this.second);
    const { r, v, w, R } = relative;
    switch (this.joint.kind) {
      case "spherical":
        copy3(out, k, relative.angles, 0);
        copy3(out, k + 3, w, 0);
        break;
      case "free":
        copy3(out, k, r, 0);
        copy3(out, k + 3, v, 0);
        copy3(out, k + 6, relative.angles, 0);
        copy3(out, k + 9, w, 0);
        break;
      case "prismatic":
        out[k] = dot(n, r);
        out[k + 1] = dot(n, v);
        break;
      case "cylindrical":
        out[k] = this.angle(0, n, e1, e2);
        out[k + 1] = dot(n, w);
        out[k + 2] = dot(n, r);
        out[k + 3] = dot(n, v);
        break;
      case "planar":
        out[k] = dot(e1, r);
        out[k + 1] = dot(e1, v);
        out[k + 2] = dot(e2, r);
        out[k + 3] = dot(e2, v);
        out[k + 4] = this.angle(2, n, e1, e2);
        out[k + 5] = dot(n, w);
        break;
      case "universal":
        this.writeUniversal(out, k, R, w);
        break;
      default:
        out[k] = this.angle(0, n, e1, e2);
        out[k + 1] = dot(n, w);
        break;
    }
  }

  /** Angle of the rotation about n: direction of the turned e1 in the plane of e1 and e2. */
  private angle(which: number, _n: Float64Array, e1: Float64Array, e2: Float64Array): number {
    const turned = rotated(this.relative.R, e1);
    return this.continued(which, elementary.atan2(dot(e2, turned), dot(e1, turned)));
  }

  private continued(which: number, angle: number): number {
    const last = this.lastAngles[which]!;
    const near = angle + 2 * Math.PI * Math.round((last - angle) / (2 * Math.PI));
    this.lastAngles[which] = near;
    return near;
  }

  /** R = R(n, φ₁)·R(n₂, φ₂): n₂ turned by R lies in the plane normal to n at φ₁; n turned back by R gives φ₂. */
  private writeUniversal(out: Float64Array, k: number, R: Float64Array, w: Float64Array): void {
    const { n, e1, e2 } = this;
    const second = unit(this.joint.secondAxis!);
    const turned = rotated(R, second);
    const phi1 = this.continued(0, elementary.atan2(dot(e2, turned), dot(e1, turned)));
    const across = crossOf(second, n);
    const back = Float64Array.from([0, 1, 2], (i) => R[i]! * n[0]! + R[3 + i]! * n[1]! + R[6 + i]! * n[2]!);
    const n2n = dot(second, n);
    const normal = Float64Array.from(n, (x, i) => x - n2n * second[i]!);
    const phi2 = this.continued(1, -elementary.atan2(dot(across, back), dot(normal, back)));
    // w = w1·n + w2·(turned n2): two equations in the plane of both
    const c = dot(n, turned);
    const a = dot(n, w);
    const b = dot(turned, w);
    const determinant = 1 - c * c;
    out[k] = phi1;
    out[k + 1] = (a - c * b) / determinant;
    out[k + 2] = phi2;
    out[k + 3] = (b - c * a) / determinant;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

function rotated(R: Float64Array, v: Float64Array): Float64Array {
  return Float64Array.from([0, 1, 2], (i) => R[3 * i]! * v[0]! + R[3 * i + 1]! * v[1]! + R[3 * i + 2]! * v[2]!);
}

function unit(v: ArrayLike<number>): Float64Array {
  const length = elementary.hypot(v[0]!, v[1]!, v[2]!);
  return Float64Array.of(v[0]! / length, v[1]! / length, v[2]! / length);
}

/**
 * One coordinate of a joint as a force element sees it: its value, its rate, and what an effort along it does to the two bodies.
 *
 *     angle     effort·n as a torque on obj2, the opposite on obj1
 *     length    effort·n as a force at the origin of obj2, the opposite at the same point of obj1
 *     universal the torque that has power with one of its two angles only: (n − c·n2)/(1 − c²), c = n·n2, and likewise for n2
 *
 * The power of the effort is effort·rate for every motion that the joint allows, in the tree or on a loop.
 */

import { BodyFrame } from "../../forces/bodyFrame.ts";
import * as elementary from "../../math/elementary.ts";
import { mulMV } from "../../math/mat3.ts";
import type { BodyForces, BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { BodyFrame as PlacedFrame } from "../forces/forceElement.ts";
import type { GraphJoint } from "../graph/objectGraph.ts";
import { crossOf } from "../graph/pose.ts";
import type { JointSource } from "./jointResults.ts";

export class CoordinateAccess {
  /** Bodies of obj1 and obj2. */
  readonly bodies: readonly [number, number];
  /** After locate(). */
  position = 0;
  velocity = 0;
  private readonly source: JointSource;
  private readonly coordinate: number;
  private readonly isAngle: boolean;
  private readonly isUniversal: boolean;
  private readonly frame1: BodyFrame;
  private readonly frame2: BodyFrame;
  /** Fixed in obj1; the second axis of a universal joint fixed in obj2. */
  private readonly axis: Float64Array;
  private readonly second: Float64Array;
  private readonly n = new Float64Array(3);
  private readonly n2 = new Float64Array(3);
  private readonly values: Float64Array;

  constructor(joint: GraphJoint, coordinate: number, first: PlacedFrame, second: PlacedFrame, source: JointSource) {
    this.source = source;
    this.coordinate = coordinate;
    this.frame1 = new BodyFrame(first.body, first.r, first.R);
    this.frame2 = new BodyFrame(second.body, second.r, second.R);
    this.bodies = [first.body, second.body];
    this.isUniversal = joint.kind === "universal";
    this.isAngle =
      joint.kind === "planar"
        ? coordinate === 2
        : joint.kind === "cylindrical"
          ? coordinate === 0
          : joint.kind !== "prismatic";
    this.axis = directionOf(joint, coordinate);
    this.second = unit(joint.secondAxis ?? [0, 0, 1]);
    this.values = new Float64Array(source.size);
  }

  locate(motion: BodyMotion): void {
    const { frame1, frame2, n, n2, values, coordinate } = this;
    this.source.write(values, 0, motion);
    this.position = values[2 * coordinate]!;
    this.velocity = values[2 * coordinate + 1]!;
    frame1.locate(motion);
    frame2.locate(motion);
    mulMV(n, 0, frame1.rotation, 0, this.axis, 0);
    if (!this.isUniversal) return;
    mulMV(n2, 0, frame2.rotation, 0, this.second, 0);
    const c = n[0]! * n2[0]! + n[1]! * n2[1]! + n[2]! * n2[2]!;
    const scale = 1 / (1 - c * c);
    for (let i = 0; i < 3; i++) n[i] = scale * (coordinate === 0 ? n[i]! - c * n2[i]! : n2[i]! - c * n[i]!);
  }

  /** Adds an effort that acts towards larger values; after locate(). */
  add(forces: BodyForces, effort: number): void {
    const { frame1, frame2, n } = this;
    const [x, y, z] = [effort * n[0]!, effort * n[1]!, effort * n[2]!];
    if (this.isAngle) {
      frame2.addTorque(forces, x, y, z);
      frame1.addTorque(forces, -x, -y, -z);
      return;
    }
    const rx = frame2.position[0]! - frame1.position[0]!;
    const ry = frame2.position[1]! - frame1.position[1]!;
    const rz = frame2.position[2]! - frame1.position[2]!;
    frame2.addForce(forces, x, y, z);
    frame1.addForce(forces, -x, -y, -z);
    frame1.addTorque(forces, rz * y - ry * z, rx * z - rz * x, ry * x - rx * y);
  }
}

/** In axes of obj1. */
function directionOf({ kind, axis, secondAxis }: GraphJoint, coordinate: number): Float64Array {
  const n = unit(axis);
  if (kind !== "planar" || coordinate === 2) return n;
  const given = secondAxis ?? (Math.abs(n[0]!) < 0.9 ? [1, 0, 0] : [0, 1, 0]);
  const along = given[0]! * n[0]! + given[1]! * n[1]! + given[2]! * n[2]!;
  const e1 = unit(given.map((x, i) => x - along * n[i]!));
  return coordinate === 0 ? e1 : Float64Array.from(crossOf(n, e1));
}

function unit(v: ArrayLike<number>): Float64Array {
  const length = elementary.hypot(v[0]!, v[1]!, v[2]!);
  return Float64Array.of(v[0]! / length, v[1]! / length, v[2]! / length);
}

/**
 * One coordinate of a joint as a force element sees it: its value, its rate, and what an effort along it does to the two bodies.
 *
 *     angle     effort·n as a torque on obj2, the opposite on obj1
 *     length    effort·n as a force at the origin of obj2, the opposite at the same point of obj1
 *     where the axes of two angles are not normal to each other: the torque that has power with one of them only
 *
 * The power of the effort is effort·rate for every motion that the joint allows, in the tree or on a loop.
 */

import { BodyFrame } from "../../forces/bodyFrame.ts";
import { mulMV } from "../../math/mat3.ts";
import type { BodyForces, BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { BodyFrame as PlacedFrame } from "../forces/forceElement.ts";
import type { GraphJoint } from "../graph/objectGraph.ts";
import { jointDirections } from "../joints/jointDirections.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import type { JointTraits } from "../joints/kinds/jointTraits.ts";
import type { JointSource } from "./jointResults.ts";

export class CoordinateAccess {
  /** Bodies of obj1 and obj2. */
  readonly bodies: readonly [number, number];
  /** After locate(). */
  position = 0;
  velocity = 0;
  /** The effort that was added last. */
  private effort = 0;
  private readonly source: JointSource;
  private readonly coordinate: number;
  private readonly isAngle: boolean;
  private readonly separate: JointTraits["separate"];
  private readonly frame1: BodyFrame;
  private readonly frame2: BodyFrame;
  /** Fixed in obj1; the second axis fixed in obj2. */
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
    const traits = jointKinds[joint.kind];
    const directions = jointDirections(joint);
    this.separate = traits.separate;
    this.isAngle = traits.coordinates[coordinate]!.isAngle;
    this.axis = traits.direction(directions, coordinate);
    this.second = directions.secondAxis;
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
    if (this.separate === undefined) return;
    mulMV(n2, 0, frame2.rotation, 0, this.second, 0);
    this.separate(n, n2, coordinate);
  }

  /** Adds an effort that acts towards larger values; after locate(). */
  add(forces: BodyForces, effort: number): void {
    const { frame1, frame2, n } = this;
    this.effort = effort;
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
  /** wrench ← wrench + what the effort is to obj2: torque and force at its origin, in world axes. */
  addWrench(wrench: Float64Array): void {
    const first = this.isAngle ? 0 : 3;
    for (let i = 0; i < 3; i++) wrench[first + i]! += this.effort * this.n[i]!;
  }
}

/**
 * Coordinates of a joint as users know them: those of the mechanism, or computed from the motion of its two frames, for joints
 * that close loops and for spherical and free joints, whose orientation is a quaternion.
 */
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { BodyFrame } from "../forces/forceElement.ts";
import type { GraphJoint } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { jointDirections } from "../joints/jointDirections.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import type { JointSight, JointTraits } from "../joints/kinds/jointTraits.ts";
import { createRelativeMotion, relativeMotion } from "./relativeMotion.ts";

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
export class JointObserver implements JointSource, JointSight {
  readonly size: number;
  private readonly joint: GraphJoint;
  private readonly traits: JointTraits;
  first: BodyFrame;
  second: BodyFrame;
  /** When it was written last. */
  readonly relative = createRelativeMotion();
  readonly n: Float64Array;
  readonly e1: Float64Array;
  readonly e2: Float64Array;
  readonly secondAxis: Float64Array;
  /** From which the next ones continue. */
  readonly lastAngles: Float64Array;

  constructor(joint: GraphJoint, first: BodyFrame, second: BodyFrame) {
    this.joint = joint;
    this.first = first;
    this.second = second;
    this.traits = jointKinds[joint.kind];
    this.size = this.traits.results.reduce((sum, { size }) => sum + Math.max(1, size), 0);
    const { n, e1, e2, secondAxis } = jointDirections(joint);
    this.n = n;
    this.e1 = e1;
    this.e2 = e2;
    this.secondAxis = secondAxis;
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
    relativeMotion(this.relative, motion, this.first, this.second);
    this.traits.observe(this, out, k);
  }

  continued(which: number, angle: number): number {
    const last = this.lastAngles[which]!;
    const near = angle + 2 * Math.PI * Math.round((last - angle) / (2 * Math.PI));
    this.lastAngles[which] = near;
    return near;
  }
}

/**
 * Cut forces and cut torques of joints: what obj1 exerts on obj2 through the joint, at the origin of obj2, in axes of obj2.
 * Computed where results are stored, when the Scene asks for them.
 */
import type { SegmentDeclarations } from "../../language/predefined.ts";
import { loopWrench } from "../../mechanics/loops/loopForces.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { BodyFrame } from "../forces/forceElement.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { framePosition, frameRotation } from "./bodyPoses.ts";
import { frameOf } from "./frames.ts";

/** An effort along a coordinate of a joint, as torque and force on obj2. */
export interface EffortOnJoint {
  addWrench(wrench: Float64Array): void;
}

interface CutJoint {
  /** Places of force and torque in the outputs. */
  readonly force: number;
  readonly torque: number;
  readonly first: BodyFrame;
  readonly second: BodyFrame;
  /** Body at which the joint arrives in the tree, or 0 for a joint that closes a loop. */
  readonly body: number;
  readonly isReversed: boolean;
  /** Place among the loop joints. */
  readonly group: number;
  readonly index: number;
  /** Efforts along its coordinates that the mechanism does not know as those of the joint. */
  readonly efforts: readonly EffortOnJoint[];
}

/** A wheel that rolls: the force of the plane on it. */
type CutRolling = CutRod;

/** A rod: its only effort is the force along it. */
interface CutRod {
  readonly force: number;
  readonly group: number;
  readonly index: number;
}

export class CutForces {
  private readonly dynamics: MechanismDynamics;
  /** Those that somebody wants to know of. */
  private readonly joints: readonly CutJoint[];
  /** Some of them are not on loops: balances of the bodies tell what they transmit. */
  private readonly isOfTree: boolean;
  private readonly rods: readonly CutRod[];
  private readonly rollings: readonly CutRolling[];
  private readonly wrench = new Float64Array(6);
  private readonly p1 = new Float64Array(3);
  private readonly p2 = new Float64Array(3);
  private readonly R = new Float64Array(9);
  private readonly places = new Map<string, number>();
  /** Where they were written last. */
  private written: Float64Array | undefined;

  constructor(
    graph: ObjectGraph,
    tree: BodyTree,
    dynamics: MechanismDynamics,
    declare: SegmentDeclarations,
    /** Efforts of force elements, and of flanges on loops, by the paths of their joints. */
    effortsOn: ReadonlyMap<string, readonly EffortOnJoint[]>,
  ) {
    this.dynamics = dynamics;
    const bodyOfJoint = new Map(tree.bodies.map(({ joint }, b) => [joint, b]));
    this.joints = graph.joints.flatMap((joint, k): readonly CutJoint[] => {
      if (declare.wants?.(`${joint.path}.cutForce`) === false) return [];
      const body = bodyOfJoint.get(k) ?? 0;
      const { group, index } = body > 0 ? { group: -1, index: -1 } : this.find(graph.prefix + joint.path);
      const force = declare.output(`${joint.path}.cutForce`, { size: 3, unit: "N" }).offset;
      const torque = declare.output(`${joint.path}.cutTorque`, { size: 3, unit: "N*m" }).offset;
      this.places.set(`${joint.path}.cutForce`, force).set(`${joint.path}.cutTorque`, torque);
      const [first, second] = [frameOf(graph, tree, joint.object1), frameOf(graph, tree, joint.object2)];
      const isReversed = body > 0 && tree.bodies[body]!.isReversed;
      const efforts = effortsOn.get(joint.path) ?? [];
      return [{ force, torque, first, second, body, isReversed, group, index, efforts }];
    });
    this.isOfTree = this.joints.some(({ body }) => body > 0);
    this.rods = graph.rods.map(({ path }) => {
      const { offset } = declare.output(`${path}.force`, { unit: "N", description: "positive when it pulls" });
      return { force: offset, ...this.find(graph.prefix + path) };
    });
    this.rollings = graph.rollings.map(({ path }) => {
      const description = "of the plane on the wheel, world axes";
      const { offset } = declare.output(`${path}.force`, { size: 3, unit: "N", description });
      this.places.set(`${path}.force`, offset);
      return { force: offset, ...this.find(graph.prefix + path) };
    });
  }

  /** Group and number of a loop joint; −1 when it is none. */
  private find(path: string): { readonly group: number; readonly index: number } {
    const has = ({ joints }: { readonly joints: readonly { readonly path: string }[] }): number =>
      joints.findIndex((joint) => joint.path === path);
    const group = this.dynamics.groups.findIndex((one) => has(one) >= 0);
    return { group, index: group < 0 ? -1 : has(this.dynamics.groups[group]!) };
  }

  /** Where the present value of `joint.cutForce` or `joint.cutTorque` is. */
  output(name: string): { values: () => Float64Array; place: number; size: number } | undefined {
    const place = this.places.get(name);
    return place === undefined ? undefined : { place, size: 3, values: () => this.written! };
  }

  /** After the accelerations are known. */
  write(w: Float64Array): void {
    const { dynamics, rods, rollings, joints, wrench, p1, p2, R } = this;
    const { motion } = dynamics.state;
    this.written = w;
    dynamics.cutForces(this.isOfTree);
    for (let k = 0; k < rods.length; k++) {
      const { force, group, index } = rods[k]!;
      const { lambda, rowStart } = dynamics.groups[group] ?? {};
      w[force] = lambda === undefined ? 0 : 0 - lambda[rowStart![index]!]!;
    }
    for (let k = 0; k < rollings.length; k++) {
      const { force, group, index } = rollings[k]!;
      if (group >= 0) loopWrench(wrench, dynamics.groups[group]!, index);
      else wrench.fill(0);
      for (let i = 0; i < 3; i++) w[force + i] = wrench[3 + i]!;
    }
    for (let k = 0; k < joints.length; k++) {
      const { force, torque, first, second, body, isReversed, group, index, efforts } = joints[k]!;
      if (body > 0) {
        const sign = isReversed ? -1 : 1;
        for (let i = 0; i < 6; i++) wrench[i] = sign * dynamics.state.wrench[6 * body + i]!;
        if (isReversed) {
          // the kernel has the wrench at the origin of obj1
          framePosition(p1, 0, motion, first);
          framePosition(p2, 0, motion, second);
          const x = p1[0]! - p2[0]!;
          const y = p1[1]! - p2[1]!;
          const z = p1[2]! - p2[2]!;
          wrench[0]! += y * wrench[5]! - z * wrench[4]!;
          wrench[1]! += z * wrench[3]! - x * wrench[5]!;
          wrench[2]! += x * wrench[4]! - y * wrench[3]!;
        }
      } else if (group >= 0) loopWrench(wrench, dynamics.groups[group]!, index);
      else wrench.fill(0);
      for (let e = 0; e < efforts.length; e++) efforts[e]!.addWrench(wrench);
      frameRotation(R, 0, motion, second);
      for (let i = 0; i < 3; i++) {
        w[torque + i] = R[i]! * wrench[0]! + R[3 + i]! * wrench[1]! + R[6 + i]! * wrench[2]!;
        w[force + i] = R[i]! * wrench[3]! + R[3 + i]! * wrench[4]! + R[6 + i]! * wrench[5]!;
      }
    }
  }
}

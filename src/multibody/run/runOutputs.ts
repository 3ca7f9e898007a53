/** Results of a run beside its states: coordinates of joints that are no states, and energies. */
import type { SegmentDeclarations } from "../../language/predefined.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { GraphJoint, ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { jointCoordinates } from "../joints/jointKinds.ts";
import { frameOf } from "./frames.ts";
import { hasPlainStates } from "./hiddenCoordinates.ts";
import { declareJointOutputs, type JointOutputPlaces } from "./jointOutputs.ts";
import { DirectCoordinates, JointObserver, type JointSource } from "./jointResults.ts";

export interface NamedSource {
  readonly source: JointSource;
  readonly kind: GraphJoint["kind"];
}

export class RunOutputs {
  /** By the prefix of the signals. */
  readonly joints = new Map<string, NamedSource>();
  private readonly stored: (JointOutputPlaces & { readonly source: JointSource })[] = [];
  private readonly energy: number;
  private scratch = new Float64Array(0);

  constructor(
    graph: ObjectGraph,
    tree: BodyTree,
    dynamics: MechanismDynamics,
    stateNames: ReadonlySet<string>,
    declare: SegmentDeclarations,
  ) {
    const bodyOfJoint = new Map(tree.bodies.map(({ joint }, b) => [joint, b]));
    graph.joints.forEach((joint, k) => {
      if (joint.hasFlange) return;
      const source = sourceOf(joint, bodyOfJoint.get(k), graph, tree, dynamics);
      this.joints.set(joint.name, { source, kind: joint.kind });
      const places = declareJointOutputs(joint, stateNames, declare);
      if (places.kept.length > 0) this.stored.push({ ...places, source });
      if (source.size > this.scratch.length) this.scratch = new Float64Array(source.size);
    });
    this.energy = declare.output("energy.kinetic", { unit: "J" }).offset;
    declare.output("energy.potential", { unit: "J" });
    declare.output("energy.total", { unit: "J" });
  }

  write(w: Float64Array, motion: BodyMotion, kinetic: number, potential: number): void {
    for (const { source, place, kept } of this.stored) {
      source.write(this.scratch, 0, motion);
      for (let i = 0; i < kept.length; i++) w[place + i] = this.scratch[kept[i]!]!;
    }
    w[this.energy] = kinetic;
    w[this.energy + 1] = potential;
    w[this.energy + 2] = kinetic + potential;
  }
}

/** Coordinates of the mechanism where the joint is in its tree and has plain ones, the motion of its frames otherwise. */
function sourceOf(
  joint: GraphJoint,
  body: number | undefined,
  graph: ObjectGraph,
  tree: BodyTree,
  { mechanism, state }: MechanismDynamics,
): JointSource {
  const count = jointCoordinates[joint.kind].length;
  const isReversed = body !== undefined && tree.bodies[body]!.isReversed;
  if (body === undefined || count === 0 || !hasPlainStates(joint.kind, isReversed))
    return new JointObserver(joint, frameOf(graph, tree, joint.object1), frameOf(graph, tree, joint.object2));
  const order = Array.from({ length: count }, (_, i) => (joint.kind === "universal" && isReversed ? 1 - i : i));
  return new DirectCoordinates(
    state,
    order.map((i) => mechanism.qStart[body]! + i),
    order.map((i) => mechanism.vStart[body]! + i),
  );
}

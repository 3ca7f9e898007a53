/** Results of a run beside its states: coordinates of joints that are no states, and energies. */
import type { SegmentDeclarations } from "../../language/predefined.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { GraphJoint, ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { jointCoordinates } from "../joints/jointKinds.ts";
import { frameOf } from "./frames.ts";
import { bodiesWithStates, hasPlainStates } from "./hiddenCoordinates.ts";
import { declareJointOutputs, type JointOutputPlaces } from "./jointOutputs.ts";
import { DirectCoordinates, JointObserver, type JointSource } from "./jointResults.ts";

export interface NamedSource {
  /** Prefix of the signals. */
  readonly name: string;
  readonly source: JointSource;
  readonly kind: GraphJoint["kind"];
}

const joule = { unit: "J" } as const;

export class RunOutputs {
  private readonly sources: NamedSource[] = [];
  private byName: ReadonlyMap<string, NamedSource> | undefined;
  private readonly stored: (JointOutputPlaces & { readonly source: JointSource })[] = [];
  private readonly energy: number;
  private scratch = new Float64Array(0);
  /** Kept over changes of structure: angles go on where they were. */
  private readonly observers: WeakMap<GraphJoint, JointObserver>;

  constructor(
    graph: ObjectGraph,
    tree: BodyTree,
    dynamics: MechanismDynamics,
    declare: SegmentDeclarations,
    previous: RunOutputs | undefined,
  ) {
    this.observers = previous?.observers ?? new WeakMap();
    const bodyOfJoint = new Int32Array(graph.joints.length);
    tree.bodies.forEach(({ joint }, b) => {
      bodyOfJoint[joint] = b;
    });
    const hasStates = new Uint8Array(tree.bodies.length);
    for (const b of bodiesWithStates(dynamics)) hasStates[b] = 1;
    graph.joints.forEach((joint, k) => {
      if (joint.hasFlange) return;
      const body = bodyOfJoint[k]!;
      const source = directCoordinates(joint, body, tree, dynamics) ?? this.observer(joint, graph, tree);
      this.sources.push({ name: joint.name, source, kind: joint.kind });
      const way = hasStates[body] === 0 ? "all" : tree.bodies[body]!.isReversed ? "backwards" : "forwards";
      const { place, kept } = declareJointOutputs(joint, way, declare);
      if (kept.length > 0) this.stored.push({ place, kept, source });
      if (source.size > this.scratch.length) this.scratch = new Float64Array(source.size);
    });
    this.energy = declare.output("energy.kinetic", joule).offset;
    declare.output("energy.potential", joule);
    declare.output("energy.total", joule);
  }

  /** By the prefix of the signals. */
  get joints(): ReadonlyMap<string, NamedSource> {
    this.byName ??= new Map(this.sources.map((source) => [source.name, source]));
    return this.byName;
  }

  private observer(joint: GraphJoint, graph: ObjectGraph, tree: BodyTree): JointObserver {
    const known = this.observers.get(joint);
    if (known?.isOn(tree) === true) return known;
    const [first, second] = [frameOf(graph, tree, joint.object1), frameOf(graph, tree, joint.object2)];
    if (known !== undefined) {
      known.moveTo(first, second);
      return known;
    }
    const made = new JointObserver(joint, first, second);
    this.observers.set(joint, made);
    return made;
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

/** Coordinates of the mechanism where the joint is in its tree and has plain ones. */
function directCoordinates(
  joint: GraphJoint,
  body: number,
  tree: BodyTree,
  { mechanism, state }: MechanismDynamics,
): JointSource | undefined {
  const count = jointCoordinates[joint.kind].length;
  if (body === 0 || count === 0) return undefined;
  const { isReversed } = tree.bodies[body]!;
  if (!hasPlainStates(joint.kind, isReversed)) return undefined;
  const order = Array.from({ length: count }, (_, i) => (joint.kind === "universal" && isReversed ? 1 - i : i));
  return new DirectCoordinates(
    state,
    order.map((i) => mechanism.qStart[body]! + i),
    order.map((i) => mechanism.vStart[body]! + i),
  );
}

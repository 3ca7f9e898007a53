/** Results of a run beside its states: coordinates of joints that are no states, energies and momentum. */
import type { SegmentDeclarations } from "../../language/predefined.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { Mechanism } from "../../mechanics/mechanism.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { MechanismState } from "../../mechanics/mechanismState.ts";
import type { GraphJoint, ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import { CoordinateAccess } from "./coordinateAccess.ts";
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

/** Of all coordinates between two bodies: they have turned against each other by less than half a turn, also where coordinates are those of quaternions. */
const longestWay = 0.5;

const joule = { unit: "J" } as const;
const linearMomentum = { size: 3, unit: "N*s", description: "of all bodies, world axes" } as const;
const angularMomentum = {
  size: 3,
  unit: "N*m*s",
  description: "of all bodies, about the origin of the world",
} as const;

interface StoredOutputs extends JointOutputPlaces {
  readonly source: JointSource;
}

export class RunOutputs {
  private readonly graph: ObjectGraph;
  private readonly tree: BodyTree;
  private readonly dynamics: MechanismDynamics;
  /** By joint; undefined with flange. */
  private readonly sources: (JointSource | undefined)[] = [];
  private byName: ReadonlyMap<string, NamedSource> | undefined;
  private readonly stored: StoredOutputs[] = [];
  private readonly energy: number;
  private readonly momentum: number;
  private scratch = new Float64Array(0);
  /** Kept over changes of structure: angles go on where they were. */
  private readonly observers: WeakMap<GraphJoint, JointObserver>;
  /** Those whose angles are stored for whoever computes rows again, and where; elements may watch others. */
  private readonly remembered: readonly JointObserver[];
  private readonly angles: number;
  /** Coordinates between the two bodies of each of them. */
  private readonly between: readonly Int32Array[];
  /** Coordinates at which angles were followed last. */
  private readonly followed: Float64Array;
  hasOtherObservers = false;

  constructor(
    graph: ObjectGraph,
    tree: BodyTree,
    dynamics: MechanismDynamics,
    declare: SegmentDeclarations,
    previous: RunOutputs | undefined,
  ) {
    this.graph = graph;
    this.tree = tree;
    this.dynamics = dynamics;
    this.observers = previous?.observers ?? new WeakMap();
    const { joints } = graph;
    const bodyOfJoint = new Int32Array(joints.length);
    for (let b = 1; b < tree.bodies.length; b++) bodyOfJoint[tree.bodies[b]!.joint] = b;
    const hasStates = new Uint8Array(tree.bodies.length);
    for (const b of bodiesWithStates(dynamics)) hasStates[b] = 1;
    for (let k = 0; k < joints.length; k++) {
      const joint = joints[k]!;
      if (joint.hasFlange) {
        this.sources.push(undefined);
        continue;
      }
      const body = bodyOfJoint[k]!;
      const source = directCoordinates(joint, body, tree, dynamics) ?? this.observer(joint, graph, tree);
      this.sources.push(source);
      const way = hasStates[body] === 0 ? "all" : tree.bodies[body]!.isReversed ? "backwards" : "forwards";
      const { place, kept } = declareJointOutputs(joint, way, declare);
      if (source.size > this.scratch.length) this.scratch = new Float64Array(source.size);
      if (kept.length === 0) continue;
      const before = previous?.stored[this.stored.length];
      const isSame = before !== undefined && before.source === source && before.place === place && before.kept === kept;
      this.stored.push(isSame ? before : { place, kept, source });
    }
    // without loops positions that are known say how often something has turned
    this.remembered =
      dynamics.groups.length === 0 ? [] : this.sources.filter((source) => source instanceof JointObserver);
    this.between = this.remembered.map(({ first, second }) =>
      coordinatesBetween(dynamics.mechanism, first.body, second.body),
    );
    this.followed = new Float64Array(dynamics.mechanism.nq).fill(Number.NaN);
    const size = this.remembered.reduce((sum, { lastAngles }) => sum + lastAngles.length, 0);
    this.angles = size === 0 ? -1 : declare.output("loops.angles", { size, hideResult: true }).offset;
    this.energy = declare.output("energy.kinetic", joule).offset;
    declare.output("energy.potential", joule);
    declare.output("energy.total", joule);
    this.momentum = declare.output("momentum.linear", linearMomentum).offset;
    declare.output("momentum.angular", angularMomentum);
  }

  /** By the prefix of the signals. */
  get joints(): ReadonlyMap<string, NamedSource> {
    this.byName ??= this.nameSources();
    return this.byName;
  }

  /** The observer of the k-th joint, for those whose orientation is a quaternion. */
  observerOf(k: number): JointObserver {
    return this.sources[k] as JointObserver;
  }

  /** Coordinate of a joint that is there now; undefined when there is none. */
  coordinate(path: string, coordinate: number): CoordinateAccess | undefined {
    const { graph, tree, dynamics } = this;
    const k = graph.joints.findIndex((joint) => joint.path === path);
    const joint = graph.joints[k];
    if (joint === undefined || tree.bodyOf[joint.object1] === tree.bodyOf[joint.object2]) return undefined;
    const body = tree.bodies.findIndex((one, b) => b > 0 && one.joint === k);
    const source =
      this.sources[k] ??
      directCoordinates(joint, Math.max(0, body), tree, dynamics) ??
      this.observer(joint, graph, tree);
    const [first, second] = [frameOf(graph, tree, joint.object1), frameOf(graph, tree, joint.object2)];
    return new CoordinateAccess(joint, coordinate, first, second, source);
  }

  private nameSources(): ReadonlyMap<string, NamedSource> {
    const found = new Map<string, NamedSource>();
    this.graph.joints.forEach(({ name, kind }, k) => {
      const source = this.sources[k];
      if (source !== undefined) found.set(name, { name, source, kind });
    });
    return found;
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
    if (joint.hasFlange) this.hasOtherObservers = true;
    return made;
  }

  /** Angles go on wherever the mechanism has moved far: rows may be further apart than turns. */
  follow({ q, motion }: MechanismState): void {
    const { remembered, between, followed } = this;
    let isNear = true;
    for (let k = 0; k < between.length && isNear; k++) {
      const coordinates = between[k]!;
      let way = 0;
      for (let i = 0; i < coordinates.length; i++) way += Math.abs(q[coordinates[i]!]! - followed[coordinates[i]!]!);
      isNear = way < longestWay;
    }
    if (isNear) return;
    followed.set(q);
    for (let k = 0; k < remembered.length; k++) remembered[k]!.write(this.scratch, 0, motion);
  }

  /** Angles go on from where they were when w was stored. */
  recall(w: Float64Array): void {
    let k = this.angles;
    this.followed.fill(Number.NaN);
    for (const { lastAngles } of this.remembered) for (let i = 0; i < lastAngles.length; i++) lastAngles[i] = w[k++]!;
  }

  /** `momentum`: angular, then linear. */
  write(w: Float64Array, motion: BodyMotion, kinetic: number, potential: number, momentum: Float64Array): void {
    const { stored, remembered, scratch } = this;
    for (let s = 0; s < stored.length; s++) {
      const { source, place, kept } = stored[s]!;
      source.write(scratch, 0, motion);
      for (let i = 0; i < kept.length; i++) w[place + i] = scratch[kept[i]!]!;
    }
    for (let o = 0, k = this.angles; o < remembered.length; o++) {
      const { lastAngles } = remembered[o]!;
      for (let i = 0; i < lastAngles.length; i++) w[k++] = lastAngles[i]!;
    }
    w[this.energy] = kinetic;
    w[this.energy + 1] = potential;
    w[this.energy + 2] = kinetic + potential;
    for (let i = 0; i < 3; i++) {
      w[this.momentum + i] = momentum[3 + i]!;
      w[this.momentum + 3 + i] = momentum[i]!;
    }
  }
}

/** Places in q of the joints on the way from one body to another. */
function coordinatesBetween({ parent, qStart }: Mechanism, one: number, other: number): Int32Array {
  const places: number[] = [];
  let [a, b] = [one, other];
  // a body has a greater number than its parent
  while (a !== b) {
    const further = Math.max(a, b);
    for (let i = qStart[further]!; i < qStart[further + 1]!; i++) places.push(i);
    if (a > b) a = parent[a]!;
    else b = parent[b]!;
  }
  return Int32Array.from(places);
}

/** Coordinates of the mechanism where the joint is in its tree and has plain ones. */
function directCoordinates(
  joint: GraphJoint,
  body: number,
  tree: BodyTree,
  { mechanism, state }: MechanismDynamics,
): JointSource | undefined {
  const { coordinates, backwards } = jointKinds[joint.kind];
  const count = coordinates.length;
  if (body === 0 || count === 0) return undefined;
  const { isReversed } = tree.bodies[body]!;
  if (!hasPlainStates(joint.kind, isReversed)) return undefined;
  const order = Array.from({ length: count }, (_, i) => (isReversed ? backwards.place(i)!.coordinate : i));
  return new DirectCoordinates(
    state,
    order.map((i) => mechanism.qStart[body]! + i),
    order.map((i) => mechanism.vStart[body]! + i),
  );
}

/**
 * The memory of a 3-D model in one run, and what its functions compute.
 *
 *     beginSegment   object graph → tree of bodies → mechanism; states, outputs, indicators declared
 *     move           hidden states and flange coordinates → positions and velocities of all bodies
 *     reduce         forces of elements and contacts; M and h of  τ = M·a + h  for the joints with flange
 *     accelerate     accelerations of the flanges known: those of all others, derivatives of the hidden states, outputs
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { ComponentAccess, SegmentDeclarations } from "../../language/predefined.ts";
import { clearBodyForces } from "../../mechanics/bodyMotion.ts";
import { buildMechanism } from "../../mechanics/buildMechanism.ts";
import { coordinateRates, normaliseCoordinates } from "../../mechanics/coordinateRates.ts";
import { kineticEnergy, potentialEnergy } from "../../mechanics/energy.ts";
import { forwardDynamics } from "../../mechanics/forwardDynamics.ts";
import type { Mechanism } from "../../mechanics/mechanism.ts";
import { createMechanismState, type MechanismState } from "../../mechanics/mechanismState.ts";
import { computePositions } from "../../mechanics/positions.ts";
import { computeVelocities } from "../../mechanics/velocities.ts";
import type { MultibodyBuild } from "../build.ts";
import { describeMechanism } from "../graph/describeMechanism.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import { readGraph } from "../graph/readGraph.ts";
import { type BodyTree, buildTree } from "../graph/spanningTree.ts";
import { Reader } from "../reader.ts";
import { type CoordinatePlaces, declareCoordinates } from "./hiddenCoordinates.ts";
import { declarePoses } from "./poseResults.ts";
import { RunElements } from "./runElements.ts";
import { RunOutputs } from "./runOutputs.ts";
import { readSceneNumbers, type SceneNumbers } from "./sceneNumbers.ts";
import { type SignalReader, signalReader } from "./signalReaders.ts";
import { startCoordinates } from "./startValues.ts";

export class MultibodyRun {
  readonly build: MultibodyBuild;
  graph!: ObjectGraph;
  tree!: BodyTree;
  mechanism!: Mechanism;
  state!: MechanismState;
  /** Camera, light and sizes for drawing. */
  sceneNumbers: SceneNumbers = {};
  private places!: CoordinatePlaces;
  private outputs!: RunOutputs;
  private elements!: RunElements;
  private readers: (SignalReader | undefined)[] = [];
  private readonly signalValues: Float64Array[] = [];
  private qdot = new Float64Array(0);
  /** Velocity of the k-th flange in the mechanism. */
  private flangeVelocity = new Int32Array(0);
  private reduced = new Float64Array(0);

  constructor(build: MultibodyBuild) {
    this.build = build;
  }

  beginSegment(declare: SegmentDeclarations): void {
    const { blueprint } = this.build;
    const read = new Reader(blueprint.path, (name) => declare.parameter(name));
    const isFirst = declare.index === 0 || this.graph === undefined;
    const previous = isFirst ? undefined : this.coordinates();
    if (isFirst) this.graph = readGraph(blueprint, read);
    this.sceneNumbers = readSceneNumbers(this.graph.objects[this.graph.world]!.path, read);
    this.tree = buildTree(this.graph);
    this.mechanism = buildMechanism(describeMechanism(this.graph, this.tree));
    this.state = createMechanismState(this.mechanism);
    this.setCoordinates(previous);
    this.qdot = new Float64Array(this.mechanism.nq);
    const flangeOf = new Map(this.build.flanges.map(({ path }, k) => [path, k]));
    const stateNames = new Set<string>();
    const noting: SegmentDeclarations = {
      ...declare,
      state: (name, options) => {
        stateNames.add(name);
        return declare.state(name, options);
      },
    };
    const { graph, tree, mechanism, state } = this;
    this.places = declareCoordinates(graph, tree, mechanism, state.q, state.v, flangeOf, noting);
    this.flangeVelocity = new Int32Array(flangeOf.size);
    this.places.v.forEach((place, j) => {
      if (place < 0) this.flangeVelocity[-1 - place] = j;
    });
    const nF = flangeOf.size;
    this.reduced = new Float64Array(Math.max(1, nF * nF + nF));
    this.outputs = new RunOutputs(graph, tree, stateNames, declare);
    this.elements = new RunElements(this.build, graph, tree, read, declare);
    declarePoses(
      this,
      this.places,
      this.build.flanges.map(({ position }) => position),
      declare,
    );
    this.readers = this.build.signals.map(({ name }) => signalReader(name, this.signalSources()));
    this.build.signals.forEach(({ shape }, k) => {
      this.signalValues[k] = new Float64Array(shape.reduce((product, n) => product * n, 1));
    });
  }

  private signalSources() {
    const { graph, tree, mechanism, state, outputs, elements } = this;
    return {
      mechanism,
      state,
      observers: outputs.observers,
      frame: (path: string) => {
        const object = graph.objects.findIndex((item) => item.path === path);
        if (object < 0) return undefined;
        const { r, R } = tree.poses[object]!;
        return { path, body: tree.bodyOf[object]!, r, R };
      },
      element: (name: string) => elements.output(name),
    };
  }

  /** Present coordinates by joint; they survive a change of structure. */
  private coordinates(): Map<string, { q: number[]; v: number[] }> {
    const { graph, tree, mechanism, state } = this;
    const found = new Map<string, { q: number[]; v: number[] }>();
    for (let b = 1; b < mechanism.count; b++) {
      const { joint, isReversed } = tree.bodies[b]!;
      const q = Array.from(state.q.subarray(mechanism.qStart[b]!, mechanism.qStart[b + 1]!));
      const v = Array.from(state.v.subarray(mechanism.vStart[b]!, mechanism.vStart[b + 1]!));
      found.set(`${graph.joints[joint]!.path} ${isReversed}`, { q, v });
    }
    return found;
  }

  private setCoordinates(previous: ReadonlyMap<string, { q: number[]; v: number[] }> | undefined): void {
    const { graph, tree, mechanism, state } = this;
    for (let b = 1; b < mechanism.count; b++) {
      const { joint: k, isReversed } = tree.bodies[b]!;
      const joint = graph.joints[k]!;
      const { q, v } = previous?.get(`${joint.path} ${isReversed}`) ?? startCoordinates(joint, isReversed);
      state.q.set(q, mechanism.qStart[b]!);
      state.v.set(v, mechanism.vStart[b]!);
    }
    normaliseCoordinates(state.q, mechanism);
  }

  /** The run goes on with another program of the same model. */
  continueFrom(previous: MultibodyRun): void {
    this.graph = previous.graph;
    this.tree = previous.tree;
    this.mechanism = previous.mechanism;
    this.state = previous.state;
  }

  /** Positions and velocities of all bodies. */
  move({ x, isFirstIteration, isEvent }: ComponentAccess, phi: ArrayLike<number>, w: ArrayLike<number>): number {
    const { places, mechanism, state } = this;
    const { q, v } = state;
    for (let i = 0; i < q.length; i++) {
      const place = places.q[i]!;
      q[i] = place >= 0 ? x[place]! : phi[-1 - place]!;
    }
    for (let j = 0; j < v.length; j++) {
      const place = places.v[j]!;
      v[j] = place >= 0 ? x[place]! : w[-1 - place]!;
    }
    computePositions(mechanism, state);
    computeVelocities(mechanism, state);
    void isFirstIteration;
    void isEvent;
    return 0;
  }

  /** Forces, then M (by rows) and h of the joints with flange. */
  reduce(access: ComponentAccess, inputs: ArrayLike<number>): Float64Array {
    const { mechanism, state, flangeVelocity, reduced } = this;
    clearBodyForces(state.forces);
    this.elements.apply(access, state, inputs);
    const n = flangeVelocity.length;
    for (let k = 0; k <= n; k++) {
      // unit accelerations one after the other, then none
      for (let l = 0; l < n; l++) state.vdot[flangeVelocity[l]!] = l === k ? 1 : 0;
      if (n > 0) this.solve(mechanism, state);
      for (let l = 0; l < n; l++) reduced[k < n ? l * n + k : n * n + l] = state.flangeEffort[flangeVelocity[l]!]!;
    }
    for (let l = 0; l < n; l++) for (let k = 0; k < n; k++) reduced[l * n + k]! -= reduced[n * n + l]!;
    return reduced;
  }

  /** Derivatives of the hidden states; outputs where they are stored. */
  accelerate(access: ComponentAccess, a: ArrayLike<number>): number {
    const { mechanism, state, places, qdot, flangeVelocity } = this;
    for (let k = 0; k < flangeVelocity.length; k++) state.vdot[flangeVelocity[k]!] = a[k]!;
    this.solve(mechanism, state);
    coordinateRates(qdot, mechanism, state.q, state.v);
    const { dx } = access;
    for (let i = 0; i < qdot.length; i++) {
      const place = places.q[i]!;
      if (place >= 0) dx[place] = qdot[i]!;
    }
    for (let j = 0; j < state.vdot.length; j++) {
      const place = places.v[j]!;
      if (place >= 0) dx[place] = state.vdot[j]!;
    }
    this.elements.observe(access, state, access.isOutput);
    if (access.isOutput) this.writeOutputs(access);
    return 0;
  }

  private solve(mechanism: Mechanism, state: MechanismState): void {
    const body = forwardDynamics(mechanism, state);
    if (body === 0) return;
    const joint = mechanism.jointPaths[body]!;
    throw new RattlebackError("E-MASS-MISSING", `The joint "${joint}" moves something that has no inertia.`, {
      path: joint,
      where: `body ${mechanism.bodyPaths[body]}`,
      because: "in a direction in which the joint can move, mass and inertia of everything behind it are zero",
      hint: "a Solid with mass, and inertia about the axis, behind the joint",
      data: { joint, body: mechanism.bodyPaths[body] },
    });
  }

  private writeOutputs(access: ComponentAccess): void {
    const { mechanism, state } = this;
    const kinetic = kineticEnergy(mechanism, state);
    const potential = potentialEnergy(mechanism, state);
    this.outputs.write(access.w, state.motion, kinetic, potential);
  }

  /** Value of the k-th signal that equations read. */
  signal(k: number): Float64Array {
    const values = this.signalValues[k]!;
    const reader = this.readers[k];
    if (reader === undefined) values.fill(Number.NaN);
    else reader(values);
    return values;
  }
}

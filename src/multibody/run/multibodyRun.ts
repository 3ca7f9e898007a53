/**
 * The memory of a 3-D model in one run, and what its functions compute.
 *
 *     beginSegment   object graph → tree of bodies → mechanism; states, outputs, indicators declared
 *     move           hidden states and flange coordinates → positions and velocities of all bodies
 *     reduce         forces of elements and contacts; M and h of  τ = M·a + h  for the joints with flange
 *     accelerate     accelerations of the flanges known: those of all others, derivatives of the hidden states, outputs
 */
import type { ComponentAccess, SegmentDeclarations, StepToExamine } from "../../language/predefined.ts";
import { buildMechanism } from "../../mechanics/buildMechanism.ts";
import { kineticEnergy, potentialEnergy } from "../../mechanics/energy.ts";
import { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { MultibodyBuild } from "../build.ts";
import { ContactCoupling } from "../contactCoupling.ts";
import { describeMechanism } from "../graph/describeMechanism.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import { readGraph } from "../graph/readGraph.ts";
import { type BodyTree, buildTree } from "../graph/spanningTree.ts";
import { Reader } from "../reader.ts";
import { FlangeOrder } from "./flangeOrder.ts";
import { type CoordinatePlaces, declareCoordinates } from "./hiddenCoordinates.ts";
import { heldVelocities, type JointCoordinates, presentCoordinates, setCoordinates } from "./jointState.ts";
import { LoopWatch } from "./loopWatch.ts";
import { declarePoses } from "./poseResults.ts";
import { RunElements } from "./runElements.ts";
import { RunOutputs } from "./runOutputs.ts";
import { RunSignals } from "./runSignals.ts";
import { readSceneNumbers, type SceneNumbers } from "./sceneNumbers.ts";

export class MultibodyRun {
  readonly build: MultibodyBuild;
  graph!: ObjectGraph;
  tree!: BodyTree;
  dynamics!: MechanismDynamics;
  /** Camera, light and sizes for drawing. */
  sceneNumbers: SceneNumbers = {};
  private places!: CoordinatePlaces;
  private flanges!: FlangeOrder;
  private loops!: LoopWatch;
  private outputs!: RunOutputs;
  private elements!: RunElements;
  contacts!: ContactCoupling;
  private signals!: RunSignals;
  /** Coordinates that the next segment begins with; undefined in the first. */
  private carried: ReadonlyMap<string, JointCoordinates> | undefined;
  /** Loops are closed anew as soon as the flanges of the first segment are known. */
  private needsAssembly = false;

  constructor(build: MultibodyBuild) {
    this.build = build;
  }

  beginSegment(declare: SegmentDeclarations): void {
    const { blueprint, flanges } = this.build;
    const read = new Reader(blueprint.path, (name) => declare.parameter(name));
    const isFirst = declare.index === 0 || this.graph === undefined;
    const previous = isFirst ? undefined : (this.carried ?? presentCoordinates(this.graph, this.tree, this.dynamics));
    this.carried = undefined;
    if (isFirst) this.graph = readGraph(blueprint, read);
    this.sceneNumbers = readSceneNumbers(this.graph.objects[this.graph.world]!.path, read);
    this.tree = buildTree(this.graph);
    this.dynamics = new MechanismDynamics(buildMechanism(describeMechanism(this.graph, this.tree)));
    const { graph, tree, dynamics } = this;
    setCoordinates(graph, tree, dynamics, previous);
    const flangeOf = new Map(flanges.map(({ path }, k) => [path, k]));
    this.flanges = new FlangeOrder(graph, tree, dynamics, flangeOf);
    this.flanges.setGuesses(dynamics, flanges, declare);
    this.needsAssembly = isFirst && dynamics.groups.length > 0 && flanges.length > 0;
    dynamics.assemble({ ...heldVelocities(graph, tree, dynamics), movesFlanges: this.needsAssembly });
    const stateNames = new Set<string>();
    const noting: SegmentDeclarations = {
      ...declare,
      state: (name, options) => {
        stateNames.add(name);
        return declare.state(name, options);
      },
    };
    this.places = declareCoordinates(graph, tree, dynamics, flangeOf, noting);
    this.loops = new LoopWatch(dynamics, this.places, declare);
    this.outputs = new RunOutputs(graph, tree, stateNames, declare);
    this.elements = new RunElements(this.build, graph, tree, read, declare);
    this.contacts = new ContactCoupling({ blueprint, graph, tree, read, declare, previous: this.contacts });
    this.signals = new RunSignals(this.build, graph, tree, dynamics, this.outputs, this.elements);
    declarePoses(
      graph,
      tree,
      dynamics.mechanism,
      this.places,
      flanges.map(({ position }) => position),
      declare,
    );
  }

  /** The run goes on with another program of the same model. */
  continueFrom(previous: MultibodyRun): void {
    this.graph = previous.graph;
    this.tree = previous.tree;
    this.dynamics = previous.dynamics;
    this.contacts = previous.contacts;
  }

  /** Positions and velocities of all bodies. */
  move(access: ComponentAccess, phi: ArrayLike<number>, w: ArrayLike<number>): number {
    const { dynamics, flanges, places, loops } = this;
    flanges.read(phi, w);
    if (this.needsAssembly) {
      this.needsAssembly = false;
      flanges.writeInto(dynamics);
      dynamics.assemble(heldVelocities(this.graph, this.tree, dynamics));
      loops.takeOver(access);
    }
    loops.isClosed = dynamics.setStates(access.x, places.first, flanges.positions, 0, flanges.velocities, 0);
    loops.watch(access);
    if (access.isEvent) this.contacts.settle(access, dynamics, places.first);
    return 0;
  }

  /** Forces, then M (column by column) and h of the joints with flange. */
  reduce(access: ComponentAccess, inputs: ArrayLike<number>): Float64Array {
    const { dynamics, flanges } = this;
    this.contacts.addForces(dynamics.state);
    this.elements.apply(access, dynamics.state, inputs);
    dynamics.flangeDynamics(flanges.M, flanges.h);
    return flanges.relation(this.loops.isClosed);
  }

  /** Derivatives of the hidden states; outputs where they are stored. */
  accelerate(access: ComponentAccess, a: ArrayLike<number>): number {
    const { dynamics, flanges, places } = this;
    const { dx } = access;
    if (this.loops.isClosed) dynamics.finish(flanges.accelerations(a), 0, dx, places.first);
    else dx.fill(Number.NaN, places.first, places.first + dynamics.hiddenCount);
    this.elements.observe(access, dynamics.state);
    if (access.isOutput) {
      const { mechanism, state } = dynamics;
      const potential = potentialEnergy(mechanism, state) + this.contacts.energy;
      this.outputs.write(access.w, state.motion, kineticEnergy(mechanism, state), potential);
      this.contacts.mark(access.time);
      this.loops.store(access.w);
    }
    return 0;
  }

  writeIndicators(access: ComponentAccess): void {
    this.contacts.writeIndicators(access, this.dynamics.state);
  }

  /** Times inside the step at which a contact would be missed. */
  examineStep(step: StepToExamine): readonly number[] {
    return this.contacts.examineStep(step, this.dynamics.state);
  }

  /** Value of the k-th signal that equations read. */
  signal(k: number): Float64Array {
    return this.signals.value(k);
  }
}

/**
 * The memory of a 3-D model in one run, and what its functions compute.
 *
 *     beginSegment   object graph → tree of bodies → mechanism; the parts of the segment declare states, outputs, event functions
 *     move           hidden states and flange coordinates → positions and velocities of all bodies
 *     reduce         forces of elements and contacts; M and h of  τ = M·a + h  for the joints with flange
 *     accelerate     accelerations of the flanges known: those of all others, derivatives of the hidden states, outputs
 *
 * Length   short methods that hand on to the parts of the segment, in the order of an evaluation
 */

import type { LineMass } from "../../forces/lineMass.ts";
import type { ComponentAccess, HiddenIsland, SegmentDeclarations, StepToExamine } from "../../language/predefined.ts";
import type { BodyForces } from "../../mechanics/bodyMotion.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { Blueprint } from "../blueprint.ts";
import type { MultibodyBuild } from "../build.ts";
import type { ContactCoupling } from "../contactCoupling.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import { readGraph } from "../graph/readGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { inertiaWarnings } from "../inertiaWarnings.ts";
import type { ActionsElement } from "../modelActions.ts";
import { Reader } from "../reader.ts";
import { rigidKicks } from "../rigidResponse.ts";
import { ActionRun } from "../structure/actionRun.ts";
import { type Structure, structureOf } from "../structure/structure.ts";
import { BodyIslands, hasManyBranches } from "./bodyIslands.ts";
import { setStartCoordinates } from "./jointState.ts";
import { limitByContacts } from "./limitByContacts.ts";
import { loopWarnings } from "./loopWarnings.ts";
import type { RigidKicks } from "./rigidKicks.ts";
import type { RunElements } from "./runElements.ts";
import { readSceneNumbers, type SceneNumbers } from "./sceneNumbers.ts";
import { SegmentParts } from "./segmentParts.ts";

/** Coordinates, inertia and relations of flanges where there are none. */
const none = new Float64Array(0);
const noRelation = new Float64Array(1);

interface LineMotion {
  /** Velocities of masses, three numbers each, by the paths of their elements. */
  readonly masses: ReadonlyMap<string, readonly number[]>;
  /** Rates of lines with a flange, by their paths. */
  readonly rates: ReadonlyMap<string, number>;
}

export class MultibodyRun {
  readonly build: MultibodyBuild;
  private structure: Structure | undefined;
  /** What exists in the present segment. */
  private parts!: SegmentParts;
  /** Camera, light and sizes for drawing. */
  sceneNumbers: SceneNumbers = {};
  private readonly flangeOf: ReadonlyMap<string, number>;
  private actions: ActionRun | undefined;
  /** What an action made of the structure: the next segment begins with it. */
  private nextStructure: Structure | undefined;
  /** What is on lines, before the change. */
  private linesBefore: LineMotion | undefined;
  private wantsCutForces = false;
  private bodyIslands: BodyIslands | undefined;
  private rigid: RigidKicks | undefined;
  /** What the accelerations of the present evaluation belong to: equations may ask how others depend on them afterwards. */
  private hasAccelerated = false;
  private lastDrivers: Float64Array;
  /** Objects that were on a moving body, or were deleted or created, at some time. */
  readonly moved = new Set<number>();

  constructor(build: MultibodyBuild) {
    this.build = build;
    this.lastDrivers = new Float64Array(build.drivers.length);
    this.flangeOf = new Map(build.flanges.map(({ path }, k) => [path, k]));
    const actions = build.blueprint.actions?.element as ActionsElement | undefined;
    this.actions =
      actions === undefined
        ? undefined
        : new ActionRun(actions.program, build.takenNames, () => ({ parts: this.parts, build: this.build }));
  }

  /** The parts as written. */
  get blueprint(): Blueprint {
    return this.build.blueprint;
  }

  beginSegment(declare: SegmentDeclarations): void {
    const { build, actions, flangeOf } = this;
    const read = new Reader(build.blueprint.path, (name) => declare.parameter(name), build.files);
    const isFirst = declare.index === 0 || this.structure === undefined;
    const structure = isFirst ? this.begin(read, declare) : (this.nextStructure ?? this.structure!);
    this.structure = structure;
    this.nextStructure = undefined;
    const { wantsCutForces, parts: previous } = this;
    const setting = { build, structure, read, declare, isFirst, actions, wantsCutForces, flangeOf, previous };
    this.parts = new SegmentParts(setting);
    const impulse = actions?.instant?.impulse;
    if (impulse !== undefined && this.linesBefore !== undefined) {
      const { masses, rates } = this.linesBefore;
      this.parts.onLines?.addMissingMomentum(impulse, masses);
      this.parts.elements.beginInstant(structure.dynamics.state.motion, rates);
    }
    this.linesBefore = undefined;
    this.lastDrivers = new Float64Array(build.drivers.length);
    const { graph, tree } = structure;
    for (let k = 0; k < graph.objects.length; k++)
      if (tree.bodyOf[k] !== 0 || graph.objects[k]!.isGone === true) this.moved.add(k);
  }

  /** Masses on lines between bodies. */
  get lineMasses(): readonly LineMass[] {
    return this.parts.elements.lineMasses.map(({ mass }) => mass);
  }

  /** Adds what acts in the instant of a change. */
  private addImpulse({ force, torque }: BodyForces): void {
    const impulse = this.actions?.instant?.impulse;
    if (impulse === undefined) return;
    for (let k = 0; k < force.length; k++) {
      force[k]! += impulse.force[k]!;
      torque[k]! += impulse.torque[k]!;
    }
  }

  get contacts(): ContactCoupling {
    return this.parts.contacts;
  }
  get drawnElements(): RunElements["drawn"] {
    return this.parts.elements.drawn;
  }
  get graph(): ObjectGraph {
    return this.structure!.graph;
  }
  get tree(): BodyTree {
    return this.structure!.tree;
  }
  get dynamics(): MechanismDynamics {
    return this.structure!.dynamics;
  }

  /** The structure as the model is written, with its start values. */
  private begin(read: Reader, declare: SegmentDeclarations): Structure {
    const { blueprint, starts, flanges } = this.build;
    const roles = new Map(flanges.map(({ path, role }) => [path, role]));
    const variable = (name: string): number => declare.variable(name);
    const structure = structureOf(readGraph(blueprint, read, { held: starts.held, roles, variable }));
    const { graph, tree, dynamics } = structure;
    for (const b of dynamics.mechanism.bodies) setStartCoordinates(graph, tree, dynamics, b);
    const world = graph.objects[graph.world]!.path;
    this.sceneNumbers = readSceneNumbers(world, read);
    if (this.actions !== undefined) this.actions.gap = read.number(`${world}.feature.gap`);
    this.wantsCutForces = read.isTrue(`${world}.feature.cutForces`);
    return structure;
  }

  /** The run goes on with another program of the same model. */
  continueFrom(previous: MultibodyRun): void {
    this.structure = previous.structure;
    this.sceneNumbers = previous.sceneNumbers;
    this.wantsCutForces = previous.wantsCutForces;
    this.parts = previous.parts;
    for (const object of previous.moved) this.moved.add(object);
    this.actions = previous.actions;
    this.actions?.continueWith(() => ({ parts: this.parts, build: this.build }));
  }

  /** Positions and velocities of all bodies. */
  move(access: ComponentAccess, phi: ArrayLike<number>, w: ArrayLike<number>): number | Float64Array {
    const { dynamics, parts } = this;
    const { flanges, places, loops } = parts;
    flanges?.read(phi, w);
    if (parts.assembly.complete()) loops.takeOver(access);
    const { positions, velocities } = flanges ?? { positions: none, velocities: none };
    loops.isClosed = dynamics.setStates(access.x, places.first, positions, 0, velocities, 0);
    if (loops.isClosed) parts.outputs.follow(dynamics.state);
    if (access.isEvent && access.isFirstIteration && loops.isClosed) loops.renew(access);
    if (access.isEvent && parts.contacts.settle(access, dynamics, places.first)) access.couplingsChanged();
    if (access.isEvent && !access.isInitial) this.act(access);
    return flanges?.observed(loops.isClosed) ?? 0;
  }

  /** Distances follow from positions: forces need not be computed for them, unless friction that sticks is watched. */
  get eventsFollowMotion(): boolean {
    return this.parts.eventsFollowMotion;
  }

  /** Closes the loops with the flanges where they are, if that was still to be done. */
  closeLoops(): void {
    this.parts.assembly.complete();
  }

  /** Forces of contacts and elements, and their results. */
  force(access: ComponentAccess): number {
    const { dynamics, parts } = this;
    if (!access.isInstant) parts.contacts.addForces(dynamics.state);
    parts.elements.apply(access, dynamics.state);
    if (access.isInstant) {
      // what is finite has no effect, but equations may read results of elements
      dynamics.state.forces.force.fill(0);
      dynamics.state.forces.torque.fill(0);
    }
    if (access.isImpulse) this.addImpulse(dynamics.state.forces);
    if (access.isLoaded) this.rigid?.addLoads(dynamics.state.forces);
    parts.flanges?.noteEfforts();
    return 0;
  }

  /** M (column by column), G and h of the joints with flange; efforts, and what they add per acceleration, of those that have them known before. */
  reduce(access: ComponentAccess, efforts: ArrayLike<number>, slopes: ArrayLike<number>): Float64Array {
    const { dynamics, parts } = this;
    const { flanges, inputs } = parts;
    const { isClosed } = parts.loops;
    parts.driven.invalidate();
    this.hasAccelerated = false;
    flanges?.applyKnown(efforts, slopes);
    inputs?.begin();
    const { M, h } = flanges ?? { M: none, h: none };
    dynamics.flangeDynamics(M, h);
    if (isClosed) parts.onLines?.reduce(M, h);
    if (flanges === undefined) return noRelation;
    const relation = flanges.relation(isClosed, access.isImpulse);
    if (isClosed && dynamics.relatedCount > 0) inputs?.fillColumns(flanges, access.isInstant);
    return relation;
  }

  /** All accelerations, and the derivatives of the hidden states into dx; `given` in the order of the mechanism. */
  private complete(access: ComponentAccess, given: Float64Array, u: ArrayLike<number>): void {
    const { dynamics, parts } = this;
    const { places, loops } = parts;
    if (loops.isClosed) {
      parts.inputs?.apply(u, access.isInstant);
      parts.onLines?.finish(given);
      dynamics.finish(given, 0, access.dx, places.first);
    } else access.dx.fill(Number.NaN, places.first, places.first + dynamics.hiddenCount);
    parts.elements.observe(access, dynamics.state);
  }

  /** How the k-th signal, which needs accelerations, depends on the drivers, and its value without them. */
  driverRows(access: ComponentAccess, k: number): Float64Array {
    const { flanges, driven, signals, watchesCutForces, cutForces } = this.parts;
    const evaluate = (drivers: Float64Array): void => {
      const n = this.build.related.length;
      this.complete(access, flanges?.given(drivers.subarray(0, n)) ?? none, drivers.subarray(n));
      if (watchesCutForces) cutForces?.write(access.w);
    };
    return driven.of(
      k,
      evaluate,
      (signal) => signals.value(signal),
      () => {
        if (this.hasAccelerated) evaluate(this.lastDrivers);
      },
    );
  }

  /** Derivatives of the hidden states; outputs where they are stored. */
  accelerate(access: ComponentAccess, x: ArrayLike<number>, u: ArrayLike<number>): number | Float64Array {
    const { dynamics, parts } = this;
    const { flanges, loops, cutForces } = parts;
    this.hasAccelerated = true;
    for (let k = 0; k < x.length; k++) this.lastDrivers[k] = x[k]!;
    for (let k = 0; k < u.length; k++) this.lastDrivers[this.build.related.length + k] = u[k]!;
    const given = flanges?.given(x) ?? none;
    if (loops.isClosed) flanges?.checkInertia(given);
    flanges?.checkCut(access, x);
    this.complete(access, given, u);
    if (parts.watchesCutForces) cutForces?.write(access.w);
    if (access.isOutput) {
      const { energies } = parts;
      const { motion } = dynamics.state;
      parts.outputs.write(access.w, motion, energies.takeMotion(), energies.potential(), energies.momenta);
      loops.store(access.w);
      parts.rotationRates.write(access.w, dynamics.state);
      cutForces?.write(access.w);
    }
    return flanges?.accelerations(loops.isClosed) ?? 0;
  }

  /** The action program goes on, and may change the structure. */
  private act(access: ComponentAccess): void {
    const { actions } = this;
    // what a change made of the model is seen in the next segment
    if (actions === undefined || this.nextStructure !== undefined) return;
    this.nextStructure = actions.resume(access, this.structure!);
    if (this.nextStructure !== undefined) {
      const { onLines, elements } = this.parts;
      const rates = elements.flangeRates(this.dynamics.state.motion);
      this.linesBefore = { masses: onLines?.velocities() ?? new Map(), rates };
    }
    if (actions.isWaiting && !actions.isWatched) access.restartSegment(`waits ${actions.pending}`);
  }

  /** At the end of a run: about masses, loops, contacts and elements, and what the action program still waits for. */
  get warnings(): readonly string[] {
    const { actions } = this;
    const found = [
      ...inertiaWarnings(this.graph),
      ...loopWarnings(this.dynamics),
      ...this.contacts.warnings,
      ...this.parts.elements.warnings,
    ];
    if (actions?.isWaiting !== true) return found;
    return [
      ...found,
      `W-ACTION-WAITING  The action program still waits ${actions.pending}: what follows in it did not happen.`,
    ];
  }

  /** A quantity of the reference path: position, velocity or acceleration. Zero before the path is named. */
  reference(name: string, time: number, order: 0 | 1 | 2): number {
    return this.actions?.referenceAt(name, time, order) ?? 0;
  }

  /** Event functions, after an evaluation. */
  writeEventFunctions(access: ComponentAccess): void {
    const { loops, contacts } = this.parts;
    const { state } = this.dynamics;
    this.actions?.writeEventFunction(access);
    loops.writeEventFunction(access);
    contacts.writeEventFunctions(access, state);
  }

  /** Times inside the step at which a contact would be missed. */
  examineStep(step: StepToExamine): readonly number[] {
    const { contacts, stepMotion } = this.parts;
    if (stepMotion === undefined) return [];
    stepMotion.begin(step);
    return contacts.examineStep(step.from, step.to, stepMotion);
  }

  /**
   * Neither contacts nor an action program nor elements that switch remember anything: positions and forces follow from the states, and
   * where closed loops are from the row before.
   */
  followsFromStates(eventFunctions: number): boolean {
    const { contacts, outputs } = this.parts;
    if (contacts.handler !== undefined || contacts.rigid !== undefined || this.actions !== undefined) return false;
    return this.isIterated ? eventFunctions === 1 && !outputs.hasOtherObservers : eventFunctions === 0;
  }

  /** Positions on closed loops are found from the last ones. */
  get isIterated(): boolean {
    return this.dynamics.groups.length > 0;
  }

  /** Rows of another run of the same segment are computed again here. */
  follow(run: MultibodyRun): void {
    this.parts.assembly.skip();
    this.parts.loops.follow(run.parts.loops);
  }

  recall(outputs: Float64Array): void {
    this.parts.loops.recall(outputs);
    this.parts.outputs.recall(outputs);
  }

  /** Bodies that do not touch have their own time, where nothing else connects them and no program watches them. */
  islands(groups: readonly (readonly number[])[]): readonly HiddenIsland[] | undefined {
    const { dynamics, parts, build, actions } = this;
    const { contacts, elements, places, onLines } = parts;
    const { handler } = contacts;
    const isBare =
      parts.eventsFollowMotion &&
      dynamics.groups.length === 0 &&
      dynamics.outsideVelocities.length === 0 &&
      elements.couplings.length === 0 &&
      build.signals.length + build.inputs.length + build.drivers.length === 0 &&
      actions === undefined;
    if (!isBare || handler === undefined || onLines !== undefined) return undefined;
    if (this.bodyIslands?.handler !== handler) {
      if (!hasManyBranches(dynamics)) return undefined;
      this.bodyIslands = new BodyIslands(dynamics, handler, places, (record) => contacts.records.push(record));
    }
    return this.bodyIslands.of(groups);
  }

  /** The contact that rings fastest, of the bodies with these states or of all. */
  slowBecause(offsets: Int32Array | undefined): string | undefined {
    const { dynamics } = this;
    const { contacts, places } = this.parts;
    const firstSpeed = places.first + dynamics.positionCount;
    const bodies = new Set<number>();
    for (const offset of offsets ?? []) {
      const velocity = dynamics.fixedVelocities[offset - firstSpeed];
      if (velocity !== undefined) bodies.add(dynamics.mechanism.bodyOfVelocity[velocity]!);
    }
    return contacts.handler?.slowBecause((body) => offsets === undefined || bodies.has(body));
  }

  /** Jumps of the speeds at fixed times, where contacts are rigid. */
  kicks(): RigidKicks | undefined {
    const { dynamics, build, actions } = this;
    const { contacts, elements, places, flanges, declarations } = this.parts;
    if (contacts.rigid === undefined) return undefined;
    const isRead = build.flanges.length + build.signals.length + build.inputs.length > 0;
    const isAlone =
      places.first === 0 && contacts.handler === undefined && actions === undefined && !elements.actOnBodies && !isRead;
    const outsideStates = Array.from(dynamics.outsideBodies, (b) =>
      declarations.statePlace(build.flanges[places.flange[dynamics.mechanism.qStart[b]!]!]!.position),
    );
    this.rigid = rigidKicks({
      dynamics,
      contacts: contacts.rigid,
      first: places.first,
      isAlone,
      felt: elements.felt,
      isRead,
      outside: flanges,
      outsideStates,
    });
    return this.rigid;
  }

  /** Differences with respect to coordinates stay within the depths of contacts. */
  limitDifferences(limits: Float64Array, first: number): void {
    const { dynamics } = this;
    const { contacts, places } = this.parts;
    if (contacts.handler !== undefined)
      limitByContacts(limits, first + places.first, contacts.handler, dynamics, places);
  }

  /** Value of the k-th signal that equations read. */
  signal(k: number): Float64Array {
    return this.parts.signals.value(k);
  }
}

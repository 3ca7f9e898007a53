/**
 * The memory of a 3-D model in one run, and what its functions compute.
 *
 *     beginSegment   object graph → tree of bodies → mechanism; states, outputs, event functions declared
 *     move           hidden states and flange coordinates → positions and velocities of all bodies
 *     reduce         forces of elements and contacts; M and h of  τ = M·a + h  for the joints with flange
 *     accelerate     accelerations of the flanges known: those of all others, derivatives of the hidden states, outputs
 */

import type { LineMass } from "../../forces/lineMass.ts";
import type {
  ComponentAccess,
  CouplingBlock,
  HiddenIsland,
  SegmentDeclarations,
  StepToExamine,
} from "../../language/predefined.ts";
import type { BodyForces } from "../../mechanics/bodyMotion.ts";
import { kineticEnergy, momentum, potentialEnergy } from "../../mechanics/energy.ts";
import { type MechanismDynamics, noInertia } from "../../mechanics/mechanismDynamics.ts";
import type { Blueprint } from "../blueprint.ts";
import type { MultibodyBuild } from "../build.ts";
import { ContactCoupling } from "../contactCoupling.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import { findCoordinate } from "../graph/readConstraints.ts";
import { readGraph } from "../graph/readGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { inertiaWarnings } from "../inertiaWarnings.ts";
import type { ActionsElement } from "../modelActions.ts";
import { Reader } from "../reader.ts";
import { rigidKicks } from "../rigidResponse.ts";
import { SelfCollisions } from "../selfCollisions.ts";
import { ActionRun } from "../structure/actionRun.ts";
import { type Structure, structureOf } from "../structure/structure.ts";
import { assembleLoops } from "./assembleLoops.ts";
import { BodyIslands, hasManyBranches } from "./bodyIslands.ts";
import { stateCouplings } from "./couplings.ts";
import { CutForces } from "./cutForces.ts";
import { checkCutStarts } from "./cutStarts.ts";
import { DriverRows } from "./driverRows.ts";
import { FlangeOrder } from "./flangeOrder.ts";
import { type CoordinatePlaces, declareCoordinates } from "./hiddenCoordinates.ts";
import { InputForces } from "./inputForces.ts";
import { setStartCoordinates } from "./jointState.ts";
import { limitByContacts } from "./limitByContacts.ts";
import { LineMasses } from "./lineMasses.ts";
import { LoopWatch } from "./loopWatch.ts";
import { declarePoses } from "./poseResults.ts";
import type { RigidKicks } from "./rigidKicks.ts";
import { RotationRates } from "./rotationRates.ts";
import { RunElements } from "./runElements.ts";
import { lostFlange, unknownReference, unknownValue } from "./runErrors.ts";
import { RunOutputs } from "./runOutputs.ts";
import { elementOf, RunSignals } from "./runSignals.ts";
import { readSceneNumbers, type SceneNumbers } from "./sceneNumbers.ts";
import { StepMotion } from "./stepMotion.ts";
import { SurfaceEvents } from "./surfaceEvents.ts";

export class MultibodyRun {
  readonly build: MultibodyBuild;
  private structure: Structure | undefined;
  /** Camera, light and sizes for drawing. */
  sceneNumbers: SceneNumbers = {};
  private places!: CoordinatePlaces;
  private flanges!: FlangeOrder;
  private loops!: LoopWatch;
  private outputs!: RunOutputs;
  private rotationRates: RotationRates | undefined;
  private cutForces: CutForces | undefined;
  private elements!: RunElements;
  private onLines: LineMasses | undefined;
  contacts!: ContactCoupling;
  private selfCollisions!: SelfCollisions;
  private signals!: RunSignals;
  private inputs: InputForces | undefined;
  private driven!: DriverRows;
  private readonly momenta = new Float64Array(6);
  private surfaces: SurfaceEvents | undefined;
  private stepMotion: StepMotion | undefined;
  private readonly flangeOf: ReadonlyMap<string, number>;
  private actions: ActionRun | undefined;
  private actionEventFunction = -1;
  /** What an action made of the structure: the next segment begins with it. */
  private nextStructure: Structure | undefined;
  private declarations!: SegmentDeclarations;
  private wantsCutForces = false;
  private parts: BodyIslands | undefined;
  /** Event functions depend on positions alone. */
  private isDistanceEnough = false;
  /** What the accelerations of the present evaluation belong to: equations may ask how others depend on them afterwards. */
  private hasAccelerated = false;
  private lastDrivers = new Float64Array(0);
  /** A condition reads them: they are needed in every evaluation. */
  private watchesCutForces = false;
  /** Objects that were on a moving body, or were deleted or created, at some time. */
  readonly moved = new Set<number>();
  /** Loops are closed again as soon as the flanges of the first segment are known. */
  private needsAssembly = false;

  constructor(build: MultibodyBuild) {
    this.build = build;
    this.flangeOf = new Map(build.flanges.map(({ path }, k) => [path, k]));
    const actions = build.blueprint.actions?.element as ActionsElement | undefined;
    this.actions =
      actions === undefined ? undefined : new ActionRun(actions.program, build.takenNames, (name) => this.value(name));
  }

  /** The parts as written. */
  get blueprint(): Blueprint {
    return this.build.blueprint;
  }

  beginSegment(declare: SegmentDeclarations): void {
    const { blueprint, flanges } = this.build;
    const read = new Reader(blueprint.path, (name) => declare.parameter(name), this.build.files);
    this.declarations = declare;
    const isFirst = declare.index === 0 || this.structure === undefined;
    if (isFirst) this.begin(read);
    else if (this.nextStructure !== undefined) this.structure = this.nextStructure;
    this.nextStructure = undefined;
    if (this.actions?.instant !== undefined) declare.impulse();
    const { graph, tree, dynamics, flangeOf } = this;
    this.flanges = new FlangeOrder(graph, tree, dynamics, flangeOf, this.build, this.lockedFlanges());
    this.flanges.setGuesses(declare);
    const hasLoops = dynamics.groups.length > 0;
    this.needsAssembly = isFirst && dynamics.groups.some(({ hasFlange }) => hasFlange.includes(1));
    if (hasLoops)
      assembleLoops(graph, tree, dynamics, { movesFlanges: this.needsAssembly, keepsQuaternions: !isFirst });
    else dynamics.assemble({ keepsQuaternions: !isFirst });
    if (isFirst) this.flanges.followStarts(declare);
    if (isFirst && !this.needsAssembly) checkCutStarts(graph, tree, dynamics);
    this.places = declareCoordinates(graph, tree, dynamics, flangeOf, declare);
    this.loops = new LoopWatch(dynamics, this.places, declare);
    this.outputs = new RunOutputs(graph, tree, dynamics, declare, this.outputs);
    this.rotationRates = new RotationRates(graph, declare, this.outputs);
    const watched = this.watchedNames;
    this.watchesCutForces = watched.some(isCutForce) || this.build.signals.some(({ name }) => isCutForce(name));
    this.cutForces =
      this.wantsCutForces || this.watchesCutForces ? new CutForces(graph, tree, dynamics, declare) : undefined;
    if (isFirst)
      this.selfCollisions = new SelfCollisions(blueprint, this.build.names, graph, tree, dynamics.state.motion);
    this.contacts = new ContactCoupling({
      blueprint,
      graph,
      tree,
      read,
      declare,
      previous: this.contacts,
      excluded: [...tree.excluded, ...this.selfCollisions.bodies(tree)],
      exclusionWarnings: this.selfCollisions.warnings,
      ...(this.actions?.contactDetection !== undefined && { isEnabled: this.actions.contactDetection }),
    });
    this.actionEventFunction =
      this.actions?.isWaiting === true
        ? declare.eventFunctions(1, "condition of the action program", { readsVariables: true })
        : -1;
    for (let k = 0; k < graph.objects.length; k++)
      if (tree.bodyOf[k] !== 0 || graph.objects[k]!.isGone === true) this.moved.add(k);
    const coordinate = (name: string, scope: string, owner: string) => {
      const found = findCoordinate(name, scope, this.build.joints, owner);
      return this.outputs.coordinate(found.joint, found.coordinate);
    };
    this.elements = new RunElements(this.build, graph, tree, read, declare, this.contacts, watched, coordinate);
    this.watchContacts(declare);
    const { lineMasses } = this.elements;
    this.onLines = lineMasses.length === 0 ? undefined : new LineMasses(dynamics, lineMasses);
    const energies = { kinetic: () => this.kineticEnergy(), potential: () => this.potentialEnergy() };
    const { inputs, drivers, signals } = this.build;
    this.inputs =
      inputs.length === 0 ? undefined : new InputForces(dynamics, this.elements, this.onLines, inputs.length);
    const cut = (name: string) => this.cutForces?.output(name);
    this.signals = new RunSignals(this.build, graph, tree, dynamics, this.outputs, this.elements, cut, energies, () =>
      this.momentum(),
    );
    this.lastDrivers = new Float64Array(drivers.length);
    this.driven = new DriverRows(
      drivers.length,
      signals.map(({ shape, isSolved }) => (isSolved ? (shape[0] ?? 1) : 0)),
    );
    declare.couplings(() => this.findCouplings());
    this.isDistanceEnough = dynamics.relatedCount === 0 && this.surfaces === undefined && !this.contacts.hasStiction;
    declarePoses(
      graph,
      tree,
      dynamics.mechanism,
      this.places,
      flanges.map(({ position }) => position),
      declare,
    );
  }

  /** What conditions of the action program read. */
  private get watchedNames(): readonly string[] {
    return this.actions?.isWaiting === true ? this.actions.watchedNames : [];
  }

  /** Events of surfaces, and what is needed to look into steps for contacts. */
  private watchContacts(declare: SegmentDeclarations): void {
    const { contacts, elements, dynamics, tree } = this;
    const surfaces = [...contacts.surfaces, ...elements.surfaces];
    const bodyMass = tree.bodies.map(({ mass }) => mass.mass);
    this.surfaces =
      surfaces.length === 0
        ? undefined
        : new SurfaceEvents(surfaces, bodyMass, declare, contacts.records, this.surfaces);
    const { handler } = contacts;
    const isPoint = this.surfaces === undefined ? handler?.isPoint : new Uint8Array(tree.bodies.length);
    this.stepMotion =
      isPoint === undefined ? undefined : new StepMotion(dynamics, this.places, this.build.flanges, declare, isPoint);
  }

  /** Masses on lines between bodies. */
  get lineMasses(): readonly LineMass[] {
    return this.elements.lineMasses.map(({ mass }) => mass);
  }

  /** Positions at which joints with flange are locked or idle, by the number of the flange. */
  private lockedFlanges(): Map<number, { position: number; isStopped: boolean }> {
    const found = new Map<number, { position: number; isStopped: boolean }>();
    const { locked, instant } = this.actions ?? {};
    const add = (path: string, position: number): void => {
      const flange = this.flangeOf.get(path);
      if (flange !== undefined) found.set(flange, { position, isStopped: instant?.stopped.includes(path) === true });
    };
    for (const [path, q] of this.structure!.idle) add(path, q[0]!);
    for (const [path, { q }] of locked ?? []) add(path, q[0]!);
    return found;
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
  private begin(read: Reader): void {
    const { blueprint, starts, flanges } = this.build;
    const roles = new Map(flanges.map(({ path, role }) => [path, role]));
    const variable = (name: string): number => this.declarations.variable(name);
    const structure = structureOf(readGraph(blueprint, read, { held: starts.held, roles, variable }));
    const { graph, tree, dynamics } = structure;
    for (const b of dynamics.mechanism.bodies) setStartCoordinates(graph, tree, dynamics, b);
    this.structure = structure;
    const world = graph.objects[graph.world]!.path;
    this.sceneNumbers = readSceneNumbers(world, read);
    if (this.actions !== undefined) this.actions.gap = read.number(`${world}.feature.gap`);
    this.wantsCutForces = read.isTrue(`${world}.feature.cutForces`);
  }

  /** Which hidden states act on each other, with the contacts of the present time. */
  private findCouplings(): CouplingBlock[] {
    const { dynamics, places, elements, contacts } = this;
    return stateCouplings(dynamics, places.first, elements.couplings, contacts.touchingBodies());
  }

  /** The run goes on with another program of the same model. */
  continueFrom(previous: MultibodyRun): void {
    this.structure = previous.structure;
    this.sceneNumbers = previous.sceneNumbers;
    this.wantsCutForces = previous.wantsCutForces;
    this.contacts = previous.contacts;
    this.selfCollisions = previous.selfCollisions;
    this.outputs = previous.outputs;
    for (const object of previous.moved) this.moved.add(object);
    this.actions = previous.actions;
    this.actions?.continueWith((name) => this.value(name));
  }

  /** Positions and velocities of all bodies. */
  move(access: ComponentAccess, phi: ArrayLike<number>, w: ArrayLike<number>): number | Float64Array {
    const { dynamics, flanges, places, loops } = this;
    flanges.read(phi, w);
    if (this.needsAssembly) {
      this.closeLoops();
      loops.takeOver(access);
    }
    loops.isClosed = dynamics.setStates(access.x, places.first, flanges.positions, 0, flanges.velocities, 0);
    if (access.isEvent && access.isFirstIteration && loops.isClosed) loops.renew(access);
    if (access.isEvent && this.contacts.settle(access, dynamics, places.first)) {
      access.couplingsChanged();
    }
    if (access.isEvent) this.surfaces?.settle(access, dynamics.state.motion);
    if (access.isEvent && !access.isInitial) this.act(access);
    return flanges.observed(loops.isClosed);
  }

  /** Distances follow from positions: forces need not be computed for them, unless friction that sticks is watched. */
  private needsMotionOnly({ isEventFunctionPass, isEvent }: ComponentAccess): boolean {
    return isEventFunctionPass && !isEvent && this.isDistanceEnough;
  }

  /** Closes the loops with the flanges where they are; hidden joints were placed before. */
  closeLoops(): void {
    const { graph, tree, dynamics } = this;
    if (!this.needsAssembly) return;
    this.needsAssembly = false;
    // how a body rolls depends on the motion of what it rolls on: given velocities count, not those that were found without it
    if (dynamics.groups.some((group) => group.positions !== group))
      for (const b of dynamics.mechanism.bodies) setStartCoordinates(graph, tree, dynamics, b);
    this.flanges.writeInto();
    assembleLoops(graph, tree, dynamics, {});
    checkCutStarts(graph, tree, dynamics);
  }

  /** Forces of contacts and elements, and their results. */
  force(access: ComponentAccess): number {
    const { dynamics } = this;
    if (this.needsMotionOnly(access)) return 0;
    if (!access.isInstant) {
      this.contacts.addForces(dynamics.state);
      this.elements.apply(access, dynamics.state);
    } else if (access.isImpulse) this.addImpulse(dynamics.state.forces);
    return 0;
  }

  /** M (column by column), G and h of the joints with flange; efforts of those that have them known before. */
  reduce(access: ComponentAccess, efforts: ArrayLike<number>): Float64Array {
    const { dynamics, flanges, inputs } = this;
    const { isClosed } = this.loops;
    if (this.needsMotionOnly(access)) return flanges.relation(isClosed, false);
    this.driven.invalidate();
    this.hasAccelerated = false;
    flanges.applyKnown(efforts);
    inputs?.begin();
    dynamics.flangeDynamics(flanges.M, flanges.h);
    if (isClosed) this.onLines?.reduce(flanges.M, flanges.h);
    const relation = flanges.relation(isClosed, access.isImpulse);
    if (access.isInstant) flanges.clearInputColumns();
    else if (isClosed && dynamics.relatedCount > 0) inputs?.fillColumns(flanges);
    return relation;
  }

  /** All accelerations, and the derivatives of the hidden states into dx; `given` in the order of the mechanism. */
  private complete(access: ComponentAccess, given: Float64Array, u: ArrayLike<number>): void {
    const { dynamics, places, loops } = this;
    if (loops.isClosed) {
      if (!access.isInstant) this.inputs?.apply(u);
      this.onLines?.finish(given);
      dynamics.finish(given, 0, access.dx, places.first);
    } else access.dx.fill(Number.NaN, places.first, places.first + dynamics.hiddenCount);
    this.elements.observe(access, dynamics.state);
  }

  /** How the k-th signal, which needs accelerations, depends on the drivers, and its value without them. */
  driverRows(access: ComponentAccess, k: number): Float64Array {
    const evaluate = (drivers: Float64Array): void => {
      const n = this.build.related.length;
      this.complete(access, this.flanges.given(drivers.subarray(0, n)), drivers.subarray(n));
      if (this.watchesCutForces) this.cutForces?.write(access.w);
    };
    return this.driven.of(
      k,
      evaluate,
      (signal) => this.signals.value(signal),
      () => {
        if (this.hasAccelerated) evaluate(this.lastDrivers);
      },
    );
  }

  /** Derivatives of the hidden states; outputs where they are stored. */
  accelerate(access: ComponentAccess, x: ArrayLike<number>, u: ArrayLike<number>): number | Float64Array {
    const { dynamics, flanges } = this;
    if (this.needsMotionOnly(access)) return flanges.accelerations(this.loops.isClosed);
    this.hasAccelerated = true;
    for (let k = 0; k < x.length; k++) this.lastDrivers[k] = x[k]!;
    for (let k = 0; k < u.length; k++) this.lastDrivers[this.build.related.length + k] = u[k]!;
    const given = flanges.given(x);
    this.checkFlangeInertia(given);
    this.checkCutFlanges(access, x);
    this.complete(access, given, u);
    if (this.watchesCutForces) this.cutForces?.write(access.w);
    if (access.isOutput) {
      this.outputs.write(
        access.w,
        dynamics.state.motion,
        this.kineticEnergy(),
        this.potentialEnergy(),
        this.momentum(),
      );
      this.loops.store(access.w);
      this.rotationRates!.write(access.w, dynamics.state);
      this.cutForces?.write(access.w);
    }
    return flanges.accelerations(this.loops.isClosed);
  }

  /** A flange that moves nothing, with nothing behind it, has no acceleration. */
  private checkFlangeInertia(a: Float64Array): void {
    const { dynamics, flanges } = this;
    const n = a.length;
    for (let f = 0; f < dynamics.flangeCount; f++) {
      if (Number.isFinite(a[f]!) || flanges.M[f + n * f]! !== 0 || !this.loops.isClosed) continue;
      throw noInertia(dynamics.mechanism, dynamics.flangeBodies[f]!);
    }
  }

  /** What is behind the flange of a joint that was cut moves on its own. */
  private checkCutFlanges(access: ComponentAccess, a: ArrayLike<number>): void {
    const row = this.flanges.lostFlange(a);
    if (row < 0) return;
    // 0/0: no inertia, and no torque either
    if (!(access.isEvent && Number.isNaN(a[row]!))) throw lostFlange(this.build, this.build.related[row]!, access.time);
    this.flanges.letGo(row);
    access.iterateAgain();
  }

  private kineticEnergy(): number {
    const { mechanism, state } = this.dynamics;
    return kineticEnergy(mechanism, state) + (this.onLines?.kinetic() ?? 0);
  }

  /** Angular momentum about the origin of the world, then linear, of all bodies and masses on lines. */
  private momentum(): Float64Array {
    const { mechanism, state } = this.dynamics;
    momentum(this.momenta, mechanism, state);
    this.onLines?.addMomentum(this.momenta);
    return this.momenta;
  }

  /** Of gravity, contacts and springs between objects. */
  private potentialEnergy(): number {
    const { mechanism, state } = this.dynamics;
    const gravity = potentialEnergy(mechanism, state) + (this.onLines?.potential() ?? 0);
    return gravity + this.contacts.energy + this.elements.energy(state.motion);
  }

  /** The action program goes on, and may change the structure. */
  private act(access: ComponentAccess): void {
    const { actions } = this;
    // what a change made of the model is seen in the next segment
    if (actions === undefined || this.nextStructure !== undefined) return;
    this.nextStructure = actions.resume(access, this.structure!);
    if (actions.isWaiting && this.actionEventFunction < 0) access.restartSegment(`waits ${actions.pending}`);
  }

  /** At the end of a run: masses that no body has, what contacts noticed, and what the action program still waits for. */
  get warnings(): readonly string[] {
    const { actions } = this;
    const found = [...inertiaWarnings(this.graph), ...this.contacts.warnings];
    if (actions?.isWaiting !== true) return found;
    return [
      ...found,
      `W-ACTION-WAITING  The action program still waits ${actions.pending}: what follows in it did not happen.`,
    ];
  }

  /** A quantity of the reference path: position, velocity or acceleration. Zero before the path is named. */
  reference(name: string, time: number, order: 0 | 1 | 2): number {
    const path = this.actions?.reference;
    if (path === undefined) return 0;
    const index = path.names.indexOf(name);
    if (index < 0) throw unknownReference(name, path.names);
    if (order === 0) return path.position(index, time);
    return order === 1 ? path.velocity(index, time) : path.acceleration(index, time);
  }

  /** Present value of something that the program or a condition names: `"box.r_abs[3]"`. */
  private value(name: string): number {
    const value = this.signals.readElement(name) ?? this.declarations.variable(name);
    if (!Number.isNaN(value)) return value;
    const parameter = this.parameterValue(name);
    if (parameter !== undefined) return parameter;
    throw unknownValue(name, this.build);
  }

  /** Parameters of the model; those of objects and joints are start values, not what they are now. */
  private parameterValue(name: string): number | undefined {
    const base = name.replace(/\[[\d,]+\]$/, "");
    const owner = base.slice(0, Math.max(0, base.lastIndexOf(".")));
    const { objects, joints } = this.build.blueprint;
    if (objects.some(({ path }) => path === owner) || joints.some(({ path }) => path === owner)) return undefined;
    return elementOf(this.declarations.parameter(base), name);
  }

  /** Event functions, after an evaluation. */
  writeEventFunctions(access: ComponentAccess): void {
    if (this.actionEventFunction >= 0) access.z[this.actionEventFunction] = this.actions!.eventFunction(access.time);
    this.loops.writeEventFunction(access);
    this.contacts.writeEventFunctions(access, this.dynamics.state);
    this.surfaces?.writeEventFunctions(access, this.dynamics.state.motion);
  }

  /** Times inside the step at which a contact would be missed. */
  examineStep(step: StepToExamine): readonly number[] {
    const { contacts, surfaces, stepMotion } = this;
    if (stepMotion === undefined) return [];
    stepMotion.begin(step);
    const found = contacts.examineStep(step.from, step.to, stepMotion);
    if (surfaces === undefined) return found;
    return [...found, ...surfaces.examineStep(step.from, step.to, stepMotion)].sort((a, b) => a - b);
  }

  /** Bodies that do not touch have their own time, where nothing else connects them and no program watches them. */
  islands(groups: readonly (readonly number[])[]): readonly HiddenIsland[] | undefined {
    const { dynamics, contacts, elements, build, actions } = this;
    const { handler } = contacts;
    const isBare =
      this.isDistanceEnough &&
      dynamics.groups.length === 0 &&
      dynamics.outsideVelocities.length === 0 &&
      elements.couplings.length === 0 &&
      build.signals.length + build.inputs.length + build.drivers.length === 0 &&
      actions === undefined;
    if (!isBare || handler === undefined || this.onLines !== undefined) return undefined;
    if (this.parts?.handler !== handler) {
      if (!hasManyBranches(dynamics)) return undefined;
      this.parts = new BodyIslands(dynamics, handler, this.places);
    }
    return this.parts.of(groups);
  }

  /** The contact that rings fastest, of the bodies with these states or of all. */
  slowBecause(offsets: Int32Array | undefined): string | undefined {
    const { dynamics, contacts, places } = this;
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
    const { contacts, dynamics, places } = this;
    return contacts.rigid === undefined ? undefined : rigidKicks(dynamics, contacts.rigid, places.first);
  }

  /** Differences with respect to coordinates stay within the depths of contacts. */
  limitDifferences(limits: Float64Array, first: number): void {
    const { contacts, dynamics, places } = this;
    if (contacts.handler !== undefined)
      limitByContacts(limits, first + places.first, contacts.handler, dynamics, places);
  }

  /** Value of the k-th signal that equations read. */
  signal(k: number): Float64Array {
    return this.signals.value(k);
  }
}

function isCutForce(name: string): boolean {
  return /\.cut(Force|Torque)$/.test(name);
}

/**
 * The parts of a Model3D in one segment of a run, from one change of structure to the next. The constructor is their list: each
 * declares its states, outputs and event functions itself, in this order, which is the order of the places in the run.
 */
import type { CouplingBlock, SegmentDeclarations } from "../../language/predefined.ts";
import type { MultibodyBuild } from "../build.ts";
import { ContactCoupling } from "../contactCoupling.ts";
import { findCoordinate } from "../graph/namedJoints.ts";
import type { Reader } from "../reader.ts";
import { SelfCollisions } from "../selfCollisions.ts";
import type { ActionRun } from "../structure/actionRun.ts";
import type { Structure } from "../structure/structure.ts";
import { stateCouplings } from "./couplings.ts";
import { CutForces, type EffortOnJoint } from "./cutForces.ts";
import { DriverRows } from "./driverRows.ts";
import { FlangeOrder } from "./flangeOrder.ts";
import { type CoordinatePlaces, declareCoordinates } from "./hiddenCoordinates.ts";
import { InputForces } from "./inputForces.ts";
import { LineMasses } from "./lineMasses.ts";
import { LoopAssembly } from "./loopAssembly.ts";
import { LoopWatch } from "./loopWatch.ts";
import { declarePoses } from "./poseResults.ts";
import { RotationRates } from "./rotationRates.ts";
import { RunElements } from "./runElements.ts";
import { RunEnergies } from "./runEnergies.ts";
import { RunOutputs } from "./runOutputs.ts";
import { RunSignals } from "./runSignals.ts";
import { StepMotion } from "./stepMotion.ts";

/** What a segment begins with. */
export interface SegmentSetting {
  readonly build: MultibodyBuild;
  readonly structure: Structure;
  readonly read: Reader;
  readonly declare: SegmentDeclarations;
  /** The structure is as written, and starts with its start values. */
  readonly isFirst: boolean;
  readonly actions: ActionRun | undefined;
  /** Forces and torques in joints are results. */
  readonly wantsCutForces: boolean;
  /** Numbers of the flanges by the path of their joint. */
  readonly flangeOf: ReadonlyMap<string, number>;
  readonly previous: SegmentParts | undefined;
}

export class SegmentParts {
  readonly structure: Structure;
  readonly declarations: SegmentDeclarations;
  /** Undefined when no joint has a flange. */
  readonly flanges: FlangeOrder | undefined;
  readonly assembly: LoopAssembly;
  readonly places: CoordinatePlaces;
  readonly loops: LoopWatch;
  readonly outputs: RunOutputs;
  readonly rotationRates: RotationRates;
  readonly cutForces: CutForces | undefined;
  /** A condition reads them: they are needed in every evaluation. */
  readonly watchesCutForces: boolean;
  /** undefined where nobody says which bodies of one machine touch each other. */
  readonly selfCollisions: SelfCollisions | undefined = undefined;
  readonly contacts: ContactCoupling;
  readonly elements: RunElements;
  readonly stepMotion: StepMotion | undefined;
  readonly onLines: LineMasses | undefined;
  readonly inputs: InputForces | undefined;
  readonly energies: RunEnergies;
  readonly signals: RunSignals;
  readonly driven: DriverRows;
  /** Event functions depend on positions and velocities alone. */
  readonly eventsFollowMotion: boolean;

  constructor(setting: SegmentSetting) {
    const { build, structure, read, declare, isFirst, actions, flangeOf, previous } = setting;
    const { graph, tree, dynamics } = structure;
    const { blueprint, names, drivers, inputs, signals } = build;
    const watched = actions?.isWaiting === true ? actions.watchedNames : [];
    this.structure = structure;
    this.declarations = declare;

    if (actions?.instant !== undefined) declare.impulse();
    this.flanges =
      build.flanges.length === 0
        ? undefined
        : new FlangeOrder(graph, tree, dynamics, flangeOf, build, lockedFlanges(setting));
    this.flanges?.setGuesses(declare);
    this.assembly = new LoopAssembly(structure, this.flanges, isFirst);
    if (isFirst) this.flanges?.followStarts(declare);
    if (isFirst) this.assembly.checkStarts();
    this.places = declareCoordinates(graph, tree, dynamics, flangeOf, declare);
    this.loops = new LoopWatch(dynamics, this.places, declare);
    this.outputs = new RunOutputs(graph, tree, dynamics, declare, previous?.outputs);
    this.rotationRates = new RotationRates(graph, declare, this.outputs);

    const arePairsChosen = blueprint.constraints.some(({ element }) => element.kind === "selfCollision");
    if (!isFirst && previous !== undefined) this.selfCollisions = previous.selfCollisions;
    else if (arePairsChosen)
      this.selfCollisions = new SelfCollisions(blueprint, names, graph, tree, dynamics.state.motion);
    const effortsOn = new Map<string, EffortOnJoint[]>();
    const addEffort = (joint: string, effort: EffortOnJoint): void => {
      effortsOn.set(joint, [...(effortsOn.get(joint) ?? []), effort]);
    };
    for (const [joint, effort] of this.flanges?.onLoopsByPath ?? []) addEffort(joint, effort);
    this.elements = new RunElements(
      build,
      graph,
      tree,
      dynamics.mechanism,
      read,
      declare,
      () => this.contacts,
      watched,
      (name, scope, owner) => {
        const found = findCoordinate(name, scope, build.joints, owner);
        const access = this.outputs.coordinate(found.joint, found.coordinate);
        if (access !== undefined) addEffort(found.joint, access);
        return access;
      },
    );
    this.watchesCutForces = watched.some(isCutForce) || signals.some(({ name }) => isCutForce(name));
    const hasCutForces = setting.wantsCutForces || this.watchesCutForces;
    this.cutForces = hasCutForces ? new CutForces(graph, tree, dynamics, declare, effortsOn) : undefined;
    this.contacts = new ContactCoupling({
      blueprint,
      graph,
      tree,
      read,
      declare,
      surfaces: this.elements.surfaces,
      previous: previous?.contacts,
      excluded: [...tree.excluded, ...(this.selfCollisions?.bodies(tree) ?? [])],
      exclusionWarnings: this.selfCollisions?.warnings ?? [],
      ...(actions?.contactDetection !== undefined && { isEnabled: actions.contactDetection }),
    });
    actions?.beginSegment(declare);
    this.stepMotion = this.motionInSteps(build);

    const { lineMasses } = this.elements;
    this.onLines = lineMasses.length === 0 ? undefined : new LineMasses(dynamics, lineMasses);
    this.inputs =
      inputs.length === 0 ? undefined : new InputForces(dynamics, this.elements, this.onLines, inputs.length);
    this.energies = new RunEnergies(dynamics, this.onLines, this.contacts, this.elements);
    const cutForce = (name: string) => this.cutForces?.output(name);
    this.signals = new RunSignals(build, graph, tree, dynamics, this.outputs, this.elements, cutForce, this.energies);
    this.driven = new DriverRows(
      drivers.length,
      signals.map(({ shape, isSolved }) => (isSolved ? (shape[0] ?? 1) : 0)),
    );

    declare.couplings(() => this.couplings());
    this.eventsFollowMotion =
      build.switched.length === 0 && !this.elements.haveEventFunctions && this.contacts.isDistanceEnough;
    const positions = build.flanges.map(({ position }) => position);
    declarePoses(graph, tree, dynamics.mechanism, this.places, positions, declare);
    this.elements.later?.declare(declare, this.places, positions);
  }

  /** Which hidden states act on each other, with the contacts of the present time. */
  private couplings(): CouplingBlock[] {
    const { structure, places, elements, contacts } = this;
    return stateCouplings(structure.dynamics, places.first, elements.couplings, contacts.touchingBodies());
  }

  /** What is needed to look into steps for contacts. */
  private motionInSteps({ flanges }: MultibodyBuild): StepMotion | undefined {
    const { dynamics } = this.structure;
    const isPoint = this.contacts.handler?.isPoint;
    if (isPoint === undefined) return undefined;
    return new StepMotion(dynamics, this.places, flanges, this.declarations, isPoint);
  }
}

/** Whether a name is that of a force or torque in a joint. */
function isCutForce(name: string): boolean {
  return /\.cut(Force|Torque)$/.test(name);
}

/** Positions at which joints with flange are locked or idle, by the number of the flange. */
function lockedFlanges({ structure, actions, flangeOf }: SegmentSetting) {
  const found = new Map<number, { position: number; isStopped: boolean }>();
  const { locked, instant } = actions ?? {};
  const add = (path: string, position: number): void => {
    const flange = flangeOf.get(path);
    if (flange !== undefined) found.set(flange, { position, isStopped: instant?.stopped.includes(path) === true });
  };
  for (const [path, q] of structure.idle) add(path, q[0]!);
  for (const [path, { q }] of locked ?? []) add(path, q[0]!);
  return found;
}

/** Force elements, sensors and other elements of a run: made for the present structure, called in every evaluation. */
import type { SurfacePair } from "../../contact/polygonal/surfacePair.ts";
import type { LineLoad } from "../../forces/inputLoad.ts";
import type { ComponentAccess, SegmentDeclarations } from "../../language/predefined.ts";
import type { BodyForces, BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { Mechanism } from "../../mechanics/mechanism.ts";
import type { MechanismState } from "../../mechanics/mechanismState.ts";
import type { MultibodyBuild } from "../build.ts";
import type {
  BodyAccelerations,
  BodyFrame,
  ContactLookup,
  ForceContext,
  ForceDefinition,
  ForceElement,
  JointCoordinateAccess,
} from "../forces/forceElement.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import type { Reader } from "../reader.ts";
import { type DrawnElement, drawnElement } from "./drawnElement.ts";
import { frameFinder } from "./frames.ts";
import type { PlacedLineMass } from "./lineMasses.ts";
import { MeasuredLater } from "./measuredLater.ts";
import { splitAccelerations } from "./splitAccelerations.ts";

interface Output {
  readonly place: number;
  readonly size: number;
}

/** The context handed to elements: one object, filled before every call. */
class Context implements ForceContext {
  time = 0;
  motion: ForceContext["motion"];
  forces: ForceContext["forces"];
  outputs: Float64Array = new Float64Array(0);
  eventFunctions: Float64Array = new Float64Array(0);
  isOutput = false;
  isEvent = false;
  contacts: ContactLookup;
  private access: ComponentAccess | undefined;

  constructor(state: Pick<MechanismState, "motion" | "forces">, contacts: ContactLookup) {
    this.contacts = contacts;
    this.motion = state.motion;
    this.forces = state.forces;
  }

  fill(access: ComponentAccess, state: MechanismState, isOutput: boolean): void {
    this.access = access;
    this.time = access.time;
    this.motion = state.motion;
    this.forces = state.forces;
    this.outputs = access.w;
    this.eventFunctions = access.z;
    this.isOutput = isOutput;
    this.isEvent = access.isEvent;
  }

  hasCrossed(eventFunction: number): boolean {
    return this.access!.hasCrossed(eventFunction);
  }

  nextEventAt(time: number, cause?: string): void {
    this.access!.nextEventAt(time, cause);
  }
}

export class RunElements {
  private readonly elements: { readonly element: ForceElement; readonly firstInput: number }[] = [];
  /** Those that act in every evaluation, and those that show results of the motion. */
  private readonly acting: ForceElement[] = [];
  private readonly showing: ForceElement[] = [];
  /** Masses on lines between bodies. */
  readonly lineMasses: PlacedLineMass[] = [];
  /** Surfaces whose contact the contact handler watches and whose forces it applies. */
  readonly surfaces: SurfacePair[] = [];
  /** What can be seen of them. */
  readonly drawn: DrawnElement[] = [];
  /** Whether forces or masses of elements act on bodies. */
  get actOnBodies(): boolean {
    return this.acting.length + this.surfaces.length + this.lineMasses.length > 0;
  }

  /** Some are written where forces are computed. */
  haveEventFunctions = false;
  /** Lines with a flange, and what their rates jumped by before an instant. */
  private readonly flanges: { readonly path: string; readonly load: LineLoad; jump: number }[] = [];
  private readonly places = new Map<string, Output>();
  private readonly isRead: boolean;
  private readonly accelerations: { acceleration: Float64Array; angularAcceleration: Float64Array };
  private readonly contacts: () => ContactLookup;
  /** Those that nobody needs during the run. */
  later: MeasuredLater | undefined;
  private context: Context | undefined;
  private lastAccess: ComponentAccess | undefined;

  constructor(
    build: MultibodyBuild,
    graph: ObjectGraph,
    tree: BodyTree,
    mechanism: Mechanism,
    read: Reader,
    declare: SegmentDeclarations,
    /** Asked for in evaluations, when the elements have said which surfaces touch. */
    contacts: () => ContactLookup,
    watchedNames: readonly string[],
    /** The coordinate that a name in `scope` means; undefined when the joint does not exist any more. */
    coordinate: (name: string, scope: string, owner: string) => JointCoordinateAccess | undefined,
  ) {
    const { blueprint, names } = build;
    this.contacts = contacts;
    // equations that read results of elements need them in every evaluation, and so do conditions of action programs
    const readNames = new Set([...watchedNames, ...build.signals.map(({ name }) => name)]);
    // a program may ask for any of them
    const isDeferred = ({ onlyMeasures, outputs = [] }: ForceDefinition, path: string): boolean =>
      onlyMeasures === true &&
      blueprint.actions === undefined &&
      !outputs.some(({ name }) => readNames.has(`${path}.${name}`));
    let firstInput = 0;
    for (const { path, scope, definition } of blueprint.forces) {
      const begin = firstInput;
      firstInput += definition.inputs?.length ?? 0;
      const find = frameFinder(graph, tree, names, scope);
      const isGone =
        definition.objects?.some((name) => isDeleted(graph, find(read.text(`${path}.${name}`), path))) ?? false;
      const coordinates = definition.coordinates?.map((name) => coordinate(name, scope, read.full(path))) ?? [];
      if (isGone || coordinates.includes(undefined)) continue;
      const { outputs = [] } = definition;
      const setup = { path, read, frame: find, coordinate: (i: number) => coordinates[i]! };
      if (isDeferred(definition, path)) {
        const eventFunctions = (): number => -1;
        this.later ??= new MeasuredLater(mechanism);
        this.later.add({ path, outputs, create: (output) => definition.create({ ...setup, output, eventFunctions }) });
        continue;
      }
      for (const { name, size, unit, description } of outputs) {
        const { offset } = declare.output(`${path}.${name}`, {
          ...(size !== undefined && { size }),
          ...(unit !== undefined && { unit }),
          ...(description !== undefined && { description }),
        });
        this.places.set(`${path}.${name}`, { place: offset, size: size ?? 1 });
      }
      const element = definition.create({
        ...setup,
        output: (name) => this.places.get(`${path}.${name}`)!.place,
        eventFunctions: (count, description) => {
          this.haveEventFunctions = true;
          return declare.eventFunctions(count, `${description} (${path})`);
        },
      });
      this.elements.push({ element, firstInput: begin });
      if (element.flangeLoad !== undefined) this.flanges.push({ path, load: element.flangeLoad, jump: 0 });
      if (element.apply !== undefined) this.acting.push(element);
      if (element.show !== undefined) this.showing.push(element);
      const seen = drawnElement(definition, path, read, (name) => find(read.text(`${path}.${name}`), path).path);
      if (seen !== undefined) this.drawn.push(seen);
      if (element.timeEvents !== undefined) declare.timeEvents(element.timeEvents);
      if (element.valuesAt !== undefined) declare.timeFunction(path, (time) => element.valuesAt!(time));
      if (element.surfaces !== undefined) this.surfaces.push(element.surfaces);
      for (const mass of element.lineMasses ?? []) this.lineMasses.push({ mass, path: read.full(path) });
    }
    this.isRead = [...this.places.keys()].some((name) => readNames.has(name));
    const count = this.elements.length === 0 ? 0 : tree.bodies.length;
    this.accelerations = {
      acceleration: new Float64Array(3 * count),
      angularAcceleration: new Float64Array(3 * count),
    };
  }

  /** Bodies that feel forces of equations, or masses on lines. */
  get felt(): readonly number[] {
    return this.elements.flatMap(({ element }) =>
      element.load !== undefined || element.lineMasses !== undefined ? element.bodies : [],
    );
  }

  /** Bodies that elements couple. */
  get couplings(): readonly (readonly number[])[] {
    return this.elements.map(({ element }) => element.bodies);
  }

  apply(access: ComponentAccess, state: MechanismState): void {
    if (this.elements.length === 0) return;
    this.lastAccess = access;
    this.context ??= new Context(state, this.contacts());
    this.context.fill(access, state, this.isRead || access.isOutput);
    for (let i = 0; i < this.acting.length; i++) this.acting[i]!.apply!(this.context);
    if (!this.context.isOutput) return;
    for (let i = 0; i < this.showing.length; i++) this.showing[i]!.show!(this.context);
  }

  /** Adds the forces of the inputs; in an instant those of flanges alone. */
  load(forces: BodyForces, u: ArrayLike<number>, isInstant: boolean): void {
    for (const { element, firstInput } of this.elements)
      if (!isInstant || element.flangeLoad !== undefined) element.load?.(forces, u, firstInput);
  }

  /** Rates of lines with a flange, by their paths. */
  flangeRates(motion: BodyMotion): Map<string, number> {
    return new Map(
      this.flanges.map(({ path, load }) => {
        load.locate(motion);
        return [path, load.values[1]!];
      }),
    );
  }

  /** In the instant that follows rates jump from these. */
  beginInstant(motion: BodyMotion, before: ReadonlyMap<string, number>): void {
    const now = this.flangeRates(motion);
    for (const flange of this.flanges) {
      const rate = now.get(flange.path)!;
      flange.jump = rate - (before.get(flange.path) ?? rate);
    }
  }

  /** What springs hold, J. */
  energy(motion: BodyMotion): number {
    let sum = 0;
    for (const { element } of this.elements) sum += element.energy?.(motion) ?? 0;
    return sum;
  }

  get warnings(): readonly string[] {
    return this.elements.flatMap(({ element }) => element.warning?.() ?? []);
  }

  /** Results that need accelerations. */
  observe(access: ComponentAccess, state: MechanismState): void {
    if (access.isOutput) this.later?.write(access.w, state);
    if (this.context === undefined || !(access.isOutput || this.isRead)) return;
    splitAccelerations(this.accelerations, state);
    const motion: BodyAccelerations = this.accelerations;
    this.context.outputs = access.w;
    for (const { load, jump } of this.flanges) load.jump = access.isImpulse ? jump : 0;
    for (const { element } of this.elements) element.observe?.(this.context, motion);
  }

  /** Where the present value of an output is; undefined when there is no such output. */
  output(name: string): { values: () => Float64Array; place: number; size: number } | undefined {
    const found = this.places.get(name);
    return found === undefined ? undefined : { ...found, values: () => this.lastAccess!.w };
  }
}

/** Elements on deleted objects do not exist any more. */
function isDeleted({ objects }: ObjectGraph, frame: BodyFrame): boolean {
  return objects.some(({ path, isGone }) => isGone === true && path === frame.path);
}

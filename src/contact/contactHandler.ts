/**
 * Contacts of a multibody system, from shapes to forces and events. It knows bodies by number and nothing of models.
 *
 *     handleEvent(t, motion)        who is in contact from now on; records of what began and ended
 *     addForces(motion, forces)     forces of these contacts; nothing else is looked at
 *     eventFunctions(motion, g, k)   event functions: contacts that end, pairs that begin to touch
 *     examineStep(t0, t1, motion)   contacts inside a step that its ends do not show
 *
 * The four steps   preprocessing pairRules.ts, broad phase boundingTree.ts and nearestPairs.ts,
 *                  narrow phase src/collision, response contactForces.ts and impact.ts
 * Kinds            points, lines and patches of convex shapes are found so; surfaces of triangles by polygonal/surfaceSearch.ts. All of
 *                  them are rows of one table, with the same records and the same life; only their forces differ
 * Source           [Neumayr2024] ch. 5–7
 * Length           all four work on one table of contacts, and hand on to the files above as soon as they know the rows
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { corePoint } from "../geometry/core.ts";
import type { BodyForces, BodyMotion } from "../mechanics/bodyMotion.ts";
import { BoundingTree } from "./boundingTree.ts";
import { type CollisionShape, checkShapes } from "./collisionShape.ts";
import { ContactDerivatives } from "./contactDerivatives.ts";
import { addContactForce, press, relativeVelocity, updateContact } from "./contactForces.ts";
import type { ContactMaterials } from "./contactMaterials.ts";
import { type CheckedContactOptions, type ContactOptions, checkedContactOptions } from "./contactOptions.ts";
import type { ContactPairMaterial } from "./contactPairMaterial.ts";
import type { ContactRecord } from "./contactRecord.ts";
import {
  type ContactStartData,
  ContactTable,
  type ConvexContactStart,
  inPoint,
  responseElastic,
} from "./contactTable.ts";
import {
  type ContactEventFunctions,
  type EventFunctionSources,
  joinFactor,
  leaveFactor,
  TwoFunctions,
} from "./eventFunctions.ts";
import { NearestFew, OnePerPair } from "./eventFunctionsOfPairs.ts";
import { firstStepOf, firstStepOfSurfaces } from "./firstStep.ts";
import { applyImpact, type ImpactDynamics, impactRefused } from "./impact.ts";
import { storedEnergy } from "./laws/law.ts";
import { MotionGuard } from "./motionGuard.ts";
import { NearestPairs } from "./nearestPairs.ts";
import { NearPairs } from "./nearPairs.ts";
import { PairDistances } from "./pairDistances.ts";
import { PairResponses } from "./pairResponses.ts";
import type { PairRules } from "./pairRules.ts";
import type { FlatContact } from "./patch/flatContact.ts";
import { FlatShapes } from "./patch/flatShapes.ts";
import type { SurfaceSearch } from "./polygonal/surfaceSearch.ts";
import { ShapePoses } from "./shapePoses.ts";
import { StepCheck, type StepMotion } from "./stepCheck.ts";
import { PointGrip } from "./stiction/pointGrip.ts";
import { writeMargins } from "./stiction/writeMargins.ts";

export interface ContactHandlerSetup {
  /** Convex shapes. */
  readonly shapes: readonly CollisionShape[];
  /** Surfaces of triangles that may touch each other. */
  readonly surfaces?: SurfaceSearch | undefined;
  /** Movable bodies + 1. */
  readonly bodyCount: number;
  /** Masses of the bodies, kg, for the estimate of how long contacts last; that of the world does not matter. */
  readonly bodyMass?: ArrayLike<number>;
  /** Pairs of bodies that never meet. */
  readonly excludedBodyPairs?: readonly (readonly [number, number])[];
  readonly materials: ContactMaterials;
  readonly options?: ContactOptions;
}

/** Penetrations deeper than this part of the smaller shape are reported. */
const deepFraction = 0.1;
/** So many times half the thickness of a body is its thickness: what is deeper has come out on the other side. */
const pierced = 2;

const response = {
  ElasticContactPairMaterial: "elastic",
  ImpulsiveContactPairMaterial: "impulsive",
  ObserverContactPairMaterial: "observer",
  NoContactPairMaterial: "none",
} as const;

/** A contact of the handler before a change of structure. */
interface InheritedContact {
  readonly start: ContactStartData;
  /** Told when the contact does not go on. */
  readonly end: ContactRecord;
}

export class ContactHandler {
  /** The contacts of the present time, with their forces as last computed. */
  readonly table = new ContactTable();
  /** Per body: 1 when its shapes are balls in its origin, if any, so that it does not matter how it turns. */
  readonly isPoint: Uint8Array;
  /** What users should know: deep penetrations, alarms of observers. Each text once. */
  readonly warnings: string[] = [];
  /** Pairs that have been found too deep. */
  private readonly deep = new Set<number>();

  private readonly shapes: readonly CollisionShape[];
  private readonly options: CheckedContactOptions;
  private readonly poses: ShapePoses;
  private readonly rules: PairRules;
  private readonly responses: PairResponses;
  private readonly tree: BoundingTree;
  private readonly distances: PairDistances;
  private readonly nearest: NearestPairs;
  private readonly near: NearPairs;
  private readonly functions: ContactEventFunctions;
  private readonly stepCheck: StepCheck;
  private readonly flat: FlatShapes;
  private readonly surfaces: SurfaceSearch | undefined;
  /** Paths of the shapes, and after them of the surfaces, pair by pair. */
  private readonly paths: readonly string[];
  /** Whether contacts may stick: two more event functions watch them. */
  readonly hasStiction: boolean;
  /** Whether velocities may jump when contacts begin: handleEvent() needs dynamics then. */
  readonly hasImpulses: boolean;
  /** Shapes of the contacts, each once; −1: they have to be listed. */
  private active = new Int32Array(0);
  private activeCount = -1;
  /** Contacts of a handler before a change of structure, by identity. */
  private inherited = new Map<string, InheritedContact>();
  private readonly relative = new Float64Array(6);
  private readonly bodyMass: ArrayLike<number> | undefined;
  /**
   * After handleEvent(): size of the step that the solver should begin with, s; ∞ when nothing began. At its start a contact
   * has no force yet, so nothing there tells a solver how short it will be.
   */
  firstStep = Number.POSITIVE_INFINITY;

  constructor(setup: ContactHandlerSetup) {
    const { shapes, materials } = setup;
    this.options = checkedContactOptions(setup.options ?? {});
    checkShapes(shapes, setup.bodyCount);
    this.flat = new FlatShapes(shapes, this.options.flatContact === "patch");
    this.shapes = this.flat.shapes;
    this.bodyMass = setup.bodyMass;
    this.poses = new ShapePoses(this.shapes);
    this.isPoint = new Uint8Array(setup.bodyCount).fill(1);
    this.shapes.forEach(({ core, body }, s) => {
      if (core.kind !== corePoint || this.poses.armOf(s) > 0) this.isPoint[body] = 0;
    });
    this.responses = new PairResponses(this.shapes, materials, this.options);
    this.rules = this.responses.rules(setup.excludedBodyPairs ?? []);
    this.tree = new BoundingTree(this.poses.body);
    this.distances = new PairDistances(
      this.poses.cores,
      this.shapes.map(({ rounded }) => rounded),
    );
    this.nearest = new NearestPairs(this.tree, this.poses, this.distances, this.rules);
    this.near = new NearPairs(this.tree, this.poses, this.nearest, this.distances, this.options.boundingBoxMargin);
    this.functions = this.createFunctions();
    this.stepCheck = new StepCheck(this.shapes, this.distances, this.rules, this.near, {
      margin: this.options.boundingBoxMargin,
      resolution: this.options.passingResolution,
      hysteresis: this.options.contactHysteresis,
    });
    this.surfaces = setup.surfaces;
    const pairs = this.surfaces?.pairs ?? [];
    for (const { bodyE, bodyF } of pairs) this.isPoint[bodyE] = this.isPoint[bodyF] = 0;
    this.paths = [
      ...this.shapes.map(({ path }) => path),
      ...pairs.flatMap(({ objectE, objectF }) => [objectE, objectF]),
    ];
    this.active = new Int32Array(shapes.length);
    this.hasStiction = this.responses.hasStiction();
    this.hasImpulses = this.responses.hasImpulses();
  }

  private createFunctions(): ContactEventFunctions {
    const { table, nearest, near, poses, distances, rules, options } = this;
    const sources: EventFunctionSources = {
      table,
      nearest,
      near,
      poses,
      distances,
      rules,
      hysteresis: options.contactHysteresis,
    };
    if (options.eventFunctionMethod === "perPair") return new OnePerPair(sources);
    if (options.eventFunctionMethod === "nearest") return new NearestFew(sources, options.nearestPairs);
    return new TwoFunctions(sources);
  }

  /** Number of event functions. With the method "nearest" it may be larger after handleEvent(): declare them again then. */
  get eventFunctionCount(): number {
    return this.functions.count + (this.hasStiction ? 2 : 0) + (this.hasSurfaces ? 2 : 0);
  }

  /** Whether surfaces of triangles may touch: two more event functions watch them. */
  get hasSurfaces(): boolean {
    return this.surfaces !== undefined;
  }

  /** Exact distances computed so far. */
  get distanceEvaluations(): number {
    return this.distances.evaluations;
  }

  pathOf(shape: number): string {
    return this.paths[shape];
  }

  /** Takes over the contacts of the handler before a change of structure: what goes on keeps its damping and its start. */
  adopt(previous: ContactHandler): void {
    this.functions.enlarge(previous.functions.count);
    previous.table.starts.forEach((start, row) =>
      this.inherited.set(previous.identity(start), { start, end: previous.record("end", start.startTime, row) }),
    );
  }

  /** Name of a contact that survives a change of structure. */
  private identity({ a, b, key, surfaces }: ContactStartData): string {
    return surfaces === undefined ? this.rules.identity(a, b) : this.surfaces!.identity(key);
  }

  /** The contact of this name before the change of structure, if there was one: it goes on. */
  private inherit(identity: string): ContactStartData | undefined {
    const found = this.inherited.get(identity)?.start;
    this.inherited.delete(identity);
    return found;
  }

  /** All contacts end because there will be none from now on. */
  endAll(time: number): ContactRecord[] {
    return this.table.starts.map((_, row) => this.record("end", time, row));
  }

  /** Distances and rates of the contacts. */
  update(motion: BodyMotion): void {
    const { poses, table } = this;
    this.locateActive(motion);
    for (let row = 0; row < table.count; row++) {
      updateContact(table, row, poses, motion, this.distances);
      table.starts[row].flat?.evaluate(motion);
    }
  }

  /** Adds the forces of all contacts, for the motion given. Patches and surfaces know their own depth. */
  addForces(motion: BodyMotion, forces: BodyForces): void {
    const { poses, table, distances } = this;
    this.locateActive(motion);
    for (let row = 0; row < table.count; row++) {
      if (table.kind[row] === inPoint) updateContact(table, row, poses, motion, distances);
      addContactForce(table, row, motion, forces);
    }
  }

  private locateActive(motion: BodyMotion): void {
    if (this.activeCount < 0) this.listActive();
    for (let k = 0; k < this.activeCount; k++) this.poses.locate(this.active[k], motion);
  }

  /** The same for some of the contacts, with the shapes that they have. */
  addForcesOf(rows: Int32Array, shapes: Int32Array, motion: BodyMotion, forces: BodyForces): void {
    const { poses, table, distances } = this;
    for (let k = 0; k < shapes.length; k++) poses.locate(shapes[k], motion);
    for (let k = 0; k < rows.length; k++) {
      if (table.kind[rows[k]] === inPoint) updateContact(table, rows[k], poses, motion, distances);
      addContactForce(table, rows[k], motion, forces);
    }
  }

  /** Distance and rate of one contact whose shapes are where the last call of addForcesOf() or locate() had them. */
  measure(row: number, motion: BodyMotion): void {
    updateContact(this.table, row, this.poses, motion, this.distances);
  }

  locate(shapes: Int32Array, motion: BodyMotion): void {
    for (let k = 0; k < shapes.length; k++) this.poses.locate(shapes[k], motion);
  }

  /** Derivatives of the forces of single contacts; shapes have to be located before. */
  createDerivatives(): ContactDerivatives {
    return new ContactDerivatives(this.table, this.poses, this.distances);
  }

  /** For bodies with their own time: which shapes surely meet nothing. */
  createGuard(): MotionGuard {
    return new MotionGuard(this.shapes, this.distances, this.rules, this.options.contactHysteresis);
  }

  /** Shapes of each body, ascending. */
  get shapesOfBodies(): readonly (readonly number[])[] {
    const shapes = Array.from(this.isPoint, (): number[] => []);
    this.poses.body.forEach((b, s) => {
      shapes[b].push(s);
    });
    return shapes;
  }

  /** How far shapes reach from each of the axes of their body; 0 without any. */
  reachAboutAxes(shapes: readonly number[]): Float64Array {
    const most = new Float64Array(3);
    const reach = new Float64Array(3);
    for (const s of shapes) {
      this.poses.reachAboutAxes(reach, s);
      for (let i = 0; i < 3; i++) most[i] = Math.max(most[i], reach[i]);
    }
    return most;
  }

  /** A pair in contact parts when its distance exceeds this. */
  get partingDistance(): number {
    return 2 * this.options.contactHysteresis;
  }

  /** g[offset..] ← event functions, for the motion given. */
  eventFunctions(motion: BodyMotion, g: Float64Array, offset: number): void {
    const { table, poses, distances } = this;
    if (this.functions.needsTree) this.updateTree(motion);
    else poses.locateAll(motion);
    for (let row = 0; row < table.count; row++) {
      const start = table.starts[row];
      if (start.grip !== undefined || start.surfaces !== undefined) {
        updateContact(table, row, poses, motion, distances);
        if (start.grip !== undefined) press(table, row, start.law);
        continue;
      }
      distances.evaluate(poses, table.shapeA[row], table.shapeB[row]);
      table.distance[row] = distances.distance;
    }
    this.functions.evaluate(g, offset);
    const next = offset + this.functions.count;
    if (this.hasStiction) writeMargins(table, motion, g, next);
    this.surfaces?.writeEventFunctions(g, next + (this.hasStiction ? 2 : 0), motion, table.rows);
  }

  /** Poses, boxes and hierarchy. */
  private updateTree(motion: BodyMotion): void {
    this.poses.locateAll(motion);
    this.poses.boundAll(this.tree.boxes, this.options.boundingBoxMargin);
    this.tree.update();
  }

  /**
   * Decides who is in contact from now on: to be called at the start and at every event. Impulsive contacts need `dynamics`;
   * they change the velocities of `motion` through it.
   */
  handleEvent(time: number, motion: BodyMotion, dynamics?: ImpactDynamics): readonly ContactRecord[] {
    const { table, nearest, rules, surfaces } = this;
    const epsilon = this.options.contactHysteresis;
    const records: ContactRecord[] = [];
    this.firstStep = Number.POSITIVE_INFINITY;
    this.updateTree(motion);
    for (let row = 0; row < table.count; row++) updateContact(table, row, this.poses, motion, this.distances);
    const ended = table.starts.map((start, row) => this.hasEnded(start, row));
    ended.forEach((hasEnded, row) => {
      if (!hasEnded) return;
      records.push(this.record("end", time, row));
      table.starts[row].surfaces?.contact.clear();
    });
    if (records.length > 0) table.filter((row) => !ended[row]);
    const kept = table.count;
    // pairs of the table are left out of the search, so new rows wait until it is over
    const found: number[] = [];
    nearest.begin(table.rows);
    while (nearest.next() && nearest.distance <= joinFactor * epsilon) found.push(nearest.a, nearest.b);
    for (let k = 0; k < found.length; k += 2) {
      const [a, b] = [found[k], found[k + 1]];
      if (!table.rows.has(rules.key(a, b))) this.beginContact(a, b, time, motion);
    }
    for (const key of surfaces?.found(motion, table.rows) ?? []) this.beginSurfaces(surfaces!, key, time);
    // what is not taken up by now was deleted, or is one body with the other
    for (const { end } of this.inherited.values()) records.push({ ...end, time });
    this.inherited.clear();
    this.activeCount = -1;
    this.update(motion);
    for (let row = 0; row < table.count; row++) {
      const start = table.starts[row];
      if (start.surfaces !== undefined) continue;
      const { flat, grip, isContinued, law } = start;
      const goesOn = row < kept || isContinued;
      if (grip !== undefined) press(table, row, law);
      if (goesOn) flat?.settle(motion);
      else flat?.begin(motion, table.point, table.normal, 3 * row);
      if (goesOn) grip?.settle(table, row, motion);
      else grip?.begin(table, row, motion);
    }
    for (let row = kept; row < table.count; row++) {
      const start = table.starts[row];
      if (start.isContinued) continue;
      records.push(this.record("start", time, row));
      this.noteStart(row, time, motion, dynamics);
      const firstStep =
        start.surfaces === undefined
          ? firstStepOf(start, this.poses, this.bodyMass)
          : firstStepOfSurfaces(start.surfaces, table.rate[row], this.bodyMass);
      this.firstStep = Math.min(this.firstStep, firstStep);
    }
    if (records.length > 0) this.near.reset();
    this.stepCheck.reset();
    this.functions.select();
    return records;
  }

  /** Whether contacts may begin and end one by one: distances are all that is watched, and nothing is selected by them. */
  get changesPairs(): boolean {
    return !(this.functions.needsTree || this.hasStiction || this.hasSurfaces);
  }

  /** Whether two separated shapes, which have been located, are near enough for a contact to begin, and have forces alone. */
  canMeet(a: number, b: number): boolean {
    if (this.table.rows.has(this.rules.key(a, b))) return false;
    if (this.responses.of(a, b).kind !== "ElasticContactPairMaterial") return false;
    this.distances.evaluate(this.poses, a, b);
    return this.distances.distance <= joinFactor * this.options.contactHysteresis;
  }

  /** Whether two shapes, which have been located, are too far from each other for a contact to begin, and have none. */
  isApart(a: number, b: number): boolean {
    if (this.table.rows.has(this.rules.key(a, b))) return false;
    this.distances.evaluate(this.poses, a, b);
    return this.distances.distance > joinFactor * this.options.contactHysteresis;
  }

  /** Their contact begins, and nothing else has happened; it is the last row. `firstStep` is as after handleEvent(). */
  meet(a: number, b: number, time: number, motion: BodyMotion): ContactRecord {
    const { table, poses } = this;
    const row = table.count;
    this.beginContact(a, b, time, motion);
    updateContact(table, row, poses, motion, this.distances);
    const start = table.starts[row] as ConvexContactStart;
    start.flat?.evaluate(motion);
    start.flat?.begin(motion, table.point, table.normal, 3 * row);
    this.noteStart(row, time, motion, undefined);
    this.firstStep = firstStepOf(start, poses, this.bodyMass);
    this.forgetPairs();
    return this.record("start", time, row);
  }

  /** Whether a contact, whose shapes have been located, is over. */
  canPart(row: number, motion: BodyMotion): boolean {
    this.measure(row, motion);
    return this.hasEnded(this.table.starts[row], row);
  }

  /** It ends, and nothing else has happened: the last row takes its place, whose number before is returned, or −1. */
  part(row: number): number {
    this.firstStep = Number.POSITIVE_INFINITY;
    this.forgetPairs();
    return this.table.remove(row);
  }

  /** What a record tells of a contact that ends. */
  ending(row: number, time: number): ContactRecord {
    return this.record("end", time, row);
  }

  private forgetPairs(): void {
    this.activeCount = -1;
    this.near.reset();
    this.stepCheck.reset();
  }

  /** Whether a contact, as it is now, is over. */
  private hasEnded({ surfaces }: ContactStartData, row: number): boolean {
    if (surfaces !== undefined) return surfaces.contact.elementCount === 0;
    return this.table.distance[row] >= leaveFactor * this.options.contactHysteresis;
  }

  private beginSurfaces(search: SurfaceSearch, key: number, time: number): void {
    const surfaces = search.pair(key);
    const before = this.inherit(search.identity(key));
    const a = this.shapes.length + 2 * search.index(key);
    this.table.add({
      a,
      b: a + 1,
      bodyA: surfaces.bodyE,
      bodyB: surfaces.bodyF,
      key,
      startTime: before?.startTime ?? time,
      isContinued: before !== undefined,
      surfaces,
    });
  }

  private beginContact(a: number, b: number, time: number, motion: BodyMotion): void {
    const { responses, distances, options } = this;
    const material = responses.of(a, b);
    const law = responses.law(material);
    distances.evaluate(this.poses, a, b);
    const { normal, pointA, pointB } = distances;
    const point = pointA.map((value, i) => 0.5 * (value + pointB[i]));
    const [bodyA, bodyB] = [this.poses.body[a], this.poses.body[b]];
    relativeVelocity(this.relative, motion, bodyA, bodyB, point, 0);
    const approach = -(this.relative[0] * normal[0] + this.relative[1] * normal[1] + this.relative[2] * normal[2]);
    const inherited = this.inherit(this.rules.identity(a, b));
    const before = inherited?.surfaces === undefined ? inherited : undefined;
    const speed = before?.startSpeed ?? Math.max(0, approach);
    const isElastic = material.kind === "ElasticContactPairMaterial";
    const damping =
      before?.damping ??
      (isElastic
        ? law.damping({
            speed,
            restitution: material.coefficientOfRestitution,
            smallSpeed: material.vsmall,
            maximumDamping: options.maximumContactDamping,
          })
        : 0);
    const friction = this.friction(
      a,
      b,
      material,
      this.flat.contact(
        a,
        b,
        { normal, speed, mass: this.lighterMass(a, b) },
        material,
        law,
        damping,
        this.poses,
        responses,
      ),
    );
    const stickSlip = before?.flat?.stickSlip ?? before?.grip?.stickSlip;
    if (stickSlip !== undefined) (friction.flat?.stickSlip ?? friction.grip?.stickSlip)?.adopt(stickSlip);
    this.table.add({
      a,
      b,
      bodyA,
      bodyB,
      key: this.rules.key(a, b),
      material,
      law,
      stiffness: isElastic ? responses.stiffness(a, b) : 0,
      damping,
      radius: responses.radius(a, b),
      startSpeed: speed,
      startTime: before?.startTime ?? time,
      isContinued: before !== undefined,
      ...friction,
    });
  }

  /** Of the movable bodies of two shapes, kg; ∞ where masses are not known. */
  private lighterMass(a: number, b: number): number {
    const { bodyMass, poses } = this;
    const masses = [a, b].map((shape) => bodyMass?.[poses.body[shape]] ?? 0).filter((mass) => mass > 0);
    return Math.min(...masses);
  }

  /** A contact in a point has friction that sticks of its own, when the material says so. */
  private friction(
    a: number,
    b: number,
    material: ContactPairMaterial,
    patch: { readonly flat?: FlatContact },
  ): { readonly flat?: FlatContact; readonly grip?: PointGrip } {
    if (patch.flat !== undefined || material.kind !== "ElasticContactPairMaterial") return patch;
    if (material.stiction === undefined) return {};
    return { grip: new PointGrip(material.stiction, this.responses.radius(a, b), this.poses, a, b) };
  }

  /** The convex shapes of all contacts, each once. */
  private listActive(): void {
    const { table, active } = this;
    const seen = new Set<number>();
    for (const { a, b, surfaces } of table.starts) if (surfaces === undefined) seen.add(a).add(b);
    this.activeCount = 0;
    for (const shape of seen) active[this.activeCount++] = shape;
  }

  private noteStart(row: number, time: number, motion: BodyMotion, dynamics: ImpactDynamics | undefined): void {
    const { table, poses } = this;
    const start = table.starts[row];
    if (start.surfaces !== undefined) return;
    const { a, b, material } = start;
    const names = this.namesOf(row);
    const depth = -table.distance[row];
    if (depth > deepFraction * Math.min(poses.reach[a], poses.reach[b])) {
      this.warn(
        `W-CONTACT-DEEP  ${names} begin their contact at t = ${time} with a penetration of ${depth.toPrecision(3)} m: they overlap from the start, or something moved them into each other.`,
      );
    }
    if (material.kind === "ObserverContactPairMaterial" && material.printAlarm)
      this.warn(`W-CONTACT-OBSERVED  ${names} touch at t = ${time}.`);
    if (material.kind === "ImpulsiveContactPairMaterial")
      applyImpact(table, row, material, motion, dynamics, (because, other) =>
        impactRefused(this.pathOf(a), this.pathOf(b), time, other < 0 ? because : `${this.namesOf(other)} ${because}`),
      );
  }

  /** Row of a contact that is deeper than this part of what the law of its patch allows, in the motion looked at last; or −1. */
  private tooDeep(part: number): number {
    const { table } = this;
    for (let row = 0; row < table.count; row++)
      if (-table.distance[row] > part * (table.starts[row].flat?.patch.limit ?? Infinity)) return row;
    return -1;
  }

  /** After eventFunctions(): notes patches that are too deep, once for each pair, and ends the run where one body is through the other. */
  watchDepths(time: number): void {
    const through = this.tooDeep(pierced);
    if (through >= 0) throw this.pressedInto(through, time);
    const row = this.tooDeep(1);
    if (row < 0 || this.deep.has(this.table.starts[row].key)) return;
    this.deep.add(this.table.starts[row].key);
    this.warn(
      `W-CONTACT-DEEP  ${this.namesOf(row)} are ${(-this.table.distance[row]).toPrecision(3)} m inside each other at t = ${time}, more than half the thickness of one of them: contacts are too soft for that, and from there on the force of their patch need not be the gradient of its energy.`,
    );
  }

  /** Why a solver finds no step that is small enough: a patch that is deeper than its law reaches. */
  stuck(time: number): RattlebackError | undefined {
    // solvers fail in front of it
    const row = this.tooDeep(0.9);
    return row < 0 ? undefined : this.pressedInto(row, time);
  }

  private pressedInto(row: number, time: number): RattlebackError {
    const { a, b, flat } = this.table.starts[row];
    const depth = -this.table.distance[row];
    const { limit } = flat!.patch;
    return new RattlebackError("E-CONTACT-DEEP", `${this.namesOf(row)} are pressed too far into each other.`, {
      where: `t = ${time} s`,
      because: `they are ${depth.toPrecision(3)} m inside each other; a patch holds up to ${limit.toPrecision(3)} m, half the thickness of one of them`,
      hint: 'stiffer contacts (a larger elasticContactReductionFactor), a thicker shape, a start further apart, or contact: { flatContact: "point" } in the Scene, whose law reaches deeper',
      data: { time, objects: [this.pathOf(a), this.pathOf(b)], depth, limit },
    });
  }

  /** Which contact of the bodies that count rings fastest, and what to do about it. */
  slowBecause(counts: (body: number) => boolean): string | undefined {
    const { table, bodyMass } = this;
    const inverse = (body: number): number => (body === 0 ? 0 : 1 / (bodyMass?.[body] ?? 1));
    let [fastest, square] = [-1, -1];
    for (let row = 0; row < table.count; row++) {
      const [a, b] = [table.bodyA[row], table.bodyB[row]];
      if (!(counts(a) || counts(b)) || table.response[row] !== responseElastic) continue;
      // of a Hertz contact: dF/dδ = 3/2·F/δ
      const stiffness = table.distance[row] < 0 ? (-1.5 * table.normalForce[row]) / table.distance[row] : 0;
      const found = stiffness * (inverse(a) + inverse(b));
      if (found > square) [fastest, square] = [row, found];
    }
    if (fastest < 0) return undefined;
    const rate = Math.sqrt(square) / (2 * Math.PI);
    const ringing = rate > 1 ? `, about ${rate.toPrecision(2)} times per second` : "";
    return `${this.namesOf(fastest)} ring against each other${ringing}, and the solver follows. A smaller elasticContactReductionFactor of the Scene makes contacts softer and slower, at least ten times slower with a thousandth of it; response: "rigid" is a preview without them`;
  }

  /** Both objects of a row, for messages. */
  private namesOf(row: number): string {
    const { a, b } = this.table.starts[row];
    return `"${this.pathOf(a)}" and "${this.pathOf(b)}"`;
  }

  private warn(text: string): void {
    if (!this.warnings.includes(text)) this.warnings.push(text);
  }

  /** Times inside the step, ascending, at which a separated pair is in contact: event functions must be examined there. */
  examineStep(t0: number, t1: number, motion: StepMotion): readonly number[] {
    const { stepCheck, surfaces, table } = this;
    stepCheck.examine(t0, t1, motion, table.rows);
    if (surfaces === undefined) return stepCheck.times;
    return [...stepCheck.times, ...surfaces.examineStep(t0, t1, motion, table.rows)].sort((x, y) => x - y);
  }

  /** Elastic energy of all contacts, J: what their laws hold. */
  elasticEnergy(): number {
    const { table } = this;
    let energy = 0;
    for (let row = 0; row < table.count; row++) {
      const start = table.starts[row];
      if (start.surfaces !== undefined) energy += start.surfaces.contact.results.energy;
      else if (start.flat !== undefined) energy += start.flat.patch.energy;
      else if (table.response[row] === responseElastic)
        energy += storedEnergy(start.law, table.stiffness[row], table.damping[row], -table.distance[row]);
    }
    return energy;
  }

  private record(kind: "start" | "end", time: number, row: number): ContactRecord {
    const { table } = this;
    const start = table.starts[row];
    const { a, b } = start;
    const k = 3 * row;
    const constants = start.surfaces === undefined ? constantsOf(start) : { response: "elastic" as const };
    return {
      kind,
      time,
      obj1: this.pathOf(a),
      obj2: this.pathOf(b),
      position: [table.point[k], table.point[k + 1], table.point[k + 2]],
      normal: [table.normal[k], table.normal[k + 1], table.normal[k + 2]],
      normalVelocity: table.rate[row],
      distance: table.distance[row],
      ...constants,
    };
  }
}

/** What a record tells about the response of convex shapes. */
function constantsOf({ material, stiffness, damping }: ConvexContactStart) {
  const isElastic = material.kind === "ElasticContactPairMaterial";
  return { response: response[material.kind], ...(isElastic && { stiffness, damping }) };
}

/**
 * Contacts of a 3-D model: from its objects to the contact handler, and from there to forces, events, results and pictures.
 *
 *     move        at an event: who is in contact (settle)
 *     reduce      forces of the contacts (addForces)
 *     event functions  only when the solver asks for them (writeEventFunctions)
 *     steps       looked into for contacts that their ends do not show (examineStep)
 */
import { ContactHandler } from "../contact/contactHandler.ts";
import { ContactMaterials } from "../contact/contactMaterials.ts";
import { type ContactRecord, describeContact } from "../contact/contactRecord.ts";
import type { ContactTable } from "../contact/contactTable.ts";
import type { FlatContact } from "../contact/patch/flatContact.ts";
import { patchOutline } from "../contact/patch/patchOutline.ts";
import type { SurfacePair } from "../contact/polygonal/surfacePair.ts";
import { SurfaceSearch } from "../contact/polygonal/surfaceSearch.ts";
import type { RigidContacts } from "../contact/rigid/rigidContacts.ts";
import type { StepMotion } from "../contact/stepCheck.ts";
import type { ComponentAccess, SegmentDeclarations } from "../language/predefined.ts";
import type { MechanismDynamics } from "../mechanics/mechanismDynamics.ts";
import type { MechanismState } from "../mechanics/mechanismState.ts";
import type { ContactMark, ContactsAt } from "../scene/animation.ts";
import type { Blueprint } from "./blueprint.ts";
import { collisionShapes, hullWarnings, type ModelShapes } from "./collisionShapes.ts";
import { impactDynamics } from "./contactImpacts.ts";
import { idleWarnings, type SceneElement } from "./features/scene.ts";
import type { ContactLookup } from "./forces/forceElement.ts";
import type { ObjectGraph } from "./graph/objectGraph.ts";
import type { BodyTree } from "./graph/spanningTree.ts";
import { solidMaterialPalette } from "./materials/solidMaterialPalette.ts";
import { polygonalPairs } from "./polygonalPairs.ts";
import type { Reader } from "./reader.ts";
import { rigidContacts } from "./rigidResponse.ts";

export interface ContactCouplingSetup {
  readonly blueprint: Blueprint;
  readonly graph: ObjectGraph;
  readonly tree: BodyTree;
  readonly read: Reader;
  readonly declare: SegmentDeclarations;
  /** Surfaces that force elements name. */
  readonly surfaces: readonly SurfacePair[];
  /** Of the segment before. */
  readonly previous: ContactCoupling | undefined;
  /** Bodies that do not touch each other, and what is to be said about it. */
  readonly excluded: readonly (readonly [number, number])[];
  readonly exclusionWarnings: readonly string[];
  /** Set by an action; as the scene says when absent. */
  readonly isEnabled?: boolean;
}

export class ContactCoupling implements ContactLookup {
  /** undefined: nothing in the model touches, or contacts are rigid. */
  readonly handler: ContactHandler | undefined;
  /** Present when contacts are rigid. */
  readonly rigid: RigidContacts | undefined;
  /** Every contact that began or ended so far. */
  readonly records: ContactRecord[];
  /** Contacts where results were stored, for pictures. */
  readonly marks: ContactsAt[];
  private readonly firstEventFunction: number;
  private readonly declaredEventFunctions: number;
  /** Number of the object in the scene, by shape and surface. */
  private readonly objectOf: Int32Array;
  private readonly graph: ObjectGraph;
  private readonly materials: ContactMaterials;
  /** Objects by their paths relative to the model, once somebody asks. */
  private objectNumber: ReadonlyMap<string, number> | undefined;
  private readonly ownWarnings: readonly string[];
  /** The motion is asked for, not the event functions. Forces must stay: dense output may evaluate the derivatives for it. */
  private isExamining = false;

  constructor(setup: ContactCouplingSetup) {
    const { blueprint, graph, tree, read, declare, previous, excluded, isEnabled = true } = setup;
    this.records = previous?.records ?? [];
    this.marks = previous?.marks ?? [];
    const world = graph.objects[graph.world]!;
    const place = `${world.path}.feature`;
    this.graph = graph;
    const scene = blueprint.objects.find(({ path }) => path === world.path)!.feature!.element as SceneElement;
    const materials =
      previous?.materials ??
      new ContactMaterials({ ...solidMaterialPalette, ...graph.solidMaterials }, scene.contactPairMaterials);
    this.materials = materials;
    const isOn = isEnabled && read.isTrue(`${place}.enableContactDetection`);
    const reduction = read.number(`${place}.elasticContactReductionFactor`);
    const isPolygonal = isOn && graph.objects.some(({ collision }) => collision?.model === "polygonal");
    const polygonal = isPolygonal ? polygonalPairs(graph, tree, excluded, materials, reduction) : undefined;
    const surfaces = [...(polygonal?.pairs ?? []), ...setup.surfaces];
    const found = [
      ...(previous?.warnings ?? []),
      ...setup.exclusionWarnings,
      ...hullWarnings(graph),
      ...(polygonal?.warnings ?? []),
    ];
    const ofSurfaces = setup.surfaces.flatMap((pair) => pair.warnings ?? []);
    this.ownWarnings = [...new Set([...idleWarnings(scene), ...(isOn ? found : []), ...ofSurfaces])];
    const all = isOn ? collisionShapes(graph, tree) : noShapes;
    const isRigid = all.shapes.length > 1 && scene.contact.response === "rigid";
    const { shapes, objectOf } = isRigid || all.shapes.length < 2 ? noShapes : all;
    const numbers = surfaces.flatMap(({ objectE, objectF }) => [
      this.numberOfFull(objectE),
      this.numberOfFull(objectF),
    ]);
    this.objectOf = Int32Array.from([...objectOf, ...numbers]);
    if (isRigid)
      this.rigid = rigidContacts({
        shapes: all.shapes,
        bodyCount: tree.bodies.length,
        excludedBodyPairs: excluded,
        materials,
        options: scene.contact,
      });
    if (shapes.length === 0 && surfaces.length === 0) {
      for (const record of previous?.handler?.endAll(declare.time) ?? []) this.records.push(record);
      this.handler = undefined;
      this.firstEventFunction = 0;
      this.declaredEventFunctions = 0;
      return;
    }
    this.handler = new ContactHandler({
      shapes,
      surfaces: surfaces.length === 0 ? undefined : new SurfaceSearch(surfaces),
      bodyCount: tree.bodies.length,
      bodyMass: tree.bodies.map(({ mass }) => mass.mass),
      excludedBodyPairs: excluded,
      materials,
      options: {
        elasticContactReductionFactor: reduction,
        maximumContactDamping: read.number(`${place}.maximumContactDamping`),
        ...scene.contact,
      },
    });
    if (previous?.handler !== undefined) this.handler.adopt(previous.handler);
    this.declaredEventFunctions = this.handler.eventFunctionCount;
    this.firstEventFunction = declare.eventFunctions(this.declaredEventFunctions, "contact");
  }

  /**
   * At an event: who is in contact from now on. `first` is the place of the hidden states, which impacts change. Returns whether
   * contacts began or ended.
   */
  settle(access: ComponentAccess, dynamics: MechanismDynamics, first: number): boolean {
    const { handler } = this;
    if (handler === undefined) return false;
    const { motion } = dynamics.state;
    const impacts = handler.hasImpulses ? impactDynamics(access, dynamics, first) : undefined;
    const records = handler.handleEvent(access.time, motion, impacts);
    for (const record of records) {
      this.records.push(record);
      access.report(describeContact(record));
    }
    if (Number.isFinite(handler.firstStep)) access.firstStepAtMost(handler.firstStep);
    if (handler.eventFunctionCount > this.declaredEventFunctions)
      access.restartSegment("more event functions of contacts");
    return records.length > 0;
  }

  /** Event functions depend on positions alone: no friction that sticks is watched, and no surfaces, which know no distance. */
  get isDistanceEnough(): boolean {
    return this.handler === undefined || !(this.handler.hasStiction || this.handler.hasSurfaces);
  }

  /** Pairs of bodies that touch each other now. */
  touchingBodies(): number[][] {
    return this.handler?.table.starts.map(({ bodyA, bodyB }) => [bodyA, bodyB]) ?? [];
  }

  addForces(state: MechanismState): void {
    this.handler?.addForces(state.motion, state.forces);
  }

  writeEventFunctions(access: ComponentAccess, state: MechanismState): void {
    if (this.isExamining) return;
    this.handler?.eventFunctions(state.motion, access.z, this.firstEventFunction);
    this.handler?.watchDepths(access.time);
  }

  examineStep(from: number, to: number, motion: StepMotion): readonly number[] {
    const { handler } = this;
    if (handler === undefined) return nothing;
    this.isExamining = true;
    try {
      return handler.examineStep(from, to, motion);
    } finally {
      this.isExamining = false;
    }
  }

  /** What the run is, where it is less than a computation. */
  get headline(): readonly string[] {
    return this.rigid === undefined ? [] : [previewText(this.rigid.interval)];
  }

  get warnings(): readonly string[] {
    return [...this.ownWarnings, ...(this.handler?.warnings ?? [])];
  }

  get table(): ContactTable | undefined {
    return this.handler?.table;
  }

  numberOf(object: string): number {
    this.objectNumber ??= new Map(this.graph.objects.map(({ path }, k) => [path, k]));
    return this.objectNumber.get(object) ?? -1;
  }

  /** The same for paths in the whole model. */
  private numberOfFull(object: string): number {
    return this.numberOf(object.slice(this.graph.prefix.length));
  }

  side(row: number, object1: number, object2: number): -1 | 0 | 1 {
    const { table } = this.handler!;
    const a = this.objectOf[table.shapeA[row]!]!;
    const b = this.objectOf[table.shapeB[row]!]!;
    if (a === object1 && b === object2) return -1;
    return a === object2 && b === object1 ? 1 : 0;
  }

  /** Elastic energy of the contacts, J. */
  get energy(): number {
    return this.handler?.elasticEnergy() ?? 0;
  }

  /** Keeps the contacts of a stored time for pictures. */
  mark(time: number): void {
    const { handler, marks } = this;
    if (handler === undefined) return;
    while (marks.length > 0 && marks.at(-1)!.time >= time) marks.pop();
    const { table } = handler;
    if (table.count === 0 && (marks.length === 0 || marks.at(-1)!.contacts.length === 0)) return;
    marks.push({ time, contacts: Array.from({ length: table.count }, (_, row) => this.markOf(row)) });
  }

  private markOf(row: number): ContactMark {
    const { table } = this.handler!;
    const three = (values: Float64Array): [number, number, number] => [
      values[3 * row]!,
      values[3 * row + 1]!,
      values[3 * row + 2]!,
    ];
    return {
      obj1: this.objectOf[table.shapeA[row]!]!,
      obj2: this.objectOf[table.shapeB[row]!]!,
      point: three(table.point),
      normal: three(table.normal),
      force: three(table.force),
      ...patchOf(table.starts[row]!.flat),
    };
  }
}

function previewText(interval: number): string {
  return `W-CONTACT-PREVIEW  This is a preview: contacts are rigid, with impulses every ${interval} s, and have no error control. response: "elastic" in the Scene computes them.`;
}

function patchOf(flat: FlatContact | undefined): Pick<ContactMark, "patch"> {
  return flat === undefined ? {} : { patch: patchOutline(flat.patch) };
}

const nothing: readonly number[] = [];
const noShapes: ModelShapes = { shapes: [], objectOf: new Int32Array(0) };

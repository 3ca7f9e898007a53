/**
 * A Model3D that stands for a mechanism of Modelica: an object for every place where frames are joined, joints and forces between them.
 * Names in it are its own; what they are called in the result is kept beside it.
 */
import { DisjointSets } from "../../compile/disjointSets.ts";
import type { ModelDefinition } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { cardanFromRotation } from "../../math/rotation.ts";
import { MassProperties } from "../../multibody/features/massProperties.ts";
import { Scene, type SceneOwnOptions } from "../../multibody/features/scene.ts";
import { Solid } from "../../multibody/features/solid.ts";
import { Fix, Free, Prismatic } from "../../multibody/joints/joints.ts";
import { Model3D } from "../../multibody/model3D.ts";
import { Object3D } from "../../multibody/object3D.ts";
import { BodyMotion } from "./bodyMotion.ts";
import { FrameForces } from "./frameForces.ts";
import type { Mechanism } from "./mechanism.ts";
import { NotNative } from "./notNative.ts";
import type { PartView, Start } from "./partView.ts";

export const worldObject = "_world";

/** Names of position and orientation of an object in the result. */
export interface FrameNames {
  readonly r: string[];
  readonly T: string[];
}

/** The line between two objects, along which shapes of a part extend; `split`: length of a housing at its begin. */
export interface PartLine {
  readonly from: string;
  readonly to: string;
  readonly split: number;
}

/** A shape along a line, from `begin` to `end` at most, in metres from its begin. */
export interface LineShape extends PartLine {
  readonly path: string;
  readonly begin: number;
  readonly end: number;
}

/** A body that may be the base of a free part. */
interface Base {
  readonly view: PartView;
  readonly object: string;
  readonly isPoint: boolean;
  /** Translation, velocity, orientation and angular velocity in world axes. */
  readonly start: {
    readonly r: readonly Start[];
    readonly v: readonly Start[];
    readonly T: readonly number[];
    readonly areAnglesFixed: boolean;
    readonly w: readonly number[];
    readonly isRateFixed: boolean;
  };
}

export class MechanismBuilder {
  private readonly mechanism: Mechanism;
  private readonly entries: Record<string, unknown> = {};
  private readonly objects = new Map<string, string>();
  readonly frameNames = new Map<string, FrameNames>();
  /** Objects that joints and rigid connections hold together. */
  private readonly held = new DisjointSets<string>();
  private readonly bases: Base[] = [];
  private readonly motions = new Map<string, string>();
  private readonly framesAt = new Map<string, string>();
  /** Results that do not change. */
  readonly constants: { readonly name: string; readonly values: readonly number[] }[] = [];
  /** Lines by the paths of parts. */
  readonly lines = new Map<string, PartLine>();
  readonly lineShapes: LineShape[] = [];
  /** Joints that close loops by what their authors say: of joints that could be cut as well, the last ones are. */
  private readonly closing: { readonly name: string; readonly joint: ModelDefinition }[] = [];
  private gravityField: ModelDefinition | undefined;
  /** Options of the scene when something collides. */
  contactScene: Partial<SceneOwnOptions> | undefined;
  /** What acts on frames. */
  readonly forces = new FrameForces(worldObject);
  private count = 0;
  /** Variables of the model by what they are called in the mechanism, where both are the same variable. */
  readonly shared: { readonly inside: string; readonly outside: string }[] = [];
  /** What a variable of a part is, by its path: an expression in the names of the mechanism. */
  readonly meanings = new Map<string, string>();
  /** Names of results by names in the mechanism. */
  readonly resultNames = new Map<string, string[]>();
  /** Variables of the model that are zero. */
  readonly zeros: string[] = [];
  /** Flows of flanges in the mechanism that nothing is connected to. */
  readonly unloaded: string[] = [];

  constructor(mechanism: Mechanism) {
    this.mechanism = mechanism;
    this.held.find(worldObject);
  }

  /** Whether what a joint connects may touch each other. */
  canCollide(joint: string): boolean {
    const { atJoints = [] } = this.mechanism.contacts ?? {};
    return atJoints === "all" || atJoints.includes(joint);
  }

  add(prefix: string, part: ModelDefinition): string {
    const name = `_${prefix}${++this.count}`;
    this.entries[name] = part;
    return name;
  }

  /** A joint without coordinates of its own. */
  close(joint: ModelDefinition): string {
    const name = `_joint${++this.count}`;
    this.closing.push({ name, joint });
    return name;
  }

  setWorld(gravityField: ModelDefinition): void {
    this.gravityField = gravityField;
    this.entries[worldObject] = Object3D();
  }

  /** The object where a frame of a part is. */
  place(view: PartView, frame: string): string {
    return this.placeOfFrame(`${view.path}.${frame}`);
  }

  placeOfFrame(path: string): string {
    const place = this.mechanism.placeOf(path);
    let object = this.objects.get(place);
    if (object === undefined) {
      object = this.add("place", Object3D());
      this.objects.set(place, object);
      this.held.find(object);
    }
    return object;
  }

  /** A result of the mechanism is called so in the model. */
  name(inside: string, outside: string): void {
    const names = this.resultNames.get(inside);
    if (names === undefined) this.resultNames.set(inside, [outside]);
    else names.push(outside);
  }

  /** The result, and in equations a value of the mechanism. */
  means(inside: string, outside: string): void {
    this.name(inside, outside);
    this.meanings.set(outside, inside);
  }

  /** The object of a frame that is named already. */
  objectAt(frame: string): string | undefined {
    return this.framesAt.get(frame);
  }

  /** Components that have frames. */
  frameOwners(): string[] {
    return [...new Set([...this.framesAt.keys()].map((path) => path.slice(0, Math.max(0, path.lastIndexOf(".")))))];
  }

  newObject(): string {
    const object = this.add("place", Object3D());
    this.held.find(object);
    return object;
  }

  namesOf(object: string): FrameNames {
    let names = this.frameNames.get(object);
    if (names === undefined) {
      names = { r: [], T: [] };
      this.frameNames.set(object, names);
    }
    return names;
  }

  /** Frames that a part has inside, under names that results have too. */
  frame(path: string, object: string): void {
    this.framesAt.set(path, object);
    const { r, T } = this.namesOf(object);
    r.push(`${path}.r_0`);
    T.push(`${path}.R.T`);
  }

  /** What measures velocities and accelerations of an object. */
  motionOf(object: string): string {
    let motion = this.motions.get(object);
    if (motion === undefined) {
      motion = this.add("motion", BodyMotion(object));
      this.motions.set(object, motion);
    }
    return motion;
  }

  hold(a: string, b: string): void {
    this.held.join(a, b);
  }

  /** `T`: as in an orientation of Modelica, from the axes of a to those of b, by rows. */
  fix(a: string, b: string, translation: readonly number[], T?: readonly number[]): void {
    this.add("fix", Fix({ obj1: a, obj2: b, translation: [...translation], rotation: anglesOf(T) }));
    this.hold(a, b);
  }

  mass(object: string, mass: number, centreOfMass: readonly number[], I: readonly number[]): void {
    const [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] = I as [number, number, number, number, number, number];
    const massProperties = MassProperties({ mass, centreOfMass: [...centreOfMass], Ixx, Iyy, Izz, Ixy, Ixz, Iyz });
    this.add("body", Object3D({ parent: object, feature: Solid({ massProperties }) }));
  }

  base(base: Base): void {
    this.bases.push(base);
  }

  /** What nothing holds moves freely: a body of it gives the start. */
  private release(): void {
    const free = this.bases
      .map((base, k) => ({ base, k, rank: rankOf(base) }))
      .sort((a, b) => a.rank - b.rank || a.k - b.k);
    for (const { base } of free) {
      if (this.held.find(base.object) === this.held.find(worldObject)) {
        checkHeld(base);
        continue;
      }
      if (base.isPoint && this.held.members(base.object).length === 1) this.slide(base);
      else if (base.isPoint) base.view.refuse("it is the base of a part that turns, without an inertia of its own");
      else this.float(base);
    }
    for (const [place, object] of this.objects)
      if (this.held.find(object) !== this.held.find(worldObject))
        throw new NotNative(place, "no body or joint determines where it is");
  }

  private float({ object, start: { r, v, T, areAnglesFixed, w, isRateFixed } }: Base): void {
    const vector = (values: readonly number[], isFixed: boolean) =>
      isFixed ? Var({ init: [...values] }) : [...values];
    this.add(
      "free",
      Free({
        obj1: worldObject,
        obj2: object,
        canCollide: true,
        translation: vector(
          r.map(({ value }) => value),
          r.some(({ isFixed }) => isFixed),
        ),
        velocity: vector(
          v.map(({ value }) => value),
          v.some(({ isFixed }) => isFixed),
        ),
        rotation: vector(anglesOf(T), areAnglesFixed),
        angularVelocity: vector(w, isRateFixed),
      }),
    );
    this.hold(worldObject, object);
  }

  /** A point mass on its own has three degrees of freedom. */
  private slide({ object, start: { r, v: velocity } }: Base): void {
    let from = worldObject;
    for (let k = 0; k < 3; k++) {
      const to = k === 2 ? object : this.newObject();
      const [s, v] = [startValue(r[k]!), startValue(velocity[k]!)];
      this.add("slide", Prismatic({ obj1: from, obj2: to, canCollide: true, axis: k + 1, s, v }));
      this.hold(from, to);
      from = to;
    }
  }

  finish(): ModelDefinition {
    this.release();
    for (const { name, joint } of this.closing) this.entries[name] = joint;
    if (this.gravityField !== undefined) {
      const { gravityField, forces, contactScene } = this;
      const enableContactDetection = contactScene !== undefined;
      const feature = Scene({ ...contactScene, gravityField, enableContactDetection, cutForces: forces.isClosed });
      this.entries[worldObject] = Object3D({ feature });
    }
    return Model3D(this.entries as never);
  }
}

export function startValue({ value, isFixed }: Start) {
  return isFixed ? Var({ init: value }) : Var({ start: value });
}

export function anglesOf(T: readonly number[] | undefined): number[] {
  if (T === undefined) return [0, 0, 0];
  const [a, b, c, d, e, f, g, h, i] = T as [number, number, number, number, number, number, number, number, number];
  const angles = new Float64Array(3);
  cardanFromRotation(angles, 0, Float64Array.of(a, d, g, b, e, h, c, f, i), 0);
  return [...angles];
}

/** Start values that are fixed come first, point masses last. */
function rankOf({ isPoint, start: { r, v, areAnglesFixed, isRateFixed } }: Base): number {
  const isFixed = areAnglesFixed || isRateFixed || [...r, ...v].some((start) => start.isFixed);
  return (isPoint ? 2 : 0) + (isFixed ? 0 : 1);
}

function checkHeld({ view, start: { r, v, areAnglesFixed, isRateFixed } }: Base): void {
  if (areAnglesFixed || isRateFixed || [...r, ...v].some(({ isFixed }) => isFixed))
    view.refuse("its start values are fixed, and joints determine its motion");
}

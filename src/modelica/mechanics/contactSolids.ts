/** Solids of a mechanism of Modelica: parts that collide as what they show, and what is added to its frames. */
import { listNames, suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { SolidShape } from "../../geometry/registry.ts";
import { Box } from "../../geometry/shapes/box.ts";
import { Cylinder } from "../../geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../../geometry/shapes/ellipsoid.ts";
import { Sphere } from "../../geometry/shapes/sphere.ts";
import { ModelDefinition } from "../../language/model.ts";
import * as elementary from "../../math/elementary.ts";
import type { SceneOwnOptions } from "../../multibody/features/scene.ts";
import { Solid, type SolidElement } from "../../multibody/features/solid.ts";
import { Object3D } from "../../multibody/object3D.ts";
import { type VisualMaterial, visualMaterialOf } from "../../scene/visualMaterial.ts";
import { type ContactSolid, type ModelicaContacts, ownNames, sceneNames, solidNames } from "./contactOptions.ts";
import { anglesOf, type MechanismBuilder } from "./mechanismBuilder.ts";
import type { FixedShape } from "./partShapes.ts";

/** A solid that is drawn where the signals `path.r_0` and `path.R.T` say. */
export interface DrawnSolid {
  readonly path: string;
  readonly shape: SolidShape;
  readonly material: VisualMaterial;
}

export interface AddedSolids {
  readonly drawn: readonly DrawnSolid[];
  /** What is drawn of an object of the mechanism. */
  readonly drawnAs: ReadonlyMap<string, string>;
}

/** Names of joints are names of parts. */
export function checkJoints({ atJoints = [] }: ModelicaContacts, parts: readonly string[]): void {
  const unknown = atJoints === "all" ? undefined : atJoints.find((joint) => !parts.includes(joint));
  if (unknown === undefined) return;
  throw contactError(`The mechanism has no joint "${unknown}", at which parts could touch.`, "contacts.atJoints", {
    hint: suggestName(unknown, parts, "names as in the model: arm.elbow"),
  });
}

export function contactScene(contacts: ModelicaContacts): Partial<SceneOwnOptions> {
  return Object.fromEntries(
    sceneNames.flatMap((name) => (contacts[name] === undefined ? [] : [[name, contacts[name]]])),
  );
}

/** `shapes`: what the model shows; `isTaken`: whether a component of the model has the name. */
export function addContactSolids(
  { solids }: ModelicaContacts,
  builder: MechanismBuilder,
  shapes: readonly FixedShape[],
  isTaken: (name: string) => boolean,
): AddedSolids {
  const drawn: DrawnSolid[] = [];
  const drawnAs = new Map<string, string>();
  const add = (name: string, parent: string, pose: Pose, shape: SolidShape, solid: ContactSolid): string => {
    const given = solidNames.flatMap((key) => (solid[key] === undefined ? [] : [[key, solid[key]]]));
    const feature = Solid({ shape, massProperties: 0, collision: true, ...Object.fromEntries(given) });
    const { translation, rotation } = pose;
    const object = builder.add(
      "solid",
      Object3D({ parent, translation: [...translation], rotation: [...rotation], feature: called(feature, name) }),
    );
    builder.forces.addContact(parent);
    drawnAs.set(object, name);
    return object;
  };
  for (const [name, given] of Object.entries(solids)) {
    const solid: ContactSolid = typeof given === "string" ? { solidMaterial: given } : given;
    if (solid.shape === undefined) {
      for (const shown of shownBy(name, solid, shapes))
        add(shown.path, shown.object, poseOf(shown), collidingShape(shown), solid);
      continue;
    }
    const { shape, on = name, translation = [0, 0, 0], rotation = [0, 0, 0], visualMaterial } = solid;
    if (on !== name && isTaken(name)) throw nameTaken(name);
    const path = on === name ? `${name}.solid` : name;
    const object = add(path, frameOf(name, on, builder), { translation, rotation }, shape, solid);
    const { r, T } = builder.namesOf(object);
    r.push(`${path}.r_0`);
    T.push(`${path}.R.T`);
    if (visualMaterial !== null) drawn.push({ path, shape, material: visualMaterialOf(visualMaterial) });
  }
  return { drawn, drawnAs };
}

/** In contacts a solid has the name of the model, not that of the mechanism inside. */
function called(solid: ModelDefinition, contactName: string): ModelDefinition {
  const element: SolidElement = { ...(solid.element as SolidElement), contactName };
  return new ModelDefinition({ ...solid, element });
}

interface Pose {
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
}

function shownBy(name: string, solid: ContactSolid, shapes: readonly FixedShape[]): readonly FixedShape[] {
  const wrong = ownNames.find((key) => solid[key] !== undefined);
  if (wrong !== undefined)
    throw contactError(`"${name}" has ${wrong}, but no shape.`, name, {
      because: "without a shape of its own it collides as what it shows, where it shows it",
      hint: "shape: Sphere({ diameter: 0.1 })",
    });
  const found = shapes.filter(
    ({ path, length, width, height }) =>
      (path === name || path.startsWith(`${name}.`)) && Math.min(length, width, height) > 0,
  );
  if (found.length > 0) return found;
  const owners = [...new Set(shapes.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf(".")))))];
  throw contactError(`"${name}" cannot collide: it shows no shape that keeps its size.`, name, {
    because: owners.length === 0 ? "nothing in the model does" : `those of these do: ${listNames(owners)}`,
    hint: suggestName(name, owners, "give it one: { shape: Sphere({ diameter: 0.1 }), solidMaterial: … }"),
  });
}

function frameOf(name: string, on: string, builder: MechanismBuilder): string {
  for (const path of [on, `${on}.frame_a`, `${on}.frame_b`]) {
    const object = builder.objectAt(path);
    if (object !== undefined) return object;
  }
  throw contactError(`The solid "${name}" is nowhere: "${on}" is no frame, and no part with frames.`, name, {
    hint: suggestName(on, builder.frameOwners(), 'on: "world", or the name of a part or frame of the mechanism'),
  });
}

function nameTaken(name: string): RattlebackError {
  return contactError(`A solid cannot be called "${name}".`, name, {
    because: "the model has a component of this name",
    hint: "another name: solids with a shape of their own are added to the model",
  });
}

/** Length, width and height of a shape of Modelica lie along three axes, and it begins where its length begins. */
function poseOf({ begin, lengthDirection, widthDirection, length }: FixedShape): Pose {
  const x = unit(lengthDirection);
  const across = (v: readonly number[]): number[] => v.map((value, i) => value - dot(v, x) * x[i]!);
  const wide = across(widthDirection);
  const y = unit(elementary.norm(wide) > 1e-6 ? wide : across(Math.abs(x[0]!) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const z = [x[1]! * y[2]! - x[2]! * y[1]!, x[2]! * y[0]! - x[0]! * y[2]!, x[0]! * y[1]! - x[1]! * y[0]!];
  return {
    translation: begin.map((value, i) => value + (length / 2) * x[i]!),
    rotation: anglesOf([...x, ...y, ...z]),
  };
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

function unit(v: readonly number[]): number[] {
  const size = elementary.norm(v);
  return v.map((value) => value / size);
}

function collidingShape({ path, type, length, width, height }: FixedShape): SolidShape {
  const isRound = width === height;
  if (type === "box") return Box({ lengthX: length, lengthY: width, lengthZ: height });
  if (type === "sphere")
    return isRound && length === width
      ? Sphere({ diameter: length })
      : Ellipsoid({ lengthX: length, lengthY: width, lengthZ: height });
  if ((type === "cylinder" || type === "pipe" || type === "pipecylinder") && isRound)
    return Cylinder({ axis: 1, diameter: width, length });
  throw contactError(`"${path}" cannot collide as it is drawn.`, path, {
    because: isRound || type !== "cylinder" ? `it is a ${type}` : "it is a cylinder that is not round",
    hint: "boxes, spheres, cylinders and pipes (as full ones) can; give another shape: { shape: …, on: … }",
  });
}

function contactError(what: string, path: string, more: { because?: string; hint: string }): RattlebackError {
  return new RattlebackError("E-MODELICA-CONTACT", what, { path, ...more });
}

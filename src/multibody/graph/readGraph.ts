/** From the parts of a model and the numbers of a run to the object graph. All checks of single parts happen here. */

import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { Blueprint, FeatureBlueprint, JointBlueprint, ObjectBlueprint } from "../blueprint.ts";
import { readGravity } from "../features/gravityField.ts";
import { readMass, withPointMass } from "../features/massProperties.ts";
import type { SceneElement } from "../features/scene.ts";
import { isSolidShape, readShape } from "../features/shapes.ts";
import type { SolidElement } from "../features/solid.ts";
import { findObject, type ObjectNames } from "../findObject.ts";
import { type JointElement, jointKinds } from "../joints/jointKinds.ts";
import type { SolidMaterialPalette } from "../materials/solidMaterial.ts";
import { solidMaterialPalette } from "../materials/solidMaterialPalette.ts";
import { placedIn } from "../placedError.ts";
import type { Reader } from "../reader.ts";
import { directionOf } from "./namedJoints.ts";
import {
  type FlangeRole,
  findWorld,
  type GraphJoint,
  type GraphObject,
  type JointStart,
  type ObjectGraph,
  type RigidEdge,
  selfJoint,
} from "./objectGraph.ts";
import { poseOf, rotate } from "./pose.ts";
import { type Constraints, readConstraints } from "./readConstraints.ts";

const noConstraints: Constraints = { rods: [], rollings: [], couplings: [] };

export function objectNames(blueprint: Blueprint): ObjectNames {
  const prefix = blueprint.path === "" ? "" : `${blueprint.path}.`;
  return { prefix, indexOf: new Map(blueprint.objects.map(({ path }, k) => [path, k])) };
}

/** `held` are the names of start values that must hold, beside those of the joints themselves. */
/** What the equations say about joints. */
export interface JointKnowledge {
  /** Names `joint.phi` of start values that must hold. */
  readonly held: ReadonlySet<string>;
  /** By path. */
  readonly roles: ReadonlyMap<string, FlangeRole>;
  /** Start value of a variable of the equations. */
  readonly variable: (name: string) => number;
}

export function readGraph(blueprint: Blueprint, read: Reader, known: JointKnowledge): ObjectGraph {
  const names = objectNames(blueprint);
  const scene = blueprint.objects.find(({ feature }) => feature?.element.kind === "Scene");
  const solidMaterials = {
    ...solidMaterialPalette,
    ...(scene?.feature?.element as SceneElement | undefined)?.solidMaterials,
  };
  const objects = blueprint.objects.map((object) => readObject(object, read, solidMaterials));
  addEndMasses(objects, names, blueprint, read);
  const world = findWorld(objects, (path) => read.full(path), blueprint.path);
  const rigid: RigidEdge[] = [];
  const joints: GraphJoint[] = [];
  blueprint.objects.forEach(({ path, scope }, child) => {
    const parentName = read.text(`${path}.parent`);
    const isFixed = read.isTrue(`${path}.fixedToParent`);
    if (parentName === undefined) {
      if (!isFixed) throw noParent(read.full(path));
      checkPlace(path, read);
      return;
    }
    if (child === world) throw worldWithParent(read.full(path));
    const parent = findObject(names, scope, parentName, path);
    if (parent === child) throw ownParent(read.full(path));
    if (isFixed)
      rigid.push({
        parent,
        child,
        path,
        pose: poseOf(read.vector(`${path}.translation`), read.vector(`${path}.rotation`)),
      });
    else joints.push(freeObject(path, parent, child, read));
  });
  for (const joint of blueprint.joints) {
    const [object1, object2] = (["obj1", "obj2"] as const).map((key) =>
      findObject(names, joint.scope, read.text(`${joint.path}.${key}`) ?? "", joint.path),
    ) as [number, number];
    if (object1 === object2) throw selfJoint(read.full(joint.path), objects[object1]!.path);
    if (joint.element.kind === "fix") {
      const pose = poseOf(read.vector(`${joint.path}.translation`), read.vector(`${joint.path}.rotation`));
      rigid.push({ parent: object1, child: object2, path: joint.path, pose });
    } else joints.push(readJoint(joint, joint.element, object1, object2, objects, read, known));
  }
  const gravity = readGravity(scene!.feature!.gravity ?? "NoGravityField", read, `${scene!.path}.feature.gravityField`);
  const { constraints } = blueprint;
  const related = constraints.length === 0 ? noConstraints : readConstraints(constraints, joints, names, read);
  const coupled = new Set(related.couplings.flatMap(({ terms }) => terms.map(({ joint }) => joint)));
  return {
    prefix: names.prefix,
    objects,
    rigid,
    joints: coupled.size === 0 ? joints : joints.map((joint) => ({ ...joint, isCoupled: coupled.has(joint.path) })),
    ...related,
    world,
    gravity,
    solidMaterials,
  };
}

/** Masses that force elements put on the origins of their objects. */
function addEndMasses(objects: GraphObject[], names: ObjectNames, { forces }: Blueprint, read: Reader): void {
  for (const { path, scope, definition } of forces) {
    for (const [key, mass] of Object.entries(definition.endMasses?.(read, path) ?? {})) {
      const name = read.text(`${path}.${key}`);
      if (mass === 0 || name === undefined) continue;
      const index = findObject(names, scope, name, `${path}.${key}`);
      objects[index] = { ...objects[index]!, mass: withPointMass(objects[index]!.mass, mass) };
    }
  }
}

/** Without parent a place means nothing. */
function checkPlace(path: string, read: Reader): void {
  for (const name of ["translation", "rotation"]) {
    const value = read.vector(`${path}.${name}`);
    if (value.every((x) => x === 0)) continue;
    throw new RattlebackError(
      "E-OBJECT-PLACE",
      `"${read.full(path)}" has a ${name}, but no parent that it refers to.`,
      {
        path: `${read.full(path)}.${name}`,
        because: "an object without parent is the world, or is placed by a joint",
        hint: 'parent: "…", or a further Object3D on this one with the translation in the other direction',
        data: { name, value },
      },
    );
  }
}

function readObject({ path, feature }: ObjectBlueprint, read: Reader, palette: SolidMaterialPalette): GraphObject {
  const place = `${path}.feature`;
  const element = feature?.element;
  const shape = feature?.shape === undefined ? undefined : readShape(feature.shape, read, `${place}.shape`);
  const solid = element?.kind === "Solid" ? element : undefined;
  if (solid !== undefined && shape !== undefined && !isSolidShape(shape)) {
    throw new RattlebackError(
      "E-SHAPE-SOLID",
      `"${read.full(path)}" is a Solid, but a ${shape.kind} can only be drawn.`,
      {
        path: `${read.full(place)}.shape`,
        hint: "Visual({ shape: … }), or a shape with volume",
        data: { kind: shape.kind },
      },
    );
  }
  return {
    path,
    isWorld: element?.kind === "Scene",
    mass: solid === undefined ? undefined : solidMass(feature!, solid, shape, read, place, palette),
    shape,
    visualMaterial: element === undefined || element.kind === "Scene" ? undefined : element.visualMaterial,
    isSolid: solid !== undefined,
    collision: solid === undefined ? undefined : collisionOf(shape !== undefined, solid, read, place),
    isLockable: read.isTrue(`${path}.lockable`),
    isAssemblyRoot: read.isTrue(`${path}.assemblyRoot`),
  };
}

function solidMass(
  feature: FeatureBlueprint,
  solid: SolidElement,
  shape: GraphObject["shape"],
  read: Reader,
  place: string,
  palette: SolidMaterialPalette,
): GraphObject["mass"] {
  const isFromMaterial = feature.massKind === "material" || solid.massMaterial !== undefined;
  const material = isFromMaterial
    ? (solid.massMaterial ?? read.text(`${place}.massProperties`))
    : (solid.solidMaterial ?? read.text(`${place}.solidMaterial`));
  const solidShape = shape !== undefined && isSolidShape(shape) ? shape : undefined;
  const path = feature.massKind === undefined || isFromMaterial ? place : `${place}.massProperties`;
  const kind = isFromMaterial ? undefined : feature.massKind;
  try {
    return readMass({ kind, path, shape: solidShape, material }, read, palette);
  } catch (error) {
    throw error instanceof RattlebackError && error.path?.startsWith(read.full(place)) === true
      ? error
      : placedIn(error, read.full(place));
  }
}

function collisionOf(
  hasShape: boolean,
  { contactModel, contactName, parts, friction }: SolidElement,
  read: Reader,
  place: string,
): GraphObject["collision"] {
  if (!read.isTrue(`${place}.collision`)) return undefined;
  const given = read.text(`${place}.contactMaterial`) ?? "";
  const material = given === "" ? (read.text(`${place}.solidMaterial`) ?? "") : given;
  if (hasShape && material !== "") {
    return {
      material,
      ...(friction !== undefined && { friction }),
      ...(contactName !== undefined && { name: contactName }),
      smoothingRadius: read.number(`${place}.collisionSmoothingRadius`),
      contactRadius: read.number(`${place}.contactSphereRadius`),
      model: contactModel,
      ...(parts !== undefined && { parts }),
    };
  }
  throw new RattlebackError(
    "E-CONTACT-SHAPE",
    `"${read.full(place)}" is to collide, but has no ${hasShape ? "material" : "shape"}.`,
    {
      path: read.full(place),
      because: "a contact needs the shape and the names of the materials that touch",
      hint: hasShape ? 'contactMaterial: "Steel"' : "shape: Sphere({ diameter: 0.1 })",
    },
  );
}

function freeObject(path: string, object1: number, object2: number, read: Reader): GraphJoint {
  const rotation = read.vector(`${path}.rotation`);
  let w: readonly number[] = read.vector(`${path}.angularVelocity`);
  if (!read.isTrue(`${path}.angularVelocityResolvedInParent`)) w = Array.from(rotate(poseOf([0, 0, 0], rotation).R, w));
  return {
    ...plainJoint(path, object1, object2),
    kind: "free",
    start: vectorStart(
      [...read.vector(`${path}.translation`), ...rotation],
      [...read.vector(`${path}.velocity`), ...w],
    ),
  };
}

export function plainJoint(path: string, object1: number, object2: number) {
  return {
    path,
    name: path,
    object1,
    object2,
    axis: [0, 0, 1],
    secondAxis: undefined,
    pitch: 0,
    hasFlange: false,
    canCollide: true,
  };
}

function vectorStart(position: readonly number[], velocity: readonly number[]): JointStart {
  return { position, velocity, isPositionFixed: position.map(() => false), isVelocityFixed: velocity.map(() => false) };
}

function readJoint(
  { path }: JointBlueprint,
  { joint, hasFlange, isLockable = false, fixed, given }: JointElement,
  object1: number,
  object2: number,
  objects: readonly GraphObject[],
  read: Reader,
  { held, roles, variable }: JointKnowledge,
): GraphJoint {
  const { coordinates, orientation } = jointKinds[joint];
  const direction = (name: string): number[] | undefined =>
    read.has(`${path}.${name}`) ? directionOf(`${path}.${name}`, read) : undefined;
  const common = {
    ...plainJoint(path, object1, object2),
    kind: joint,
    name: orientation?.isNamedAfterObject === true ? objects[object2]!.path : path,
    axis: direction("axis") ?? [0, 0, 1],
    secondAxis: direction("secondAxis"),
    pitch: read.has(`${path}.pitch`) ? read.number(`${path}.pitch`) / (2 * Math.PI) : 0,
    hasFlange,
    isLockable,
    canCollide: read.isTrue(`${path}.canCollide`),
  };
  if (orientation !== undefined) {
    const vectors = (names: readonly string[]): number[] => names.flatMap((name) => read.vector(`${path}.${name}`));
    return { ...common, start: vectorStart(vectors(orientation.positions), vectors(orientation.velocities)) };
  }
  const isHeld = (name: string): boolean => fixed.includes(name) || held.has(`${path}.${name}`);
  const value = (name: string): number => (hasFlange ? variable(`${path}.${name}`) : read.number(`${path}.${name}`));
  const role = roles.get(path);
  const start: JointStart = {
    position: coordinates.map(({ position }) => value(position)),
    velocity: coordinates.map(({ velocity }) => value(velocity)),
    isPositionFixed: coordinates.map(({ position }) => isHeld(position)),
    isVelocityFixed: coordinates.map(({ velocity }) => isHeld(velocity)),
    ...(hasFlange && {
      isPositionPreferred: coordinates.map(({ position }) => given.includes(position)),
      isVelocityPreferred: coordinates.map(({ velocity }) => given.includes(velocity)),
    }),
  };
  return { ...common, start, ...(role !== undefined && { role }) };
}

export function noParent(path: string): RattlebackError {
  return new RattlebackError("E-OBJECT-PARENT", `"${path}" moves freely, but relative to nothing.`, {
    path,
    because: "fixedToParent is false and there is no parent",
    hint: 'parent: "world"',
  });
}

export function ownParent(path: string): RattlebackError {
  return new RattlebackError("E-OBJECT-CYCLE", `"${path}" is its own parent.`, {
    path,
    because: "parents must lead to the world",
    hint: "another object as parent",
    data: { cycle: [path] },
  });
}

export function worldWithParent(path: string): RattlebackError {
  return new RattlebackError("E-SCENE-PARENT", `"${path}" has a Scene and a parent.`, {
    path,
    because: "the object with the Scene is the world, the root of all objects",
    hint: "remove the parent, or put the Scene on another object",
  });
}

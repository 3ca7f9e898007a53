/** Rods, rolling wheels and couplings of a model, with numbers. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import * as elementary from "../../math/elementary.ts";
import type { Blueprint, ConstraintBlueprint } from "../blueprint.ts";
import { findObject, type ObjectNames } from "../findObject.ts";
import { jointKinds, type MovingJointKind } from "../joints/jointKinds.ts";
import type { JointCoordinate } from "../joints/kinds/jointTraits.ts";
import type { Reader } from "../reader.ts";
import type { GraphCoupling, GraphJoint, GraphRod, GraphRolling } from "./objectGraph.ts";
import { selfJoint } from "./objectGraph.ts";

export interface NamedJoint {
  readonly path: string;
  readonly kind: MovingJointKind;
}

/** Joints of a model with their kinds, Fix left out. */
export function namedJoints({ joints }: Blueprint): NamedJoint[] {
  return joints.flatMap(({ path, element }) => (element.kind === "joint" ? [{ path, kind: element.joint }] : []));
}

export function readRods(constraints: readonly ConstraintBlueprint[], names: ObjectNames, read: Reader): GraphRod[] {
  return constraints.flatMap(({ path, scope, element }) => {
    if (element.kind !== "rod") return [];
    const [object1, object2] = endsOf(path, scope, names, read);
    const length = read.number(`${path}.length`);
    if (!(length > 0)) throw wrongLength(read.full(path), length);
    return [{ path, object1, object2, length }];
  });
}

export function readRollings(
  constraints: readonly ConstraintBlueprint[],
  names: ObjectNames,
  read: Reader,
): GraphRolling[] {
  return constraints.flatMap(({ path, scope, element }) => {
    if (element.kind !== "rolling") return [];
    const [object1, object2] = endsOf(path, scope, names, read);
    const radius = read.number(`${path}.radius`);
    const rimRadius = element.isBall ? radius : read.number(`${path}.rimRadius`);
    if (!(radius > 0)) throw wrongRadius(read.full(path), "radius", radius, "the radius of a wheel is above zero");
    if (!(rimRadius >= 0 && rimRadius <= radius))
      throw wrongRadius(
        read.full(path),
        "rimRadius",
        rimRadius,
        `it is from 0, a disc, to the radius ${radius} m, a ball`,
      );
    const axis = element.isBall ? [0, 0, 1] : directionOf(`${path}.axis`, read);
    return [{ path, object1, object2, normal: directionOf(`${path}.normal`, read), axis, radius, rimRadius }];
  });
}

/** Two different objects. */
function endsOf(path: string, scope: string, names: ObjectNames, read: Reader): [number, number] {
  const [object1, object2] = (["obj1", "obj2"] as const).map((key) =>
    findObject(names, scope, read.text(`${path}.${key}`) ?? "", path),
  ) as [number, number];
  if (object1 === object2) throw selfJoint(read.full(path), read.text(`${path}.obj1`) ?? "");
  return [object1, object2];
}

/** A vector that is not zero. */
export function directionOf(name: string, read: Reader): number[] {
  const vector = read.vector(name);
  if (elementary.norm(vector) > 0) return vector;
  throw new RattlebackError("E-JOINT-AXIS", `"${read.full(name)}" has no direction.`, {
    path: read.full(name),
    because: "its length is zero",
    hint: "a vector that is not zero",
  });
}

export function readCouplings(
  constraints: readonly ConstraintBlueprint[],
  joints: readonly GraphJoint[],
  read: Reader,
): GraphCoupling[] {
  return constraints.flatMap(({ path, scope, element }) => {
    if (element.kind !== "coupling") return [];
    const factors = read.value(`${path}.factors`) as readonly number[];
    const found = element.coordinates.map((name) => findCoordinate(name, scope, joints, read.full(path)));
    factors.forEach((factor, i) => {
      if (!Number.isFinite(factor) || factor === 0) throw wrongFactor(read.full(path), element.coordinates[i]!, factor);
    });
    const terms = found.map(({ joint, coordinate }, i) => ({ joint, coordinate, factor: factors[i]! }));
    const isLength = found.some(({ kind }) => !kind.isAngle);
    return [{ path, terms, offset: read.number(`${path}.offset`), isLength }];
  });
}

/** The coordinate that a name means in the model it stands in, or in one around it. */
export function findCoordinate(
  name: string,
  scope: string,
  joints: readonly NamedJoint[],
  owner: string,
): { joint: string; coordinate: number; kind: JointCoordinate } {
  const dot = name.lastIndexOf(".");
  const [own, leaf] = [name.slice(0, dot), name.slice(dot + 1)];
  for (let at = scope; ; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const path = at === "" ? own : `${at}.${own}`;
    const joint = joints.find((other) => other.path === path);
    const coordinate =
      joint === undefined ? -1 : jointKinds[joint.kind].coordinates.findIndex((c) => c.position === leaf);
    if (joint !== undefined && coordinate >= 0)
      return { joint: path, coordinate, kind: jointKinds[joint.kind].coordinates[coordinate]! };
    if (at === "" || joint !== undefined) throw unknownCoordinate(name, joints, owner);
  }
}

function unknownCoordinate(name: string, joints: readonly NamedJoint[], owner: string): RattlebackError {
  const known = joints.flatMap(({ path, kind }) =>
    jointKinds[kind].coordinates.map(({ position }) => `${path}.${position}`),
  );
  return new RattlebackError(
    "E-COUPLING-COORDINATE",
    `"${owner}" names "${name}", which is not a coordinate of a joint.`,
    {
      path: owner,
      because: `the coordinates that are numbers are ${known.length === 0 ? "none" : known.join(", ")}`,
      hint: "the name of a joint and one of its coordinates: phi, s, phi1, phi2, s1 or s2",
      data: { name, known },
    },
  );
}

function wrongFactor(owner: string, coordinate: string, factor: number): RattlebackError {
  return new RattlebackError("E-3D-VALUE", `"${owner}" has the factor ${factor} for "${coordinate}".`, {
    path: `${owner}.factors`,
    because: "a factor is a finite number that is not zero",
    hint: "give another factor, or leave the coordinate out",
    data: { factor },
  });
}

function wrongRadius(owner: string, name: string, value: number, because: string): RattlebackError {
  return new RattlebackError("E-3D-VALUE", `"${owner}" has the ${name} ${value} m.`, {
    path: `${owner}.${name}`,
    because,
    hint: "give another radius",
    data: { value },
  });
}

function wrongLength(owner: string, length: number): RattlebackError {
  return new RattlebackError("E-3D-VALUE", `"${owner}" has the length ${length} m.`, {
    path: `${owner}.length`,
    because: "a rod is longer than zero: points that coincide are a Spherical joint",
    hint: "give a length above zero",
    data: { length },
  });
}

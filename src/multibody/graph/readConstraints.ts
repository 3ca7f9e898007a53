/** Rods and couplings of a model, with numbers. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { JointKind } from "../../mechanics/mechanismDescription.ts";
import type { Blueprint, ConstraintBlueprint } from "../blueprint.ts";
import { findObject, type ObjectNames } from "../findObject.ts";
import { type JointCoordinate, jointCoordinates } from "../joints/jointKinds.ts";
import type { Reader } from "../reader.ts";
import type { GraphCoupling, GraphJoint, GraphRod } from "./objectGraph.ts";
import { selfJoint } from "./objectGraph.ts";

export interface NamedJoint {
  readonly path: string;
  readonly kind: JointKind;
}

/** Joints of a model with their kinds, Fix left out. */
export function namedJoints({ joints }: Blueprint): NamedJoint[] {
  return joints.flatMap(({ path, element }) => (element.kind === "joint" ? [{ path, kind: element.joint }] : []));
}

export function readRods(constraints: readonly ConstraintBlueprint[], names: ObjectNames, read: Reader): GraphRod[] {
  return constraints.flatMap(({ path, scope, element }) => {
    if (element.kind !== "rod") return [];
    const [object1, object2] = (["obj1", "obj2"] as const).map((key) =>
      findObject(names, scope, read.text(`${path}.${key}`) ?? "", path),
    ) as [number, number];
    if (object1 === object2) throw selfJoint(read.full(path), read.text(`${path}.obj1`) ?? "");
    const length = read.number(`${path}.length`);
    if (!(length > 0)) throw wrongLength(read.full(path), length);
    return [{ path, object1, object2, length }];
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
    const coordinate = joint === undefined ? -1 : jointCoordinates[joint.kind].findIndex((c) => c.position === leaf);
    if (joint !== undefined && coordinate >= 0)
      return { joint: path, coordinate, kind: jointCoordinates[joint.kind][coordinate]! };
    if (at === "" || joint !== undefined) throw unknownCoordinate(name, joints, owner);
  }
}

function unknownCoordinate(name: string, joints: readonly NamedJoint[], owner: string): RattlebackError {
  const known = joints.flatMap(({ path, kind }) => jointCoordinates[kind].map(({ position }) => `${path}.${position}`));
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

function wrongLength(owner: string, length: number): RattlebackError {
  return new RattlebackError("E-3D-VALUE", `"${owner}" has the length ${length} m.`, {
    path: `${owner}.length`,
    because: "a rod is longer than zero: points that coincide are a Spherical joint",
    hint: "give a length above zero",
    data: { length },
  });
}

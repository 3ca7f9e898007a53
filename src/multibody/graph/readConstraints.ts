/** Rods, rolling wheels and couplings of a model, with numbers. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { ConstraintBlueprint } from "../blueprint.ts";
import { findObject, type ObjectNames } from "../findObject.ts";
import type { Reader } from "../reader.ts";
import { directionOf, findCoordinate } from "./namedJoints.ts";
import type { GraphCoupling, GraphJoint, GraphRod, GraphRolling } from "./objectGraph.ts";
import { selfJoint } from "./objectGraph.ts";

export interface Constraints {
  readonly rods: readonly GraphRod[];
  readonly rollings: readonly GraphRolling[];
  readonly couplings: readonly GraphCoupling[];
}

export function readConstraints(
  constraints: readonly ConstraintBlueprint[],
  joints: readonly GraphJoint[],
  names: ObjectNames,
  read: Reader,
): Constraints {
  return {
    couplings: readCouplings(constraints, joints, read),
    rods: readRods(constraints, names, read),
    rollings: readRollings(constraints, names, read),
  };
}

function readRods(constraints: readonly ConstraintBlueprint[], names: ObjectNames, read: Reader): GraphRod[] {
  return constraints.flatMap(({ path, scope, element }) => {
    if (element.kind !== "rod") return [];
    const [object1, object2] = endsOf(path, scope, names, read);
    const length = read.number(`${path}.length`);
    if (!(length > 0)) throw wrongLength(read.full(path), length);
    return [{ path, object1, object2, length }];
  });
}

function readRollings(constraints: readonly ConstraintBlueprint[], names: ObjectNames, read: Reader): GraphRolling[] {
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

function readCouplings(
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

/** What all joints have in common: two objects, axes, start values, and whether the bodies may collide. */

import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { Var, VariableDeclaration } from "../../language/values.ts";
import { Flange } from "../../libraries/rotational/flange.ts";
import { TranslationalFlange } from "../../libraries/translational/flange.ts";
import * as elementary from "../../math/elementary.ts";
import {
  checkUnit,
  type Scalar,
  type StartValue,
  scalarParameter,
  startOf,
  switchParameter,
  type Vector,
  vectorParameter,
  wrongQuantity,
} from "../quantities.ts";
import { type JointElement, jointKinds, type MovingJointKind } from "./jointKinds.ts";
import type { JointCoordinate } from "./kinds/jointTraits.ts";
import { coordinateUnit } from "./kinds/numberedCoordinates.ts";

export interface JointOptions {
  /** Names of the objects that it connects. */
  readonly obj1: string;
  readonly obj2: string;
  /** Shapes on the two sides may collide. Default false: neighbours usually overlap at the joint. */
  readonly canCollide?: boolean;
}

/** ±1, ±2, ±3 for ±x, ±y, ±z, or a vector of any length, in axes of obj1. */
export type AxisInput = number | Vector;

export interface JointRecipe {
  /** Name of the constructor. */
  readonly name: string;
  readonly joint: MovingJointKind;
  readonly hasFlange?: boolean;
  readonly axis?: AxisInput;
  readonly secondAxis?: AxisInput;
  /** Further numbers: name, default, unit. */
  readonly numbers?: readonly (readonly [name: string, value: number, unit: string])[];
  /** Further vectors with start values: name, unit. */
  readonly vectors?: readonly (readonly [name: string, unit: string])[];
}

export function makeJoint(
  recipe: JointRecipe,
  options: JointOptions & Readonly<Record<string, unknown>>,
): ModelDefinition {
  const { name, joint, hasFlange = false, numbers = [], vectors = [] } = recipe;
  const coordinates = jointKinds[joint].coordinates;
  const axes = (["axis", "secondAxis"] as const).filter((key) => recipe[key] !== undefined);
  const known = [
    "obj1",
    "obj2",
    "canCollide",
    ...(hasFlange ? ["lockable"] : []),
    ...axes,
    ...coordinates.flatMap(({ position, velocity }) => [position, velocity]),
    ...numbers.map(([key]) => key),
    ...vectors.map(([key]) => key),
  ];
  checkOptionNames(options, known, name);
  const entries: Record<string, unknown> = {
    obj1: objectName(options.obj1, name, "obj1"),
    obj2: objectName(options.obj2, name, "obj2"),
    canCollide: switchParameter(options.canCollide ?? false, name, "canCollide"),
  };
  const isLockable = hasFlange && options["lockable"] !== undefined && options["lockable"] !== false;
  if (isLockable) entries["lockable"] = switchParameter(options["lockable"] as boolean, name, "lockable");
  for (const key of axes) entries[key] = axisParameter((options[key] ?? recipe[key]) as AxisInput, name, key);
  for (const [key, value, unit] of numbers)
    entries[key] = scalarParameter((options[key] as Scalar | undefined) ?? value, unit, name, key);
  for (const [key, unit] of vectors)
    entries[key] = vectorParameter((options[key] as Vector | undefined) ?? [0, 0, 0], unit, name, key);
  const fixed: string[] = [];
  const given: string[] = [];
  for (const coordinate of coordinates) {
    for (const isVelocity of [false, true]) {
      const key = isVelocity ? coordinate.velocity : coordinate.position;
      const start = options[key] as StartValue | undefined;
      entries[key] = hasFlange
        ? flangeVariable(start, coordinateUnit(coordinate, isVelocity), name, key)
        : scalarParameter(startOf(start ?? 0).value, coordinateUnit(coordinate, isVelocity), name, key);
      if (start !== undefined) given.push(key);
      if (start !== undefined && startOf(start).isFixed) fixed.push(key);
    }
  }
  const element: JointElement = { kind: "joint", joint, hasFlange, isLockable, fixed, given };
  return Model({ ...entries, ...(hasFlange && flangeEquations(coordinates[0]!)), [elementTag]: element });
}

/** Variable of the equations; a number given by the user must hold at the start. */
function flangeVariable(given: StartValue | undefined, unit: string, owner: string, name: string): VariableDeclaration {
  const attributes = { unit, stateSelect: "prefer" } as const;
  if (given === undefined) return Var({ ...attributes, start: 0 });
  if (typeof given === "object" && "attributes" in given) checkUnit(given.attributes.unit, unit, owner, name);
  if (given instanceof VariableDeclaration) return Var(attributes, given);
  return Var({ ...attributes, init: given });
}

function flangeEquations({ isAngle }: JointCoordinate): Record<string, unknown> {
  return isAngle
    ? {
        flange: Flange,
        tau: Var({ unit: "N*m", description: "torque of the flange on obj2, the opposite on obj1" }),
        equations: "phi = flange.phi; w = der(phi); tau = flange.tau",
      }
    : {
        flange: TranslationalFlange,
        f: Var({ unit: "N", description: "force of the flange on obj2, the opposite on obj1" }),
        equations: "s = flange.s; v = der(s); f = flange.f",
      };
}

function objectName(value: unknown, owner: string, name: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw wrongQuantity(owner, name, value, "the name of an object");
}

/** A direction as a vector. */
export function axisParameter(value: AxisInput, owner: string, name: string): unknown {
  if (typeof value !== "number") {
    const vector = vectorParameter(value, "1", owner, name);
    const numbers = vector.attributes.value;
    if (Array.isArray(numbers) && !(elementary.norm(numbers as number[]) > 0)) throw wrongAxis(owner, name, value);
    return vector;
  }
  if (![1, 2, 3].includes(Math.abs(value))) throw wrongAxis(owner, name, value);
  const direction = [0, 0, 0];
  direction[Math.abs(value) - 1] = Math.sign(value);
  return vectorParameter(direction, "1", owner, name);
}

function wrongAxis(owner: string, name: string, value: unknown): RattlebackError {
  return new RattlebackError("E-JOINT-AXIS", `${owner} cannot have ${name} = ${JSON.stringify(value)}.`, {
    path: `${owner}.${name}`,
    because: "it has no direction",
    hint: "1, 2, 3, -1, -2, -3 for the axes of obj1, or a vector that is not zero",
    data: { value },
  });
}

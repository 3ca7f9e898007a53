/** Constraints without coordinates of their own: rods between points, wheels that roll, and joints that move each other as by gears. */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { ExpressionText, ParameterDeclaration } from "../../language/values.ts";
import { type AxisInput, axisParameter } from "../joints/makeJoint.ts";
import { type Scalar, scalarParameter, wrongQuantity } from "../quantities.ts";
import type { SelfCollisionElement } from "./selfCollision.ts";

/** What a constraint is to the Model3D around it. */
export type ConstraintElement =
  | { readonly kind: "rod" }
  | { readonly kind: "rolling"; readonly isBall: boolean }
  | { readonly kind: "coupling"; readonly coordinates: readonly string[] }
  | SelfCollisionElement;

export interface RodOptions {
  readonly obj1: string;
  readonly obj2: string;
  /** Distance of the origins of both objects, m. */
  readonly length: Scalar;
}

/**
 * A rod without mass between the origins of two objects, which turn about its ends in all directions: their distance is constant.
 * Result with `Scene({ cutForces: true })`: force, positive when the rod pulls.
 */
export function Rod(options: RodOptions): ModelDefinition {
  checkOptionNames(options, ["obj1", "obj2", "length"], "Rod");
  const { obj1, obj2, length } = options;
  checkEnds("Rod", obj1, obj2);
  checkPositive("Rod", "length", length, "a length above zero");
  return Model({
    obj1,
    obj2,
    length: scalarParameter(length, "m", "Rod", "length"),
    [elementTag]: { kind: "rod" } satisfies ConstraintElement,
  });
}

export interface RollingOptions {
  /** The object with the plane; it may move, as a turntable. */
  readonly obj1: string;
  /** The object that rolls, with the centre at its origin. */
  readonly obj2: string;
  /** m, above zero. */
  readonly radius: Scalar;
  /** Normal of the plane through the origin of obj1, towards the side that is rolled on, in axes of obj1. Default 2: y. */
  readonly normal?: AxisInput;
}

export interface RollingWheelOptions extends RollingOptions {
  /** Axis of the wheel in axes of obj2. Default 3: z. */
  readonly axis?: AxisInput;
  /** Radius of the rounded rim, m, from 0, a disc with a sharp edge, to the radius, a ball. Default 0. */
  readonly rimRadius?: Scalar;
}

/**
 * A wheel that rolls on a plane without slip: it always touches the plane, and its point there moves as that of the plane. It may lean and
 * turn about the vertical. Mass is that of obj2. Result with `Scene({ cutForces: true })`: force of the plane on the wheel, world axes;
 * whether friction could provide it, and whether the wheel would lift off, is for the user to see.
 */
export function RollingWheel(options: RollingWheelOptions): ModelDefinition {
  const owner = "RollingWheel";
  checkOptionNames(options, ["obj1", "obj2", "radius", "normal", "axis", "rimRadius"], owner);
  const { rimRadius = 0, axis = 3, ...common } = options;
  if (typeof rimRadius === "number" && !(rimRadius >= 0 && rimRadius < Infinity))
    throw wrongQuantity(owner, "rimRadius", rimRadius, "a radius that is not negative");
  return Model({
    ...rollingEntries(owner, common),
    axis: axisParameter(axis, owner, "axis"),
    rimRadius: scalarParameter(rimRadius, "m", owner, "rimRadius"),
    [elementTag]: { kind: "rolling", isBall: false } satisfies ConstraintElement,
  });
}

/** A ball that rolls on a plane without slip, see RollingWheel. It may turn about the normal of the plane. */
export function RollingBall(options: RollingOptions): ModelDefinition {
  const owner = "RollingBall";
  checkOptionNames(options, ["obj1", "obj2", "radius", "normal"], owner);
  const element = { kind: "rolling", isBall: true } satisfies ConstraintElement;
  return Model({ ...rollingEntries(owner, options), [elementTag]: element });
}

function rollingEntries(owner: string, { obj1, obj2, radius, normal = 2 }: RollingOptions): Record<string, unknown> {
  checkEnds(owner, obj1, obj2);
  checkPositive(owner, "radius", radius, "a radius above zero");
  return {
    obj1,
    obj2,
    radius: scalarParameter(radius, "m", owner, "radius"),
    normal: axisParameter(normal, owner, "normal"),
  };
}

function checkEnds(owner: string, obj1: unknown, obj2: unknown): void {
  for (const [name, value] of Object.entries({ obj1, obj2 }))
    if (typeof value !== "string" || value === "") throw wrongQuantity(owner, name, value, "the name of an object");
}

function checkPositive(owner: string, name: string, value: unknown, wanted: string): void {
  if (typeof value === "number" && !(value > 0 && value < Infinity)) throw wrongQuantity(owner, name, value, wanted);
}

export interface JointCouplingOptions {
  /** Coordinates of joints, e.g. ["pinion.phi", "rack.s"]; two or more. */
  readonly coordinates: readonly string[];
  /** One per coordinate, not zero. */
  readonly factors: readonly (number | ExpressionText)[];
  /** rad or m. Default 0. */
  readonly offset?: Scalar;
}

/**
 * Coordinates of joints that depend on each other as by gears: Σ factorᵢ·coordinateᵢ = offset. Without losses, and without mass.
 *
 *     gear, ratio 3        coordinates: ["motor.phi", "arm.phi"],              factors: [1, -3]
 *     rack and pinion      coordinates: ["pinion.phi", "rack.s"],              factors: [0.05, -1]        radius 0.05 m
 *     planetary gear       coordinates: ["sun.phi", "ring.phi", "carrier.phi"], factors: [1, 2.5, -3.5]
 */
export function JointCoupling(options: JointCouplingOptions): ModelDefinition {
  const owner = "JointCoupling";
  checkOptionNames(options, ["coordinates", "factors", "offset"], owner);
  const { coordinates, factors, offset = 0 } = options;
  const isName = (name: unknown): boolean => typeof name === "string" && /^[^.].*\.[a-z]+\d?$/.test(name);
  if (!(Array.isArray(coordinates) && coordinates.length >= 2 && coordinates.every(isName)))
    throw wrongQuantity(
      owner,
      "coordinates",
      coordinates,
      'two or more names of coordinates, e.g. ["gear1.phi", "gear2.phi"]',
    );
  if (new Set(coordinates).size < coordinates.length)
    throw wrongQuantity(owner, "coordinates", coordinates, "a list in which no coordinate occurs twice");
  const isFactor = (x: unknown): boolean =>
    x instanceof ExpressionText || (typeof x === "number" && Number.isFinite(x) && x !== 0);
  if (!(Array.isArray(factors) && factors.length === coordinates.length && factors.every(isFactor)))
    throw wrongQuantity(owner, "factors", factors, `${coordinates.length} numbers that are not zero`);
  const text = factors.map((x) => (x instanceof ExpressionText ? x.text : `(${String(x)})`)).join(", ");
  const value = factors.every((x) => typeof x === "number") ? [...factors] : new ExpressionText(`[${text}]`, 1);
  const element = { kind: "coupling", coordinates: [...coordinates] } satisfies ConstraintElement;
  return Model({
    factors: new ParameterDeclaration({ value: value as number[], hideResult: true }),
    offset: scalarParameter(offset, "1", owner, "offset"),
    [elementTag]: element,
  });
}

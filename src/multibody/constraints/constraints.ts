/** Constraints without coordinates of their own: rods between points, and joints that move each other as by gears. */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { ExpressionText, ParameterDeclaration } from "../../language/values.ts";
import { type Scalar, scalarParameter, wrongQuantity } from "../quantities.ts";
import type { SelfCollisionElement } from "./selfCollision.ts";

/** What a constraint is to the Model3D around it. */
export type ConstraintElement =
  | { readonly kind: "rod" }
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
  for (const [name, value] of Object.entries({ obj1, obj2 }))
    if (typeof value !== "string" || value === "") throw wrongQuantity("Rod", name, value, "the name of an object");
  if (typeof length === "number" && !(length > 0 && length < Infinity))
    throw wrongQuantity("Rod", "length", length, "a length above zero");
  return Model({
    obj1,
    obj2,
    length: scalarParameter(length, "m", "Rod", "length"),
    [elementTag]: { kind: "rod" } satisfies ConstraintElement,
  });
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

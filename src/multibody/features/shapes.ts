/**
 * Shapes whose dimensions are parameters: the constructors of the geometry take expressions beside numbers, and a run can
 * change the numbers.
 */
import { checkOptionNames, readOnce } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { type Shape, type SolidShape, solidShapeKinds } from "../../geometry/registry.ts";
import * as beam from "../../geometry/shapes/beam.ts";
import * as box from "../../geometry/shapes/box.ts";
import * as capsule from "../../geometry/shapes/capsule.ts";
import * as cone from "../../geometry/shapes/cone.ts";
import * as cylinder from "../../geometry/shapes/cylinder.ts";
import * as ellipsoid from "../../geometry/shapes/ellipsoid.ts";
import * as sphere from "../../geometry/shapes/sphere.ts";
import * as visual from "../../geometry/shapes/visualShapes.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { ExpressionText, isNumericValue, ParameterDeclaration } from "../../language/values.ts";
import { placedIn } from "../placedError.ts";
import { type Scalar, scalarParameter, vectorParameter } from "../quantities.ts";
import type { Reader } from "../reader.ts";
import type { FileMesh } from "./fileMesh.ts";

/** Options of a shape in which every number may be an expression or carry a unit. */
export type ShapeOptions<S> = { readonly [Name in keyof Omit<S, "kind">]?: S[Name] extends number ? Scalar : S[Name] };

/** A shape some of whose dimensions are expressions; the numbers of `shape` stand in for them until a run knows better. */
export interface ParametricShape {
  readonly shape: Shape;
  readonly parameters: Readonly<Record<string, Scalar>>;
}

export type ShapeInput = Shape | ParametricShape | FileMesh;

type Maker<S> = (options: Partial<Omit<S, "kind">>) => S;

/** The constructor of a shape that takes expressions too. Plain numbers give the plain shape, checked at once. */
function parametric<S extends Shape>(make: Maker<S>): (options?: ShapeOptions<S>) => S & Partial<ParametricShape> {
  return (options = {}) => {
    const isParameter = (value: unknown): boolean =>
      value instanceof ParameterDeclaration || value instanceof ExpressionText;
    // which tells that it is none
    if (options === null) return make(options);
    const entries = Object.entries(readOnce(options, "a shape"));
    const numbers = Object.fromEntries(entries.filter(([, value]) => !isParameter(value))) as Partial<Omit<S, "kind">>;
    const parameters = Object.fromEntries(entries.filter(([, value]) => isParameter(value))) as Record<string, Scalar>;
    if (Object.keys(parameters).length === 0) return make(numbers);
    const shape = make({} as Partial<Omit<S, "kind">>);
    checkOptionNames(
      options,
      Object.keys(shape).filter((name) => name !== "kind"),
      shape.kind,
    );
    return { ...shape, ...numbers, shape: { ...shape, ...numbers }, parameters } as S & ParametricShape;
  };
}

export const Beam = parametric<beam.Beam>(beam.Beam);
export const Box = parametric<box.Box>(box.Box);
export const Capsule = parametric<capsule.Capsule>(capsule.Capsule);
export const Cone = parametric<cone.Cone>(cone.Cone);
export const Cylinder = parametric<cylinder.Cylinder>(cylinder.Cylinder);
export const Ellipsoid = parametric<ellipsoid.Ellipsoid>(ellipsoid.Ellipsoid);
export const Sphere = parametric<sphere.Sphere>(sphere.Sphere);
export const CoordinateSystem = parametric<visual.CoordinateSystem>(visual.CoordinateSystem);
export const Grid = parametric<visual.Grid>(visual.Grid);
export const SpringShape = parametric<visual.SpringShape>(visual.SpringShape);
export const GearWheel = parametric<visual.GearWheel>(visual.GearWheel);
export const ModelicaShape = parametric<visual.ModelicaShape>(visual.ModelicaShape);

const makers: Readonly<Record<string, Maker<never>>> = {
  Beam: beam.Beam,
  Box: box.Box,
  Capsule: capsule.Capsule,
  Cone: cone.Cone,
  Cylinder: cylinder.Cylinder,
  Ellipsoid: ellipsoid.Ellipsoid,
  Sphere: sphere.Sphere,
  CoordinateSystem: visual.CoordinateSystem,
  Grid: visual.Grid,
  SpringShape: visual.SpringShape,
  GearWheel: visual.GearWheel,
  ModelicaShape: visual.ModelicaShape,
} as never;

export interface ShapeElement {
  readonly kind: "Shape";
  readonly shape: Shape | FileMesh;
  /** Names of the dimensions that are parameters. */
  readonly names: readonly string[];
}

/** A shape as a component with its dimensions as parameters. */
export function shapeModel(input: ShapeInput, owner: string): ModelDefinition {
  const isObject = typeof input === "object" && input !== null;
  const shape =
    isObject && "parameters" in input && "shape" in input
      ? (input as ParametricShape).shape
      : (input as Shape | FileMesh);
  if (!isObject || typeof shape.kind !== "string") {
    throw new RattlebackError("E-3D-VALUE", `The shape of ${owner} is not a shape.`, {
      path: `${owner}.shape`,
      hint: "Box({ … }), Sphere({ … }), Cylinder({ … }), …",
    });
  }
  const parameters = (input as Partial<ParametricShape>).parameters ?? {};
  const entries: Record<string, unknown> = {};
  if (shape.kind === "FileMesh") {
    entries["filename"] = shape.filename;
    entries["scale"] = vectorParameter(shape.scale, "1", "FileMesh", "scale");
  } else if (Object.hasOwn(makers, shape.kind)) {
    for (const [name, value] of Object.entries(shape)) {
      const given = parameters[name];
      const unit = dimensionUnit(name);
      if (given !== undefined) entries[name] = scalarParameter(given, unit, shape.kind, name);
      else if (typeof value === "number" || (Array.isArray(value) && isNumericValue(value)))
        entries[name] = new ParameterDeclaration({ value: value as number, unit, hideResult: true });
    }
  }
  const element: ShapeElement = { kind: "Shape", shape, names: Object.keys(entries) };
  return Model({ ...entries, [elementTag]: element });
}

function dimensionUnit(name: string): string {
  if (name === "angle") return "rad";
  return ["axis", "teeth", "windings", "type", "lineWidth"].includes(name) ? "1" : "m";
}

/** The shape with the dimensions of a run, checked. */
export function readShape({ shape, names }: ShapeElement, read: Reader, path: string): Shape {
  if (shape.kind === "FileMesh")
    return read.files!().mesh(
      shape,
      read.text(`${path}.filename`) ?? "",
      read.vector(`${path}.scale`),
      read.full(path),
    );
  const make = makers[shape.kind];
  if (make === undefined) return shape;
  const { kind: _kind, ...options } = shape as unknown as Record<string, unknown>;
  for (const name of names) options[name] = read.value(`${path}.${name}`);
  try {
    return make(options as never);
  } catch (error) {
    throw placedIn(error, read.full(path));
  }
}

export function isSolidShape(shape: Shape): shape is SolidShape {
  return (solidShapeKinds as readonly string[]).includes(shape.kind);
}

/**
 * Mass, centre of mass and inertia of a Solid, in all the ways to give them.
 *
 *     massProperties                              needs
 *     absent                                      solidMaterial and shape; without material massless
 *     MassPropertiesFromShape()                   solidMaterial and shape
 *     MassPropertiesFromShapeAndMass({ mass })    shape
 *     MassProperties({ mass, Ixx, … })            nothing: taken literally, inertia about the centre of mass
 *     a number (kg)                               shape
 *     name of a material, SolidMaterial           shape
 */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { massProperties as shapeMass } from "../../geometry/massProperties.ts";
import type { SolidShape } from "../../geometry/registry.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { findSolidMaterial, type SolidMaterial, type SolidMaterialPalette } from "../materials/solidMaterial.ts";
import { type Scalar, scalarParameter, type Vector, vectorParameter } from "../quantities.ts";
import type { Reader } from "../reader.ts";

export interface MassPropertiesOptions {
  /** kg */
  readonly mass?: Scalar;
  /** m, in the frame of the object */
  readonly centreOfMass?: Vector;
  /** Another spelling of centreOfMass. */
  readonly centerOfMass?: Vector;
  /** kg·m², about the centre of mass, along the axes of the object; products with their sign in the matrix (−∫xy dm) */
  readonly Ixx?: Scalar;
  readonly Iyy?: Scalar;
  readonly Izz?: Scalar;
  readonly Ixy?: Scalar;
  readonly Ixz?: Scalar;
  readonly Iyz?: Scalar;
}

const moments = ["Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"] as const;

/** Mass properties as numbers; everything is zero by default. */
export function MassProperties(options: MassPropertiesOptions = {}): ModelDefinition {
  const owner = "MassProperties";
  checkOptionNames(options, ["mass", "centreOfMass", "centerOfMass", ...moments], owner);
  if (options.centreOfMass !== undefined && options.centerOfMass !== undefined)
    throw new RattlebackError("E-OPTION-VALUE", "centreOfMass and centerOfMass are one option.", {
      path: `${owner}.centreOfMass`,
      hint: "give one of them",
    });
  return Model({
    mass: scalarParameter(options.mass ?? 0, "kg", owner, "mass"),
    centerOfMass: vectorParameter(
      options.centreOfMass ?? options.centerOfMass ?? [0, 0, 0],
      "m",
      owner,
      "centerOfMass",
    ),
    ...Object.fromEntries(moments.map((name) => [name, scalarParameter(options[name] ?? 0, "kg*m^2", owner, name)])),
    [elementTag]: { kind: "MassProperties" },
  });
}

/** Mass properties of the shape with the density of the solidMaterial. */
export function MassPropertiesFromShape(): ModelDefinition {
  return Model({ [elementTag]: { kind: "MassPropertiesFromShape" } });
}

/** Mass properties of the shape, scaled to the given mass (kg). */
export function MassPropertiesFromShapeAndMass(options: { readonly mass: Scalar }): ModelDefinition {
  const owner = "MassPropertiesFromShapeAndMass";
  checkOptionNames(options, ["mass"], owner);
  return Model({
    mass: scalarParameter(options.mass, "kg", owner, "mass"),
    [elementTag]: { kind: "MassPropertiesFromShapeAndMass" },
  });
}

/** In the frame of the object. */
export interface Mass {
  readonly mass: number;
  readonly centre: readonly [number, number, number];
  /** About the centre of mass: Ixx, Ixy, Ixz, Iyy, Iyz, Izz. */
  readonly inertia: readonly number[];
}

const massless: Mass = { mass: 0, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] };

export interface MassSource {
  /** Kind of the element, "number" for a plain mass, "material", or undefined when nothing is given. */
  readonly kind: string | undefined;
  /** Where its numbers are. */
  readonly path: string;
  readonly shape: SolidShape | undefined;
  /** Name of the material, or the material. */
  readonly material: string | SolidMaterial | undefined;
}

/** The mass properties with the numbers of a run. */
export function readMass(
  { kind, path, shape, material }: MassSource,
  read: Reader,
  palette: SolidMaterialPalette,
): Mass {
  if (kind === "MassProperties") {
    const mass = read.number(`${path}.mass`);
    if (!(mass >= 0 && mass < Infinity)) throw wrongMass(read.full(path), mass);
    return {
      mass,
      centre: read.vector(`${path}.centerOfMass`),
      inertia: moments.map((name) => read.number(`${path}.${name}`)),
    };
  }
  const isMassGiven = kind === "MassPropertiesFromShapeAndMass" || kind === "number";
  if (kind === undefined && (material === undefined || material === "")) return massless;
  if (shape === undefined) {
    throw new RattlebackError("E-MASS-SHAPE", `The mass of "${read.full(path)}" needs a shape.`, {
      path: read.full(path),
      because: "centre of mass and inertia follow from the shape",
      hint: "Solid({ shape: …, … }), or MassProperties({ mass, Ixx, Iyy, Izz }) without a shape",
    });
  }
  if (isMassGiven) {
    const mass = read.number(kind === "number" ? path : `${path}.mass`);
    if (!(mass >= 0 && mass < Infinity)) throw wrongMass(read.full(path), mass);
    return fromShape(shape, { mass });
  }
  if (material === undefined || material === "") {
    throw new RattlebackError("E-MASS-MATERIAL", `The mass of "${read.full(path)}" needs a material.`, {
      path: read.full(path),
      because: "mass is density times volume",
      hint: 'Solid({ shape: …, solidMaterial: "Steel" })',
    });
  }
  const { density } = typeof material === "string" ? findSolidMaterial(material, palette, read.full(path)) : material;
  if (!(density >= 0)) {
    throw new RattlebackError("E-MASS-MATERIAL", `The material of "${read.full(path)}" has no density.`, {
      path: read.full(path),
      because: `its density is ${density}`,
      hint: "SolidMaterial({ density: 8000 })",
    });
  }
  return fromShape(shape, { density });
}

function fromShape(shape: SolidShape, given: { mass: number } | { density: number }): Mass {
  if (("mass" in given ? given.mass : given.density) === 0) return massless;
  const { mass, centreOfMass, inertia } = shapeMass(shape, given);
  return { mass, centre: centreOfMass, inertia };
}

/** With a further mass in the origin of the object. */
export function withPointMass(own: Mass = massless, point: number): Mass {
  const { centre, inertia } = own;
  const mass = own.mass + point;
  const [x, y, z] = centre;
  // both about the common centre: reduced mass at the distance of the centres
  const m = (own.mass * point) / mass;
  const moved = [y * y + z * z, -x * y, -x * z, x * x + z * z, -y * z, x * x + y * y];
  const share = own.mass / mass;
  return {
    mass,
    centre: [share * x, share * y, share * z],
    inertia: inertia.map((value, k) => value + m * moved[k]!),
  };
}

function wrongMass(path: string, mass: number): RattlebackError {
  return new RattlebackError("E-3D-VALUE", `"${path}" has the mass ${mass} kg.`, {
    path,
    because: "a mass is finite and not negative",
    hint: "a mass in kg, or 0 for a frame without mass",
    data: { mass },
  });
}

/** Feature Solid: mass, collisions and looks of a rigid part. */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { Mesh } from "../../geometry/shapes/mesh.ts";
import { Model, ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { ExpressionText, ParameterDeclaration } from "../../language/values.ts";
import { type VisualMaterial, visualMaterialOf } from "../../scene/visualMaterial.ts";
import type { SolidMaterial } from "../materials/solidMaterial.ts";
import type { SolidMaterialName } from "../materials/solidMaterialPalette.ts";
import { oneLevelDeeper, type Scalar, scalarParameter, switchParameter, wrongQuantity } from "../quantities.ts";
import { type ShapeInput, shapeModel } from "./shapes.ts";

export interface SolidOptions {
  /** Box, Sphere, Ellipsoid, Cylinder, Cone, Capsule, Beam or Mesh. */
  readonly shape?: ShapeInput;
  /** Name of the palette, or a material: density of the mass, elasticity of contacts. */
  readonly solidMaterial?: SolidMaterial | SolidMaterialName | (string & {});
  /** See MassProperties; a number is a mass in kg. */
  readonly massProperties?: ModelDefinition | Scalar | SolidMaterial | string;
  /** Takes part in collisions. Default false. */
  readonly collision?: boolean;
  /** Name of the material in contacts; that of solidMaterial by default. */
  readonly contactMaterial?: SolidMaterialName | (string & {});
  /**
   * Coefficient of friction of the surface, in place of that of the pair of materials; where both solids that touch have one, the smaller
   * counts.
   */
  readonly frictionCoefficient?: number;
  /** Radius of rounded edges in collisions, m; default 0.001, at most a tenth of the smallest dimension. */
  readonly collisionSmoothingRadius?: Scalar;
  /** Radius of the sphere that stands for the shape in the contact law, m; from the shape by default. */
  readonly contactSphereRadius?: Scalar;
  /**
   * In collisions "convex" (default): the shape, or the convex hull of a mesh. "polygonal": the surface itself, hollows and
   * holes included, as an elastic layer; without events.
   */
  readonly contactModel?: "convex" | "polygonal";
  /**
   * What collides in place of a concave mesh: its convex parts, `await convexParts(mesh)` or meshes in the same frame. Without it the
   * mesh collides as its convex hull.
   */
  readonly convexParts?: readonly Mesh[] | { readonly parts: readonly Mesh[] };
  /** Name of the palette, or a material; null: not drawn. */
  readonly visualMaterial?: VisualMaterial | string | null;
}

const optionNames = [
  "shape",
  "solidMaterial",
  "massProperties",
  "collision",
  "contactMaterial",
  "frictionCoefficient",
  "collisionSmoothingRadius",
  "contactSphereRadius",
  "contactModel",
  "convexParts",
  "visualMaterial",
] as const;

export interface SolidElement {
  readonly kind: "Solid";
  readonly contactModel: "convex" | "polygonal";
  /** What collides in place of the shape; undefined: the shape itself. */
  readonly parts: readonly Mesh[] | undefined;
  /** What it is called in contacts, in place of the path of its object. */
  readonly contactName?: string;
  /** Of the surface; undefined: that of the pair of materials. */
  readonly friction: number | undefined;
  /** undefined: not drawn. */
  readonly visualMaterial: VisualMaterial | undefined;
  /** Given as an object instead of a name. */
  readonly solidMaterial: SolidMaterial | undefined;
  /** Material given as massProperties. */
  readonly massMaterial: SolidMaterial | undefined;
}

/** A rigid part with mass. */
export function Solid(options: SolidOptions = {}): ModelDefinition {
  checkOptionNames(options, optionNames, "Solid");
  const { shape, solidMaterial, massProperties, visualMaterial, contactMaterial } = options;
  const collision = options.collision ?? false;
  const element: SolidElement = {
    kind: "Solid",
    contactModel: contactModelOf(options.contactModel ?? "convex"),
    parts: partsOf(options.convexParts),
    friction: frictionOf(options.frictionCoefficient),
    visualMaterial: visualMaterial === null ? undefined : visualMaterialOf(visualMaterial),
    solidMaterial: isMaterial(solidMaterial) ? solidMaterial : undefined,
    massMaterial: isMaterial(massProperties) ? massProperties : undefined,
  };
  if (collision && (contactMaterial ?? "") === "" && typeof solidMaterial !== "string") {
    throw new RattlebackError("E-CONTACT-MATERIAL", "A Solid that collides needs the name of a contact material.", {
      path: "Solid.contactMaterial",
      because: "the pairs of materials that may touch are found by name",
      hint: 'solidMaterial: "Steel", or contactMaterial: "Steel"',
    });
  }
  return Model({
    ...(shape !== undefined && { shape: oneLevelDeeper(shapeModel(shape, "Solid")) }),
    ...(typeof solidMaterial === "string" && { solidMaterial }),
    ...massEntry(massProperties),
    collision: switchParameter(collision, "Solid", "collision"),
    contactMaterial: contactMaterial ?? "",
    collisionSmoothingRadius: scalarParameter(
      options.collisionSmoothingRadius ?? 0.001,
      "m",
      "Solid",
      "collisionSmoothingRadius",
    ),
    contactSphereRadius: scalarParameter(options.contactSphereRadius ?? 0, "m", "Solid", "contactSphereRadius"),
    [elementTag]: element,
  });
}

function contactModelOf(value: "convex" | "polygonal"): "convex" | "polygonal" {
  if (value === "convex" || value === "polygonal") return value;
  throw new RattlebackError("E-CONTACT-VALUE", `A Solid cannot have contactModel = ${String(value)}.`, {
    path: "Solid.contactModel",
    hint: '"convex" or "polygonal"',
    data: { value },
  });
}

function frictionOf(value: number | undefined): number | undefined {
  if (value === undefined || (value >= 0 && value < Infinity)) return value;
  throw new RattlebackError("E-CONTACT-VALUE", `A Solid cannot have frictionCoefficient = ${String(value)}.`, {
    path: "Solid.frictionCoefficient",
    hint: "a number ≥ 0",
    data: { value },
  });
}

function partsOf(given: SolidOptions["convexParts"]): readonly Mesh[] | undefined {
  if (given === undefined) return undefined;
  const parts: unknown = "parts" in given ? given.parts : given;
  if (Array.isArray(parts) && parts.length > 0 && parts.every((part) => part?.kind === "Mesh")) return parts;
  throw new RattlebackError("E-CONTACT-VALUE", "The convexParts of a Solid are not a list of meshes.", {
    path: "Solid.convexParts",
    hint: "convexParts: await convexParts(mesh), with convexParts of rattleback/collision",
    data: { value: String(given) },
  });
}

function isMaterial(value: unknown): value is SolidMaterial {
  return typeof value === "object" && value !== null && "density" in value && "YoungsModulus" in value;
}

function massEntry(value: SolidOptions["massProperties"]): Record<string, unknown> {
  if (value === undefined || isMaterial(value)) return {};
  if (typeof value === "string") return { massProperties: value };
  if (value instanceof ModelDefinition) return { massProperties: oneLevelDeeper(value) };
  if (typeof value === "number" || value instanceof ExpressionText || value instanceof ParameterDeclaration)
    return { massProperties: scalarParameter(value, "kg", "Solid", "massProperties") };
  throw wrongQuantity("Solid", "massProperties", value, "MassProperties({ … }), a mass in kg or a material");
}

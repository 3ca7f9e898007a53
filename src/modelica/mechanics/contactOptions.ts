/** What a user says about the contacts of a mechanism of Modelica. */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { SolidShape } from "../../geometry/registry.ts";
import type { SceneOwnOptions } from "../../multibody/features/scene.ts";
import type { SolidOptions } from "../../multibody/features/solid.ts";
import type { VisualMaterial } from "../../scene/visualMaterial.ts";

/** What collides: without a shape what the part shows, whose name is the key. */
export interface ContactSolid
  extends Pick<
    SolidOptions,
    | "solidMaterial"
    | "contactMaterial"
    | "frictionCoefficient"
    | "collisionSmoothingRadius"
    | "contactSphereRadius"
    | "convexParts"
  > {
  /** A shape of its own. It has no mass: that is the mechanism's. */
  readonly shape?: SolidShape;
  /** The part or frame that carries the shape; that of the key without it. Of a part it is frame_a, or frame_b where there is no other. */
  readonly on?: string;
  /** Of the shape in the axes of the frame, m. */
  readonly translation?: readonly [number, number, number];
  /** Cardan angles 1-2-3 from the frame, rad. */
  readonly rotation?: readonly [number, number, number];
  /** Looks of the shape; null: not drawn. */
  readonly visualMaterial?: VisualMaterial | string | null;
}

/** Contacts that a mechanism of Modelica gets, as in a Scene. */
export interface ModelicaContacts
  extends Pick<
    SceneOwnOptions,
    "elasticContactReductionFactor" | "maximumContactDamping" | "solidMaterials" | "contactPairMaterials" | "contact"
  > {
  /**
   * By name: a part of the mechanism, or a component that holds some, collides as what it shows, and so does a single shape; a text is the name of its
   * material. With a shape of its own a solid is added to the model, under a new name, or under that of the part that carries it.
   */
  readonly solids: Readonly<Record<string, string | ContactSolid>>;
  /** Joints whose two sides may touch each other, by name, or all of them; none by default, since parts overlap at their joints. */
  readonly atJoints?: "all" | readonly string[];
}

/** Those that a Scene has, those that a Solid has, and those of a solid that is added. */
export const sceneNames = [
  "elasticContactReductionFactor",
  "maximumContactDamping",
  "solidMaterials",
  "contactPairMaterials",
  "contact",
] as const;
export const solidNames = [
  "solidMaterial",
  "contactMaterial",
  "frictionCoefficient",
  "collisionSmoothingRadius",
  "contactSphereRadius",
  "convexParts",
] as const;
export const ownNames = ["shape", "on", "translation", "rotation", "visualMaterial"] as const;

/** Before anything is translated. */
export function checkContacts(contacts: ModelicaContacts): void {
  checkOptionNames(contacts, ["solids", "atJoints", ...sceneNames], "contacts");
  if (typeof contacts.solids !== "object" || contacts.solids === null)
    throw new RattlebackError("E-OPTION-VALUE", "The option contacts has no solids.", {
      path: "contacts.solids",
      hint: 'contacts: { solids: { ball: "Steel", floor: "DryWood" } }',
    });
  const { atJoints = [] } = contacts;
  if (atJoints !== "all" && !Array.isArray(atJoints))
    throw new RattlebackError("E-OPTION-VALUE", "The option contacts.atJoints is no list of joints.", {
      path: "contacts.atJoints",
      hint: '"all", or the names of joints: ["elbow"]',
    });
  for (const [name, solid] of Object.entries(contacts.solids))
    if (typeof solid !== "string") checkOptionNames(solid, [...solidNames, ...ownNames], `contacts.solids.${name}`);
}

/** Feature Scene: marks the world and holds what concerns the whole: gravity, contacts, materials, camera. */
import type { ContactOptions } from "../../contact/contactOptions.ts";
import type { ContactPairMaterial } from "../../contact/contactPairMaterial.ts";
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { inOwnSpelling, type Respelled } from "../../errors/spellings.ts";
import { Model, ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import type { SolidMaterial } from "../materials/solidMaterial.ts";
import { oneLevelDeeper, type Scalar, scalarParameter, switchParameter } from "../quantities.ts";
import { UniformGravityField } from "./gravityField.ts";

const degree = Math.PI / 180;

/** Numbers of a Scene: default and unit; undefined: follows from nominalLength. */
const numbers = {
  elasticContactReductionFactor: [1, "1"],
  maximumContactDamping: [2000, "s/m"],
  gap: [0.001, "m"],
  nominalLength: [1, "m"],
  defaultFrameLength: [undefined, "m"],
  defaultContactSphereDiameter: [0.1, "m"],
  cameraDistance: [undefined, "m"],
  cameraLongitude: [30 * degree, "rad"],
  cameraLatitude: [15 * degree, "rad"],
  lightDistance: [undefined, "m"],
  lightLongitude: [60 * degree, "rad"],
  lightLatitude: [45 * degree, "rad"],
} as const;

const switches = {
  enableContactDetection: true,
  /** Cut forces and torques of all joints in the result. */
  cutForces: false,
  visualiseFrames: false,
  visualiseBoundingBox: false,
  visualiseContactPoints: false,
} as const;

const spellings = {
  visualiseFrames: "visualizeFrames",
  visualiseBoundingBox: "visualizeBoundingBox",
  visualiseContactPoints: "visualizeContactPoints",
} as const;

/**
 * Options of Modia3D without a counterpart here: distances are proved, not iterated to a tolerance, every contact is drawn, rigid objects are
 * always one body, and pictures are made from the result.
 */
const idle = [
  "mprTolerance",
  "mprIterMax",
  "nVisualContSupPoints",
  "visualizeSupportPoints",
  "useOptimizedStructure",
  "enableVisualization",
  "animationFile",
  "provideAnimationHistory",
] as const;

export type SceneOwnOptions = { readonly [Name in keyof typeof numbers]?: Scalar } & {
  readonly [Name in keyof typeof switches]?: boolean;
} & {
  /** UniformGravityField, NoGravityField or PointGravityField; 9.81 m/s² along −y by default. */
  readonly gravityField?: ModelDefinition;
  /** Further solid materials of this model, by name; they come before the built-in ones. */
  readonly solidMaterials?: Readonly<Record<string, SolidMaterial>>;
  /** Further pairs of contact materials of this model. */
  readonly contactPairMaterials?: Readonly<Record<string, ContactPairMaterial>>;
  /** `"rigid"`: a preview with impulses at fixed times (`contact: { rigidStep }`); the same as `contact: { response: "rigid" }`. */
  readonly response?: "elastic" | "rigid";
  /** Further options of contact handling. */
  readonly contact?: Omit<ContactOptions, "elasticContactReductionFactor" | "maximumContactDamping">;
};

/** Those named in `idle` are accepted, and the result warns that they have no effect. */
export type SceneFeatureOptions = (SceneOwnOptions | Respelled<SceneOwnOptions, typeof spellings>) & {
  readonly [Name in (typeof idle)[number]]?: number | boolean | string;
};

export interface SceneElement {
  readonly kind: "Scene";
  readonly solidMaterials: Readonly<Record<string, SolidMaterial>>;
  readonly contactPairMaterials: Readonly<Record<string, ContactPairMaterial>>;
  readonly contact: ContactOptions;
  /** Options that were given and have no effect. */
  readonly idle: readonly string[];
}

/** The world of a Model3D. Exactly one object has this feature. */
export function Scene(given: SceneFeatureOptions = {}): ModelDefinition {
  const options = inOwnSpelling<SceneOwnOptions, typeof spellings>(given, spellings, "Scene");
  const names = [...Object.keys(numbers), ...Object.keys(switches)];
  const others = ["gravityField", "solidMaterials", "contactPairMaterials", "contact", "response"];
  checkOptionNames(options, [...names, ...others, ...idle], "Scene");
  const gravity = options.gravityField ?? UniformGravityField();
  if (!(gravity instanceof ModelDefinition) || gravity.element === undefined) {
    throw new RattlebackError("E-3D-VALUE", "The gravityField of a Scene is not a gravity field.", {
      path: "Scene.gravityField",
      hint: "UniformGravityField(), NoGravityField() or PointGravityField()",
    });
  }
  const entries: Record<string, unknown> = { gravityField: oneLevelDeeper(gravity) };
  const nominalLength = typeof options.nominalLength === "number" ? options.nominalLength : 1;
  const fallback: Record<string, number> = { defaultFrameLength: 0.2 * nominalLength };
  for (const [name, [value, unit]] of Object.entries(numbers)) {
    const number = options[name as keyof typeof numbers] ?? value ?? fallback[name] ?? 10 * nominalLength;
    entries[name] = scalarParameter(number, unit, "Scene", name);
    checkNumber(name, number);
  }
  for (const [name, value] of Object.entries(switches))
    entries[name] = switchParameter(options[name as keyof typeof switches] ?? value, "Scene", name);
  const element: SceneElement = {
    kind: "Scene",
    solidMaterials: options.solidMaterials ?? {},
    contactPairMaterials: options.contactPairMaterials ?? {},
    contact: { ...options.contact, ...(options.response !== undefined && { response: options.response }) },
    idle: idle.filter((name) => name in options),
  };
  return Model({ ...entries, [elementTag]: element });
}

function checkNumber(name: string, value: Scalar): void {
  if (typeof value !== "number") return;
  const isAngle = name.endsWith("itude");
  const isPossible =
    name === "elasticContactReductionFactor" ? value > 0 && value <= 1 : isAngle ? Number.isFinite(value) : value > 0;
  if (isPossible) return;
  const wanted = name === "elasticContactReductionFactor" ? "a number above 0, at most 1" : "a number above 0";
  throw new RattlebackError("E-3D-VALUE", `A Scene cannot have ${name} = ${value}.`, {
    path: `Scene.${name}`,
    hint: isAngle ? "a finite angle" : wanted,
    data: { name, value },
  });
}

/** What the result says about options without effect. */
export function idleWarnings({ idle: names }: SceneElement): string[] {
  if (names.length === 0) return [];
  return [`W-SCENE-IDLE  Scene options without effect: ${names.join(", ")}. Leave them out.`];
}

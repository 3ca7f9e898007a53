/** How an object looks: colour, transparency, shine, shadows. */
import { suggestName } from "../errors/nearestName.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { inOwnSpelling, type Respelled } from "../errors/spellings.ts";
import { type ColorInput, parseColor, type Rgb } from "./color.ts";

const shadowMasks = ["NoShadows", "CastsShadows", "ReceivesShadows", "CastsAndReceivesShadows"] as const;

export type ShadowMask = (typeof shadowMasks)[number];

export interface VisualMaterial {
  /** Levels from 0 to 255. */
  readonly color: Rgb;
  /** true: the edges of the triangles alone. */
  readonly wireframe: boolean;
  /** From 0, opaque, to 1, invisible. */
  readonly transparency: number;
  /** false: the colour as it is, without light and shade. */
  readonly reflectsLight: boolean;
  /** From 0, dull, to 1, polished. */
  readonly shininess: number;
  readonly shadowMask: ShadowMask;
  /** true when nobody has chosen a material: the scene then chooses a colour. */
  readonly isUnset?: true;
}

/** What a visual material may be given. */
export type VisualMaterialValues = Partial<Omit<VisualMaterial, "color" | "isUnset">> & {
  readonly color?: ColorInput;
};

const spellings = { reflectsLight: "reflectslight" } as const;

export type VisualMaterialOptions = VisualMaterialValues | Respelled<VisualMaterialValues, typeof spellings>;

/**
 * A visual material; blue, opaque and rather shiny by default.
 *
 * ```ts
 * import { VisualMaterial } from "rattleback";
 *
 * console.log(VisualMaterial({ color: "dark orange", transparency: 0.5 }).color.join(" ")); // 255 140 0
 * ```
 */
export function VisualMaterial(given: VisualMaterialOptions = {}): VisualMaterial {
  const options = inOwnSpelling<VisualMaterialValues, typeof spellings>(given, spellings, "VisualMaterial");
  checkOptionNames(options, Object.keys(defaults), "VisualMaterial");
  const material = {
    color: options.color === undefined ? defaults.color : parseColor(options.color, "VisualMaterial.color"),
    wireframe: options.wireframe ?? defaults.wireframe,
    transparency: options.transparency ?? defaults.transparency,
    reflectsLight: options.reflectsLight ?? defaults.reflectsLight,
    shininess: options.shininess ?? defaults.shininess,
    shadowMask: options.shadowMask ?? defaults.shadowMask,
  };
  checkShare("transparency", material.transparency);
  checkShare("shininess", material.shininess);
  checkTruth("wireframe", material.wireframe);
  checkTruth("reflectsLight", material.reflectsLight);
  if (!shadowMasks.includes(material.shadowMask)) {
    const hint = suggestName(String(material.shadowMask), shadowMasks, `one of ${shadowMasks.join(", ")}`);
    throw materialError("shadowMask", material.shadowMask, "there is no such mask", hint);
  }
  return Object.freeze(material);
}

const defaults: VisualMaterial = Object.freeze<VisualMaterial>({
  color: [0, 0, 255],
  wireframe: false,
  transparency: 0,
  reflectsLight: true,
  shininess: 0.7,
  shadowMask: "CastsAndReceivesShadows",
});

const unset: VisualMaterial = Object.freeze<VisualMaterial>({ ...defaults, isUnset: true });

/** Materials that a model can name. */
export const visualMaterialPalette: Readonly<Record<string, VisualMaterial>> = Object.freeze({
  Red: polished([255, 0, 0], 0),
  RedTransparent: polished([255, 0, 0], 0.7),
  GreenTransparent: polished([0, 255, 0], 0.7),
  BlueTransparent: polished([0, 0, 255], 0.1),
});

function polished(color: Rgb, transparency: number): VisualMaterial {
  return Object.freeze({ ...defaults, color, transparency, shininess: 1 });
}

/** The material that a model means: itself, one of the palette by its name, or for undefined and "" none, for the scene to choose. */
export function visualMaterialOf(
  material: VisualMaterial | string | undefined,
  path = "visualMaterial",
  palette = visualMaterialPalette,
): VisualMaterial {
  if (material === undefined || material === "") return unset;
  if (typeof material !== "string") return material;
  const found = Object.hasOwn(palette, material) ? palette[material] : undefined;
  if (found !== undefined) return found;
  const names = Object.keys(palette);
  throw new RattlebackError("E-MATERIAL-VISUAL", `There is no visual material "${material}".`, {
    path,
    because: `the palette has ${names.join(", ")}`,
    hint: suggestName(material, names, 'one of these, or VisualMaterial({ color: "…" })'),
    data: { name: material, names },
  });
}

function checkShare(name: "transparency" | "shininess", value: unknown): void {
  if (typeof value === "number" && value >= 0 && value <= 1) return;
  throw materialError(name, value, "it is not a number from 0 to 1", `a number from 0 to 1 for ${name}`);
}

function checkTruth(name: "wireframe" | "reflectsLight", value: unknown): void {
  if (typeof value === "boolean") return;
  throw materialError(name, value, "it is neither true nor false", `true or false for ${name}`);
}

function materialError(name: string, value: unknown, because: string, hint: string): RattlebackError {
  return new RattlebackError("E-MATERIAL-VISUAL", `VisualMaterial cannot have ${name} = ${String(value)}.`, {
    path: `VisualMaterial.${name}`,
    because,
    hint,
    data: { name, value },
  });
}

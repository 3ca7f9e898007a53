/**
 * Law of polygonal contact: two elastic layers on rigid bodies, with areal damping and friction.
 *
 *     c_i = (1 − ν)/((1 + ν)·(1 − 2·ν))·E/b        stiffness of a layer per area, N/m³; a body without layer is rigid
 *     c   = c_E·c_F/(c_E + c_F)                    both layers in series; that of the elastic one when the other is rigid
 *     κ   = c/c_E                                  share of the penetration that E takes: 0 for a rigid E, 1 for a rigid F
 *
 * Source   [Hippmann2004]
 */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";

export interface PolygonalLawOptions {
  /** Which surfaces are sampled: "both", and the mean counts (default), only that of "E", or only that of "F". Also 1, 2, 3. */
  readonly task?: "both" | "E" | "F" | 1 | 2 | 3;
  /** Pa; 0 (default): rigid. At least one body is elastic. */
  readonly bodyE_YoungsModulus?: number;
  readonly bodyF_YoungsModulus?: number;
  /** 0 … 0.45 */
  readonly bodyE_PoissonsRatio?: number;
  readonly bodyF_PoissonsRatio?: number;
  /** Depth of the elastic layer, m; 0 (default): rigid. */
  readonly bodyE_LayerDepth?: number;
  readonly bodyF_LayerDepth?: number;
  /** Deepest penetration that is looked for, m. */
  readonly maxPenetration: number;
  /** In expansion: "noTension" (default), "none": no damping, or "full" damping, which may pull. Also 0, 1, 2. */
  readonly expansionDampingMode?: "noTension" | "none" | "full" | 0 | 1 | 2;
  /** N·s/m³ */
  readonly compressionArealDampingFactor?: number;
  readonly expansionArealDampingFactor?: number;
  /** "linear": damping grows with the penetration up to the transition depth; "none" (default): it does not. Also 1 and 0. */
  readonly dampingTransitionMode?: "none" | "linear" | 0 | 1;
  /** m; default 1e-4. */
  readonly dampingTransitionDepth?: number;
  readonly frictionCoefficient?: number;
  /** m/s: sliding below it is smoothed. Default 1e-3. */
  readonly frictionRegularizationVelocity?: number;
}

export interface PolygonalLaw {
  readonly task: "both" | "E" | "F";
  /** N/m³ */
  readonly stiffness: number;
  /** κ */
  readonly shareOfE: number;
  readonly maxPenetration: number;
  readonly compressionDamping: number;
  readonly expansionDamping: number;
  readonly canPull: boolean;
  /** 0: no transition. */
  readonly transitionDepth: number;
  readonly friction: number;
  readonly smallSpeed: number;
  /** a = (1 − e²)/(1 + e²): the pressure is c·p·(1 + a·v_n/√(v_n² + v_reg²)), which makes e the restitution; 0: elastic. */
  readonly loss: number;
}

const names = [
  "task",
  "bodyE_YoungsModulus",
  "bodyF_YoungsModulus",
  "bodyE_PoissonsRatio",
  "bodyF_PoissonsRatio",
  "bodyE_LayerDepth",
  "bodyF_LayerDepth",
  "maxPenetration",
  "expansionDampingMode",
  "compressionArealDampingFactor",
  "expansionArealDampingFactor",
  "dampingTransitionMode",
  "dampingTransitionDepth",
  "frictionCoefficient",
  "frictionRegularizationVelocity",
] as const satisfies readonly (keyof PolygonalLawOptions)[];

/** Names of the options, for those who have further ones. */
export const polygonalLawNames: readonly string[] = names;

/** Lengths and velocities below this count as not given. */
const tiny = 1e-10;
const defaultTransitionDepth = 1e-4;
const defaultSmallSpeed = 1e-3;
/** A layer above this value of ν would be nearly incompressible: its stiffness grows without limit at 0.5. */
const largestPoissonsRatio = 0.45;

export function polygonalLaw(options: PolygonalLawOptions): PolygonalLaw {
  checkOptionNames(options, names, "PolygonalContactModel()");
  const stiffnessE = layerStiffness(options, "bodyE");
  const stiffnessF = layerStiffness(options, "bodyF");
  if (stiffnessE === 0 && stiffnessF === 0) {
    throw bad(
      "bodyE_YoungsModulus",
      options.bodyE_YoungsModulus ?? 0,
      "both bodies are rigid",
      "modulus and layer depth of at least one body above 0",
    );
  }
  const isRigidE = stiffnessE === 0;
  const isRigidF = stiffnessF === 0;
  const stiffness = isRigidE
    ? stiffnessF
    : isRigidF
      ? stiffnessE
      : (stiffnessE * stiffnessF) / (stiffnessE + stiffnessF);
  const maxPenetration = options.maxPenetration;
  if (!(Number.isFinite(maxPenetration) && maxPenetration > 0))
    throw bad(
      "maxPenetration",
      maxPenetration,
      "it is not a positive length",
      "about 1.5 times the deepest penetration expected, in m",
    );
  const mode = oneOf(options.expansionDampingMode ?? 0, "expansionDampingMode", ["noTension", "none", "full"], 0);
  const transition = oneOf(options.dampingTransitionMode ?? 0, "dampingTransitionMode", ["none", "linear"], 0);
  const depth = notNegative(options.dampingTransitionDepth ?? 0, "dampingTransitionDepth");
  const speed = notNegative(options.frictionRegularizationVelocity ?? 0, "frictionRegularizationVelocity");
  const expansion = notNegative(options.expansionArealDampingFactor ?? 0, "expansionArealDampingFactor");
  return {
    task: oneOf(options.task ?? 1, "task", ["both", "E", "F"], 1),
    stiffness,
    shareOfE: isRigidE ? 0 : stiffness / stiffnessE,
    maxPenetration,
    compressionDamping: notNegative(options.compressionArealDampingFactor ?? 0, "compressionArealDampingFactor"),
    expansionDamping: mode === "none" ? 0 : expansion,
    canPull: mode === "full",
    transitionDepth: transition === "none" ? 0 : depth < tiny ? defaultTransitionDepth : depth,
    friction: notNegative(options.frictionCoefficient ?? 0, "frictionCoefficient"),
    smallSpeed: speed < tiny ? defaultSmallSpeed : speed,
    loss: 0,
  };
}

/** c of a layer, N/m³. */
function layerStiffness(options: PolygonalLawOptions, body: "bodyE" | "bodyF"): number {
  const modulus = notNegative(options[`${body}_YoungsModulus`] ?? 0, `${body}_YoungsModulus`);
  const ratio = notNegative(options[`${body}_PoissonsRatio`] ?? 0, `${body}_PoissonsRatio`);
  const depth = notNegative(options[`${body}_LayerDepth`] ?? 0, `${body}_LayerDepth`);
  if (modulus === 0 || depth === 0) return 0;
  if (ratio > largestPoissonsRatio) {
    throw bad(
      `${body}_PoissonsRatio`,
      ratio,
      "a layer of an incompressible material does not yield",
      `at most ${largestPoissonsRatio}`,
    );
  }
  return ((1 - ratio) * modulus) / ((1 + ratio) * (1 - 2 * ratio) * depth);
}

function notNegative(value: number, name: string): number {
  if (Number.isFinite(value) && value >= 0) return value;
  throw bad(name, value, "it is not a finite number ≥ 0", "a finite number ≥ 0");
}

/** A word, or its number, counted from `first`, with which other programs name it. */
function oneOf<const Word extends string>(
  value: Word | number,
  name: string,
  words: readonly Word[],
  first: number,
): Word {
  const found = typeof value === "number" ? words[value - first] : words.find((word) => word === value);
  if (found !== undefined) return found;
  throw bad(name, value, "there is no such choice", `one of ${words.map((word) => `"${word}"`).join(", ")}`);
}

function bad(name: string, value: unknown, because: string, hint: string): RattlebackError {
  return new RattlebackError("E-POLYGONAL-VALUE", `Polygonal contact cannot have ${name} = ${String(value)}.`, {
    path: name,
    because,
    hint,
    data: { name, value },
  });
}

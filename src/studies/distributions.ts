/** Distributions of uncertain numbers: quantiles, probabilities, mean and deviation. */

import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { exp, log } from "../math/elementary/exponential.ts";
import * as elementary from "../math/elementary.ts";
import { normalDensity, normalProbability, normalQuantile } from "./normalDistribution.ts";

export type Distribution =
  | {
      readonly kind: "normal";
      readonly mean: number;
      readonly deviation: number;
      readonly min?: number;
      readonly max?: number;
    }
  /** Mean and deviation of the logarithm. */
  | { readonly kind: "lognormal"; readonly mu: number; readonly sigma: number }
  | { readonly kind: "uniform"; readonly min: number; readonly max: number }
  | { readonly kind: "triangular"; readonly min: number; readonly mode: number; readonly max: number }
  | { readonly kind: "discrete"; readonly values: readonly number[]; readonly probabilities?: readonly number[] }
  /** Measured values: quantiles are interpolated between them. */
  | { readonly kind: "data"; readonly values: readonly number[] };

export interface DistributionFunctions {
  readonly mean: number;
  readonly deviation: number;
  /** The value below which the part p lies. */
  quantile(p: number): number;
  /** The part below x. */
  probability(x: number): number;
}

const fields = {
  normal: ["mean", "deviation", "min", "max"],
  lognormal: ["mu", "sigma"],
  uniform: ["min", "max"],
  triangular: ["min", "mode", "max"],
  discrete: ["values", "probabilities"],
  data: ["values"],
} as const;

/** Checked once, where it enters. `owner` is the name of the uncertain number. */
export function distributionFunctions(distribution: Distribution, owner: string): DistributionFunctions {
  const kind = (distribution as Distribution | null)?.kind ?? "undefined";
  const known = Object.hasOwn(fields, kind) ? fields[kind as keyof typeof fields] : undefined;
  if (known === undefined)
    refuse(owner, `has the unknown distribution "${kind}"`, `one of ${Object.keys(fields).join(", ")}`);
  checkOptionNames(distribution, ["kind", ...known], `The distribution of "${owner}"`);
  checkNumbers(distribution, owner);
  switch (distribution.kind) {
    case "normal":
      return normal(distribution, owner);
    case "lognormal":
      return lognormal(distribution.mu, distribution.sigma, owner);
    case "uniform":
      return uniform(distribution.min, distribution.max, owner);
    case "triangular":
      return triangular(distribution.min, distribution.mode, distribution.max, owner);
    case "discrete":
      return discrete(distribution.values, distribution.probabilities, owner);
    case "data":
      return empirical(distribution.values, owner);
  }
}

function refuse(owner: string, what: string, hint: string): never {
  throw new RattlebackError("E-DISTRIBUTION", `The uncertain number "${owner}" ${what}.`, { path: owner, hint });
}

function checkNumbers(distribution: Distribution, owner: string): void {
  for (const [field, value] of Object.entries(distribution)) {
    if (field === "kind") continue;
    const numbers: unknown[] = Array.isArray(value) ? value : [value];
    // limits may be infinite
    const isAllowed = (x: unknown) =>
      typeof x === "number" && !Number.isNaN(x) && (field === "min" || field === "max" || Number.isFinite(x));
    if (!numbers.every(isAllowed)) refuse(owner, `has ${field} = ${String(value)}`, "give finite numbers");
  }
}

function normal(
  {
    mean,
    deviation,
    min = Number.NEGATIVE_INFINITY,
    max = Number.POSITIVE_INFINITY,
  }: Extract<Distribution, { kind: "normal" }>,
  owner: string,
): DistributionFunctions {
  if (!(deviation > 0)) refuse(owner, `has the deviation ${deviation}`, "give a positive deviation");
  if (!(min < max)) refuse(owner, `is limited to ${min} … ${max}`, "min must be below max");
  const [lower, upper] = [(min - mean) / deviation, (max - mean) / deviation];
  const [below, above] = [normalProbability(lower), normalProbability(-upper)];
  const inside = lower > 0 ? normalProbability(-lower) - above : normalProbability(upper) - below;
  if (!(inside > 1e-300))
    refuse(owner, "has limits that its distribution does not reach", "correct mean, deviation, min or max");
  const [densityLower, densityUpper] = [finite(lower) * normalDensity(lower), finite(upper) * normalDensity(upper)];
  const shift = (normalDensity(lower) - normalDensity(upper)) / inside;
  const variance = 1 + (densityLower - densityUpper) / inside - shift * shift;
  return {
    mean: mean + deviation * shift,
    deviation: deviation * Math.sqrt(variance),
    // from the nearer tail, where probabilities have all their digits
    quantile: (p) => {
      const z = p < 0.5 ? normalQuantile(below + p * inside) : -normalQuantile(above + (1 - p) * inside);
      return Math.min(max, Math.max(min, mean + deviation * z));
    },
    probability: (x) => (x <= min ? 0 : x >= max ? 1 : (normalProbability((x - mean) / deviation) - below) / inside),
  };
}

const finite = (x: number) => (Number.isFinite(x) ? x : 0);

function lognormal(mu: number, sigma: number, owner: string): DistributionFunctions {
  if (!(sigma > 0)) refuse(owner, `has sigma = ${sigma}`, "give a positive sigma");
  const mean = exp(mu + (sigma * sigma) / 2);
  return {
    mean,
    deviation: mean * Math.sqrt(elementary.expm1(sigma * sigma)),
    quantile: (p) => exp(mu + sigma * normalQuantile(p)),
    probability: (x) => (x <= 0 ? 0 : normalProbability((log(x) - mu) / sigma)),
  };
}

function uniform(min: number, max: number, owner: string): DistributionFunctions {
  if (!(Number.isFinite(min) && Number.isFinite(max) && min < max))
    refuse(owner, `lies in ${min} … ${max}`, "give two finite limits, min below max");
  return {
    mean: (min + max) / 2,
    deviation: (max - min) / Math.sqrt(12),
    quantile: (p) => min + p * (max - min),
    probability: (x) => Math.min(1, Math.max(0, (x - min) / (max - min))),
  };
}

function triangular(min: number, mode: number, max: number, owner: string): DistributionFunctions {
  if (!(Number.isFinite(min) && Number.isFinite(max) && min <= mode && mode <= max && min < max)) {
    refuse(owner, `has min = ${min}, mode = ${mode}, max = ${max}`, "give min ≤ mode ≤ max");
  }
  const width = max - min;
  const split = (mode - min) / width;
  return {
    mean: (min + mode + max) / 3,
    deviation: Math.sqrt((min * min + mode * mode + max * max - min * mode - min * max - mode * max) / 18),
    quantile: (p) =>
      p < split ? min + Math.sqrt(p * width * (mode - min)) : max - Math.sqrt((1 - p) * width * (max - mode)),
    probability: (x) => {
      if (x <= min) return 0;
      if (x >= max) return 1;
      return x < mode
        ? elementary.square(x - min) / (width * (mode - min))
        : 1 - elementary.square(max - x) / (width * (max - mode));
    },
  };
}

function discrete(
  values: readonly number[],
  given: readonly number[] | undefined,
  owner: string,
): DistributionFunctions {
  if (values.length === 0) refuse(owner, "has no values", "give at least one value");
  const weights = given ?? values.map(() => 1);
  if (weights.length !== values.length || !weights.every((w) => w >= 0)) {
    refuse(
      owner,
      `has ${values.length} values and ${weights.length} probabilities`,
      "give one probability, not negative, per value",
    );
  }
  const total = weights.reduce((sum, w) => sum + w, 0);
  if (!(total > 0)) refuse(owner, "has probabilities that are all zero", "give at least one positive probability");
  const order = values.map((_, k) => k).sort((i, j) => values[i]! - values[j]!);
  const mean = values.reduce((sum, x, k) => sum + (x * weights[k]!) / total, 0);
  const variance = values.reduce((sum, x, k) => sum + (elementary.square(x - mean) * weights[k]!) / total, 0);
  return {
    mean,
    deviation: Math.sqrt(variance),
    quantile: (p) => {
      let sum = 0;
      for (const k of order) {
        sum += weights[k]! / total;
        if (p < sum) return values[k]!;
      }
      return values[order[order.length - 1]!]!;
    },
    probability: (x) => order.reduce((sum, k) => sum + (values[k]! <= x ? weights[k]! / total : 0), 0),
  };
}

function empirical(values: readonly number[], owner: string): DistributionFunctions {
  if (values.length < 2) refuse(owner, `has ${values.length} measured values`, "give at least two");
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  return {
    mean,
    deviation: Math.sqrt(values.reduce((sum, x) => sum + elementary.square(x - mean), 0) / (n - 1)),
    quantile: (p) => quantileOf(sorted, p),
    probability: (x) => {
      if (x <= sorted[0]!) return 0;
      if (x >= sorted[n - 1]!) return 1;
      let k = 0;
      while (sorted[k + 1]! <= x) k++;
      return (k + (x - sorted[k]!) / (sorted[k + 1]! - sorted[k]!)) / (n - 1);
    },
  };
}

/** Quantile of sorted values, linear between them: position (n − 1)·p. */
export function quantileOf(sorted: ArrayLike<number>, p: number): number {
  const at = (sorted.length - 1) * Math.min(1, Math.max(0, p));
  const k = Math.min(Math.floor(at), sorted.length - 2);
  if (sorted.length === 1) return sorted[0]!;
  return sorted[k]! + (at - k) * (sorted[k + 1]! - sorted[k]!);
}

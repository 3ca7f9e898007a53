/** uncertain(): a number that is not known exactly. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { aFiniteNumber, listOf } from "../../errors/shapes.ts";
import { type Distribution, distributionFunctions } from "../distributions.ts";

export interface UncertainValue {
  /** What is expected. */
  readonly value: number;
  /** Standard deviation. */
  readonly deviation: number;
  readonly distribution: Distribution;
}

/** How far it may be from the truth: one of the three. */
export type Uncertainty =
  | { /** Standard deviation of a normal distribution. */ readonly deviation: number }
  | { /** Anywhere between two numbers, all of them equally likely. */ readonly interval: readonly [number, number] }
  | { readonly distribution: Distribution };

/** `uncertain(100, { deviation: 5 })`, `uncertain(1, { interval: [0.9, 1.1] })`, `uncertain(1, { distribution: { kind: "lognormal", … } })`. */
export function uncertain(value: number, how: Uncertainty): UncertainValue {
  if (!Number.isFinite(value)) throw badUncertain(`The value ${String(value)} is not a finite number.`);
  const given = ["deviation", "interval", "distribution"].filter((key) => Object.hasOwn(how ?? {}, key));
  if (given.length !== 1 || Object.keys(how).length !== 1)
    throw badUncertain(`An uncertain number has one of deviation, interval and distribution, not ${given.length}.`);
  if ("deviation" in how) {
    if (!(how.deviation >= 0 && how.deviation < Infinity))
      throw badUncertain(`The deviation ${String(how.deviation)} is not a positive number.`);
    const { deviation } = how;
    const distribution: Distribution =
      deviation === 0
        ? { kind: "discrete", values: [value], probabilities: [1] }
        : { kind: "normal", mean: value, deviation };
    return { value, deviation, distribution };
  }
  if ("interval" in how) {
    listOf(aFiniteNumber)(how.interval, "interval");
    const [min, max] = how.interval;
    if (!(min <= value && value <= max))
      throw badUncertain(`The value ${value} is outside of its interval ${min} … ${max}.`);
    return { value, deviation: (max - min) / Math.sqrt(12), distribution: { kind: "uniform", min, max } };
  }
  return { value, deviation: distributionFunctions(how.distribution, "").deviation, distribution: how.distribution };
}

/** What stands in `uncertain` of a study is made by uncertain(). */
export function checkUncertain(values: unknown): void {
  for (const [name, value] of Object.entries((values ?? {}) as Record<string, unknown>)) {
    const { value: expected, deviation } = (value ?? {}) as Partial<UncertainValue>;
    if (typeof expected === "number" && typeof deviation === "number") continue;
    throw new RattlebackError("E-DISTRIBUTION", `"${name}" is not an uncertain number.`, {
      path: `options.uncertain.${name}`,
      because: `it is ${typeof value === "object" ? "an object without value and deviation" : String(value)}`,
      hint: `${/^\w+$/.test(name) ? name : `"${name}"`}: uncertain(${typeof value === "number" ? value : 100}, { deviation: 5 })`,
      data: { name },
    });
  }
}

function badUncertain(what: string): RattlebackError {
  return new RattlebackError("E-DISTRIBUTION", what, { hint: "uncertain(100, { deviation: 5 })" });
}

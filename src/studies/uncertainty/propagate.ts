/**
 * Uncertainty of a run by its derivatives: exact for small deviations, at the cost of one run.
 *
 *     var y = Σ_k Σ_l (∂y/∂p_k)·σ_k·R_kl·σ_l·(∂y/∂p_l)
 *
 * Source   [GUM2008] sec. 5
 */

import { guarded } from "../../errors/boundary.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { aText, fields, listOf } from "../../errors/shapes.ts";
import * as elementary from "../../math/elementary.ts";
import type { Result } from "../../results/result.ts";
import type { InstantiatedModel } from "../../run/instantiate.ts";
import type { SimulateOptions } from "../../run/simulateOptions.ts";
import { sensitivities } from "../../sensitivity/sensitivities.ts";
import type { SensitivityResult } from "../../sensitivity/sensitivityResult.ts";
import { mergedName, mergedUnit, resolveTarget, targetOf } from "../../sensitivity/targets.ts";
import { type Correlation, cholesky, correlationMatrix } from "./correlations.ts";
import { checkUncertain, type UncertainValue } from "./uncertain.ts";

export interface PropagateOptions extends Omit<SimulateOptions, "storage"> {
  /** By the name of a parameter, or `"start(x)"`. Their values replace those of the model. */
  readonly uncertain: Readonly<Record<string, UncertainValue>>;
  /** `[["R1", "R2", 0.9]]`. Default: independent. */
  readonly correlations?: readonly Correlation[];
  readonly outputs?: readonly string[];
}

export interface UncertainNumber {
  readonly value: number;
  readonly deviation: number;
  /** Variance that each parameter would cause alone. */
  readonly contributions: Readonly<Record<string, number>>;
}

export interface Propagation {
  /** The run at the expected values. */
  readonly result: Result;
  readonly sensitivities: SensitivityResult;
  /** A variable over time with its standard deviation. */
  band(variable: string): {
    readonly time: Float64Array;
    readonly values: Float64Array;
    readonly deviations: Float64Array;
  };
  at(time: number, variable: string): UncertainNumber;
  final(variable: string): UncertainNumber;
  /** Times of the events, with their deviations. */
  readonly eventTimes: readonly { readonly time: number; readonly cause: string; readonly deviation: number }[];
  /** Correlation of two variables at the end. */
  correlation(first: string, second: string): number;
}

const optionsShape = fields({ outputs: listOf(aText) });

/** The deviations of all variables that deviations of parameters cause, to first order. */
export function propagate(model: InstantiatedModel, options: PropagateOptions): Propagation {
  return guarded("propagate", () => {
    optionsShape(options, "options");
    checkUncertain(options.uncertain);
    const { uncertain, correlations = [], merge, ...rest } = options;
    const names = Object.keys(uncertain ?? {});
    if (names.length === 0)
      throw new RattlebackError("E-STUDY", "No parameter is uncertain.", {
        path: "options.uncertain",
        hint: "uncertain: { R: uncertain(100, { deviation: 5 }) }",
      });
    const targets = names.map(targetOf);
    targets.forEach((target, k) => resolveTarget(model.program.state, target, `options.uncertain.${names[k]}`));
    const values = Object.fromEntries(targets.map((target, k) => [mergedName(target), uncertain[names[k]!]!.value]));
    const n = names.length;
    const R = correlationMatrix(names, correlations);
    cholesky(R, n); // contradictions are refused
    const run = sensitivities(model, { ...rest, by: targets, merge: { ...merge, ...values } });
    // derivatives are by SI units, deviations in the unit of the declaration as the values are
    const deviations = names.map(
      (name, k) => uncertain[name]!.deviation * mergedUnit(model.program.state, targets[k]!).factor,
    );
    const covarianceOf = (a: readonly number[], b: readonly number[]): number => {
      let sum = 0;
      for (let k = 0; k < n; k++)
        for (let l = 0; l < n; l++) sum += a[k]! * deviations[k]! * R[k * n + l]! * deviations[l]! * b[l]!;
      return sum;
    };
    const deviationOf = (rates: readonly number[]): number => Math.sqrt(Math.max(0, covarianceOf(rates, rates)));
    const numberOf = (value: number, rates: readonly number[]): UncertainNumber => ({
      value,
      deviation: deviationOf(rates),
      contributions: Object.fromEntries(names.map((name, k) => [name, elementary.square(rates[k]! * deviations[k]!)])),
    });
    const finalRates = (variable: string): number[] => targets.map((target) => run.final(variable, target));
    return {
      result: run.result,
      sensitivities: run,
      band: (variable) => {
        const signals = targets.map((target) => run.sensitivity(variable, target).values);
        const { time, values: own } = run.result.signal(variable);
        return { time, values: own, deviations: time.map((_, i) => deviationOf(signals.map((signal) => signal[i]!))) };
      },
      at: (time, variable) =>
        numberOf(
          run.result.at(time, variable),
          targets.map((target) => run.at(time, variable, target)),
        ),
      final: (variable) => numberOf(run.result.final(variable), finalRates(variable)),
      eventTimes: run.eventTimes.map(({ time, cause, derivatives }) => ({
        time,
        cause,
        deviation: deviationOf(names.map((name) => derivatives[name]!)),
      })),
      correlation: (first, second) => {
        const [a, b] = [finalRates(first), finalRates(second)];
        return covarianceOf(a, b) / (deviationOf(a) * deviationOf(b));
      },
    };
  });
}

/** Reference trajectories of Modelica examples: samples of signals, and a second computation of the same samples. */
import { readFileSync } from "node:fs";
import { instantiate, type ModelDefinition, simulate } from "rattleback";
import { expectReferenceSamples } from "../recordComparison.ts";

interface ReferenceSignal {
  readonly values: readonly number[];
  /** Tube around the values in which a result passes. */
  readonly absTol: number;
  readonly rangeInReference: readonly [number, number];
  /** Samples of an independent integration of equations derived by hand; more accurate than the values. */
  readonly independentValues: readonly number[];
}

interface ReferenceCase {
  readonly experiment: { readonly stopTime: number; readonly outputIntervalInReference: number };
  readonly reference: {
    readonly time: readonly number[];
    readonly signals: Readonly<Record<string, ReferenceSignal>>;
  };
}

/**
 * Runs the model and compares every sample: inside the tube of the reference, and within 1e-5 of the range of the signal
 * from the independent values. `names` says how our model calls a signal of the reference.
 */
export function expectReference(
  name: string,
  model: ModelDefinition,
  names: Readonly<Record<string, string>> = {},
): void {
  const text = readFileSync(new URL(`./cases/${name}.json`, import.meta.url), "utf8");
  const { experiment, reference } = JSON.parse(text) as ReferenceCase;
  const { stopTime, outputIntervalInReference: interval } = experiment;
  // the samples are multiples of the interval, so that nothing is interpolated
  const result = simulate(instantiate(model), { stopTime, interval, tolerance: 1e-8 });
  for (const [signal, { values, absTol, rangeInReference, independentValues }] of Object.entries(reference.signals)) {
    const range = rangeInReference[1] - rangeInReference[0];
    const own = reference.time.map((t) => result.at(t, names[signal] ?? signal));
    const samplesOf = (known: readonly number[], allowed: number) =>
      known.map((value, k) => ({ place: `t = ${reference.time[k]}`, value: own[k], reference: value, allowed }));
    expectReferenceSamples(signal, samplesOf(values, absTol));
    expectReferenceSamples(`${signal}, independent`, samplesOf(independentValues, 1e-5 * range));
  }
}

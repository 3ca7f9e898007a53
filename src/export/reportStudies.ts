/** What studies have found, as sections of a report: bands over time, parts of a variance, a fit beside its measurements. */
import type { Panel, Trace } from "../plot/panel.ts";
import { plotSvg } from "../plot/plotSvg.ts";
import { valueText } from "../plot/ticks.ts";
import { lightColors } from "../plot/traceColors.ts";
import { unitText } from "../plot/unitText.ts";
import type { Result } from "../results/result.ts";
import { escapeText } from "./escapeText.ts";

/** Answers of `rattleback/studies`, as they are. */
export interface ReportedStudies {
  /** Of `quantileBands`. */
  readonly bands?: {
    readonly levels: readonly number[];
    readonly bands: Readonly<
      Record<
        string,
        {
          readonly time: Float64Array;
          readonly quantiles: readonly Float64Array[];
          readonly convergence: readonly { readonly runs: number; readonly mean: number; readonly deviation: number }[];
        }
      >
    >;
  };
  /** Bands of `propagate`, by variable: `{ x: run.band("x") }`. */
  readonly deviations?: Readonly<
    Record<
      string,
      {
        readonly time: Float64Array;
        readonly values: Float64Array;
        readonly deviations: Float64Array;
      }
    >
  >;
  /** Of `globalSensitivity`, by what was looked at: `{ "final height": indices }`. */
  readonly indices?: Readonly<
    Record<
      string,
      {
        readonly mean: number;
        readonly deviation: number;
        readonly evaluations: number;
        readonly indices: Readonly<
          Record<
            string,
            {
              readonly first: number;
              readonly total: number;
              readonly firstInterval: readonly [number, number];
              readonly totalInterval: readonly [number, number];
            }
          >
        >;
      }
    >
  >;
  /** Of `calibrate`. */
  readonly fit?: {
    readonly parameters: Readonly<
      Record<
        string,
        {
          readonly value: number;
          readonly deviation: number;
          readonly interval: readonly [number, number];
        }
      >
    >;
    readonly indistinguishable: readonly (readonly string[])[];
    readonly residualDeviation: number;
    readonly hasConverged: boolean;
    readonly runs: number;
    readonly results: readonly Result[];
    readonly residuals: readonly {
      readonly experiment: number;
      readonly variable: string;
      readonly time: number;
      readonly value: number;
      readonly deviation: number;
    }[];
  };
}

export const studyNames: readonly (keyof ReportedStudies)[] = ["bands", "deviations", "indices", "fit"];

const dashes = [5, 4];
/** A mark of a measurement is at least this part of the range of all of them. */
const shortestMark = 0.01;

/** Sections, none for what was not studied. `result` knows the units. */
export function reportStudies(result: Result, { bands, deviations, indices, fit }: ReportedStudies): string[] {
  const unitOf = (name: string): string => (result.has(name) ? unitText(result.describe(name).unit) : "");
  const sections: string[] = [];
  if (bands !== undefined) {
    const panels = Object.entries(bands.bands).map(([name, { time, quantiles }]) => {
      const traces = quantiles.map((values, k) => {
        const level = bands.levels[k]!;
        return trace(`${name}, ${valueText(100 * level)} %`, time, values, 0, level === 0.5);
      });
      return panel(traces, unitOf(name));
    });
    const said = Object.entries(bands.bands).map(([name, { convergence }]) => [
      name,
      convergence.map(({ runs, mean, deviation }) => `${plusMinus(mean, deviation)} after ${runs} runs`).join(", "),
    ]);
    sections.push(
      section("Bands of samples", pictures("bands", panels), rows(["", "mean and deviation at the end"], said)),
    );
  }
  if (deviations !== undefined) {
    const panels = Object.entries(deviations).map(([name, { time, values, deviations: widths }]) => {
      const moved = (sign: number): Float64Array => values.map((value, i) => value + sign * widths[i]!);
      const traces = [
        trace(name, time, values, 0, true),
        trace(`${name} − deviation`, time, moved(-1), 0, false),
        trace(`${name} + deviation`, time, moved(1), 0, false),
      ];
      return panel(traces, unitOf(name));
    });
    const last = Object.entries(deviations).map(([name, { values, deviations: widths }]) => [
      name,
      plusMinus(values.at(-1)!, widths.at(-1)!),
    ]);
    sections.push(section("Deviations by derivatives", pictures("deviations", panels), rows(["", "at the end"], last)));
  }
  for (const [name, { mean, deviation, evaluations, indices: parts }] of Object.entries(indices ?? {})) {
    const lines = Object.entries(parts)
      .sort(([, a], [, b]) => b.total - a.total)
      .map(([parameter, { first, firstInterval, total, totalInterval }]) => [
        parameter,
        `${share(first)} (${firstInterval.map(share).join(" … ")})`,
        `${share(total)} (${totalInterval.map(share).join(" … ")})`,
      ]);
    const text = `${name}: ${plusMinus(mean, deviation)}, of ${evaluations} runs. Parts of its variance, with 95 % intervals:`;
    sections.push(section("Which parameter matters", paragraph(text), rows(["", "alone", "with all others"], lines)));
  }
  if (fit !== undefined) sections.push(fitted(fit));
  return sections;
}

function fitted(fit: NonNullable<ReportedStudies["fit"]>): string {
  const { parameters, indistinguishable, residualDeviation, hasConverged, runs, results, residuals } = fit;
  const lines = Object.entries(parameters).map(([name, { value, deviation, interval }]) => [
    name,
    number(value),
    number(deviation),
    interval.map(number).join(" … "),
  ]);
  const panels = results.flatMap((result, experiment) => {
    const readings = residuals.filter((reading) => reading.experiment === experiment);
    return [...new Set(readings.map(({ variable }) => variable))].map((name) => {
      const own = readings.filter(({ variable }) => variable === name);
      const ofModel = trace(`${name} of the model`, result.time, result.signal(name).values, 0, true);
      return panel([ofModel, marks("measured", own, residualDeviation)], unitText(result.describe(name).unit));
    });
  });
  const end = hasConverged ? "Fitted" : "Not converged";
  return section(
    "Fit to measurements",
    paragraph(`${end} in ${runs} runs; what is left deviates by ${number(residualDeviation)} of the given deviations.`),
    rows(["", "value", "deviation", "confidence interval"], lines),
    ...indistinguishable.map((names) => paragraph(`The measurements cannot tell ${names.join(", ")} apart.`)),
    pictures("fit", panels),
  );
}

/** Upright bars as long as the deviations that the residuals show. */
function marks(
  label: string,
  readings: readonly { readonly time: number; readonly value: number; readonly deviation: number }[],
  factor: number,
): Trace {
  const sorted = [...readings].sort((a, b) => a.time - b.time);
  const range = sorted.reduce(([low, high], { value }) => [Math.min(low, value), Math.max(high, value)] as const, [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as const);
  const shortest = shortestMark * (range[1] - range[0]);
  const time = Float64Array.from(sorted.flatMap((reading) => [reading.time, reading.time, reading.time]));
  const values = Float64Array.from(
    sorted.flatMap(({ value, deviation }) => {
      const half = Math.max(shortest, factor * deviation);
      return [value - half, value + half, Number.NaN];
    }),
  );
  return trace(label, time, values, 1, true);
}

function trace(label: string, time: Float64Array, values: Float64Array, color: number, isFull: boolean): Trace {
  return { label, time, values, color: lightColors[color]!, dash: isFull ? [] : dashes };
}

function panel(traces: readonly Trace[], unit: string): Panel {
  return { traces, unit, events: [] };
}

/** `id`: of this section alone. */
function pictures(id: string, panels: readonly Panel[]): string {
  return panels.length === 0 ? "" : `<div class="plots">${plotSvg(panels, { width: 920, height: 220, id })}</div>`;
}

function section(heading: string, ...parts: readonly string[]): string {
  return `<section><h2>${heading}</h2>${parts.join("")}</section>`;
}

function paragraph(text: string): string {
  return `<p>${escapeText(text)}</p>`;
}

function rows(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const cells = ([first, ...rest]: readonly string[]): string =>
    `<tr><th scope="row">${escapeText(first!)}</th>${rest.map((text) => `<td>${escapeText(text)}</td>`).join("")}</tr>`;
  const heads = head.map((text) => `<th scope="col">${escapeText(text)}</th>`).join("");
  return `<table><tr>${heads}</tr>${lines.map(cells).join("")}</table>`;
}

function number(value: number): string {
  return Number.isFinite(value) ? valueText(value, 5) : value > 0 ? "∞" : value < 0 ? "−∞" : "unknown";
}

function plusMinus(value: number, deviation: number): string {
  return `${number(value)} ± ${number(deviation)}`;
}

/** A part of 1 with two digits, and without the sign of a negative nothing. */
function share(value: number): string {
  return (Math.round(100 * value) / 100 + 0).toFixed(2);
}

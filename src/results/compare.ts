/**
 * Compares two results signal by signal. The first is the reference: around it lies a tube of half-width
 *
 *   absoluteTolerance + relativeTolerance · |a(t)|
 *
 * and the deviation of b from a is measured at the rows of both.
 *
 *  1. Different time grids: the other curve is interpolated, and what its rows leave uncertain (smoothCurve.ts) is
 *     no deviation. At common rows nothing is interpolated.
 *  2. Shifted events: within timeTolerance of an event of either result, a value counts as equal to
 *     every value that the other curve takes within timeTolerance.
 *  3. A value that is missing in one result alone deviates infinitely.
 */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { allIndices, columnOf } from "./catalogue.ts";
import { type Curve, type Deviation, measure, probesOf, type Span } from "./compareColumns.ts";
import { isHeld } from "./interpolation.ts";
import { timeOutside } from "./lookupErrors.ts";
import { readColumns } from "./recording.ts";
import { checkResult, type Result, recordingOf } from "./result.ts";
import { timeGridOf } from "./timeGrid.ts";

export interface CompareOptions {
  /** Default 1e-3. */
  readonly relativeTolerance?: number;
  /** In the unit of the signal. Default: relativeTolerance times the largest absolute value of the reference signal. */
  readonly absoluteTolerance?: number;
  /** Seconds by which events may be shifted. Default: relativeTolerance times the compared span. */
  readonly timeTolerance?: number;
  /** Signals, elements or parts to compare. Default: all that both results have. */
  readonly names?: readonly string[];
  /** The span to compare; by default all, and then the results must start and end together. */
  readonly startTime?: number;
  readonly stopTime?: number;
}

export interface SignalDeviation {
  readonly name: string;
  readonly isInside: boolean;
  /** Largest |a − b|, uncertainty of interpolation deducted; Infinity when a value is missing in one of them. */
  readonly maximumDeviation: number;
  /** Where it is: time, and element of a vector or matrix. */
  readonly time: number;
  readonly element: string;
  /** Largest deviation in units of the half-width of the tube; above 1 is outside. */
  readonly maximumRatio: number;
  /** First time outside of the tube, undefined when always inside. */
  readonly firstTimeOutside: number | undefined;
}

export interface Comparison {
  /** All signals are inside of their tubes and both results cover the span. */
  readonly isInside: boolean;
  readonly signals: readonly SignalDeviation[];
  /** The signal with the largest ratio. */
  readonly worst: SignalDeviation;
  /** Names that were not compared because the other result does not have them. */
  readonly onlyInA: readonly string[];
  readonly onlyInB: readonly string[];
  /** Where the results do not cover the same time; then isInside is false. */
  readonly remarks: readonly string[];
}

const optionNames = [
  "relativeTolerance",
  "absoluteTolerance",
  "timeTolerance",
  "names",
  "startTime",
  "stopTime",
] as const;

/** Deviation of result `b` from the reference `a`, signal by signal. */
export function compare(a: Result, b: Result, options: CompareOptions = {}): Comparison {
  checkResult(a);
  checkResult(b);
  checkOptionNames(options, optionNames, "compare");
  const { relativeTolerance = 1e-3, absoluteTolerance } = options;
  checkTolerance("relativeTolerance", relativeTolerance);
  checkTolerance("absoluteTolerance", absoluteTolerance ?? 0);
  checkTolerance("timeTolerance", options.timeTolerance ?? 0);
  const names = options.names ?? a.names().filter((name) => b.has(name));
  if (names.length === 0) throw nothingCommon("they have no signal in common", "results of the same model");

  const span = commonSpan(a, b, options);
  const timeTolerance = options.timeTolerance ?? relativeTolerance * (span.stop - span.start);
  const gridA = timeGridOf(recordingOf(a));
  const gridB = timeGridOf(recordingOf(b));
  const probesA = probesOf(gridA, gridB, span, timeTolerance);
  const probesB = probesOf(gridB, gridA, span, timeTolerance);

  const signals = names.map((name) => {
    const pair = pairOf(a, b, name);
    const deviations = pair.a.map((values, k): [string, Deviation] => {
      const curveA: Curve = { grid: gridA, values, isHeld: pair.isHeld };
      const curveB: Curve = { grid: gridB, values: pair.b[k]!, isHeld: pair.isHeld };
      const tube = {
        relativeTolerance,
        absoluteTolerance: absoluteTolerance ?? relativeTolerance * largestAt(probesA.rows, values),
      };
      const deviation: Deviation = { maximum: 0, time: span.start, ratio: 0, firstTimeOutside: undefined };
      measure(deviation, probesA, curveA, curveB, true, tube);
      measure(deviation, probesB, curveB, curveA, false, tube);
      return [pair.elements[k]!, deviation];
    });
    return summarise(name, deviations, span.start);
  });

  const remarks = spanRemarks(a, b, options, timeTolerance);
  return {
    isInside: signals.every((signal) => signal.isInside) && remarks.length === 0,
    signals,
    worst: signals.reduce((worst, signal) => (signal.maximumRatio > worst.maximumRatio ? signal : worst)),
    onlyInA: options.names === undefined ? a.names().filter((name) => !b.has(name)) : [],
    onlyInB: options.names === undefined ? b.names().filter((name) => !a.has(name)) : [],
    remarks,
  };
}

/** The elements of the signal in both results; where one of them has fewer, its values are missing. */
function pairOf(a: Result, b: Result, name: string) {
  const [recordingA, recordingB] = [recordingOf(a), recordingOf(b)];
  const [inA, inB] = [recordingA.catalogue.select(name), recordingB.catalogue.select(name)];
  if (inA.entry.shape.length !== inB.entry.shape.length) {
    throw new RattlebackError("E-COMPARE-SHAPE", `The signal "${name}" has different numbers of dimensions.`, {
      path: name,
      because: `its shape is [${inA.shape.join(", ")}] in the first and [${inB.shape.join(", ")}] in the second result`,
      hint: "leave it out with the option names",
      data: { name, shapeA: [...inA.shape], shapeB: [...inB.shape] },
    });
  }
  const common = inA.entry.shape.map((n, d) => Math.max(n, inB.entry.shape[d]!));
  const indices = inA.isWhole && inB.isWhole ? allIndices(common) : inA.indices;
  const columnsA = indices.map((index) => columnOf(inA.entry, index));
  const columnsB = indices.map((index) => columnOf(inB.entry, index));
  return {
    elements: columnsA.map((column) => column.name),
    a: readColumns(recordingA, columnsA),
    b: readColumns(recordingB, columnsB),
    isHeld: isHeld(inA.entry) && isHeld(inB.entry),
  };
}

function summarise(name: string, deviations: readonly [string, Deviation][], start: number): SignalDeviation {
  let [element, maximumDeviation, time, maximumRatio, firstTimeOutside] = [name, 0, start, 0, Infinity];
  for (const [elementOf, deviation] of deviations) {
    if (deviation.maximum > maximumDeviation) {
      element = elementOf;
      maximumDeviation = deviation.maximum;
      time = deviation.time;
    }
    maximumRatio = Math.max(maximumRatio, deviation.ratio);
    firstTimeOutside = Math.min(firstTimeOutside, deviation.firstTimeOutside ?? Infinity);
  }
  const isInside = firstTimeOutside === Infinity;
  return {
    name,
    isInside,
    maximumDeviation,
    time,
    element,
    maximumRatio,
    firstTimeOutside: isInside ? undefined : firstTimeOutside,
  };
}

function largestAt(rows: Int32Array, values: Float64Array): number {
  let largest = 0;
  for (const row of rows) if (Number.isFinite(values[row])) largest = Math.max(largest, Math.abs(values[row]!));
  return largest;
}

function commonSpan(a: Result, b: Result, options: CompareOptions): Span {
  if (a.time.length === 0 || b.time.length === 0)
    throw nothingCommon("one of them has no rows", "runs that were started");
  const start = Math.max(a.time[0]!, b.time[0]!);
  const stop = Math.min(a.time.at(-1)!, b.time.at(-1)!);
  if (start > stop)
    throw nothingCommon(`one ends at ${stop} s, the other starts at ${start} s`, "runs over the same time");
  for (const time of [options.startTime ?? start, options.stopTime ?? stop]) {
    if (!(time >= start && time <= stop)) throw timeOutside(time, start, stop);
  }
  return { start: options.startTime ?? start, stop: options.stopTime ?? stop };
}

/** Where the results do not cover the same time and nobody asked for a part of it. */
function spanRemarks(a: Result, b: Result, options: CompareOptions, timeTolerance: number): string[] {
  const remarks: string[] = [];
  const check = (word: string, timeA: number, timeB: number) => {
    if (Math.abs(timeA - timeB) > timeTolerance)
      remarks.push(`the first result ${word} at ${timeA} s, the second at ${timeB} s`);
  };
  if (options.startTime === undefined) check("starts", a.time[0]!, b.time[0]!);
  if (options.stopTime === undefined) check("ends", a.time.at(-1)!, b.time.at(-1)!);
  return remarks;
}

function nothingCommon(because: string, hint: string): RattlebackError {
  return new RattlebackError("E-COMPARE-NOTHING", "The two results have nothing to compare.", { because, hint });
}

function checkTolerance(name: string, value: number): void {
  if (value >= 0 && value < Infinity) return;
  throw new RattlebackError("E-OPTION-VALUE", `The option ${name} = ${value} must be a number ≥ 0.`, {
    path: `options.${name}`,
    hint: "a number such as 1e-3",
    data: { name, value },
  });
}

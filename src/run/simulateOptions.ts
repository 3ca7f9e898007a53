/** Options of simulate(): names, meanings, defaults, and the checks at the border. */
import { readOptions } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { isDaeMethod } from "../integrate/automaticMethod.ts";
import { findMethod } from "../integrate/methods.ts";
import { smallestSpan } from "../integrate/smallestSpan.ts";
import { parseUnit, sameDimension } from "../language/units.ts";
import { ParameterDeclaration } from "../language/values.ts";

export interface SimulateOptions {
  /** Seconds, or a time with unit: Par(1.5, "h"). Default 0. */
  readonly startTime?: number | ParameterDeclaration;
  /** Default: startTime, which computes the initial point only. */
  readonly stopTime?: number | ParameterDeclaration;
  /** Relative tolerance. Default 1e-6. */
  readonly tolerance?: number;
  /** One for all states. Default: 1e-3 · tolerance, times the nominal value of the state. */
  readonly absoluteTolerance?: number;
  /** Distance of stored points. Default: a 500th of the time span. */
  readonly interval?: number | ParameterDeclaration;
  readonly maximumStep?: number;
  /** Steps of the solver after which the run is given up; at a rate that leads far beyond it, earlier. Default 1e8. */
  readonly maximumSteps?: number;
  /** The same for events. Default 1e8. */
  readonly maximumEvents?: number;
  /** Seconds of wall time after which the run is given up; the error has the result up to there. Default: no limit. */
  readonly maximumWallTime?: number;
  /** Megabytes that the values of the result may take. Default 4096. */
  readonly maximumMemory?: number;
  /** "auto", the name of a solver, or "ida", which takes the unknowns of large systems of equations into its own vector. */
  readonly method?: string;
  /** New values of parameters, start values and array sizes for this run. */
  readonly merge?: Readonly<Record<string, unknown>>;
  /** Receives lines of text about the run: its events, its warnings. true: they are written on the console. */
  readonly log?: ((line: string) => void) | boolean;
  /** Called with the fraction done, after every percent and at least every tenth of a second. */
  readonly onProgress?: (fraction: number) => void;
  /** Ends the run; everything up to the stop is kept. */
  readonly signal?: AbortSignal;
  /** Final states to compare with, by name or in order; a difference is an error. */
  readonly requiredFinalStates?: Readonly<Record<string, number>> | readonly number[];
  /** "states" stores the states and discrete variables only and computes the rest when it is asked for. Default "all". */
  readonly storage?: "all" | "states";
  /** Begin where all derivatives are zero. */
  readonly steadyStateStart?: boolean;
}

const optionNames = [
  "startTime",
  "stopTime",
  "tolerance",
  "absoluteTolerance",
  "interval",
  "maximumStep",
  "maximumSteps",
  "maximumEvents",
  "maximumWallTime",
  "maximumMemory",
  "method",
  "merge",
  "log",
  "onProgress",
  "signal",
  "requiredFinalStates",
  "steadyStateStart",
  "storage",
] as const;

export interface CheckedOptions {
  readonly startTime: number;
  readonly stopTime: number;
  readonly tolerance: number;
  readonly absoluteTolerance: number | undefined;
  readonly interval: number;
  readonly maximumStep: number | undefined;
  readonly maximumSteps: number | undefined;
  readonly maximumEvents: number | undefined;
  readonly maximumWallTime: number | undefined;
  readonly maximumMemory: number | undefined;
  readonly method: string;
  readonly log: (line: string) => void;
  readonly onProgress: ((fraction: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
  readonly requiredFinalStates: SimulateOptions["requiredFinalStates"];
  readonly steadyStateStart: boolean;
  readonly warnings: string[];
}

const smallestTolerance = 100 * Number.EPSILON;

export function checkSimulateOptions(given: SimulateOptions): CheckedOptions {
  const options = readOptions(given, optionNames, "simulate");
  if (options.method !== undefined && options.method !== "auto" && !isDaeMethod(options.method))
    findMethod(options.method, ["auto", "ida"]);
  const warnings: string[] = [];
  const startTime = timeOf(options.startTime, 0, "startTime");
  const stopTime = timeOf(options.stopTime, startTime, "stopTime");
  if (stopTime < startTime)
    throw optionError(
      "stopTime",
      `stopTime ${stopTime} is before startTime ${startTime}.`,
      "simulate runs forward in time",
    );
  let tolerance = positive(options.tolerance, 1e-6, "tolerance");
  if (tolerance === Number.POSITIVE_INFINITY)
    throw optionError("tolerance", "tolerance is Infinity; it must be finite.", "e.g. tolerance: 1e-6");
  if (tolerance < smallestTolerance) {
    warnings.push(`tolerance ${tolerance} is below rounding and was raised to ${smallestTolerance}`);
    tolerance = smallestTolerance;
  }
  const span = stopTime - startTime;
  if (span > 0 && span < smallestSpan)
    throw optionError(
      "stopTime",
      `stopTime ${stopTime} is too close to startTime ${startTime} to be divided into steps.`,
      `at least ${smallestSpan} s; count the time in a smaller unit`,
    );
  const apart = 4 * Number.EPSILON * Math.max(Math.abs(startTime), Math.abs(stopTime));
  const interval = timeOf(options.interval, Math.max(span / 500, apart, Number.MIN_VALUE), "interval");
  if (interval <= 0 && span > 0)
    throw optionError("interval", `interval ${interval} is not positive.`, "leave it out for 500 intervals");
  if (interval < apart)
    throw optionError(
      "interval",
      `interval ${interval} is too short: closer than ${apart.toPrecision(1)} s is one instant.`,
      "leave it out for 500 intervals",
    );
  return {
    startTime,
    stopTime,
    tolerance,
    absoluteTolerance:
      options.absoluteTolerance === undefined ? undefined : positive(options.absoluteTolerance, 1, "absoluteTolerance"),
    interval,
    maximumStep: options.maximumStep === undefined ? undefined : positive(options.maximumStep, 1, "maximumStep"),
    maximumSteps: limitOf(options.maximumSteps, "maximumSteps"),
    maximumEvents: limitOf(options.maximumEvents, "maximumEvents"),
    maximumWallTime: limitOf(options.maximumWallTime, "maximumWallTime"),
    maximumMemory: limitOf(options.maximumMemory, "maximumMemory"),
    method: options.method ?? "auto",
    log: logOf(options.log),
    onProgress: functionOf(options.onProgress, "onProgress"),
    signal: signalOf(options.signal),
    requiredFinalStates: options.requiredFinalStates,
    steadyStateStart: options.steadyStateStart ?? false,
    warnings,
  };
}

function timeOf(value: number | ParameterDeclaration | undefined, otherwise: number, name: string): number {
  if (value === undefined) return otherwise;
  let seconds: unknown = value;
  if (value instanceof ParameterDeclaration) {
    const unit = parseUnit(value.attributes.unit ?? "s", `options.${name}`);
    if (!sameDimension(unit.dimension, parseUnit("s").dimension))
      throw optionError(name, `${name} is a time, but is given in "${unit.text}".`, 'Par(1.5, "h")');
    seconds = unit.factor * (value.attributes.value as number);
  }
  if (typeof seconds === "number" && Number.isFinite(seconds)) return seconds;
  throw optionError(
    name,
    `${name} is ${shown(seconds)}, which is not a finite time.`,
    'give seconds, or a time with unit: Par(1.5, "h")',
  );
}

function logOf(log: SimulateOptions["log"]): (line: string) => void {
  if (typeof log === "function") return log;
  if (log === undefined || log === false) return () => {};
  // biome-ignore lint/suspicious/noConsole: the user asked for it
  if (log === true) return (line) => console.info(line);
  throw optionError("log", `log is ${String(log)}.`, "a function that takes a line of text, or true for the console");
}

function functionOf<F>(value: F | undefined, name: string): F | undefined {
  if (value === undefined || typeof value === "function") return value;
  throw optionError(name, `${name} is ${shown(value)}; it must be a function.`, `${name}: (fraction) => …`);
}

function signalOf(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined || typeof (signal as { aborted?: unknown } | null)?.aborted === "boolean") return signal;
  throw optionError(
    "signal",
    `signal is ${String(signal)}; it must be an AbortSignal.`,
    "new AbortController().signal",
  );
}

function limitOf(value: number | undefined, name: string): number | undefined {
  if (value === undefined || (typeof value === "number" && value >= 0)) return value;
  throw optionError(
    name,
    `${name} is ${shown(value)}; it must be a number that is not negative.`,
    "Infinity for no limit",
  );
}

function positive(value: number | undefined, otherwise: number, name: string): number {
  if (value === undefined) return otherwise;
  if (typeof value === "number" && value > 0) return value;
  throw optionError(name, `${name} is ${shown(value)}; it must be a positive number.`, `e.g. ${name}: 1e-6`);
}

/** A text is told from the number that it looks like. */
function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function optionError(name: string, what: string, hint: string): RattlebackError {
  return new RattlebackError("E-OPTION-VALUE", what, { path: `options.${name}`, hint, data: { name } });
}

/**
 * simulate, simulatePlanar and integrate as a model file calls them, with one difference: what they compute also goes to the page.
 * So a file shows its runs in the studio without knowing of it.
 */

import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import type { integrate } from "../../src/integrate/integrate.ts";
import { ParameterDeclaration } from "../../src/language/values.ts";
import { tunableParameters } from "../../src/modelFile/tunableParameters.ts";
import type { simulatePlanar } from "../../src/planar/simulatePlanar.ts";
import { Recorder } from "../../src/results/recorder.ts";
import type { Result } from "../../src/results/result.ts";
import { twoSinks } from "../../src/results/twoSinks.ts";
import { type InstantiatedModel, type InstantiateOptions, instantiate } from "../../src/run/instantiate.ts";
import { checkSimulateOptions, type SimulateOptions } from "../../src/run/simulateOptions.ts";
import { Simulation } from "../../src/run/simulation.ts";
import { SimulationError } from "../../src/run/simulationError.ts";
import type { ErrorReport } from "../protocol.ts";
import type { LiveModel, LiveSetting } from "./liveModel.ts";
import { sendTable } from "./sendTable.ts";
import { type Clock, type Send, StreamingSink } from "./streamingSink.ts";

/** Thrown to leave a file at its first run: it has exported a model and an experiment, so the studio takes over. */
export class HandOver extends Error {}

interface KnownModel {
  readonly number: number;
  /** Options of its last run, for running it again. */
  options: SimulateOptions;
  /** The values of these that the page has been told. */
  told: string;
}

export class ReportingRuns {
  private readonly send: Send;
  private readonly report: (error: unknown) => ErrorReport;
  private readonly now: Clock;
  private readonly models = new Map<InstantiatedModel, KnownModel>();
  private runs = 0;
  /** Name for models that have none. */
  private readonly name: string;

  constructor(name: string, send: Send, now: Clock, report: (error: unknown) => ErrorReport) {
    this.now = now;
    this.name = name;
    this.send = send;
    this.report = report;
  }

  /** Runs so far. */
  get count(): number {
    return this.runs;
  }

  readonly instantiate = (model: Parameters<typeof instantiate>[0], options: InstantiateOptions = {}) =>
    instantiate(model, { name: this.name, ...options });

  /** Set while a file is evaluated: says whether it has exported what the studio can run by itself. */
  canTakeOver: () => boolean = () => false;

  readonly simulate = (model: InstantiatedModel, options: SimulateOptions = {}): Result => {
    if (this.canTakeOver()) throw new HandOver();
    checkSimulateOptions(options);
    const { number } = this.known(model, options);
    return this.run(model, number, options);
  };

  private run(model: InstantiatedModel, number: number, options: SimulateOptions): Result {
    const checked = checkSimulateOptions(options);
    const { model: variant, changes } = model.variantFor(options.merge);
    const run = ++this.runs;
    const { startTime, stopTime, tolerance } = checked;
    this.send({
      kind: "begin",
      start: { run, model: number, name: model.name, startTime, stopTime, tolerance, changes: inWords(options.merge) },
    });

    const recorder = new Recorder({ tolerance });
    let reportedAt = 0;
    const onProgress = (fraction: number): void => {
      options.onProgress?.(fraction);
      if (this.now() - reportedAt < 100) return;
      reportedAt = this.now();
      this.send({ kind: "progress", run, fraction });
    };
    const simulation: Simulation = new Simulation(
      variant,
      changes,
      { ...checked, onProgress },
      twoSinks(recorder, new StreamingSink(run, this.send, this.now, () => simulation.attachments)),
    );
    try {
      simulation.run();
      if (checked.stopTime > checked.startTime) this.send({ kind: "limited", run, text: simulation.paceAtEnd });
    } catch (error) {
      this.send({ kind: "failedRun", run, error: this.report(error) });
      if (error instanceof RattlebackError && simulation.hasBegun) throw new SimulationError(error, recorder.result);
      throw error;
    }
    return recorder.result;
  }

  /** A run with values of the form, which belong to this run and not to those that come. */
  simulateWith(model: InstantiatedModel, options: SimulateOptions, merge: Readonly<Record<string, unknown>>): void {
    const { number } = this.known(model, options);
    this.run(model, number, { ...options, merge: { ...options.merge, ...presentIn(model, merge) } });
  }

  /** The model at its start; running it again is a whole run. */
  preview(model: InstantiatedModel, options: SimulateOptions, merge: Readonly<Record<string, unknown>>): void {
    const { interval: _interval, requiredFinalStates: _final, ...kept } = options;
    this.simulateWith(model, { ...kept, stopTime: options.startTime ?? 0 }, merge);
    this.known(model, options);
  }

  /** A run at the pace of the clock. */
  live(
    model: InstantiatedModel,
    options: SimulateOptions,
    merge: Readonly<Record<string, unknown>>,
    start: (setting: LiveSetting) => LiveModel,
  ): LiveModel {
    const { number } = this.known(model, options);
    const whole = { ...options, merge: { ...options.merge, ...presentIn(model, merge) } };
    const { startTime, tolerance } = checkSimulateOptions(options);
    const run = ++this.runs;
    const { send, now, report } = this;
    const changes = inWords(whole.merge);
    this.send({
      kind: "begin",
      start: { run, model: number, name: model.name, startTime, stopTime: startTime, tolerance, changes },
    });
    return start({ model, options: whole, run, send, now, report });
  }

  /** simulatePlanar of a library that is loaded only when a model names it. */
  planar =
    (simulate: typeof simulatePlanar): typeof simulatePlanar =>
    (world, options) => {
      if (this.canTakeOver()) throw new HandOver();
      const result = simulate(world, options);
      const signals = result.names().map((name) => ({ name, ...result.signal(name) }));
      const events = result.changes.map(({ time }) => ({ time, cause: "another surface" }));
      if (signals.length > 0)
        sendTable({ run: ++this.runs, name: this.name, time: signals[0]!.time, signals, events }, this.send, this.now);
      return result;
    };

  /** integrate of a library that is loaded only when a model names it. */
  integrate =
    (compute: typeof integrate): typeof integrate =>
    (problem, options) => {
      if (this.canTakeOver()) throw new HandOver();
      const result = compute(problem, options);
      const { t, y } = result.outputs;
      if (t.length > 1) {
        const signals = Array.from(result.y, (_, k) => ({
          name: problem.names?.[k] ?? `y[${k}]`,
          unit: "",
          values: Float64Array.from(y, (row) => row[k]!),
        }));
        const events = result.roots.map(({ t: time, index }) => ({ time, cause: `root ${index}` }));
        sendTable({ run: ++this.runs, name: this.name, time: t, signals, events }, this.send, this.now);
      }
      return result;
    };

  /** A model of the file by its number. */
  modelOf(number: number): InstantiatedModel | undefined {
    return [...this.models].find(([, known]) => known.number === number)?.[0];
  }

  /** A model of the file and the options of its last run. */
  setting(number: number): { model: InstantiatedModel; options: SimulateOptions } | undefined {
    for (const [model, known] of this.models) if (known.number === number) return { model, options: known.options };
    return undefined;
  }

  /** Runs a model of the file again. */
  again(number: number, merge: Readonly<Record<string, unknown>>): void {
    for (const [model, known] of this.models) {
      if (known.number !== number) continue;
      const { signal: _signal, onProgress: _progress, log: _log, requiredFinalStates: _final, ...kept } = known.options;
      this.run(model, known.number, { ...kept, merge: { ...kept.merge, ...merge } });
    }
  }

  private known(model: InstantiatedModel, options: SimulateOptions): KnownModel {
    let known = this.models.get(model);
    if (known === undefined) {
      known = { number: this.models.size, options, told: "" };
      this.models.set(model, known);
      this.tell(model, known);
    }
    known.options = options;
    return known;
  }

  /** The values of each model are those of the last run that the file made: the form changes them, and studies vary them. */
  tellValues(): void {
    for (const [model, known] of this.models) if (known.told !== inWords(known.options.merge)) this.tell(model, known);
  }

  private tell(model: InstantiatedModel, known: KnownModel): void {
    const { merge } = known.options;
    const { model: variant, changes } = model.variantFor(merge);
    const { flatEquations, equations, states } = variant.report;
    known.told = inWords(merge);
    this.send({
      kind: "translated",
      model: {
        model: known.number,
        name: model.name,
        parameters: tunableParameters(variant, changes),
        facts: `${flatEquations} equations, ${equations} left to compute, ${states.length} states`,
      },
    });
  }
}

/** The values whose parameters the model still has: a form may be older than the text. */
function presentIn(model: InstantiatedModel, merge: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (Object.keys(merge).length === 0) return {};
  const names = new Set(tunableParameters(model).map(({ name }) => name));
  return Object.fromEntries(Object.entries(merge).filter(([name]) => names.has(name)));
}

/** `R.R = 0.25, C.C = 2 mF`. */
export function inWords(merge: unknown, prefix = ""): string {
  if (typeof merge !== "object" || merge === null) return "";
  return Object.entries(merge)
    .map(([key, value]) => {
      const name = prefix === "" ? key : `${prefix}.${key}`;
      if (value instanceof ParameterDeclaration)
        return `${name} = ${String(value.attributes.value)} ${value.attributes.unit ?? ""}`.trim();
      if (isQuantity(value)) return `${name} = ${JSON.stringify(value.value)} ${value.unit}`;
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return inWords(value, name);
      return `${name} = ${Array.isArray(value) ? JSON.stringify(value) : String(value)}`;
    })
    .filter((text) => text !== "")
    .join(", ");
}

/** A number or list with a unit, as the form gives it. */
function isQuantity(value: unknown): value is { readonly value: unknown; readonly unit: string } {
  return typeof value === "object" && value !== null && "value" in value && "unit" in value;
}

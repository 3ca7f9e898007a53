/**
 * A run that somebody else paces: it goes as far as it is told, tells values, and takes other values of inputs and parameters between.
 * Solver, error control and events are those of simulate(); a change is an event, at which the solver begins again.
 */

import { guarded, ownError } from "../errors/boundary.ts";
import { suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { Recorder } from "../results/recorder.ts";
import type { Result } from "../results/result.ts";
import type { ResultSink } from "../results/resultSink.ts";
import { twoSinks } from "../results/twoSinks.ts";
import { type Changes, changedDecisions, plainNames, readChanges, unknownChange } from "../run/changes.ts";
import { checkInstantiated, type InstantiatedModel } from "../run/instantiate.ts";
import { RunningModel } from "../run/runningModel.ts";
import { checkSimulateOptions, type SimulateOptions } from "../run/simulateOptions.ts";
import { Simulation } from "../run/simulation.ts";
import { SimulationError } from "../run/simulationError.ts";
import type { ParameterIndex } from "../symbolic/indices.ts";
import { fixedParameters, type LiveControl, liveControls, withDependents } from "./changeable.ts";

export interface LiveSimulationOptions
  extends Omit<SimulateOptions, "requiredFinalStates" | "onProgress" | "signal" | "maximumWallTime"> {
  /** Seconds of model time after which it ends. Default: an hour. */
  readonly stopTime?: number;
  /** Distance of stored points. Default 0.02 s. */
  readonly interval?: number;
  /** Makes what gets every row while it is computed, beside the result; components tell about themselves by their path. */
  readonly sink?: (attachments: () => ReadonlyMap<string, unknown>) => ResultSink;
}

/**
 * Distance of two times, in units of their rounding, below which they are the same. A clock that ticks in tenths of milliseconds meets
 * the grid of exchanges that nearly.
 */
const sameTime = 64;
const longest = 3600;
const usualInterval = 0.02;

export class LiveSimulation {
  /** What can be changed while it runs. */
  readonly controls: readonly LiveControl[];
  private readonly model: InstantiatedModel;
  private readonly recorder: Recorder;
  private readonly simulation: Simulation;
  private readonly fixed: ReadonlyMap<number, string>;
  private isEnded = false;

  constructor(instantiated: InstantiatedModel, options: LiveSimulationOptions = {}) {
    checkInstantiated(instantiated, "liveRun");
    const { sink, ...given } = options;
    const checked = checkSimulateOptions({ stopTime: longest, interval: usualInterval, ...given });
    const { model, changes } = guarded("liveRun", () => instantiated.variantFor(options.merge));
    this.model = model;
    const { tolerance, maximumMemory } = checked;
    this.recorder = new Recorder({
      tolerance,
      ...(options.storage && { storage: options.storage }),
      ...(maximumMemory !== undefined && { maximumMemory }),
    });
    const { state } = model.program;
    this.fixed = fixedParameters(state, parametersReadBy(model, changes, checked.startTime));
    this.controls = liveControls(model, this.fixed);
    const live = withDependents(
      state,
      this.controls.flatMap(({ name }) => state.groups.get(name)!.elements as readonly ParameterIndex[]),
    );
    const rows =
      sink === undefined
        ? this.recorder
        : twoSinks(
            this.recorder,
            sink(() => this.attachments),
          );
    this.simulation = guarded("liveRun", () => new Simulation(model, changes, checked, rows, undefined, live));
    this.closing(() => this.simulation.begin());
  }

  /** Seconds of model time that have been computed. */
  get time(): number {
    return this.simulation.t;
  }

  /** Whether the model has ended by itself or by its stop time. */
  get isOver(): boolean {
    return this.isEnded || this.simulation.isOver;
  }

  /** What predefined components tell about themselves up to now, by their path. */
  get attachments(): ReadonlyMap<string, unknown> {
    return this.simulation.attachments;
  }

  /** Computes up to this time, or less when the model ends before; the time that it has, but for rounding, is where it is. */
  advanceTo(time: number): void {
    if (this.isOver || !(time - this.time > sameTime * Number.EPSILON * Math.abs(time))) return;
    this.closing(() => this.simulation.advanceTo(time));
  }

  /** Inputs and parameters take other values now, in the units of their declaration or with their own: `{ u: 2, "motor.R": Par(3, "kOhm") }`. */
  set(values: Readonly<Record<string, unknown>>): void {
    if (this.isOver) return;
    const { state } = this.model.program;
    const changes = guarded("set", () => readChanges(state, plainNames(values)));
    const [unknown] = changes.unknown;
    if (unknown !== undefined) throw unknownChange(state, unknown);
    for (const index of changes.starts.keys()) throw fixedQuantity(state.variables[index]!.name, "the start");
    for (const index of changes.objects.keys()) throw fixedQuantity(state.objects[index]!.name, "the start");
    for (const name of changes.structure.keys()) throw fixedQuantity(name, "the sizes and parts of the model");
    for (const index of changes.parameters.keys()) {
      const reader = this.fixed.get(index);
      if (reader !== undefined) throw fixedQuantity(state.parameters[index]!.group, reader);
    }
    const [decided] = changedDecisions(state, changes).groups;
    if (decided !== undefined) throw fixedQuantity(decided, "the sizes and parts of the model");
    const cause = Object.keys(values)
      .map((name) => `${name} was set`)
      .join(", ");
    this.closing(() => this.simulation.setParameters(changes.parameters, cause));
  }

  /** A value at the present time, in SI units: a variable, an element `x[2]`, a parameter. */
  value(name: string): number {
    const value = this.simulation.valueOf(name) ?? this.simulation.running.parameterByName(name);
    if (typeof value === "number") return value;
    const known = [...this.model.program.state.groups.keys()];
    throw new RattlebackError("E-RESULT-NAME", `The run has no value "${name}".`, {
      path: name,
      hint: suggestName(name, known, "names are written with dots, elements with brackets: arm.phi, x[2]"),
      data: { name },
    });
  }

  /** Everything up to now, as an ordinary result. Nothing follows. */
  finish(): Result {
    if (!this.isEnded) {
      this.closing(() => this.simulation.end());
      this.isEnded = true;
    }
    return this.recorder.result;
  }

  /** An error of the run ends it and has the result; values that were refused do not. */
  private closing(action: () => void): void {
    try {
      action();
    } catch (error) {
      const own = ownError("liveRun", error);
      if (!this.simulation.isOver) throw own;
      this.isEnded = true;
      throw this.simulation.hasBegun ? new SimulationError(own, this.recorder.result) : own;
    }
  }
}

/** Components say what they read when a segment is declared. */
function parametersReadBy(model: InstantiatedModel, changes: Changes, startTime: number): ReadonlySet<string> {
  const read = new Set<string>();
  if (model.program.state.components.length === 0) return read;
  const probe = new RunningModel(model.program, changes.parameters, changes.objects, changes.starts);
  probe.hidden.parametersRead = read;
  guarded("liveRun", () => probe.hidden.declare(0, startTime));
  return read;
}

function fixedQuantity(name: string, reader: string): RattlebackError {
  return new RattlebackError("E-LIVE-FIXED", `"${name}" cannot change while the model runs.`, {
    path: name,
    because: `${reader} read it when the run began`,
    hint: "end the run and begin another with this value, or let an input of the model act where it is needed",
    data: { name },
  });
}

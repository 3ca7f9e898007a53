/**
 * A run at the pace of a clock: started, paused, stepped, with inputs and parameters that change while it goes on.
 *
 * Example   const run = liveRun(instantiate(Arm), { rate: 100, outputs: ["phi"], onOutputs: ({ time, values }) => show(values[0]) });
 *           run.start();
 *           run.set({ torque: 2 });
 */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Result } from "../results/result.ts";
import type { InstantiatedModel } from "../run/instantiate.ts";
import type { LiveControl } from "./changeable.ts";
import { LiveSimulation, type LiveSimulationOptions } from "./liveSimulation.ts";

/** Where the time comes from: milliseconds. */
export interface LiveClock {
  now(): number;
  /** Calls back after so many milliseconds; what it returns cancels the call. */
  after(milliseconds: number, call: () => void): () => void;
}

export interface LiveOutputs {
  /** Of the model, in seconds. */
  readonly time: number;
  /** Those that were asked for, in their order. */
  readonly values: readonly number[];
  /** Seconds of the model per second of the clock, of late. */
  readonly factor: number;
}

export interface LiveRunOptions extends Omit<LiveSimulationOptions, "interval"> {
  /** So often per second of model time values are exchanged and rows stored. Default 50. */
  readonly rate?: number;
  /** Seconds of model time per second of the clock. Default 1. */
  readonly speed?: number;
  /** Names of the values that onOutputs gets. */
  readonly outputs?: readonly string[];
  readonly onOutputs?: (outputs: LiveOutputs) => void;
  /** The model has ended, by itself, by its stop time or by an error. */
  readonly onEnd?: (error: RattlebackError | undefined) => void;
  /** Default: the clock of the computer. */
  readonly clock?: LiveClock;
}

const optionNames = ["rate", "speed", "outputs", "onOutputs", "onEnd", "clock"] as const;
const simulationOptions = [
  "startTime",
  "stopTime",
  "tolerance",
  "absoluteTolerance",
  "maximumStep",
  "maximumSteps",
  "maximumEvents",
  "maximumMemory",
  "method",
  "merge",
  "log",
  "storage",
  "steadyStateStart",
  "sink",
] as const;

/** Seconds of the clock that are caught up; a model that is slower than that falls behind, and the factor says so. */
const mostBehind = 0.1;
/** Seconds of the clock over which the factor is taken. */
const factorWindow = 0.5;

const computerClock: LiveClock = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

export class LiveRun {
  private readonly simulation: LiveSimulation;
  private readonly options: LiveRunOptions;
  private readonly clock: LiveClock;
  /** Seconds of model time between two exchanges. */
  private readonly tick: number;
  private readonly startTime: number;
  private ticks = 0;
  private cancel: (() => void) | undefined;
  /** Time of the clock, in seconds, at which the model should be at its present time. */
  private anchor = { clock: 0, time: 0 };
  private speedNow: number;
  /** Of late: time of the clock and of the model, oldest first. */
  private readonly past: { clock: number; time: number }[] = [];
  private hasEnded = false;

  constructor(model: InstantiatedModel, options: LiveRunOptions) {
    checkOptionNames(options, [...optionNames, ...simulationOptions], "liveRun");
    const { rate = 50, speed = 1, outputs: _outputs, onOutputs: _on, onEnd: _end, clock, ...rest } = options;
    this.options = options;
    this.clock = clock ?? computerClock;
    this.tick = 1 / positive(rate, "rate");
    this.speedNow = positive(speed, "speed");
    this.simulation = new LiveSimulation(model, { ...rest, interval: this.tick });
    this.startTime = this.simulation.time;
    for (const name of options.outputs ?? []) this.simulation.value(name);
  }

  /** What can be changed while it runs, with the values at the start. */
  get controls(): readonly LiveControl[] {
    return this.simulation.controls;
  }

  get time(): number {
    return this.simulation.time;
  }

  get isRunning(): boolean {
    return this.cancel !== undefined;
  }

  get isOver(): boolean {
    return this.hasEnded;
  }

  get attachments(): ReadonlyMap<string, unknown> {
    return this.simulation.attachments;
  }

  /** Seconds of the model per second of the clock, of late; 0 while it waits. */
  get factor(): number {
    const [first] = this.past;
    const last = this.past.at(-1);
    if (first === undefined || last === undefined || !(last.clock > first.clock)) return 0;
    return (last.time - first.time) / (last.clock - first.clock);
  }

  get speed(): number {
    return this.speedNow;
  }

  set speed(speed: number) {
    this.speedNow = positive(speed, "speed");
    this.dropAnchor();
  }

  /** Goes on at the pace of the clock. */
  start(): void {
    if (this.isRunning || this.hasEnded) return;
    this.past.length = 0;
    this.dropAnchor();
    this.schedule();
  }

  /** Waits; start() goes on from here. */
  pause(): void {
    this.cancel?.();
    this.cancel = undefined;
    this.past.length = 0;
  }

  /** One exchange further, whatever the clock says. */
  step(): void {
    this.pause();
    this.advance();
  }

  /** Inputs and parameters take other values at the time that the model has reached. */
  set(values: Readonly<Record<string, unknown>>): void {
    if (this.hasEnded) return;
    // as far as the clock is, so that the value acts when it was given and not at the next exchange
    if (this.isRunning) this.closing(() => this.simulation.advanceTo(Math.min(this.due, this.nextTick)));
    if (!this.hasEnded) this.closing(() => this.simulation.set(values));
  }

  value(name: string): number {
    return this.simulation.value(name);
  }

  /** Ends the run; everything up to now is an ordinary result. */
  finish(): Result {
    this.pause();
    this.hasEnded = true;
    return this.simulation.finish();
  }

  private get nextTick(): number {
    return this.startTime + (this.ticks + 1) * this.tick;
  }

  /** Where the model should be by the clock. */
  private get due(): number {
    return this.anchor.time + (this.clock.now() / 1000 - this.anchor.clock) * this.speedNow;
  }

  private dropAnchor(): void {
    this.anchor = { clock: this.clock.now() / 1000, time: this.simulation.time };
  }

  private schedule(): void {
    const wait = (this.nextTick - this.due) / this.speedNow;
    this.cancel = this.clock.after(Math.max(0, 1000 * wait), () => {
      this.cancel = undefined;
      this.catchUp();
    });
  }

  /** Exchanges that are due by now; when they take longer than their time, the model falls behind. */
  private catchUp(): void {
    this.schedule();
    const from = this.clock.now();
    while (this.isRunning && this.nextTick <= this.due + 1e-9) {
      this.advance();
      if (this.clock.now() - from > 1000 * mostBehind) break;
    }
    if (!this.isRunning) return;
    if (this.due - this.time > mostBehind * this.speedNow) this.dropAnchor();
    this.cancel?.();
    this.schedule();
  }

  private advance(): void {
    if (this.hasEnded) return;
    const target = this.nextTick;
    this.ticks++;
    this.closing(() => this.simulation.advanceTo(target));
    this.notePace();
    const { outputs = [], onOutputs } = this.options;
    onOutputs?.({ time: this.time, values: outputs.map((name) => this.simulation.value(name)), factor: this.factor });
    if (this.simulation.isOver) this.conclude(undefined);
  }

  private notePace(): void {
    const now = this.clock.now() / 1000;
    this.past.push({ clock: now, time: this.time });
    while (this.past.length > 2 && now - this.past[0]!.clock > factorWindow) this.past.shift();
  }

  private closing(action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!this.simulation.isOver) throw error;
      this.conclude(error as RattlebackError);
    }
  }

  private conclude(error: RattlebackError | undefined): void {
    if (this.hasEnded) return;
    this.pause();
    this.hasEnded = true;
    if (error === undefined) this.simulation.finish();
    this.options.onEnd?.(error);
  }
}

/** Makes the model ready to run at the pace of a clock: it is at its start, and waits for start() or step(). */
export function liveRun(model: InstantiatedModel, options: LiveRunOptions = {}): LiveRun {
  return new LiveRun(model, options);
}

function positive(value: number, name: string): number {
  if (typeof value === "number" && value > 0 && Number.isFinite(value)) return value;
  throw new RattlebackError("E-OPTION-VALUE", `${name} is ${String(value)}; it must be positive.`, {
    path: `options.${name}`,
    hint: `e.g. ${name}: ${name === "rate" ? 50 : 1}`,
    data: { name },
  });
}

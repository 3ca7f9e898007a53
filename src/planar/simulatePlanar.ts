/**
 * Runs a planar world: a solver of rattleback/solvers, and the collision configuration in its four modes.
 *
 * Life of a step
 *  1. The solver makes a step. Every trial state sees the reference configuration; none can change it.
 *  2. The dense output is searched for changes of the configuration: those that the ends of the step show, and those
 *     that happen and end within it (crossingSearch.ts).
 *  3. The earliest one is located to a few units in the last place and ends the step there. The reference is moved
 *     to the last instant before it and then across it: of several surfaces that lost separation during the step only
 *     the last one is new in this comparison, which is what the rule asks for.
 *  4. The solver starts again behind the change, with the forces of the new configuration.
 */

import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Integrator } from "../integrate/integrator.ts";
import { findMethod, type MethodName } from "../integrate/methods.ts";
import { badOption, methodOptions } from "../integrate/options.ts";
import { checkedTimes, checkTimes } from "../integrate/problemChecks.ts";
import { RootFinder } from "../integrate/rootFinder.ts";
import { RunLimits } from "../integrate/runLimits.ts";
import * as elementary from "../math/elementary.ts";
import { type BuiltWorld, buildWorld } from "./buildSystem.ts";
import { ConfigurationLog } from "./configurationLog.ts";
import { CrossingSearch, type DenseSampler } from "./crossingSearch.ts";
import { motionNames, PlanarError, PlanarResult } from "./planarResult.ts";
import { blockSize, energyAccounts, type PlanarSystem, StoredEnergy } from "./planarSystem.ts";
import type { PlanarWorld } from "./world.ts";
import { checkMotion } from "./worldChecks.ts";

export interface PlanarOptions {
  /** s. Default 0. */
  readonly startTime?: number;
  /** s. */
  readonly stopTime: number;
  /** Relative tolerance. Default 1e-6. */
  readonly tolerance?: number;
  /** Of positions, angles and their rates. Default 1e-3 · tolerance. */
  readonly absoluteTolerance?: number;
  /** Time between stored points. Default: every step, and every event. */
  readonly interval?: number;
  readonly maximumStep?: number;
  /** Default "radau5": it damps stiff contacts and goes on at full order behind an event. */
  readonly method?: MethodName;
  /** Times at which loads or motions are not smooth: steps end there. */
  readonly timeEvents?: readonly number[];
  /** What happens to points that start inside a target. Default "nearest". */
  readonly startInside?: "nearest" | "none";
  /** Whether points that slide past an obtuse corner pass to the next surface or are released. Default "handOn". */
  readonly corners?: "handOn" | "release";
  /**
   * Which surfaces push in trial states: those of the reference (default), which keeps the right-hand side smooth until
   * the step is cut at the event; or those that the trial state finds for itself, flag 2 of the source.
   */
  readonly trialSurfaces?: "reference" | "evaluated";
  /** Called with the fraction done, after every percent and at least every tenth of a second. */
  readonly onProgress?: (fraction: number) => void;
  /** Ends the run after the present step; everything up to there is returned. */
  readonly signal?: AbortSignal;
  /** Default 1e8. */
  readonly maximumSteps?: number;
  /** Changes of the configuration. Default 1e8. */
  readonly maximumEvents?: number;
  /** Seconds of wall time after which the run is given up; what was computed until then is in the error. Default: no limit. */
  readonly maximumWallTime?: number;
}

const optionNames = [
  "startTime",
  "stopTime",
  "tolerance",
  "absoluteTolerance",
  "interval",
  "maximumStep",
  "method",
  "timeEvents",
  "startInside",
  "corners",
  "trialSurfaces",
  "onProgress",
  "signal",
  "maximumSteps",
  "maximumEvents",
  "maximumWallTime",
];

/** Units in the last place between the two comparisons across an event. */
const unitsBeforeEvent = 16;
/** Points stored by `interval` may coincide with an event to this part of the interval. */
const intervalSlack = 1e-9;

/**
 * Simulates a planar world.
 *
 * @example
 * ```ts
 * import { simulatePlanar } from "rattleback/planar";
 *
 * const drop = simulatePlanar(
 *   {
 *     bodies: { ball: { mass: 1, inertia: 1, position: [0, 1] } },
 *     targets: { floor: { outline: [[-1, -1], [-1, 0], [1, 0], [1, -1]] } },
 *     contacts: [{ target: "floor", initiators: "ball", stiffness: 1e6 }],
 *   },
 *   { stopTime: 1 },
 * );
 * console.log(drop.changes[0].cause, drop.changes[0].time.toFixed(4)); // contact 0.4515
 * ```
 */
export function simulatePlanar(world: PlanarWorld, options: PlanarOptions): PlanarResult {
  checkOptionNames(options, optionNames, "simulatePlanar()");
  const { startTime = 0, stopTime, corners = "handOn" } = options;
  checkTimes(startTime, stopTime);
  if (stopTime < startTime) {
    throw new RattlebackError("E-TIME-RANGE", `The run would go back from t = ${startTime} to t = ${stopTime}.`, {
      path: "options.stopTime",
      because: "which surface was hit depends on what happened before",
      hint: "a stopTime behind the startTime",
      data: { startTime, stopTime },
    });
  }
  checkChoice("corners", corners, ["handOn", "release"]);
  checkChoice("startInside", options.startInside ?? "nearest", ["nearest", "none"]);
  checkChoice("trialSurfaces", options.trialSurfaces ?? "reference", ["reference", "evaluated"]);
  if (options.interval !== undefined && !(options.interval > 0)) {
    throw badOption("interval", options.interval, "is not a positive number", "a time in s");
  }
  const built = buildWorld(world, { handsOnAtCorners: corners === "handOn" });
  for (const { name, motion } of built.system.parts.targets) checkMotion(motion, name, startTime);
  return new Run(built, options, startTime).run();
}

class Run implements DenseSampler {
  readonly points: Float64Array;
  readonly velocities: Float64Array;
  readonly poses: Float64Array;

  private readonly system: PlanarSystem;
  private readonly options: PlanarOptions;
  private readonly startTime: number;
  private readonly integrator: Integrator;
  private readonly rootFinder: RootFinder;
  private readonly search: CrossingSearch;
  private readonly log: ConfigurationLog;
  private readonly result: PlanarResult;
  private readonly timeEvents: Float64Array;
  private readonly y: Float64Array;
  private readonly energy = new StoredEnergy();
  private nextTimeEvent = 0;
  private nextOutput = 1;
  private reportedPercent = 0;
  private readonly limits: RunLimits;

  constructor(built: BuiltWorld, options: PlanarOptions, startTime: number) {
    const { system, polygons, y0 } = built;
    const { tracker } = system.parts;
    this.system = system;
    this.options = options;
    this.startTime = startTime;
    this.points = system.points;
    this.velocities = system.velocities;
    this.poses = system.poses;
    this.y = y0.slice();
    this.timeEvents = checkedTimes(options.timeEvents ?? [], "timeEvents", startTime, options.stopTime);
    system.usesReference = (options.trialSurfaces ?? "reference") === "reference";

    system.place(startTime, y0);
    const inside = tracker.initialise(system.poses, system.points, options.startInside ?? "nearest");
    this.log = new ConfigurationLog(tracker, system.parts.contacts);
    this.result = new PlanarResult(built, this.log.changes, inside, options.startInside ?? "nearest");

    this.limits = new RunLimits(
      startTime,
      options.stopTime,
      options,
      () => `the configuration has changed ${this.log.changes.length} times`,
      "a softer contact, a larger tolerance",
    );
    const settings = methodOptions(
      {
        relativeTolerance: options.tolerance ?? 1e-6,
        absoluteTolerance: this.absoluteTolerances(y0),
        ...(options.maximumStep === undefined ? {} : { maximumStep: options.maximumStep }),
      },
      system.size,
    );
    this.integrator = findMethod(options.method ?? "radau5").create(
      { size: system.size, rhs: (t, y, ydot) => system.derivative(t, y, ydot), names: stateNames(built) },
      startTime,
      y0,
      options.stopTime,
      settings,
    );
    this.search = new CrossingSearch(tracker, polygons, this);
    this.rootFinder = new RootFinder(tracker.rootCount, (t, g) => this.rootsAt(t, g), undefined, false);
  }

  run(): PlanarResult {
    const { stopTime } = this.options;
    let t = this.startTime;
    try {
      this.rootFinder.start(t);
      this.record(t);
      while (t !== stopTime && this.options.signal?.aborted !== true) {
        this.limits.beforeStep(t);
        t = this.advance(this.nextTimeEvent < this.timeEvents.length ? this.timeEvents[this.nextTimeEvent] : stopTime);
        this.reportProgress(t);
      }
    } catch (error) {
      if (error instanceof RattlebackError) throw new PlanarError(error, this.finish(t, false));
      throw error;
    }
    return this.finish(t, t === stopTime);
  }

  private finish(t: number, isFinished: boolean): PlanarResult {
    if (this.options.interval !== undefined && this.result.lastTime !== t) this.record(t);
    this.result.finish(this.integrator.statistics, this.rootFinder.evaluations, isFinished);
    return this.result;
  }

  /** One step of the solver, up to the first change of the configuration. Returns where it ended. */
  private advance(limit: number): number {
    const { integrator, rootFinder } = this;
    const from = integrator.t;
    integrator.step(limit);
    const suspected = this.search.find(from, integrator.t);
    const isEvent = (!Number.isNaN(suspected) && rootFinder.next(suspected)) || rootFinder.next(integrator.t);
    const t = isEvent ? rootFinder.time : integrator.t;
    this.recordBetween(from, t);
    let mustRestart = isEvent;
    if (isEvent) {
      const unit = Number.EPSILON * Math.max(Math.abs(t), Math.abs(from));
      this.accept(Math.max(from, t - unitsBeforeEvent * unit));
    }
    if (this.accept(t)) mustRestart = true;
    while (this.timeEvents[this.nextTimeEvent] === t) {
      this.nextTimeEvent++;
      mustRestart = true;
    }
    if (mustRestart && t !== this.options.stopTime) {
      this.stateAt(t);
      integrator.reset(t, this.y);
      rootFinder.start(t);
    }
    if (this.options.interval === undefined || isEvent) this.record(t);
    return t;
  }

  /** Flag 1 at time t of the last step: moves the reference there. Returns whether the configuration has changed. */
  private accept(t: number): boolean {
    const { system, energy } = this;
    this.sample(t);
    const { tracker } = system.parts;
    system.storedEnergy(energy, t, this.y);
    const before = energy.contact;
    if (!tracker.accept(system.poses, system.points)) return false;
    system.storedEnergy(energy, t, this.y);
    this.log.note(t, before - energy.contact);
    this.limits.afterEvent(t);
    return true;
  }

  sample(t: number): void {
    this.stateAt(t);
    this.system.place(t, this.y);
  }

  private rootsAt(t: number, g: Float64Array): void {
    this.sample(t);
    this.system.parts.tracker.roots(this.poses, this.points, g);
  }

  private stateAt(t: number): void {
    if (t === this.integrator.t) this.y.set(this.integrator.y);
    else this.integrator.interpolate(this.y, t);
  }

  private record(t: number): void {
    this.stateAt(t);
    this.result.add(t, this.y, this.log.released);
  }

  /** Points of the interval grid in (from, t). */
  private recordBetween(from: number, t: number): void {
    const { interval } = this.options;
    if (interval === undefined) return;
    for (;;) {
      const time = this.startTime + this.nextOutput * interval;
      if (time > t + intervalSlack * interval) return;
      if (time >= from) this.record(Math.min(time, t));
      this.nextOutput++;
    }
  }

  /**
   * Accounts of work are judged against the energies that go through the world, not against their own small start:
   * the kinetic energy at the start and the weight lifted by one metre.
   */
  private absoluteTolerances(y0: Float64Array): Float64Array {
    const { system, energy } = this;
    const { tolerance = 1e-6, absoluteTolerance = 1e-3 * tolerance } = this.options;
    if (!(absoluteTolerance > 0)) {
      throw badOption("absoluteTolerance", absoluteTolerance, "is not a positive number", "a positive number");
    }
    system.storedEnergy(energy, this.startTime, y0);
    const weight = system.parts.mass.reduce((sum, m) => sum + m, 0) * elementary.norm(system.parts.gravity);
    const scale = Math.max(energy.kinetic + weight, Number.MIN_VALUE / absoluteTolerance, 1e-9);
    const accounts = blockSize * system.blockCount;
    const atol = new Float64Array(accounts + energyAccounts.length).fill(absoluteTolerance);
    return atol.fill(tolerance * scale, accounts);
  }

  private reportProgress(t: number): void {
    const { onProgress, stopTime } = this.options;
    if (onProgress === undefined) return;
    const fraction = (t - this.startTime) / (stopTime - this.startTime);
    const percent = Math.floor(100 * fraction);
    if (percent <= this.reportedPercent) {
      this.limits.report(t, onProgress);
      return;
    }
    this.reportedPercent = percent;
    onProgress(fraction);
  }
}

/** Names of the states, for messages of the solver. */
function stateNames({ system, movers }: BuiltWorld): string[] {
  const blocks = Array.from(
    { length: system.blockCount },
    (_, b) => movers.find(({ block }) => block === b)?.name ?? "",
  );
  const motions = blocks.flatMap((name) => motionNames.map((part) => `${name}.${part}`));
  return [...motions, ...energyAccounts.map((name) => `energy.${name}`)];
}

function checkChoice(name: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw badOption(name, value, "is not known", `one of ${choices.map((choice) => `"${choice}"`).join(", ")}`);
}

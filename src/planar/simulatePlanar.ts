/**
 * Runs a planar world: the loop of rattleback/solvers, and the collision configuration in its four modes as its callbacks.
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

import { guarded } from "../errors/boundary.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { runIntegration } from "../integrate/driver.ts";
import type { Integrator } from "../integrate/integrator.ts";
import { findMethod, type MethodName } from "../integrate/methods.ts";
import { type Answer, badOption, methodOptions } from "../integrate/options.ts";
import type { MethodOptions } from "../integrate/problem.ts";
import { checkTimes } from "../integrate/problemChecks.ts";
import { IntegrationError, type RunStatistics } from "../integrate/result.ts";
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
/** Rows that are asked for by `interval`: more do not fit into the memory. */
const mostRows = 1e7;

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
  return guarded("simulatePlanar", () => {
    checkOptionNames(options, optionNames, "simulatePlanar()");
    const { startTime = 0, stopTime, corners = "handOn" } = options;
    checkTimes(startTime, stopTime);
    if (stopTime < startTime) {
      throw new RattlebackError("E-TIME-RANGE", `The run would go back from t = ${startTime} to t = ${stopTime}.`, {
        path: "options.stopTime",
        because: "which surface was hit depends on what happened before",
        hint: "a stopTime after the startTime",
        data: { startTime, stopTime },
      });
    }
    checkChoice("corners", corners, ["handOn", "release"]);
    checkChoice("startInside", options.startInside ?? "nearest", ["nearest", "none"]);
    checkChoice("trialSurfaces", options.trialSurfaces ?? "reference", ["reference", "evaluated"]);
    if (options.interval !== undefined && !(options.interval > 0)) {
      throw badOption("interval", options.interval, "is not a positive number", "a time in s");
    }
    if (options.interval !== undefined && (stopTime - startTime) / options.interval > mostRows) {
      throw badOption("interval", options.interval, `asks for more than ${mostRows} rows`, "a longer time in s");
    }
    const built = buildWorld(world, { handsOnAtCorners: corners === "handOn" });
    for (const { name, motion } of built.system.parts.targets) checkMotion(motion, name, startTime);
    return new Run(built, options, startTime).run();
  });
}

class Run implements DenseSampler {
  readonly points: Float64Array;
  readonly velocities: Float64Array;
  readonly poses: Float64Array;

  private readonly system: PlanarSystem;
  private readonly options: PlanarOptions;
  private readonly startTime: number;
  private readonly settings: MethodOptions;
  private readonly names: readonly string[];
  private readonly integrator: Integrator;
  private readonly search: CrossingSearch;
  private readonly log: ConfigurationLog;
  private readonly result: PlanarResult;
  private readonly y: Float64Array;
  private readonly energy = new StoredEnergy();
  /** Up to where the reference has been moved and points have been stored. */
  private t: number;
  private nextOutput = 1;

  constructor(built: BuiltWorld, options: PlanarOptions, startTime: number) {
    const { system, polygons, y0 } = built;
    const { tracker } = system.parts;
    this.system = system;
    this.options = options;
    this.startTime = startTime;
    this.t = startTime;
    this.points = system.points;
    this.velocities = system.velocities;
    this.poses = system.poses;
    this.y = y0.slice();
    system.usesReference = (options.trialSurfaces ?? "reference") === "reference";

    system.place(startTime, y0);
    const inside = tracker.initialise(system.poses, system.points, options.startInside ?? "nearest");
    this.log = new ConfigurationLog(tracker, system.parts.contacts);
    this.result = new PlanarResult(built, this.log.changes, inside, options.startInside ?? "nearest");

    this.settings = methodOptions(
      {
        relativeTolerance: options.tolerance ?? 1e-6,
        absoluteTolerance: this.absoluteTolerances(y0),
        ...(options.maximumStep === undefined ? {} : { maximumStep: options.maximumStep }),
      },
      system.size,
    );
    this.names = stateNames(built);
    this.integrator = findMethod(options.method ?? "radau5").create(
      { size: system.size, rhs: (t, y, ydot) => system.derivative(t, y, ydot), names: this.names },
      startTime,
      y0,
      options.stopTime,
      this.settings,
    );
    this.search = new CrossingSearch(tracker, polygons, this);
  }

  run(): PlanarResult {
    const { integrator, options, settings, system, names } = this;
    const { onProgress, signal, maximumSteps, maximumEvents, maximumWallTime } = options;
    this.record(this.startTime);
    try {
      const { statistics, status } = runIntegration({
        integrator,
        tEnd: options.stopTime,
        absoluteTolerance: settings.absoluteTolerance,
        names,
        numberOfRoots: system.parts.tracker.rootCount,
        roots: (t, y, _yp, g) => {
          system.place(t, y);
          system.parts.tracker.roots(system.poses, system.points, g);
        },
        rootsNeedDerivative: false,
        restart: (t, y, _yp, reset) => integrator.reset(t, y, reset),
        describePace: () => `the configuration has changed ${this.log.changes.length} times`,
        advice: "a softer contact, a larger tolerance",
        options: {
          outputTimes: [],
          timeEvents: options.timeEvents ?? [],
          findDoubleCrossings: false,
          examineStep: ({ from, to }) => this.suspectedTimes(from, to),
          onRoot: ({ t }) => this.cross(t),
          onStep: ({ t }) => this.follow(t),
          onTimeEvent: () => "restart",
          ...(onProgress !== undefined && { onProgress }),
          ...(signal !== undefined && { signal }),
          ...(maximumSteps !== undefined && { maximumSteps }),
          ...(maximumEvents !== undefined && { maximumEvents }),
          ...(maximumWallTime !== undefined && { maximumWallTime }),
        },
      });
      return this.finish(statistics, status === "finished");
    } catch (error) {
      if (error instanceof IntegrationError) throw new PlanarError(error, this.finish(error.partial.statistics, false));
      throw error;
    }
  }

  private finish(statistics: RunStatistics, isFinished: boolean): PlanarResult {
    if (this.options.interval !== undefined && this.result.lastTime !== this.t) this.record(this.t);
    this.result.finish(statistics, isFinished);
    return this.result;
  }

  private suspectedTimes(from: number, to: number): readonly number[] {
    const suspected = this.search.find(from, to);
    return Number.isNaN(suspected) ? [] : [suspected];
  }

  /** A root at t: the reference moves to the last instant before it, and then across it. */
  private cross(t: number): Answer {
    const from = this.t;
    this.recordBetween(from, t);
    const unit = Number.EPSILON * Math.max(Math.abs(t), Math.abs(from));
    this.accept(Math.max(from, t - unitsBeforeEvent * unit));
    this.accept(t);
    this.t = t;
    this.record(t);
    return "restart";
  }

  /** The end of a step at t, where the event functions have not shown a change. */
  private follow(t: number): Answer {
    if (t === this.t) return undefined; // after cross()
    this.recordBetween(this.t, t);
    const hasChanged = this.accept(t);
    this.t = t;
    if (this.options.interval === undefined) this.record(t);
    return hasChanged ? "restart" : undefined;
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
    return true;
  }

  sample(t: number): void {
    this.stateAt(t);
    this.system.place(t, this.y);
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

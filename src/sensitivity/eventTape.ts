/**
 * What happened at the events of a run, in the order in which it happened, for the way back: the values of the model around every
 * event and in every pass of its iteration, and which states and values before the event were set in between.
 */
import type { DaeSystem, OdeSystem } from "../integrate/problem.ts";
import type { Changes } from "../run/changes.ts";
import type { EventCause, RunCompanion } from "../run/companion.ts";
import type { RunningModel } from "../run/runningModel.ts";

/** All values of a model at an instant. */
export interface ModelPoint {
  readonly X: Float64Array;
  readonly D: Float64Array;
  readonly V: Float64Array;
  readonly Q: Float64Array;
  readonly R: Float64Array;
  readonly ticks: Float64Array;
  readonly initial: number;
  readonly terminal: number;
}

export type EventOperation =
  | { readonly kind: "pass"; readonly point: ModelPoint }
  | { readonly kind: "reinit"; readonly place: number; readonly variable: number; readonly sign: number }
  | { readonly kind: "settle" };

export interface TapedEvent {
  readonly time: number;
  /** As results name it; "terminal" and "other states" happen at a time that does not move. */
  readonly name: string;
  readonly cause: EventCause;
  /** Behind the event; another than before when the states are others. */
  readonly model: RunningModel;
  readonly modelBefore: RunningModel;
  readonly before: ModelPoint;
  readonly after: ModelPoint;
  readonly operations: readonly EventOperation[];
}

const none: EventCause = { crossed: [] };

/** The run is that of simulate(): its vector has no further blocks. */
export class EventTape implements RunCompanion {
  readonly copies = 1;
  readonly events: TapedEvent[] = [];
  /** Behind the initial event. */
  first: ModelPoint | undefined;
  model!: RunningModel;
  private modelBefore!: RunningModel;
  private before: ModelPoint | undefined;
  private cause = none;
  private operations: EventOperation[] = [];

  adopt(
    model: RunningModel,
    _changes: Changes,
    _t: number,
    _steadyState: boolean,
    old: RunningModel | undefined,
  ): void {
    if (old !== undefined) {
      this.before = pointOf(old);
      this.modelBefore = old;
    }
    this.cause = none;
    this.operations = [];
    this.model = model;
    model.tangents = this;
  }

  beforeEvent(_t: number, cause: EventCause): void {
    this.before = pointOf(this.model);
    this.modelBefore = this.model;
    this.cause = cause;
    this.operations = [];
  }

  pass(): void {
    this.operations.push({ kind: "pass", point: pointOf(this.model) });
  }

  reinitialise(place: number, variable: number, sign: number): void {
    this.operations.push({ kind: "reinit", place, variable, sign });
  }

  settle(): void {
    this.operations.push({ kind: "settle" });
  }

  afterEvent(time: number, name: string): void {
    const { model, modelBefore, before, cause, operations } = this;
    const after = pointOf(model);
    if (name === "initial") this.first = after;
    else if (before === undefined) throw new Error("an event is announced before it happens");
    else this.events.push({ time, name, cause, model, modelBefore, before, after, operations });
    this.operations = [];
  }

  initialised(): void {}
  start(): void {}
  resume(): void {}
  write(): void {}
  read(): void {}
  writeDerivatives(): void {}
  extend(system: OdeSystem): OdeSystem {
    return system;
  }
  extendDae(system: DaeSystem): DaeSystem {
    return system;
  }
  tolerances(own: Float64Array): Float64Array {
    return own;
  }
}

/** All values now. */
export function pointOf({ X, D, V, Q, R, samplers, services }: RunningModel): ModelPoint {
  const [initial, terminal] = [services.initial, services.terminal];
  return {
    ...{ X: X.slice(), D: D.slice(), V: V.slice(), Q: Q.slice(), R: R.slice() },
    ...{ ticks: samplers.ticks.slice(), initial, terminal },
  };
}

/** The model as it was. */
export function returnTo(model: RunningModel, t: number, point: ModelPoint): void {
  model.X.set(point.X);
  model.D.set(point.D);
  model.V.set(point.V);
  model.Q.set(point.Q);
  model.R.set(point.R);
  model.samplers.ticks.set(point.ticks);
  model.services.initial = point.initial;
  model.services.terminal = point.terminal;
  model.services.isEvent = false;
  model.time = t;
  model.systems.forgetFactors();
}

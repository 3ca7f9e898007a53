/**
 * What runs along with the states of a model, such as their derivatives by parameters. Its values are further blocks of the
 * integrator's vector, each as long as the model's own part, and it is told what happens at events.
 */
import type { EventTangents } from "../events/eventModel.ts";
import type { DaeSystem, OdeSystem } from "../integrate/problem.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { RelationIndex } from "../symbolic/indices.ts";
import type { Changes } from "./changes.ts";
import type { Condition } from "./initialConditions.ts";
import type { RunningModel } from "./runningModel.ts";

/** Why there is an event. */
export interface EventCause {
  /** Relations that crossed zero, by their numbers; none when its time was known. */
  readonly crossed: readonly RelationIndex[];
  /** The function of time that changes its course. */
  readonly course?: Expr;
}

export interface RunCompanion extends EventTangents {
  /** Blocks in the integrator's vector, the model's own included. */
  readonly copies: number;
  /** A run, or a segment of it with other states, begins with this model; `old` has its values at t. */
  adopt(model: RunningModel, changes: Changes, t: number, steadyState: boolean, old: RunningModel | undefined): void;
  /** The states at the start are found: `free` ones by the conditions. */
  initialised(t: number, free: readonly number[], conditions: readonly Condition[]): void;
  /** The integrator starts from here: what write() gives from now on. */
  start(): void;
  /** A step is made again: the integrator starts from this vector of its own, at whose point the model has been evaluated. */
  resume(y: Float64Array): void;
  /** y has the model's own part: the values of the start behind it. */
  write(y: Float64Array): void;
  /** Takes over the values in a vector of the integrator. */
  read(y: Float64Array): void;
  extend(system: OdeSystem): OdeSystem;
  extendDae(system: DaeSystem, offset: Int32Array): DaeSystem;
  /** y' of a DAE: further blocks behind the model's own part. */
  writeDerivatives(yp: Float64Array): void;
  tolerances(own: Float64Array, n: number, share: number): Float64Array;
  /** Before and after an event; read() came before. */
  beforeEvent(t: number, cause: EventCause): void;
  afterEvent(t: number, cause: string): void;
}

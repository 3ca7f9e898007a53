/**
 * Clocks of models in TypeScript: what their operators said. Clocks are truth values here (ticks, or variables that are ticks), so that
 * `c = Clock(0.1)` is an equation and passes connections like any other.
 */
import type { Expr } from "../symbolic/expression.ts";
import { type ClockHost, type ClockPlace, ClockRecord } from "./clocks/clockRecord.ts";
import { inferClocks, type NamedOperator, type OwnClock, type ToldClocks } from "./inferClocks.ts";
import type { CompileState } from "./state.ts";

export class OwnClocks implements ToldClocks {
  readonly record = new ClockRecord();
  readonly named: NamedOperator[] = [];
  readonly clocks = new Map<Expr, OwnClock>();
  readonly state: CompileState;
  readonly constantValue: (e: Expr) => number | undefined;

  constructor(state: CompileState, constantValue: (e: Expr) => number | undefined) {
    this.state = state;
    this.constantValue = constantValue;
  }

  /** `clock`: what is true at its ticks. */
  add(clock: Expr, place: ClockPlace, method: string | undefined, condition?: Expr): void {
    this.clocks.set(clock, { ticks: clock, place, method, condition });
  }

  /** Called when all equations are there. Nothing happens in models whose operators all name their clocks, and these have no solver method. */
  infer(host: ClockHost): void {
    const isMethod = [...this.clocks.values()].some(({ method }) => method !== undefined);
    if (this.record.boundaries.length > 0 || isMethod) inferClocks(this, host);
  }
}

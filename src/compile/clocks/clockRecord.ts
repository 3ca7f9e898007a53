/** What equations say about clocks, as it was read: the partitions, their clocks and their equations follow from it (clockedPartitions.ts). */
import type { RattlebackError } from "../../errors/rattlebackError.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import type { Source } from "../source.ts";
import type { CompileState, Equation } from "../state.ts";
import type { Rational } from "./rational.ts";

/** Where something about a clock stands. */
export interface ClockPlace {
  /** An error at this place. */
  fault(what: string, details: { readonly hint: string; readonly because: string }): RattlebackError;
  /** The line with its place, for errors elsewhere. */
  show(): string;
}

export type BaseClock = { readonly place: ClockPlace } & (
  | {
      readonly kind: "periodic";
      /** Time of the first tick; that of the run without. */
      readonly start: Expr | undefined;
      readonly interval: Expr;
      /** Its value now, asked for where clocks are compared. */
      seconds(): number;
    }
  | { readonly kind: "event"; readonly condition: Expr; readonly startInterval: Expr }
);

/** A variable whose value comes from another partition, or from the tick before. */
export interface Boundary {
  readonly kind: "sample" | "hold" | "convert" | "previous" | "interval" | "firstTick";
  readonly target: VariableIndex;
  readonly argument: Expr | undefined;
  readonly source: Source;
  readonly place: ClockPlace;
}

/** The clock of a variable's partition, or a clock itself. */
export type ClockNode = { readonly variable: VariableIndex } | { readonly clock: number };

/** `to` ticks once in `factor` ticks of `from`, `shift` intervals of it later; an undefined factor is found by inference. */
export interface NodeRelation {
  readonly from: ClockNode;
  readonly to: ClockNode;
  readonly factor: Rational | undefined;
  readonly shift: Rational;
  readonly place: ClockPlace;
}

export interface ClockMethod {
  readonly method: string;
  readonly place: ClockPlace;
}

export class ClockRecord {
  readonly boundaries: Boundary[] = [];
  readonly relations: NodeRelation[] = [];
  readonly definitions = new Map<number, BaseClock>();
  /** How a clock with a solver method integrates. */
  readonly methods = new Map<number, ClockMethod>();
  /** Equations that stand under `when clock`. */
  readonly bodies: { readonly clock: number; readonly equations: readonly Equation[]; readonly place: ClockPlace }[] =
    [];
  private count = 0;

  newClock(): number {
    return this.count++;
  }

  equal(from: ClockNode, to: ClockNode, place: ClockPlace): void {
    this.relations.push({ from, to, factor: { n: 1, d: 1 }, shift: { n: 0, d: 1 }, place });
  }
}

/** The front end whose equations are clocked. */
export interface ClockHost {
  readonly state: CompileState;
  newVariable(name: string, type: "real" | "integer" | "boolean", isDiscrete: boolean): VariableIndex;
}

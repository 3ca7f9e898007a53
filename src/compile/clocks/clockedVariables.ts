/** Discrete variables that clocked equations need beside their own, and what is asked of all of them: value before, start value. */
import type { Expr, NodeOf } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import type { Source } from "../source.ts";
import { type CompileState, newEquation } from "../state.ts";
import type { ClockHost } from "./clockRecord.ts";

export const tickSource: Source = { text: "ticks of a clock", path: "", line: 1, kind: "when" };

/** What the equations of a partition ask about its clock. */
export interface Ticks {
  /** True in the event iteration of a tick. */
  readonly active: Expr;
  /** … of the first one. */
  readonly first: Expr;
  /** From the first tick on. */
  readonly started: Expr;
  readonly interval: Expr;
}

export class ClockedVariables {
  private readonly host: ClockHost;
  readonly state: CompileState;

  constructor(host: ClockHost) {
    this.host = host;
    this.state = host.state;
  }

  make(name: string, type: "real" | "integer" | "boolean", isDiscrete: boolean): NodeOf<"var"> {
    return this.state.b.variable(this.host.newVariable(name, type, isDiscrete));
  }

  discrete(name: string, type: "real" | "integer" | "boolean", start: Expr): NodeOf<"var"> {
    const made = this.make(name, type, true);
    this.state.variables[made.value]!.start = start;
    return made;
  }

  equation(left: Expr, right: Expr, source: Source): void {
    this.state.equations.push(newEquation(left, right, source));
  }

  define(variable: VariableIndex, right: Expr, source: Source): void {
    this.equation(this.state.b.variable(variable), right, { ...source, kind: "when" });
  }

  pre(e: Expr): Expr {
    if (e.op !== "var") return e;
    this.state.preVariables.add(e.value);
    return this.state.b.make("pre", [], e.value);
  }

  startOf(e: Expr | undefined): Expr {
    if (e?.op !== "var") return this.state.b.zero;
    const { start, init } = this.state.variables[e.value]!;
    return init ?? start ?? this.state.b.zero;
  }

  /** previous(x) */
  remembered(x: Expr, { first, active }: Ticks): Expr {
    const { b } = this.state;
    const kept = this.discrete("previous", "real", this.startOf(x));
    const value = b.conditional(first, this.startOf(x), this.pre(x));
    this.define(kept.value, b.conditional(active, value, this.pre(kept)), tickSource);
    return kept;
  }
}

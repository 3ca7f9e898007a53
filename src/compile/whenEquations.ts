/**
 * When clauses as equations of discrete variables:
 *
 *     c = condition,   a = not initial() and c and not pre(c)             (a = edge(c) when the condition says initial())
 *     v = if a then expression else pre(v)
 *
 * A clause that is true from the start does not fire at the start unless it says initial(). A clause with several conditions fires
 * when any of them becomes true. Several clauses may set one variable: those that fire later in the order override earlier ones.
 */
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { contains } from "../symbolic/traverse.ts";
import type { Source } from "./source.ts";
import { type CompileState, internalVariable, newEquation } from "./state.ts";

interface Assignment {
  readonly guard: Expr;
  readonly value: Expr;
  readonly source: Source;
  readonly rank: number;
}

export class WhenEquations {
  private readonly state: CompileState;
  private readonly assignments = new Map<VariableIndex, Assignment[]>();

  constructor(state: CompileState) {
    this.state = state;
  }

  /** One truth value per branch: the branch is active in this iteration. `branches` are the conditions of each. */
  clause(branches: readonly (readonly Expr[])[], source: Source): Expr[] {
    const { b } = this.state;
    const active: Expr[] = [];
    const initial = b.make("flag", [], 0, "initial");
    for (const conditions of branches) {
      const rises = conditions.map((condition) => {
        const held = this.variable("$when", "boolean", source);
        this.state.variables[held]!.start = b.zero;
        this.state.preVariables.add(held);
        // what jumps in a condition causes events, unlike in the body
        this.equate(held, condition, { ...source, kind: "equation" });
        const saysInitial = contains(condition, (node) => node.op === "flag" && node.name === "initial");
        const rise = [b.variable(held), b.not(b.make("pre", [], held))];
        return b.and(saysInitial ? rise : [b.not(initial), ...rise]);
      });
      const index = this.variable("$active", "boolean", source);
      this.equate(index, b.and([b.or(rises), ...active.map((e) => b.not(e))]), source);
      active.push(b.variable(index));
    }
    return active;
  }

  /** The variable gets the value when the guard holds. Higher ranks override lower ones, later calls override earlier ones. */
  assign(variable: VariableIndex, guard: Expr, value: Expr, source: Source, rank = 0): void {
    const list = this.assignments.get(variable);
    if (list === undefined) this.assignments.set(variable, [{ guard, value, source, rank }]);
    else list.push({ guard, value, source, rank });
  }

  /** A variable that is 1 while the guard holds. */
  flag(guard: Expr, source: Source): VariableIndex {
    if (guard.op === "var") return guard.value;
    const index = this.variable("$active", "boolean", source);
    this.equate(index, guard, source);
    return index;
  }

  reinit(target: VariableIndex, guard: Expr, value: Expr, source: Source): void {
    const { b } = this.state;
    const index = this.variable("$reinit", "real", source);
    this.equate(index, b.conditional(guard, value, b.zero), source);
    const active = this.flag(guard, source);
    this.state.actions.push({ active, kind: "reinit", target, value: index, message: "", source });
  }

  terminate(guard: Expr, message: string, source: Source): void {
    const active = this.flag(guard, source);
    this.state.actions.push({
      active,
      kind: "terminate",
      target: -1 as VariableIndex,
      value: -1 as VariableIndex,
      message,
      source,
    });
  }

  /** A promise that must hold whenever the guard does; that it was broken is remembered, because the guard is gone after the event. */
  assert(
    guard: Expr,
    condition: Expr,
    { message, isWarning }: { readonly message: string; readonly isWarning: boolean },
    source: Source,
  ): void {
    const { b } = this.state;
    const failed = this.variable("$failed", "boolean", source);
    this.assign(failed, b.and([guard, b.not(condition)]), b.one, source);
    this.state.assertions.push({
      condition: b.not(b.variable(failed)),
      message: [message],
      source,
      isEvent: true,
      isWarning,
    });
  }

  /** The equations of all variables that clauses set. */
  finish(): void {
    const { state } = this;
    const { b } = state;
    for (const [variable, list] of this.assignments) {
      const declared = state.variables[variable]!;
      let value: Expr = b.make("pre", [], variable);
      const ordered = [...list].sort((p, q) => p.rank - q.rank);
      for (const item of ordered) value = b.conditional(item.guard, item.value, value);
      state.preVariables.add(variable);
      declared.isDiscrete = true;
      declared.start ??= declared.init ?? b.zero;
      this.equate(variable, value, ordered[ordered.length - 1]!.source);
    }
    this.assignments.clear();
  }

  private variable(name: string, type: "real" | "boolean", { path }: Source): VariableIndex {
    const index = this.state.variables.length as VariableIndex;
    const local = `${name}${index}`;
    this.state.variables.push(internalVariable(path === "" ? local : `${path}.${local}`, type, true));
    return index;
  }

  private equate(variable: VariableIndex, right: Expr, source: Source): void {
    const left = this.state.b.variable(variable);
    this.state.equations.push(newEquation(left, right, source));
  }
}

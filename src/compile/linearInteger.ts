/**
 * Alias elimination and exact removal of singular equations.
 *
 * Equations Σ k·x = 0 with small integers k, most of them ±1, are treated with integers, hence without rounding:
 *   x = 0, x = ±y                         the variable is eliminated
 *   a combination of others (0 = 0)       the equation is redundant: one Kirchhoff equation of a circuit without ground
 *   a variable that only they contain
 *   and that they do not determine        is arbitrary: a floating potential, set to zero (floatingPotentials.ts)
 *   a combination of states alone         becomes visible: 0 = L1.i − L2.i
 *
 * Source   [Otter2017] sec. 3; the elimination is fraction-free, rows divided by their common divisor.
 * Holds    Row i of the result is row i of the input plus rows eliminated before it, so using the old or the new form
 *          of any row gives an equivalent system.
 */
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { substitute, variablesOf } from "../symbolic/traverse.ts";
import { AliasTable } from "./aliases.ts";
import { FloatingPotentials, floatingWarning } from "./floatingPotentials.ts";
import { divideByCommonFactor, eliminateForward } from "./integerElimination.ts";
import { type IntegerRow, type Row, splitEquations } from "./integerRows.ts";
import { mapMessage } from "./message.ts";
import { type CompileState, type Equation, printEquation } from "./state.ts";

/** Each round that is not the last eliminates something, or prepares it. */
const mostRounds = 30;

export function removeSingularities(state: CompileState): void {
  const aliases = new AliasTable(state);
  const { integer, others } = splitEquations(state);
  let rows = integer;
  const floating = new FloatingPotentials(
    state,
    rows.map(({ written }) => written),
  );
  let areRenewed = false;
  for (let round = 0; round < mostRounds; round++) {
    const count = aliases.count;
    rows = eliminateAliases(state, rows, aliases, floating);
    rows = eliminateRows(state, rows, others, aliases, floating);
    if (aliases.count > count) areRenewed = false;
    else if (!floating.hasSurplus) break;
    else if (!areRenewed) {
      // potentials may cancel in them: exp(p.v - n.v) of an element between two pins of one wire
      renewEquations(state, others, aliases);
      areRenewed = true;
    } else if (!groundShifted(state, rows, others, aliases, floating)) break;
  }
  if (state.notes.arbitrary.length > 0) state.notes.warnings.push(floatingWarning(state.notes.arbitrary));
  aliases.finish();
  const replace = aliases.replacement();
  const memo = new Map<number, Expr>();
  const renew = (e: Expr): Expr => substitute(state.b, e, replace, memo);
  state.equations.length = 0;
  for (const equation of [...others, ...rows.map((item) => item.equation)]) {
    equation.left = renew(equation.left);
    equation.right = renew(equation.right);
    state.equations.push(equation);
  }
  renewTables(state, renew, aliases);
  state.notes.eliminated = state.aliases.size;
}

/** x = 0 and x = ±y, again and again, because one elimination makes others possible. */
function eliminateAliases(
  state: CompileState,
  rows: readonly IntegerRow[],
  aliases: AliasTable,
  floating: FloatingPotentials,
): IntegerRow[] {
  const occurrences = new Map<VariableIndex, IntegerRow[]>();
  const note = (variable: VariableIndex, item: IntegerRow): void => {
    const list = occurrences.get(variable);
    if (list === undefined) occurrences.set(variable, [item]);
    else list.push(item);
  };
  const isGone = new Set<IntegerRow>();
  const queue: IntegerRow[] = [];
  for (const item of rows) {
    reduce(item.row, aliases);
    for (const variable of item.row.keys()) note(variable, item);
    if (item.row.size <= 2) queue.push(item);
  }
  for (let head = 0; head < queue.length; head++) {
    const item = queue[head]!;
    if (isGone.has(item)) continue;
    reduce(item.row, aliases);
    if (item.row.size > 2) continue;
    const changed = eliminateOne(state, item, aliases, floating);
    if (changed === undefined) continue;
    isGone.add(item);
    for (const variable of changed) {
      for (const other of occurrences.get(variable) ?? []) {
        if (isGone.has(other)) continue;
        const target = replaceInRow(other.row, variable, aliases);
        if (target >= 0) note(target, other);
        if (other.row.size <= 2) queue.push(other);
      }
    }
  }
  return rows.filter((item) => !isGone.has(item));
}

/** Variables that were eliminated by the row, or undefined when the row must stay an equation. */
function eliminateOne(
  state: CompileState,
  item: IntegerRow,
  aliases: AliasTable,
  floating: FloatingPotentials,
): VariableIndex[] | undefined {
  const entries = [...item.row];
  if (entries.length === 0) {
    state.notes.redundant.push(printEquation(state, item.equation));
    floating.addRedundant(item.written);
    return [];
  }
  const [x, cx] = entries[0]!;
  if (entries.length === 1) return aliases.setZero(x);
  const [y, cy] = entries[1]!;
  if (Math.abs(cx) !== Math.abs(cy)) return undefined;
  return aliases.join(x, y, cx === cy ? -1 : 1);
}

/** Replaces one eliminated variable; returns what it was replaced by, or −1. Long rows (a ground node) are not walked. */
function replaceInRow(row: Row, variable: VariableIndex, aliases: AliasTable): VariableIndex {
  const coefficient = row.get(variable);
  if (coefficient === undefined) return -1 as VariableIndex;
  row.delete(variable);
  const { target, sign } = aliases.find(variable);
  if (sign === 0) return -1 as VariableIndex;
  const sum = (row.get(target) ?? 0) + sign * coefficient;
  if (sum === 0) row.delete(target);
  else row.set(target, sum);
  return sum === 0 ? (-1 as VariableIndex) : target;
}

/** Replaces all variables that are eliminated. */
function reduce(row: Row, aliases: AliasTable): void {
  for (const variable of [...row.keys()]) if (aliases.isEliminated(variable)) replaceInRow(row, variable, aliases);
}

/** Elimination in three rounds of pivots: variables that occur here only, variables that are no states, the rest. */
function eliminateRows(
  state: CompileState,
  rows: readonly IntegerRow[],
  others: readonly Equation[],
  aliases: AliasTable,
  floating: FloatingPotentials,
): IntegerRow[] {
  const elsewhere = usedElsewhere(state, others, aliases);
  const isState = (v: VariableIndex): boolean =>
    state.variables[v]!.derivative >= 0 || state.variables[v]!.derivativeOf >= 0;
  const kept = eliminateForward(rows, (v) =>
    isState(v) ? 2 : elsewhere.has(v) || state.variables[v]!.init !== undefined ? 1 : 0,
  );
  const result: IntegerRow[] = [];
  for (const [i, item] of rows.entries()) {
    const final = kept.rows[i]!;
    divideByCommonFactor(final);
    if (final.size === 0) {
      state.notes.redundant.push(printEquation(state, item.equation));
      floating.addRedundant(item.written);
      continue;
    }
    const isConstraint = [...final.keys()].every(isState);
    if ((final.size < item.row.size || isConstraint) && hasUnitFactors(final)) item.row = final;
    // what has other factors stays as it was written
    if (hasUnitFactors(item.row)) {
      item.equation.left = state.b.zero;
      item.equation.right = rowExpression(state, item.row);
    }
    result.push(item);
  }
  // what occurs nowhere any more is open, too: both pins of a resistor connected with each other
  const flows = flowsOf(state, aliases);
  const open = kept.free.filter((variable) => kept.movesAlone(variable, (other) => flows.has(other)));
  const isOpen = new Set(open);
  state.variables.forEach(({ isPotential }, i) => {
    const { target, sign } = aliases.find(i);
    if (!isPotential || sign === 0 || isOpen.has(target) || elsewhere.has(target) || isState(target)) return;
    if (kept.occurs(target) || state.variables[target]!.init !== undefined) return;
    isOpen.add(target);
    open.push(target);
  });
  for (const variable of floating.choose(open, aliases)) {
    state.notes.arbitrary.push(state.variables[variable]!.name);
    aliases.setZero(variable);
  }
  return result;
}

/** Sets a potential to zero that all equations contain by differences to others only; false when there is none. */
function groundShifted(
  state: CompileState,
  rows: readonly IntegerRow[],
  others: readonly Equation[],
  aliases: AliasTable,
  floating: FloatingPotentials,
): boolean {
  const isMeasured = measuredIn(state, rows, others, aliases);
  const constraining = rows.filter(({ row }) => ![...row.keys()].some(isMeasured)).map(({ equation }) => equation);
  const replace = aliases.replacement();
  const memo = new Map<number, Expr>();
  const expressions = [
    ...[...others, ...constraining].map(({ left, right }) => state.b.sub(left, right)),
    ...state.relations.map(({ expression }) => expression),
  ].map((e) => substitute(state.b, e, replace, memo));
  const variable = floating.chooseShifted(expressions, aliases);
  if (variable === undefined) return false;
  state.notes.arbitrary.push(state.variables[variable]!.name);
  aliases.setZero(variable);
  return true;
}

/** Variables that only one row contains, such as the voltage that a sensor shows: they take whatever value it gives them. */
function measuredIn(
  state: CompileState,
  rows: readonly IntegerRow[],
  others: readonly Equation[],
  aliases: AliasTable,
): (variable: VariableIndex) => boolean {
  const count = new Map<VariableIndex, number>();
  for (const { row } of rows) for (const variable of row.keys()) count.set(variable, (count.get(variable) ?? 0) + 1);
  const elsewhere = usedElsewhere(state, others, aliases);
  const flows = flowsOf(state, aliases);
  return (variable) => {
    const { isPotential, derivative, derivativeOf, init } = state.variables[variable]!;
    const isFree = !flows.has(variable) && !isPotential && derivative < 0 && derivativeOf < 0 && init === undefined;
    return isFree && count.get(variable) === 1 && !elsewhere.has(variable);
  };
}

/** What stands for flows of connectors. */
function flowsOf(state: CompileState, aliases: AliasTable): Set<VariableIndex> {
  const flows = new Set<VariableIndex>();
  state.variables.forEach(({ isFlow }, i) => {
    if (isFlow) flows.add(aliases.find(i).target);
  });
  return flows;
}

/** What stands for variables that other things than rows contain. */
function usedElsewhere(state: CompileState, others: readonly Equation[], aliases: AliasTable): Set<VariableIndex> {
  const elsewhere = new Set<VariableIndex>();
  for (const equation of others) {
    for (const side of [equation.left, equation.right])
      for (const v of variablesOf(side)) elsewhere.add(aliases.find(v).target);
  }
  for (const action of state.actions)
    for (const v of [action.active, action.target, action.value]) if (v >= 0) elsewhere.add(aliases.find(v).target);
  for (const { variable } of state.delays) elsewhere.add(aliases.find(variable).target);
  for (const v of state.preVariables) elsewhere.add(aliases.find(v).target);
  return elsewhere;
}

function renewEquations(state: CompileState, equations: readonly Equation[], aliases: AliasTable): void {
  const replace = aliases.replacement();
  const memo = new Map<number, Expr>();
  for (const equation of equations) {
    equation.left = substitute(state.b, equation.left, replace, memo);
    equation.right = substitute(state.b, equation.right, replace, memo);
  }
}

function hasUnitFactors(row: Row): boolean {
  for (const factor of row.values()) if (Math.abs(factor) !== 1) return false;
  return true;
}

function rowExpression(state: CompileState, row: Row): Expr {
  const b = state.b;
  return b.add([...row].map(([variable, coefficient]) => b.mul([b.num(coefficient), b.variable(variable)])));
}

function renewTables(state: CompileState, renew: (e: Expr) => Expr, aliases: AliasTable): void {
  for (const equation of state.initialEquations) {
    equation.left = renew(equation.left);
    equation.right = renew(equation.right);
  }
  state.observed.forEach((item, i) => {
    state.observed[i] = { ...item, value: renew(item.value) };
  });
  state.assertions.forEach((assertion, i) => {
    const { condition, message } = assertion;
    state.assertions[i] = { ...assertion, condition: renew(condition), message: mapMessage(message, renew) };
  });
  state.relations.forEach((relation, i) => {
    const timeEvent = relation.timeEvent && {
      at: renew(relation.timeEvent.at),
      becomesTrue: relation.timeEvent.becomesTrue,
    };
    // a relation stays one, also between numbers: 0 > 1 once w = 0 is known of w > 1
    const { op, args } = relation.expression;
    const expression = state.b.make(op, args.map(renew), 0);
    state.relations[i] = { ...relation, expression, timeEvent };
  });
  state.samplers.forEach((sampler, i) => {
    state.samplers[i] = { ...sampler, start: sampler.start && renew(sampler.start), interval: renew(sampler.interval) };
  });
  state.delays.forEach((line, i) => {
    const { target, sign } = aliases.find(line.variable);
    state.delays[i] = {
      ...line,
      variable: target,
      sign,
      input: renew(line.input),
      delay: renew(line.delay),
      maximum: line.maximum && renew(line.maximum),
      ...(line.transport && {
        transport: {
          ...line.transport,
          points: line.transport.points.map(renew),
          values: line.transport.values.map(renew),
        },
      }),
    };
  });
  for (const variable of [...state.preVariables]) {
    const { target, sign } = aliases.find(variable);
    if (target === variable && sign === 1) continue;
    state.preVariables.delete(variable);
    if (sign !== 0) state.preVariables.add(target);
  }
}

/**
 * Potentials that nothing grounds: a circuit without ground, a sensor that is connected nowhere. Such a part has one balance of
 * flows too many for each potential it leaves open, so one may be set to zero for one redundant equation of the same part.
 * An open variable without that counterpart is a missing equation.
 *
 *     V, R in a loop:   0 = V.n.i + R.n.i follows from the others,   V.n.v is set to zero
 *
 * Parts: variables are together that stand in one equation Σ ±x = 0, or in one connector. A circuit written without connectors has
 * its flows and potentials in two sets of such equations that other equations (v = R*i) link: there the redundant equation must be
 * in the other set. a = b, b = a has it in the same set, and lacks an equation.
 *
 * Where potentials stand in other equations too (p.v − n.v = R·p.i), one of a part is open when all equations contain the
 * potentials of that part by their differences only.
 */
import { listNames } from "../errors/nearestName.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { variablesOf } from "../symbolic/traverse.ts";
import type { AliasTable } from "./aliases.ts";
import { DisjointSets } from "./disjointSets.ts";
import { isShiftInvariant } from "./shiftInvariance.ts";
import type { CompileState } from "./state.ts";
import { equationVariables } from "./structure.ts";

export class FloatingPotentials {
  private readonly state: CompileState;
  /** Variables of one equation Σ ±x = 0; … or of one connector; … or of any equation. */
  private readonly sums = new DisjointSets<VariableIndex>();
  private readonly parts = new DisjointSets<VariableIndex>();
  private readonly linked = new DisjointSets<VariableIndex>();
  /** A variable of each redundant equation for which no potential was set yet, by part. */
  private readonly surplus = new Map<VariableIndex, VariableIndex[]>();

  /** `rows`: the variables of all equations Σ ±x = 0 as they are written. */
  constructor(state: CompileState, rows: Iterable<readonly VariableIndex[]>) {
    this.state = state;
    for (const row of rows)
      for (const variable of row) {
        this.sums.join(row[0]!, variable);
        this.parts.join(row[0]!, variable);
      }
    const connectors = new Map<string, VariableIndex>();
    state.variables.forEach(({ name, isFlow, isPotential }, i) => {
      if (!isFlow && !isPotential) return;
      const connector = connectorOf(name);
      const first = connectors.get(connector);
      if (first === undefined) connectors.set(connector, i);
      else this.parts.join(first, i);
    });
    for (const equation of state.equations) {
      const row = equationVariables(equation);
      for (const variable of row) this.linked.join(row[0]!, variable);
    }
  }

  /** An equation was found to follow from others; `variables` are those it was written with. */
  addRedundant(variables: readonly VariableIndex[]): void {
    if (variables.length === 0) return;
    const part = this.parts.find(variables[0]!);
    const list = this.surplus.get(part);
    if (list === undefined) this.surplus.set(part, [variables[0]!]);
    else list.push(variables[0]!);
  }

  /** Whether a redundant equation has no potential yet. */
  get hasSurplus(): boolean {
    return [...this.surplus.values()].some((list) => list.length > 0);
  }

  /** Those of the open variables that may be set to zero, with a redundant equation for each. */
  choose(open: readonly VariableIndex[], aliases: AliasTable): VariableIndex[] {
    if (open.length === 0 || this.surplus.size === 0) return [];
    const potentials = new Set<VariableIndex>();
    this.state.variables.forEach(({ isPotential }, i) => {
      if (isPotential) potentials.add(aliases.find(i).target);
    });
    return open.filter((variable) =>
      potentials.has(variable) ? this.takeFrom(this.parts.find(variable)) : this.takeBeside(variable),
    );
  }

  /** A potential of a part that has a redundant equation left, which `expressions` contain by differences to others of the part only. */
  chooseShifted(expressions: readonly Expr[], aliases: AliasTable): VariableIndex | undefined {
    const { b, variables } = this.state;
    for (const [part, { length }] of this.surplus) {
      if (length === 0) continue;
      for (const shift of this.shiftsIn(part, expressions, aliases)) {
        if (!this.withDerivatives(shift, aliases).every((directions) => isShiftInvariant(b, expressions, directions)))
          continue;
        this.takeFrom(part);
        // A start value would be lost with its variable; a state goes first, so that differences of states begin with zero.
        const members = [...shift.keys()];
        const without = members.filter((variable) => variables[variable]!.start === undefined);
        return without.find((variable) => variables[variable]!.derivative >= 0) ?? without[0] ?? members[0]!;
      }
    }
    return undefined;
  }

  /** A shift s(t) of potentials is one by its derivatives of their derivatives, of each order by itself. */
  private withDerivatives(
    shift: ReadonlyMap<VariableIndex, number>,
    aliases: AliasTable,
  ): ReadonlyMap<VariableIndex, number>[] {
    const orders = [shift];
    for (let last = shift; last.size > 0; ) {
      const next = new Map<VariableIndex, number>();
      for (const [variable, sign] of last) {
        const { derivative } = this.state.variables[variable]!;
        if (derivative < 0) continue;
        const alias = aliases.find(derivative);
        if (alias.sign !== 0) next.set(alias.target, sign * alias.sign);
      }
      if (next.size > 0) orders.push(next);
      last = next;
    }
    return orders;
  }

  /** What stands for the open potentials of a part, with its sign: those together that stand in one expression. */
  private shiftsIn(
    part: VariableIndex,
    expressions: readonly Expr[],
    aliases: AliasTable,
  ): Map<VariableIndex, number>[] {
    const { variables, actions, delays, preVariables } = this.state;
    const signs = new Map<VariableIndex, number>();
    variables.forEach(({ isPotential }, i) => {
      if (!isPotential || this.parts.find(i) !== part) return;
      const { target, sign } = aliases.find(i);
      const { derivativeOf, init } = variables[target]!;
      if (sign !== 0 && derivativeOf < 0 && init === undefined) signs.set(target, sign);
    });
    for (const { active, target, value } of actions)
      for (const v of [active, target, value]) if (v >= 0) signs.delete(aliases.find(v).target);
    for (const { variable } of delays) signs.delete(aliases.find(variable).target);
    for (const variable of preVariables) signs.delete(aliases.find(variable).target);

    const potentialOf = new Map<VariableIndex, VariableIndex>();
    for (const [potential, sign] of signs)
      for (const order of this.withDerivatives(new Map([[potential, sign]]), aliases))
        for (const variable of order.keys()) potentialOf.set(variable, potential);
    const together = new DisjointSets<VariableIndex>();
    for (const expression of expressions) {
      const open = [...variablesOf(expression)].flatMap((variable) => potentialOf.get(variable) ?? []);
      for (const variable of open) together.join(open[0]!, variable);
    }
    const shifts = new Map<VariableIndex, Map<VariableIndex, number>>();
    for (const [variable, sign] of signs) {
      const first = together.find(variable);
      const shift = shifts.get(first) ?? new Map<VariableIndex, number>();
      shifts.set(first, shift.set(variable, sign));
    }
    return [...shifts.values()];
  }

  private takeFrom(part: VariableIndex): boolean {
    return this.surplus.get(part)?.pop() !== undefined;
  }

  private takeBeside(variable: VariableIndex): boolean {
    const { sums, linked } = this;
    for (const list of this.surplus.values()) {
      const k = list.findIndex(
        (other) => sums.find(other) !== sums.find(variable) && linked.find(other) === linked.find(variable),
      );
      if (k < 0) continue;
      list.splice(k, 1);
      return true;
    }
    return false;
  }
}

/** "a.p.v[2]" → "a.p", "a.p[2].v" → "a.p[2]" */
function connectorOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(".")));
}

export function floatingWarning(names: readonly string[]): string {
  const [it, are] = names.length === 1 ? ["it", "is"] : ["they", "are"];
  return `W-FLOATING  Nothing grounds ${listNames(names)}: all equations contain differences of such potentials only, so ${it} ${are} set to zero. Connect a ground, a fixed flange or another component that prescribes a potential.`;
}

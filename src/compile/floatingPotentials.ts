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
 */
import { listNames } from "../errors/nearestName.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import type { AliasTable } from "./aliases.ts";
import { DisjointSets } from "./disjointSets.ts";
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

/** "a.p.v[2]" → "a.p" */
function connectorOf(name: string): string {
  const bracket = name.lastIndexOf("[");
  return name.slice(0, Math.max(0, name.lastIndexOf(".", bracket < 0 ? name.length : bracket)));
}

export function floatingWarning(names: readonly string[]): string {
  const [it, are] = names.length === 1 ? ["it", "is"] : ["they", "are"];
  return `W-FLOATING  Nothing grounds ${listNames(names)}: all equations contain differences of such potentials only, so ${it} ${are} set to zero. Connect a ground, a fixed flange or another component that prescribes a potential.`;
}

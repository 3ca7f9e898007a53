/**
 * Maximum matching of equations and variables by augmenting paths, without recursion.
 *
 * Source   [Duff1981]: depth-first search with a look-ahead for free variables, which makes the usual case linear.
 */
import type { ArrayTable, Cells, EquationIndex, Table, VariableIndex } from "../symbolic/indices.ts";

/** Rows (equations) as lists of columns (variables). */
export type Rows<E extends number, V extends number> = Readonly<Cells<E, readonly V[]>> & { readonly length: number };

const isNever = (): boolean => false;

export class Matching<E extends number = EquationIndex, V extends number = VariableIndex> {
  /** Variable → equation, or −1. */
  readonly equationOf: Table<V, E>;
  /** Equation → variable, or −1. */
  readonly variableOf: Table<E, V>;
  private readonly visited: Cells<V, number> = [];
  private readonly lookAhead: Cells<E, number> & { length: number } = [];
  private stamp = 0;
  /** Equations and variables that the last unsuccessful search reached. */
  readonly reachedEquations: E[] = [];
  readonly reachedVariables: V[] = [];

  constructor(equations: number, variables: number) {
    this.equationOf = new Array<E>(variables).fill(-1 as E) as ArrayTable<V, E>;
    this.variableOf = new Array<V>(equations).fill(-1 as V) as ArrayTable<E, V>;
  }

  addVariable(): void {
    this.equationOf.push(-1 as E);
  }
  addEquation(): void {
    this.variableOf.push(-1 as V);
  }

  match(equation: E, variable: V): void {
    (this.equationOf as Cells<V, E>)[variable] = equation;
    (this.variableOf as Cells<E, V>)[equation] = variable;
  }

  /** Finds a variable for the equation, moving other equations if needed. `isHidden` variables do not take part. */
  augment(incidence: Rows<E, V>, start: E, isHidden: (variable: V) => boolean = isNever): boolean {
    const { visited, lookAhead, equationOf } = this;
    const stamp = ++this.stamp;
    this.reachedEquations.length = 0;
    this.reachedVariables.length = 0;
    const stack: E[] = [start];
    const entered: V[] = [-1 as V];
    const position: number[] = [0];
    this.reachedEquations.push(start);
    while (stack.length > 0) {
      const top = stack.length - 1;
      const equation = stack[top]!;
      const row = incidence[equation]!;
      // a free variable ends the path; each is looked at once over all searches
      let ahead = lookAhead[equation] ?? 0;
      while (ahead < row.length && (isHidden(row[ahead]!) || equationOf[row[ahead]!]! >= 0)) ahead++;
      lookAhead[equation] = ahead;
      if (ahead < row.length) {
        this.flip(stack, entered, row[ahead]!);
        return true;
      }
      let next = -1 as V;
      while (position[top]! < row.length) {
        const variable = row[position[top]!++]!;
        if (visited[variable] === stamp || isHidden(variable)) continue;
        visited[variable] = stamp;
        this.reachedVariables.push(variable);
        next = variable;
        break;
      }
      if (next < 0) {
        stack.pop();
        entered.pop();
        position.pop();
        continue;
      }
      // it is not free: the look-ahead has passed it
      const owner = equationOf[next]!;
      stack.push(owner);
      entered.push(next);
      position.push(0);
      this.reachedEquations.push(owner);
    }
    return false;
  }

  /** Forget which free variables were looked at: needed after variables appeared or were unmatched. */
  resetLookAhead(): void {
    this.lookAhead.length = 0;
  }

  private flip(stack: readonly E[], entered: readonly V[], free: V): void {
    let variable = free;
    for (let k = stack.length - 1; k >= 0; k--) {
      const equation = stack[k]!;
      this.match(equation, variable);
      variable = entered[k]!;
    }
  }
}

/** A maximum matching of all equations; equations in order. */
export function maximumMatching<E extends number, V extends number>(
  incidence: Rows<E, V>,
  variables: number,
  isHidden?: (variable: V) => boolean,
): Matching<E, V> {
  const matching = new Matching<E, V>(incidence.length, variables);
  for (let equation = 0 as E; equation < incidence.length; equation++) matching.augment(incidence, equation, isHidden);
  return matching;
}

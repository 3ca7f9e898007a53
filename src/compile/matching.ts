/**
 * Maximum matching of equations and variables by augmenting paths, without recursion.
 *
 * Source   [Duff1981]: depth-first search with a look-ahead for free variables, which makes the usual case linear.
 */

/** Rows (equations) as lists of columns (variables). */
export type Incidence = readonly (readonly number[])[];

export class Matching {
  /** Variable → equation, or −1. */
  readonly equationOf: number[];
  /** Equation → variable, or −1. */
  readonly variableOf: number[];
  private readonly visited: number[] = [];
  private readonly lookAhead: number[] = [];
  private stamp = 0;
  /** Equations and variables that the last unsuccessful search reached. */
  readonly reachedEquations: number[] = [];
  readonly reachedVariables: number[] = [];

  constructor(equations: number, variables: number) {
    this.equationOf = new Array<number>(variables).fill(-1);
    this.variableOf = new Array<number>(equations).fill(-1);
  }

  addVariable(): void {
    this.equationOf.push(-1);
  }
  addEquation(): void {
    this.variableOf.push(-1);
  }

  match(equation: number, variable: number): void {
    this.equationOf[variable] = equation;
    this.variableOf[equation] = variable;
  }

  /** Finds a variable for the equation, moving other equations if needed. `isHidden` variables do not take part. */
  augment(incidence: Incidence, start: number, isHidden: (variable: number) => boolean): boolean {
    const { visited, lookAhead, equationOf } = this;
    const stamp = ++this.stamp;
    this.reachedEquations.length = 0;
    this.reachedVariables.length = 0;
    const stack: number[] = [start];
    const entered: number[] = [-1];
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
      let next = -1;
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
      const owner = equationOf[next]!;
      if (owner < 0) {
        this.flip(stack, entered, next);
        return true;
      }
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

  private flip(stack: readonly number[], entered: readonly number[], free: number): void {
    let variable = free;
    for (let k = stack.length - 1; k >= 0; k--) {
      const equation = stack[k]!;
      this.match(equation, variable);
      variable = entered[k]!;
    }
  }
}

/** A maximum matching of all equations; equations in order. */
export function maximumMatching(
  incidence: Incidence,
  variables: number,
  isHidden: (variable: number) => boolean = () => false,
): Matching {
  const matching = new Matching(incidence.length, variables);
  for (let equation = 0; equation < incidence.length; equation++) matching.augment(incidence, equation, isHidden);
  return matching;
}

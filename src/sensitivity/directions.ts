/** Derivatives of everything in a model along several directions at once: row by row, `count` numbers each. */
import type { CompileState } from "../compile/state.ts";

export class Directions {
  readonly count: number;
  /** Of all variables, states among them. */
  readonly variables: Float64Array;
  readonly parameters: Float64Array;
  /** Of the values before the event. */
  readonly before: Float64Array;
  /** Of time: 1 along the motion, 0 for a change at a fixed time. */
  readonly time: Float64Array;

  constructor({ variables, parameters }: CompileState, count: number) {
    this.count = count;
    this.variables = new Float64Array(variables.length * count);
    this.parameters = new Float64Array(parameters.length * count);
    this.before = new Float64Array(variables.length * count);
    this.time = new Float64Array(count);
  }

  /** Parameters that change along one of the directions. */
  changingParameters(): Set<number> {
    const { count, parameters } = this;
    const found = new Set<number>();
    parameters.forEach((rate, place) => {
      if (rate !== 0) found.add(Math.floor(place / count));
    });
    return found;
  }

  /** The first directions of another set; what it has more is left out, what it lacks is zero. */
  copy(from: Directions): void {
    const [m, n] = [this.count, from.count];
    for (const key of ["variables", "parameters", "before", "time"] as const) {
      const [target, source] = [this[key], from[key]];
      for (let row = 0; row * m < target.length; row++)
        for (let k = 0; k < m; k++) target[row * m + k] = k < n ? source[row * n + k]! : 0;
    }
  }
}

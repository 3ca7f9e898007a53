/** Discrete variables before an event, to see whether one of them has changed. */
import type { Variable } from "../compile/state.ts";
import type { Table, VariableIndex } from "../symbolic/indices.ts";

export class DiscreteValues {
  /** Numbers of the variables. */
  private readonly numbers: Int32Array;
  private readonly before: Float64Array;

  constructor(variables: Table<VariableIndex, Variable>) {
    this.numbers = Int32Array.from(variables.flatMap(({ isDiscrete }, k) => (isDiscrete ? [k] : [])));
    this.before = new Float64Array(this.numbers.length);
  }

  note(values: Float64Array): void {
    const { numbers, before } = this;
    for (let i = 0; i < numbers.length; i++) before[i] = values[numbers[i]!]!;
  }

  haveChanged(values: Float64Array): boolean {
    const { numbers, before } = this;
    for (let i = 0; i < numbers.length; i++) if (!Object.is(before[i], values[numbers[i]!]!)) return true;
    return false;
  }
}

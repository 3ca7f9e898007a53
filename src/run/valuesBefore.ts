/** Variables before an event, to see whether one of them has changed. */
import type { Variable } from "../compile/state.ts";
import type { Table, VariableIndex } from "../symbolic/indices.ts";

/** Of the tolerance: what is smaller is rounding in every model. */
const smallest = 1e-3;

export class ValuesBefore {
  private readonly isDiscrete: readonly boolean[];
  private readonly before: Float64Array;
  private readonly tolerance: number;
  /** Whether others than discrete ones tell. */
  private withOthers = false;

  constructor(variables: Table<VariableIndex, Variable>, tolerance: number) {
    this.isDiscrete = variables.map(({ isDiscrete }) => isDiscrete);
    this.before = new Float64Array(variables.length);
    this.tolerance = tolerance;
  }

  note(values: Float64Array, withOthers: boolean): void {
    this.withOthers = withOthers;
    const { before } = this;
    for (let i = 0; i < before.length; i++) before[i] = values[i]!;
  }

  haveChanged(values: Float64Array): boolean {
    const { before, isDiscrete, withOthers, tolerance } = this;
    for (let i = 0; i < before.length; i++) {
      const [old, value] = [before[i]!, values[i]!];
      if (Object.is(old, value)) continue;
      if (isDiscrete[i]) return true;
      const size = Math.max(Math.abs(old), Math.abs(value), smallest);
      if (withOthers && !(Math.abs(value - old) <= tolerance * size)) return true;
    }
    return false;
  }
}

/** Rows of the result from the present values of a model. */
import type { RunningModel } from "./runningModel.ts";

/** Places in a row of what components compute. */
export interface HiddenPlaces {
  readonly states: Int32Array;
  readonly derivatives: Int32Array;
  readonly outputs: Int32Array;
}

interface WrittenSegment {
  readonly hidden: HiddenPlaces;
}

/** The present values as a row of the layout. */
export class RowWriter {
  private readonly model: RunningModel;
  private readonly row: Float64Array;
  private readonly hidden: HiddenPlaces;

  /** `previous`: the writer of the segment before, whose row is used again where it fits; nobody keeps it. */
  constructor(model: RunningModel, { hidden: places }: WrittenSegment, previous?: RowWriter) {
    const { hidden, V } = model;
    const { width } = hidden.signals;
    this.model = model;
    this.hidden = places;
    this.row =
      width === V.length
        ? V
        : previous?.model === model && previous.row.length === width
          ? previous.row.fill(0)
          : new Float64Array(width);
  }

  current(): Float64Array {
    const { model, row } = this;
    const { states, derivatives, outputs } = this.hidden;
    const { V, R, P, X, D, live, visibleStates } = model;
    if (row === V) return row;
    const { w } = model.hidden;
    row.set(V);
    row.set(R, V.length);
    for (let k = 0, at = V.length + R.length; k < live.length; k++) row[at + k] = P[live[k]!]!;
    for (let k = 0; k < states.length; k++) {
      row[states[k]!] = X[visibleStates + k]!;
      row[derivatives[k]!] = D[visibleStates + k]!;
    }
    for (let k = 0; k < outputs.length; k++) row[outputs[k]!] = w[k]!;
    return row;
  }
}

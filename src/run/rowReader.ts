/**
 * Computes rows of a segment again, at any time between its events, from the states and what changes at events only. It has a model
 * of its own: a run that goes on, and whoever uses the model of the run afterwards, is not disturbed.
 */
import { timeSlackAt } from "../events/timeSlack.ts";
import { CornerSearch } from "./cornerSearch.ts";
import { type HiddenPlaces, RowWriter } from "./rowWriter.ts";
import type { RunningModel } from "./runningModel.ts";

interface ReadSegment {
  readonly startTime: number;
  readonly discreteSlots: Int32Array;
  readonly hidden: HiddenPlaces;
}

export class RowReader {
  private readonly model: RunningModel;
  private readonly writer: RowWriter;
  private readonly discrete: Int32Array;
  /** Iterations for these begin near the solution that the run has found. */
  private readonly iterated: Int32Array;
  private readonly outputs: Int32Array;

  /** `model`: of the run. */
  constructor(model: RunningModel, segment: ReadSegment) {
    this.model = model.forReading(segment.startTime);
    this.writer = new RowWriter(this.model, segment);
    this.discrete = segment.discreteSlots;
    this.outputs = segment.hidden.outputs;
    this.iterated = this.model.systems.iteratedVariables;
  }

  /** row ← everything at the time; `near`: a row of the run that is near to it; `since`: where the step begins. */
  read(
    time: number,
    states: Float64Array,
    discrete: Float64Array,
    row: Float64Array,
    near?: Float64Array,
    since = time,
  ): void {
    const { model, iterated } = this;
    model.delays?.readFrom(since + timeSlackAt(since, model.timeScale));
    const { V, R, P, X, live } = model;
    for (let k = 0; k < this.discrete.length; k++) {
      const slot = this.discrete[k]!;
      const after = slot - V.length - R.length;
      if (slot < V.length) V[slot] = discrete[k]!;
      else if (after < 0) R[slot - V.length] = discrete[k]!;
      else P[live[after]!] = discrete[k]!;
    }
    if (near !== undefined) {
      for (let k = 0; k < iterated.length; k++) V[iterated[k]!] = near[iterated[k]!]!;
      if (model.hidden.isIterated) model.hidden.recall(near, this.outputs);
    }
    for (let k = 0; k < X.length; k++) X[k] = states[k]!;
    model.recomputeContinuous(time, X);
    row.set(this.writer.current());
    // what changes at events only is taken as recorded
    for (let k = 0; k < this.discrete.length; k++) row[this.discrete[k]!] = discrete[k]!;
  }

  /** Corners without events, where `readAt` reads a row. */
  corners(span: number, readAt: (time: number) => void): CornerSearch {
    return new CornerSearch(this.model, span, readAt);
  }
}

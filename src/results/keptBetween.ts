/**
 * What a run keeps of its steps between the rows of a segment: the solver's curve of the states, and for everything else either what
 * is needed to compute it when it is read, or rows where the others do not determine it.
 */
import { DiscreteHistory } from "./discreteHistory.ts";
import { curveSlots } from "./interpolation.ts";
import type { Segment } from "./recording.ts";
import type { ExaminedStep, RowKind, SegmentLayout } from "./resultSink.ts";
import type { Between } from "./rowRecorder.ts";
import type { Storage } from "./segmentValues.ts";
import { type StateCurve, StateSteps } from "./stateCurve.ts";
import { Support, SupportMaker } from "./support.ts";
import type { SupportRows } from "./supportRows.ts";

export class KeptBetween implements Between {
  /** Where everything else is computed when it is read. */
  readonly discrete: DiscreteHistory | undefined;
  /** Nothing more is kept, and no more steps are told. */
  isClosed: boolean;
  private readonly layout: SegmentLayout;
  private readonly tolerance: number;
  private readonly steps: StateSteps;
  private made: SupportMaker | undefined;
  private readonly others: SupportRows | undefined;
  /** With rows for states where a step is not one polynomial. undefined where nothing is to be looked for: all signals would be described for it. */
  private looking: Support | undefined;

  constructor(layout: SegmentLayout, storage: Storage, tolerance: number, isClosed: boolean) {
    const isComputed = layout.between !== undefined;
    this.isClosed = isClosed;
    this.layout = layout;
    this.tolerance = tolerance;
    this.steps = new StateSteps(curveSlots(layout).length);
    this.discrete = isComputed ? new DiscreteHistory(layout.discreteSlots) : undefined;
    this.others = isComputed ? undefined : this.maker.forOthers(storage);
    this.looking = isComputed ? undefined : new Support(this.maker.forStates, this.others, layout);
  }

  private get maker(): SupportMaker {
    this.made ??= new SupportMaker(this.layout, this.tolerance);
    return this.made;
  }

  /** Numbers that are allocated. */
  get capacity(): number {
    return this.steps.capacity + (this.looking?.capacity ?? 0) + (this.discrete?.capacity ?? 0);
  }

  arrive(time: number, row: Float64Array, kind: RowKind): void {
    this.discrete?.append(row);
    if (!this.isClosed) this.looking?.arrive(time, row, kind === 2);
  }

  examine(step: ExaminedStep): void {
    const { from, to, degree, statesAt } = step;
    const isCurve = degree !== undefined;
    if (isCurve) this.steps.append(from, to, degree, statesAt);
    const { others, layout } = this;
    const states = this.looking?.states;
    if (!isCurve) {
      if (states === undefined) this.looking = new Support(this.maker.forStates, others, layout);
    } else if (states !== undefined && states.values === undefined) {
      this.looking = others && new Support(undefined, others, layout);
    }
    this.looking?.examine(step);
  }

  get curve(): StateCurve {
    return this.steps.curve;
  }

  get support(): NonNullable<Segment["support"]> {
    return { states: this.looking?.states?.rows, others: this.others?.rows };
  }
}

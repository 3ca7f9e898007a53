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
  /** Nothing more is kept. */
  isClosed = false;
  private readonly layout: SegmentLayout;
  private readonly steps: StateSteps;
  private readonly maker: SupportMaker;
  private readonly others: SupportRows | undefined;
  /** With rows for states where a step is not one polynomial. */
  private looking: Support;

  constructor(layout: SegmentLayout, storage: Storage, tolerance: number) {
    const isComputed = layout.between !== undefined;
    this.layout = layout;
    this.maker = new SupportMaker(layout, tolerance);
    this.steps = new StateSteps(curveSlots(layout).length);
    this.discrete = isComputed ? new DiscreteHistory(layout.discreteSlots) : undefined;
    this.others = isComputed ? undefined : this.maker.forOthers(storage);
    this.looking = new Support(this.maker.forStates, this.others, layout);
  }

  /** Numbers that are allocated. */
  get capacity(): number {
    return this.steps.capacity + this.looking.capacity + (this.discrete?.capacity ?? 0);
  }

  arrive(time: number, row: Float64Array, kind: RowKind): void {
    this.discrete?.append(row);
    if (!this.isClosed) this.looking.arrive(time, row, kind === 2);
  }

  examine(step: ExaminedStep): void {
    const { from, to, degree, statesAt } = step;
    if (this.isClosed) return;
    const isCurve = degree !== undefined;
    if (isCurve) this.steps.append(from, to, degree, statesAt);
    const { states } = this.looking;
    if (isCurve ? states !== undefined && states.values === undefined : states === undefined)
      this.looking = new Support(isCurve ? undefined : this.maker.forStates, this.others, this.layout);
    this.looking.examine(step);
  }

  get curve(): StateCurve {
    return this.steps.curve;
  }

  get support(): NonNullable<Segment["support"]> {
    return { states: this.looking.states?.rows, others: this.others?.rows };
  }
}

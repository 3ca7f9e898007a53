/**
 * Supporting rows of a recording whose values between rows are computed when somebody asks: whoever reads the result where there is no
 * model, from a file, needs rows. They are found as a run finds those that it has to keep, step by step, on the solver's curve.
 */
import { curveSlots } from "./interpolation.ts";
import { RecomputedRows } from "./recomputedRows.ts";
import type { Recording, Segment, SupportingRows } from "./recording.ts";
import type { ExaminedValues } from "./resultSink.ts";
import type { StateCurve } from "./stateCurve.ts";
import { Support, SupportMaker } from "./support.ts";
import type { SupportRows } from "./supportRows.ts";

/**
 * The same recording with supporting rows for everything that is computed when it is read, and for states unless whoever reads has
 * their curve. No more are made once there are more than `mostRows`.
 */
export function materialised(recording: Recording, mostRows: number, keepsCurve: boolean): Recording {
  const segments = recording.segments.map((segment) => {
    const { curve, discrete } = segment;
    if (curve === undefined || (keepsCurve && discrete === undefined)) return segment;
    return { ...segment, support: supportOfSegment(segment, curve, recording.summary, mostRows, keepsCurve) };
  });
  return { ...recording, segments };
}

function supportOfSegment(
  segment: Segment,
  curve: StateCurve,
  { tolerance, startTime, stopTime }: Recording["summary"],
  mostRows: number,
  keepsCurve: boolean,
): NonNullable<Segment["support"]> {
  const { layout, times, kinds, discrete, values } = segment;
  const maker = new SupportMaker(layout, tolerance);
  // whoever reads a file knows states, and nothing further, inside steps
  const isWhole = layout.furtherSlots !== undefined && discrete !== undefined;
  const states = keepsCurve || isWhole ? undefined : maker.forStates;
  const others = discrete === undefined ? undefined : isWhole ? maker.forAll : maker.forOthers("all");
  const support = new Support(states, others, layout);
  const row = new Float64Array(layout.width);
  const kept = new KeptRows(segment.support?.states, layout.width);
  const look = discrete === undefined ? undefined : new Look(segment, curve, tolerance, stopTime - startTime);
  const y = new Float64Array(curveSlots(layout).length);
  let next = 0;
  for (let step = 0; step < curve.count; step++) {
    if ((states?.times.rowCount ?? 0) + (others?.times.rowCount ?? 0) > mostRows) break;
    const [from, to] = [curve.begin(step), curve.end(step)];
    if (states !== undefined) kept.giveUpTo(from, states);
    // behind the last row there is none, which is not below anything
    for (; times[next]! < to || (times[next] === to && kinds[next] !== 2); next++) {
      values.readRow(next, row);
      if (kinds[next] === 2) look?.restart();
      support.arrive(times[next]!, row, kinds[next] === 2);
    }
    const statesAt = (time: number): Float64Array => {
      curve.read(step, time, y);
      return y;
    };
    support.examine({ from, to, statesAt, values: () => look?.valuesOf(step, from, to) });
    look?.endStep();
  }
  if (states !== undefined) kept.giveUpTo(Number.POSITIVE_INFINITY, states);
  const rows = others === undefined ? segment.support?.others : others.rows;
  if (isWhole) return { states: rows, others: rows };
  return { states: states === undefined ? segment.support?.states : states.rows, others: rows };
}

/** Supporting rows of states that the run has kept, where there is no curve. */
class KeptRows {
  private next = 0;
  private readonly rows: SupportingRows | undefined;
  private readonly row: Float64Array;

  constructor(rows: SupportingRows | undefined, width: number) {
    this.rows = rows;
    this.row = new Float64Array(width);
  }

  giveUpTo(time: number, to: SupportRows): void {
    const { rows, row } = this;
    for (; rows !== undefined && rows.times[this.next]! <= time; this.next++) {
      rows.values.readKept(this.next, row);
      to.keep(rows.times[this.next]!, row);
    }
  }
}

/** Rows inside a step, computed by the model, and the corners there. */
class Look {
  private readonly rows: RecomputedRows;
  private readonly corners: ReturnType<NonNullable<Segment["layout"]["between"]>["corners"]>;
  private readonly hasUnknownCorners: boolean;
  private readonly missing: Float64Array;
  private step = 0;
  private isOpen = false;

  constructor(segment: Segment, curve: StateCurve, tolerance: number, span: number) {
    const { between } = segment.layout;
    this.missing = new Float64Array(segment.layout.width).fill(Number.NaN);
    this.rows = new RecomputedRows(segment, curve, tolerance);
    this.hasUnknownCorners = between!.hasUnknownCorners;
    this.corners = between!.corners(span, (time) => this.rowAt(time));
  }

  restart(): void {
    this.corners.restart();
  }

  valuesOf(step: number, from: number, to: number): ExaminedValues | undefined {
    this.step = step;
    if (this.rows.inStep(step, from) === undefined) return undefined;
    this.isOpen = true;
    const corners = this.corners.find(from, to);
    return { rowAt: this.rowAt, corners, hasUnknownCorners: this.hasUnknownCorners, isCostly: false };
  }

  endStep(): void {
    if (this.isOpen) this.corners.endStep();
    else this.corners.restart();
    this.isOpen = false;
  }

  private readonly rowAt = (time: number): Float64Array => {
    const row = this.rows.inStep(this.step, time) ?? this.missing;
    this.corners.note(time);
    return row;
  };
}

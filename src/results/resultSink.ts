/**
 * What a simulation tells its recorder. The run knows only this page; how signals are stored,
 * thinned out, written or compared is the business of results/.
 *
 * Order of calls      beginSegment (record* examine event*)* … beginSegment … end
 *
 *  1. A run has one segment unless its structure changes. Signals may come and go between segments;
 *     a signal is the same in two segments when its name is the same. Its kind, type and number of
 *     dimensions then agree, its lengths may differ.
 *  2. A row is a flat vector of `width` numbers that the run owns and overwrites: copy what you keep.
 *     A signal says which entries of the row are its elements. Alias signals name the same entries,
 *     with a sign, so they need no memory; constants need no entry at all.
 *  3. Times never decrease. At an event two rows with the same time are recorded: the left limit
 *     ("beforeEvent") and the values after the event iteration ("afterEvent"). event() is called
 *     between the two.
 *  4. Booleans are 0 and 1. A value that does not exist is NaN.
 */
import type { Statistics } from "../integrate/integrator.ts";

export type SignalKind = "state" | "derivative" | "algebraic" | "discrete" | "input" | "parameter";

export interface SignalDescription {
  /** Full name: `"motor.phi"`, `"motor.der(phi)"`. Vectors have one description for all elements. */
  readonly name: string;
  /** SI unit in the textual form of the language, `""` when unknown or without unit. */
  readonly unit: string;
  readonly description: string;
  readonly kind: SignalKind;
  readonly type: "real" | "integer" | "boolean";
  /** `[]` scalar, `[n]` vector, `[n, m]` matrix. Elements are in row-major order. */
  readonly shape: readonly number[];
  /** Per element: entry of the row, or −1 when the element is constant in this segment. */
  readonly slots: Int32Array;
  /** Per element: factor +1 or −1 of the entry; for a constant element its value. */
  readonly factors: Float64Array;
  /** true when the model asks to keep it out of the result. */
  readonly isHidden: boolean;
}

export interface SegmentLayout {
  /** 0, 1, … */
  readonly index: number;
  readonly startTime: number;
  /** Length of a row. */
  readonly width: number;
  readonly signals: readonly SignalDescription[];
  /** Names of the continuous states, one per element, in the order of the state vector: `"x[1]"`. */
  readonly stateNames: readonly string[];
  /** Entry of the row that holds each state. */
  readonly stateSlots: Int32Array;
  /** Entries that the solver knows inside its steps as well as the states, behind which they stand in its vector. */
  readonly furtherSlots?: Int32Array;
  /**
   * Fills a row from time and the states alone (discrete values as they are after the last event before `time`).
   * Lets a recorder store the states only and compute the rest on demand, at any time, also while the run goes on.
   */
  readonly recompute?: (time: number, states: Float64Array, discrete: Float64Array, row: Float64Array) => void;
  /** Computes rows at other times than those that were recorded, as the run would have found them there: nothing else is needed to read there. */
  readonly between?: RecomputedBetween;
  /** Entries of the row that change at events only; with the states they determine the whole row. */
  readonly discreteSlots: Int32Array;
  /** Entries of the row that are never stored: they follow from others whenever somebody asks. */
  readonly derived?: DerivedEntries | undefined;
  /** Entries that a recorder has to keep; found from the signals when absent. */
  readonly stored?: Int32Array;
}

export interface RecomputedBetween {
  /** As recompute; `near`: a row at a time near to it, where iterations begin; `since`: where the step of the solver begins. */
  compute(
    time: number,
    states: Float64Array,
    discrete: Float64Array,
    row: Float64Array,
    near: Float64Array,
    since: number,
  ): void;
  /** Functions may have corners that nobody knows of. */
  readonly hasUnknownCorners: boolean;
  /** Iterations must begin near the solution: rows are computed from step to step. */
  readonly hasSeveralSolutions: boolean;
  /** Corners without events; `span` is the duration of the run, `readAt` calls compute. */
  corners(span: number, readAt: (time: number) => void): CornersBetween;
}

/** Finds corners in steps, from rows that are read. */
export interface CornersBetween {
  /** A row has been read. */
  note(time: number): void;
  find(from: number, to: number): readonly PossibleCorner[];
  endStep(): void;
  restart(): void;
}

export interface DerivedEntries {
  /** Where they are in the row, in any number of lists. */
  readonly entries: readonly Int32Array[];
  /** Entries from which they follow. */
  readonly inputs: Int32Array;
  /** Fills them from the inputs in the row; `isWanted`: of each list, whether its entries are asked for. */
  compute(row: Float64Array, isWanted?: Uint8Array): void;
}

/** 0 an output point, 1 the left limit at an event, 2 the values after an event. */
export type RowKind = 0 | 1 | 2;

/**
 * "silent": nothing changes but how it goes on, where a relation changes of which the model says that nothing jumps there, or which makes no
 * difference at present. The solver begins anew; other tools have no event there.
 */
export type EventKind = "initial" | "time" | "state" | "silent" | "clock" | "step" | "restart" | "terminal" | "input";

export interface EventRecord {
  readonly time: number;
  /** What triggered it, in the words of the model: `"h < 0 became true"`, `"time reached 2"`, `"initial"`. */
  readonly cause: string;
  readonly kind: EventKind;
  /** Names of the discrete variables and reinitialised states that changed. */
  readonly changed: readonly string[];
  /** Number of event iterations (super-dense time). */
  readonly iterations: number;
}

export interface RunStatistics extends Statistics {
  method: string;
  events: number;
  timeEvents: number;
  stateEvents: number;
  eventFunctionEvaluations: number;
  segments: number;
  /** Evaluations of all variables, for output and events. */
  modelEvaluations: number;
  /** Steps in which nobody looked whether the rows determine forces and accelerations between them: it would have cost too much. */
  unexaminedSteps: number;
  /** Seconds. */
  wallTime: number;
}

export interface InitialReport {
  /** States fixed by init. */
  readonly fixed: readonly string[];
  /** States that began with a start value, or zero, as a guess. */
  readonly guessed: readonly string[];
  /** States that were changed to satisfy the conditions. */
  readonly computed: readonly string[];
  /** Conditions beside fixed states: init of other variables, initial equations. */
  readonly conditions: readonly string[];
  /** By how much each of them is missed. Left out in results of earlier versions. */
  readonly residuals?: readonly number[];
  /** Preferred start values, of libraries mostly, that hold, and those for which there was no room. Left out when there are none. */
  readonly kept?: readonly string[];
  readonly givenUp?: readonly string[];
}

export interface RunSummary {
  readonly model: string;
  readonly startTime: number;
  readonly stopTime: number;
  /** Time reached: less than stopTime when stopped by a signal or by the model. */
  readonly endTime: number;
  readonly status: "finished" | "stopped" | "terminated";
  readonly tolerance: number;
  readonly statistics: RunStatistics;
  readonly warnings: readonly string[];
  /** Values of all parameters in the run, by name. Vectors and matrices are nested arrays. */
  readonly parameters: ReadonlyMap<string, unknown>;
  /** How consistent start values were found. */
  readonly initialisation?: InitialReport;
  /** What predefined components tell about themselves besides signals, by their path. */
  readonly attachments?: ReadonlyMap<string, unknown>;
}

/** A step of the solver, or its part up to an event. */
export interface ExaminedStep {
  readonly from: number;
  readonly to: number;
  /** The state vector at any time of the step, with what furtherSlots says behind it; overwritten by the next. */
  readonly statesAt: (time: number) => Float64Array;
  /** Only these entries of the solver's vector, which is longer where something runs along with the states. */
  readonly entriesAt?: (time: number, entries: Int32Array) => Float64Array;
  /** All states are polynomials of time of this degree over the step; left out where they are not. */
  readonly degree?: number;
  /** Of what is no state, for evaluations of the model; undefined when the run has spent enough on them. */
  values?(): ExaminedValues | undefined;
}

export interface PossibleCorner {
  /** A time that is near to it. */
  readonly near: number;
  /** The times of it and of its neighbours in the same place, ascending, up to rounding; for some evaluations of the model. */
  locate(): readonly number[];
}

export interface ExaminedValues {
  /** The whole row at any time of the step, for an evaluation of the model; overwritten by the next. */
  readonly rowAt: (time: number) => Float64Array;
  /** Corners and jumps that are no events, in order of time. */
  readonly corners: readonly PossibleCorner[];
  /** There may be others that the run does not know of. */
  readonly hasUnknownCorners: boolean;
  /** Evaluations take long, and steps are many. */
  readonly isCostly: boolean;
}

export interface ResultSink {
  beginSegment(layout: SegmentLayout): void;
  record(time: number, row: Float64Array, kind: RowKind): void;
  event(record: EventRecord): void;
  /** Every step of the solver, with its size; of an island of bodies, those that it makes of its own. */
  step?(end: number, size: number): void;
  /** After every step of the solver, once its rows are recorded. */
  examine?(step: ExaminedStep): void;
  /** Steps behind `time` are not examined: that would take longer than the run itself. */
  leaveUnexamined?(time: number): void;
  end(summary: RunSummary): void;
}

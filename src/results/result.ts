/**
 * The result of a run: signals over time by name, final values, events, statistics. It never
 * changes: the arrays that it hands out are copies of what it keeps.
 *
 *  1. `time` has two rows with the same time at an event: before and after.
 *  2. A value that does not exist, because the structure of the model was different in that
 *     segment, is NaN. Vectors whose length changes are filled up with NaN in `signal`.
 *  3. Booleans are 0 and 1.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { BetweenRows } from "./betweenRows.ts";
import { columnOf, type Selection, type SignalInfo } from "./catalogue.ts";
import { changed, unexamined } from "./coarseReading.ts";
import { locate, type Place, type Side } from "./locate.ts";
import { noName, noNames, parameterWithoutNumbers } from "./lookupErrors.ts";
import { nest, nestColumns, type SignalValue, type SignalValues } from "./nestedNumbers.ts";
import { type Recording, readColumns, readKinds, readTimes, type Segment, valueInRow } from "./recording.ts";
import { resampleRecording } from "./resample.ts";
import type { EventRecord, InitialReport, RunStatistics, RunSummary } from "./resultSink.ts";
import { hashRows } from "./rowHash.ts";
import { hashNumbers } from "./stateHash.ts";

export interface Signal<V extends SignalValues = Float64Array> {
  readonly name: string;
  /** Seconds. */
  readonly time: Float64Array;
  /** One per time: numbers; for a vector arrays, for a matrix arrays of rows. NaN where the signal does not exist. */
  readonly values: V;
  /** SI unit, `""` when there is none. */
  readonly unit: string;
  readonly description: string;
}

/** A part of the run with the same structure. */
export interface SegmentInfo {
  readonly index: number;
  readonly startTime: number;
  readonly endTime: number;
  /** Position of its first row in `time`. */
  readonly firstRow: number;
  readonly rowCount: number;
  readonly stateNames: readonly string[];
}

let read: (result: Result) => Recording;

/** The data behind a result, for writers and comparisons. */
export function recordingOf(result: Result): Recording {
  checkResult(result);
  return read(result);
}

/** What simulate returns, and nothing else. */
export function checkResult(result: unknown): asserts result is Result {
  if (result instanceof Result) return;
  throw new RattlebackError("E-RESULT", "This is not a result of a run.", {
    path: "result",
    because: result === null ? "it is null" : `it is a value of type ${typeof result}`,
    hint: "const result = simulate(model, { stopTime: 1 })",
  });
}

export class Result {
  readonly model: string;
  readonly startTime: number;
  readonly stopTime: number;
  /** Time reached: less than stopTime when the run was stopped. */
  readonly endTime: number;
  readonly status: RunSummary["status"];
  readonly tolerance: number;
  readonly statistics: Readonly<RunStatistics>;
  /** Parameter values of the run by name; vectors and matrices are nested arrays. */
  readonly parameters: ReadonlyMap<string, unknown>;
  /** How consistent start values were found; undefined when the run did not tell. */
  readonly initialisation: InitialReport | undefined;
  /** What predefined components keep besides signals, by their path: what can be drawn of a 3-D model. */
  readonly attachments: ReadonlyMap<string, unknown>;
  readonly segments: readonly SegmentInfo[];
  readonly #recording: Recording;
  readonly #between = new Map<number, BetweenRows>();
  #warnings: readonly string[];
  #hasReadCoarse = false;
  #time: Float64Array | undefined;
  #events: readonly EventRecord[] | undefined;
  #finalStates: readonly number[] | undefined;

  static {
    read = (result) => result.#recording;
  }

  constructor(recording: Recording) {
    const { summary, segments } = recording;
    this.#recording = recording;
    this.model = summary.model;
    this.startTime = summary.startTime;
    this.stopTime = summary.stopTime;
    this.endTime = summary.endTime;
    this.status = summary.status;
    this.tolerance = summary.tolerance;
    this.statistics = Object.freeze({ ...summary.statistics });
    this.#warnings = Object.freeze([...summary.warnings]);
    this.parameters = new Map(summary.parameters);
    this.initialisation = summary.initialisation;
    this.attachments = new Map(summary.attachments);
    this.segments = Object.freeze(
      segments.map(({ layout, firstRow, rowCount, times }) =>
        Object.freeze({
          index: layout.index,
          startTime: layout.startTime,
          endTime: times.at(-1) ?? layout.startTime,
          firstRow,
          rowCount,
          get stateNames() {
            return layout.stateNames;
          },
        }),
      ),
    );
    Object.freeze(this);
  }

  /** Of the run; and, once `at` has read forces or accelerations between rows where nobody looked how well that can be done, that it has. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** Names of the continuous states at the end, one per element. */
  get stateNames(): readonly string[] {
    return Object.freeze([...(this.#lastSegment?.layout.stateNames ?? [])]);
  }

  /** Their values at the end. */
  get finalStates(): readonly number[] {
    this.#finalStates ??= Object.freeze(finalStatesOf(this.#lastSegment));
    return this.#finalStates;
  }

  /** 16 hexadecimal digits that agree exactly when all bits of finalStates do. */
  get stateHash(): string {
    return hashNumbers(this.finalStates);
  }

  /** 16 hexadecimal digits that agree exactly when times and values of all rows do, bit by bit. */
  get hash(): string {
    return hashRows(this.#recording.segments);
  }

  get events(): readonly EventRecord[] {
    this.#events ??= Object.freeze(this.#recording.events.map((event) => Object.freeze({ ...event })));
    return this.#events;
  }

  /** Times of all rows in seconds; an event has two rows with the same time. */
  get time(): Float64Array {
    this.#time ??= readTimes(this.#recording);
    return this.#time;
  }

  /** Per row: 0 an output point, 1 the left limit at an event, 2 the values after an event. */
  get rowKinds(): Uint8Array {
    return readKinds(this.#recording);
  }

  /** Names of all signals; a vector has one name. */
  names(): string[] {
    return this.#recording.catalogue.names();
  }

  /** true for names of signals and of their elements. */
  has(name: string): boolean {
    return this.#recording.catalogue.has(name);
  }

  /** Unit, description, kind, type and shape of a signal. */
  describe(name: string): SignalInfo {
    const { entry, shape, isWhole } = this.#select(name);
    const { unit, description, kind, type } = entry;
    return { name: isWhole ? entry.name : name, unit, description, kind, type, shape: [...shape] };
  }

  /**
   * A signal over time: `"motor.phi"`, `"der(motor.phi)"`, `"time"`, an element `"r[2]"` or a part `"r[2:3]"` of it.
   * `values` is a Float64Array; of a vector an array of arrays, of a matrix an array of arrays of rows. The type checker knows which
   * where the type of the model tells; elsewhere say it: `signal<number[][]>("r")`.
   */
  signal<V extends SignalValues = Float64Array>(name: string): Signal<V> {
    // the caller names the kind of values, as with querySelector: the name is known at run time only
    return this.signals([name])[0] as Signal<V>;
  }

  /** Several signals at once, in the order of their names, read in one pass over the rows. */
  signals(names: readonly string[]): Signal<SignalValues>[] {
    if (!Array.isArray(names)) throw noNames(names);
    const selected = names.map((name) => this.#select(name));
    const columns = readColumns(
      this.#recording,
      selected.flatMap(({ entry, indices }) => indices.map((index) => columnOf(entry, index))),
    );
    let first = 0;
    return selected.map(({ entry, shape, indices }, k) => {
      const own = columns.slice(first, first + indices.length);
      first += indices.length;
      const values = nestColumns(own, shape, this.#recording.rowCount);
      return { name: names[k]!, time: this.time, values, unit: entry.unit, description: entry.description };
    });
  }

  /** Value at the end; of a vector `final<number[]>("r")`, in the length that it has at the end. */
  final<V extends SignalValue = number>(name: string): V {
    const selection = this.#select(name);
    const segment = this.#recording.segments.findLastIndex(({ rowCount }) => rowCount > 0);
    if (segment < 0) {
      throw new RattlebackError("E-RESULT-EMPTY", `The result has no rows, so "${name}" has no final value.`, {
        path: name,
        hint: "a run that reaches at least its start time",
      });
    }
    const row = this.#recording.segments[segment]!.rowCount - 1;
    return this.#valueAt(selection, { segment, row, isRow: true }, this.endTime) as V;
  }

  /**
   * Value at any time of the run. Between rows discrete variables hold; everything else is interpolated with an error of the order
   * of the tolerance, since the run keeps further rows where those of `time` are not enough. At an event: the value after it, or
   * `at(time, name, "before")`.
   */
  at<V extends SignalValue = number>(time: number, name: string, side: Side = "after"): V {
    const selection = this.#select(name);
    const t = typeof time === "number" ? time : Number.NaN; // refused with what is wrong about it
    return this.#valueAt(selection, locate(this.#recording.segments, t, side), t) as V;
  }

  /** The same run with one row at each of the given times, which must not decrease. */
  resample(times: ArrayLike<number>): Result {
    return new Result(resampleRecording(this.#recording, times));
  }

  #noteCoarse({ bySegment }: Selection["entry"], segment: number): void {
    const between = this.#betweenOf(segment);
    if (this.#hasReadCoarse || (this.statistics.unexaminedSteps === 0 && !between.isLost)) return;
    if (!(bySegment[segment]?.slots ?? []).some((slot) => between.isInterpolated(slot))) return;
    this.#hasReadCoarse = true;
    this.#warnings = Object.freeze([...this.#warnings, between.isLost ? changed : unexamined(this.statistics)]);
  }

  #valueAt({ entry, isWhole, shape, indices }: Selection, place: Place, time: number): SignalValue {
    const segment = this.#recording.segments[place.segment]!;
    const row = new Float64Array(segment.layout.width);
    if (place.isRow) segment.values.readRow(place.row, row);
    else {
      this.#betweenOf(place.segment).interpolate(row, time);
      this.#noteCoarse(entry, place.segment);
    }
    const t = place.isRow ? segment.times[place.row]! : time;
    const signal = isWhole ? entry.bySegment[place.segment] : undefined;
    if (signal !== undefined) {
      const { slots, factors, shape: ownShape } = signal;
      return nest(
        Array.from(slots, (slot, k) => valueInRow(slot, factors[k]!, t, row)),
        ownShape,
      );
    }
    const elements = indices.map((index) => {
      const { slots, factors } = columnOf(entry, index);
      return valueInRow(slots[place.segment]!, factors[place.segment]!, t, row);
    });
    return nest(elements, shape);
  }

  get #lastSegment(): Segment | undefined {
    return this.#recording.segments.findLast(({ rowCount }) => rowCount > 0);
  }

  #select(name: string): Selection {
    if (typeof name !== "string") throw noName(name);
    const { catalogue } = this.#recording;
    if (this.parameters.has(name) && !catalogue.has(name)) throw parameterWithoutNumbers(name);
    return catalogue.select(name);
  }

  #betweenOf(segment: number): BetweenRows {
    const between = this.#between.get(segment) ?? new BetweenRows(this.#recording.segments[segment]!, this.tolerance);
    this.#between.set(segment, between);
    return between;
  }
}

function finalStatesOf(last: Segment | undefined): number[] {
  if (last === undefined) return [];
  const { stateSlots } = last.layout;
  const out = Array.from(stateSlots, () => new Float64Array(1));
  last.values.read(stateSlots, last.rowCount - 1, last.rowCount, out, 0);
  return out.map((value) => value[0]!);
}

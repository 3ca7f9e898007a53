/**
 * A result as one JSON document that describes itself and reads back with resultFromJson.
 *
 *   { "format": "rattleback-result", "version": 1, "model": …, "events": […], "segments": […], …,
 *     "attachments": [ { "name": "…", "value": { "kind": "scene3D", … } } ],
 *     "time": [0, 0.1, …],
 *     "signals": [ { "name": "C.v", "unit": "V", …, "shape": [], "values": [0, 0.3, …] },
 *                  { "name": "R.i", …, "alias": "C.i", "sign": -1 },
 *                  { "name": "R.R", …, "value": 0.5 } ] }
 *
 *  1. `values` has one item per time: numbers, arrays for vectors, arrays of rows for matrices.
 *  2. A signal whose size changes, or that does not exist all the time, has `shapes`, one per segment or null,
 *     in place of `shape`; the items then have the size of their segment, or are null.
 *  3. `attachments` are what the model left beside signals, such as the scene of a Model3D; attachments.ts says how.
 *  4. `between` has the times of rows that were kept for reading between the others, how many each segment has, and every
 *     signal with `values` has its values there, in the same form; `parts` says which of them states need alone (1), and all others alone (2); `corners` are the first times behind corners that are no events. They are left out, and a warning says so, when they would be more
 *     than the rows themselves and than a million numbers.
 *  5. `curves` has, per segment or null, the states inside the solver's steps: begin, end, degree and first point of each, and the values
 *     of all states at each point (stateCurve.ts). It is left out when it has too many numbers, or when some signals alone are written.
 *  6. Every number reads back bit by bit. Infinities are the texts "Infinity" and "-Infinity" among values, and { "number": "Infinity" } in
 *     parameters and attachments, where an object that looks like that is wrapped (wrappedObjects.ts).
 */

import { pieceBeginsOf, supportedParts, supportOf } from "../betweenRows.ts";
import { allIndices, flatIndex, missingSlot } from "../catalogue.ts";
import { materialised } from "../materialise.ts";
import { nest, type SignalValue } from "../nestedNumbers.ts";
import { type Recording, readColumns, readTimes } from "../recording.ts";
import type { Result } from "../result.ts";
import type { CurveData } from "../stateCurve.ts";
import { attachmentsToJson } from "./attachments.ts";
import { joinText } from "./join.ts";
import { jsonSafe, metadataOf } from "./metadata.ts";
import { jsonNumber } from "./numberText.ts";
import { type ResultTable, type TableSignal, tableOf, type WriterOptions } from "./table.ts";

/** Numbers to hold in memory at once. */
const numbersPerGroup = 2 ** 22;
/** So many numbers of rows between the others are always written. */
const numbersBetween = 2 ** 20;

/** The result as JSON text. */
export function resultToJson(result: Result, options: WriterOptions = {}): string {
  return joinText(jsonParts(result, options));
}

export function* jsonParts(result: Result, options: WriterOptions = {}): Generator<string> {
  const table = tableOf(result, options, ["names"]);
  const { signals } = table;
  const columns = table.columns.length;
  const mostBetween = Math.max(numbersBetween / Math.max(1, columns), table.recording.rowCount);
  const curves = curvesOf(table.recording, options.names === undefined ? columns * mostBetween : 0);
  const recording = materialised(table.recording, mostBetween, curves !== undefined);
  const between = rowsBetween(recording, mostBetween);
  const isFast = recording.segments.some(({ support }) => support?.states?.isCoarse || support?.others?.isCoarse);
  const told =
    between === "left out"
      ? withWarning(recording, "too many would be needed")
      : isFast
        ? withWarning(recording, "something moves too fast")
        : recording;
  const metadata = jsonSafe(metadataOf(told, result.finalStates, result.stateHash));
  yield `${JSON.stringify(metadata, undefined, 1).slice(0, -2)},\n `;
  // a scene needs the poses of all its objects
  if (options.names === undefined && result.attachments.size > 0)
    yield `"attachments": ${JSON.stringify(attachmentsToJson(result.attachments))},\n `;
  const support = between === "written" ? supportOf(recording) : undefined;
  yield `"time": [${numbers(readTimes(recording))}],\n `;
  if (support !== undefined) {
    const counts = support.segments.map(({ rowCount }) => rowCount);
    const corners = pieceBeginsOf(recording);
    const parts = supportedParts(recording);
    const of = parts.every((part) => part === 0) ? "" : `, "parts": [${parts.join(",")}]`;
    const ends = corners.length === 0 ? "" : `, "corners": [${corners.map(jsonNumber).join(",")}]`;
    yield `"between": {"time": [${numbers(readTimes(support))}], "rowCounts": [${counts.join(",")}]${of}${ends}},\n `;
  }
  if (curves !== undefined) yield `"curves": [${curves.map(curveText).join(",\n  ")}],\n `;
  yield '"signals": [';

  let separator = "\n  ";
  for (const group of groupSignals(signals, recording.rowCount)) {
    const columns = group.flatMap((signal) => table.columns.slice(signal.first, signal.first + signal.count));
    const values = readColumns(recording, columns);
    const supporting = support && readColumns(support, columns);
    let first = 0;
    for (const signal of group) {
      const own = (all: readonly Float64Array[]): Float64Array[] => all.slice(first, first + signal.count);
      const lists = [{ key: "values", recording, values: own(values) }];
      if (support !== undefined) lists.push({ key: "between", recording: support, values: own(supporting!) });
      yield separator + signalText(table, signal, lists);
      separator = ",\n  ";
      first += signal.count;
    }
  }
  yield "\n ]\n}\n";
}

/** The curves of the states in all segments; undefined when there are none, or more numbers than allowed. */
function curvesOf({ segments }: Recording, mostNumbers: number): (CurveData | undefined)[] | undefined {
  if (segments.some(({ layout }) => layout.furtherSlots !== undefined)) return undefined;
  const curves = segments.map(({ curve }) => (curve === undefined || curve.count === 0 ? undefined : curve.data()));
  const numbers = curves.reduce((sum, curve) => sum + (curve?.points.length ?? 0), 0);
  return numbers > mostNumbers || numbers === 0 ? undefined : curves;
}

function curveText(curve: CurveData | undefined): string {
  if (curve === undefined) return "null";
  const { begins, ends, degrees, firsts, points } = curve;
  const lists = { begins, ends, degrees, firsts, points };
  return `{${Object.entries(lists)
    .map(([key, list]) => `"${key}":[${Array.from(list, jsonNumber).join(",")}]`)
    .join(",")}}`;
}

/** Whether the file holds the rows for reading between the others. */
function rowsBetween({ segments }: Recording, most: number): "none" | "written" | "left out" {
  let count = 0;
  for (const { support } of segments)
    for (const part of new Set([support?.states, support?.others])) count += part?.times.length ?? 0;
  if (count === 0) return "none";
  return count <= most ? "written" : "left out";
}

function withWarning(recording: Recording, because: string): Recording {
  const { summary } = recording;
  const warning = `W-RESULT-COARSE  The rows of the file do not determine what is between them: ${because}. resample(times) before writing, or a shorter interval, gives more of them.`;
  return { ...recording, summary: { ...summary, warnings: [...summary.warnings, warning] } };
}

interface ValueList {
  readonly key: string;
  readonly recording: Recording;
  readonly values: readonly Float64Array[];
}

function signalText(table: ResultTable, signal: TableSignal, lists: readonly ValueList[]): string {
  const { unit, description, kind, type } = signal.entry;
  const shapes = shapesOf(table, signal);
  const isUniform = shapes.every((shape) => shape !== null && shape.join() === shapes[0]?.join());
  const head = {
    name: signal.name,
    unit,
    description,
    kind,
    type,
    ...(isUniform ? { shape: signal.shape } : { shapes }),
  };
  const alias = aliasOf(table, signal);
  if (alias !== undefined) return JSON.stringify({ ...head, ...alias });

  const open = JSON.stringify(head).slice(0, -1);
  const own = table.columns.slice(signal.first, signal.first + signal.count);
  if (own.length > 0 && own.every((column) => column.constant !== undefined)) {
    const elements = own.map((column) => column.constant!);
    return `${open},"value":${nestedText(nest(elements, signal.shape))}}`;
  }
  const isPlain = isUniform && signal.shape.length === 0;
  const texts = lists.map(({ key, recording, values }) => {
    const text = isPlain ? numbers(values[0]!) : rowTexts(recording, signal, shapes, values).join(",");
    return `"${key}":[${text}]`;
  });
  return `${open},${texts.join(",")}}`;
}

/** Shape of the signal in each segment, null where it does not exist. */
function shapesOf({ recording, columns }: ResultTable, signal: TableSignal): (readonly number[] | null)[] {
  const isElement = signal.shape.length < signal.entry.shape.length;
  return recording.segments.map((_, s) => {
    if (isElement) return columns[signal.first]!.slots[s] === missingSlot ? null : [];
    return signal.entry.bySegment[s]?.shape ?? null;
  });
}

function rowTexts(
  recording: Recording,
  signal: TableSignal,
  shapes: readonly (readonly number[] | null)[],
  values: readonly Float64Array[],
): string[] {
  const texts: string[] = [];
  recording.segments.forEach(({ firstRow, rowCount }, s) => {
    const shape = shapes[s]!;
    const places = shape === null ? [] : allIndices(shape).map((index) => flatIndex(signal.shape, index));
    for (let row = firstRow; row < firstRow + rowCount; row++) {
      const elements = places.map((place) => values[place]![row]!);
      texts.push(shape === null ? "null" : nestedText(nest(elements, shape)));
    }
  });
  return texts;
}

/** The signal with the same values up to the sign, when it is written before this one. */
function aliasOf({ signals, columns }: ResultTable, signal: TableSignal): { alias: string; sign: number } | undefined {
  const first = columns[signal.first];
  if (first === undefined || first.base === signal.first) return undefined;
  const target = signals[columns[first.base]!.signal]!;
  if (target.count !== signal.count || target.shape.join() !== signal.shape.join()) return undefined;
  for (let k = 0; k < signal.count; k++) {
    const column = columns[signal.first + k]!;
    if (column.base !== target.first + k || column.sign !== first.sign) return undefined;
  }
  return { alias: target.name, sign: first.sign };
}

/** Signals that are read together, in their order: as many as memory should hold at once, and at least one. */
export function groupSignals<S extends Pick<TableSignal, "count">>(signals: readonly S[], rowCount: number): S[][] {
  const groups: S[][] = [];
  let size = Infinity;
  for (const signal of signals) {
    if (size + signal.count * rowCount > numbersPerGroup) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)!.push(signal);
    size += signal.count * rowCount;
  }
  return groups;
}

function nestedText(value: SignalValue): string {
  return typeof value === "number" ? jsonNumber(value) : `[${value.map(nestedText).join(",")}]`;
}

function numbers(values: Float64Array): string {
  return Array.from(values, jsonNumber).join(",");
}

/** Reads what resultToJson wrote, by playing it to a recorder as a run would do. */
import { guarded } from "../errors/boundary.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import {
  brokenFile,
  expectArray,
  expectCount,
  expectNumber,
  expectObject,
  expectOneOf,
  expectText,
  expectTexts,
} from "./fileChecks.ts";
import { readCurves } from "./readCurves.ts";
import { type FileSegment, layoutOf } from "./readLayout.ts";
import { type FileSignal, readElements, readSignals } from "./readSignals.ts";
import type { Result } from "./result.ts";
import type { EventRecord, InitialReport, RowKind, RunStatistics, RunSummary } from "./resultSink.ts";
import { RowRecorder } from "./rowRecorder.ts";
import { StateSteps } from "./stateCurve.ts";
import { attachmentsFromJson } from "./writers/attachments.ts";
import { formatName, formatVersion, fromJsonSafe } from "./writers/metadata.ts";

/** The result that resultToJson wrote; E-RESULT-FILE or E-RESULT-VERSION when the text is something else. */
export function resultFromJson(text: string): Result {
  return guarded("resultFromJson", () => readResult(text));
}

function readResult(text: string): Result {
  const document = parseDocument(text);
  const time = readTime(document["time"], "time");
  const between = readBetween(document["between"]);
  const rowKinds = readRowKinds(document, time.length);
  const segments = readSegments(document["segments"], time.length, between);
  const curves = readCurves(document["curves"], segments);
  const signals = readSignals(document["signals"], segments.length, time.length, between.time.length);
  const finalStates = readNumbers(document["finalStates"], "finalStates");

  const recorder = new RowRecorder();
  segments.forEach((segment, s) => {
    playSegment(recorder, segment, s, signals, time, between, rowKinds, finalStates);
    const curve = curves[s];
    if (curve !== undefined) recorder.recordCurve(StateSteps.from(curve, segment.stateNames.length).curve);
  });
  for (const event of readEvents(document["events"])) recorder.event(event);
  recorder.end(readSummary(document));
  if (recorder.result.stateHash !== document["stateHash"]) {
    throw brokenFile("stateHash", `the final states give ${recorder.result.stateHash}`);
  }
  return recorder.result;
}

function parseDocument(text: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw brokenFile("the text", error instanceof Error ? error.message : String(error), error);
  }
  const document = expectObject(parsed, "the text");
  if (document["format"] !== formatName) throw brokenFile("format", `"${formatName}" is expected`);
  const version = expectCount(document["version"], "version");
  if (version !== formatVersion) {
    throw new RattlebackError("E-RESULT-VERSION", `The result is written in version ${version} of the format.`, {
      path: "version",
      because: `this program reads version ${formatVersion}`,
      hint: version > formatVersion ? "update rattleback" : "simulate and write the result again",
      data: { version, supported: formatVersion },
    });
  }
  return document;
}

function playSegment(
  recorder: RowRecorder,
  segment: FileSegment,
  s: number,
  signals: readonly FileSignal[],
  time: Float64Array,
  { time: between, parts, corners }: BetweenRows,
  rowKinds: Uint8Array,
  finalStates: readonly number[],
): void {
  const { layout, stored, isUnrecorded } = layoutOf(segment, s, signals);
  recorder.beginSegment(layout);
  const row = new Float64Array(layout.width).fill(Number.NaN);
  const end = segment.firstRow + segment.rowCount;
  for (let i = segment.firstRow; i < end; i++) {
    for (const { signal, first, shape } of stored) {
      readElements(signal.values![i], shape, row, first, `${signal.path}.values[${i}]`);
    }
    if (i === time.length - 1) {
      layout.stateSlots.forEach((slot, k) => {
        if (isUnrecorded[k]) row[slot] = finalStates[k] ?? Number.NaN;
      });
    }
    // readRowKinds made nothing but 0, 1 and 2
    recorder.record(time[i]!, row, rowKinds[i] as RowKind);
  }
  for (let i = segment.firstBetween; i < segment.firstBetween + segment.betweenCount; i++) {
    for (const { signal, first, shape } of stored)
      readElements(signal.between[i], shape, row, first, `${signal.path}.between[${i}]`);
    if (!(between[i]! > time[segment.firstRow]! && between[i]! < time[end - 1]!))
      throw brokenFile(`between.time[${i}]`, `${between[i]} is not between the times of its segment`);
    recorder.recordSupport(between[i]!, row, parts[i] ?? 0);
  }
  recorder.recordPieceBegins(corners.filter((t) => t > time[segment.firstRow]! && t <= time[end - 1]!));
}

function readTime(value: unknown, name: string): Float64Array {
  const time = Float64Array.from(expectArray(value, name), (t, i) => expectNumber(t, `${name}[${i}]`));
  const turn = time.findIndex((t, i) => t < time[i - 1]!);
  if (turn !== -1) throw brokenFile(`${name}[${turn}]`, `${time[turn]} follows ${time[turn - 1]}`);
  return time;
}

interface BetweenRows {
  readonly time: Float64Array;
  /** Per segment. */
  readonly rowCounts: readonly number[];
  /** Per row: 1 when it is for states alone, 2 for all others alone, 0 for both. */
  readonly parts: readonly number[];
  /** First times behind corners without events. */
  readonly corners: Float64Array;
}

function readBetween(value: unknown): BetweenRows {
  if (value === undefined) return { time: new Float64Array(0), rowCounts: [], parts: [], corners: new Float64Array(0) };
  const between = expectObject(value, "between");
  const time = readTime(between["time"], "between.time");
  const rowCounts = expectArray(between["rowCounts"], "between.rowCounts").map((n) =>
    expectCount(n, "between.rowCounts"),
  );
  const total = rowCounts.reduce((sum, n) => sum + n, 0);
  if (total !== time.length) throw brokenFile("between.rowCounts", `they add up to ${total}, not to ${time.length}`);
  const corners = readTime(between["corners"] ?? [], "between.corners");
  const parts = expectArray(between["parts"] ?? [], "between.parts").map((n) => expectCount(n, "between.parts", 2));
  return { time, rowCounts, parts, corners };
}

function readRowKinds(document: Record<string, unknown>, rowCount: number): Uint8Array {
  const kinds = new Uint8Array(rowCount);
  const mark = (name: string, kind: RowKind) => {
    for (const row of expectArray(document[name], name)) kinds[expectCount(row, name, rowCount - 1)] = kind;
  };
  mark("rowsBeforeEvents", 1);
  mark("rowsAfterEvents", 2);
  return kinds;
}

function readSegments(value: unknown, rowCount: number, { time, rowCounts }: BetweenRows): FileSegment[] {
  let nextRow = 0;
  let nextBetween = 0;
  const segments = expectArray(value, "segments").map((item, s): FileSegment => {
    const path = `segments[${s}]`;
    const segment = expectObject(item, path);
    const firstRow = expectCount(segment["firstRow"], `${path}.firstRow`);
    const count = expectCount(segment["rowCount"], `${path}.rowCount`);
    if (firstRow !== nextRow) throw brokenFile(`${path}.firstRow`, `${nextRow} is expected`);
    nextRow += count;
    const betweenCount = rowCounts[s] ?? 0;
    nextBetween += betweenCount;
    return {
      index: expectCount(segment["index"], `${path}.index`),
      startTime: expectNumber(segment["startTime"], `${path}.startTime`),
      firstRow,
      rowCount: count,
      firstBetween: nextBetween - betweenCount,
      betweenCount,
      stateNames: expectTexts(segment["stateNames"], `${path}.stateNames`),
    };
  });
  if (nextRow !== rowCount) throw brokenFile("segments", `they have ${nextRow} rows, time has ${rowCount}`);
  if (nextBetween !== time.length) throw brokenFile("between.rowCounts", "one per segment is expected");
  return segments;
}

function readEvents(value: unknown): EventRecord[] {
  const kinds = ["initial", "time", "state", "silent", "clock", "step", "restart", "terminal", "input"] as const;
  return expectArray(value, "events").map((item, i) => {
    const path = `events[${i}]`;
    const event = expectObject(item, path);
    return {
      time: expectNumber(event["time"], `${path}.time`),
      cause: expectText(event["cause"], `${path}.cause`),
      kind: expectOneOf(event["kind"], kinds, `${path}.kind`),
      changed: expectTexts(event["changed"], `${path}.changed`),
      iterations: expectCount(event["iterations"], `${path}.iterations`),
    };
  });
}

function readSummary(document: Record<string, unknown>): RunSummary {
  const number = (name: string) => expectNumber(fromJsonSafe(document[name]), name);
  const parameters = expectArray(document["parameters"], "parameters").map((item, i): [string, unknown] => {
    const parameter = expectObject(item, `parameters[${i}]`);
    const value = fromJsonSafe(parameter["value"], parameter["wrapped"] === true);
    return [expectText(parameter["name"], `parameters[${i}].name`), value];
  });
  return {
    model: expectText(document["model"], "model"),
    startTime: number("startTime"),
    stopTime: number("stopTime"),
    endTime: number("endTime"),
    status: expectOneOf(document["status"], ["finished", "stopped", "terminated"] as const, "status"),
    tolerance: number("tolerance"),
    statistics: readStatistics(document["statistics"]),
    warnings: expectTexts(document["warnings"], "warnings"),
    parameters: new Map(parameters),
    attachments: attachmentsFromJson(document["attachments"]),
    ...(document["initialisation"] === undefined
      ? {}
      : { initialisation: readInitialisation(document["initialisation"]) }),
  };
}

function readInitialisation(value: unknown): InitialReport {
  const report = expectObject(value, "initialisation");
  const names = (key: Exclude<keyof InitialReport, "residuals">) => expectTexts(report[key], `initialisation.${key}`);
  return {
    fixed: names("fixed"),
    guessed: names("guessed"),
    computed: names("computed"),
    conditions: names("conditions"),
    ...(report["residuals"] !== undefined && {
      residuals: readNumbers(report["residuals"], "initialisation.residuals"),
    }),
    ...(report["kept"] !== undefined && { kept: names("kept") }),
    ...(report["givenUp"] !== undefined && { givenUp: names("givenUp") }),
  };
}

function readNumbers(value: unknown, path: string): number[] {
  return expectArray(value, path).map((item) => expectNumber(fromJsonSafe(item), path));
}

type NumericStatistic = Exclude<keyof RunStatistics, "method">;

const numericStatistics: Record<NumericStatistic, true> = {
  steps: true,
  rejectedSteps: true,
  convergenceFailures: true,
  evaluations: true,
  jacobianEvaluations: true,
  jacobians: true,
  factorisations: true,
  iterations: true,
  events: true,
  timeEvents: true,
  stateEvents: true,
  eventFunctionEvaluations: true,
  segments: true,
  modelEvaluations: true,
  unexaminedSteps: true,
  wallTime: true,
};

/** What files of earlier versions do not have, or have by another name. */
const laterStatistics: Readonly<Record<string, number>> = { unexaminedSteps: 0 };
const earlierNames: Readonly<Record<string, string>> = { eventFunctionEvaluations: "zeroCrossingEvaluations" };

function readStatistics(value: unknown): RunStatistics {
  const statistics = expectObject(value, "statistics");
  const names = Object.keys(numericStatistics);
  const numbers = names.map((name) => [
    name,
    expectNumber(
      statistics[name] ?? statistics[earlierNames[name] ?? name] ?? laterStatistics[name],
      `statistics.${name}`,
    ),
  ]);
  // numericStatistics has exactly these names
  const counted = Object.fromEntries(numbers) as Record<NumericStatistic, number>;
  return { method: expectText(statistics["method"], "statistics.method"), ...counted };
}

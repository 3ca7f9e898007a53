/** What a file tells about the run besides the values: plain JSON, the same in every format that has room for it. */
import { brokenFile } from "../fileChecks.ts";
import type { Recording } from "../recording.ts";
import { entryOf, numberOf, unwrapped } from "./wrappedObjects.ts";

export const formatName = "rattleback-result";
export const formatVersion = 1;

export function metadataOf(
  recording: Recording,
  finalStates: readonly number[],
  stateHash: string,
): Record<string, unknown> {
  const { summary, segments, events } = recording;
  const rowsOfKind = (kind: number): number[] => {
    const rows: number[] = [];
    for (const { kinds, firstRow } of segments) {
      for (let i = 0; i < kinds.length; i++) if (kinds[i] === kind) rows.push(firstRow + i);
    }
    return rows;
  };
  return {
    format: formatName,
    version: formatVersion,
    model: summary.model,
    startTime: summary.startTime,
    stopTime: summary.stopTime,
    endTime: summary.endTime,
    status: summary.status,
    tolerance: summary.tolerance,
    statistics: summary.statistics,
    warnings: summary.warnings,
    parameters: [...summary.parameters].map(([name, value]) => ({ name, ...entryOf(value) })),
    initialisation: summary.initialisation,
    events,
    segments: segments.map(({ layout, firstRow, rowCount }) => ({
      index: layout.index,
      startTime: layout.startTime,
      firstRow,
      rowCount,
      stateNames: layout.stateNames,
    })),
    rowsBeforeEvents: rowsOfKind(1),
    rowsAfterEvents: rowsOfKind(2),
    finalStates,
    stateHash,
  };
}

/** For JSON.stringify: numbers that JSON has not become { number: "Infinity" }; typed arrays become arrays. */
export function jsonSafe(value: unknown): unknown {
  if (typeof value === "number") {
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { number: Object.is(value, -0) ? "-0" : String(value) };
  }
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    return Array.from(value as ArrayLike<unknown>, jsonSafe);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, jsonSafe(inner)]));
  }
  return value;
}

/** Deeper than the values of parameters are: a guard against a damaged file. */
const largestDepth = 100;

/** The inverse of jsonSafe; `wrapped` says that the value has wrapped objects (wrappedObjects.ts). */
export function fromJsonSafe(value: unknown, wrapped = false, depth = 0): unknown {
  if (depth > largestDepth) throw brokenFile("parameters", `more than ${largestDepth} brackets are nested`);
  if (Array.isArray(value)) return value.map((item) => fromJsonSafe(item, wrapped, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const special = numberOf(value);
  if (special !== undefined) return special;
  const entries = Object.entries(wrapped ? unwrapped(value) : value);
  return Object.fromEntries(entries.map(([name, item]) => [name, fromJsonSafe(item, wrapped, depth + 1)]));
}

/**
 * What every writer writes: the same list of scalar columns, in the same order, with the same
 * spelling of names. Columns that carry the same numbers up to the sign are recognised, so that
 * formats that can share them do.
 */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { type CatalogueEntry, columnOf, constantSlot, missingSlot, type ScalarColumn } from "../catalogue.ts";
import type { Recording } from "../recording.ts";
import { type Result, recordingOf } from "../result.ts";

export interface WriterOptions {
  /** Signals and elements to write, `time` always comes first. Default: all. */
  readonly names?: readonly string[];
}

export interface TableColumn extends ScalarColumn {
  /** Position in `columns` of the first column with the same numbers, itself when there is none before. */
  readonly base: number;
  /** Position in `signals` of the signal that it belongs to. */
  readonly signal: number;
  /** Values are `sign` times those of the base. */
  readonly sign: 1 | -1;
  /** The value when it is the same in the whole run. */
  readonly constant: number | undefined;
}

export interface TableSignal {
  /** Name of the signal, or of the element that was asked for. */
  readonly name: string;
  readonly entry: CatalogueEntry;
  readonly shape: readonly number[];
  /** Positions of its elements in `columns`: `first`, … */
  readonly first: number;
  readonly count: number;
}

export interface ResultTable {
  readonly recording: Recording;
  readonly signals: readonly TableSignal[];
  readonly columns: readonly TableColumn[];
}

export function tableOf(result: Result, options: WriterOptions, knownOptions: readonly string[]): ResultTable {
  checkOptionNames(options, knownOptions, "the writer of results");
  const recording = recordingOf(result);
  const signals: TableSignal[] = [];
  const columns: TableColumn[] = [];
  const firstWithContent = new Map<string, { position: number; sign: number }>();
  const written = new Set<string>();

  const add = (
    name: string,
    entry: CatalogueEntry,
    shape: readonly number[],
    indices: readonly (readonly number[])[],
  ) => {
    if (entry.name === "time" || written.has(name)) return;
    written.add(name);
    signals.push({ name, entry, shape, first: columns.length, count: indices.length });
    for (const index of indices) {
      const column = columnOf(entry, index);
      const constant = constantOf(column);
      const content = contentOf(column);
      const shared = constant === undefined ? firstWithContent.get(content.key) : undefined;
      if (shared === undefined) firstWithContent.set(content.key, { position: columns.length, sign: content.sign });
      const base = shared?.position ?? columns.length;
      const sign = shared === undefined || shared.sign === content.sign ? 1 : -1;
      columns.push({ ...column, signal: signals.length - 1, base, sign, constant });
    }
  };
  for (const name of options.names ?? recording.catalogue.names()) {
    const { entry, isWhole, shape, indices } = recording.catalogue.select(name);
    if (isWhole) add(entry.name, entry, shape, indices);
    else for (const index of indices) add(columnOf(entry, index).name, entry, [], [index]);
  }
  return { recording, signals, columns };
}

/** `key` is equal for columns that are equal up to the sign in all segments; `sign` tells which of the two it is. */
function contentOf(column: ScalarColumn): { key: string; sign: number } {
  const firstStored = column.slots.findIndex((slot) => slot >= 0);
  const sign = firstStored >= 0 && column.factors[firstStored]! < 0 ? -1 : 1;
  const parts: string[] = [];
  column.slots.forEach((slot, s) => {
    const factor = sign * column.factors[s]!;
    if (slot === missingSlot) parts.push("missing");
    else if (slot === constantSlot) parts.push(`= ${Object.is(factor, -0) ? "-0" : factor}`);
    else parts.push(`${slot} ${factor < 0 ? "-" : "+"}`);
  });
  return { key: parts.join("; "), sign };
}

function constantOf(column: ScalarColumn): number | undefined {
  const value = column.factors[0];
  const isConstant =
    column.slots.every((slot) => slot === constantSlot) && column.factors.every((factor) => Object.is(factor, value));
  return isConstant ? value : undefined;
}

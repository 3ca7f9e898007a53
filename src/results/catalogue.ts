/**
 * All signals of a recording by name, over all segments, and where their elements are stored.
 *
 * A signal that comes and goes has one entry. Its shape is the largest of all segments; elements
 * that a segment does not have are missing there.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { unknownSignal } from "./lookupErrors.ts";
import type { SegmentLayout, SignalDescription, SignalKind } from "./resultSink.ts";
import { elementName, parseIndices, parseSignalName, plainComponents } from "./signalName.ts";

/** What is known about a signal besides its values. */
export interface SignalInfo {
  readonly name: string;
  /** SI unit, `""` when there is none. */
  readonly unit: string;
  readonly description: string;
  readonly kind: SignalKind;
  readonly type: "real" | "integer" | "boolean";
  /** `[]` scalar, `[n]` vector, `[n, m]` matrix; the largest over the segments. */
  readonly shape: readonly number[];
}

export interface CatalogueEntry extends SignalInfo {
  /** Per segment; undefined where the signal does not exist. */
  readonly bySegment: readonly (SignalDescription | undefined)[];
}

/** Values of ScalarColumn.slots that are no entries of a row. */
export const constantSlot = -1;
export const missingSlot = -2;
export const timeSlot = -3;

/** One number over the whole recording. */
export interface ScalarColumn {
  /** `"m[1,2]"`. */
  readonly name: string;
  readonly entry: CatalogueEntry;
  /** Per segment: entry of the row, or constantSlot, missingSlot, timeSlot. */
  readonly slots: Int32Array;
  /** Per segment: +1 or −1; the value where the slot is constant. */
  readonly factors: Float64Array;
}

/** A signal or a part of it. */
export interface Selection {
  readonly entry: CatalogueEntry;
  /** All of the signal, not a part. */
  readonly isWhole: boolean;
  /** Shape of the part. */
  readonly shape: readonly number[];
  /** Its elements in row-major order; indices count from 0. */
  readonly indices: readonly (readonly number[])[];
}

/** An entry while the segments are gone through. */
interface GrowingEntry extends CatalogueEntry {
  unit: string;
  description: string;
  readonly shape: number[];
  readonly bySegment: (SignalDescription | undefined)[];
}

export class Catalogue {
  private readonly layouts: readonly SegmentLayout[];
  /** Filled when somebody asks for the first time. */
  private known: Map<string, GrowingEntry> | undefined;
  private readonly hidden = new Set<string>();
  private readonly time: CatalogueEntry;

  constructor(layouts: readonly SegmentLayout[]) {
    this.layouts = layouts;
    this.time = timeEntry(layouts.length);
  }

  private get entries(): ReadonlyMap<string, GrowingEntry> {
    if (this.known !== undefined) return this.known;
    const entries = new Map<string, GrowingEntry>();
    this.layouts.forEach((layout, segment) => {
      for (const signal of layout.signals) {
        if (signal.isHidden) this.hidden.add(signal.name);
        else add(entries, signal, segment, this.layouts.length);
      }
    });
    this.known = entries;
    return entries;
  }

  /** Names in the order of their first appearance. */
  names(): string[] {
    return [...this.entries.keys()];
  }

  get(name: string): CatalogueEntry | undefined {
    const entry = this.entries.get(name) ?? this.entries.get(plainComponents(name));
    return entry ?? (name === "time" ? this.time : undefined);
  }

  has(name: string): boolean {
    if (this.get(name) !== undefined) return true;
    const { base, indexText } = parseSignalName(name);
    const entry = this.get(base);
    return entry !== undefined && (indexText === undefined || selectPart(entry, indexText) !== undefined);
  }

  /** The signal or the part with this name; throws E-RESULT-NAME or E-RESULT-INDEX. */
  select(name: string): Selection {
    const exact = this.get(name);
    if (exact !== undefined) return whole(exact);
    const { base, indexText } = parseSignalName(name);
    const entry = this.get(base);
    if (entry === undefined) throw unknownSignal(name, base, [...this.entries.keys(), "time"], this.hidden);
    if (indexText === undefined) return whole(entry);
    const part = selectPart(entry, indexText);
    if (part !== undefined) return part;
    const size = entry.shape.length === 0 ? "a scalar" : `of size [${entry.shape.join(", ")}]`;
    throw new RattlebackError("E-RESULT-INDEX", `The signal "${entry.name}" has no element [${indexText}].`, {
      path: name,
      because: `"${entry.name}" is ${size}`,
      hint:
        entry.shape.length === 0
          ? `the name without index: "${entry.name}"`
          : `one index per dimension, from 1: "${elementName(
              entry.name,
              entry.shape.map((n) => n - 1),
            )}" is the last element`,
      data: { name: entry.name, index: indexText, shape: [...entry.shape] },
    });
  }
}

function add(
  entries: Map<string, GrowingEntry>,
  signal: SignalDescription,
  segment: number,
  segmentCount: number,
): void {
  let entry = entries.get(signal.name);
  if (entry === undefined) {
    const { name, unit, description, kind, type, shape } = signal;
    entry = {
      name,
      unit,
      description,
      kind,
      type,
      shape: [...shape],
      bySegment: new Array(segmentCount).fill(undefined),
    };
    entries.set(name, entry);
  }
  entry.bySegment[segment] = signal;
  entry.unit ||= signal.unit;
  entry.description ||= signal.description;
  for (let d = 0; d < entry.shape.length; d++) entry.shape[d] = Math.max(entry.shape[d]!, signal.shape[d]!);
}

/** Where one element is stored in each segment. */
export function columnOf(entry: CatalogueEntry, index: readonly number[]): ScalarColumn {
  const slots = new Int32Array(entry.bySegment.length).fill(missingSlot);
  const factors = new Float64Array(entry.bySegment.length).fill(1);
  entry.bySegment.forEach((signal, segment) => {
    const k = signal === undefined ? -1 : flatIndex(signal.shape, index);
    if (k < 0) return;
    slots[segment] = signal!.slots[k]!;
    factors[segment] = signal!.factors[k]!;
  });
  return { name: elementName(entry.name, index), entry, slots, factors };
}

/** Columns of all elements in row-major order, of a signal that has one shape wherever it exists; they all have its name. */
export function columnsOf(entry: CatalogueEntry): ScalarColumn[] {
  const count = entry.shape.reduce((product, n) => product * n, 1);
  return Array.from({ length: count }, (_, k) => {
    const slots = Int32Array.from(entry.bySegment, (signal) => signal?.slots[k] ?? missingSlot);
    const factors = Float64Array.from(entry.bySegment, (signal) => signal?.factors[k] ?? 1);
    return { name: entry.name, entry, slots, factors };
  });
}

/** Multi-indices of all elements of the shape in row-major order, from 0. */
export function allIndices(shape: readonly number[]): number[][] {
  return product(shape.map((n) => Array.from({ length: n }, (_, i) => i)));
}

function whole(entry: CatalogueEntry): Selection {
  return {
    entry,
    isWhole: true,
    shape: entry.shape,
    // many who ask want the description alone
    get indices() {
      return allIndices(entry.shape);
    },
  };
}

function selectPart(entry: CatalogueEntry, indexText: string): Selection | undefined {
  const ranges = parseIndices(indexText);
  if (ranges === undefined || ranges.length !== entry.shape.length) return undefined;
  const choices: number[][] = [];
  for (let d = 0; d < ranges.length; d++) {
    const from = ranges[d]!.from;
    const to = ranges[d]!.to === Infinity ? entry.shape[d]! : ranges[d]!.to;
    if (from < 1 || to > entry.shape[d]! || from > to) return undefined;
    choices.push(Array.from({ length: to - from + 1 }, (_, i) => from - 1 + i));
  }
  const shape = choices.filter((_, d) => ranges[d]!.isRange).map((choice) => choice.length);
  return { entry, isWhole: false, shape, indices: product(choices) };
}

function product(choices: readonly (readonly number[])[]): number[][] {
  let indices: number[][] = [[]];
  for (const choice of choices) indices = indices.flatMap((index) => choice.map((i) => [...index, i]));
  return indices;
}

/** Row-major position, −1 when the shape does not reach there. */
export function flatIndex(shape: readonly number[], index: readonly number[]): number {
  let k = 0;
  for (let d = 0; d < shape.length; d++) {
    if (index[d]! >= shape[d]!) return -1;
    k = k * shape[d]! + index[d]!;
  }
  return k;
}

function timeEntry(segmentCount: number): CatalogueEntry {
  const signal: SignalDescription = {
    name: "time",
    unit: "s",
    description: "time",
    kind: "algebraic",
    type: "real",
    shape: [],
    slots: Int32Array.of(timeSlot),
    factors: Float64Array.of(1),
    isHidden: false,
  };
  return { ...signal, bySegment: new Array<SignalDescription>(segmentCount).fill(signal) };
}

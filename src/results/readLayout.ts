/** Lays the signals of a JSON document out as the rows that a run would record. */
import { flatIndex } from "./catalogue.ts";
import { brokenFile } from "./fileChecks.ts";
import { elementCount, type FileSignal, readElements } from "./readSignals.ts";
import type { SegmentLayout, SignalDescription } from "./resultSink.ts";
import { parseIndices, parseSignalName } from "./signalName.ts";

/** More entries than any model has: a guard against a damaged shape. */
const largestWidth = 1e7;

export interface FileSegment {
  readonly index: number;
  readonly startTime: number;
  readonly firstRow: number;
  readonly rowCount: number;
  /** Of the rows between the others. */
  readonly firstBetween: number;
  readonly betweenCount: number;
  readonly stateNames: readonly string[];
}

export interface FileLayout {
  readonly layout: SegmentLayout;
  /** Signals with values of their own and the first entry of their elements. */
  readonly stored: readonly {
    readonly signal: FileSignal;
    readonly first: number;
    readonly shape: readonly number[];
  }[];
  /** Per state: true when no signal holds its value, so that its last value alone is known. */
  readonly isUnrecorded: readonly boolean[];
}

export function layoutOf(segment: FileSegment, s: number, signals: readonly FileSignal[]): FileLayout {
  const descriptions = new Map<string, SignalDescription>();
  const stored: { signal: FileSignal; first: number; shape: readonly number[] }[] = [];
  let width = 0;

  for (const signal of signals) {
    const shape = signal.shapes[s]!;
    if (shape === null) continue;
    const count = elementCount(shape);
    if (width + count > largestWidth) throw brokenFile(`${signal.path}.shape`, `${count} elements are too many`);
    const alias = signal.alias === undefined ? undefined : descriptions.get(signal.alias.head.name)!;
    let slots = new Int32Array(count).fill(-1);
    let factors = new Float64Array(count).fill(1);
    if (alias !== undefined) {
      slots = alias.slots.slice();
      factors = alias.factors.map((factor) => signal.sign * factor);
    } else if (signal.values === undefined) readElements(signal.value, shape, factors, 0, `${signal.path}.value`);
    else {
      stored.push({ signal, first: width, shape });
      slots = slots.map((_, k) => width + k);
      width += count;
    }
    descriptions.set(signal.head.name, { ...signal.head, shape, slots, factors, isHidden: false });
  }

  const isUnrecorded: boolean[] = [];
  const stateSlots = Int32Array.from(segment.stateNames, (name) => {
    const slot = slotOf(name, descriptions);
    isUnrecorded.push(slot === undefined);
    return slot ?? width++;
  });
  const layout: SegmentLayout = {
    index: segment.index,
    startTime: segment.startTime,
    width,
    signals: [...descriptions.values()],
    stateNames: segment.stateNames,
    stateSlots,
    discreteSlots: new Int32Array(0),
  };
  return { layout, stored, isUnrecorded };
}

/** Entry that holds the element with this name, unless it is constant or negated. */
function slotOf(name: string, descriptions: ReadonlyMap<string, SignalDescription>): number | undefined {
  const { base, indexText } = parseSignalName(name);
  const exact = descriptions.get(name);
  const signal = exact ?? descriptions.get(base);
  if (signal === undefined) return undefined;
  const ranges = exact !== undefined || indexText === undefined ? [] : parseIndices(indexText);
  if (ranges?.length !== signal.shape.length) return undefined;
  const k = flatIndex(
    signal.shape,
    ranges.map((range) => range.from - 1),
  );
  // beyond the last element there is no factor
  return signal.factors[k] === 1 && signal.slots[k]! >= 0 ? signal.slots[k] : undefined;
}

/** Descriptions of rows whose entries are scalar signals. */
import type { SegmentLayout, SignalDescription } from "../../src/results/resultSink.ts";

export function scalar(
  name: string,
  slot: number,
  kind: SignalDescription["kind"] = "algebraic",
  type: SignalDescription["type"] = "real",
): SignalDescription {
  return {
    name,
    unit: "",
    description: "",
    kind,
    type,
    shape: [],
    slots: Int32Array.of(slot),
    factors: Float64Array.of(1),
    isHidden: false,
  };
}

/** Of rows that have an entry for each signal, unless more is said; states are named as the signals at their entries. */
export function layoutOf(signals: readonly SignalDescription[], more: Partial<SegmentLayout> = {}): SegmentLayout {
  const { stateSlots = new Int32Array(0) } = more;
  return {
    index: 0,
    startTime: 0,
    width: signals.length,
    signals,
    stateNames: Array.from(stateSlots, (slot) => signals[slot]?.name ?? ""),
    stateSlots,
    discreteSlots: new Int32Array(0),
    ...more,
  };
}

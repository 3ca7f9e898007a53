import { describe, expect, it } from "vitest";
import { HiddenSignals } from "../../src/run/hiddenSignals.ts";

const metre = { unit: "m" } as const;

/** Declares outputs with three numbers each, one after the other; the places that they get in the segment. */
function segment(signals: HiddenSignals, names: readonly string[]): { offset: number; size: number }[] {
  expect(signals.forSegment()).toBe(signals);
  const places = names.map((name, k) => signals.output("model.", name, 3, metre, 3 * k));
  signals.endSegment();
  return places;
}

describe("hidden variables over segments", () => {
  it("have the same places in the rows, whatever order the segments declare them in", () => {
    const signals = new HiddenSignals(10);
    segment(signals, ["a", "b", "c", "d"]);
    const first = signals.outputs;
    expect(first.map(({ place }) => place)).toEqual([10, 13, 16, 19]);
    expect(segment(signals, ["b", "d", "e", "a"])).toEqual([0, 3, 6, 9].map((offset) => ({ offset, size: 3 })));
    expect(signals.outputs.map(({ name }) => name)).toEqual(["model.b", "model.d", "model.e", "model.a"]);
    expect(signals.outputs.map(({ place }) => place)).toEqual([13, 19, 22, 10]);
    segment(signals, ["c"]);
    expect(signals.outputs.map(({ place }) => place)).toEqual([16]);
    segment(signals, ["a", "b", "c", "d", "e"]);
    expect(signals.outputs.map(({ place }) => place)).toEqual([10, 13, 16, 19, 22]);
    // what an earlier segment has is not changed by later ones
    expect(first.map(({ name }) => name)).toEqual(["model.a", "model.b", "model.c", "model.d"]);
    expect(signals.width).toBe(25);
  });

  it("of another size or unit are other variables", () => {
    const signals = new HiddenSignals(0);
    signals.state("", "x", 0, metre, 0);
    signals.endSegment();
    expect(signals.states[0]!.place).toBe(0);
    signals.forSegment();
    expect(signals.state("", "x", 4, metre, 0)).toEqual({ offset: 0, size: 4 });
    signals.endSegment();
    expect(signals.states.map(({ place, derivativePlace }) => [place, derivativePlace])).toEqual([[2, 6]]);
    signals.forSegment();
    signals.state("", "x", 4, { unit: "m/s" }, 0);
    signals.endSegment();
    expect(signals.states[0]!.place).toBe(10);
  });
});

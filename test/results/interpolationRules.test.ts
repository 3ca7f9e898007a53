/** By which rule the entries of rows are read between them, and which of them are known inside the steps of a solver. */
import { describe, expect, it } from "vitest";
import {
  continuousEntries,
  curveSlots,
  holds,
  interpolationRules,
  isHeld,
  statesOfSlopes,
  usesValues,
} from "../../src/results/interpolation.ts";
import type { SignalDescription } from "../../src/results/resultSink.ts";
import { layoutOf, scalar } from "./layouts.ts";

const vector = (
  name: string,
  slots: readonly number[],
  factors: readonly number[],
  kind: SignalDescription["kind"],
) => ({
  ...scalar(name, 0, kind),
  shape: [slots.length],
  slots: Int32Array.from(slots),
  factors: Float64Array.from(factors),
});

/** Entries: 0 y, 1 and 2 r, 3 and 4 their slopes, 5 b, 6 i, 7 d, 8 p, 9 c, 10 hidden, 11 u, 12 q; der(r)[3] is constant, r[4] is. */
const signals: SignalDescription[] = [
  scalar("y", 0),
  vector("a.r", [1, 2, 12, -1], [1, -1, 1, 7], "state"),
  vector("a.der(r)", [4, 3, -1, 5], [1, -1, 2.5, 1], "derivative"),
  { ...scalar("b", 5), type: "boolean" },
  { ...scalar("i", 6), type: "integer" },
  scalar("d", 7, "discrete"),
  scalar("p", 8, "parameter"),
  scalar("c", 9),
  { ...scalar("hidden", 10, "state"), isHidden: true },
  { ...scalar("der(hidden)", 0, "derivative") },
  { ...scalar("kept", 11, "discrete"), isHidden: true },
  scalar("y2", 0),
  scalar("der(y)", 9, "derivative"),
];
const layout = layoutOf(signals, {
  width: 13,
  stateSlots: Int32Array.of(1, 2, 12),
  discreteSlots: Int32Array.of(9),
});

describe("between rows", () => {
  it("truth values, whole numbers and what changes at events are held, states follow their slopes, all others values", () => {
    const rules = interpolationRules(layout);
    expect([...rules.rule]).toEqual([1, 2, 2, 1, 1, 0, 0, 0, 0, 0, 1, 1, 2]);
    expect([...rules.slopeSlot]).toEqual([-1, 4, 3, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]);
    // both signs count: of r and of its slope; that of the third element is a number
    expect([...rules.slopeFactor]).toEqual([0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2.5]);
    expect([0, 1, 5].map((slot) => usesValues(rules, slot))).toEqual([true, false, false]);
    expect([0, 1, 5].map((slot) => holds(rules, slot))).toEqual([false, false, true]);
  });

  it("slopes belong to the states that move with them", () => {
    const rules = interpolationRules(layout);
    expect([...statesOfSlopes(rules, Int32Array.of(3, 0, 4, 1))]).toEqual([2, -1, 1, -1]);
  });

  it("a signal is held by its kind or by its type", () => {
    const kinds = ["state", "derivative", "algebraic", "discrete", "input", "parameter"] as const;
    expect(kinds.filter((kind) => isHeld({ kind, type: "real" }))).toEqual(["discrete", "parameter"]);
    expect(kinds.filter((kind) => isHeld({ kind, type: "integer" }))).toEqual(kinds);
    expect(kinds.filter((kind) => isHeld({ kind, type: "boolean" }))).toEqual(kinds);
  });

  it("what is visible, what states are, and from what others follow is looked at, held and derived entries are not", () => {
    const rules = interpolationRules(layout);
    const of = (more: object) => {
      const { states, others } = continuousEntries({ ...layout, ...more }, rules);
      return [[...states], [...others]];
    };
    expect(of({})).toEqual([
      [1, 2, 12],
      [0, 4, 3],
    ]);
    const derived = {
      entries: [Int32Array.of(0), Int32Array.of(3)],
      inputs: Int32Array.of(10, 4, 7),
      compute: () => {},
    };
    expect(of({ derived })).toEqual([
      [1, 2, 12],
      [4, 10],
    ]);
    expect(of({ furtherSlots: Int32Array.of(4) })).toEqual([
      [1, 2, 12, 4],
      [0, 3],
    ]);
    expect([...curveSlots(layout)]).toEqual([1, 2, 12]);
    expect([...curveSlots({ ...layout, furtherSlots: Int32Array.of(4, 0) })]).toEqual([1, 2, 12, 4, 0]);
  });
});

/** What is transported, without a run around it. */
import { describe, expect, it } from "vitest";
import type { DelayLine, Transport } from "../../../src/compile/eventTables.ts";
import { createDelayLines, type DelayLines } from "../../../src/events/delayLines.ts";
import { TransportedProfile } from "../../../src/modelica/services/transportedProfile.ts";
import type { Expr } from "../../../src/symbolic/expression.ts";
import type { ArrayTable, DelayIndex, VariableIndex } from "../../../src/symbolic/indices.ts";

/** in0 = 10 + t, in1 = 20 + t, x by the function. */
function lines(x: (t: number) => number): { lines: DelayLines; step: (from: number, to: number) => void } {
  const nothing = undefined as unknown as Expr;
  const transport: Transport = {
    first: 0 as DelayIndex,
    points: [nothing],
    values: [],
    create: (...args) => new TransportedProfile(...args),
  };
  const line = (variable: number): DelayLine => ({
    input: nothing,
    delay: nothing,
    variable: variable as VariableIndex,
    sign: 1,
    maximum: undefined,
    transport,
  });
  const made = createDelayLines(
    [line(0), line(1), line(2)] as ArrayTable<DelayIndex, DelayLine>,
    [0, 0, 0],
    () => false,
    (expressions) => (expressions.length > 0 ? [0, 1] : [1, 2]),
  );
  const V = new Float64Array(3);
  const moveTo = (t: number): void => V.set([10 + t, 20 + t, x(t)]);
  moveTo(0);
  made.recordEvent(0, V);
  return {
    lines: made,
    step(from, to) {
      made.recordStep(from, to, moveTo, V, 1e-8);
      moveTo(to);
      made.passBorders(V);
    },
  };
}

const at = (made: DelayLines, line: number, place: number): number => made.value(line, 0, place, new Float64Array(3));

describe("what is transported", () => {
  it("allows no step of more than half of its length at the last velocity, and no longer one than its length", () => {
    const { lines: made, step } = lines((t) => (t < 1 ? 0.1 * t : 0.1 + 2 * (t - 1)));
    expect(made.longestStep).toBe(Number.POSITIVE_INFINITY);
    step(0, 1);
    expect(made.longestStep).toBeCloseTo(5, 12);
    expect(() => step(1, 2)).toThrow("The content of spatialDistribution is replaced within one step.");
  });

  it("has borders between pieces, and none beyond the last", () => {
    const { lines: made, step } = lines((t) => 0.8 * t);
    // what was there at first ends at 0
    expect(at(made, 2, 1)).toBe(-1);
    step(0, 1);
    expect(at(made, 2, 1)).toBe(0);
    expect(at(made, 1, 0.3)).toBeCloseTo(1.3, 12);
    step(1, 1.25);
    // x = 1: only what has entered since is left, from place −1 to 0
    expect(at(made, 2, 1)).toBeCloseTo(-2, 12);
    expect(at(made, 1, -0.4)).toBeCloseTo(10.5, 12);
  });
});

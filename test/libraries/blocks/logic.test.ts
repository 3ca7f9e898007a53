import { Model, type ModelDefinition } from "rattleback";
import * as blocks from "rattleback/blocks";
import { describe, expect, it } from "vitest";
import { rounding, run } from "../run.ts";

const all = blocks as unknown as Record<string, ModelDefinition>;
const { BooleanPulse, BooleanStep, ContinuousClock, Sine } = blocks;

describe("logic", () => {
  it.each<[string, (a: boolean, b: boolean) => boolean]>([
    ["And", (a, b) => a && b],
    ["Or", (a, b) => a || b],
    ["Nand", (a, b) => !(a && b)],
    ["Nor", (a, b) => !(a || b)],
    ["Xor", (a, b) => a !== b],
  ])("%s keeps its truth table", (name, formula) => {
    const model = Model({
      a: BooleanPulse.with({ period: 2 }),
      b: BooleanPulse.with({ period: 4 }),
      gate: all[name],
      connect: [
        ["a.y", "gate.u1"],
        ["b.y", "gate.u2"],
      ],
    });
    const result = run(model, 4);
    for (const [t, a, b] of [
      [0.5, true, true],
      [1.5, false, true],
      [2.5, true, false],
      [3.5, false, false],
    ] as const)
      expect(result.at(t, "gate.y")).toBe(formula(a, b) ? 1 : 0);
  });

  it("edges are seen by a flip-flop in the instant in which they happen", () => {
    const model = Model({
      pulse: BooleanPulse.with({ period: 2, width: 0.25, startTime: 1 }),
      rising: blocks.Edge,
      falling: blocks.FallingEdge,
      inverse: blocks.Not,
      any: blocks.Change,
      memory: blocks.RSFlipFlop,
      counted: { start: 0 },
      connect: [
        ["pulse.y", "rising.u", "falling.u", "any.u", "inverse.u"],
        ["falling.y", "memory.S"],
        ["rising.y", "memory.R"],
      ],
      equations: `
        when any.y then
          counted = pre(counted) + 1
        end`,
    });
    const result = run(model, 5.2);
    expect([0.5, 1.2, 2, 3.1, 4].map((t) => result.at(t, "memory.Q"))).toEqual([0, 0, 1, 0, 1]);
    expect([0.5, 1.2, 2, 3.1, 4].map((t) => result.at(t, "memory.QI"))).toEqual([1, 1, 0, 1, 0]);
    expect([0.5, 1.2, 2].map((t) => result.at(t, "inverse.y"))).toEqual([1, 0, 1]);
    expect(result.final("counted")).toBe(5);
  });

  it("a boolean before the event breaks the circle of an oscillator that toggles at every edge", () => {
    const model = Model({
      clock: BooleanPulse.with({ period: 1, startTime: 1 }),
      rising: blocks.Edge,
      toggle: blocks.Xor,
      memory: blocks.Pre,
      connect: [
        ["clock.y", "rising.u"],
        ["rising.y", "toggle.u1"],
        ["toggle.y", "memory.u"],
        ["memory.y", "toggle.u2"],
      ],
    });
    const result = run(model, 4);
    expect([0.5, 1.5, 2.5, 3.5].map((t) => result.at(t, "toggle.y"))).toEqual([0, 1, 0, 1]);
  });

  it("comparisons, thresholds and switches", () => {
    const model = Model({
      clock: ContinuousClock,
      greater: blocks.Greater,
      greaterEqual: blocks.GreaterEqual,
      less: blocks.Less,
      lessEqual: blocks.LessEqual,
      above: blocks.GreaterThreshold.with({ threshold: 1 }),
      below: blocks.LessThreshold.with({ threshold: 1 }),
      bit: blocks.RealToBoolean.with({ threshold: 1 }),
      number: blocks.BooleanToReal.with({ realTrue: 5, realFalse: -5 }),
      choose: blocks.Switch,
      chooseBit: blocks.LogicalSwitch,
      never: blocks.BooleanConstant.with({ k: false }),
      connect: [
        ["clock.y", "greater.u1", "greaterEqual.u1", "less.u1", "lessEqual.u1", "above.u", "below.u", "bit.u"],
        ["bit.y", "number.u", "choose.u2", "chooseBit.u2"],
        ["never.y", "chooseBit.u1"],
        ["below.y", "chooseBit.u3"],
      ],
      equations: `
        greater.u2 = 1
        greaterEqual.u2 = 1
        less.u2 = 1
        lessEqual.u2 = 1
        choose.u1 = 10
        choose.u3 = 20`,
    });
    const result = run(model, 2);
    const expected: Record<string, [before: number, after: number]> = {
      "greater.y": [0, 1],
      "greaterEqual.y": [0, 1],
      "less.y": [1, 0],
      "lessEqual.y": [1, 0],
      "above.y": [0, 1],
      "below.y": [1, 0],
      "bit.y": [0, 1],
      "number.y": [-5, 5],
      "choose.y": [20, 10],
      "chooseBit.y": [1, 0],
    };
    for (const [name, [before, after]] of Object.entries(expected)) {
      expect(result.at(0.9, name), name).toBe(before);
      expect(result.at(1.1, name), name).toBe(after);
    }
  });

  it("a timer counts from the edge, a delayed switch follows it later, a triggered sampler keeps what it saw", () => {
    const model = Model({
      on: BooleanPulse.with({ period: 4, width: 0.5, startTime: 1 }),
      timer: blocks.Timer,
      late: blocks.OnDelay.with({ delayTime: 0.5 }),
      sine: Sine.with({ f: 0.1 }),
      sampler: blocks.TriggeredSampler.with({ y_start: -7 }),
      begin: BooleanStep.with({ startTime: 3.5 }),
      connect: [
        ["on.y", "timer.u", "late.u", "sampler.trigger"],
        ["sine.y", "sampler.u"],
      ],
    });
    const result = run(model, 6, { interval: 0.25 });
    expect([0.5, 2, 4].map((t) => result.at(t, "timer.y"))).toEqual([0, 1, 0]);
    expect(Math.abs(result.at(5.75, "timer.y") - 0.75)).toBeLessThan(rounding);
    expect([1.25, 2, 3.25, 5.25, 5.75].map((t) => result.at(t, "late.y"))).toEqual([0, 1, 0, 0, 1]);
    expect([3, 4].map((t) => result.at(t, "begin.y"))).toEqual([0, 1]);
    expect(result.at(0.5, "sampler.y")).toBe(-7);
    expect(Math.abs(result.at(4, "sampler.y") - Math.sin(0.2 * Math.PI))).toBeLessThan(rounding);
    expect(Math.abs(result.final("sampler.y") - Math.sin(Math.PI))).toBeLessThan(rounding);
  });
});

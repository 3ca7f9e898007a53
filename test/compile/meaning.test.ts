/** What single operators mean, by values that are known: numbers made of arrays with events, ticks of clocks, corners of functions. */
import { instantiate, Model, type ModelSource, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const run = (source: ModelSource, stopTime = 1) => simulate(instantiate(Model(source)), { stopTime });

describe("numbers that are made of arrays with events", () => {
  it.each([
    ["product([i*(if time > 0.5 then 2 else 1) for i in 1:3])", 6, 48],
    ["dot([if time > 0.5 then 2 else 1, 3], [1, 2])", 7, 8],
    ["norm([if time > 0.5 then 3 else 0, 4])", 4, 5],
    ["sum([if time > 0.5 then 3 else 0, 4])", 4, 7],
    ["length([if time > 0.5 then 3 else 0, 4])", 2, 2],
    ["smooth(0, if time > 0.5 then [1, 2] else [3, 4])*[1, 1]", 7, 3],
    ["pre(k)", 1, 2],
  ])("%s", (text, before, after) => {
    const result = run({ k: Var({ start: 1 }), equations: `k = if time > 0.5 then 2 else 1; y = ${text}; z = 2*y` });
    expect([result.at(0.25, "y"), result.final("y")]).toEqual([before, after]);
    expect([result.at(0.25, "z"), result.final("z")]).toEqual([2 * before, 2 * after]);
  });
});

describe("clocks that are derived from one another tick when arithmetic says so, with the values that are there by then", () => {
  // of each clock: first tick, period, and how old its values are
  it.each([
    ["sample(time, Clock(0.1))", 0, 0.1, 0],
    ["shiftSample(a, 1, 2)", 0.05, 0.1, 0.05],
    ["shiftSample(a, 2, 3)", 0.2 / 3, 0.1, 0.2 / 3],
    ["shiftSample(a, 3)", 0.3, 0.1, 0],
    ["shiftSample(a, 5, 2)", 0.25, 0.1, 0.05],
    ["subSample(a, 3)", 0, 0.3, 0],
    ["subSample(shiftSample(a, 1, 2), 2)", 0.05, 0.2, 0.05],
    ["shiftSample(subSample(a, 2), 1, 2)", 0.1, 0.2, 0.1],
  ])("%s", (text, first, period, age) => {
    const result = run({ equations: `a = sample(time, Clock(0.1)); b = ${text}; h = hold(b)` });
    for (let k = 0; first + (k + 0.5) * period < 1; k++) {
      const tick = first + k * period;
      for (const t of [tick + 1e-3 * period, tick + 0.999 * period])
        if (t < 1) expect(result.at(t, "h")).toBeCloseTo(tick - age, 9);
    }
  });
});

describe("functions with corners", () => {
  it.each([
    ["floor(x)", true],
    ["ceil(x)", true],
    ["integer(x)", true],
    ["trunc(x)", true],
    ["round(x)", true],
    ["div(x, 2)", true],
    ["rem(x, 2)", true],
    ["mod(x, 2)", true],
    ["abs(x)", false],
    ["sign(x)", false],
    ["min(x, 1)", false],
    ["max(x, 1)", false],
    ["if x > 1 then 1 else 2", false],
  ])("%s says where it has them, also without events", (text, isRepeated) => {
    const model = instantiate(Model({ x: Var({ init: 0 }), equations: `der(x) = noEvent(${text})` }));
    const { corners } = model.program;
    expect(corners.map(({ phase }) => phase !== undefined)).toEqual([isRepeated]);
  });

  it.each(["sin(x)", "x^2", "exp(-x)", "floor(k)"])("%s has none", (text) => {
    const model = instantiate(Model({ k: 2, x: Var({ init: 0 }), equations: `der(x) = noEvent(${text})` }));
    expect(model.program.corners).toEqual([]);
  });
});

// pre of what changes continuously: inside "when" the value before the event, elsewhere nothing that could be meant.
import { instantiate, Model, RattlebackError, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const decay = (equations: string, more: object = {}) =>
  instantiate(Model({ x: Var({ init: 1 }), ...more, equations: `der(x) = -x; ${equations}` }));

function refusal(equations: string, more: object = {}): RattlebackError {
  try {
    decay(equations, more);
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("pre of a variable that changes continuously", () => {
  it.each([
    ["y = pre(x)", "x"],
    ["der(z) = 1 - pre(x)", "x"],
    ["z = x; y = pre(z)", "z"],
    ["if time > 1 then y = pre(x) else y = 0 end", "x"],
    ["when x < pre(x) - 0.1 then n = pre(n) + 1 end", "x"],
    ["b = change(x)", "x"],
  ])("is refused outside of when: %s", (equations, name) => {
    const error = refusal(equations, equations.includes("z") ? { z: Var({ init: 0 }) } : {});
    expect(error).toMatchObject({ code: "E-PRE", path: name });
    expect(error.what).toBe(`pre(${name}) stands outside of "when", and "${name}" changes continuously.`);
    expect(error.where).toContain(equations.includes("if") ? "pre(x)" : equations.slice(-8));
    expect(error.hint).toContain(`when … then kept = pre(${name}) end`);
  });

  it("is its value before the event inside of when", () => {
    const model = decay("when time > 1 then y = pre(x); reinit(x, 2*pre(x)) end");
    const result = simulate(model, { stopTime: 2, tolerance: 1e-10 });
    expect(result.final("y")).toBeCloseTo(Math.exp(-1), 9);
    expect(result.final("x")).toBeCloseTo(2 * Math.exp(-2), 9);
  });

  it("keeps the value of a variable in the equation of that variable", () => {
    const model = decay("y = if time > 1 then pre(y) else 2*time", { y: Var({ start: 0 }) });
    expect(simulate(model, { stopTime: 2 }).final("y")).toBeCloseTo(2, 12);
  });
});

describe("pre of a variable that changes at events only", () => {
  it("stands anywhere, also where an equation gives it another name", () => {
    const model = decay(
      `b = x < 0.5 or pre(b); n = if edge(b) then pre(n) + 1 else pre(n)
       when sample(0.5, 1) then kept = x end
       opposite = -kept; y = pre(opposite)`,
      { n: Var({ start: 0 }), b: Var({ start: false }), opposite: Var({ start: 0 }) },
    );
    const result = simulate(model, { stopTime: 2, tolerance: 1e-10 });
    expect(result.final("n")).toBe(1);
    expect(result.final("y")).toBeCloseTo(-Math.exp(-1.5), 9);
  });
});

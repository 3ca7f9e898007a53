import { instantiate, Model, type ModelSource, simulate, Var } from "rattleback";
import { expect, it } from "vitest";

const start = (source: ModelSource, name: string) => simulate(instantiate(Model(source))).final(name);

it("initial equations hold to rounding, not to the tolerance of the run", () => {
  const oscillator = { x: Var({ start: 1 }), v: Var({ start: 0 }), equations: "der(x) = v; der(v) = -x" };
  expect(start({ ...oscillator, initialEquations: "x + v = 3; x - v = 1" }, "x")).toBeCloseTo(2, 13);
  const steady = { x: Var({ start: 1 }), equations: "der(x) = 2 - x^4", initialEquations: "der(x) = 0" };
  expect(start(steady, "x")).toBeCloseTo(2 ** 0.25, 13);
});

it("a start value at which an exponential is beyond all numbers is drawn nearer", () => {
  const diode = (v: number) => ({ v: Var({ start: v }), equations: "1e-12*(exp(v/0.026) - 1) = (5 - v)/1000" });
  expect(start(diode(20), "v")).toBeCloseTo(start(diode(0), "v"), 12);
});

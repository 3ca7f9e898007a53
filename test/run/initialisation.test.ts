import { instantiate, Model, type ModelSource, simulate, Var } from "rattleback";
import { expect, it } from "vitest";

const start = (source: ModelSource, name: string) => simulate(instantiate(Model(source))).final(name);

it("initial equations hold to rounding, not to the tolerance of the run", () => {
  const oscillator = { x: Var({ start: 1 }), v: Var({ start: 0 }), equations: "der(x) = v; der(v) = -x" };
  expect(start({ ...oscillator, initialEquations: "x + v = 3; x - v = 1" }, "x")).toBeCloseTo(2, 13);
  const steady = { x: Var({ start: 1 }), equations: "der(x) = 2 - x^4", initialEquations: "der(x) = 0" };
  expect(start(steady, "x")).toBeCloseTo(2 ** 0.25, 13);
});

it("a matrix of differences serves while it leads on fast: equations that are linear ask for one evaluation per unknown, not two", () => {
  const count = 40;
  const vessels = Array.from({ length: count }, (_, i) => [`x${i}`, Var({ start: 1 })] as const);
  const equations = vessels.map(([x], i) => `der(${x}) = ${100 * (i + 1)} - ${i + 1}*${x} + x${(i + 1) % count}`);
  const model = instantiate(Model({ ...Object.fromEntries(vessels), equations: equations.join("; ") }));
  const result = simulate(model, { stopTime: 1, interval: 1, steadyStateStart: true });
  expect(result.statistics.modelEvaluations).toBeLessThan(1.5 * count);
  for (const residual of result.initialisation!.residuals!) expect(Math.abs(residual)).toBeLessThan(1e-11);
});

it("what happens at the start happens once, with the values that were found", () => {
  const found = {
    x: Var({ start: 1 }),
    y: Var({ start: 0 }),
    n: Var({ start: 0 }),
    equations: `
      der(x) = 1 - x^3
      when initial() then
        y = x; n = pre(n) + 1
      end`,
    initialEquations: "x^3 + x = 10",
  };
  expect([start(found, "y"), start(found, "n")]).toEqual([expect.closeTo(2, 12), 1]);
  const changed = "der(x) = 1; when initial() then reinit(x, 3*pre(x)) end";
  expect(start({ x: Var({ start: 1 }), equations: changed, initialEquations: "x^3 + x = 10" }, "x")).toBeCloseTo(6, 12);
});

it("a start value at which an exponential is beyond all numbers is drawn nearer", () => {
  const diode = (v: number) => ({ v: Var({ start: v }), equations: "1e-12*(exp(v/0.026) - 1) = (5 - v)/1000" });
  expect(start(diode(20), "v")).toBeCloseTo(start(diode(0), "v"), 12);
});

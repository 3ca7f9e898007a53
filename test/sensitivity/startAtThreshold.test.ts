// Runs that begin where a condition is just met.
import { instantiate, Model, type ModelSource, simulate, Var } from "rattleback";
import { gradient, sensitivities, start } from "rattleback/studies";
import { describe, expect, it } from "vitest";

const model = (source: ModelSource) => instantiate(Model(source), { checkUnits: false });
const xy = { x: Var({ init: 0 }), y: Var({ init: 0 }) };

describe("a run that begins where a condition is just met", () => {
  const cases: readonly (readonly [string, ModelSource, string, string, number])[] = [
    [
      "a rectifier at zero volts",
      {
        R: 2,
        C: 0.3,
        A: 5,
        u: Var({ init: 0 }),
        equations: "v = A*sin(6*time); C*der(u) = (if v - u > 0 then (v - u)/R else 0) - u/10",
      },
      "A",
      "u",
      5,
    ],
    ["a ramp", { a: 2, ...xy, equations: "der(x) = a; der(y) = if x > 0 then a*x else -5" }, "a", "y", 2],
    [
      "something that starts from rest",
      { a: 2, ...xy, equations: "der(x) = a*time; der(y) = if x > 0 then a else -5" },
      "a",
      "y",
      2,
    ],
  ];
  it.each(cases)("has derivatives by what does not move its start: %s", (_, source, parameter, variable, value) => {
    const one = model(source);
    const h = 1e-3 * value;
    const end = (p: number) =>
      simulate(one, { stopTime: 1, tolerance: 1e-11, merge: { [parameter]: p } }).final(variable);
    const difference = (end(value + h) - end(value - h)) / (2 * h);
    const forwards = sensitivities(one, { by: [parameter], stopTime: 1, tolerance: 1e-9 });
    const back = gradient(one, { of: { final: variable }, by: [parameter], stopTime: 1, tolerance: 1e-9 });
    expect(forwards.final(variable, parameter)).toBeCloseTo(difference, 5);
    expect(back.derivatives[parameter]).toBeCloseTo(difference, 5);
  });

  it("has none by what moves it to one side or the other", () => {
    const ramp = model({ a: 2, ...xy, equations: "der(x) = a; der(y) = if x > 0 then 1 else 0" });
    const refused = /E-SENSITIVITY-GRAZING[\s\S]*just met when the run began/;
    expect(() => sensitivities(ramp, { by: [start("x")], stopTime: 1 })).toThrow(refused);
    expect(() => gradient(ramp, { of: { final: "y" }, by: [start("x")], stopTime: 1 })).toThrow(refused);
  });
});

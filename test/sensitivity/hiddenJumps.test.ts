// Jumps that no event locates: derivatives cannot know that they move, and say so.
import { instantiate, Model, simulate, Var } from "rattleback";
import { gradient, sensitivities } from "rattleback/studies";
import { describe, expect, it } from "vitest";

const model = (equation: string) =>
  instantiate(Model({ p: 0.3, q: 1, x: Var({ init: 0.1 }), equations: equation }), { checkUnits: false });
const warnings = (equation: string, by = "p", method?: "ida" | "radau5") => {
  const run = sensitivities(model(equation), { by: [by], stopTime: 1, ...(method !== undefined && { method }) });
  return run.result.warnings.filter((text) => text.startsWith("W-SENSITIVITY-JUMP"));
};

describe("a jump of rates behind noEvent(…)", () => {
  it.each([
    ["der(x) = 0.5 + noEvent(if x > p then 1 else x)", "x - p"],
    ["der(x) = 0.5 + noEvent(if x >= p then 1 else x)", "x - p"],
    ["der(x) = 0.5 + noEvent(if time > p then 1 else x)", "time - p"],
    ["der(x) = 0.5 - 0.2*noEvent(sign(x - p))", "x - p"],
    ["der(x) = 0.5 + noEvent(floor(x/p))", "x/p"],
    ["y = 2*x; der(x) = 0.5 + noEvent(if y > p + 0.3 then 1 else x)", "y"],
  ])("is told: %s", (equation, place) => {
    expect(warnings(equation)[0]).toContain(place);
    const back = gradient(model(equation), { of: { final: "x" }, by: ["p"], stopTime: 1 });
    expect(back.warnings[0]).toContain(place);
    // it would be seen as an event: the derivative is then that of the runs
    const asEvent = equation.replace("noEvent", "");
    expect(warnings(asEvent)).toEqual([]);
    const h = 1e-4;
    const end = (p: number) => simulate(model(asEvent), { stopTime: 1, tolerance: 1e-11, merge: { p } }).final("x");
    const difference = (end(0.3 + h) - end(0.3 - h)) / (2 * h);
    const exact = sensitivities(model(asEvent), { by: ["p"], stopTime: 1, tolerance: 1e-9 }).final("x", "p");
    expect(exact / difference).toBeCloseTo(1, 4);
  });

  it.each(["ida", "radau5"] as const)("is told with %s, too", (method) => {
    expect(warnings("der(x) = 0.5 + noEvent(if x > p then 1 else x)", "p", method)).toHaveLength(1);
  });

  it.each([
    ["a corner", "der(x) = 0.5 + max(p, x) + noEvent(if x > p then x - p else 0)", "p"],
    ["a jump at a time that does not move", "der(x) = q + noEvent(if time > p then 1 else x)", "q"],
    ["an event", "der(x) = 0.5 + (if x > p then 1 else x)", "p"],
    ["a jump of what no rate depends on", "der(x) = p; y = noEvent(if x > p then 1 else 0)", "p"],
  ])("is not: %s", (_, equation, by) => {
    expect(warnings(equation, by)).toEqual([]);
  });
});

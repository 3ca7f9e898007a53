/**
 * Which variables of a constraint are states: those that coefficients which do not change leave free, unless somebody said otherwise. A slider
 * at x = 2·sin(phi) is where the crank says, at any angle; the other way round it stops at the first dead centre.
 */
import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import type { VariableAttributes } from "../../src/language/values.ts";

type Attributes = Pick<VariableAttributes, "start" | "stateSelect">;

describe("a crank and its slider", () => {
  const crank = (x: Attributes, phi: Attributes = {}) =>
    instantiate(Model({ x: Var(x), phi: Var(phi), equations: "der(phi) = w; w = 1; x = 2*sin(phi); v = der(x)" }));

  it.each([
    [{ start: 0 }, {}, "phi"],
    [{ start: 0 }, { start: 0 }, "phi"],
    [{}, { start: 0 }, "phi"],
    [{ start: 0, stateSelect: "avoid" }, {}, "phi"],
    [{ start: 0, stateSelect: "prefer" }, {}, "x"],
    [{ start: 0, stateSelect: "always" }, {}, "x"],
    [{ start: 0 }, { stateSelect: "prefer" }, "phi"],
    [{ start: 0 }, { stateSelect: "avoid" }, "x"],
  ] as const)("with %o and %o for the angle", (x, phi, expected) => {
    expect(crank(x, phi).stateNames).toEqual([expected]);
  });

  it("turns through its dead centres", () => {
    const result = simulate(crank({ start: 0 }), { stopTime: 7, tolerance: 1e-9 });
    expect(result.final("x")).toBeCloseTo(2 * Math.sin(7), 7);
    expect(result.final("v")).toBeCloseTo(2 * Math.cos(7), 7);
    expect(result.segments).toHaveLength(1);
  });
});

describe("where a library says which states are bad", () => {
  const measured = (phi: Attributes, s: Attributes) =>
    instantiate(
      Model({ phi: Var(phi), s: Var(s), w: Var({ start: 1 }), equations: "der(phi) = w; der(w) = -phi; s = 2*phi; q = der(s)" }), // biome-ignore format: one model
    ).stateNames;

  it.each([
    [{ stateSelect: "avoid" }, {}, ["phi", "w"]],
    [{ start: 0, stateSelect: "avoid" }, {}, ["phi", "w"]],
    // what has a start value was not merely measured
    [{ stateSelect: "avoid" }, { start: 0 }, ["w", "s"]],
    [{ stateSelect: "avoid" }, { stateSelect: "avoid" }, ["phi", "w"]],
    [{ stateSelect: "never" }, {}, ["w", "s"]],
    [{}, {}, ["phi", "w"]],
  ] as const)("what is measured of them is none either: %o and %o", (phi, s, expected) => {
    expect([...measured(phi, s)].sort()).toEqual([...expected].sort());
  });
});

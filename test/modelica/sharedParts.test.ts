/**
 * Functions that are written out use what they computed many times over: 60 statements that each name the last value twice would be 2⁶⁰
 * terms. Whoever walks through them meets each part once, or never comes back.
 */
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

/** Goes to √2 from anywhere between 0 and 2: the value times four is that of two branches alike. */
const root = `
  function root
    input Real x;
    output Real y;
  algorithm
    y := x;
    for i in 1:60 loop
      y := if y*y < 2 then y + (2 - y*y)/4 else y - (y*y - 2)/4;
    end for;
  end root;`;
/** Folds the line 60 times at 1, and halves it: what is left of a number between 0 and 2 is 1. */
const folded = `
  function folded
    input Real x;
    output Real y;
  algorithm
    y := x;
    for i in 1:60 loop
      y := if y < 1 then y + (1 - y)/2 else y - (y - 1)/2;
    end for;
  end folded;`;

const modelOf = (declarations: string) =>
  importModelica({ texts: { "M.mo": `model M ${declarations} end M;` } }).instantiate("M");

describe("functions whose parts occur many times", () => {
  it("are right sides, with exact Jacobians", () => {
    const text = `${root} Real x(start = 1, fixed = true); equation der(x) = 1000*(root(x) - x);`;
    const result = simulate(modelOf(text), { stopTime: 0.001, tolerance: 1e-10, method: "radau5" });
    expect(result.final("x")).toBeCloseTo(Math.SQRT2 + (1 - Math.SQRT2) / Math.E, 8);
  });

  it("decide about events, whose texts are no longer than a page", () => {
    const text = `${root} Boolean isHigh; equation isHigh = time*root(time + 0.5) > 1;`;
    const model = modelOf(text);
    const result = simulate(model, { stopTime: 1, tolerance: 1e-10 });
    expect(result.events.find(({ time }) => time > 0)?.time).toBeCloseTo(Math.SQRT1_2, 9);
    const shown = model.printEquations();
    expect(shown).toContain("…");
    expect(shown.length).toBeLessThan(50_000);
  });

  it("are conditions and kinks", () => {
    const text = `${root} ${folded} Real x; Real y; equation
      x = if noEvent(root(time + 1) > 1.4) then 1 else 2;
      y = smooth(0, noEvent(folded(time)));`;
    const result = simulate(modelOf(text), { stopTime: 1 });
    expect(result.final("x")).toBe(1);
    expect(result.final("y")).toBeCloseTo(1, 12);
  });
});

describe("semiLinear", () => {
  it("takes arrays: of no element too", () => {
    const text = `
      parameter Integer n = 0;
      Real none[n] = {time for i in 1:n};
      Real carried[n] = semiLinear(time - 0.5, none, none);
      Real two[2] = semiLinear(time - 0.5, {1, 2}, {3, 4});`;
    const result = simulate(modelOf(text), { stopTime: 1 });
    expect(result.final("two[1]")).toBe(0.5);
    expect(result.final("two[2]")).toBe(1);
  });

  it("has a kink that is located: its integral is exact", () => {
    const text = `
      Real carried(start = 0, fixed = true);
    equation
      der(carried) = semiLinear(time - 0.3, 2, 5);`;
    const result = simulate(modelOf(text), { stopTime: 1 });
    expect(result.final("carried")).toBeCloseTo(0.7 ** 2 - 2.5 * 0.3 ** 2, 13);
  });

  it("gives what is between two volumes the value of the one upstream, and one of theirs without flow", () => {
    const text = `
      Real m = 1e-3*sin(time), between, carried;
    equation
      carried = semiLinear(m, 20, between);
      carried = semiLinear(m, between, 10);`;
    const result = simulate(modelOf(text), { stopTime: 4 });
    expect(result.at(0, "between")).toBeCloseTo(15, 6);
    expect(result.at(1, "between")).toBeCloseTo(20, 5);
    expect(result.at(4, "between")).toBeCloseTo(10, 5);
  });
});

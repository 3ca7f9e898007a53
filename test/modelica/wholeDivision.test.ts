/** div, mod and rem: of literals, of parameters, of what changes, and in functions that stay calls. */
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

const pairs: readonly (readonly [number, number])[] = [
  [5, 3],
  [-5, 3],
  [5, -3],
  [-5, -3],
  [6, 3],
  [0, 7],
  [-1.5, 0.5],
  [7.25, -2],
];

function finals(x: number, y: number): Record<string, number> {
  const text = `
    model Division
      function looped
        input Real x; input Real y; output Real d; output Real m; output Real r;
      algorithm
        for i in 1:2 loop d := div(x, y); m := mod(x, y); r := rem(x, y); end for;
      end looped;
      parameter Real x = ${x}; parameter Real y = ${y};
      Real moving = x + 0*time;
      Real d1 = div(${x}, ${y}); Real m1 = mod(${x}, ${y}); Real r1 = rem(${x}, ${y});
      Real d2 = div(x, y); Real m2 = mod(x, y); Real r2 = rem(x, y);
      Real d3 = div(moving, y); Real m3 = mod(moving, y); Real r3 = rem(moving, y);
      Real d4; Real m4; Real r4;
    equation
      (d4, m4, r4) = looped(moving, y);
    end Division;`;
  const result = simulate(importModelica({ texts: { "Division.mo": text } }).instantiate("Division"), { stopTime: 1 });
  return Object.fromEntries(result.names().map((name) => [name, result.final(name)]));
}

describe("whole division", () => {
  it.each(pairs)("of %d by %d rounds towards zero (div, rem) and down (mod), however it is written", (x, y) => {
    const values = finals(x, y);
    for (const way of [1, 2, 3, 4]) {
      expect(values[`d${way}`]).toBeCloseTo(Math.trunc(x / y), 12);
      expect(values[`r${way}`]).toBeCloseTo(x - Math.trunc(x / y) * y, 12);
      expect(values[`m${way}`]).toBeCloseTo(x - Math.floor(x / y) * y, 12);
    }
  });

  it.each(["div", "mod", "rem"])("%s by zero has no value, as a literal too", (name) => {
    for (const divisor of ["0", "p"]) {
      const text = `model M parameter Real p = 0; Real y; equation y = ${name}(5, ${divisor}); end M;`;
      const model = importModelica({ texts: { "M.mo": text } }).instantiate("M");
      expect(() => simulate(model, { stopTime: 1 })).toThrow(/E-NOT-FINITE-VALUE.*"y" is (NaN|Infinity)/);
    }
  });
});

// function fx = der(f, x): the derivative of f with respect to its input x.
import { describe, expect, it } from "vitest";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

const functions = `
  function f input Real x; input Real y = 3; output Real z; output Real w; algorithm z := x^2*y + sin(x); w := x*y; end f;
  function fx = der(f, x);
  function fxy = der(f, x, y);
  function fxx = der(fx, x);
  function power "loops as often as n says, and stays a call" input Real x; input Integer n; output Real s;
  protected Integer k = 0;
  algorithm s := 1; while k < n loop s := s*x; k := k + 1; end while; end power;
  function slope = der(power, x);
  function sum2 input Real x; input Integer n; output Real y = 0;
  protected Integer k = 0;
  algorithm while k < n loop y := y + fx(x, 1); k := k + 1; end while; end sum2;`;

function finals(body: string, names: string): number[] {
  const text = `package T ${functions} model M ${body} end M; end T;`;
  const model = importModelica({ texts: { "T.mo": text } }).instantiate("T.M");
  const result = simulate(model, { stopTime: 1, tolerance: 1e-9 });
  return names.split(" ").map((name) => result.final(name));
}

describe("a function that is the derivative of another", () => {
  it("takes its inputs, by position, by name, by default and one by one, and gives all results", () => {
    const body = `
      Real a = fx(2, time); Real b = fxy(2, time); Real c = fxx(time, y = 1); Real d = fx(1);
      Real v[2] = fx({time, 2}, 1); Real p; Real q; Real r;
    equation
      (p, q) = fx(time, 5);
      fx(r, 1) = 2*time + cos(1);`;
    const [a, b, c, d, v1, v2, p, q, r] = finals(body, "a b c d v[1] v[2] p q r") as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    expect(a).toBeCloseTo(4 + Math.cos(2), 12);
    expect(b).toBeCloseTo(4, 12);
    expect(c).toBeCloseTo(2 - Math.sin(1), 12);
    expect(d).toBeCloseTo(6 + Math.cos(1), 12);
    expect(v1).toBeCloseTo(2 + Math.cos(1), 12);
    expect(v2).toBeCloseTo(4 + Math.cos(2), 12);
    expect(p).toBeCloseTo(10 + Math.cos(1), 12);
    expect(q).toBe(5);
    expect(r).toBeCloseTo(1, 9);
  });

  it("is known where its arguments are", () => {
    const [a] = finals("parameter Integer n = integer(fxy(2, 1)); Real a[n] = ones(n)*fx(2, 1);", "a[4]");
    expect(a).toBeCloseTo(4 + Math.cos(2), 12);
  });

  it("may be that of a function that stays a call, or stand in one", () => {
    const body = `
      discrete Integer n(start = 3, fixed = true); Real a = slope(2*time, n); Real b = sum2(time, n);
    equation
      when time > 2 then n = 5; end when;`;
    const [a, b] = finals(body, "a b");
    expect(a).toBeCloseTo(12, 12);
    expect(b).toBeCloseTo(6 + 3 * Math.cos(1), 12);
  });

  it("is refused for what is no input, or no single Real", () => {
    expect(() => finals("function bad = der(f, u); Real a = bad(1, 2);", "a")).toThrow(
      /E-MODELICA-FUNCTION.*"T.f" has no derivative with respect to "u"/,
    );
    expect(() => finals("function bad = der(power, n); Real a = bad(1, 2);", "a")).toThrow(/"n" is not a single Real/);
  });
});

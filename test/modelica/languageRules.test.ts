// Rules of the language that are easily got wrong, each in a small model whose result is known.
import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

function run(text: string) {
  const model = importModelica({ texts: { "T.mo": `package T ${text} end T;` } }).instantiate("T.M");
  return simulate(model, { stopTime: 1, tolerance: 1e-8 });
}

function finals(text: string, names: readonly string[]): number[] {
  const result = run(text);
  return names.map((name) => Number(result.final(name)));
}

function refusal(text: string): RattlebackError {
  try {
    run(text);
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${text}`);
}

describe("constraining clauses", () => {
  const parts = `
    partial model I parameter Real k = 1; output Real y; end I;
    model A extends I; equation y = k; end A;
    model B extends I; parameter Real extra = 2; equation y = k + extra; end B;`;

  it("modify the declaration itself and what replaces it, and give way to both", () => {
    const model = `${parts}
      model Holder replaceable A a constrainedby I(k = 5); Real y = a.y; end Holder;
      model Other replaceable A a(k = 7) constrainedby I(k = 5); Real y = a.y; end Other;
      model M Holder h(redeclare B a); Holder g; Other o; Holder p(a(k = 9)); end M;`;
    expect(finals(model, ["h.y", "g.y", "o.y", "p.y"])).toEqual([7, 5, 7, 9]);
  });

  it("modify a replaceable class, too", () => {
    const model = `${parts}
      model Holder replaceable model C = A constrainedby I(k = 5); C c; end Holder;
      model M Holder g; Holder h(redeclare model C = B(extra = 1)); end M;`;
    expect(finals(model, ["g.c.y", "h.c.y"])).toEqual([5, 6]);
  });
});

describe("conditions of when", () => {
  it("see the jumps of mod and floor", () => {
    const model = `model M
      Integer n(start = 0, fixed = true); Integer m(start = 0, fixed = true); Integer k(start = 0, fixed = true);
    equation
      when mod(time, 0.4) < 0.2 then n = pre(n) + 1; end when;
      when {floor(5*time) > 1.5, time > 0.9} then m = pre(m) + 1; end when;
    algorithm
      when mod(time, 0.4) < 0.2 then k := pre(k) + 1; end when;
    end M;`;
    expect(finals(model, ["n", "m", "k"])).toEqual([2, 2, 2]);
  });

  it("let elsewhen act where it becomes true, while the condition before stays true", () => {
    const model = `model M Integer b(start = 0, fixed = true);
    equation when time > 0.2 then b = 1; elsewhen time > 0.4 then b = 2; end when; end M;`;
    expect(finals(model, ["b"])).toEqual([2]);
  });
});

describe("algorithm sections", () => {
  it("begin with start values of continuous variables and with the last values of discrete ones", () => {
    const model = `model M
      Real y(start = 4); Real z; Real u; discrete Real d(start = 0, fixed = true); Real v(start = 2); Real w;
    algorithm
      if time < 0.5 then y := 3; z := 1; d := 3; end if;
      u := 2*y;
    algorithm
      w := v + 1;
      v := time;
    end M;`;
    expect(finals(model, ["y", "z", "u", "d", "v", "w"])).toEqual([4, 0, 8, 3, 1, 3]);
  });
});

describe("indices that only the run knows", () => {
  it("end the run where they leave the array, and are not looked at where a condition excludes them", () => {
    const outside = `model M Integer k = if time > 0.5 then 4 else 1; Real v[3] = {10, 20, time}; Real y = v[k]; end M;`;
    expect(refusal(outside)).toMatchObject({ code: "E-ASSERT" });
    expect(refusal(outside).message).toContain("the index 4 is outside of 1:3");
    const guarded = `model M
      Integer k = if time > 0.5 then 4 else 2; Real v[3] = {10, 20, time};
      Real y = if k <= 3 then v[k] else -1; Boolean b = k <= 3 and v[k] > 5;
    end M;`;
    expect(finals(guarded, ["y", "b"])).toEqual([-1, 0]);
  });

  it("count literals of enumerations and truth values", () => {
    const model = `type E = enumeration(a, b, c);
    model M
      parameter Real t[E] = {1, 20, 300}; parameter Real w[E, Boolean] = [1, 2; 3, 4; 5, 6];
      E e = if time > 0.5 then E.c else E.a; Real y = t[e]; Real z = w[e, time > 0.7]; Integer n = sum(Integer(x) for x in E);
    end M;`;
    expect(finals(model, ["y", "z", "n"])).toEqual([300, 6, 6]);
  });
});

describe("functions", () => {
  it.each(["pre(x)", "der(x)", "if initial() then 1 else x", "delay(x, 1)", "if edge(b) then 1 else x"])(
    "do not know %s",
    (expression) => {
      const error = refusal(`
        function f input Real x; input Boolean b; output Real y; algorithm y := ${expression}; end f;
        model M Real s(start = 1, fixed = true); Real y = f(s, time > 0.5); equation der(s) = -s; end M;`);
      expect(error.code).toBe("E-MODELICA-CALL");
      expect(error.message).toMatch(/cannot be used in a function/);
    },
  );

  it("have no when clauses", () => {
    const error = refusal(`
      function f input Real x; output Real y; algorithm y := 0; when x > 0 then y := 1; end when; end f;
      model M Real y = f(time); end M;`);
    expect(error.code).toBe("E-MODELICA-FUNCTION");
    expect(error.message).toContain("T.mo:2:");
  });

  it("take defaults from earlier inputs, other functions with some inputs given, and stop in the middle", () => {
    const model = `
      function f input Real a; input Real b = 2*a; input Real c = a + b; output Real y; algorithm y := a + b + c; end f;
      partial function Fn input Real x; output Real y; end Fn;
      function twice input Fn g; input Real x; output Real y; algorithm y := g(g(x)); end twice;
      function line extends Fn; input Real a = 2; input Real b = 0; algorithm y := a*x + b; end line;
      function count input Real v[:]; output Integer n = 0; algorithm for x in v loop if x < 0 then break; end if; n := n + 1; end for; end count;
      function half = line(a = 0.5);
      model M Real u = f(5); Real v = f(2, c = 7); Real w = twice(function line(b = 1), time); Integer n = count({1, time, -1, 5}); Real h = half(4); end M;`;
    expect(finals(model, ["u", "v", "w", "n", "h"])).toEqual([30, 13, 7, 2, 2]);
  });

  it("are differentiated by their annotations, twice", () => {
    const model = `
      function f input Real x; input Real k; output Real y; algorithm y := k*x^3; annotation(derivative(zeroDerivative = k) = df, Inline = false); end f;
      function df input Real x; input Real k; input Real dx; output Real dy; algorithm dy := 3*k*x^2*dx; annotation(derivative(zeroDerivative = k, order = 2) = ddf, Inline = false); end df;
      function ddf input Real x; input Real k; input Real dx; input Real ddx; output Real dy; algorithm dy := 6*k*x*dx^2 + 3*k*x^2*ddx; end ddf;
      model M parameter Real k = 2; Real s = f(time, k); Real v = der(s); Real a = der(v); end M;`;
    expect(finals(model, ["s", "v", "a"])).toEqual([2, 6, 12]);
  });
});

describe("loops", () => {
  it("without a range take it from the subscripts of their iterator", () => {
    const model = `
      function dot input Real a[:]; input Real b[size(a, 1)]; output Real y; algorithm y := 0; for i loop y := y + a[i]*b[i]; end for; end dot;
      function grown input Real a[:]; input Real x; output Real y; algorithm y := x; while y < 10 loop for i loop y := y + a[i]; end for; end while; end grown;
      model M
        Real v[3] = {1, 2, time}; Real y = dot(v, {4, 5, 6}); Real z = grown(v, time); Real w[2, 3]; Real s = sum(w);
      equation
        for i, j loop w[i, j] = 10*i + j; end for;
      end M;`;
    expect(finals(model, ["y", "z", "s"])).toEqual([20, 13, 102]);
  });
});

describe("Real values that change", () => {
  it("are compared for equality with a warning, outside of functions", () => {
    const { warnings } = run("model M Boolean b = time == 0.5; end M;");
    expect(warnings.some((warning) => /^W-REAL-EQUALITY {2}T\.mo:1:/.test(warning))).toBe(true);
    const quiet = run("model M parameter Real p = 0; Boolean b = p == 0; Integer k = 2; Boolean c = k == 2; end M;");
    expect(quiet.warnings).toEqual([]);
  });
});

/** Functions with loops over variables: generated code, its rates, and what it says when something is wrong. */
import fc from "fast-check";
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

/** A loop that depends on a variable keeps the function from being inlined. */
const keep = (body: string) => `while k < n loop k := k + 1; end while; ${body}`;

function finals(declarations: string, names: string, stopTime = 1): number[] {
  const model = importModelica({ texts: { "M.mo": `model M ${declarations} end M;` } }).instantiate("M");
  const result = simulate(model, { stopTime, tolerance: 1e-10 });
  return names.split(" ").map((name) => result.final(name));
}

describe("functions that stay calls", () => {
  it("loop, break, return, and give several results", () => {
    const text = `
      function f
        input Real x; input Real limit;
        output Real s = 0; output Integer terms = 0;
      protected
        Real term = 1;
      algorithm
        while true loop
          if abs(term) < limit then return; end if;
          s := s + term;
          terms := terms + 1;
          term := term*x/terms;
          if terms > 100 then break; end if;
        end while;
      end f;
      Real e; discrete Real n;
    equation
      (e, n) = f(time, 1e-17);`;
    const [e] = finals(text, "e");
    expect(e).toBeCloseTo(Math.E, 14);
  });

  it("local arrays whose elements are named one by one, with their rates; others stay arrays", () => {
    // p and q are taken apart, r is not: a loop names its elements, and s is handed over whole
    const text = `
      function f
        input Real x; input Integer n;
        output Real y; output Real z;
      protected
        Integer k = 0;
        Real p[3]; Real q[2, 2]; Real r[3]; Real s[2];
      algorithm
        ${keep(`
          p[1] := x*x;
          p[2] := p[1]*x;
          (p[3], q[2, 1]) := g(p[2], p[1]);
          q[1, 1] := if x > 10 then p[1] else p[3] - p[1];
          if x < 10 then q[1, 2] := sin(q[1, 1]); else q[1, 2] := 0; end if;
          q[2, 2] := q[1, 2] + q[2, 1];
          p[1] := 2*p[1];
          for i in 1:3 loop r[i] := i*p[1]; end for;
          s[1] := x; s[2] := r[3];
          y := q[2, 2];
          z := sum(s) + p[1];`)}
      end f;
      function g input Real a; input Real b; output Real c = a + b; output Real d = a*b; algorithm end g;
      Real x(start = 0.5, fixed = true); Real y; Real z; Real u(start = 1); Real v;
    equation
      der(x) = x;
      (y, z) = f(x, 3);
      // solved by Newton's method, and differentiated: both need the rates
      f(u, 3) = y;
      v = der(y);`;
    const [y, z, u, v] = finals(text, "y z u v", 0.5);
    const x = 0.5 * Math.exp(0.5);
    expect(y).toBeCloseTo(Math.sin(x ** 3) + x ** 5, 9);
    expect(z).toBeCloseTo(x + 8 * x * x, 9);
    expect(u).toBeCloseTo(x, 9);
    expect(v).toBeCloseTo((Math.cos(x ** 3) * 3 * x * x + 5 * x ** 4) * x, 8);
  });

  it("arrays: slices, products, comprehensions, ranges, sizes that the run knows, matrices", () => {
    const text = `
      function f
        input Real v[:]; input Integer n;
        output Real y[7];
      protected
        Integer k = 0;
        Real A[size(v, 1), size(v, 1)];
        Real w[:];
      algorithm
        ${keep(`
          for i in 1:size(v, 1), j in 1:size(v, 1) loop A[i, j] := if i == j then 2 else v[i]*v[j]; end for;
          w := A*v;
          y[1] := v*w;
          y[2] := sum(A[:, 2]);
          y[3] := sum(i*v[i] for i in 1:size(v, 1));
          y[4] := max({x^2 for x in v[2:end]});
          A[1, :] := zeros(size(v, 1));
          y[5] := sum(transpose(A)*fill(1, size(v, 1)));
          w := cat(1, v, 3:-1:1);
          y[6] := w[end] + 10*size(w, 1);
          y[7] := product([1, 2; 3, 4]*{v[1], 1});
        `)}
      end f;
      Real y[7] = f({time, 2*time, 3*time}, integer(3*time));`;
    // v = (1, 2, 3): A = [2 2 3; 2 2 6; 3 6 2]
    expect(finals(text, "y[1] y[2] y[3] y[4] y[5] y[6] y[7]")).toEqual([
      2 + 4 + 9 + 4 + 8 + 36 + 9 + 36 + 18,
      2 + 2 + 6,
      14,
      9,
      2 + 2 + 6 + 3 + 6 + 2,
      1 + 60,
      3 * 7,
    ]);
  });

  it("records, functions as arguments with given values, enumerations and recursion", () => {
    const text = `
      type Kind = enumeration(plus, minus);
      record P Real x; Real c[2]; end P;
      partial function Law input Real u; output Real y; end Law;
      function power extends Law; input Integer n; algorithm y := u^n; end power;
      function faculty input Integer n; output Integer y;
      algorithm if n <= 1 then y := 1; else y := n*faculty(n - 1); end if; end faculty;
      function f
        input P p[2]; input Law law; input Kind kind; input Integer n;
        output Real y; output P q;
      protected
        Integer k = 0;
      algorithm
        ${keep(`
          q := p[1];
          q.c[2] := 7;
          y := law(p[2].x) + sum(p.x) + q.c[2] - p[1].c[2] + (if kind == Kind.plus then 1 else -1)*faculty(n);
          q.x := y;
        `)}
      end f;
      Real y; P q;
    equation
      (y, q) = f({P(c = {1, 2}, x = time), P(2*time, {3, 4})}, function power(n = integer(3*time)), Kind.minus, integer(4*time));`;
    expect(finals(text, "y q.x q.c[2]")).toEqual([8 + 3 + 5 - 24, -8, 7]);
  });

  it("are differentiated exactly: a constraint through a loop leaves a pendulum of one state", () => {
    // a bead on the curve y = Σ x^k/k!, k ≤ 12 ≈ exp(x): der(y) = y·der(x)
    const text = `
      function curve input Real x; input Integer n; output Real y = 1;
      protected Real term = 1; Integer k = 0;
      algorithm
        while k < n loop k := k + 1; term := term*x/k; y := y + term; end while;
      end curve;
      Real x(start = 0, fixed = true); Real y; Real v(start = 1, fixed = true); Integer n = if time < 10 then 16 else 15;
    equation
      y = curve(x, n);
      der(x) = v;
      der(v) = -der(y);`;
    // v = 1 − (y − 1), y = exp(x): der(x) = 2 − exp(x), so u = exp(−x) obeys der(u) = 1 − 2u
    const [x, v] = finals(text, "x v");
    const u = 0.5 + 0.5 * Math.exp(-2);
    expect(x).toBeCloseTo(-Math.log(u), 8);
    expect(v).toBeCloseTo(2 - 1 / u, 8);
  });

  it("have rates of every operator: an expression in a loop and the same one in an equation", () => {
    const leaf = fc.constantFrom("a", "b", "(a - 0.3)", "1.7");
    const operators = ["+", "-", "*"];
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc
          .tuple(tie("expression"), fc.constantFrom(...operators), tie("expression"))
          .map(([x, o, y]) => `(${x} ${o} ${y})`),
        fc.tuple(tie("expression"), tie("expression")).map(([x, y]) => `(${x})/(2 + (${y})^2)`),
        fc.tuple(fc.constantFrom("sin", "cos", "atan", "tanh", "abs"), tie("expression")).map(([f, x]) => `${f}(${x})`),
        tie("expression").map((x) => `exp(-abs(${x}))`),
        fc.tuple(tie("expression"), tie("expression")).map(([x, y]) => `max(${x}, ${y})`),
        fc.tuple(tie("expression"), tie("expression")).map(([x, y]) => `({${x}, ${y}}*{${y}, 2})`),
        fc.tuple(tie("expression"), tie("expression")).map(([x, y]) => `sum(cross({${x}, 1, ${y}}, {2, ${y}, 3}))`),
        fc.tuple(tie("expression"), tie("expression")).map(([x, y]) => `(if a > b then ${x} else ${y})`),
      ),
    }));
    fc.assert(
      fc.property(expression, (e) => {
        const text = `
          function f input Real a; input Real b; input Integer n; output Real y;
          protected Integer k = 0;
          algorithm ${keep(`y := ${e};`)}
          end f;
          Real a = sin(time) + 0.2; Real b = 0.5*time^2 - 0.1; Integer n = if time < 0.5 then 1 else 2;
          Real y = f(a, b, n);
          Real z = ${e};
          Real dy = der(y); Real dz = der(z);`;
        const [y, z, dy, dz] = finals(text, "y z dy dz", 0.7) as [number, number, number, number];
        expect(Math.abs(y - z)).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(z)));
        expect(Math.abs(dy - dz)).toBeLessThanOrEqual(1e-11 * (1 + Math.abs(dz)));
      }),
      { numRuns: 12, seed: 8 },
    );
  });

  it("say where an assertion of theirs does not hold, and where a subscript is out of range", () => {
    const failing = (statement: string) => `
      function f input Real x; input Integer n; output Real y; protected Integer k = 0; Real v[2] = {x, x};
      algorithm
        ${keep(statement)}
      end f;
      Real y = f(time, integer(2*time));`;
    expect(() => finals(failing('y := x; assert(x < 0.5, "x is " + String(x) + " or so");'), "y")).toThrow(
      /x is 0\.5.* or so/,
    );
    expect(() => finals(failing("y := v[if x < 0.5 then 1 else 3];"), "y")).toThrow(/3/);
  });

  it("are never the text of the model: names and texts that look like code are data", () => {
    const text = `
      function f input Real 'x); throw 1; (' ; input Integer n; output Real y; output Integer length;
      protected Integer k = 0; String s = "\\"; throw 2; //\\n";
      algorithm ${keep(`y := 2*'x); throw 1; ('; length := if s == "a" then 0 else 1;`)}
      end f;
      Real y; discrete Real length;
    equation
      (y, length) = f(time, integer(2*time));`;
    expect(finals(text, "y length")).toEqual([2, 1]);
  });
});

// Functions that call themselves as often as the values of the run ask for.
import { expect, it } from "vitest";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

function run(text: string) {
  const model = importModelica({ texts: { "T.mo": `package T ${text} end T;` } }).instantiate("T.M");
  return simulate(model, { stopTime: 1, tolerance: 1e-8 });
}

it("a recursion that a variable ends gives what its closed form gives", () => {
  const result = run(`
    function gcd input Integer a; input Integer b; output Integer g;
    algorithm g := if b == 0 then a else gcd(b, mod(a, b)); end gcd;
    function fibonacci input Integer n; output Integer f;
    algorithm if n < 2 then f := n; else f := fibonacci(n - 1) + fibonacci(n - 2); end if; end fibonacci;
    model M
      Integer n(start = 48, fixed = true); Integer g = gcd(n, 18); Integer f = fibonacci(div(n, 4));
    equation
      when time > 0.5 then n = 35; end when;
    end M;`);
  expect([result.at(0.2, "g"), result.at(0.2, "f"), result.final("g"), result.final("f")]).toEqual([6, 144, 1, 21]);
});

it("functions may call each other, and Reals may decide", () => {
  const result = run(`
    function isEven input Integer n; output Boolean b; algorithm b := if n == 0 then true else isOdd(n - 1); end isEven;
    function isOdd input Integer n; output Boolean b; algorithm b := if n == 0 then false else isEven(n - 1); end isOdd;
    function halved input Real x; output Real y; algorithm y := if x < 1 then x else halved(x/2); end halved;
    model M
      Integer n(start = 3, fixed = true); Boolean b = isEven(n); Real y = halved(5 + time);
    equation
      when time > 0.5 then n = 40; end when;
    end M;`);
  expect([result.at(0.2, "b"), result.final("b"), result.final("y")]).toEqual([0, 1, 0.75]);
});

it("a recursion that sizes end is inlined as before: the determinant by its first row", () => {
  const result = run(`
    function det input Real A[:, :]; output Real d; protected Integer n = size(A, 1); Real B[n - 1, n - 1];
    algorithm
      d := if n == 1 then A[1, 1] else 0;
      if n > 1 then
        for j in 1:n loop
          B := [A[2:n, 1:j - 1], A[2:n, j + 1:n]];
          d := d + (-1)^(j + 1)*A[1, j]*det(B);
        end for;
      end if;
    end det;
    model M Real d = det([2, 0, time; 1, 3, 2; 1, 1, 1]); end M;`);
  expect(result.final("d")).toBeCloseTo(0, 12);
  expect(result.at(0, "d")).toBeCloseTo(2, 12);
});

// Arrays keep their dimensions: equal numbers of elements are no equal sizes, and what has three dimensions is read as such.
import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import type { SignalValue } from "../../src/results/nestedNumbers.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { resultToJson } from "../../src/results/writers/json.ts";
import { simulate } from "../../src/run/simulate.ts";

function run(body: string) {
  return simulate(importModelica({ texts: { "T.mo": `model T\n${body}\nend T;` } }).instantiate("T"), { stopTime: 1 });
}

function refusal(body: string): RattlebackError {
  try {
    run(body);
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${body}`);
}

const cube = "Real A[2, 2, 3]; equation A = {{{100*i + 10*j + k for k in 1:3} for j in 1:2} for i in 1:2};";
const layers = [
  [
    [111, 112, 113],
    [121, 122, 123],
  ],
  [
    [211, 212, 213],
    [221, 222, 223],
  ],
];

describe("an array of three dimensions", () => {
  it("is read as a whole and by its elements", () => {
    const result = run(cube);
    expect(result.final<SignalValue>("A")).toEqual(layers);
    expect(result.final("A[2,1,3]")).toBe(213);
    expect(result.signal<number[][][][]>("A").values[0]).toEqual(layers);
  });

  it("is the same in a file", () => {
    const read = resultFromJson(resultToJson(run(cube)));
    expect(read.final<SignalValue>("A")).toEqual(layers);
  });

  it("has its first two dimensions exchanged by transpose", () => {
    const result = run(`Real A[1, 2, 3] = {{{1, 2, 3}, {4, 5, 6}}}; Real B[2, 1, 3] = transpose(A);`);
    expect(result.final<SignalValue>("B")).toEqual([[[1, 2, 3]], [[4, 5, 6]]]);
  });
});

describe("sizes that differ are refused though the numbers of elements are equal:", () => {
  it.each([
    ["an equation", "Real A[2, 3] = ones(2, 3); Real B[3, 2]; equation B = A;", /\[3, 2\] and \[2, 3\]/],
    [
      "an equation of records",
      "record R Real a[2]; end R; R p[2](each a = {1, 2}); R q[1, 2]; equation q = p;",
      /\[1, 2\]/,
    ],
    [
      "an assignment to a part",
      "Real A[4, 4]; algorithm A[1:2, 1:3] := ones(3, 2);",
      /size \[2, 3\] gets .* size \[3, 2\]/,
    ],
    ["arguments of a function", "Real A[2, 3] = atan2(ones(2, 3), ones(3, 2));", /\[2, 3\] and \[3, 2\]/],
    ["a matrix as a vector", "Real v[4] = vector({{1, 2}, {3, 4}});", /one row or column/],
    ["a matrix of layers", "Real v[2, 2] = matrix(ones(2, 2, 2));", /further dimensions are 1/],
    ["a product of three dimensions", "Real B[2, 2] = ones(2, 2, 2)*ones(2, 2);", /product of sizes/],
  ])("%s", (_, body, message) => {
    const error = refusal(body);
    expect(error.code).toBe("E-MODELICA-SIZE");
    expect(error.message).toMatch(message);
  });
});

describe("an array without elements", () => {
  it("has the sizes that its elements would have", () => {
    const body =
      "parameter Integer n = 0; parameter Real p[n, 3] = {{0, 0, 0} for i in 1:n}; Real w[2, n] = {{1 for i in 1:n} for j in 1:2};";
    expect(run(`${body} Real y = 10*size(p, 2) + sum(p) + size(w, 1);`).final("y")).toBe(32);
  });

  it("is what a function gives that is called for none", () => {
    const f = "function f input Real a; input Real e; output Real b; algorithm b := if a > e then 2 else a; end f;";
    const body = "Real x[0] = f(zeros(0), time); Real z[0, 2] = f(zeros(0, 2), time);";
    expect(run(`${f} ${body} Real y = sum(x) + size(x, 1) + size(z, 2);`).final("y")).toBe(2);
  });

  it("is equal to another one, of whatever type", () => {
    const body = "record R Real a; end R; connector C R r; end C; C c[0]; R r[0]; Real y = 1; equation c.r = r;";
    expect(run(body).final("y")).toBe(1);
  });
});

it("records are equal field by field, and have the same fields", () => {
  const records = "record R Real a; end R; record Q Real a; Real b; end Q; R r; Q q(a = 1, b = 2);";
  expect(refusal(`${records} equation r = q;`).message).toMatch(/the field "b" exists on one side only/);
  expect(refusal(`${records} equation q = r;`).message).toMatch(/the field "b" exists on one side only/);
});

describe("a modification of an array of components", () => {
  const parts = "model A parameter Real p[2] = {0, 0}; parameter Real k = 0; end A;";

  it("gives all dimensions, or says each", () => {
    expect(run(`${parts} A a[2](each p = {3, 4}); Real y = a[1].p[2];`).final("y")).toBe(4);
    expect(run(`${parts} A a[2](p = {{3, 4}, {5, 6}}); Real y = a[2].p[1];`).final("y")).toBe(5);
    expect(run(`${parts} A a[2](k = {3, 4}); Real y = a[2].k;`).final("y")).toBe(4);
  });

  it("is not one of the parts by itself", () => {
    const error = refusal(`${parts} A a[2](p = {3, 4});`);
    expect(error.code).toBe("E-MODELICA-SIZE");
    expect(error.message).toMatch(/1 of the 2 dimensions/);
  });
});

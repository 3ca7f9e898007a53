// Sizes and types that do not fit are refused where they are written, not taken as far as they go.
import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

function run(text: string) {
  const model = importModelica({ texts: { "T.mo": `package T ${text} end T;` } }).instantiate("T.M");
  return simulate(model, { stopTime: 1, tolerance: 1e-8 });
}

function refusal(text: string): RattlebackError {
  try {
    run(text);
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${text}`);
}

describe("arrays that are given to functions", () => {
  const first = "function first input Real x[2]; output Real y; algorithm y := x[1]; end first;";
  const sum =
    "function sum2 input Real x[:]; input Real y[size(x, 1)]; output Real z; algorithm z := x[1] + y[1]; end sum2;";
  const plus = "function plus input Real x; input Real y; output Real z; algorithm z := x + y; end plus;";

  it("have the sizes that are declared", () => {
    expect(refusal(`${first} model M Real y = first({1, 2, time}); end M;`).message).toContain(
      '"x" has size [2], and is given a value of size [3]',
    );
    expect(refusal(`${sum} model M Real y = sum2({1, 2, time}, {1, 2}); end M;`).message).toContain(
      '"y" has size [3], and is given a value of size [2]',
    );
    expect(run(`${sum} model M Real y = sum2({1, 2, 3}, {5, 6, 7}); end M;`).final("y")).toBe(6);
  });

  it("have one size where the function is called for each of their elements", () => {
    expect(refusal(`${plus} model M Real z[:] = plus({1, 2, 3}, {1, 2}); end M;`).message).toContain(
      "which have sizes [3] and [2]",
    );
    expect(run(`${plus} model M Real z[2] = plus({1, 2}, {10, 20}); end M;`).final("z")).toEqual([11, 22]);
  });
});

describe("variables of functions", () => {
  it("keep their sizes", () => {
    const result = "function f output Real y[2]; algorithm y := {1, 2, 3}; end f; model M Real z[:] = f(); end M;";
    expect(refusal(result).message).toContain('"y" has size [2], and is given a value of size [3]');
    const inside = `function f input Real x; output Real z; protected Real w[2] = {1, 2, 3}; algorithm z := w[3]*x; end f;
      model M Real z = f(time); end M;`;
    expect(refusal(inside).message).toContain('"w" has size [2], and is given a value of size [3]');
  });

  it("have sizes that later assignments of numbers do not change", () => {
    const model = `function f input Real x[:]; output Real y[size(x, 1)]; protected Integer n = size(x, 1); Real w[n];
      algorithm n := n + 1; w := 2*x; y := n*w; end f;
      model M Real z[2] = f({1, time}); end M;`;
    expect(run(model).final("z")).toEqual([6, 6]);
  });
});

describe("algorithms of models", () => {
  it("assign no Reals to Integers, nor to their elements", () => {
    const whole = refusal("model M Integer n; algorithm n := time; end M;");
    expect(whole.code).toBe("E-MODELICA-TYPE");
    expect(whole.message).toContain('"n" is an Integer, and is assigned a Real');
    expect(whole.message).toContain("T.mo:1:40");
    expect(refusal("model M Integer n[2]; algorithm n[1] := 1; n[2] := 1.5; end M;").code).toBe("E-MODELICA-TYPE");
    expect(refusal("model M Boolean b; algorithm b := 1; end M;").code).toBe("E-MODELICA-TYPE");
    expect(run("model M Real x[2]; algorithm x[1] := 1; x[2] := 3; end M;").final("x")).toEqual([1, 3]);
  });
});

describe("values in declarations", () => {
  it("of arrays are arrays: the scalar product of vectors is none", () => {
    expect(refusal("model M Real x[2] = {1, 2}*{3, 4}; end M;").message).toContain('The value of "x" has size 1');
    expect(run("model M Real x[2] = {1, 2} .* {3, 4}; end M;").final("x")).toEqual([3, 8]);
  });

  it("are powers of square matrices only, with whole numbers", () => {
    expect(refusal("model M Real x[2] = {1, 2}^2; end M;").message).toContain("use .^ for elements");
    expect(refusal("model M Real x[2, 2] = [1, 2; 3, 4]^(-1); end M;").code).toBe("E-MODELICA-TYPE");
    expect(run("model M Real x[2, 2] = [1, 1; 0, 1]^3; end M;").final("x")).toEqual([
      [1, 3],
      [0, 1],
    ]);
  });
});

describe("constructors of records", () => {
  it("need a value for each field that has none of its own", () => {
    const record = "record R Real a; Real b; Real c = a + b; end R;";
    expect(refusal(`${record} model M R r = R(1); end M;`).message).toContain('The field "b" of "T.R" has no value');
    expect(run(`${record} model M R r = R(1, 2); end M;`).final("r.c")).toBe(3);
  });
});

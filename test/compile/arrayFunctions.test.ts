import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const finals = (source: Record<string, unknown>, names: string): number[] => {
  const result = simulate(instantiate(Model(source)));
  return names.split(" ").map((name) => result.final(name));
};
const failure = (source: Record<string, unknown>): string => {
  try {
    instantiate(Model(source));
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

describe("functions of arrays", () => {
  const x = [1, 2, 3];
  const y = [-2, 5, 0.5];

  it("* of two vectors is their scalar product, of a vector and a matrix the row of products", () => {
    expect(finals({ x, y, equations: "s = x*y; t = 2*x*y" }, "s t")).toEqual([9.5, 19]);
    const A = [
      [1, 2],
      [3, 4],
      [5, 6],
    ];
    expect(finals({ x, A, equations: "v = x*A; w = A'*x" }, "v[1] v[2] w[1] w[2]")).toEqual([22, 28, 22, 28]);
    expect(failure({ x, y: [1, 2], equations: "s = x*y" })).toMatch(/E-ARRAY-SIZE.*a vector of 3 and a vector of 2/);
  });

  it("skew(x)*y is the cross product, and outerProduct(x, y)*z is x (y·z)", () => {
    const equations = "a = skew(x)*y - cross(x, y); b = outerProduct(x, y)*z - x*(y*z)";
    expect(finals({ x, y, z: [4, 1, -1], equations }, "a[1] a[2] a[3] b[1] b[2] b[3]")).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("diagonal(x)*y is x .* y, and identity(n) is diagonal(ones(n))", () => {
    const equations = "a = diagonal(x)*y - x .* y; b = identity(3) - diagonal(ones(3)); s = sum(b)";
    expect(finals({ x, y, equations }, "a[1] a[2] a[3] s")).toEqual([0, 0, 0, 0]);
  });

  it("linspace has equal steps and exact ends", () => {
    expect(finals({ a: 0.1, equations: "v = linspace(a, 0.7, 4)" }, "v[1] v[4]")).toEqual([0.1, 0.7]);
    expect(finals({ equations: "v = linspace(3, -1, 5)" }, "v[1] v[2] v[3] v[4] v[5]")).toEqual([3, 2, 1, 0, -1]);
    expect(failure({ equations: "v = linspace(0, 1, 1)" })).toMatch(/E-ARRAY-SIZE.*whole number from 2 on/);
  });

  it("cat and brackets put blocks together", () => {
    const A = [
      [1, 2],
      [3, 4],
    ];
    const equations =
      "M = [A, 2*A; 3*A, 4*A]; N = cat(1, cat(2, A, 2*A), cat(2, 3*A, 4*A)); d = sum(M - N); v = cat(1, [1], [2, 3])";
    const names = "M[1,1] M[1,4] M[2,3] M[3,2] M[4,4] d v[1] v[2] v[3]";
    expect(finals({ A, equations }, names)).toEqual([1, 4, 6, 6, 16, 0, 1, 2, 3]);
    expect(failure({ A, equations: "M = cat(1, A, [1, 2, 3])" })).toMatch(
      /E-ARRAY-SIZE.*put together along dimension 1/,
    );
    expect(failure({ equations: "M = cat(2, [1], [2])" })).toMatch(/E-ARRAY-SIZE.*no dimension 2/);
  });

  it("{a, b} makes a vector of numbers and a matrix of vectors of one length", () => {
    expect(finals({ x, y, equations: "A = {x, y}; b = {1, 2}; c = b*b" }, "A[2,1] A[1,3] c")).toEqual([-2, 3, 5]);
    expect(failure({ x, equations: "A = {x, [1, 2]}" })).toMatch(/E-ARRAY-SIZE.*differ in size/);
  });

  it("a range with a fraction as step has all of its elements", () => {
    expect(finals({ equations: "v = [i for i in 0:0.1:0.3]; n = length(v)" }, "n")).toEqual([4]);
  });

  it.each([
    "fill()",
    "zeros(A)",
    "identity(100000)",
    "zeros(1e9)",
    "ones(2, 2, 2)",
    "fill(1, 2.5)",
    "diagonal(3)",
    "skew([1, 2])",
    "identity(n*time)",
  ])("%s is refused with its usage", (text) => {
    expect(failure({ A: [], n: 1, equations: `y = ${text}` })).toMatch(/^E-(ARRAY-SIZE|ARGUMENTS) /);
  });
});

describe("div, rem and integer", () => {
  const integral = (text: string, stopTime: number) => {
    const result = simulate(instantiate(Model({ z: Var({ init: 0 }), equations: `der(z) = ${text}` })), { stopTime });
    return { z: result.final("z"), events: result.statistics.events };
  };
  // sums of rectangles and triangles between the jumps
  it.each([
    ["div(5*time - 4.5, 1)", 2, 0.9, 10],
    ["div(3*time, 2)", 2, 2 / 3 + 4 / 3, 3],
    ["rem(time, 0.7)", 2, 0.67, 2],
    ["rem(-time, 0.7)", 2, -0.67, 2],
    ["integer(3*time)", 2, 5, 6],
    ["integer(-3*time)", 2, -7, 6],
  ] as const)("%s is integrated without error, with an event at each jump", (text, stopTime, expected, jumps) => {
    const { z, events } = integral(text, stopTime);
    expect(Math.abs(z - expected)).toBeLessThan(1e-9);
    expect(events).toBeGreaterThanOrEqual(jumps - 1);
    expect(events).toBeLessThanOrEqual(jumps + 2);
  });

  it("are those of Modelica for both signs, and x = y*div(x, y) + rem(x, y)", () => {
    const values = [7, -7].flatMap((a) => [3, -3].map((c) => [a, c] as const));
    for (const [a, c] of values) {
      const [d, r, i] = finals({ a, c, equations: "d = div(a, c); r = rem(a, c); i = integer(a/c)" }, "d r i");
      expect([d, r, i]).toEqual([Math.trunc(a / c), a % c, Math.floor(a / c)]);
    }
  });

  it("and comprehensions of a million elements are refused before they are written out", () => {
    expect(failure({ equations: "x = sum([i*time for i in 1:1000000])" })).toMatch(/E-ARRAY-SIZE.*more than 200000/);
    expect(failure({ equations: "for i in 1:1000000 loop y[i] = i*time end" })).toMatch(
      /E-ARRAY-SIZE.*more than 200000/,
    );
  });

  it("of arrays are taken element by element", () => {
    expect(finals({ x: [5, -5], equations: "d = div(x, 2); r = rem(x, 2)" }, "d[1] d[2] r[1] r[2]")).toEqual([
      2, -2, 1, -1,
    ]);
    expect(failure({ equations: "d = div(1)" })).toMatch(/E-ARGUMENTS.*div takes 2 arguments/);
  });
});

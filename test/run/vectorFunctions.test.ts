/** Functions of long vectors: their Jacobian is taken with differences of the model, not element by element in code. */
import { instantiate, linearise, Model, simulate, Var } from "rattleback";
import { expect, it } from "vitest";

const n = 200;
const model = instantiate(
  Model({
    x: Var({ init: Array.from({ length: n }, (_, i) => i / n) }),
    functions: { f: (u: number[]) => u.map((v) => -v * v * v) },
    equations: "der(x) = f(x)",
  }),
);

it.each(["tsit5", "bdf", "radau5"])("x' = -x³ for 200 elements in one call, with %s", (method) => {
  const result = simulate(model, { stopTime: 1, method, tolerance: 1e-8 });
  for (const k of [1, n / 2, n]) {
    const x0 = (k - 1) / n;
    expect(result.final(`x[${k}]`)).toBeCloseTo(x0 / Math.sqrt(1 + 2 * x0 * x0), 6);
  }
});

it("in an algebraic loop of 60 elements: the matrix of an earlier point serves many", () => {
  const loop = (equations: string[]) =>
    Model({
      n: 60,
      x: Var({ init: Array.from({ length: 60 }, (_, i) => i / 60) }),
      y: Var({ start: Array.from({ length: 60 }, () => 0) }),
      functions: { f: (u: number[]) => u.map(Math.sin) },
      equations: ["der(x) = -y", ...equations],
    });
  let calls = 0;
  const whole = loop(["y = x + 0.1*f(y)"]).with({
    functions: {
      f: (u: number[]) => {
        calls++;
        return u.map(Math.sin);
      },
    },
  });
  const one = simulate(instantiate(whole), { stopTime: 1, interval: 0.02 });
  const each = simulate(instantiate(loop(["y = x + 0.1*[sin(y[i]) for i in 1:n]"])), { stopTime: 1, interval: 0.02 });
  for (const name of ["x[3]", "y[30]", "y[60]"]) expect(one.final(name)).toBeCloseTo(each.final(name), 12);
  // a matrix takes 120 calls: one for every evaluation would take more than 10 000
  expect(one.statistics.evaluations + one.statistics.modelEvaluations).toBeGreaterThan(80);
  expect(calls).toBeLessThan(3900);
});

it("the linear model has the derivatives of the function on its diagonal", () => {
  const { A } = linearise(model);
  expect(A[n - 1]![n - 1]).toBeCloseTo(-3 * ((n - 1) / n) ** 2, 8);
  expect(A[n - 1]![0]).toBeCloseTo(0, 10);
});

it("a function whose results only a branch reads is called where the branch is active, once for all of them", () => {
  let calls = 0;
  const f = (u: number[]): number[] => {
    if (u[0]! < 0.5) throw new Error("called outside of its branch");
    calls++;
    return u.map((v) => 2 * v);
  };
  const lazy = Model({
    x: Var({ init: 0 }),
    functions: { f: { call: f, results: [[20]] } },
    u: Var({ start: Array.from({ length: 20 }, () => 0) }),
    y: Var({ start: Array.from({ length: 20 }, () => 0) }),
    equations: ["der(x) = 1", "u = [x + k for k in 0:19]", "y = if x > 0.5 then f(u) else u"],
  });
  const result = simulate(instantiate(lazy), { stopTime: 1, interval: 0.1, method: "tsit5" });
  expect(result.at(0.3, "y[2]")).toBeCloseTo(1.3, 9);
  expect(result.final("y[20]")).toBeCloseTo(40, 9);
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThan(2 * (result.statistics.evaluations + result.statistics.modelEvaluations));
});

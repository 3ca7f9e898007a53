import { expr, instantiate, linearise, Model, simulate, sweep, Var } from "rattleback";
import { StateSpace } from "rattleback/blocks";
import { FixedTemperature, InsulatedRod } from "rattleback/heat";
import { describe, expect, it } from "vitest";

const value = (equations: string, name: string, source: object = {}): number =>
  simulate(instantiate(Model({ ...source, equations }))).final(name);

describe("sizes that change before a run", () => {
  it("a vector of states takes the size of its new start value, again and again", () => {
    const model = instantiate(Model({ k: 2, x: Var({ init: [1, 2] }), equations: "der(x) = -k*x; s = sum(x)" }));
    for (const init of [[1, 2, 3], [4], [], [1, 2, 3, 4, 5], [7, 8, 9]]) {
      const result = simulate(model, { stopTime: 0.5, tolerance: 1e-9, merge: { x: init } });
      if (init.length > 0) expect(result.stateNames).toEqual(init.map((_, i) => `x[${i + 1}]`));
      expect(result.final("s")).toBeCloseTo(init.reduce((a, b) => a + b, 0) * Math.exp(-1), 6);
    }
  });

  it("one program serves all runs of one size, whatever the values are", () => {
    const model = instantiate(Model({ k: 2, x: Var({ init: [1, 2] }), equations: "der(x) = -k*x" }));
    const programs = new Set([1, 2, 3].map((k) => model.variantFor({ k, x: [k, k, k] }).model.program));
    expect(programs.size).toBe(1);
    // values of one run are no start values of the next
    simulate(model, { stopTime: 1, merge: { k: 5, x: [1, 1, 1] } });
    const next = simulate(model, { stopTime: 1, tolerance: 1e-9, merge: { x: [1, 1, 1] } });
    expect(next.final("x[3]")).toBeCloseTo(Math.exp(-2), 6);
  });

  it("a parameter that decides about a size, a range or an index may change", () => {
    const ranges = instantiate(Model({ n: 3, equations: "x = [i^2 for i in 1:n]; y = sum(x); z = sum(ones(n))" }));
    for (const n of [5, 2, 3, 5]) {
      const result = simulate(ranges, { merge: { n } });
      expect(result.final("y")).toBe((n * (n + 1) * (2 * n + 1)) / 6);
      expect(result.final("z")).toBe(n);
    }
    const choice = instantiate(Model({ k: 2, v: [10, 20, 30], equations: "y = v[k]" }));
    expect(sweep(choice, { k: [1, 2, 3] }).map(({ result }) => result.final("y"))).toEqual([10, 20, 30]);
  });

  it("also through other parameters and inside components", () => {
    const Part = Model({ m: 1, x: Var({ init: expr`ones(m)` }), equations: "der(x) = -x; s = sum(x)" });
    const model = instantiate(Model({ n: 2, part: Part.with({ m: expr`n + 1` }) }));
    expect(simulate(model).final("part.s")).toBe(3);
    expect(simulate(model, { merge: { n: 4 } }).final("part.s")).toBe(5);
    expect(simulate(model, { merge: { part: { m: 7 } } }).final("part.s")).toBe(7);
    expect(simulate(model).final("part.s")).toBe(3);
  });

  it("a function of parameters may return another number of elements", () => {
    const ones = (n: number) => Array.from({ length: n }, () => 1);
    const model = instantiate(Model({ n: 2, functions: { ones }, equations: "y = ones(n); s = sum(y)" }));
    expect([2, 5, 1].map((n) => simulate(model, { merge: { n } }).final("s"))).toEqual([2, 5, 1]);
  });

  it("systems in state space and rods of the libraries take other orders", () => {
    const system = instantiate(Model({ s: StateSpace, equations: "s.u = [1]" }));
    const chain = [
      [-1, 0, 0],
      [1, -1, 0],
      [0, 1, -1],
    ];
    const merge = { s: { A: chain, B: [[1], [0], [0]], C: [[0, 0, 1]], x: [0, 0, 0] } };
    const t = 2;
    // three lags in a row: 1 − (1 + t + t²/2)·e^−t
    expect(simulate(system, { stopTime: t, tolerance: 1e-9, merge }).final("s.y[1]")).toBeCloseTo(
      1 - (1 + t + t ** 2 / 2) * Math.exp(-t),
      7,
    );
    const rod = instantiate(
      Model({ hot: FixedTemperature.with({ T: 400 }), rod: InsulatedRod, connect: [["hot.port", "rod.port_a"]] }),
    );
    for (const n of [1, 4, 9]) {
      const result = simulate(rod, { stopTime: 100, merge: { rod: { T: new Array(n).fill(300) } } });
      expect(result.stateNames.length).toBe(n);
    }
  });

  it("sizes that do not fit together are refused with their place", () => {
    const model = instantiate(
      Model({
        A: [
          [1, 0],
          [0, 1],
        ],
        x: Var({ init: [1, 2] }),
        equations: "der(x) = -A*x",
      }),
    );
    expect(() => simulate(model, { merge: { x: [1, 2, 3] } })).toThrow(/E-ARRAY-SIZE.*a 2×2 matrix and a vector of 3/);
  });
});

describe("expressions with arrays", () => {
  it("a condition on the loop variable or on a size decides which branch is read", () => {
    const shift = "y = [if i == 1 then 0 else v[i - 1] for i in 1:length(v)]; s = y[1] + 10*y[2] + 100*y[3]";
    expect(value(shift, "s", { v: [1, 2, 3] })).toBe(210);
    const bound = "n = length(v); y = [ifelse(i < n and not (i == 2), v[min(i + 1, n)], -1) for i in 1:n]; s = sum(y)";
    expect(value(bound, "s", { v: [1, 2, 3] })).toBe(0);
  });

  it("dotted sums take a number for every element", () => {
    expect(value("y = 1 .- v; z = v .+ 2 .* v .- 1; s = sum(y) + 10*sum(z)", "s", { v: [1, 2] })).toBe(69);
  });

  it("end, : and ranges with a step", () => {
    const M = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    expect(value("y = v[end] + 10*v[end - 1]", "y", { v: [1, 2, 7] })).toBe(27);
    expect(value("y = M[end, 1] + 10*M[1, end]", "y", { M })).toBe(34);
    expect(value("c = M[:, 2]; r = M[2, :]; y = sum(c) + 100*sum(r)", "y", { M })).toBe(1507);
    expect(
      value("y = v[1:2:end]; z = v[end:-1:1]; s = sum(y) + 100*z[1] + 1000*z[5]", "s", { v: [1, 2, 3, 4, 5] }),
    ).toBe(1509);
    expect(value("w = v[v[end]]", "w", { v: [5, 6, 1] })).toBe(5);
    expect(() => value("y = v[1:0:3]", "y[1]", { v: [1, 2, 3] })).toThrow(/E-INDEX.*step/);
    expect(() => value("y = end", "y")).toThrow("E-SYNTAX");
  });
});

it("a parameter that decides about a size also decides which branch of a condition is read", () => {
  const equations =
    "der(u) = [(if i == 1 then 0 else u[i - 1]) - 2*u[i] + (if i == n then 0 else u[i + 1]) for i in 1:n]";
  const rod = instantiate(Model({ n: 3, u: Var({ init: [1, 1, 1] }), equations }));
  expect(simulate(rod).final("der(u)[3]")).toBe(-1);
  expect(simulate(rod, { merge: { n: 4, u: [1, 1, 1, 1] } }).final("der(u)[3]")).toBe(0);
});

it("rows of a full matrix become loops, and their Jacobian is exact", () => {
  const n = 40;
  const A = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => (i === j ? -1 : Math.sin(7 * i + 3 * j) / n)),
  );
  const linear = instantiate(Model({ A, x: Var({ init: new Array(n).fill(1) }), equations: "der(x) = A*x; y = x[1]" }));
  expect(linear.code).toContain(`S.dot(P, 0, 1, X, 0, 1, ${n})`);
  const { A: jacobian } = linearise(linear);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) expect(jacobian[i]![j]).toBe(A[i]![j]);
  const [explicit, implicit] = ["dop853", "radau5"].map((method) =>
    simulate(linear, { stopTime: 1, tolerance: 1e-8, method }).final("y"),
  );
  expect(explicit).toBeCloseTo(implicit!, 7);
});

describe("sizes of undeclared arrays with operators of events in them", () => {
  const end = (equations: string, name: string) =>
    simulate(instantiate(Model({ x: Var({ init: [1, 2] }), equations: `der(x) = [1, 2]; ${equations}` })), {
      stopTime: 1,
    }).final(name);

  it.each([
    ["y = [delay(x[1], 0.5), delay(x[2], 0.5)]", "y[2]", 3],
    ["y = delay(x, 0.5); z = 2*y", "z[2]", 6],
    ["y = [delay(x[i], 0.25*i) for i in 1:2]", "y[2]", 3],
    ["y = -delay(x, 0.5)/2", "y[2]", -1.5],
    ["A = [noEvent(if x[1] > 0 then 1 else 0), 2; 3, 4]; y = A*x", "y[2]", 22],
  ])("%s", (equations, name, value) => {
    expect(end(equations, name)).toBeCloseTo(value, 6);
  });
});

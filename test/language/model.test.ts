import {
  expr,
  flow,
  input,
  instantiate,
  Model,
  type ModelDefinition,
  modelFromJson,
  modelToJson,
  output,
  Par,
  type ParameterDeclaration,
  potential,
  redeclare,
  simulate,
  Var,
  type VariableDeclaration,
} from "rattleback";
import { describe, expect, it } from "vitest";
import { modelOfCase, readCase } from "../reference/modia/modelOfCase.ts";

const attributes = (model: ModelDefinition, name: string) =>
  (model.entries.get(name) as VariableDeclaration | ParameterDeclaration).attributes;

describe("merging models", () => {
  const base = Model({
    T: Par(0.2, "s"),
    k: 1,
    x: Var({ init: 1, start: 2 }),
    y: output(),
    C: Model({ c: 2, v: Var({ init: 0.1 }) }),
    equations: "a = 1",
    connect: [["p", "q"]],
  });

  it("declarations merge, attributes are kept", () => {
    expect(attributes(base.with({ y: Var({ value: expr`-x` }) }), "y")).toMatchObject({ output: true });
    expect(attributes(base.with({ x: { nominal: 3 } }), "x")).toEqual({ init: 1, start: 2, nominal: 3 });
    // a start value given later replaces the earlier one, of either kind
    expect(attributes(base.with({ x: { start: 3 } }), "x")).toEqual({ start: 3 });
    expect(attributes(base.with({ x: { start: 3 } }).with({ x: { init: 2 } }), "x")).toEqual({ init: 2, start: 3 });
  });

  it("equations and connections are appended", () => {
    const merged = base.with({ equations: "b = 2", connect: [["r", "s"]] });
    expect(merged.equations).toEqual(["a = 1", "b = 2"]);
    expect(merged.connections).toEqual([
      ["p", "q"],
      ["r", "s"],
    ]);
  });

  it("null removes an entry or an attribute", () => {
    expect(base.with({ k: null }).entries.has("k")).toBe(false);
    expect(attributes(base.with({ x: { init: null } }), "x")).toEqual({ start: 2 });
    expect(base.with({ z: { init: null } }).entries.has("z")).toBe(false);
  });

  it("a number changes the value of a parameter and keeps its unit", () => {
    expect(attributes(base.with({ T: 0.5 }), "T")).toEqual({ value: 0.5, unit: "s" });
    expect(attributes(base.with({ k: { value: 2, min: 1 } }), "k")).toEqual({ value: 2, min: 1 });
  });

  it("a number replaces the declaration of a variable", () => {
    expect(base.with({ x: 0.5 }).entries.get("x")).toMatchObject({ attributes: { value: 0.5 }, isGivenByWith: true });
  });

  it("nested changes reach into components, a model replaces one, redeclare replaces anything", () => {
    const changed = base.with({ C: { c: 5, v: { init: 0.7 } } }).entries.get("C") as ModelDefinition;
    expect(changed.entries.get("c")).toBe(5);
    expect(attributes(changed, "v")).toEqual({ init: 0.7 });
    const other = Model({ R: 20 });
    expect(base.with({ C: other }).entries.get("C")).toBe(other);
    expect(attributes(base.with({ x: redeclare(Var({ unit: "m" })) }), "x")).toEqual({ unit: "m" });
  });

  it("the original is not changed", () => {
    base.with({ T: 9, x: { init: 9 }, C: { c: 9 }, equations: "c = 9" });
    expect(attributes(base, "T")).toEqual({ value: 0.2, unit: "s" });
    expect(base.equations).toEqual(["a = 1"]);
  });
});

describe("parameters and their propagation", () => {
  const Gain = Model({ k: 1, equations: "y = k*time" });

  it("expressions given from outside see the names outside", () => {
    const model = Model({
      k: 3,
      a: Gain.with({ k: expr`2*k` }),
      b: Model({ k: 5, inner: Gain.with({ k: expr`k + 1` }) }),
    });
    const result = simulate(instantiate(model), { stopTime: 1 });
    expect(result.final("a.y")).toBe(6);
    expect(result.final("b.inner.y")).toBe(6);
    expect(result.parameters.get("a.k")).toBe(6);
  });

  it("dependent parameters are computed again in every run, and nothing is compiled again", () => {
    const instantiated = instantiate(Model({ a: 1, b: expr`a^2`, equations: "y = b" }));
    expect(simulate(instantiated, { merge: { a: 3 } }).final("y")).toBe(9);
    expect(simulate(instantiated, { merge: { a: 4 } }).final("y")).toBe(16);
    expect(simulate(instantiated, {}).final("y")).toBe(1);
  });

  it("an expression of variables is an equation", () => {
    const result = simulate(
      instantiate(Model({ x: Var({ init: 2 }), g: Gain.with({ k: expr`x` }), equations: "der(x) = 0" })),
      { stopTime: 1 },
    );
    expect(result.final("g.y")).toBe(2);
  });

  it("init may be an expression of parameters; pi is known", () => {
    const result = simulate(instantiate(Model({ L: 2, x: Var({ init: expr`L*pi` }), equations: "der(x) = 0" })), {});
    expect(result.final("x")).toBe(2 * Math.PI);
  });

  it("arrays of components are instances k_1, k_2, and can be named with an index", () => {
    const model = Model({ g: [Gain.with({ k: 2 }), Gain.with({ k: 7 })], equations: "s = g[1].y + g[2].y" });
    expect(simulate(instantiate(model), { stopTime: 1 }).final("s")).toBe(9);
  });

  it("an input of the top model is a known quantity that a run can change", () => {
    const instantiated = instantiate(Model({ u: input({ start: 1 }), x: Var({ init: 0 }), equations: "der(x) = u" }));
    expect(simulate(instantiated, { stopTime: 2 }).final("x")).toBeCloseTo(2, 12);
    expect(simulate(instantiated, { stopTime: 2, merge: { u: 3 } }).final("x")).toBeCloseTo(6, 12);
  });

  it("outer takes the value of the model around", () => {
    const Body = Model({ g: Var({ outer: true }), equations: "a = -g" });
    expect(simulate(instantiate(Model({ body: Body, equations: "g = 9.81" })), {}).final("body.a")).toBe(-9.81);
  });
});

describe("arrays", () => {
  it("vectors, matrices, products, ranges, comprehensions and functions on arrays", () => {
    const model = Model({
      A: [
        [1, 2],
        [3, 4],
      ],
      v: [5, 6],
      equations: `
        w = A*v
        B = [1, 0; 0, 2]*A
        s = sum(v) + length(v) + v'*v + norm([3, 4]) + dot(v, v)
        e = v .* v
        c = cross([1, 0, 0], [0, 1, 0])
        q = [i^2 for i in 1:4]
        t = q[2:3]
        m = max(v)`,
    });
    const result = simulate(instantiate(model), {});
    const vector = (name: string, n: number) => Array.from({ length: n }, (_, i) => result.final(`${name}[${i + 1}]`));
    expect(vector("w", 2)).toEqual([17, 39]);
    expect(result.final("B[2,1]")).toBe(6);
    expect(result.final("s")).toBe(11 + 2 + 61 + 5 + 61);
    expect(vector("e", 2)).toEqual([25, 36]);
    expect(vector("c", 3)).toEqual([0, 0, 1]);
    expect(vector("q", 4)).toEqual([1, 4, 9, 16]);
    expect(vector("t", 2)).toEqual([4, 9]);
    expect(result.final("m")).toBe(6);
  });

  it("elements may have equations of their own, and constraints between arrays reduce the index", () => {
    const model = Model({
      r: Var({ size: [2] }),
      s: Var({ init: 1 }),
      n: [0.6, 0.8],
      equations: "r = n*s; v = der(r); der(v[1]) = -r[1]; der(v[2]) = -r[2] + F; 0 = F",
    });
    expect(() => instantiate(model)).toThrowError(/E-STRUCT-OVER/);
    const oscillator = Model({
      r: Var({ size: [2] }),
      s: Var({ init: 1 }),
      w: Var({ init: 0 }),
      n: [0.6, 0.8],
      equations: "r = n*s; v = der(r); a = der(v); w = der(s); n[1]*a[1] + n[2]*a[2] = -s",
    });
    const result = simulate(instantiate(oscillator), { stopTime: Math.PI, tolerance: 1e-9 });
    expect(result.final("r[2]")).toBeCloseTo(-0.8, 7);
  });
});

describe("JSON", () => {
  it("a model survives writing and reading", () => {
    const Pin = Model({ v: potential({ unit: "V" }), i: flow() });
    const model = Model({
      description: "all kinds of entries",
      p: Pin,
      R: Par(5, "kOhm"),
      x: Var({ init: Par(3, "mm"), unit: "m", max: Number.POSITIVE_INFINITY }),
      k: expr`2*R`,
      on: true,
      name: "text",
      M: [[1, 2]],
      parts: [Pin, Pin],
      equations: "der(x) = -x; p.v = k; p.i = 0",
      initialEquations: "x = 1",
      connect: [["p"]],
    });
    const text = modelToJson(model);
    expect(modelToJson(modelFromJson(text))).toBe(text);
    expect(JSON.parse(text)).toMatchObject({ k: { _Expr: "2*R" }, x: { init: { _value: 3, _unit: "mm" } } });
  });

  it("the servo system gives the same final states after a round trip", () => {
    const reference = readCase("servo-system");
    const model = modelFromJson(modelToJson(modelOfCase(reference)));
    const result = simulate(instantiate(model, { checkUnits: false }), {
      stopTime: reference.simulation!.stopTime,
      tolerance: 1e-8,
      ...(reference.simulation!.merge && { merge: reference.simulation!.merge }),
    });
    reference.stateNames!.forEach((name, i) => {
      const expected = reference.recomputed!.finalStates![i];
      expect(Math.abs(result.final(name) - expected)).toBeLessThanOrEqual(1e-5 * Math.abs(expected));
    });
  });
});

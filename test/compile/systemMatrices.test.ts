/** Whether the matrix of a linear system is the same all the time, between events, or never: it is factorised as often as that. */
import { instantiate, Model, predefinedComponent, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { componentFunctions } from "../../src/compile/componentFunctions.ts";
import type { PredefinedInstance } from "../../src/compile/state.ts";

/** Of a + c·b = 1, a − b = x, for a coefficient c. */
function matrixWith(c: string, more = ""): readonly [constant: boolean, piecewise: boolean] {
  const { program } = instantiate(
    Model({
      k: 2,
      x: Var({ init: 0.5 }),
      functions: { f: (u: number) => 1 + u * u },
      equations: `der(x) = 1; a + (${c})*b = 1; a - b = x; ${more}`,
    }),
  );
  expect(program.systems).toHaveLength(1);
  const { isLinear, hasConstantMatrix, hasPiecewiseConstantMatrix } = program.systems[0]!;
  expect(isLinear).toBe(true);
  return [hasConstantMatrix, hasPiecewiseConstantMatrix];
}

describe("the matrix of a system", () => {
  it.each([
    ["2", ""],
    ["k", ""],
    ["k^2 + sin(k)", ""],
  ])("with %s is constant", (c, more) => {
    expect(matrixWith(c, more)).toEqual([true, true]);
  });

  it.each([
    ["if x > 1 then 2 else 3", ""],
    ["if time > 1 then k else 3", ""],
    ["n", "when sample(0, 0.1) then n = pre(n) + 1; end when"],
    ["pre(n) + 3", "when sample(0, 0.1) then n = pre(n) + 1; end when"],
    ["if initial() then 2 else 3", ""],
  ])("with %s is constant between events", (c, more) => {
    expect(matrixWith(c, more)).toEqual([false, true]);
  });

  it.each([
    ["x", ""],
    ["2 + time", ""],
    ["2 + delay(x, 0.1)", ""],
    ["f(k)", ""],
    ["f(x)", ""],
    ["homotopy(k, 3)", ""],
    ["if x > 1 then 2 else 3 + x", ""],
    ["3 + y", "y = sin(x)"],
  ])("with %s changes", (c, more) => {
    expect(matrixWith(c, more)).toEqual([false, false]);
  });
});

it("π is a number, time is not, and both are names that models may use", () => {
  const result = simulate(instantiate(Model({ equations: "y = 2*pi; z = π; t = time; w = 1/inf" })), { stopTime: 0.5 });
  expect(["y", "z", "t", "w"].map((name) => result.final(name))).toEqual([2 * Math.PI, Math.PI, 0.5, 0]);
  expect(simulate(instantiate(Model({ pi: 3, equations: "y = 2*pi" })), { stopTime: 0.1 }).final("y")).toBe(6);
});

describe("predefined components", () => {
  const named: string[] = [];
  const source = predefinedComponent({
    build: () => ({ memory: {} }),
    beginSegment: () => {},
    signal: (_memory, name) => {
      named.push(name);
      return name === "q.r" || name === "part.s" ? { shape: [], expression: "f(2)", unit: "m" } : undefined;
    },
    functions: { f: { call: (_memory, _access, x: number) => 3 * x } },
  });
  const part = Model({ k: 1, equations: "z = k" });

  it("offer signals by names of one and of several parts, also of their own parts", () => {
    const model = Model({ c: Model({ predefined: source, part }), equations: "a = c.q.r; b = c.part.s + a" });
    const result = simulate(instantiate(model), { stopTime: 0.1 });
    expect([result.final("a"), result.final("b")]).toEqual([6, 12]);
    expect(new Set(named)).toEqual(new Set(["q.r", "part.s"]));
  });

  it("do not offer others", () => {
    const wrong = Model({ c: Model({ predefined: source, part }), equations: "a = c.q.t" });
    expect(() => instantiate(wrong)).toThrow(/^E-NAME-UNKNOWN.*c\.q\.t/s);
    expect(() => instantiate(Model({ c: part, equations: "a = c.q.t" }))).toThrow(/^E-NAME-UNKNOWN.*c\.q\.t/s);
  });

  it("are idle outside of a run", () => {
    const instance = {
      path: "tank",
      component: { functions: { f: { call: () => 1 } } },
    } as unknown as PredefinedInstance;
    const f = componentFunctions(instance).get("f")!;
    expect(() => (f.call as (x: number) => unknown)(1)).toThrow(
      /^E-COMPONENT-IDLE {2}The function f of "tank" was called outside a run\./,
    );
    expect([f.hasEffects, f.isForDerivatives, f.feelsLoads, f.derivative]).toEqual([false, false, false, undefined]);
  });
});

it("a function that knows its inverse is solved by it, whichever side it stands on", () => {
  const square = {
    call: (x: number, k: number) => k * x * x,
    inverse: (place: number) => (place === 0 ? (y: number, k: number) => Math.sqrt(y / k) : undefined),
  };
  for (const equation of ["f(x, 2) = 8 + time", "8 + time = f(x, 2)"]) {
    const model = instantiate(Model({ functions: { f: square }, equations: equation }));
    expect(model.program.systems).toEqual([]);
    expect(simulate(model, { stopTime: 10 }).final("x")).toBe(3);
  }
  const other = instantiate(Model({ functions: { f: square }, k: Var({ start: 1 }), equations: "f(2, k) = 8 + time" }));
  expect(other.program.systems).toHaveLength(1);
});

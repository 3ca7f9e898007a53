/** A state that runs out of the domain of its own equation ends the run with an error that names it. */
import { describe, expect, test } from "vitest";
import {
  instantiate,
  Model,
  type ModelSource,
  RattlebackError,
  type SimulateOptions,
  simulate,
  Var,
} from "../../src/index.ts";
import { sensitivities } from "../../src/sensitivity/sensitivities.ts";

const methods = ["auto", "tsit5", "dop853", "bdf", "adams", "radau5", "esdirk54", "lsodar", "ida"] as const;

function failureOf(model: ReturnType<typeof Model>, options: SimulateOptions): RattlebackError {
  try {
    simulate(instantiate(model), options);
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("the run did not fail");
}

test.each(methods)("%s: an outflow that empties its tank names the level", (method) => {
  const alone = Model({ h: Var({ init: 1 }), equations: "der(h) = -sqrt(h)" });
  const second = Model({ a: Var({ init: 1 }), h: Var({ init: 1 }), equations: "der(a) = -a\nder(h) = -sqrt(h)" });
  for (const model of [alone, second]) {
    const error = failureOf(model, { stopTime: 5, method });
    expect(["h", "der(h)"]).toContain(error.path);
    expect(error.message).not.toContain("unknown");
    expect(error.data["t"]).toBeCloseTo(2, 1);
  }
});

test.each(["radau5", "esdirk54"] as const)(
  "%s: a Jacobian that is not finite names the state it is differentiated by",
  (method) => {
    const functions = { root: (h: number) => Math.sqrt(h) };
    const model = Model({
      a: Var({ init: 1 }),
      h: Var({ init: 1 }),
      b: Var({ init: 0 }),
      functions,
      equations: ["der(a) = -a", "der(h) = -root(h)", "der(b) = a"],
    });
    expect(["h", "der(h)"]).toContain(failureOf(model, { stopTime: 5, method }).path);
  },
);

describe("a branch that ends where its relation changes is left there", () => {
  const run = (source: ModelSource, options: SimulateOptions) => simulate(instantiate(Model(source)), options);

  test.each(methods)("%s: a tank runs empty, as (1 − t/2)², and stays so", (method) => {
    const source = { h: Var({ init: 1 }), equations: "der(h) = -(if h > 0 then sqrt(h) else 0)" };
    const result = run(source, { stopTime: 4, method });
    expect(Math.abs(result.at(1, "h") - 0.25)).toBeLessThan(1e-4);
    expect(Math.abs(result.final("h"))).toBeLessThan(1e-9);
    const empty = result.events.find(({ cause }) => cause === "h > 0 became false")!;
    expect(Math.abs(empty.time - 2)).toBeLessThan(0.01);
  });

  test.each(methods)("%s: what is read of the level is ∫ √h = 2/3, whoever guards it", (method) => {
    const start = { h: Var({ init: 1 }), z: Var({ init: 0 }) };
    const guards = [
      "der(h) = -1; der(z) = if h > 0 then sqrt(h) else 0",
      "der(h) = -1; der(z) = if h < 0 then 0 else sqrt(h)",
      "der(h) = -1; isFull = h > 0; der(z) = if isFull then sqrt(h) else 0",
    ];
    for (const equations of guards) {
      const result = run({ ...start, equations }, { stopTime: 3, method, tolerance: 1e-8 });
      expect(Math.abs(result.final("z") - 2 / 3), equations).toBeLessThan(1e-6);
      expect(result.final("h")).toBeCloseTo(-2, 9);
    }
    const flag = {
      n: Var({ start: 0 }),
      equations: "der(h) = -1; when h < 0 then n = 1 end; der(z) = if n < 1 then sqrt(h) else 0",
    };
    expect(
      Math.abs(run({ ...start, ...flag }, { stopTime: 3, method, tolerance: 1e-8 }).final("z") - 2 / 3),
    ).toBeLessThan(1e-6);
  });

  test("by each of many tanks, whatever their size, the method and the tolerance: what was in them has run out", () => {
    for (let k = 0; k < 12; k++) {
      const [A, c, h0] = [0.3 + 0.3 * k, 1 + ((k * 5) % 7) / 3, 0.1 + 0.13 * ((k * 7) % 11)];
      const source = {
        A,
        c,
        h: Var({ init: h0 }),
        V: Var({ init: 0 }),
        equations: "q = if h > 0 then c*sqrt(h) else 0; A*der(h) = -q; der(V) = q",
      };
      for (const method of methods)
        for (const tolerance of [1e-4, 1e-8]) {
          const result = run(source, { stopTime: (6 * Math.sqrt(h0) * A) / c, method, tolerance });
          expect(Math.abs(result.final("V") - A * h0), `${k}, ${method}, ${tolerance}`).toBeLessThan(100 * tolerance);
          expect(Math.abs(result.final("h"))).toBeLessThan(100 * tolerance);
        }
    }
  });

  test("of two tanks that run empty together, and one that is filled again", () => {
    const pair = run(
      {
        h: Var({ init: [1, 1, 4] }),
        equations: "for i in 1:3 loop der(h[i]) = -(if h[i] > 0 then sqrt(h[i]) else 0) end",
      },
      { stopTime: 6 },
    );
    for (const i of [1, 2, 3]) expect(Math.abs(pair.final(`h[${i}]`) as number)).toBeLessThan(1e-9);
    const refilled = run(
      { h: Var({ init: 1 }), equations: "der(h) = (if time > 4 then 2 else 0) - (if h > 0 then sqrt(h) else 0)" },
      { stopTime: 60 },
    );
    expect(refilled.final("h")).toBeCloseTo(4, 4);
    expect(refilled.at(3, "h")).toBeLessThan(1e-9);
  });

  test("and its derivatives go through: d/da ∫ √(1 − a·t) = −2/3·a⁻² at a = 1", () => {
    const source = {
      a: 1,
      h: Var({ init: 1 }),
      z: Var({ init: 0 }),
      equations: "der(h) = -a; der(z) = if h > 0 then sqrt(h) else 0",
    };
    for (const method of ["auto", "radau5", "ida"]) {
      const derivatives = sensitivities(instantiate(Model(source)), {
        by: ["a"],
        stopTime: 3,
        tolerance: 1e-8,
        method,
      });
      expect(Math.abs(derivatives.final("z", "a") + 2 / 3)).toBeLessThan(1e-5);
    }
  });

  test("a relation that guards nothing is not to blame", () => {
    const source = {
      h: Var({ init: 1 }),
      n: Var({ start: 0 }),
      equations: "der(h) = -1 - sqrt(h); when h < 0 then n = 1 end",
    };
    const { code, message } = failureOf(Model(source), { stopTime: 3 });
    expect([code, message.includes("near t = 0.6137")]).toEqual(["E-NOT-FINITE", true]);
  });

  test("what is asserted of the level is told there", () => {
    const source = { h: Var({ init: 1 }), equations: 'der(h) = -1 - sqrt(h); assert(h >= 0, "the tank is empty")' };
    expect(failureOf(Model(source), { stopTime: 3 }).message).toContain("At t = 0.6137056");
  });
});

test.each(["radau5", "esdirk54", "bdf", "ida"] as const)(
  "%s: max(h, 0) keeps √ where it is defined, and its derivative is 0 behind",
  (method) => {
    for (const equations of [
      "der(h) = -sqrt(max(h, 0))",
      "der(h) = -max(0, h)^0.5",
      "der(h) = -sqrt(noEvent(if h > 0 then h else 0))",
    ]) {
      const result = simulate(instantiate(Model({ h: Var({ init: 1 }), equations })), { stopTime: 3, method });
      expect(Math.abs(result.final("h")), equations).toBeLessThan(1e-7);
      expect(result.statistics.steps, equations).toBeLessThan(200);
    }
  },
);

test("a power of nothing has the slope 0 beside its exponent: d/dp ∫ t^p = T^(p + 1)·(ln T − 1/(p + 1))/(p + 1)", () => {
  const model = instantiate(
    Model({ p: 1.5, x: Var({ init: 0 }), z: Var({ init: 0 }), equations: "der(x) = 1; der(z) = x^p" }),
  );
  const exact = (2 ** 2.5 * (Math.log(2) - 1 / 2.5)) / 2.5;
  expect(sensitivities(model, { by: ["p"], stopTime: 2, tolerance: 1e-9 }).final("z", "p")).toBeCloseTo(exact, 7);
});

/** A state that runs out of the domain of its own equation ends the run with an error that names it. */
import { expect, test } from "vitest";
import { instantiate, Model, RattlebackError, type SimulateOptions, simulate, Var } from "../../src/index.ts";

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

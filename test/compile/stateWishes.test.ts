/** stateSelect: wishes are followed where the constraints of the model allow it, demands are followed or refused. */
import { describe, expect, it } from "vitest";
import { instantiate, Model, RattlebackError, simulate, Var } from "../../src/index.ts";
import type { VariableAttributes } from "../../src/language/values.ts";

type Wish = NonNullable<VariableAttributes["stateSelect"]>;

/** Two masses on one shaft with a gear between them: one of phi1 and phi2 is a state, one of w1 and w2 too. */
const gear = (wishes: Readonly<Record<string, Wish>>) =>
  instantiate(
    Model({
      ...Object.fromEntries(
        ["phi1", "phi2", "w1", "w2"].map((name) => {
          const stateSelect = wishes[name];
          return [name, Var({ start: 0, ...(stateSelect !== undefined && { stateSelect }) })];
        }),
      ),
      equations: `
        der(phi1) = w1
        der(phi2) = w2
        der(w1) = tau - 3*f
        2*der(w2) = f
        phi1 = 3*phi2
        tau = 1`,
    }),
  );

const statesOf = (wishes: Readonly<Record<string, Wish>>): string[] =>
  [...simulate(gear(wishes), { stopTime: 0.1 }).stateNames].sort();

function refusal(build: () => unknown): RattlebackError {
  try {
    build();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("the model was accepted");
}

describe("stateSelect", () => {
  it.each([
    ["always", "phi1", "w1", ["phi1", "w1"]],
    ["always", "phi2", "w2", ["phi2", "w2"]],
    ["prefer", "phi1", "w1", ["phi1", "w1"]],
    ["prefer", "phi2", "w2", ["phi2", "w2"]],
    ["avoid", "phi1", "w1", ["phi2", "w2"]],
    ["never", "phi1", "w1", ["phi2", "w2"]],
    ["never", "phi2", "w2", ["phi1", "w1"]],
  ] as const)("%s for %s and %s is followed", (wish, first, second, expected) => {
    expect(statesOf({ [first]: wish, [second]: wish })).toEqual(expected);
  });

  it("avoid and prefer give way where there is no choice", () => {
    const alone = instantiate(Model({ x: Var({ init: 1, stateSelect: "avoid" }), equations: "der(x) = -x" }));
    expect(simulate(alone, { stopTime: 1 }).final("x")).toBeCloseTo(Math.exp(-1), 5);
    expect(statesOf({ phi1: "prefer", phi2: "prefer" })).toHaveLength(2);
  });

  it("always is refused for more variables than the constraints leave free", () => {
    const error = refusal(() => gear({ phi1: "always", phi2: "always" }));
    expect(error.code).toBe("E-STATE-SELECT");
    expect(["phi1", "phi2"]).toContain(error.path);
    expect(error.because).toContain("constraints");
  });

  it("always is refused for a variable without derivative", () => {
    const model = Model({
      x: Var({ init: 1 }),
      y: Var({ stateSelect: "always" }),
      equations: "der(x) = -x; y = 2*x + 1",
    });
    const error = refusal(() => instantiate(model));
    expect(error).toMatchObject({ code: "E-STATE-SELECT", path: "y" });
    expect(error.because).toContain("der(y)");
  });

  it("a variable that is equal to a state counts as one", () => {
    const model = Model({ x: Var({ init: 1 }), y: Var({ stateSelect: "always" }), equations: "der(x) = -x; y = -x" });
    expect(simulate(instantiate(model), { stopTime: 1 }).final("y")).toBeCloseTo(-Math.exp(-1), 5);
  });

  it("never is refused for the only state", () => {
    const model = Model({ x: Var({ init: 1, stateSelect: "never" }), equations: "der(x) = -x" });
    expect(refusal(() => instantiate(model))).toMatchObject({ code: "E-STATE-SELECT", path: "x" });
  });
  it("what it cannot be is refused", () => {
    const attributes: object = { stateSelect: "allways" };
    expect(() => Var(attributes)).toThrow(/E-ATTRIBUTE-VALUE.*stateSelect[\s\S]*did you mean "always"/);
  });
});

/** stateSelect: wishes are followed where the constraints of the model allow it, demands are followed or refused. */
import { describe, expect, it } from "vitest";
import { instantiate, Model, RattlebackError, simulate, Var } from "../../src/index.ts";
import type { VariableAttributes } from "../../src/language/values.ts";
import type { VariableIndex } from "../../src/symbolic/indices.ts";

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

describe("constraints whose coefficients change", () => {
  /** Names of the variables among which a run chooses its states, those it begins without, and the number of constraints between them. */
  const groupsOf = (names: Readonly<Record<string, Wish | "">>, equations: string) => {
    const declared = Object.entries(names).map(([name, stateSelect]) => [
      name,
      Var({ start: 0.6, ...(stateSelect !== "" && { stateSelect }) }),
    ]);
    const { program } = instantiate(Model({ ...Object.fromEntries(declared), equations }));
    const shown = (list: readonly VariableIndex[]) => list.map((v) => program.state.variables[v]!.name).join(" ");
    return program.dynamicGroups.map(
      (group) => `${shown(group.variables)}, without ${shown(group.dependent)}, by ${group.equations.length}`,
    );
  };
  const circle = "der(x) = u; der(y) = w; der(u) = T*x; der(w) = T*y - 9.81; x^2 + y^2 = 1";
  const places = "x y, without y, by 1";
  const velocities = "der(x) u der(y) w, without der(x) der(y) w, by 3";

  it("leave the choice to the run: places on a circle, and velocities along it", () => {
    expect(groupsOf({ x: "", y: "", u: "", w: "" }, circle)).toEqual([velocities, places]);
  });

  it.each(["z = 2*x", "z = 2*x + 3*y"])(
    "what follows from them with coefficients that are fixed is no choice: %s",
    (more) => {
      const names = { x: "", y: "", z: "", u: "", w: "" } as const;
      expect(groupsOf(names, `${circle}; ${more}; q = der(z)`)).toEqual([velocities, places]);
    },
  );

  it("a chain of such followers is no choice either", () => {
    const names = { x: "", y: "", z: "", s: "" } as const;
    expect(
      groupsOf(names, "der(x) = T*x + 1; der(y) = T*y; x^2 + y^2 = 1; z = 2*x; s = z + y; q = der(z) + der(s)"),
    ).toEqual([places]);
  });

  it("a velocity that is to be avoided follows from the place", () => {
    expect(groupsOf({ x: "", y: "", u: "avoid", w: "avoid" }, circle)).toEqual([
      "der(x) u der(y), without der(x) der(y), by 2",
      places,
    ]);
  });
});

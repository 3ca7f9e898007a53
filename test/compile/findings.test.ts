/** What components are told of the variables they asked about, and what becomes of those whose values they give themselves. */
import { instantiate, Model, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { demoteObserved, nextFindings } from "../../src/compile/findings.ts";
import { type CompileState, type PredefinedInstance, printEquation } from "../../src/compile/state.ts";
import { incidenceOf } from "../../src/compile/structure.ts";
import type { VariableIndex } from "../../src/symbolic/indices.ts";

/** x, y and z are states, a is x, c is −y, and o is zero; the component "arm" gives its own values of the variables named. */
function observing(names: readonly string[]) {
  const model = Model({
    x: Var({ init: 1 }),
    y: Var({ init: 2 }),
    z: Var({ init: 3 }),
    equations: "der(x) = y + w; der(y) = z; der(z) = -x; a = x; c = -y; o = x - x; w = 2*z",
  });
  const { program } = instantiate(model);
  const { states } = program;
  const state: CompileState = { ...program.state, observed: [], equations: [...program.state.equations] as never };
  const named = (name: string) => state.variables.findIndex((variable) => variable.name === name) as VariableIndex;
  const { source } = [...state.equations][0]!;
  for (const name of names)
    state.observed.push({ component: "arm", name, variable: named(name), value: state.b.variable(named("w")), source });
  const incidence = incidenceOf(state);
  const before = state.equations.length;
  const outcome = demoteObserved(state, incidence, states);
  return {
    states: outcome.states.map((v) => state.variables[v]!.name),
    bound: [...(outcome.bound.get("arm") ?? [])],
    components: outcome.bound.size,
    added: [...state.equations].slice(before).map((equation) => printEquation(state, equation)),
    rows: [...incidence].slice(before).map((row) => row.map((v) => state.variables[v]!.name)),
    isComplete: incidence.length === state.equations.length,
  };
}

describe("variables whose values a component gives", () => {
  it("are states no more, and get an equation each", () => {
    expect(observing(["x"])).toEqual({
      states: ["y", "z"],
      bound: [],
      components: 0,
      added: ["x = w"],
      rows: [["x", "w"]],
      isComplete: true,
    });
    expect(observing(["y", "x"])).toMatchObject({ states: ["z"], added: ["y = w", "x = w"] });
  });

  it("by another name, or with another sign, are the states that they are equal to", () => {
    expect(observing(["a"])).toMatchObject({ states: ["y", "z"], added: ["x = w"] });
    expect(observing(["c"])).toMatchObject({ states: ["x", "z"], added: ["y = -w"], rows: [["y", "w"]] });
  });

  it("are bound where equations give them: what is no state, what is zero, and a state that was named before", () => {
    expect(observing(["w", "o"])).toMatchObject({
      states: ["x", "y", "z"],
      bound: ["w", "o"],
      components: 1,
      added: [],
    });
    expect(observing(["x", "a"])).toMatchObject({ states: ["y", "z"], bound: ["a"], added: ["x = w"] });
  });

  it("are none in most models", () => {
    expect(observing([])).toMatchObject({ states: ["x", "y", "z"], components: 0, added: [], isComplete: true });
  });
});

describe("what is found for a component", () => {
  const kinds = ["bound", "early", "affine", "switched"] as const;
  type Kind = (typeof kinds)[number];
  type Names = Readonly<Partial<Record<Kind, readonly string[]>>>;
  const sets = (names: Names) =>
    Object.fromEntries(kinds.map((kind) => [kind, new Set(names[kind])])) as unknown as Record<Kind, Set<string>>;

  /** What the next build is told, or undefined, when the last one was told `known` and this has been found. */
  function told(known: Names | undefined, found: Names, isDraft = false): Names | undefined {
    const state = { components: [{ path: "arm", isDraft } as PredefinedInstance] } as CompileState;
    const before = known && new Map([["arm", { ...sets(known), isKnown: true }]]);
    const [bound, early, affine, switched] = kinds.map(
      (kind) => new Map(found[kind] === undefined ? [] : [["arm", new Set(found[kind])]]),
    );
    const next = nextFindings(state, before ?? new Map(), bound!, early!, affine!, switched!)?.get("arm");
    expect(next?.isKnown ?? true).toBe(true);
    return next && Object.fromEntries(kinds.flatMap((kind) => (next[kind].size > 0 ? [[kind, [...next[kind]]]] : [])));
  }

  it.each(kinds)("%s: is told once", (kind) => {
    expect(told(undefined, { [kind]: ["tau"] })).toEqual({ [kind]: ["tau"] });
    expect(told({ [kind]: ["tau"] }, { [kind]: ["tau"] })).toBeUndefined();
    expect(told(undefined, {})).toBeUndefined();
    expect(told({}, {})).toBeUndefined();
  });

  it.each(["early", "affine", "switched"] as const)("%s: what is not so after all is not so again", (kind) => {
    expect(told({ [kind]: ["a", "b"] }, { [kind]: ["b"] })).toEqual({ [kind]: ["b"] });
    expect(told({ [kind]: ["b"] }, { [kind]: ["a", "b"] })).toBeUndefined();
    expect(told({ [kind]: ["b"] }, {})).toEqual({});
  });

  it("bound: what was bound stays so", () => {
    expect(told({ bound: ["a"] }, { bound: ["b"] })).toEqual({ bound: ["a", "b"] });
    expect(told({ bound: ["a"] }, {})).toBeUndefined();
  });

  it("a draft is built again in any case", () => {
    expect(told(undefined, {}, true)).toEqual({});
    expect(told({ affine: ["tau"] }, { affine: ["tau"] }, true)).toEqual({ affine: ["tau"] });
  });
});

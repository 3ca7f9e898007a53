/**
 * Efforts that are affine in one derivative: which are found, and the equations of base and slope that are added for them. A component that has no
 * equations of its own asks; f is what it computes derivatives with.
 */
import { instantiate, Model, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { addAffine, findAffine } from "../../src/compile/affine.ts";
import { type CompileState, type PredefinedInstance, printEquation } from "../../src/compile/state.ts";
import { incidenceOf } from "../../src/compile/structure.ts";
import type { AffineQuestion } from "../../src/language/predefined.ts";

type Question = readonly [effort: string, rate: string, ...rest: readonly string[]];

/** States w and v; b0, s0, b1 and s1 are what base and slope of the first and the second question are written to. */
function asked(equations: string, questions: readonly Question[], early?: PredefinedInstance["early"], path = "") {
  const prefix = path === "" ? "" : `${path}.`;
  const part = {
    J: 3,
    tm: 5,
    w: Var({ init: 1 }),
    v: Var({ init: 2 }),
    functions: { f: (x: number) => x / 2 },
    equations: `${equations}; b0 = time; s0 = sin(time); b1 = cos(time); s1 = time^2`,
  };
  const { program } = instantiate(Model(path === "" ? part : { [path]: Model(part) }));
  const affine: AffineQuestion[] = questions.map(([name, rate, ...rest], k) => {
    const element = (own: string) => ({ name: own, index: 0 });
    const [base = `b${k}`, slope = `s${k}`] = rest;
    if (base === "") return { name, rate };
    return { name, rate, base: element(base), slope: element(slope) };
  });
  const state = {
    ...program.state,
    variables: [...program.state.variables],
    equations: program.state.equations.map((equation) => ({ ...equation })),
    components: [{ path, isDraft: false, affine, early }],
  } as unknown as CompileState;
  const incidence = incidenceOf(state);
  const before = state.equations.length;
  const { names, switched, closures } = findAffine(state, incidence, program.states);
  addAffine(state, incidence, closures);
  const shown = (from: number, to?: number) => [...state.equations].slice(from, to).map((e) => printEquation(state, e));
  expect([...incidence].map((row) => [...row].sort())).toEqual([...incidenceOf(state)].map((row) => [...row].sort()));
  return {
    names: [...(names.get(path) ?? [])],
    switched: [...(switched.get(path) ?? [])],
    others: names.size + switched.size - Number(names.has(path)) - Number(switched.has(path)),
    defined: shown(0, before).filter((text) =>
      [0, 1].some((k) => text.startsWith(`${prefix}b${k} =`) || text.startsWith(`${prefix}s${k} =`)),
    ),
    added: shown(before),
  };
}

const nothing = {
  names: [],
  switched: [],
  others: 0,
  defined: ["b0 = time", "s0 = sin(time)", "b1 = cos(time)", "s1 = time^2"],
  added: [],
};

describe("one effort", () => {
  const first = { names: ["tau"], defined: ["b0 = base(tau)", "s0 = slope(tau)", "b1 = cos(time)", "s1 = time^2"] };

  it("by its equation with the derivative: at rest, and differentiated", () => {
    expect(asked("der(w) = f(tau); J*der(w) = tm - 2*tau; der(v) = 1", [["tau", "w"]])).toMatchObject({
      ...first,
      added: ["0 = tm - 2*base(tau)", "J + 2*slope(tau) = 0"],
    });
  });

  it("through what is between both", () => {
    expect(asked("der(w) = f(tau); q = 4*der(w) - v; tau = 2*q + r; r = q - 1; der(v) = 1", [["tau", "w"]])).toEqual({
      ...nothing,
      ...first,
      added: [
        "base(tau) = 2*base(q) + base(r)",
        "slope(tau) - 2*slope(q) - slope(r) = 0",
        "base(r) = base(q) - 1",
        "slope(r) - slope(q) = 0",
        "base(q) = -v",
        "slope(q) - 4 = 0",
      ],
    });
  });

  it("of a component that has a name", () => {
    expect(asked("der(w) = f(tau); J*der(w) = tm - 2*tau; der(v) = 1", [["tau", "w"]], undefined, "arm")).toMatchObject(
      {
        names: ["tau"],
        others: 0,
        defined: ["arm.b0 = base(arm.tau)", "arm.s0 = slope(arm.tau)", "arm.b1 = cos(time)", "arm.s1 = time^2"],
      },
    );
  });

  it("under a name with another sign: its base changes the sign, and its slope with one of both names", () => {
    const equations = "der(w) = f(tau); J*der(w) = tm - 2*tau; der(v) = 1; other = -tau; u = -w";
    expect(asked(equations, [["other", "w"]]).defined.slice(0, 2)).toEqual(["b0 = -base(tau)", "s0 = -slope(tau)"]);
    expect(asked(equations, [["tau", "u"]]).defined.slice(0, 2)).toEqual(["b0 = base(tau)", "s0 = -slope(tau)"]);
    expect(asked(equations, [["other", "u"]]).defined.slice(0, 2)).toEqual(["b0 = -base(tau)", "s0 = slope(tau)"]);
  });

  it("is found before it is known where base and slope go", () => {
    expect(asked("der(w) = f(tau); J*der(w) = tm - 2*tau; der(v) = 1", [["tau", "w", ""]])).toEqual({
      ...nothing,
      names: ["tau"],
    });
  });

  it.each([
    ["is not affine", "der(w) = f(tau); J*der(w) = tm - tau^2; der(v) = 1", ["tau", "w"]],
    ["is a product", "der(w) = f(tau); q = 2*der(w); tau = q*der(w); der(v) = 1", ["tau", "w"]],
    ["does not depend on the derivative", "der(w) = f(tau); tau = v; der(v) = 1", ["tau", "w"]],
    ["belongs to another derivative", "der(w) = f(tau); J*der(v) = tm - 2*tau; der(v) = 1 + w", ["tau", "w"]],
    ["is unknown", "der(w) = f(tau); J*der(w) = tm - 2*tau; der(v) = 1", ["qqq", "w"]],
    ["is asked with what is no state", "der(w) = f(tau); J*der(w) = tm - 2*tau; der(v) = 1", ["tau", "b0"]],
    ["is zero", "der(w) = f(tau); J*der(w) = tm - 2*tau; zero = tau - tau; der(v) = 1", ["zero", "w"]],
    [
      "is asked with what is zero",
      "der(w) = f(tau); J*der(w) = tm - 2*tau; zero = tau - tau; der(v) = 1",
      ["tau", "zero"],
    ],
  ] as const)("that %s is none", (_why, equations, question) => {
    expect(asked(equations, [question])).toEqual(nothing);
  });

  it("that depends on what comes after the derivatives is none", () => {
    const equations = "der(w) = f(tau); late = 2*der(w); tau = 3*late; der(v) = 1";
    expect(asked(equations, [["tau", "w"]], { names: [], before: "late" })).toEqual(nothing);
    expect(asked(equations, [["tau", "w"]], { names: [], before: "v" })).toMatchObject(first);
  });
});

describe("two efforts", () => {
  const joints = "der(w) = f(tau); der(v) = f(sig)";
  const both: readonly Question[] = [
    ["tau", "w"],
    ["sig", "v"],
  ];

  it("each of its own derivative", () => {
    expect(asked(`${joints}; J*der(w) = tm - 2*tau; sig = w*der(v)`, both)).toMatchObject({
      names: ["tau", "sig"],
      defined: ["b0 = base(tau)", "s0 = slope(tau)", "b1 = base(sig)", "s1 = slope(sig)"],
      added: ["0 = tm - 2*base(tau)", "J + 2*slope(tau) = 0", "base(sig) = 0", "slope(sig) - w = 0"],
    });
  });

  it("of which one depends on both derivatives: that is none", () => {
    expect(asked(`${joints}; J*der(w) = tm - 2*tau; sig = der(v) + der(w)`, both).names).toEqual(["tau"]);
    expect(asked(`${joints}; J*der(w) = tm - 2*tau; sig = der(v) + tau`, both).names).toEqual(["tau"]);
    expect(asked(`${joints}; q = tau + sig; tau = q - der(w); q = der(v)`, both).names).toEqual([]);
  });

  it("of derivatives that determine each other: at most one is found", () => {
    const equations = "u = 2*w; der(w) = f(tau) + sig; der(u) = f(sig); J*der(w) = tm - 2*tau; der(v) = 1";
    const questions: readonly Question[] = [
      ["tau", "w"],
      ["sig", "u"],
    ];
    expect(asked(equations, questions)).toMatchObject({
      names: ["tau"],
      added: ["0 = tm - 2*base(tau)", "J + 2*slope(tau) = 0"],
    });
  });

  it("of one derivative: none is found", () => {
    const equations = "der(w) = f(tau) + sig; J*der(w) = tm - 2*tau; sig = der(w); der(v) = 1";
    const questions: readonly Question[] = [
      ["tau", "w"],
      ["sig", "w"],
    ];
    expect(asked(equations, questions)).toEqual(nothing);
  });
});

import {
  expr,
  flow,
  input,
  instantiate,
  Model,
  type ModelSource,
  output,
  Par,
  potential,
  RattlebackError,
  simulate,
  Var,
} from "rattleback";
import { describe, expect, it } from "vitest";

function failure(source: ModelSource): RattlebackError {
  try {
    instantiate(Model(source));
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("no error");
}

const Pin = Model({ v: potential({ unit: "V" }), i: flow({ unit: "A" }) });
const OnePort = Model({ p: Pin, n: Pin, equations: "v = p.v - n.v; 0 = p.i + n.i; i = p.i" });
const Resistor = OnePort.with({ R: Par(1, "Ohm"), equations: "R*i = v" });
const Source = OnePort.with({ V: Par(1, "V"), equations: "v = V" });
const Ground = Model({ p: Pin, equations: "p.v = 0" });

describe("too few equations", () => {
  it("a name that is used but declared nowhere is the one to blame, not the state beside it", () => {
    const error = failure({ x: Var({ init: 1 }), equations: "der(x) = -y" });
    expect(error.code).toBe("E-STRUCT-UNDER");
    expect(error.what).toBe('1 equation is missing for the 1 unknown "y".');
    expect(error.because).toBe('"y" appears in 1 equation only');
    expect(error.hint).toContain('"y" is used but not declared');
  });

  it("a misspelt variable and a misspelt parameter get the right spelling", () => {
    expect(failure({ speed: Var({ init: 1 }), equations: "der(speed) = -sped" }).hint).toContain(
      'did you mean "speed"?',
    );
    expect(failure({ x: Var({ init: 1 }), Tau: 2, equations: "der(x) = -x/tau" }).hint).toContain(
      'did you mean "Tau"?',
    );
  });

  it("several undeclared names are listed, with the equations that use them and no others", () => {
    const error = failure({ x: Var({ init: 1 }), v: Var({ init: 0 }), equations: "der(x) = v; der(v) = F/m" });
    expect(error.what).toContain('2 equations are missing for the 2 unknowns "F", "m"');
    expect(error.where).toContain("der(v) = F/m");
    expect(error.where).not.toContain("der(x) = v");
    expect(error.hint).toContain('"F", "m" are used but not declared: give each an equation');
  });

  it("a component that reaches for a name of the model around is told how to get it", () => {
    const Decay = Model({ x: Var({ init: 1 }), equations: "der(x) = -k*x" });
    const error = failure({ k: 2, decay: Decay });
    expect(error.path).toBe("decay.k");
    expect(error.hint).toContain("components do not see names around them");
    expect(error.hint).toContain(".with({ k: expr`k` })");
    // and the advice works
    const passed = instantiate(Model({ k: 2, decay: Decay.with({ k: expr`k` }) }));
    expect(simulate(passed, { stopTime: 1, tolerance: 1e-8 }).final("decay.x")).toBeCloseTo(Math.exp(-2), 7);
  });

  it("a declared variable that no equation contains is said to be in none", () => {
    const error = failure({ x: Var({ init: 1 }), y: Var({ unit: "m" }), equations: "der(x) = -x" });
    expect(error.because).toBe('"y" appears in no equation');
    expect(error.hint).toBe('give "y" an equation or a value');
  });

  it("an input without value asks for one", () => {
    expect(failure({ u: input(), x: Var({ init: 0 }), equations: "der(x) = u - x" }).hint).toContain(
      "input({ start: 1 })",
    );
  });

  it("open inputs of components are blamed where they are as many as equations are missing, and not otherwise", () => {
    const Gain = Model({ u: input(), y: output(), equations: "y = 2*u" });
    const unknowns = (source: ModelSource) => failure(source).data["unknowns"];
    expect(unknowns({ a: Gain, x: Var({ init: 0 }), equations: "der(x) = a.y" })).toEqual(["a.u"]);
    expect(unknowns({ a: Gain, b: Gain, equations: "z = a.y + b.y" })).toEqual(["a.u", "b.u"]);
    // one equation is missing, and it is not known of which of the two
    expect(unknowns({ a: Gain, b: Gain, equations: "a.u = 3 - b.u" })).toContain("a.y");
    expect(unknowns({ x: Var({ init: 0 }), equations: "der(x) = w + z; z = w" })).toEqual(["w", "z"]);
  });

  it("a circuit without ground and a pin that nobody connects are no errors", () => {
    const loop = {
      R: Resistor,
      V: Source,
      connect: [
        ["V.p", "R.p"],
        ["R.n", "V.n"],
      ],
    } as const;
    expect(instantiate(Model(loop)).report.arbitrary.length).toBe(1);
    expect(() => instantiate(Model({ R: Resistor, g: Ground, connect: [["R.n", "g.p"]] }))).not.toThrow();
  });
});

describe("too many equations", () => {
  it("a state and its derivative are one unknown", () => {
    const error = failure({ x: Var({ init: 1 }), equations: "der(x) = -x; y = 2*x; y = 3*x" });
    expect(error.code).toBe("E-STRUCT-OVER");
    expect(error.what).toBe('There is 1 equation too many: 3 equations for the 2 unknowns "x", "y".');
    for (const text of ["der(x) = -x", "y = 2*x", "y = 3*x"]) expect(error.where).toContain(text);
  });

  it("an equation between parameters is shown with their names", () => {
    const error = failure({ a: 1, b: 2, x: Var({ init: 1 }), equations: "der(x) = -x; a = 2*b" });
    expect(error.what).toBe('There is 1 equation too many: "a = 2*b" contains no unknown.');
    expect(error.because).toContain('"a", "b" are parameters');
    expect(error.hint).toContain("a: expr`…`");
    expect(failure({ equations: "3 = 4" }).because).toBe("it compares numbers only");
  });

  it("a variable to which .with gives a number is a parameter, which is said", () => {
    const base = Model({ k: 2, x: Var({ init: 1 }), equations: "der(x) = -x; y = k*x" });
    const error = failure({ part: base.with({ y: 3 }) });
    expect(error.code).toBe("E-STRUCT-OVER");
    expect(error.because).toBe(
      'these equations contain no other unknown; "part.y" is a parameter, because .with gives it a number',
    );
    expect(error.hint).toBe(
      "remove the equation; or leave the number out; or give a start value: .with({ y: { start: 1 } })",
    );
    const declared = Model({ x: Var({ init: 1 }), y: Var(), z: Var(), equations: "der(x) = -x; y = 2; z = 3*y" });
    expect(failure({ part: declared.with({ y: 3 }) }).because).toBe(
      '"part.y" is a parameter, because .with gives it a number',
    );
    expect(failure({ part: declared.with({ y: Par(3), z: 4 }) }).because).toContain("because .with gives");
    const meant = instantiate(base.with({ y: { start: 3 } }));
    expect(simulate(meant, { stopTime: 1, tolerance: 1e-9 }).final("y")).toBeCloseTo(2 * Math.exp(-1), 7);
  });

  it("a state that is assigned inside when is sent to reinit; names of the compiler are not shown", () => {
    const error = failure({ x: Var({ init: 1 }), equations: "der(x) = -x; when time > 1 then x = 2 end" });
    expect(error.what).toBe('There is 1 equation too many: 2 equations for the 1 unknown "x".');
    expect(error.message).not.toContain("$");
    expect(error.where?.match(/when time/g)).toHaveLength(1);
    expect(error.hint).toContain("reinit(x, …)");
  });

  it("two sources in parallel are named as components", () => {
    const error = failure({
      V1: Source,
      V2: Source.with({ V: 2 }),
      g: Ground,
      connect: [
        ["V1.p", "V2.p"],
        ["V1.n", "V2.n", "g.p"],
      ],
    });
    expect(error.code).toBe("E-STRUCT-INCONSISTENT");
    expect(error.hint).toMatch(/"V1".*"V2" prescribe what the connections have fixed already: put an element between/);
  });
});

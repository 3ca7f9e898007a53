/** Errors say which entry of a list of equations or connections they mean, and where it stands in the model file. */
import { describe, expect, it } from "vitest";
import { instantiate, Model, RattlebackError, Var } from "../../src/index.ts";
import { errorPlace } from "../../src/modelFile/errorPlace.ts";

function errorOf(model: ReturnType<typeof Model>): RattlebackError {
  try {
    instantiate(model);
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("the model was accepted");
}

describe("equations given as a list", () => {
  const withEquations = (...equations: string[]) => Model({ x: Var({ init: 1 }), equations });

  it("an error of syntax names the entry and the line within it", () => {
    const { where } = errorOf(withEquations("der(x) = -x", "a = 1\nb = a +* 2"));
    expect(where).toMatch(/^entry 2 of equations, line 2, column 8\n/);
  });

  it("so does an error in the meaning of an expression", () => {
    const { where } = errorOf(withEquations("der(x) = -x", "b = 1", "\nc = nonsense(x)"));
    expect(where).toMatch(/^entry 3 of equations, line 2, column 5\n/);
  });

  it("so does one in the equation that gives the size of something", () => {
    const model = Model({
      T: Var({ init: [1, 2] }),
      equations: ["for i in 1:n loop der(T[i]) = -1; end for", "n = length(T) + nonsense(2)"],
    });
    expect(errorOf(model).where).toMatch(/^entry 2 of equations, line 1, column 17\n/);
  });

  it("equations too many are told apart, also when they are alike", () => {
    const { where } = errorOf(withEquations("der(x) = -x", "y = 2", "y = 2"));
    expect(where).toContain("y = 2   (entry 2 of equations, line 1 of the model)");
    expect(where).toContain("y = 2   (entry 3 of equations, line 1 of the model)");
  });

  it("initial equations are a list of their own", () => {
    const model = Model({ equations: "der(x) = -x", initialEquations: ["x = 1", "x = nonsense(2)"] });
    expect(errorOf(model).where).toMatch(/^entry 2 of initialEquations, line 1, column 5\n/);
  });

  it("a single text has lines only", () => {
    expect(errorOf(withEquations("der(x) = -x\ny = nonsense(x)")).where).toMatch(/^line 2, column 5\n/);
  });
});

describe("a wrong connector", () => {
  const Pin = Model({ v: Var({ potential: true }), i: Var({ flow: true }) });
  const Flange = Model({ phi: Var({ potential: true }), tau: Var({ flow: true }) });
  const Resistor = Model({ p: Pin, n: Pin, equations: "p.v - n.v = p.i\np.i + n.i = 0" });
  const Torque = Model({ flange: Flange, equations: "flange.tau = 1" });
  const parts = { a: Resistor, b: Resistor, torque: Torque };
  const file = (entry: string) => `const model = Model({
  a: Resistor,
  b: Resistor,
  torque: Torque,
  connect: [
    ["a.p", "b.n"],
    ${entry},
  ],
});`;

  it.each([
    ["an unknown name", ["a.n", "b.q"], "E-NAME-UNKNOWN"],
    ["an unknown component", ["a.n", "c.n"], "E-NAME-UNKNOWN"],
    ["connectors of different kinds", ["a.n", "torque.flange"], "E-CONNECT"],
    ["a connector that another entry names too", ["a.p", "torque.flange"], "E-CONNECT"],
    ["a name that cannot be read", ["a.n", "b..n"], "E-SYNTAX"],
  ])("%s: the place is the entry of connect", (_what, entry, code) => {
    const error = errorOf(Model({ ...parts, connect: [["a.p", "b.n"], entry] }));
    expect(error.code).toBe(code);
    if (code !== "E-SYNTAX") expect(error.where).toBe(`entry 2 of connect: "${entry[0]}", "${entry[1]}"`);
    expect(errorPlace(file(JSON.stringify(entry).replace(",", ", ")), error)).toMatchObject({ line: 7, column: 6 });
  });

  it("in a component the entry is that of the component", () => {
    const error = errorOf(Model({ sub: Model({ ...parts, connect: [["a.p", "torque.flange"]] }) }));
    expect(error).toMatchObject({ path: "sub", where: 'entry 1 of connect in "sub": "a.p", "torque.flange"' });
  });

  it("connect(…) among the equations is shown with its line", () => {
    const error = errorOf(Model({ ...parts, equations: "connect(a.p, b.n)\nconnect(a.n, torque.flange)" }));
    expect(error.code).toBe("E-CONNECT");
    expect(error.where).toMatch(/^line 2, column 1\n *connect\(a\.n, torque\.flange\)/);
  });
});

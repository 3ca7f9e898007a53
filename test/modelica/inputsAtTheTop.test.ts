// Inputs of the model that is simulated keep their start values, as inputs of our own models do, and can be given others.
import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { Model } from "../../src/language/model.ts";
import { importModelica, type ModelicaInstantiateOptions } from "../../src/modelica/importModelica.ts";
import { instantiate as instantiateModel } from "../../src/run/instantiate.ts";
import { linearise } from "../../src/run/linearise.ts";
import { simulate } from "../../src/run/simulate.ts";

const library = (text: string) => importModelica({ texts: { "T.mo": `package T ${text} end T;` } });

function run(text: string, options: { merge?: Record<string, unknown> } = {}, own: ModelicaInstantiateOptions = {}) {
  return simulate(library(text).instantiate("T.M", own), { stopTime: 1, tolerance: 1e-8, ...options });
}

function refusal(text: string): RattlebackError {
  try {
    run(text);
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${text}`);
}

const tank = "model M input Real u(start = 2); Real x(start = 0, fixed = true); equation der(x) = u; end M;";

describe("an input at the top", () => {
  it("keeps its start value, and a warning says how it gets another", () => {
    const result = run(tank);
    expect(result.final("x")).toBeCloseTo(2, 12);
    expect(result.final("u")).toBe(2);
    expect(result.describe("u").kind).toBe("input");
    expect(result.warnings).toHaveLength(1);
    expect(result.warnings[0]).toMatch(/"u" is an input that nothing gives a value.*--set u=….*modifiers: "u = …"/);
  });

  it("takes a number from a run, and a course from a modification, which leaves nothing to warn of", () => {
    expect(run(tank, { merge: { u: 3 } }).final("x")).toBeCloseTo(3, 12);
    const course = run(tank, {}, { modifiers: "u = 6*time^2" });
    expect(course.final("x")).toBeCloseTo(2, 8);
    expect(course.warnings).toEqual([]);
  });

  it("without a start value is 0, false or the first literal", () => {
    const result = run(`type E = enumeration(a, b);
      model M input Real u; input Boolean b; input E e; input Integer n; input Real v[2];
        Real y = u + (if b then 10 else 20) + (if e == E.a then 100 else 200) + n + sum(v);
      end M;`);
    expect(result.final("y")).toBe(120);
    expect(result.warnings[0]).toContain('"u", "b", "e", "n", "v" are inputs');
  });

  it("goes through connections, once along each way", () => {
    const result = run(`
      connector In = input Real; connector Out = output Real;
      block Twice In u; Out y; equation y = 2*u; end Twice;
      model M In u(start = 3); Twice a; Twice b;
      equation connect(u, a.u); connect(a.u, b.u); connect(b.u, u); connect(u, a.u); end M;`);
    expect([result.final("a.y"), result.final("b.y")]).toEqual([6, 6]);
  });

  it("is what connectors and records at the top have", () => {
    const result = run(`
      connector C input Real a; output Real b; end C; record R Real a; Real b; end R;
      model Part C c; equation c.b = 3*c.a; end Part;
      model M C c(a(start = 4)); Part part; input R r(a(start = 2), b(start = 5)); Real y = r.a + r.b; equation connect(c, part.c); end M;`);
    expect([result.final("c.b"), result.final("y")]).toEqual([12, 7]);
    expect(result.warnings[0]).toContain('modifiers: "c(a = …)"');
  });

  it("is an input of the linearised model", () => {
    const { B } = linearise(
      library("model M input Real u; Real x(start = 0, fixed = true); equation der(x) = 5*u - x; end M;").instantiate(
        "T.M",
      ),
    );
    expect(B).toEqual([[5]]);
  });

  it("is sampled by clocks", () => {
    const result = run(`model M input Real u(start = 2); Real y(start = 0); Real z(start = 0);
      equation y = previous(y) + sample(u, Clock(0.25)); when Clock(0.5) then z = previous(z) + u; end when; end M;`);
    expect([result.final("y"), result.final("z")]).toEqual([10, 6]);
  });

  it("of a class that is a component comes from the model around it", () => {
    const part = library("model M input Real u(start = 2); output Real y = 3*u; end M;").component("T.M");
    const result = simulate(instantiateModel(Model({ part, equations: "part.u = time" })), { stopTime: 1 });
    expect(result.final("part.y")).toBeCloseTo(3, 12);
    expect(result.warnings).toEqual([]);
  });
});

describe("what an input at the top is not", () => {
  it("a number that sizes or parameters may depend on", () => {
    expect(refusal("model M input Integer n(start = 2); Real x[n] = ones(n); end M;").code).toBe(
      "E-MODELICA-STRUCTURAL",
    );
    const { code, message } = refusal("model M input Real u; parameter Real p = u; end M;");
    expect(code).toBe("E-MODELICA-VARIABILITY");
    expect(message).toContain('it depends on "u"');
  });

  it("an unknown: an equation for it is one too many", () => {
    const { code, message } = refusal("model M input Real u; equation u = 3; end M;");
    expect(code).toBe("E-STRUCT-OVER");
    expect(message).toContain('remove the equation, or the prefix "input" of "u"');
  });

  it("protected", () => {
    const { code, message } = refusal("model M protected input Real u; Real y = u; end M;");
    expect(code).toBe("E-STRUCT-UNDER");
    expect(message).toContain('give "u" a value in its declaration');
  });
});

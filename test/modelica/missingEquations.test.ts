// What a model without enough equations, or without a solution, is told: what lacks, and where it belongs.
import { expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

const parts = `
  connector Pin Real v; flow Real i; end Pin;
  model Resistor Pin p, n; equation p.v - n.v = p.i; p.i + n.i = 0; end Resistor;
  model Leaky Pin p, n; equation p.v - n.v = p.i; end Leaky;
  model Source Pin p, n; equation p.v - n.v = 10; p.i + n.i = 0; end Source;
  model Ground Pin p; equation p.v = 0; end Ground;
  block Gain input Real u; output Real y = 2*u; end Gain;`;

function refusal(text: string): RattlebackError {
  try {
    importModelica({ texts: { "T.mo": `package T ${parts} ${text} end T;` } }).instantiate("T.M");
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${text}`);
}

it("a circuit without ground lacks a reference, not equations of its complete components", () => {
  const { message } = refusal("model M Source s; Resistor r; equation connect(s.p, r.p); connect(s.n, r.n); end M;");
  expect(message).toContain("1 equation is missing");
  expect(message).toContain("add a reference: a ground");
  expect(message).not.toContain("more equation");
});

it("a component that lacks an equation is named, with its flows", () => {
  const { message } = refusal(`model M Source s; Leaky r; Ground g;
    equation connect(s.p, r.p); connect(s.n, r.n); connect(s.n, g.p); end M;`);
  expect(message).toContain('"r" has 1 equation for 2 unknowns of its own');
  expect(message).toContain('give the model of "r" one more equation, such as 0 = p.i + n.i');
});

it("an input that nothing is connected with is named", () => {
  expect(refusal("model M Gain g; end M;").message).toContain('connect the input "g.u"');
});

it("an equation that is not solved asks for a start value as Modelica writes it", () => {
  const library = importModelica({ texts: { "M.mo": "model M Real x(start = 0.5); equation exp(x) = -1; end M;" } });
  expect(() => simulate(library.instantiate("M"), { stopTime: 1 })).toThrow("near the solution: x(start = …), or use");
});

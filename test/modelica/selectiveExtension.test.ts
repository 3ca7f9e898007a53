// extends A(break x): what a class does not inherit (Modelica 3.6, section 7.4).
import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

const parts = `
  connector Pin Real v; flow Real i; end Pin;
  model Source Pin p; parameter Real V = 12; equation p.v = V; end Source;
  model Resistor Pin a; Pin b; parameter Real R = 1; equation a.v - b.v = R*a.i; a.i + b.i = 0; end Resistor;
  model Ground Pin p; equation p.v = 0; end Ground;
  model Divider
    Source s; Resistor upper(R = 2); Resistor lower(R = 4); Resistor load(R = 4); Ground g;
  equation
    connect(s.p, upper.a); connect(upper.b, lower.a); connect(lower.b, g.p);
    connect(upper.b, load.a); connect(load.b, g.p);
  end Divider;`;

function library(text: string) {
  return importModelica({ texts: { "T.mo": `package T ${parts} ${text} end T;` } });
}

function voltage(text: string): number {
  return simulate(library(text).instantiate("T.M"), { stopTime: 1 }).final("upper.b.v");
}

function refusal(text: string): RattlebackError {
  try {
    library(text).instantiate("T.M");
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${text}`);
}

describe("an extends clause", () => {
  it.each([
    ["that takes everything", "model M extends Divider; end M;", 6],
    ["that leaves a component out, with its connections", "model M extends Divider(break load); end M;", 8],
    ["that leaves a connection out", "model M extends Divider(break connect(load.a, upper.b)); end M;", 8],
    ["that modifies beside", "model M extends Divider(break load, upper(R = 4)); end M;", 6],
    [
      "two levels above the component",
      "model N extends Divider(load(R = 8)); end N; model M extends N(break load); end M;",
      8,
    ],
    [
      "whose class declares the name anew",
      "model M extends Divider(break load); Resistor load(R = 12); equation connect(load.a, upper.b); connect(load.b, g.p); end M;",
      12 * (3 / 5),
    ],
    [
      "that opens a loop and closes it with another part",
      `model M extends Divider(break load, break connect(s.p, upper.a)); Resistor more(R = 6);
       equation connect(s.p, more.a); connect(more.b, upper.a); end M;`,
      4,
    ],
  ])("%s", (_, text, expected) => {
    expect(voltage(text)).toBeCloseTo(expected, 10);
  });

  it("names components in arrays and loops, too", () => {
    const text = `
      model Chain Source s; Resistor r[3](each R = 1); Ground g;
      equation connect(s.p, r[1].a); for k in 1:2 loop connect(r[k].b, r[k + 1].a); end for; connect(r[3].b, g.p); end Chain;
      model M extends Chain(break connect(r[3].b, g.p)); Resistor upper(R = 1);
      equation connect(r[3].b, upper.a); connect(upper.b, g.p); end M;`;
    const result = simulate(library(text).instantiate("T.M"), { stopTime: 1 });
    expect(result.final("r[1].a.i")).toBeCloseTo(3, 10);
  });
});

describe("refused is", () => {
  it.each([
    [
      "a component that the base does not have",
      "model M extends Divider(break lode); end M;",
      /no component "lode" to leave out/,
    ],
    [
      "a class",
      "model N model Part = Resistor; Part p; end N; model M extends N(break Part); end M;",
      /no component "Part"/,
    ],
    [
      "a connection that the base does not have",
      "model M extends Divider(break connect(s.p, lower.a)); end M;",
      /no connection/,
    ],
    [
      "a modification of what is left out",
      "model M extends Divider(break load, load(R = 3)); end M;",
      /no element "load"/,
    ],
  ])("%s", (_, text, message) => {
    const error = refusal(text);
    expect(error.code).toBe("E-MODELICA-MODIFIER");
    expect(error.message).toMatch(message);
    expect(error.message).toContain("T.mo:");
  });

  it("an equation of the base with what is left out", () => {
    const error = refusal(`model N extends Divider; Real x = 2*load.R; end N; model M extends N(break load); end M;`);
    expect(error.code).toBe("E-MODELICA-NAME");
    expect(error.message).toMatch(/"load/);
  });

  it("break outside of an extends clause", () => {
    expect(refusal("model M Divider d(break load); end M;").code).toBe("E-MODELICA-SYNTAX");
  });
});

// What classes of each kind may contain and extend, and what prefixes may stand in front of, is held against the specification.
import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

function refusal(body: string): RattlebackError {
  try {
    importModelica({ texts: { "T.mo": `model T\n${body}\nend T;` } }).instantiate("T");
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${body}`);
}

function run(body: string): number {
  return simulate(importModelica({ texts: { "T.mo": `model T\n${body}\nend T;` } }).instantiate("T"), {
    stopTime: 1,
  }).final("y");
}

describe("a class of a kind is refused", () => {
  it.each([
    ["a record with equations", "record R Real a; equation a = 1; end R; R r;", /record "T\.R" has equations/],
    ["a record with an algorithm", "record R Real a; algorithm a := 1; end R; R r;", /has an algorithm section/],
    ["a record with protected fields", "record R protected Real a = 1; end R; R r;", /has a protected section/],
    ["a record with inputs", "record R input Real a; end R; R r(a = 1);", /declares "a" as input/],
    ["a connector with equations", "connector C Real v; initial equation v = 1; end C; C c;", /connector "T\.C" has/],
    ["a connector with outer parts", "connector C outer Real v; end C; inner Real v = 1; C c;", /"v" as outer/],
    ["an operator with data", "operator O constant Real a = 1; end O; Real y = O.a;", /has the component "a"/],
    ["a block that extends a model", "model M Real a = 1; end M; block B extends M; end B; B b;", /extends the model/],
    [
      "a record that extends a connector",
      "connector C Real v; end C; record R extends C; end R; R r;",
      /the connector/,
    ],
    ["a connector that is a short model", "model M Real a = 1; end M; connector C = M; C c;", /extends the model/],
    [
      "a package that extends a function",
      "function f end f; package P extends f; constant Real c = 1; end P; Real y = P.c;",
      /extends the function/,
    ],
  ])("%s", (_, body, message) => {
    const error = refusal(body);
    expect(error.code).toBe("E-MODELICA-KIND");
    expect(error.message).toMatch(message);
    expect(error.message).toContain("T.mo:2:");
  });

  it("an operator record that is extended, but not one with other attributes", () => {
    const numbers = "operator record N Real a; end N;";
    expect(refusal(`${numbers} operator record M extends N; end M; M m(a = 1);`).message).toMatch(
      /operator record "T\.N"/,
    );
    expect(run(`${numbers} operator record M = N(a(unit = "m")); M m(a = 3); Real y = m.a;`)).toBe(3);
  });
});

describe("what a kind may extend is taken", () => {
  it.each([
    ["a model a block", "block B Real a = 2; end B; model M extends B; end M; M m; Real y = m.a;"],
    ["a model a record", "record R Real a = 2; end R; model M extends R; end M; M m; Real y = m.a;"],
    ["a connector a record", "record R Real a; end R; connector C extends R; end C; C c(a = 2); Real y = c.a;"],
    ["a connector a type", "connector C = input Real; C c = 2; Real y = c;"],
    [
      "a package an icon",
      "package P partial record Icon end Icon; end P; package Q extends P.Icon; constant Real a = 2; end Q; Real y = Q.a;",
    ],
    ["anything a class", "class A Real a = 2; end A; block B extends A; end B; B b; Real y = b.a;"],
  ])("%s", (_, body) => {
    expect(run(body)).toBe(2);
  });
});

describe("a prefix is refused", () => {
  const pin = "connector Pin Real v; flow Real i; end Pin; connector Signal = input Real; model M Real a = 1; end M;";
  it.each([
    ["in front of a model", "parameter M m;", /it is a model/],
    ["constant in front of a connector", "constant Signal c = 1;", /a connector cannot be a constant/],
    ["input inside of what is output", "connector S output Real a; end S; input S s(a = 1);", /"s\.a".*/],
    ["flow in front of what holds a flow", "connector P2 Real e; flow Pin p; end P2; P2 p;", /flow inside of "p\.p"/],
    [
      "flow in front of an Integer",
      "connector C Real v; flow Integer i; end C; C c(v = 1);",
      /a flow variable is a Real/,
    ],
    ["stream outside of a connector", "stream Real x = 1;", /stream variables belong to connectors/],
  ])("%s", (_, body, message) => {
    const error = refusal(`${pin} ${body}`);
    expect(error.code).toBe("E-MODELICA-KIND");
    expect(error.message).toMatch(message);
  });

  it("where it is missing: in the connectors of a block", () => {
    expect(refusal(`${pin} block B Pin p; end B; B b;`).message).toMatch(/"b\.p\.v" is neither input nor output/);
    expect(run(`${pin} block B Signal u; Real y = 2*u; end B; B b(u = 3); Real y = b.y;`)).toBe(6);
  });
});

describe("a record that is given as a whole", () => {
  const records = "record I parameter Real a; parameter Real b = 2; end I; parameter I e(a = 7, b = 3);";
  it.each([
    [
      "has its fields, whatever its declaration gave them before",
      "model O parameter I q(a = 5); end O; O d(q = e); Real y = d.q.a;",
      7,
    ],
    [
      "by an extends clause, too",
      "record O parameter I p; parameter I q(a = 5); end O; record D extends O(p(a = 33), q = p); end D; D d; Real y = d.q.a;",
      33,
    ],
    [
      "inside of another record",
      "record O parameter I q(a = 5); end O; model M parameter O o(q(a = 6)); end M; M m(o = O(q = e)); Real y = m.o.q.a;",
      7,
    ],
    [
      "has another field where a modification further outside says so",
      "model O parameter I q(a = 5); end O; model P O d(q = e); parameter I e(a = 7, b = 3); end P; P p(d(q(a = 9))); Real y = p.d.q.a;",
      9,
    ],
    [
      "keeps attributes of its fields",
      "record V Real a(start = 4); end V; model O V v(a(start = 5)) = V(time); end O; O o; Real y = o.v.a;",
      1,
    ],
  ])("%s", (_, body, value) => {
    expect(run(`${records} ${body}`)).toBe(value);
  });
});

describe("iterators without a range", () => {
  it("are of the type that the array is declared by", () => {
    const body = "type E = enumeration(a, b, c); Integer x[E]; Boolean t[Boolean]; Real y;";
    const equations = "equation for i loop x[i] = 10*Integer(i); end for; for i loop t[i] = not i; end for;";
    expect(run(`${body} ${equations} y = if t[false] and not t[true] then x[E.c] else 0;`)).toBe(30);
    const algorithm = "algorithm for i loop x[i] := Integer(i); end for; for i loop t[i] := i; end for;";
    expect(run(`${body} ${algorithm} y := if t[true] then x[E.b] else 0;`)).toBe(2);
  });
});

it("operators of overdetermined connections are the same behind a point", () => {
  const angle =
    "type A extends Real; function equalityConstraint input A x; input A y; output Real r[0]; algorithm end equalityConstraint; end A;";
  const connector = "connector C A a; Real v; flow Real i; end C;";
  const parts =
    "model S C c; equation .Connections.root(c.a); c.a = 3; c.v = 1; end S; model R C c; equation c.i = 2; end R;";
  expect(run(`${angle} ${connector} ${parts} S s; R r; Real y = r.c.a; equation connect(s.c, r.c);`)).toBe(3);
});

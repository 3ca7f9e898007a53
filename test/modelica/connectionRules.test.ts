// What may be connected with what is held against the specification: each rule is broken once, and its legal neighbours are accepted.
import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import type { InstantiatedModel } from "../../src/run/instantiate.ts";
import { simulate } from "../../src/run/simulate.ts";

const shared = `
  connector RealIn = input Real;
  connector RealOut = output Real;
  connector IntegerIn = input Integer;
  connector BooleanOut = output Boolean;
  type Gear = enumeration(low, high);
  type Side = enumeration(left, right);
  block Source RealOut y; parameter Real k = 1; equation y = k; end Source;
  block Sink RealIn u; end Sink;
  block Gain RealIn u; RealOut y; equation y = 2*u; end Gain;
  block Through RealIn u; RealOut y; equation connect(u, y); end Through;
  connector Pin Real v; flow Real i; end Pin;
  connector Port Real p; flow Real m; stream Real h; end Port;
  expandable connector Bus end Bus;
`;

function model(body: string): InstantiatedModel {
  return importModelica({ texts: { "T.mo": `model T\n${shared}\n${body}\nend T;` } }).instantiate("T");
}

function refusal(body: string): RattlebackError {
  try {
    model(body);
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${body}`);
}

const run = (body: string): number => simulate(model(body), { stopTime: 1 }).final("y");

describe("a connection is refused", () => {
  it("of a connector that is protected, also in the elements of an array", () => {
    const part = "model P protected Pin p; equation p.v = 1; end P;";
    expect(refusal(`${part} P a; Pin p; equation connect(a.p, p);`).message).toMatch(/"p" of "a" is protected/);
    const ofElements = refusal(`${part} P a[2]; Pin p[2]; equation connect(a.p, p);`);
    expect(ofElements.code).toBe("E-MODELICA-NAME");
    expect(ofElements.message).toMatch(/"p" of "a\[1\]" is protected/);
  });

  it.each([
    [
      "of a Real with an Integer",
      "block I IntegerIn u; end I; Source a; I b; equation connect(a.y, b.u);",
      /one is a Real, the other an Integer/,
    ],
    [
      "of a truth value with a number",
      "block B BooleanOut y = true; end B; B a; Sink b; equation connect(a.y, b.u);",
      /one is a Boolean, the other a Real/,
    ],
    [
      "of different enumerations",
      "connector C Gear g; end C; connector D Side g; end D; C a; D b; equation connect(a, b); a.g = Gear.low;",
      /one is a "T\.Gear", the other a "T\.Side"/,
    ],
    [
      "of a flow with a potential",
      "connector A Real v; flow Real i; end A; connector B Real v; Real i; end B; A a; B b; equation connect(a, b);",
      /one is a flow, the other a potential/,
    ],
    [
      "of a flow with a stream",
      "connector A Real p; flow Real m; flow Real h; end A; A a; Port b; equation connect(a, b);",
      /one is a flow, the other a stream/,
    ],
    [
      "of a signal with a potential",
      "connector A Real u; end A; connector B input Real u; end B; A a; B b; equation connect(a, b);",
      /"b\.u" is an input, "a\.u" neither input nor output/,
    ],
    [
      "of a parameter with a variable",
      "connector A parameter Real n = 1; Real v; end A; connector B Real n; Real v; end B; A a; B b; equation connect(a, b);",
      /one is a parameter, the other a variable/,
    ],
    [
      "of a parameter with a constant",
      "connector A parameter Real n = 1; Real v; end A; connector B constant Real n = 1; Real v; end B; A a; B b; equation connect(a, b);",
      /one is a parameter, the other a constant/,
    ],
    [
      "of different constants",
      "connector A constant Integer n = 1; Real v; end A; A a; A b(n = 2); equation connect(a, b);",
      /1 and 2 differ/,
    ],
    [
      "of different texts",
      'connector A parameter String s = "x"; Real v; end A; A a; A b(s = "z"); equation connect(a, b);',
      /"x" and "z" differ/,
    ],
    [
      "of a number with a connector of several",
      "connector A Real v; end A; connector V = Real; A a; V b; equation connect(a, b);",
      /one is a Record, the other a Real/,
    ],
    [
      "of arrays of as many elements, but other sizes",
      "connector V = Real; V a[2, 3]; V b[3, 2]; equation connect(a, b);",
      /sizes \[2,3\] and \[3,2\]/,
    ],
    [
      "when a variable is missing on the left",
      "connector A Real v; end A; connector B Real v; Real w; end B; A a; B b; equation connect(a, b);",
      /"a" lacks the member "w" of "b"/,
    ],
    [
      "when a variable is missing on the right",
      "connector A Real v; end A; connector B Real v; Real w; end B; A a; B b; equation connect(b, a);",
      /"a" lacks the member "w" of "b"/,
    ],
    [
      "of a bus with a connector that is none",
      "connector A Real v; end A; Bus bus; A a; equation connect(bus, a);",
      /"bus" is expandable, the other is not/,
    ],
    [
      "of an input with two outputs",
      "Source a; Source b; Sink c; equation connect(a.y, c.u); connect(c.u, b.y);",
      /"a\.y" and "b\.y" are connected/,
    ],
    [
      "of two outputs by way of others",
      "Source a; Source b; Sink c; Sink d; equation connect(a.y, c.u); connect(d.u, b.y); connect(c.u, d.u);",
      /"a\.y" and "b\.y" are connected/,
    ],
    [
      "of two outputs by way of a bus",
      "Source a; Source b; Bus bus; equation connect(a.y, bus.x); connect(b.y, bus.x);",
      /"a\.y" and "b\.y" are connected/,
    ],
    [
      "of elements that two outputs give",
      "Source a[2]; Source b; Sink c[2]; equation connect(a.y, c.u); connect(b.y, c[2].u);",
      /"a\.y" and "b\.y" are connected/,
    ],
    [
      "of an output with an input of the model itself",
      "block Inner RealIn u; Source a; Sink b; equation connect(u, b.u); connect(a.y, b.u); end Inner; Source s; Inner t; equation connect(s.y, t.u);",
      /"t\.a\.y" and "s\.y" are connected|"s\.y" and "t\.a\.y" are connected/,
    ],
  ])("%s", (_, body, message) => {
    const error = refusal(body);
    expect(error.code).toBe("E-MODELICA-CONNECT");
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/T\.mo:\d+:/);
  });

  it("of parameters with different values, when the run begins", () => {
    const pair =
      "connector A parameter Real n = 1; Real v; end A; parameter Real k = 3; A a(n = k); A b(n = 3); Real y = a.v; equation connect(a, b); a.v = 5;";
    const instance = model(pair);
    expect(simulate(instance, { stopTime: 1 }).final("y")).toBe(5);
    expect(() => simulate(instance, { stopTime: 1, merge: { k: 4 } })).toThrow(/connected parameters with different/);
  });

  it("when its expandable connector has a flow of its own", () => {
    const error = refusal("expandable connector B Real v; flow Real i; end B; B a;");
    expect(error.code).toBe("E-MODELICA-KIND");
    expect(error.message).toMatch(/"T\.B" declares "i" as flow/);
  });
});

describe("a connection is taken", () => {
  it.each([
    [
      "of one output with many inputs",
      "Source a(k = 3); Gain b; Gain c; Real y = b.y + c.y; equation connect(a.y, b.u); connect(a.y, c.u);",
      12,
    ],
    ["twice", "Source a(k = 3); Gain b; Real y = b.y; equation connect(a.y, b.u); connect(b.u, a.y);", 6],
    [
      "of outputs with inputs on each level",
      "block Two RealIn u; RealOut y; Gain a; Gain b; equation connect(u, a.u); connect(a.y, b.u); connect(b.y, y); end Two; Source s(k = 3); Two t; Gain g; Real y = g.y; equation connect(s.y, t.u); connect(t.y, g.u);",
      24,
    ],
    [
      "of an input that goes through to an output",
      "Source a(k = 3); Through b; Through c; Gain d; Real y = d.y; equation connect(a.y, b.u); connect(b.y, c.u); connect(c.y, d.u); ",
      6,
    ],
    [
      "of an input that may be absent with a protected one",
      "block P parameter Boolean has = true; RealIn u if has; RealOut y; protected RealIn w; equation connect(u, w); if not has then w = 7; end if; y = w; end P; Source s(k = 3); P p; P q(has = false); Real y = p.y + q.y; equation connect(s.y, p.u);",
      10,
    ],
    [
      "of an output with one that gets its value from outside, as libraries have it",
      "connector N output Real v; end N; model Give N n; equation n.v = 4; end Give; model Take connector I input Real v; end I; I i; end Take; model Around N n; Take a; equation connect(n, a.i); end Around; model Far N n; Around b; equation connect(n, b.n); end Far; Give g; Far f; Real y = f.b.a.i.v; equation connect(g.n, f.n);",
      4,
    ],
    [
      "of an output with one that gets its value from outside, as libraries have it",
      "connector N output Real v; end N; connector I input Real v; end I; model Give N n; equation n.v = 4; end Give; model Take I i; end Take; model Around N n; Take a; equation connect(n, a.i); end Around; model Far N n; Around b; equation connect(n, b.n); end Far; Give g; Far f; Real y = f.b.a.i.v; equation connect(g.n, f.n);",
      4,
    ],
    [
      "of an output with an input of the class around that nothing gives a value",
      "block Inner RealIn u; Source a(k = 4); equation connect(a.y, u); end Inner; Inner t; Gain g; Real y = g.y/2; equation connect(t.u, g.u);",
      4,
    ],
    [
      "of the elements of arrays",
      "Source a[3](k = {1, 2, 3}); Gain b[3]; Real y = sum(b.y); equation connect(a.y, b.u);",
      12,
    ],
    [
      "of enumerations with the same literals",
      "type Speed = enumeration(low, high); connector C Gear g; end C; connector D Speed g; end D; C a; D b; Real y = Integer(b.g); equation connect(a, b); a.g = Gear.high;",
      2,
    ],
    [
      "of parameters that are equal, and where one alone has them",
      "connector A parameter Integer n = 2; constant Real k = 4; Real v[n]; end A; connector B parameter Integer n = 2; Real v[n]; end B; A a; B b; Real y = b.v[2]; equation connect(a, b); a.v = {5, 6};",
      6,
    ],
    [
      "of discrete with continuous variables",
      "connector A discrete Real v; end A; connector B Real v; end B; A a; B b; Real y = b.v; equation connect(a, b); when initial() then a.v = 8; end when;",
      8,
    ],
    [
      "of inputs and outputs by way of a bus",
      "Source a(k = 3); Gain b; Bus bus; Real y = b.y; equation connect(a.y, bus.x); connect(bus.x, b.u);",
      6,
    ],
    [
      "of flows in a connector that a bus contains",
      "Pin p; expandable connector B Pin pin; end B; B bus; Real y = bus.pin.v; equation connect(p, bus.pin); p.v = 4;",
      4,
    ],
  ])("%s", (_, body, y) => {
    expect(run(body)).toBeCloseTo(y, 12);
  });
});

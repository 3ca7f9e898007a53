/** Small packages, one per rule of the language, each with a closed form. */
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

function run(text: string, name: string, stopTime = 1, modifiers?: string) {
  const library = importModelica({ texts: { "test.mo": text } });
  const model = library.instantiate(name, modifiers === undefined ? {} : { modifiers });
  return simulate(model, { stopTime, tolerance: 1e-9 });
}

const electric = `
package Circuit
  type Voltage = Real(unit = "V");
  connector Pin
    Voltage v;
    flow Real i(unit = "A");
  end Pin;
  partial model TwoPin
    Pin p; Pin n;
    Voltage v; Real i;
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    R*i = v;
  end Resistor;
  model Capacitor
    extends TwoPin(v(start = 0, fixed = true));
    parameter Real C = 1;
  equation
    C*der(v) = i;
  end Capacitor;
  model Source
    extends TwoPin;
    parameter Real V = 1;
  equation
    v = V;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model RC
    replaceable Resistor r(R = 2) constrainedby TwoPin;
    Capacitor c(C = 0.5);
    Source s(V = 3);
    Ground g;
  equation
    connect(s.p, r.p);
    connect(r.n, c.p);
    connect(c.n, s.n);
    connect(s.n, g.p);
  end RC;
  model Ladder
    parameter Integer n = 3;
    Resistor r[n](R = {1, 2, 3});
    Source s(V = 12);
    Ground g;
  equation
    connect(s.p, r[1].p);
    for k in 1:n - 1 loop
      connect(r[k].n, r[k + 1].p);
    end for;
    connect(r[n].n, s.n);
    connect(s.n, g.p);
  end Ladder;
end Circuit;`;

describe("connections and modifications", () => {
  it("charge a capacitor over a resistor: v = V·(1 − exp(−t/(R·C)))", () => {
    const result = run(electric, "Circuit.RC", 2);
    expect(result.final("c.v")).toBeCloseTo(3 * (1 - Math.exp(-2)), 7);
  });

  it("apply modifications from outside, the outermost last", () => {
    const result = run(electric, "Circuit.RC", 1, "r(R = 4), s(V = 2)");
    expect(result.final("c.v")).toBeCloseTo(2 * (1 - Math.exp(-1 / 2)), 7);
  });

  it("give each element of an array of components its part of an array, and sum the resistances of a chain", () => {
    const result = run(electric, "Circuit.Ladder", 0.1);
    expect(result.final("s.i")).toBeCloseTo(-12 / 6, 12);
    expect(result.final("r[3].v")).toBeCloseTo(6, 12);
  });

  it("name file, line and the nearest name when a modification names nothing", () => {
    const library = importModelica({ texts: { "test.mo": electric } });
    expect(() => library.instantiate("Circuit.RC", { modifiers: "r(Resistance = 4)" })).toThrow(
      expect.objectContaining({ code: "E-MODELICA-MODIFIER" }),
    );
  });

  it.each(["model B extends A(m = 4); end B;", "model B = A(m = 4);", "model B A a(m = 4); end B;"])(
    "… in every place where one can stand: %s",
    (text) => {
      const library = importModelica({ texts: { "test.mo": `model A Real x = 1; end A;\n${text}` } });
      expect(() => library.flatten("B")).toThrow(
        expect.objectContaining({
          code: "E-MODELICA-MODIFIER",
          data: expect.objectContaining({ fileLine: 2, name: "m" }),
        }),
      );
    },
  );
});

describe("classes", () => {
  it("are declared and redeclared with what the constraining clause says", () => {
    const text = `
package P
  partial model Base parameter Real k = 1; Real y; end Base;
  model A extends Base; equation y = k; end A;
  model B extends Base; equation y = 10*k; end B;
  model M
    replaceable A part constrainedby Base(k = 3);
  end M;
  model N
    M m(redeclare B part);
  end N;
end P;`;
    expect(run(text, "P.M", 0.1).final("part.y")).toBe(3);
    expect(run(text, "P.N", 0.1).final("m.part.y")).toBe(30);
  });

  it("see replaced packages in what they inherit", () => {
    const text = `
package P
  partial package Medium constant Real c = 1; replaceable function f input Real x; output Real y; algorithm y := c*x; end f; end Medium;
  package Water extends Medium(c = 4); end Water;
  package Oil
    extends Medium(c = 2);
    redeclare function extends f algorithm y := y + 100; end f;
  end Oil;
  model Tank replaceable package Medium = Water constrainedby P.Medium; Real y = Medium.f(3); end Tank;
  model Both Tank a; Tank b(redeclare package Medium = Oil); end Both;
end P;`;
    const result = run(text, "P.Both", 0.1);
    expect(result.final("a.y")).toBe(12);
    expect(result.final("b.y")).toBe(106);
  });

  it("take outer components from the nearest instance around that has them as inner", () => {
    const text = `
package P
  model World parameter Real g = 9.81; end World;
  model Part outer World world; Real y = world.g; end Part;
  model Group Part part; end Group;
  model M inner World world(g = 1.62); Group group; end M;
end P;`;
    expect(run(text, "P.M", 0.1).final("group.part.y")).toBe(1.62);
  });

  it("drop components whose condition is false, with their connections", () => {
    const text = `
package P
  connector In = input Real; connector Out = output Real;
  model Gain In u; Out y; parameter Real k = 2; equation y = k*u; end Gain;
  model One Out y = 1; end One;
  model M
    parameter Boolean extra = false;
    One one; Gain a; Gain b(k = 5) if extra;
    Real y = a.y;
  equation
    connect(one.y, a.u);
    connect(one.y, b.u);
  end M;
end P;`;
    const result = run(text, "P.M", 0.1);
    expect(result.final("y")).toBe(2);
    expect(result.has("b.y")).toBe(false);
    expect(run(text, "P.M", 0.1, "extra = true").final("b.y")).toBe(5);
  });
});

describe("constants of components", () => {
  it("are results, and stay what they are", () => {
    const text = `
package P
  model Part
    constant Real limit = 2*third; constant Integer n[2] = {3, 4}; constant Boolean isOn = true; constant String name = "part";
    Real x = limit*time;
  protected
    constant Real third = 1/3;
  end Part;
  model M Part a; Part b(limit = 5); end M;
end P;`;
    const result = run(text, "P.M", 1);
    expect([result.final("a.limit"), result.final("a.third"), result.final("b.limit"), result.final("b.x")]).toEqual([
      2 / 3,
      1 / 3,
      5,
      5,
    ]);
    expect([result.final("b.n[2]"), result.final("b.isOn")]).toEqual([4, 1]);
    const model = importModelica({ texts: { "P.mo": text } }).instantiate("P.M");
    const changed = simulate(model, { stopTime: 1, merge: { "a.limit": 7 } });
    expect([changed.final("a.limit"), changed.final("a.x")]).toEqual([2 / 3, 2 / 3]);
    expect(changed.warnings).toEqual([expect.stringContaining('W-MERGE-START  merge lets "a.limit" begin with 7')]);
  });
});

describe("functions", () => {
  it("run loops with constants and stay calls where a loop depends on variables", () => {
    const text = `
package P
  function power "by repeated products"
    input Real x; input Integer n; output Real y;
  algorithm
    y := 1;
    for i in 1:n loop y := y*x; end for;
  end power;
  function root "Newton's method"
    input Real a; output Real x;
  algorithm
    x := a;
    while abs(x*x - a) > 1e-12 loop x := 0.5*(x + a/x); end while;
  end root;
  model M
    parameter Real k = power(2, 10);
    Real y = root(2 + time);
    Real z = power(time, 3);
  end M;
end P;`;
    const result = run(text, "P.M", 1);
    expect(result.final("k")).toBe(1024);
    expect(result.final("y")).toBeCloseTo(Math.sqrt(3), 11);
    expect(result.final("z")).toBeCloseTo(1, 12);
  });

  it("give several results, records and arrays", () => {
    const text = `
package P
  record Polar Real r; Real phi; end Polar;
  function polar input Real x; input Real y; output Polar p; output Real square;
  algorithm p.r := sqrt(x^2 + y^2); p.phi := atan2(y, x); square := x^2 + y^2; end polar;
  model M
    Polar p; Real s; Real m[2, 2] = [1, 2; 3, 4]*[0, 1; 1, 0]; Real v[3] = {i^2 for i in 1:3};
  equation
    (p, s) = polar(3, 4);
  end M;
end P;`;
    const result = run(text, "P.M", 0.1);
    expect(result.final("p.r")).toBe(5);
    expect(result.final("s")).toBe(25);
    expect(result.final<number[][]>("m")).toEqual([
      [2, 1],
      [4, 3],
    ]);
    expect(result.final<number[]>("v")).toEqual([1, 4, 9]);
  });
});

describe("events", () => {
  it("bounce a ball: reinit in a when clause", () => {
    const text = `
model Ball
  Real h(start = 1, fixed = true); Real v(start = 0, fixed = true); Integer n(start = 0);
equation
  der(h) = v; der(v) = -9.81;
  when h <= 0 then reinit(v, -0.5*pre(v)); n = pre(n) + 1; end when;
end Ball;`;
    const result = run(text, "Ball", 0.8);
    const fall = Math.sqrt(2 / 9.81);
    const t = 0.8 - fall;
    expect(result.final("n")).toBe(1);
    expect(result.final("h")).toBeCloseTo(0.5 * 9.81 * fall * t - 0.5 * 9.81 * t * t, 7);
  });

  it("fire for each element of a vector of conditions, and by the first branch that is due", () => {
    const text = `
model Count
  Integer a(start = 0), b(start = 0);
equation
  when {time > 0.25, time > 0.5, initial()} then a = pre(a) + 1; end when;
  when time > 0.75 then b = 1; elsewhen time > 0.3 then b = 2; end when;
end Count;`;
    const result = run(text, "Count", 0.6);
    expect(result.final("a")).toBe(3);
    expect(result.final("b")).toBe(2);
    expect(run(text, "Count", 1).final("b")).toBe(1);
  });

  it("execute algorithms in order", () => {
    const text = `
model A
  Real x; Real y(start = 0); Integer k(start = 0);
algorithm
  x := 1;
  for i in 1:4 loop x := x + i*time; end for;
  if time > 0.5 then x := -x; end if;
  when sample(0.1, 0.25) then k := k + 1; y := y + k; end when;
end A;`;
    const result = run(text, "A", 1);
    expect(result.final("x")).toBeCloseTo(-11, 12);
    expect(result.final("k")).toBe(4);
    expect(result.final("y")).toBe(10);
  });
});

describe("the start", () => {
  it("finds parameters that are not fixed from initial equations", () => {
    const text = `
model P
  parameter Real k(fixed = false, start = 1);
  Real x(start = 2, fixed = true);
equation
  der(x) = -k*x;
initial equation
  der(x) = -6;
end P;`;
    const result = run(text, "P", 1);
    expect(result.final("k")).toBeCloseTo(3, 8);
    expect(result.final("x")).toBeCloseTo(2 * Math.exp(-3), 7);
  });
});

describe("errors", () => {
  const broken: readonly (readonly [code: string, text: string])[] = [
    ["E-MODELICA-SYNTAX", "model M Real x; equation x = ; end M;"],
    ["E-MODELICA-SYNTAX", "model M Real x; equation x = 1;"],
    ["E-MODELICA-SYNTAX", "model M end N;"],
    ["E-MODELICA-NAME", "model M Missing m; end M;"],
    ["E-MODELICA-NAME", "model M Real x = y; end M;"],
    ["E-MODELICA-CYCLE", "model M extends M; end M;"],
    ["E-MODELICA-CYCLE", "model M M m; end M;"],
    ["E-MODELICA-CYCLE", "model M parameter Real a = b; parameter Real b = a; end M;"],
    ["E-MODELICA-TWICE", "model M Real x; Real x; end M;"],
    ["E-MODELICA-TYPE", 'model M Real x = "text" + 1; end M;'],
    ["E-MODELICA-SIZE", "model M Real x[2] = {1, 2, 3}; end M;"],
    ["E-MODELICA-SIZE", "model M Real x[100000000]; end M;"],
    ["E-MODELICA-SIZE", "model M Real x[3] = {1, 2, 3}; Real y = x[4]; end M;"],
    [
      "E-MODELICA-CALL",
      "model M function f input Real x; output Real y; algorithm y := x; end f; Real z = f(1, 2); end M;",
    ],
    ["E-MODELICA-UNSUPPORTED", "model M Real x = ticksInState(); end M;"],
    ["E-STRUCT-UNDER", "model M Real x; end M;"],
    ["E-MODELICA-BASE", "package M redeclare model extends A end A; model M A a; end M; end M;"],
    [
      "E-MODELICA-CONNECT",
      "package M connector P Real v; flow Real i; end P; connector Q Real u; end Q; model M P p; Q q; equation connect(p, q); end M; end M;",
    ],
    ["E-MODELICA-DISABLED", "package M model A Real x = 1; end A; model M A a if false; Real y = a.x; end M; end M;"],
    ["E-MODELICA-STRUCTURAL", "model M parameter Real n = 0/0; Real x[integer(n)]; end M;"],
    ["E-MODELICA-BALANCE", "model M Real x, y; equation if time > 1 then x = 1; y = 1; else x = 2; end if; end M;"],
    ["E-MODELICA-WHEN", "model M Real x; equation when time > 1 then 2*x = 1; end when; end M;"],
    ["E-MODELICA-ASSIGN", "model M parameter Real k = 1; algorithm k := 2; end M;"],
    [
      "E-MODELICA-ASSERT",
      'model M function f input Real x; output Real y; algorithm assert(x > 0, "x must be positive"); y := x; end f; parameter Real z = f(-1); end M;',
    ],
    [
      "E-MODELICA-EXTERNAL",
      'model M function f input Real x; output Real y; external "C" y = myFilter(x); end f; parameter Real z = f(1); end M;',
    ],
  ];
  it.each(broken)("%s: %s", (code, text) => {
    const attempt = (): unknown =>
      importModelica({ texts: { "M.mo": text } }).instantiate(text.startsWith("package") ? "M.M" : "M");
    expect(attempt).toThrow(expect.objectContaining({ code }));
  });

  it("tell wrong within clauses and files without their class; a run may change sizes", () => {
    const files = (texts: Record<string, string>) => ({
      list: (folder: string) => (folder === "lib/" ? ["P/"] : folder === "lib/P/" ? Object.keys(texts) : undefined),
      read: (path: string) => texts[path.slice("lib/P/".length)]!,
    });
    const from = (texts: Record<string, string>) => importModelica({ folders: ["lib/"], files: files(texts) });
    const start = { "package.mo": "package P end P;" };
    expect(() => from({ ...start, "M.mo": "within Q; model M end M;" }).instantiate("P.M")).toThrow(
      expect.objectContaining({ code: "E-MODELICA-WITHIN" }),
    );
    expect(() => from({ ...start, "M.mo": "within P; model N end N;" }).instantiate("P.M")).toThrow(
      expect.objectContaining({ code: "E-MODELICA-FILE" }),
    );
    const model = from({ ...start, "M.mo": "within P; model M parameter Integer n = 2; Real x[n] = ones(n); end M;" });
    expect(model.names).toEqual(["P"]);
    expect(simulate(model.instantiate("P.M"), { merge: { n: 3 } }).final<number[]>("x")).toEqual([1, 1, 1]);
  });

  it("show the line and the place in it", () => {
    const attempt = (): unknown =>
      importModelica({ texts: { "M.mo": "model M\n  Real x = yy;\nend M;" } }).instantiate("M");
    expect(attempt).toThrow(/M\.mo:2:12/);
  });
});

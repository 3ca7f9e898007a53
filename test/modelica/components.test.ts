/** Classes of Modelica in models of ours, and models of ours in classes of Modelica: one system of equations comes out. */
import { expr, instantiate, Model, modelToJson, simulate, Var } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { Fixed, Inertia } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const texts = {
  "Drives.mo": `
package Drives
  connector Flange Real phi(unit = "rad"); flow Real tau(unit = "N.m"); end Flange;
  connector Stream Real p; flow Real m; stream Real h; end Stream;
  expandable connector Bus end Bus;
  model Spring
    Flange a; Flange b;
    parameter Real c(unit = "N.m/rad") = 10;
    Real twist(unit = "rad");
  equation
    twist = b.phi - a.phi; b.tau = c*twist; a.tau + b.tau = 0;
  end Spring;
  model Chain "springs in a row"
    parameter Integer n = 2;
    parameter Real c = 20;
    Flange a; Flange b;
    Spring s[n](each c = n*c);
  equation
    connect(a, s[1].a);
    for i in 1:n - 1 loop connect(s[i].b, s[i + 1].a); end for;
    connect(s[n].b, b);
  end Chain;
  block Counter "counts half seconds, and says when there are three"
    output Real y; output Boolean isThree;
    Integer k(start = 0, fixed = true);
  equation
    when sample(0.5, 0.5) then k = pre(k) + 1; end when;
    y = k; isThree = k == 3;
  end Counter;
  block Double
    input Real u; output Real y;
  equation
    y = 2*u;
  end Double;
  model Valve Stream port; equation port.m = 0; port.h = 1; end Valve;
  model Plug Bus bus; end Plug;
end Drives;`,
};
const library = importModelica({ texts });
const J = 0.1;
const load = Inertia.with({ J, phi: { init: 0.1 }, w: { init: 0 } });
const swing = Model({
  k: 10,
  spring: library.component("Drives.Chain").with({ c: expr`2*k` }),
  wall: Fixed,
  load,
  equations: "y = spring.s[1].twist + spring.s[2].twist",
  connect: [
    ["wall.flange", "spring.a"],
    ["spring.b", "load.flange_a"],
  ],
});
const at = (stiffness: number): number => 0.1 * Math.cos(Math.sqrt(stiffness / J));
const options = { stopTime: 1, tolerance: 1e-9 };

describe("a class of Modelica in a model", () => {
  const model = instantiate(swing);

  it("swings with the frequency of its parts together", () => {
    const result = simulate(model, options);
    expect(result.final<number>("load.phi")).toBeCloseTo(at(20), 7);
    expect(result.final<number>("y")).toBeCloseTo(at(20), 7);
    expect(result.names()).toContain("spring.s[2].b.tau");
    expect(result.names()).not.toContain("spring.s_2.b.tau");
  });

  it("follows parameters of the model around it, and of its own", () => {
    expect(simulate(model, { ...options, merge: { k: 5 } }).final<number>("load.phi")).toBeCloseTo(at(10), 7);
    const other = Model({ ...parts(), spring: library.component("Drives.Chain").with({ c: 30 }) });
    expect(simulate(instantiate(other), options).final<number>("load.phi")).toBeCloseTo(at(30), 7);
  });

  it("is flattened again for a value that decides about its structure", () => {
    // three springs of three times the stiffness in a row
    const result = simulate(model, { ...options, merge: { spring: { n: 3 } } });
    expect(result.final<number>("load.phi")).toBeCloseTo(at(20), 7);
    expect(result.names()).toContain("spring.s[3].twist");
  });

  it("keeps its events and types, beside those of the model", () => {
    const counting = Model({
      counter: library.component("Drives.Counter"),
      double: library.component("Drives.Double"),
      equations: "double.u = counter.y + 1; z = if counter.isThree then 1 else 0",
    });
    const result = simulate(instantiate(counting), { stopTime: 1.7, interval: 0.1 });
    expect(result.final("counter.k")).toBe(3);
    expect(result.final("double.y")).toBe(8);
    expect(result.final("z")).toBe(1);
  });

  it("gives the same numbers alone as by instantiate of the library", () => {
    const alone = Model({ ...parts(), spring: library.component("Drives.Spring") });
    expect(simulate(instantiate(alone), options).final<number>("load.phi")).toBeCloseTo(at(10), 7);
    const direct = instantiate(library.component("Drives.Counter"));
    expect(simulate(direct, { stopTime: 1.2 }).final("k")).toBe(2);
  });

  function parts() {
    return {
      wall: Fixed,
      load,
      connect: [
        ["wall.flange", "spring.a"],
        ["spring.b", "load.flange_a"],
      ],
    };
  }
});

describe("a model in classes of Modelica", () => {
  const models = {
    Load: Inertia,
    Wall: Fixed,
    Gain: Model({ k: 3, u: { input: true }, y: { output: true }, equations: "y = k*u" }),
    Delays: Model({ n: 2, x: { size: [expr`n`], init: 1 }, equations: "der(x) = -x; total = sum(x)" }),
  };
  const text = `
model Swing
  parameter Real J = 0.1;
  Drives.Spring s(c = 20);
  Load load(J = J, phi(start = 0.1, fixed = true), w(start = 0, fixed = true));
  Gain gain(k = 5);
  Wall wall;
  Delays delays(n = 4);
equation
  connect(wall.flange, s.a);
  connect(s.b, load.flange_a);
  gain.u = load.phi;
end Swing;`;
  const model = importModelica({ models, texts: { ...texts, "Swing.mo": text } }).instantiate("Swing");

  it("is connected, modified and started from there", () => {
    const result = simulate(model, options);
    expect(result.final<number>("load.phi")).toBeCloseTo(at(20), 7);
    expect(result.final<number>("gain.y")).toBeCloseTo(5 * at(20), 6);
    const slow = simulate(model, { ...options, merge: { J: 0.2 } });
    expect(slow.final<number>("load.phi")).toBeCloseTo(0.1 * Math.cos(10), 7);
  });

  it("has the sizes that Modelica gives", () => {
    expect(simulate(model, options).final<number>("delays.total")).toBeCloseTo(4 * Math.exp(-1), 7);
  });
});

describe("what does not fit is told", () => {
  const component = library.component("Drives.Spring");
  const code = (action: () => unknown): string => {
    try {
      action();
    } catch (error) {
      return (error as { code: string }).code;
    }
    return "nothing";
  };

  it.each([
    ["equations for a class", "E-FOREIGN", () => component.with({ equations: "x = 1" })],
    ["a component for a class", "E-FOREIGN", () => component.with({ load: Inertia })],
    ["a model merged with a class", "E-FOREIGN", () => Model({}).with(component)],
    [
      "an expression for a size",
      "E-FOREIGN",
      () => instantiate(Model({ m: 2, chain: library.component("Drives.Chain").with({ n: expr`m` }) })),
    ],
    [
      "an expression that changes",
      "E-FOREIGN",
      () => instantiate(Model({ spring: component.with({ c: expr`time` }) })),
    ],
    [
      "a parameter that is not there",
      "E-NAME-UNKNOWN",
      () => instantiate(Model({ k: 1, s: component.with({ d: expr`k` }) })),
    ],
    ["a modification of nothing", "E-MODELICA-MODIFIER", () => instantiate(Model({ s: component.with({ d: 1 }) }))],
    [
      "two outputs that are connected",
      "E-CONNECT-OUTPUTS",
      () => {
        const counter = library.component("Drives.Counter");
        instantiate(Model({ a: counter, b: counter, connect: [["a.y", "b.y"]] }));
      },
    ],
    ["a stream", "E-MODELICA-COMPONENT", () => instantiate(Model({ v: library.component("Drives.Valve") }))],
    ["a bus", "E-MODELICA-COMPONENT", () => instantiate(Model({ v: library.component("Drives.Plug") }))],
    ["a name that Modelica cannot have", "E-FOREIGN", () => importModelica({ models: { "a b": Inertia } })],
    ["a class as JSON", "E-JSON", () => modelToJson(Model({ component }))],
    ["a class that is not there", "E-MODELICA-NAME", () => library.component("Drives.Sprung")],
  ])("%s", (_, expected, action) => {
    expect(code(action)).toBe(expected);
  });
});

it("what a class of Modelica does at events it does in each of its places, among variables and events of ours", () => {
  const ball = `
model Ball
  parameter Real e = 0.5;
  Real v(start = 0, fixed = true); Real h(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v; der(v) = -9.81;
  when h < 0 then reinit(v, -e*pre(v)); n = pre(n) + 1; end when;
  when n >= 2 then terminate("two"); end when;
end Ball;`;
  const Ball = importModelica({ texts: { "Ball.mo": ball } }).component("Ball");
  const model = Model({
    x: Var({ init: 1 }),
    a: Ball,
    b: Ball.with({ e: 0.8 }),
    equations: "der(x) = -x; when x < 0.9 then reinit(x, 3); end when",
  });
  const result = simulate(instantiate(model), { stopTime: 2, tolerance: 1e-9 });
  // from 1 m they fall for √(2/g) and with v = g·√(2/g); half of it comes back, and takes 2·v/(2·g) to the second impact
  const fall = Math.sqrt(2 / 9.81);
  expect(result.endTime).toBeCloseTo(2 * fall, 8);
  expect(result.final("a.v")).toBeCloseTo(0.25 * 9.81 * fall, 6);
  expect(result.final("b.v")).toBeCloseTo((0.8 - 1) * 9.81 * fall, 6);
  expect([result.final("a.n"), result.final("b.n")]).toEqual([2, 1]);
  expect(result.final("x")).toBeCloseTo(3 * Math.exp(-(2 * fall + Math.log(0.9))), 8);
});

it("a class with all that a class can have is the same alone and twice among others", () => {
  const text = `
function Twice input Real u; output Real y; algorithm y := 2*u; end Twice;
class Everything
  parameter Integer n = 3 "decides about sizes";
  parameter Real k = 2;
  parameter Real q = 2*k + n;
  parameter Boolean isFast = true;
  Real x(start = 1, fixed = true, min = -10, max = 10, nominal = 2);
  Real z[n](each start = 0.5, each fixed = true);
  Real w(start = 0.3); Real late; Real y; Real s; Real held(start = 0, fixed = true);
  Integer count(start = 0, fixed = true);
  Boolean isUp(start = false, fixed = true);
  discrete Real taken(start = 0, fixed = true);
  Real a; Real b; Real c;
initial equation
  w = 0.25;
equation
  der(x) = if isUp then -q*x else 1 + Twice(x);
  for i in 1:n loop der(z[i]) = -i*z[i] + (if i > 1 then z[i - 1] else x); end for;
  der(w) = if isFast then -k*w else w;
  late = delay(x, 0.1);
  y = noEvent(if x > 1.5 then 1 else 2) + sum(z);
  s = smooth(0, if w > 0.1 then w else 0.1);
  isUp = x > 2 or (pre(isUp) and x > 1);
  when sample(0.05, 0.1) then taken = x; count = pre(count) + 1; end when;
  der(held) = 1;
  when held > 0.35 then reinit(held, -taken); end when;
  a + b = x; a - 2*b = w; c^3 + c = b;
  assert(x < 100, "x is too large");
end Everything;`;
  const imported = importModelica({ texts: { "Everything.mo": text } });
  const options = { stopTime: 1.5, tolerance: 1e-10 };
  const alone = simulate(imported.instantiate("Everything"), options);
  const Part = imported.component("Everything");
  const model = Model({
    p: 4,
    before: Var({ init: 1 }),
    more: Model({
      g: Var({ init: 2 }),
      equations: "der(g) = -delay(g, 0.2); when sample(0, 0.3) then h = g; end when",
      h: Var({ start: 0 }),
    }),
    first: Part,
    second: Part.with({ k: 3, isFast: false }),
    third: Part.with({ n: 3, k: expr`p/2` }),
    equations: "der(before) = -before + Half(before)",
    functions: { Half: (u: number) => u / 2 },
  });
  const instantiated = instantiate(model);
  const result = simulate(instantiated, options);
  const other = simulate(imported.instantiate("Everything"), { ...options, merge: { k: 3, isFast: false } });
  const names = ["x", "z[1]", "z[3]", "w", "late", "y", "s", "held", "count", "taken", "a", "b", "c", "der(x)"];
  for (const name of names) {
    expect(result.final(`first.${name}`), name).toBeCloseTo(alone.final(name), 6);
    expect(result.final(`third.${name}`), name).toBeCloseTo(alone.final(name), 6);
    expect(result.final(`second.${name}`), name).toBeCloseTo(other.final(name), 6);
  }
  expect(result.final("before")).toBeCloseTo(Math.exp(-0.75), 8);
  // what decides about sizes and branches does so in each place, and nothing else does
  const { state } = instantiated.program;
  const structural = [...state.structural].map((i) => state.parameters[i]!.name).sort();
  expect(structural).toEqual(["first", "second", "third"].flatMap((name) => [`${name}.isFast`, `${name}.n`]));
});

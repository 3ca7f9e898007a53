import {
  expr,
  flow,
  inner,
  instantiate,
  Model,
  type ModelSource,
  modelFromJson,
  modelToJson,
  onlyIf,
  outer,
  Par,
  potential,
  type SimulateOptions,
  simulate,
  Var,
} from "rattleback";
import { describe, expect, it } from "vitest";

const run = (source: ModelSource, options: SimulateOptions = {}) => simulate(instantiate(Model(source)), options);
const failure = (source: ModelSource, options: SimulateOptions = {}): string => {
  try {
    run(source, options);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};
const Pin = Model({ v: potential({ unit: "V" }), i: flow({ unit: "A" }) });
const Resistor = Model({ p: Pin, n: Pin, R: Par(1, "Ohm"), equations: "p.v - n.v = R*p.i; p.i + n.i = 0" });
const Source = Model({ p: Pin, n: Pin, V: Par(10, "V"), equations: "p.v - n.v = V; p.i + n.i = 0" });
const Ground = Model({ p: Pin, equations: "p.v = 0" });

describe("components under a condition", () => {
  const circuit: ModelSource = {
    hasShunt: true,
    V: Source,
    R: Resistor.with({ R: 2 }),
    shunt: onlyIf("hasShunt", Resistor.with({ R: 5 })),
    ground: Ground,
    connect: [
      ["V.p", "R.p", "shunt.p"],
      ["V.n", "R.n", "ground.p"],
    ],
    equations: "connect(shunt.n, ground.p)",
  };

  it("exist, or vanish with their connections; a run may decide otherwise", () => {
    const model = instantiate(Model(circuit));
    expect(simulate(model).final("V.p.i")).toBeCloseTo(-7, 12);
    const without = simulate(model, { merge: { hasShunt: false } });
    expect(without.final("V.p.i")).toBeCloseTo(-5, 12);
    expect(without.names().some((name) => name.startsWith("shunt"))).toBe(false);
    const off = instantiate(Model({ ...circuit, hasShunt: false }));
    expect(simulate(off, { merge: { hasShunt: true, "shunt.R": 10 } }).final("V.p.i")).toBeCloseTo(-6, 12);
    expect(() => simulate(off, { merge: { "shunt.R": 10 } })).toThrow(/E-MERGE-UNKNOWN/);
  });

  it("may be conditional connectors, on parameters given from outside", () => {
    const HeatPort = Model({ T: potential({ unit: "K" }), Q: flow({ unit: "W" }) });
    const Heater = Model({
      useHeatPort: false,
      heat: onlyIf("useHeatPort", HeatPort),
      P: Par(3, "W"),
      equations: "if useHeatPort then heat.Q = -P; T = heat.T else T = 293 end",
    });
    const Mass = Model({
      port: HeatPort,
      T: Var({ init: 300, unit: "K" }),
      equations: 'port.T = T; port.Q = quantity(1, "J/K")*der(T)',
    });
    const source = (flag: boolean) => ({
      use: flag,
      heater: Heater.with({ useHeatPort: expr`use` }),
      mass: Mass,
      connect: [["heater.heat", "mass.port"]],
    });
    expect(run(source(true), { stopTime: 2 }).final("heater.T")).toBeCloseTo(306, 9);
    const off = run(source(false), { stopTime: 2 });
    expect([off.final("heater.T"), off.final("mass.T")]).toEqual([293, 300]);
  });

  it("keep their condition when they are changed or replaced, and in JSON", () => {
    const changed = Model(circuit).with({ hasShunt: false, shunt: { R: 1 } });
    expect(simulate(instantiate(changed)).final("V.p.i")).toBeCloseTo(-5, 12);
    const replaced = Model(circuit).with({ hasShunt: false, shunt: Resistor });
    expect(simulate(instantiate(replaced)).final("V.p.i")).toBeCloseTo(-5, 12);
    const text = modelToJson(Model({ ...circuit, hasShunt: false, g: inner(Model()) }));
    expect(text).toContain('"onlyIf":"hasShunt"');
    expect(modelToJson(modelFromJson(text))).toBe(text);
    expect(simulate(instantiate(modelFromJson(text))).final("V.p.i")).toBeCloseTo(-5, 12);
  });

  it("misuse is refused by name", () => {
    expect(failure({ ...circuit, hasShunt: false, equations: "y = shunt.R" })).toMatch(
      /E-NAME-ABSENT.*"shunt\.R" does not exist[\s\S]*only if hasShunt/,
    );
    expect(failure({ x: Var({ init: 0 }), equations: "der(x) = 1", a: onlyIf("x > 0", Model()) })).toMatch(
      /E-CONDITION/,
    );
    expect(failure({ a: onlyIf("nowhere", Model()) })).toMatch(/E-NAME-UNKNOWN.*nowhere/);
    expect(() => onlyIf("a", 3 as never)).toThrow(/E-MODEL.*takes a component/);
    expect(() => onlyIf("a +", Model())).toThrow(/E-SYNTAX/);
    expect(() => onlyIf(3 as never, Model())).toThrow(/E-MODEL.*condition/);
  });
});

describe("inner and outer", () => {
  const Leaf = Model({ g: outer(), m: 2, equations: "F = m*g" });
  const wrap = (model: ReturnType<typeof Model>, levels: number): ReturnType<typeof Model> =>
    levels === 0 ? model : Model({ part: wrap(model, levels - 1) });

  it("a parameter is found over any number of levels, and stays a parameter", () => {
    const model = instantiate(
      Model({
        g: inner(Par(10, "m/s2")),
        deep: wrap(Leaf.with({ x: Var({ init: expr`g` }), equations: "der(x) = 0" }), 6),
      }),
    );
    const path = `deep.${"part.".repeat(6)}`;
    expect(simulate(model).final(`${path}F`)).toBe(20);
    expect(simulate(model, { merge: { g: 3 } }).final(`${path}F`)).toBe(6);
    expect(simulate(model, { merge: { g: 3 } }).final(`${path}x`)).toBe(3);
  });

  it("the nearest inner counts, and what is not inner on the way does not", () => {
    const source = {
      g: inner(1),
      a: Model({ g: 5, b: Model({ g: inner(7), leaf: Leaf }), leafBelow: Model({ leaf: Leaf }) }),
    };
    const result = run(source);
    expect([result.final("a.b.leaf.F"), result.final("a.leafBelow.leaf.F")]).toEqual([14, 2]);
    // the model directly around needs no mark
    expect(run({ g: 4, leaf: Leaf }).final("leaf.F")).toBe(8);
  });

  it("variables are shared, also those that change", () => {
    const Room = Model({ T: outer(), equations: "y = 2*T" });
    const result = run(
      { T: inner({ init: 1 }), house: Model({ room: Room }), equations: "der(T) = 3" },
      { stopTime: 2 },
    );
    expect(result.final("house.room.y")).toBeCloseTo(14, 9);
  });

  it("components are shared: read, and connected, from anywhere", () => {
    const World = Model({ ground: Pin, k: 3, equations: "ground.v = 0" });
    const Load = Model({
      world: outer(),
      p: Pin,
      R: Resistor.with({ R: 4 }),
      equations: "connect(p, R.p); connect(R.n, world.ground); y = world.k",
    });
    const result = run({
      world: inner(World),
      V: Source,
      box: Model({ p: Pin, load: Load, connect: [["p", "load.p"]] }),
      equations: "connect(V.p, box.p); connect(V.n, world.ground)",
    });
    expect(result.final("V.p.i")).toBeCloseTo(-2.5, 12);
    expect(result.final("box.load.y")).toBe(3);
  });

  it("a missing inner is an error that says what to declare", () => {
    expect(failure({ deep: wrap(Leaf, 2) })).toMatch(/E-OUTER.*"deep\.part\.part\.g" is outer[\s\S]*g: inner\(…\)/);
    expect(failure({ g: outer(), equations: "y = g" })).toMatch(/E-OUTER/);
  });
});

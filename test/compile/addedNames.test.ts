import {
  expr,
  flow,
  input,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  type ModelDefinition,
  monteCarlo,
  Object3D,
  Par,
  potential,
  RattlebackError,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  stream,
  sweep,
  Var,
} from "rattleback";
import { Capacitor, ConstantVoltage, Ground, Resistor } from "rattleback/electric";
import { ConstantTorque } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const filterWith = (R: ModelDefinition): ModelDefinition =>
  Model({
    R,
    C: Capacitor.with({ C: 2 }),
    V: ConstantVoltage.with({ V: 10 }),
    ground: Ground,
    connect: [
      ["V.p", "R.p"],
      ["R.n", "C.p"],
      ["C.n", "V.n", "ground.p"],
    ],
  });
const filter = filterWith(Resistor.with({ R: 0.5 }));

function errorOf(act: () => unknown): RattlebackError {
  try {
    act();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("no error");
}

describe("a name that .with brings in and that nothing uses is refused, with the nearest name", () => {
  const slips: readonly [string, () => unknown, string, string][] = [
    ["a number", () => instantiate(filterWith(Resistor.with({ r: 5 }))), "R.r", 'did you mean "R"?'],
    ["a parameter", () => instantiate(filterWith(Resistor.with({ RR: Par(5, "Ohm") }))), "R.RR", 'did you mean "R"?'],
    ["an expression", () => instantiate(filterWith(Resistor.with({ Rr: expr`2*3` }))), "R.Rr", 'did you mean "R"?'],
    ["a nested number", () => instantiate(filter.with({ C: { c: 5 } })), "C.c", 'did you mean "C"?'],
    ["attributes", () => instantiate(filter.with({ C: { vv: { init: 5 } } })), "C.vv", 'did you mean "v"?'],
    ["a component", () => filter.with({ grund: { p: { v: 0 } } }), "grund", 'did you mean "ground"?'],
    ["a removal", () => filter.with({ grund: null }), "grund", 'did you mean "ground"?'],
    ["a merged model", () => instantiate(filterWith(Resistor.with(Model({ r: 5 })))), "R.r", 'did you mean "R"?'],
  ];
  it.each(slips)("%s", (_, act, path, hint) => {
    expect(errorOf(act)).toMatchObject({ code: "E-NAME-UNKNOWN", path, hint });
  });

  it("of a component of a library beside bodies is refused as well", () => {
    const Arm = Model3D({
      world: Object3D({ feature: Scene() }),
      arm: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Izz: 1 }) }) }),
      joint: RevoluteWithFlange({ obj1: "world", obj2: "arm", phi: Var({ init: 0 }), w: Var({ init: 0 }) }),
      motor: ConstantTorque.with({ tau_constant: 5 }),
      connect: [["motor.flange", "joint.flange"]],
    });
    const error = errorOf(() => instantiate(Arm));
    expect(error.code).toBe("E-NAME-UNKNOWN");
    expect(error.path).toBe("motor.tau_constant");
  });

  it("misspelt attributes are placed where they stand", () => {
    expect(errorOf(() => filter.with({ C: { v: { inti: 1 } } }))).toMatchObject({
      code: "E-ATTRIBUTE-UNKNOWN",
      path: "C.v.inti",
      hint: 'did you mean "init"?',
    });
  });
});

describe("names that .with adds may be used by", () => {
  it("equations given later, expressions of components, and equations of the model around", () => {
    const later = Model({ x: Var({ init: 1 }) })
      .with({ k: 2 })
      .with({ equations: "der(x) = -k*x" });
    expect(simulate(instantiate(later), { stopTime: 0.5 }).final("x")).toBeCloseTo(Math.exp(-1), 5);

    const around = filterWith(Resistor.with({ R: expr`r` })).with({ r: 5 });
    expect(simulate(instantiate(around), { stopTime: 10 }).final("C.v")).toBeCloseTo(10 * (1 - Math.exp(-1)), 4);

    const data = Model({ data: Model({ a: 1 }).with({ b: 3 }), equations: "y = data.a + data.b" });
    expect(simulate(instantiate(data)).final("y")).toBe(4);
  });

  it("connections, when clauses, asserts and nobody but the reader of the result", () => {
    const Pin = Model({ v: potential() }).with({ i: flow() });
    const Source = Model({ pin: Pin, equations: "pin.v = 3" });
    const Load = Model({ pin: Pin, equations: "pin.i = 2*pin.v" });
    const pair = simulate(instantiate(Model({ a: Source, b: Load, connect: [["a.pin", "b.pin"]] })));
    expect(pair.final("a.pin.i")).toBe(-6);
    // whatever a connector gets, the pin is connected with it or not
    const Added = Model({ p: potential() }).with({ T: potential(), q: flow(), h: stream() });
    const Rod = Model({ pin: Added, equations: "pin.p = 1" });
    for (const name of ["T", "h"]) {
      const rest = name === "T" ? "h" : "T";
      const given = Model({ rod: Rod, equations: `rod.pin.${rest} = 20` });
      expect(errorOf(() => instantiate(given))).toMatchObject({ code: "E-STRUCT-UNDER", path: `rod.pin.${name}` });
    }

    const watched = Model({ x: Var({ init: 1 }), equations: "der(x) = -x" })
      .with({ twice: expr`2*x`, limit: 0.5, bound: 5, n: Var({ start: 0 }) })
      .with({ equations: 'assert(x < bound, "small")\nwhen x < limit then\n n = pre(n) + 1\n end' });
    const result = simulate(instantiate(watched), { stopTime: 1 });
    expect(result.final("twice")).toBeCloseTo(2 * Math.exp(-1), 5);
    expect(result.final("n")).toBe(1);
  });
});

describe("unknown names in runs", () => {
  it("merge, sweeps and random parameters suggest the nearest parameter", () => {
    const model = instantiate(filter);
    const options = { stopTime: 1 };
    for (const act of [
      () => simulate(model, { ...options, merge: { "R.r": 5 } }),
      () => simulate(model, { ...options, merge: { R: { r: 5 } } }),
      () => sweep(model, { "R.r": [1, 2] }, options),
      () => monteCarlo(model, { "R.r": { uniform: { from: 1, to: 2 } } }, options),
    ])
      expect(errorOf(act)).toMatchObject({ code: "E-MERGE-UNKNOWN", hint: 'did you mean "R.R"?' });
  });

  it("a distribution without its numbers is refused before the first run", () => {
    const model = instantiate(filter);
    const misspelt = { uniform: { form: 1, to: 2 } } as never;
    expect(errorOf(() => monteCarlo(model, { "R.R": misspelt }))).toMatchObject({
      code: "E-OPTION-UNKNOWN",
      hint: 'did you mean "from"?',
    });
    const missing = { normal: { mean: 1 } } as never;
    expect(errorOf(() => monteCarlo(model, { "R.R": missing }))).toMatchObject({
      code: "E-OPTION-VALUE",
      path: "parameters.R.R.deviation",
    });
  });

  it("a unit that is not a text is refused", () => {
    expect(errorOf(() => Par(3, { unit: "V" } as never)).code).toBe("E-UNIT-TEXT");
  });

  it("a name that only a part mentions which translation leaves out is used", () => {
    const part = Model({
      X: Var({ size: [2] }),
      equations: "for i in 1:2 loop if i > 5 then X[i] = zz; else X[i] = i; end if; end for",
    });
    expect(simulate(instantiate(Model({ c: part.with({ zz: 3 }) })), { stopTime: 1 }).final("c.X[2]")).toBe(2);
    expect(errorOf(() => instantiate(Model({ c: part.with({ zy: 3 }) })))).toMatchObject({ code: "E-NAME-UNKNOWN" });
    const begun = Model({ x: Var({ start: 0 }), equations: "der(x) = 1", initialEquations: "x = zz" });
    expect(simulate(instantiate(Model({ c: begun.with({ zz: 3 }) })), { stopTime: 1 }).final("c.x")).toBeCloseTo(4, 9);
  });
});

it("a name that .with brings in is used where it is connected", () => {
  const source = Model({ equations: "y = 7*time" });
  const model = Model({ a: Model({ equations: "v = 3" }), source, connect: [["source.y", "a.u"]] });
  expect(simulate(instantiate(model.with({ a: { u: input() } })), { stopTime: 1 }).final("a.u")).toBe(7);
});

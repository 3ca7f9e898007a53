/** Start values: what users give holds, what libraries prefer is kept where there is room, and the advice of errors works. */
import {
  Box,
  expr,
  instantiate,
  Model,
  Model3D,
  type ModelDefinition,
  type ModelSource,
  Object3D,
  RattlebackError,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  Var,
} from "rattleback";
import { Capacitor, Ground, Resistor } from "rattleback/electric";
import { IdealGear, Inertia, Spring } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

function startOf(model: ModelDefinition, ...names: string[]) {
  const result = simulate(instantiate(model), { stopTime: 0 });
  const { kept = [], givenUp = [] } = result.initialisation ?? {};
  return { values: names.map((name) => result.final(name)), kept, givenUp };
}

describe("motor, gear and joint, the most usual drive", () => {
  const drive = (joint: object, motor: ModelDefinition = Inertia): ModelDefinition =>
    Model3D({
      world: Object3D({ feature: Scene() }),
      arm: Object3D({
        feature: Solid({ shape: Box({ lengthX: 1, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: "Steel" }),
      }),
      rev: RevoluteWithFlange({ obj1: "world", obj2: "arm", axis: 2, ...joint }),
      motor,
      gear: IdealGear.with({ ratio: 100 }),
      connect: [
        ["motor.flange_b", "gear.flange_a"],
        ["gear.flange_b", "rev.flange"],
      ],
    });

  it("starts where the joint is said to be", () => {
    expect(startOf(drive({}), "motor.phi").values).toEqual([0]);
    const turned = startOf(drive({ phi: 0.5, w: 0.1 }), "motor.phi", "motor.w");
    expect(turned.values[0]).toBeCloseTo(50, 12);
    expect(turned.values[1]).toBeCloseTo(10, 12);
    expect(turned.givenUp).toEqual(["motor.phi = 0", "motor.w = 0"]);
    expect(startOf(drive({ phi: Var({ start: 0.5 }) }), "rev.phi").values).toEqual([0.5]);
  });

  it("starts where the motor is said to be", () => {
    const { values, kept } = startOf(drive({}, Inertia.with({ phi: { init: 3 } })), "rev.phi");
    expect(values[0]).toBeCloseTo(0.03, 12);
    expect(kept).toEqual(["motor.w = 0"]);
  });

  it("with two positions that contradict each other asks for start, and start helps", () => {
    const model = (motor: ModelSource) => drive({ phi: 0.5 }, Inertia.with({ phi: motor }));
    expect(() => startOf(model({ init: 3 }))).toThrow("use start instead of init");
    expect(startOf(model({ start: 3 }), "motor.phi").values[0]).toBeCloseTo(50, 12);
  });
});

describe("preferences of libraries", () => {
  const geared = (a: ModelSource, b: ModelSource): ModelDefinition =>
    Model({
      a: Inertia.with(a),
      b: Inertia.with(b),
      gear: IdealGear.with({ ratio: 2 }),
      connect: [
        ["a.flange_b", "gear.flange_a"],
        ["gear.flange_b", "b.flange_a"],
      ],
    });

  it("give way to what the user says, on either side of a gear", () => {
    expect(startOf(geared({ phi: { init: 1 } }, {}), "b.phi").values).toEqual([0.5]);
    expect(startOf(geared({}, { phi: { init: 1 } }), "a.phi").values).toEqual([2]);
    expect(startOf(geared({}, {}), "a.phi").givenUp).toEqual([]);
  });

  it("give way on a rigid connection", () => {
    const rigid = Model({
      a: Inertia,
      b: Inertia.with({ phi: { init: 1 }, w: { init: 2 } }),
      connect: [["a.flange_b", "b.flange_a"]],
    } as const);
    const { values, givenUp } = startOf(rigid, "a.phi", "a.w");
    expect(values).toEqual([1, 2]);
    expect([...givenUp].sort()).toEqual(["a.phi = 0", "a.w = 0"]);
  });

  it("are given up one for one where initial equations need them, the last first", () => {
    const { values, kept, givenUp } = startOf(
      Model({
        a: Inertia,
        b: Inertia,
        s: Spring,
        connect: [
          ["a.flange_b", "s.flange_a"],
          ["s.flange_b", "b.flange_a"],
        ],
        initialEquations: "a.phi + b.phi = 2; a.w = 3",
      }),
      "a.phi",
      "b.phi",
      "a.w",
      "b.w",
    );
    expect(values.map((x) => Math.round(1e9 * x) / 1e9)).toEqual([0, 2, 3, 0]);
    expect(kept).toEqual(["a.phi = 0", "b.w = 0"]);
    expect(givenUp).toEqual(["b.phi = 0", "a.w = 0"]);
  });

  it("of two capacitors in parallel the one that was charged counts", () => {
    const model = Model({
      a: Capacitor,
      b: Capacitor.with({ v: { init: 5 } }),
      R: Resistor,
      g: Ground,
      connect: [
        ["a.p", "b.p", "R.p"],
        ["a.n", "b.n", "R.n", "g.p"],
      ],
    });
    expect(startOf(model, "a.v").values).toEqual([5]);
  });

  it("are written with preferred: true in models of your own", () => {
    const Mass = Model({ x: Var({ init: 0, preferred: true }), equations: "der(x) = -x" });
    expect(startOf(Model({ m: Mass, equations: "y = 2*m.x", y: Var({ init: 3 }) }), "m.x").values[0]).toBeCloseTo(
      1.5,
      12,
    );
  });
});

describe("the advice of E-INIT-CONFLICT is followed, and the model starts", () => {
  const conflict = (model: ModelDefinition): RattlebackError => {
    try {
      startOf(model);
    } catch (error) {
      if (error instanceof RattlebackError && error.code === "E-INIT-CONFLICT") return error;
      throw error;
    }
    throw new Error("no conflict");
  };
  const fixed: [string, ModelSource][] = [
    ["two states of one constraint", { x: Var({ init: 1 }), y: Var({ init: 2 }), equations: "der(x) = -x; y = 3*x" }],
    ["two equal states", { x: Var({ init: 1 }), y: Var({ init: 2 }), equations: "der(x) = -x; y = x" }],
    ["an output", { x: Var({ init: 1 }), y: Var({ init: 9 }), equations: "der(x) = -x; y = x^2" }],
  ];
  it.each(fixed)("%s: start instead of init", (_, source) => {
    const model = Model(source);
    const error = conflict(model);
    expect(error.hint).toContain("use start instead of init");
    const { names, wanted } = error.data as { names: string[]; wanted: number[] };
    const changes = Object.fromEntries(names.map((name, k) => [name, { start: wanted[k]! }]));
    expect(startOf(model.with(changes), "x").values[0]).toBe(1);
  });

  it("an initial equation too many: a fixed state gets start, or the equation goes", () => {
    const base = Model({ x: Var({ init: 1 }), equations: "der(x) = 2 - x" });
    const error = conflict(base.with({ initialEquations: "der(x) = 0" }));
    expect(error.hint).toBe(
      'there is no room for all initial equations: remove one, or use start instead of init for one of the fixed states "x"',
    );
    expect(startOf(base.with({ initialEquations: "der(x) = 0", x: { start: 1 } }), "x").values[0]).toBeCloseTo(2, 12);
    expect(startOf(base, "x").values[0]).toBe(1);
  });
});

describe("a state that begins at no number", () => {
  it.each<[string, ModelSource, RegExp]>([
    ["NaN", { x: Var({ init: Number.NaN }) }, /"x" is NaN\.\n {2}where {4}x\n/],
    ["infinite", { x: Var({ start: Number.POSITIVE_INFINITY }) }, /"x" is Infinity\./],
    ["an expression", { a: -1, x: Var({ init: expr`sqrt(a)` }) }, /where {4}x, x = sqrt\(a\)\n/],
  ])("is refused by its name, also where no equation reads it: %s", (_, source, message) => {
    const model = Model({ ...source, equations: "der(x) = 1" });
    expect(() => startOf(model, "x")).toThrow(/^E-START-VALUE/);
    expect(() => startOf(model, "x")).toThrow(message);
  });
});

describe("start values in merge", () => {
  const model = instantiate(
    Model({
      x: Var({ init: 1 }),
      y: Var(),
      z: Var(),
      w: Var({ start: 1 }),
      n: Var({ start: 0 }),
      e: Var({ init: 1 }),
      equations: `
        der(x) = -x
        y = 2*x
        z = x
        e = x
        w^3 + w = x
        when x < 0.5 then n = pre(n) + 1 end`,
    }),
  );
  const warned = (merge: object) => simulate(model, { stopTime: 1, merge: { ...merge } }).warnings;

  it("of what an equation gives have no effect, and the run says so", () => {
    expect(warned({ y: 3 })).toEqual([
      'W-MERGE-START  merge lets "y" begin with 3, and it begins with 2: it follows from "y = 2*x". Change what it is computed from.',
    ]);
    expect(warned({ z: { start: 3 } })).toEqual([expect.stringMatching(/^W-MERGE-START .*"z" .* it is always x\./)]);
  });

  it("are taken without a word where they count: for states, for what is searched for, and for what is remembered", () => {
    for (const merge of [{ x: 4, e: 4 }, { y: 2 }, { w: 3 }, { n: 5 }]) expect(warned(merge)).toEqual([]);
  });
});

/** Derivatives of models with bodies and contacts: differences of runs, which are right and say how right. */
import { describe, expect, it } from "vitest";
import {
  Box,
  ImpulsiveContactPairMaterial,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
  Sphere,
  Var,
} from "../../src/index.ts";
import { gradient } from "../../src/sensitivity/gradient.ts";
import { sensitivities } from "../../src/sensitivity/sensitivities.ts";

const g = "world.feature.gravityField.g";
const height = "ball.translation[2]";
const speed = "ball.velocity[2]";

/** A steel ball above a steel floor, its height that of its centre. */
function bouncingBall(restitution?: number) {
  const steel = { solidMaterial: "Steel", collision: true } as const;
  const contactPairMaterials = {
    "Steel,Steel": ImpulsiveContactPairMaterial({ coefficientOfRestitution: restitution ?? 0 }),
  };
  return instantiate(
    Model3D({
      world: Object3D({ feature: Scene(restitution === undefined ? {} : { contactPairMaterials }) }),
      floor: Object3D({
        parent: "world",
        translation: [0, -0.1, 0],
        feature: Solid({ shape: Box({ lengthX: 4, lengthY: 0.2, lengthZ: 4 }), ...steel }),
      }),
      ball: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0, 1, 0],
        feature: Solid({ shape: Sphere({ diameter: 0.2 }), ...steel }),
      }),
    }),
  );
}

describe("derivatives of contacts", () => {
  it("are those of the closed form at every row, before and after every bounce", () => {
    // what gravity does is a scale of time: y = Y(t·√g), so that ∂y/∂g = v·t/2g, and a bounce moves by −t/2g
    const run = sensitivities(bouncingBall(0.8), { by: [g], stopTime: 2.5 });
    const value = run.result.parameters.get(g) as number;
    const { time, values } = run.sensitivity(height, g);
    expect(run.result.rowKinds.filter((kind) => kind === 1).length).toBeGreaterThanOrEqual(10);
    time.forEach((t, i) => {
      const v = run.result.at(t, speed, run.result.rowKinds[i] === 1 ? "before" : "after");
      expect(Math.abs(values[i]! - (v * t) / (2 * value)), `t = ${t}`).toBeLessThan(2e-8);
    });
    expect(run.eventTimes).toHaveLength(5);
    for (const { time: t, derivatives } of run.eventTimes) expect(derivatives[g]).toBeCloseTo(-t / (2 * value), 7);
  });

  it("go through forty bounces", () => {
    const run = sensitivities(bouncingBall(0.97), { by: [g], stopTime: 20, tolerance: 1e-9, interval: 5 });
    const value = run.result.parameters.get(g) as number;
    expect(run.eventTimes.length).toBeGreaterThan(35);
    for (const t of [5, 10, 20])
      expect(run.at(t, height, g)).toBeCloseTo((run.result.at(t, speed) * t) / (2 * value), 7);
    expect(run.differences![g]).toMatchObject({ hasSameEvents: true });
    expect(run.differences![g]!.error).toBeLessThan(1e-8);
  });

  it("of an elastic contact do not jump where it begins and ends: no velocity does", () => {
    const run = sensitivities(bouncingBall(), { by: [height], stopTime: 0.7 });
    expect(run.eventTimes).toHaveLength(2);
    const { time, values } = run.sensitivity(height, height);
    const rows = [...run.result.rowKinds.keys()].filter((i) => run.result.rowKinds[i] === 1);
    expect(rows).toHaveLength(2);
    for (const i of rows) expect(values[i + 1]).toBeCloseTo(values[i]!, 6);
    // free fall before: y moves with its start; the moment of contact by 1/v
    expect(values[rows[0]!]).toBeCloseTo(1, 7);
    const v = run.result.at(time[rows[0]!]!, speed, "before");
    expect(run.eventTimes[0]!.derivatives[height]).toBeCloseTo(-1 / v, 7);
    expect(run.result.warnings).toEqual([]);
  });

  it("say where the runs beside it have other events: a ball that just reaches the floor", () => {
    const model = bouncingBall(0.8);
    const t = Math.sqrt((2 * 0.9) / 9.81);
    const run = sensitivities(model, { by: [height], stopTime: t, merge: { [g]: 9.81 } });
    expect(run.differences![height]).toMatchObject({ hasSameEvents: false });
    expect(run.result.warnings).toEqual([
      expect.stringMatching(/^W-SENSITIVITY-DIFFERENCES.*other events from t = 0\.43/),
    ]);
  });
});

describe("derivatives of a mechanism", () => {
  it("are those of the equations of a double pendulum: masses, lengths, gravity, start values", () => {
    const arm = { 1: { m: 1.2, l: 0.7, q: 0.6 }, 2: { m: 0.8, l: 0.5, q: 1.1 } };
    const bob = (mass: number) => Object3D({ feature: Solid({ massProperties: MassProperties({ mass }) }) });
    const bodies = instantiate(
      Model3D({
        world: Object3D({ feature: Scene() }),
        bob1: bob(arm[1].m),
        top1: Object3D({ parent: "bob1", translation: [0, arm[1].l, 0] }),
        bob2: bob(arm[2].m),
        top2: Object3D({ parent: "bob2", translation: [0, arm[2].l, 0] }),
        rev1: Revolute({ obj1: "world", obj2: "top1", axis: 3, phi: arm[1].q }),
        rev2: Revolute({ obj1: "bob1", obj2: "top2", axis: 3, phi: arm[2].q - arm[1].q }),
      }),
    );
    const written = instantiate(
      Model({
        m1: arm[1].m,
        m2: arm[2].m,
        l1: arm[1].l,
        l2: arm[2].l,
        g: 9.81,
        q1: Var({ init: arm[1].q }),
        q2: Var({ init: arm[2].q }),
        w1: Var({ init: 0 }),
        w2: Var({ init: 0 }),
        equations: `der(q1) = w1; der(q2) = w2
          (m1 + m2)*l1*der(w1) + m2*l2*cos(q1 - q2)*der(w2) + m2*l2*sin(q1 - q2)*w2^2 + (m1 + m2)*g*sin(q1) = 0
          l2*der(w2) + l1*cos(q1 - q2)*der(w1) - l1*sin(q1 - q2)*w1^2 + g*sin(q2) = 0`,
      }),
    );
    const pairs: readonly (readonly [string, string])[] = [
      ["bob1.feature.massProperties.mass", "m1"],
      ["bob2.feature.massProperties.mass", "m2"],
      ["top1.translation[2]", "l1"],
      ["top2.translation[2]", "l2"],
      [g, "g"],
    ];
    const merge = { [g]: 9.81 };
    const run = sensitivities(bodies, { by: [...pairs.map(([name]) => name), "rev2.phi"], stopTime: 2, merge });
    const exact = sensitivities(written, {
      by: [...pairs.map(([, name]) => name), { start: "q2" }],
      stopTime: 2,
      tolerance: 1e-10,
    });
    expect([run.source, exact.source]).toEqual(["differences", "equations"]);
    for (const t of [0.5, 1, 2])
      for (const [name, own] of [...pairs, ["rev2.phi", { start: "q2" }] as const]) {
        const wanted = exact.at(t, "q1", own);
        expect(Math.abs(run.at(t, "rev1.phi", name) - wanted), `${name} at ${t}`).toBeLessThan(
          2e-6 * (1 + Math.abs(wanted)),
        );
      }
    for (const { error } of Object.values(run.differences!)) expect(error).toBeLessThan(1e-6);
  });

  it("differ by start values as they are given, also where an event at the start changes them", () => {
    for (const event of ["initial()", "sample(0, 5)"]) {
      const changed = Model({
        x: Var({ init: 2 }),
        equations: `der(x) = -x^2; y = delay(x, 0.3); when ${event} then reinit(x, 0.5*pre(x)) end`,
      });
      // x = x0/(2 + x0·t)
      const run = sensitivities(instantiate(changed), { by: [{ start: "x" }], stopTime: 1 });
      expect([run.source, run.final("x", { start: "x" })]).toEqual(["differences", expect.closeTo(2 / 16, 8)]);
    }
  });

  it("needs runs on both sides, and names what was not differentiated by", () => {
    // without a delay the model has other equations: those do not tell what a delay would change
    const late = instantiate(
      Model({ T: 0, x: Var({ init: 1 }), y: Var({}), equations: "der(x) = -x; y = delay(x, T)" }),
    );
    expect(() => sensitivities(late, { by: ["T"], stopTime: 1 })).toThrow(
      /E-SENSITIVITY.*"T" close to 0[\s\S]*not negative/,
    );
    expect(() => gradient(late, { of: { final: "y" }, by: ["T"], stopTime: 1 })).toThrow(
      /E-GRADIENT[\s\S]*"T" changes/,
    );
    const run = sensitivities(bouncingBall(), { by: [g], stopTime: 0.1 });
    expect(() => run.final(height, height)).toThrow(/E-SENSITIVITY.*not differentiated by/);
  });
});

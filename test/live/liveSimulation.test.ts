// Runs that are paced from outside, with inputs and parameters that change: closed forms between the changes.
import { describe, expect, it } from "vitest";
import { Capacitor, ConstantVoltage, Ground, Resistor } from "../../src/entries/electric.ts";
import {
  Box,
  expr,
  input,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  Object3D,
  output,
  Par,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
  Var,
} from "../../src/index.ts";
import { LiveSimulation } from "../../src/live/liveSimulation.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { resultToJson } from "../../src/results/writers/json.ts";

const lag = Model({
  T: Par({ value: 0.5, unit: "s", min: 0.1 }),
  gain: expr`2/T`,
  u: input({ start: 1, unit: "V", min: -5, max: 5 }),
  x: Var({ init: 0, unit: "V" }),
  y: output({ unit: "V/s" }),
  equations: "T*der(x) + x = u; y = gain*x",
});

describe("a run that is paced from outside", () => {
  it("follows the closed form through changes of an input and of a parameter", () => {
    const run = new LiveSimulation(instantiate(lag), { tolerance: 1e-9 });
    expect(run.controls.map(({ name, kind, value, unit, min, max }) => [name, kind, value, unit, min, max])).toEqual([
      ["u", "input", 1, "V", -5, 5],
      ["T", "parameter", 0.5, "s", 0.1, undefined],
    ]);
    let x = 0;
    const follow = (u: number, T: number, span: number): void => {
      x = u + (x - u) * Math.exp(-span / T);
    };
    run.advanceTo(0.3);
    follow(1, 0.5, 0.3);
    expect(run.value("x")).toBeCloseTo(x, 8);
    run.set({ u: -2 });
    for (const time of [0.31, 0.5, 0.9]) run.advanceTo(time);
    follow(-2, 0.5, 0.6);
    expect(run.value("x")).toBeCloseTo(x, 8);
    run.set({ T: Par(2000, "ms"), u: 4 });
    run.advanceTo(1.4);
    follow(4, 2, 0.5);
    expect(run.value("x")).toBeCloseTo(x, 8);
    // what is computed from a parameter changes with it
    expect(run.value("y")).toBeCloseTo(x, 8);
    expect(run.time).toBe(1.4);

    const result = run.finish();
    expect(result.status).toBe("stopped");
    expect([0.1, 0.6, 1.2].map((t) => result.at(t, "u"))).toEqual([1, -2, 4]);
    expect([0.1, 0.6, 1.2].map((t) => result.at(t, "T"))).toEqual([0.5, 0.5, 2]);
    expect([0.6, 1.2].map((t) => result.at(t, "gain"))).toEqual([4, 1]);
    expect(result.events.filter(({ kind }) => kind === "input").map(({ time, cause }) => [time, cause])).toEqual([
      [0.3, "u was set"],
      [0.9, "T was set, u was set"],
    ]);
    const back = resultFromJson(resultToJson(result));
    expect([0.1, 0.6, 1.2].map((t) => back.at(t, "u"))).toEqual([1, -2, 4]);
  });

  it.each(["dop853", "tsit5", "bdf", "radau5"] as const)(
    "goes on from a value that came a rounding before the next exchange: %s",
    (method) => {
      const run = new LiveSimulation(instantiate(lag), { tolerance: 1e-9, method, interval: 0.01 });
      let x = 0;
      let from = 0;
      for (let k = 1; k <= 40; k++) {
        // ever more roundings before the exchange, from one to a million
        const at = k / 100 - Math.round(Math.SQRT2 ** k) * (k / 100) * Number.EPSILON;
        const u = k % 2 === 0 ? 2 : -3;
        run.advanceTo(at);
        run.set({ u });
        run.advanceTo(k / 100);
        run.advanceTo((k + 0.5) / 100);
        x =
          (k === 1 ? 1 : k % 2 === 0 ? -3 : 2) +
          (x - (k === 1 ? 1 : k % 2 === 0 ? -3 : 2)) * Math.exp(-(at - from) / 0.5);
        from = at;
      }
      expect(run.isOver).toBe(false);
      const last = 2;
      expect(run.value("x")).toBeCloseTo(last + (x - last) * Math.exp(-(0.405 - from) / 0.5), 7);
    },
  );

  it("stores states only when that is asked for, and computes the rest with the values of then", () => {
    const run = new LiveSimulation(instantiate(lag), { storage: "states", stopTime: 1 });
    run.advanceTo(0.5);
    run.set({ u: 3, T: 1 });
    run.advanceTo(1);
    expect(run.isOver).toBe(true);
    const result = run.finish();
    expect(result.status).toBe("finished");
    for (const t of [0.24, 0.74]) expect(result.at(t, "y")).toBeCloseTo((t < 0.5 ? 4 : 2) * result.at(t, "x"), 6);
  });

  it("is the ordinary run when nothing is changed", () => {
    const model = instantiate(lag);
    const run = new LiveSimulation(model, { tolerance: 1e-8, stopTime: 2 });
    for (let k = 1; k <= 40; k++) run.advanceTo(0.05 * k);
    const plain = simulate(model, { tolerance: 1e-8, stopTime: 2 });
    expect(run.finish().final("x")).toBeCloseTo(plain.final("x") as number, 8);
  });

  it.each([[[0.8]], [[0, 0.8, 1.6]], [[0.3, 0.3]], [[0.1 + 0.2]], [[0.7, 0.75]]])(
    "ticks once at an instant at which something is set, too: %j",
    (times) => {
      const clocked = Model({
        u: input({ start: 0 }),
        x: Var({ init: 0 }),
        w: Var({ start: 0 }),
        n: Var({ start: 0 }),
        equations: `
        der(x) = u; w = previous(w) + sample(1, Clock(0.1))
        when sample(0, 0.1) then
          n = pre(n) + 1
        end`,
      });
      const run = new LiveSimulation(instantiate(clocked));
      for (const [k, time] of times.entries()) {
        run.advanceTo(time);
        run.set({ u: k });
      }
      run.advanceTo(1.95);
      expect([run.value("w"), run.value("n")]).toEqual([20, 20]);
    },
  );

  it("ends where it is, also between two rows", () => {
    const run = new LiveSimulation(instantiate(lag), { tolerance: 1e-9, interval: 0.1 });
    run.advanceTo(0.734);
    const result = run.finish();
    expect([result.endTime, result.time.at(-1), result.time.length]).toEqual([0.734, 0.734, 9]);
    expect(result.final("x")).toBeCloseTo(1 - Math.exp(-0.734 / 0.5), 8);
  });

  it("solves systems with a constant matrix again when a resistance has changed", () => {
    const divider = Model({
      source: ConstantVoltage.with({ V: 10 }),
      one: Resistor.with({ R: 100 }),
      two: Resistor.with({ R: 100 }),
      three: Resistor.with({ R: 100 }),
      store: Capacitor.with({ C: 1e-6, v: Var({ init: 0 }) }),
      ground: Ground,
      connect: [
        ["source.p", "one.p"],
        ["one.n", "two.p", "three.p"],
        ["two.n", "store.p"],
        ["three.n", "store.n", "source.n", "ground.p"],
      ],
    });
    const run = new LiveSimulation(instantiate(divider), { tolerance: 1e-8 });
    run.advanceTo(0.01);
    expect(run.value("store.v")).toBeCloseTo(5, 6);
    run.set({ "three.R": Par(0.3, "kOhm") });
    run.advanceTo(0.02);
    expect(run.value("store.v")).toBeCloseTo(7.5, 6);
  });

  it("reacts to inputs by events of the model", () => {
    const counter = Model({
      u: input({ start: 0 }),
      n: Var({ start: 0 }),
      x: Var({ init: 0 }),
      equations: `
        der(x) = if u > 1 then 1 else -1
        when u > 1 then
          n = pre(n) + 1
        end
      `,
    });
    const run = new LiveSimulation(instantiate(counter), {});
    for (const [k, u] of [2, 0, 3, 4].entries()) {
      run.advanceTo(k + 1);
      run.set({ u });
    }
    run.advanceTo(5);
    expect(run.value("n")).toBe(2);
    expect(run.value("x")).toBeCloseTo(-1 + 1 - 1 + 1 + 1, 9);
  });

  it("refuses what cannot change, and goes on", () => {
    const sampled = Model({
      period: 0.1,
      u: input({ start: 1, max: 2 }),
      n: Var({ start: 0 }),
      x: Var({ init: 0 }),
      equations: `
        der(x) = u
        when sample(0, period) then
          n = pre(n) + 1
        end
      `,
    });
    const run = new LiveSimulation(instantiate(sampled), {});
    expect(run.controls.map(({ name }) => name)).toEqual(["u"]);
    run.advanceTo(0.25);
    const refused = (values: Record<string, unknown>) => {
      try {
        run.set(values);
      } catch (error) {
        return (error as { code: string }).code;
      }
      return "";
    };
    expect(refused({ period: 0.2 })).toBe("E-LIVE-FIXED");
    expect(refused({ x: 3 })).toBe("E-LIVE-FIXED");
    expect(refused({ u: 3 })).toBe("E-PARAMETER-RANGE");
    expect(refused({ v: 3 })).toBe("E-MERGE-UNKNOWN");
    run.advanceTo(1);
    expect(run.value("x")).toBeCloseTo(1, 9);
    expect(run.value("n")).toBe(11);
    expect(() => run.value("w")).toThrow(expect.objectContaining({ code: "E-RESULT-NAME" }));
  });

  it("moves bodies by an input, whose own numbers are fixed", () => {
    const arm = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 0 }) }) }),
      bar: Object3D({
        feature: Solid({
          shape: Box({ lengthX: 1, lengthY: 0.1, lengthZ: 0.1 }),
          massProperties: MassProperties({ mass: 12, Izz: 1, Ixx: 1, Iyy: 1 }),
        }),
      }),
      rev: RevoluteWithFlange({ obj1: "world", obj2: "bar", axis: 3 }),
      torque: input({ start: 0, unit: "N*m" }),
      equations: "rev.flange.tau = torque",
    });
    const run = new LiveSimulation(instantiate(arm), {});
    expect(run.controls.map(({ name }) => name)).toContain("torque");
    run.advanceTo(0.1);
    run.set({ torque: 0.5 });
    run.advanceTo(1.1);
    expect(run.value("rev.phi")).toBeCloseTo(0.25, 6);
    const result = run.finish();
    expect(result.final("rev.phi")).toBeCloseTo(0.25, 6);
  });
});

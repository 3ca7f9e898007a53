import { describe, expect, it } from "vitest";
import { BearingFriction, Inertia, Torque } from "../../src/entries/rotational.ts";
import {
  instantiate,
  Model,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
  Sphere,
  simulate,
  Var,
} from "../../src/index.ts";
import { LiveSimulation } from "../../src/live/liveSimulation.ts";
import type { Result } from "../../src/results/result.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { resultToJson } from "../../src/results/writers/json.ts";
import { sensitivities } from "../../src/sensitivity/sensitivities.ts";

function chain(): ReturnType<typeof Model3D> {
  const ball = Solid({ shape: Sphere({ diameter: 0.1 }), massProperties: 1 });
  return Model3D({
    world: Object3D({ feature: Scene() }),
    first: Object3D({ feature: ball }),
    second: Object3D({ feature: ball }),
    top: Object3D({ parent: "first", translation: [0, 0.4, 0] }),
    middle: Object3D({ parent: "second", translation: [0, 0.3, 0] }),
    upper: Revolute({ obj1: "world", obj2: "top", axis: 3, phi: 1 }),
    lower: Revolute({ obj1: "first", obj2: "middle", axis: 3, phi: 0.4 }),
  });
}

/** Largest distance of values between the rows of one result from the rows of another. */
function distance(sparse: Result, dense: Result, name: string): number {
  const { time, values } = dense.signal(name);
  let largest = 0;
  time.forEach((t, i) => {
    largest = Math.max(largest, Math.abs(sparse.at(t, name) - values[i]!));
  });
  return largest;
}

describe("values between rows that are computed when they are read", () => {
  it("cost no evaluation during the run", () => {
    const swinging = instantiate(chain());
    const result = simulate(swinging, { stopTime: 2, interval: 0.5 });
    // rows, start and end
    expect(result.statistics.modelEvaluations).toBeLessThan(10);
    expect(result.statistics.unexaminedSteps).toBe(0);
    const dense = simulate(swinging, { stopTime: 2, interval: 0.007 });
    for (const name of ["upper.der(w)", "lower.der(w)", "energy.kinetic"])
      expect(distance(result, dense, name)).toBeLessThan(1e-12);
  });

  it("are those of the run, when another has been made with the same model since", () => {
    const model = instantiate(
      Model({ k: 1, x: Var({ init: 1 }), y: Var(), equations: ["der(x) = -k*x", "y = k*x^2"] }),
    );
    const slow = simulate(model, { stopTime: 1, interval: 0.5, tolerance: 1e-9 });
    const fast = simulate(model, { stopTime: 1, interval: 0.5, tolerance: 1e-9, merge: { k: 4 } });
    for (const t of [0.1, 0.77]) {
      expect(slow.at(t, "y")).toBeCloseTo(Math.exp(-2 * t), 8);
      expect(fast.at(t, "y")).toBeCloseTo(4 * Math.exp(-8 * t), 8);
    }
  });

  it("stay with the solution of nonlinear equations that the run has followed", () => {
    // y² = 1 + x has two solutions; the run begins with the lower
    const model = instantiate(
      Model({
        x: Var({ init: 0 }),
        y: Var({ start: -1 }),
        z: Var(),
        equations: ["der(x) = cos(3*time)", "y^2 + 0*sin(y) = 1 + x", "z = 2*y"],
      }),
    );
    const result = simulate(model, { stopTime: 6, interval: 3, tolerance: 1e-8 });
    for (let i = 1; i < 60; i++) {
      const t = (6 * ((7 * i) % 60)) / 60;
      expect(result.at(t, "z")).toBeCloseTo(-2 * Math.sqrt(1 + Math.sin(3 * t) / 3), 5);
    }
  });

  it("are interpolated, and the result says so, when the model gives other values by now", () => {
    let gain = 1;
    const model = instantiate(
      Model({
        x: Var({ init: 1 }),
        y: Var(),
        equations: ["der(x) = -x", "y = amplified(x)"],
        functions: { amplified: (x: number) => gain * x },
      }),
    );
    const result = simulate(model, { stopTime: 1, interval: 0.01, tolerance: 1e-8 });
    expect(result.at(0.505, "y")).toBeCloseTo(Math.exp(-0.505), 7);
    expect(result.warnings).toEqual([]);
    gain = 2;
    expect(result.at(0.3333, "y")).toBeCloseTo(Math.exp(-0.3333), 6);
    expect(result.warnings).toEqual([expect.stringMatching(/^W-RESULT-COARSE .* does not give the rows/)]);
    expect(result.resample([0.3333]).warnings.join()).toContain("W-RESULT-COARSE");
    expect(result.resample(result.time).warnings.join("")).not.toContain("does not give");
    // states are those of the solver in any case
    expect(result.at(0.3333, "x")).toBeCloseTo(Math.exp(-0.3333), 7);
  });

  it("divide a load that elements share as the run did, which noticed it at an event", () => {
    const shaft = instantiate(
      Model({
        load: Inertia.with({ J: 2, phi: { init: 0 }, w: { init: 0 } }),
        drive: Torque,
        one: BearingFriction.with({ tau_c: 2 }),
        two: BearingFriction.with({ tau_c: 4 }),
        equations: "drive.tau = time",
        connect: [
          ["drive.flange", "load.flange_a"],
          ["load.flange_b", "one.flange_a"],
          ["one.flange_b", "two.flange_a"],
        ],
      }),
    );
    const result = simulate(shaft, { stopTime: 8, interval: 1, tolerance: 1e-8 });
    for (const t of [0.5, 3.7, 4.2, 5.9, 6.5]) {
      expect(result.at(t, "one.tau")).toBeCloseTo(Math.min(t / 2, 2), 7);
      expect(result.at(t, "two.tau")).toBeCloseTo(Math.min(Math.max(t / 2, t - 2), 4), 7);
    }
    expect(result.warnings.filter((text) => text.startsWith("W-RESULT"))).toEqual([]);
  });

  it("are derivatives of states by parameters too, across events, and in a file", () => {
    const model = instantiate(
      Model({
        k: 2,
        x: Var({ init: 1 }),
        y: Var(),
        equations: ["der(x) = -k*x", "y = k*x^2", "when x < 0.3 then reinit(x, 1) end when"],
      }),
    );
    const options = { by: ["k"], outputs: ["x"], stopTime: 2, tolerance: 1e-8 };
    const { result: sparse } = sensitivities(model, { ...options, interval: 0.5 });
    const { result: dense } = sensitivities(model, { ...options, interval: 0.013 });
    const read = resultFromJson(resultToJson(sparse));
    const { time, values } = dense.signal("d(x)/d(k)");
    time.forEach((t, i) => {
      if (dense.rowKinds[i] !== 0) return;
      expect(Math.abs(sparse.at(t, "d(x)/d(k)") - values[i]!)).toBeLessThan(1e-12);
      expect(Math.abs(read.at(t, "d(x)/d(k)") - values[i]!)).toBeLessThan(1e-7);
    });
    expect(sparse.at(0.3, "d(x)/d(k)")).toBeCloseTo(-0.3 * Math.exp(-0.6), 7);
  });

  it("of a run that goes on do not disturb it", () => {
    const source = Model({
      k: 2,
      x: Var({ init: 1 }),
      y: Var({ start: 0.5 }),
      equations: ["der(x) = -k*y", "y + 0.1*y^3 = x"],
    });
    const hash = (reads: boolean): string => {
      const run = new LiveSimulation(instantiate(source), { stopTime: 2, interval: 0.5 });
      run.advanceTo(0.9);
      run.set({ k: 3 });
      run.advanceTo(1.3);
      const result = run.finish();
      if (reads) for (const t of [0.1, 0.8, 0.95]) result.at(t, "y");
      return result.hash;
    };
    expect(hash(true)).toBe(hash(false));
  });
});

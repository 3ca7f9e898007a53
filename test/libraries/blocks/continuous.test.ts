import { Model, RattlebackError } from "rattleback";
import {
  Constant,
  Derivative,
  DiscreteTransferFunction,
  FirstOrder,
  Integrator,
  LimitedIntegrator,
  Ramp,
  SecondOrder,
  Sine,
  StateSpace,
  Step,
  TransferFunction,
} from "rattleback/blocks";
import { describe, expect, it } from "vitest";
import { accuracy, run } from "../run.ts";

describe("linear blocks answer a unit step with their closed form", () => {
  it("integrator, first-order lag, second-order lag, derivative", () => {
    const model = Model({
      step: Step,
      integrator: Integrator.with({ k: 2, y: { init: -1 } }),
      first: FirstOrder.with({ k: 3, T: 0.5 }),
      second: SecondOrder.with({ k: 2, w: 4, D: 0.3 }),
      derivative: Derivative.with({ k: 0.2, T: 0.4 }),
      connect: [["step.y", "integrator.u", "first.u", "second.u", "derivative.u"]],
    });
    const result = run(model, 2);
    const [w, D] = [4, 0.3];
    const wd = w * Math.sqrt(1 - D * D);
    for (const t of [0.2, 1, 2]) {
      const second = 2 * (1 - Math.exp(-D * w * t) * (Math.cos(wd * t) + ((D * w) / wd) * Math.sin(wd * t)));
      expect(Math.abs(result.at(t, "integrator.y") - (2 * t - 1))).toBeLessThan(accuracy);
      expect(Math.abs(result.at(t, "first.y") - 3 * (1 - Math.exp(-2 * t)))).toBeLessThan(3 * accuracy);
      expect(Math.abs(result.at(t, "second.y") - second)).toBeLessThan(3 * accuracy);
      expect(Math.abs(result.at(t, "derivative.y") - 0.5 * Math.exp(-2.5 * t))).toBeLessThan(5 * accuracy);
    }
  });

  it("a limited integrator stays at its limit and leaves it with the sign of its input", () => {
    const model = Model({
      sine: Sine.with({ f: 1 / (2 * Math.PI), phase: Math.PI / 2 }),
      limited: LimitedIntegrator.with({ yMax: 0.5 }),
      connect: [["sine.y", "limited.u"]],
    });
    const result = run(model, 5);
    expect(Math.abs(result.at(0.4, "limited.y") - Math.sin(0.4))).toBeLessThan(accuracy);
    expect(Math.abs(result.at(1.2, "limited.y") - 0.5)).toBeLessThan(accuracy);
    expect(Math.abs(result.at(2, "limited.y") - (0.5 + Math.sin(2) - 1))).toBeLessThan(accuracy);
    expect(Math.abs(result.at(4.5, "limited.y") + 0.5)).toBeLessThan(accuracy);
  });

  it("a transfer function is the same as its state space, and its step response is the sum of its residues", () => {
    // (2s + 1)/((s + 1)(s + 2)):  1/2 + e^−t − 3/2·e^−2t
    const model = Model({
      one: Constant,
      g: TransferFunction.with({ b: [2, 1], a: [1, 3, 2] }),
      s: StateSpace.with({
        A: [
          [0, 1],
          [-2, -3],
        ],
        B: [[0], [1]],
        C: [[1, 2]],
        D: [[0]],
        x: { init: [0, 0] },
      }),
      connect: [["one.y", "g.u"]],
      equations: "s.u = [one.y]",
    });
    const result = run(model, 3, { interval: 0.5 });
    for (const t of [0.5, 1, 3]) {
      const expected = 0.5 + Math.exp(-t) - 1.5 * Math.exp(-2 * t);
      expect(Math.abs(result.at(t, "g.y") - expected)).toBeLessThan(accuracy);
      expect(Math.abs(result.at(t, "s.y[1]") - expected)).toBeLessThan(accuracy);
    }
  });

  it("a transfer function with direct gain jumps, and one with a pole at zero integrates", () => {
    const model = Model({
      one: Constant,
      lead: TransferFunction.with({ b: [4, 1], a: [1, 1] }),
      integrating: TransferFunction.with({ b: [1], a: [1, 1, 0] }),
      connect: [["one.y", "lead.u", "integrating.u"]],
    });
    const result = run(model, 2);
    expect(Math.abs(result.at(0, "lead.y") - 4)).toBeLessThan(accuracy);
    expect(Math.abs(result.final("lead.y") - (1 + 3 * Math.exp(-2)))).toBeLessThan(4 * accuracy);
    expect(Math.abs(result.final("integrating.y") - (1 + Math.exp(-2)))).toBeLessThan(2 * accuracy);
  });

  it("the order of a transfer function can be changed for a run", () => {
    const model = Model({ one: Constant, g: TransferFunction, connect: [["one.y", "g.u"]] });
    const result = run(model, 2, { merge: { g: { a: [1, 6, 11, 6], b: [6] } } });
    const expected = 1 - 3 * Math.exp(-2) + 3 * Math.exp(-4) - Math.exp(-6);
    expect(Math.abs(result.final("g.y") - expected)).toBeLessThan(accuracy);
  });

  it("one coefficient each make a gain, from the start and for a run", () => {
    const connect: [string, string][] = [["ramp.y", "g.u"]];
    const model = Model({ ramp: Ramp.with({ duration: 1 }), g: TransferFunction.with({ b: [3], a: [2] }), connect });
    expect(run(model, 0.5).at(0.4, "g.y")).toBeCloseTo(0.6, 14);
    const lag = run(model, 0.5, { merge: { "g.a": [2, 1] } });
    expect(Math.abs(lag.final("g.y") - 3 * (0.5 - 2 + 2 * Math.exp(-0.25)))).toBeLessThan(accuracy);
    const back = Model({ ramp: Ramp.with({ duration: 1 }), g: TransferFunction, connect });
    expect(run(back, 0.5, { merge: { g: { a: [2], b: [3] } } }).at(0.4, "g.y")).toBeCloseTo(0.6, 14);
    const sampled = Model({
      ramp: Ramp.with({ duration: 1 }),
      g: DiscreteTransferFunction.with({ b: [3], a: [2] }),
      connect,
    });
    expect(run(sampled, 0.5).at(0.45, "g.y")).toBeCloseTo(0.6, 14);
  });

  it("refuses coefficients that make no proper transfer function", () => {
    const model = Model({ one: Constant, g: TransferFunction.with({ b: [1, 2, 3] }), connect: [["one.y", "g.u"]] });
    let error: unknown;
    try {
      run(model, 1);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(RattlebackError);
    expect(error).toMatchObject({ code: "E-TRANSFER", data: { a: [1, 1], b: [1, 2, 3] } });
    expect((error as RattlebackError).hint).toMatch(/not more coefficients b than a/);
  });
});

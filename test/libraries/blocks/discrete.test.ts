import { Model } from "rattleback";
import {
  ContinuousClock,
  DiscretePI,
  DiscretePID,
  DiscreteTransferFunction,
  Sine,
  Step,
  UnitDelay,
  ZeroOrderHold,
} from "rattleback/blocks";
import { describe, expect, it } from "vitest";
import { rounding, run } from "../run.ts";

describe("sampled blocks", () => {
  it("hold takes the input at the sampling instants, a unit delay the one before", () => {
    const model = Model({
      clock: ContinuousClock,
      hold: ZeroOrderHold.with({ samplePeriod: 0.5 }),
      last: UnitDelay.with({ samplePeriod: 0.5, y_start: -1 }),
      connect: [["clock.y", "hold.u", "last.u"]],
    });
    const result = run(model, 2.2);
    for (const [t, held] of [
      [0.2, 0],
      [0.7, 0.5],
      [1.2, 1],
      [2.1, 2],
    ]) {
      expect(Math.abs(result.at(t, "hold.y") - held)).toBeLessThan(rounding);
      expect(Math.abs(result.at(t, "last.y") - (t < 0.5 ? -1 : held - 0.5))).toBeLessThan(rounding);
    }
  });

  it("a discrete PI controller sums its input", () => {
    const model = Model({
      step: Step.with({ height: 2 }),
      pi: DiscretePI.with({ k: 3, T: 0.4, samplePeriod: 0.1 }),
      connect: [["step.y", "pi.u"]],
    });
    const result = run(model, 1.05);
    for (const n of [1, 5, 11]) {
      const t = 0.1 * n - 0.05;
      expect(Math.abs(result.at(t, "pi.y") - 3 * (2 + (n * 2 * 0.1) / 0.4))).toBeLessThan(100 * rounding);
    }
  });

  it("a sampled transfer function follows its difference equation", () => {
    // (0.5·z + 0.25)/(z² − 1.2·z + 0.5)
    const model = Model({
      sine: Sine.with({ f: 0.4 }),
      filter: DiscreteTransferFunction.with({ b: [0.5, 0.25], a: [1, -1.2, 0.5], samplePeriod: 0.2 }),
      connect: [["sine.y", "filter.u"]],
    });
    const result = run(model, 5);
    const u = (n: number) => (n < 0 ? 0 : Math.sin(2 * Math.PI * 0.4 * 0.2 * n));
    const y = [0];
    for (let n = 0; n < 24; n++) {
      y[n] = 1.2 * (y[n - 1] ?? 0) - 0.5 * (y[n - 2] ?? 0) + 0.5 * u(n - 1) + 0.25 * u(n - 2);
      expect(Math.abs(result.at(0.2 * n + 0.1, "filter.y") - y[n]), `sample ${n}`).toBeLessThan(10 * rounding);
    }
  });

  it("a discrete PID controller follows its difference equation, limits its output and does not wind up", () => {
    const [k, Ti, Td, Ts, yMax] = [2, 0.5, 0.1, 0.1, 3];
    const model = Model({
      sine: Sine.with({ f: 0.3, amplitude: 2 }),
      pid: DiscretePID.with({ k, Ti, Td, samplePeriod: Ts, yMax }),
      connect: [["sine.y", "pid.u"]],
    });
    const result = run(model, 4);
    let [x, last, v] = [0, 0, 0];
    for (let n = 0; n < 40; n++) {
      const u = 2 * Math.sin(2 * Math.PI * 0.3 * n * Ts);
      if (!((v > yMax && u > 0) || (v < -yMax && u < 0))) x += (u * Ts) / Ti;
      v = k * (u + x + (Td / Ts) * (u - last));
      last = u;
      const y = Math.max(-yMax, Math.min(yMax, v));
      expect(Math.abs(result.at(n * Ts + 0.05, "pid.y") - y), `sample ${n}`).toBeLessThan(100 * rounding);
    }
  });
});

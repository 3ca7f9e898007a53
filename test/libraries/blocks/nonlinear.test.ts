import { Model } from "rattleback";
import {
  DeadZone,
  Hysteresis,
  Limiter,
  Pulse,
  Quantizer,
  Ramp,
  Sine,
  SlewRateLimiter,
  Table1D,
  VariableLimiter,
} from "rattleback/blocks";
import { describe, expect, it } from "vitest";
import { accuracy, rounding, run } from "../run.ts";

const f = 1 / (2 * Math.PI);
const grid = { interval: 0.01 };

describe("limits", () => {
  it("limiter and dead zone divide a signal between them, with events at the corners", () => {
    const model = Model({
      sine: Sine.with({ amplitude: 2, f }),
      limiter: Limiter.with({ uMax: 1, uMin: -0.5 }),
      zone: DeadZone.with({ uMax: 1, uMin: -0.5 }),
      variable: VariableLimiter,
      connect: [["sine.y", "limiter.u", "zone.u", "variable.u"]],
      equations: "variable.uMax = 1; variable.uMin = -0.5",
    });
    const result = run(model, 6.2, grid);
    for (const t of [0.2, 1, 2, 3.3, 5]) {
      const u = 2 * Math.sin(t);
      const limited = Math.min(1, Math.max(-0.5, u));
      expect(Math.abs(result.at(t, "limiter.y") - limited)).toBeLessThan(10 * rounding);
      expect(Math.abs(result.at(t, "variable.y") - limited)).toBeLessThan(10 * rounding);
      expect(Math.abs(result.at(t, "zone.y") - (u - limited))).toBeLessThan(10 * rounding);
    }
    const corners = result.events.filter(({ kind }) => kind === "state").map(({ time }) => time);
    const a = Math.asin(0.5);
    const b = Math.asin(0.25);
    [a, Math.PI - a, Math.PI + b, 2 * Math.PI - b].forEach((time, i) => {
      expect(Math.abs(corners[i] - time)).toBeLessThan(accuracy);
    });
  });

  it("a hysteresis switches on above, off below, and keeps its state in between", () => {
    const model = Model({
      sine: Sine.with({ f }),
      switch: Hysteresis.with({ uHigh: 0.5, uLow: -0.5 }),
      connect: [["sine.y", "switch.u"]],
    });
    const result = run(model, 9);
    const changes = result.events.filter(({ changed }) => changed.includes("switch.y")).map(({ time }) => time);
    [Math.PI / 6, (7 / 6) * Math.PI, (13 / 6) * Math.PI].forEach((time, i) => {
      expect(Math.abs(changes[i] - time)).toBeLessThan(10 * accuracy);
    });
    expect([0.3, 2, 5].map((t) => result.at(t, "switch.y"))).toEqual([0, 1, 0]);
  });

  it("a slew-rate limiter turns pulses into trapezoids", () => {
    const model = Model({
      pulse: Pulse.with({ amplitude: 1, period: 4, startTime: 1 }),
      slow: SlewRateLimiter.with({ Rising: 2, Falling: -4, Td: 1e-4 }),
      connect: [["pulse.y", "slow.u"]],
    });
    const result = run(model, 4);
    expect(Math.abs(result.at(0.5, "slow.y"))).toBeLessThan(accuracy);
    expect(Math.abs(result.at(1.25, "slow.y") - 0.5)).toBeLessThan(accuracy);
    expect(Math.abs(result.at(2.5, "slow.y") - 1)).toBeLessThan(accuracy);
    expect(Math.abs(result.at(3.125, "slow.y") - 0.5)).toBeLessThan(accuracy);
  });

  it("a quantiser gives the nearest step and changes half-way between two", () => {
    const model = Model({
      ramp: Ramp.with({ height: 1, duration: 1 }),
      adc: Quantizer.with({ step: 0.25 }),
      connect: [["ramp.y", "adc.u"]],
    });
    const result = run(model, 1);
    const changes = result.events.filter(({ kind }) => kind === "state").map(({ time }) => time);
    [0.125, 0.375, 0.625, 0.875].forEach((time, i) => {
      expect(Math.abs(changes[i] - time)).toBeLessThan(accuracy);
    });
    expect([0.1, 0.2, 0.5, 1].map((t) => result.at(t, "adc.y"))).toEqual([0, 0.25, 0.5, 1]);
  });
});

describe("table", () => {
  it("a characteristic curve is read by interpolation", () => {
    const table = [
      [-1, 2],
      [0, 0],
      [2, 4],
    ];
    const model = Model({
      ramp: Ramp.with({ height: 6, duration: 6, offset: -2 }),
      curve: Table1D.with({ table, extrapolation: "linear" }),
      parabola: Table1D.with({ table: [-2, -1, 0, 2, 4].map((x) => [x, x * x]), interpolation: "cubic" }),
      connect: [["ramp.y", "curve.u", "parabola.u"]],
    });
    const result = run(model, 6, { interval: 0.25 });
    for (const t of [0, 0.5, 1.25, 3, 5.5]) {
      const u = t - 2;
      expect(Math.abs(result.at(t, "curve.y") - (u < 0 ? -2 * u : 2 * u))).toBeLessThan(10 * rounding);
      expect(Math.abs(result.at(t, "parabola.y") - u * u)).toBeLessThan(16 * rounding);
    }
  });
});

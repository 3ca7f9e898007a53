import { Model, type ModelDefinition } from "rattleback";
import * as electric from "rattleback/electric";
import { describe, expect, it } from "vitest";
import { rounding, run } from "../run.ts";

const tau = 2 * Math.PI;
const offset = 0.5;
const startTime = 0.25;
const periodic = (t: number) => (t - startTime) % 0.5;

/** Changes of the parameters, height 3, and the signal after startTime without its offset. */
const waves: Record<string, [changes: Record<string, unknown>, signal: (t: number) => number]> = {
  Step: [{}, () => 3],
  Ramp: [{ duration: 1 }, (t) => 3 * Math.min(t - startTime, 1)],
  Sine: [{ f: 1.3, phase: 0.4 }, (t) => 3 * Math.sin(tau * 1.3 * (t - startTime) + 0.4)],
  Cosine: [{ f: 1.3, phase: 0.4 }, (t) => 3 * Math.cos(tau * 1.3 * (t - startTime) + 0.4)],
  ExpSine: [{ f: 2, damping: 1.5 }, (t) => 3 * Math.exp(-1.5 * (t - startTime)) * Math.sin(tau * 2 * (t - startTime))],
  Exponentials: [
    { riseTime: 0.8, riseTimeConstant: 0.3, fallTimeConstant: 0.2 },
    (t) => {
      const s = t - startTime;
      return s < 0.8 ? 3 * (1 - Math.exp(-s / 0.3)) : 3 * (1 - Math.exp(-0.8 / 0.3)) * Math.exp(-(s - 0.8) / 0.2);
    },
  ],
  Pulse: [{ period: 0.5, width: 0.3 }, (t) => (periodic(t) < 0.15 ? 3 : 0)],
  SawTooth: [{ period: 0.5 }, (t) => (3 * periodic(t)) / 0.5],
  Trapezoid: [
    { period: 0.5, rising: 0.1, width: 0.2, falling: 0.1 },
    (t) => 3 * Math.max(0, Math.min(1, periodic(t) / 0.1, (0.4 - periodic(t)) / 0.1)),
  ],
};

/** None of them at a corner of a wave. */
const times = [0.1, 0.3, 0.51, 0.62, 0.87, 1.04, 1.49, 1.83];

describe("every wave is available as voltage and as current and keeps its formula", () => {
  it.each(Object.entries(waves))("%s", (name, [changes, signal]) => {
    const all = electric as unknown as Record<string, ModelDefinition>;
    const model = Model({
      voltage: all[`${name}Voltage`].with({ V: 3, offset, startTime, ...changes }),
      current: all[`${name}Current`].with({ I: 3, offset, startTime, ...changes }),
      R1: electric.Resistor,
      R2: electric.Resistor,
      ground: electric.Ground,
      connect: [
        ["voltage.p", "R1.p"],
        ["current.n", "R2.p"],
        ["R1.n", "R2.n", "voltage.n", "current.p", "ground.p"],
      ],
    });
    // the stored points are multiples of 0.01, so that nothing is interpolated
    const result = run(model, 2, { interval: 0.01 });
    for (const t of times) {
      const expected = offset + (t < startTime ? 0 : signal(t));
      expect(Math.abs(result.at(t, "R1.v") - expected), `v(${t})`).toBeLessThan(20 * rounding);
      expect(Math.abs(result.at(t, "R2.v") - expected), `i(${t})`).toBeLessThan(20 * rounding);
    }
  });

  it("Table", () => {
    const table = [
      [0, 1],
      [1, 3],
      [1, -1],
      [2, 0],
    ];
    const model = Model({
      voltage: electric.TableVoltage.with({ table }),
      current: electric.TableCurrent.with({ table, interpolation: "constant" }),
      R1: electric.Resistor,
      R2: electric.Resistor,
      ground: electric.Ground,
      connect: [
        ["voltage.p", "R1.p"],
        ["current.n", "R2.p"],
        ["R1.n", "R2.n", "voltage.n", "current.p", "ground.p"],
      ],
    });
    const result = run(model, 3, { interval: 0.25 });
    expect(result.at(0.5, "R1.v")).toBeCloseTo(2, 12);
    expect(result.at(1, "R1.v", "before")).toBeCloseTo(3, 12);
    expect(result.at(1, "R1.v")).toBeCloseTo(-1, 12);
    expect(result.at(2.75, "R1.v")).toBeCloseTo(0, 12);
    expect(result.at(0.75, "R2.v")).toBe(1);
    expect(result.at(1.75, "R2.v")).toBe(-1);
  });
});

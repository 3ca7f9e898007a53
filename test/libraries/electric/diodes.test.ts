import { Model, type ModelDefinition } from "rattleback";
import {
  Capacitor,
  ConstantVoltage,
  Diode,
  Ground,
  IdealDiode,
  Inductor,
  RampVoltage,
  Resistor,
  SineVoltage,
  ZenerDiode,
} from "rattleback/electric";
import { describe, expect, it } from "vitest";
import { accuracy, run } from "../run.ts";

const throughResistor = (source: ModelDefinition, diode: ModelDefinition, R: number) =>
  Model({
    source,
    R: Resistor.with({ R }),
    diode,
    ground: Ground,
    connect: [
      ["source.p", "R.p"],
      ["R.n", "diode.p"],
      ["diode.n", "source.n", "ground.p"],
    ],
  });

describe("diodes", () => {
  it("an ideal diode lets the positive half wave pass: the mean voltage at the load is V/π", () => {
    const model = throughResistor(SineVoltage.with({ V: 3, f: 2 }), IdealDiode.with({ Ron: 0, Goff: 0 }), 10).with({
      area: { init: 0 },
      equations: "der(area) = R.v",
    });
    const result = run(model, 1);
    expect(Math.abs(result.final("area") - 3 / Math.PI)).toBeLessThan(3 * accuracy);
    const switches = result.events.filter(({ kind, time }) => kind === "state" && time > 0.01).map(({ time }) => time);
    [0.25, 0.5, 0.75].forEach((time, i) => {
      expect(Math.abs(switches[i] - time)).toBeLessThan(accuracy);
    });
  });

  it("below its knee an ideal diode blocks, above it keeps the knee voltage", () => {
    const model = throughResistor(RampVoltage.with({ V: 2, duration: 2 }), IdealDiode.with({ Vknee: 0.7 }), 10);
    const result = run(model, 2);
    const corner = result.events.find(({ kind }) => kind === "state")!.time;
    // Goff·R shifts the knee by 1e-4 relative, Ron/R the voltage by 1e-6
    expect(Math.abs(corner - 0.7 * (1 + 1e-4))).toBeLessThan(accuracy);
    expect(Math.abs(result.final("diode.v") - 0.7)).toBeLessThan(0.13 * 1e-5 + accuracy);
    expect(Math.abs(result.final("diode.i") - 0.13)).toBeLessThan(1e-5);
  });

  it("four ideal diodes rectify both half waves: the mean is 2·V/π", () => {
    const bridge = Model({
      source: SineVoltage.with({ V: 10, f: 50 }),
      d1: IdealDiode,
      d2: IdealDiode,
      d3: IdealDiode,
      d4: IdealDiode,
      load: Resistor.with({ R: 100 }),
      ground: Ground,
      area: { init: 0 },
      connect: [
        ["source.p", "d1.p", "d2.n"],
        ["source.n", "d3.p", "d4.n"],
        ["d1.n", "d3.n", "load.p"],
        ["d2.p", "d4.p", "load.n", "ground.p"],
      ],
      equations: "der(area) = load.v",
    });
    const mean = run(bridge, 0.04).final("area") / 0.04;
    // two blocking diodes conduct 1e-5 S each beside 100 Ω, two conducting ones drop 2e-5/100
    expect(Math.abs(mean - 20 / Math.PI)).toBeLessThan(10 * (3e-7 + accuracy));
  });

  it("a three-phase bridge with line inductances gives 3·√3/π·V less the commutation drop 3·ω·L/π·I", () => {
    const phases = [0, 1, 2];
    const [V, w, Ls, R] = [325, 100 * Math.PI, 1e-3, 20];
    const bridge = Model({
      ...Object.fromEntries(
        phases.flatMap((k) => [
          [`V${k}`, SineVoltage.with({ V, f: 50, phase: (-2 * Math.PI * k) / 3 })],
          [`L${k}`, Inductor.with({ L: Ls })],
          [`upper${k}`, IdealDiode],
          [`lower${k}`, IdealDiode],
        ]),
      ),
      L: Inductor.with({ L: 0.05, i: { init: 26 } }),
      C: Capacitor.with({ C: 1e-3, v: { init: 529 } }),
      load: Resistor.with({ R }),
      ground: Ground,
      area: { init: 0 },
      connect: [
        ["ground.p", ...phases.map((k) => `V${k}.n`)],
        ...phases.flatMap((k) => [
          [`V${k}.p`, `L${k}.p`],
          [`L${k}.n`, `upper${k}.p`, `lower${k}.n`],
        ]),
        ["L.p", ...phases.map((k) => `upper${k}.n`)],
        ["L.n", "C.p", "load.p"],
        ["C.n", "load.n", ...phases.map((k) => `lower${k}.p`)],
      ],
      equations: "der(area) = load.v",
    });
    const result = run(bridge, 0.3, { tolerance: 1e-6 });
    const mean = (result.final("area") - result.at(0.28, "area")) / 0.02;
    const expected = (((3 * Math.sqrt(3)) / Math.PI) * V) / (1 + (3 * w * Ls) / Math.PI / R);
    // the formula holds for a smooth current; the ripple of 0.3 A changes the drop of 0.3 Ω by 0.1 V
    expect(Math.abs(mean - expected)).toBeLessThan(0.1);
  });

  it("an exponential diode behind a resistor takes the voltage that bisection finds", () => {
    const [Ids, nVt, R] = [1e-9, 1.5 * 0.026, 47];
    for (const V of [-5, 0.4, 2, 100, 1e4]) {
      const diode = Diode.with({ Ids, Vt: 0.026, N: 1.5, R: 1e9 });
      const result = run(throughResistor(ConstantVoltage.with({ V }), diode, R), 0);
      const current = (v: number) => {
        const x = v / nVt;
        return Ids * ((x > 40 ? Math.exp(40) * (x - 39) : Math.exp(x)) - 1) + v / 1e9;
      };
      let [low, high] = [-1e5, 1e5];
      for (let k = 0; k < 200; k++) {
        const middle = (low + high) / 2;
        if (current(middle) * R + middle < V) low = middle;
        else high = middle;
      }
      expect(Math.abs(result.final("diode.v") - low), `V = ${V}`).toBeLessThan(1e-9 * Math.max(1, Math.abs(V)));
    }
  });

  it("a Zener diode limits a voltage in both directions", () => {
    const model = throughResistor(SineVoltage.with({ V: 30, f: 1 }), ZenerDiode.with({ Bv: 5.1 }), 100);
    const result = run(model, 1);
    const [forward, backward] = [result.at(0.25, "diode.v"), result.at(0.75, "diode.v")];
    const i = (v: number) => 1e-6 * (Math.exp(v / 0.04) - 1) - 0.7 * Math.exp(-(v + 5.1) / (0.74 * 0.04)) + v / 1e8;
    expect(Math.abs((30 - forward) / 100 - i(forward))).toBeLessThan(1e-6);
    expect(Math.abs((-30 - backward) / 100 - i(backward))).toBeLessThan(1e-6);
    expect(backward).toBeGreaterThan(-5.1);
    expect(backward).toBeLessThan(-5);
    expect(forward).toBeLessThan(0.6);
  });
});

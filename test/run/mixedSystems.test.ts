/** Circuits and drives whose switch positions are found together with voltages, currents and accelerations. */
import { instantiate, Model, type ModelDefinition, simulate, Var } from "rattleback";
import {
  Capacitor,
  ConstantVoltage,
  Ground,
  IdealClosingSwitch,
  IdealDiode,
  Inductor,
  Resistor,
  SineVoltage,
} from "rattleback/electric";
import { BearingFriction, Inertia, Torque } from "rattleback/rotational";
import { describe, expect, it } from "vitest";
import { OnePort } from "../../src/libraries/electric/ports.ts";

/** A diode as users write it, without any overlap of its branches. */
const plainDiode = OnePort.with({
  Vknee: 0,
  Ron: 1e-5,
  Goff: 1e-5,
  s: Var({ start: 0 }),
  isOff: Var({ start: true }),
  equations: `
    isOff = s < 0
    v = Vknee + s*(if isOff then 1 else Ron)
    i = Goff*Vknee + s*(if isOff then Goff else 1)`,
});

describe("a diode as users write it", () => {
  it("charges a capacitor in time at loose tolerances too", () => {
    const model = Model({
      V: SineVoltage.with({ V: 10, f: 50 }),
      d: plainDiode,
      R: Resistor.with({ R: 100 }),
      C: Capacitor.with({ C: 1e-4 }),
      g: Ground,
      connect: [
        ["V.p", "d.p"],
        ["d.n", "R.p", "C.p"],
        ["R.n", "C.n", "V.n", "g.p"],
      ],
    });
    const peak = instantiate(model);
    const exact = simulate(peak, { stopTime: 0.1, tolerance: 1e-9 }).final("C.v");
    for (const tolerance of [1e-2, 1e-3, 1e-4]) {
      const result = simulate(peak, { stopTime: 0.1, tolerance });
      expect(Math.abs(result.final("C.v") / exact - 1)).toBeLessThan(tolerance);
      expect(result.statistics.steps).toBeLessThan(5000);
    }
  });
});

function bridge(diode: ModelDefinition): ModelDefinition {
  return Model({
    V: SineVoltage.with({ V: 325, f: 50 }),
    Ls: Inductor.with({ L: 1e-3 }),
    d1: diode,
    d2: diode,
    d3: diode,
    d4: diode,
    L: Inductor.with({ L: 0.1 }),
    R: Resistor.with({ R: 10 }),
    g: Ground,
    connect: [
      ["V.p", "Ls.p"],
      ["Ls.n", "d1.p", "d2.n"],
      ["V.n", "d3.p", "d4.n"],
      ["d1.n", "d3.n", "L.p"],
      ["L.n", "R.p"],
      ["d2.p", "d4.p", "R.n", "g.p"],
    ],
  });
}

/** Voltage multiplier: every capacitor is charged through the one before. */
function cascade(stages: number): ModelDefinition {
  const parts: Record<string, ModelDefinition> = {
    V: SineVoltage.with({ V: 100, f: 50 }),
    R: Resistor.with({ R: 10 }),
    g: Ground,
  };
  const connect: string[][] = [
    ["V.p", "R.p"],
    ["V.n", "g.p"],
  ];
  let [a, b] = ["R.n", "g.p"];
  for (let k = 0; k < stages; k++) {
    parts[`C${k}`] = Capacitor.with({ C: 1e-5 });
    parts[`D${k}`] = IdealDiode.with({ Goff: 1e-8 });
    connect.push([a, `C${k}.p`], [`C${k}.n`, `D${k}.n`], [b, `D${k}.p`]);
    [a, b] = [b, `C${k}.n`];
  }
  return Model({ ...parts, connect });
}

describe("mixed systems", () => {
  it("a bridge rectifier is linear for given switch positions", () => {
    const systems = instantiate(bridge(IdealDiode)).report.systems;
    expect(systems.map(({ isLinear, relations }) => [isLinear, relations.length])).toEqual([[true, 4]]);
  });

  it("a bridge rectifier of diodes without overlap gives the same current at all tolerances", () => {
    const model = instantiate(bridge(plainDiode.with({ Vknee: 0.67 })), { checkUnits: false });
    const tolerances = [1e-6, 1e-7, 1e-8, 1e-9];
    const currents = tolerances.map((tolerance) => simulate(model, { stopTime: 0.1, tolerance }).final("L.i"));
    // a wrong commutation would be seen at any of them; otherwise the errors follow the tolerance
    tolerances.forEach((tolerance, k) => {
      expect(Math.abs(currents[k]! / currents[3] - 1)).toBeLessThan(0.1 * tolerance);
    });
  });

  it("diodes commutate once per half wave, and never at the same instant again", () => {
    const result = simulate(instantiate(bridge(plainDiode), { checkUnits: false }), { stopTime: 0.1 });
    // opening and closing of two pairs in ten half waves, and the first conduction
    expect(result.statistics.stateEvents).toBeLessThanOrEqual(21);
    for (const name of ["d1.isOff", "d2.isOff"]) {
      const changes = result.signal(name).values.reduce((n, x, k, all) => n + (k > 0 && x !== all[k - 1] ? 1 : 0), 0);
      expect(changes).toBeGreaterThanOrEqual(9);
    }
  });

  it("fully ideal switch and diode make a buck converter: the mean voltage is the duty cycle times the source", () => {
    const buck = Model({
      V: ConstantVoltage.with({ V: 24 }),
      sw: IdealClosingSwitch.with({ Ron: 0, Goff: 0 }),
      d: IdealDiode.with({ Ron: 0, Goff: 0 }),
      L: Inductor.with({ L: 1e-3, i: { init: 0 } }),
      C: Capacitor.with({ C: 1e-4, v: { init: 0 } }),
      R: Resistor.with({ R: 5 }),
      g: Ground,
      tOn: Var({ start: 0, unit: "s" }),
      mean: Var({ init: 0 }),
      connect: [
        ["V.p", "sw.p"],
        ["sw.n", "L.p", "d.n"],
        ["L.n", "C.p", "R.p"],
        ["g.p", "V.n", "d.p", "C.n", "R.n"],
      ],
      equations: `
        sw.control = time < tOn + 4e-5
        when sample(0, 1e-4) then
          tOn = time
        end
        der(mean) = if time > 0.03 then C.v/0.01 else 0`,
    });
    const result = simulate(instantiate(buck, { checkUnits: false }), { stopTime: 0.04, tolerance: 1e-8 });
    // steady after 0.03 s up to exp(-0.03/(2·R·C)) = exp(-30)
    expect(result.final("mean")).toBeCloseTo(0.4 * 24, 6);
  });

  it("a voltage multiplier charges to the same voltages at all tolerances", () => {
    const model = instantiate(cascade(4), { checkUnits: false });
    const reference = simulate(model, { stopTime: 0.2, tolerance: 1e-9 });
    for (const tolerance of [1e-5, 1e-6, 1e-7]) {
      const result = simulate(model, { stopTime: 0.2, tolerance });
      for (const name of ["C1.v", "C3.v"])
        expect(Math.abs(result.final(name) / reference.final(name) - 1)).toBeLessThan(100 * tolerance);
    }
  });

  it("a stuck wheel breaks away at every half wave of the torque, however long the steps are while it rests", () => {
    const drive = Model({
      drive: Torque,
      J: Inertia,
      b: BearingFriction.with({ tau_c: 2.8 }),
      connect: [
        ["drive.flange", "J.flange_a"],
        ["J.flange_b", "b.flange_a"],
      ],
      equations: "drive.tau = 6.9*sin(2.02*time) + 3.16*sin(19.9*time)",
    });
    const model = instantiate(drive, { checkUnits: false });
    for (const stopTime of [10, 100]) {
      const result = simulate(model, { stopTime, tolerance: 1e-8 });
      const torques = result.signal("b.tau").values;
      expect(torques.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0)).toBeLessThan(2.8 * (1 + 1e-9));
    }
    const [free, limited] = [{}, { maximumStep: 0.002 }].map((options) =>
      simulate(model, { stopTime: 10, tolerance: 1e-8, ...options }),
    );
    expect(free.statistics.stateEvents).toBe(limited.statistics.stateEvents);
    expect(free.final("J.phi")).toBeCloseTo(limited.final("J.phi"), 6);
  });
});

describe("truth values that decide about each other", () => {
  it("keep their state, as in a latch of two gates", () => {
    const equations =
      "set = time > 1 and time < 2; reset = time > 3 and time < 4; q = not (reset or n); n = not (set or q)";
    const latch = Model({ q: Var({ start: false }), n: Var({ start: true }), equations });
    const result = simulate(instantiate(latch), { stopTime: 5 });
    expect([0.5, 1.5, 2.5, 3.5, 4.5].map((t) => result.at(t, "q"))).toEqual([0, 1, 1, 0, 0]);
  });

  it.each(["b = not b", "b = not c; c = b", "b = if c then false else true; c = b and time < 5"])(
    "are refused where no values agree: %s",
    (equations) => {
      const model = instantiate(Model({ b: Var({ start: false }), equations }));
      expect(() => simulate(model)).toThrow(/^E-MIXED {2}No truth values of .*\n(.*\n)*.*try .*pre\(b\)/);
    },
  );
});

describe("elements that share a load", () => {
  const shaft = instantiate(
    Model({
      load: Inertia.with({ J: 2, phi: { init: 0 }, w: { init: 0 } }),
      drive: Torque,
      one: BearingFriction.with({ tau_c: 2 }),
      two: BearingFriction.with({ tau_c: 4 }),
      rate: 1,
      equations: "drive.tau = rate*time",
      connect: [
        ["drive.flange", "load.flange_a"],
        ["load.flange_b", "one.flange_a"],
        ["one.flange_b", "two.flange_a"],
      ],
    }),
  );

  it("two locked bearings on one shaft hold as much as both together, and a warning says that the division is open", () => {
    const result = simulate(shaft, { stopTime: 8, interval: 0.1, tolerance: 1e-8 });
    for (const t of [1, 3.9, 4.1, 5.9]) {
      expect(result.at(t, "load.w")).toBe(0);
      // the one of 2 N·m cannot take half of more than 4
      expect(result.at(t, "one.tau")).toBeCloseTo(Math.min(t / 2, 2), 9);
      expect(result.at(t, "one.tau") + result.at(t, "two.tau")).toBeCloseTo(t, 9);
    }
    // 2·w' = t − 6
    for (const t of [6.5, 7, 8]) expect(result.at(t, "load.w")).toBeCloseTo((t - 6) ** 2 / 4, 6);
    expect(result.warnings.filter((text) => text.startsWith("W-SHARED-LOAD"))).toHaveLength(1);
  });

  it("implicit methods find the same", () => {
    const result = simulate(shaft, { stopTime: 8, tolerance: 1e-8, method: "radau5" });
    expect(result.final("load.w")).toBeCloseTo(1, 6);
  });
});

describe("modes that only pre() brings to agree", () => {
  // a block that begins to slide above its peak and goes on to slide below it: its path parameter falls back when it begins
  const block = (mass: number): ModelDefinition =>
    Model({
      m: mass,
      peak: 1.1,
      slide: 1,
      v: Var({ init: 0 }),
      slides: Var({ start: false }),
      equations: `
        slides = s > peak or pre(slides) and s > slide
        a = if slides then s - slide else 0
        m*a = time - (if slides then slide else s)
        der(v) = a`,
    });

  it.each([0.5, 1, 3, 10, 1000])("the next pass of the event goes on from sliding, mass %f", (mass) => {
    const result = simulate(instantiate(block(mass)), { stopTime: 2, tolerance: 1e-9 });
    expect(result.at(1.09, "v")).toBe(0);
    // m·v' = t − 1 from t = 1.1 on
    expect(result.final("v") / ((1 - 0.1 ** 2) / (2 * mass))).toBeCloseTo(1, 8);
    expect(result.statistics.stateEvents).toBeLessThan(20);
  });

  it("is refused where pre() does not help, either", () => {
    const model = Model({
      on: Var({ start: false }),
      equations: "on = s > 1 and not pre(on); s = time + (if on then -2*x else x); x = 1 + 0*s",
    });
    expect(() => simulate(instantiate(model), { stopTime: 2 })).toThrow(/^E-(MIXED|EVENT-LOOP)/);
  });
});

describe("a limiter in nonlinear equations", () => {
  it("is found where the start values are a place at which the equations do not change", () => {
    // unknowns without start values begin at 0, where a square has no slope
    const model = Model({
      equations: `
        a^2 + (if a > limit then 3*(a^2 - limit^2) else 0) = 4
        limit = 3 - 2*time`,
    });
    const result = simulate(instantiate(model), { stopTime: 0.9 });
    // a = 2 until the limit is 2, and then 4·a² = 4 + 3·limit²
    for (const t of [0, 0.2, 0.4]) expect(result.at(t, "a")).toBeCloseTo(2, 9);
    for (const t of [0.6, 0.8]) expect(result.at(t, "a")).toBeCloseTo(Math.sqrt(1 + 0.75 * (3 - 2 * t) ** 2), 9);
  });
});

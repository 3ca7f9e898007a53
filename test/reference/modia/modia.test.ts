/**
 * Equation-based reference models with recomputed or analytic final states. Every state is compared on its own, relative
 * deviation at most 1e-5. The recomputed values carry 12 digits; runs at tolerance 1e-8 leave a factor of 1000 for
 * accumulated error.
 */

import { instantiate, Model, Par, RattlebackError, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { expectReferenceValue } from "../recordComparison.ts";
import { modelOfCase, readCase } from "./modelOfCase.ts";

const limit = 1e-5;

const functions = {
  inputSignal: (t: number) => Math.sin(t),
  matrix2: (a: number, b: number, c: number, d: number) => [
    [a, b],
    [c, d],
  ],
  matrix12: (a: number, b: number) => [[a, b]],
  twoCoupledInertias: (J1: number, J2: number, d1: number, d2: number, tau0: number, tau1: number, tau2: number) => [
    J1 * d1 - tau0 + tau1,
    J2 * d2 - tau1 + tau2,
  ],
  gradDiff: (T: number[], Ta: number, Tb: number, dx: number) =>
    T.map((Ti, i) => {
      const left = i === 0 ? (Ta - Ti) / (dx / 2) : (T[i - 1] - Ti) / dx;
      const right = i === T.length - 1 ? (Ti - Tb) / (dx / 2) : (Ti - T[i + 1]) / dx;
      return left - right;
    }),
};

function runCase(name: string) {
  const reference = readCase(name);
  const model = instantiate(modelOfCase(reference).with({ functions }), { checkUnits: false });
  const { stopTime, merge } = reference.simulation!;
  return { reference, model, result: simulate(model, { stopTime, tolerance: 1e-8, ...(merge && { merge }) }) };
}

const simulated = [
  "arrays-1",
  "arrays-2",
  "arrays-4-resize",
  "cauer-low-pass-5",
  "filter-circuit-1",
  "filter-circuit-3",
  "filter-circuit-no-ground",
  "first-order-1",
  "first-order-2",
  "first-order-3-time-event",
  "heat-insulated-rod",
  "heat-predefined-rod-8",
  "motor-control-flat",
  "multi-return-residual",
  "pendulum",
  "rectifier-1",
  "servo-system",
  "simple-state-events",
  "singular-lrrl-1",
  "speed-control-sampled-P",
  "state-selection-multi-index",
  "state-space-1",
];

describe("reference models reach their final states", () => {
  for (const name of simulated) {
    it(`${name}: ${readCase(name).about}`, () => {
      const { reference, result } = runCase(name);
      reference.stateNames!.forEach((state, i) => {
        const expected = reference.recomputed!.finalStates![i];
        expectReferenceValue(state, result.final(state), expected, limit * Math.abs(expected));
      });
    });
  }

  it("two inertias with an ideal gear: the switched torque is integrated exactly because its switches are events", () => {
    const { result } = runCase("two-inertias-gear");
    expect(result.final("phi2")).toBeCloseTo(1.5629547611515344, 10);
    expect(Math.abs(result.final("w2"))).toBeLessThan(1e-12);
    expect(result.events.filter(({ kind }) => kind === "time").map(({ time }) => time)).toEqual([1, 2, 3]);
  });

  it("a nonlinear algebraic equation is solved, not linearised", () => {
    const { result } = runCase("nonlinear-algebraic");
    expectReferenceValue("x", result.final("x"), 0.41789321881345254, 0.41789321881345254 * limit);
    expect(result.signal("y").values[0]).toBeCloseTo(Math.SQRT2, 10);
  });

  it("T·x' + x = u with hidden states gives the closed form", () => {
    const { result } = runCase("hidden-linear-system-1");
    expect(result.final("x[1]") / 1.9878716954016462).toBeCloseTo(1, 5);
  });

  it("a flip-flop switches when its inputs do", () => {
    const { result } = runCase("sr-flip-flop");
    const { time, values } = result.signal("sr.Q");
    const expected = (t: number) => (t >= 2 && t < 5) || (t >= 6 && t < 9) || (t >= 10 && t < 13) || t >= 14;
    time.forEach((t, k) => {
      const isAtSwitch = [2, 5, 6, 9, 10, 13, 14].some((s) => Math.abs(t - s) < 1e-9);
      if (!isAtSwitch) expect(Boolean(values[k]), `at ${t}`).toBe(expected(t));
    });
  });

  it("contradicting start values of equal angles are refused with names and values", () => {
    let error: unknown;
    try {
      runCase("state-selection-drive-2");
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(RattlebackError);
    const { code, data } = error as RattlebackError;
    expect(code).toBe("E-INIT-CONFLICT");
    expect(data).toMatchObject({ names: ["damper.phi"], wanted: [1], present: [0] });
  });

  it("a bouncing ball bounces at the times of the closed form", () => {
    const ball = Model({
      e: 0.7,
      g: Par(9.81, "m/s^2"),
      h: Var({ init: 1, unit: "m" }),
      v: Var({ init: 0, unit: "m/s" }),
      flying: Var({ start: true }),
      equations: `
        der(h) = v
        der(v) = if flying then -g else 0
        when h < 0 then
          reinit(v, if -e*pre(v) < vMin then 0 else -e*pre(v))
          flying = -e*pre(v) > vMin
        end`,
      vMin: Par(0.01, "m/s"),
    });
    const result = simulate(instantiate(ball), { stopTime: 3 });
    const bounces = result.events.filter(({ changed }) => changed.includes("v")).map(({ time }) => time);
    readBounceTimes().forEach((time, k) => {
      expectReferenceValue(`time of bounce ${k + 1}`, bounces[k], time, 1e-9);
    });
    expect(result.final("v")).toBe(0);
  });
});

describe("structure of the reference models", () => {
  it("the circuit has 20 flat equations, of which 4 remain", () => {
    const { model } = runCase("filter-circuit-1");
    expect(model.report).toMatchObject({ flatEquations: 20, equations: 4, eliminated: 16, states: ["C.v"] });
  });

  it("without ground one potential is arbitrary and one Kirchhoff equation redundant", () => {
    const { model } = runCase("filter-circuit-no-ground");
    expect(model.report.arbitrary).toHaveLength(1);
    expect(model.report.redundant).toHaveLength(1);
  });

  it("the five-stage filter has the five states of the reference", () => {
    const { model, reference } = runCase("cauer-low-pass-5");
    expect([...model.stateNames].sort()).toEqual([...reference.stateNames!].sort());
  });

  it("the multi-index system keeps two states and solves constant linear systems", () => {
    const { model } = runCase("state-selection-multi-index");
    expect(model.stateNames).toEqual(["x2", "x2d"]);
    expect(model.report.systems.every(({ isLinear, hasConstantMatrix }) => isLinear && hasConstantMatrix)).toBe(true);
  });
});

function readBounceTimes(): number[] {
  const reference = readCase("bouncing-ball") as unknown as { analytic: { bounceTimes: number[] } };
  return reference.analytic.bounceTimes;
}

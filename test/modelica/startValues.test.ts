/** Which start value counts, and how unknown parameters and initial equations are solved: one small package per rule. */
import { type SimulationError, simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

function run(text: string, name: string, stopTime = 1) {
  const model = importModelica({ texts: { "test.mo": text } }).instantiate(name);
  return simulate(model, { stopTime, tolerance: 1e-9 });
}

describe("start values of variables that are equal", () => {
  const latch = `
    block Latch
      input Boolean set;
      output Boolean open;
      Boolean state(start = true, fixed = true);
    equation
      state = pre(state) and not set;
      open = state;
    end Latch;
    block Around
      Latch inside[2];
      Boolean open[2];
      input Boolean set;
    equation
      open = inside.open;
      inside[1].set = set;
      inside[2].set = false;
    end Around;
    model Latches
      Around around;
      Boolean seen[2] = around.open;
    equation
      around.set = time > 0.5;
    end Latches;`;

  it("of a latch: the fixed one counts, whatever its outputs are called outside", () => {
    const result = run(latch, "Latches");
    expect(result.at(0.25, "seen")).toEqual([1, 1]);
    expect(result.at(0.75, "seen")).toEqual([0, 1]);
  });

  it("of a state: what its own declaration says counts more than the type of another", () => {
    const text = `
      type Temperature = Real(start = 288.15);
      record Properties Temperature T; end Properties;
      model Volume
        Temperature T(start = 300);
        Properties properties;
      equation
        properties.T = T;
        der(T) = 0;
      end Volume;
      model Room Volume volume; end Room;`;
    expect(run(text, "Room").final("volume.T")).toBe(300);
  });

  it("of what is preferred as a state: they hold where the states have none, as if it were one", () => {
    const text = `
      model Tank "1 kg/s flows out of it"
        parameter Real A = 2, rho = 1000, cp = 4200;
        Real level(start = 0.5, stateSelect = StateSelect.prefer);
        Real T(start = 300, stateSelect = StateSelect.prefer);
        Real m, U, u;
      equation
        m = rho*A*level;
        U = m*u;
        u = cp*T;
        der(m) = -1;
        der(U) = -u;
      end Tank;`;
    const result = run(text, "Tank", 100);
    expect(result.final("level")).toBeCloseTo(0.45, 9);
    expect(result.final("T")).toBeCloseTo(300, 6);
  });

  it("of a guess: the one that is given furthest outside leads to the root", () => {
    const text = `
      model Square
        Real x(start = 1);
      equation
        x*x = 4;
      end Square;
      model Two
        Square a(x(start = -1));
        Square b;
        Real y(start = -5) = b.x;
      end Two;`;
    const result = run(text, "Two");
    expect(result.final("a.x")).toBeCloseTo(-2, 9);
    expect(result.final("b.x")).toBeCloseTo(-2, 9);
  });
});

describe("parameters that the start computes", () => {
  it("of sizes that differ by orders of magnitude: a double exponential with given peak and rise", () => {
    // k·(exp(−t/τ1) − exp(−t/τ2)) has its peak, 1, at T; τ1 is given, τ2 and k are wanted
    const text = `
      model Surge
        parameter Real tau1 = 70e-6;
        parameter Real T = 1.2e-6;
        parameter Real tau2(start = 0.3e-6, fixed = false);
        parameter Real k(start = 1, fixed = false);
        Real i = k*(exp(-time/tau1) - exp(-time/tau2));
      initial equation
        exp(-T/tau1)/tau1 = exp(-T/tau2)/tau2;
        k*(exp(-T/tau1) - exp(-T/tau2)) = 1;
      end Surge;`;
    const model = importModelica({ texts: { "test.mo": text } }).instantiate("Surge");
    const result = simulate(model, { stopTime: 1.2e-6, tolerance: 1e-8 });
    const [tau2, k] = [result.final<number>("tau2"), result.final<number>("k")];
    expect(result.final("i")).toBeCloseTo(1, 7);
    const slope = -Math.exp(-1.2e-6 / 70e-6) / 70e-6 + Math.exp(-1.2e-6 / tau2) / tau2;
    expect(Math.abs(slope) * k * 1e-6).toBeLessThan(1e-7);
    expect(tau2).toBeLessThan(1e-6);
  });
});

describe("states behind a rotation", () => {
  it("are chosen so that no angle makes them singular", () => {
    // currents in a frame that stands and in one that turns: i = R(γ)·j; j decays, whatever the angle at the start
    const text = `
      model Turning
        Real gamma;
        Real i[2](each start = 0);
        Real j[2];
        Real v[2];
        parameter Real R = 1;
      equation
        gamma = 2*time;
        i = [cos(gamma), -sin(gamma); sin(gamma), cos(gamma)]*j;
        v = der(i);
        der(j) + R*j = {1, 0};
      initial equation
        j = {0, 0};
      end Turning;`;
    const result = run(text, "Turning", 2);
    const j = 1 - Math.exp(-2);
    expect(result.final<number[]>("j")[0]).toBeCloseTo(j, 7);
    expect(result.final<number[]>("i")[1]).toBeCloseTo(Math.sin(4) * j, 7);
    expect(result.final<number[]>("v")[0]).toBeCloseTo(Math.exp(-2) * Math.cos(4) - 2 * Math.sin(4) * j, 6);
  });
});

describe("systems with several solutions", () => {
  it("stay on theirs although a step beyond its end was tried: a relay with feedback holds up to its threshold", () => {
    // y = −1 while y/2 − c < 0; c(t) = −1 + 1.07·exp(−t) reaches −1/2 at t = ln 2.14, where this solution ends
    const text = `
      model Relay
        Real c(start = 0.07, fixed = true);
        Real e(start = -1);
        Real y(start = -1);
      equation
        e = y/2 - c;
        y = noEvent(if 1e4*e > 1 then 1 else if 1e4*e < -1 then -1 else 1e4*e);
        der(c) = y - c;
      end Relay;`;
    const model = importModelica({ texts: { "test.mo": text } }).instantiate("Relay");
    try {
      simulate(model, { stopTime: 3, interval: 0.001, tolerance: 1e-6 });
      expect.unreachable("the solution ends");
    } catch (error) {
      const { code, partial } = error as SimulationError;
      expect(code).toBe("E-SYSTEM-LOST");
      expect(partial.endTime).toBeCloseTo(Math.log(2.14), 2);
      expect(partial.final("y")).toBe(-1);
    }
  });
});

describe("a start at rest with friction", () => {
  const text = `
model Stuck "a motor holds a load; its bearing sticks"
  parameter Real load = 3;
  Real phi; Real w; Real i; Real sa; Real friction; Real a;
  Boolean forward; Boolean backward; Boolean locked;
equation
  der(phi) = w;
  der(w) = a;
  der(i) = 1 - i;
  0.5*a = 1.5*i - load - friction;
  forward = initial() and w > 0 or sa > 1;
  backward = initial() and w < 0 or sa < -1;
  locked = not (forward or backward);
  a = if locked then 0 else if forward then sa - 1 else sa + 1;
  friction = if locked then sa else if forward then 1 else -1;
initial equation
  phi = 0.3;
  w = 0;
  der(w) = 0;
end Stuck;`;
  const result = simulate(importModelica({ texts: { "Stuck.mo": text } }).instantiate("Stuck"), { stopTime: 0 });

  it("has the speed zero to the last bit, not a rounding error that would make it slip", () => {
    expect(result.final("w")).toBe(0);
    expect(result.final("locked")).toBe(1);
    expect(result.final("phi")).toBeCloseTo(0.3, 12);
  });

  it("leaves the load to the motor where the conditions do not say who carries it", () => {
    expect(result.final<number>("i")).toBeCloseTo(2, 9);
    expect(result.final<number>("sa")).toBeCloseTo(0, 9);
  });
});

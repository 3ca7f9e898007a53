/** der in clocked equations: at each tick one step of the method of the clock, as its formula says. */
import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

type Rate = (z: number, u: number) => number;

/** z with z = step(z), from a guess. */
function fixed(step: (z: number) => number, guess: number): number {
  let z = guess;
  for (let k = 0; k < 200; k++) z = step(z);
  return z;
}

const steps: Readonly<Record<string, (f: Rate, z: number, h: number, u0: number, u1: number) => number>> = {
  ExplicitEuler: (f, z, h, u0) => z + h * f(z, u0),
  ImplicitEuler: (f, z, h, _, u1) => fixed((next) => z + h * f(next, u1), z),
  ImplicitTrapezoid: (f, z, h, u0, u1) => fixed((next) => z + 0.5 * h * (f(z, u0) + f(next, u1)), z),
  ExplicitMidPoint2: (f, z, h, u0, u1) => z + h * f(z + 0.5 * h * f(z, u0), 0.5 * (u0 + u1)),
  ExplicitRungeKutta4: (f, z, h, u0, u1) => {
    const um = 0.5 * (u0 + u1);
    const k1 = f(z, u0);
    const k2 = f(z + 0.5 * h * k1, um);
    const k3 = f(z + 0.5 * h * k2, um);
    const k4 = f(z + h * k3, u1);
    return z + (h * (k1 + 2 * k2 + 2 * k3 + k4)) / 6;
  },
};

describe.each(Object.keys(steps))("%s", (method) => {
  it.each([
    ["der(z) = u - z", (z: number, u: number) => u - z],
    // with a variable between, and a state with a parameter
    ["w = sin(z) + k*u; der(z) = -w*z", (z: number, u: number) => -(Math.sin(z) + 0.7 * u) * z],
  ] as const)("steps %s", (equations, f) => {
    const h = 0.125;
    const source = {
      k: 0.7,
      z: Var({ start: 1 }),
      y: Var({ start: 0 }),
      equations: `u = sample(cos(time), Clock(${h}, "${method}")); ${equations}; y = hold(z)`,
    };
    const result = simulate(instantiate(Model(source)), { stopTime: 1 });
    let z = 1;
    for (let k = 0; k < 8; k++) {
      expect(result.at((k + 0.5) * h, "y")).toBeCloseTo(z, 9);
      z = steps[method]!(f, z, h, Math.cos(k * h), Math.cos((k + 1) * h));
    }
  });
});

it("each clock has its own method", () => {
  const equations = [
    'u = sample(1, Clock(0.125, "ExplicitEuler")); der(z) = -u*z; y = hold(z)',
    'v = sample(1, Clock(0.25, "ImplicitEuler")); der(w) = -v*w; x = hold(w)',
  ];
  const source = { z: Var({ start: 1 }), w: Var({ start: 1 }), y: Var({ start: 0 }), x: Var({ start: 0 }) };
  for (const list of [equations, [...equations].reverse()]) {
    const result = simulate(instantiate(Model({ ...source, equations: list })), { stopTime: 1 });
    expect(result.at(0.95, "y")).toBeCloseTo((1 - 0.125) ** 7, 12);
    expect(result.at(0.95, "x")).toBeCloseTo(1.25 ** -3, 12);
  }
});

import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

/** x′ = −x(t − 1) with x = 1 before the start, by the method of steps: Σ (−1)^k (t − k + 1)^k / k!. */
function delayedDecay(t: number): number {
  let sum = 0;
  let factorial = 1;
  for (let k = 0; k <= Math.floor(t) + 1; k++) {
    factorial *= Math.max(k, 1);
    sum += ((-1) ** k * (t - k + 1) ** k) / factorial;
  }
  return sum;
}

describe("delay", () => {
  const decay = instantiate(Model({ x: Var({ init: 1 }), equations: "der(x) = -delay(x, 1)" }));
  it.each(["auto", "bdf", "radau5", "dop853"])("a delayed decay follows the method of steps with %s", (method) => {
    for (const tolerance of [1e-5, 1e-8]) {
      const { values, time } = simulate(decay, { stopTime: 5, tolerance, method }).signal("x");
      const error = Math.max(...time.map((t, k) => Math.abs((values[k] as number) - delayedDecay(t))));
      expect(error).toBeLessThan(50 * tolerance);
    }
  });

  it("a delay that is much shorter than the motion keeps the tolerance", () => {
    const model = instantiate(
      Model({ x: Var({ init: 0 }), y: Var({ init: 0 }), equations: "der(x) = cos(time); der(y) = delay(x, 0.01)" }),
    );
    // y′ = sin(t − 0.01) from t = 0.01 on
    for (const tolerance of [1e-5, 1e-8, 1e-10]) {
      const result = simulate(model, { stopTime: 5, tolerance });
      expect(Math.abs(result.final("y") - (1 - Math.cos(4.99)))).toBeLessThan(10 * tolerance);
    }
  });

  it("a delay that shrinks faster than the steps is read from the step in progress", () => {
    const model = instantiate(
      Model({ x: Var({ init: 0 }), equations: "der(x) = cos(time); d = delay(x, 1/(1 + 9*time), 1)" }),
    );
    const result = simulate(model, { stopTime: 4, tolerance: 1e-9 });
    const { values, time } = result.signal("d");
    for (const [k, t] of time.entries()) {
      const past = t - 1 / (1 + 9 * t);
      expect(Math.abs((values[k] as number) - Math.sin(Math.max(0, past)))).toBeLessThan(1e-7);
    }
  });

  it("a jump that comes back after a varying delay is integrated within the tolerance", () => {
    const model = instantiate(
      Model({
        z: Var({ init: 0 }),
        equations: "u = if time < 1 then 0 else 1; der(z) = delay(u, 0.5 + 0.2*sin(time), 1)",
      }),
    );
    let back = 1.6;
    for (let k = 0; k < 60; k++) back = 1.5 + 0.2 * Math.sin(back);
    for (const tolerance of [1e-4, 1e-6, 1e-8])
      expect(Math.abs(simulate(model, { stopTime: 3, tolerance }).final("z") - (3 - back))).toBeLessThan(tolerance);
  });

  it("a negative delay is refused", () => {
    const model = instantiate(Model({ T: 1, x: Var({ init: 1 }), equations: "der(x) = -delay(x, T)" }));
    expect(() => simulate(model, { stopTime: 1, merge: { T: -1 } })).toThrow(/E-ARGUMENTS.*not negative/);
  });
});

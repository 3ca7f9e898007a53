import { instantiate, Model, resultFromJson, simulate, Var } from "rattleback";
import { resultToJson } from "rattleback/export";
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

  describe("corners and jumps that come back", () => {
    /** y = sin t + Σ gain·y(t − T), y = 0 before the start. */
    const echo = (t: number, delays: readonly (readonly [gain: number, T: number])[]): number =>
      t <= 0 ? 0 : delays.reduce((sum, [gain, T]) => sum + gain * echo(t - T, delays), Math.sin(t));
    const times = Array.from({ length: 60 }, (_, k) => 2 * ((0.618034 * k) % 1));

    it.each([
      ["tsit5", 1e-6, [[0.5, 0.2]]],
      ["dop853", 1e-9, [[0.5, 0.2]]],
      ["radau5", 1e-6, [[0.5, 0.2]]],
      ["bdf", 1e-8, [[0.5, 0.2]]],
      ["ida", 1e-6, [[-0.9, 0.2]]],
      ["auto", 1e-6, [[0.5, 0.01]]],
      [
        "auto",
        1e-8,
        [
          [0.4, 0.2],
          [-0.3, 0.37],
        ],
      ],
    ] as const)("in a loop without an integration, with %s at %s", (method, tolerance, delays) => {
      const terms = delays.map(([gain, T]) => `+ ${gain}*delay(y, ${T})`).join(" ");
      const model = instantiate(Model({ x: Var({ init: 0 }), equations: `der(x) = cos(time); y = x ${terms}` }));
      const result = simulate(model, { stopTime: 2, tolerance, method });
      const read = resultFromJson(resultToJson(result));
      for (const t of times) {
        const exact = echo(t, delays);
        expect(Math.abs(result.at<number>(t, "y") - exact), `t = ${t}`).toBeLessThan(10 * tolerance);
        expect(Math.abs(read.at<number>(t, "y") - exact), `read, t = ${t}`).toBeLessThan(10 * tolerance);
      }
      expect(result.warnings).toEqual([]);
    });

    it("become fewer where they fade: a gain of a half is below the tolerance after some twenty rounds", () => {
      const model = instantiate(
        Model({ x: Var({ init: 0 }), equations: "der(x) = cos(time); y = x + 0.5*delay(y, 0.01)" }),
      );
      const { events } = simulate(model, { stopTime: 2 });
      expect(events.length).toBeGreaterThan(10);
      expect(events.length).toBeLessThan(40);
    });

    it("of a pulse train are as sharp behind the delay as before it, between rows too", () => {
      const model = instantiate(Model({ equations: "u = if mod(time, 1) < 0.5 then 1 else 0; y = delay(u, 0.3)" }));
      const result = simulate(model, { stopTime: 5 });
      for (const t of [0.79, 0.801, 1.299, 1.3001, 1.301, 2.2999, 2.31, 4.799, 4.8001])
        expect(result.at<number>(t, "y")).toBeCloseTo((t - 0.3) % 1 < 0.5 ? 1 : 0, 9);
    });

    it("of a bouncing ball arrive as they were", () => {
      const model = instantiate(
        Model({
          h: Var({ init: 1 }),
          v: Var({ init: 0 }),
          equations: `
            der(h) = v; der(v) = -9.81
            late = delay(v, 0.13); echo = late + 0.3*delay(echo, 0.21)
            when h < 0 then reinit(v, -0.8*pre(v)) end`,
        }),
      );
      const result = simulate(model, { stopTime: 2 });
      for (let t = 0.22; t < 2; t += 0.0171) {
        expect(result.at<number>(t, "late")).toBeCloseTo(result.at<number>(t - 0.13, "v"), 9);
        const echoed = result.at<number>(t, "late") + 0.3 * result.at<number>(t - 0.21, "echo");
        expect(result.at<number>(t, "echo")).toBeCloseTo(echoed, 9);
      }
    });

    it("come back at another time where the delay changes, and are read there", () => {
      const model = instantiate(
        Model({ x: Var({ init: 0 }), equations: "der(x) = 1; y = delay(x, 0.2 + 0.1*sin(5*time), 0.5)" }),
      );
      const result = simulate(model, { stopTime: 2 });
      for (const t of times)
        expect(result.at<number>(t, "y")).toBeCloseTo(Math.max(0, t - 0.2 - 0.1 * Math.sin(5 * t)), 7);
    });
  });

  it("what changes many times within a step of the solver is remembered, too", () => {
    const fast = instantiate(Model({ x: Var({ init: 0 }), equations: "der(x) = 1; y = delay(sin(200*x), 0.5)" }));
    const result = simulate(fast, { stopTime: 5 });
    for (let t = 0.5; t < 5; t += 0.0317)
      expect(Math.abs(result.at<number>(t, "y") - Math.sin(200 * (t - 0.5)))).toBeLessThan(1e-5);

    const pulse = instantiate(
      Model({
        x: Var({ init: 0 }),
        z: Var({ init: 0 }),
        equations: "der(x) = 1; der(z) = delay(exp(-((x - 1)/0.003)^2), 0.5)",
      }),
    );
    expect(Math.abs(simulate(pulse, { stopTime: 5 }).final("z") - 0.003 * Math.sqrt(Math.PI))).toBeLessThan(1e-7);
  });

  it("no delay at all is the present value, also where a run says so", () => {
    const model = instantiate(
      Model({ T: 0.5, x: Var({ init: 0 }), equations: "der(x) = 50*cos(50*time); y = delay(x, T)" }),
    );
    const now = simulate(model, { stopTime: 2, merge: { T: 0 } });
    expect(now.at(1.2345, "y")).toBe(now.at(1.2345, "x"));
    expect(simulate(model, { stopTime: 2 }).at<number>(1.2345, "y")).toBeCloseTo(Math.sin(50 * 0.7345), 5);
  });

  it("of what changes at events only nothing is computed between them, and it comes back to the instant", () => {
    const n = 20;
    const equations = Array.from({ length: n }, (_, k) => `b${k + 1} = delay(b${k}, 0.01)`);
    const variables = Object.fromEntries(Array.from({ length: n + 1 }, (_, k) => [`b${k}`, Var({ start: 0 })]));
    const model = instantiate(
      Model({
        ...variables,
        x: Var({ init: 0 }),
        equations: ["der(x) = 1", "when sample(0.1, 0.2) then b0 = pre(b0) + 1 end", ...equations],
      }),
    );
    const result = simulate(model, { stopTime: 2, interval: 0.05 });
    expect(result.final("b20")).toBe(9);
    for (const t of [0.2999, 0.3001, 0.4999, 0.5001, 1.1])
      expect(result.at(t, "b20")).toBe(Math.floor((t - 0.1) / 0.2));
    // ten pulses, each in twenty lines: the run goes from event to event
    expect(result.statistics.steps).toBeLessThan(2 * 10 * (n + 1) + 100);
  });
});

import { describe, expect, it } from "vitest";
import { instantiate, Model, type SimulateOptions, type SimulationError, simulate, Var } from "../../src/index.ts";
import { integrate } from "../../src/integrate/integrate.ts";

function failure(equations: string | string[], options: SimulateOptions = {}): SimulationError {
  const model = Model({ x: Var({ init: 1 }), v: Var({ init: 0 }), equations });
  try {
    simulate(instantiate(model), { stopTime: 1, ...options });
  } catch (error) {
    return error as SimulationError;
  }
  throw new Error("the run has ended by itself");
}
const oscillator = (ω: number): string[] => ["der(x) = v", `der(v) = -${ω * ω}*x`];

describe("a run that would not end is given up", () => {
  it("where the pace of its steps leads far beyond what is allowed, and says what changes fastest", () => {
    const error = failure(oscillator(1e11));
    expect(error).toMatchObject({
      code: "E-STEP-LIMIT",
      what: expect.stringMatching(/would take about \de\+11 steps/),
    });
    expect(error.because).toMatch(
      /^20000 steps and 0 events did .* % of the interval; the last step was .* s; "[xv]" changes/,
    );
    expect(error.data?.["t"]).toBeGreaterThan(0);
    expect(error.partial.time[0]).toBe(0);
    expect(error.partial.status).toBe("stopped");
  });

  it("where a delay is so short that steps no longer add up", () => {
    const error = failure(["der(x) = -delay(x, 1e-300)", "der(v) = 0"]);
    expect(error).toMatchObject({
      code: "E-STEP-LIMIT",
      because: expect.stringContaining("a delay allows no longer steps"),
    });
  });

  it("where clocks tick too often, or closer than instants can be told apart", () => {
    const tick = (clock: string): string[] => [
      "der(x) = 0",
      "der(v) = 0",
      `when ${clock} then n = pre(n) + 1 end when`,
    ];
    const error = failure(tick("sample(0, 1e-12)"));
    expect(error).toMatchObject({
      code: "E-EVENT-LIMIT",
      because: expect.stringContaining('the last event was "clock tick"'),
    });
    expect(error.partial.endTime).toBeCloseTo(1e-8, 11);
    expect(failure(tick("Clock(1e-300)"))).toMatchObject({
      code: "E-CLOCK",
      because: "instants closer than 2e-13 s are one instant",
    });
  });

  it("after the steps, the events, the wall time or the memory that its options allow", () => {
    expect(failure(oscillator(100), { maximumSteps: 50 })).toMatchObject({
      code: "E-STEP-LIMIT",
      data: { steps: 50, maximumSteps: 50 },
    });
    const bounce = ["der(x) = v", "der(v) = -x", "when sample(0, 0.01) then reinit(v, 0) end when"];
    expect(failure(bounce, { maximumEvents: 10 })).toMatchObject({ code: "E-EVENT-LIMIT" });
    expect(failure(oscillator(100), { maximumWallTime: 0 })).toMatchObject({ code: "E-WALL-TIME" });
    const memory = failure(oscillator(1), { interval: 1e-4, maximumMemory: 0.1 });
    expect(memory).toMatchObject({ code: "E-RESULT-MEMORY" });
    expect(memory.partial.time.length).toBeGreaterThan(100);
    expect(failure(oscillator(1), { maximumSteps: -1 })).toMatchObject({ code: "E-OPTION-VALUE" });
  });

  it("with integrate too", () => {
    const fast = {
      t0: 0,
      tEnd: 1,
      y0: [1, 0],
      rhs: (_t: number, y: Float64Array, d: Float64Array) => {
        d[0] = y[1]!;
        d[1] = -1e22 * y[0]!;
      },
    };
    expect(() => integrate(fast, { method: "tsit5" })).toThrow(
      expect.objectContaining({ code: "E-STEP-LIMIT", what: expect.stringMatching(/would take about/) }),
    );
  });
});

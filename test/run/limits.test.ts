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
      /^20000 steps and 0 events did .* % of the interval(, the last .*)?; the last step was .* s; "[xv]" changes/,
    );
    expect(error.data?.["t"]).toBeGreaterThan(0);
    expect(error.partial.time[0]).toBe(0);
    expect(error.partial.status).toBe("stopped");
  });

  it("and says since when it has been slow, and which event is frequent", () => {
    const late = ["der(x) = v", "der(v) = -(if time > 0.5 then 1e10 else 1)*x"];
    const error = failure(late, { maximumSteps: 20_000 });
    const [, steps, from] = /, the last (\d+) steps .* s from t = (\S+) on;/.exec(error.because!)!;
    expect(Number(steps)).toBeGreaterThan(19_000);
    expect(Number(from)).toBeCloseTo(0.5, 2);
    const many = [
      "der(x) = cos(1000*time)",
      "der(v) = if x > 0.9 then -1 else 1",
      "when time > 0.01 then w = 1 end when",
    ];
    expect(failure([...many, "y = if cos(1e4*time) > 0 then 1 else 0"], { maximumEvents: 300 }).because).toMatch(
      /the most frequent one "cos\(10000\*time\) > 0 became (true|false)" \(\d+ of the last \d+\)/,
    );
  });

  it("where a delay is so short that steps no longer add up", () => {
    const error = failure(["der(x) = -delay(x, 1e-300)", "der(v) = 0"]);
    expect(error).toMatchObject({
      code: "E-STEP-LIMIT",
      because: expect.stringContaining("a delay allows no longer steps"),
    });
  });

  it("where a delay is that short and the delayed values vanish, without looking into every step a hundred times", () => {
    let calls = 0;
    const counted = (x: number): number => {
      calls++;
      return x;
    };
    const equations = ["der(x) = 1 - delay(y, 1e-300)", "y = counted(x)"];
    const model = instantiate(Model({ x: Var({ init: 0 }), functions: { counted }, equations }));
    expect(() => simulate(model, { stopTime: 1, maximumSteps: 2000 })).toThrow(
      expect.objectContaining({ code: "E-STEP-LIMIT" }),
    );
    expect(calls).toBeLessThan(2000 * 30);
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

  it("and keeps what it had reached, also between two points of the grid", () => {
    const error = failure(oscillator(100), { maximumSteps: 50, interval: 10 });
    expect([...error.partial.time]).toEqual([0, error.data["t"]]);
    expect(error.partial.endTime).toBe(error.data["t"]);
    const controller = new AbortController();
    const model = instantiate(Model({ x: Var({ init: 0 }), equations: "der(x) = 1" }));
    const onProgress = (fraction: number) => {
      if (fraction >= 0.2) controller.abort();
    };
    const stopped = simulate(model, {
      stopTime: 10,
      interval: 10,
      maximumStep: 1,
      signal: controller.signal,
      onProgress,
    });
    expect(stopped).toMatchObject({ status: "stopped" });
    expect(stopped.endTime).toBeGreaterThan(1.9);
    expect(stopped.endTime).toBeLessThan(10);
    expect(stopped.final("x")).toBeCloseTo(stopped.endTime, 12);
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

describe("inside one long step", () => {
  /** 500 states whose derivatives are one function: a Jacobian by differences takes 500 evaluations. */
  const wide = instantiate(
    Model({
      x: Var({ init: Array.from({ length: 500 }, () => 1) }),
      functions: { f: { call: (u: number[]) => u.map((v) => -v), results: [[500]] } },
      equations: "der(x) = f(x)",
    }),
  );
  const signalAfter = (looks: number): AbortSignal => {
    const { signal } = new AbortController();
    let count = 0;
    Object.defineProperty(signal, "aborted", { get: () => ++count > looks });
    return signal;
  };

  it("a signal ends the run, and the row of the start is the result", () => {
    const result = simulate(wide, { stopTime: 1, method: "bdf", signal: signalAfter(5) });
    expect(result).toMatchObject({ status: "stopped", endTime: 0 });
    expect(result.statistics.steps).toBe(0);
    expect(result.time).toHaveLength(1);
  });

  it("progress is told, and who throws there ends the run with what there is", () => {
    const thrown = (): unknown => {
      try {
        return simulate(wide, {
          stopTime: 1,
          method: "bdf",
          onProgress: () => {
            throw new Error("enough");
          },
        });
      } catch (error) {
        return error;
      }
    };
    expect(thrown()).toMatchObject({ code: "E-CALLBACK", because: "enough" });
  });
});

import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { type IntegrateOptions, integrate, type OdeProblem } from "../../src/integrate/integrate.ts";
import { methodNames } from "../../src/integrate/methods.ts";
import { IntegrationError } from "../../src/integrate/result.ts";
import { sparseStructure } from "../../src/math/matrixStructure.ts";

const decay: OdeProblem = {
  rhs: (_t, y, ydot) => {
    ydot[0] = -y[0];
  },
  t0: 0,
  y0: [1],
  tEnd: 1,
};

const oscillator: OdeProblem = {
  rhs: (_t, y, ydot) => {
    ydot[0] = y[1];
    ydot[1] = -y[0];
  },
  t0: 0,
  y0: [0, 1],
  tEnd: 10,
};

function errorOf(action: () => unknown): RattlebackError {
  try {
    action();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("integrate()", () => {
  it.each(methodNames)("%s solves a decay and an oscillation, forwards and backwards", (method) => {
    const options: IntegrateOptions = { method, relativeTolerance: 1e-8 };
    expect(integrate(decay, options).y[0]).toBeCloseTo(Math.exp(-1), 6);
    const wave = integrate({ ...oscillator, tEnd: -10 }, options);
    expect(wave.t).toBe(-10);
    expect(wave.y[0]).toBeCloseTo(Math.sin(-10), 5);
    expect(wave.status).toBe("finished");
  });

  it("outputs come at the wanted times, without changing the steps", () => {
    const outputTimes = [0, 0.5, 0.5, 3, 9.999, 10];
    const wanted = integrate(oscillator, { method: "dop853", relativeTolerance: 1e-10, outputTimes });
    const plain = integrate(oscillator, { method: "dop853", relativeTolerance: 1e-10 });
    expect(Array.from(wanted.outputs.t)).toEqual(outputTimes);
    wanted.outputs.y.forEach((y, k) => expect(y[0]).toBeCloseTo(Math.sin(outputTimes[k]), 8));
    expect(wanted.statistics.steps).toBe(plain.statistics.steps);
    expect(plain.outputs.t.length).toBe(plain.statistics.steps + 1);
  });

  // bdf is for stiff problems: its iteration errors add up over the thousand steps of this flight to 70 tolerances.
  it.each(methodNames.filter((name) => name !== "bdf"))(
    "%s finds 50 bounces of a ball at the times of the closed form",
    (method) => {
      const g = 9.81;
      const restitution = 0.9;
      const impacts: number[] = [];
      for (let v = Math.sqrt(20 * g), t = v / g; impacts.length < 50; v *= restitution, t += (2 * v) / g)
        impacts.push(t);
      const tolerance = 1e-6;
      const flight = integrate(
        {
          rhs: (_t, y, ydot) => {
            ydot[0] = y[1];
            ydot[1] = -g;
          },
          t0: 0,
          y0: [10, 0],
          tEnd: impacts[49] + 1e-3,
          roots: (_t, y, value) => {
            value[0] = y[0];
          },
        },
        {
          method,
          relativeTolerance: tolerance,
          absoluteTolerance: tolerance,
          rootDirections: [-1],
          onRoot: ({ y }) => {
            y[0] = 0;
            y[1] *= -restitution;
          },
        },
      );
      expect(flight.roots).toHaveLength(50);
      flight.roots.forEach((root, k) => expect(Math.abs(root.t - impacts[k])).toBeLessThan(10 * tolerance));
    },
  );

  it("both sides of an event are in the outputs", () => {
    const result = integrate(
      { ...decay, roots: (_t, y, g) => void (g[0] = y[0] - 0.5) },
      { onRoot: ({ y }) => void (y[0] = 2), rootDirections: [-1] },
    );
    const k = result.outputs.t.indexOf(result.roots[0].t);
    expect(result.outputs.t[k + 1]).toBe(result.outputs.t[k]);
    expect(result.outputs.y[k][0]).toBeCloseTo(0.5, 6);
    expect(result.outputs.y[k + 1][0]).toBe(2);
  });

  it("stops at the first root when asked", () => {
    const result = integrate({ ...oscillator, roots: (_t, y, g) => void (g[0] = y[0] - 0.5) }, { stopAtRoot: true });
    expect(result.status).toBe("root");
    expect(result.t).toBeCloseTo(Math.PI / 6, 5);
    expect(result.y[0]).toBeCloseTo(0.5, 12);
  });

  it("shows the root at which it stops to its handler, whose state is the last", () => {
    const seen: number[] = [];
    const result = integrate(
      { ...oscillator, roots: (_t, y, g) => void (g[0] = y[0] - 0.5) },
      {
        stopAtRoot: true,
        onRoot: ({ t, y }) => {
          seen.push(t);
          y[0] = 7;
        },
      },
    );
    expect(seen).toEqual([result.roots[0].t]);
    expect(result.status).toBe("root");
    expect(result.t).toBe(seen[0]);
    expect(result.y[0]).toBe(7);
    expect(result.outputs.y.at(-1)![0]).toBe(7);
  });

  it("steps exactly onto time events and restarts when the state is changed there", () => {
    const times: number[] = [];
    const result = integrate(decay, {
      method: "radau5",
      relativeTolerance: 1e-9,
      timeEvents: [0.1, 1 / 3, 1],
      onTimeEvent: (event) => {
        times.push(event.t);
        event.y[0] += 1;
      },
    });
    expect(times).toEqual([0.1, 1 / 3, 1]);
    const jumps = [0.1, 1 / 3].reduce((sum, t) => sum + Math.exp(t - 1), 0);
    expect(result.outputs.y.at(-1)![0]).toBeCloseTo(Math.exp(-1) + jumps + 1, 7);
    expect(result.y[0]).toBe(result.outputs.y.at(-1)![0]);
  });

  it("a thousand event functions find the same as one", () => {
    const count = 1000;
    const roots: OdeProblem["roots"] = (_t, y, g) => {
      for (let i = 0; i < count; i++) g[i] = y[0] - i / 500;
    };
    const many = integrate(
      { ...oscillator, tEnd: 1.5, roots, numberOfRoots: count },
      { method: "dop853", relativeTolerance: 1e-12 },
    );
    expect(many.roots.map(({ index }) => index)).toEqual(Array.from({ length: 498 }, (_, k) => k + 1));
    many.roots.forEach(({ t, index }) => expect(t).toBeCloseTo(Math.asin(index / 500), 9));
  });

  it("callbacks can stop, a signal aborts, and everything so far is kept", () => {
    const stopped = integrate(oscillator, { onStep: ({ t }) => (t > 1 ? "stop" : undefined) });
    expect(stopped.status).toBe("stopped");
    expect(stopped.t).toBeLessThan(3);
    const controller = new AbortController();
    const progress: number[] = [];
    const aborted = integrate(oscillator, {
      signal: controller.signal,
      onProgress: (fraction) => {
        progress.push(fraction);
        if (fraction > 0.5) controller.abort();
      },
    });
    expect(aborted.status).toBe("aborted");
    expect(aborted.outputs.t.at(-1)).toBe(aborted.t);
    expect(progress.length).toBeGreaterThan(2);
    expect(aborted.y[0]).toBeCloseTo(Math.sin(aborted.t), 4);
  });

  it("an observer of steps sees the end of a step at a root that changes the state, and may stop there", () => {
    const falling = {
      rhs: (_t: number, y: Float64Array, ydot: Float64Array) => {
        ydot[0] = y[1]!;
        ydot[1] = -1;
      },
      t0: 0,
      y0: [0.5, 0],
      tEnd: 5,
      roots: (_t: number, y: Float64Array, g: Float64Array) => void (g[0] = y[0]!),
      numberOfRoots: 1,
    };
    const seen: number[] = [];
    const run = (answer: (t: number) => "stop" | undefined) =>
      integrate(falling, {
        rootDirections: [-1],
        onRoot: ({ y }) => void (y[1] = -y[1]!),
        onStep: ({ t }) => {
          seen.push(t);
          return answer(t);
        },
      });
    const whole = run(() => undefined);
    expect([whole.status, whole.t]).toEqual(["finished", 5]);
    // it falls for 1 s, and 2 s from one bounce to the next
    expect(seen.some((t) => Math.abs(t - 1) < 1e-6)).toBe(true);
    const stopped = run((t) => (Math.abs(t - 1) < 1e-6 ? "stop" : undefined));
    expect(stopped.status).toBe("stopped");
    expect(stopped.t).toBeCloseTo(1, 6);
    // without one nothing is asked
    expect(integrate(falling, { rootDirections: [-1], onRoot: ({ y }) => void (y[1] = -y[1]!) }).status).toBe(
      "finished",
    );
  });

  it("a component that never exceeds its absolute tolerance is pointed out", () => {
    const { warnings } = integrate(
      {
        rhs: (_t, y, ydot) => {
          ydot[0] = -y[0];
          ydot[1] = 1e-20 * y[0];
        },
        t0: 0,
        y0: [1, 0],
        tEnd: 1,
        names: ["big", "tiny"],
      },
      { relativeTolerance: 1e-4 },
    );
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/W-BELOW-TOLERANCE.*tiny/);
    expect(warnings[0]).not.toMatch(/big/);
    const many = integrate(
      { rhs: (_t, _y, ydot) => void ydot.fill(1e-20), t0: 0, y0: new Array(7).fill(0), tEnd: 1 },
      { relativeTolerance: 1e-4 },
    ).warnings;
    expect(many).toEqual([
      expect.stringContaining(
        "not controlled: y[0] (tolerance 1.0e-7), y[1] (tolerance 1.0e-7), y[2] (tolerance 1.0e-7), y[3] (tolerance 1.0e-7), y[4] (tolerance 1.0e-7) and 2 more. Give",
      ),
    ]);
  });

  it("a linear solver of one's own is used", () => {
    let factorisations = 0;
    const result = integrate(decay, {
      method: "bdf",
      linearSolver: () => {
        let pivot = 1;
        return {
          size: 1,
          factor: (values) => {
            factorisations++;
            pivot = values[0];
            return -1;
          },
          solve: (b) => void (b[0] /= pivot),
          save: () => ({ pivot: Float64Array.of(pivot) }),
          restore: (saved) => void (pivot = saved["pivot"][0]),
        };
      },
    });
    expect(factorisations).toBe(result.statistics.factorisations);
    expect(result.y[0]).toBeCloseTo(Math.exp(-1), 5);
  });
});

describe("bad input to integrate()", () => {
  const cases: [string, string, () => unknown][] = [
    ["an unknown option", "E-OPTION-UNKNOWN", () => integrate(decay, { relativeTolerence: 1e-3 } as IntegrateOptions)],
    ["an unknown part of the problem", "E-OPTION-UNKNOWN", () => integrate({ ...decay, tend: 3 } as OdeProblem)],
    ["an unknown method", "E-METHOD-UNKNOWN", () => integrate(decay, { method: "bfd" as "bdf" })],
    ["no right-hand side", "E-PROBLEM", () => integrate({ t0: 0, y0: [1], tEnd: 1 } as unknown as OdeProblem)],
    ["no start values", "E-PROBLEM", () => integrate({ rhs: decay.rhs, t0: 0, tEnd: 1 } as unknown as OdeProblem)],
    ["empty start values", "E-SIZE", () => integrate({ ...decay, y0: [] })],
    ["NaN in the start values", "E-START-VALUE", () => integrate({ ...decay, y0: [Number.NaN] })],
    ["an infinite start value", "E-START-VALUE", () => integrate({ ...decay, y0: [Infinity] })],
    ["tEnd = t0", "E-TIME-RANGE", () => integrate({ ...decay, tEnd: 0 })],
    ["an infinite tEnd", "E-TIME-RANGE", () => integrate({ ...decay, tEnd: Infinity })],
    ["a tolerance of 0", "E-OPTION-VALUE", () => integrate(decay, { relativeTolerance: 0 })],
    ["a negative tolerance", "E-OPTION-VALUE", () => integrate(decay, { absoluteTolerance: -1 })],
    ["a NaN tolerance", "E-OPTION-VALUE", () => integrate(decay, { relativeTolerance: Number.NaN })],
    ["an infinite tolerance", "E-OPTION-VALUE", () => integrate(decay, { absoluteTolerance: [Infinity] })],
    ["a tolerance of 1 or more", "E-OPTION-VALUE", () => integrate(decay, { relativeTolerance: 2 })],
    ["tolerances of another size", "E-SIZE", () => integrate(decay, { absoluteTolerance: [1, 2] })],
    ["a tolerance below rounding", "E-TOLERANCE-TOO-SMALL", () => integrate(decay, { method: "bdf", relativeTolerance: 1e-17, absoluteTolerance: 1e-20 })],
    ["a maximum step of 0", "E-OPTION-VALUE", () => integrate(decay, { maximumStep: 0 })],
    ["a negative first step", "E-OPTION-VALUE", () => integrate(decay, { initialStep: -1 })],
    ["an order of 0", "E-OPTION-VALUE", () => integrate(decay, { maximumOrder: 0 })],
    ["decreasing output times", "E-OUTPUT-TIMES", () => integrate(decay, { outputTimes: [0.5, 0.2] })],
    ["output times outside", "E-OUTPUT-TIMES", () => integrate(decay, { outputTimes: [2] })],
    ["names of another size", "E-SIZE", () => integrate({ ...decay, names: ["a", "b"] })],
    ["a sparsity of another size", "E-SIZE", () => integrate({ ...decay, sparsity: sparseStructure(2, []) })],
    ["an impossible band", "E-SPARSITY", () => integrate({ ...decay, sparsity: { kind: "banded", size: 1, lower: 1, upper: 0 } })],
    ["a mass matrix for bdf", "E-MASS-MATRIX", () => integrate({ ...decay, massMatrix: [1] }, { method: "bdf" })],
    ["a mass matrix of another size", "E-SIZE", () => integrate({ ...decay, massMatrix: [1, 0] }, { method: "radau5" })],
    ["roots without a function", "E-PROBLEM", () => integrate({ ...decay, numberOfRoots: 2 })],
    ["a negative number of roots", "E-PROBLEM", () => integrate({ ...decay, numberOfRoots: -1 })],
    ["directions of another size", "E-SIZE", () => integrate({ ...decay, roots: () => {}, numberOfRoots: 2 }, { rootDirections: [1] })],
    ["a direction of 2", "E-OPTION-VALUE", () => integrate({ ...decay, roots: () => {}, numberOfRoots: 1 }, { rootDirections: [2] })],
    ["an event function that throws", "E-RHS-THREW", () => integrate({ ...decay, roots: () => { throw new Error("no"); } })],
    ["a callback that throws", "E-RHS-THREW", () => integrate(decay, { onStep: () => { throw new Error("no"); } })],
    ["a Jacobian that throws", "E-RHS-THREW", () => integrate({ ...decay, jacobian: () => { throw new Error("no"); } }, { method: "bdf" })],
    ["a state set to NaN in an event", "E-START-VALUE", () => integrate(decay, { timeEvents: [0.5], onTimeEvent: ({ y }) => void (y[0] = Number.NaN) })],
    ["too few steps allowed", "E-STEP-LIMIT", () => integrate(oscillator, { maximumSteps: 5 })],
    ["no wall time", "E-WALL-TIME", () => integrate(oscillator, { maximumWallTime: 0 })],
  ]; // biome-ignore format: a table

  it.each(cases)("%s gives %s with a hint", (_what, code, action) => {
    const error = errorOf(action);
    expect(error.code).toBe(code);
    expect(error.hint ?? error.because).toBeTruthy();
    expect(error.message).toContain(code);
  });

  it("a misspelled option is answered with the right one", () => {
    expect(errorOf(cases[0][2]).hint).toContain('"relativeTolerance"');
    expect(errorOf(cases[2][2]).hint).toContain('"bdf"');
  });

  it.each(methodNames)("%s: a right-hand side that throws or is NaN at once", (method) => {
    const thrown = errorOf(() => integrate({ ...decay, rhs: () => { throw new Error("pump broken"); } }, { method }));
    expect(thrown.code).toBe("E-RHS-THREW");
    expect(thrown.because).toBe("pump broken");
    const nan = errorOf(() => integrate({ ...decay, names: ["level"], rhs: (_t, _y, d) => void (d[0] = Number.NaN) }, { method }));
    expect(nan.code).toBe("E-NOT-FINITE");
    expect(nan.path).toBe("level");
  }); // biome-ignore format: short

  it.each(["bdf", "radau5", "esdirk54"] as const)(
    "%s: a singular Jacobian is no obstacle, a singular iteration matrix is named",
    (method) => {
      const still: OdeProblem = {
        ...decay,
        rhs: (_t, _y, d) => void (d[0] = 1),
        jacobian: (_t, _y, jac) => void (jac[0] = 0),
      };
      expect(integrate(still, { method }).y[0]).toBeCloseTo(2, 9);
      const error = errorOf(() =>
        integrate(decay, {
          method,
          linearSolver: () => ({ size: 1, factor: () => 0, solve: () => {}, save: () => ({}), restore: () => {} }),
        }),
      );
      expect(error.because).toContain("singular");
      expect(error.path).toBe("y[0]");
    },
  );

  it("the error of a failed run carries everything up to the last good step", () => {
    const error = errorOf(() =>
      integrate({ ...decay, rhs: (_t, y, d) => void (d[0] = y[0] ** 2), tEnd: 2, names: ["fire"] }, { method: "bdf" }),
    ) as IntegrationError;
    expect(error).toBeInstanceOf(IntegrationError);
    expect(error.path).toBe("fire");
    expect(error.data["t"]).toBe(error.partial.t);
    expect(error.partial.status).toBe("failed");
    expect(error.partial.t).toBeCloseTo(1, 3);
    const { t, y } = error.partial.outputs;
    expect(y[20][0]).toBeCloseTo(1 / (1 - t[20]), 4);
  });
});

describe.each(methodNames)("%s far from t = 0", (method) => {
  it.each([1e3, 1e6, 1e9])("begins at t = %s, where the tolerance at rest is below the rounding of t", (t0) => {
    const problem = {
      rhs: (t: number, _y: Float64Array, d: Float64Array) => {
        d[0] = Math.cos(t - t0);
      },
      t0,
      y0: [0],
      tEnd: t0 + 10,
    };
    const { y } = integrate(problem, { method, relativeTolerance: 1e-8, absoluteTolerance: 1e-11 });
    // rounding of t, a tenth of a microsecond at 1e9, moves the steps
    expect(Math.abs(y[0]! - Math.sin(10))).toBeLessThan(1e-6 + 20 * Number.EPSILON * t0);
  });
});

it("a sparsity of no kind is refused", () => {
  const problem = { rhs: () => {}, t0: 0, y0: [1], tEnd: 1, sparsity: { columnPointers: [0, 1] } as never };
  expect(() => integrate(problem, { method: "bdf" })).toThrow(/^E-SPARSITY/);
});

it("the result is nobody else's, and took some time", () => {
  let seen: Float64Array | undefined;
  const { y, statistics } = integrate(
    { rhs: (_t, x, f) => void (f[0] = -x[0]!), t0: 0, y0: [1], tEnd: 1 },
    {
      onStep: (step) => {
        seen = step.y;
      },
    },
  );
  expect(y).toEqual(seen);
  expect(y).not.toBe(seen);
  expect(statistics.wallTime).toBeGreaterThanOrEqual(0);
});

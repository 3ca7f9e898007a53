import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { type DaeProblem, type IntegrateDaeOptions, integrateDae } from "../../src/integrate/integrateDae.ts";

/** x' = −y, 0 = y − x²: x = 1/(1 + t). */
const decay: DaeProblem = {
  residual: (_t, y, yp, r) => {
    r[0] = yp[0] + y[1];
    r[1] = y[1] - y[0] ** 2;
  },
  t0: 0,
  y0: [1, 1],
  yp0: [-1, -2],
  tEnd: 3,
  differential: [true, false],
  names: ["x", "y"],
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

describe("integrateDae()", () => {
  it.each([1e-4, 1e-6, 1e-8, 1e-10])("keeps a tolerance of %f on a closed form", (tolerance) => {
    const { y, yp, status } = integrateDae(decay, { relativeTolerance: tolerance, absoluteTolerance: tolerance });
    expect(status).toBe("finished");
    expect(Math.abs(y[0] - 1 / 4)).toBeLessThan(10 * tolerance);
    expect(Math.abs(y[1] - 1 / 16)).toBeLessThan(10 * tolerance);
    expect(Math.abs(yp[0] + 1 / 16)).toBeLessThan(100 * tolerance);
  });

  it("computes what the differential start values leave open", () => {
    const { outputs, y } = integrateDae({ ...decay, y0: [1, 17], yp0: [0, 0] }, { startValues: "differential" });
    expect(outputs.y[0][1]).toBeCloseTo(1, 10);
    expect(y[0]).toBeCloseTo(1 / 4, 5);
  });

  it("computes y from given derivatives: a start at rest", () => {
    const tank: DaeProblem = {
      residual: (_t, y, yp, r) => {
        r[0] = yp[0] - (4 - y[0] ** 2);
      },
      t0: 0,
      y0: [1],
      yp0: [0],
      tEnd: 1,
    };
    expect(integrateDae(tank, { startValues: "derivatives" }).outputs.y[0][0]).toBeCloseTo(2, 9);
  });

  it("finds roots of y and of y', and computes consistent values after an event", () => {
    const result = integrateDae(
      {
        ...decay,
        roots: (_t, y, yp, g) => {
          g[0] = y[0] - 0.5;
          g[1] = yp[0] + 1 / 9;
        },
        numberOfRoots: 2,
      },
      { relativeTolerance: 1e-8, onRoot: ({ indices, y }) => void (indices.includes(1) ? (y[0] = 2) : 0) },
    );
    expect(result.roots[0].t).toBeCloseTo(1, 6);
    expect(result.roots[1].t).toBeCloseTo(2, 5);
    const restart = result.outputs.t.lastIndexOf(result.roots[1].t);
    expect(result.outputs.y[restart + 1][1]).toBeGreaterThan(3.9);
    expect(result.y[0]).toBeCloseTo(2 / 3, 5);
  });

  it("backwards in time the same curve comes out", () => {
    expect(integrateDae({ ...decay, tEnd: -0.5 }, { relativeTolerance: 1e-8 }).y[0]).toBeCloseTo(2, 6);
  });
});

describe("bad input to integrateDae()", () => {
  const cases: [string, string, () => unknown][] = [
    ["an unknown option", "E-OPTION-UNKNOWN", () => integrateDae(decay, { tolerances: 1 } as IntegrateDaeOptions)],
    ["an unknown method", "E-OPTION-VALUE", () => integrateDae(decay, { method: "bdf" as "ida" })],
    [
      "an unknown source of start values",
      "E-OPTION-VALUE",
      () => integrateDae(decay, { startValues: "all" as "given" }),
    ],
    ["no residual", "E-PROBLEM", () => integrateDae({ t0: 0, y0: [1], tEnd: 1 } as unknown as DaeProblem)],
    ["derivatives of another size", "E-SIZE", () => integrateDae({ ...decay, yp0: [1] })],
    ["NaN in the derivatives", "E-START-VALUE", () => integrateDae({ ...decay, yp0: [Number.NaN, 0] })],
    ["marks of another size", "E-SIZE", () => integrateDae({ ...decay, differential: [true] })],
    ["tEnd = t0", "E-TIME-RANGE", () => integrateDae({ ...decay, tEnd: 0 })],
    ["an inconsistent start", "E-DAE-INCONSISTENT", () => integrateDae({ ...decay, y0: [1, 5] })],
  ];

  it.each(cases)("%s gives %s", (_what, code, action) => {
    const error = errorOf(action);
    expect(error.code).toBe(code);
    expect(error.hint).toBeTruthy();
  });
});

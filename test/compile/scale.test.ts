/** Long chains and large loops: no recursion may be as deep as the model is long. */

import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

describe("large models", () => {
  it("a chain of 20 000 equations is sorted and computed", () => {
    const n = 20_000;
    // written from the end to the beginning, so that every equation waits for the one after it
    const lines = Array.from({ length: n }, (_, k) => `x${n - k} = x${n - k - 1} + 1`);
    const result = simulate(instantiate(Model({ equations: [...lines, "x0 = time"] })), {});
    expect(result.final(`x${n}`)).toBe(n);
  });

  it("a loop of 3 000 linear equations is solved with a sparse matrix", () => {
    const n = 3000;
    // −x_{k−1} + 4·x_k − x_{k+1} = 2 in a ring: all x are 1
    const lines = Array.from({ length: n }, (_, k) => `4*x${k} = 2 + x${(k + 1) % n} + x${(k + n - 1) % n}`);
    const model = instantiate(Model({ equations: lines }));
    expect(model.report.systems).toHaveLength(1);
    const result = simulate(model, {});
    expect(result.final("x0")).toBeCloseTo(1, 12);
    expect(result.final("x1717")).toBeCloseTo(1, 12);
  });

  it("a nonlinear loop of 600 equations converges", () => {
    const n = 600;
    const lines = Array.from(
      { length: n },
      (_, k) => `3*x${k} + x${k}^3 = 3 + time + 0.5*x${(k + 1) % n} + 0.5*x${(k + n - 1) % n}`,
    );
    const result = simulate(instantiate(Model({ equations: lines })), {});
    // 2x + x³ = 3 has the root 1
    expect(result.final("x300")).toBeCloseTo(1, 10);
  });

  it("equal states of 500 rigidly coupled inertias become one", () => {
    const n = 500;
    const parts = Array.from({ length: n }, (_, k) => `w${k} = der(phi${k}); der(w${k}) = tau${k} - tau${k + 1}`);
    const rigid = Array.from({ length: n - 1 }, (_, k) => `phi${k} = phi${k + 1}`);
    const model = instantiate(
      Model({
        phi0: Var({ init: 0 }),
        w0: Var({ init: 0 }),
        equations: [...parts, ...rigid, "tau0 = 500", `tau${n} = 0`],
      }),
    );
    expect(model.stateNames).toEqual(["phi0", "w0"]);
    expect(simulate(model, { stopTime: 2 }).final("phi499")).toBeCloseTo(2, 8);
  });
});

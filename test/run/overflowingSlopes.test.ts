/** Formulas that stay finite where their derivatives overflow. */
import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

// ∂/∂v of 1/(1 + e^(−v/d)) is ∞/∞ below v = −709·d
const brake = instantiate(
  Model({
    d: 1e-3,
    v: Var({ init: 0.3 }),
    w: Var({ init: 1 }),
    equations: "der(v) = -1 - 0.5*(2/(1 + exp(-v/d)) - 1); der(w) = -1e4*(w - v)",
  }),
);

describe("a regularised sign", () => {
  it.each(["auto", "radau5", "bdf", "esdirk54"] as const)("is followed to high speeds with %s", (method) => {
    const result = simulate(brake, { stopTime: 4, tolerance: 1e-8, method });
    // slower by 1.5 while v > 0 and by 0.5 below
    expect(result.final("v")).toBeCloseTo(-0.5 * (4 - 0.3 / 1.5 - transition(1e-3)), 6);
    expect(result.statistics.steps).toBeLessThan(1000);
  });
});

/** How much longer the way through zero takes than with a jump, by Simpson's rule: ∫ 1/(1 + tanh(v/2d)/2) − 1/(1 ± 1/2) dv. */
function transition(d: number): number {
  const n = 20_000;
  const h = (40 * d) / n;
  const excess = (v: number, sign: number): number => 1 / (1 + Math.tanh(v / (2 * d)) / 2) - 1 / (1 + sign / 2);
  let sum = 0;
  for (const sign of [-1, 1])
    for (let k = 0; k <= n; k++) {
      const weight = k === 0 || k === n ? 1 : k % 2 === 1 ? 4 : 2;
      sum += (weight * h * excess(sign * k * h, sign)) / 3;
    }
  return sum;
}

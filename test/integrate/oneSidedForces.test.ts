/**
 * Stiff forces that act on one side only, without event functions: behind the corner the matrix of an implicit method is far stiffer than
 * the equations are, and corrections that look small are not.
 *
 *     y' = λ·max(0, s(t) − y) − a        λ → ∞:   y(t) = max( y₀ − a·t , max over τ ≤ t of s(τ) − a·(t − τ) )
 *
 * which is off by at most (max |s'| + a)/λ. What follows y in the same way is found by the same formula.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { integrate, integrateDae, type MethodName } from "../../src/entries/solvers.ts";
import { instantiate, Model, simulate, Var } from "../../src/index.ts";

const implicitMethods = ["bdf", "lsodar", "radau5", "esdirk54", "ida"] as const;
const tEnd = 6;
/** Times of the closed form; between them its error is below 1e-5·max |s''|. */
const fine = Array.from({ length: 12_001 }, (_, k) => (k * tEnd) / 12_000);

/** Follows `leader`, whose values are given at the fine times, and falls with the speed a where it leads away. */
function follow(leader: readonly number[], y0: number, a: number): number[] {
  let y = y0;
  return leader.map((s, k) => {
    if (k > 0) y -= a * (fine[k]! - fine[k - 1]!);
    y = Math.max(y, s);
    return y;
  });
}

interface Case {
  readonly stiffness: number;
  readonly frequency: number;
  readonly secondFrequency: number;
  readonly speed: number;
  readonly tolerance: number;
}

const cases = fc.record({
  stiffness: fc.double({ min: 5, max: 8, noNaN: true }).map((u) => 10 ** u),
  frequency: fc.double({ min: 1, max: 6, noNaN: true }),
  secondFrequency: fc.double({ min: 0.5, max: 3, noNaN: true }),
  speed: fc.double({ min: 0.3, max: 2, noNaN: true }),
  tolerance: fc.constantFrom(1e-5, 1e-6, 1e-7),
});

const leaderOf =
  ({ frequency, secondFrequency }: Case) =>
  (t: number) =>
    Math.sin(frequency * t) + 0.5 * Math.cos(secondFrequency * t);

/** Two followers in a row, and beside them a state that is always stiff and one that never is. */
function solve(one: Case, method: (typeof implicitMethods)[number], isExact: boolean) {
  const { speed: a, tolerance } = one;
  // nearer to the corner than the increments of differences, nothing is known of it
  const λ = isExact ? one.stiffness : Math.min(one.stiffness, 3e6);
  const s = leaderOf(one);
  const rhs = (t: number, y: Float64Array, d: Float64Array): void => {
    d[0] = λ * Math.max(0, s(t) - y[0]!) - a;
    d[1] = 0.3 * λ * Math.max(0, y[0]! - y[1]!) - 0.6 * a;
    d[2] = 1e6 * (Math.cos(t) - y[2]!);
    d[3] = y[2]! - y[3]!;
  };
  const jacobian = (t: number, y: Float64Array, J: Float64Array): void => {
    J[0] = s(t) > y[0]! ? -λ : 0;
    J[1] = y[0]! > y[1]! ? 0.3 * λ : 0;
    J[5] = -J[1]!;
    J[10] = -1e6;
    J[14] = 1;
    J[15] = -1;
  };
  const y0 = Float64Array.of(1, 1, 1, 0);
  const options = {
    relativeTolerance: tolerance,
    maximumSteps: 20_000,
    outputTimes: fine.filter((_, k) => k % 40 === 0),
  };
  if (method !== "ida")
    return integrate(
      { rhs, t0: 0, tEnd, y0, ...(isExact && { jacobian }) },
      { ...options, method: method as MethodName },
    );
  const yp0 = new Float64Array(4);
  rhs(0, y0, yp0);
  const residual = (t: number, y: Float64Array, yp: Float64Array, r: Float64Array): void => {
    rhs(t, y, r);
    for (let i = 0; i < 4; i++) r[i]! -= yp[i]!;
  };
  const matrix = (t: number, y: Float64Array, _yp: Float64Array, c: number, J: Float64Array): void => {
    jacobian(t, y, J);
    for (let i = 0; i < 4; i++) J[5 * i]! -= c;
  };
  return integrateDae({ residual, t0: 0, tEnd, y0, yp0, ...(isExact && { jacobian: matrix }) }, options);
}

describe("stiff forces that act on one side, without events", () => {
  it("are taken for what they are unless isSmooth says otherwise, which is true or false", () => {
    const problem = { t0: 0, tEnd: 1, y0: [1], isSmooth: "yes" as never };
    const refused = expect.objectContaining({ code: "E-PROBLEM", path: "problem.isSmooth" });
    expect(() => integrate({ ...problem, rhs: (_t, _y, d) => d.fill(0) })).toThrow(refused);
    expect(() => integrateDae({ ...problem, yp0: [0], residual: (_t, _y, yp, r) => r.set(yp) })).toThrow(refused);
  });

  it.each(implicitMethods)("do not deceive %s", (method) => {
    fc.assert(
      fc.property(cases, fc.boolean(), (one, isExact) => {
        const { stiffness, speed, frequency, secondFrequency, tolerance } = one;
        const result = solve(one, method, isExact);
        const first = follow(fine.map(leaderOf(one)), 1, speed);
        const second = follow(first, 1, 0.6 * speed);
        const steepest = frequency + secondFrequency + speed;
        const allowed = 100 * tolerance + (5 * steepest) / Math.min(stiffness, 3e6) + 1e-6 * frequency ** 2;
        const worst = result.outputs.y.map((y, k) =>
          Math.max(Math.abs(y[0]! - first[40 * k]!), 0.5 * Math.abs(y[1]! - second[40 * k]!)),
        );
        expect(Math.max(...worst)).toBeLessThan(allowed);
      }),
      { numRuns: 8, seed: 17 },
    );
  });

  it.each(["auto", ...implicitMethods] as const)("do not deceive %s in a model, however they are written", (method) => {
    const clamp = (x: number): number => Math.max(x, 0);
    const forms = [
      ["max(0, sin(3*time) - y)", 1e6],
      ["noEvent(if sin(3*time) > y then sin(3*time) - y else 0)", 1e6],
      ["0.5*(abs(sin(3*time) - y) + sin(3*time) - y)", 1e6],
      ["clamp(sin(3*time) - y)", 1e4],
    ] as const;
    const reference = follow(
      fine.map((t) => Math.sin(3 * t)),
      0,
      1,
    );
    for (const [form, stiffness] of forms) {
      const model = instantiate(
        Model({ y: Var({ init: 0 }), functions: { clamp }, equations: `der(y) = ${stiffness}*${form} - 1` }),
      );
      const result = simulate(model, { stopTime: tEnd, tolerance: 1e-6, method });
      const errors = fine
        .filter((_, k) => k % 40 === 0)
        .map((t, k) => Math.abs(result.at(t, "y") - reference[40 * k]!));
      expect(Math.max(...errors), form).toBeLessThan(5e-5 + 4 / stiffness);
      // the matrix is made again at corners only
      expect(result.statistics.steps, form).toBeLessThan(1500);
    }
  });
});

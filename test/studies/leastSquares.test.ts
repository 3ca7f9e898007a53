import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parameterCovariance } from "../../src/studies/fit/covariance.ts";
import { type LeastSquaresProblem, leastSquares } from "../../src/studies/fit/leastSquares.ts";
import { compileDual, type Dual } from "./dual.ts";

interface Problem {
  readonly name: string;
  readonly predictors: readonly string[];
  readonly response: string;
  readonly formula: string;
  readonly parameters: readonly string[];
  readonly start1: readonly number[];
  readonly start2: readonly number[];
  readonly data: Readonly<Record<string, readonly number[]>>;
  readonly values: readonly number[];
  readonly deviations: readonly number[];
  readonly sumOfSquares: number;
}
const { problems } = JSON.parse(readFileSync("test/reference/studies/nist-strd.json", "utf8")) as {
  problems: Problem[];
};

function posed(problem: Problem, start: readonly number[]): LeastSquaresProblem {
  const model = compileDual(problem.formula);
  // Nelson's response is the logarithm of what was measured
  const measured = problem.response.startsWith("log")
    ? problem.data["y"]!.map(Math.log)
    : problem.data[problem.response]!;
  const n = problem.parameters.length;
  /** With `width` derivatives: none, or all. */
  const at = (p: Float64Array, i: number, width: number): Dual => {
    const bindings = new Map<string, Dual>();
    const dual = (value: number, k: number) => [value, ...Array.from({ length: width }, (_, j) => (j === k ? 1 : 0))];
    problem.parameters.forEach((name, k) => bindings.set(name, dual(p[k]!, k)));
    for (const name of problem.predictors) bindings.set(name, dual(problem.data[name]![i]!, -1));
    return model(bindings, width);
  };
  const size = measured.length;
  return {
    start,
    size,
    residuals: (p, r) => measured.forEach((y, i) => (r[i] = at(p, i, 0)[0]! - y)),
    jacobian: (p, j) => {
      for (let i = 0; i < size; i++)
        at(p, i, n)
          .slice(1)
          .forEach((d, k) => (j[k * size + i] = d));
    },
  };
}

describe("non-linear regression of the NIST reference sets", () => {
  for (const problem of problems) {
    const starts = [problem.start1, problem.start2];
    it(`${problem.name}: certified parameters and deviations from both starts`, () => {
      for (const start of starts) {
        const posedProblem = posed(problem, start);
        const solution = leastSquares(posedProblem);
        const { deviations } = parameterCovariance(solution, posedProblem.size);
        problem.values.forEach((value, k) => {
          expect(Math.abs(solution.parameters[k]! / value - 1)).toBeLessThan(1e-10);
          // Lanczos 1 is exact data: its residuals are rounding
          if (problem.name !== "Lanczos1")
            expect(Math.abs(deviations[k]! / problem.deviations[k]! - 1)).toBeLessThan(1e-9);
        });
      }
    });
  }
});

describe("bounded least squares", () => {
  it("solves linear problems exactly and respects bounds: the gradient vanishes or points outside", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 15, maxLength: 15 }),
        (numbers) => {
          const [n, m] = [2, 5];
          const a = (i: number, k: number) => numbers[k * m + i]! + (i === k ? 4 : 0);
          const problem: LeastSquaresProblem = {
            start: [0, 0],
            size: m,
            lower: [-0.3, Number.NEGATIVE_INFINITY],
            upper: [0.2, 0.5],
            residuals: (p, r) => r.forEach((_, i) => (r[i] = a(i, 0) * p[0]! + a(i, 1) * p[1]! - numbers[10 + i]!)),
            jacobian: (_p, j) => {
              for (let k = 0; k < n; k++) for (let i = 0; i < m; i++) j[k * m + i] = a(i, k);
            },
          };
          const { parameters: p, residuals: r } = leastSquares(problem);
          for (let k = 0; k < n; k++) {
            let gradient = 0;
            for (let i = 0; i < m; i++) gradient += a(i, k) * r[i]!;
            const [low, high] = [problem.lower![k]!, problem.upper![k]!];
            expect(p[k]).toBeGreaterThanOrEqual(low);
            expect(p[k]).toBeLessThanOrEqual(high);
            if (p[k]! <= low) expect(gradient).toBeGreaterThan(-1e-6);
            else if (p[k]! >= high) expect(gradient).toBeLessThan(1e-6);
            else expect(Math.abs(gradient)).toBeLessThan(1e-6);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("refuses too few residuals, wrong bounds and starts that are not finite", () => {
    const problem = (over: Partial<LeastSquaresProblem>): LeastSquaresProblem => ({
      start: [1],
      size: 2,
      residuals: (p, r) => r.fill(Math.log(p[0]!)),
      jacobian: (p, j) => j.fill(1 / p[0]!),
      ...over,
    });
    expect(() => leastSquares(problem({ size: 0 }))).toThrow(/E-STUDY.*0 residuals cannot determine 1/s);
    expect(() => leastSquares(problem({ start: [] }))).toThrow(/nothing to fit/);
    expect(() => leastSquares(problem({ lower: [2], upper: [1] }))).toThrow(/bounds of parameter 1 are 2 … 1/);
    expect(() => leastSquares(problem({ lower: [2] }))).toThrow(/E-STUDY.*begins at 1, outside of 2 … Infinity/s);
    expect(() => leastSquares(problem({ upper: [0.5] }))).toThrow(/begins at 1, outside of -Infinity … 0.5/);
    expect(() => leastSquares(problem({ start: [Number.NaN] }))).toThrow(/Start value 1 is NaN/);
    expect(() => leastSquares(problem({ start: [-1] }))).toThrow(/residuals at the start are not finite/);
  });
});

describe("the covariance of fitted parameters", () => {
  it("names what the data cannot tell apart", () => {
    // y = (a + b)·x: only the sum shows
    const x = [1, 2, 3, 4];
    const solution = leastSquares({
      start: [1, 1],
      size: 4,
      residuals: (p, r) => x.forEach((xi, i) => (r[i] = (p[0]! + p[1]!) * xi - 3 * xi + 0.01 * (-1) ** i)),
      jacobian: (_p, j) => x.forEach((xi, i) => (j[i] = j[4 + i] = xi)),
    });
    expect(parameterCovariance(solution, 4).indistinguishable).toEqual([[0, 1]]);
  });
});

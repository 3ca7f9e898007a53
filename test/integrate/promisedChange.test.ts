import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { integrate } from "../../src/entries/solvers.ts";
import { PromisedChange, promise } from "../../src/integrate/promisedChange.ts";

const ones = (n: number): Float64Array => new Float64Array(n).fill(1);
const number = fc.double({ min: -1, max: 1, noNaN: true });

/** One equation f(x) = λ·x, or 0 behind the corner at 0. */
function judgeOne(before: number, after: number, λ: number, isClamped: boolean, allowed: number): number {
  const check = new PromisedChange({ kind: "dense", size: 1 });
  const f = (x: number): number => (isClamped ? λ * Math.max(0, x) : λ * x);
  check.begin(0.1, allowed);
  const [a, b] = [Float64Array.of(f(before)), Float64Array.of(f(after))];
  return check.judge(a, b, Float64Array.of(after - before), Float64Array.of(after), Float64Array.of(λ), ones(1));
}

describe("what the matrix of an iteration promises", () => {
  it("is kept by linear equations, however stiff", () => {
    fc.assert(
      fc.property(number, number, fc.double({ min: -1e9, max: 1e9, noNaN: true }), (x, y, λ) => {
        expect(judgeOne(x, y, λ, false, 1e-6)).toBe(promise.kept);
      }),
    );
  });

  it("is broken behind a corner, and doubtful where a small part of the correction lies behind it", () => {
    expect(judgeOne(-0.1, -0.2, -1e6, true, 1)).toBe(promise.broken);
    expect(judgeOne(0.1, -0.01, -1e6, true, 1)).toBe(promise.doubtful);
    expect(judgeOne(0.1, 0.01, -1e6, true, 1)).toBe(promise.kept);
  });

  it("does not matter where the rest moves nothing by more than is allowed", () => {
    // the rest is 1e6·0.1, over a step of 0.1
    expect(judgeOne(-0.1, -0.2, -1e6, true, 1.1e4)).toBe(promise.kept);
    expect(judgeOne(-0.1, -0.2, -1e6, true, 0.9e4)).toBe(promise.broken);
  });

  it("says whom to blame, leaves out rows without mass, and makes allowance for a drift", () => {
    const J = Float64Array.of(-5, 0, 0, -7);
    const [x, δ, before, after] = [ones(2), ones(2), new Float64Array(2), new Float64Array(2)];
    const check = new PromisedChange({ kind: "dense", size: 2 });
    check.begin(1, 0.1);
    expect(check.judge(before, after, δ, x, J, ones(2))).toBe(promise.broken);
    expect(check.worst).toBe(1);
    const algebraic = new PromisedChange({ kind: "dense", size: 2 }, new Float64Array(2));
    algebraic.begin(1, 0.1);
    expect(algebraic.judge(before, after, δ, x, J, ones(2))).toBe(promise.kept);
    expect(algebraic.isHarmless(Float64Array.of(1e9, 1e9), ones(2))).toBe(true);
    check.begin(1, 0.1, 8);
    expect(check.judge(before, after, δ, x, J, ones(2))).toBe(promise.kept);
  });

  it("is not broken by the rounding of large terms", () => {
    const λ = 1e12;
    const check = new PromisedChange({ kind: "dense", size: 1 });
    check.begin(1, 1e-9);
    const lastBits = Float64Array.of(10 * Number.EPSILON * λ);
    const tiny = Float64Array.of(Number.EPSILON);
    expect(check.judge(new Float64Array(1), lastBits, tiny, ones(1), Float64Array.of(λ), ones(1))).toBe(promise.kept);
  });

  it("is not broken by what f loses where large terms cancel, which no entry of the matrix tells", () => {
    // the current that an open switch lets through, as the difference of two large ones
    const λ = -5e8;
    const f = (_t: number, x: Float64Array, out: Float64Array): boolean => {
      out[0] = λ * (x[0]! + x[1]! - x[1]!);
      out[1] = 0;
      return true;
    };
    const J = Float64Array.of(λ, 0, 0, 0);
    const w = Float64Array.of(1e8, 1);
    let broken = 0;
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 1e-3, noNaN: true }), fc.double({ min: 1, max: 20 }), (x, units) => {
        const δ = Float64Array.of(units * 1e-15, 0);
        const [before, after] = [new Float64Array(2), new Float64Array(2)];
        const place = Float64Array.of(x + δ[0]!, 128.4);
        f(0, Float64Array.of(x, 128.4), before);
        f(0, place, after);
        const judged = [undefined, { evaluate: f }].map((looked) => {
          const check = new PromisedChange({ kind: "dense", size: 2 }, undefined, looked);
          check.begin(1e-5, 2.5e-3);
          return check.judge(before, after, δ, place, J, w);
        });
        if (judged[0] === promise.broken) broken++;
        expect(judged[1]).not.toBe(promise.broken);
      }),
    );
    expect(broken).toBeGreaterThan(10);
  });

  it("is broken behind a corner however closely one looks at f there", () => {
    const λ = -1e12;
    const evaluate = (_t: number, x: Float64Array, out: Float64Array): boolean => {
      out[0] = λ * Math.max(0, x[0]!) - 1;
      out[1] = 0;
      return true;
    };
    const check = new PromisedChange({ kind: "dense", size: 2 }, undefined, { evaluate });
    check.begin(1e-3, 1e-2);
    // 1e-12 looks like nothing beside 1e5, and is what the old matrix makes of a force that has to move something by 1e-3
    const [x, δ] = [Float64Array.of(-1e-12, 1e5), Float64Array.of(-1e-12, 0)];
    const [before, after] = [Float64Array.of(-1, 0), Float64Array.of(-1, 0)];
    expect(check.judge(before, after, δ, x, Float64Array.of(λ, 0, 0, 0), Float64Array.of(1e6, 1))).toBe(promise.broken);
  });

  it("costs implicit methods no steps where f rounds coarsely", () => {
    const [a, b, λ] = [128.4, 86.2, 5e8];
    const rhs = (t: number, y: Float64Array, d: Float64Array): void => {
      const leak = (y[0]! + y[1]! - y[1]! + y[2]! - y[2]!) * λ;
      d[0] = 0.57 * Math.cos(300 * t) * 1e6 - leak;
      d[1] = d[2] = 0;
    };
    const jacobian = (_t: number, _y: Float64Array, J: Float64Array): void => {
      J.fill(0);
      J[0] = -λ;
    };
    const counted = (["radau5", "esdirk54", "bdf"] as const).map((method) => {
      const problem = { rhs, jacobian, t0: 0, y0: [1e-3, a, b], tEnd: 0.02 };
      const { statistics } = integrate(problem, { method, relativeTolerance: 1e-6, absoluteTolerance: 1e-9 });
      return statistics.convergenceFailures;
    });
    expect(counted).toEqual([0, 0, 0]);
  });

  it("is the same in every layout of the matrix", () => {
    const size = 5;
    const vector = fc.array(number, { minLength: size, maxLength: size }).map((list) => Float64Array.from(list));
    const entries = fc.array(number, { minLength: 3 * size, maxLength: 3 * size });
    fc.assert(
      fc.property(entries, vector, vector, vector, (list, before, after, δ) => {
        const dense = new Float64Array(size * size);
        const banded = new Float64Array(3 * size);
        const [sparse, rowIndices, columnPointers] = [[] as number[], [] as number[], [0]];
        for (let j = 0; j < size; j++) {
          for (let i = Math.max(0, j - 1); i <= Math.min(size - 1, j + 1); i++) {
            const entry = list[3 * j + i - j + 1]!;
            dense[i + size * j] = entry;
            banded[1 + i - j + 3 * j] = entry;
            sparse.push(entry);
            rowIndices.push(i);
          }
          columnPointers.push(sparse.length);
        }
        const layouts = [
          [{ kind: "dense", size }, dense],
          [{ kind: "banded", size, lower: 1, upper: 1 }, banded],
          [
            {
              kind: "sparse",
              size,
              columnPointers: Int32Array.from(columnPointers),
              rowIndices: Int32Array.from(rowIndices),
            },
            Float64Array.from(sparse),
          ],
        ] as const;
        const answers = layouts.map(([structure, J]) => {
          const check = new PromisedChange(structure);
          check.begin(1, 0.3);
          return [check.judge(before, after, δ, ones(size), J, ones(size)), check.worst];
        });
        expect(answers[1]).toEqual(answers[0]);
        expect(answers[2]).toEqual(answers[0]);
      }),
    );
  });
});

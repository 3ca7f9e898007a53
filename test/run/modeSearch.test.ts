import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findModes, type MixedSystem } from "../../src/run/modeSearch.ts";

/**
 * Ideal diodes at a resistive network, w = M·z + q with M positive definite: a diode conducts (z > 0, w = 0) or blocks (z = 0,
 * w > 0). One number s per diode: z = s where it conducts, w = −s where it blocks.
 */
function complementarity(M: number[][], q: number[], hysteresis = 0): { system: MixedSystem; s: Float64Array } {
  const n = q.length;
  const s = new Float64Array(n);
  const R = new Float64Array(n);
  const system: MixedSystem = {
    relations: q.map((_, i) => i),
    isInclusive: q.map(() => false),
    differences: new Float64Array(n),
    R,
    hysteresis: new Float64Array(n).fill(hysteresis),
    z: s,
    evaluateAt: (z) => s.set(z),
    solve() {
      const A = M.map((row, i) => row.map((m, j) => (R[j] === 1 ? m : i === j ? 1 : 0)));
      const solution = gauss(
        A,
        q.map((x) => -x),
      );
      s.set(solution);
      return solution.every(Number.isFinite);
    },
    evaluateDifferences() {
      system.differences.set(s);
    },
    size: () => s.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0),
  };
  return { system, s };
}

function gauss(A: number[][], b: number[]): number[] {
  const n = b.length;
  const rows = A.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[pivot][k])) pivot = i;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

describe("modes of mixed systems", () => {
  it("networks of ideal diodes find the one combination that holds, however many diodes they have", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 25 }).chain((n) =>
          fc.record({
            factors: fc.array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n, maxLength: n }), {
              minLength: n,
              maxLength: n,
            }),
            q: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n, maxLength: n }),
          }),
        ),
        ({ factors, q }) => {
          const n = q.length;
          const M = factors.map((a, i) =>
            factors.map((b, j) => a.reduce((sum, x, k) => sum + x * b[k], i === j ? 0.1 : 0)),
          );
          const { system, s } = complementarity(M, q);
          expect(findModes(system)).toBe("consistent");
          // z ≥ 0, w ≥ 0, w = M·z + q
          const z = Array.from(s, (x, i) => (system.R[i] === 1 ? x : 0));
          const w = Array.from(s, (x, i) => (system.R[i] === 1 ? 0 : -x));
          for (let i = 0; i < n; i++) {
            expect(z[i]).toBeGreaterThanOrEqual(0);
            expect(w[i]).toBeGreaterThanOrEqual(0);
            const row = M[i].reduce((sum, m, j) => sum + m * z[j], q[i]);
            const size = M[i].reduce((sum, m, j) => sum + Math.abs(m * z[j]), Math.abs(q[i]));
            expect(Math.abs(row - w[i])).toBeLessThan(1e-9 * Math.max(1, size));
          }
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  it("a contradiction below the hysteresis is rounding and keeps the mode", () => {
    const { system } = complementarity([[1]], [1e-13], 1e-12);
    system.R[0] = 1;
    expect(findModes(system)).toBe("consistent");
    expect(system.R[0]).toBe(1);
  });

  it("a relation that its own solution always contradicts has no mode", () => {
    const { system, s } = complementarity([[1]], [0]);
    system.solve = () => {
      s[0] = system.R[0] === 1 ? -1 : 1;
      return true;
    };
    expect(findModes(system)).toBe("inconsistent");
  });

  it("a combination that cannot be solved is passed over when another one holds", () => {
    const { system, s } = complementarity([[1]], [0]);
    system.solve = () => {
      s[0] = 1;
      return system.R[0] === 1;
    };
    expect(findModes(system)).toBe("consistent");
    expect(system.R[0]).toBe(1);
  });
});

/**
 * Dry friction on masses that a matrix couples: M·a = load − f, |f| ≤ limit, f against a where it moves. One number x per element:
 * f = x while it sticks, a = x ∓ limit while it slides. Two relations each: x > limit, x < −limit. Hidden: only what the relations compare
 * is seen, as where a component solves for all x.
 */
function frictions(
  M: number[][],
  load: number[],
  limit: number,
  isHidden: boolean,
): { system: MixedSystem; x: Float64Array; solves: () => number } {
  const n = load.length;
  const x = new Float64Array(n);
  const R = new Float64Array(2 * n);
  let count = 0;
  const system: MixedSystem = {
    relations: Array.from(R, (_, i) => i),
    isInclusive: Array.from(R, () => false),
    differences: new Float64Array(2 * n),
    R,
    hysteresis: new Float64Array(2 * n).fill(1e-12),
    z: isHidden ? new Float64Array(0) : x,
    evaluateAt: (z) => x.set(z),
    solve() {
      count++;
      const way = load.map((_, j) => (R[2 * j] === 1 ? 1 : R[2 * j + 1] === 1 ? -1 : 0));
      const A = M.map((row, i) => row.map((m, j) => (way[j] === 0 ? (i === j ? 1 : 0) : m)));
      const b = load.map((f, i) => M[i]!.reduce((sum, m, j) => sum + m * way[j]! * limit, f - way[i]! * limit));
      x.set(gauss(A, b));
      return x.every(Number.isFinite);
    },
    evaluateDifferences() {
      for (let j = 0; j < n; j++) {
        system.differences[2 * j] = x[j]! - limit;
        system.differences[2 * j + 1] = -limit - x[j]!;
      }
    },
    size: () => x.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0),
  };
  return { system, x, solves: () => count };
}

describe("dry friction in many joints", () => {
  it.each([
    ["of which all is known", false],
    ["that a component solves for", true],
  ])("finds which of up to thirty coupled elements %s slide, in about as many solutions as elements", (_, isHidden) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 30 }),
        fc.integer({ min: 1, max: 2 ** 30 }),
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        (n, seed, limit) => {
          let state = seed;
          const random = (): number => {
            state = (state * 48271) % 2147483647;
            return (2 * state) / 2147483647 - 1;
          };
          // a chain: everything that hangs on a joint moves with it
          const factors = Array.from({ length: n }, () => Array.from({ length: n }, random));
          const M = factors.map((a, i) =>
            factors.map((b, j) => a.reduce((sum, f, k) => sum + f * b[k]!, 0) + (i === j ? 0.1 : 0)),
          );
          const load = Array.from({ length: n }, () => 5 * random());
          const { system, x, solves } = frictions(M, load, limit, isHidden);
          expect(findModes(system)).toBe("consistent");
          const way = Array.from(x, (value) => (value > limit ? 1 : value < -limit ? -1 : 0));
          const a = way.map((s, j) => (s === 0 ? 0 : x[j]! - s * limit));
          const f = way.map((s, j) => (s === 0 ? x[j]! : s * limit));
          for (let i = 0; i < n; i++) {
            const sum = M[i]!.reduce((total, m, j) => total + m * a[j]!, f[i]! - load[i]!);
            expect(Math.abs(sum)).toBeLessThan(1e-7 * (1 + Math.max(...Array.from(a, Math.abs))));
            expect(Math.abs(f[i]!)).toBeLessThanOrEqual(limit * (1 + 1e-9));
            expect(a[i]! * f[i]!).toBeGreaterThanOrEqual(0);
          }
          expect(solves()).toBeLessThan(40 + 16 * n);
        },
      ),
      { numRuns: 150, seed: 20 },
    );
  });
});

describe("a relation that is no number", () => {
  /** √x > 1 decides which of two equations tells x. */
  const rooted = (x: readonly [whenFalse: number, whenTrue: number], mode: 0 | 1): MixedSystem => {
    const z = new Float64Array(1);
    const R = Float64Array.of(mode);
    const system: MixedSystem = {
      relations: [0],
      isInclusive: [false],
      differences: new Float64Array(1),
      R,
      hysteresis: new Float64Array(1),
      z,
      evaluateAt: (at) => z.set(at),
      solve: () => {
        z[0] = x[R[0] as 0 | 1];
        return true;
      },
      evaluateDifferences: () => {
        system.differences[0] = Math.sqrt(z[0]) - 1;
      },
      size: () => Math.abs(z[0]),
    };
    return system;
  };

  it.each([0, 1] as const)("is false, wherever the search begins (%d)", (mode) => {
    const system = rooted([0.25, -4], mode);
    expect(findModes(system)).toBe("consistent");
    expect([system.R[0], system.z[0]]).toEqual([0, 0.25]);
  });

  it("agrees with no solution that takes it for true", () => {
    expect(findModes(rooted([9, -4], 1))).toBe("inconsistent");
    expect(findModes(rooted([9, -4], 0))).toBe("inconsistent");
  });
});

/** Invariants of the graph passes on random structures. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { strongComponents } from "../../src/compile/blt.ts";
import { maximumMatching } from "../../src/compile/matching.ts";
import { tear } from "../../src/compile/tearing.ts";
import type { ArrayTable, ColumnPlace, RowPlace } from "../../src/symbolic/indices.ts";

type SquareRows = ArrayTable<RowPlace, ColumnPlace[]>;

const size = 12;
const graph = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { maxLength: 4 }), {
  minLength: size,
  maxLength: size,
});

/** Largest matching by trying everything, as a second way. */
function largest(rows: readonly (readonly number[])[]): number {
  const memo = new Map<string, number>();
  const search = (row: number, used: number): number => {
    if (row === rows.length) return 0;
    const key = `${row} ${used}`;
    let best = memo.get(key);
    if (best === undefined) {
      best = search(row + 1, used);
      for (const column of rows[row])
        if ((used & (1 << column)) === 0) best = Math.max(best, 1 + search(row + 1, used | (1 << column)));
      memo.set(key, best);
    }
    return best;
  };
  return search(0, 0);
}

describe("matching", () => {
  it("is consistent and as large as possible", () => {
    fc.assert(
      fc.property(graph, (rows) => {
        const matching = maximumMatching(rows, size);
        let count = 0;
        matching.variableOf.forEach((variable, equation) => {
          if (variable < 0) return;
          count++;
          expect(rows[equation]).toContain(variable);
          expect(matching.equationOf[variable]).toBe(equation);
        });
        expect(count).toBe(largest(rows));
      }),
      { seed: 41, numRuns: 200 },
    );
  });

  it("a chain of 200 000 equations that must all move is no problem", () => {
    const n = 200_000;
    const rows = Array.from({ length: n }, (_, i) => (i < n - 1 ? [i, i + 1] : [0]));
    const matching = maximumMatching(rows, n);
    expect(matching.variableOf.every((variable) => variable >= 0)).toBe(true);
  });
});

describe("strong components", () => {
  /** Rows that contain their own variable, so that matching row i with variable i is complete. */
  const withDiagonal = graph.map((rows) => rows.map((row, i) => [...new Set([i, ...row])]));
  const diagonal = (rows: readonly (readonly number[])[]) =>
    maximumMatching(
      rows.map((_, i) => [i]),
      rows.length,
    );

  it("come in an order in which everything is known when it is needed", () => {
    fc.assert(
      fc.property(withDiagonal, (rows) => {
        const matching = diagonal(rows);
        const components = strongComponents(rows, matching);
        const known = new Set<number>();
        for (const component of components) {
          for (const e of component) known.add(e);
          for (const e of component) for (const v of rows[e]) expect(known.has(v)).toBe(true);
        }
        expect(components.flat().sort((a, b) => a - b)).toEqual(rows.map((_, i) => i));
      }),
      { seed: 42, numRuns: 300 },
    );
  });

  it("two equations are in one component exactly when each depends on the other", () => {
    fc.assert(
      fc.property(withDiagonal, (rows) => {
        const n = rows.length;
        const reach = rows.map((row) => new Set(row));
        for (let k = 0; k < n; k++)
          for (let i = 0; i < n; i++) if (reach[i].has(k)) for (const j of reach[k]) reach[i].add(j);
        const componentOf = new Map<number, number>();
        strongComponents(rows, diagonal(rows)).forEach((component, c) => {
          for (const e of component) componentOf.set(e, c);
        });
        for (let i = 0; i < n; i++)
          for (let j = 0; j < n; j++)
            expect(componentOf.get(i) === componentOf.get(j)).toBe(i === j || (reach[i].has(j) && reach[j].has(i)));
      }),
      { seed: 43, numRuns: 150 },
    );
  });

  it("a loop of 100 000 equations is one component", () => {
    const n = 100_000;
    const rows = Array.from({ length: n }, (_, i) => [i, (i + 1) % n]);
    expect(strongComponents(rows, diagonal(rows))).toHaveLength(1);
  });
});

describe("tearing", () => {
  it("every solved unknown follows from iterated and earlier solved ones; residuals and iterated are equally many", () => {
    fc.assert(
      fc.property(graph, fc.integer({ min: 0, max: 2 ** 20 }), (rows, pattern) => {
        const square = rows.map((row, i) => [...new Set([i, ...row])] as ColumnPlace[]) as SquareRows;
        const canSolve = (e: number, u: number) => ((pattern >> ((e * 7 + u) % 20)) & 1) === 1;
        const { iterated, solved, residuals } = tear(square, size, canSolve, () => 0);
        expect(residuals).toHaveLength(iterated.length);
        const known = new Set(iterated);
        for (const { equation, unknown } of solved) {
          expect(canSolve(equation, unknown)).toBe(true);
          for (const v of square[equation]) if (v !== unknown) expect(known.has(v)).toBe(true);
          known.add(unknown);
        }
        expect(known.size).toBe(size);
      }),
      { seed: 44, numRuns: 300 },
    );
  });
});

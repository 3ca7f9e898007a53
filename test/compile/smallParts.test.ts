/** Parts of passes that know no equations: sets that grow together, columns that are independent, fractions, what is written out as loops. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  commonDivisor,
  isSame,
  minus,
  numberOf,
  over,
  plus,
  type Rational,
  rational,
  times,
} from "../../src/compile/clocks/rational.ts";
import { copyLoops } from "../../src/compile/copyLoops.ts";
import { DisjointSets } from "../../src/compile/disjointSets.ts";
import { GenericRank } from "../../src/compile/genericRank.ts";
import type { RowPlace } from "../../src/symbolic/indices.ts";

describe("sets that grow together", () => {
  const item = fc.integer({ min: 0, max: 11 });

  it("hold those that were joined, directly or by others, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(item, item), { maxLength: 20 }), (pairs) => {
        const sets = new DisjointSets<number>();
        // the second way: numbers of sets, written anew with every join
        const label = Array.from({ length: 12 }, (_, k) => k);
        for (const [a, b] of pairs) {
          const isNew = label[a] !== label[b];
          const [from, to] = [label[b], label[a]!];
          label.forEach((own, k) => {
            if (own === from) label[k] = to;
          });
          expect(sets.join(a, b)).toBe(isNew);
        }
        const met = [...new Set(pairs.flat())];
        for (const a of met) {
          const own = met.filter((b) => label[b] === label[a]);
          expect([...sets.members(a)].sort((p, q) => p - q)).toEqual(own.sort((p, q) => p - q));
          for (const b of met) expect(sets.find(a) === sets.find(b)).toBe(label[a] === label[b]);
          expect(own).toContain(sets.find(a));
        }
        expect(sets.sets()).toHaveLength(new Set(met.map((a) => label[a])).size);
        expect(sets.sets().flat()).toHaveLength(met.length);
      }),
      { seed: 51, numRuns: 60 },
    );
  });

  it("keep the order in which their members came, the smaller behind the larger", () => {
    const sets = new DisjointSets<string>();
    sets.join("a", "b");
    sets.join("c", "d");
    sets.join("d", "e");
    sets.join("a", "c");
    expect(sets.members("b")).toEqual(["c", "d", "e", "a", "b"]);
    expect(sets.find("b")).toBe("c");
    expect(sets.members("alone")).toEqual(["alone"]);
  });
});

describe("columns of a matrix", () => {
  /** The rank by elimination modulo a prime, as a second way: entries are small, and no determinant reaches it by accident. */
  function rankOf(columns: readonly (readonly number[])[]): number {
    const p = 1_000_003;
    const power = (x: number, n: number): number => {
      let [result, base] = [1n, BigInt(x)];
      for (let e = n; e > 0; e >>= 1) {
        if (e & 1) result = (result * base) % BigInt(p);
        base = (base * base) % BigInt(p);
      }
      return Number(result);
    };
    const rows = columns.map((column) => column.map((x) => ((x % p) + p) % p));
    let rank = 0;
    for (let i = 0; i < 5; i++) {
      const k = rows.findIndex((row, r) => r >= rank && row[i] !== 0);
      if (k < 0) continue;
      [rows[k], rows[rank]] = [rows[rank]!, rows[k]!];
      const pivot = rows[rank]!;
      const inverse = power(pivot[i]!, p - 2);
      rows.forEach((row, r) => {
        if (r <= rank || row[i] === 0) return;
        const factor = Number((BigInt(row[i]!) * BigInt(inverse)) % BigInt(p));
        pivot.forEach((x, j) => {
          row[j] = Number((((BigInt(row[j]!) - BigInt(factor) * BigInt(x)) % BigInt(p)) + BigInt(p)) % BigInt(p));
        });
      });
      rank++;
    }
    return rank;
  }

  it("are taken as long as they are independent of those before", () => {
    const column = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(column, { maxLength: 8 }), (columns) => {
        const rank = new GenericRank();
        columns.forEach((own, k) => {
          const entries = own.flatMap((x, i) => (x === 0 ? [] : [[i as RowPlace, x] as const]));
          const isTaken = rank.take(new Map(entries));
          expect(isTaken).toBe(rankOf(columns.slice(0, k + 1)) > rankOf(columns.slice(0, k)));
        });
      }),
      { seed: 52, numRuns: 60 },
    );
  });

  it("do not count what rounding leaves, whatever their size", () => {
    for (const scale of [1e-12, 1, 1e12]) {
      const rank = new GenericRank();
      const take = (...column: number[]) => rank.take(new Map(column.map((x, i) => [i as RowPlace, scale * x])));
      expect(take(0.1, 0.2, 0.3)).toBe(true);
      expect(take(1 / 3, 2 / 3, 1)).toBe(false);
      expect(take(1 / 3, 2 / 3, 1.0001)).toBe(true);
    }
  });
});

describe("fractions", () => {
  const fraction = fc
    .tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: 1, max: 30 }), fc.boolean())
    .map(([n, d, isTurned]) => (isTurned ? rational(-n, -d) : rational(n, d)));
  const lowest = ({ n, d }: Rational): boolean => {
    for (let k = 2; k <= Math.max(Math.abs(n), d); k++) if (n % k === 0 && d % k === 0) return false;
    return d > 0 && (n !== 0 || d === 1);
  };

  it("are in lowest terms, and compute as numbers do", () => {
    fc.assert(
      fc.property(fraction, fraction, (a, b) => {
        const [x, y] = [a.n / a.d, b.n / b.d];
        for (const [found, expected] of [
          [a, x],
          [plus(a, b), x + y],
          [minus(a, b), x - y],
          [times(a, b), x * y],
          ...(y === 0 ? [] : [[over(a, b), x / y] as const]),
        ] as const) {
          expect(lowest(found), `${found.n}/${found.d}`).toBe(true);
          expect(numberOf(found)).toBeCloseTo(expected, 9);
        }
        expect(isSame(a, b)).toBe(a.n * b.d === b.n * a.d);
      }),
      { seed: 53, numRuns: 200 },
    );
  });

  it("have a common divisor, of which both are multiples without one in common", () => {
    const positive = fc
      .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
      .map(([n, d]) => rational(n, d));
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const both = commonDivisor(a, b);
        const [p, q] = [over(a, both), over(b, both)];
        expect([p.d, q.d]).toEqual([1, 1]);
        for (let k = 2; k <= Math.min(p.n, q.n); k++) expect(p.n % k === 0 && q.n % k === 0).toBe(false);
      }),
      { seed: 54, numRuns: 100 },
    );
  });
});

describe("copies from one array into another", () => {
  it("are few loops where both places advance evenly, and do what single statements would", () => {
    const run = fc.record({
      from: fc.constantFrom("X", "V"),
      source: fc.integer({ min: 20, max: 40 }),
      step: fc.integer({ min: -3, max: 3 }),
      gap: fc.integer({ min: 1, max: 3 }),
      length: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 5 }), fc.integer({ min: 0, max: 3 }), (runs, begin) => {
        let target = begin;
        const copies = runs.flatMap(({ from, source, step, gap, length }) =>
          Array.from({ length }, (_, k) => {
            target += gap;
            return { target, from, source: source + k * step };
          }),
        );
        const statements = copyLoops("D", copies);
        const [X, V] = [0, 1].map((a) => Float64Array.from({ length: 80 }, (_, k) => 100 * a + k)) as [
          Float64Array,
          Float64Array,
        ];
        const [D, expected] = [new Float64Array(120), new Float64Array(120)];
        new Function("D", "X", "V", statements.join("\n"))(D, X, V);
        for (const { target: place, from, source } of copies) expected[place] = (from === "X" ? X : V)[source]!;
        expect(D).toEqual(expected);
      }),
      { seed: 55, numRuns: 100 },
    );
    const even = Array.from({ length: 50 }, (_, k) => ({ target: 2 * k, from: "X", source: 60 - k }));
    expect(copyLoops("D", even)).toEqual(["for (let k = 0; k < 50; k++) D[2 * k] = X[60 - k];"]);
    expect(copyLoops("D", even.slice(0, 3))).toHaveLength(3);
    expect(copyLoops("D", even.slice(0, 4))).toHaveLength(1);
  });
});

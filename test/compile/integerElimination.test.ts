/** Elimination in rows of whole numbers, held against elimination with fractions on random rows. */
import { expect, it } from "vitest";
import { divideByCommonFactor, eliminateForward } from "../../src/compile/integerElimination.ts";
import type { IntegerRow, Row } from "../../src/compile/integerRows.ts";
import { createRandom } from "../../src/math/random.ts";
import type { VariableIndex } from "../../src/symbolic/indices.ts";

const width = 6;
const dense = (row: Row): number[] => Array.from({ length: width }, (_, v) => row.get(v as VariableIndex) ?? 0);

/** Rank by elimination in floating point: entries are small whole numbers, and pivots are the largest. */
function rankOf(rows: readonly (readonly number[])[]): number {
  const left = rows.map((row) => [...row]);
  let rank = 0;
  for (let c = 0; c < width && rank < left.length; c++) {
    let best = rank;
    for (let r = rank; r < left.length; r++) if (Math.abs(left[r]![c]!) > Math.abs(left[best]![c]!)) best = r;
    if (Math.abs(left[best]![c]!) < 1e-9) continue;
    [left[rank], left[best]] = [left[best]!, left[rank]!];
    for (let r = rank + 1; r < left.length; r++) {
      const factor = left[r]![c]! / left[rank]![c]!;
      for (let k = c; k < width; k++) left[r]![k]! -= factor * left[rank]![k]!;
    }
    rank++;
  }
  return rank;
}

const random = createRandom(93);
const cases = Array.from({ length: 120 }, () => {
  const rows = Array.from({ length: 1 + random.below(5) }, () => {
    const row: Row = new Map();
    for (let v = 0; v < width; v++) {
      const factor = random.below(2) === 0 ? 0 : random.below(5) - 2;
      if (factor !== 0) row.set(v as VariableIndex, factor);
    }
    return row;
  });
  const ranks = Array.from({ length: width }, () => random.below(3) as 0 | 1 | 2);
  return { rows, ranks, flow: random.below(width) as VariableIndex };
});
const eliminated = ({ rows, ranks }: (typeof cases)[number]) =>
  eliminateForward(
    rows.map((row) => ({ row }) as IntegerRow),
    (v) => ranks[v]!,
  );

it("rows say what they said, in whole numbers, and no more of them than are independent", () => {
  for (const one of cases) {
    const before = one.rows.map(dense);
    const after = eliminated(one).rows.map(dense);
    for (const row of after) for (const value of row) expect(Number.isInteger(value)).toBe(true);
    const rank = rankOf(before);
    expect(after.filter((row) => row.some((value) => value !== 0))).toHaveLength(rank);
    expect(rankOf(after)).toBe(rank);
    expect(rankOf([...before, ...after])).toBe(rank);
  }
});

it("variables of the first round are eliminated first; those that are left and occur are free", () => {
  for (const one of cases) {
    const { rows, free, occurs } = eliminated(one);
    const first = one.ranks.flatMap((rank, v) => (rank === 0 ? [v] : []));
    const columns = (list: readonly (readonly number[])[]) =>
      list.map((row) => row.map((x, v) => (first.includes(v) ? x : 0)));
    const inRows = first.filter((v) => rows.some((row) => row.has(v as VariableIndex)));
    expect(free).toHaveLength(inRows.length - rankOf(columns(one.rows.map(dense))));
    for (const v of free) expect(inRows).toContain(v);
    for (let v = 0; v < width; v++)
      expect(occurs(v as VariableIndex)).toBe(one.rows.some((row) => row.has(v as VariableIndex)));
  }
});

it("a free variable moves alone where no flow moves with it", () => {
  let [alone, together] = [0, 0];
  for (const one of cases) {
    const { free, movesAlone } = eliminated(one);
    const rows = one.rows.map(dense);
    const pivots = one.ranks.flatMap((rank, v) => (rank === 0 && !free.includes(v as VariableIndex) ? [v] : []));
    for (const v of free) {
      // it moves alone unless the flow is a pivot that has to move: then no solution leaves the flow where it is
      const kept = (without: readonly number[]) => rows.map((row) => row.map((x, k) => (without.includes(k) ? x : 0)));
      const others = pivots.filter((p) => p !== one.flow);
      const isAlone = rankOf(kept([...others, v])) === rankOf(kept(others));
      expect(movesAlone(v, (other) => other === one.flow)).toBe(isAlone);
      if (isAlone) alone++;
      else together++;
    }
  }
  expect(Math.min(alone, together)).toBeGreaterThan(5);
});

it("rows are divided by what all their numbers have in common", () => {
  const divided = (...values: readonly number[]): number[] => {
    const row: Row = new Map(values.map((value, v) => [v as VariableIndex, value]));
    divideByCommonFactor(row);
    return [...row.values()];
  };
  expect(divided(4, -6, 10)).toEqual([2, -3, 5]);
  expect(divided(-6)).toEqual([-1]);
  expect(divided(6, 3, 1)).toEqual([6, 3, 1]);
  expect(divided()).toEqual([]);
});

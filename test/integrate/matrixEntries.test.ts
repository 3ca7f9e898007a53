import { expect, it } from "vitest";
import { columnInRow, firstNotFiniteColumn, forEachEntry, positionFinder } from "../../src/integrate/matrixEntries.ts";
import { type MatrixStructure, sparseStructure, valueCount } from "../../src/math/matrixStructure.ts";

/** Of 4 × 4 entries: all, those from one above the diagonal to two below it, and some. */
const structures: Readonly<Record<string, { structure: MatrixStructure; has: (i: number, j: number) => boolean }>> = {
  dense: { structure: { kind: "dense", size: 4 }, has: () => true },
  banded: { structure: { kind: "banded", size: 4, lower: 2, upper: 1 }, has: (i, j) => i - j <= 2 && j - i <= 1 },
  sparse: {
    structure: sparseStructure(4, [
      [0, 2],
      [3, 1],
      [1, 3],
    ]),
    has: (i, j) => i === j || [`0 2`, `3 1`, `1 3`].includes(`${i} ${j}`),
  },
};

it.each(Object.entries(structures))("the entries of a %s matrix come column by column, each at its place", (_, one) => {
  const { structure, has } = one;
  const at = positionFinder(structure);
  const visited: string[] = [];
  const places = new Set<number>();
  forEachEntry(structure, (p, i, j) => {
    visited.push(`${i} ${j}`);
    places.add(p);
    expect(p).toBe(at(i, j));
    expect(p).toBeLessThan(valueCount(structure));
  });
  const expected: string[] = [];
  for (let j = 0; j < 4; j++) for (let i = 0; i < 4; i++) if (has(i, j)) expected.push(`${i} ${j}`);
  expect(visited).toEqual(expected);
  expect(places.size).toBe(expected.length);
});

it.each(Object.entries(structures))("the first column of a %s matrix that is not finite is found", (_, one) => {
  const { structure } = one;
  const at = positionFinder(structure);
  const values = new Float64Array(valueCount(structure));
  expect(firstNotFiniteColumn(structure, values)).toBe(-1);
  for (const j of [3, 2, 1, 0]) {
    values[at(j, j)] = j % 2 === 0 ? Number.NaN : Number.POSITIVE_INFINITY;
    expect(firstNotFiniteColumn(structure, values)).toBe(j);
  }
});

it.each(Object.entries(structures))(
  "the first of some columns of a %s matrix with an entry in a row is found",
  (_, one) => {
    const { structure, has } = one;
    for (const columns of [[0], [1, 3], [2, 3], [3, 2, 1, 0], []])
      for (let row = 0; row < 4; row++) {
        const first = [0, 1, 2, 3].find((j) => columns.includes(j) && has(row, j)) ?? -1;
        expect(columnInRow(structure, row, columns)).toBe(first);
      }
  },
);

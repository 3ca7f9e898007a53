import { expect, it } from "vitest";
import { addStages, stageWeights, sumStages } from "../../../src/integrate/explicit/stageSum.ts";

it.each([0, 1, 2, 3, 4, 5, 8, 11])("a sum of %i stages equals the plain sum, zero weights left out", (count) => {
  const row = Array.from({ length: count }, (_, j) => j + 1).flatMap((w) => [0, w]);
  const k = row.map((_, j) => Float64Array.of(j, 2 * j, -j));
  const out = new Float64Array(3).fill(99);
  sumStages(out, stageWeights(row), k);
  const plain = row.reduce((total, w, j) => total + w * j, 0);
  expect(Array.from(out)).toEqual([plain, 2 * plain, 0 - plain]);
});

it.each([0, 1, 2, 3, 4, 5, 6, 7, 11])(
  "the argument of a stage has the bits of y + h times the sum of %i stages",
  (count) => {
    const row = stageWeights(Array.from({ length: count }, (_, j) => Math.sin(3 * j + 1)));
    const k = Array.from({ length: count }, (_, j) => Float64Array.from({ length: 5 }, (_, i) => Math.cos(7 * j + i)));
    const y = Float64Array.from({ length: 5 }, (_, i) => Math.exp(i));
    const [out, sum] = [new Float64Array(5).fill(99), new Float64Array(5)];
    addStages(out, y, 0.3, row, k);
    sumStages(sum, row, k);
    expect(out).toEqual(y.map((value, i) => value + 0.3 * sum[i]!));
  },
);

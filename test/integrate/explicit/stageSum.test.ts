import { expect, it } from "vitest";
import { stageWeights, sumStages } from "../../../src/integrate/explicit/stageSum.ts";

it.each([0, 1, 2, 3, 4, 5, 8, 11])("a sum of %i stages equals the plain sum, zero weights left out", (count) => {
  const row = Array.from({ length: count }, (_, j) => j + 1).flatMap((w) => [0, w]);
  const k = row.map((_, j) => Float64Array.of(j, 2 * j, -j));
  const out = new Float64Array(3).fill(99);
  sumStages(out, stageWeights(row), k);
  const plain = row.reduce((total, w, j) => total + w * j, 0);
  expect(Array.from(out)).toEqual([plain, 2 * plain, 0 - plain]);
});

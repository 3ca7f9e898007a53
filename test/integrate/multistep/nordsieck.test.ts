/** The Nordsieck array in whole numbers, with which sums are exact in any order. */
import { expect, it } from "vitest";
import { correct, predict, rescale, undoPrediction } from "../../../src/integrate/multistep/nordsieck.ts";

const orders = [1, 2, 3, 4, 5, 6, 7];
/** More than the stretches in which columns are added, and not a multiple of them. */
const size = 258;
const columns = (q: number): Float64Array[] =>
  Array.from({ length: q + 1 }, (_, j) => Float64Array.from({ length: size }, (_, i) => ((i * (j + 3) + j) % 17) - 8));

function binomial(k: number, j: number): number {
  let value = 1;
  for (let m = 1; m <= j; m++) value = (value * (k - j + m)) / m;
  return value;
}

it.each(orders)("a prediction of order %i multiplies by the triangle of Pascal, and is undone", (q) => {
  const z = columns(q);
  const before = columns(q);
  predict(z, q);
  for (let j = 0; j <= q; j++) {
    const sums = new Float64Array(size);
    for (let k = j; k <= q; k++) for (let i = 0; i < size; i++) sums[i]! += binomial(k, j) * before[k]![i]!;
    expect(z[j]!.join()).toBe(sums.join());
  }
  undoPrediction(z, q);
  expect(z.join()).toBe(before.join());
});

it.each(orders)("columns beyond order %i are left as they are", (q) => {
  const z = columns(q + 1);
  const beyond = z[q + 1]!.slice();
  const l = Float64Array.from(z, (_, j) => j + 1);
  predict(z, q);
  rescale(z, q, 2);
  correct(z, q, l, new Float64Array(size).fill(1));
  undoPrediction(z, q);
  expect(z[q + 1]!.join()).toBe(beyond.join());
});

it.each(orders)("a correction of order %i is added to each column with its coefficient", (q) => {
  const z = columns(q);
  const l = Float64Array.from(z, (_, j) => 2 * j + 1);
  const correction = Float64Array.from({ length: size }, (_, i) => (i % 5) - 2);
  correct(z, q, l, correction);
  columns(q).forEach((column, j) => {
    expect(z[j]!.join()).toBe(column.map((x, i) => x + l[j]! * correction[i]!).join());
  });
});

it("a longer step scales each column by the power of its number", () => {
  const z = columns(4);
  rescale(z, 4, 3);
  columns(4).forEach((column, j) => {
    expect(z[j]!.join()).toBe(column.map((x) => x * 3 ** j).join());
  });
});

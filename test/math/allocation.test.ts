import { describe, expect, it } from "vitest";
import { createComplexFactorization, createFactorization } from "../../src/math/createFactorization.ts";
import { type MatrixStructure, sparseStructure, valueCount } from "../../src/math/matrixStructure.ts";
import { createRandom } from "../../src/math/random.ts";
import { allocatedPerCall } from "../allocatedBytes.ts";

const size = 60;
const structures: Readonly<Record<string, MatrixStructure>> = {
  dense: { kind: "dense", size },
  banded: { kind: "banded", size, lower: 3, upper: 2 },
  // five entries in each row, far from the diagonal too
  sparse: sparseStructure(
    size,
    Array.from({ length: 5 * size }, (_, k) => [k % size, ((k % size) + 17 * Math.floor(k / size)) % size] as const),
  ),
};

describe("a factorisation", () => {
  it.each(Object.keys(structures))("takes no new memory for further matrices of the same structure: %s", (kind) => {
    const structure = structures[kind]!;
    const random = createRandom(17);
    const draw = (length: number) => Float64Array.from({ length }, () => 2 * random.uniform() - 1);
    const values = draw(valueCount(structure));
    const [b, c] = [draw(size), draw(size)];
    const real = createFactorization(structure);
    const complex = createComplexFactorization(structure);
    const perMatrix = allocatedPerCall(300, () => {
      real.factor(values);
      real.solve(b);
      complex.factor(values, values);
      complex.solve(b, c);
    });
    // a vector of the size of the matrix has 480 bytes
    expect(perMatrix).toBeLessThan(8 * size);
  });
});

import { describe, expect, it } from "vitest";
import { forEachEntry } from "../../../src/integrate/matrixEntries.ts";
import { ComplexAsReal } from "../../../src/integrate/radau/complexAsReal.ts";
import { createComplexFactorization, createFactorization } from "../../../src/math/createFactorization.ts";
import { type MatrixStructure, sparseStructure, valueCount } from "../../../src/math/matrixStructure.ts";

const layouts: MatrixStructure[] = [
  { kind: "dense", size: 5 },
  { kind: "banded", size: 5, lower: 2, upper: 1 },
  sparseStructure(5, [
    [1, 0],
    [4, 1],
    [0, 3],
    [2, 4],
  ]),
];

describe.each(layouts)("a complex system in the layout $kind", (structure) => {
  // what the layout has beside the entries belongs to nobody
  const re = new Float64Array(valueCount(structure)).fill(1e9);
  const im = new Float64Array(valueCount(structure)).fill(1e9);
  forEachEntry(structure, (p, i, j) => {
    re[p] = Math.sin(1 + 3 * i + 7 * j) + (i === j ? 4 : 0);
    im[p] = Math.cos(2 + 5 * i + 11 * j);
  });
  const u = Float64Array.of(1, 2, -3, 4, 0.5);
  const v = Float64Array.of(0, -1, 2, 0.25, 3);

  it("has the same solution by a real solver of twice the size, also after saving and restoring", () => {
    const complex = createComplexFactorization(structure);
    expect(complex.factor(re, im)).toBe(-1);
    const [x1, y1] = [u.slice(), v.slice()];
    complex.solve(x1, y1);

    const real = new ComplexAsReal(structure, createFactorization);
    expect(real.factor(re, im)).toBe(-1);
    const snapshot = real.save();
    const [x2, y2] = [u.slice(), v.slice()];
    real.solve(x2, y2);
    for (let i = 0; i < 5; i++) {
      expect(x2[i]).toBeCloseTo(x1[i], 12);
      expect(y2[i]).toBeCloseTo(y1[i], 12);
    }

    real.factor(im, re);
    real.restore(snapshot);
    const [x3, y3] = [u.slice(), v.slice()];
    real.solve(x3, y3);
    expect([x3, y3]).toEqual([x2, y2]);
  });

  it("is solved in the same layout", () => {
    let made: MatrixStructure | undefined;
    new ComplexAsReal(structure, (doubled) => {
      made = doubled;
      return createFactorization(doubled);
    });
    expect([made!.kind, made!.size]).toEqual([structure.kind, 10]);
  });

  it("is reported as singular with the column of the complex matrix", () => {
    const zero = new Float64Array(re.length);
    expect(new ComplexAsReal(structure, createFactorization).factor(zero, zero)).toBeGreaterThanOrEqual(0);
    expect(new ComplexAsReal(structure, createFactorization).factor(zero, zero)).toBeLessThan(5);
  });
});

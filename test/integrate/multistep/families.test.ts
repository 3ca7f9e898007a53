import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adamsFamily } from "../../../src/integrate/multistep/adamsFamily.ts";
import { bdfFamily } from "../../../src/integrate/multistep/bdfFamily.ts";
import { Coefficients, type MultistepFamily } from "../../../src/integrate/multistep/family.ts";
import {
  interpolatePolynomial,
  interpolatePolynomialDerivative,
  interpolatePolynomialDerivativeEntries,
  interpolatePolynomialEntries,
  predict,
  rescale,
  undoPrediction,
} from "../../../src/integrate/multistep/nordsieck.ts";

const equalSteps = (order: number) => new Float64Array(order + 2).fill(0.1);

function coefficientsOf(family: MultistepFamily, q: number, tau = equalSteps(q), h = 0.1) {
  const c = new Coefficients(family.maximumOrder);
  family.setCoefficients(c, q, h, tau, true);
  return c;
}

/** Nordsieck columns of p(t) = Σ a_k t^k around t with step h, one component. */
function columnsOf(a: readonly number[], t: number, h: number, count: number): Float64Array[] {
  const columns: Float64Array[] = [];
  let derivative = [...a];
  let factor = 1;
  for (let j = 0; j < count; j++) {
    columns.push(Float64Array.of(factor * derivative.reduceRight((sum, c) => sum * t + c, 0)));
    derivative = derivative.slice(1).map((c, k) => c * (k + 1));
    factor *= h / (j + 1);
  }
  return columns;
}

describe("the coefficients of the multistep families", () => {
  it.each([1, 2, 3, 4, 5])("BDF of order %i with equal steps is the textbook formula", (q) => {
    // Λ(x) = Π (1 + x/i); leading coefficient l_1 = Σ 1/i
    const { l } = coefficientsOf(bdfFamily, q);
    let expected = [1];
    for (let i = 1; i <= q; i++) expected = [...expected, 0].map((c, k) => c + (k > 0 ? expected[k - 1] / i : 0));
    expected.forEach((value, k) => expect(l[k]).toBeCloseTo(value, 13));
    let sum = 0;
    for (let i = 1; i <= q; i++) sum += 1 / i;
    expect(l[1]).toBeCloseTo(sum, 14);
  });

  it.each([
    [1, 1 / 2],
    [2, 1 / 12],
    [3, 1 / 24],
    [4, 19 / 720],
    [5, 3 / 160],
    [6, 863 / 60480],
  ])("Adams of order %i with equal steps has the error constant %f of the textbook", (q, constant) => {
    // The correction estimates l_q·q!⁻¹… : error = tq[2]·correction, correction·l_q·q! = change of h^q y^(q) = h^(q+1) y^(q+1)
    const { l, tq } = coefficientsOf(adamsFamily, q);
    let factorial = 1;
    for (let i = 2; i <= q; i++) factorial *= i;
    expect(tq[2] / (l[q] * factorial)).toBeCloseTo(constant, 13);
  });

  it("with any steps the corrector polynomial vanishes one step back, with its slope for Adams at all older points", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { minLength: 14, maxLength: 14 }),
        (q, ratios) => {
          const tau = Float64Array.from(ratios);
          const h = ratios[13];
          const { l } = coefficientsOf(adamsFamily, q, tau, h);
          const value = (x: number) => l.slice(0, q + 1).reduceRight((sum, c) => sum * x + c, 0);
          const slope = (x: number) =>
            Array.from(l.slice(1, q + 1), (c, k) => c * (k + 1)).reduceRight((s, c) => s * x + c, 0);
          const size = l.slice(0, q + 1).reduce((sum, c) => sum + Math.abs(c), 0);
          expect(Math.abs(value(-1))).toBeLessThan(1e-12 * size);
          let ξ = -1;
          for (let i = 1; i < q; i++) {
            const scale = Array.from(l.slice(1, q + 1), (c, k) => Math.abs(c * (k + 1) * ξ ** k)).reduce(
              (a, b) => a + b,
              0,
            );
            expect(Math.abs(slope(ξ))).toBeLessThan(1e-11 * scale);
            ξ -= tau[i] / h;
          }
        },
      ),
      { seed: 5, numRuns: 200 },
    );
  });

  it("raising and lowering the order again leaves the history as it was", () => {
    for (const family of [bdfFamily, adamsFamily]) {
      for (let q = 2; q < Math.min(family.maximumOrder, 8); q++) {
        const tau = Float64Array.from({ length: 14 }, (_, k) => (k === 1 ? 0.1 : 0.1 * (1 + 0.3 * Math.sin(k))));
        const z = columnsOf([1, -2, 0.5, 3, -1, 0.7, 0.2, -0.1, 0.4], 0.3, 0.1, q + 2);
        const before = z.slice(0, q + 1).map((column) => column.slice());
        const c = new Coefficients(family.maximumOrder);
        family.increaseOrder(c, z, q, 0.1, tau, Float64Array.of(0.01));
        family.decreaseOrder(c, z, q + 1, 0.1, tau);
        before.forEach((column, j) => expect(z[j][0]).toBeCloseTo(column[0], 12));
      }
    }
  });
});

describe("the Nordsieck array", () => {
  const polynomial = [2, -1, 0.5, 0.25, -0.125, 0.3];
  const p = (t: number) => polynomial.reduceRight((sum, c) => sum * t + c, 0);

  it("prediction moves a polynomial of degree q exactly, and can be undone", () => {
    const z = columnsOf(polynomial, 0.4, 0.2, 6);
    const before = z.map((column) => column[0]);
    predict(z, 5);
    columnsOf(polynomial, 0.6, 0.2, 6).forEach((column, j) => expect(z[j][0]).toBeCloseTo(column[0], 14));
    undoPrediction(z, 5);
    z.forEach((column, j) => expect(column[0]).toBeCloseTo(before[j], 14));
  });

  it("a change of step is a change of scale", () => {
    const z = columnsOf(polynomial, 0.4, 0.2, 6);
    rescale(z, 5, 1.7);
    columnsOf(polynomial, 0.4, 0.34, 6).forEach((column, j) => expect(z[j][0]).toBeCloseTo(column[0], 14));
  });

  it("interpolates value and derivative", () => {
    const z = columnsOf(polynomial, 0.4, 0.2, 6);
    const out = new Float64Array(1);
    interpolatePolynomial(out, z, 5, -0.7);
    expect(out[0]).toBeCloseTo(p(0.4 - 0.14), 14);
    interpolatePolynomialDerivative(out, z, 5, -0.7, 0.2);
    expect(out[0]).toBeCloseTo((p(0.26 + 1e-6) - p(0.26 - 1e-6)) / 2e-6, 8);
  });

  it("interpolates some entries to the same bits", () => {
    const z = Array.from({ length: 6 }, (_, k) => Float64Array.from({ length: 4 }, (_v, i) => 1 / (1 + k + 3 * i)));
    const [all, few, entries] = [new Float64Array(4), new Float64Array(3), Int32Array.of(3, 0, 3)];
    interpolatePolynomial(all, z, 5, -0.7);
    interpolatePolynomialEntries(few, z, 5, -0.7, entries);
    expect(few).toEqual(Float64Array.of(all[3]!, all[0]!, all[3]!));
    interpolatePolynomialDerivative(all, z, 5, -0.7, 0.2);
    interpolatePolynomialDerivativeEntries(few, z, 5, -0.7, 0.2, entries);
    expect(few).toEqual(Float64Array.of(all[3]!, all[0]!, all[3]!));
  });
});

describe("a prediction", () => {
  it.each(Array.from({ length: 12 }, (_, k) => k + 1))(
    "of order %i adds its columns in the order of Pascal's triangle, to the bit",
    (q) => {
      const columns = (): Float64Array[] =>
        Array.from({ length: 13 }, (_, j) => Float64Array.from({ length: 300 }, (_, i) => Math.sin(7 * i + j)));
      const one = columns();
      for (let k = 1; k <= q; k++)
        for (let j = q; j >= k; j--) one[j]!.forEach((value, i) => (one[j - 1]![i] = one[j - 1]![i]! + value));
      const other = columns();
      predict(other, q);
      expect(other).toEqual(one);
    },
  );
});

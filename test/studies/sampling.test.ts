import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Distribution, distributionFunctions } from "../../src/studies/distributions.ts";
import { SobolSequence } from "../../src/studies/sampling/sobolSequence.ts";
import { type Sampling, samplings, unitSample } from "../../src/studies/sampling/unitSample.ts";
import { indexPlan, sobolIndices } from "../../src/studies/sobolIndices.ts";
import {
  globalSensitivity,
  quantiles,
  sampleParameters,
  type UncertainPoint,
} from "../../src/studies/uncertainParameters.ts";
import { uncertain } from "../../src/studies/uncertainty/uncertain.ts";

const read = (name: string) => JSON.parse(readFileSync(`test/reference/studies/${name}.json`, "utf8"));

describe("the Sobol sequence", () => {
  const { points10, checksums100 } = read("sobol-sequence");

  it("is the published one, digit for digit", () => {
    const sequence = new SobolSequence(10);
    const point = new Array<number>(10);
    for (const expected of points10) {
      sequence.next(point);
      expect(point).toEqual(expected);
    }
  });

  it("has the published sums and the published thousandth point in a hundred dimensions", () => {
    const sequence = new SobolSequence(100);
    const point = new Array<number>(100);
    const sums = new Array<number>(100).fill(0);
    for (let k = 0; k < checksums100.count; k++) {
      sequence.next(point);
      if (k === 1000) expect(point).toEqual(checksums100.point1000);
      point.forEach((x, j) => (sums[j] = sums[j]! + x));
    }
    sums.forEach((sum, j) => expect(sum).toBeCloseTo(checksums100.sumPerDimension[j], 9));
  });

  it("stays even when scrambled: every power of two of points has one in each of as many strata", () => {
    for (const seed of [1, 2, 77]) {
      const points = unitSample("sobol", 64, 5, seed);
      for (let k = 0; k < 5; k++) {
        const strata = new Set(Array.from({ length: 64 }, (_, i) => Math.floor(64 * points[5 * i + k]!)));
        expect(strata.size).toBe(64);
      }
    }
    expect(unitSample("sobol", 8, 3, 1)).not.toEqual(unitSample("sobol", 8, 3, 2));
    expect(unitSample("sobol", 8, 3, 1)).toEqual(unitSample("sobol", 8, 3, 1));
  });

  it("refuses more dimensions than it has", () => {
    expect(() => new SobolSequence(101)).toThrow(/1 to 100 dimensions; 101/);
  });
});

describe("a Latin hypercube", () => {
  it("has one point in every stratum of every coordinate", () => {
    const [n, d] = [50, 4];
    const points = unitSample("latin", n, d, 3);
    for (let k = 0; k < d; k++) {
      const strata = Array.from({ length: n }, (_, i) => Math.floor(n * points[i * d + k]!)).sort((a, b) => a - b);
      expect(strata).toEqual(Array.from({ length: n }, (_, i) => i));
    }
  });
});

describe("distributions", () => {
  const { distributions, empirical } = read("distributions");

  it("have the moments, quantiles and probabilities of their closed forms", () => {
    for (const { distribution, mean, deviation, quantiles, cdfAt } of distributions) {
      const { note: _note, ...given } = distribution;
      const kind = given.kind === "truncated normal" ? "normal" : given.kind;
      const functions = distributionFunctions({ ...given, kind } as Distribution, "x");
      expect(functions.mean).toBeCloseTo(mean, 10);
      expect(functions.deviation).toBeCloseTo(deviation, 10);
      for (const [p, x] of Object.entries(quantiles))
        expect(functions.quantile(Number(p))).toBeCloseTo(x as number, 10);
      for (const [x, p] of cdfAt) expect(functions.probability(x)).toBeCloseTo(p, 10);
    }
  });

  it("of data interpolate between the measured values", () => {
    const functions = distributionFunctions({ kind: "data", values: empirical.data }, "x");
    for (const [p, x] of Object.entries(empirical.quantiles))
      expect(functions.quantile(Number(p))).toBeCloseTo(x as number, 12);
    expect(functions.mean).toBeCloseTo(empirical.mean, 12);
    expect(functions.deviation).toBeCloseTo(empirical.deviation, 10);
  });

  it("of single values give each its share", () => {
    const functions = distributionFunctions({ kind: "discrete", values: [3, 1, 2], probabilities: [1, 2, 1] }, "x");
    expect([0, 0.49, 0.5, 0.74, 0.75, 1].map((p) => functions.quantile(p))).toEqual([1, 1, 2, 2, 3, 3]);
    expect(functions.mean).toBe(1.75);
  });

  it("invert themselves", () => {
    for (const distribution of [
      { kind: "normal", mean: 2, deviation: 0.1 },
      { kind: "normal", mean: 0, deviation: 1, min: 2, max: 9 },
      { kind: "lognormal", mu: -1, sigma: 2 },
      { kind: "triangular", min: 0, mode: 0, max: 1 },
    ] as const) {
      const { quantile, probability } = distributionFunctions(distribution, "x");
      for (const p of [1e-4, 0.1, 0.5, 0.9, 0.9999])
        expect(Math.abs(probability(quantile(p)) / p - 1)).toBeLessThan(1e-9);
    }
  });

  it("refuse parameters that make no distribution", () => {
    const refused: [Distribution, RegExp][] = [
      [{ kind: "normal", mean: 0, deviation: 0 }, /E-DISTRIBUTION.*deviation 0/s],
      [{ kind: "normal", mean: 0, deviation: 1, min: 50 }, /does not reach/],
      [{ kind: "uniform", min: 1, max: 1 }, /1 … 1/],
      [{ kind: "triangular", min: 0, mode: 2, max: 1 }, /mode = 2/],
      [{ kind: "discrete", values: [1, 2], probabilities: [1] }, /2 values and 1/],
      [{ kind: "data", values: [1] }, /1 measured/],
      [{ kind: "gauss" } as unknown as Distribution, /unknown distribution "gauss"/],
      [{ kind: "uniform", min: 0, max: Number.NaN }, /max = NaN/],
    ];
    for (const [distribution, message] of refused)
      expect(() => distributionFunctions(distribution, "k")).toThrow(message);
    expect(() => distributionFunctions({ kind: "uniform", min: 0, max: 1, mean: 2 } as Distribution, "k")).toThrow(
      /mean/,
    );
  });
});

describe("Sobol indices", () => {
  const ishigami = (x: ArrayLike<number>) => {
    const [a, b, c] = [0, 1, 2].map((k) => Math.PI * (2 * x[k]! - 1)) as [number, number, number];
    return Math.sin(a) + 7 * Math.sin(b) ** 2 + 0.1 * c ** 4 * Math.sin(a);
  };
  const g = (x: ArrayLike<number>) =>
    [0, 1, 4.5, 9].reduce((f, a, k) => (f * (Math.abs(4 * x[k]! - 2) + a)) / (1 + a), 1);
  const evaluate = (f: (x: ArrayLike<number>) => number, d: number, rows: number, kind: Sampling) => {
    const plan = indexPlan(rows, d, kind, 5);
    const values = Float64Array.from({ length: rows * (d + 2) }, (_, k) => f(plan.points.subarray(k * d, (k + 1) * d)));
    return sobolIndices(plan, values, 9);
  };

  /** One per cent of an index; of one that is zero a hundredth of the variance. */
  const expectIndex = (found: number, exact: number): void =>
    expect(Math.abs(found - exact)).toBeLessThan(exact === 0 ? 0.01 : 0.01 * exact);

  it("of Ishigami's function are those of the closed form, to one per cent", () => {
    const { variance, mean, indices } = evaluate(ishigami, 3, 16384, "sobol");
    expect(mean).toBeCloseTo(3.5, 1);
    expect(Math.abs(variance / 13.844587940719254 - 1)).toBeLessThan(0.01);
    const first = [0.31390519114781146, 0.44241114479004084, 0];
    const total = [0.5575888552099592, 0.44241114479004084, 0.24368366406214773];
    indices.forEach((index, k) => {
      expectIndex(index.first, first[k]!);
      expectIndex(index.total, total[k]!);
    });
  });

  // [Saltelli2010]: f is a product of factors with mean 1 and the variances v_k
  const vs = [0, 1, 4.5, 9].map((a) => 1 / 3 / (1 + a) ** 2);
  const variance = vs.reduce((product, v) => product * (1 + v), 1) - 1;

  it("of the g-function are those of the closed form, to one per cent", () => {
    const found = evaluate(g, 4, 32768, "sobol");
    expect(Math.abs(found.variance / variance - 1)).toBeLessThan(0.01);
    found.indices.forEach(({ first, total }, k) => {
      expectIndex(first, vs[k]! / variance);
      // all factors but one: what the others leave
      const without = (1 + variance) / (1 + vs[k]!) - 1;
      expectIndex(total, 1 - without / variance);
    });
  });

  it("have intervals that hold the truth with plain sampling, too", () => {
    const { indices } = evaluate(g, 4, 4096, "plain");
    indices.forEach(({ firstInterval: [low, high] }, k) => {
      const margin = 0.5 * (high - low);
      expect(vs[k]! / variance).toBeGreaterThan(low - margin);
      expect(vs[k]! / variance).toBeLessThan(high + margin);
    });
  });
});

describe("uncertain parameters", () => {
  it("have the moments of their distributions, with every kind of sampling", () => {
    for (const sampling of samplings) {
      const points = sampleParameters(
        { a: { kind: "normal", mean: 3, deviation: 0.5 }, b: { kind: "uniform", min: 0, max: 1 } },
        { count: 4096, sampling, seed: 4 },
      );
      const mean = (name: string) => points.reduce((sum, point) => sum + point[name]!, 0) / points.length;
      expect(Math.abs(mean("a") - 3)).toBeLessThan(4 * (0.5 / 64));
      expect(Math.abs(mean("b") - 0.5)).toBeLessThan(4 * (0.29 / 64));
    }
  });

  it("split the variance of a sum as its squares say", () => {
    const s = [1, 2, 3];
    const { indices, deviation } = globalSensitivity(
      Object.fromEntries(s.map((deviation, k) => [`x${k}`, { kind: "normal" as const, mean: 0, deviation }])),
      (point) => point["x0"]! + point["x1"]! + point["x2"]!,
      { rows: 2048 },
    );
    expect(deviation).toBeCloseTo(Math.sqrt(14), 1);
    s.forEach((deviation, k) => {
      expect(Math.abs(indices[`x${k}`]!.first - deviation ** 2 / 14)).toBeLessThan(0.01);
      expect(Math.abs(indices[`x${k}`]!.total - deviation ** 2 / 14)).toBeLessThan(0.01);
    });
  });

  it("take what uncertain() gives as its distribution", () => {
    const wide = uncertain(0, { deviation: 2 });
    const plain = { a: wide.distribution, b: { kind: "uniform", min: -1, max: 1 } } as const;
    const made = { a: wide, b: uncertain(0, { interval: [-1, 1] }) };
    const sum = ({ a, b }: UncertainPoint) => a! + b!;
    expect(sampleParameters(made, { count: 5 })).toEqual(sampleParameters(plain, { count: 5 }));
    expect(globalSensitivity(made, sum, { rows: 32 })).toEqual(globalSensitivity(plain, sum, { rows: 32 }));
  });

  it("are refused where nothing can be drawn or evaluated", () => {
    const k = { k: { kind: "uniform", min: 0, max: 1 } } as const;
    expect(() => sampleParameters({})).toThrow(/No parameter is uncertain/);
    expect(() => sampleParameters(k, { count: 0 })).toThrow(/count = 0/);
    expect(() => sampleParameters(k, { sampling: "halton" as never })).toThrow(/"halton" is not known/);
    expect(() => globalSensitivity(k, () => Number.NaN)).toThrow(/The result is NaN[\s\S]*k = /);
    expect(() => globalSensitivity(k, { stopTime: 1 } as never)).toThrow(/needs a function[\s\S]*is object/);
    expect(() => sampleParameters({ k: null as never })).toThrow(/"k" has the unknown distribution/);
    expect(() => quantiles([], [0.5])).toThrow(/no values/);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { expr, instantiate, Model, type ModelDefinition, Var } from "../../src/index.ts";
import { cholesky, correlationMatrix } from "../../src/studies/uncertainty/correlations.ts";
import { propagate } from "../../src/studies/uncertainty/propagate.ts";
import { quantileBands } from "../../src/studies/uncertainty/quantileBands.ts";
import { uncertain } from "../../src/studies/uncertainty/uncertain.ts";
import { models } from "../sensitivity/sensitivityModels.ts";
import { compileDual, type Dual } from "./dual.ts";

const { cases } = JSON.parse(readFileSync("test/reference/studies/uncertainty.json", "utf8"));
const decay = instantiate(Model({ k: 0.7, x: Var({ init: 2 }), equations: "der(x) = -k*x" }));
const algebraic = (source: Parameters<typeof Model>[0]): ReturnType<typeof instantiate> =>
  instantiate(Model(source) as ModelDefinition);

describe("propagation of uncertainty", () => {
  it.each(["decay", "decayTwo", "decayCorrelated"])("through a run gives the published deviation: %s", (name) => {
    const { k, sk, x0, sx, rho, t, linearDeviation } = cases[name];
    const run = propagate(decay, {
      uncertain: { k: uncertain(k, { deviation: sk }), "start(x)": uncertain(x0, { deviation: sx }) },
      correlations: [["k", "start(x)", rho]],
      stopTime: t,
      tolerance: 1e-9,
    });
    expect(run.final("x").deviation).toBeCloseTo(linearDeviation, 8);
    const { deviations, time } = run.band("x");
    expect(deviations[time.length - 1]).toBeCloseTo(linearDeviation, 8);
    expect(deviations[0]).toBeCloseTo(sx, 12);
  });

  it("adds correlated deviations, and names contributions: a voltage divider", () => {
    const { V, sV, R1, s1, R2, s2, rho, linearDeviation, contributionsIfIndependent } = cases.divider;
    const model = algebraic({ V: 1, R1: 1, R2: 1, y: Var({}), equations: "y = V*R2/(R1 + R2)" });
    const run = propagate(model, {
      uncertain: {
        V: uncertain(V, { deviation: sV }),
        R1: uncertain(R1, { deviation: s1 }),
        R2: uncertain(R2, { deviation: s2 }),
      },
      correlations: [["R1", "R2", rho]],
    });
    expect(run.final("y").value).toBeCloseTo(cases.divider.y, 10);
    expect(run.final("y").deviation).toBeCloseTo(linearDeviation, 10);
    expect(Object.values(run.final("y").contributions)).toEqual(
      contributionsIfIndependent.map((value: number) => expect.closeTo(value, 12)),
    );
  });

  it("reproduces example H.2 of the GUM", () => {
    const { means, deviationsOfMeans, correlationsOfMeans, deviations, correlations, results } = cases.gumH2;
    const model = algebraic({
      V: 1,
      I: 1,
      phi: 1,
      R: Var({}),
      X: Var({}),
      Z: Var({}),
      equations: "R = V/I*cos(phi); X = V/I*sin(phi); Z = V/I",
    });
    const [V, I, phi] = means.map((mean: number, k: number) => uncertain(mean, { deviation: deviationsOfMeans[k] }));
    const run = propagate(model, {
      uncertain: { V, I, phi },
      correlations: [
        ["V", "I", correlationsOfMeans.VI],
        ["V", "phi", correlationsOfMeans.Vphi],
        ["I", "phi", correlationsOfMeans.Iphi],
      ],
    });
    for (const name of ["R", "X", "Z"]) {
      expect(run.final(name).value).toBeCloseTo(results[name], 5);
      expect(run.final(name).deviation).toBeCloseTo(deviations[name], 5);
    }
    expect(run.correlation("R", "X")).toBeCloseTo(correlations.RX, 4);
    expect(run.correlation("X", "Z")).toBeCloseTo(correlations.XZ, 4);
  });

  it("keeps what is correlated: 2.1 ± 0.4 doubled, and less itself, as in Modia's tutorial", () => {
    const model = algebraic({ m1: 1, m2: Var({}), m3: Var({}), equations: "m2 = 2*m1; m3 = m2 - m1" });
    const run = propagate(model, { uncertain: { m1: uncertain(2.1, { deviation: 0.4 }) } });
    expect([run.final("m2").value, run.final("m2").deviation]).toEqual([4.2, expect.closeTo(0.8, 12)]);
    expect([run.final("m3").value, run.final("m3").deviation]).toEqual([2.1, expect.closeTo(0.4, 12)]);
  });

  it("has the band of the pendulum in Modia's tutorial: that of numbers which carry their derivatives", () => {
    const unsure = { L: [0.8, 0.1], m: [1, 0.1], d: [0.5, 0.05], "start(phi)": [Math.PI / 2, 0.1] } as const;
    const model = instantiate(
      Model({
        ...{ L: 1, m: 1, d: 1, g: 9.81 },
        phi: Var({ init: 1 }),
        w: Var({ init: 0 }),
        equations: "w = der(phi); 0 = m*L^2*der(w) + d*w + m*g*L*sin(phi)",
      }),
    );
    const run = propagate(model, {
      uncertain: Object.fromEntries(
        Object.entries(unsure).map(([name, [value, deviation]]) => [name, uncertain(value, { deviation })]),
      ),
      stopTime: 10,
      tolerance: 1e-9,
    });
    // every number with its derivatives by the four: Runge and Kutta's method for all of them at once
    const own = Object.values(unsure).map(([value], k): Dual => [value, 0, 0, 0, 0].with(k + 1, 1));
    const [L, m, d, phi0] = own as [Dual, Dual, Dual, Dual];
    const acceleration = compileDual("-(d*w + m*9.81*L*sin(phi))/(m*L^2)");
    const rates = ([phi, w]: Dual[]): Dual[] => [
      w!,
      acceleration(new Map(Object.entries({ L, m, d, phi: phi!, w: w! })), 4),
    ];
    const plus = (y: Dual[], h: number, k: Dual[]): Dual[] => y.map((x, i) => x.map((v, j) => v + h * k[i]![j]!));
    const step = 0.01;
    let y: Dual[] = [phi0, [0, 0, 0, 0, 0]];
    for (let n = 1; n <= 1000; n++) {
      const k1 = rates(y);
      const k2 = rates(plus(y, step / 2, k1));
      const k3 = rates(plus(y, step / 2, k2));
      const k4 = rates(plus(y, step, k3));
      y = [k1, k2, k2, k3, k3, k4].reduce((sum, k) => plus(sum, step / 6, k), y);
      if (![100, 200, 500, 1000].includes(n)) continue;
      const [value, ...slopes] = y[0]!;
      const deviation = Math.hypot(...slopes.map((slope, k) => slope * Object.values(unsure)[k]![1]));
      const found = run.at(n * step, "phi");
      expect(found.value).toBeCloseTo(value!, 6);
      expect(found.deviation).toBeCloseTo(deviation, 6);
    }
  });

  it("goes through events: the third bounce of a ball and the height after it", () => {
    const { e, se, h0, sh, n, bounceTime, bounceTimeDeviation, apex, apexDeviation } = cases.bouncingBall;
    const run = propagate(instantiate(models["bouncing-ball"]!), {
      uncertain: { e: uncertain(e, { deviation: se }), h0: uncertain(h0, { deviation: sh }) },
      stopTime: 2.4,
      tolerance: 1e-10,
    });
    const bounce = run.eventTimes.filter(({ cause }) => cause.includes("true"))[n - 1]!;
    expect(bounce.time).toBeCloseTo(bounceTime, 9);
    expect(bounce.deviation).toBeCloseTo(bounceTimeDeviation, 8);
    // at its top the ball stands still, so that the height there does not feel when it is reached
    const top = bounceTime + Math.sqrt((2 * apex) / 9.81);
    expect(run.at(top, "y").value).toBeCloseTo(apex, 8);
    expect(run.at(top, "y").deviation).toBeCloseTo(apexDeviation, 7);
  });

  it("knows intervals and distributions by their deviation", () => {
    expect(uncertain(1, { interval: [0.4, 1.6] }).deviation).toBeCloseTo(1.2 / Math.sqrt(12), 12);
    const spread = uncertain(0, { distribution: { kind: "triangular", min: -1, mode: 0.5, max: 3 } });
    expect(spread.deviation).toBeCloseTo(0.824957911384, 10);
  });
});

describe("quantile bands", () => {
  const { k, sk, x0, t, quantiles, exactMean, exactDeviation } = cases.decay;

  it("come near the exact quantiles, and their convergence shows", () => {
    const { bands } = quantileBands(decay, {
      uncertain: { k: uncertain(k, { deviation: sk }), "start(x)": uncertain(x0, { deviation: 0 }) },
      outputs: ["x"],
      levels: [0.025, 0.25, 0.5, 0.75, 0.975],
      count: 256,
      points: 3,
      stopTime: t,
    });
    const band = bands["x"]!;
    expect(band.quantiles.map((curve) => curve[2])).toEqual(
      ["0.025", "0.25", "0.5", "0.75", "0.975"].map((level) => expect.closeTo(quantiles[level], 2)),
    );
    expect(band.mean[2]).toBeCloseTo(exactMean, 3);
    expect(band.deviation[2]).toBeCloseTo(exactDeviation, 3);
    expect(band.quantiles[0]![0]).toBe(x0);
    expect(band.convergence.map(({ runs }) => runs)).toEqual([64, 128, 256]);
    const errors = band.convergence.map(({ mean }) => Math.abs(mean - exactMean));
    expect(errors[2]!).toBeLessThan(errors[0]!);
  });

  it("keep correlations: what is lost in one is won in the other", () => {
    const sum = algebraic({ a: 0, b: 0, y: Var({}), z: Var({}), equations: "y = a + b; z = a - b" });
    const { bands } = quantileBands(sum, {
      uncertain: { a: uncertain(1, { deviation: 1 }), b: uncertain(2, { deviation: 1 }) },
      correlations: [["a", "b", -1]],
      outputs: ["y", "z"],
      count: 256,
      points: 2,
    });
    expect(bands["y"]!.deviation.at(-1)).toBeCloseTo(0, 6);
    expect(bands["z"]!.deviation.at(-1)! / 2).toBeCloseTo(1, 1);
  });

  it("count a run only until it has ended itself, and say how many are left", () => {
    // x = v·t reaches the wall at 1/v: a run with v > 1 does not see the end
    const run = instantiate(
      Model({ v: 1, x: Var({ init: 0 }), equations: 'der(x) = v\nwhen x > 1 then\nterminate("wall")\nend' }),
    );
    const { bands, points } = quantileBands(run, {
      uncertain: { v: uncertain(1, { interval: [0.5, 1.5] }) },
      outputs: ["x"],
      count: 64,
      points: 3,
      stopTime: 1,
    });
    const slow = points.filter(({ v }) => v! < 1).map(({ v }) => v!);
    const { reached, mean, convergence, finalValues } = bands["x"]!;
    expect([...reached]).toEqual([64, 64, slow.length]);
    expect(finalValues.filter(Number.isNaN).length).toBe(64 - slow.length);
    const slowMean = slow.reduce((sum, v) => sum + v, 0) / slow.length;
    expect(mean[2]).toBeCloseTo(slowMean, 6);
    expect(convergence[2]).toEqual({ runs: 64, mean: expect.closeTo(slowMean, 6), deviation: expect.any(Number) });
    // where no run is left there is nothing to tell
    const fast = quantileBands(run, {
      uncertain: { v: uncertain(5, { interval: [4, 6] }) },
      outputs: ["x"],
      count: 4,
      points: 2,
      stopTime: 1,
    }).bands["x"]!;
    expect([...fast.reached, fast.mean[1], fast.deviation[1]]).toEqual([4, 0, Number.NaN, Number.NaN]);
    expect(fast.convergence[2]).toEqual({ runs: 4, mean: Number.NaN, deviation: Number.NaN });
  });
});

describe("a run of a band that fails", () => {
  it("says which it is, and the values that were drawn for it", () => {
    const limited = instantiate(
      Model({ k: 0.7, x: Var({ init: 2 }), equations: 'der(x) = -k*x; assert(k < 0.8, "too fast")' }),
    );
    const unsure = { k: uncertain(0.7, { interval: [0.5, 0.9] }) };
    const { points } = quantileBands(decay, { uncertain: unsure, outputs: ["x"], count: 16, stopTime: 1 });
    const first = points.findIndex(({ k }) => k! >= 0.8);
    expect(first).toBeGreaterThan(0);
    expect(() => quantileBands(limited, { uncertain: unsure, outputs: ["x"], count: 16, stopTime: 1 })).toThrow(
      expect.objectContaining({
        code: "E-ASSERT",
        because: expect.stringMatching(new RegExp(`; run ${first + 1} has k = ${points[first]!["k"]}$`)),
        data: expect.objectContaining({ run: first + 1, sample: points[first] }),
      }),
    );
  });
});

describe("what is no uncertainty", () => {
  it("is refused", () => {
    expect(() => uncertain(Number.NaN, { deviation: 1 })).toThrow(/E-DISTRIBUTION/);
    expect(() => uncertain(1, {} as never)).toThrow(/one of deviation, interval and distribution/);
    expect(() => uncertain(1, { deviation: -1 })).toThrow(/E-DISTRIBUTION/);
    expect(() => uncertain(1, { interval: [2, 3] })).toThrow(/outside of its interval/);
    expect(() => propagate(decay, { uncertain: {} })).toThrow(/E-STUDY/);
    expect(() => propagate(decay, { uncertain: { q: uncertain(1, { deviation: 1 }) } })).toThrow(
      /"q"[\s\S]*options\.uncertain\.q/,
    );
    expect(() => quantileBands(decay, { uncertain: {}, outputs: ["x"] })).toThrow(/E-STUDY/);
    const bands = (options: object) => () =>
      quantileBands(decay, {
        uncertain: { k: uncertain(1, { deviation: 0.1 }) },
        outputs: ["x"],
        count: 2,
        ...options,
      } as never);
    expect(bands({ uncertain: { q: uncertain(1, { deviation: 1 }) } })).toThrow(/"q"[\s\S]*options\.uncertain\.q/);
    expect(bands({ uncertain: { "start(k)": uncertain(1, { deviation: 1 }) } })).toThrow(/"k"[\s\S]*start\(k\)/);
    expect(bands({ uncertain: { k: 1 } })).toThrow(/E-DISTRIBUTION[\s\S]*options\.uncertain\.k[\s\S]*uncertain\(1, /);
    expect(() => propagate(decay, { uncertain: { k: 1 } as never })).toThrow(/not an uncertain number/);
    expect(bands({ outputs: ["X"] })).toThrow(/E-STUDY.*"X"[\s\S]*options\.outputs[\s\S]*"x"/);
    expect(bands({ levels: [2] })).toThrow(/E-OPTION-VALUE[\s\S]*options\.levels/);
    const three = ["a", "b", "c"];
    expect(() => correlationMatrix(three, [["a", "d", 0.5]])).toThrow(/not uncertain/);
    expect(() => correlationMatrix(three, [["a", "b", 1.5]])).toThrow(/correlation/);
    const impossible = correlationMatrix(three, [
      ["a", "b", -0.9],
      ["b", "c", -0.9],
      ["a", "c", -0.9],
    ]);
    expect(() => cholesky(impossible, 3)).toThrow(/contradict/);
    const one = uncertain(1, { deviation: 0.1 });
    const sum = algebraic({ a: 1, b: 1, c: 1, equations: "y = a + b + c" });
    const correlations = three.map((name, k): [string, string, number] => [name, three[(k + 1) % 3]!, -0.9]);
    // the sum would have the variance −0.024
    expect(() => propagate(sum, { uncertain: { a: one, b: one, c: one }, correlations })).toThrow(/contradict/);
  });

  it("a start value by expression keeps its expression otherwise", () => {
    const model = algebraic({ x0: 2, k: 1, x: Var({ init: expr`x0` }), equations: "der(x) = -k*x" });
    const run = propagate(model, { uncertain: { x0: uncertain(3, { deviation: 0.3 }) }, stopTime: 1, tolerance: 1e-9 });
    expect(run.final("x").value).toBeCloseTo(3 / Math.E, 7);
    expect(run.final("x").deviation).toBeCloseTo(0.3 / Math.E, 7);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  expr,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  Object3D,
  Par,
  Revolute,
  Scene,
  Solid,
  simulate,
  Var,
} from "../../src/index.ts";
import { type Calibration, calibrate } from "../../src/studies/calibration/calibrate.ts";
import { seriesFromCsv } from "../../src/studies/calibration/measurements.ts";
import { studentQuantile } from "../../src/studies/calibration/studentDistribution.ts";
import { models } from "../sensitivity/sensitivityModels.ts";

const { cases } = JSON.parse(readFileSync("test/reference/studies/parameter-estimation.json", "utf8"));

interface PublishedFit {
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly standardDeviations?: Readonly<Record<string, number | string>>;
  readonly residualSumOfSquares?: number | string;
  readonly correlation?: readonly (readonly number[])[];
}

function expectFit(fit: Calibration, published: PublishedFit, relative: number): void {
  const names = Object.keys(published.parameters);
  for (const name of names) {
    const { value, deviation } = fit.parameters[name]!;
    expect(Math.abs(value / Number(published.parameters[name]) - 1), name).toBeLessThan(relative);
    const wanted = published.standardDeviations?.[name];
    if (wanted !== undefined)
      expect(Math.abs(deviation / Number(wanted) - 1), `s(${name})`).toBeLessThan(10 * relative);
  }
  if (published.residualSumOfSquares !== undefined)
    expect(Math.abs(fit.sumOfSquares / Number(published.residualSumOfSquares) - 1)).toBeLessThan(1e-6);
  published.correlation?.forEach((row, i) => {
    row.forEach((value, j) => expect(fit.correlation(names[i]!, names[j]!)).toBeCloseTo(value, 3));
  });
  expect(fit.hasConverged).toBe(true);
}

const motor = instantiate(
  Model({
    R: 1,
    L: 0.002,
    K: 0.05,
    J: 1e-4,
    b: 1e-4,
    i: Var({ init: 0, unit: "A" }),
    w: Var({ init: 0, unit: "rad/s" }),
    equations: "L*der(i) = 6 + 6*sin(20*time) - R*i - K*w; J*der(w) = K*i - b*w",
  }),
  { checkUnits: false },
);

describe("calibration", () => {
  it("finds Barnes' predators and prey", () => {
    const { data, fits } = cases.barnes;
    const model = instantiate(
      Model({
        p1: 1,
        p2: 1,
        p3: 1,
        y1: Var({ init: 1 }),
        y2: Var({ init: 0.3 }),
        equations: "der(y1) = p1*y1 - p2*y1*y2; der(y2) = p2*y1*y2 - p3*y2",
      }),
    );
    const fit = calibrate(model, {
      parameters: fits.fixedStart.start,
      data: { time: data.t, y1: data.y1, y2: data.y2 },
    });
    expectFit(fit, fits.fixedStart, 1e-5);
    const { value, deviation, interval } = fit.parameters["p1"]!;
    expect((interval[1] - value) / deviation).toBeCloseTo(studentQuantile(0.975, 19), 8);
  });

  it("finds hares and lynx of the Hudson Bay, their first numbers too", () => {
    const { data, fits } = cases["lynx-hare"];
    const model = instantiate(
      Model({
        alpha: 0.5,
        beta: 0.02,
        gamma: 0.7,
        delta: 0.02,
        u: Var({ init: 30 }),
        v: Var({ init: 4 }),
        equations: "der(u) = (alpha - beta*v)*u; der(v) = (-gamma + delta*u)*v",
      }),
    );
    const { u0, v0, ...start } = fits.freeStart.start;
    const fit = calibrate(model, {
      parameters: { ...start, "start(u)": u0, "start(v)": v0 },
      data: { time: data.t, u: data.u, v: data.v },
      // errors of the run are seen a thousand times larger in the numbers at the start
      simulate: { tolerance: 1e-10 },
    });
    const { u0: u, v0: v, ...rest } = fits.freeStart.parameters;
    expectFit(
      fit,
      { ...fits.freeStart, standardDeviations: {}, parameters: { ...rest, "start(u)": u, "start(v)": v } },
      1e-6,
    );
  });

  it("finds the five numbers of a motor from noisy current and speed", () => {
    const { data, fits } = cases["dc-motor"];
    const fit = calibrate(motor, {
      parameters: fits.bothSignals.start,
      data: { time: data.t, i: data.i, w: data.w },
      deviations: { i: 0.05, w: 0.5 },
    });
    expectFit(fit, fits.bothSignals, 1e-5);
    expect(fit.indistinguishable).toEqual([]);
  });

  it("names the numbers of the motor that its speed alone cannot tell apart", () => {
    const { data, fits } = cases["dc-motor"];
    const fit = calibrate(motor, {
      parameters: fits.bothSignals.start,
      data: { time: data.t, w: data.w },
      deviations: { w: 0.5 },
    });
    expect(fit.indistinguishable.length).toBe(2);
    expect(new Set(fit.indistinguishable.flat())).toEqual(new Set(["R", "L", "K", "J", "b"]));
    expect(Object.values(fit.parameters).map(({ deviation }) => deviation)).toEqual(Array(5).fill(Infinity));
  });

  it("takes several experiments with noise of their own: an enzyme", () => {
    const { experiments, fits } = cases["michaelis-menten-depletion"];
    const model = instantiate(Model({ Vmax: 1, Km: 1, S: Var({ init: 1 }), equations: "der(S) = -Vmax*S/(Km + S)" }));
    const list = experiments.map((item: { t: number[]; S: number[]; S0: number; deviation: number }) => ({
      data: { time: item.t, S: item.S },
      merge: { S: item.S0 },
      deviations: { S: item.deviation },
    }));
    const parameters = { Vmax: { start: 1, min: 0 }, Km: { start: 1, min: 0 } };
    const fit = calibrate(model, { parameters, experiments: list });
    expectFit(fit, fits.allThree, 1e-5);
    expect(fit.results.length).toBe(3);
    expect(fit.residuals.length).toBe(
      list.reduce((sum: number, { data }: { data: { S: number[] } }) => sum + data.S.length, 0),
    );
  });

  it("finds restitution and height of a ball from a film, through its bounces", () => {
    const { data, fits } = cases["bouncing-ball-film"];
    const time = data.height.map((_: number, k: number) => k / data.framesPerSecond);
    const ball = instantiate(models["bouncing-ball"]!);
    const fit = calibrate(ball, {
      parameters: { e: 0.8, h0: 1 },
      data: { time, film: data.height },
      outputs: { film: "y" },
    });
    expectFit(fit, fits.gKnown, 1e-7);
  });

  it.each(["softL1", "huber", "cauchy", "arctan"] as const)("is not led astray by outliers: %s", (loss) => {
    const { data, fits } = cases["robust-decay"];
    const model = instantiate(Model({ a: 2, b: 1, c: 0.3, y: Var({}), equations: "y = a*exp(-b*time) + c" }));
    const fit = calibrate(model, {
      parameters: { a: 2, b: 1, c: 0.3 },
      data: { time: data.t, y: data.y },
      loss,
      lossScale: 0.1,
    });
    expectFit(fit, { parameters: fits[loss].parameters }, 1e-8);
    expect(fit.cost / 2).toBeCloseTo(Number(fits[loss].cost), 8);
  });

  it("begins at several points, and says where each has led", () => {
    const model = instantiate(Model({ w: 2, y: Var({}), equations: "y = sin(w*time)" }));
    const time = Float64Array.from({ length: 40 }, (_, k) => 0.1 * k);
    const fit = calibrate(model, {
      parameters: { w: { start: 9, min: 0.1, max: 10 } },
      data: { time, y: time.map((t) => Math.sin(3 * t)) },
      starts: 5,
    });
    expect(fit.parameters["w"]!.value).toBeCloseTo(3, 8);
    expect(fit.starts.length).toBe(5);
    expect(fit.starts[0]!.cost).toBeLessThan(1e-10);
    expect(fit.starts.at(-1)!.cost).toBeGreaterThan(1);
    // from 0 there is no telling how far away another start would be
    expect(() =>
      calibrate(model, { parameters: { w: { start: 0, min: -5 } }, data: { time, y: time }, starts: 2 }),
    ).toThrow(/Several starts need min and max of "w"/);
  });

  it("fits elements of arrays, and what is measured of bodies: the length of a pendulum", () => {
    const pair = instantiate(
      Model({ k: [1, 2], x: Var({ init: [1, 1] }), equations: "der(x) = {-k[1]*x[1], -k[2]*x[2]}" }),
    );
    const time = [0, 0.5, 1];
    const second = calibrate(pair, {
      parameters: { "k[2]": 1 },
      data: { time, "x[2]": time.map((t) => Math.exp(-0.7 * t)) },
    });
    expect(second.parameters["k[2]"]!.value).toBeCloseTo(0.7, 7);

    const pendulum = instantiate(
      Model3D({
        world: Object3D({ feature: Scene() }),
        bob: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1 }) }) }),
        hinge: Object3D({ parent: "bob", translation: [0, 0.4, 0] }),
        rev: Revolute({ obj1: "world", obj2: "hinge", axis: 3, phi: 0.01 }),
      }),
    );
    const g = simulate(pendulum, { stopTime: 0 }).parameters.get("world.feature.gravityField.g") as number;
    const times = [0, 0.2, 0.4, 0.6, 0.8];
    const fit = calibrate(pendulum, {
      parameters: { "hinge.translation[2]": { start: 0.4, min: 0.1, max: 1 } },
      data: { time: times, phi: times.map((t) => (0.01 * 180 * Math.cos(Math.sqrt(g / 0.5) * t)) / Math.PI) },
      outputs: { phi: "rev.phi" },
      units: { phi: "deg" },
    });
    // small swings: g/l = ω² but for φ²/8
    expect(fit.parameters["hinge.translation[2]"]!.value).toBeCloseTo(0.5, 4);
    const units = { phi: "kg" };
    expect(() =>
      calibrate(pendulum, {
        parameters: { "hinge.translation[2]": 0.4 },
        data: { time: times, phi: times },
        outputs: { phi: "rev.phi" },
        units,
      }),
    ).toThrow(/E-UNIT.*"kg".*"rad"/);
    expect(() =>
      calibrate(pendulum, { parameters: { "hinge.translation[2]": 0.4 }, data: { time: times, "rev.fhi": times } }),
    ).toThrow(/did you mean "rev\.phi"/);
  });

  it("reads tables with units, and fields where nothing was measured", () => {
    const { data, units } = seriesFromCsv("time [s];x [mm]\n0;1000\n0,5;\n1;367.879441171442\n2;135.335283236613\n");
    expect(units).toEqual({ time: "s", x: "mm" });
    expect(data["x"]![1]).toBeNaN();
    const model = instantiate(
      Model({ k: Par(0.5, "1/s"), x: Var({ init: 1, unit: "m" }), equations: "der(x) = -k*x" }),
    );
    const fit = calibrate(model, { parameters: { k: 0.5 }, data, units });
    expect(fit.parameters["k"]!.value).toBeCloseTo(1, 6);
    expect(fit.residuals.length).toBe(3);
  });
});

describe("as many readings as parameters", () => {
  it("say what the parameters are, and nothing about how sure that is", () => {
    const line = instantiate(Model({ a: 0, b: 0, equations: "y = a + b*time" }));
    const fit = calibrate(line, { parameters: { a: 0, b: 0 }, data: { time: [0, 1], y: [1, 3] } });
    expect(fit.parameters.b!.value).toBeCloseTo(2, 9);
    expect(fit.parameters.b!.deviation).toBe(Number.POSITIVE_INFINITY);
    expect(fit.parameters.b!.interval).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });
});

describe("data that do not fit the model", () => {
  const model = instantiate(Model({ k: 1, x: Var({ init: expr`1`, unit: "m" }), equations: "der(x) = -k*x" }), {
    checkUnits: false,
  });
  const data = { time: [0, 1], x: [1, 0.4] };

  it("are refused with what is wrong", () => {
    const attempt = (options: object) => () => calibrate(model, { parameters: { k: 1 }, ...options } as never);
    expect(attempt({})).toThrow(/E-CALIBRATION.*no data/);
    expect(attempt({ data: { x: [1] } })).toThrow(/no times/);
    expect(attempt({ data: { time: [0, 1] } })).toThrow(/measures nothing/);
    expect(attempt({ data: { time: [0, 1], x: [1] } })).toThrow(/1 values for 2 times/);
    expect(attempt({ data: { time: [0, 1], z: [1, 2] } })).toThrow(/no variable "z"/);
    expect(attempt({ data: { time: [-2, -1], x: [1, 2] } })).toThrow(/do not overlap[\s\S]*options\.data\.time/);
    expect(attempt({ experiments: [{ data }, { data: { time: [-2, -1], x: [1, 2] } }] })).toThrow(
      /experiment 2[\s\S]*options\.experiments\[1\]\.data\.time/,
    );
    expect(attempt({ data: { time: [0, 1], x: [Number.NaN, Number.NaN] } })).toThrow(/no field of "x" is a number/);
    expect(attempt({ data, parameters: { k: { start: 5, min: 0, max: 1 } } })).toThrow(
      /"k" begins at 5, outside of 0 … 1[\s\S]*options\.parameters\.k/,
    );
    expect(attempt({ data, parameters: { k: { start: 5, min: 2, max: 1 } } })).toThrow(/bounds of "k" are 2 … 1/);
    expect(attempt({ data, simulate: { stopTime: 3 } })).toThrow(
      /E-CALIBRATION.*ends at the last[\s\S]*simulate\.stopTime/,
    );
    for (const simulate of [0.9, null, []])
      expect(attempt({ data, simulate: simulate as never })).toThrow(/E-CALIBRATION.*not an object/);
    expect(attempt({ data: { time: [-1, 1], x: [1, 2] } })).toThrow(/before its run begins/);
    expect(attempt({ data, units: { x: "kg" } })).toThrow(/E-UNIT.*"kg"/);
    expect(attempt({ data, deviations: { x: 0 } })).toThrow(/deviation/);
    expect(attempt({ data, loss: "hubert" })).toThrow(/loss/);
    expect(attempt({ data, parameters: { kk: 1 } })).toThrow(/no parameter "kk"/);
    expect(attempt({ data, parameters: {} })).toThrow(/No parameter/);
    expect(attempt({ data, parameter: 1 })).toThrow(/parameter/);
    expect(attempt({ data, simulate: { method: "rk" } })).toThrow(/E-/);
    expect(() => seriesFromCsv("time,x\n0,abc")).toThrow(/"abc" is not a number/);
    expect(() => calibrate(model, { parameters: { k: 1 }, data }).correlation("k", "m")).toThrow(/not fitted/);
  });
});

describe("Student's distribution", () => {
  it("has the quantiles of the tables", () => {
    expect(studentQuantile(0.975, 1)).toBeCloseTo(12.706204736432095, 7);
    expect(studentQuantile(0.975, 10)).toBeCloseTo(2.2281388519649385, 9);
    expect(studentQuantile(0.05, 30)).toBeCloseTo(-1.6972608865939587, 9);
    expect(studentQuantile(0.995, 1e6)).toBeCloseTo(2.575834, 5);
  });
});

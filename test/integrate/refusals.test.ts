/** What is said about problems that cannot be integrated: refusals.txt shows it as users see it. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type IntegrateOptions, integrate, type OdeProblem } from "../../src/integrate/integrate.ts";
import { type DaeProblem, integrateDae } from "../../src/integrate/integrateDae.ts";
import { findMethod, methodNames } from "../../src/integrate/methods.ts";
import { sparseStructure } from "../../src/math/matrixStructure.ts";
import { refusalsOf } from "../refusals.ts";

const decay: OdeProblem = {
  rhs: (_t, y, f) => {
    f[0] = -y[0];
    f[1] = -2 * y[1];
  },
  t0: 0,
  y0: [1, 2],
  tEnd: 1,
};
/** For what the types of TypeScript forbid, too. */
const ode = (problem: object, options: object = {}) =>
  integrate({ ...decay, ...problem } as OdeProblem, options as IntegrateOptions);
const dae = (problem: object, options: object = {}) =>
  integrateDae(
    {
      residual: (_t, y, yp, r) => {
        r[0] = yp[0] + y[1];
        r[1] = y[1] - y[0];
      },
      t0: 0,
      y0: [1, 1],
      yp0: [-1, -1],
      tEnd: 1,
      differential: [true, false],
      ...problem,
    } as DaeProblem,
    options,
  );
const root = { roots: (_t: number, y: Float64Array, g: Float64Array) => void (g[0] = y[0]! - 0.5) };

const examples: Readonly<Record<string, () => unknown>> = {
  "a name that a problem has not": () => ode({ y_0: [1] }),
  "a name that the options have not": () => ode({}, { stepSize: 1e-6 }),
  "no right-hand side": () => ode({ rhs: undefined }),
  "a Jacobian that is a matrix": () => ode({ jacobian: [[1]] }),
  "no start values": () => ode({ y0: undefined }),
  "start values that are null": () => ode({ y0: null }),
  "start values that are a number": () => ode({ y0: 3 }),
  "a handler that makes a state infinite": () =>
    ode(
      { names: ["a", "b"] },
      {
        timeEvents: [0.5],
        onTimeEvent: ({ y }: { y: Float64Array }) => void (y[1] = Number.POSITIVE_INFINITY),
      },
    ),
  "an empty start": () => ode({ y0: [] }),
  "a start value that is NaN": () => ode({ y0: [1, Number.NaN] }),
  "a start value that is NaN, with names": () => ode({ y0: [1, Number.NaN], names: ["a", "b"] }),
  "too few names": () => ode({ names: ["a"] }),
  "an infinite start": () => ode({ t0: Number.NEGATIVE_INFINITY }),
  "an end that is NaN": () => ode({ tEnd: Number.NaN }),
  "an end at the start": () => ode({ tEnd: 0 }),
  "an unknown method": () => ode({}, { method: "bfd" }),
  "a method like no other": () => ode({}, { method: "newmark" }),
  "a tolerance that is negative": () => ode({}, { relativeTolerance: -1 }),
  "a tolerance of 1": () => ode({}, { relativeTolerance: 1 }),
  "an end that is next to the start": () => ode({ tEnd: 1e-300 }),
  "a handler of time events that throws": () =>
    ode(
      {},
      {
        timeEvents: [0.5],
        onTimeEvent: () => {
          throw new Error("not today");
        },
      },
    ),
  "far more events than allowed": () =>
    ode(
      { roots: (t: number, _y: Float64Array, g: Float64Array) => void (g[0] = Math.sin(1e5 * t)), numberOfRoots: 1 },
      { maximumEvents: 1000, method: "tsit5", maximumStep: 1e-5 },
    ),
  "tolerances of another size": () => ode({}, { absoluteTolerance: [1, 2, 3] }),
  "tolerances that are null": () => ode({}, { absoluteTolerance: null }),
  "nominal values of another size": () => ode({}, { nominal: [1] }),
  "a nominal value of 0": () => ode({}, { nominal: 0 }),
  "a tolerance below rounding": () => ode({}, { relativeTolerance: 1e-20, absoluteTolerance: 0 }),
  "a longest step of 0": () => ode({}, { maximumStep: 0 }),
  "a first step that is negative": () => ode({}, { initialStep: -1 }),
  "a highest order of 0": () => ode({}, { maximumOrder: 0 }),
  "times that decrease": () => ode({}, { outputTimes: [0, 0.5, 0.2] }),
  "a time behind the end": () => ode({}, { outputTimes: [0, 2] }),
  "a time before the start": () => ode({}, { timeEvents: [-1] }),
  "a time that is NaN": () => ode({}, { outputTimes: [Number.NaN] }),
  "sparsity of no kind": () => ode({ sparsity: { kind: "diagonal", size: 2 } }),
  "sparsity of another size": () => ode({ sparsity: { kind: "dense", size: 3 } }),
  "bands that are too wide": () => ode({ sparsity: { kind: "banded", size: 2, lower: 2, upper: 0 } }),
  "an entry outside the matrix": () => sparseStructure(2, [[0, 2]]),
  "a mass matrix for a method without": () => ode({ massMatrix: [1, 0, 0, 1] }, { method: "bdf" }),
  "a mass matrix of another size": () => ode({ massMatrix: [1, 0, 1] }, { method: "radau5" }),
  "a mass matrix with NaN": () => ode({ massMatrix: [1, 0, 0, Number.NaN] }, { method: "radau5" }),
  "smoothness that is a number": () => ode({ isSmooth: 1 }),
  "a fraction of event functions": () => ode({ ...root, numberOfRoots: 1.5 }),
  "event functions without a function": () => ode({ numberOfRoots: 2 }),
  "directions of another number": () => ode({ ...root, numberOfRoots: 1 }, { rootDirections: [1, 1] }),
  "an event function that is NaN": () =>
    ode({ roots: (_t: number, _y: Float64Array, g: Float64Array) => void (g[0] = Number.NaN) }),
  "two names for the start, of a DAE": () => dae({ startTime: 0 }),
  "two names for the tolerance, of a DAE": () => dae({}, { tolerance: 1e-3, relativeTolerance: 1e-3 }),
  "two names for the start": () => ode({ startTime: 0 }),
  "two names for the tolerance": () => ode({}, { tolerance: 1e-3, relativeTolerance: 1e-3 }),
  "a name that the problem of a DAE has not": () => dae({ rhs: () => {} }),
  "a name that the options of a DAE have not": () => dae({}, { stepSize: 1 }),
  "a Jacobian of a DAE that is a matrix": () => dae({ jacobian: [[1]] }),
  "a Jacobian of a DAE that throws": () =>
    dae({
      jacobian: () => {
        throw new Error("no slope");
      },
    }),
  "a residual that throws": () =>
    dae({
      residual: () => {
        throw new Error("no rest");
      },
    }),
  "a residual that is none": () => dae({ residual: 3 }),
  "start values of a DAE that are not numbers": () => dae({ y0: [1, Number.NaN] }),
  "slopes of a DAE that are not numbers": () => dae({ yp0: [1, Number.NaN], names: ["a", "b"] }),
  "slopes of a DAE of another number": () => dae({ yp0: [1] }),
  "start values of a DAE of no kind": () => dae({}, { startValues: "best" }),
  "a saved state of another method": () => {
    const of = (method: string) =>
      findMethod(method).create({ size: 1, rhs: () => {} }, 0, Float64Array.of(1), 1, {
        relativeTolerance: 1e-3,
        absoluteTolerance: Float64Array.of(1e-3),
        maximumStep: 1,
        initialStep: 0,
      });
    of("bdf").restore(of("tsit5").save());
  },
  "a saved state of another size": () => {
    const of = (size: number) =>
      findMethod("bdf").create({ size, rhs: () => {} }, 0, new Float64Array(size), 1, {
        relativeTolerance: 1e-3,
        absoluteTolerance: new Float64Array(size).fill(1e-3),
        maximumStep: 1,
        initialStep: 0,
      });
    of(2).restore(of(3).save());
  },
  "a right-hand side that throws": () =>
    ode({
      rhs: () => {
        throw new Error("no value");
      },
    }),
  "a limit of steps that is negative": () => ode({}, { maximumSteps: -1 }),
  "a limit of time that is a text": () => ode({}, { maximumWallTime: "long" }),
  "more steps than allowed": () => ode({}, { maximumSteps: 3, method: "tsit5", relativeTolerance: 1e-9 }),
  "more events than allowed": () =>
    ode(
      {
        roots: (t: number, _y: Float64Array, g: Float64Array) => void (g[0] = Math.round(20 * t) % 2 === 0 ? 1 : -1),
        numberOfRoots: 1,
      },
      { maximumEvents: 3, method: "tsit5", maximumStep: 0.01 },
    ),
  ...Object.fromEntries(
    methodNames.map((method) => [
      `a right-hand side that is infinite at the start, ${method}`,
      () => ode({ rhs: (_t: number, _y: Float64Array, f: Float64Array) => f.fill(Infinity) }, { method }),
    ]),
  ),
  ...Object.fromEntries(
    methodNames.map((method) => [
      `a solution that ends at t = 0.5, ${method}`,
      () =>
        ode(
          {
            y0: [2],
            rhs: (_t: number, y: Float64Array, f: Float64Array) => void (f[0] = y[0]! < 1e6 ? y[0]! ** 2 : Number.NaN),
          },
          { method },
        ),
    ]),
  ),
  // residuals
  "no residual": () => dae({ residual: undefined }),
  "a residual for a method of another kind": () => dae({}, { method: "bdf" }),
  "too few derivatives": () => dae({ yp0: [1] }),
  "too many marks": () => dae({ differential: [true] }),
  "start values that do not fit": () => dae({ y0: [1, 3], yp0: [0, 0] }),
  "a residual that is NaN": () =>
    dae({ residual: (_t: number, _y: Float64Array, _p: Float64Array, r: Float64Array) => r.fill(Number.NaN) }),
  "a residual that knows no derivative": () =>
    dae({
      residual: (_t: number, y: Float64Array, _p: Float64Array, r: Float64Array) => {
        r[0] = y[0]! - 1;
        r[1] = y[0]! - 1;
      },
      yp0: [0, 0],
    }),
  "an unknown name of a residual": () => dae({ jacobain: () => 1 }),
};

const heard = new Map<string, string>();

function refusal(name: string): string {
  const text = refusalsOf({ [name]: examples[name]! }).replaceAll(/\d+\.\d{6,}(?:e[+-]?\d+)?/g, (number) =>
    Number(number).toPrecision(4),
  );
  heard.set(name, text);
  return text;
}

it.each(Object.keys(examples))("is refused in these words: %s", (name) => {
  const sections = readFileSync(new URL("refusals.txt", import.meta.url), "utf8").split(/^(?=# )/m);
  expect(refusal(name).trim()).toBe(sections.find((one) => one.startsWith(`# ${name}\n`))?.trim());
});

it("what cannot be integrated is refused in these words", async () => {
  const all = Object.keys(examples).map((name) => heard.get(name) ?? refusal(name));
  await expect(all.join("\n")).toMatchFileSnapshot("refusals.txt");
});

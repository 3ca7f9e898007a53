/**
 * The courses of solutions to twelve digits, with every step, event and option: work/*-courses.txt. The numbers are the same on every machine,
 * since right sides use functions of ours; whoever changes a method reads here what else has changed. What they should be is said in the other tests.
 */
import { expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { type IntegrateOptions, integrate, type OdeProblem } from "../../src/integrate/integrate.ts";
import { type DaeProblem, type IntegrateDaeOptions, integrateDae } from "../../src/integrate/integrateDae.ts";
import { methodNames } from "../../src/integrate/methods.ts";
import type { IntegrationResult } from "../../src/integrate/result.ts";
import { cos, exp, sin } from "../../src/math/elementary.ts";

const digits = (x: number): string => (Math.abs(x) < 1e-13 ? "0" : String(Number(x.toPrecision(12))));
const list = (values: ArrayLike<number>): string => Array.from(values, digits).join(" ");
/** One number for many, in which the place of each counts. */
const digest = (values: readonly number[]): string =>
  String(Number(values.reduce((sum, x, k) => sum + x * cos(k), 0).toPrecision(10)));

const swing = (t0: number, y0: number[], tEnd: number): OdeProblem => ({
  rhs: (_t, y, f) => {
    f[0] = y[1];
    f[1] = -y[0];
  },
  t0,
  y0,
  tEnd,
  isSmooth: true,
});
const relaxation = (mu: number, tEnd: number): OdeProblem => ({
  rhs: (_t, y, f) => {
    f[0] = y[1];
    f[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
  },
  t0: 0,
  y0: [2, 0],
  tEnd,
  isSmooth: true,
});
/** [Robertson1966] */
const kinetics: OdeProblem = {
  rhs: (_t, y, f) => {
    f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    f[2] = 3e7 * y[1] * y[1];
    f[1] = -f[0] - f[2];
  },
  t0: 0,
  y0: [1, 0, 0],
  tEnd: 1e4,
  isSmooth: true,
};
const driven: OdeProblem = {
  rhs: (t, y, f) => {
    f[0] = -y[0] + (t < 1 ? 0 : sin(3 * t));
    f[1] = y[0] - 2 * y[1];
  },
  t0: 0,
  y0: [1, -1],
  tEnd: 2.5,
};

interface Course {
  readonly problem: OdeProblem;
  readonly options?: IntegrateOptions;
  readonly isStiff?: boolean;
}

const courses: Readonly<Record<string, Course>> = {
  "values at times": { problem: swing(0, [0, 1], 5), options: { outputTimes: [0, 0.1, 0.11, 1, 2.5, 4.999, 5] } },
  "values at times, backwards": { problem: swing(2, [1, 0], -1), options: { outputTimes: [2, 1.5, 0, -0.9, -1] } },
  "a first and a longest step": { problem: swing(0, [0, 1], 2), options: { initialStep: 1e-4, maximumStep: 0.15 } },
  "a low order": { problem: swing(0, [0, 1], 2), options: { maximumOrder: 2, relativeTolerance: 1e-4 } },
  "components of other sizes": {
    problem: { ...driven, names: ["a", "c"] },
    options: { nominal: [1, 100], relativeTolerance: 1e-5, timeEvents: [1] },
  },
  "tolerances of their own": { problem: driven, options: { absoluteTolerance: [1e-9, 1e-4], relativeTolerance: 1e-6 } },
  "several roots, some of them in one step": {
    problem: {
      ...swing(0, [0, 1], 7),
      roots: (t, y, g) => {
        g[0] = y[0] - 0.5;
        g[1] = y[1];
        g[2] = sin(9 * t) - 0.99;
        g[3] = t - 2;
      },
    },
    options: { rootDirections: [1, -1, 0, 0], relativeTolerance: 1e-4 },
  },
  "roots that nobody looks for twice": {
    problem: {
      ...swing(0, [0, 1], 4),
      roots: (t, _y, g) => {
        g[0] = (t - 1.5) * (t - 1.5) - 1e-4;
      },
    },
    options: { findDoubleCrossings: false, examineStep: ({ from, to }) => (from < 1.5 && to > 1.5 ? [1.5] : []) },
  },
  "an end at a root": {
    problem: {
      ...swing(0, [0, 1], 4),
      roots: (_t, y, g) => {
        g[0] = y[1] + 0.25;
      },
    },
    options: { stopAtRoot: true },
  },
  "events that change the state": {
    problem: {
      ...swing(0, [0, 1], 6),
      roots: (_t, y, g) => {
        g[0] = y[0];
      },
    },
    options: {
      rootDirections: [-1],
      timeEvents: [0.5, 1.75, 4],
      onRoot: ({ y }) => {
        y[1] = -0.8 * y[1]!;
        return "restart";
      },
      onTimeEvent: ({ y, t }) => {
        if (t > 1) y[0]! += 0.1;
        return t > 1 ? "restart" : undefined;
      },
    },
  },
  "a relaxation": { problem: relaxation(3, 8) },
  "a stiff relaxation": { problem: relaxation(60, 110), options: { relativeTolerance: 1e-5 }, isStiff: true },
  kinetics: {
    problem: kinetics,
    options: { absoluteTolerance: [1e-8, 1e-12, 1e-8], relativeTolerance: 1e-5 },
    isStiff: true,
  },
  "a floor of differences": {
    problem: { ...relaxation(60, 1), isSmooth: false, differenceFloor: 1e4 },
    isStiff: true,
  },
  "a border of the domain": {
    problem: {
      rhs: (_t, y, f) => {
        f[0] = -Math.sqrt(y[0]) - 0.1;
      },
      t0: 0,
      y0: [1],
      tEnd: 1.5,
    },
  },
  "a pole": {
    problem: {
      rhs: (_t, y, f) => {
        f[0] = y[0] * y[0];
      },
      t0: 0,
      y0: [1],
      tEnd: 1.2,
    },
  },
  "too few steps": { problem: swing(0, [0, 1], 50), options: { maximumSteps: 20 } },
  "a matrix of masses": {
    problem: {
      rhs: (t, y, f) => {
        f[0] = -y[0] + y[1];
        f[1] = y[1] - 2 * y[0] + cos(t);
      },
      massMatrix: [2, 0.5, 0.5, 1],
      t0: 0,
      y0: [1, 0],
      tEnd: 1,
      isSmooth: true,
    },
  },
};

function told(run: () => IntegrationResult, steps: number[]): string {
  let result: IntegrationResult;
  let ended = "";
  try {
    result = run();
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    ended = `\n  ${error.message.replaceAll("\n", "\n  ")}`;
    const { partial } = error as { partial?: IntegrationResult };
    if (partial === undefined) return ended;
    result = partial;
  }
  const { t, y, outputs, roots, statistics, status, warnings } = result;
  const numbers = Object.entries(statistics).flatMap(([name, x]) =>
    typeof x === "number" && x !== 0 && !/wall|cpu|seconds/i.test(name) ? [`${name} ${digits(x)}`] : [],
  );
  const shown =
    outputs.t.length < 12
      ? Array.from(outputs.t, (time, k) => `\n  ${digits(time)}: ${list(outputs.y[k]!)}`).join("")
      : `\n  ${outputs.t.length} rows: ${digest([...outputs.t, ...outputs.y.flatMap((row) => [...row])])}`;
  const found = roots.map((root) => `\n  root ${root.index} (${root.direction}) at ${digits(root.t)}`).join("");
  return `${ended}\n  ${status} at ${digits(t)}: ${list(y)}\n  ${numbers.join(", ")}\n  steps ${steps.length}: ${digest(steps)}${shown}${found}${warnings.map((text) => `\n  ${text}`).join("")}`;
}

it.each(methodNames)("%s goes its way as it did", async (method) => {
  const isExplicit = ["tsit5", "dop853", "adams"].includes(method);
  const lines = Object.entries(courses).flatMap(([name, { problem, options, isStiff }]) => {
    if (isStiff && isExplicit) return [];
    const steps: number[] = [];
    const middle = new Float64Array((problem.y0 as number[]).length);
    const onStep: IntegrateOptions["onStep"] = ({ t, tPrevious, order, interpolate }) => {
      interpolate(middle, tPrevious + 0.3 * (t - tPrevious));
      steps.push(t, order, middle[0]!);
    };
    return [`${name}${told(() => integrate(problem, { method, ...options, onStep }), steps)}\n`];
  });
  await expect(lines.join("\n")).toMatchFileSnapshot(`work/${method}-courses.txt`);
});

const pair = (residual: DaeProblem["residual"], more: Partial<DaeProblem> = {}): DaeProblem => ({
  residual,
  t0: 0,
  y0: [1, 1],
  yp0: [-1, -2],
  tEnd: 2,
  differential: [true, false],
  ...more,
});
const decay: DaeProblem["residual"] = (_t, y, yp, r) => {
  r[0] = yp[0] + y[1];
  r[1] = y[1] - y[0] * y[0];
};

const daes: Readonly<Record<string, { problem: DaeProblem; options?: IntegrateDaeOptions }>> = {
  "values at times": { problem: pair(decay), options: { outputTimes: [0, 0.5, 1.9, 2] } },
  "a low order, and steps of their own": {
    problem: pair(decay),
    options: { maximumOrder: 2, initialStep: 1e-3, maximumStep: 0.3 },
  },
  "a Jacobian that is given": {
    problem: pair(decay, {
      jacobian: (_t, y, _yp, c, J) => {
        J[0] = c;
        J[1] = -2 * y[0];
        J[2] = 1;
        J[3] = 1;
      },
      isSmooth: true,
    }),
  },
  "start values to be found": {
    problem: pair(decay, { y0: [1, 0], yp0: [0, 0] }),
    options: { startValues: "differential" },
  },
  "start values that do not fit": { problem: pair(decay, { y0: [1, 0], yp0: [0, 0] }) },
  "roots and events": {
    problem: pair(decay, {
      roots: (_t, y, _yp, g) => {
        g[0] = y[0] - 0.5;
        g[1] = y[1] - 0.8;
      },
    }),
    options: { rootDirections: [0, -1], timeEvents: [0.7], onTimeEvent: () => "restart" },
  },
  "a stiff one": {
    problem: pair(
      (t, y, yp, r) => {
        r[0] = yp[0] + 1e4 * (y[0] - y[1]);
        r[1] = y[1] - exp(-t) - 0.1 * y[0];
      },
      { y0: [0.5, 1.05], yp0: [5500, 0] },
    ),
  },
  "a band": {
    problem: pair(decay, { sparsity: { kind: "banded", size: 2, lower: 1, upper: 1 } }),
    options: { suppressAlgebraic: true },
  },
  "a stiff one that is smooth": {
    problem: pair(
      (t, y, yp, r) => {
        r[0] = yp[0] + 1e4 * (y[0] - y[1]);
        r[1] = y[1] - exp(-t) - 0.1 * y[0];
      },
      { y0: [0.5, 1.05], yp0: [5500, 0], isSmooth: true },
    ),
  },
  "a pole, with names": {
    problem: pair(
      (_t, y, yp, r) => {
        r[0] = yp[0] - y[1];
        r[1] = y[1] - y[0] * y[0];
      },
      { yp0: [1, 2], names: ["height", "slope"] },
    ),
    options: { maximumSteps: 2000, relativeTolerance: 1e-3 },
  },
  "a pendulum, index 2": {
    problem: {
      residual: (_t, y, yp, r) => {
        r[0] = yp[0] - y[2] * 1;
        r[1] = yp[1] - y[3];
        r[2] = yp[2] + y[4] * y[0];
        r[3] = yp[3] + y[4] * y[1] + 1;
        r[4] = y[0] * y[2] + y[1] * y[3];
      },
      t0: 0,
      y0: [1, 0, 0, 0, 0],
      yp0: [0, 0, 0, -1, 0],
      tEnd: 1.5,
      differential: [true, true, true, true, false],
    },
    options: { relativeTolerance: 1e-4 },
  },
};

it("ida goes its way as it did", async () => {
  const lines = Object.entries(daes).map(([name, { problem, options }]) => {
    const steps: number[] = [];
    const onStep: IntegrateDaeOptions["onStep"] = ({ t, order }) => {
      steps.push(t, order);
    };
    return `${name}${told(() => integrateDae(problem, { ...options, onStep }), steps)}\n`;
  });
  await expect(lines.join("\n")).toMatchFileSnapshot("work/ida-courses.txt");
});

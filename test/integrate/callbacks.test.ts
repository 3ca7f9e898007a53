/**
 * What callbacks are told, in their order, and what becomes of what they answer: work/callbacks.txt, to twelve digits. What it should be is
 * said in the other tests.
 */
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { type IntegrateOptions, integrate, type OdeProblem } from "../../src/integrate/integrate.ts";
import { integrateDae } from "../../src/integrate/integrateDae.ts";
import type { Answer, CommonOptions, IntegrationEvent } from "../../src/integrate/options.ts";
import type { IntegrationResult } from "../../src/integrate/result.ts";
import { compareSections } from "./sections.ts";

const digits = (x: number): string => (Math.abs(x) < 1e-13 ? "0" : String(Number(x.toPrecision(12))));
const list = (values: ArrayLike<number>): string => Array.from(values, digits).join(" ");

type React = (event: IntegrationEvent, count: number) => Answer | void;

interface Scene {
  readonly problem?: Partial<OdeProblem>;
  readonly options?: IntegrateOptions;
  readonly onRoot?: React;
  readonly onTimeEvent?: React;
  readonly onStep?: (t: number) => Answer | void;
  readonly onProgress?: (fraction: number) => void;
  readonly examine?: (from: number, to: number) => number[];
  readonly isDae?: boolean;
}

/** x falls from 1 with an acceleration of 2: x = 1 − t². */
const fall: OdeProblem = {
  rhs: (_t, y, f) => {
    f[0] = y[1]!;
    f[1] = -2;
  },
  t0: 0,
  y0: [1, 0],
  tEnd: 2,
};
const floor = {
  roots: (_t: number, y: Float64Array, g: Float64Array) => void (g[0] = y[0]!),
} as const;
const times = {
  roots: (t: number, _y: Float64Array, g: Float64Array) => void g.set([t - 0.5, 1.25 - t, t - 2]),
  numberOfRoots: 3,
} as const;
const bounce: React = ({ y }) => {
  y[0] = 0;
  y[1] = -0.5 * y[1]!;
};

const scenes: Readonly<Record<string, Scene>> = {
  "nothing but steps": { onStep: () => undefined },
  "a step that is the last": { onStep: (t) => (t > 0.1 ? "stop" : undefined) },
  "steps that begin anew": { onStep: (t) => (t > 0.1 && t < 0.5 ? "restart" : undefined) },
  "a bounce": { problem: floor, onRoot: bounce, onStep: () => undefined },
  "a bounce, at times that are asked for": {
    problem: floor,
    onRoot: bounce,
    options: { outputTimes: [0, 0.5, 1, 1.5, 2] },
  },
  "a bounce with a first step": {
    problem: floor,
    onRoot: (event, count) => {
      bounce(event, count);
      event.firstStep = 0.05;
    },
    onStep: () => undefined,
  },
  "a root that nothing follows from": { problem: floor, onRoot: () => undefined, onStep: () => undefined },
  "a root without a handler": { problem: floor },
  "a root behind which the method begins anew": { problem: floor, onRoot: () => "restart" },
  "a root that is the end": { problem: floor, onRoot: () => "stop", onStep: () => undefined },
  "a root at which an observer ends it": {
    problem: floor,
    onRoot: () => "restart",
    onStep: (t) => (Math.abs(t - 1) < 1e-9 ? "stop" : undefined),
  },
  "an end at the root": { problem: floor, options: { stopAtRoot: true }, onStep: () => undefined },
  "an end at the root, with a handler": {
    problem: floor,
    options: { stopAtRoot: true },
    onRoot: bounce,
    onStep: () => undefined,
  },
  "an end at the root, whose handler stops": { problem: floor, options: { stopAtRoot: true }, onRoot: () => "stop" },
  "several roots, the last at the end": { problem: times, onRoot: () => "restart", onStep: () => undefined },
  "several roots in one step": { problem: times, onRoot: () => undefined, options: { initialStep: 2 } },
  "events at times, at the start, twice, and at the end": {
    options: { timeEvents: [0, 0, 0.5, 0.5, 1, 2] },
    onTimeEvent: () => undefined,
    onStep: () => undefined,
  },
  "events at times without a handler": { options: { timeEvents: [0.5, 2] } },
  "events at times that change something": {
    options: { timeEvents: [0.5, 1, 2] },
    onTimeEvent: (event, count) => {
      event.y[1]! += 1;
      if (count === 1) event.firstStep = 0.25;
      return count === 2 ? "stop" : undefined;
    },
    onStep: () => undefined,
  },
  "events at times, behind which the method begins anew": {
    options: { timeEvents: [0.5, 2], outputTimes: [0.25, 0.5, 2] },
    onTimeEvent: () => "restart",
  },
  "a root and an event at one time": {
    problem: times,
    options: { timeEvents: [0.5, 1.25, 2] },
    onRoot: () => "restart",
    onTimeEvent: () => undefined,
    onStep: () => undefined,
  },
  "a root at the end that changes something": {
    problem: { ...times, tEnd: 0.5 },
    options: { timeEvents: [0.5] },
    onRoot: bounce,
    onTimeEvent: ({ y }) => void (y[0] = 7),
  },
  "a root at the end that stops": { problem: { ...times, tEnd: 0.5 }, onRoot: () => "stop" },
  backwards: {
    problem: { ...floor, t0: 2, y0: [-3, -4], tEnd: -0.5 },
    options: { timeEvents: [1.5, 0, -0.5], outputTimes: [2, 1.2, 1, 0.1, -0.5] },
    onRoot: () => "restart",
    onTimeEvent: () => "restart",
    onStep: () => undefined,
    onProgress: () => undefined,
  },
  "steps that are examined": {
    problem: { roots: (t, _y, g) => void (g[0] = Math.abs(t - 0.7) - 1e-6) },
    examine: (from, to) => (from < 0.7 && 0.7 < to ? [0.7] : []),
    options: { initialStep: 0.5 },
    onRoot: () => undefined,
  },
  "steps that need not be examined": { examine: () => [1] },
  "who examines throws": {
    problem: floor,
    examine: () => {
      throw new Error("no idea");
    },
  },
  "who is told of a root throws": {
    problem: floor,
    onRoot: () => {
      throw new Error("not here");
    },
  },
  "who is told of a step throws": {
    onStep: (t) => {
      if (t > 0.1) throw new Error("not then");
    },
  },
  "who is told the progress throws": {
    onProgress: (fraction) => {
      if (fraction > 0.3) throw new Error("not that far");
    },
  },
  "who is told the progress throws what is no error": {
    onProgress: (fraction) => {
      if (fraction > 0.3) throw "a word";
    },
  },
  "an event function that throws": {
    problem: {
      roots: (t) => {
        if (t > 0.2) throw new Error("no sign");
      },
    },
  },
  "a handler that breaks a state": { problem: floor, onRoot: ({ y }) => void (y[1] = Number.NaN) },
  "a handler that changes a state and throws": {
    problem: floor,
    onRoot: ({ y }) => {
      y[1] = 100;
      throw new Error("half done");
    },
  },
  "components that are below their tolerance": {
    problem: {
      rhs: (_t, _y, f) => void f.fill(1e-9),
      y0: [1, 0, 0, 1e-5],
      names: ["a", "b", "c", "d"],
    },
    options: { absoluteTolerance: [1e-6, 1e-6, 1e-3, 1e-5] },
  },
  "six components that are below their tolerance": {
    problem: { rhs: (_t, _y, f) => void f.fill(1e-9), y0: [0, 0, 0, 0, 0, 0] },
    options: { absoluteTolerance: 1e-3 },
  },
  "five components that are below their tolerance": {
    problem: { rhs: (_t, _y, f) => void f.fill(1e-9), y0: [0, 0, 0, 0, 0] },
    options: { absoluteTolerance: 1e-3 },
  },
  "components that are zero": {
    problem: { rhs: (_t, _y, f) => void f.fill(0), y0: [0, 1e-9] },
    options: { absoluteTolerance: 1e-3 },
  },
  "plenty of time": { options: { maximumWallTime: 1e9 } },
  "too few steps": { options: { maximumSteps: 2 } },
  "no steps at all": { options: { maximumSteps: 0 }, problem: { y0: [1e-12, 1] } },
  "too many events": { problem: times, options: { maximumEvents: 2 } },
  "a run that is not wanted any more": { options: { signal: AbortSignal.abort() } },
  "a DAE": {
    isDae: true,
    options: { timeEvents: [0.25], maximumStep: 0.1 },
    onTimeEvent: ({ y }) => void (y[0]! += 1),
    onRoot: ({ y }) => {
      y[0]! += 0.5;
    },
  },
  "a DAE that ends at a root": { isDae: true, options: { stopAtRoot: true, maximumStep: 0.1 } },
};

function story({ problem, options, isDae, examine, ...react }: Scene): string {
  const lines: string[] = [];
  const tell = (line: string): void => void lines.push(`  ${line}`);
  const counts = { onRoot: 0, onTimeEvent: 0 };
  let told = 0;
  const handler = (name: "onRoot" | "onTimeEvent") => (event: IntegrationEvent) => {
    const { t, y, yp, indices, directions } = event;
    tell(`${name} at ${digits(t)}: ${list(y)}; ${list(yp)}; ${indices.join()} (${directions.join()})`);
    return react[name]!(event, ++counts[name]);
  };
  const all: CommonOptions = {
    ...options,
    ...(react.onRoot !== undefined && { onRoot: handler("onRoot") }),
    ...(react.onTimeEvent !== undefined && { onTimeEvent: handler("onTimeEvent") }),
    ...(react.onStep !== undefined && {
      onStep: ({ t, tPrevious, y, order, interpolate }) => {
        const middle = new Float64Array(y.length);
        interpolate(middle, 0.5 * (tPrevious + t));
        tell(`step from ${digits(tPrevious)} to ${digits(t)}, order ${order}: ${list(y)}; ${list(middle)}`);
        return react.onStep!(t);
      },
    }),
    ...(react.onProgress !== undefined && {
      onProgress: (fraction) => {
        // signs of life between two percents come by the clock
        const percent = Math.floor(100 * fraction + 1e-9);
        if (percent > told) tell(`progress ${percent} %`);
        told = Math.max(told, percent);
        react.onProgress!(fraction);
      },
    }),
    ...(examine !== undefined && {
      examineStep: ({ from, to, degree, interpolate }) => {
        const y = new Float64Array(2);
        interpolate(y, 0.5 * (from + to));
        const before = list(y);
        interpolate(y, to);
        tell(`examined from ${digits(from)} to ${digits(to)}, degree ${degree}: ${before}; ${list(y)}`);
        return examine(from, to);
      },
    }),
  };
  let result: IntegrationResult | undefined;
  try {
    result = isDae
      ? integrateDae(
          {
            residual: (_t, y, yp, r) => void r.set([yp[0]! + y[1]!, y[1]! - y[0]! * y[0]!]),
            t0: 0,
            y0: [1, 1],
            yp0: [-1, -2],
            tEnd: 0.6,
            differential: [true, false],
            roots: (_t, y, yp, g) => void g.set([y[0]! - 0.9, yp[0]! + 0.5]),
            numberOfRoots: 2,
          },
          { relativeTolerance: 1e-4, ...all },
        )
      : integrate({ ...fall, ...problem } as OdeProblem, {
          method: "tsit5",
          relativeTolerance: 1e-4,
          initialStep: 0.15,
          ...(problem === floor && { rootDirections: [-1] }),
          ...all,
        });
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    tell(error.message.replaceAll("\n", "\n  "));
    result = (error as { partial?: IntegrationResult }).partial;
  }
  if (result !== undefined) {
    const { t, y, outputs, roots, statistics, status, warnings } = result;
    const { steps, evaluations, eventFunctionEvaluations, events } = statistics;
    tell(`${status} at ${digits(t)}: ${list(y)}${"yp" in result ? `; ${list(result.yp as Float64Array)}` : ""}`);
    tell(`${steps} steps, ${evaluations} and ${eventFunctionEvaluations} evaluations, ${events} events`);
    for (const root of roots) tell(`root ${root.index} (${root.direction}) at ${digits(root.t)}: ${list(root.y)}`);
    if (options?.outputTimes === undefined)
      tell(
        `${outputs.t.length} rows: ${list(outputs.t)}; ${digits(outputs.y.reduce((sum, y) => sum + y[0]! - 3 * y.at(-1)!, 0))}`,
      );
    else outputs.t.forEach((time, k) => void tell(`${digits(time)}: ${list(outputs.y[k]!)}`));
    for (const warning of warnings) tell(warning);
  }
  return lines.join("\n");
}

compareSections(
  "callbacks are told what they were, and heard as they were",
  import.meta.url,
  "work/callbacks.txt",
  Object.keys(scenes),
  (name) => story(scenes[name]!),
);

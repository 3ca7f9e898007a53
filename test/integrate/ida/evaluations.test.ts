/** Where ida evaluates the residual, and what it shows of its steps: ../work/ida-evaluations.txt, as of the other methods (../evaluations.test.ts). */
import { createIda } from "../../../src/integrate/ida/ida.ts";
import type { DaeSystem, MethodOptions } from "../../../src/integrate/problem.ts";
import { sparseStructure } from "../../../src/math/matrixStructure.ts";
import { Account, drive, optionsOf } from "../drivenIntegrator.ts";
import { compareSections } from "../sections.ts";
import { cells, circuit, decay, pendulum, relaxation, singularAt, swing, zeros } from "./drivenDaes.ts";

interface Scenario {
  readonly system: DaeSystem;
  readonly y0: readonly number[];
  readonly yp0: readonly number[];
  readonly t0?: number;
  readonly tEnd: number;
  /** The end that it was made for; tEnd when absent. */
  readonly heading?: number;
  readonly tolerance?: number;
  readonly options?: Partial<MethodOptions>;
  readonly isEventful?: boolean;
  readonly isMoved?: boolean;
  readonly mostSteps?: number;
}

const scenarios: Readonly<Record<string, Scenario>> = {
  "an oscillation": { system: swing, y0: [0, 1], yp0: [1, 0], tEnd: 30 },
  "an oscillation, accurately": { system: swing, y0: [0, 1], yp0: [1, 0], tEnd: 30, tolerance: 1e-9 },
  "an oscillation backwards, far from zero, of low order": {
    system: { ...swing, isSmooth: false },
    y0: [3e-9, 0],
    yp0: [0, -3e-9],
    t0: 1e6,
    tEnd: 1e6 - 20,
    options: { maximumOrder: 3, absoluteTolerance: Float64Array.of(1e-14, 1e-15) },
  },
  "all orders": {
    system: swing,
    y0: [0, 1],
    yp0: [1, 0],
    tEnd: 30,
    tolerance: 1e-7,
    isEventful: false,
    mostSteps: 250,
  },
  "steps of one length": {
    system: swing,
    y0: [1, 0],
    yp0: [0, -1],
    tEnd: 2,
    tolerance: 1e-2,
    options: { maximumStep: 0.125, initialStep: 0.125 },
    isEventful: false,
  },
  "a way as short as the rounding of time": {
    system: swing,
    y0: [1, 0],
    yp0: [0, -1],
    t0: 1e6,
    tEnd: 1e6 + 5e-8,
    isEventful: false,
  },
  "short steps": {
    system: swing,
    y0: [1, 0],
    yp0: [0, -1],
    tEnd: 4,
    options: { maximumStep: 0.11, initialStep: 0.02 },
  },
  "a first step that is too long": {
    system: relaxation(5),
    y0: [2, 0],
    yp0: [0, -2],
    tEnd: 9,
    options: { initialStep: 5 },
  },
  "further than it was made for": { system: swing, y0: [0, 1], yp0: [1, 0], tEnd: 30, heading: 0, mostSteps: 20 },
  "nothing moves": {
    system: { size: 1, residual: (_t, _y, yp, r) => void (r[0] = yp[0]!) },
    y0: [1],
    yp0: [0],
    tEnd: 5,
  },
  "a stiff relaxation": { system: relaxation(80), y0: [2, 0], yp0: [0, -2], tEnd: 140, mostSteps: 300 },
  "an algebraic equation": { system: decay, y0: [1, 1], yp0: [-1, -2], tEnd: 40, isMoved: false },
  "an algebraic equation, begun beside it": { system: decay, y0: [1, 1], yp0: [-1, -2], tEnd: 40 },
  "an algebraic equation that is not tested": {
    system: decay,
    y0: [1, 1],
    yp0: [-1, 0],
    tEnd: 40,
    options: { suppressAlgebraic: true },
    isMoved: false,
  },
  "a start beside the equation that is not tested": {
    system: decay,
    y0: [1, 0.9],
    yp0: [-1, 0],
    tEnd: 40,
    options: { suppressAlgebraic: true },
  },
  "a pendulum": {
    system: pendulum,
    y0: [1, 0, 0, 0, 0],
    yp0: [0, 0, 0, -1, 0],
    tEnd: 3,
    isMoved: false,
    tolerance: 1e-4,
  },
  "a jump and a corner": { system: circuit, y0: [0, 0, 0], yp0: [0, 0, 0], tEnd: 0.5, isMoved: false, mostSteps: 150 },
  "a corner, accurately": {
    system: circuit,
    y0: [0, 0, 0],
    yp0: [0, 0, 0],
    tEnd: 0.5,
    isMoved: false,
    isEventful: false,
    tolerance: 1e-8,
    mostSteps: 150,
  },
  "a border of the domain": {
    system: { size: 1, residual: (_t, y, yp, r) => void (r[0] = yp[0]! + Math.sqrt(y[0]!) + 0.1) },
    y0: [1],
    yp0: [-1.1],
    tEnd: 3,
    isEventful: false,
    mostSteps: 200,
  },
  "a pole": {
    system: { size: 1, residual: (_t, y, yp, r) => void (r[0] = yp[0]! - y[0]! * y[0]!) },
    y0: [1],
    yp0: [1],
    tEnd: 2,
    isEventful: false,
    mostSteps: 300,
  },
  "not a number at the start": {
    system: { size: 2, residual: (_t, y, yp, r) => void r.set([yp[0]! - y[0]!, Number.NaN]) },
    y0: [1, 1],
    yp0: [1, 1],
    tEnd: 2,
  },
  "not a number but at the start": {
    system: { size: 1, residual: (t, y, yp, r) => void (r[0] = t > 0 ? Number.NaN : yp[0]! + y[0]!) },
    y0: [1],
    yp0: [-1],
    tEnd: 2,
  },
  "a component without an equation": {
    system: {
      size: 2,
      residual: (_t, y, yp, r) => void r.set([yp[0]! + y[0]!, y[0]! - 1]),
      differential: [true, false],
    },
    y0: [1, 1],
    yp0: [-1, 0],
    tEnd: 2,
  },
  "matrices that are singular, now and then": {
    system: relaxation(80),
    y0: [2, 0],
    yp0: [0, -2],
    tEnd: 60,
    options: singularAt((count) => count % 5 === 0),
  },
  "matrices that are singular from some on": {
    system: relaxation(80),
    y0: [2, 0],
    yp0: [0, -2],
    tEnd: 60,
    options: singularAt((count) => count > 8),
    isEventful: false,
  },
  "a jump in an algebraic equation": {
    system: {
      size: 2,
      residual: (t, y, yp, r) => void r.set([yp[0]! - y[1]!, y[1]! - (t < 0.5 ? 1 : 2)]),
      differential: [true, false],
    },
    y0: [0, 1],
    yp0: [1, 0],
    tEnd: 1,
    isEventful: false,
    mostSteps: 200,
  },
  "a band": {
    system: cells(5, { kind: "banded", size: 5, lower: 1, upper: 1 }),
    y0: zeros(5),
    yp0: zeros(5),
    tEnd: 2,
    mostSteps: 90,
  },
  "a sparse matrix": {
    system: cells(
      5,
      sparseStructure(5, Array.from({ length: 4 }, (_, i) => [[i, i + 1] as const, [i + 1, i] as const]).flat()),
    ),
    y0: zeros(5),
    yp0: zeros(5),
    tEnd: 2,
    mostSteps: 90,
  },
  "slopes that are given, and wrong": {
    system: {
      ...relaxation(80),
      jacobian: (_t, y, _yp, c, J) => {
        J[0] = c;
        J[1] = 0.7 * (160 * y[0]! * y[1]! + 1);
        J[2] = -0.7;
        J[3] = c - 0.7 * 80 * (1 - y[0]! * y[0]!);
      },
    },
    y0: [2, 0],
    yp0: [0, -2],
    tEnd: 60,
  },
  "slopes that are far off": {
    system: {
      ...relaxation(80),
      isSmooth: true,
      jacobian: (_t, y, _yp, c, J) => {
        J[0] = c;
        J[1] = -80 * y[0]! * y[1]! - 0.5;
        J[2] = 0.5;
        J[3] = c + 40 * (1 - y[0]! * y[0]!);
      },
    },
    y0: [2, 0],
    yp0: [0, -2],
    tEnd: 60,
  },
  "slopes that are far off, of what may have corners": {
    system: {
      ...relaxation(80),
      jacobian: (_t, y, _yp, c, J) => {
        J[0] = c;
        J[1] = -80 * y[0]! * y[1]! - 0.5;
        J[2] = 0.5;
        J[3] = c + 40 * (1 - y[0]! * y[0]!);
      },
    },
    y0: [2, 0],
    yp0: [0, -2],
    tEnd: 60,
  },
  "slopes that are never right": {
    system: {
      ...relaxation(80),
      names: ["a", "b"],
      jacobian: (_t, _y, _yp, c, J) => void J.set([c, 0, 0, 1e9]),
    },
    y0: [2, 1],
    yp0: [1, -242],
    tEnd: 60,
    isEventful: false,
  },
  "slopes that are not finite, from some place on": {
    system: {
      ...relaxation(80),
      jacobian: (_t, y, _yp, c, J) => {
        J[0] = c;
        J[1] = 160 * y[0]! * y[1]! + 1;
        J[2] = -1;
        J[3] = y[0]! < 1.8 ? Number.NaN : c - 80 * (1 - y[0]! * y[0]!);
      },
    },
    y0: [2, 0],
    yp0: [0, -2],
    tEnd: 60,
    isEventful: false,
    mostSteps: 200,
  },
};

function told(scenario: Scenario): string {
  const { system, y0, yp0, t0 = 0, tEnd, tolerance = 1e-6 } = scenario;
  const asked = new Account();
  const counted: DaeSystem = {
    ...system,
    residual: (t, y, yp, r) => {
      asked.addAt(t, y);
      asked.addAt(0, yp);
      system.residual(t, y, yp, r);
    },
  };
  const options = optionsOf(system.size, tolerance, scenario.options);
  const create = () =>
    createIda(counted, t0, Float64Array.from(y0), Float64Array.from(yp0), scenario.heading ?? tEnd, options);
  return `  ${drive(create, asked, { mostSteps: 120, ...scenario })}`;
}

compareSections(
  "ida asks for the same as it did",
  import.meta.url,
  "../work/ida-evaluations.txt",
  Object.keys(scenarios),
  (name) => told(scenarios[name]!),
);

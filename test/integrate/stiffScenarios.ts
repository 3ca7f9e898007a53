/** Problems for methods with matrices, which go on where plainScenarios.ts ends. */
import { sin } from "../../src/math/elementary.ts";
import {
  bands,
  cells,
  neighbours,
  ramp,
  relaxation,
  type Scenario,
  slack,
  slopes,
  sometimesSingular,
} from "./plainScenarios.ts";

export const stiffScenarios: Readonly<Record<string, Scenario>> = {
  "a stiff relaxation": { system: relaxation(80), y0: [2, 0], tEnd: 140, isStiff: true, mostSteps: 110 },
  "a stiff relaxation that is smooth": {
    system: relaxation(80, { isSmooth: true }),
    y0: [2, 0],
    tEnd: 140,
    isStiff: true,
    mostSteps: 110,
    tolerance: 1e-4,
  },
  "slopes that are given": {
    system: relaxation(80, { jacobian: slopes(80), isSmooth: true }),
    y0: [2, 0],
    tEnd: 140,
    isStiff: true,
    tolerance: 1e-8,
  },
  "slopes that are wrong": {
    system: relaxation(80, { jacobian: slopes(80, 0.8) }),
    y0: [2, 0],
    tEnd: 140,
    isStiff: true,
  },
  "slopes that are far off": {
    system: relaxation(80, { jacobian: slopes(80, -0.5), isSmooth: true }),
    y0: [2, 0],
    tEnd: 140,
    isStiff: true,
  },
  "slopes that are far off, of what may have corners": {
    system: relaxation(80, { jacobian: slopes(80, -0.5) }),
    y0: [2, 0],
    tEnd: 140,
    isStiff: true,
  },
  "slopes that are never right": {
    system: relaxation(1e6, { jacobian: (_t, _y, J) => void J.set([0, 1e5, 1, 1e9]), names: ["a", "b"] }),
    y0: [2, 1],
    tEnd: 140,
    isStiff: true,
    isEventful: false,
  },
  "slopes that are not finite, now and then": {
    system: relaxation(80, {
      jacobian: (t, y, J) => {
        slopes(80)(t, y, J);
        if (y[0]! < 1.9) J[3] = Number.NaN;
      },
    }),
    y0: [2, 0],
    tEnd: 60,
    isStiff: true,
  },
  "derived slopes that are not finite, now and then": {
    system: relaxation(80, {
      isJacobianDerived: true,
      jacobian: (t, y, J) => {
        slopes(80)(t, y, J);
        if (y[0]! < 1.9) J[3] = Number.NaN;
      },
    }),
    y0: [2, 0],
    tEnd: 60,
    isStiff: true,
  },
  "differences with limits and floors": {
    system: relaxation(80, {
      differenceFloor: 10,
      leastIncrements: [1e-6, 1e-5],
      limitDifferences: (limits) => void (limits[0] = 1e-7),
    }),
    y0: [2, 0],
    tEnd: 60,
    isStiff: true,
  },
  "matrices that are singular, now and then": {
    system: relaxation(80),
    y0: [2, 0],
    tEnd: 60,
    isStiff: true,
    options: sometimesSingular(7),
  },
  "a band": { system: cells(6, bands(6)), y0: ramp(6), tEnd: 2, isStiff: true, mostSteps: 40 },
  "a sparse matrix": { system: cells(6, neighbours(6)), y0: ramp(6), tEnd: 2, isStiff: true, mostSteps: 40 },
  "a band that becomes slack": {
    system: slack(bands(5)),
    y0: ramp(5),
    tEnd: 9,
    isStiff: true,
    isEventful: false,
    mostSteps: 120,
    tolerance: 1e-3,
  },
  "a sparse matrix that becomes slack": {
    system: slack(neighbours(5)),
    y0: ramp(5),
    tEnd: 9,
    isStiff: true,
    isEventful: false,
    mostSteps: 120,
    tolerance: 1e-3,
  },
  "a matrix that becomes slack": {
    system: slack(undefined),
    y0: ramp(5),
    tEnd: 9,
    isStiff: true,
    isEventful: false,
    mostSteps: 120,
    tolerance: 1e-3,
  },
  "many unknowns": { system: cells(20, bands(20)), y0: ramp(20), tEnd: 2, isStiff: true, mostSteps: 40 },
  "two copies": {
    system: {
      ...relaxation(80, { jacobian: slopes(80), copies: 2, sparsity: { kind: "dense", size: 2 } }),
      size: 4,
      rhs: (t, y, f) => {
        const { rhs } = relaxation(80);
        rhs(t, y, f);
        // the second block is what becomes of a small change of the first
        f[2] = y[3]!;
        f[3] = (-160 * y[0]! * y[1]! - 1) * y[2]! + 80 * (1 - y[0]! * y[0]!) * y[3]!;
      },
    },
    y0: [2, 0, 1, 0],
    tEnd: 60,
    isStiff: true,
    mostSteps: 40,
  },
  "derived slopes that are not finite, at a border": {
    system: {
      size: 1,
      rhs: (_t, y, f) => void (f[0] = -1 - Math.sqrt(1 - y[0]!)),
      isJacobianDerived: true,
      jacobian: (_t, _y, J) => void (J[0] = Number.NEGATIVE_INFINITY),
    },
    y0: [1],
    tEnd: 1,
    isStiff: true,
    isEventful: false,
  },
  "masses, and slopes that are not finite": {
    system: {
      ...relaxation(20),
      massMatrix: Float64Array.of(2, 0.5, 0.5, 1),
      jacobian: (_t, _y, J) => void (J[3] = Number.NaN),
    },
    y0: [2, 0],
    tEnd: 60,
    isStiff: true,
    hasMasses: true,
  },
  "masses that are coupled": {
    system: { ...relaxation(20), massMatrix: Float64Array.of(2, 0.5, 0.5, 1) },
    y0: [2, 0],
    tEnd: 60,
    isStiff: true,
    hasMasses: true,
  },
  "an equation without a derivative": {
    system: {
      size: 2,
      rhs: (t, y, f) => void f.set([-y[1]! + sin(t), y[1]! - y[0]! * y[0]!]),
      massMatrix: Float64Array.of(1, 0, 0, 0),
    },
    y0: [1, 1],
    tEnd: 5,
    isStiff: true,
    hasMasses: true,
  },
  "an equation that nothing determines, at rest": {
    system: {
      size: 2,
      rhs: (_t, y, f) => void f.set([-y[0]!, y[0]!]),
      massMatrix: Float64Array.of(1, 0, 0, 0),
    },
    y0: [0, 1],
    tEnd: 5,
    isStiff: true,
    hasMasses: true,
  },
  "an equation that nothing determines": {
    system: {
      size: 2,
      rhs: (_t, y, f) => void f.set([-y[0]!, y[0]! - 1]),
      massMatrix: Float64Array.of(1, 0, 0, 0),
    },
    y0: [1, 1],
    tEnd: 5,
    isStiff: true,
    hasMasses: true,
  },
};

/** Problems on which the evaluations of all methods are compared (evaluations.test.ts), and systems of which they are made. */
import type { MethodOptions, OdeSystem } from "../../src/integrate/problem.ts";
import { createFactorization } from "../../src/math/createFactorization.ts";
import { sin } from "../../src/math/elementary.ts";
import { sparseStructure } from "../../src/math/matrixStructure.ts";

export interface Scenario {
  readonly system: OdeSystem | (() => OdeSystem);
  readonly y0: readonly number[];
  readonly t0?: number;
  readonly tEnd: number;
  /** The end that it was made for; tEnd when absent. */
  readonly heading?: number;
  readonly tolerance?: number;
  readonly options?: Partial<MethodOptions>;
  /** For methods that solve stiff problems alone, or that know a matrix of masses. */
  readonly isStiff?: boolean;
  readonly hasMasses?: boolean;
  readonly mostSteps?: number;
  readonly isEventful?: boolean;
  readonly limit?: number;
}

export const swing: OdeSystem = {
  size: 2,
  rhs: (_t, y, f) => {
    f[0] = y[1]!;
    f[1] = -y[0]!;
  },
  isSmooth: true,
};
export const relaxation = (mu: number, more: Partial<OdeSystem> = {}): OdeSystem => ({
  size: 2,
  rhs: (_t, y, f) => {
    f[0] = y[1]!;
    f[1] = mu * (1 - y[0]! * y[0]!) * y[1]! - y[0]!;
  },
  ...more,
});
export const slopes =
  (mu: number, factor = 1) =>
  (_t: number, y: Float64Array, J: Float64Array): void => {
    J[1] = factor * (-2 * mu * y[0]! * y[1]! - 1);
    J[2] = factor;
    J[3] = factor * mu * (1 - y[0]! * y[0]!);
  };
/** A ball on a stiff floor. */
export const floor: OdeSystem = {
  size: 2,
  rhs: (_t, y, f) => {
    f[0] = y[1]!;
    f[1] = -10 + (y[0]! < 0 ? -1e5 * y[0]! - 30 * y[1]! : 0);
  },
};
export const cells = (n: number, sparsity?: OdeSystem["sparsity"]): OdeSystem => ({
  size: n,
  rhs: (t, y, f) => {
    for (let i = 0; i < n; i++) {
      const left = i > 0 ? y[i - 1]! : sin(t);
      const right = i < n - 1 ? y[i + 1]! : 0;
      f[i] = 80 * (left - 2 * y[i]! + right) + y[i]! * (1 - y[i]!);
    }
  },
  ...(sparsity !== undefined && { sparsity }),
});
/** Springs between neighbours that are stiff at first, of different strength to both sides. */
export const slack = (sparsity: OdeSystem["sparsity"]): OdeSystem => ({
  size: 5,
  rhs: (t, y, f) => {
    const rate = t < 0.1 ? 3000 : 0.5;
    for (let i = 0; i < 5; i++) f[i] = rate * ((y[i - 1] ?? 0) - 2.5 * y[i]! + 1.5 * (y[i + 1] ?? 0)) + sin(t + i);
  },
  ...(sparsity !== undefined && { sparsity }),
});
export const bands = (n: number) => ({ kind: "banded", size: n, lower: 1, upper: 1 }) as const;
export const neighbours = (n: number) =>
  sparseStructure(n, Array.from({ length: n - 1 }, (_, i) => [[i, i + 1] as const, [i + 1, i] as const]).flat());
export const ramp = (n: number): number[] => Array.from({ length: n }, (_, i) => 1 - i / n);

/** Finds every so many matrices singular. */
export const sometimesSingular = (every: number): Partial<MethodOptions> => ({
  linearSolver: (structure) => {
    const made = createFactorization(structure);
    let count = 0;
    return {
      size: made.size,
      factor: (values) => (++count % every === 0 ? 0 : made.factor(values)),
      solve: (b) => made.solve(b),
      save: () => made.save(),
      restore: (saved) => made.restore(saved),
    };
  },
});

export const plainScenarios: Readonly<Record<string, Scenario>> = {
  "an oscillation": { system: swing, y0: [0, 1], tEnd: 30 },
  "an oscillation, accurately": { system: swing, y0: [0, 1], tEnd: 30, tolerance: 1e-10 },
  "an oscillation, roughly, not known to be smooth": {
    system: { ...swing, isSmooth: false },
    y0: [0, 1],
    tEnd: 60,
    tolerance: 1e-2,
  },
  "an oscillation backwards, far from zero, of low order": {
    system: swing,
    y0: [3e-9, 0],
    t0: 1e6,
    tEnd: 1e6 - 20,
    options: { maximumOrder: 3, absoluteTolerance: Float64Array.of(1e-14, 1e-15) },
  },
  "further than it was made for": { system: swing, y0: [0, 1], tEnd: 5, heading: 0, isEventful: false },
  "short steps": {
    system: swing,
    y0: [1, 0],
    tEnd: 4,
    options: { maximumStep: 0.11, initialStep: 0.02 },
  },
  "a first step that is too long": { system: relaxation(3), y0: [2, 0], tEnd: 9, options: { initialStep: 5 } },
  "nothing moves": {
    system: {
      size: 1,
      rhs: (_t, _y, f) => {
        f[0] = 0;
      },
    },
    y0: [1],
    tEnd: 5,
  },
  "nothing at all": { system: { size: 1, rhs: (_t, _y, f) => void (f[0] = 0) }, y0: [0], tEnd: 1 },
  "a relaxation": { system: relaxation(4, { isSmooth: true }), y0: [2, 0], tEnd: 12, mostSteps: 90 },
  "a limit that is a little further than the longest step": {
    system: swing,
    y0: [1, 0],
    tEnd: 1,
    limit: 0.5006,
    options: { maximumStep: 0.125, initialStep: 0.125 },
    isEventful: false,
  },
  "steps of one length, to the end": {
    system: swing,
    y0: [1, 0],
    tEnd: 1,
    tolerance: 1e-4,
    options: { maximumStep: 0.125, initialStep: 0.125 },
    isEventful: false,
  },
  "steps of one length": {
    system: swing,
    y0: [1, 0],
    tEnd: 8,
    options: { maximumStep: 0.125, initialStep: 0.125 },
    isEventful: false,
  },
  "a first step that is longer than the longest": {
    system: swing,
    y0: [1, 0],
    tEnd: -8,
    options: { maximumStep: 0.01, initialStep: 0.125 },
    isEventful: false,
  },
  "not a number at every thirteenth evaluation": {
    system: () => {
      let count = 0;
      return { size: 2, rhs: (_t, y, f) => void f.set([y[1]!, ++count % 13 === 0 ? Number.NaN : -y[0]!]) };
    },
    y0: [1, 0],
    tEnd: 20,
    isEventful: false,
  },
  "not a number at one evaluation": {
    system: () => {
      let count = 0;
      return { size: 2, rhs: (_t, y, f) => void f.set([y[1]!, ++count === 14 ? Number.NaN : -y[0]!]) };
    },
    y0: [1, 0],
    tEnd: 20,
    isEventful: false,
  },
  "a jump to huge numbers": {
    system: { size: 2, rhs: (t, y, f) => void f.set([t < 0.1 ? -y[0]! : 1e250, y[0]!]) },
    y0: [1, 0],
    tEnd: 1,
    isEventful: false,
  },
  "not a number behind a limit": {
    system: { size: 2, rhs: (t, y, f) => void f.set([y[1]!, t > 0.3 ? Number.NaN : -y[0]!]) },
    y0: [1, 0],
    tEnd: 1,
    limit: 0.3,
    isEventful: false,
  },
  "a slow start": {
    system: { size: 1, rhs: (t, y, f) => void (f[0] = 1e3 * t * t - y[0]!) },
    y0: [0],
    tEnd: 3,
  },
  "a singular start": {
    system: { size: 1, rhs: (t, _y, f) => void (f[0] = t > 0 ? 1e-4 / t : 0) },
    y0: [1],
    tEnd: 2,
    isEventful: false,
  },
  "not a number from a billionth on": {
    system: { size: 1, rhs: (t, y, f) => void (f[0] = t > 1e-9 ? Number.NaN : -y[0]!) },
    y0: [1],
    tEnd: 2,
    isEventful: false,
  },
  "not a number even before": {
    system: { size: 1, rhs: (t, y, f) => void (f[0] = t > 2e-10 ? Number.NaN : -y[0]!) },
    y0: [1],
    tEnd: 2,
    isEventful: false,
  },
  "a wall": {
    system: {
      size: 2,
      rhs: (t, y, f) => void f.set([t < 0.3 ? y[1]! : 1e12 * y[1]!, t < 0.3 ? -y[0]! : -1e12 * y[0]!]),
    },
    y0: [1, 0],
    tEnd: 0.4,
    isEventful: false,
    mostSteps: 80,
  },
  noise: {
    system: { size: 1, rhs: (t, _y, f) => void (f[0] = sin(1e9 * t) * 1e3) },
    y0: [1],
    tEnd: 1,
    isEventful: false,
    mostSteps: 40,
  },
  "a jump of the force": {
    system: { size: 1, rhs: (t, y, f) => void (f[0] = t < 0.3 ? 1 : -1e5 * (1 + y[0]!)) },
    y0: [0],
    tEnd: 0.4,
    mostSteps: 50,
  },
  "a saw": {
    system: { size: 2, rhs: (t, y, f) => void f.set([((1e3 * t) % 1) - 0.5, y[0]!]) },
    y0: [0, 1],
    tEnd: 0.1,
    mostSteps: 40,
  },
  "a border of the domain": {
    system: { size: 2, rhs: (_t, y, f) => void f.set([-Math.sqrt(y[0]!) - 0.1, y[0]! - y[1]!]), names: ["a", "b"] },
    y0: [1, 0.5],
    tEnd: 3,
    isEventful: false,
  },
  "a pole": {
    system: { size: 2, rhs: (_t, y, f) => void f.set([0, y[1]! * y[1]!]) },
    y0: [1, 1],
    tEnd: 2,
    mostSteps: 300,
    isEventful: false,
  },
  "not a number at the start": {
    system: { size: 2, rhs: (_t, _y, f) => void f.set([1, Number.NaN]) },
    y0: [1, 1],
    tEnd: 2,
  },
  "not a number but at the start": {
    system: { size: 1, rhs: (t, y, f) => void (f[0] = t > 0 ? Number.NaN : -y[0]!) },
    y0: [1],
    tEnd: 2,
  },
  "a tolerance below rounding": { system: swing, y0: [0, 1], tEnd: 3, tolerance: 1e-17 },
  "a ball on a stiff floor": { system: floor, y0: [0.05, 0], tEnd: 0.4, tolerance: 1e-4, mostSteps: 80 },
};

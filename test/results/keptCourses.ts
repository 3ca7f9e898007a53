/** Functions of time in steps of no solver, and the rows that are asked for: for what is kept between them. */
import { cos, exp, sin, tanh } from "../../src/math/elementary.ts";

export interface Course {
  /** All entries of the row, before an event and else; with `slope` the second is the slope of the first, which is a state. */
  readonly at: (t: number, isBefore?: boolean) => readonly number[];
  readonly slope?: boolean;
  readonly steps: readonly number[];
  readonly rows: readonly number[];
  readonly tolerance?: number;
  readonly corners?: readonly number[];
  readonly hasUnknownCorners?: boolean;
  readonly isCostly?: boolean;
  /** Rows after events. */
  readonly events?: readonly number[];
  /** Steps of which nothing is known. */
  readonly unknown?: readonly number[];
  readonly slopesAt?: (t: number) => number;
  /** Of the tolerance; Infinity where no rows can tell. */
  readonly accuracy?: number;
}

const grid = (from: number, to: number, n: number): number[] =>
  Array.from({ length: n + 1 }, (_, k) => from + (k * (to - from)) / n);

const noise = (t: number): number => {
  const x = sin(12345.678 * t) * 43758.5453;
  return x - Math.floor(x);
};

export const courses: Readonly<Record<string, Readonly<Record<string, Course>>>> = {
  "smooth courses": {
    "a parabola, which six rows tell": { at: (t) => [t * t], steps: grid(0, 4, 8), rows: grid(0, 4, 4) },
    "a sine, a row per step": { at: (t) => [sin(t)], steps: grid(0, 6, 12), rows: grid(0, 6, 12) },
    "a sine, rows far apart": { at: (t) => [sin(t)], steps: grid(0, 6, 30), rows: grid(0, 6, 2) },
    "a sine, many steps between two rows": { at: (t) => [sin(t)], steps: grid(0, 2, 100), rows: grid(0, 2, 1) },
    "a sine, roughly": { at: (t) => [sin(t)], steps: grid(0, 6, 60), rows: grid(0, 6, 3), tolerance: 1e-2 },
    "steps that grow": {
      at: (t) => [exp(-50 * t), exp(-t)],
      steps: [0, 0.001, 0.003, 0.007, 0.015, 0.031, 0.063, 0.127, 0.255, 0.511, 1],
      rows: [0, 1],
    },
    "steps that shrink": {
      at: (t) => [exp(-50 * (1 - t)), exp(-t)],
      steps: [0, 0.5, 0.75, 0.875, 0.9375, 0.96875, 0.984375, 1],
      rows: [0, 0.95, 1],
    },
    "many entries, each slow": {
      at: (t) => Array.from({ length: 7 }, (_, k) => sin((1 + 0.1 * k) * t)),
      steps: grid(0, 6, 12),
      rows: grid(0, 6, 3),
    },
    "five entries, each slow": {
      at: (t) => Array.from({ length: 5 }, (_, k) => sin((1 + 0.1 * k) * t)),
      steps: grid(0, 6, 12),
      rows: grid(0, 6, 3),
    },
    "waves that vanish in the middle": {
      at: (t) => [sin(8 * Math.PI * t)],
      steps: [0, 1, 2],
      rows: [0, 1, 2],
      tolerance: 1e-3,
    },
    "a state with its slope": { at: (t) => [sin(t), cos(t)], slope: true, steps: grid(0, 6, 12), rows: grid(0, 6, 3) },
    "a slope that the curve does not have": {
      at: (t) => [sin(t), cos(t) + 1e-3 * noise(t)],
      slope: true,
      slopesAt: cos,
      steps: grid(0, 6, 12),
      rows: grid(0, 6, 12),
      accuracy: Infinity,
    },
    "something that fades to nothing": { at: (t) => [exp(-20 * t), 1], steps: grid(0, 3, 30), rows: grid(0, 3, 6) },
  },
  "many rows in a step": {
    "three rows in a step": { at: (t) => [2 + sin(0.5 * t)], steps: grid(0, 9, 3), rows: grid(0, 9, 9) },
    "three rows in a step, where looking is costly": {
      at: (t) => [2 + sin(t)],
      steps: [0, 3.4, 6.6, 9],
      rows: grid(0, 9, 9),
      isCostly: true,
      accuracy: 30,
    },
    "rows far apart, then many in a step": {
      at: (t) => [sin(4 * t)],
      steps: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 2.05, 3],
      rows: [0, ...grid(1, 3, 20)],
    },
    "rows whose neighbours do not tell them, while they tell what is between": {
      at: (t) => [sin(1.6 * t)],
      steps: grid(0, 9, 3),
      rows: grid(0, 9, 90),
    },
    "the same, and steps that end between rows": {
      at: (t) => [2 + sin(1.7 * t)],
      steps: [0, 3.04, 6.06, 9],
      rows: grid(0, 9, 90),
    },
    "a sine, many rows in a step": { at: (t) => [sin(t)], steps: grid(0, 6, 3), rows: grid(0, 6, 60) },
    "a faster sine, many rows in a step": { at: (t) => [sin(9 * t)], steps: grid(0, 6, 3), rows: grid(0, 6, 60) },
    "a far too fast sine, many rows in a step": {
      at: (t) => [sin(40 * t)],
      steps: grid(0, 6, 3),
      rows: grid(0, 6, 60),
      tolerance: 1e-3,
    },
    "rows that are whole waves apart": {
      at: (t) => [sin(20 * Math.PI * t) + t],
      steps: [0, 1, 2],
      rows: grid(0, 2, 20),
      tolerance: 1e-3,
    },
    "rows that are whole waves apart, where looking is costly": {
      at: (t) => [sin(20 * Math.PI * t) + t],
      steps: [0, 1, 2],
      rows: grid(0, 2, 20),
      isCostly: true,
      accuracy: Infinity,
    },
    "many rows in a step, where looking is costly": {
      at: (t) => [sin(9 * t)],
      steps: [0, 1.01, 2.02, 3],
      rows: grid(0, 3, 30),
      isCostly: true,
    },
    "few rows in a step, where looking is costly": {
      at: (t) => [sin(9 * t)],
      steps: [0, 1.01, 2.02, 3],
      rows: grid(0, 3, 6),
      isCostly: true,
    },
  },
  "corners that are known": {
    "a corner that is no more than a row's rounding away from it": {
      at: (t) => [Math.abs(t - 2)],
      steps: [0, 1.5, 3],
      rows: [0, 1, 2 + 1.5e-11, 3],
      corners: [2],
    },
    "a corner in a step of a few roundings": {
      at: (t) => [Math.abs(t - 1e6 - 5e-7)],
      steps: [1e6 - 1, 1e6, 1e6 + 1e-6, 1e6 + 1],
      rows: [1e6 - 1, 1e6, 1e6 + 1e-6, 1e6 + 1],
      corners: [1e6 + 5e-7],
      accuracy: Infinity,
    },
    "corners far from each other, and a third that does not matter": {
      at: (t) => [Math.abs(t - 1.3) + Math.abs(t - 5.3) + 1e-9 * Math.abs(t - 3.3), sin(t)],
      steps: [0, 2.2, 7],
      rows: grid(0, 7, 14),
      corners: [1.3, 3.3, 5.3],
    },
    "a corner that is known": {
      at: (t) => [Math.abs(t - 1.23)],
      steps: grid(0, 3, 6),
      rows: grid(0, 3, 3),
      corners: [1.23],
    },
    "a corner that is known and does not matter": {
      at: (t) => [t + 1e-8 * Math.abs(t - 1.23)],
      steps: grid(0, 3, 6),
      rows: grid(0, 3, 3),
      corners: [1.23],
    },
    "a corner beside a row": {
      at: (t) => [t + 1e-8 * Math.abs(t - 1.99)],
      steps: grid(0, 3, 6),
      rows: grid(0, 3, 3),
      corners: [1.99],
    },
    "a corner at a row": { at: (t) => [Math.abs(t - 2)], steps: grid(0, 3, 2), rows: grid(0, 3, 3), corners: [2] },
    "a corner at the end of a step": {
      at: (t) => [Math.abs(t - 1.5)],
      steps: grid(0, 3, 2),
      rows: grid(0, 3, 3),
      corners: [1.5],
    },
    "a corner at the beginning of the run": { at: (t) => [t], steps: [0, 1], rows: [0, 1], corners: [0] },
    "two corners in a gap": {
      at: (t) => [Math.abs(t - 1.4) + Math.abs(t - 1.6)],
      steps: [0, 1, 2, 3],
      rows: [0, 1, 2, 3],
      corners: [1.4, 1.6],
    },
    "two corners in two gaps of a step": {
      at: (t) => [Math.abs(t - 0.5) + Math.abs(t - 1.45)],
      steps: [0, 3],
      rows: [0, 1, 2, 3],
      corners: [0.5, 1.45],
    },
    "a corner behind the last row of a step": {
      at: (t) => [Math.abs(t - 1.7) + sin(t)],
      steps: [0, 2, 4],
      rows: [0, 1, 3, 4],
      corners: [1.7],
    },
    "a corner between steps far from zero": {
      at: (t) => [Math.abs(t - 1e6 - 1.23)],
      steps: grid(1e6, 1e6 + 3, 6),
      rows: grid(1e6, 1e6 + 3, 3),
      corners: [1e6 + 1.23],
      accuracy: 1e3,
    },
    "a curve with a corner, and what is bent behind it": {
      at: (t) => [t < 1.23 ? sin(t) : sin(t) + exp(-40 * (t - 1.23)) - 1],
      steps: grid(0, 3, 6),
      rows: grid(0, 3, 3),
      corners: [1.23],
    },
    "a corner with a rise behind it that is short for the step": {
      at: (t) => [t < 1.23 ? 0 : tanh(200 * (t - 1.23))],
      steps: grid(0, 3, 3),
      rows: grid(0, 3, 3),
      corners: [1.23],
      accuracy: 300,
    },
    "a corner with a jump beside it": {
      at: (t) => [t < 1.23 ? 0 : t < 1.23 + 1e-7 ? 1 : 2],
      steps: grid(0, 3, 3),
      rows: grid(0, 3, 3),
      corners: [1.23],
      accuracy: Infinity,
    },
    "a corner with a steep rise behind it": {
      at: (t) => [t < 1.23 ? 0 : tanh(2000 * (t - 1.23))],
      steps: grid(0, 3, 3),
      rows: grid(0, 3, 3),
      corners: [1.23],
      accuracy: Infinity,
    },
  },
  "corners of functions": {
    "a corner behind the last of many rows in a step": {
      at: (t) => [Math.abs(t - 1.46) + sin(t)],
      steps: [0, 1.49, 3],
      rows: grid(0, 3, 30),
      hasUnknownCorners: true,
    },
    "waves that may have corners, in many steps": {
      at: (t) => [sin(70 * t), cos(50 * t)],
      steps: grid(0, 2, 6),
      rows: grid(0, 2, 4),
      hasUnknownCorners: true,
      tolerance: 1e-3,
    },
    "roots, which are bent more than any polynomial": {
      at: (t) => [Math.sqrt(Math.abs(t - 0.5)), Math.sqrt(Math.abs(t - 1.6))],
      steps: grid(0, 2, 3),
      rows: grid(0, 2, 3),
      hasUnknownCorners: true,
      tolerance: 1e-3,
      accuracy: Infinity,
    },
    "a jump just behind the beginning of a step": {
      at: (t) => [t < 1 + 1e-13 ? 0 : 1 + sin(t)],
      steps: [0, 1, 2, 3],
      rows: [0, 1, 2, 3],
      hasUnknownCorners: true,
      accuracy: Infinity,
    },
    "a jump just before the end of a step": {
      at: (t) => [t < 2 - 1e-12 ? 0 : 1 + sin(t)],
      steps: [0, 1, 2, 3],
      rows: [0, 1, 2, 3],
      hasUnknownCorners: true,
      accuracy: Infinity,
    },
    "a jump and a corner in a step without rows": {
      at: (t) => [Math.abs(t - 1.1) + (t < 1.7 ? 0 : 1)],
      steps: [0, 0.9, 2.1, 3],
      rows: [0, 3],
      hasUnknownCorners: true,
    },
    "a corner that nobody knows of": {
      at: (t) => [Math.abs(t - 1.23)],
      steps: grid(0, 3, 6),
      rows: grid(0, 3, 3),
      hasUnknownCorners: true,
    },
    "a corner that nobody knows of, many rows in a step": {
      at: (t) => [Math.abs(t - 1.23) + sin(t)],
      steps: grid(0, 3, 2),
      rows: grid(0, 3, 30),
      hasUnknownCorners: true,
    },
    "a jump of a function": {
      at: (t) => [t < 1.2345 ? sin(t) : 1 + cos(t)],
      steps: grid(0, 3, 4),
      rows: grid(0, 3, 3),
      hasUnknownCorners: true,
    },
    "corners of functions, many of them": {
      at: (t) => [Math.abs((t % 0.31) - 0.155)],
      steps: [0, 1.5, 3],
      rows: grid(0, 3, 3),
      hasUnknownCorners: true,
      tolerance: 1e-3,
      accuracy: Infinity,
    },
    "corners of functions, many of them, many rows in a step": {
      at: (t) => [Math.abs((t % 0.31) - 0.155) + 0.01 * sin(t)],
      steps: [0, 1.5, 3],
      rows: grid(0, 3, 24),
      hasUnknownCorners: true,
      tolerance: 1e-3,
      accuracy: Infinity,
    },
    "a smooth function that may have corners, many rows in a step": {
      at: (t) => [sin(4 * t)],
      steps: [0, 1.52, 3],
      rows: grid(0, 3, 40),
      hasUnknownCorners: true,
    },
    "a wave that may have corners, few rows in a step": {
      at: (t) => [sin(9 * t)],
      steps: [0, 1.5, 3],
      rows: grid(0, 3, 12),
      hasUnknownCorners: true,
      accuracy: 3,
    },
    "noise that may have corners": {
      at: (t) => [sin(t) + 1e-4 * noise(t)],
      steps: [0, 1.5, 3],
      rows: grid(0, 3, 3),
      hasUnknownCorners: true,
      accuracy: 1e3,
    },
  },
  "events and what cannot be told": {
    "an event": {
      at: (t, isBefore = t < 1.3) => [isBefore ? sin(t) : cos(3 * t)],
      steps: [0, 0.7, 1.3, 2, 3],
      rows: [0, 1, 2, 3],
      events: [1.3],
    },
    "an event behind steps without rows": {
      at: (t, isBefore = t < 1.3) => [isBefore ? sin(t) : cos(3 * t)],
      steps: [0, 0.2, 0.4, 0.6, 0.8, 1, 1.3, 1.5, 2],
      rows: [0, 2],
      events: [1.3],
    },
    "steps of which nothing is known": {
      at: (t) => [sin(3 * t)],
      steps: grid(0, 3, 12),
      rows: grid(0, 3, 6),
      unknown: [2, 3, 7],
      accuracy: Infinity,
    },
    "noise below what is seen": {
      at: (t) => [sin(t) + 2e-6 * noise(t)],
      steps: grid(0, 3, 6),
      rows: grid(0, 3, 3),
      accuracy: 20,
    },
    "noise beyond that": {
      at: (t) => [sin(t) + 1e-3 * noise(t)],
      steps: grid(0, 3, 6),
      rows: grid(0, 3, 3),
      accuracy: 1e4,
    },
    "a step of a few roundings": {
      at: (t) => [Math.round((t - 1) / Number.EPSILON) % 8 === 0 ? 0 : 1],
      steps: [1, 1 + 8 * Number.EPSILON, 1 + 16 * Number.EPSILON],
      rows: [1, 1 + 8 * Number.EPSILON, 1 + 16 * Number.EPSILON],
      accuracy: Infinity,
    },
    "gross noise": { at: (t) => [sin(t) + noise(t)], steps: grid(0, 2, 2), rows: grid(0, 2, 2), accuracy: Infinity },
    "waves that no rows can tell": { at: (t) => [sin(1e5 * t)], steps: [0, 1], rows: [0, 0.5, 1], accuracy: Infinity },
    "a jump in time, which nobody knows of": {
      at: (t) => [t < 0.612 ? t : 2 - t],
      steps: [0, 1, 2],
      rows: [0, 1, 2],
      accuracy: Infinity,
    },
    "values that are missing for a while": {
      at: (t) => [t < 1.2 || t > 1.7 ? sin(t) : Number.NaN],
      steps: grid(0, 3, 6),
      rows: grid(0, 3, 3),
      accuracy: Infinity,
    },
    "a value that becomes infinite": {
      at: (t) => [t < 1.2 ? t : Infinity],
      steps: grid(0, 3, 6),
      rows: grid(0, 3, 3),
      accuracy: Infinity,
    },
  },
};

/** Functions of numbers in generated functions, and their slopes. */
import * as elementary from "../../math/elementary.ts";
import { formatC, formatReal, padded } from "../values/format.ts";

export interface NumberFunction {
  readonly evaluate: (x: number, y: number) => number;
  /** ∂/∂x and ∂/∂y; absent where the function is constant piece by piece. */
  readonly slopes?: readonly ((x: number, y: number) => number)[];
  readonly arguments: 1 | 2;
  readonly result: "Real" | "Integer" | "same";
}

function one(evaluate: (x: number) => number, slope?: (x: number) => number): NumberFunction {
  return { evaluate, ...(slope && { slopes: [slope] }), arguments: 1, result: "Real" };
}

const square = elementary.square;

export const numberFunctions: Readonly<Record<string, NumberFunction>> = {
  sin: one(elementary.sin, elementary.cos),
  cos: one(elementary.cos, (x) => -elementary.sin(x)),
  tan: one(elementary.tan, (x) => 1 + square(elementary.tan(x))),
  asin: one(elementary.asin, (x) => 1 / Math.sqrt(1 - x * x)),
  acos: one(elementary.acos, (x) => -1 / Math.sqrt(1 - x * x)),
  atan: one(elementary.atan, (x) => 1 / (1 + x * x)),
  sinh: one(elementary.sinh, elementary.cosh),
  cosh: one(elementary.cosh, elementary.sinh),
  tanh: one(elementary.tanh, (x) => 1 - square(elementary.tanh(x))),
  exp: one(elementary.exp, elementary.exp),
  log: one(elementary.log, (x) => 1 / x),
  log10: one(elementary.log10, (x) => 1 / (x * Math.LN10)),
  sqrt: one(Math.sqrt, (x) => 0.5 / Math.sqrt(x)),
  abs: { ...one(Math.abs, Math.sign), result: "same" },
  sign: { ...one(Math.sign), result: "Integer" },
  floor: one(Math.floor),
  ceil: one(Math.ceil),
  integer: { ...one(Math.floor), result: "Integer" },
  atan2: {
    evaluate: elementary.atan2,
    slopes: [(y, x) => x / (x * x + y * y), (y, x) => -y / (x * x + y * y)],
    arguments: 2,
    result: "Real",
  },
  pow: {
    evaluate: elementary.pow,
    slopes: [
      (x, y) => (y === 0 ? 0 : y * elementary.pow(x, y - 1)),
      (x, y) => (x > 0 ? elementary.log(x) * elementary.pow(x, y) : 0),
    ],
    arguments: 2,
    result: "Real",
  },
  min: {
    evaluate: Math.min,
    slopes: [(x, y) => (x <= y ? 1 : 0), (x, y) => (x <= y ? 0 : 1)],
    arguments: 2,
    result: "same",
  },
  max: {
    evaluate: Math.max,
    slopes: [(x, y) => (x >= y ? 1 : 0), (x, y) => (x >= y ? 0 : 1)],
    arguments: 2,
    result: "same",
  },
  div: { evaluate: (x, y) => Math.trunc(x / y), arguments: 2, result: "same" },
  mod: {
    evaluate: (x, y) => x - Math.floor(x / y) * y,
    slopes: [() => 1, (x, y) => -Math.floor(x / y)],
    arguments: 2,
    result: "same",
  },
  rem: {
    evaluate: (x, y) => x - Math.trunc(x / y) * y,
    slopes: [() => 1, (x, y) => -Math.trunc(x / y)],
    arguments: 2,
    result: "same",
  },
};

/** String(x, …) for a Real. */
export function realText(x: number, digits: number, length: number, left: number): string {
  return padded(formatReal(x, digits), length, left !== 0);
}

/** String(x, …) for everything else. */
export function plainText(text: string, length: number, left: number): string {
  return padded(text, length, left !== 0);
}

export { formatC as formatted };

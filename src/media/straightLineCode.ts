/**
 * Sums of powers as straight-line code, written once from a table of coefficients: no loops, no look-ups, no calls.
 *
 *     Σ n·x^I·y^J  →  const x2 = x*x, x3 = x2*x …;  const q = 0.1*y3 + 0.2*y7 …;  s += x3*q
 *
 * Only finite numbers of tables in this project become text. Generated functions read their arguments from an array and write their
 * results into it: numbers that are handed over in an array are never put on the heap.
 */
import * as elementary from "../math/elementary.ts";

/** One term is n·x^I·y^J. */
export interface PowerTerms {
  readonly I: readonly number[];
  readonly J: readonly number[];
  readonly n: readonly number[];
}

/** Derivatives in x and y whose sum is wanted: [1, 0] is Σ I·n·x^I·y^J, [0, 2] is Σ J·(J − 1)·n·x^I·y^J. */
export type WantedSum = readonly [x: number, y: number];

export class StraightLineCode {
  readonly lines: string[] = [];

  add(line: string): void {
    this.lines.push(line);
  }

  /** A function of one array, and of `elementary`. */
  compile(): (at: Float64Array) => void {
    const body = `"use strict";\nreturn function (at) {\n${this.lines.join("\n")}\n};`;
    return new Function("elementary", body)(elementary) as (at: Float64Array) => void;
  }

  /**
   * Powers of the variable for all exponents, and the name of each. Whole ones are products of two that are there already; the rest of
   * an exponent that is a multiple of an eighth comes from square roots, any other power from `exp(exponent·log)`.
   */
  powers(variable: string, exponents: Iterable<number>, logarithm?: string): (exponent: number) => string {
    const names = new Map<number, string>([[1, variable]]);
    const nameOf = (exponent: number): string =>
      `${variable}_${exponent < 0 ? "m" : ""}${String(Math.abs(exponent)).replace(".", "d")}`;
    const define = (exponent: number, formula: string): void => {
      const name = nameOf(exponent);
      this.add(`const ${name} = ${formula};`);
      names.set(exponent, name);
    };
    const whole = (k: number): string => {
      const known = names.get(k);
      if (known !== undefined) return known;
      if (k === -1) define(k, `1/${variable}`);
      else {
        const sign = Math.sign(k);
        whole(sign);
        const pair = [...names.keys()].find(
          (a) => Number.isInteger(a) && a * sign > 0 && names.has(k - a) && (k - a) * sign > 0,
        );
        const half = pair ?? Math.trunc(k / 2);
        const [a, b] = [whole(half), whole(k - half)];
        define(k, `${a}*${b}`);
      }
      return names.get(k)!;
    };
    const root = (eighths: number): string => {
      const exponent = eighths / 8;
      const known = names.get(exponent);
      if (known !== undefined) return known;
      if (eighths === 4) define(exponent, `Math.sqrt(${variable})`);
      else if (eighths === 2) define(exponent, `Math.sqrt(${root(4)})`);
      else if (eighths === 1) define(exponent, `Math.sqrt(${root(2)})`);
      else {
        const high = eighths > 4 ? 4 : 2;
        const [a, b] = [root(high), root(eighths - high)];
        define(exponent, `${a}*${b}`);
      }
      return names.get(exponent)!;
    };
    const wanted = [...new Set(exponents)].filter((e) => e !== 0).sort((a, b) => Math.abs(a) - Math.abs(b));
    for (const e of wanted) if (Number.isInteger(e)) whole(e);
    for (const e of wanted) {
      if (Number.isInteger(e)) continue;
      if (!isEighth(e)) define(e, `elementary.exp(${e}*${logarithm})`);
      else {
        const floor = Math.floor(e);
        const rest = root(8 * (e - floor));
        if (floor !== 0) define(e, `${whole(floor)}*${rest}`);
      }
    }
    return (e) => (e === 0 ? "1" : names.get(e)!);
  }
}

export function isEighth(exponent: number): boolean {
  return Number.isInteger(8 * exponent);
}

/** k·(k − 1)·… with `order` factors. */
export function falling(k: number, order: number): number {
  let product = 1;
  for (let i = 0; i < order; i++) product *= k - i;
  return product;
}

/** "c1*name1 + c2*name2 …"; terms with the factor zero are left out. */
export function linearCombination(parts: Iterable<readonly [factor: number, name: string]>): string {
  const text = [...parts]
    .filter(([factor]) => factor !== 0)
    .map(([factor, name]) => (name === "1" ? `(${factor})` : factor === 1 ? name : `(${factor})*${name}`));
  return text.length === 0 ? "0" : text.join(" + ");
}

/** Values of a list by the value of a key, in order of appearance. */
export function groupsBy<T>(list: readonly T[], key: (one: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const one of list) {
    const k = key(one);
    const group = groups.get(k);
    if (group === undefined) groups.set(k, [one]);
    else group.push(one);
  }
  return groups;
}

/** Code that reads x = at[0], y = at[1] and writes the wanted sums to at[2], at[3] … */
export function generateSums(terms: PowerTerms, wanted: readonly WantedSum[]): (at: Float64Array) => void {
  const code = new StraightLineCode();
  code.add("const x = at[0], y = at[1];");
  const x = code.powers("x", terms.I);
  const y = code.powers("y", terms.J);
  wanted.forEach((_, k) => code.add(`let s${k} = 0;`));
  const list = terms.n.map((n, k) => ({ n, I: terms.I[k]!, J: terms.J[k]! }));
  const orders = [...new Set(wanted.map(([, order]) => order))];
  let group = 0;
  for (const [I, members] of groupsBy(list, ({ I }) => I)) {
    const q = new Map<number, string>();
    for (const order of orders) {
      const formula = linearCombination(members.map(({ n, J }) => [n * falling(J, order), y(J)]));
      if (formula === "0") continue;
      const name = `q${group}_${order}`;
      code.add(`const ${name} = ${I === 0 ? formula : `${x(I)}*(${formula})`};`);
      q.set(order, name);
    }
    wanted.forEach(([a, b], k) => {
      const factor = falling(I, a);
      const name = q.get(b);
      if (factor !== 0 && name !== undefined) code.add(`s${k} += ${linearCombination([[factor, name]])};`);
    });
    group++;
  }
  wanted.forEach((_, k) => code.add(`at[${k + 2}] = s${k};`));
  return code.compile();
}

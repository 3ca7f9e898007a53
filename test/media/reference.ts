/** Published check values of media. */
import { readFileSync } from "node:fs";
import * as fc from "fast-check";

export function reference<T>(name: string): T {
  return JSON.parse(readFileSync(`test/reference/media/${name}.json`, "utf8")) as T;
}

/** Half a unit of the last printed digit. */
export function printedTolerance(value: number, digits?: number): number {
  const mantissa = String(value).replace(/e.*/, "").replace("-", "").replace(".", "").replace(/^0+/, "");
  const count = digits ?? Math.max(mantissa.length, 3);
  return 0.5 * 10 ** (Math.ceil(Math.log10(Math.abs(value) + 1e-300)) - count);
}

/** Central difference with Richardson's extrapolation. */
export function slopeOf(f: (x: number) => number, x: number, h: number): number {
  const one = (f(x + h) - f(x - h)) / (2 * h);
  const two = (f(x + 2 * h) - f(x - 2 * h)) / (4 * h);
  return (4 * one - two) / 3;
}

/** A number from 0 to 1, all equally likely: states shall fill the range. */
export const share = fc.integer({ min: 0, max: 1_000_000 }).map((k) => k / 1_000_000);

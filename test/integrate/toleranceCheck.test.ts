import { expect, it } from "vitest";
import { checkTolerance } from "../../src/integrate/toleranceCheck.ts";

/** Weights 1/(rtol·|y|). */
const check = (relativeTolerance: number, safety?: number): void =>
  checkTolerance(3, Float64Array.of(2), Float64Array.of(1 / (2 * relativeTolerance)), relativeTolerance, safety);

it("a tolerance below rounding is refused with how far it is below, and one that is not is advised", () => {
  expect(() => check(Number.EPSILON / 8)).toThrow(/t = 3.*only representable to 8\.00 × the tolerance/s);
  const [, advised] = /at least (\S+)/.exec(String(catchIt(() => check(Number.EPSILON / 8))))!;
  expect(() => check(Number(advised))).not.toThrow();
  expect(() => check(1e-6)).not.toThrow();
});

it("a method that wants less than the tolerance has the limit elsewhere", () => {
  expect(() => check(Number.EPSILON / 8, 4)).toThrow(/to 2\.00 × the tolerance/);
  expect(() => check(Number.EPSILON / 2, 4)).not.toThrow();
});

function catchIt(call: () => void): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

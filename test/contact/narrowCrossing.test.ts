import { expect, it } from "vitest";
import { NarrowCrossing } from "../../src/contact/narrowCrossing.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";

const margin = 2e-13;

it("encloses a crossing by values that rounding cannot mistake, whatever the bend of the function", () => {
  const u = mulberry32(4);
  for (let k = 0; k < 300; k++) {
    const [speed, bend, root] = [0.001 + 10 * u(), 1e3 * (u() - 0.5), 1e-5 * (0.1 + 0.8 * u())];
    const noise = (): number => 1e-15 * (u() - 0.5);
    const g = (t: number): number => (t - root) * (speed + bend * t) + noise();
    const crossing = new NarrowCrossing();
    if (!(speed + bend * 1e-5 > 0)) continue;
    expect(crossing.find(g, 0, 1e-5, margin)).toBe(true);
    const exact = (t: number): number => (t - root) * (speed + bend * t);
    expect(exact(crossing.from)).toBeLessThan(-0.9 * margin);
    expect(exact(crossing.to)).toBeGreaterThan(0.9 * margin);
    expect(exact(crossing.to) - exact(crossing.from)).toBeLessThan(9 * margin);
  }
});

it("finds nothing where the function does not rise through zero", () => {
  const crossing = new NarrowCrossing();
  expect(crossing.find((t) => -1e-9 - t, 0, 1, margin)).toBe(false);
  expect(crossing.find((t) => 1 + t, 0, 1, margin)).toBe(false);
  // a jump has no values within the margin
  expect(crossing.find((t) => (t < 0.3 ? -1 : 1), 0, 1, margin)).toBe(false);
});

it("tells where both ends are within four margins, and finds nothing where one of them cannot be brought there", () => {
  const jump = (low: number, high: number, at: number): boolean =>
    new NarrowCrossing().find((t) => (t < at ? low : high), 0, 1, 0.125);
  for (const at of [0.3, 0.5, 0.8]) {
    expect(jump(-0.5, 0.5, at)).toBe(true);
    expect(jump(-0.51, 0.5, at)).toBe(false);
    expect(jump(-0.5, 0.51, at)).toBe(false);
    expect(jump(-9, 9, at)).toBe(false);
  }
  // values that are within one margin at the begin or at the end are no crossing
  expect(jump(-0.125, 0.5, 0.5)).toBe(false);
  expect(jump(-0.5, 0.125, 0.5)).toBe(false);
});

it("takes few looks, also where secants alone would come closer from one side only", () => {
  const looksAt = (g: (t: number) => number): number => {
    let looks = 0;
    const counted = (t: number): number => {
      looks++;
      return g(t);
    };
    expect(new NarrowCrossing().find(counted, 0, 1, margin)).toBe(true);
    return looks;
  };
  const ninth = (t: number): number => t * t * t * (t * t * t) * (t * t * t);
  const looks = [
    (t: number) => t - 0.3,
    (t: number) => 100 * (t - 0.7),
    (t: number) => t - 1e-3,
    (t: number) => ninth(t) - 1e-3,
    (t: number) => 0.001 - ninth(1 - t),
    (t: number) => Math.sqrt(t) - 0.01,
  ].map((g) => looksAt(g));
  expect(looks).toEqual([9, 11, 9, 25, 22, 17]);
});

it("finds nothing where neighbouring numbers have a jump between them, or the function falls again", () => {
  const next = 1 + Number.EPSILON;
  const crossing = new NarrowCrossing();
  expect(crossing.find((t) => (t > 1 ? 1 : -1), 1, next, 0.1)).toBe(false);
  // the first look is within the margin, and behind it the function is as low as there
  expect(crossing.find((t) => (t === 0 ? -1 : t === 1 ? 1 : 0), 0, 1, 0.1)).toBe(false);
  expect(crossing.find((t) => (t === 0 ? -0.3 : t === 1 ? 1 : 0.05), 0, 1, 0.1)).toBe(false);
  expect(crossing.find((t) => (t === 0 ? -1 : t === 1 ? 0.3 : -0.05), 0, 1, 0.1)).toBe(false);
  expect([crossing.from, crossing.to]).toEqual([0, 0]);
});

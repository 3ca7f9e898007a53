import { expect, it } from "vitest";
import { RunProgress } from "../../src/integrate/runProgress.ts";

it("a run of no length is through when it begins, and tells numbers", () => {
  const told: number[] = [];
  new RunProgress(2, 2, (fraction) => told.push(fraction)).reach(2);
  expect(told).toEqual([1]);
});

it("a run backwards is as far as it has come", () => {
  const told: number[] = [];
  const progress = new RunProgress(2, -2, (fraction) => told.push(fraction));
  progress.reach(1);
  progress.reach(-2);
  expect(told).toEqual([0.25, 1]);
});

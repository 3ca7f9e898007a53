import { expect, it } from "vitest";
import { RunProgress } from "../../src/integrate/runProgress.ts";

it("a run of no length is through when it begins, and tells numbers", () => {
  const told: number[] = [];
  new RunProgress(2, 2, (fraction) => told.push(fraction)).reach(2);
  expect(told).toEqual([1]);
});

import { expect, it } from "vitest";
import { implicitMethodFor, isDaeMethod } from "../../src/integrate/automaticMethod.ts";

it("matrices that cost more than 200 full columns are left to the method that factors them as they are", () => {
  expect([0, 1e6, 8e6, 8e6 + 1, 1e9].map(implicitMethodFor)).toEqual(["radau5", "radau5", "radau5", "bdf", "bdf"]);
});

it("one method is for residuals", () => {
  expect([isDaeMethod("ida"), isDaeMethod("bdf")]).toEqual([true, false]);
});

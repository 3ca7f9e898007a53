import { Model, type ModelDefinition } from "rattleback";
import * as blocks from "rattleback/blocks";
import { describe, expect, it } from "vitest";
import { rounding, run } from "../run.ts";

const all = blocks as unknown as Record<string, ModelDefinition>;

describe("blocks without memory compute their formula", () => {
  const ofOne: [string, Record<string, unknown>, (u: number) => number][] = [
    ["Gain", { k: 3 }, (u) => 3 * u],
    ["Abs", {}, Math.abs],
    ["Sign", {}, Math.sign],
    ["Power", { exponent: 3 }, (u) => u ** 3],
    ["Sqrt", {}, Math.sqrt],
    ["Exp", {}, Math.exp],
    ["Log", {}, Math.log],
    ["Log10", {}, Math.log10],
    ["Sin", {}, Math.sin],
    ["Cos", {}, Math.cos],
    ["Tan", {}, Math.tan],
    ["Asin", {}, Math.asin],
    ["Acos", {}, Math.acos],
    ["Atan", {}, Math.atan],
    ["Sinh", {}, Math.sinh],
    ["Cosh", {}, Math.cosh],
    ["Tanh", {}, Math.tanh],
  ];
  const isDefined = (value: number) => Number.isFinite(value);

  it.each(ofOne)("%s", (name, changes, formula) => {
    for (const u of [-0.8, 0.3, 1, 2.5]) {
      const expected = formula(u);
      if (!isDefined(expected)) continue;
      const model = Model({ block: all[name].with(changes), value: u, equations: "block.u = value" });
      expect(Math.abs(run(model, 0).final("block.y") - expected)).toBeLessThanOrEqual(rounding * Math.abs(expected));
    }
  });

  const ofTwo: [string, Record<string, unknown>, (a: number, b: number) => number][] = [
    ["Add", { k1: 2, k2: -1 }, (a, b) => 2 * a - b],
    ["Feedback", {}, (a, b) => a - b],
    ["Product", {}, (a, b) => a * b],
    ["Division", {}, (a, b) => a / b],
    ["Max", {}, Math.max],
    ["Min", {}, Math.min],
    ["Atan2", {}, Math.atan2],
  ];
  it.each(ofTwo)("%s", (name, changes, formula) => {
    for (const [a, b] of [
      [-0.8, 2],
      [3, 0.7],
    ]) {
      const model = Model({ block: all[name].with(changes), a, b, equations: "block.u1 = a; block.u2 = b" });
      const expected = formula(a, b);
      expect(Math.abs(run(model, 0).final("block.y") - expected)).toBeLessThanOrEqual(rounding * Math.abs(expected));
    }
  });

  it("sums of three signals and of a vector of signals", () => {
    const model = Model({
      three: blocks.Add3.with({ k1: 1, k2: 2, k3: -1 }),
      many: blocks.Sum.with({ k: [1, -1, 2, 0.5] }),
      equations: `
        three.u1 = 5
        three.u2 = 7
        three.u3 = 1
        many.u = [1, 2, 3, 4]`,
    });
    const result = run(model, 0);
    expect(result.final("three.y")).toBe(18);
    expect(result.final("many.y")).toBe(7);
  });
});

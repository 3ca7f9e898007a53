import { instantiate, Model, RattlebackError, simulate } from "rattleback";
import { FixedHeatFlow, FixedTemperature, InsulatedRod, InsulatedRod2 } from "rattleback/heat";
import { describe, expect, it } from "vitest";
import { run } from "../run.ts";

const heated = (rod: typeof InsulatedRod) =>
  Model({
    fixedT: FixedTemperature.with({ T: 493.15 }),
    fixedQflow: FixedHeatFlow,
    rod,
    connect: [
      ["fixedT.port", "rod.port_a"],
      ["rod.port_b", "fixedQflow.port"],
    ],
  });

const five = [492.963024285, 492.607375341, 492.304842279, 492.085039143, 491.969481796];
const eight = [
  493.036252115, 492.813127612, 492.602948926, 492.413793105, 492.252929303, 492.126539425, 492.039480563, 491.99509834,
];

/** The reference values have twelve digits; deviations of 1e-5 relative to the rise of 200 K are allowed. */
const limit = 200 * 1e-5;

describe("insulated rod", () => {
  it("a rod heated at one end reaches the reference temperatures with 5 and with 8 cells, in equations", () => {
    for (const expected of [five, eight]) {
      const model = heated(InsulatedRod.with({ T: { init: expected.map(() => 293.15) } }));
      const T = run(model, 1e5).final<number[]>("rod.T");
      expected.forEach((value, i) => expect(Math.abs(T[i] - value)).toBeLessThan(limit));
    }
  });

  it("the rod with hidden states reaches them too, and changes its number of cells without compiling again", () => {
    const model = instantiate(heated(InsulatedRod2.with({ nT: 5 })));
    for (const expected of [five, eight]) {
      const result = simulate(model, { stopTime: 1e5, tolerance: 1e-9, merge: { rod: { nT: expected.length } } });
      expected.forEach((value, i) => expect(Math.abs(result.final(`rod.T[${i + 1}]`) - value)).toBeLessThan(limit));
      expect(result.stateNames).toHaveLength(expected.length);
    }
  });

  it("in the steady state the temperature falls along a straight line", () => {
    const model = Model({
      hot: FixedTemperature.with({ T: 400 }),
      rod: InsulatedRod.with({ T: { init: [300, 300, 300, 300] } }),
      cold: FixedTemperature.with({ T: 300 }),
      connect: [
        ["hot.port", "rod.port_a"],
        ["rod.port_b", "cold.port"],
      ],
    });
    const result = run(model, 1e6);
    const T = result.final<number[]>("rod.T");
    [387.5, 362.5, 337.5, 312.5].forEach((value, i) => expect(Math.abs(T[i] - value)).toBeLessThan(1e-3));
    expect(Math.abs(result.final("rod.port_a.Q_flow") - 74 * 4e-4 * 100)).toBeLessThan(1e-4);
  });

  it("refuses half a cell", () => {
    const model = instantiate(heated(InsulatedRod2));
    let error: unknown;
    try {
      simulate(model, { stopTime: 1, merge: { rod: { nT: 2.5 } } });
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(RattlebackError);
    expect(error).toMatchObject({ code: "E-ROD-CELLS", path: "rod.nT", hint: "a whole number, at least 1" });
  });
});

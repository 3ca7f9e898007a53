// What there is of a run that failed can be written and read like any result.
import { describe, expect, it } from "vitest";
import { instantiate, Model, SimulationError, simulate, Var } from "../../src/index.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { resultToJson } from "../../src/results/writers/json.ts";

describe("the result of a run that failed", () => {
  it("is written and read again, up to its last row", () => {
    // y = 1/(1 − t) has no value at t = 1: the last steps are far shorter than the rows are apart
    const model = instantiate(Model({ y: Var({ init: 1 }), equations: "der(y) = y^2" }));
    let partial: SimulationError["partial"] | undefined;
    try {
      simulate(model, { stopTime: 2, tolerance: 1e-8 });
    } catch (error) {
      if (error instanceof SimulationError) partial = error.partial;
    }
    expect(partial!.endTime).toBeGreaterThan(0.99);
    const back = resultFromJson(resultToJson(partial!));
    expect(back.final("y")).toBe(partial!.final("y"));
    expect(back.at(0.5, "y")).toBeCloseTo(2, 5);
  });
});

// Where what an event waits for has no value any more: the run says which variable, and why.
import { describe, expect, it } from "vitest";
import { Model } from "../../src/language/model.ts";
import { Var } from "../../src/language/values.ts";
import { instantiate } from "../../src/run/instantiate.ts";
import { simulate } from "../../src/run/simulate.ts";

const run = (equation: string) => {
  const equations = `der(x) = 1; ${equation}; when y > 2 then n = pre(n) + 1; end when`;
  return () =>
    simulate(instantiate(Model({ x: Var({ init: 0 }), n: Var({ init: 0 }), y: Var({ start: 1 }), equations })), {
      stopTime: 2,
    });
};

describe("a condition of an event that has no value", () => {
  it("is told with the variable that is not a number, and its equation", () => {
    expect(run("y = sqrt(1 - x)")).toThrow(/E-NOT-FINITE-VALUE {2}"y" is NaN at t = 1\.\d*\..*y = sqrt\(1 - x\)/s);
  });

  it("is told with the equations that lost their solution", () => {
    expect(run("y^2 = 1 - x")).toThrow(/E-SYSTEM-LOST.*equations for "y" ends at t = 1\..*y\^2 = 1 - x/s);
  });
});

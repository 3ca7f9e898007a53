import { describe, expect, it } from "vitest";
import { MechanismDynamics } from "../../src/mechanics/mechanismDynamics.ts";
import { allocatedPerCall } from "../allocatedBytes.ts";
import { randomLoop } from "./loops/randomLoops.ts";
import { randomSample } from "./randomMechanism.ts";

describe("an evaluation of a mechanism", () => {
  it("allocates nothing, with loops or without", () => {
    const tree = new MechanismDynamics(randomSample(3, 12).mechanism);
    tree.assemble();
    for (const dynamics of [tree, randomLoop(4, 8)!.dynamics]) {
      const none = new Float64Array(0);
      const x = new Float64Array(dynamics.hiddenCount);
      const xdot = new Float64Array(dynamics.hiddenCount);
      dynamics.writeHidden(x, 0);
      const start = x[0]!;
      let turn = 0;
      const perEvaluation = allocatedPerCall(2000, () => {
        x[0] = start + 1e-3 * (turn++ % 5);
        dynamics.setStates(x, 0, none, 0, none, 0);
        dynamics.flangeDynamics(none, none);
        dynamics.finish(none, 0, xdot, 0);
      });
      // twelve bodies with six vectors each would need 7000 bytes; numbers that leave a function take 16 each
      expect(perEvaluation).toBeLessThan(1000);
    }
  });
});

import { describe, expect, it } from "vitest";
import { NarrowPhase } from "../../src/collision/narrowPhase.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { allocatedPerCall } from "../allocatedBytes.ts";
import { convexShapes } from "../geometry/shapeSamples.ts";
import { mulberry32, randomRotation } from "../reference/narrowphase/poses.ts";

describe("signed distances", () => {
  it("allocate nothing, whatever the shapes", () => {
    const pairs = convexShapes.map(([, shape]) => new NarrowPhase(convexBody(shape), convexBody(convexShapes[5][1])));
    const u = mulberry32(9);
    const poses = Array.from({ length: 50 }, () => ({
      RA: Float64Array.from(randomRotation(u)),
      RB: Float64Array.from(randomRotation(u)),
      r: Float64Array.from([0, 0, 0], () => 1.2 * (u() - 0.5)),
    }));
    const zero = new Float64Array(3);
    const perRound = allocatedPerCall(20, () => {
      for (let p = 0; p < pairs.length; p++) {
        for (let i = 0; i < poses.length; i++) {
          pairs[p].evaluate(poses[i].RA, 0, zero, 0, poses[i].RB, 0, poses[i].r, 0);
        }
      }
    });
    // a single number or object per pair and pose would be 16 bytes or more
    expect(perRound / (pairs.length * poses.length)).toBeLessThan(8);
  });
});

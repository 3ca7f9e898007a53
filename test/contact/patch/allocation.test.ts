import { describe, expect, it } from "vitest";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import { PatchContact } from "../../../src/contact/patch/patchContact.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { allocatedPerCall } from "../../allocatedBytes.ts";
import { identity, turnedBy } from "./poses.ts";

describe("patches", () => {
  it("need no new arrays or objects", () => {
    const pair = new PatchContact(patchBody(convexBody(Box()))!, patchBody(convexBody(Box()))!);
    const motion = createBodyMotion(2);
    const R = turnedBy([0, 0, 0.3]);
    const [origin, r] = [new Float64Array(3), Float64Array.of(0.1, 0, 1 - 1e-6)];
    const stiffness = { modulus: 1e11, foundation: 0 };
    const law = { damping: 10, friction: 0.3, smallSpeed: 0.01 };
    const perCall = allocatedPerCall(1000, () => {
      pair.evaluate(identity, 0, origin, 0, R, 0, r, 0, stiffness);
      pair.addDissipation(motion, 0, 1, law);
    });
    // one array of three numbers per call takes 200 bytes; single numbers that leave a function take 16 each, some 100 in all
    expect(perCall).toBeLessThan(200);
  });
});

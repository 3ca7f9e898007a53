import { describe, expect, it } from "vitest";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { createBodyForces } from "../../src/mechanics/bodyMotion.ts";
import { allocatedPerCall } from "../allocatedBytes.ts";
import { FreeBodies, type FreeBody } from "./freeBodies.ts";

describe("forces of contacts", () => {
  it("need no arrays or objects, whichever pairs are looked at", () => {
    const system = new FreeBodies([
      { name: "floor", shape: Box({ lengthX: 4, lengthY: 4, lengthZ: 0.2 }), material: "DryWood", isFixed: true },
      ...[0, 1, 2, 3].map(
        (i): FreeBody => ({
          name: `ball${i}`,
          shape: Sphere({ diameter: 0.1 }),
          material: "DryWood",
          position: [0.099 * i, 0, 0.1499],
        }),
      ),
    ]);
    system.event(0, system.y0);
    expect(system.handler.table.count).toBe(7);
    const forces = createBodyForces(5);
    const g = new Float64Array(2);
    const perEvaluation = allocatedPerCall(1000, () => {
      system.handler.addForces(system.motion, forces);
      system.handler.eventFunctions(system.motion, g, 0);
    });
    // the smallest typed array takes some 90 bytes; one for each of the 10 pairs would be seen. Numbers boxed in calls are not.
    expect(perEvaluation).toBeLessThan(900);
  });
});

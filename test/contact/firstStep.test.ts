import { describe, expect, it } from "vitest";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { FreeBodies } from "./freeBodies.ts";

describe("the first step of a contact", () => {
  it("is a hundredth of the time that the Hertz impact lasts", () => {
    const system = new FreeBodies(
      [
        {
          name: "wall",
          shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }),
          material: "Steel",
          isFixed: true,
          position: [0, 0, -0.5],
        },
        {
          name: "ball",
          shape: Sphere({ diameter: 0.1 }),
          material: "Steel",
          density: 8000,
          position: [0, 0, 0.06],
          velocity: [0, 0, -2],
        },
      ],
      { gravity: [0, 0, 0], contact: { contactLaw: "hertz" } },
    );
    let first = Number.NaN;
    const handle = system.handler.handleEvent.bind(system.handler);
    system.handler.handleEvent = (...args) => {
      const records = handle(...args);
      if (Number.isFinite(system.handler.firstStep)) first = system.handler.firstStep;
      return records;
    };
    system.simulate(0.1);
    const [start, end] = system.records;
    expect((100 * first) / (end!.time - start!.time)).toBeCloseTo(1, 5);
  });
});

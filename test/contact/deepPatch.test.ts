import { describe, expect, it } from "vitest";
import { Box, instantiate, Model3D, Object3D, Scene, Solid, simulate } from "../../src/index.ts";

const material = { solidMaterial: "Steel", collision: true } as const;

/** A cube that meets a fixed plate, inclined, with the given speed. */
const impact = (thickness: number, speed: number, elasticContactReductionFactor: number, contact = {}) =>
  instantiate(
    Model3D({
      world: Object3D({ feature: Scene({ elasticContactReductionFactor, contact }) }),
      plate: Object3D({
        parent: "world",
        translation: [0, 0, -0.5 * thickness],
        feature: Solid({ shape: Box({ lengthX: 1, lengthY: 1, lengthZ: thickness }), ...material }),
      }),
      cube: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0, 0, 0.12],
        rotation: [0.1, 0.05, 0],
        velocity: [0, 0, -speed],
        feature: Solid({ shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }), ...material }),
      }),
    }),
  );

describe("a patch that is deeper than half the thickness of a body", () => {
  it("is named when no step is small enough for it, and the advice helps", () => {
    const options = { stopTime: 0.01, tolerance: 1e-6 };
    expect(() => simulate(impact(0.05, 30, 1e-4), options)).toThrowError(
      expect.objectContaining({
        code: "E-CONTACT-DEEP",
        because: expect.stringMatching(/^they are 0\.02\d+ m inside each other; a patch holds up to 0\.0250 m/),
        data: expect.objectContaining({ objects: ["plate", "cube"], limit: expect.closeTo(0.025, 6) }),
      }),
    );
    for (const model of [impact(0.05, 30, 1e-2), impact(0.05, 30, 1e-4, { flatContact: "point" })])
      expect(simulate(model, options).statistics.steps).toBeGreaterThan(0);
  });

  it("is reported when the run goes on", () => {
    const { warnings } = simulate(impact(0.01, 10, 1e-3), { stopTime: 0.01, tolerance: 1e-6 });
    expect(warnings).toEqual([
      expect.stringMatching(/^W-CONTACT-DEEP {2}"plate" and "cube" are .* m inside each other at t = 0\.00/),
    ]);
    expect(simulate(impact(0.01, 3, 1e-3), { stopTime: 0.01, tolerance: 1e-6 }).warnings).toEqual([]);
  });
});

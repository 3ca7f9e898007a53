import { describe, expect, it } from "vitest";
import {
  Box,
  ElasticContactPairMaterial,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  simulate,
} from "../../src/index.ts";

const material = { solidMaterial: "Steel", collision: true } as const;

/** A cube that meets a fixed plate, inclined, with the given speed. */
const impact = (
  thickness: number,
  speed: number,
  elasticContactReductionFactor: number,
  contact = {},
  contactPairMaterials = {},
) =>
  instantiate(
    Model3D({
      world: Object3D({ feature: Scene({ elasticContactReductionFactor, contact, contactPairMaterials }) }),
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
  it("ends the run where one body is through the other, and the advice helps", () => {
    const options = { stopTime: 0.01, tolerance: 1e-6 };
    expect(() => simulate(impact(0.05, 30, 1e-4), options)).toThrowError(
      expect.objectContaining({
        code: "E-CONTACT-DEEP",
        because: expect.stringMatching(/^they are 0\.050\d+ m inside each other; a patch holds up to 0\.0250 m/),
        data: expect.objectContaining({ objects: ["plate", "cube"], limit: expect.closeTo(0.025, 6) }),
      }),
    );
    for (const model of [impact(0.05, 30, 1e-2), impact(0.05, 30, 1e-4, { flatContact: "point" })])
      expect(simulate(model, options).statistics.steps).toBeGreaterThan(0);
  });

  it("is reported where it is not through, and has given back its energy when it ends", () => {
    const contactPairMaterials = {
      "Steel,Steel": ElasticContactPairMaterial({
        coefficientOfRestitution: 1,
        slidingFrictionCoefficient: 0,
        law: "hertz",
      }),
    };
    for (const [thickness, speed, factor] of [
      [0.05, 10, 1e-4],
      [0.01, 5, 1e-3],
    ] as const) {
      // biome-ignore format: a list
      const result = simulate(impact(thickness, speed, factor, {}, contactPairMaterials), { stopTime: 0.03, tolerance: 1e-7 });
      expect(result.warnings).toEqual([
        expect.stringMatching(/^W-CONTACT-DEEP {2}"plate" and "cube" are .* m inside each other at t = 0\.0/),
      ]);
      expect(result.final("cube.velocity")[2]).toBeGreaterThan(0.8 * speed);
      expect(result.final("energy.total") / result.at(0, "energy.total")).toBeCloseTo(1, 5);
    }
    expect(simulate(impact(0.01, 3, 1e-3), { stopTime: 0.01, tolerance: 1e-6 }).warnings).toEqual([]);
  });

  it("is an error at the start where bodies are through each other, and none a little further apart", () => {
    const start = (height: number) => () =>
      simulate(impact(0.05, 0, 1e-4), {
        stopTime: 1e-3,
        tolerance: 1e-6,
        merge: { "cube.translation": [0, 0, height] },
      });
    expect(start(-0.025)).toThrowError(expect.objectContaining({ code: "E-CONTACT-DEEP", where: "t = 0 s" }));
    expect(start(0.01)().warnings[0]).toMatch(/^W-CONTACT-DEEP {2}"plate" and "cube" begin their contact at t = 0/);
  });
});

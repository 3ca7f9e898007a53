import { expect, it } from "vitest";
import { Box, instantiate, Model3D, Object3D, Scene, Solid, Sphere, simulate } from "../../src/index.ts";

it("objects that overlap from the start are named in the warnings of the result", () => {
  const material = { solidMaterial: "Steel", contactMaterial: "Steel", collision: true };
  const model = Model3D({
    world: Object3D({ feature: Scene({ enableContactDetection: true }) }),
    floor: Object3D({
      parent: "world",
      translation: [0, -0.5, 0],
      feature: Solid({ shape: Box({ lengthX: 2, lengthY: 1, lengthZ: 2 }), ...material }),
    }),
    ball: Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0, 0.05, 0],
      feature: Solid({ shape: Sphere({ diameter: 0.2 }), ...material }),
    }),
  });
  const { warnings } = simulate(instantiate(model), { stopTime: 1e-5 });
  expect(warnings).toEqual([expect.stringMatching(/^W-CONTACT-DEEP {2}.*"ball".* penetration of 0\.0500 m/)]);
});

import { describe, expect, it } from "vitest";
import { Box, instantiate, Model3D, Object3D, Scene, Solid, Sphere, simulate } from "../../src/index.ts";
import { animationOf } from "../../src/scene/animationOf.ts";

describe("contacts in pictures", () => {
  it("belong to the rows of the result, at every one of them while bodies touch, and to no time between", () => {
    const solid = (shape: ReturnType<typeof Box> | ReturnType<typeof Sphere>) =>
      Solid({ shape, solidMaterial: "Steel", collision: true });
    const model = Model3D({
      world: Object3D({ feature: Scene({ enableContactDetection: true }) }),
      ground: Object3D({
        parent: "world",
        translation: [0, -0.05, 0],
        feature: solid(Box({ lengthX: 1, lengthY: 0.1, lengthZ: 1 })),
      }),
      ball: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0, 0.05, 0],
        velocity: [0.2, 0, 0],
        feature: solid(Sphere({ diameter: 0.1 })),
      }),
    });
    const result = simulate(instantiate(model), { stopTime: 0.2, interval: 0.02, tolerance: 1e-6 });
    const { contacts, time } = animationOf(result);
    const marked = new Set(contacts.map((mark) => mark.time));
    // the ball lies on the ground from the start
    expect([...marked]).toEqual([...new Set(time)]);
    for (const mark of contacts.slice(1)) expect(mark.contacts).toHaveLength(1);
  });
});

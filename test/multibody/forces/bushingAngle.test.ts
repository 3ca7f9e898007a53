// A mount that computes with small angles says when they were not.
import {
  Bushing,
  instantiate,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Scene,
  Solid,
  simulate,
} from "rattleback";
import { describe, expect, it } from "vitest";

function warningsOf(angle: number, options: object): readonly string[] {
  const Mounted = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    body: Object3D({
      parent: "world",
      fixedToParent: false,
      rotation: [angle, 0, 0],
      feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    mount: Bushing({ obj1: "world", obj2: "body", ...options }),
  });
  return simulate(instantiate(Mounted), { stopTime: 0.1 }).warnings;
}

describe("angles of a bushing", () => {
  const springs = { rotSpringForceLaw: [1, 1, 1] };

  // the sine of 3.1 rad is that of 2.4°
  it.each([
    [1, "57"],
    [3.1, "178"],
  ])("of %d rad are not small", (angle, degrees) => {
    expect(warningsOf(angle, springs)).toEqual([
      expect.stringContaining(`W-BUSHING-ANGLE  "mount" was turned by ${degrees}°`),
    ]);
  });

  it("may be small, large where that is said, and any without springs about the axes", () => {
    expect(warningsOf(0.1, springs)).toEqual([]);
    expect(warningsOf(1, { ...springs, largeAngles: true })).toEqual([]);
    expect(warningsOf(1, { springForceLaw: [1, 1, 1], rotDamperForceLaw: [1, 1, 1] })).toEqual([]);
  });
});

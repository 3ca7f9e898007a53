// Hard bodies of a centimetre sink in by less than the usual increments of differences.
import {
  Box,
  ContactResult,
  instantiate,
  Model3D,
  type ModelDefinition,
  Object3D,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";
import { describe, expect, it } from "vitest";

const cube = (size: number, place: Parameters<typeof Object3D>[0]) =>
  Object3D({
    parent: "world",
    feature: Solid({
      shape: Box({ lengthX: size, lengthY: size, lengthZ: 0.01 }),
      solidMaterial: "DryWood",
      collision: true,
    }),
    ...place,
  });

describe("a stack of cubes of 1 cm", () => {
  it("stands, 2e-10 m deep in each other, and the table carries its weight", () => {
    const dice: Record<string, ModelDefinition> = Object.fromEntries(
      [0, 1, 2].map((k) => [`cube${k}`, cube(0.01, { fixedToParent: false, translation: [0, 0, 0.005 + 0.01 * k] })]),
    );
    const Stack = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
      table: cube(0.1, { translation: [0, 0, -0.005] }),
      ...dice,
      carried: ContactResult({ obj1: "cube0", obj2: "table" }),
    });
    const result = simulate(instantiate(Stack), { stopTime: 0.2, tolerance: 1e-6, method: "radau5" });
    expect(result.final("carried.normalForce") / (3 * 700 * 1e-6 * 9.81)).toBeCloseTo(1, 7);
    expect(result.final("carried.penetration")).toBeLessThan(1e-9);
    // differences that leave the contact needed steps of 10 µs: 19 000 evaluations for 10 ms
    expect(result.statistics.evaluations).toBeLessThan(5000);
  });
});

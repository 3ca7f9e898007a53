// A whole run of a capsule that lies on two lines at once.
import {
  Capsule,
  Cylinder,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";
import { describe, expect, it } from "vitest";

describe("a capsule in the groove between two logs", () => {
  it.each(["cylinders", "capsules"] as const)("that are %s comes to lie", (logs) => {
    const wood = { solidMaterial: "DryWood", collision: true } as const;
    const size = { axis: 1, diameter: 0.1, length: 0.4 } as const;
    const log = (y: number) =>
      Object3D({
        parent: "world",
        translation: [0, y, 0],
        feature: Solid({ shape: logs === "capsules" ? Capsule(size) : Cylinder(size), ...wood }),
      });
    const Groove = Model3D({
      world: Object3D({
        feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }), elasticContactReductionFactor: 1e-2 }),
      }),
      left: log(-0.06),
      right: log(0.06),
      capsule: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0.01, 0, 0.085],
        rotation: [0, 0.02, 0],
        feature: Solid({ shape: Capsule({ axis: 1, diameter: 0.1, length: 0.2 }), ...wood }),
      }),
    });
    const result = simulate(instantiate(Groove), { stopTime: 0.5, tolerance: 1e-6 });
    // a contact point that jumps from end to end took minutes for a tenth of it
    expect(result.statistics.evaluations).toBeLessThan(6000);
    const [, y, z] = result.final<number[]>("capsule.translation") as [number, number, number];
    expect(y).toBeCloseTo(0, 6);
    expect(z).toBeCloseTo(0.08, 4);
    expect(result.final<number[]>("capsule.rotation")[1]).toBeCloseTo(0, 6);
    expect(result.final("energy.kinetic")).toBeLessThan(1e-9);
  });
});

import { describe, expect, it } from "vitest";
import { ElasticContactPairMaterial } from "../../../src/contact/contactPairMaterial.ts";
import { modeRoll, modeStick } from "../../../src/contact/stiction/stickSlip.ts";
import type { SolidShape } from "../../../src/geometry/registry.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Capsule } from "../../../src/geometry/shapes/capsule.ts";
import { Cylinder } from "../../../src/geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../../../src/geometry/shapes/ellipsoid.ts";
import { Sphere } from "../../../src/geometry/shapes/sphere.ts";
import { FreeBodies, type FreeBody } from "../freeBodies.ts";

const g = 9.81;
const pairs = {
  "Steel,Steel": ElasticContactPairMaterial({
    coefficientOfRestitution: 0.3,
    slidingFrictionCoefficient: 0.5,
    law: "exactRestitution",
    stiction: true,
  }),
};
const solver = { method: "lsodar", relativeTolerance: 1e-8 } as const;

describe("friction that sticks in points and on round sides", () => {
  const held: Record<string, [SolidShape, number]> = {
    sphere: [Sphere({ diameter: 0.1 }), 2e-6],
    "capsule along the fingers": [Capsule({ axis: 3, diameter: 0.1, length: 0.1 }), 4e-6],
    "capsule across the fingers": [Capsule({ axis: 1, diameter: 0.06, length: 0.04 }), 2e-6],
    ellipsoid: [Ellipsoid({ lengthX: 0.1, lengthY: 0.08, lengthZ: 0.12 }), 2e-6],
    "cylinder by its sides": [Cylinder({ axis: 3, diameter: 0.1, length: 0.1 }), 3e-7],
    "cylinder that might roll down": [Cylinder({ axis: 2, diameter: 0.1, length: 0.1 }), 3e-7],
  };
  for (const [name, [shape, closer]] of Object.entries(held)) {
    it(`holds a ${name} between two fingers without creep`, () => {
      const finger = (side: number): FreeBody => ({
        name: `finger${side}`,
        shape: Box({ lengthX: 0.05, lengthY: 0.1, lengthZ: 0.1 }),
        material: "Steel",
        isFixed: true,
        position: [side * (0.075 - closer), 0, 0],
      });
      const part: FreeBody = { name: "part", shape, material: "Steel", density: 8000 };
      const system = new FreeBodies([finger(-1), finger(1), part], { pairs });
      const { y } = system.simulate(100, solver);
      expect(system.records.length).toBe(2);
      // bristles of 1 µm under less than half of the friction that they could have
      expect(Math.abs(y[2]!)).toBeLessThan(0.5e-6);
      expect(Math.abs(y[9]!)).toBeLessThan(1e-12);
    });
  }

  const table: FreeBody = {
    name: "table",
    shape: Box({ lengthX: 8, lengthY: 8, lengthZ: 1 }),
    material: "Steel",
    isFixed: true,
    position: [0, 0, -0.5],
  };
  const ball = (extra: Partial<FreeBody>): FreeBody => ({
    name: "ball",
    shape: Sphere({ diameter: 0.1 }),
    material: "Steel",
    density: 8000,
    position: [0, 0, 0.05],
    ...extra,
  });

  it("lets a ball roll down a slope with 5/7·g·sin α", () => {
    const angle = 0.1;
    const gravity = [g * Math.sin(angle), 0, -g * Math.cos(angle)] as const;
    const system = new FreeBodies([table, ball({})], { pairs, gravity });
    const { y } = system.simulate(1, solver);
    // smoothed friction slips by its share of vsmall, 0.2 mm/s
    expect(Math.abs(y[0]! / ((5 / 14) * g * Math.sin(angle)) - 1)).toBeLessThan(1e-3);
    expect(system.handler.table.starts[0]!.grip!.stickSlip.mode).toBe(modeRoll);
  });

  it("brings a sliding ball to rolling with 5/7 of its speed", () => {
    const system = new FreeBodies([table, ball({ position: [-2, 0, 0.05], velocity: [1, 0, 0] })], { pairs });
    const { y } = system.simulate(1, solver);
    expect(Math.abs(y[7]! / (5 / 7) - 1)).toBeLessThan(1e-4);
    expect(Math.abs((0.05 * y[11]!) / (5 / 7) - 1)).toBeLessThan(1e-4);
  });

  it("sticks at once where nothing moves", () => {
    const system = new FreeBodies([table, ball({})], { pairs });
    const { y } = system.simulate(1, solver);
    expect(system.handler.table.starts[0]!.grip!.stickSlip.mode).toBe(modeStick);
    expect(Math.hypot(y[0]!, y[1]!)).toBeLessThan(1e-12);
  });
});

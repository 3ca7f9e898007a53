import { describe, expect, it } from "vitest";
import { ElasticContactPairMaterial, ObserverContactPairMaterial } from "../../src/contact/contactPairMaterial.ts";
import type { ConvexContactStart } from "../../src/contact/contactTable.ts";
import { firstStepOf, firstStepOfSurfaces } from "../../src/contact/firstStep.ts";
import type { SurfacePair } from "../../src/contact/polygonal/surfacePair.ts";
import type { ShapePoses } from "../../src/contact/shapePoses.ts";
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

  const poses = { body: Int32Array.of(0, 2, 1, 2), reach: Float64Array.of(9, 0.5, 0.3, 7) } as unknown as ShapePoses;
  const material = ElasticContactPairMaterial();
  const step = (a: number, b: number, startSpeed: number, bodyMass?: readonly number[], stiffness = 1e9): number =>
    firstStepOf({ a, b, startSpeed, stiffness, material } as ConvexContactStart, poses, bodyMass);
  const hertz = (m: number, v: number, K: number): number => (0.01 * 2.943275 * ((5 * m * v * v) / (4 * K)) ** 0.4) / v;

  it("takes the masses of both bodies together, of one on the world that of the other, and 1 mm/s at least", () => {
    const masses = [5, 2, 3];
    expect(step(1, 2, 2, masses) / hertz(6 / 5, 2, 1e9)).toBeCloseTo(1, 12);
    expect(step(2, 1, 2, masses) / hertz(6 / 5, 2, 1e9)).toBeCloseTo(1, 12);
    expect(step(0, 1, 3, masses, 1e6) / hertz(3, 3, 1e6)).toBeCloseTo(1, 12);
    expect(step(2, 0, 3, masses, 1e6) / hertz(2, 3, 1e6)).toBeCloseTo(1, 12);
    expect(step(1, 2, 1e-5, masses)).toBe(step(1, 2, 1e-3, masses));
    expect(step(1, 2, 2e-3, masses)).toBeLessThan(step(1, 2, 1e-3, masses));
  });

  it("moves over a ten-thousandth of the smaller shape where no masses are known, and does not end without a force", () => {
    expect(step(1, 2, 2)).toBeCloseTo((1e-4 * 0.3) / 2, 15);
    expect(step(3, 1, 4)).toBeCloseTo((1e-4 * 0.5) / 4, 15);
    expect(step(0, 2, 0)).toBeCloseTo((1e-4 * 0.3) / 1e-3, 15);
    expect(step(0, 2, 2, [0, 0, 3])).toBeCloseTo((1e-4 * 0.3) / 2, 15);
    const seen = { a: 1, b: 2, startSpeed: 2, stiffness: 0, material: ObserverContactPairMaterial() };
    expect(firstStepOf(seen as ConvexContactStart, poses, [1, 2, 3])).toBe(Number.POSITIVE_INFINITY);
  });

  it("of surfaces moves over a fiftieth of the depth of a ball on their layer, or of the depth that they allow", () => {
    const pair = (bodyE: number, bodyF: number, maxPenetration: number): SurfacePair =>
      ({ contact: { law: { stiffness: 2e7, maxPenetration } }, bodyE, bodyF, reachE: 0.3, reachF: 0.2 }) as SurfacePair;
    const layer = (m: number, v: number): number => Math.cbrt((3 * m * v * v) / (2 * Math.PI * 2e7 * 0.2));
    const masses = [5, 2, 3];
    for (const v of [2, -2]) {
      expect(firstStepOfSurfaces(pair(1, 2, 1), v, masses) / ((0.02 * layer(6 / 5, 2)) / 2)).toBeCloseTo(1, 12);
      expect(firstStepOfSurfaces(pair(0, 1, 1), v, masses) / ((0.02 * layer(2, 2)) / 2)).toBeCloseTo(1, 12);
      expect(firstStepOfSurfaces(pair(2, 0, 1), v, masses) / ((0.02 * layer(3, 2)) / 2)).toBeCloseTo(1, 12);
      expect(firstStepOfSurfaces(pair(1, 2, 1e-4), v, masses)).toBeCloseTo((0.02 * 1e-4) / 2, 15);
      expect(firstStepOfSurfaces(pair(1, 2, 1e-4), v, undefined)).toBeCloseTo((0.02 * 1e-4) / 2, 15);
    }
    expect(firstStepOfSurfaces(pair(1, 2, 1), 0, masses)).toBe(firstStepOfSurfaces(pair(1, 2, 1), 1e-3, masses));
  });
});

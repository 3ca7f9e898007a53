import { describe, expect, it } from "vitest";
import {
  Box,
  instantiate,
  MassProperties,
  Model3D,
  Object3D,
  PolygonalContactModel,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "../../../src/index.ts";

const law = {
  maxPenetration: 0.05,
  bodyF_YoungsModulus: 1e4,
  bodyF_PoissonsRatio: 0.3,
  bodyF_LayerDepth: 0.02,
  compressionArealDampingFactor: 5e4,
  expansionArealDampingFactor: 5e4,
} as const;

const model = (obj2: string) =>
  Model3D({
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
    frame: Object3D({ parent: "world" }),
    plate: Object3D({
      parent: "world",
      translation: [0, 0, -0.1],
      feature: Solid({
        shape: Box({ lengthX: 2, lengthY: 2, lengthZ: 0.2 }),
        massProperties: MassProperties({ mass: 1 }),
      }),
    }),
    ball: Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0, 0, 0.1],
      feature: Solid({
        shape: Sphere({ diameter: 0.2 }),
        massProperties: MassProperties({ mass: 0.1, Ixx: 1e-3, Iyy: 1e-3, Izz: 1e-3 }),
      }),
    }),
    force: PolygonalContactModel({ obj1: "plate", obj2, task: 3, segments: 48, ...law }),
  });

describe("PolygonalContactModel in a model", () => {
  it("carries a ball: force, moment and results at rest", () => {
    const result = simulate(instantiate(model("ball")), { stopTime: 1, tolerance: 1e-6, interval: 0.1, method: "bdf" });
    const last = (name: string) => result.signal(name).values.at(-1)!;
    const vector = (name: string) => result.signal<number[][]>(name).values.at(-1)!;
    const force = vector("force.forceVector");
    expect(force[2]! / (0.1 * 9.81)).toBeCloseTo(1, 3);
    expect(last("force.numContactElements")).toBeGreaterThan(0);
    const area = last("force.contactPatchArea");
    expect(last("force.weightedPressure") * area).toBeCloseTo(0.981, 1);
    expect(vector("force.weightedNormal")[2]).toBeGreaterThan(0.9);
  });

  it("needs surfaces", () => {
    const make = () => simulate(instantiate(model("frame")), { stopTime: 0.1 });
    expect(make).toThrowError(
      expect.objectContaining({ code: "E-POLYGONAL-SHAPE", hint: expect.stringContaining("Solid") }),
    );
  });
});

it("faces of surfaces are flipped, or not", () => {
  for (const name of ["surfaceE_FlipFaces", "surfaceF_FlipFaces"])
    for (const value of ["no", 1])
      expect(() => PolygonalContactModel({ obj1: "a", obj2: "b", ...law, [name]: value })).toThrowError(
        expect.objectContaining({ code: "E-3D-VALUE", because: `${name} is true or false` }),
      );
});

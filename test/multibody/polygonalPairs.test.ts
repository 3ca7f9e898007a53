import { describe, expect, it } from "vitest";
import { tessellate } from "../../src/geometry/tessellate.ts";
import {
  animationOf,
  Box,
  ContactResult,
  contactsOf,
  ElasticContactPairMaterial,
  instantiate,
  MassProperties,
  Mesh,
  Model3D,
  ModelActions,
  Object3D,
  PolygonalContactModel,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "../../src/index.ts";
import { torusMesh } from "../contact/polygonal/meshes.ts";

const tessellated = (shape: Parameters<typeof tessellate>[0]) => tessellate(shape, 3);

/** A ball above the middle of a ring, whose hole has the radius 0.7. */
const ringAndBall = (contactModel: "convex" | "polygonal", diameter: number, stiction = false) =>
  Model3D({
    world: Object3D({
      feature: Scene({
        gravityField: UniformGravityField({ n: [0, 0, -1] }),
        elasticContactReductionFactor: 1e-5,
        contactPairMaterials: {
          "DryWood,DryWood": ElasticContactPairMaterial({
            coefficientOfRestitution: 0.3,
            slidingFrictionCoefficient: 0.3,
            stiction,
          }),
        },
      }),
    }),
    ring: Object3D({
      parent: "world",
      feature: Solid({
        shape: torusMesh(1, 0.3, 32, 16),
        massProperties: MassProperties({ mass: 1 }),
        solidMaterial: "DryWood",
        collision: true,
        contactModel,
      }),
    }),
    ball: Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0.02, 0.01, 0.95],
      feature: Solid({
        shape: Sphere({ diameter }),
        massProperties: MassProperties({ mass: 5, Ixx: 2, Iyy: 2, Izz: 2 }),
        solidMaterial: "DryWood",
        collision: true,
      }),
    }),
  });

const heightAfter = (model: ReturnType<typeof ringAndBall>, stopTime: number) => {
  const result = simulate(instantiate(model), { stopTime, tolerance: 1e-4, interval: 0.02, method: "bdf" });
  return result.signal<number[][]>("ball.translation").values.map((r) => r[2]!);
};

describe('solids with contactModel: "polygonal"', () => {
  it("let a small ball fall through a ring, whose convex hull would catch it", () => {
    // free fall without touching anything
    expect(heightAfter(ringAndBall("polygonal", 0.8), 0.6).at(-1)).toBeCloseTo(0.95 - (9.81 * 0.36) / 2, 3);
    expect(heightAfter(ringAndBall("convex", 0.8), 0.6).at(-1)).toBeGreaterThan(0.6);
  });

  it("carry a large ball on the ring", () => {
    const heights = heightAfter(ringAndBall("polygonal", 2), 0.8);
    expect(Math.abs(heights.at(-1)! - Math.sqrt(1.3 ** 2 - 1))).toBeLessThan(0.03);
  });

  it("touch like other contacts: with results of the pair, marks in pictures, and over changes of structure", () => {
    const massProperties = MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 });
    const free = (translation: [number, number, number]) => ({
      parent: "world",
      fixedToParent: false,
      assemblyRoot: true,
      translation,
    });
    const Carried = ringAndBall("polygonal", 2).with({
      touch: ContactResult({ obj1: "ball", obj2: "ring" }),
      hook: Object3D({ parent: "world", lockable: true, translation: [0, 0, 5] }),
      kite: Object3D({ ...free([0, 0, 5]), feature: Solid({ shape: Sphere(), massProperties }) }),
      string: Object3D({ parent: "kite", lockable: true }),
      actions: ModelActions(function* (act) {
        yield act.eventAfter(0.7);
        yield act.attach("string", "hook", { limits: { distance: 99, velocity: 99, angularVelocity: 99 } });
      }),
    });
    const result = simulate(instantiate(Carried), { stopTime: 0.8, tolerance: 1e-4, interval: 0.1, method: "bdf" });
    const { records } = contactsOf(result);
    // kept, not begun for a second time
    const isTouching = (time: number) =>
      records.filter((record) => record.time <= time).reduce((sum, { kind }) => sum + (kind === "start" ? 1 : -1), 0);
    expect(records.some(({ time }) => time === 0.7)).toBe(false);
    expect(isTouching(0.7)).toBe(1);
    expect(result.final<number[]>("touch.forceVector")[2]! / (5 * 9.81)).toBeCloseTo(1, 0);
    expect(result.final("touch.penetration")).toBeGreaterThan(0);
    const marks = animationOf(result).contacts!.at(-1)!.contacts;
    expect(marks).toHaveLength(1);
    expect(marks[0]!.force[2]! / (5 * 9.81)).toBeCloseTo(1, 0);
  });

  it.each([3, 500])("stop a ball of 1 cm at %i m/s at a plate of 4 mm, without a maximum step", (speed) => {
    const solid = { solidMaterial: "DryWood", collision: true } as const;
    const Shot = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 0 }) }) }),
      plate: Object3D({
        parent: "world",
        feature: Solid({ shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 0.004 }), ...solid }),
      }),
      ball: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0.1, 0.07, 0.3],
        velocity: [0, 0, -speed],
        feature: Solid({
          shape: Sphere({ diameter: 0.01 }),
          massProperties: 1e-6,
          ...solid,
          contactModel: "polygonal",
        }),
      }),
    });
    const result = simulate(instantiate(Shot), { stopTime: 0.4 / speed, tolerance: 1e-4 });
    const [start, end] = contactsOf(result).records;
    // the lowest barycentre of a triangle is a little above the lowest point of the ball
    expect(start).toMatchObject({ kind: "start", obj1: "plate", obj2: "ball" });
    expect(start!.time * speed).toBeGreaterThan(0.293);
    expect(start!.time * speed).toBeLessThan(0.2934);
    expect(start!.normalVelocity / speed).toBeCloseTo(1, 1);
    expect(end!.kind).toBe("end");
    expect(end!.normalVelocity).toBeLessThan(0);
    expect(result.final<number[]>("ball.velocity")[2]).toBeGreaterThan(0);
  });

  it("say that they do not stick where the material asks for it", () => {
    const warningsOf = (stiction: boolean) =>
      contactsOf(simulate(instantiate(ringAndBall("polygonal", 0.8, stiction)), { stopTime: 0.01 })).warnings;
    expect(warningsOf(true)).toEqual([expect.stringMatching(/^W-CONTACT-STICTION .*"ring" and "ball"/)]);
    expect(warningsOf(false)).toEqual([]);
  });

  it.each([
    ["a lid that is missing", 1, 3, /W-CONTACT-OPEN {2}"bin" .*not closed: 4 edges/],
    ["all faces turned inwards", 0, 0, /W-CONTACT-OPEN {2}"bin" .*look inwards/],
    ["it does neither", 1, 0, undefined],
  ] as const)("says that a mesh has holes or looks inwards: %s", (_, isOutwards, missing, message) => {
    const cube = tessellated(Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }));
    const kept = cube.triangles.slice(2 * missing);
    const triangles = isOutwards ? kept : kept.reverse();
    const bin = Mesh({ vertices: cube.vertices, triangles });
    const massProperties = MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 });
    const parts = (contactModel: "polygonal" | "convex", collision: boolean) => ({
      world: Object3D({ feature: Scene() }),
      bin: Object3D({
        parent: "world",
        feature: Solid({ shape: bin, massProperties, solidMaterial: "DryWood", collision, contactModel }),
      }),
      block: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0, 2, 0],
        feature: Solid({ shape: Box(), massProperties, solidMaterial: "DryWood", collision }),
      }),
    });
    const element = (surfaceE_FlipFaces: boolean) =>
      PolygonalContactModel({
        obj1: "bin",
        obj2: "block",
        maxPenetration: 0.1,
        bodyE_YoungsModulus: 1e6,
        bodyE_LayerDepth: 0.1,
        surfaceE_FlipFaces,
      });
    const warnings = (model: Parameters<typeof Model3D>[0]) =>
      simulate(instantiate(Model3D(model)), { stopTime: 0 }).warnings;
    const expected = message === undefined ? [] : [expect.stringMatching(message)];
    expect(warnings(parts("polygonal", true))).toEqual(expected);
    expect(warnings({ ...parts("convex", false), touch: element(false) })).toEqual(expected);
    // turned over, a closed cube that looks inwards is one that looks outwards
    const turned = warnings({ ...parts("convex", false), touch: element(true) });
    expect(turned.length).toBe(missing === 0 && !isOutwards ? 0 : 1);
  });

  it("know two models only", () => {
    const make = () => Solid({ shape: Sphere(), contactModel: "concave" as "convex" });
    expect(make).toThrowError(expect.objectContaining({ code: "E-CONTACT-VALUE", hint: '"convex" or "polygonal"' }));
  });
});

/** Concave meshes in models: as their hull, with a word about it, or as their convex parts. */
import {
  ContactResult,
  contactsOf,
  instantiate,
  Mesh,
  Model3D,
  modelFromJson,
  modelToJson,
  Object3D,
  RattlebackError,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";
import { describe, expect, it } from "vitest";

/** A trough: two slopes of 45° that meet in a valley at height 0.1; its hull is filled up to 0.5. */
const outline = [
  [-0.5, 0],
  [0.5, 0],
  [0.5, 0.5],
  [0, 0.1],
  [-0.5, 0.5],
] as const;

/** A prism along y over a polygon of the x-z-plane, given by its corners and triangles of them. */
function prism(corners: readonly (readonly [number, number])[], triangles: readonly number[]): Mesh {
  const n = corners.length;
  return Mesh({
    vertices: [-0.5, 0.5].flatMap((y) => corners.flatMap(([x, z]) => [x, y, z])),
    triangles: [
      ...triangles,
      ...triangles.toReversed().map((i) => i + n),
      ...corners.flatMap((_, i) => [i, i + n, ((i + 1) % n) + n, i, ((i + 1) % n) + n, (i + 1) % n]),
    ],
  });
}

const trough = prism(outline, [0, 1, 3, 1, 2, 3, 0, 3, 4]);
const left = prism([outline[0], [0, 0], outline[3], outline[4]], [0, 1, 2, 0, 2, 3]);
const right = prism([[0, 0], outline[1], outline[2], outline[3]], [0, 1, 2, 0, 2, 3]);

function dropInto(feature: ReturnType<typeof Solid>, stopTime = 3) {
  const model = Model3D({
    world: Object3D({
      feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }), elasticContactReductionFactor: 0.01 }),
    }),
    trough: Object3D({ parent: "world", feature }),
    ball: Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0, 0, 0.62],
      feature: Solid({
        shape: Sphere({ diameter: 0.2 }),
        massProperties: 1,
        contactMaterial: "DryWood",
        collision: true,
      }),
    }),
    between: ContactResult({ obj1: "ball", obj2: "trough" }),
  });
  return simulate(instantiate(model), { stopTime, tolerance: 1e-8 });
}

describe("a ball over a trough", () => {
  const wood = { shape: trough, contactMaterial: "DryWood", collision: true };

  it("rests on top of its convex hull, and the run says how much larger that is", () => {
    const result = dropInto(Solid(wood));
    expect(result.final<number[]>("ball.translation")[2]).toBeCloseTo(0.6, 3);
    // 0.5 m³ of the hull without the valley of 0.2 m³
    expect(contactsOf(result).warnings).toEqual([expect.stringMatching(/W-CONTACT-HULL {2}"trough" .* 1\.67 times/)]);
  });

  it("is told that dividing the trough gained nothing where the only part is the hull", () => {
    const hull = prism([outline[0], outline[1], outline[2], outline[4]], [0, 1, 2, 0, 2, 3]);
    const warnings = (convexParts: readonly Mesh[]) =>
      contactsOf(dropInto(Solid({ ...wood, convexParts }), 0.01)).warnings.filter((line) => line.includes("HULL"));
    expect(warnings([hull])).toEqual([
      expect.stringMatching(
        /"trough" collides as one convex part of 1\.67 times .* 1\.67 times: dividing it gained nothing/,
      ),
    ]);
    expect(warnings([left, right])).toEqual([]);
  });

  it("is told of the hull also where the mesh has holes or faces that look inwards, by what its faces enclose", () => {
    const told = (shape: Mesh) =>
      contactsOf(dropInto(Solid({ ...wood, shape }), 0.01)).warnings.filter((line) => line.includes("HULL"));
    const { vertices, triangles } = trough;
    const inwards = Mesh({ vertices, triangles: triangles.toReversed() });
    expect(told(inwards)).toEqual([expect.stringMatching(/"trough" .* about 1\.67 times .* has holes, or faces/)]);
    // without one of the six faces that end it, its cone is missing; the valley is still there
    const [open] = told(Mesh({ vertices, triangles: triangles.slice(3) }));
    expect(Number(/about ([\d.]+) times/.exec(open!)![1])).toBeGreaterThan(1.67);
    // a box without its lid, seen from the middle, lacks a sixth
    const box = prism(
      [
        [-0.5, 0],
        [0.5, 0],
        [0.5, 0.5],
        [-0.5, 0.5],
      ],
      [0, 1, 2, 0, 2, 3],
    );
    expect(told(box)).toEqual([]);
    expect(told(Mesh({ vertices: box.vertices, triangles: box.triangles.slice(6) }))).toEqual([
      expect.stringContaining("about 1.20 times"),
    ]);
  });

  it("lies in the valley when its convex parts collide, held by both of them", () => {
    const result = dropInto(Solid({ ...wood, convexParts: [left, right] }));
    const [x, , z] = result.final<number[]>("ball.translation");
    // slopes of 0.4 over 0.5 m: the centre is r/cos(slope) above the valley
    expect(z).toBeCloseTo(0.1 + 0.1 * Math.hypot(1, 0.8), 3);
    expect(Math.abs(x!)).toBeLessThan(1e-6);
    const { records, warnings } = contactsOf(result);
    expect(warnings).toEqual([]);
    const touched = new Set(records.flatMap(({ obj1, obj2 }) => [obj1, obj2]));
    expect([...touched].sort()).toEqual(["ball", "trough.part1", "trough.part2"]);
    // together they carry the weight
    const force = result.final<number[]>("between.forceVector");
    expect(force[2]).toBeCloseTo(9.81, 3);
    expect(Math.abs(force[0]!)).toBeLessThan(1e-3);
    expect(result.final("between.normalForce")).toBeCloseTo(9.81 * Math.hypot(1, 0.8), 2);
  });

  it("parts are kept when the model is written and read", () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      trough: Object3D({ parent: "world", feature: Solid({ ...wood, convexParts: [left, right] }) }),
      ball: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0, 0, 5],
        feature: Solid({ shape: Sphere(), massProperties: 1, contactMaterial: "DryWood", collision: true }),
      }),
    });
    const text = modelToJson(model);
    expect(modelToJson(modelFromJson(text))).toBe(text);
    expect(text).toContain("convexParts");
    const result = simulate(instantiate(modelFromJson(text)), { stopTime: 0.01 });
    expect(contactsOf(result).warnings).toEqual([]);
  });

  it("parts that are no meshes are refused", () => {
    let error: unknown;
    try {
      Solid({ ...wood, convexParts: [] });
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(RattlebackError);
    expect((error as RattlebackError).code).toBe("E-CONTACT-VALUE");
    expect((error as RattlebackError).hint).toMatch(/await convexParts\(mesh\)/);
  });
});

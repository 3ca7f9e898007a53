// What users get wrong, in a Model3D that is a component of a model: the error names the place with its full path.
import {
  Box,
  expr,
  Fix,
  instantiate,
  LineForceWithMass,
  MassProperties,
  Mesh,
  Model,
  Model3D,
  Object3D,
  Planar,
  Prismatic,
  RattlebackError,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  SpringDamperPtP,
  simulate,
  Universal,
  Var,
} from "rattleback";
import { describe, expect, it } from "vitest";

const world = Object3D({ feature: Scene() });
const massed = (mass: number, Ixx = 1, Ixy = 0) =>
  Solid({ massProperties: MassProperties({ mass, Ixx, Iyy: 1, Izz: 1, Ixy }) });
const b = Object3D({ feature: massed(1) });
const free = (feature: ReturnType<typeof Solid>) => Object3D({ parent: "world", fixedToParent: false, feature });
const ends = { obj1: "world", obj2: "b" };
const tetrahedron = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const mesh = (triangles: number[]) => Mesh({ vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles });

const bar = (L: number) =>
  Object3D({
    feature: Solid({
      massProperties: MassProperties({ mass: 1, centerOfMass: [L / 2, 0, 0], Ixx: 1, Iyy: 1, Izz: 1 }),
    }),
  });
const fourBar = (rocker: number, more: Record<string, unknown> = {}) => ({
  world,
  right: Object3D({ parent: "world", translation: [1, 0, 0] }),
  crank: bar(0.4),
  crankEnd: Object3D({ parent: "crank", translation: [0.4, 0, 0] }),
  coupler: bar(1),
  couplerEnd: Object3D({ parent: "coupler", translation: [1, 0, 0] }),
  rocker: bar(rocker),
  rockerEnd: Object3D({ parent: "rocker", translation: [rocker, 0, 0] }),
  A: Revolute({ obj1: "world", obj2: "crank", phi: 1 }),
  B: Revolute({ obj1: "crankEnd", obj2: "coupler" }),
  C: Revolute({ obj1: "couplerEnd", obj2: "rockerEnd" }),
  D: Revolute({ obj1: "right", obj2: "rocker", phi: 1.2 }),
  ...more,
});
const held = (obj1: string, obj2: string, phi: number, w?: number) =>
  Revolute({ obj1, obj2, phi: Var({ init: phi }), ...(w !== undefined && { w: Var({ init: w }) }) });

const cases: readonly [about: string, parts: Record<string, unknown>, code: string, path: string][] = [
  ["two worlds", { world, second: world }, "E-SCENE-COUNT", "sys"],
  ["no world", { b }, "E-SCENE-COUNT", "sys"],
  ["objects without parents", { world, b, c: b }, "E-OBJECT-ROOT", "sys.b"],
  ["a parent that does not exist", { world, b: Object3D({ parent: "c" }) }, "E-OBJECT-UNKNOWN", "sys.b"],
  [
    "parents in a circle",
    { world, a: Object3D({ parent: "c" }), c: Object3D({ parent: "a" }) },
    "E-OBJECT-CYCLE",
    "sys.a",
  ],
  ["a joint that moves nothing", { world, b: Object3D(), r: Revolute(ends) }, "E-MECHANISM-NO-INERTIA", "sys.r"],
  [
    "a flange that moves nothing",
    { world, b: Object3D(), r: RevoluteWithFlange(ends) },
    "E-MECHANISM-NO-INERTIA",
    "sys.r",
  ],
  [
    "a free point mass",
    { world, b: free(Solid({ massProperties: MassProperties({ mass: 1 }) })) },
    "E-MECHANISM-NO-INERTIA",
    "sys.b",
  ],
  [
    "a length that comes out negative",
    { L: -1, world, a: Object3D({ parent: "world", feature: Solid({ shape: Box({ lengthX: expr`L` }) }) }) },
    "E-SHAPE-VALUE",
    "sys.a.feature.shape",
  ],
  ["a negative mass", { world, a: free(massed(-1)) }, "E-3D-VALUE", "sys.a.feature.massProperties"],
  [
    "a law that throws",
    {
      world,
      a: Object3D({ parent: "world", fixedToParent: false, translation: [1, 0, 0], feature: massed(1) }),
      spring: SpringDamperPtP({
        obj1: "world",
        obj2: "a",
        springForceLaw: () => {
          throw new Error("boom");
        },
      }),
    },
    "E-FORCE-THREW",
    "sys.spring",
  ],
  ["a negative inertia", { world, a: free(massed(1, -1)) }, "E-MECHANISM-VALUE", "sys.a.inertia"],
  ["an indefinite inertia", { world, a: free(massed(1, 1, 5)) }, "E-MECHANISM-VALUE", "sys.a.inertia"],
  [
    "an axis that comes out as zero",
    { n: 0, world, b, r: Revolute({ ...ends, axis: [expr`n`, 0, 0] }) },
    "E-JOINT-AXIS",
    "sys.r.axis",
  ],
  [
    "parallel axes",
    { world, b, r: Universal({ ...ends, axis: 1, secondAxis: 1 }) },
    "E-MECHANISM-VALUE",
    "sys.r.secondAxis",
  ],
  [
    "no direction in a plane",
    { world, b, r: Planar({ ...ends, axis: 1, secondAxis: 1 }) },
    "E-MECHANISM-VALUE",
    "sys.r.secondAxis",
  ],
  [
    "an open mesh",
    { world, a: free(Solid({ shape: mesh(tetrahedron.slice(3)), solidMaterial: "Steel" })) },
    "E-MESH-OPEN",
    "sys.a.feature",
  ],
  [
    "a mesh turned inside out",
    { world, a: free(Solid({ shape: mesh([...tetrahedron].reverse()), solidMaterial: "Steel" })) },
    "E-MESH-INVERTED",
    "sys.a.feature",
  ],
  [
    "an unknown material",
    { world, a: free(Solid({ shape: Box(), solidMaterial: "Stel" })) },
    "E-MATERIAL-SOLID",
    "sys.a.feature",
  ],
  ["a joint of an object with itself", { world, b, r: Revolute({ obj1: "b", obj2: "b" }) }, "E-JOINT-SELF", "sys.r"],
  [
    "two rigid connections in a circle",
    { world, b, f: Fix(ends), g: Fix({ ...ends, translation: [1, 0, 0] }) },
    "E-JOINT-SELF",
    "sys.g",
  ],
  ["a loop of wrong lengths", fourBar(5), "E-MECHANISM-LOOP-OPEN", "sys.C"],
  [
    "positions to be kept that no loop has",
    fourBar(0.8, { A: held("world", "crank", 1), D: held("right", "rocker", 0) }),
    "E-MECHANISM-LOOP-OPEN",
    "sys.C",
  ],
  [
    "velocities to be kept that contradict each other",
    fourBar(0.8, {
      A: Revolute({ obj1: "world", obj2: "crank", phi: 1, w: Var({ init: 1 }) }),
      D: Revolute({ obj1: "right", obj2: "rocker", phi: 1.4, w: Var({ init: 5 }) }),
    }),
    "E-MECHANISM-LOOP-VELOCITY",
    "sys.C",
  ],
  [
    "a position to be kept at the joint that closes the loop",
    fourBar(0.8, {
      A: held("world", "crank", 1),
      B: held("crankEnd", "coupler", -0.6),
      C: Revolute({ obj1: "couplerEnd", obj2: "rockerEnd", phi: Var({ start: 0 }) }),
      D: held("right", "rocker", 1.2),
    }),
    "E-MECHANISM-LOOP-OPEN",
    "sys.C",
  ],
  [
    "a force element without object",
    { world, b, r: Prismatic(ends), s: SpringDamperPtP({ obj1: "world" } as never) },
    "E-3D-VALUE",
    "sys.s.obj2",
  ],
  [
    "a spring of negative length",
    { world, b, r: Prismatic(ends), s: SpringDamperPtP({ ...ends, nominalLength: -1 }) },
    "E-3D-VALUE",
    "sys.s.nominalLength",
  ],
  [
    "a spring with a mass and of negative length",
    { world, b, r: Prismatic(ends), s: LineForceWithMass({ ...ends, nominalLength: -1, mass: 1 }) },
    "E-3D-VALUE",
    "sys.s.nominalLength",
  ],
  [
    "a force element on nothing",
    { world, b, r: Prismatic(ends), s: SpringDamperPtP({ obj1: "c", obj2: "b" }) },
    "E-OBJECT-UNKNOWN",
    "sys.s",
  ],
];

describe("bad input of 3-D models", () => {
  it.each(cases)("%s", (_, parts, code, path) => {
    let error: unknown;
    try {
      simulate(instantiate(Model({ sys: Model3D(parts) })), { stopTime: 0.01 });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(RattlebackError);
    const { code: found, path: place, hint } = error as RattlebackError;
    expect([found, place]).toEqual([code, path]);
    expect(hint).toMatch(/\S/);
  });

  it("an inertia that no body has is a warning, unless moments are left out", () => {
    const warned = (options: Parameters<typeof MassProperties>[0]) =>
      simulate(
        instantiate(
          Model3D({
            world,
            a: Object3D({ feature: Solid({ massProperties: MassProperties(options) }) }),
            rev: Revolute({ obj1: "world", obj2: "a" }),
          }),
        ),
        { stopTime: 0 },
      ).warnings;
    expect(warned({ mass: 1, Ixx: 1, Iyy: 1, Izz: 2.5 })).toEqual([
      expect.stringMatching(/^W-INERTIA {2}"a" .*Izz = 2.5/),
    ]);
    // principal moments 1, 1 and 5 about turned axes
    const turned = { Ixx: 3, Iyy: 3, Izz: 1, Ixy: 2 };
    expect(warned({ mass: 1, ...turned })).toEqual([expect.stringMatching(/^W-INERTIA .*Ixy = 2/)]);
    expect(warned({ mass: 1, Ixx: 1, Iyy: 1, Izz: 2 })).toEqual([]);
    expect(warned({ mass: 1, Izz: 2 })).toEqual([]);
  });

  it("start values that hold decide how a loop is closed, at whichever joint they are", () => {
    // crank up, rocker up: distance of the ends is the coupler; two ways, told apart by the sign of the rocker
    for (const sign of [1, -1]) {
      const parts = fourBar(0.8, {
        A: Revolute({ obj1: "world", obj2: "crank" }),
        D: held("right", "rocker", sign * 1.6),
      });
      const result = simulate(instantiate(Model3D(parts)), { stopTime: 0 });
      expect(result.final("D.phi")).toBeCloseTo(sign * 1.6, 10);
      const [x, y] = result.final<number[]>("couplerEnd.r_abs") as [number, number, number];
      expect([x, y].map((value) => value.toFixed(9))).toEqual(
        [1 + 0.8 * Math.cos(1.6), sign * 0.8 * Math.sin(1.6)].map((value) => value.toFixed(9)),
      );
    }
  });
});

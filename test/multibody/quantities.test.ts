// Start values of joints and bodies with units of their own: a number is what its unit says.
import { describe, expect, it } from "vitest";
import {
  Box,
  Cylindrical,
  expr,
  instantiate,
  MassProperties,
  Model3D,
  Object3D,
  Par,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  SpringDamperPtP,
  simulate,
  UniformGravityField,
  Var,
} from "../../src/index.ts";

const massProperties = MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 });
const ends = { obj1: "world", obj2: "bar" } as const;
const [world, bar] = [Object3D({ feature: Scene() }), Object3D({ feature: Solid({ massProperties }) })];

describe("start values with units", () => {
  it.each([
    [Revolute({ ...ends, axis: 3, phi: Var({ init: 30, unit: "deg" }) }), "phi", Math.PI / 6],
    [Revolute({ ...ends, axis: 3, phi: Var({ start: 30, unit: "deg" }) }), "phi", Math.PI / 6],
    [Revolute({ ...ends, axis: 3, phi: Par(30, "deg") }), "phi", Math.PI / 6],
    [Revolute({ ...ends, axis: 3, w: Var({ init: 60, unit: "rpm" }) }), "w", 2 * Math.PI],
    [RevoluteWithFlange({ ...ends, axis: 3, phi: Var({ init: 30, unit: "deg" }) }), "phi", Math.PI / 6],
    [RevoluteWithFlange({ ...ends, axis: 3, phi: Par(30, "deg") }), "phi", Math.PI / 6],
    [Prismatic({ ...ends, axis: 1, s: Var({ init: 30, unit: "mm" }) }), "s", 0.03],
    [Prismatic({ ...ends, axis: 1, v: Var({ init: 3.6, unit: "km/h" }) }), "v", 1],
    [PrismaticWithFlange({ ...ends, axis: 1, s: Par(30, "mm") }), "s", 0.03],
    [Cylindrical({ ...ends, axis: 1, phi: Var({ init: 90, unit: "deg" }) }), "phi", Math.PI / 2],
  ])("of joints: %#", (joint, name, wanted) => {
    const model = instantiate(Model3D({ world, bar, joint }));
    expect(simulate(model).final(`joint.${name}`)).toBeCloseTo(wanted, 14);
  });

  it.each([
    [{ translation: Var({ init: [1, 2, 3], unit: "mm" }) }, "translation", [0.001, 0.002, 0.003]],
    [{ translation: Par([1, 2, 3], "mm") }, "translation", [0.001, 0.002, 0.003]],
    [{ velocity: Var({ init: [3.6, 0, 0], unit: "km/h" }) }, "velocity", [1, 0, 0]],
    [{ angularVelocity: Var({ init: [60, 0, 0], unit: "rpm" }) }, "angularVelocity", [2 * Math.PI, 0, 0]],
  ])("of free bodies: %#", (given, name, wanted) => {
    const ball = Object3D({ parent: "world", fixedToParent: false, ...given, feature: Solid({ massProperties }) });
    const values = simulate(instantiate(Model3D({ world, ball }))).final<number[]>(`ball.${name}`);
    expect([...values]).toEqual(wanted.map((x) => expect.closeTo(x, 14)));
  });
});

describe("values in units of another dimension are refused, by the name of what they are given for", () => {
  it.each([
    ["Revolute.phi", () => Revolute({ ...ends, axis: 3, phi: Par(30, "mm") })],
    ["Revolute.phi", () => Revolute({ ...ends, axis: 3, phi: Var({ init: 30, unit: "mm" }) })],
    ["Revolute.w", () => Revolute({ ...ends, axis: 3, w: Par(3, "rad") })],
    ["RevoluteWithFlange.phi", () => RevoluteWithFlange({ ...ends, axis: 3, phi: Par(30, "mm") })],
    ["RevoluteWithFlange.phi", () => RevoluteWithFlange({ ...ends, axis: 3, phi: Var({ start: 30, unit: "mm" }) })],
    ["Prismatic.s", () => Prismatic({ ...ends, axis: 1, s: Par(30, "deg") })],
    ["Object3D.translation", () => Object3D({ parent: "world", translation: Par([1, 2, 3], "kg") })],
    [
      "Object3D.velocity",
      () => Object3D({ parent: "world", fixedToParent: false, velocity: Var({ init: [1, 2, 3], unit: "mm" }) }),
    ],
    ["Box.lengthX", () => Solid({ shape: Box({ lengthX: Par(100, "ms"), lengthY: 1, lengthZ: 1 }) })],
    ["MassProperties.mass", () => MassProperties({ mass: Par(1, "m"), Ixx: 1, Iyy: 1, Izz: 1 })],
    ["UniformGravityField.g", () => UniformGravityField({ g: Par(981, "cm/s") })],
    [
      "SpringDamperPtP.nominalLength",
      () => SpringDamperPtP({ ...ends, nominalLength: Par(1, "N"), springForceLaw: 1, damperForceLaw: 1 }),
    ],
  ])("%s", (name, make) => {
    expect(make).toThrowError(new RegExp(`^E-UNIT .*"${name.replace(".", "\\.")}"`));
  });

  const cube = Solid({ shape: Box({ lengthX: 2, lengthY: 1, lengthZ: 1 }), massProperties: 1 });
  const free = Model3D({
    world,
    L: Par(2, "kg"),
    ball: Object3D({ parent: "world", fixedToParent: false, feature: cube }),
  });

  it.each([
    { ball: { translation: Par([1, 0, 0], "s") } },
    { ball: { translation: { unit: "s" } } },
    { ball: { feature: { shape: { lengthX: Par(1, "s") } } } },
  ])("by .with: %j", (changes) => {
    expect(() => free.with(changes)).toThrowError(/^E-UNIT .*"ball\..*which is in "m"/);
  });

  it("by expressions", () => {
    const given = { translation: [expr`L`, 0, 0], feature: cube };
    const ball = Object3D({ parent: "world", fixedToParent: false, ...given });
    expect(() => instantiate(Model3D({ world, L: Par(2, "kg"), ball }))).toThrowError(/^E-UNIT /);
    expect(() => instantiate(Model3D({ world, L: Par(20, "mm"), ball }))).not.toThrow();
    const sized = free.with({ ball: { feature: { shape: { lengthX: expr`L` } } } });
    expect(() => instantiate(sized)).toThrowError(/^E-UNIT .*lengthX = L/);
  });

  it("while other units of the same dimension, and numbers without, are taken", () => {
    const moved = free.with({ ball: { translation: Par([1, 0, 0], "mm"), feature: { shape: { lengthX: Par(2) } } } });
    expect(simulate(instantiate(moved)).final<number[]>("ball.translation")[0]).toBe(0.001);
  });
});

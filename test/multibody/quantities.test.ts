// Start values of joints and bodies with units of their own: a number is what its unit says.
import { describe, expect, it } from "vitest";
import {
  Cylindrical,
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
  simulate,
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

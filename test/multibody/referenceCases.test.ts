// Models of [Modia3D] with their corrected final states, and closed forms.
import {
  Beam,
  Box,
  Capsule,
  Cylinder,
  Fix,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
  Var,
  Visual,
} from "rattleback";
import { Damper, Fixed } from "rattleback/rotational";
import { describe, expect, it } from "vitest";
import { rotationFromCardan } from "../../src/math/rotation.ts";
import { expectReferenceValue } from "../reference/recordComparison.ts";

const pointMass = (mass: number) => Solid({ massProperties: MassProperties({ mass }) });

/** Frames at both ends of a bar whose middle has the mass. */
const Bar = (mass: number) =>
  Model({
    frame0: Object3D({
      feature: Solid({
        shape: Beam({ axis: 1, length: 1, width: 0.2, thickness: 0.2 }),
        massProperties: MassProperties({ mass }),
      }),
    }),
    frame1: Object3D({
      parent: "frame0",
      translation: [-0.5, 0, 0],
      feature: Visual({ shape: Cylinder({ diameter: 0.1, length: 0.24 }) }),
    }),
    frame2: Object3D({ parent: "frame0", translation: [0.5, 0, 0] }),
  });

describe("reference cases", () => {
  it("a point mass at a revolute joint swings as the mathematical pendulum of the reference", () => {
    const Pendulum = Model3D({
      world: Object3D({ feature: Scene() }),
      body: Object3D({ feature: pointMass(1) }),
      bodyFrame: Object3D({ parent: "body", translation: [-0.5, 0, 0] }),
      rev: Revolute({ obj1: "world", obj2: "bodyFrame", axis: [0, 0, 1] }),
    });
    const result = simulate(instantiate(Pendulum), { stopTime: 3, tolerance: 1e-10 });
    // the sensitivity of the reference is 8.5, so a tolerance of 1e-10 gives nine digits
    expectReferenceValue("rev.w", result.final("rev.w"), 5.970555491514132, 1e-8);
    expectReferenceValue("rev.phi", result.final("rev.phi"), -1.1395580466244568, 1e-8);
  });

  it("a damped bar at a flange reaches the state of the reference", () => {
    const PendulumWithBar = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 9.81, n: [0, -1, 0] }) }) }),
      bar: Object3D({
        feature: Solid({
          shape: Beam({ axis: 1, length: 1, width: 0.2, thickness: 0.2 }),
          solidMaterial: "Aluminium",
        }),
      }),
      pivot: Object3D({ parent: "bar", translation: [-0.5, 0, 0] }),
      rev: RevoluteWithFlange({ obj1: "world", obj2: "pivot", axis: 3, phi: Var({ init: 1 }), w: Var({ init: 0 }) }),
      damper: Damper.with({ d: 40 }),
      fixed: Fixed,
      connect: [
        ["damper.flange_b", "rev.flange"],
        ["damper.flange_a", "fixed.flange"],
      ],
    });
    const result = simulate(instantiate(PendulumWithBar), { stopTime: 6, tolerance: 1e-10 });
    expectReferenceValue("rev.phi", result.final("rev.phi"), -1.473127556548906, 1e-8);
    expectReferenceValue("rev.w", result.final("rev.w"), -0.5146923069870917, 1e-8);
  });

  it("bodies put together with rotated Fix joints have their rotated inertia", () => {
    const wood = () =>
      Object3D({ feature: Solid({ shape: Capsule({ diameter: 0.25, length: 0.5 }), solidMaterial: "DryWood" }) });
    const PendulumWithFix = Model3D({
      world: Object3D({ feature: Scene() }),
      bar0: Bar(2),
      bar1: Bar(2),
      bar2: Bar(2),
      capsule1: wood(),
      capsule2: wood(),
      rev: RevoluteWithFlange({ obj1: "world", obj2: "bar0.frame1", phi: Var({ init: 1 }), w: Var({ init: 0 }) }),
      fix1: Fix({ obj1: "bar0.frame2", obj2: "bar1.frame1", translation: [0, -0.25, 0] }),
      fix2: Fix({ obj1: "bar0.frame2", obj2: "bar2.frame1", translation: [0, 0.25, 0], rotation: [0, 0, Math.PI / 4] }),
      fix3: Fix({ obj1: "bar1.frame2", obj2: "capsule1", translation: [0.25, 0, 0], rotation: [Math.PI / 2, 0, 0] }),
      fix4: Fix({ obj1: "capsule2", obj2: "bar2.frame2", translation: [-0.25, 0, 0], rotation: [-Math.PI / 2, 0, 0] }),
    });
    const Damped = Model({
      pendulum: PendulumWithFix,
      damper: Damper.with({ d: 100 }),
      fixed: Fixed,
      connect: [
        ["damper.flange_b", "pendulum.rev.flange"],
        ["damper.flange_a", "fixed.flange"],
      ],
    });
    const result = simulate(instantiate(Damped), { stopTime: 10, tolerance: 1e-10 });
    expectReferenceValue("pendulum.rev.phi", result.final("pendulum.rev.phi"), -1.6319663138013085, 1e-8);
    expectReferenceValue("pendulum.rev.w", result.final("pendulum.rev.w"), 0.4972615289438462, 1e-8);
    // one rigid body: all bars and capsules move with the joint
    expect(result.stateNames).toEqual(["pendulum.rev.phi", "pendulum.rev.w"]);
  });

  it("two prismatic joints and a revolute one in series give planar motion in closed form", () => {
    const BoxPlanarMotion = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 1 }), nominalLength: 0.5 }) }),
      transx: Object3D(),
      transy: Object3D(),
      box: Object3D({
        feature: Solid({ shape: Box({ lengthX: 0.4, lengthY: 0.6, lengthZ: 0.1 }), solidMaterial: "Steel" }),
      }),
      prismatic_x: Prismatic({ obj1: "world", obj2: "transx", axis: 1, s: Var({ init: -1 }), v: Var({ init: 1 }) }),
      prismatic_y: Prismatic({ obj1: "transx", obj2: "transy", axis: 2, s: Var({ init: -1 }), v: Var({ init: 2 }) }),
      revolute_z: Revolute({ obj1: "transy", obj2: "box", axis: 3, w: Var({ init: 3 }) }),
    });
    const result = simulate(instantiate(BoxPlanarMotion), { stopTime: 4 });
    const expected = {
      "prismatic_x.s": 3,
      "prismatic_x.v": 1,
      "prismatic_y.s": -1,
      "prismatic_y.v": -2,
      "revolute_z.phi": 12,
      "revolute_z.w": 3,
    };
    for (const [name, value] of Object.entries(expected)) expectReferenceValue(name, result.final(name), value, 5e-10);
  });

  it("a shaft flies, precesses and falls as in the reference, whatever its orientation is described with", () => {
    const FreeShaft = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 0.3, n: [0, 0, -1] }) }) }),
      shaft: Object3D({
        parent: "world",
        fixedToParent: false,
        rotation: [Math.PI / 6, Math.PI / 9, Math.PI / 18],
        velocity: [0, 0.1, 0.6],
        angularVelocity: [1.62512518604226, 0.5556027357093074, 3.3241952003099104],
        feature: Solid({
          shape: Cylinder({ diameter: 0.2, length: 1 }),
          massProperties: MassProperties({ mass: 84.7154, Ixx: 7.2711, Iyy: 7.2711, Izz: 0.423 }),
        }),
      }),
    });
    const result = simulate(instantiate(FreeShaft), { stopTime: 5, tolerance: 1e-11 });
    const close = (name: string, expected: readonly number[]) => {
      const values = result.final<number[]>(name);
      expected.forEach((value, i) => expectReferenceValue(`${name}[${i + 1}]`, values[i]!, value, 1e-8));
    };
    close("shaft.translation", [0, 0.5, -0.75]);
    close("shaft.velocity", [0, 0.1, -0.9]);
    close("shaft.angularVelocity", [-1.5576470549798136, 1.9677792603101503, 2.775172145076041]);
    const R = new Float64Array(9);
    rotationFromCardan(R, 0, Float64Array.of(12.518052950178461, -0.9017864138311662, 13.979966726482004), 0);
    const R_abs = result.final<number[][]>("shaft.R_abs");
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) expect(Math.abs(R_abs[j]![i]! - R[3 * i + j]!)).toBeLessThan(1e-8);
  });
});

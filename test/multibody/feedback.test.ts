/** Results of sensors, springs and joints that equations feed back: no value is that of another time, and algebraic loops are solved. */
import {
  Fix,
  instantiate,
  LineForce,
  MassProperties,
  Model3D,
  type ModelDefinition,
  NoGravityField,
  Object3D,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Solid,
  SpringDamperPtP,
  simulate,
  Var,
  WorldForce,
  WorldTorque,
} from "rattleback";
import { Torque } from "rattleback/rotational";
import { Force } from "rattleback/translational";
import { describe, expect, it } from "vitest";

const options = { stopTime: 1, tolerance: 1e-9 } as const;
const arm = (Izz: number) =>
  Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [0.5, 0, 0], Izz }) }) });

/** A pendulum with a motor; a sensor at its tip. */
function driven(equations: string, Izz = 0.1): ModelDefinition {
  return Model3D({
    world: Object3D({ feature: Scene() }),
    arm: arm(Izz),
    tip: Object3D({ parent: "arm", translation: [1, 0, 0] }),
    rev: RevoluteWithFlange({ obj1: "world", obj2: "arm", phi: 0.3 }),
    s: SensorResult({ obj: "tip" }),
    motor: Torque,
    connect: [["motor.flange", "rev.flange"]],
    equations,
  });
}

const final = (model: ModelDefinition, name = "rev.phi"): number =>
  simulate(instantiate(model), options).final(name) as number;

describe("feedback of a sensor into a flange", () => {
  it.each([-0.1, -1.5, -3.7])("of velocity with gain %s is the same as of the joint's own speed", (gain) => {
    const sensed = final(driven(`motor.tau = ${gain}*s.velocity[2]`));
    expect(sensed).toBeCloseTo(final(driven(`motor.tau = ${gain}*rev.w*cos(rev.phi)`)), 8);
  });

  it.each([-0.1, 0.05, -20])("of angular acceleration with gain %s is an inertia", (gain) => {
    const felt = simulate(instantiate(driven(`motor.tau = ${gain}*s.angularAcceleration[3]`)), options);
    const plain = simulate(instantiate(driven("motor.tau = 0", 0.1 - gain)), options);
    expect(felt.statistics.steps).toBeLessThan(1.5 * plain.statistics.steps);
    expect(felt.final("rev.phi")).toBeCloseTo(plain.final("rev.phi") as number, 7);
  });

  it("of the acceleration of a point is solved, too: a mass that is felt at the tip", () => {
    // the acceleration of the tip across the arm is that of 0.2 kg there, without its weight
    const across = "-s.acceleration[1]*sin(rev.phi) + s.acceleration[2]*cos(rev.phi)";
    const felt = final(driven(`motor.tau = -0.2*(${across})`));
    expect(felt).toBeCloseTo(final(driven("motor.tau = 0", 0.1 + 0.2)), 7);
  });
});

describe("feedback of forces", () => {
  it("of the cut force of a joint: half of what the rail carries is given back, the mass moves as twice its weight", () => {
    const model = (equations: string) =>
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
        cart: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2 }) }) }),
        block: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 3 }) }) }),
        rail: PrismaticWithFlange({ obj1: "world", obj2: "cart" }),
        weld: Prismatic({ obj1: "cart", obj2: "block", axis: 2 }),
        drive: Force,
        connect: [["drive.flange", "rail.flange"]],
        equations,
      });
    // what the cart exerts on the block is 3 kg·a
    const result = simulate(instantiate(model("drive.f = 10 + 0.5*weld.cutForce[1]")), options);
    expect(result.final("rail.v")).toBeCloseTo(10 / (5 - 1.5), 8);
  });

  it("of a spring into a force on another body, in the same instant", () => {
    const body = (mass: number) => Object3D({ feature: Solid({ massProperties: MassProperties({ mass }) }) });
    const result = simulate(
      instantiate(
        Model3D({
          world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
          a: body(1),
          b: body(4),
          railA: Prismatic({ obj1: "world", obj2: "a", s: 1.2 }),
          railB: Prismatic({ obj1: "world", obj2: "b", s: 0 }),
          spring: SpringDamperPtP({ obj1: "world", obj2: "a", nominalLength: 1, springForceLaw: 100 }),
          copy: WorldForce({ obj: "b" }),
          equations: "copy.forceVector = 4*spring.forceVector",
        }),
      ),
      options,
    );
    // four times the force on four times the mass: the same motion
    expect(result.final("railB.s")).toBeCloseTo((result.final("railA.s") as number) - 1.2, 8);
    expect(result.final("railA.s")).toBeCloseTo(1 + 0.2 * Math.cos(10), 7);
  });
});

describe("feedback of accelerations into forces on bodies", () => {
  it("adds mass to a body on a rail, with joints with flange beside it", () => {
    const model = (mass: number, equations: string) =>
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
        cart: Object3D({ feature: Solid({ massProperties: MassProperties({ mass }) }) }),
        arm: arm(0.1),
        rail: Prismatic({ obj1: "world", obj2: "cart" }),
        rev: RevoluteWithFlange({ obj1: "cart", obj2: "arm", phi: 0.4, w: 2 }),
        s: SensorResult({ obj: "cart" }),
        f: WorldForce({ obj: "cart" }),
        motor: Torque,
        connect: [["motor.flange", "rev.flange"]],
        equations: `motor.tau = 0.5 - 0.2*rev.w; ${equations}`,
      });
    const felt = simulate(instantiate(model(1, "f.forceVector = -2*s.acceleration")), options);
    const heavy = simulate(instantiate(model(3, "f.forceVector = [0, 0, 0]")), options);
    for (const name of ["rail.s", "rail.v", "rev.phi", "rev.w"])
      expect(felt.final(name), name).toBeCloseTo(heavy.final(name) as number, 7);
  });

  it("and the second derivative of a distance, between two bodies", () => {
    const body = (mass: number) => Object3D({ feature: Solid({ massProperties: MassProperties({ mass }) }) });
    const result = simulate(
      instantiate(
        Model3D({
          world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
          a: body(1),
          b: body(2),
          railA: Prismatic({ obj1: "world", obj2: "a", s: 0 }),
          railB: Prismatic({ obj1: "world", obj2: "b", s: 1 }),
          gap: SensorResult({ obj: "b", objOrigin: "a" }),
          line: LineForce({ obj1: "a", obj2: "b" }),
          equations: "line.f = 6 + 0.5*gap.distanceAcceleration",
        }),
      ),
      { ...options, stopTime: 0.2 },
    );
    // f·(1/1 + 1/2) = −d̈ with f = 6 + d̈/2, so f = 6/(1 + 0.75)
    const f = 6 / 1.75;
    expect(result.final("railA.v")).toBeCloseTo(0.2 * f, 9);
    expect(result.final("railB.v")).toBeCloseTo((-0.2 * f) / 2, 9);
    expect(result.final("line.f")).toBeCloseTo(f, 9);
  });

  it("in a closed loop", () => {
    const link = (mass: number, length: number) =>
      Object3D({
        feature: Solid({ massProperties: MassProperties({ mass, centerOfMass: [length / 2, 0, 0], Izz: 0.02 }) }),
      });
    const model = (slider: number, equations: string) =>
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
        crank: link(1, 0.1),
        pin: Object3D({ parent: "crank", translation: [0.1, 0, 0] }),
        rod: link(0.5, 0.3),
        eye: Object3D({ parent: "rod", translation: [0.3, 0, 0] }),
        piston: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: slider }) }) }),
        main: Revolute({ obj1: "world", obj2: "crank", phi: 1, w: 3 }),
        big: Revolute({ obj1: "pin", obj2: "rod", phi: -1.3 }),
        small: Revolute({ obj1: "eye", obj2: "piston" }),
        bore: Prismatic({ obj1: "world", obj2: "piston", s: 0.35 }),
        s: SensorResult({ obj: "piston" }),
        f: WorldForce({ obj: "piston" }),
        turn: WorldTorque({ obj: "crank" }),
        equations: `turn.torqueVector = [0, 0, 0.3]; ${equations}`,
      });
    const felt = simulate(instantiate(model(0.2, "f.forceVector = -0.6*s.acceleration")), options);
    const heavy = simulate(instantiate(model(0.8, "f.forceVector = [0, 0, 0]")), options);
    expect(felt.final("main.phi")).toBeCloseTo(heavy.final("main.phi") as number, 6);
  });
});

it("a rigid connection has no cut force to feed back, and the error says that the name is unknown", () => {
  const model = Model3D({
    world: Object3D({ feature: Scene() }),
    a: arm(0.1),
    b: arm(0.1),
    fix: Fix({ obj1: "a", obj2: "b" }),
    rev: Revolute({ obj1: "world", obj2: "a" }),
    equations: "x = fix.cutForce[1]",
  });
  expect(() => instantiate(model)).toThrow(/fix\.cutForce/);
});

describe("results that equations read without feeding them back", () => {
  const free = (mass: number) =>
    Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [1.2, 0, 0],
      feature: Solid({ massProperties: MassProperties({ mass, Ixx: 0.3, Iyy: 0.5, Izz: 0.7 }) }),
    });

  it("do not change the motion, in whatever order they are evaluated", () => {
    for (const reading of [
      "der(z) = 2*s.acceleration[1]",
      "y = 2*s.acceleration[1]; der(z) = y",
      "der(z) = y; y = s.acceleration[1]*2",
    ]) {
      const result = simulate(
        instantiate(
          Model3D({
            world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
            box: free(2),
            s: SensorResult({ obj: "box" }),
            push: WorldForce({ obj: "box" }),
            ...(reading.includes("y = ") && { y: Var({}) }),
            z: Var({ init: 0 }),
            equations: `push.forceVector = [-10*box.translation[1], 0, 0]; ${reading}`,
          }),
        ),
        { ...options, stopTime: 0.3 },
      );
      const w = Math.sqrt(5);
      expect(result.final<number[]>("box.velocity")[0], reading).toBeCloseTo(-1.2 * w * Math.sin(0.3 * w), 7);
      expect(result.final("z"), reading).toBeCloseTo(-2.4 * w * Math.sin(0.3 * w), 7);
      expect(result.final<number[]>("s.acceleration")[0], reading).toBeCloseTo(-6 * Math.cos(0.3 * w), 7);
    }
  });
});

// Joints with flange in the equations: geared inertias, prescribed motion, controllers that read hidden values.
import {
  Beam,
  expr,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  Object3D,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";
import { ConstantTorque, Damper, Fixed, IdealGear, Inertia, PrescribedAngle, Torque } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const g = 9.81;
/** A rotor that is geared to a joint starts where the joint says. */
const unset = { phi: { init: null }, w: { init: null } };
const world = Object3D({ feature: Scene({ gravityField: UniformGravityField({ g }) }) });
/** A bar of length L and mass m along x, with its joint at the left end. */
const bar = (mass: number, L: number) => ({
  bar: Object3D({
    feature: Solid({
      massProperties: MassProperties({ mass, Ixx: 1e-3, Iyy: (mass * L * L) / 12, Izz: (mass * L * L) / 12 }),
    }),
  }),
  pivot: Object3D({ parent: "bar", translation: [-L / 2, 0, 0] }),
});

describe("flanges", () => {
  it("a torque acts once, however many other flanges carry rotors", () => {
    // the relation of twenty flanges has 420 numbers: more than one piece of generated code takes them over
    const [J, tau] = [0.5, 3];
    const body = Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: J, Iyy: J, Izz: J }) }) });
    const parts: Record<string, unknown> = { body };
    const connect = [["torque.flange", "joint.flange"]];
    for (let k = 0; k < 20; k++) {
      parts[`body${k}`] = body;
      parts[`joint${k}`] = RevoluteWithFlange({ obj1: "world", obj2: `body${k}`, axis: 3 });
      parts[`rotor${k}`] = Inertia.with({ J: 1 });
      connect.push([`rotor${k}.flange_a`, `joint${k}.flange`]);
    }
    const Bodies = Model3D({
      world,
      ...parts,
      joint: RevoluteWithFlange({ obj1: "world", obj2: "body", axis: 3 }),
      torque: ConstantTorque.with({ tau }),
      connect,
    });
    expect(simulate(instantiate(Bodies), { stopTime: 1 }).final("joint.w")).toBeCloseTo(tau / J, 10);
  });

  it("an inertia geared rigidly to a joint adds ratio² J to its inertia", () => {
    const [mass, L, J, ratio] = [2, 0.8, 0.01, 20];
    const Geared = Model3D({
      world,
      ...bar(mass, L),
      rev: RevoluteWithFlange({ obj1: "world", obj2: "pivot", phi: Var({ init: 0.3 }), w: Var({ init: 0 }) }),
      gear: IdealGear.with({ ratio }),
      rotor: Inertia.with({ J, ...unset }),
      connect: [
        ["gear.flange_b", "rev.flange"],
        ["gear.flange_a", "rotor.flange_b"],
      ],
    });
    const model = instantiate(Geared);
    expect(model.stateNames.sort()).toEqual(["rev.phi", "rev.w"]);
    const result = simulate(model, { stopTime: 2, tolerance: 1e-10 });
    // the same pendulum in one equation
    const inertia = (mass * L * L) / 3 + ratio * ratio * J;
    const Plain = Model({
      phi: Var({ init: 0.3 }),
      w: Var({ init: 0 }),
      k: (mass * g * L) / 2 / inertia,
      equations: "der(phi) = w; der(w) = -k*cos(phi)",
    });
    const plain = simulate(instantiate(Plain, { checkUnits: false }), { stopTime: 2, tolerance: 1e-10 });
    expect(Math.abs(result.final("rev.phi") - plain.final("phi"))).toBeLessThan(1e-9);
    expect(Math.abs(result.final("rotor.w") - ratio * plain.final("w"))).toBeLessThan(1e-7);
  });

  it("two geared joints of one arm couple through the mechanics, as the same arm with its inertias as bodies", () => {
    // rotors that turn about the axes of their joints, mounted in the world, have the same effect as discs on the links
    const arm = (isDisc: boolean) =>
      Model3D({
        world,
        link1: Object3D({
          feature: Solid({
            massProperties: MassProperties({
              mass: 2,
              centerOfMass: [0.3, 0, 0],
              Ixx: 0.01,
              Iyy: 0.1,
              Izz: isDisc ? 0.1 + 0.25 : 0.1,
            }),
          }),
        }),
        elbow: Object3D({ parent: "link1", translation: [0.6, 0, 0] }),
        link2: Object3D({
          feature: Solid({
            massProperties: MassProperties({ mass: 1, centerOfMass: [0.2, 0.05, 0], Ixx: 0.01, Iyy: 0.05, Izz: 0.05 }),
          }),
        }),
        rev1: RevoluteWithFlange({ obj1: "world", obj2: "link1", phi: Var({ init: 0.2 }), w: Var({ init: 1 }) }),
        rev2: RevoluteWithFlange({ obj1: "elbow", obj2: "link2", phi: Var({ init: 0.5 }), w: Var({ init: -2 }) }),
        damper: Damper.with({ d: 0.5 }),
        fixed: Fixed,
        ...(!isDisc && { rotor: Inertia.with({ J: 0.01, ...unset }), gear: IdealGear.with({ ratio: -5 }) }),
        connect: [
          ["damper.flange_b", "rev2.flange"],
          ["damper.flange_a", "fixed.flange"],
          ...(isDisc
            ? []
            : [
                ["gear.flange_b", "rev1.flange"],
                ["gear.flange_a", "rotor.flange_a"],
              ]),
        ],
      });
    const [geared, disc] = [false, true].map((isDisc) =>
      simulate(instantiate(arm(isDisc)), { stopTime: 2, tolerance: 1e-10 }),
    );
    for (const name of ["rev1.phi", "rev2.phi", "rev1.w", "rev2.w"])
      expect(Math.abs(geared!.final(name) - disc!.final(name))).toBeLessThan(1e-7);
  });

  it("prescribed motion needs the torque of the inverse dynamics", () => {
    const [mass, L] = [2, 0.8];
    const Driven = Model3D({
      world,
      ...bar(mass, L),
      rev: RevoluteWithFlange({ obj1: "world", obj2: "pivot" }),
      drive: PrescribedAngle,
      omega: 3,
      equations: "drive.phi = sin(omega*time)",
      connect: [["drive.flange", "rev.flange"]],
    });
    const result = simulate(instantiate(Driven, { checkUnits: false }), { stopTime: 1, interval: 0.1 });
    expect(result.stateNames).toEqual([]);
    const tau = result.signal("rev.flange.tau");
    tau.time.forEach((t, i) => {
      const phi = Math.sin(3 * t);
      const a = -9 * Math.sin(3 * t);
      const expected = ((mass * L * L) / 3) * a + ((mass * g * L) / 2) * Math.cos(phi);
      expect(Math.abs(tau.values[i]! - expected)).toBeLessThan(1e-12 * 20);
    });
  });

  it("a flange in front of hidden joints feels everything behind them", () => {
    // a cart, driven by a prescribed motion, carries a pendulum that nobody drives
    const Cart = Model3D({
      world,
      cart: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 5 }) }) }),
      ball: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [0.5, 0, 0] }) }) }),
      slide: PrismaticWithFlange({ obj1: "world", obj2: "cart", axis: 1, s: Var({ init: 0 }), v: Var({ init: 0 }) }),
      rev: Revolute({ obj1: "cart", obj2: "ball", axis: 3, phi: -1, w: 0.5 }),
    });
    const result = simulate(instantiate(Cart), { stopTime: 3, tolerance: 1e-10 });
    // no horizontal force: momentum along x is kept; m·v + m₂·(v − l·w·sin φ)
    const momentum = (t: number) => {
      const [v, w, phi] = ["slide.v", "rev.w", "rev.phi"].map((name) => result.at(t, name)) as [number, number, number];
      return 6 * v - 0.5 * w * Math.sin(phi);
    };
    expect(Math.abs(momentum(3) - momentum(0))).toBeLessThan(1e-8);
    const energy = result.signal("energy.total").values;
    expect(Math.abs(energy.at(-1)! - energy[0]!)).toBeLessThan(1e-8);
  });

  it("equations read coordinates of joints without flange, poses and energies by name", () => {
    const Controlled = Model3D({
      world,
      cart: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }) }),
      ball: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [0.5, 0, 0], Izz: 0.1 }) }),
      }),
      rev: RevoluteWithFlange({ obj1: "world", obj2: "cart", axis: 3, phi: Var({ init: 0 }), w: Var({ init: 0 }) }),
      rev2: Revolute({ obj1: "cart", obj2: "ball", axis: 3, phi: -1, w: 0.5 }),
      motor: Torque,
      k: 3,
      equations: `
        motor.tau = -k*rev2.phi
        height = ball.r_abs[2]
        speed = rev2.w
        sum = energy.kinetic + energy.potential`,
      connect: [["motor.flange", "rev.flange"]],
    });
    const result = simulate(instantiate(Controlled, { checkUnits: false }), { stopTime: 1, tolerance: 1e-8 });
    const pairs: [string, string][] = [
      ["speed", "rev2.w"],
      ["height", "ball.r_abs[2]"],
      ["sum", "energy.total"],
    ];
    for (const [read, stored] of pairs) {
      const values = result.signal(stored).values;
      // read in the equations and computed for the result: the same formula but for the order of a sum
      result.signal(read).values.forEach((x, i) => {
        expect(Math.abs(x - values[i]!)).toBeLessThan(1e-14 * 20);
      });
    }
    expect(result.final("motor.tau")).toBe(-3 * result.final("rev2.phi"));
  });

  it("a run changes lengths, masses, gravity and start values without compiling, and runs do not disturb each other", () => {
    const Pendulum = Model3D({
      L: 1,
      world,
      bar: Object3D({
        feature: Solid({ shape: Beam({ axis: 1, length: expr`L`, width: 0.1, thickness: 0.1 }), massProperties: 2 }),
      }),
      pivot: Object3D({ parent: "bar", translation: [expr`-L/2`, 0, 0] }),
      rev: Revolute({ obj1: "world", obj2: "pivot", phi: 1 }),
    });
    const model = instantiate(Pendulum);
    const { code } = model;
    const run = (merge: Record<string, unknown>) => simulate(model, { stopTime: 1, tolerance: 1e-9, merge });
    const plain = run({});
    const long = run({ L: 2 });
    expect(
      long
        .final<number[]>("bar.r_abs")
        .map((x) => x ** 2)
        .reduce((a, b) => a + b),
    ).toBeCloseTo(1, 12);
    expect(long.final("rev.phi")).not.toBeCloseTo(plain.final("rev.phi"), 2);
    // without gravity nothing moves
    expect(run({ "world.feature.gravityField.g": 0 }).final("rev.phi")).toBe(1);
    // the mass alone does not matter to a pendulum
    expect(run({ "bar.feature.massProperties": 7 }).final("rev.phi")).toBeCloseTo(plain.final("rev.phi"), 9);
    expect(run({ "rev.phi": 0.5 }).signal("rev.phi").values[0]).toBe(0.5);
    expect(run({}).stateHash).toBe(plain.stateHash);
    expect(model.code).toBe(code);
    // poses of the first result are still those of the first run
    expect(Math.hypot(...plain.final<number[]>("bar.r_abs"))).toBeCloseTo(0.5, 12);
  });
});

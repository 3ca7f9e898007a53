// What joints transmit: free-body diagrams in closed form, and balance of every body.
import {
  instantiate,
  JointEffort,
  JointLimit,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  PrismaticWithFlange,
  type Result,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";
import { Torque } from "rattleback/rotational";
import { Force } from "rattleback/translational";
import { describe, expect, it } from "vitest";

const g = 9.81;
const world = Object3D({ feature: Scene({ cutForces: true, gravityField: UniformGravityField({ g }) }) });

describe("cut forces", () => {
  it.each([false, true])(
    "a swinging mass is held by its weight and the centripetal force (joint backwards: %s)",
    (isReversed) => {
      const [m, l] = [2, 0.5];
      const Pendulum = Model3D({
        world,
        arm: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: m, centerOfMass: [l, 0, 0] }) }) }),
        rev: isReversed
          ? Revolute({ obj1: "arm", obj2: "world", axis: 3, phi: 1.2, w: -1 })
          : Revolute({ obj1: "world", obj2: "arm", axis: 3, phi: -1.2, w: 1 }),
      });
      const result = simulate(instantiate(Pendulum), { stopTime: 1, interval: 0.25, tolerance: 1e-9 });
      const sign = isReversed ? -1 : 1;
      result.time.forEach((_, i) => {
        const phi = sign * result.signal("rev.phi").values[i]!;
        const w = sign * result.signal("rev.w").values[i]!;
        const a = (-g * Math.cos(phi)) / l;
        // force on the arm in world axes: m·(acceleration of the mass) + weight
        const fx = m * (-l * w * w * Math.cos(phi) - l * a * Math.sin(phi));
        const fy = m * (-l * w * w * Math.sin(phi) + l * a * Math.cos(phi) + g);
        const force = result.signal<number[][]>("rev.cutForce").values[i]!;
        const torque = result.signal<number[][]>("rev.cutTorque").values[i]!;
        const [c, s] = [Math.cos(phi), Math.sin(phi)];
        // in axes of obj2: the arm, or the world with the opposite sign
        const expected = isReversed ? [-fx, -fy, 0] : [c * fx + s * fy, -s * fx + c * fy, 0];
        force.forEach((x, k) => expect(x).toBeCloseTo(expected[k]!, 9));
        torque.forEach((x) => expect(x).toBeCloseTo(0, 9));
      });
    },
  );

  it("in a slider-crank the forces on the rod explain its acceleration", () => {
    const [r, l] = [0.1, 0.3];
    const SliderCrank = Model3D({
      world,
      wheel: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 3, Izz: 0.05 }) }) }),
      pin: Object3D({ parent: "wheel", translation: [r, 0, 0] }),
      rod: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 0.4, Izz: 0.004 }) }) }),
      rodA: Object3D({ parent: "rod", translation: [-l / 2, 0, 0] }),
      rodB: Object3D({ parent: "rod", translation: [l / 2, 0, 0] }),
      slider: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1 }) }) }),
      crank: Revolute({ obj1: "world", obj2: "wheel", phi: Var({ init: 0.3 }), w: Var({ init: 10 }) }),
      jointA: Revolute({ obj1: "pin", obj2: "rodA", phi: -0.4 }),
      jointB: Revolute({ obj1: "slider", obj2: "rodB" }),
      guide: Prismatic({ obj1: "world", obj2: "slider", axis: 1, s: 0.35 }),
    });
    const h = 1e-4;
    const result = simulate(instantiate(SliderCrank), { stopTime: 0.2, interval: h, tolerance: 1e-11 });
    const at = (name: string, i: number) => result.signal<number[][]>(name).values[i]!;
    const i = 1000;
    const acceleration = [0, 1].map(
      (k) => (at("rod.r_abs", i + 1)[k]! - 2 * at("rod.r_abs", i)[k]! + at("rod.r_abs", i - 1)[k]!) / (h * h),
    );
    const R = result.signal<number[][][]>("rod.R_abs").values[i]!;
    const inWorld = (f: readonly number[]) => [0, 1].map((j) => f[0]! * R[0]![j]! + f[1]! * R[1]![j]!);
    const [fA, fB] = [inWorld(at("jointA.cutForce", i)), inWorld(at("jointB.cutForce", i))];
    // second differences with h = 1e-4 are good to about 1e-5 of accelerations near 10
    expect(Math.abs(fA[0]! + fB[0]! - 0.4 * acceleration[0]!)).toBeLessThan(1e-3);
    expect(Math.abs(fA[1]! + fB[1]! - 0.4 * (acceleration[1]! + g))).toBeLessThan(1e-3);
    // the guide carries no force along its axis
    expect(Math.abs(at("guide.cutForce", i)[0]!)).toBeLessThan(1e-9);
  });
});

describe("an effort along a coordinate goes through the joint", () => {
  const body = (mass: number, centerOfMass: [number, number, number]) =>
    Object3D({
      feature: Solid({ massProperties: MassProperties({ mass, centerOfMass, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }) }),
    });
  const fourBar = {
    world,
    crank: body(1, [0.2, 0, 0.1]),
    rod: body(2, [0.1, 0.3, 0]),
    rocker: body(0.5, [0.3, 0, 0]),
    support: Object3D({ parent: "world", translation: [1, 0, 0] }),
    crankEnd: Object3D({ parent: "crank", translation: [0.4, 0, 0] }),
    rodEnd: Object3D({ parent: "rod", translation: [1, 0, 0] }),
    rockerEnd: Object3D({ parent: "rocker", translation: [0.7, 0, 0] }),
    j1: Revolute({ obj1: "world", obj2: "crank", phi: Var({ init: 1 }), w: Var({ init: 2 }) }),
    j2: Revolute({ obj1: "crankEnd", obj2: "rod", phi: -0.5 }),
    j3: Revolute({ obj1: "support", obj2: "rocker", phi: 1 }),
    j4: Revolute({ obj1: "rodEnd", obj2: "rockerEnd" }),
  };
  const slide = { axis: [1, 1, 0], s: 0.2, v: 1 } as const;
  const carriage = {
    world,
    load: body(2, [0.1, 0.3, 0]),
    mount: Object3D({ parent: "world", rotation: [0.3, 0.2, 0.1] }),
  };
  const places: Readonly<Record<string, (hasFlange: boolean) => readonly [Record<string, unknown>, string]>> = {
    ...Object.fromEntries(
      (["j1", "j2", "j3", "j4"] as const).map((name) => [
        `${name} of a four-bar linkage`,
        (hasFlange: boolean) => {
          const starts = {
            j1: { phi: Var({ init: 1 }), w: Var({ init: 2 }) },
            j2: { phi: Var({ start: -0.5 }) },
            j3: { phi: Var({ start: 1 }) },
            j4: {},
          }[name];
          const { obj1, obj2 } = {
            j1: { obj1: "world", obj2: "crank" },
            j2: { obj1: "crankEnd", obj2: "rod" },
            j3: { obj1: "support", obj2: "rocker" },
            j4: { obj1: "rodEnd", obj2: "rockerEnd" },
          }[name];
          const options = { obj1, obj2, ...starts };
          return [{ ...fourBar, [name]: (hasFlange ? RevoluteWithFlange : Revolute)(options) }, `${name}.phi`] as const;
        },
      ]),
    ),
    "a slide": (hasFlange) => {
      const rail = (hasFlange ? PrismaticWithFlange : Prismatic)({ obj1: "mount", obj2: "load", ...slide });
      return [{ ...carriage, rail }, "rail.s"];
    },
    "a slide that is written backwards": (hasFlange) => {
      const rail = (hasFlange ? PrismaticWithFlange : Prismatic)({ obj1: "load", obj2: "mount", ...slide });
      return [{ ...carriage, rail }, "rail.s"];
    },
  };
  it.each(Object.keys(places))("as that of its flange does: %s", (name) => {
    const run = (parts: Readonly<Record<string, unknown>>): Result =>
      simulate(instantiate(Model3D(parts)), { stopTime: 0.5, tolerance: 1e-10 });
    const load = 'quantity(4, "U")*sin(quantity(11, "1/s")*time)';
    const [plain, coordinate] = places[name]!(false);
    const joint = coordinate.split(".")[0]!;
    const unit = coordinate.endsWith("s") ? "N" : "N*m";
    const effort = run({
      ...plain,
      effort: JointEffort({ coordinate }),
      equations: `effort.effort = ${load.replace("U", unit)}`,
    });
    const [withFlange] = places[name]!(true);
    const motor = unit === "N" ? Force : Torque;
    const flange = run({
      ...withFlange,
      motor,
      connect: [["motor.flange", `${joint}.flange`]],
      equations: `motor.${unit === "N" ? "f" : "tau"} = ${load.replace("U", unit)}`,
    });
    for (const t of [0, 0.2, 0.5])
      for (const leaf of ["cutForce", "cutTorque"])
        effort.at<number[]>(t, `${joint}.${leaf}`).forEach((x, i) => {
          expect(x, `${leaf}[${i + 1}] at ${t}`).toBeCloseTo(flange.at<number[]>(t, `${joint}.${leaf}`)[i]!, 6);
        });
  });

  it("also that of a stop, while it holds", () => {
    const flap = Model3D({
      world,
      flap: body(2, [0.5, 0, 0]),
      hinge: Revolute({ obj1: "world", obj2: "flap", phi: 0.3 }),
      stop: JointLimit({ coordinate: "hinge.phi", min: -0.3, stiffness: 500 }),
    });
    const result = simulate(instantiate(flap), { stopTime: 2, tolerance: 1e-9 });
    const efforts = result.signal("stop.effort").values;
    expect(Math.max(...efforts)).toBeGreaterThan(10);
    result.signal<number[][]>("hinge.cutTorque").values.forEach((torque, i) => {
      expect(torque[2]).toBeCloseTo(efforts[i]!, 9);
    });
  });
});

/** Elastic stops of joints, and efforts along coordinates of joints of any kind. */
import {
  Cylindrical,
  instantiate,
  JointEffort,
  JointLimit,
  MassProperties,
  Model3D,
  ModelActions,
  type ModelDefinition,
  modelFromJson,
  modelToJson,
  NoGravityField,
  Object3D,
  Planar,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Screw,
  Solid,
  simulate,
  Universal,
  Var,
} from "rattleback";
import { describe, expect, it } from "vitest";

const options = { stopTime: 1, tolerance: 1e-9 } as const;
const run = (model: ModelDefinition, more = {}) => simulate(instantiate(model), { ...options, ...more });
const weightless = Object3D({ feature: Scene({ gravityField: NoGravityField() }) });
const body = (mass: number, centerOfMass: readonly number[] = [0, 0, 0]) =>
  Object3D({
    feature: Solid({ massProperties: MassProperties({ mass, centerOfMass, Ixx: 0.2, Iyy: 0.3, Izz: 0.4 }) }),
  });

describe("an elastic stop", () => {
  it.each([
    ["without", Prismatic],
    ["with", PrismaticWithFlange],
  ] as const)("returns a body on a rail %s flange after half a period", (_flange, joint) => {
    const [m, c, v] = [2, 5000, 3];
    const result = run(
      Model3D({
        world: weightless,
        cart: body(m),
        rail: joint({ obj1: "world", obj2: "cart", s: 0, v }),
        stop: JointLimit({ coordinate: "rail.s", min: -0.4, max: 0.6, stiffness: c }),
      }),
      { stopTime: 0.9 },
    );
    // 0.6 m to the stop, half a period there, and on to the other stop, where it is now
    const half = Math.PI * Math.sqrt(m / c);
    const inside = 0.9 - 0.6 / v - half - 1 / v - half;
    expect(inside).toBeGreaterThan(0);
    expect(result.final("rail.s")).toBeCloseTo(-0.4 + v * inside, 7);
    // each stop is reached and left at an event, to the last digits: steps end where the force bends
    const times = [0, 0.6 / v, 0.6 / v + half, 0.6 / v + half + 1 / v, 0.6 / v + 2 * half + 1 / v];
    expect(result.events.map(({ time }) => time)).toHaveLength(times.length);
    result.events.forEach(({ time }, k) => expect(time).toBeCloseTo(times[k]!, 8));
    const energy = result.signal("energy.total").values as unknown as number[];
    for (const e of energy) expect(e / (0.5 * m * v * v)).toBeCloseTo(1, 7);
    const efforts = result.signal("stop.effort").values as unknown as number[];
    expect(Math.min(...efforts)).toBeLessThan(-0.5 * v * Math.sqrt(m * c));
  });

  it("with damping takes energy away, never pulls, and holds a pendulum that leans on it", () => {
    const result = run(
      Model3D({
        world: Object3D({ feature: Scene() }),
        arm: body(2, [0.5, 0, 0]),
        pin: Revolute({ obj1: "world", obj2: "arm", phi: 0.5 }),
        stop: JointLimit({ coordinate: "pin.phi", min: -0.3, stiffness: 4000, damping: 60 }),
      }),
      { stopTime: 6 },
    );
    for (const effort of result.signal("stop.effort").values as unknown as number[])
      expect(effort).toBeGreaterThanOrEqual(0);
    // at rest: c·δ = m·g·l·cos φ
    const phi = result.final("pin.phi") as number;
    expect(4000 * (-0.3 - phi)).toBeCloseTo(2 * 9.81 * 0.5 * Math.cos(phi), 3);
    expect(result.final("stop.penetration")).toBeCloseTo(-0.3 - phi, 12);
  });

  it("acts on a joint of a closed loop, at whichever joint the loop is cut", () => {
    const linkage = (coordinate: string, min: number) =>
      Model3D({
        world: Object3D({ feature: Scene() }),
        left: body(1, [0.5, 0, 0]),
        right: body(1, [0.5, 0, 0]),
        bar: body(0.5, [1, 0, 0]),
        foot: Object3D({ parent: "world", translation: [2, 0, 0] }),
        tipL: Object3D({ parent: "left", translation: [1, 0, 0] }),
        tipR: Object3D({ parent: "right", translation: [1, 0, 0] }),
        tail: Object3D({ parent: "bar", translation: [2, 0, 0] }),
        pinL: Revolute({ obj1: "world", obj2: "left", phi: Var({ init: 1 }) }),
        pinR: Revolute({ obj1: "foot", obj2: "right", phi: 1 }),
        topL: Revolute({ obj1: "tipL", obj2: "bar", phi: -1 }),
        topR: Revolute({ obj1: "tipR", obj2: "tail", phi: -1 }),
        stop: JointLimit({ coordinate, [min < 0 ? "max" : "min"]: min, stiffness: 300 }),
      });
    // a parallelogram: the angles at the top are those at the foot with the other sign
    const angles = (["pinL.phi", "pinR.phi", "topL.phi", "topR.phi"] as const).map(
      (name) => run(linkage(name, name.startsWith("pin") ? 0.8 : -0.8)).final("pinL.phi") as number,
    );
    for (const angle of angles) expect(angle).toBeCloseTo(angles[0]!, 6);
    // it has been thrown back: without stop it would have fallen through
    expect(angles[0]).toBeGreaterThan(0.8);
  });

  it("ends when an action cuts its joint", () => {
    const result = run(
      Model3D({
        world: weightless,
        cart: body(2),
        rail: Prismatic({ obj1: "world", obj2: "cart", v: 1 }),
        stop: JointLimit({ coordinate: "rail.s", max: 0.3, stiffness: 1e4 }),
        program: ModelActions(function* (act) {
          yield act.wait(0.2);
          yield act.cut("rail");
        }),
      }),
    );
    expect(result.final<number[]>("cart.r_abs")[0]).toBeCloseTo(1, 8);
  });

  it("is refused without stops, in the wrong order, and for what is not a coordinate", () => {
    expect(() => JointLimit({ coordinate: "a.phi", stiffness: 1 })).toThrow("E-3D-VALUE");
    expect(() => JointLimit({ coordinate: "a.phi", min: 2, max: 1, stiffness: 1 })).toThrow("E-3D-VALUE");
    expect(() => JointLimit({ coordinate: "a.phi", max: 1, stiffness: -1 })).toThrow("E-3D-VALUE");
    expect(() => JointLimit({ coordinate: "phi", max: 1, stiffness: 1 })).toThrow("E-3D-VALUE");
    const model = Model3D({
      world: weightless,
      cart: body(2),
      rail: Prismatic({ obj1: "world", obj2: "cart" }),
      stop: JointLimit({ coordinate: "rail.phi", max: 1, stiffness: 1 }),
    });
    expect(() => instantiate(model)).toThrow(/E-COUPLING-COORDINATE.*"rail\.phi"/);
  });
});

describe("an effort along a coordinate", () => {
  const joints = {
    screw: [Screw({ obj1: "base", obj2: "load", pitch: 0.4, phi: 0.3, w: 0.2 }), ["phi"]],
    cylindrical: [Cylindrical({ obj1: "base", obj2: "load", phi: 0.3, v: 0.1 }), ["phi", "s"]],
    universal: [Universal({ obj1: "base", obj2: "load", phi1: 0.3, phi2: -0.4, w1: 0.5 }), ["phi1", "phi2"]],
    planar: [Planar({ obj1: "base", obj2: "load", s1: 0.1, phi: 0.6, w: 0.4 }), ["s1", "s2", "phi"]],
    hinge: [RevoluteWithFlange({ obj1: "base", obj2: "load", phi: 0.2 }), ["phi"]],
    slide: [Prismatic({ obj1: "base", obj2: "load", v: 0.2 }), ["s"]],
  } as const;
  const cases = Object.entries(joints).flatMap(([name, [joint, coordinates]]) =>
    coordinates.flatMap((c) => [false, true].map((isReversed) => [name, c, isReversed, joint] as const)),
  );

  it.each(cases)(
    "of a %s joint, %s, reversed %s, does the work that the bodies gain",
    (_name, c, isReversed, joint) => {
      const model = Model3D({
        world: weightless,
        base: body(3, [0.1, 0.2, 0]),
        load: body(1, [0.2, -0.1, 0.3]),
        anchor: Object3D({ parent: isReversed ? "load" : "base" }),
        pivot: Revolute({ obj1: "world", obj2: "anchor", axis: [0.3, 0.2, 1], w: 0.7 }),
        joint,
        drive: JointEffort({ coordinate: `joint.${c}` }),
        work: Var({ init: 0, unit: "J" }),
        equations: "drive.effort = 2 - 1.5*time; der(work) = drive.effort*drive.velocity",
      });
      const result = simulate(instantiate(model, { checkUnits: false }), options);
      const [before] = result.signal("energy.kinetic").values as unknown as number[];
      const gain = (result.final("energy.kinetic") as number) - before!;
      expect(Math.abs(gain)).toBeGreaterThan(1e-3);
      expect(result.final("work")).toBeCloseTo(gain, 6);
      expect(result.final("drive.position")).toBeCloseTo(result.final(`joint.${c}`) as number, 9);
    },
  );

  it("holds a controlled Cardan shaft, and stops and efforts are written to JSON", () => {
    const model = Model3D({
      world: weightless,
      load: body(1),
      cardan: Universal({ obj1: "world", obj2: "load" }),
      drive: JointEffort({ coordinate: "cardan.phi2" }),
      stop: JointLimit({ coordinate: "cardan.phi1", min: -1, stiffness: 10 }),
      equations: "drive.effort = 40*(0.5 - drive.position) - 6*drive.velocity",
    });
    const text = modelToJson(model);
    const again = modelFromJson(text);
    expect(modelToJson(again)).toBe(text);
    const result = simulate(instantiate(again, { checkUnits: false }), { ...options, stopTime: 5 });
    expect(result.final("cardan.phi2")).toBeCloseTo(0.5, 6);
    expect(result.signal("drive.effort").unit).toBe("N*m");
  });
});

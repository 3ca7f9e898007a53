/** Rods between points, and joints that are coupled as by gears. */
import {
  Cylindrical,
  instantiate,
  JointCoupling,
  MassProperties,
  Model3D,
  ModelActions,
  type ModelDefinition,
  mechanismOf,
  modelFromJson,
  modelToJson,
  NoGravityField,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Rod,
  Scene,
  Screw,
  Solid,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";
import { ConstantTorque } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const options = { stopTime: 2, tolerance: 1e-9 } as const;
const run = (model: ModelDefinition, more = {}) => simulate(instantiate(model), { ...options, ...more });
const world = Object3D({ feature: Scene({ cutForces: true }) });
const weightless = Object3D({ feature: Scene({ gravityField: NoGravityField() }) });
const body = (mass: number, Izz = 0.2, centerOfMass = [0, 0, 0]) =>
  Object3D({ feature: Solid({ massProperties: MassProperties({ mass, centerOfMass, Ixx: 0.1, Iyy: 0.1, Izz }) }) });
const free = (mass: number, more: object) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    feature: Solid({ massProperties: MassProperties({ mass, Ixx: 0.1, Iyy: 0.2, Izz: 0.25 }) }),
    ...more,
  });

describe("a rod", () => {
  it("makes a pendulum that swings as one on a hinge, and pulls with weight and centrifugal force", () => {
    const result = run(
      Model3D({
        world,
        bob: free(2, { translation: [1.5, 0, 0] }),
        rod: Rod({ obj1: "world", obj2: "bob", length: 1.5 }),
      }),
    );
    const hinge = run(
      Model3D({
        world: Object3D({ feature: Scene() }),
        bob: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2, centerOfMass: [1.5, 0, 0] }) }) }),
        rev: Revolute({ obj1: "world", obj2: "bob" }),
      }),
    );
    const phi = hinge.final("rev.phi") as number;
    const [x, y] = result.final<number[]>("bob.translation") as [number, number];
    expect(x).toBeCloseTo(1.5 * Math.cos(phi), 6);
    expect(y).toBeCloseTo(1.5 * Math.sin(phi), 6);
    expect(Math.hypot(x, y)).toBeCloseTo(1.5, 12);
    // released from the level of the pivot: v² = −2·g·y, pull = 3·m·g·(−y)/L
    expect(result.final("rod.force")).toBeCloseTo((3 * 2 * 9.81 * -y) / 1.5, 5);
    expect(mechanismOf(result).degreesOfFreedom).toBe(5);
  });

  it("between eccentric points of two bodies in space keeps momentum, angular momentum, energy and its length", () => {
    const model = Model3D({
      world: weightless,
      a: free(1, { velocity: [1, 0, 0.2], angularVelocity: [0.5, -2, 1] }),
      b: free(3, { translation: [1, 1, 0], rotation: [0.3, 0.2, -0.5], angularVelocity: [0, 1, 3] }),
      eyeA: Object3D({ parent: "a", translation: [0.2, 0.1, 0] }),
      eyeB: Object3D({ parent: "b", translation: [0, -0.3, 0.1] }),
      rod: Rod({ obj1: "eyeA", obj2: "eyeB", length: 1.2 }),
    });
    const result = run(model, { stopTime: 2 });
    const { length } = result.time;
    for (const name of ["momentum.linear", "momentum.angular"]) {
      const rows = result.signal<number[][]>(name).values;
      for (let i = 0; i < 3; i++) expect(rows[length - 1]![i], name).toBeCloseTo(rows[0]![i]!, 6);
    }
    const energy = result.signal("energy.total").values as unknown as number[];
    expect(energy[length - 1]! / energy[0]!).toBeCloseTo(1, 7);
    const [a, b] = ["eyeA.r_abs", "eyeB.r_abs"].map((name) => result.signal<number[][]>(name).values);
    for (let k = 0; k < length; k++) expect(Math.hypot(...a![k]!.map((x, i) => x - b![k]![i]!))).toBeCloseTo(1.2, 10);
  });

  it("couples two cranks as the fourth side of a parallelogram", () => {
    const result = run(
      Model3D({
        world,
        left: body(1, 0.3, [0.5, 0, 0]),
        right: body(1, 0.3, [0.5, 0, 0]),
        foot: Object3D({ parent: "world", translation: [2, 0, 0] }),
        tipL: Object3D({ parent: "left", translation: [1, 0, 0] }),
        tipR: Object3D({ parent: "right", translation: [1, 0, 0] }),
        pinL: Revolute({ obj1: "world", obj2: "left", phi: Var({ init: 0.9 }) }),
        pinR: Revolute({ obj1: "foot", obj2: "right", phi: 0.8 }),
        rod: Rod({ obj1: "tipL", obj2: "tipR", length: 2 }),
      }),
      { stopTime: 0.5 },
    );
    const alone = run(
      Model3D({
        world,
        left: body(1, 0.3, [0.5, 0, 0]),
        pinL: Revolute({ obj1: "world", obj2: "left", phi: 0.9 }),
      }),
      { stopTime: 0.5 },
    );
    expect(result.final("pinL.phi")).toBeCloseTo(alone.final("pinL.phi") as number, 7);
    expect(result.final("pinR.phi")).toBeCloseTo(result.final("pinL.phi") as number, 9);
    expect(result.final("rod.force")).toBeCloseTo(0, 6);
  });

  it("ends with a body that an action deletes", () => {
    const result = run(
      Model3D({
        world,
        bob: free(2, { translation: [1, 0, 0] }),
        ball: free(1, { translation: [2, 0, 0], assemblyRoot: true }),
        upper: Rod({ obj1: "world", obj2: "bob", length: 1 }),
        lower: Rod({ obj1: "bob", obj2: "ball", length: 1 }),
        program: ModelActions(function* (act) {
          yield act.wait(0.5);
          yield act.delete("ball");
        }),
      }),
    );
    expect(Math.hypot(...result.final<number[]>("bob.translation"))).toBeCloseTo(1, 10);
    expect(result.final("lower.force")).toBe(0);
  });

  it("cannot be closed where it is too short, and the error names it", () => {
    const fixed = Model3D({
      world,
      cart: body(1),
      rail: Prismatic({ obj1: "world", obj2: "cart", s: 0.2 }),
      post: Object3D({ parent: "world", translation: [0, 2, 0] }),
      rod: Rod({ obj1: "post", obj2: "cart", length: 1 }),
    });
    expect(() => run(fixed)).toThrow(/E-MECHANISM-LOOP-OPEN.*"rod"/);
    expect(() => Rod({ obj1: "a", obj2: "b", length: 0 })).toThrow("E-3D-VALUE");
    expect(() => run(fixed, { merge: { "rod.length": -3 } })).toThrow("E-3D-VALUE");
    expect(() => instantiate(fixed.with({ rod: Rod({ obj1: "pots", obj2: "cart", length: 1 }) }))).toThrow(/pots/);
    expect(() => run(fixed.with({ rod: Rod({ obj1: "cart", obj2: "cart", length: 1 }) }))).toThrow("E-JOINT-SELF");
  });
});

describe("coupled joints", () => {
  const geared = (factors: readonly [number, number]) =>
    Model3D({
      world,
      a: body(1, 0.2, [0.5, 0, 0]),
      b: body(1, 0.3),
      r1: Revolute({ obj1: "world", obj2: "a" }),
      r2: Revolute({ obj1: "world", obj2: "b" }),
      gear: JointCoupling({ coordinates: ["r2.phi", "r1.phi"], factors }),
    });

  it("of a gear move as one inertia J₁ + i²·J₂", () => {
    const result = run(geared([1, 3]));
    const alone = run(
      Model3D({ world, a: body(1, 0.2 + 9 * 0.3, [0.5, 0, 0]), r1: Revolute({ obj1: "world", obj2: "a" }) }),
    );
    expect(result.final("r1.phi")).toBeCloseTo(alone.final("r1.phi") as number, 7);
    expect((result.final("r2.phi") as number) + 3 * (result.final("r1.phi") as number)).toBeCloseTo(0, 10);
    expect(mechanismOf(result).degreesOfFreedom).toBe(1);
  });

  it("of a rack and a pinion fall with g·m/(m + J/r²)", () => {
    const r = 0.05;
    const result = run(
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 10, n: [1, 0, 0] }) }) }),
        rack: body(2),
        wheel: body(1, 0.004),
        slide: Prismatic({ obj1: "world", obj2: "rack" }),
        pinion: Revolute({ obj1: "world", obj2: "wheel" }),
        teeth: JointCoupling({ coordinates: ["slide.s", "pinion.phi"], factors: [1, -r], offset: 0.2 }),
      }),
      { stopTime: 1 },
    );
    const a = (10 * 2) / (2 + 0.004 / (r * r));
    const [s, phi] = [result.final("slide.s") as number, result.final("pinion.phi") as number];
    expect(result.final("slide.v")).toBeCloseTo(a, 8);
    expect(s - r * phi).toBeCloseTo(0.2, 12);
  });

  it("of a cylindrical joint make it a screw", () => {
    const nut = (joint: object) =>
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 10, n: [1, 0, 0] }) }) }),
        nut: body(2),
        ...joint,
      });
    const screw = run(nut({ joint: Screw({ obj1: "world", obj2: "nut", pitch: 0.3 }) }));
    const coupled = run(
      nut({
        joint: Cylindrical({ obj1: "world", obj2: "nut" }),
        thread: JointCoupling({ coordinates: ["joint.s", "joint.phi"], factors: [1, -0.3 / (2 * Math.PI)] }),
      }),
    );
    expect(coupled.final("joint.phi")).toBeCloseTo(screw.final("joint.phi") as number, 7);
  });

  it("of a planetary gear, three of them, with a motor on a flange, share the torque", () => {
    const [J1, J2, J3] = [0.1, 0.4, 0.3];
    const result = run(
      Model3D({
        world: weightless,
        a: body(1, J1),
        b: body(1, J2),
        c: body(1, J3),
        sun: RevoluteWithFlange({ obj1: "world", obj2: "a" }),
        ring: Revolute({ obj1: "world", obj2: "b" }),
        carrier: Revolute({ obj1: "world", obj2: "c" }),
        gear: JointCoupling({ coordinates: ["sun.phi", "ring.phi", "carrier.phi"], factors: [1, 2, -3] }),
        motor: ConstantTorque.with({ tau: 2 }),
        connect: [["motor.flange", "sun.flange"]],
      }),
      { stopTime: 1 },
    );
    // J₁·a₁ = 2 + λ, J₂·a₂ = 2·λ, J₃·a₃ = −3·λ, a₁ + 2·a₂ − 3·a₃ = 0
    const lambda = -(2 / J1) / (1 / J1 + 4 / J2 + 9 / J3);
    expect(result.final("sun.w")).toBeCloseTo((2 + lambda) / J1, 7);
    expect(result.final("ring.w")).toBeCloseTo((2 * lambda) / J2, 7);
    expect(result.final("carrier.w")).toBeCloseTo((-3 * lambda) / J3, 7);
  });

  it("hold start values with init and change guesses", () => {
    const model = geared([1, 2]).with({ r2: Revolute({ obj1: "world", obj2: "b", phi: Var({ init: 1 }) }) });
    const result = run(model, { stopTime: 0 });
    expect(result.final("r2.phi")).toBeCloseTo(1, 12);
    expect(result.final("r1.phi")).toBeCloseTo(-0.5, 12);
  });

  it("and rods are written to JSON and read again", () => {
    const model = geared([1, 2]).with({
      tip: Object3D({ parent: "a", translation: [1, 0, 0] }),
      bob: free(1, { translation: [1.5, 0, 0] }),
      rod: Rod({ obj1: "tip", obj2: "bob", length: 0.5 }),
    });
    const text = modelToJson(model);
    const again = modelFromJson(text);
    expect(modelToJson(again)).toBe(text);
    expect(run(again).final("r1.phi")).toBe(run(model).final("r1.phi"));
  });

  it("are refused with their names when they are no joints, locked, or written wrongly", () => {
    const wrong = (coupling: Parameters<typeof JointCoupling>[0]) => () =>
      instantiate(geared([1, 1]).with({ gear: JointCoupling(coupling) }));
    expect(wrong({ coordinates: ["r1.phi", "r3.phi"], factors: [1, 1] })).toThrow(/E-COUPLING-COORDINATE.*r3\.phi/s);
    expect(wrong({ coordinates: ["r1.phi", "r2.w"], factors: [1, 1] })).toThrow("E-COUPLING-COORDINATE");
    expect(wrong({ coordinates: ["r1.phi"], factors: [1] })).toThrow("E-3D-VALUE");
    expect(wrong({ coordinates: ["r1.phi", "r1.phi"], factors: [1, 1] })).toThrow("E-3D-VALUE");
    expect(wrong({ coordinates: ["r1.phi", "r2.phi"], factors: [1, 0] })).toThrow("E-3D-VALUE");
    const cut = geared([1, 1]).with({
      program: ModelActions(function* (act) {
        yield act.wait(0.1);
        yield act.cut("r1");
      }),
    });
    expect(() => run(cut)).toThrow("E-COUPLING-JOINT");
  });
});

// Rigid contacts of mechanisms: loops stay closed, and what equations couple to joints jumps with them.
import {
  Box,
  ElasticContactPairMaterial,
  instantiate,
  JointCoupling,
  LineForceWithFlange,
  MassProperties,
  Model3D,
  type ModelDefinition,
  type ModelSource,
  NoGravityField,
  Object3D,
  Prismatic,
  PrismaticWithFlange,
  type Result,
  Revolute,
  RevoluteWithFlange,
  Scene,
  type SceneFeatureOptions,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";
import { BearingFriction, IdealGear, Inertia, SpringDamper, Torque } from "rattleback/rotational";
import {
  ConstantForce,
  ConstantVelocity,
  FixedPosition,
  PrescribedPosition,
  TranslationalDamper,
  TranslationalMass,
} from "rattleback/translational";
import { describe, expect, it } from "vitest";

type Shape = NonNullable<NonNullable<Parameters<typeof Solid>[0]>["shape"]>;
type Point = [number, number, number];
const unset = { init: null };
const down = UniformGravityField({ g: 9.81, n: [0, 0, -1] });
const massless = { mass: 0, Ixx: 0, Iyy: 0, Izz: 0 };

const wooden = (friction: number, restitution: number): SceneFeatureOptions => ({
  contactPairMaterials: {
    "DryWood,DryWood": ElasticContactPairMaterial({
      coefficientOfRestitution: restitution,
      slidingFrictionCoefficient: friction,
    }),
  },
});
const world = (options: SceneFeatureOptions = {}) =>
  Object3D({ feature: Scene({ gravityField: NoGravityField(), response: "rigid", ...wooden(0, 0.5), ...options }) });
const wood = (shape: Shape, mass?: { mass: number; Ixx: number; Iyy: number; Izz: number }): ModelDefinition =>
  Solid({
    shape,
    solidMaterial: "DryWood",
    collision: true,
    ...(mass !== undefined && { massProperties: MassProperties(mass) }),
  });
const weight = (mass: number, Izz = 0): ModelDefinition =>
  Solid({ massProperties: MassProperties({ mass, Ixx: 0, Iyy: 0, Izz }) });
const free = (feature: ModelDefinition, translation: Point, velocity: Point = [0, 0, 0]): ModelDefinition =>
  Object3D({ parent: "world", fixedToParent: false, translation, velocity, feature });
const ballMass = { mass: 0.4, Ixx: 0.001, Iyy: 0.001, Izz: 0.001 };
const ball = wood(Sphere({ diameter: 0.06 }), ballMass);
const cube = (length: number): ModelDefinition => wood(Box({ lengthX: length, lengthY: length, lengthZ: length }));

const run = (source: ModelSource, stopTime: number, more = {}): Result =>
  simulate(instantiate(Model3D(source)), { stopTime, interval: 1e-3, ...more });
const vector = (result: Result, name: string): Point => result.final(name) as Point;
const number = (result: Result, name: string): number => result.final(name) as number;
const column = (result: Result, name: string): Float64Array => result.signal(name).values as Float64Array;

function largestGrowth(result: Result): number {
  const energy = column(result, "energy.total");
  return Math.max(...energy.slice(1).map((value, k) => value - energy[k]!)) / Math.max(...energy.map(Math.abs));
}

/** Largest distance of two frames. */
function gap(result: Result, one: string, other: string): number {
  const [p, q] = [one, other].map((name) => result.signal<number[][]>(`${name}.r_abs`).values) as [
    number[][],
    number[][],
  ];
  return Math.max(...p.map((r, i) => Math.hypot(r[0]! - q[i]![0]!, r[1]! - q[i]![1]!, r[2]! - q[i]![2]!)));
}

/** Slider-crank with a crank of inertia J, a rod of mass m in its middle and inertia I, and a slider of mass M whose face is a sphere. */
const crank = { r: 0.1, l: 0.3, J: 0.01, m: 0.5, I: 0.004, M: 1.2 };
function sliderCrank(phi: number, joint?: ModelDefinition): Record<string, ModelDefinition> {
  const { r, l, J, m, I, M } = crank;
  return {
    crank: Object3D({ feature: weight(1, J) }),
    pin: Object3D({ parent: "crank", translation: [r, 0, 0] }),
    rod: Object3D({ feature: weight(m, I) }),
    rodStart: Object3D({ parent: "rod", translation: [-l / 2, 0, 0] }),
    rodEnd: Object3D({ parent: "rod", translation: [l / 2, 0, 0] }),
    slider: Object3D({ feature: wood(Sphere({ diameter: 0.06 }), { mass: M, Ixx: 0.01, Iyy: 0.01, Izz: 0.01 }) }),
    shaft: joint ?? Revolute({ obj1: "world", obj2: "crank", axis: 3, phi: Var({ init: phi }), w: Var({ init: 0 }) }),
    pinJoint: Revolute({ obj1: "pin", obj2: "rodStart", axis: 3, phi: -phi }),
    sliderJoint: Revolute({ obj1: "slider", obj2: "rodEnd", axis: 3 }),
    guide: Prismatic({ obj1: "world", obj2: "slider", axis: 1, s: 0.35 }),
  };
}

/** Way of the slider, its rate per angle of the crank, and the inertia about the shaft. */
function crankMotion(phi: number): { s: number; rate: number; inertia: number } {
  const { r, l, J, m, I, M } = crank;
  const [x, y] = [r * Math.cos(phi), r * Math.sin(phi)];
  const far = Math.sqrt(l * l - y * y);
  const rate = -y - (y * x) / far;
  // sin of the angle of the rod is −y/l; its centre is in the middle of both ends
  const turn = -x / far;
  const centre = [(-y + rate) / 2, x / 2];
  return { s: x + far, rate, inertia: J + M * rate ** 2 + I * turn ** 2 + m * (centre[0]! ** 2 + centre[1]! ** 2) };
}

describe("a ball that hits a closed loop", () => {
  it.each([0, 0.5, 1])("pushes the slider of a crank as its inertia says, with restitution %d", (e) => {
    const { s, rate, inertia } = crankMotion(1.1);
    const at = s + 0.06 + 0.0303;
    const source = { world: world(wooden(0, e)), ...sliderCrank(1.1), ball: free(ball, [at, 0, 0], [-2, 0, 0]) };
    const result = run(source, 0.1, { tolerance: 1e-8 });
    const p = ((1 + e) * 2) / (1 / 0.4 + rate ** 2 / inertia);
    expect(vector(result, "ball.velocity")[0]).toBeCloseTo(-2 + p / 0.4, 9);
    const energy = column(result, "energy.total");
    const lost = (0.5 * (1 - e * e) * 4) / (1 / 0.4 + rate ** 2 / inertia);
    expect(energy[0]! - energy.at(-1)!).toBeCloseTo(lost, 6);
    expect(largestGrowth(result)).toBeLessThan(1e-7);
    // what the crank has then moves it on through positions of other inertia
    const w = Math.abs(number(result, "shaft.w"));
    const then = crankMotion(number(result, "shaft.phi"));
    expect(0.5 * then.inertia * w * w).toBeCloseTo((0.5 * (rate * p) ** 2) / inertia, 6);
    expect(number(result, "guide.s")).toBeCloseTo(then.s, 9);
  });

  /** Bars of wood of 0.1, 0.2 and 0.2 m on a base of 0.2 m, with a head on the middle one. */
  function fourBar(phi: number, w: number, rotation: Point = [0, 0, 0]): Record<string, ModelDefinition> {
    const bars = [0.1, 0.2, 0.2].flatMap((length, k): [string, ModelDefinition][] => [
      [
        `bar${k}`,
        Object3D({
          feature: Solid({ shape: Box({ lengthX: length, lengthY: 0.02, lengthZ: 0.02 }), solidMaterial: "DryWood" }),
        }),
      ],
      [`left${k}`, Object3D({ parent: `bar${k}`, translation: [-length / 2, 0, 0] })],
      [`right${k}`, Object3D({ parent: `bar${k}`, translation: [length / 2, 0, 0] })],
    ]);
    return {
      base: Object3D({ parent: "world", rotation }),
      foot: Object3D({ parent: "base", translation: [0.2, 0, 0] }),
      ...Object.fromEntries(bars),
      head: Object3D({
        parent: "bar1",
        translation: [0, 0.05, 0],
        feature: wood(Sphere({ diameter: 0.04 }), massless),
      }),
      rev1: Revolute({ obj1: "base", obj2: "left0", phi: Var({ init: phi }), w: Var({ init: w }) }),
      rev2: Revolute({ obj1: "right0", obj2: "left1", phi: -1 }),
      rev3: Revolute({ obj1: "right2", obj2: "right1", phi: -1 }),
      rev4: Revolute({ obj1: "foot", obj2: "left2", phi: 1 }),
    };
  }
  const headAt = (phi: number): Point =>
    (run({ world: world(), ...fourBar(phi, 0) }, 1e-3).signal("head.r_abs").values as unknown as Point[])[0]!;
  const [x, y] = headAt(1);
  const direction = [0.6, -0.8] as const;
  /** A ball on its way to the head, along the line of both centres. */
  const comes = (speed: number): ModelDefinition =>
    free(
      ball,
      [x - 0.0502 * direction[0], y - 0.0502 * direction[1], 0],
      [speed * direction[0], speed * direction[1], 0],
    );

  it("moves a four-bar linkage by the impulse that its constrained mass matrix gives, and leaves it closed", () => {
    const inertia = 2 * column(run({ world: world(), ...fourBar(1, 1) }, 1e-3), "energy.kinetic")[0]!;
    const [more, less] = [headAt(1 + 1e-4), headAt(1 - 1e-4)];
    const rate = ((more[0] - less[0]) * direction[0] + (more[1] - less[1]) * direction[1]) / 2e-4;
    const result = run({ world: world(), ...fourBar(1, 0), ball: comes(1.5) }, 0.1, { tolerance: 1e-8 });
    const p = (1.5 * 1.5) / (1 / 0.4 + rate ** 2 / inertia);
    const v = vector(result, "ball.velocity");
    // differences of second order
    expect(v[0] * direction[0] + v[1] * direction[1]).toBeCloseTo(1.5 - p / 0.4, 6);
    expect(gap(result, "right1", "right2")).toBeLessThan(1e-12);
    expect(largestGrowth(result)).toBeLessThan(1e-7);
  });

  it("does so in any direction of the scene", () => {
    const here = run({ world: world(), ...fourBar(1, 0), ball: comes(1.5) }, 0.2);
    // about the axis x by a right angle: y becomes z
    const place: Point = [x - 0.0502 * direction[0], 0, y - 0.0502 * direction[1]];
    const turned = free(ball, place, [1.5 * direction[0], 0, 1.5 * direction[1]]);
    const there = run({ world: world(), ...fourBar(1, 0, [Math.PI / 2, 0, 0]), ball: turned }, 0.2);
    expect(number(there, "rev1.w")).toBeCloseTo(number(here, "rev1.w"), 8);
    expect(vector(there, "ball.velocity")[2]).toBeCloseTo(vector(here, "ball.velocity")[1], 8);
  });

  it("gives it the speeds that stiff elastic contacts give it", () => {
    const speeds = (response: "rigid" | "elastic"): number[] => {
      const scene = world({ ...wooden(0, 0.9), response });
      const result = run({ world: scene, ...fourBar(1, 0), ball: comes(1.5) }, 0.03);
      return [number(result, "rev1.w"), ...vector(result, "ball.velocity").slice(0, 2)];
    };
    const [rigid, elastic] = [speeds("rigid"), speeds("elastic")];
    for (let k = 0; k < 3; k++) expect(rigid[k]! / elastic[k]!).toBeCloseTo(1, 1.5);
  });

  it("moves a rack by its mass and the inertia of its pinion", () => {
    const source = {
      world: world(wooden(0, 0.5)),
      rack: Object3D({ feature: wood(Sphere({ diameter: 0.1 }), { mass: 2, Ixx: 0.01, Iyy: 0.01, Izz: 0.01 }) }),
      wheel: Object3D({ feature: weight(1, 0.004) }),
      slide: Prismatic({ obj1: "world", obj2: "rack" }),
      pinion: Revolute({ obj1: "world", obj2: "wheel" }),
      teeth: JointCoupling({ coordinates: ["slide.s", "pinion.phi"], factors: [1, -0.05] }),
      ball: free(ball, [-0.0805, 0, 0], [1, 0, 0]),
    };
    const p = 1.5 / (1 / 0.4 + 1 / (2 + 0.004 / 0.05 ** 2));
    const result = run(source, 0.05);
    expect(vector(result, "ball.velocity")[0]).toBeCloseTo(1 - p / 0.4, 12);
    expect(number(result, "pinion.w")).toBeCloseTo(p / (2 + 0.004 / 0.05 ** 2) / 0.05, 11);
  });
});

describe("a joint with a flange in a preview", () => {
  const ratio = 3;
  const J = 0.002;
  const drive = {
    gear: IdealGear.with({ ratio }),
    wheel: Inertia.with({ J, phi: unset, w: unset }),
  };
  const through = [
    ["gear.flange_b", "rev.flange"],
    ["gear.flange_a", "wheel.flange_a"],
  ];
  const lever = (Izz: number): Record<string, ModelDefinition> => ({
    world: world(wooden(0.3, 0.6)),
    lever: Object3D({
      feature: wood(Box({ lengthX: 0.6, lengthY: 0.05, lengthZ: 0.1 }), { mass: 1, Ixx: 0.01, Iyy: 0.03, Izz }),
    }),
    hinge: Object3D({ parent: "lever", translation: [-0.3, 0, 0] }),
    ball: free(ball, [0.45, 0.2, 0], [0.3, -2, 0]),
  });
  const hinge = { obj1: "world", obj2: "hinge", axis: 3 } as const;
  const open = { phi: Var({ init: 0 }), w: Var({ init: 0 }) };

  it.each([
    ["known to follow from its own acceleration", {}],
    ["left to the equations", { lockable: true }],
  ])("carries the flywheel behind its gear, with an effort %s", (_, more) => {
    const plain = run({ ...lever(0.03 + ratio ** 2 * J), rev: Revolute(hinge) }, 0.3);
    const source = { ...lever(0.03), rev: RevoluteWithFlange({ ...hinge, ...open, ...more }), ...drive };
    const geared = run({ ...source, connect: through }, 0.3);
    expect(number(geared, "rev.w")).toBeCloseTo(number(plain, "rev.w"), 12);
    expect(number(geared, "wheel.w")).toBeCloseTo(ratio * number(plain, "rev.w"), 11);
    for (let k = 0; k < 3; k++)
      expect(vector(geared, "ball.velocity")[k]).toBeCloseTo(vector(plain, "ball.velocity")[k]!, 12);
    expect(number(plain, "rev.w")).toBeLessThan(-1);
  });

  it("carries it on a closed loop, too", () => {
    const { s } = crankMotion(1.1);
    const shaft = { obj1: "world", obj2: "crank", axis: 3 } as const;
    const flange = RevoluteWithFlange({ ...shaft, phi: Var({ init: 1.1 }), w: Var({ init: 0 }) });
    const others = { world: world(), ball: free(ball, [s + 0.0905, 0, 0], [-2, 0, 0]) };
    const added = Object3D({ parent: "crank", feature: weight(0, ratio ** 2 * J) });
    const plain = run({ ...others, ...sliderCrank(1.1), added }, 0.2);
    const connect = [
      ["gear.flange_b", "shaft.flange"],
      ["gear.flange_a", "wheel.flange_a"],
    ];
    const geared = run({ ...others, ...sliderCrank(1.1, flange), ...drive, connect }, 0.2);
    expect(number(geared, "wheel.w")).toBeCloseTo(ratio * number(plain, "shaft.w"), 9);
    expect(vector(geared, "ball.velocity")[0]).toBeCloseTo(vector(plain, "ball.velocity")[0], 11);
    expect(gap(geared, "slider", "rodEnd")).toBeLessThan(1e-12);
  });

  it("feels nothing at once of what is behind a spring", () => {
    const parts = { ...lever(0.03), rev: RevoluteWithFlange({ ...hinge, ...open }) };
    const spring = SpringDamper.with({ c: 1e-6, d: 0, phi_rel: unset, w_rel: unset });
    const connect = [
      ["rev.flange", "spring.flange_a"],
      ["spring.flange_b", "wheel.flange_a"],
    ];
    const wheel = Inertia.with({ J });
    const loose = run({ ...parts, spring, wheel, connect }, 0.2);
    const plain = run({ ...lever(0.03), rev: Revolute(hinge) }, 0.2);
    expect(number(loose, "rev.w")).toBeCloseTo(number(plain, "rev.w"), 6);
    expect(Math.abs(number(loose, "wheel.w"))).toBeLessThan(1e-4);
  });

  it("is refused with dry friction that could stick, by the condition that decides, and works behind a spring", () => {
    const parts = { ...lever(0.03), rev: RevoluteWithFlange({ ...hinge, ...open }) };
    const friction = BearingFriction.with({ tau_c: 0.3 });
    const direct = { ...parts, friction, connect: [["rev.flange", "friction.flange_a"]] };
    expect(() => run(direct, 0.1)).toThrow(/E-CONTACT-RIGID.*friction\.load > .*SpringDamper/s);
    const connect = [
      ["rev.flange", "spring.flange_a"],
      ["spring.flange_b", "wheel.flange_a"],
      ["wheel.flange_b", "friction.flange_a"],
    ];
    const soft = {
      ...parts,
      spring: SpringDamper.with({ c: 1000, d: 1 }),
      wheel: Inertia.with({ J: 1e-3 }),
      friction,
      connect,
    };
    const result = run(soft, 0.5);
    expect(number(result, "rev.phi")).toBeLessThan(-0.1);
    // a torque of 0.3 N·m against what is left of the lever's own motion
    expect(Math.abs(number(result, "rev.w"))).toBeLessThan(2);
  });

  it("stands against whatever pushes where its motion is prescribed: a pusher moves a box with its own speed", () => {
    const source = {
      world: world({ ...wooden(0.4, 0), gravityField: down }),
      ground: Object3D({
        parent: "world",
        translation: [0, 0, -0.1],
        feature: wood(Box({ lengthX: 4, lengthY: 4, lengthZ: 0.2 })),
      }),
      box: free(cube(0.1), [0.2, 0, 0.05]),
      rail: Object3D({ parent: "world", translation: [0, 0, 0.05] }),
      pusher: Object3D({ feature: wood(Box({ lengthX: 0.05, lengthY: 0.2, lengthZ: 0.08 })) }),
      slide: PrismaticWithFlange({ obj1: "rail", obj2: "pusher", axis: 1, s: Var(unset), v: Var(unset) }),
      drive: ConstantVelocity.with({ v_fixed: 0.5 }),
      connect: [["drive.flange", "slide.flange"]],
    };
    const result = run(source, 0.6);
    expect(number(result, "slide.s")).toBeCloseTo(0.3, 9);
    expect(vector(result, "box.velocity")[0]).toBeCloseTo(0.5, 9);
    expect(vector(result, "box.r_abs")[0]).toBeCloseTo(0.375, 5);
  });

  it("holds a box between two driven fingers, and lifts it", () => {
    const finger = wood(Box({ lengthX: 0.02, lengthY: 0.06, lengthZ: 0.06 }));
    const at = (translation: Point): ModelDefinition => Object3D({ parent: "carriage", translation });
    const slide = (obj1: string, obj2: string): ModelDefinition =>
      PrismaticWithFlange({ obj1, obj2, axis: 1, s: Var({ init: 0 }), v: Var({ init: 0 }) });
    const source = {
      world: world({ ...wooden(0.5, 0), gravityField: down }),
      ground: Object3D({
        parent: "world",
        translation: [0, 0, -0.1],
        feature: wood(Box({ lengthX: 1, lengthY: 1, lengthZ: 0.2 })),
      }),
      box: free(cube(0.1), [0, 0, 0.05]),
      carriage: Object3D({ feature: weight(1, 0.01) }),
      lift: PrismaticWithFlange({ obj1: "world", obj2: "carriage", axis: 3, s: Var(unset), v: Var(unset) }),
      hoist: PrescribedPosition,
      a: at([-0.08, 0, 0.06]),
      b: at([0.08, 0, 0.06]),
      left: Object3D({ feature: finger }),
      right: Object3D({ feature: finger }),
      one: slide("a", "left"),
      other: slide("b", "right"),
      // both drives have a mass and a brake
      rotor: TranslationalMass.with({ m: 0.3, s: unset, v: unset }),
      otherRotor: TranslationalMass.with({ m: 0.3, s: unset, v: unset }),
      push: ConstantForce.with({ f: 20 }),
      pull: ConstantForce.with({ f: -20 }),
      brakeOne: TranslationalDamper.with({ d: 50 }),
      brakeOther: TranslationalDamper.with({ d: 50 }),
      housing: FixedPosition,
      equations:
        "hoist.s = if time < 0.3 then 0 elseif time < 0.8 then 0.05*(1 - cos(2*3.141592653589793*(time - 0.3))) else 0.1",
      connect: [
        ["hoist.flange", "lift.flange"],
        ["push.flange", "rotor.flange_a"],
        ["rotor.flange_b", "one.flange"],
        ["pull.flange", "otherRotor.flange_a"],
        ["otherRotor.flange_b", "other.flange"],
        ["brakeOne.flange_a", "one.flange"],
        ["brakeOne.flange_b", "housing.flange"],
        ["brakeOther.flange_a", "other.flange"],
        ["brakeOther.flange_b", "housing.flange"],
      ],
    };
    const result = run(source, 1, { interval: 0.01 });
    const [x, y, z] = vector(result, "box.r_abs");
    expect(number(result, "lift.s")).toBeCloseTo(0.1, 12);
    expect(z).toBeCloseTo(0.15, 4);
    expect(Math.hypot(x, y)).toBeLessThan(2e-3);
    expect(number(result, "one.s")).toBeCloseTo(0.02 + x, 4);
  });

  it("answers with the mass behind a line between two bodies", () => {
    const source = {
      world: world(wooden(0, 1)),
      near: free(wood(Sphere({ diameter: 0.1 }), { mass: 1, Ixx: 0.01, Iyy: 0.01, Izz: 0.01 }), [0, 0, 0]),
      far: free(wood(Sphere({ diameter: 0.1 }), { mass: 2, Ixx: 0.01, Iyy: 0.01, Izz: 0.01 }), [0.5, 0, 0]),
      line: LineForceWithFlange({ obj1: "near", obj2: "far" }),
      inerter: TranslationalMass.with({ m: 0.7, s: unset, v: unset }),
      ball: free(ball, [-0.0805, 0, 0], [1, 0, 0]),
      connect: [["inerter.flange_a", "line.flange"]],
    };
    const result = run(source, 0.05);
    // m₁·a₁ = p + 0.7·(a₂ − a₁), m₂·a₂ = −0.7·(a₂ − a₁)
    const yields = (2 + 0.7) / (1 * 2 + 0.7 * (1 + 2));
    const p = 2 / (1 / 0.4 + yields);
    expect(vector(result, "ball.velocity")[0]).toBeCloseTo(1 - p / 0.4, 9);
    expect(vector(result, "near.velocity")[0]).toBeCloseTo(yields * p, 9);
    expect(vector(result, "far.velocity")[0]).toBeCloseTo((0.7 / (1 * 2 + 0.7 * 3)) * p, 9);
  });

  it("shows equations what it takes up: the integral of the force in a hinge is the change of all momentum", () => {
    // in the axes of the lever, which has hardly turned by then
    const taken = Var({ init: [0, 0, 0], unit: "N*s" });
    const result = run({ ...lever(0.03), rev: Revolute(hinge), taken, equations: "der(taken) = rev.cutForce" }, 0.072);
    const momentum = result.signal<number[][]>("momentum.linear").values;
    const change = momentum.at(-1)!.map((value, k) => value - momentum[0]![k]!);
    for (let k = 0; k < 3; k++) expect(vector(result, "taken")[k]).toBeCloseTo(change[k]!, 5);
    expect(Math.hypot(...change)).toBeGreaterThan(0.1);
  });

  it("does not answer in proportion where an equation is not linear in its torque, and says so", () => {
    const parts = { ...lever(0.03), rev: RevoluteWithFlange({ ...hinge, ...open, lockable: true }) };
    const source = {
      ...parts,
      motor: Torque,
      equations: "motor.tau = -0.5*der(rev.w)*abs(der(rev.w))/(1 + abs(der(rev.w)))/100",
      connect: [["motor.flange", "rev.flange"]],
    };
    expect(() => run(source, 0.2)).toThrow(/E-CONTACT-RIGID.*"rev"/s);
  });
});

describe("a slider", () => {
  const ground = Object3D({
    parent: "world",
    translation: [0, 0, -0.1],
    feature: wood(Box({ lengthX: 4, lengthY: 4, lengthZ: 0.2 })),
  });

  it("that can move along the normal alone comes to rest on the ground", () => {
    const slide = Prismatic({ obj1: "world", obj2: "box", axis: 3, s: Var({ init: 0.2 }), canCollide: true });
    const scene = { world: world({ ...wooden(0.4, 0), gravityField: down }), ground, slide };
    const result = run({ ...scene, box: Object3D({ feature: cube(0.1) }) }, 0.5);
    expect(number(result, "slide.s")).toBeCloseTo(0.05, 5);
    expect(Math.abs(number(result, "slide.v"))).toBeLessThan(1e-9);
  });

  it.each([0, 0.3])(
    "that its rail holds on the ground, turned by %d rad, slides there as if it were above it",
    (angle) => {
      const rail = Object3D({ parent: "world", translation: [0, 0, 0.05], rotation: [0, 0, angle] });
      const slide = Prismatic({ obj1: "rail", obj2: "box", axis: 1, v: Var({ init: 1 }), canCollide: true });
      const scene = { world: world({ ...wooden(0.4, 0), gravityField: down }), ground, rail, slide };
      const result = run({ ...scene, box: Object3D({ feature: cube(0.1) }) }, 0.2);
      expect(number(result, "slide.s")).toBeCloseTo(0.2, 9);
    },
  );
});

describe("rest on a mechanism with loops", () => {
  it("is rest: a box on the plate of two parallel levers that a weight balances", () => {
    const lever = (): ModelDefinition => Object3D({ feature: weight(0.2, 0.001) });
    const ends = (name: string): Record<string, ModelDefinition> => ({
      [`${name}Foot`]: Object3D({ parent: name, translation: [0, 0, 0] }),
      [`${name}Top`]: Object3D({ parent: name, translation: [0, 0, 0.2] }),
    });
    const turn = (obj1: string, obj2: string, more = {}): ModelDefinition => Revolute({ obj1, obj2, axis: 2, ...more });
    const source = {
      world: world({ ...wooden(0.6, 0), gravityField: down }),
      second: Object3D({ parent: "world", translation: [0.3, 0, 0] }),
      one: lever(),
      other: lever(),
      ...ends("one"),
      ...ends("other"),
      plate: Object3D({ feature: wood(Box({ lengthX: 0.4, lengthY: 0.2, lengthZ: 0.02 })) }),
      plateLeft: Object3D({ parent: "plate", translation: [-0.15, 0, -0.01] }),
      plateRight: Object3D({ parent: "plate", translation: [0.15, 0, -0.01] }),
      post: Object3D({
        parent: "world",
        translation: [-0.1, 0, 0.21],
        feature: wood(Box({ lengthX: 0.05, lengthY: 0.2, lengthZ: 0.1 })),
      }),
      a: turn("world", "oneFoot", { phi: Var({ init: 0 }) }),
      b: turn("second", "otherFoot"),
      c: turn("oneTop", "plateLeft"),
      d: turn("otherTop", "plateRight"),
      box: free(cube(0.08), [0.1, 0, 0.26]),
    };
    // upright levers would fall to either side: on the left the plate leans against the post
    const lean = { ...source, a: turn("world", "oneFoot", { phi: Var({ init: 0 }), w: Var({ init: -0.5 }) }) };
    const result = run(lean, 0.6);
    const [x, , z] = vector(result, "box.r_abs");
    expect(Math.abs(number(result, "a.w"))).toBeLessThan(1e-6);
    expect(Math.hypot(...vector(result, "box.velocity"))).toBeLessThan(1e-6);
    expect(z).toBeCloseTo(0.26, 2);
    expect(x).toBeLessThan(0.1);
    expect(gap(result, "otherTop", "plateRight")).toBeLessThan(1e-12);
    expect(largestGrowth(result)).toBeLessThan(2e-5);
  });
});

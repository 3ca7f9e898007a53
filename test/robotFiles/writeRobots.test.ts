// What is written means the same to us when it is read again, and to MuJoCo.
import {
  Box,
  Capsule,
  Cone,
  Cylindrical,
  dynamics,
  importUrdf,
  instantiate,
  JointCoupling,
  MassProperties,
  Model3D,
  Object3D,
  Planar,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  Scene,
  Screw,
  SensorResult,
  Solid,
  Sphere,
  Spherical,
  SpringDamperPtP,
  simulate,
  UniformGravityField,
  Universal,
  Var,
} from "rattleback";
import { importMjcf, writeMjcf, writeUrdf } from "rattleback/robots";
import { describe, expect, it } from "vitest";
import { witnessOf } from "../mjcf/mujoco.ts";

const gravityField = UniformGravityField({ g: 9.81, n: [0, 0, -1] });
const world = Object3D({ feature: Scene({ gravityField }) });
const heavy = (options: Parameters<typeof Object3D>[0] = {}) =>
  Object3D({
    ...options,
    feature: Solid({
      shape: Box({ lengthX: 0.2, lengthY: 0.1, lengthZ: 0.3 }),
      massProperties: MassProperties({
        mass: 1.3,
        centreOfMass: [0.05, 0.02, -0.1],
        Ixx: 0.02,
        Iyy: 0.03,
        Izz: 0.015,
        Ixy: 0.002,
        Ixz: -0.001,
        Iyz: 0.003,
      }),
    }),
  });

/** A joint between turned frames, and a second body behind it. */
const mechanism = (joint: (ends: { obj1: string; obj2: string }) => ReturnType<typeof Revolute>) =>
  instantiate(
    Model3D({
      world,
      post: Object3D({ parent: "world", translation: [0.1, 0.2, 1], rotation: [0.3, -0.2, 0.5] }),
      first: heavy(),
      eye: Object3D({ parent: "first", translation: [0.05, 0, 0.1], rotation: [0, 0.4, 0.1] }),
      joint: joint({ obj1: "post", obj2: "eye" }),
      hook: Object3D({ parent: "first", translation: [0.1, 0, -0.3] }),
      second: heavy(),
      pin: Revolute({ obj1: "hook", obj2: "second", axis: [0, 1, 0.3], phi: 0.4, w: 1 }),
    }),
  );

const joints: [string, (ends: { obj1: string; obj2: string }) => ReturnType<typeof Revolute>][] = [
  ["revolute", (ends) => Revolute({ ...ends, axis: [0, 1, 1], phi: 0.3, w: -0.5 })],
  ["prismatic", (ends) => Prismatic({ ...ends, axis: [1, 1, 0], s: 0.1, v: 0.2 })],
  ["cylindrical", (ends) => Cylindrical({ ...ends, axis: [0, 1, 1], phi: 0.3, w: 1, s: 0.1, v: 0.2 })],
  ["universal", (ends) => Universal({ ...ends, axis: 1, secondAxis: 2, phi1: 0.2, phi2: 0.3, w1: 1, w2: 2 })],
  [
    "planar",
    (ends) => Planar({ ...ends, axis: [0, 1, 0.2], secondAxis: [1, 0.1, 0], s1: 0.1, s2: 0.2, phi: 0.3, w: 1 }),
  ],
  ["spherical", (ends) => Spherical({ ...ends, rotation: [0.1, 0.2, 0.3], angularVelocity: [1, 2, 3] })],
];

describe("writeMjcf", () => {
  it.each(joints)("a mechanism with a %s joint starts and moves in MuJoCo as it does here", async (_, joint) => {
    const model = mechanism(joint);
    const { text, report } = writeMjcf(model);
    expect(report).toEqual([]);
    const smooth = '<option timestep="0.0002" integrator="RK4"><flag contact="disable"/></option></mujoco>';
    const witness = await witnessOf(text.replace("</mujoco>", smooth));
    witness.useKeyframe(0);
    const result = simulate(model, { stopTime: 0.2, tolerance: 1e-9 });
    for (const time of [0, 0.2]) {
      witness.step(Math.round(time / 0.0002));
      ["eye", "second"].forEach((name, k) => {
        const ours = result.at<number[]>(time, `${name}.r_abs`);
        for (let i = 0; i < 3; i++) expect(ours[i]).toBeCloseTo(witness.xpos[3 * k + 3 + i]!, 6);
      });
    }
  });

  it("free bodies, screws, couplings, loops and shapes come back when the file is read", () => {
    const model = instantiate(
      Model3D({
        world,
        stone: Object3D({
          parent: "world",
          fixedToParent: false,
          translation: [0, 0, 3],
          rotation: [0.1, 0.2, 0.3],
          velocity: [1, 2, 0],
          angularVelocity: [1, -2, 0.5],
          feature: Solid({ shape: Cone({ axis: 1 }), solidMaterial: "Steel" }),
        }),
        nut: Object3D({ feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: "Steel" }) }),
        thread: Screw({ obj1: "world", obj2: "nut", axis: 3, pitch: 0.2, w: 3 }),
        a: heavy(),
        b: heavy(),
        pa: Revolute({ obj1: "world", obj2: "a", axis: 2 }),
        base: Object3D({ parent: "world", translation: [2, 0, 0] }),
        pb: Revolute({ obj1: "base", obj2: "b", axis: 2, w: Var({ start: 0.1 }) }),
        gear: JointCoupling({ coordinates: ["pa.phi", "pb.phi"], factors: [1, 2] }),
      }),
    );
    const { text, report } = writeMjcf(model, { name: "things" });
    expect(report).toEqual([]);
    const again = importMjcf(text, { keyframe: "start" });
    const back = instantiate(
      Model3D({ world: Object3D({ feature: Scene({ gravityField: again.gravityField }) }), robot: again.model }),
    );
    const [ours, theirs] = [model, back].map((m) => simulate(m, { stopTime: 0.3, tolerance: 1e-9 }));
    for (const name of ["stone", "nut", "a", "b"]) {
      const [p, q] = [ours!.final<number[]>(`${name}.r_abs`), theirs!.final<number[]>(`robot.${name}.r_abs`)];
      for (let i = 0; i < 3; i++) expect(q[i], name).toBeCloseTo(p[i]!, 7);
    }
  });

  it("says which force elements, flanges and constraints stay behind", () => {
    const model = instantiate(
      Model3D({
        world,
        cart: heavy(),
        slide: PrismaticWithFlange({ obj1: "world", obj2: "cart", axis: 1 }),
        bob: heavy(),
        pin: Revolute({ obj1: "cart", obj2: "bob", axis: 2 }),
        spring: SpringDamperPtP({ obj1: "world", obj2: "bob", springForceLaw: 100 }),
        look: SensorResult({ obj: "bob" }),
      }),
    );
    for (const written of [writeMjcf(model), writeUrdf(model)])
      expect(written.report).toEqual([
        'SpringDamperPtP "spring": left out',
        'flanges of "slide": what is connected to them is left out',
      ]);
  });

  it("a closed four-bar is closed again", () => {
    const link = (length: number) =>
      Object3D({ feature: Solid({ shape: Capsule({ axis: 1, diameter: 0.02, length }), solidMaterial: "Steel" }) });
    const model = instantiate(
      Model3D({
        world,
        crank: link(0.2),
        rod: link(0.5),
        rocker: link(0.4),
        ground2: Object3D({ parent: "world", translation: [0.5, 0, 0] }),
        crankEnd: Object3D({ parent: "crank", translation: [0.2, 0, 0] }),
        rodEnd: Object3D({ parent: "rod", translation: [0.5, 0, 0] }),
        rockerEnd: Object3D({ parent: "rocker", translation: [0.4, 0, 0] }),
        j1: Revolute({ obj1: "world", obj2: "crank", axis: 2, phi: Var({ init: -1 }) }),
        j2: Revolute({ obj1: "crankEnd", obj2: "rod", axis: 2, phi: Var({ start: 0.8 }) }),
        j3: Revolute({ obj1: "ground2", obj2: "rocker", axis: 2, phi: Var({ start: -1.5 }) }),
        j4: Spherical({ obj1: "rodEnd", obj2: "rockerEnd" }),
      }),
    );
    const { text, report } = writeMjcf(model);
    expect(report).toEqual([]);
    const again = importMjcf(text, { keyframe: "start" });
    const back = instantiate(
      Model3D({ world: Object3D({ feature: Scene({ gravityField: again.gravityField }) }), robot: again.model }),
    );
    const [ours, theirs] = [model, back].map((m) => simulate(m, { stopTime: 0.2, tolerance: 1e-8 }));
    const [p, q] = [ours!.final<number[]>("rodEnd.r_abs"), theirs!.final<number[]>("robot.j4_a.r_abs")];
    for (let i = 0; i < 3; i++) expect(q[i]).toBeCloseTo(p[i]!, 6);
  });
});

describe("writeUrdf", () => {
  it.each(joints.filter(([kind]) => kind === "revolute" || kind === "prismatic" || kind === "spherical"))(
    "a mechanism with a %s joint has the same mass matrix and gravity when it is read again",
    (_, joint) => {
      const model = mechanism(joint);
      const { text, report } = writeUrdf(model);
      expect(report).toEqual(["positions and velocities at the start: left out, URDF has none"]);
      const back = instantiate(Model3D({ world, robot: importUrdf(text, { withFlanges: false }).model }));
      const [ours, theirs] = [dynamics(model), dynamics(back)];
      const q = ours.startPositions;
      const still = ours.velocityNames.map(() => 0);
      const flat = (of: typeof ours) => [...of.massMatrix(q).flat(), ...of.inverseDynamics(q, still, still)];
      const [a, b] = [flat(ours), flat(theirs)];
      a.forEach((value, k) => {
        expect(b[k]).toBeCloseTo(value, 10);
      });
    },
  );

  it("says what the format cannot", () => {
    const { report } = writeUrdf(mechanism((ends) => Cylindrical({ ...ends, axis: 1 })));
    expect(report).toContain('joint "joint" of kind cylindrical: written as fixed');
    expect(() =>
      writeUrdf(
        mechanism((ends) => Revolute(ends)),
        { nam: "x" } as never,
      ),
    ).toThrow(/nam/);
  });
});

// Flanges whose effort is base + slope·a of their own joint are eliminated with the bodies: no system of accelerations is left.
import {
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
  Var,
} from "rattleback";
import { Ground, Inductor, Resistor, SignalVoltage } from "rattleback/electric";
import { Damper, EMF, Fixed, IdealGear, Inertia, PrescribedAngle, SpringDamper } from "rattleback/rotational";
import { FixedPosition, TranslationalMass, TranslationalSpringDamper } from "rattleback/translational";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compile/pipeline.ts";
import { createRandom } from "../../src/math/random.ts";

const unset = { init: null };
const rotor = (J: number) => Inertia.with({ J, phi: unset, w: unset });

interface Tree {
  readonly parts: Record<string, unknown>;
  readonly connect: string[][];
}

/** Bodies on random parents, hinges and slides between them, with a drive on most; `lockable` joints stay with the equations. */
function randomRobot(seed: number, count: number, lockable: boolean): Tree {
  const generator = createRandom(seed);
  const random = (): number => generator.uniform();
  const between = (from: number, to: number): number => from + (to - from) * random();
  const parts: Record<string, unknown> = { world: Object3D({ feature: Scene() }), ground: Fixed, wall: FixedPosition };
  const connect: string[][] = [];
  for (let k = 1; k <= count; k++) {
    const parent = k === 1 || random() < 0.1 ? "world" : `b${1 + Math.floor(random() * (k - 1))}`;
    const [mass, I] = [between(0.5, 2), between(0.02, 0.05)];
    parts[`b${k}`] = Object3D({ feature: Solid({ massProperties: MassProperties({ mass, Ixx: I, Iyy: I, Izz: I }) }) });
    parts[`a${k}`] = Object3D({ parent, translation: [between(-0.5, 0.5), 0.2, between(-0.5, 0.5)] });
    parts[`e${k}`] = Object3D({ parent: `b${k}`, translation: [0, between(-0.4, 0.4), 0.1] });
    const joint = { obj1: `a${k}`, obj2: `e${k}`, axis: 1 + Math.floor(random() * 3), ...(lockable && { lockable }) };
    const isSlide = random() < 0.25;
    const w = between(-1, 1);
    const drive = random();
    parts[`j${k}`] = isSlide
      ? PrismaticWithFlange({ ...joint, s: Var({ init: 0 }), v: Var({ init: w }) })
      : drive < 0.15
        ? Revolute({ obj1: joint.obj1, obj2: joint.obj2, axis: joint.axis, w })
        : RevoluteWithFlange({ ...joint, phi: Var({ init: 0 }), w: Var({ init: w }) });
    if (isSlide) {
      parts[`m${k}`] = TranslationalMass.with({ m: between(0.1, 1), s: unset, v: unset });
      parts[`c${k}`] = TranslationalSpringDamper.with({ c: 20, d: 1 });
      connect.push(
        [`m${k}.flange_a`, `j${k}.flange`],
        [`c${k}.flange_a`, `m${k}.flange_b`],
        [`c${k}.flange_b`, "wall.flange"],
      );
    } else if (drive >= 0.15) {
      parts[`i${k}`] = rotor(between(1e-3, 1e-2));
      parts[`d${k}`] = Damper.with({ d: between(0.01, 0.1) });
      connect.push([`d${k}.flange_b`, `i${k}.flange_a`], [`d${k}.flange_a`, "ground.flange"]);
      if (drive < 0.6) {
        parts[`g${k}`] = IdealGear.with({ ratio: between(-10, 10) });
        connect.push([`i${k}.flange_b`, `g${k}.flange_a`], [`g${k}.flange_b`, `j${k}.flange`]);
      } else connect.push([`i${k}.flange_b`, `j${k}.flange`]);
    }
  }
  return { parts, connect };
}

const joints = (count: number): string[] => Array.from({ length: count }, (_, k) => `j${k + 1}`);

describe("joints with drives of their own", () => {
  it("move as they do when the equations solve for all accelerations at once", () => {
    for (const [seed, count] of [
      [1, 4],
      [2, 9],
    ] as const) {
      const [own, together] = [false, true].map((lockable) => {
        const { parts, connect } = randomRobot(seed, count, lockable);
        return simulate(instantiate(Model3D({ ...parts, connect })), { stopTime: 0.2, tolerance: 1e-8 });
      });
      for (const joint of joints(count)) {
        const name = own!.names().includes(`${joint}.phi`) ? `${joint}.phi` : `${joint}.s`;
        expect(own!.final(name), `${seed}: ${name}`).toBeCloseTo(together!.final(name), 6);
      }
    }
  });

  it("leave no system of equations, however many they are", () => {
    const { parts, connect } = randomRobot(4, 14, false);
    expect(compile(Model3D({ ...parts, connect })).systems).toEqual([]);
    const same = randomRobot(4, 6, true);
    const [system] = compile(Model3D({ ...same.parts, connect: same.connect })).systems;
    expect(system!.iterated.length).toBeGreaterThanOrEqual(4);
  });

  it("may have algebraic loops, coils and voltages inside", () => {
    const Motor = Model({
      u: SignalVoltage,
      r: Resistor.with({ R: 0.5 }),
      l: Inductor.with({ L: 0.01, i: { init: 0 } }),
      emf: EMF.with({ k: 0.3 }),
      ground: Ground,
      rotor: rotor(0.002),
      gear: IdealGear.with({ ratio: 7 }),
      connect: [
        ["u.p", "r.p"],
        ["r.n", "l.p"],
        ["l.n", "emf.p"],
        ["emf.n", "u.n", "ground.p"],
        ["emf.flange", "rotor.flange_a"],
        ["rotor.flange_b", "gear.flange_a"],
      ],
      equations: "u.v = 5*cos(3*time)",
    });
    const arm = (lockable: boolean) => {
      const solid = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }) });
      const options = lockable ? { lockable } : {};
      return Model3D({
        world: Object3D({ feature: Scene() }),
        b1: Object3D({ feature: solid }),
        e1: Object3D({ parent: "b1", translation: [-0.3, 0, 0] }),
        a2: Object3D({ parent: "b1", translation: [0.3, 0, 0] }),
        b2: Object3D({ feature: solid }),
        e2: Object3D({ parent: "b2", translation: [-0.3, 0, 0] }),
        j1: RevoluteWithFlange({
          obj1: "world",
          obj2: "e1",
          axis: 3,
          phi: Var({ init: 0 }),
          w: Var({ init: 0 }),
          ...options,
        }),
        j2: RevoluteWithFlange({
          obj1: "a2",
          obj2: "e2",
          axis: 3,
          phi: Var({ init: 0.4 }),
          w: Var({ init: 0 }),
          ...options,
        }),
        m1: Motor,
        m2: Motor,
        connect: [
          ["m1.gear.flange_b", "j1.flange"],
          ["m2.gear.flange_b", "j2.flange"],
        ],
      });
    };
    expect(compile(arm(false)).systems).toEqual([]);
    const [own, together] = [false, true].map((lockable) =>
      simulate(instantiate(arm(lockable)), { stopTime: 0.4, tolerance: 1e-8 }),
    );
    for (const name of ["j1.phi", "j2.phi", "m1.l.i", "j2.tau"])
      expect(own!.final(name)).toBeCloseTo(together!.final(name), 6);
  });

  it("stay with the equations where a gear couples two of them or a motion is imposed, and only those", () => {
    const solid = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.2, Izz: 0.3 }) });
    const pendulums = (lockable: boolean) => {
      const parts: Record<string, unknown> = {};
      for (let k = 1; k <= 4; k++) {
        parts[`b${k}`] = Object3D({ feature: solid });
        parts[`e${k}`] = Object3D({ parent: `b${k}`, translation: [-0.5, 0, 0] });
        parts[`a${k}`] = Object3D({ parent: k === 1 ? "world" : `b${k - 1}`, translation: [0.5, 0, 0] });
        const start = k === 4 ? {} : { phi: Var({ init: 0 }), w: Var({ init: 0 }) };
        const isFree = k === 2 ? {} : start;
        parts[`j${k}`] = RevoluteWithFlange({
          obj1: `a${k}`,
          obj2: `e${k}`,
          axis: 3,
          ...isFree,
          ...(lockable && { lockable }),
        });
      }
      return Model3D({
        world: Object3D({ feature: Scene() }),
        ...parts,
        gear: IdealGear.with({ ratio: -2 }),
        rotor: rotor(0.3),
        spring: SpringDamper.with({ c: 3, d: 0.1 }),
        ground: Fixed,
        motion: PrescribedAngle,
        connect: [
          ["gear.flange_a", "j1.flange"],
          ["gear.flange_b", "j2.flange"],
          ["rotor.flange_b", "j3.flange"],
          ["spring.flange_b", "rotor.flange_a"],
          ["spring.flange_a", "ground.flange"],
          ["motion.flange", "j4.flange"],
        ],
        equations: "motion.phi = 0.3*sin(2*time)",
      });
    };
    const [own, together] = [false, true].map((lockable) =>
      simulate(instantiate(pendulums(lockable)), { stopTime: 0.4, tolerance: 1e-8 }),
    );
    for (const name of ["j1.phi", "j2.phi", "j3.phi", "j3.tau", "j4.tau"])
      expect(own!.final(name), name).toBeCloseTo(together!.final(name), 5);
    expect(own!.final("j2.phi")).toBeCloseTo(own!.final("j1.phi") / -2, 9);
  });
});

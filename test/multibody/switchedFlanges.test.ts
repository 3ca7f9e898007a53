// Joints with dry friction: held or sliding, they are eliminated with the bodies; only relations are left to the equations.
import {
  instantiate,
  MassProperties,
  Model3D,
  type ModelDefinition,
  Object3D,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  Var,
} from "rattleback";
import { BearingFriction, Brake, Fixed, IdealGear, Inertia, SpringDamper, Torque } from "rattleback/rotational";
import { SupportFriction } from "rattleback/translational";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compile/pipeline.ts";
import { createRandom } from "../../src/math/random.ts";

const unset = { init: null };

/** Bodies on random parents; friction at the joint, beside a rotor with gear, or at the motor, brakes, springs. `lockable` joints stay with the equations. */
function randomRobot(seed: number, count: number, lockable: boolean): ModelDefinition {
  const generator = createRandom(seed);
  const random = (): number => generator.uniform();
  const between = (from: number, to: number): number => from + (to - from) * random();
  const parts: Record<string, unknown> = { world: Object3D({ feature: Scene() }), ground: Fixed };
  const connect: string[][] = [];
  const equations: string[] = [];
  for (let k = 1; k <= count; k++) {
    const parent = k === 1 || random() < 0.1 ? "world" : `b${1 + Math.floor(random() * (k - 1))}`;
    const [mass, I] = [between(0.5, 2), between(0.02, 0.05)];
    parts[`b${k}`] = Object3D({ feature: Solid({ massProperties: MassProperties({ mass, Ixx: I, Iyy: I, Izz: I }) }) });
    parts[`a${k}`] = Object3D({ parent, translation: [between(-0.5, 0.5), 0.2, between(-0.5, 0.5)] });
    parts[`e${k}`] = Object3D({ parent: `b${k}`, translation: [0, between(-0.4, 0.4), 0.1] });
    const axis = 1 + Math.floor(random() * 3);
    const joint = { obj1: `a${k}`, obj2: `e${k}`, axis, ...(lockable && { lockable }) };
    const w = random() < 0.3 ? 0 : between(-1, 1);
    const kind = random();
    const torque = between(0.2, 6);
    const gear = IdealGear.with({ ratio: between(2, 10) });
    const rotor = Inertia.with({ J: between(1e-3, 1e-2), phi: unset, w: unset });
    if (kind < 0.1) {
      parts[`j${k}`] = Revolute({ obj1: `a${k}`, obj2: `e${k}`, axis, w });
      continue;
    }
    if (kind < 0.25) {
      parts[`j${k}`] = PrismaticWithFlange({ ...joint, s: Var({ init: 0 }), v: Var({ init: w }) });
      parts[`f${k}`] = SupportFriction.with({ f_c: 4 * torque, f_s: 5 * torque });
      connect.push([`f${k}.flange_a`, `j${k}.flange`]);
      continue;
    }
    parts[`j${k}`] = RevoluteWithFlange({ ...joint, phi: Var({ init: 0 }), w: Var({ init: w }) });
    if (kind < 0.5) {
      parts[`f${k}`] = BearingFriction.with({ tau_c: torque, tau_s: 1.3 * torque, d: 0.02, peak: 1.1 });
      connect.push([`f${k}.flange_a`, `j${k}.flange`]);
    } else if (kind < 0.65) {
      Object.assign(parts, { [`f${k}`]: BearingFriction.with({ tau_c: torque }), [`g${k}`]: gear, [`i${k}`]: rotor });
      parts[`t${k}`] = Torque;
      equations.push(`t${k}.tau = ${between(-0.3, 0.3)}*sin(7*time)`);
      connect.push(
        [`t${k}.flange`, `i${k}.flange_a`],
        [`i${k}.flange_b`, `g${k}.flange_a`],
        [`g${k}.flange_b`, `f${k}.flange_a`],
        [`f${k}.flange_b`, `j${k}.flange`],
      );
    } else if (kind < 0.8) {
      Object.assign(parts, {
        [`f${k}`]: BearingFriction.with({ tau_c: 0.1 * torque }),
        [`g${k}`]: gear,
        [`i${k}`]: rotor,
      });
      connect.push(
        [`f${k}.flange_b`, `i${k}.flange_a`],
        [`i${k}.flange_b`, `g${k}.flange_a`],
        [`g${k}.flange_b`, `j${k}.flange`],
      );
    } else if (kind < 0.9) {
      parts[`f${k}`] = Brake.with({ fn_max: 20, cgeo: 0.3 });
      equations.push(`f${k}.f_normalized = if time < 0.1 then 0 elseif time < 0.2 then 0.7 else 0.1`);
      connect.push([`f${k}.flange_a`, `j${k}.flange`]);
    } else {
      parts[`d${k}`] = SpringDamper.with({ c: 5, d: 0.3 });
      connect.push([`d${k}.flange_a`, `j${k}.flange`], [`d${k}.flange_b`, "ground.flange"]);
    }
  }
  return Model3D({ ...parts, connect, equations: equations.join("\n") });
}

describe("joints with dry friction", () => {
  it("move as they do when the equations solve for all accelerations and modes at once", () => {
    for (const [seed, count] of [
      [2, 4],
      [5, 7],
    ] as const) {
      const models = [false, true].map((lockable) => randomRobot(seed, count, lockable));
      expect(compile(models[0]!).systems.map(({ iterated }) => iterated.length)).toEqual([0]);
      expect(compile(models[1]!).systems[0]!.iterated.length).toBeGreaterThan(count);
      const [own, together] = models.map((model) => simulate(instantiate(model), { stopTime: 0.3, tolerance: 1e-8 }));
      expect(own!.events.length).toBeGreaterThan(0);
      expect(own!.events.length).toBe(together!.events.length);
      const names = own!.names().filter((name) => /^j\d+\.(phi|s|w|v|tau|f)$|^f\d+\.mode$/.test(name));
      expect(names.length).toBeGreaterThan(2 * count);
      for (const name of names)
        expect(own!.final<number>(name), `${seed}: ${name}`).toBeCloseTo(together!.final<number>(name), 6);
      // between rows they are computed once more, with the modes of that time
      for (const name of names)
        expect(own!.at<number>(0.1777, name)).toBeCloseTo(together!.at<number>(0.1777, name), 6);
    }
  });

  it("stay with the equations where a gear couples two of them", () => {
    const body = Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }) });
    const geared = (lockable: boolean) =>
      Model3D({
        world: Object3D({ feature: Scene() }),
        b1: body,
        b2: body,
        e: Object3D({ parent: "b1", translation: [1, 0, 0] }),
        j1: RevoluteWithFlange({ obj1: "world", obj2: "b1", w: 1, ...(lockable && { lockable }) }),
        j2: RevoluteWithFlange({ obj1: "e", obj2: "b2", ...(lockable && { lockable }) }),
        f1: BearingFriction.with({ tau_c: 2 }),
        f2: BearingFriction.with({ tau_c: 1 }),
        g: IdealGear.with({ ratio: -2 }),
        connect: [
          ["f1.flange_a", "j1.flange"],
          ["f2.flange_a", "j2.flange"],
          ["g.flange_a", "f1.flange_b"],
          ["g.flange_b", "f2.flange_b"],
        ],
      });
    expect(compile(geared(false)).systems[0]!.iterated.length).toBeGreaterThan(0);
    const [own, same] = [false, true].map((lockable) =>
      simulate(instantiate(geared(lockable)), { stopTime: 0.5, tolerance: 1e-8 }).final<number>("j1.phi"),
    );
    expect(own).toBeCloseTo(same!, 6);
  });
});

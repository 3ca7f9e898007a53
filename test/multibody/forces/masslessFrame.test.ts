/** Frames without mass that turn between mounts, springs and dampers. */
import {
  Bushing,
  instantiate,
  MasslessFrame,
  type MasslessFrameOptions,
  MassProperties,
  Model3D,
  type ModelDefinition,
  modelFromJson,
  modelToJson,
  NoGravityField,
  Object3D,
  Scene,
  Solid,
  SpringDamperPtP,
  simulate,
} from "rattleback";
import { describe, expect, it } from "vitest";

const place = (...translation: number[]) => Object3D({ parent: "world", translation });
const body = (mass: number, inertia: readonly number[], start: Record<string, unknown> = {}) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    ...start,
    feature: Solid({
      massProperties: MassProperties({ mass, Ixx: inertia[0]!, Iyy: inertia[1]!, Izz: inertia[2]! }),
    }),
  });
const world = Object3D({ feature: Scene({ gravityField: NoGravityField() }) });
const run = (model: ModelDefinition, stopTime: number, more = {}) =>
  simulate(instantiate(model), { stopTime, tolerance: 1e-8, ...more });
const near = (values: readonly number[], wanted: readonly number[], digits: number) => {
  wanted.forEach((x, i) => {
    expect(values[i]!).toBeCloseTo(x, digits);
  });
};
const all = (x: number) => [x, x, x];

describe("a frame without mass", () => {
  it("between two equal mounts halves their stiffness, for displacements and for rotations", () => {
    const axis = [0.6, 0, 0.8];
    const series = Model3D({
      world,
      base: place(0, 0, 0),
      load: body(2, all(0.5), {
        translation: [0.2, -0.1, 0.3],
        angularVelocity: axis.map((x) => 2 * x),
      }),
      frame: MasslessFrame({
        position: [0.1, -0.05, 0.15],
        mounts: ["base", "load"].map((obj) => ({ obj, stiffness: all(100), rotationalStiffness: all(8) })),
      }),
    });
    const result = run(series, 0.4);
    // γ/2 = I·ω², ω = √8; c/2 = m·5²
    for (const t of [0.17, 0.4]) {
      near(
        result.at<number[]>(t, "load.translation"),
        [0.2, -0.1, 0.3].map((x) => x * Math.cos(5 * t)),
        6,
      );
      const angle = (2 / Math.sqrt(8)) * Math.sin(Math.sqrt(8) * t);
      near(
        result.at<number[]>(t, "frame.mount1.rotation"),
        axis.map((x) => (x * angle) / 2),
        6,
      );
      near(
        result.at<number[]>(t, "frame.angularVelocity"),
        axis.map((x) => x * Math.cos(Math.sqrt(8) * t)),
        6,
      );
    }
  });

  const plate: MasslessFrameOptions = {
    position: [0, 0.4, 0],
    mounts: [
      { obj: "base", point: [0, -0.4, 0], stiffness: [900, 700, 1100], rotationalStiffness: [30, 40, 50] },
      { obj: "load", point: [0.3, 0.3, 0], stiffness: [300, 500, 400], rotationalStiffness: [12, 5, 9] },
    ],
    strands: [{ obj: "wall", point: [-0.3, 0, 0.1], stiffness: 400, nominalLength: 0.8 }],
  };
  const tumbling = (frame: MasslessFrameOptions) =>
    Model3D({
      world,
      base: place(0, 0, 0),
      wall: place(-1.2, 0.3, 0),
      load: body(3, [0.2, 0.3, 0.25], {
        translation: [0.3, 0.8, 0.1],
        velocity: [1, -0.5, 0.8],
        angularVelocity: [2, 3, -1],
      }),
      frame: MasslessFrame(frame),
    });

  it("keeps the energy of what moves about it in all directions, and moves as its velocities say", () => {
    const result = run(tumbling(plate), 0.3);
    const total = (t: number) => result.at(t, "energy.total") + result.at(t, "frame.energy");
    for (const t of [0.1, 0.2, 0.3]) expect(Math.abs(total(t) - total(0))).toBeLessThan(2e-6);
    const h = 1e-4;
    for (const t of [0.11, 0.27]) {
      const slope = (name: string) => {
        const [before, after] = [t - h, t + h].map((time) => result.at<number[]>(time, name));
        return after!.map((x, i) => (x - before![i]!) / (2 * h));
      };
      near(slope("frame.position"), result.at<number[]>(t, "frame.velocity"), 4);
      // of Cardan angles
      const [a, b] = result.at<number[]>(t, "frame.rotation");
      const [da, db, dc] = slope("frame.rotation");
      const [sa, ca, sb, cb] = [Math.sin(a!), Math.cos(a!), Math.sin(b!), Math.cos(b!)];
      const omega = [da! + sb * dc!, ca * db! - sa * cb * dc!, sa * db! + ca * cb * dc!];
      near(omega, result.at<number[]>(t, "frame.angularVelocity"), 4);
      const size = Math.hypot(...result.at<number[]>(t, "frame.angularVelocity"));
      expect(size).toBeGreaterThan(0.1);
    }
  });

  it("as a lever between three springs divides forces by its arms", () => {
    const lever = Model3D({
      world,
      ...Object.fromEntries([-1, 0.5, 2].map((x, i) => [`hook${i + 1}`, place(x, 10, 0)])),
      // out of the plane and along the lever it is guided
      guide: place(0, 0, 0),
      lever: MasslessFrame({
        mounts: [{ obj: "guide", stiffness: [1e3, 0, 1e3], rotationalStiffness: [1e3, 1e3, 0] }],
        strands: [100, 200, 300].map((stiffness, i) => ({
          obj: `hook${i + 1}`,
          point: [-1 + 1.5 * i, 0, 0],
          stiffness,
          nominalLength: 10,
          nominalForce: [0.3, -0.2, 0.1][i]!,
        })),
      }),
    });
    const result = run(lever, 0);
    const [y, angle] = [result.final<number[]>("lever.position")[1]!, result.final<number[]>("lever.rotation")[2]!];
    // Σ c·(y + x·φ) = Σ f,  Σ x·c·(y + x·φ) = Σ x·f:  600·y + 600·φ = 0.2,  600·y + 1350·φ = −0.2
    expect(angle).toBeCloseTo(-0.4 / 750, 8);
    expect(y).toBeCloseTo(0.2 / 600 + 0.4 / 750, 8);
  });

  it("between dampers gives way in series: 1/d = 1/d₁ + 1/d₂, and carries torques to the other side", () => {
    const damped = (obj: string, d: number) => ({ obj, damping: all(d), rotationalDamping: all(d / 10) });
    const slowed = (velocity: number[], angularVelocity: number[]) =>
      run(
        Model3D({
          world,
          base: place(0, 0, 0),
          load: body(2, all(0.4), { velocity, angularVelocity }),
          frame: MasslessFrame({ mounts: [damped("base", 3), damped("load", 6)] }),
        }),
        0.5,
      );
    const [v, w] = [
      [1, -2, 0.5],
      [0.3, 0.9, -1.2],
    ];
    const pushed = slowed(v, [0, 0, 0]);
    const turned = slowed([0, 0, 0], w);
    for (const t of [0.2, 0.5]) {
      // d = 2, m = 2;  0.2, 0.4
      near(
        pushed.at<number[]>(t, "load.velocity"),
        v.map((x) => x * Math.exp(-t)),
        6,
      );
      near(
        turned.at<number[]>(t, "load.angularVelocity"),
        w.map((x) => x * Math.exp(-t / 2)),
        6,
      );
      near(
        turned.at<number[]>(t, "frame.angularVelocity"),
        w.map((x) => (2 / 3) * x * Math.exp(-t / 2)),
        6,
      );
    }
  });

  it("is the limit of frames with less and less mass", () => {
    const parts = (frame: Record<string, unknown>) =>
      Model3D({
        world,
        base: place(0, 0, 0),
        hook: place(1, 1.5, 0),
        load: body(2, all(0.3), { translation: [0.4, 0, 0], velocity: [0, 1, 0], angularVelocity: [0, 0, 1] }),
        ...frame,
      });
    const [c, g] = [300, 20];
    const limit = run(
      parts({
        frame: MasslessFrame({
          position: [0.2, 0, 0],
          mounts: ["base", "load"].map((obj) => ({
            obj,
            stiffness: all(c),
            rotationalStiffness: all(g),
            damping: all(10),
            rotationalDamping: all(1),
          })),
          strands: [{ obj: "hook", point: [0.1, 0.2, 0], stiffness: 80, nominalLength: 1 }],
        }),
      }),
      0.3,
    );
    const end = limit.final<number[]>("load.translation");
    const difference = (mass: number) => {
      const mount = (obj1: string) =>
        Bushing({
          obj1,
          obj2: "frame",
          springForceLaw: all(c),
          rotSpringForceLaw: all(g),
          damperForceLaw: all(10),
          rotDamperForceLaw: all(1),
          largeAngles: true,
        });
      const result = run(
        parts({
          frame: body(mass, all(mass / 10), { translation: [0.2, 0, 0] }),
          eye: Object3D({ parent: "frame", translation: [0.1, 0.2, 0] }),
          first: mount("base"),
          second: mount("load"),
          strand: SpringDamperPtP({ obj1: "hook", obj2: "eye", springForceLaw: 80, nominalLength: 1 }),
        }),
        0.3,
        { method: "radau5" },
      );
      return Math.hypot(...result.final<number[]>("load.translation").map((x, i) => x - end[i]!));
    };
    const [large, small] = [difference(1e-2), difference(1e-3)];
    expect(small).toBeLessThan(2e-4);
    expect(small / large).toBeLessThan(0.12);
  });

  it("turns with what turns, all the way round", () => {
    const shaft = (x: number, rate: number) =>
      body(1, all(1), { translation: [x, 0, 0], angularVelocity: [rate, 0, 0] });
    const model = Model3D({
      world,
      a: shaft(0, 20),
      b: shaft(1, 20.5),
      coupling: MasslessFrame({
        position: [0.5, 0, 0],
        mounts: [
          { obj: "a", point: [-0.5, 0, 0], stiffness: all(1e3), rotationalStiffness: all(20) },
          { obj: "b", point: [0.5, 0, 0], stiffness: all(1e3), rotationalStiffness: all(20) },
        ],
      }),
    });
    const result = run(model, 0.4);
    // more than one turn; 20/2 between two inertias of 1: ω = √20
    const twist = (0.5 / Math.sqrt(20)) * Math.sin(Math.sqrt(20) * 0.4);
    expect(result.final<number[]>("coupling.mount1.rotation")[0]!).toBeCloseTo(twist / 2, 6);
    expect(result.final<number[]>("coupling.angularVelocity")[0]!).toBeCloseTo(20.25, 6);
  });

  it("may be loaded by equations", () => {
    const model = Model3D({
      world,
      base: place(0, 0, 0),
      frame: MasslessFrame({
        takesLoad: true,
        mounts: [{ obj: "base", stiffness: all(100), rotationalStiffness: [5, 6, 7] }],
      }),
      equations: "frame.forceVector = [3, 0, -2]; frame.torqueVector = [0, 0, 10]",
    });
    const result = run(model, 0);
    near(result.final<number[]>("frame.position"), [0.03, 0, -0.02], 10);
    near(result.final<number[]>("frame.rotation"), [0, 0, 10 / 7], 10);
    expect(result.names()).not.toContain("frame.velocity");
  });

  it("is refused where it is free to move, with what must hold it", () => {
    const held = (frame: MasslessFrameOptions) => () =>
      run(Model3D({ world, base: place(0, 0, 0), side: place(1, 0, 0), frame: MasslessFrame(frame) }), 0);
    const stiff = (rotationalStiffness: number[], more = {}) => ({
      mounts: [{ obj: "base", stiffness: all(100), rotationalStiffness, ...more }],
    });
    // no solution, and what the frame demands of it
    expect(held(stiff([0, 5, 5]))).toThrow(/E-SYSTEM-NEWTON[\s\S]*"frame" asserts: springs must hold .* about x/);
    expect(held(stiff(all(5), { stiffness: [1, 0, 1] }))).toThrow(
      /E-SYSTEM-SINGULAR[\s\S]*"frame" asserts: springs must hold .* along y/,
    );
    expect(held(stiff(all(5), { damping: all(1) }))).toThrow(/E-ASSERT.*dampers must hold .* about x/);
    expect(held(stiff(all(5), { damping: all(1), rotationalDamping: all(1) }))).not.toThrow();
    // a lever that pushes against its mount stands upright only while the mount is stiffer than the push
    const upright = (c: number) =>
      held({
        mounts: [{ obj: "base", stiffness: all(1e5), rotationalStiffness: [c, c, c] }],
        strands: [{ obj: "side", point: [0.5, 0, 0], stiffness: 1, nominalLength: 0.5, nominalForce: -10 }],
      });
    expect(upright(10.5)).not.toThrow();
    expect(upright(9.5)).toThrow(/E-ASSERT.*springs must hold .* about y, in a stable balance/);
  });

  it("is refused when its description is wrong", () => {
    expect(() => MasslessFrame({})).toThrow(/E-3D-VALUE.*mounts/);
    expect(() => MasslessFrame({ mounts: [{ stiffness: all(1) } as never] })).toThrow(/E-3D-VALUE/);
    expect(() => MasslessFrame({ mounts: [{ obj: "a", stifness: all(1) } as never] })).toThrow(/stiffness/);
    expect(() => MasslessFrame({ mounts: [{ obj: "a", stiffness: 3 as never }] })).toThrow(/E-3D-VALUE.*stiffness/);
    const lost = Model3D({ world, frame: MasslessFrame({ mounts: [{ obj: "b" }] }) });
    expect(() => run(lost, 1)).toThrow(/E-OBJECT.*"b"/s);
  });

  it("is written to JSON and read again", () => {
    const text = modelToJson(tumbling(plate));
    expect(modelToJson(modelFromJson(text))).toBe(text);
    const held = Model3D({
      world,
      base: place(1, 2, 3),
      frame: MasslessFrame({ mounts: [{ ...plate.mounts![0]!, point: [0, 0, 0] }] }),
    });
    near(run(modelFromJson(modelToJson(held)), 0).final<number[]>("frame.position"), [1, 2, 3], 9);
  });
});

/** Wheels and balls that roll on planes without slip. */
import fc from "fast-check";
import {
  instantiate,
  MassProperties,
  Model3D,
  type ModelDefinition,
  mechanismOf,
  modelFromJson,
  modelToJson,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  RollingBall,
  RollingWheel,
  Scene,
  Solid,
  simulate,
} from "rattleback";
import { ConstantSpeed } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const run = (model: ModelDefinition, more = {}) =>
  simulate(instantiate(model), { stopTime: 1, tolerance: 1e-9, ...more });
const world = Object3D({ feature: Scene({ cutForces: true }) });
const g = 9.81;
const R = 0.3;
const mass = 2;
const [across, along] = [(mass * R ** 2) / 4, (mass * R ** 2) / 2];
const solid = (m: number, Ixx: number, Iyy: number, Izz: number) =>
  Solid({ massProperties: MassProperties({ mass: m, Ixx, Iyy, Izz }) });
const disc = (more: object) =>
  Object3D({ parent: "world", fixedToParent: false, feature: solid(mass, across, across, along), ...more });
const rolling = (wheel: object, more = {}) =>
  Model3D({ world, wheel: disc(wheel), roll: RollingWheel({ obj1: "world", obj2: "wheel", radius: R, ...more }) });

describe("a disc that rolls", () => {
  it("goes down a slope with 2/3 of g·sin, held by a third of its weight along the slope", () => {
    const slope = 0.3;
    const model = Model3D({
      world,
      slope: Object3D({ parent: "world", rotation: [0, 0, -slope] }),
      wheel: disc({ translation: [0, R / Math.cos(slope), 0] }),
      roll: RollingWheel({ obj1: "slope", obj2: "wheel", radius: R }),
    });
    for (const result of [run(model), run(modelFromJson(modelToJson(model)))]) {
      const v = result.final<number[]>("wheel.velocity") as [number, number, number];
      expect(Math.hypot(v[0], v[1])).toBeCloseTo((2 / 3) * g * Math.sin(slope), 9);
      const f = result.final<number[]>("roll.force") as [number, number, number];
      const [s, c] = [Math.sin(slope), Math.cos(slope)];
      expect(-c * f[0] + s * f[1]).toBeCloseTo((mass * g * s) / 3, 9);
      expect(s * f[0] + c * f[1]).toBeCloseTo(mass * g * c, 9);
      expect(mechanismOf(result).degreesOfFreedom).toBe(3);
    }
  });

  /*
   * Legend   θ   angle of the axis e₃ from the vertical;   Ω turning about the vertical;   ω₃ along e₃;   C, A along and across
   *     Ω·sin θ·((C + m·R²)·ω₃ − A·Ω·cos θ) + m·g·R·cos θ = 0        steady motion, [Neimark1972]; the circle has the radius R·|ω₃|/Ω
   */
  it.each(["auto", "bdf", "radau5"] as const)("runs in a circle when it leans as it must (%s)", (method) => {
    const [theta, turning] = [Math.PI / 3, 2];
    const [s, c] = [Math.sin(theta), Math.cos(theta)];
    const spin = (across * turning * c - (mass * g * R * c) / (turning * s)) / (along + mass * R ** 2);
    const axis = [0, c, s];
    const up = [0, s, -c];
    const angularVelocity = up.map((x, i) => turning * s * x + spin * axis[i]!);
    const result = run(
      rolling({ translation: [0, R * s, 0], rotation: [theta - Math.PI / 2, 0, 0], angularVelocity }),
      {
        stopTime: 2,
        method,
      },
    );
    const digits = method === "bdf" ? 6 : 8;
    const radius = (R * Math.abs(spin)) / turning;
    for (const [x, y, z] of result.signal<number[][]>("wheel.translation").values as number[][]) {
      expect(y).toBeCloseTo(R * s, digits);
      expect(Math.hypot(x!, z! + radius)).toBeCloseTo(radius, digits);
    }
  });

  it("and rounded wheels up to balls keep their energy and touch the plane, however they lean and turn", () => {
    const angle = fc.double({ min: -0.6, max: 0.6, noNaN: true });
    const speed = fc.double({ min: -4, max: 4, noNaN: true });
    const rim = fc.constantFrom(0, 0.03, 0.2, R);
    fc.assert(
      fc.property(angle, angle, speed, speed, speed, rim, (a, b, x, y, z, rimRadius) => {
        const start = { rotation: [a, b, 0], angularVelocity: [0.5 * x, y, 4 + z] };
        const result = run(rolling({ translation: [0, R, 0], ...start }, { rimRadius }), {
          tolerance: 1e-8,
          stopTime: 0.4,
        });
        const energy = result.signal("energy.total").values as unknown as number[];
        for (const e of energy) expect(e / energy[0]!).toBeCloseTo(1, 6);
        const axes = result.signal<number[][][]>("wheel.R_abs").values as number[][][];
        const places = result.signal<number[][]>("wheel.r_abs").values as number[][];
        places.forEach((r, k) => {
          const lean = Math.hypot(axes[k]![2]![0]!, axes[k]![2]![2]!);
          expect(r[1]).toBeCloseTo((R - rimRadius) * lean + rimRadius, 11);
        });
      }),
      { seed: 16, numRuns: 6 },
    );
  });

  it("takes its angular velocity from its velocity at the start, and the other way round; both must fit", () => {
    const start = { translation: [0, R, 0] };
    const of = (more: object) => run(rolling({ ...start, ...more }), { stopTime: 0.1 });
    expect(of({ velocity: [3, 0, 0] }).at(0, "wheel.angularVelocity")).toEqual([0, 0, expect.closeTo(-10, 10)]);
    expect(of({ angularVelocity: [0, 0, -10] }).at(0, "wheel.velocity")).toEqual([expect.closeTo(3, 10), 0, 0]);
    expect(of({ velocity: [3, 0, 0], angularVelocity: [0, 0, -10] }).final("wheel.translation")).toEqual([
      expect.closeTo(0.3, 9),
      expect.closeTo(R, 12),
      0,
    ]);
    const both = { velocity: [3, 0, 0], angularVelocity: [0, 0, -8] };
    expect(() => of(both)).toThrow(/E-MECHANISM-LOOP-VELOCITY[\s\S]*slip with 0.600 m\/s/);
  });
});

describe("a ball on a turntable", () => {
  it("circles at 2/7 of its speed, wherever it starts and however fast", () => {
    const turning = 3;
    const ball = Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0.5, 0.1, 0],
      velocity: [0.1, 0, -0.2],
      feature: solid(1, 0.004, 0.004, 0.004),
    });
    const model = Model3D({
      world,
      table: Object3D({ feature: solid(1, 1, 1, 1) }),
      ball,
      hinge: RevoluteWithFlange({ obj1: "world", obj2: "table", axis: 2 }),
      drive: ConstantSpeed.with({ w_fixed: turning }),
      roll: RollingBall({ obj1: "table", obj2: "ball", radius: 0.1 }),
      connect: [["drive.flange", "hinge.flange"]],
    });
    const rate = (2 / 7) * turning;
    const half = Math.PI / rate;
    const result = run(model, { stopTime: half, tolerance: 1e-8 });
    // half a circle about r₀ + (y × v₀)/rate
    const [x, y, z] = result.final<number[]>("ball.translation") as [number, number, number];
    expect(x).toBeCloseTo(0.5 - (2 * 0.2) / rate, 6);
    expect(y).toBeCloseTo(0.1, 12);
    expect(z).toBeCloseTo((-2 * 0.1) / rate, 6);
  });
});

describe("wheels on an axle", () => {
  const cart = (wheels: Record<string, readonly [number, number]>, yaw: readonly number[] = [0, 0, 0]) =>
    Model3D({
      world,
      body: Object3D({ parent: "world", fixedToParent: false, translation: [0, R, 0], feature: solid(5, 1, 1, 1) }),
      ...Object.fromEntries(
        Object.entries(wheels).flatMap(([name, [x, z]], i) => [
          [`${name}Seat`, Object3D({ parent: "body", translation: [x, 0, z], rotation: [0, yaw[i] ?? 0, 0] })],
          [name, Object3D({ feature: solid(mass, across, across, along) })],
          [`${name}Hinge`, Revolute({ obj1: `${name}Seat`, obj2: name, ...(i === 0 && { w: -10 }) })],
          [`${name}Roll`, RollingWheel({ obj1: "world", obj2: name, radius: R })],
        ]),
      ),
    });

  it("run straight on when four of them are parallel; constraints that say the same do not matter", () => {
    const result = run(cart({ a: [1, 0.5], b: [1, -0.5], c: [-1, 0.5], d: [-1, -0.5] }), { stopTime: 0.5 });
    expect(mechanismOf(result).degreesOfFreedom).toBe(1);
    expect(result.final("body.translation")).toEqual([
      expect.closeTo(1.5, 8),
      expect.closeTo(R, 12),
      expect.closeTo(0, 9),
    ]);
    expect(result.final("dHinge.w")).toBeCloseTo(-10, 9);
  });

  it("run about the point where their axes meet when one of three is steered", () => {
    // rear axle at x = −1, the steered wheel at (1, 0): the centre is at z = 2/tan(steer) on the line of the rear axle
    const steer = -0.4;
    const result = run(cart({ front: [1, 0], left: [-1, -0.5], right: [-1, 0.5] }, [steer]), { stopTime: 0.3 });
    const radius = 2 / Math.tan(-steer);
    const middle = [-1, radius];
    const energy = result.signal("energy.total").values as unknown as number[];
    expect(energy.at(-1)! / energy[0]!).toBeCloseTo(1, 8);
    for (const [x, , z] of result.signal<number[][]>("body.translation").values as number[][])
      expect(Math.hypot(x! - middle[0]!, z! - middle[1]!)).toBeCloseTo(Math.hypot(1, radius), 7);
  });
});

describe("misuse of rolling", () => {
  it("is refused", () => {
    const ends = { obj1: "world", obj2: "wheel" };
    expect(() => RollingWheel({ ...ends, radius: 0 })).toThrow("E-3D-VALUE");
    expect(() => RollingWheel({ ...ends, radius: 1, rimRadius: -1 })).toThrow("E-3D-VALUE");
    expect(() => RollingBall({ ...ends, radius: 1, normal: 0 })).toThrow("E-JOINT-AXIS");
    expect(() => RollingBall({ obj1: "world", obj2: "", radius: 1 })).toThrow("E-3D-VALUE");
    const start = { translation: [0, R, 0] };
    expect(() => run(rolling(start, { rimRadius: 0.4 }))).toThrow(/E-3D-VALUE[\s\S]*rimRadius/);
    expect(() => run(rolling(start), { merge: { "roll.radius": -1 } })).toThrow("E-3D-VALUE");
    expect(() => run(rolling(start), { merge: { "roll.normal": [0, 0, 0] } })).toThrow("E-JOINT-AXIS");
    expect(() => run(rolling({ translation: [0, 0.1, 0] }, { axis: 2 }))).toThrow(
      /E-MECHANISM-LOOP-OPEN[\s\S]*lies flat/,
    );
    expect(() => run(rolling(start, { obj1: "wheel" }))).toThrow("E-JOINT-SELF");
    expect(() => instantiate(rolling(start, { obj1: "ground" }))).toThrow(/ground/);
  });
});

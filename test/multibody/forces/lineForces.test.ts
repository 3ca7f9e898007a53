import {
  instantiate,
  LineForceWithMass,
  LineForceWithTwoMasses,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  PointGravityField,
  Prismatic,
  PrismaticWithFlange,
  RattlebackError,
  Revolute,
  Scene,
  Solid,
  Spherical,
  simulate,
  UniformGravityField,
} from "rattleback";
import { TranslationalMass } from "rattleback/translational";
import { describe, expect, it } from "vitest";

const body = (mass: number, inertia = 0) =>
  Object3D({ feature: Solid({ massProperties: MassProperties({ mass, Ixx: inertia, Iyy: inertia, Izz: inertia }) }) });
const alongX = (g: number) => Object3D({ feature: Scene({ gravityField: UniformGravityField({ g, n: [1, 0, 0] }) }) });
const still = Object3D({ feature: Scene({ gravityField: NoGravityField() }) });
const world = Object3D({ feature: Scene() });

describe("LineForceWithMass", () => {
  it.each([0, 0.3, 0.5, 1])(
    "at the share %d of a line from the world adds m·s² to the inertia and m·s to the weight",
    (s) => {
      const [M, m, g, k] = [3, 2, 5, 40];
      const model = Model3D({
        world: alongX(g),
        slider: body(M),
        p: Prismatic({ obj1: "world", obj2: "slider", s: 1 }),
        line: LineForceWithMass({
          obj1: "world",
          obj2: "slider",
          mass: m,
          lengthFraction: s,
          nominalLength: 0.9,
          springForceLaw: k,
        }),
      });
      const result = simulate(instantiate(model), { stopTime: 0 });
      expect(result.final("der(p.v)")).toBeCloseTo(((M + m * s) * g - k * 0.1) / (M + m * s * s), 12);
      expect(result.final("line.force")).toBeCloseTo(4, 12);
    },
  );

  it("may be the only inertia of what it pulls", () => {
    const model = Model3D({
      world: alongX(10),
      slider: Object3D(),
      p: Prismatic({ obj1: "world", obj2: "slider", s: 1 }),
      line: LineForceWithMass({ obj1: "world", obj2: "slider", mass: 2, lengthFraction: 0.25 }),
    });
    // M = m·s², weight m·s·g
    expect(simulate(instantiate(model), { stopTime: 0 }).final("der(p.v)")).toBeCloseTo(40, 10);
  });

  it("is felt by what is geared rigidly to the flange of a joint", () => {
    const [M, m, s, J] = [3, 2, 0.6, 1.5];
    const model = Model3D({
      world: alongX(5),
      slider: body(M),
      p: PrismaticWithFlange({ obj1: "world", obj2: "slider", s: 1, v: 0 }),
      load: TranslationalMass.with({ m: J, s: { init: null }, v: { init: null } }),
      line: LineForceWithMass({ obj1: "world", obj2: "slider", mass: m, lengthFraction: s }),
      connect: [["load.flange_a", "p.flange"]],
    });
    const result = simulate(instantiate(model), { stopTime: 0 });
    expect(result.final("der(p.v)")).toBeCloseTo(((M + m * s) * 5) / (M + J + m * s * s), 12);
  });

  it("keeps energy, momentum and the motion of the centre of two bodies that it connects", () => {
    const [m1, m2, m] = [1, 2, 1.5];
    const model = Model3D({
      world: still,
      a: Object3D({
        parent: "world",
        fixedToParent: false,
        velocity: [0.3, -0.2, 0.1],
        angularVelocity: [1, 2, 3],
        feature: Solid({ massProperties: MassProperties({ mass: m1, Ixx: 0.1, Iyy: 0.2, Izz: 0.25 }) }),
      }),
      b: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [1, 0.2, 0],
        velocity: [0, 0.5, -0.4],
        feature: Solid({ massProperties: MassProperties({ mass: m2, Ixx: 0.3, Iyy: 0.2, Izz: 0.4 }) }),
      }),
      hook: Object3D({ parent: "a", translation: [0.2, 0.1, -0.1] }),
      eye: Object3D({ parent: "b", translation: [0, -0.2, 0.1] }),
      line: LineForceWithMass({ obj1: "hook", obj2: "eye", mass: m, lengthFraction: 0.3, nominalLength: 0.7 }),
    });
    const result = simulate(instantiate(model), { stopTime: 5, tolerance: 1e-10 });
    const energy = result.signal("energy.total").values;
    const [first, last] = [energy[0]!, energy.at(-1)!];
    expect(Math.abs(last - first)).toBeLessThan(1e-7 * first);
    // centre of all masses moves straight: its velocity from the start values, its place from the end
    const at = (name: string) => result.signal<number[][]>(name).values.at(-1)!;
    const start = (name: string) => result.signal<number[][]>(name).values[0]!;
    const centre = (read: (name: string) => number[]) =>
      [0, 1, 2].map((i) => {
        const [a, b, h, e] = ["a.r_abs", "b.r_abs", "hook.r_abs", "eye.r_abs"].map(
          (name) => read(name)[i]!,
        ) as number[];
        return (m1 * a! + m2 * b! + m * (0.7 * h! + 0.3 * e!)) / (m1 + m2 + m);
      });
    // ω_a × hook at the start: (1, 2, 3) × (0.2, 0.1, −0.1) = (−0.5, 0.7, −0.3)
    const hook = [0.3 - 0.5, -0.2 + 0.7, 0.1 - 0.3];
    const v = [0, 1, 2].map((i) => {
      const [va, vb] = [[0.3, -0.2, 0.1][i]!, [0, 0.5, -0.4][i]!];
      return (m1 * va + m2 * vb + m * (0.7 * hook[i]! + 0.3 * vb)) / (m1 + m2 + m);
    });
    const [from, to] = [centre(start), centre(at)];
    for (let i = 0; i < 3; i++) expect(Math.abs(to[i]! - from[i]! - 5 * v[i]!)).toBeLessThan(1e-7);
  });

  it("falls in the field of a point with the attraction at its own place", () => {
    const mue = 8;
    const model = Model3D({
      world: Object3D({ feature: Scene({ gravityField: PointGravityField({ mue }) }) }),
      slider: body(1),
      p: Prismatic({ obj1: "world", obj2: "slider", s: 4 }),
      base: Object3D({ parent: "world", translation: [2, 0, 0] }),
      line: LineForceWithMass({ obj1: "base", obj2: "slider", mass: 3, lengthFraction: 0.5 }),
    });
    // slider at 4, mass at 3 with share ½
    const pull = -mue / 16 - (3 * 0.5 * mue) / 9;
    expect(simulate(instantiate(model), { stopTime: 0 }).final("der(p.v)")).toBeCloseTo(pull / (1 + 3 / 4), 12);
  });

  it("moves in a closed loop as the energy demands", () => {
    const bar = (L: number) =>
      Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: L, centerOfMass: [L / 2, 0, 0], Izz: L ** 3 / 12 }) }),
      });
    const model = Model3D({
      world,
      right: Object3D({ parent: "world", translation: [1, 0, 0] }),
      crank: bar(0.4),
      crankEnd: Object3D({ parent: "crank", translation: [0.4, 0, 0] }),
      coupler: bar(1),
      couplerEnd: Object3D({ parent: "coupler", translation: [1, 0, 0] }),
      rocker: bar(0.8),
      rockerEnd: Object3D({ parent: "rocker", translation: [0.8, 0, 0] }),
      A: Revolute({ obj1: "world", obj2: "crank", phi: 1, w: 4 }),
      B: Revolute({ obj1: "crankEnd", obj2: "coupler" }),
      C: Revolute({ obj1: "couplerEnd", obj2: "rockerEnd" }),
      D: Revolute({ obj1: "right", obj2: "rocker", phi: 1.2 }),
      line: LineForceWithTwoMasses({
        obj1: "crankEnd",
        obj2: "right",
        mass1: 0.5,
        distance1: 0.2,
        mass2: 0.7,
        distance2: 0.3,
      }),
    });
    const result = simulate(instantiate(model), { stopTime: 3, tolerance: 1e-9 });
    const energy = result.signal("energy.total").values;
    const scale = Math.max(...result.signal("energy.kinetic").values);
    expect(Math.max(...energy) - Math.min(...energy)).toBeLessThan(1e-6 * scale);
    expect(scale).toBeGreaterThan(2);
  });

  it("puts its weight on the joints that carry it", () => {
    const model = Model3D({
      world: Object3D({ feature: Scene({ cutForces: true }) }),
      arm: body(1, 0.1),
      tip: Object3D({ parent: "arm", translation: [0, -1, 0] }),
      ball: Spherical({ obj1: "world", obj2: "arm" }),
      aside: Object3D({ parent: "world", translation: [0, -3, 0] }),
      line: LineForceWithMass({ obj1: "tip", obj2: "aside", mass: 4, lengthFraction: 0.25 }),
    });
    const force = simulate(instantiate(model), { stopTime: 0 }).final<number[]>("ball.cutForce");
    // at rest: the arm, and the share ¾ of the mass on the line
    expect(force[1]).toBeCloseTo((1 + 3) * 9.81, 10);
    expect(Math.hypot(force[0]!, force[2]!)).toBeLessThan(1e-12);
  });
});

describe("LineForceWithTwoMasses", () => {
  it("moves as the Lagrange function of one degree of freedom says", () => {
    const [M, m1, L1, m2, L2, h, g] = [2, 1.5, 0.4, 0.8, 0.6, 1.1, 9.81];
    const model = Model3D({
      world,
      rail: Object3D({ parent: "world", translation: [0, h, 0] }),
      slider: body(M),
      p: Prismatic({ obj1: "rail", obj2: "slider", s: -1.5, v: 2.5 }),
      line: LineForceWithTwoMasses({
        obj1: "world",
        obj2: "slider",
        mass1: m1,
        distance1: L1,
        mass2: m2,
        distance2: L2,
      }),
    });
    const result = simulate(instantiate(model), { stopTime: 1.2, tolerance: 1e-10 });
    // e = (x, h)/d; mass 1 at L1·e, mass 2 at (x, h) − L2·e; ẋ² = 2·(E − V)/μ(x)
    const e = (x: number): [number, number] => [x / Math.hypot(x, h), h / Math.hypot(x, h)];
    const slope = (x: number): [number, number] => [(h * h) / Math.hypot(x, h) ** 3, (-x * h) / Math.hypot(x, h) ** 3];
    const mu = (x: number): number => {
      const [ex, ey] = slope(x);
      return M + m1 * L1 * L1 * (ex * ex + ey * ey) + m2 * ((1 - L2 * ex) ** 2 + (L2 * ey) ** 2);
    };
    const V = (x: number): number => g * (m1 * L1 * e(x)[1] + m2 * (h - L2 * e(x)[1]));
    const total = 0.5 * mu(-1.5) * 2.5 ** 2 + V(-1.5);
    const [x, v] = [result.signal("p.s").values, result.signal("p.v").values];
    expect(x.at(-1)).toBeGreaterThan(0.5);
    x.forEach((at, k) => {
      expect(Math.abs(Math.abs(v[k]!) - Math.sqrt((2 * (total - V(at))) / mu(at)))).toBeLessThan(1e-8);
    });
    const kinetic = result.signal("energy.kinetic").values;
    x.forEach((at, k) => {
      expect(Math.abs(kinetic[k]! - 0.5 * mu(at) * v[k]! ** 2)).toBeLessThan(1e-10);
    });
  });

  it("refuses negative numbers, and a mass with nothing beside it", () => {
    const model = (mass: number) =>
      Model3D({
        world,
        slider: Object3D(),
        p: Prismatic({ obj1: "world", obj2: "slider", axis: 2, s: 1 }),
        line: LineForceWithTwoMasses({ obj1: "world", obj2: "slider", mass1: mass, distance1: 0.5 }),
      });
    const codeOf = (mass: number) => {
      try {
        simulate(instantiate(model(mass)), { stopTime: 0 });
      } catch (error) {
        if (error instanceof RattlebackError) return [error.code, error.path];
      }
      return [];
    };
    expect(codeOf(-1)).toEqual(["E-3D-VALUE", "line.mass1"]);
    // mass 1 turns with the line but does not move along it
    expect(codeOf(1)[0]).toBe("E-MECHANISM-NO-INERTIA");
  });
});

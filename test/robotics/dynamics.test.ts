import fc from "fast-check";
import {
  dynamics,
  instantiate,
  LineForceWithMass,
  MassProperties,
  Model,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
} from "rattleback";
import { describe, expect, it } from "vitest";

const body = (mass: number, x = 0.3) =>
  Solid({
    massProperties: MassProperties({ mass, centerOfMass: [x, 0, 0.1], Ixx: 0.02, Iyy: 0.05, Izz: 0.06, Ixy: 0.004 }),
  });

const Arm = Model3D({
  world: Object3D({ feature: Scene() }),
  base: Object3D({ parent: "world", translation: [0, 0.5, 0], rotation: [0.2, 0.1, 0] }),
  upper: Object3D({ feature: body(2) }),
  elbow: Object3D({ parent: "upper", translation: [0.6, 0, 0] }),
  lower: Object3D({ feature: body(1.5) }),
  wrist: Object3D({ parent: "lower", translation: [0.5, 0.1, 0], rotation: [0, 0.3, 0] }),
  slide: Object3D({ feature: body(0.7, 0) }),
  tool: Object3D({ parent: "slide", translation: [0, 0, 0.2] }),
  shoulder: RevoluteWithFlange({ obj1: "base", obj2: "upper", axis: 3 }),
  hinge: Revolute({ obj1: "elbow", obj2: "lower", axis: [0, 1, 1] }),
  rail: Prismatic({ obj1: "wrist", obj2: "slide", axis: 1 }),
});
const arm = dynamics(instantiate(Arm));
const numbers = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 9, maxLength: 9 });
const property = (check: (q: number[], v: number[], a: number[]) => void) =>
  fc.assert(
    fc.property(numbers, (x) => check(x.slice(0, 3), x.slice(3, 6), x.slice(6))),
    { seed: 7, numRuns: 100 },
  );

describe("dynamics of a model", () => {
  it("knows its coordinates by name", () => {
    expect(arm.positionNames).toEqual(["shoulder.phi", "hinge.phi", "rail.s"]);
    expect(arm.velocityNames).toEqual(["shoulder.w", "hinge.w", "rail.v"]);
  });

  it("forward and inverse dynamics undo each other; M and h are their parts", () => {
    property((q, v, a) => {
      const tau = arm.inverseDynamics(q, v, a);
      arm.forwardDynamics(q, v, tau).forEach((x, i) => {
        expect(Math.abs(x - a[i]!)).toBeLessThan(1e-10 * (1 + Math.abs(a[i]!)));
      });
      const M = arm.massMatrix(q);
      const h = arm.biasForces(q, v);
      tau.forEach((x, i) => {
        const sum = h[i]! + a.reduce((total, aj, j) => total + M[i]![j]! * aj, 0);
        expect(Math.abs(x - sum)).toBeLessThan(1e-10);
      });
    });
  });

  it("kinetic energy is ½·vᵀ·M·v", () => {
    property((q, v) => {
      const M = arm.massMatrix(q);
      const half = 0.5 * v.reduce((sum, vi, i) => sum + vi * v.reduce((row, vj, j) => row + M[i]![j]! * vj, 0), 0);
      expect(Math.abs(arm.energy(q, v).kinetic - half)).toBeLessThan(1e-11);
    });
  });

  it("the Jacobian of an object maps joint velocities to its velocity", () => {
    property((q, v) => {
      const J = arm.jacobian("tool", q);
      const { velocity, angularVelocity } = arm.kinematics("tool", q, v);
      [...angularVelocity, ...velocity].forEach((x, i) => {
        const sum = v.reduce((total, vj, j) => total + J[i]![j]! * vj, 0);
        expect(Math.abs(x - sum)).toBeLessThan(1e-12);
      });
    });
  });

  it("agrees with a simulation of the same model", () => {
    const result = simulate(instantiate(Arm), {
      stopTime: 0.4,
      tolerance: 1e-10,
      merge: { shoulder: { phi: { init: 0.3 } }, "hinge.phi": 0.5, "rail.v": 0.2 },
    });
    const q = ["shoulder.phi", "hinge.phi", "rail.s"].map((name) => result.final(name));
    const v = ["shoulder.w", "hinge.w", "rail.v"].map((name) => result.final(name));
    const a = arm.forwardDynamics(q, v, [0, 0, 0]);
    ["shoulder.der(w)", "hinge.der(w)", "rail.der(v)"].forEach((name, k) => {
      expect(Math.abs(result.final(name) - a[k]!)).toBeLessThan(1e-7 * (1 + Math.abs(a[k]!)));
    });
    const { position } = arm.kinematics("tool", q);
    const r = result.final<number[]>("tool.r_abs");
    position.forEach((x, i) => {
      expect(Math.abs(x - r[i]!)).toBeLessThan(1e-12);
    });
  });

  it("takes parameters of the use", () => {
    const heavy = dynamics(instantiate(Arm), { merge: { "upper.feature.massProperties.mass": 20 } });
    expect(heavy.massMatrix([0, 0, 0])[0]![0]).toBeGreaterThan(arm.massMatrix([0, 0, 0])[0]![0]! + 1);
  });

  it("says what it cannot do", () => {
    const q = [0, 0, 0];
    expect(() => arm.massMatrix([0, 0])).toThrow(/E-DYNAMICS-SIZE[\s\S]*shoulder.phi, hinge.phi, rail.s/);
    expect(() => arm.forwardDynamics(q, q, [0, Number.NaN, 0])).toThrow("E-DYNAMICS-SIZE");
    expect(() => arm.jacobian("toool", q)).toThrow(/E-OBJECT-UNKNOWN[\s\S]*tool/);
    expect(() => dynamics(instantiate(Model({ equations: "x = 1" })))).toThrow("E-DYNAMICS-MODEL");
  });
});

const bar = (L: number) =>
  Object3D({
    feature: Solid({
      massProperties: MassProperties({
        mass: 2 * L,
        centerOfMass: [L / 2, 0.03, 0],
        Ixx: 0.01,
        Iyy: 0.1,
        Izz: 0.1 * L,
      }),
    }),
  });
/** Crank and rocker, with an arm on the coupler that belongs to no loop. */
const fourBar = (first: typeof Revolute = Revolute) =>
  Model3D({
    world: Object3D({ feature: Scene() }),
    right: Object3D({ parent: "world", translation: [1, 0, 0] }),
    crank: bar(0.4),
    crankEnd: Object3D({ parent: "crank", translation: [0.4, 0, 0] }),
    coupler: bar(1),
    couplerEnd: Object3D({ parent: "coupler", translation: [1, 0, 0] }),
    rocker: bar(0.8),
    rockerEnd: Object3D({ parent: "rocker", translation: [0.8, 0, 0] }),
    arm: bar(0.3),
    tip: Object3D({ parent: "arm", translation: [0.3, 0, 0] }),
    A: first({ obj1: "world", obj2: "crank", phi: 1, w: 0.5 }),
    B: Revolute({ obj1: "crankEnd", obj2: "coupler" }),
    C: Revolute({ obj1: "couplerEnd", obj2: "rockerEnd" }),
    D: Revolute({ obj1: "right", obj2: "rocker", phi: 1.2 }),
    E: Revolute({ obj1: "couplerEnd", obj2: "arm", axis: [0, 1, 1], phi: 0.4, w: 1 }),
  });

describe.each([
  ["closed loops", instantiate(fourBar())],
  ["a closed loop whose crank has a flange", instantiate(fourBar(RevoluteWithFlange))],
])("dynamics of a model with %s", (_, model) => {
  const mechanics = dynamics(model);
  const n = mechanics.velocityNames.length;
  const states = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3 * n, maxLength: 3 * n });
  const check = (test: (q: number[], v: number[], a: number[]) => void) =>
    fc.assert(
      fc.property(states, (x) =>
        test(
          mechanics.startPositions.map((start, k) => start + 0.5 * x[k]!),
          x.slice(n, 2 * n),
          x.slice(2 * n),
        ),
      ),
      { seed: 11, numRuns: 30 },
    );

  it("has the degrees of freedom of the mechanism as coordinates", () => {
    expect(n).toBe(2);
    expect(mechanics.velocityNames).toContain("E.w");
  });

  it("forward and inverse dynamics undo each other; M, h and the energy are their parts", () => {
    check((q, v, a) => {
      const tau = mechanics.inverseDynamics(q, v, a);
      mechanics.forwardDynamics(q, v, tau).forEach((x, k) => {
        expect(Math.abs(x - a[k]!)).toBeLessThan(1e-10);
      });
      const M = mechanics.massMatrix(q);
      const h = mechanics.biasForces(q, v);
      tau.forEach((x, i) => {
        expect(Math.abs(x - h[i]! - M[i]![0]! * a[0]! - M[i]![1]! * a[1]!)).toBeLessThan(1e-10);
      });
      const twice = v.reduce((sum, vi, i) => sum + vi * (M[i]![0]! * v[0]! + M[i]![1]! * v[1]!), 0);
      expect(Math.abs(2 * mechanics.energy(q, v).kinetic - twice)).toBeLessThan(1e-11);
    });
  });

  it("power of the efforts is the rate of the energy", () => {
    check((q, v, a) => {
      const tau = mechanics.inverseDynamics(q, v, a);
      const power = tau.reduce((sum, t, k) => sum + t * v[k]!, 0);
      const energy = (t: number): number => {
        const { kinetic, potential } = mechanics.energy(
          q.map((x, k) => x + t * v[k]! + 0.5 * t * t * a[k]!),
          v.map((x, k) => x + t * a[k]!),
        );
        return kinetic + potential;
      };
      const h = 1e-4;
      // central differences with extrapolation: error about h⁴ and rounding 1e-15/h
      const slope = (s: number): number => (energy(s) - energy(-s)) / (2 * s);
      expect(Math.abs((4 * slope(h / 2) - slope(h)) / 3 - power)).toBeLessThan(1e-8);
    });
  });

  it("the Jacobian maps the independent velocities to the velocity of an object", () => {
    check((q, v) => {
      const J = mechanics.jacobian("tip", q);
      const { velocity, angularVelocity } = mechanics.kinematics("tip", q, v);
      [...angularVelocity, ...velocity].forEach((x, i) => {
        expect(Math.abs(x - J[i]![0]! * v[0]! - J[i]![1]! * v[1]!)).toBeLessThan(1e-12);
      });
    });
  });

  it("accelerates as a run does", () => {
    const result = simulate(model, { stopTime: 0 });
    const a = mechanics.forwardDynamics(mechanics.startPositions, mechanics.startVelocities, [0, 0]);
    const k = mechanics.velocityNames.indexOf("E.w");
    expect(Math.abs(a[k]! - result.final("E.der(w)"))).toBeLessThan(1e-10);
  });
});

describe("limits of dynamics with loops", () => {
  it("refuses positions that the mechanism cannot reach", () => {
    const mechanics = dynamics(instantiate(fourBar()));
    const name = mechanics.positionNames.findIndex((item) => item !== "E.phi");
    const far = mechanics.startPositions.map((q, k) => (k === name ? q + 0.01 : q));
    expect(mechanics.massMatrix(far).length).toBe(2);
    const rocker = dynamics(
      instantiate(fourBar().with({ D: RevoluteWithFlange({ obj1: "right", obj2: "rocker", phi: 1.7 }) })),
    );
    const k = rocker.positionNames.indexOf("D.phi");
    const turned = rocker.startPositions.map((q, i) => (i === k ? q + 3 : q));
    expect(() => rocker.massMatrix(turned)).toThrow(/E-DYNAMICS-LOOP[\s\S]*startPositions/);
  });
});

describe("dynamics with a mass on a line", () => {
  it("holds it in the mass matrix and in the bias forces", () => {
    const [M, m, s, g] = [3, 2, 0.3, 9.81];
    const slider = dynamics(
      instantiate(
        Model3D({
          world: Object3D({ feature: Scene() }),
          block: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: M }) }) }),
          rail: Prismatic({ obj1: "world", obj2: "block", axis: 2, s: 1 }),
          line: LineForceWithMass({ obj1: "world", obj2: "block", mass: m, lengthFraction: s }),
        }),
      ),
    );
    expect(slider.massMatrix([1])[0]![0]).toBeCloseTo(M + m * s * s, 12);
    expect(slider.biasForces([1], [0.7])[0]).toBeCloseTo((M + m * s) * g, 12);
    expect(slider.forwardDynamics([1], [0], [0])[0]).toBeCloseTo((-(M + m * s) * g) / (M + m * s * s), 12);
    expect(slider.energy([1], [2]).kinetic).toBeCloseTo(2 * (M + m * s * s), 12);
  });
});

import fc from "fast-check";
import {
  dynamics,
  Fix,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
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
    const r = result.final("tool.r_abs") as unknown as number[];
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
    const fourBar = Model3D({
      world: Object3D({ feature: Scene() }),
      a: Object3D({ feature: body(1) }),
      aEnd: Object3D({ parent: "a", translation: [1, 0, 0] }),
      b: Object3D({ feature: body(1) }),
      post: Object3D({ parent: "world", translation: [1, 0.5, 0] }),
      j1: Revolute({ obj1: "world", obj2: "a" }),
      j2: Spherical({ obj1: "aEnd", obj2: "b" }),
      j3: Spherical({ obj1: "post", obj2: "bEnd" }),
      bEnd: Object3D({ parent: "b", translation: [0.5, 0, 0] }),
      fixed: Fix({ obj1: "post", obj2: "mark" }),
      mark: Object3D(),
    });
    expect(() => dynamics(instantiate(fourBar))).toThrow("E-DYNAMICS-LOOP");
  });
});

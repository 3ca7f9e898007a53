import {
  input,
  instantiate,
  linearise,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  output,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
  SpringDamperPtP,
  Var,
} from "rattleback";
import { Torque } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const g = 9.81;
const world = Object3D({ feature: Scene() });
const still = Object3D({ feature: Scene({ gravityField: NoGravityField() }) });
const pointMass = (mass: number, x: number) =>
  Object3D({ feature: Solid({ massProperties: MassProperties({ mass, centerOfMass: [x, 0, 0] }) }) });

function expectClose(
  actual: readonly (readonly number[])[],
  wanted: readonly (readonly number[])[],
  tolerance: number,
) {
  expect(actual.length).toBe(wanted.length);
  wanted.forEach((row, i) => {
    row.forEach((value, j) => {
      expect(Math.abs(actual[i]![j]! - value), `[${i}][${j}]: ${actual[i]![j]}`).toBeLessThan(tolerance);
    });
  });
}

describe("linearise of a Model3D", () => {
  it("gives -g/L·cos φ₀ for a pendulum at any angle, with hidden states", () => {
    const L = 0.7;
    const phi = -0.4;
    const model = instantiate(
      Model3D({ world, arm: pointMass(2, L), rev: Revolute({ obj1: "world", obj2: "arm", phi, w: 3 }) }),
    );
    const { A, B, stateNames, states } = linearise(model);
    expect(stateNames).toEqual(["rev.phi", "rev.w"]);
    expect(states).toEqual([phi, 3]);
    // φ'' = −g/L·cos φ
    expectClose(
      A,
      [
        [0, 1],
        [(g / L) * Math.sin(phi), 0],
      ],
      1e-9,
    );
    expect(B).toEqual([[], []]);
  });

  it("gives the mass and stiffness of a chain of springs", () => {
    const [k, d, m] = [200, 3, 1.5];
    const spring = (obj1: string, obj2: string) =>
      SpringDamperPtP({ obj1, obj2, nominalLength: 1, springForceLaw: k, damperForceLaw: d });
    const model = instantiate(
      Model3D({
        world: still,
        a: pointMass(m, 0),
        b: pointMass(m, 0),
        p1: Prismatic({ obj1: "world", obj2: "a", s: 1 }),
        p2: Prismatic({ obj1: "world", obj2: "b", s: 2 }),
        s1: spring("world", "a"),
        s2: spring("a", "b"),
      }),
    );
    const { A, stateNames } = linearise(model);
    expect(stateNames).toEqual(["p1.s", "p2.s", "p1.v", "p2.v"]);
    const wanted = [
      [0, 0, 1, 0],
      [0, 0, 0, 1],
      [(-2 * k) / m, k / m, (-2 * d) / m, d / m],
      [k / m, -k / m, d / m, -d / m],
    ];
    expectClose(A, wanted, 1e-8);
  });

  it("has the torque of a motor as input and the height of the tip as output", () => {
    const [m, L, phi] = [2, 0.5, 0.3];
    const model = instantiate(
      Model3D({
        u: input({ start: 0 }),
        y: output(),
        world,
        arm: pointMass(m, L),
        tip: Object3D({ parent: "arm", translation: [L, 0, 0] }),
        rev: RevoluteWithFlange({ obj1: "world", obj2: "arm", phi: Var({ init: phi }), w: Var({ init: 0 }) }),
        motor: Torque,
        connect: [["motor.flange", "rev.flange"]],
        equations: "motor.tau = u; y = tip.r_abs[2]",
      }),
    );
    const { A, B, C, D, inputNames, outputNames, stateNames } = linearise(model);
    expect([inputNames, outputNames]).toEqual([["u"], ["y"]]);
    expect(stateNames).toEqual(["rev.phi", "rev.w"]);
    expectClose(
      A,
      [
        [0, 1],
        [(g / L) * Math.sin(phi), 0],
      ],
      1e-9,
    );
    expectClose(B, [[0], [1 / (m * L * L)]], 1e-10);
    expectClose(C, [[L * Math.cos(phi), 0]], 1e-10);
    expectClose(D, [[0]], 1e-12);
  });

  it("gives the frequency of small swings of a ball joint from its quaternion states", () => {
    const L = 0.6;
    const model = instantiate(
      Model3D({
        world,
        arm: Object3D({
          feature: Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [0, -L, 0], Iyy: 1 }) }),
        }),
        ball: Spherical({ obj1: "world", obj2: "arm" }),
      }),
    );
    const { A } = linearise(model);
    // x'' = A_wq·A_qw·w: the angle about x is 2·q1, so ω' = −(g/L)·2·q1 and q1' = ω/2
    expect(A[4]![0]! * A[0]![4]!).toBeCloseTo(-g / L, 8);
    expect(A[6]![2]! * A[2]![6]!).toBeCloseTo(-g / L, 8);
    expect(A[5]![1]! * A[1]![5]!).toBeCloseTo(0, 8);
  });
});

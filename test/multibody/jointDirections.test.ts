// A mechanism is the same whichever object of a joint is called obj1, and whichever way the tree runs through it.
import {
  Cylindrical,
  Fix,
  Free,
  instantiate,
  MassProperties,
  Model3D,
  type ModelDefinition,
  Object3D,
  Planar,
  Prismatic,
  Revolute,
  Scene,
  Screw,
  Solid,
  Spherical,
  simulate,
  Universal,
} from "rattleback";
import { describe, expect, it } from "vitest";
import { invert, poseOf } from "../../src/multibody/graph/pose.ts";
import { free } from "../../src/multibody/joints/kinds/free.ts";
import { reversePlanar } from "../../src/multibody/joints/kinds/planar.ts";

const body = (mass: number, I: readonly [number, number, number]) =>
  Object3D({
    feature: Solid({
      massProperties: MassProperties({
        mass,
        centerOfMass: [0.1, 0.2, -0.1],
        Ixx: I[0],
        Iyy: I[1],
        Izz: I[2],
        Ixy: 0.01,
      }),
    }),
  });

type Ends = { readonly obj1: string; readonly obj2: string };

/** Joint with start values in one direction, and the same with obj1 and obj2 exchanged. */
const joints: Record<string, readonly [(ends: Ends) => ModelDefinition, (ends: Ends) => ModelDefinition]> = {
  Revolute: [
    (ends) => Revolute({ ...ends, axis: [1, 2, 2], phi: 0.7, w: -1.5 }),
    (ends) => Revolute({ ...ends, axis: [1, 2, 2], phi: -0.7, w: 1.5 }),
  ],
  Prismatic: [
    (ends) => Prismatic({ ...ends, axis: [1, 2, 2], s: 0.3, v: 0.8 }),
    (ends) => Prismatic({ ...ends, axis: [1, 2, 2], s: -0.3, v: -0.8 }),
  ],
  Screw: [
    (ends) => Screw({ ...ends, axis: [2, 1, 2], pitch: 0.4, phi: 0.5, w: 2 }),
    (ends) => Screw({ ...ends, axis: [2, 1, 2], pitch: 0.4, phi: -0.5, w: -2 }),
  ],
  Cylindrical: [
    (ends) => Cylindrical({ ...ends, axis: [2, 1, 2], phi: 0.5, w: 2, s: 0.2, v: -0.3 }),
    (ends) => Cylindrical({ ...ends, axis: [2, 1, 2], phi: -0.5, w: -2, s: -0.2, v: 0.3 }),
  ],
  Universal: [
    (ends) => Universal({ ...ends, axis: 1, secondAxis: 2, phi1: 0.5, w1: 1, phi2: 0.4, w2: -2 }),
    (ends) => Universal({ ...ends, axis: 2, secondAxis: 1, phi1: -0.4, w1: 2, phi2: -0.5, w2: -1 }),
  ],
  Planar: [
    (ends) => Planar({ ...ends, s1: 0.2, v1: 0.4, s2: -0.3, v2: 0.6, phi: 0.5, w: 1.2 }),
    (ends) => {
      const { q, v } = reversePlanar({ q: [0.2, -0.3, 0.5], v: [0.4, 0.6, 1.2] });
      return Planar({ ...ends, s1: q[0]!, s2: q[1]!, phi: q[2]!, v1: v[0]!, v2: v[1]!, w: v[2]! });
    },
  ],
  Spherical: [
    (ends) => Spherical({ ...ends, rotation: [0.3, -0.4, 0.5], angularVelocity: [1, -2, 0.5] }),
    (ends) => reversed(ends, false),
  ],
  Free: [
    (ends) =>
      Free({
        ...ends,
        translation: [0.4, 0.1, -0.2],
        rotation: [0.3, -0.4, 0.5],
        velocity: [0.5, 1, -1],
        angularVelocity: [1, -2, 0.5],
      }),
    (ends) => reversed(ends, true),
  ],
};

/** The inverse of the motion above, through its own formula: r' = −Rᵀr, w' = −Rᵀw in axes of the new obj1. */
function reversed(ends: Ends, isFree: boolean): ModelDefinition {
  const r = isFree ? [0.4, 0.1, -0.2] : [0, 0, 0];
  const v = isFree ? [0.5, 1, -1] : [0, 0, 0];
  const w = [1, -2, 0.5];
  const inverse = invert(poseOf(r, [0.3, -0.4, 0.5]));
  const turn = (u: readonly number[]) =>
    [0, 1, 2].map((i) => [0, 1, 2].reduce((sum, j) => sum + inverse.R[3 * i + j]! * u[j]!, 0));
  const relative = [
    v[0]! - (w[1]! * r[2]! - w[2]! * r[1]!),
    v[1]! - (w[2]! * r[0]! - w[0]! * r[2]!),
    v[2]! - (w[0]! * r[1]! - w[1]! * r[0]!),
  ];
  const angles = cardan(inverse.R);
  const minus = (u: readonly number[]) => u.map((x) => -x);
  const options = { ...ends, rotation: angles, angularVelocity: minus(turn(w)) };
  return isFree
    ? Free({ ...options, translation: Array.from(inverse.r), velocity: minus(turn(relative)) })
    : Spherical(options);
}

function cardan(R: Float64Array): number[] {
  return [Math.atan2(-R[5]!, R[8]!), Math.asin(R[2]!), Math.atan2(-R[1]!, R[0]!)];
}

/** A moving base, the joint on it, and a pendulum behind it, so that everything couples. */
function mechanism(joint: (ends: Ends) => ModelDefinition, obj1: string, obj2: string): ModelDefinition {
  return Model3D({
    world: Object3D({ feature: Scene() }),
    base: body(2, [0.3, 0.4, 0.5]),
    a: Object3D({ parent: "base", translation: [0.3, -0.1, 0.2], rotation: [0.2, 0.1, -0.3] }),
    b: body(1, [0.1, 0.2, 0.15]),
    tip: Object3D({ parent: "b", translation: [0.2, 0.3, 0.1], rotation: [-0.4, 0.2, 0.6] }),
    last: body(0.5, [0.05, 0.06, 0.07]),
    rev1: Revolute({ obj1: "world", obj2: "base", axis: [0.3, 1, 0.2], phi: 0.2, w: 1 }),
    joint: joint({ obj1, obj2 }),
    rev2: Revolute({ obj1: "tip", obj2: "last", axis: [1, 0, 1], phi: -0.5, w: 0.7 }),
  });
}

describe("direction of joints", () => {
  it.each(Object.keys(joints))("%s: a mechanism written in both directions moves alike", (kind) => {
    const [forwards, backwards] = joints[kind]!;
    const run = (model: ModelDefinition) =>
      simulate(instantiate(model), { stopTime: 1, tolerance: 1e-11, interval: 0.5 });
    const reference = run(mechanism(forwards, "a", "b"));
    const swapped = run(mechanism(backwards, "b", "a"));
    for (const result of [swapped]) {
      for (const name of ["last.r_abs", "b.r_abs", "base.rot123_abs"]) {
        const expected = reference.final<number[]>(name);
        result.final<number[]>(name).forEach((x, i) => expect(Math.abs(x - expected[i]!)).toBeLessThan(1e-8));
      }
      expect(Math.abs(result.final("energy.total") - reference.final("energy.total"))).toBeLessThan(1e-8);
    }
    // results of the joint keep their meaning: those of the other direction are the inverse
    if (kind === "Revolute") expect(swapped.final("joint.phi")).toBeCloseTo(-reference.final("joint.phi"), 8);
    if (kind === "Universal") expect(swapped.final("joint.phi1")).toBeCloseTo(-reference.final("joint.phi2"), 8);
    if (kind === "Planar") {
      const q = ["s1", "s2", "phi"].map((name) => reference.final(`joint.${name}`));
      const v = ["v1", "v2", "w"].map((name) => reference.final(`joint.${name}`));
      const inverse = reversePlanar({ q, v });
      ["s1", "s2", "phi"].forEach((name, i) => expect(swapped.final(`joint.${name}`)).toBeCloseTo(inverse.q[i]!, 7));
      ["v1", "v2", "w"].forEach((name, i) => expect(swapped.final(`joint.${name}`)).toBeCloseTo(inverse.v[i]!, 7));
    }
  });

  it("energy is kept by every joint", () => {
    for (const kind of Object.keys(joints)) {
      const result = simulate(instantiate(mechanism(joints[kind]![0], "a", "b")), { stopTime: 2, tolerance: 1e-10 });
      const energy = result.signal("energy.total").values;
      const scale = Math.max(...result.signal("energy.kinetic").values);
      // a run of some hundred steps may lose a few hundred times the tolerance
      for (const value of energy) expect(Math.abs(value - energy[0]!)).toBeLessThan(1e-7 * scale);
    }
  });

  it("start coordinates of a reversed free joint undo themselves", () => {
    const start = { position: [0.4, 0.1, -0.2, 0.3, -0.4, 0.5], velocity: [0.5, 1, -1, 1, -2, 0.5] };
    const { q } = free.start(start, true);
    const { q: forwards } = free.start(start, false);
    expect(Math.hypot(...q.slice(3))).toBeCloseTo(1, 14);
    expect(q[6]).toBeCloseTo(forwards[6]!, 14);
  });

  it("the place of Fix in a chain does not matter", () => {
    const chain = (isFlipped: boolean) =>
      Model3D({
        world: Object3D({ feature: Scene() }),
        arm: body(1, [0.1, 0.2, 0.15]),
        tip: Object3D({ parent: "arm", translation: [0.5, 0, 0] }),
        tool: body(0.4, [0.01, 0.02, 0.03]),
        rev: Revolute({ obj1: "world", obj2: "arm", axis: 2, w: 1 }),
        fix: isFlipped
          ? Fix({ obj1: "tool", obj2: "tip", translation: [0, 0, -0.2] })
          : Fix({ obj1: "tip", obj2: "tool", translation: [0, 0, 0.2] }),
      });
    const [one, other] = [false, true].map((flag) => simulate(instantiate(chain(flag)), { stopTime: 1 }));
    expect(other!.final("rev.phi")).toBe(one!.final("rev.phi"));
    expect(other!.final<number[]>("tool.r_abs")).toEqual(one!.final<number[]>("tool.r_abs"));
  });
});

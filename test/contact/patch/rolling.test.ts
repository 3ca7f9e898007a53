import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import { PatchContact } from "../../../src/contact/patch/patchContact.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import type { SolidShape } from "../../../src/geometry/registry.ts";
import {
  Beam,
  Box,
  Capsule,
  Cone,
  Cylinder,
  ElasticContactPairMaterial,
  instantiate,
  Mesh,
  Model3D,
  Object3D,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "../../../src/index.ts";
import { createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { turnedBy } from "./poses.ts";

const steel = { modulus: 1.1e11, foundation: 0 };
const law = { damping: 500, friction: 0, smallSpeed: 0.01 };
/** Its top is the plane z = 0. */
const table = Box({ lengthX: 4, lengthY: 4, lengthZ: 1 });
const tableAt = Float64Array.of(0, 0, -0.5);
const upright = turnedBy([0, 0, 0]);
const R = 0.1;

type Vector = readonly [number, number, number];

/** What damping adds to force and moment about the centre of pressure, for a body at r that moves with v and w. */
function damped(
  pair: PatchContact,
  pose: { readonly Q: Float64Array; readonly r: readonly number[]; readonly RA?: Float64Array },
  v: readonly number[],
  w: readonly number[],
) {
  const motion = createBodyMotion(2);
  motion.position.set(pose.r, 3);
  motion.velocity.set(v, 3);
  motion.angularVelocity.set(w, 3);
  pair.evaluate(pose.RA ?? upright, 0, tableAt, 0, pose.Q, 0, Float64Array.from(pose.r), 0, steel);
  const before = { force: pair.force.slice(), torque: pair.torque.slice(), normal: pair.normalForce };
  pair.addDissipation(motion, 0, 1, law);
  const arm = pair.point.map((x, i) => x - pose.r[i]!);
  const velocity = [
    v[0]! + w[1]! * arm[2]! - w[2]! * arm[1]!,
    v[1]! + w[2]! * arm[0]! - w[0]! * arm[2]!,
    v[2]! + w[0]! * arm[1]! - w[1]! * arm[0]!,
  ];
  const force = pair.force.map((f, i) => f - before.force[i]!);
  const torque = pair.torque.map((m, i) => m - before.torque[i]!);
  const power = [0, 1, 2].reduce((sum, i) => sum + force[i]! * velocity[i]! + torque[i]! * w[i]!, 0);
  return { force, torque, power, normal: before.normal, isTouching: pair.isTouching };
}

const contact = (A: SolidShape, B: SolidShape) =>
  new PatchContact(patchBody(convexBody(A))!, patchBody(convexBody(B))!);

describe("damping of a patch", () => {
  it("does not resist a cylinder that rolls, nor a disc that rolls on its rim in any direction", () => {
    const pair = contact(table, Cylinder({ axis: 3, diameter: 2 * R, length: 0.05 }));
    for (const tilt of [0.02, 0.2, 0.7, 1.2, Math.PI / 2]) {
      const Q = turnedBy([tilt, 0, 0]);
      const r = [0, 0, R * Math.sin(tilt) + 0.025 * Math.cos(tilt) - 1e-6];
      // about the horizontal direction in which the axis is tilted, about the vertical, and both
      for (const w of [
        [0, 30, 0],
        [0, 0, 30],
        [0, -20, 7],
      ] as const) {
        const lever = [0, -R * Math.cos(tilt) + 0.025 * Math.sin(tilt), -r[2]!];
        const v = [-(w[1] * lever[2]! - w[2] * lever[1]!), w[2] * -lever[0]!, 0];
        const { force, torque, normal } = damped(pair, { Q, r }, v, w);
        expect(Math.hypot(...force) / normal).toBeLessThan(1e-3);
        expect(Math.hypot(...torque) / (normal * R)).toBeLessThan(1e-3);
      }
    }
  });

  it("resists a cylinder that rocks on its end as the pressure over the disc says: M = −d·N·R²/4·ω", () => {
    const pair = contact(table, Cylinder({ axis: 3, diameter: 2 * R, length: 0.05 }));
    const w = [1e-4, 2e-4, 0] as const;
    const { torque, normal } = damped(pair, { Q: upright, r: [0, 0, 0.025 - 1e-6] }, [0, 0, 0], w);
    for (const i of [0, 1]) expect(torque[i]! / (-law.damping * normal * 0.25 * R * R * w[i]!)).toBeCloseTo(1, 2);
  });

  it("never adds energy, whatever touches and however it moves", () => {
    const shapes: readonly SolidShape[] = [
      Cylinder({ axis: 3, diameter: 0.2, length: 0.1 }),
      Cone({ axis: 3, diameter: 0.2, topDiameter: 0.1, length: 0.15 }),
      Beam({ axis: 1, length: 0.3, width: 0.1, thickness: 0.05 }),
      Box({ lengthX: 0.2, lengthY: 0.1, lengthZ: 0.15 }),
      Capsule({ axis: 3, diameter: 0.1, length: 0.2 }),
    ];
    const grounds: readonly SolidShape[] = [
      table,
      Cylinder({ axis: 1, diameter: 1, length: 2 }),
      Mesh({ vertices: [-1, -1, -0.5, 1, -1, -0.5, 0, 1, -0.5, 0, 0, 0.5], triangles: [0, 1, 2] }),
    ];
    const unit = fc.double({ min: -1, max: 1, noNaN: true });
    const vector = fc.tuple(unit, unit, unit);
    let touched = 0;
    fc.assert(
      fc.property(fc.nat(4), fc.nat(2), vector, vector, vector, unit, (s, g, turn, v, w, drop) => {
        const pair = contact(grounds[g]!, shapes[s]!);
        const Q = turnedBy(turn.map((x) => Math.PI * x));
        const scaled: Vector = [20 * w[0], 20 * w[1], 20 * w[2]];
        for (let height = 0.2; height > 0; height -= 2e-3 * (1.5 + drop)) {
          const { power, isTouching } = damped(pair, { Q, r: [0, 0, height] }, v, scaled);
          if (!isTouching) continue;
          touched++;
          expect(power).toBeLessThanOrEqual(0);
          break;
        }
      }),
      { seed: 7, numRuns: 150 },
    );
    expect(touched).toBeGreaterThan(100);
  });
});

describe("bodies that roll without friction losses", () => {
  const scene = (friction: number, extra = {}) =>
    Object3D({
      feature: Scene({
        gravityField: UniformGravityField({ n: [0, 0, -1] }),
        contactPairMaterials: {
          "Steel,Steel": ElasticContactPairMaterial({
            coefficientOfRestitution: 0.7,
            slidingFrictionCoefficient: friction,
            rotationalResistanceCoefficient: 0,
          }),
        },
        ...extra,
      }),
    });
  const floor = Object3D({
    parent: "world",
    translation: [0, 0, -0.05],
    feature: Solid({ shape: Box({ lengthX: 4, lengthY: 4, lengthZ: 0.1 }), solidMaterial: "Steel", collision: true }),
  });
  const body = (shape: SolidShape, start: Parameters<typeof Object3D>[0]) =>
    Object3D({
      parent: "world",
      fixedToParent: false,
      feature: Solid({ shape, solidMaterial: "Steel", collision: true }),
      ...start,
    });

  it("a steel cylinder keeps its speed", () => {
    const model = Model3D({
      world: scene(0.5),
      floor,
      roller: body(Cylinder({ axis: 2, diameter: 0.1, length: 0.2 }), {
        translation: [0, 0, 0.05 - 1e-7],
        velocity: [1, 0, 0],
        angularVelocity: [0, 20, 0],
      }),
    });
    const result = simulate(instantiate(model), { stopTime: 0.2, tolerance: 1e-6 });
    expect(Math.abs((result.final("roller.velocity") as number[])[0]! - 1)).toBeLessThan(1e-6);
  });

  it("Euler's disk on ice keeps its energy while it runs around its rim", () => {
    const tilt = 0.3;
    const [radius, length] = [0.0375, 0.0127];
    // of a thin disc whose centre stays where it is: Ω² = 4·g/(R·sin α)
    const rate = Math.sqrt((4 * 9.81) / (radius * Math.sin(tilt))) * Math.sin(tilt);
    const model = Model3D({
      world: scene(0, { elasticContactReductionFactor: 1e-2 }),
      floor,
      disk: body(Cylinder({ axis: 3, diameter: 2 * radius, length }), {
        translation: [0, 0, radius * Math.sin(tilt) + 0.5 * length * Math.cos(tilt) - 1e-5],
        rotation: [tilt, 0, 0],
        angularVelocity: [0, rate * Math.cos(tilt), rate * Math.sin(tilt)],
      }),
    });
    const result = simulate(instantiate(model), { stopTime: 0.04, tolerance: 1e-6, interval: 0.004 });
    const energy = result.signal("energy.total").values as Float64Array;
    // what is left when the disc has found its balance on the floor: damping would take 0.2 % in the rest of this time
    const [early, late] = [energy[Math.floor(energy.length / 2)]!, energy.at(-1)!];
    expect(Math.abs(late / early - 1)).toBeLessThan(1e-4);
    expect(late / energy[0]!).toBeGreaterThan(0.999);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import { PatchContact } from "../../../src/contact/patch/patchContact.ts";
import { Rolling } from "../../../src/contact/patch/rolling.ts";
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

describe("the part of a motion that is rolling", () => {
  const dot = (a: readonly number[], b: readonly number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  const unit = (a: readonly number[]): number[] => a.map((x) => x / Math.hypot(...a));
  const cross = (a: readonly number[], b: readonly number[]): number[] =>
    [0, 1, 2].map((i) => a[(i + 1) % 3]! * b[(i + 2) % 3]! - a[(i + 2) % 3]! * b[(i + 1) % 3]!);
  const component = fc.double({ min: -1, max: 1, noNaN: true });
  const vector = fc.tuple(component, component, component).filter((a) => Math.hypot(...a) > 0.1);
  const part = fc.double({ min: 0, max: 0.25, noNaN: true });

  it("is 1 − (1 − K)⁴ across the normal, with K = Σ κ·e·eᵀ of the axes as seen along it", () => {
    fc.assert(
      fc.property(vector, vector, vector, vector, part, part, part, (normal, a, b, x, κ, λ, μ) => {
        const n = unit(normal);
        const across = (axis: readonly number[]): number[] => axis.map((e, i) => e - dot(axis, n) * n[i]!);
        fc.pre(Math.hypot(...across(a)) > 0.05 && Math.hypot(...across(b)) > 0.05);
        const rolling = new Rolling();
        rolling.begin(Float64Array.from(n));
        rolling.add(a[0], a[1], a[2], κ, μ);
        rolling.add(b[0], b[1], b[2], λ, 0);
        rolling.finish();
        const found = new Float64Array(4).fill(7);
        rolling.rollingPart(found, 1, x[0], x[1], x[2]);
        const [e, f] = [unit(across(a)), unit(across(b))];
        const g = cross(n, e);
        let left = across(x);
        for (let k = 0; k < 4; k++) {
          const [p, q, r] = [κ * dot(e, left), λ * dot(f, left), μ * dot(g, left)];
          left = left.map((y, i) => y - p * e[i]! - q * f[i]! - r * g[i]!);
        }
        const expected = across(x).map((y, i) => y - left[i]!);
        for (let i = 0; i < 3; i++) expect(found[1 + i]).toBeCloseTo(expected[i]!, 12);
        expect(found[0]).toBe(7);
      }),
      { seed: 2201, numRuns: 200 },
    );
  });

  it("is all of it about the axis of a body that rolls freely, however many do, and nothing where none does", () => {
    const n = Float64Array.from(unit([0.3, -0.5, 0.8]));
    const axis = unit(cross([...n], [1, 0, 0]));
    const turn = axis.map((x) => 3 * x);
    for (const count of [0, 1, 2]) {
      const rolling = new Rolling();
      rolling.begin(n);
      for (let k = 0; k < count; k++) rolling.add(axis[0]!, axis[1]!, axis[2]!, 1, 0);
      rolling.finish();
      const out = new Float64Array(3);
      rolling.rollingPart(out, 0, turn[0]!, turn[1]!, turn[2]!);
      for (let i = 0; i < 3; i++) expect(out[i]).toBeCloseTo(count === 0 ? 0 : turn[i]!, 12);
    }
  });
});

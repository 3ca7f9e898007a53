import { describe, expect, it } from "vitest";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import { PatchContact } from "../../../src/contact/patch/patchContact.ts";
import { halfSpaceFactor, type PatchStiffness } from "../../../src/contact/patch/patchLaw.ts";
import { patchOutline } from "../../../src/contact/patch/patchOutline.ts";
import { bodyBounds } from "../../../src/geometry/bounds.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import type { SolidShape } from "../../../src/geometry/registry.ts";
import { Beam } from "../../../src/geometry/shapes/beam.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Capsule } from "../../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../../src/geometry/shapes/cylinder.ts";
import { Mesh } from "../../../src/geometry/shapes/mesh.ts";
import { createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { identity, turnedBy } from "./poses.ts";

const foundation: PatchStiffness = { modulus: 0, foundation: 1e9 };
const steel: PatchStiffness = { modulus: 1.1e11, foundation: 0 };
const origin = new Float64Array(3);
/** Its top is the plane z = 0. */
const table = Box({ lengthX: 4, lengthY: 4, lengthZ: 1 });
const tableAt = Float64Array.of(0, 0, -0.5);
const degree = Math.PI / 180;

function contact(A: SolidShape, B: SolidShape): PatchContact {
  return new PatchContact(patchBody(convexBody(A))!, patchBody(convexBody(B))!);
}

function onTable(pair: PatchContact, R: Float64Array, r: readonly number[], stiffness: PatchStiffness): void {
  pair.evaluate(identity, 0, tableAt, 0, R, 0, Float64Array.from(r), 0, stiffness);
}

/** Force and its moment about the y axis through the origin, of a box of width 2·b on a foundation: what a plane section shows. */
function wedgeByFormula(a: number, b: number, c: number, angle: number, lowest: number, k: number) {
  // corners of the section (x, z) of the box, turned about y: x' = x cos + z sin, z' = −x sin + z cos; z of the centre so
  // that the lowest corner is at −lowest
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const height = a * sin + c * cos - lowest;
  const corners = [[a, -c], [a, c], [-a, c], [-a, -c]].map(([x, z]) => [x! * cos + z! * sin, -x! * sin + z! * cos + height]); // biome-ignore format: a picture
  // the part below z = 0, counter-clockwise, by intersecting its edges with the line
  const below: number[][] = [];
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % 4]!;
    if (p[1]! <= 0) below.push(p);
    if (p[1]! < 0 !== q[1]! < 0) below.push([p[0]! + ((q[0]! - p[0]!) * p[1]!) / (p[1]! - q[1]!), 0]);
  });
  let [area, first] = [0, 0];
  below.forEach((p, i) => {
    const q = below[(i + 1) % below.length]!;
    const twice = p[0]! * q[1]! - q[0]! * p[1]!;
    area += twice / 2;
    first += (twice * (p[0]! + q[0]!)) / 6;
  });
  return { force: 2 * b * k * area, moment: -2 * b * k * first, height };
}

describe("a box on a plane with elastic foundation", () => {
  const pair = contact(table, Box({ lengthX: 0.4, lengthY: 0.6, lengthZ: 0.2 }));
  for (const tilt of [0, 1e-4, 0.01, 0.03, 0.1, 0.5, 1, 2, 5]) {
    it(`has the force and moment of the closed form at ${tilt}°`, () => {
      for (const lowest of [1e-6, 1e-5, 1e-4, 1e-3]) {
        const exact = wedgeByFormula(0.2, 0.3, 0.1, tilt * degree, lowest, 1e9);
        onTable(pair, turnedBy([0, tilt * degree, 0]), [0, 0.1, exact.height], foundation);
        expect(Math.abs(pair.force[2] / exact.force - 1)).toBeLessThan(1e-8);
        expect(Math.abs(pair.force[0]) + Math.abs(pair.force[1])).toBeLessThan(1e-9 * exact.force);
        // moment about the y axis through the origin, relative to force times length of the box
        const moment = pair.torque[1] + pair.point[2] * pair.force[0] - pair.point[0] * pair.force[2];
        expect(Math.abs(moment - exact.moment)).toBeLessThan(1e-8 * 0.4 * exact.force);
      }
    });
  }
});

describe("the half-space law", () => {
  it("is Hertz' law for a paraboloid, with second order in the size of the facets", () => {
    const R = 0.1;
    const depth = 1e-5;
    const errors = [10, 20, 40].map((rings) => {
      // the convex hull of a cap of the paraboloid, wider than the contact
      const reach = 1.5 * Math.sqrt(2 * R * depth);
      const vertices = [0, 0, 0];
      for (let i = 1; i <= rings; i++) {
        const r = (reach * i) / rings;
        for (let j = 0; j < 2 * rings; j++) {
          const phi = (Math.PI * (j + 0.5 * (i % 2))) / rings;
          vertices.push(r * Math.cos(phi), r * Math.sin(phi), (r * r) / (2 * R));
        }
      }
      vertices.push(0, 0, 1);
      const hull = Mesh({ vertices, triangles: [0, 1, 2] });
      const pair = contact(table, hull);
      onTable(pair, identity, [0, 0, -depth], steel);
      return pair.force[2] / ((4 / 3) * 1.1e11 * Math.sqrt(R) * depth ** 1.5) - 1;
    });
    const order = Math.log2(errors[1]! / errors[2]!);
    expect(order).toBeGreaterThan(1.8);
    expect(order).toBeLessThan(2.2);
    expect(Math.abs(errors[2]!)).toBeLessThan(3e-3);
  });

  it("is proportional to the depth and to the root of the area for a flat punch", () => {
    for (const [x, y] of [
      [0.2, 0.2],
      [0.4, 0.1],
      [1, 1],
    ] as const) {
      // biome-ignore format: a picture
      const pair = contact(table, Box({ lengthX: x, lengthY: y, lengthZ: 0.3 }));
      onTable(pair, identity, [0, 0, 0.15 - 1e-6], steel);
      expect(pair.force[2] / (halfSpaceFactor * 1.1e11 * Math.sqrt(x * y) * 1e-6)).toBeCloseTo(1, 8);
    }
  });

  it("goes with the square of the depth for a cone on its apex", () => {
    const pair = contact(table, Cone({ diameter: 0.2, length: 0.1 }));
    const forces = [1e-4, 2e-4].map((depth) => {
      onTable(pair, turnedBy([Math.PI, 0, 0]), [0, 0, 0.1 - depth], steel);
      return pair.force[2];
    });
    expect(Math.log2(forces[1]! / forces[0]!)).toBeCloseTo(2, 6);
    // 0.653 E* t δ² with t = 1, up to the 0.4 % of area that the facets lack
    expect(forces[0]! / (0.6533 * 1.1e11 * 1e-8)).toBeCloseTo(1, 2);
  });
});

describe("a patch", () => {
  const shapes: readonly (readonly [string, SolidShape])[] = [
    ["box", Box({ lengthX: 0.4, lengthY: 0.6, lengthZ: 0.2 })],
    ["cylinder", Cylinder({ diameter: 0.4, length: 0.2 })],
    ["frustum", Cone({ diameter: 0.4, topDiameter: 0.2, length: 0.2 })],
    ["beam", Beam({ axis: 1, length: 0.4, width: 0.2, thickness: 0.2 })],
  ];

  for (const [name, shape] of shapes) {
    it(`changes continuously while a ${name} tilts from face to edge to vertex`, () => {
      const pair = contact(table, shape);
      // a small step changes the force by little at every tilt: the largest change per step shrinks with the step
      const change = (step: number) => {
        let worst = 0;
        for (let tilt = 1e-5; tilt < 0.3; tilt *= 1.06) {
          const values = [tilt, tilt + step].map((t) => {
            const R = turnedBy([0.7 * t, t, 0.4]);
            // the lowest point stays 1e-4 below the table
            onTable(pair, R, [0.1, 0.2, lowest(shape, R) - 1e-4], steel);
            return [...pair.force, ...pair.torque, ...pair.point, pair.energy].map((x, i) => x / (i < 6 ? 1e6 : 1));
          });
          worst = Math.max(worst, ...values[0]!.map((x, i) => Math.abs(x - values[1]![i]!)));
        }
        return worst;
      };
      const [coarse, fine] = [change(1e-6), change(1e-8)];
      expect(coarse).toBeGreaterThan(0);
      expect(fine).toBeLessThan(0.05 * coarse);
    });
  }

  it("pushes both bodies with opposite forces, whichever is named first", () => {
    const A = Box({ lengthX: 0.5, lengthY: 0.5, lengthZ: 0.5 });
    const B = Box({ lengthX: 0.5, lengthY: 0.5, lengthZ: 0.4 });
    const [pair, reversed] = [contact(A, B), contact(B, A)];
    const R = turnedBy([0.02, 0.3, 0.1]);
    const r = Float64Array.of(0.2, 0.1, 0.47);
    pair.evaluate(identity, 0, origin, 0, R, 0, r, 0, steel);
    reversed.evaluate(R, 0, r, 0, identity, 0, origin, 0, steel);
    expect(pair.isTouching).toBe(true);
    for (let k = 0; k < 3; k++) {
      expect(reversed.force[k]! + pair.force[k]!).toBeCloseTo(0, 3);
      expect(reversed.point[k]!).toBeCloseTo(pair.point[k]!, 12);
    }
  });

  it("does not depend on where the pair is in the world", () => {
    const pair = contact(table, Cylinder({ diameter: 0.4, length: 0.2 }));
    const R = turnedBy([0.2, 0.1, 0.3]);
    onTable(pair, R, [0.1, 0.2, 0.1415], steel);
    const here = [pair.energy, pair.area, pair.normalForce];
    const Q = turnedBy([1, 2, -0.5]);
    const to = (v: Float64Array | readonly number[]) =>
      Float64Array.from([0, 1, 2], (i) => 3 + Q[3 * i]! * v[0]! + Q[3 * i + 1]! * v[1]! + Q[3 * i + 2]! * v[2]!);
    pair.evaluate(Q, 0, to(tableAt), 0, turnedBy([1, 2, -0.5], R), 0, to([0.1, 0.2, 0.1415]), 0, steel);
    // rounding of coordinates of 3 m against a depth of 1e-4 m
    [pair.energy, pair.area, pair.normalForce].forEach((x, i) =>
      expect(Math.abs(x / here[i]! - 1)).toBeLessThan(1e-10),
    );
  });

  it("of a rolling cylinder is the same at every angle, and close to the closed form of a line contact", () => {
    const pair = contact(table, Cylinder({ axis: 2, diameter: 0.4, length: 0.3 }));
    const depth = 1e-5;
    const forces = Array.from({ length: 50 }, (_, i) => {
      onTable(pair, turnedBy([0, 0.123 * i, 0]), [0, 0, 0.2 - depth], foundation);
      return pair.force[2];
    });
    const exact = 1e9 * 0.3 * (4 / 3) * depth * Math.sqrt(2 * 0.2 * depth);
    for (const force of forces) {
      expect(Math.abs(force / forces[0]! - 1)).toBeLessThan(1e-9);
      expect(Math.abs(force / exact - 1)).toBeLessThan(5e-3);
    }
  });

  it("is the overlap of two cubes standing on each other with an offset", () => {
    const pair = contact(Box(), Box());
    pair.evaluate(identity, 0, origin, 0, identity, 0, Float64Array.of(0.3, 0.2, 1 - 1e-6), 0, foundation);
    expect(pair.area).toBeCloseTo(0.7 * 0.8, 5);
    expect(pair.normalForce / (1e9 * 0.56 * 1e-6)).toBeCloseTo(1, 5);
    expect(pair.point[0]).toBeCloseTo(0.15, 5);
    expect(pair.point[1]).toBeCloseTo(0.1, 5);
  });
});

/** Height of the origin of the shape at which its lowest point is at z = 0, for a tilt R. */
function lowest(shape: SolidShape, R: Float64Array): number {
  const bounds = new Float64Array(6);
  bodyBounds(bounds, 0, convexBody(shape), R, 0, origin, 0);
  return -bounds[2]!;
}

describe("damping and friction of a patch", () => {
  const motion = createBodyMotion(2);
  const box = Box({ lengthX: 0.4, lengthY: 0.4, lengthZ: 0.2 });

  it("are exact for a box that is pressed down and slides", () => {
    const pair = contact(table, box);
    onTable(pair, identity, [0, 0, 0.1 - 1e-6], steel);
    const elastic = pair.force[2];
    motion.position.set([0, 0, 0.1 - 1e-6], 3);
    motion.velocity.set([0.3, 0.4, -0.01], 3);
    motion.angularVelocity.fill(0);
    pair.addDissipation(motion, 0, 1, { damping: 20, friction: 0.3, smallSpeed: 0.01 });
    expect(pair.normalForce / (1.2 * elastic)).toBeCloseTo(1, 12);
    expect(pair.force[0] / (-0.3 * 1.2 * elastic * 0.6)).toBeCloseTo(1, 12);
    expect(pair.force[1] / (-0.3 * 1.2 * elastic * 0.8)).toBeCloseTo(1, 12);
    expect(Math.abs(pair.torque[2]) / elastic).toBeLessThan(1e-12);
  });

  it("brake a spinning square with the torque of the closed form", () => {
    // uniform pressure: μ·F·mean distance from the centre of a square of side a: a·(√2 + ln(1 + √2))/6
    const pair = contact(table, box);
    onTable(pair, identity, [0, 0, 0.1 - 1e-6], steel);
    const elastic = pair.force[2];
    motion.velocity.fill(0);
    motion.angularVelocity.set([0, 0, 50], 3);
    pair.addDissipation(motion, 0, 1, { damping: 0, friction: 0.3, smallSpeed: 1e-6 });
    const exact = 0.3 * elastic * 0.4 * ((Math.SQRT2 + Math.asinh(1)) / 6);
    expect(Math.abs(-pair.torque[2] / exact - 1)).toBeLessThan(2e-3);
  });

  it("never add energy", () => {
    const pair = contact(table, box);
    let seed = 1;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647 - 0.5;
    };
    for (let i = 0; i < 200; i++) {
      const r = [random(), random(), 0.1];
      onTable(pair, turnedBy([0.02 * random(), 0.02 * random(), random()]), r, steel);
      if (!pair.isTouching) continue;
      const elastic = [...pair.force, ...pair.torque];
      motion.position.set(r, 3);
      motion.velocity.set([random(), random(), random()], 3);
      motion.angularVelocity.set([random(), random(), random()], 3);
      pair.addDissipation(motion, 0, 1, { damping: 5, friction: 0.4, smallSpeed: 0.01 });
      const [v, w] = [motion.velocity.subarray(3), motion.angularVelocity.subarray(3)];
      const arm = [0, 1, 2].map((k) => pair.point[k]! - r[k]!);
      const at = [
        v[0]! + w[1]! * arm[2]! - w[2]! * arm[1]!,
        v[1]! + w[2]! * arm[0]! - w[0]! * arm[2]!,
        v[2]! + w[0]! * arm[1]! - w[1]! * arm[0]!,
      ];
      let power = 0;
      for (let k = 0; k < 3; k++) {
        power += (pair.force[k]! - elastic[k]!) * at[k]! + (pair.torque[k]! - elastic[3 + k]!) * w[k]!;
      }
      expect(power).toBeLessThan(0);
    }
  });
});

describe("the outline of a patch", () => {
  it("of a box on a table is its face, in order", () => {
    const pair = contact(table, Box({ lengthX: 0.4, lengthY: 0.6, lengthZ: 0.2 }));
    onTable(pair, identity, [1, 0, 0.1 - 1e-6], steel);
    const corners = patchOutline(pair);
    expect(corners.length).toBe(12);
    let area = 0;
    for (let i = 0; i < 12; i += 3) {
      const j = (i + 3) % 12;
      area += (corners[i]! * corners[j + 1]! - corners[j]! * corners[i + 1]!) / 2;
      expect(Math.abs(corners[i]! - 1)).toBeCloseTo(0.2, 9);
      expect(corners[i + 2]).toBeCloseTo(0, 5);
    }
    expect(Math.abs(area)).toBeCloseTo(0.24, 9);
    onTable(pair, identity, [1, 0, 0.2], steel);
    expect(patchOutline(pair)).toEqual([]);
  });
});

describe("two bodies in a patch", () => {
  const plate = Box({ lengthX: 1, lengthY: 1, lengthZ: 0.1 });
  const block = Box({ lengthX: 0.6, lengthY: 0.5, lengthZ: 0.4 });
  const rod = Cylinder({ axis: 3, diameter: 0.2, length: 1 });
  const drum = Cylinder({ axis: 3, diameter: 0.3, length: 0.5 });
  const pill = Capsule({ axis: 3, diameter: 0.06, length: 5 });

  it.each([
    ["a box rather than a cylinder", plate, rod, 0.05],
    ["a cylinder rather than a capsule", rod, pill, 0.1],
    ["a box rather than a capsule", block, pill, 0.2],
    ["the larger of two boxes", plate, block, 0.05],
    ["the larger of two cylinders", rod, drum, 0.1],
  ] as const)("have the field of %s, whichever comes first: it holds up to half of its thickness", (_, A, B, limit) => {
    expect(contact(A, B).limit).toBeCloseTo(limit, 12);
    expect(contact(B, A).limit).toBeCloseTo(limit, 12);
  });

  it("have the field of the first where both are as large within a hundredth", () => {
    // thick and thin ones of the same reach: that of a diagonal
    const [thick, thin] = [Box({ lengthX: 0.8, lengthY: 0.6, lengthZ: 1 }), Box({ lengthX: 0.6, lengthY: 0.4, lengthZ: Math.sqrt(1.48) })]; // biome-ignore format: one pair
    expect(convexBody(thick).reach).toBeCloseTo(convexBody(thin).reach, 12);
    expect(contact(thick, thin).limit).toBeCloseTo(0.3, 12);
    expect(contact(thin, thick).limit).toBeCloseTo(0.2, 12);
    for (const [ratio, limit] of [
      [0.995, 0.3 * 0.995],
      [0.985, 0.2],
    ] as const) {
      const smaller = Box({ lengthX: 0.8 * ratio, lengthY: 0.6 * ratio, lengthZ: ratio });
      expect(contact(smaller, thin).limit).toBeCloseTo(limit, 12);
    }
  });

  it.each([
    ["boxes", plate, block],
    ["a box and a cylinder", plate, drum],
    ["two cylinders", rod, drum],
  ] as const)("do to each other what they do when they are exchanged: %s", (_, A, B) => {
    const [RA, RB] = [turnedBy([0.1, 0.2, 0.3]), turnedBy([0.4, 0.1, 0.2])];
    const [rA, rB] = [Float64Array.of(0.1, 0.2, 0.3), new Float64Array(3)];
    const law = { damping: 3, friction: 0.4, smallSpeed: 0.01 };
    const motion = createBodyMotion(5);
    // bodies 2 and 4
    motion.velocity.set([0.1, -0.2, 0.3], 6);
    motion.angularVelocity.set([1, 2, -1], 6);
    motion.velocity.set([-0.3, 0.1, -0.2], 12);
    motion.angularVelocity.set([-2, 1, 0.5], 12);
    const [there, back] = [contact(A, B), contact(B, A)];
    let touched = 0;
    for (const height of [0.2, 0.3, 0.35, 0.4, 1.2, 0.3]) {
      rB.set([0.12, 0.25, 0.3 + height]);
      motion.position.set(rA, 6);
      motion.position.set(rB, 12);
      there.evaluate(RA, 0, rA, 0, RB, 0, rB, 0, steel);
      back.evaluate(RB, 0, rB, 0, RA, 0, rA, 0, steel);
      expect(back.isTouching).toBe(there.isTouching);
      if (there.isTouching) {
        touched++;
        expect(Math.hypot(...there.normal)).toBeCloseTo(1, 12);
        for (let i = 0; i < 3; i++) expect(there.normal[i]! * there.normalForce).toBeCloseTo(there.force[i]!, 3);
      }
      there.addDissipation(motion, 2, 4, law);
      back.addDissipation(motion, 4, 2, law);
      for (const name of ["force", "torque"] as const)
        for (let i = 0; i < 3; i++)
          expect(Math.abs(there[name][i]! + back[name][i]!)).toBeLessThan(1e-9 * there.normalForce + 1e-300);
      if (!there.isTouching)
        for (const name of ["force", "torque"] as const) expect([...there[name]].map(Math.abs)).toEqual([0, 0, 0]);
      expect([back.depth, back.energy, back.area, back.normalForce]).toEqual(
        [there.depth, there.energy, there.area, there.normalForce].map((x) =>
          expect.closeTo(x, 12 - Math.ceil(Math.log10(1 + x))),
        ),
      );
    }
    expect(touched).toBeGreaterThan(1);
    expect(touched).toBeLessThan(6);
  });

  it.each([
    ["boxes", plate, block, 0.3],
    ["a box and a cylinder", plate, drum, 0.3],
    ["two cylinders", rod, drum, 0.15],
    ["a cylinder and a capsule", rod, Capsule({ axis: 1, diameter: 0.2, length: 0.6 }), 0.15],
    ["a beam and a box", Beam({ axis: 2, length: 0.5, width: 0.3, thickness: 0.2 }), plate, 0.15],
  ] as const)("do the same wherever their scene is, and however it is turned: %s", (_, A, B, least) => {
    const law = { damping: 0.3, friction: 0.4, smallSpeed: 0.01 };
    const pair = contact(A, B);
    const times = (Q: ArrayLike<number>, x: ArrayLike<number>): number[] =>
      [0, 1, 2].map((i) => Q[3 * i]! * x[0]! + Q[3 * i + 1]! * x[1]! + Q[3 * i + 2]! * x[2]!);
    const vectors = {
      rA: [0.1, 0.2, 0.3],
      vA: [0.1, -0.2, 0.3],
      wA: [1, 2, -1],
      vB: [-0.3, 0.1, -0.2],
      wB: [-2, 1, 0.5],
    };
    /** Force, torque and point, seen from the scene. */
    const seen = (turn: readonly number[], shift: readonly number[], height: number): number[] => {
      const Q = turnedBy(turn);
      const back = Float64Array.from([0, 1, 2].flatMap((i) => [Q[i]!, Q[3 + i]!, Q[6 + i]!]));
      const put = (x: readonly number[]): Float64Array => Float64Array.from(times(Q, x), (y, i) => y + shift[i]!);
      const [RA, RB] = [turnedBy(turn, turnedBy([0.1, 0.2, 0.3])), turnedBy(turn, turnedBy([0.4, 0.1, 0.2]))];
      const [rA, rB] = [put(vectors.rA), put([0.12, 0.25, 0.3 + height])];
      const motion = createBodyMotion(3);
      motion.position.set(rA, 3);
      motion.position.set(rB, 6);
      motion.velocity.set(times(Q, vectors.vA), 3);
      motion.velocity.set(times(Q, vectors.vB), 6);
      motion.angularVelocity.set(times(Q, vectors.wA), 3);
      motion.angularVelocity.set(times(Q, vectors.wB), 6);
      pair.evaluate(RA, 0, rA, 0, RB, 0, rB, 0, steel);
      expect(pair.isTouching).toBe(true);
      const still = [...times(back, pair.force), ...times(back, pair.torque)];
      const scale = 1 / pair.normalForce;
      pair.addDissipation(motion, 1, 2, law);
      const point = times(
        back,
        pair.point.map((x, i) => x - shift[i]!),
      );
      return [...[...still, ...times(back, pair.force), ...times(back, pair.torque)].map((x) => scale * x), ...point];
    };
    for (const height of [least, least + 0.02]) {
      const there = seen([0, 0, 0], [0, 0, 0], height);
      for (const [turn, shift] of [
        [
          [0, 0, 0],
          [3, -5, 7],
        ],
        [
          [1, -2, 0.5],
          [0, 0, 0],
        ],
        [
          [-0.3, 0.7, 2],
          [-4, 2, 6],
        ],
      ] as const)
        expect(seen(turn, shift, height)).toEqual(there.map((x) => expect.closeTo(x, 8)));
    }
  });
});

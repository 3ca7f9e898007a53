import { describe, expect, it } from "vitest";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import { PatchContact } from "../../../src/contact/patch/patchContact.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import type { SolidShape } from "../../../src/geometry/registry.ts";
import { Beam } from "../../../src/geometry/shapes/beam.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Cone } from "../../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../../src/geometry/shapes/cylinder.ts";
import { mulMM } from "../../../src/math/mat3.ts";
import { createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { identity, turnedBy } from "./poses.ts";

const plate = patchBody(convexBody(Box({ lengthX: 6, lengthY: 4, lengthZ: 0.2 })))!;
const shapes: Record<string, SolidShape> = {
  box: Box({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.15 }),
  cylinder: Cylinder({ diameter: 0.3, length: 0.25 }),
  beam: Beam({ axis: 1, length: 0.4, width: 0.25, thickness: 0.2 }),
  cone: Cone({ diameter: 0.3, length: 0.5 }),
  frustum: Cone({ axis: 2, diameter: 0.3, topDiameter: 0.15, length: 0.4 }),
};
const attitudes = [[0, 0, 0], [0.3, 0.2, 0.1], [1.5, 0.1, 0], [2.1, 0.8, -0.6], [0.2, 2.5, 0.4]]; // biome-ignore format: a list

describe("damping and friction of a patch", () => {
  for (const [name, shape] of Object.entries(shapes)) {
    it(`of a ${name} that turns and slides change smoothly while it sinks in`, () => {
      const pair = new PatchContact(plate, patchBody(convexBody(shape))!);
      const motion = createBodyMotion(2);
      motion.velocity.set([0.3, 0.2, -3], 3);
      motion.angularVelocity.set([-2, -5, 1], 3);
      const [below, r] = [Float64Array.of(0, 0, -0.1), new Float64Array(3)];
      for (const attitude of attitudes) {
        const R = turnedBy(attitude);
        const at = (z: number): number[] => {
          r[2] = z;
          motion.position.set(r, 3);
          pair.evaluate(identity, 0, below, 0, R, 0, r, 0, { modulus: 6.5e9, foundation: 0 });
          pair.addDissipation(motion, 0, 1, { damping: 0.25, friction: 0.3, smallSpeed: 0.01 });
          return [...pair.force, ...pair.torque];
        };
        let [touching, apart] = [0, 0.6];
        for (let k = 0; k < 60; k++) {
          const middle = (touching + apart) / 2;
          at(middle);
          if (pair.isTouching) touching = middle;
          else apart = middle;
        }
        // second differences at steps far below the depth: of the order of rounding for a smooth function, not for one that jumps
        for (const depth of [1e-5, 1e-4, 1e-3]) {
          const step = 1e-5 * depth;
          for (let k = -8; k < 8; k++) {
            const [a, b, c] = [k - 1, k, k + 1].map((i) => at(touching - depth + i * step)) as [
              number[],
              number[],
              number[],
            ];
            const size = Math.hypot(b[0]!, b[1]!, b[2]!);
            for (let i = 0; i < 6; i++) expect(Math.abs(a[i]! - 2 * b[i]! + c[i]!) / size).toBeLessThan(2e-8);
          }
        }
      }
    });
  }
});

describe("force of a patch", () => {
  const bodyOf = (shape: SolidShape) => patchBody(convexBody(shape))!;
  const standing = bodyOf(Cylinder({ diameter: 0.2, length: 0.1 }));
  it.each([
    ["cylinder", bodyOf(Cylinder({ diameter: 0.1, length: 0.15 }))],
    ["frustum", bodyOf(Cone({ diameter: 0.1, topDiameter: 0.06, length: 0.15 }))],
  ])("of a rim of a %s on the end of a cylinder does not depend on how rounding turns the normal", (name, other) => {
    const pair = new PatchContact(standing, other);
    const low = name === "cylinder" ? -0.075 : 0;
    for (const tilt of [0.3, 0.8])
      for (const depth of [1e-5, 1e-3])
        for (const place of [0.03, 0.1 - depth, 0.1 - 0.1 * depth]) {
          // it turns about its lowest point, together with what it stands on
          const at = (turn: number): number[] => {
            const both = turnedBy([0.3 * turn, 0.7 * turn, -0.4 * turn], turnedBy([1, 2, 0.3]));
            const R = new Float64Array(9);
            mulMM(R, 0, both, 0, turnedBy([tilt, turn, 0]), 0);
            const [a, z] = [
              [0, -Math.sin(tilt), Math.cos(tilt)],
              [0, 0, 1],
            ];
            const inner = [0, 1, 2].map(
              (i) =>
                [0, place, 0.05 - depth][i]! -
                (low * a[i]! + (0.05 * (Math.cos(tilt) * a[i]! - z[i]!)) / Math.sin(tilt)),
            );
            const r = Float64Array.from([0, 1, 2], (i) =>
              [0, 1, 2].reduce((sum, j) => sum + both[3 * i + j]! * inner[j]!, 0),
            );
            pair.evaluate(both, 0, new Float64Array(3), 0, R, 0, r, 0, { modulus: 1e9, foundation: 0 });
            return [...pair.force, ...pair.torque];
          };
          const [size, step] = [Math.hypot(...at(0).slice(0, 3)), 1e-6 * depth];
          expect(size).toBeGreaterThan(0);
          for (let k = -8; k < 8; k++) {
            const [before, here, behind] = [k - 1, k, k + 1].map((i) => at(i * step)) as [number[], number[], number[]];
            here.forEach((x, i) => expect(Math.abs(before[i]! - 2 * x + behind[i]!) / size).toBeLessThan(1e-6));
          }
        }
  });

  it("between crossed edges comes with the depth of the edge, not with that of the whole body", () => {
    const bar = patchBody(convexBody(Box({ lengthX: 1, lengthY: 0.1, lengthZ: 0.1 })))!;
    const pair = new PatchContact(bar, patchBody(convexBody(Box({ lengthX: 0.1, lengthY: 1, lengthZ: 0.1 })))!);
    const [first, second] = [turnedBy([Math.PI / 4, 0, 0]), turnedBy([0, Math.PI / 4, 0])];
    const r = Float64Array.of(0, 0, 0.1 * Math.SQRT2 - 1e-3);
    pair.evaluate(first, 0, new Float64Array(3), 0, second, 0, r, 0, { modulus: 6.5e9, foundation: 0 });
    // below the faces on both sides of the edge
    expect(pair.depth).toBeCloseTo(1e-3 * Math.SQRT1_2, 12);
  });

  it("of a beam on its face does not depend on the direction of a tilt that is next to nothing", () => {
    const pair = new PatchContact(plate, patchBody(convexBody(Beam({ length: 0.2, width: 0.1, thickness: 0.05 })))!);
    const [below, r] = [Float64Array.of(0, 0, -0.1), Float64Array.of(0, 0, 0.025 - 1e-6)];
    const flat = turnedBy([Math.PI / 2, 0, 0]);
    const forces = Array.from({ length: 12 }, (_, k) => {
      const R = turnedBy([1e-12 * Math.cos(0.1 * k), 1e-12 * Math.sin(0.1 * k), 0], flat);
      pair.evaluate(identity, 0, below, 0, R, 0, r, 0, { modulus: 6.5e9, foundation: 0 });
      return pair.normalForce;
    });
    expect(forces[0]).toBeGreaterThan(0);
    expect(Math.max(...forces) / Math.min(...forces) - 1).toBeLessThan(1e-9);
  });

  it("of a small cylinder on the round end of a beam is that on a cylinder of the same radius, at every depth", () => {
    const beam = patchBody(convexBody(Beam({ axis: 1, length: 0.5, width: 0.2, thickness: 0.1 })))!;
    const disc = patchBody(convexBody(Cylinder({ axis: 3, diameter: 0.2, length: 0.1 })))!;
    const small = patchBody(convexBody(Cylinder({ axis: 3, diameter: 0.05, length: 0.06 })))!;
    const [onBeam, onDisc] = [new PatchContact(beam, small), new PatchContact(disc, small)];
    const stiffness = { modulus: 1e9, foundation: 0 };
    for (const angle of [-1.3, -0.7, -0.01, 0, 0.3, 1.1])
      for (const depth of [1e-7, 1e-5, 1e-4, 1e-3]) {
        const far = 0.125 - depth;
        const r = Float64Array.of(far * Math.cos(angle), far * Math.sin(angle), 0);
        onDisc.evaluate(identity, 0, new Float64Array(3), 0, identity, 0, r, 0, stiffness);
        for (const end of [1, -1]) {
          const place = Float64Array.of(end * (r[0]! + 0.25), r[1]!, 0);
          onBeam.evaluate(identity, 0, new Float64Array(3), 0, identity, 0, place, 0, stiffness);
          // facets begin elsewhere: that matters by a small part of the 0.3 % by which their force is too small
          expect(Math.abs(onBeam.normalForce / onDisc.normalForce - 1)).toBeLessThan(1e-4);
          expect(Math.abs(onBeam.energy / onDisc.energy - 1)).toBeLessThan(1e-4);
          onBeam.force.forEach((x, i) =>
            expect(Math.abs(x - (i === 0 ? end : 1) * onDisc.force[i]!)).toBeLessThan(1e-4 * onDisc.normalForce),
          );
        }
      }
  });

  it("between a cylinder and the long edge of a beam grows smoothly", () => {
    // the contact has the direction in which the flat side begins: vertices that coincide there made a face inside another one
    const pair = new PatchContact(
      patchBody(convexBody(Cylinder({ diameter: 0.1, length: 0.2 })))!,
      patchBody(convexBody(Beam({ length: 0.2, width: 0.1, thickness: 0.05 })))!,
    );
    const [r, r0] = [new Float64Array(3), new Float64Array(3)];
    const first = turnedBy([0.08, 0.2, -0.2]);
    const second = turnedBy([0.2, -0.08, 0.14], turnedBy([0.5, 0, 0], turnedBy([0, 0.3, 0], turnedBy([0, 0, 0.7]))));
    // a little turn changes the last digit of the direction
    const at = (x: number, turn = 0): number => {
      r.set([x, 0.03, 0.01]);
      const turned = turnedBy([turn, 0.5 * turn, 0.3 * turn], second);
      pair.evaluate(first, 0, r0, 0, turned, 0, r, 0, { modulus: 6.5e9, foundation: 0 });
      return pair.normalForce;
    };
    let [inside, apart] = [0.08, 0.2];
    for (let k = 0; k < 40; k++) {
      const middle = (inside + apart) / 2;
      if (at(middle) > 0) inside = middle;
      else apart = middle;
    }
    let before = 0;
    for (let k = 25; k <= 75; k++) {
      const force = at(inside - 4e-5 * k, 1e-7 * k);
      if (before > 0) {
        expect(force).toBeGreaterThan(before);
        expect(force).toBeLessThan(1.12 * before);
      }
      before = force;
    }
  });
});

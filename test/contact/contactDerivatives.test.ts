/** Derivatives of contact forces agree with central differences in which each of both bodies is moved itself. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wrenchLength } from "../../src/contact/contactDerivatives.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { type BodyMotion, createBodyForces } from "../../src/mechanics/bodyMotion.ts";
import { FreeBodies } from "./freeBodies.ts";

const cube = Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 });
const plate = Box({ lengthX: 0.3, lengthY: 0.3, lengthZ: 0.1 });
const shapes = {
  box: cube,
  sphere: Sphere({ diameter: 0.1 }),
  capsule: Capsule({ axis: 1, diameter: 0.1, length: 0.1 }),
};
const depth = 1e-5;

function turn(R: Float64Array, o: number, axis: number, angle: number): void {
  const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
  for (let i = 0; i < 3; i++) {
    const [a, b] = [R[o + 3 * j + i]!, R[o + 3 * k + i]!];
    R[o + 3 * j + i] = Math.cos(angle) * a - Math.sin(angle) * b;
    R[o + 3 * k + i] = Math.sin(angle) * a + Math.cos(angle) * b;
  }
}

function moved(motion: BodyMotion, body: number, c: number, step: number): void {
  const { position, rotation, velocity, angularVelocity } = motion;
  if (c < 3) position[3 * body + c]! += step;
  else if (c < 6) turn(rotation, 9 * body, c - 3, step);
  else if (c < 9) velocity[3 * body + c - 6]! += step;
  else angularVelocity[3 * body + c - 9]! += step;
}

describe.each(Object.keys(shapes) as (keyof typeof shapes)[])("a %s on a box that moves", (name) => {
  it.each([1, 2])("derivatives by the motion of body %i", (body) => {
    const system = new FreeBodies([
      { name: "below", shape: cube, material: "DryWood", mass: 1, position: [0.1, -0.2, 0.3] },
      { name: "above", shape: shapes[name], material: "DryWood", mass: 1, position: [0.12, -0.21, 0.4 - depth] },
    ]);
    const { handler, motion } = system;
    system.setMotion(system.y0);
    motion.velocity.set([0.02, -0.01, 0.001, 0.2, 0.1, -0.003], 3);
    motion.angularVelocity.set([0.1, -0.2, 0.3, 0.3, 0.1, 0.2], 3);
    turn(motion.rotation, 18, 2, 0.3);
    handler.handleEvent(0, motion);
    expect(handler.table.count).toBe(1);
    const wrench = (): number[] => {
      const forces = createBodyForces(3);
      handler.addForces(motion, forces);
      const { force, torque } = forces;
      return [1, 2].flatMap((b) => [...force.subarray(3 * b, 3 * b + 3), ...torque.subarray(3 * b, 3 * b + 3)]);
    };
    const load = wrench();
    const derivatives = handler.createDerivatives();
    expect(derivatives.evaluate(0, motion)).toBe(true);
    const first = handler.table.bodyA[0]!;
    const [D, isSwapped] = [body === first ? derivatives.byA : derivatives.byB, first === 2];
    expect(wrench()).toEqual(load);
    for (let c = 0; c < wrenchLength; c++) {
      const step = c < 3 ? 1e-9 : c < 6 ? 1e-8 : 1e-6;
      moved(motion, body, c, step);
      const after = wrench();
      moved(motion, body, c, -2 * step);
      const before = wrench();
      moved(motion, body, c, step);
      const column = Array.from({ length: wrenchLength }, (_, i) => {
        const k = isSwapped ? (i + 6) % 12 : i;
        return D[wrenchLength * c + k]!;
      });
      // forces beside forces, moments beside moments
      for (const part of [0, 3]) {
        const rows = [0, 1, 2, 6, 7, 8].map((i) => i + part);
        const scale = Math.max(
          ...rows.map((i) => Math.abs(after[i]! - before[i]!) / (2 * step)),
          1e-3 * Math.abs(load[2]!),
        );
        for (const i of rows)
          expect(Math.abs((after[i]! - before[i]!) / (2 * step) - column[i]!), `row ${i}, column ${c}`).toBeLessThan(
            0.06 * scale,
          );
      }
    }
  });
});

/** As dominoes meet: face, edge or corner first, hardly touching or pressed, sticking or sliding, closing or opening. */
const meeting = fc.record({
  tilt: fc.constantFrom([0, 0], [0.3, 0], [0, -0.2], [0.25, 0.35], [1e-3, 0], [0.02, -0.01]),
  turn: fc.double({ min: 0, max: 1.5, noNaN: true }),
  exponent: fc.double({ min: -8, max: -5, noNaN: true }),
  sliding: fc.constantFrom(0.003, 0.05, 0.5),
  closing: fc.constantFrom(-1e-3, 1e-4, 0.01, 0.2),
});

describe("two boxes that meet at a face, an edge or a corner", () => {
  it("have the derivatives of central differences that stay within the contact", () => {
    fc.assert(
      fc.property(meeting, ({ tilt, turn: angle, exponent, sliding, closing }) => {
        const system = new FreeBodies([
          { name: "below", shape: plate, material: "DryWood", mass: 1, position: [0, 0, 0] },
          { name: "above", shape: cube, material: "DryWood", mass: 1, position: [0.02, 0.01, 0.1], smoothingRadius: 0 },
        ]);
        const { handler, motion } = system;
        system.setMotion(system.y0);
        turn(motion.rotation, 18, 2, angle);
        turn(motion.rotation, 18, 0, tilt[0]!);
        turn(motion.rotation, 18, 1, tilt[1]!);
        const pressed = 10 ** exponent;
        const reach = [0, 1, 2].reduce((sum, j) => sum + 0.05 * Math.abs(motion.rotation[24 + j]!), 0);
        motion.position[8] = 0.05 + reach - pressed;
        motion.velocity.set([0, 0, 0, sliding, 0.3 * sliding, -closing], 3);
        motion.angularVelocity.set([0.01, 0, 0.02, 0.05, -0.02, 0.1], 3);
        handler.handleEvent(0, motion);
        expect(handler.table.count).toBe(1);
        const first = handler.table.bodyA[0]!;
        const wrench = (): number[] => {
          const forces = createBodyForces(3);
          handler.addForces(motion, forces);
          const { force, torque } = forces;
          return [first, 3 - first].flatMap((b) => [
            ...force.subarray(3 * b, 3 * b + 3),
            ...torque.subarray(3 * b, 3 * b + 3),
          ]);
        };
        const load = Math.hypot(...wrench().slice(0, 3));
        const derivatives = handler.createDerivatives();
        expect(derivatives.evaluate(0, motion)).toBe(true);
        for (const body of [1, 2]) {
          const D = body === first ? derivatives.byA : derivatives.byB;
          // positions by a part of the depth, speeds by a part of where friction is smoothed
          for (let c = 0; c < wrenchLength; c++) {
            const step = c < 3 ? 3e-3 * pressed : c < 6 ? 3e-2 * pressed : c < 9 ? 1e-7 : 1e-6;
            moved(motion, body, c, step);
            const after = wrench();
            moved(motion, body, c, -2 * step);
            const before = wrench();
            moved(motion, body, c, step);
            for (const part of [0, 3]) {
              const rows = [0, 1, 2, 6, 7, 8].map((i) => i + part);
              const slopes = rows.map((i) => (after[i]! - before[i]!) / (2 * step));
              // of a stiffness, with the lever of a box for turning
              const unit = c < 6 ? (0.04 * load * (c < 3 ? 1 : 0.05)) / pressed : load;
              const scale = Math.max(...slopes.map(Math.abs), unit);
              rows.forEach((i, k) => {
                const error = Math.abs(slopes[k]! - D[wrenchLength * c + i]!);
                expect(error / scale, `row ${i}, column ${c}, body ${body}`).toBeLessThan(0.001);
              });
            }
          }
        }
      }),
      { seed: 19, numRuns: 60 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeAccelerations } from "../../src/mechanics/inverseDynamics.ts";
import { pointJacobian } from "../../src/mechanics/jacobians.ts";
import { move, randomSample, relativeDifference } from "./randomMechanism.ts";

const samples = { seed: 42, numRuns: 60 };
const size = fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 8 }));
// central differences of O(1…100) quantities: h² truncation with third derivatives up to 1e4 of long random chains
const h = 1e-5;
const tolerance = 1e-5;

describe("motion of random trees with joints of all kinds", () => {
  it("has velocities that are the rates of the positions", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const sample = randomSample(seed, n);
        const { motion } = sample.state;
        const zero = new Float64Array(sample.mechanism.nv);
        const velocity = motion.velocity.slice();
        const w = motion.angularVelocity.slice();
        const ahead = move(sample, h, zero);
        const r1 = motion.position.slice();
        const R1 = motion.rotation.slice();
        ahead.undo();
        move(sample, -h, zero);
        expect(
          relativeDifference(
            r1.map((x, i) => (x - motion.position[i]!) / (2 * h)),
            velocity,
          ),
        ).toBeLessThan(tolerance);
        // R' = ω × R, column by column: compare the first two columns
        for (let b = 1; b < sample.mechanism.count; b++) {
          for (let column = 0; column < 2; column++) {
            const c = [0, 1, 2].map(
              (i) => 0.5 * (R1[9 * b + 3 * i + column]! + motion.rotation[9 * b + 3 * i + column]!),
            );
            const rate = [0, 1, 2].map(
              (i) => (R1[9 * b + 3 * i + column]! - motion.rotation[9 * b + 3 * i + column]!) / (2 * h),
            );
            const [x, y, z] = [w[3 * b]!, w[3 * b + 1]!, w[3 * b + 2]!];
            const turned = [y * c[2]! - z * c[1]!, z * c[0]! - x * c[2]!, x * c[1]! - y * c[0]!];
            expect(relativeDifference(rate, turned)).toBeLessThan(tolerance);
          }
        }
      }),
      samples,
    );
  });

  it("has accelerations that are the rates of the velocities, also for joints on moving parents", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const sample = randomSample(seed, n);
        const { mechanism, state, random } = sample;
        const vdot = Float64Array.from({ length: mechanism.nv }, () => 3 * random());
        computeAccelerations(mechanism, state, vdot);
        const a = state.acceleration.slice();
        const ahead = move(sample, h, vdot);
        const v1 = state.motion.velocity.slice();
        const w1 = state.motion.angularVelocity.slice();
        ahead.undo();
        move(sample, -h, vdot);
        const rate = new Float64Array(6 * mechanism.count);
        for (let b = 0; b < mechanism.count; b++) {
          for (let i = 0; i < 3; i++) {
            rate[6 * b + i] = (w1[3 * b + i]! - state.motion.angularVelocity[3 * b + i]!) / (2 * h);
            rate[6 * b + 3 + i] = (v1[3 * b + i]! - state.motion.velocity[3 * b + i]!) / (2 * h);
          }
        }
        expect(relativeDifference(rate, a)).toBeLessThan(tolerance);
      }),
      samples,
    );
  });

  it("gives a point of a body the velocity that its Jacobian says", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const { mechanism, state, random } = randomSample(seed, n);
        const b = n;
        const offset = [random(), random(), random()];
        const { position, velocity, angularVelocity } = state.motion;
        const p = offset.map((x, i) => x + position[3 * b + i]!);
        const J = new Float64Array(6 * mechanism.nv);
        pointJacobian(J, mechanism, state, b, p);
        const product = new Float64Array(6);
        for (let j = 0; j < mechanism.nv; j++) for (let i = 0; i < 6; i++) product[i]! += J[6 * j + i]! * state.v[j]!;
        const [x, y, z] = [0, 1, 2].map((i) => angularVelocity[3 * b + i]!) as [number, number, number];
        const expected = [
          x,
          y,
          z,
          velocity[3 * b]! + y * offset[2]! - z * offset[1]!,
          velocity[3 * b + 1]! + z * offset[0]! - x * offset[2]!,
          velocity[3 * b + 2]! + x * offset[1]! - y * offset[0]!,
        ];
        expect(relativeDifference(product, expected)).toBeLessThan(1e-12);
      }),
      samples,
    );
  });
});

/** Bodies alone, seen from their centres of mass: the answer to a load is the difference that the load makes in forward dynamics. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import { normaliseCoordinates } from "../../src/mechanics/coordinateRates.ts";
import { forwardDynamics } from "../../src/mechanics/forwardDynamics.ts";
import { MechanismState } from "../../src/mechanics/mechanismState.ts";
import { SingleBodies } from "../../src/mechanics/singleBodies.ts";
import { isSingle } from "../../src/mechanics/singleStates.ts";
import { randomFrom, randomInertia, relativeDifference, update } from "./randomMechanism.ts";

describe("a body that moves freely", () => {
  it("answers to a load as forward dynamics say, with its centre of mass anywhere", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const random = randomFrom(seed);
        const mechanism = buildMechanism({
          bodies: [{ path: "body", parent: 0, joint: { path: "joint", kind: "free" }, ...randomInertia(random) }],
          gravity: { kind: "uniform", vector: [0.3, -9.81, 0.7] },
        });
        expect(isSingle(mechanism, 1)).toBe(true);
        const state = new MechanismState(mechanism);
        for (let k = 0; k < mechanism.nq; k++) state.q[k] = random();
        for (let k = 0; k < mechanism.nv; k++) state.v[k] = random();
        normaliseCoordinates(state.q, mechanism);
        update({ mechanism, state, random });
        forwardDynamics(mechanism, state);
        const before = state.vdot.slice();
        const singles = new SingleBodies(mechanism, state.motion);
        singles.locate(1);
        // a force in a point
        const [point, force] = [Float64Array.from({ length: 4 }, random), Float64Array.from({ length: 3 }, random)];
        const arm = [0, 1, 2].map((i) => point[1 + i]! - state.motion.position[3 + i]!) as [number, number, number];
        const [fx, fy, fz] = force as unknown as [number, number, number];
        const moment = [arm[1] * fz - arm[2] * fy, arm[2] * fx - arm[0] * fz, arm[0] * fy - arm[1] * fx];
        state.forces.force.set(force, 3);
        state.forces.torque.set(moment, 3);
        forwardDynamics(mechanism, state);
        const [J, Y] = [new Float64Array(7), new Float64Array(7)];
        singles.addRow(J, Y, 1, 1, point, 1, force, -1);
        const [first, second] = [new Float64Array(6), new Float64Array(8)];
        singles.readAccelerations(first, 0, 1, before, 0, 0.7);
        singles.readAccelerations(second, 2, 1, state.vdot, 0, 0.7);
        expect(
          relativeDifference(
            Y.subarray(1),
            first.map((rate, k) => (rate - second[2 + k]!) / 0.7),
          ),
        ).toBeLessThan(1e-12);
        // power of the force
        const speeds = new Float64Array(7);
        singles.readVelocities(speeds, 1, 1);
        const { velocity, angularVelocity } = state.motion;
        let power = 0;
        for (let i = 0; i < 3; i++) power -= force[i]! * velocity[3 + i]! + moment[i]! * angularVelocity[3 + i]!;
        expect(speeds.reduce((sum, v, k) => sum + v * J[k]!, 0)).toBeCloseTo(power, 12);
        // and back to the states
        const states = new Float64Array(8);
        singles.writeVelocities(states, 2, 1, speeds, 1);
        expect(relativeDifference(states.subarray(2), state.v)).toBeLessThan(1e-13);
        // the centre of mass feels the forces alone
        const mass = mechanism.inertia[10]!;
        const [gx, gy, gz] = mechanism.uniformGravity as unknown as [number, number, number];
        [gx + fx / mass, gy + fy / mass, gz + fz / mass].forEach((a, i) => {
          expect(second[2 + i]! / 0.7).toBeCloseTo(a, 9);
        });
      }),
      { seed: 11, numRuns: 100 },
    );
  });
});

/** The answer of a body alone to a load is the difference that the load makes in forward dynamics. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import { normaliseCoordinates } from "../../src/mechanics/coordinateRates.ts";
import { forwardDynamics } from "../../src/mechanics/forwardDynamics.ts";
import { createMechanismState } from "../../src/mechanics/mechanismState.ts";
import { addSingleRow, isSingle } from "../../src/mechanics/singleResponse.ts";
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
        const state = createMechanismState(mechanism);
        for (let k = 0; k < mechanism.nq; k++) state.q[k] = random();
        for (let k = 0; k < mechanism.nv; k++) state.v[k] = random();
        normaliseCoordinates(state.q, mechanism);
        update({ mechanism, state, random });
        forwardDynamics(mechanism, state);
        const before = state.vdot.slice();
        const load = Float64Array.from({ length: 6 }, random);
        state.forces.force.set(load.subarray(0, 3), 3);
        state.forces.torque.set(load.subarray(3), 3);
        forwardDynamics(mechanism, state);
        const change = state.vdot.map((rate, k) => before[k]! - rate);
        const [J, Y] = [new Float64Array(7), new Float64Array(7)];
        addSingleRow(J, Y, 1, mechanism, state, 1, load, -1);
        expect(relativeDifference(Y.subarray(1), change)).toBeLessThan(1e-12);
        // power of the load
        const { velocity, angularVelocity } = state.motion;
        let power = 0;
        for (let i = 0; i < 3; i++) power -= load[i]! * velocity[3 + i]! + load[3 + i]! * angularVelocity[3 + i]!;
        expect(state.v.reduce((sum, v, k) => sum + v * J[1 + k]!, 0)).toBeCloseTo(power, 12);
      }),
      { seed: 11, numRuns: 100 },
    );
  });
});

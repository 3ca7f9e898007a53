import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kineticEnergy, momentum, potentialEnergy } from "../../src/mechanics/energy.ts";
import { forwardDynamics } from "../../src/mechanics/forwardDynamics.ts";
import { inverseDynamics } from "../../src/mechanics/inverseDynamics.ts";
import { pointJacobian } from "../../src/mechanics/jacobians.ts";
import { massMatrix } from "../../src/mechanics/massMatrix.ts";
import { move, movingKinds, randomSample, relativeDifference, removeForces, update } from "./randomMechanism.ts";

const size = fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 12 }));
const samples = { seed: 7, numRuns: 150 };

describe("dynamics of random trees with joints of all kinds", () => {
  it("gives back the efforts from the accelerations they cause", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const { mechanism, state } = randomSample(seed, n);
        expect(forwardDynamics(mechanism, state)).toBe(0);
        const bodies = state.acceleration.slice();
        const tau = new Float64Array(mechanism.nv);
        inverseDynamics(tau, mechanism, state, state.vdot);
        expect(relativeDifference(tau, state.tau)).toBeLessThan(1e-10);
        expect(relativeDifference(state.acceleration, bodies)).toBeLessThan(1e-10);
      }),
      samples,
    );
  });

  it("finds the efforts that hold joints at given accelerations", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const { mechanism, state } = randomSample(seed, n);
        const { nv, bodyOfVelocity, vStart } = mechanism;
        const isHeld = (j: number): boolean => {
          const b = bodyOfVelocity[j]!;
          return vStart[b + 1]! - vStart[b]! === 1 && (seed >> (j % 20)) % 2 === 1;
        };
        for (let j = 0; j < nv; j++) state.held[j] = isHeld(j) ? 1 : 0;
        const given = Float64Array.from({ length: nv }, (_, j) => Math.sin(seed + j));
        state.vdot.set(given);
        expect(forwardDynamics(mechanism, state)).toBe(0);
        const efforts = Float64Array.from(state.tau, (tau, j) => tau + (isHeld(j) ? state.flangeEffort[j]! : 0));
        for (let j = 0; j < nv; j++) if (isHeld(j)) expect(state.vdot[j]).toBe(given[j]);
        const tau = new Float64Array(nv);
        inverseDynamics(tau, mechanism, state, state.vdot);
        expect(relativeDifference(tau, efforts)).toBeLessThan(1e-10);
      }),
      samples,
    );
  });

  it("has the kinetic energy ½·v·M·v, whatever its joints", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const { mechanism, state } = randomSample(seed, n);
        const { nv } = mechanism;
        const M = new Float64Array(nv * nv);
        massMatrix(M, mechanism, state);
        let energy = 0;
        for (let i = 0; i < nv; i++)
          for (let j = 0; j < nv; j++) energy += 0.5 * M[i + nv * j]! * state.v[i]! * state.v[j]!;
        expect(Math.abs(energy / kineticEnergy(mechanism, state) - 1)).toBeLessThan(1e-12);
      }),
      samples,
    );
  });

  it("has the mass matrix column by column from inverse dynamics", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const { mechanism, state } = randomSample(seed, n);
        const { nv } = mechanism;
        const M = new Float64Array(nv * nv);
        massMatrix(M, mechanism, state);
        const h = new Float64Array(nv);
        const tau = new Float64Array(nv);
        const unit = new Float64Array(nv);
        inverseDynamics(h, mechanism, state, unit);
        const columns = new Float64Array(nv * nv);
        for (let j = 0; j < nv; j++) {
          unit[j] = 1;
          inverseDynamics(tau, mechanism, state, unit);
          unit[j] = 0;
          for (let i = 0; i < nv; i++) columns[i + nv * j] = tau[i]! - h[i]!;
        }
        // h is up to 1e3 times larger than M: differences lose as many digits
        expect(relativeDifference(columns, M)).toBeLessThan(1e-10);
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  it("gains energy exactly as fast as forces and efforts supply it", () => {
    fc.assert(
      fc.property(size, fc.boolean(), ([seed, n], isPoint) => {
        const sample = randomSample(seed, n, isPoint ? { gravity: { kind: "point", mu: 40 } } : {});
        const { mechanism, state } = sample;
        forwardDynamics(mechanism, state);
        let power = 0;
        for (let j = 0; j < mechanism.nv; j++) power += state.tau[j]! * state.v[j]!;
        for (let i = 3; i < 3 * mechanism.count; i++) {
          power += state.forces.force[i]! * state.motion.velocity[i]!;
          power += state.forces.torque[i]! * state.motion.angularVelocity[i]!;
        }
        const h = 1e-5;
        const vdot = state.vdot.slice();
        const energy = (): number => kineticEnergy(mechanism, state) + potentialEnergy(mechanism, state);
        const size = Math.max(1, Math.abs(power), kineticEnergy(mechanism, state));
        const ahead = move(sample, h, vdot);
        const after = energy();
        ahead.undo();
        move(sample, -h, vdot);
        // the error of the difference grows with the third derivative; point masses near the centre of gravity are the worst
        expect(Math.abs((after - energy()) / (2 * h) - power) / size).toBeLessThan(1e-4);
      }),
      { seed: 11, numRuns: 100 },
    );
  });

  it("does not change the momentum of a free-floating system by efforts in its joints", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const sample = randomSample(seed, n, { isFloating: true, gravity: { kind: "none" } });
        const { mechanism, state } = sample;
        removeForces(sample);
        state.tau.fill(0, 0, 6); // nothing between the first body and the world
        forwardDynamics(mechanism, state);
        const rate = (): Float64Array => {
          const p = new Float64Array(6);
          momentum(p, mechanism, state);
          return p;
        };
        const h = 1e-5;
        const vdot = state.vdot.slice();
        const size = Math.max(1, ...Array.from(state.acceleration, Math.abs));
        const ahead = move(sample, h, vdot);
        const after = rate();
        ahead.undo();
        move(sample, -h, vdot);
        const before = rate();
        for (let i = 0; i < 6; i++) expect(Math.abs(after[i]! - before[i]!) / (2 * h * size)).toBeLessThan(1e-5);
        // exactly: what the world would have to hold
        const tau = new Float64Array(mechanism.nv);
        ahead.undo();
        inverseDynamics(tau, mechanism, state, vdot);
        const scale = Math.max(1, ...Array.from(state.wrench, Math.abs));
        for (let i = 0; i < 6; i++) expect(Math.abs(state.wrench[i]!) / scale).toBeLessThan(1e-11);
      }),
      { seed: 3, numRuns: 80 },
    );
  });

  it("has a potential whose slope is the effort that holds the mechanism against gravity", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const kinds = movingKinds.filter((kind) => kind !== "spherical" && kind !== "free");
        const sample = randomSample(seed, n, { kinds, gravity: { kind: "point", mu: 30 } });
        const { mechanism, state } = sample;
        const { nv } = mechanism;
        state.v.fill(0);
        removeForces(sample);
        update(sample);
        const hold = new Float64Array(nv);
        inverseDynamics(hold, mechanism, state, new Float64Array(nv));
        const h = 1e-5;
        for (let j = 0; j < nv; j++) {
          const q = state.q[j]!;
          state.q[j] = q + h;
          update(sample);
          const above = potentialEnergy(mechanism, state);
          state.q[j] = q - h;
          update(sample);
          const slope = (above - potentialEnergy(mechanism, state)) / (2 * h);
          state.q[j] = q;
          const size = Math.max(1, ...Array.from(hold, Math.abs));
          expect(Math.abs(slope - hold[j]!) / size).toBeLessThan(2e-6);
        }
      }),
      { seed: 5, numRuns: 25 },
    );
  });

  it("turns a force at a point into efforts by the transposed Jacobian", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const sample = randomSample(seed, n);
        const { mechanism, state, random } = sample;
        const { nv } = mechanism;
        removeForces(sample);
        const zero = new Float64Array(nv);
        const without = new Float64Array(nv);
        const withForce = new Float64Array(nv);
        inverseDynamics(without, mechanism, state, zero);
        for (let i = 0; i < 3; i++) {
          state.forces.force[3 * n + i] = random();
          state.forces.torque[3 * n + i] = random();
        }
        inverseDynamics(withForce, mechanism, state, zero);
        const J = new Float64Array(6 * nv);
        pointJacobian(J, mechanism, state, n, state.motion.position.slice(3 * n, 3 * n + 3));
        const expected = Float64Array.from({ length: nv }, (_, j) => {
          let sum = without[j]!;
          for (let i = 0; i < 3; i++)
            sum -= J[6 * j + i]! * state.forces.torque[3 * n + i]! + J[6 * j + 3 + i]! * state.forces.force[3 * n + i]!;
          return sum;
        });
        expect(relativeDifference(withForce, expected)).toBeLessThan(1e-12);
      }),
      samples,
    );
  });
});

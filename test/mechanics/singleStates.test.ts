/** Bodies alone as states of their own are where the kinematics of their joints put them, and change as forward dynamics say. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import { coordinateRates } from "../../src/mechanics/coordinateRates.ts";
import { forwardDynamics } from "../../src/mechanics/forwardDynamics.ts";
import { MechanismState } from "../../src/mechanics/mechanismState.ts";
import { computePositions } from "../../src/mechanics/positions.ts";
import { isSingle, placeSingles, ratesOfSingles } from "../../src/mechanics/singleStates.ts";
import { computeVelocities } from "../../src/mechanics/velocities.ts";
import { randomFrom, randomInertia, relativeDifference } from "./randomMechanism.ts";

const bodiesOf = (random: () => number, count: number) =>
  Array.from({ length: count }, (_, k) => {
    const inertia = randomInertia(random);
    return {
      path: `body${k}`,
      parent: 0,
      joint: { path: `joint${k}`, kind: "free" as const },
      ...inertia,
      // every other one has its centre of mass in its origin
      ...(k % 2 === 1 && { centre: [0, 0, 0] as const }),
    };
  });

it("some of four bodies, with their centres of mass anywhere: places, motions and rates of all states, of quaternions of any norm", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.constantFrom([1, 2, 3, 4], [2, 4], [3], [1, 4]),
      (seed, chosen) => {
        const random = randomFrom(seed);
        const mechanism = buildMechanism({
          bodies: bodiesOf(random, 4),
          gravity: { kind: "uniform", vector: [0.3, -9.81, 0.7] },
        });
        const bodies = Int32Array.from(chosen);
        for (const b of bodies) expect(isSingle(mechanism, b)).toBe(true);
        const n = bodies.length;
        const x = Float64Array.from({ length: 13 * n }, () => random() + 0.1);
        const [alone, joints] = [new MechanismState(mechanism), new MechanismState(mechanism)];
        bodies.forEach((b, k) => {
          joints.q.set(x.subarray(7 * k, 7 * k + 7), mechanism.qStart[b]);
          joints.v.set(x.subarray(7 * n + 6 * k, 7 * n + 6 * k + 6), mechanism.vStart[b]);
        });
        for (let i = 3; i < joints.forces.force.length; i++) {
          alone.forces.force[i] = joints.forces.force[i] = 20 * random() - 10;
          alone.forces.torque[i] = joints.forces.torque[i] = 20 * random() - 10;
        }
        computePositions(mechanism, joints, bodies);
        computeVelocities(mechanism, joints, bodies);
        expect(forwardDynamics(mechanism, joints, bodies)).toBe(0);
        const qdot = new Float64Array(mechanism.nq);
        coordinateRates(qdot, mechanism, joints.q, joints.v, bodies);

        placeSingles(mechanism, alone, x, bodies);
        const dx = new Float64Array(13 * n).fill(Number.NaN);
        expect(ratesOfSingles(dx, mechanism, alone, x, bodies)).toBe(0);
        expect([alone.q, alone.v]).toEqual([joints.q, joints.v]);
        for (const part of ["position", "rotation", "velocity", "angularVelocity"] as const)
          expect(relativeDifference(alone.motion[part], joints.motion[part])).toBeLessThan(1e-15);
        const rates = new Float64Array(13 * n);
        bodies.forEach((b, k) => {
          const [q, v] = [mechanism.qStart[b]!, mechanism.vStart[b]!];
          rates.set(qdot.subarray(q, q + 7), 7 * k);
          rates.set(joints.vdot.subarray(v, v + 6), 7 * n + 6 * k);
        });
        expect(relativeDifference(dx, rates)).toBeLessThan(1e-12);
      },
    ),
    { seed: 5, numRuns: 200 },
  );
});

it("a body without inertia about an axis, or without mass, is told", () => {
  const inertia = { mass: 1, inertia: [1, 0, 0, 1, 0, 1] };
  const mechanism = buildMechanism({
    bodies: [
      { path: "body", parent: 0, joint: { path: "joint", kind: "free" }, ...inertia },
      { path: "none", parent: 0, joint: { path: "other", kind: "free" }, mass: 0 },
    ],
  } as never);
  const state = new MechanismState(mechanism);
  const x = new Float64Array(26);
  x[6] = x[13] = 1;
  const bodies = Int32Array.of(1, 2);
  placeSingles(mechanism, state, x, bodies);
  expect(ratesOfSingles(new Float64Array(26), mechanism, state, x, bodies)).toBe(2);
});

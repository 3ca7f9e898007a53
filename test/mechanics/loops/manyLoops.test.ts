// Rows of many loops: the same laws as for few, and work that grows with their number.
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../src/math/random.ts";
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import { kineticEnergy } from "../../../src/mechanics/energy.ts";
import { computeAccelerations, inverseDynamics } from "../../../src/mechanics/inverseDynamics.ts";
import { computeGamma } from "../../../src/mechanics/loops/constraintRows.ts";
import { computeLoopEfforts } from "../../../src/mechanics/loops/loopForces.ts";
import type { BodyDescription, LoopJointDescription } from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";
import { relativeDifference } from "../randomMechanism.ts";

const none = new Float64Array(0);
const rod = (length: number) => ({
  mass: 1,
  centre: [length / 2, 0, 0],
  inertia: [1e-3, 0, 0, length ** 2 / 12, 0, length ** 2 / 12],
});

/** N + 1 parallel cranks, neighbours tied by a coupler of one rod (one degree of freedom) or of two (N + 1 of them). */
function rowOfLoops(N: number, rods: 1 | 2): MechanismDynamics {
  const bodies: BodyDescription[] = [];
  const loopJoints: LoopJointDescription[] = [];
  for (let k = 0; k <= N; k++)
    bodies.push({
      path: `c${k}`,
      parent: 0,
      ...rod(1),
      joint: { path: `jc${k}`, kind: "revolute", frameA: { r: [k, 0, 0] } },
    });
  const length = rods === 1 ? 1 : 0.6;
  for (let k = 0; k < N; k++) {
    for (let i = 0; i < rods; i++) {
      const parent = i === 0 ? k + 1 : bodies.length;
      const r = [i === 0 ? 1 : length, 0, 0];
      bodies.push({
        path: `k${k}.${i}`,
        parent,
        ...rod(length),
        joint: { path: `jk${k}.${i}`, kind: "revolute", frameA: { r } },
      });
    }
    const ends = { frameA: { r: [length, 0, 0] }, frameB: { r: [1, 0, 0] } };
    loopJoints.push({ path: `l${k}`, kind: "revolute", bodyA: bodies.length, bodyB: k + 2, ...ends });
  }
  const dynamics = new MechanismDynamics(
    buildMechanism({ gravity: { kind: "uniform", vector: [0, -9.81, 0] }, bodies, loopJoints }),
  );
  const { q, v } = dynamics.state;
  const random = createRandom(N);
  for (let k = 0; k <= N; k++) {
    q[k] = 1.2 + (rods === 2 ? 0.1 * random.uniform() : 0);
    v[k] = rods === 2 ? random.normal() : 1;
  }
  for (let k = 0; k < N; k++) {
    q[N + 1 + rods * k] = rods === 1 ? -1.2 : -0.62;
    if (rods === 2) q[N + 2 + rods * k] = -1.17;
  }
  dynamics.assemble();
  for (let j = 0; j < dynamics.mechanism.nv; j++) dynamics.state.tau[j] = random.normal();
  dynamics.flangeDynamics(none, none);
  dynamics.finish(none, 0, new Float64Array(dynamics.hiddenCount), 0);
  return dynamics;
}

describe("a row of four-bars and of five-bars", () => {
  for (const rods of [1, 2] as const) {
    for (const N of [9, 20]) {
      it(`obeys the laws of motion with all its constraints (${N} loops, couplers of ${rods})`, () => {
        const { mechanism, state, groups } = rowOfLoops(N, rods);
        const group = groups[0]!;
        expect(group.independentCount).toBe(rods === 1 ? 1 : N + 1);
        const expected = state.tau.slice();
        computeLoopEfforts(mechanism, state, group);
        for (let j = 0; j < group.n; j++)
          for (let row = 0; row < group.m; row++)
            expected[group.velocities[j]!]! += group.G[row * group.n + j]! * group.lambda[row]!;
        const tau = new Float64Array(mechanism.nv);
        inverseDynamics(tau, mechanism, state, state.vdot);
        expect(relativeDifference(tau, expected)).toBeLessThan(1e-10);
        computeAccelerations(mechanism, state, state.vdot);
        computeGamma(state, group);
        const size = state.acceleration.reduce((largest, a) => Math.max(largest, Math.abs(a)), 1);
        for (const rest of group.gamma) expect(Math.abs(rest) / size).toBeLessThan(1e-10);
        let energy = 0;
        const { independent, independentCount: count, reduced, velocities } = group;
        for (let i = 0; i < count; i++)
          for (let j = 0; j < count; j++)
            energy +=
              0.5 *
              reduced[i * count + j]! *
              state.v[velocities[independent[i]!]!]! *
              state.v[velocities[independent[j]!]!]!;
        expect(Math.abs(energy / kineticEnergy(mechanism, state) - 1)).toBeLessThan(1e-10);
      });
    }
  }

  it("has narrow bands, short rows and a slim skyline, however long it is", () => {
    for (const rods of [1, 2] as const) {
      for (const N of [20, 40]) {
        const { groups } = rowOfLoops(N, rods);
        const { rank, isBanded, below, above, rowFrom, rowTo, firstColumn, independentCount } = groups[0]!;
        expect(isBanded).toBe(true);
        expect(below + above).toBeLessThanOrEqual(4);
        for (let i = 0; i < rank; i++) expect(rowTo[i]! - rowFrom[i]!).toBeLessThanOrEqual(3);
        for (let i = 0; i < independentCount; i++) expect(i - firstColumn[i]!).toBeLessThanOrEqual(3);
      }
    }
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quaternionFromMatrix } from "../../../src/math/quaternion.ts";
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import { forwardDynamics } from "../../../src/mechanics/forwardDynamics.ts";
import { computeWrenches, inverseDynamics } from "../../../src/mechanics/inverseDynamics.ts";
import { velocityCounts } from "../../../src/mechanics/jointMotions.ts";
import { setOrientation } from "../../../src/mechanics/loops/anchors.ts";
import { loopWrench } from "../../../src/mechanics/loops/loopForces.ts";
import { jointCode } from "../../../src/mechanics/mechanism.ts";
import type { BodyDescription, JointKind } from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";
import { MechanismState } from "../../../src/mechanics/mechanismState.ts";
import { movingKinds, randomBodies, randomFrom, randomiseState, relativeDifference } from "../randomMechanism.ts";

const none = new Float64Array(0);

/**
 * The same bodies twice: the last one on its joint in the tree, and the last one free, with its joint as a loop joint.
 * Both in the same position and motion, with the same forces.
 */
function twice(seed: number, n: number, kind: JointKind) {
  const random = randomFrom(seed);
  const bodies = randomBodies(random, n, ["revolute", "prismatic", "universal", "cylindrical"]);
  const last = bodies[n - 1]!;
  const joint = { ...last.joint, kind };
  const parent = Math.max(1, last.parent);
  const inTree: BodyDescription[] = [...bodies.slice(0, -1), { ...last, parent, joint }];
  const gravity = { kind: "uniform", vector: [0.5, -9, 2] } as const;
  const tree = buildMechanism({ bodies: inTree, gravity });
  const treeState = new MechanismState(tree);
  randomiseState(tree, treeState, random);
  treeState.tau.fill(0, tree.vStart[n]!);
  forwardDynamics(tree, treeState);

  const freed: BodyDescription = { ...last, parent: 0, joint: { path: "free", kind: "free" } };
  const loop = new MechanismDynamics(
    buildMechanism({
      bodies: [...bodies.slice(0, -1), freed],
      loopJoints: [{ ...joint, bodyA: parent, bodyB: n }],
      gravity,
    }),
  );
  const { state } = loop;
  const first = tree.qStart[n]!;
  state.q.set(treeState.q.subarray(0, first));
  state.v.set(treeState.v.subarray(0, tree.vStart[n]));
  state.q.set(treeState.motion.position.subarray(3 * n, 3 * n + 3), first);
  state.v.set(treeState.motion.velocity.subarray(3 * n, 3 * n + 3), tree.vStart[n]);
  const quaternion = new Float64Array(4);
  quaternionFromMatrix(quaternion, 0, treeState.motion.rotation, 9 * n);
  const R = treeState.motion.rotation.subarray(9 * n, 9 * n + 9);
  const w = treeState.motion.angularVelocity.subarray(3 * n, 3 * n + 3);
  const w_J = [0, 1, 2].map((i) => R[i]! * w[0]! + R[3 + i]! * w[1]! + R[6 + i]! * w[2]!);
  setOrientation(loop.mechanism, state, n, quaternion, w_J);
  loop.assemble();
  state.tau.set(treeState.tau.subarray(0, tree.vStart[n]));
  state.forces.force.set(treeState.forces.force);
  state.forces.torque.set(treeState.forces.torque);
  return { tree, treeState, loop };
}

describe("a joint in the tree and the same joint as closure of a loop", () => {
  for (const kind of ["fixed", ...movingKinds.filter((k) => k !== "free")] as JointKind[]) {
    it(`${kind}: same accelerations of all bodies, same forces in the joint`, () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 5 }), (seed, n) => {
          const { tree, treeState, loop } = twice(seed, n, kind);
          const { state } = loop;
          expect(loop.loopGap()).toBeLessThan(1e-11);
          expect(loop.groups[0]!.rank).toBe(6 - velocityCounts[jointCode[kind]]!);
          expect(relativeDifference(state.motion.position, treeState.motion.position)).toBeLessThan(1e-9);
          expect(relativeDifference(state.motion.velocity, treeState.motion.velocity)).toBeLessThan(1e-9);
          loop.flangeDynamics(none, none);
          loop.finish(none, 0, new Float64Array(loop.hiddenCount), 0);
          // conditioning of the independent coordinates costs some of the sixteen digits
          expect(relativeDifference(state.acceleration, treeState.acceleration)).toBeLessThan(1e-8);

          loop.cutForces();
          const tau = new Float64Array(tree.nv);
          inverseDynamics(tau, tree, treeState, treeState.vdot);
          computeWrenches(tree, treeState);
          // cut forces of all joints but the freed body's own, whose parent is another
          expect(relativeDifference(state.wrench.subarray(6, 6 * n), treeState.wrench.subarray(6, 6 * n))).toBeLessThan(
            1e-8,
          );
          const wrench = new Float64Array(6);
          loopWrench(wrench, loop.groups[0]!, 0);
          const force = treeState.wrench.subarray(6 * n + 3, 6 * n + 6);
          expect(relativeDifference(wrench.subarray(3), force)).toBeLessThan(1e-8);
        }),
        { seed: 23, numRuns: 25 },
      );
    });
  }
});

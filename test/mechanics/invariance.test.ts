import { describe, expect, it } from "vitest";
import { quaternionFromMatrix } from "../../src/math/quaternion.ts";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import { forwardDynamics } from "../../src/mechanics/forwardDynamics.ts";
import type { BodyDescription } from "../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../src/mechanics/mechanismDynamics.ts";
import { MechanismState } from "../../src/mechanics/mechanismState.ts";
import { computePositions } from "../../src/mechanics/positions.ts";
import { computeVelocities } from "../../src/mechanics/velocities.ts";
import {
  randomBodies,
  randomFrom,
  randomInertia,
  randomPlacement,
  randomSample,
  relativeDifference,
} from "./randomMechanism.ts";

/** The floating tree from another root: joints on the way to the old one point back. jointOf: number of the joint in the old tree. */
function withRoot(
  bodies: readonly BodyDescription[],
  root: number,
): { description: BodyDescription[]; numberOf: number[]; jointOf: number[] } {
  const description: BodyDescription[] = [];
  const numberOf: number[] = [];
  const jointOf: number[] = [];
  const visit = (b: number, from: number, joint: number): void => {
    const { mass, centre, inertia, path } = bodies[b - 1]!;
    const old = joint === 0 ? bodies[0]!.joint : bodies[joint - 1]!.joint;
    description.push({
      path,
      mass,
      ...(centre && { centre }),
      ...(inertia && { inertia }),
      parent: from === 0 ? 0 : numberOf[from]!,
      joint:
        joint === b || joint === 0
          ? old
          : {
              ...old,
              axis: Array.from(old.axis!, (x) => -x),
              ...(old.frameB && { frameA: old.frameB }),
              ...(old.frameA && { frameB: old.frameA }),
              ...(old.frameB === undefined && { frameA: {} }),
            },
    });
    numberOf[b] = description.length;
    jointOf[description.length] = joint;
    for (let c = 1; c <= bodies.length; c++) {
      if (c === from) continue;
      if (bodies[c - 1]!.parent === b) visit(c, b, c);
      else if (bodies[b - 1]!.parent === c) visit(c, b, b);
    }
  };
  visit(root, 0, 0);
  return { description, numberOf, jointOf };
}

describe("the same mechanism described in other ways", () => {
  it("accelerates alike whichever body is the root: a chain of two free bodies and a joint between them", () => {
    for (const kind of ["revolute", "prismatic", "screw", "cylindrical"] as const) {
      const random = randomFrom(77);
      const [first, second] = [randomInertia(random), randomInertia(random)];
      const [frameA, frameB] = [randomPlacement(random), randomPlacement(random)];
      const axis = [0.3, -0.5, 0.8];
      const free = { path: "free", kind: "free" } as const;
      const pitch = 0.2;
      const one = buildMechanism({
        bodies: [
          { path: "a", parent: 0, joint: free, ...first },
          { path: "b", parent: 1, joint: { path: "j", kind, axis, pitch, frameA, frameB }, ...second },
        ],
      });
      // the other root: the joint points back, with the opposite axis in the frame of the second body
      const other = buildMechanism({
        bodies: [
          { path: "b", parent: 0, joint: free, ...second },
          {
            path: "a",
            parent: 1,
            joint: { path: "j", kind, axis: axis.map((x) => -x), pitch, frameA: frameB, frameB: frameA },
            ...first,
          },
        ],
      });
      const s = new MechanismState(one);
      for (let i = 0; i < one.nq; i++) s.q[i]! += 0.5 * random();
      for (let j = 0; j < one.nv; j++) s.v[j] = random();
      computePositions(one, s);
      computeVelocities(one, s);
      const t = new MechanismState(other);
      t.q.set(s.motion.position.subarray(6, 9), 0);
      quaternionFromMatrix(t.q, 3, s.motion.rotation, 18);
      t.v.set(s.motion.velocity.subarray(6, 9), 0);
      const R = s.motion.rotation.subarray(18, 27);
      const w = s.motion.angularVelocity.subarray(6, 9);
      for (let i = 0; i < 3; i++) t.v[3 + i] = R[i]! * w[0]! + R[3 + i]! * w[1]! + R[6 + i]! * w[2]!;
      t.q.set(s.q.subarray(7), 7);
      t.v.set(s.v.subarray(6), 6);
      computePositions(other, t);
      computeVelocities(other, t);
      expect(relativeDifference(t.motion.position.subarray(6, 9), s.motion.position.subarray(3, 6))).toBeLessThan(
        1e-13,
      );
      forwardDynamics(one, s);
      forwardDynamics(other, t);
      expect(relativeDifference(t.acceleration.subarray(12, 18), s.acceleration.subarray(6, 12))).toBeLessThan(1e-11);
      expect(relativeDifference(t.acceleration.subarray(6, 12), s.acceleration.subarray(12, 18))).toBeLessThan(1e-11);
      expect(relativeDifference(t.vdot.subarray(6), s.vdot.subarray(6))).toBeLessThan(1e-11);
    }
  });

  it("accelerates alike whichever body of a random floating tree is the root", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = randomFrom(seed);
      const n = 7;
      const bodies = randomBodies(random, n, ["revolute", "prismatic", "screw", "cylindrical"]).map(
        (body, i): BodyDescription =>
          i === 0 ? { ...body, joint: { path: "free", kind: "free" } } : { ...body, parent: Math.max(1, body.parent) },
      );
      const one = buildMechanism({ bodies });
      const s = new MechanismState(one);
      for (let i = 0; i < one.nq; i++) s.q[i]! += 0.5 * random();
      for (let j = 0; j < one.nv; j++) s.v[j] = random();
      for (let j = 6; j < one.nv; j++) s.tau[j] = random();
      computePositions(one, s);
      computeVelocities(one, s);
      forwardDynamics(one, s);
      for (let root = 2; root <= n; root++) {
        const { description, numberOf, jointOf } = withRoot(bodies, root);
        const other = buildMechanism({ bodies: description });
        const t = new MechanismState(other);
        t.q.set(s.motion.position.subarray(3 * root, 3 * root + 3), 0);
        quaternionFromMatrix(t.q, 3, s.motion.rotation, 9 * root);
        t.v.set(s.motion.velocity.subarray(3 * root, 3 * root + 3), 0);
        const R = s.motion.rotation.subarray(9 * root, 9 * root + 9);
        const w = s.motion.angularVelocity.subarray(3 * root, 3 * root + 3);
        for (let i = 0; i < 3; i++) t.v[3 + i] = R[i]! * w[0]! + R[3 + i]! * w[1]! + R[6 + i]! * w[2]!;
        for (let b = 2; b <= n; b++) {
          const joint = jointOf[b]!;
          t.q.set(s.q.subarray(one.qStart[joint], one.qStart[joint + 1]), other.qStart[b]);
          t.v.set(s.v.subarray(one.vStart[joint], one.vStart[joint + 1]), other.vStart[b]);
          t.tau.set(s.tau.subarray(one.vStart[joint], one.vStart[joint + 1]), other.vStart[b]);
        }
        computePositions(other, t);
        computeVelocities(other, t);
        forwardDynamics(other, t);
        for (let b = 1; b <= n; b++) {
          const k = 6 * numberOf[b]!;
          const expected = s.acceleration.subarray(6 * b, 6 * b + 6);
          expect(relativeDifference(t.acceleration.subarray(k, k + 6), expected)).toBeLessThan(1e-9);
        }
      }
    }
  });

  it("accelerates alike when axes and coordinates change their sign together", () => {
    const random = randomFrom(5);
    const bodies = randomBodies(random, 8, ["revolute", "prismatic", "screw"]);
    const turned = bodies.map(
      (body): BodyDescription => ({ ...body, joint: { ...body.joint, axis: Array.from(body.joint.axis!, (x) => -x) } }),
    );
    const one = buildMechanism({ bodies });
    const other = buildMechanism({ bodies: turned });
    const s = new MechanismState(one);
    const t = new MechanismState(other);
    for (let i = 0; i < one.nv; i++) {
      s.q[i] = random();
      s.v[i] = random();
      s.tau[i] = random();
      t.q[i] = -s.q[i]!;
      t.v[i] = -s.v[i]!;
      t.tau[i] = -s.tau[i]!;
    }
    for (const [mechanism, state] of [
      [one, s],
      [other, t],
    ] as const) {
      computePositions(mechanism, state);
      computeVelocities(mechanism, state);
      forwardDynamics(mechanism, state);
    }
    expect(
      relativeDifference(
        t.vdot.map((a) => -a),
        s.vdot,
      ),
    ).toBeLessThan(1e-11);
  });
});

describe("an evaluation", () => {
  it("gives the same bits in two objects that run in turn", () => {
    const { mechanism } = randomSample(9, 6);
    const both = [new MechanismDynamics(mechanism), new MechanismDynamics(mechanism)] as const;
    const none = new Float64Array(0);
    const results = both.map((dynamics, k) => {
      dynamics.assemble();
      const x = new Float64Array(dynamics.hiddenCount);
      dynamics.writeHidden(x, 0);
      if (k === 1) both[0].state.q.fill(0.3);
      const xdot = new Float64Array(dynamics.hiddenCount);
      dynamics.setStates(x, 0, none, 0, none, 0);
      dynamics.flangeDynamics(none, none);
      dynamics.finish(none, 0, xdot, 0);
      return xdot;
    });
    expect(results[0]).toEqual(results[1]);
  });
});

import { describe, expect, it } from "vitest";
import { createRandom } from "../../../src/math/random.ts";
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import type { BodyDescription, JointKind, LoopJointDescription } from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";
import { computePositions } from "../../../src/mechanics/positions.ts";
import { randomFrom, randomInertia, randomPlacement, relativeDifference, vector } from "../randomMechanism.ts";

const none = new Float64Array(0);
const n = 6;
const kinds: readonly JointKind[] = ["revolute", "prismatic", "screw", "cylindrical"];

interface RingJoint {
  readonly kind: JointKind;
  readonly axis: number[];
  readonly pitch: number;
  readonly frameA: { r: ArrayLike<number>; R: ArrayLike<number> };
  readonly frameB: { r: ArrayLike<number>; R: ArrayLike<number> };
}

/**
 * Bodies 1 … n in a row from the world to the world, joint k between bodies k and k + 1. Cut open at one joint, the bodies
 * before it hang on the left, the others on the right with their joints reversed: the axis points back, the frames change places.
 */
function ring(
  joints: readonly RingJoint[],
  inertias: readonly ReturnType<typeof randomInertia>[],
  cut: number,
): { dynamics: MechanismDynamics; numberOf: number[] } {
  const bodies: BodyDescription[] = [];
  const numberOf = new Array<number>(n + 2).fill(0);
  const add = (body: number, parent: number, joint: number, isReversed: boolean): void => {
    const { kind, axis, pitch, frameA, frameB } = joints[joint]!;
    bodies.push({
      path: `body${body}`,
      parent: numberOf[parent]!,
      ...inertias[body - 1]!,
      joint: isReversed
        ? { path: `joint${joint}`, kind, pitch, axis: axis.map((x) => -x), frameA: frameB, frameB: frameA }
        : { path: `joint${joint}`, kind, pitch, axis, frameA, frameB },
    });
    numberOf[body] = bodies.length;
  };
  for (let body = 1; body <= cut; body++) add(body, body - 1, body - 1, false);
  for (let body = n; body > cut; body--) add(body, body + 1, body, true);
  const loop: LoopJointDescription = {
    path: `joint${cut}`,
    ...joints[cut]!,
    bodyA: numberOf[cut]!,
    bodyB: numberOf[cut + 1]!,
  };
  const gravity = { kind: "uniform", vector: [1, -9, 3] } as const;
  return { dynamics: new MechanismDynamics(buildMechanism({ bodies, loopJoints: [loop], gravity })), numberOf };
}

function accelerations(dynamics: MechanismDynamics, numberOf: readonly number[]): number[] {
  dynamics.flangeDynamics(none, none);
  dynamics.finish(none, 0, new Float64Array(dynamics.hiddenCount), 0);
  const { acceleration } = dynamics.state;
  return numberOf.slice(1, n + 1).flatMap((b) => [...acceleration.subarray(6 * b, 6 * b + 6)]);
}

/** A ring with frames that fit: the last joint closes where the bodies are in a random position. */
function randomRing(seed: number): {
  joints: RingJoint[];
  inertias: ReturnType<typeof randomInertia>[];
  q: number[][];
} {
  const random = randomFrom(seed);
  const choose = createRandom(seed);
  const joints = Array.from({ length: n + 1 }, (_, k): RingJoint => {
    // ten coordinates or more before the last joint closes the ring with five constraints at most
    const kind = k % 2 === 0 ? "cylindrical" : kinds[Math.floor(choose.uniform() * 3)]!;
    const [frameA, frameB] = [randomPlacement(random), randomPlacement(random)] as RingJoint[][];
    const joint = { kind: k === n ? "revolute" : kind, axis: vector(random), pitch: 0.2 };
    return { ...joint, frameA, frameB } as unknown as RingJoint;
  });
  const inertias = Array.from({ length: n }, () => randomInertia(random));
  const q = joints.map(({ kind }, k) => (k === n ? [0] : kind === "cylindrical" ? [random(), random()] : [random()]));
  const { dynamics } = ring(joints, inertias, n);
  const { mechanism, state } = dynamics;
  state.q.set(q.slice(0, n).flat());
  computePositions(mechanism, state);
  // frame B of the last joint lies in the world
  const R = state.motion.rotation.subarray(9 * n, 9 * n + 9);
  const { r: rA, R: RA } = joints[n]!.frameA;
  const r = [0, 1, 2].map(
    (i) => state.motion.position[3 * n + i]! + [0, 1, 2].reduce((sum, j) => sum + R[3 * i + j]! * rA[j]!, 0),
  );
  const R_WA = Float64Array.from({ length: 9 }, (_, i) =>
    [0, 1, 2].reduce((sum, j) => sum + R[3 * Math.floor(i / 3) + j]! * RA[3 * j + (i % 3)]!, 0),
  );
  joints[n] = { ...joints[n]!, frameB: { r, R: R_WA } };
  return { joints, inertias, q };
}

describe("a ring of bodies, cut open at any of its joints", () => {
  it("accelerates alike: the choice of the cut, and with it of root and direction of the joints, does not matter", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { joints, inertias, q } = randomRing(seed);
      const first = ring(joints, inertias, n);
      first.dynamics.state.q.set(q.slice(0, n).flat());
      const random = randomFrom(seed + 100);
      for (let j = 0; j < first.dynamics.mechanism.nv; j++) first.dynamics.state.v[j] = random();
      first.dynamics.assemble();
      expect(first.dynamics.loopGap()).toBeLessThan(1e-12);
      const expected = accelerations(first.dynamics, first.numberOf);
      const { mechanism, state } = first.dynamics;
      const velocityOf = (joint: number): number[] => [
        ...state.v.subarray(mechanism.vStart[joint + 1], mechanism.vStart[joint + 2]),
      ];
      for (let cut = 0; cut < n; cut++) {
        const { dynamics, numberOf } = ring(joints, inertias, cut);
        const held = new Set<number>();
        for (let body = 1; body <= n; body++) {
          const b = numberOf[body]!;
          const joint = body <= cut ? body - 1 : body;
          dynamics.state.q.set(q[joint]!, dynamics.mechanism.qStart[b]);
          if (joint === n) continue; // its velocity follows from the others
          velocityOf(joint).forEach((value, i) => {
            dynamics.state.v[dynamics.mechanism.vStart[b]! + i] = value;
            held.add(dynamics.mechanism.vStart[b]! + i);
          });
        }
        dynamics.assemble({ heldVelocities: held });
        expect(relativeDifference(accelerations(dynamics, numberOf), expected)).toBeLessThan(1e-8);
      }
    }
  });

  it("accelerates alike when the two sides of the loop joint change places", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { joints, inertias, q } = randomRing(seed);
      const { dynamics, numberOf } = ring(joints, inertias, n);
      const last = joints[n]!;
      const swapped = [...joints.slice(0, n), { ...last, frameA: last.frameB, frameB: last.frameA }];
      const other = ring(swapped, inertias, n).dynamics.mechanism;
      const turned = new MechanismDynamics({
        ...other,
        loopJoints: other.loopJoints.map((joint) => ({
          ...joint,
          bodyA: joint.bodyB,
          bodyB: joint.bodyA,
          pathA: joint.pathB,
          pathB: joint.pathA,
        })),
      });
      const random = randomFrom(seed + 200);
      for (const each of [dynamics, turned]) each.state.q.set(q.slice(0, n).flat());
      for (let j = 0; j < other.nv; j++) dynamics.state.v[j] = random();
      dynamics.assemble();
      turned.state.v.set(dynamics.state.v);
      turned.assemble({ heldVelocities: new Set(dynamics.state.v.keys()) });
      expect(relativeDifference(accelerations(turned, numberOf), accelerations(dynamics, numberOf))).toBeLessThan(1e-8);
    }
  });
});

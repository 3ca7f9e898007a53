/** Random mechanisms with closed loops in random states, from a seed. The loop joint closes exactly where the bodies are. */
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import { velocityCounts } from "../../../src/mechanics/jointMotions.ts";
import type {
  BodyDescription,
  GravityField,
  JointKind,
  LoopJointDescription,
  Placement,
} from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";
import { computePositions } from "../../../src/mechanics/positions.ts";
import { movingKinds, type Random, randomBodies, randomFrom, randomPlacement, vector } from "../randomMechanism.ts";

export interface LoopSample {
  readonly dynamics: MechanismDynamics;
  readonly random: Random;
}

interface LoopOptions {
  /** Joints of the tree. */
  readonly kinds?: readonly JointKind[];
  readonly gravity?: GravityField;
  /** The first body moves freely and carries all others. */
  readonly isFloating?: boolean;
  readonly loops?: number;
}

/** n bodies with closed loops; undefined when the bodies that were chosen cannot move in a loop. */
export function randomLoop(seed: number, n: number, options: LoopOptions = {}): LoopSample | undefined {
  const random = randomFrom(seed);
  const kinds = options.kinds ?? movingKinds.filter((kind) => kind !== "free");
  const bodies = randomBodies(random, n, kinds).map(
    (body, i): BodyDescription => ({
      ...body,
      // long branches: a loop needs more freedoms than its joint takes away
      parent: i === 0 ? 0 : Math.max(body.parent, i - 2, options.isFloating === true ? 1 : 0),
      joint: i === 0 && options.isFloating === true ? { path: "free", kind: "free" } : body.joint,
    }),
  );
  const gravity = options.gravity ?? { kind: "uniform", vector: [0.3, -9.81, 0.7] };
  const loopJoints: LoopJointDescription[] = [];
  for (let k = 0; k < (options.loops ?? 1); k++) {
    const least = options.isFloating === true ? 1 : 0;
    const bodyA = least + Math.floor(0.5 * (random() + 1) * (n - least));
    const bodyB = n - k;
    if (bodyA === bodyB) return undefined;
    const joint = { path: `loop${k}`, axis: vector(random), pitch: 0.3 * random(), bodyA, bodyB };
    loopJoints.push({ ...joint, kind: "spherical", frameA: randomPlacement(random) });
  }
  const coordinates = (dynamics: MechanismDynamics): void => {
    const start = randomFrom(seed + 1);
    const { mechanism, state } = dynamics;
    for (let i = 0; i < mechanism.nq; i++) state.q[i]! += start();
    for (let j = 0; j < mechanism.nv; j++) state.v[j] = start();
    computePositions(mechanism, state);
  };
  // a first time to see where the bodies are, a second time with joints that fit there
  const rough = new MechanismDynamics(buildMechanism({ bodies, loopJoints, gravity }));
  coordinates(rough);
  const fitting = loopJoints.map((joint, k): LoopJointDescription => {
    const { pathA, pathB } = rough.mechanism.loopJoints[k]!;
    const freedoms = [...pathA, ...pathB].reduce((sum, b) => sum + velocityCounts[rough.mechanism.code[b]!]!, 0);
    const possible = movingKinds.filter(
      (kind) => kind !== "free" && 6 - velocityCounts[movingKinds.indexOf(kind) + 1]! < freedoms,
    );
    const kind = possible[Math.floor(0.5 * (random() + 1) * possible.length)] ?? "fixed";
    return { ...joint, kind, frameB: sameFrame(rough, joint) };
  });
  if (fitting.some(({ kind }) => kind === "fixed")) return undefined;
  const dynamics = new MechanismDynamics(buildMechanism({ bodies, loopJoints: fitting, gravity }));
  coordinates(dynamics);
  dynamics.assemble();
  return dynamics.loopReports().every((report) => report.degreesOfFreedom > 0) ? { dynamics, random } : undefined;
}

/** Frame A of the joint, seen from body B. */
function sameFrame({ state }: MechanismDynamics, { bodyA, bodyB, frameA }: LoopJointDescription): Placement {
  const { position, rotation } = state.motion;
  const R_WA = bodyA === 0 ? Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) : rotation.subarray(9 * bodyA, 9 * bodyA + 9);
  const R_WB = rotation.subarray(9 * bodyB, 9 * bodyB + 9);
  const point = [0, 1, 2].map(
    (i) =>
      position[3 * bodyA + i]! +
      [0, 1, 2].reduce((sum, j) => sum + R_WA[3 * i + j]! * frameA!.r![j]!, 0) -
      position[3 * bodyB + i]!,
  );
  const r = [0, 1, 2].map((i) => [0, 1, 2].reduce((sum, j) => sum + R_WB[3 * j + i]! * point[j]!, 0));
  const R = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      for (let k = 0; k < 3; k++)
        for (let l = 0; l < 3; l++) R[3 * i + j]! += R_WB[3 * k + i]! * R_WA[3 * k + l]! * frameA!.R![3 * l + j]!;
  return { r, R };
}

/** Random efforts and forces; the joint of a floating body transmits nothing. */
export function load({ dynamics, random }: LoopSample, isFloating = false): void {
  const { state, mechanism } = dynamics;
  for (let j = isFloating ? 6 : 0; j < mechanism.nv; j++) state.tau[j] = 5 * random();
  if (isFloating) return;
  for (let i = 3; i < 3 * mechanism.count; i++) {
    state.forces.force[i] = 4 * random();
    state.forces.torque[i] = 4 * random();
  }
}

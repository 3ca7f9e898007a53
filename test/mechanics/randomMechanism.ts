/** Random mechanisms and states for tests of identities, from a seed. */
import { createRandom } from "../../src/math/random.ts";
import { rotationFromAxisAngle } from "../../src/math/rotation.ts";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import { coordinateRates, normaliseCoordinates } from "../../src/mechanics/coordinateRates.ts";
import type { Mechanism } from "../../src/mechanics/mechanism.ts";
import type { BodyDescription, GravityField, JointKind, Placement } from "../../src/mechanics/mechanismDescription.ts";
import { MechanismState } from "../../src/mechanics/mechanismState.ts";
import { computePositions } from "../../src/mechanics/positions.ts";
import { computeVelocities } from "../../src/mechanics/velocities.ts";

export type Random = () => number;

/** Numbers in [−1, 1) from a seed. */
export function randomFrom(seed: number): Random {
  const random = createRandom(seed);
  return () => 2 * random.uniform() - 1;
}

export const movingKinds: readonly JointKind[] = [
  "revolute",
  "prismatic",
  "screw",
  "cylindrical",
  "universal",
  "planar",
  "spherical",
  "free",
];

export const vector = (random: Random): number[] => [random(), random(), random()];

export function randomPlacement(random: Random): Placement {
  const n = Float64Array.from(vector(random));
  const length = Math.hypot(n[0]!, n[1]!, n[2]!);
  const R = new Float64Array(9);
  rotationFromAxisAngle(
    R,
    0,
    n.map((x) => x / length),
    0,
    3 * random(),
  );
  return { r: vector(random), R };
}

/** Mass and inertia of four point masses: always possible. */
export function randomInertia(random: Random): { mass: number; centre: number[]; inertia: number[] } {
  const points = [0, 1, 2, 3].map(() => ({ m: 0.6 + 0.5 * random(), r: vector(random) }));
  const mass = points.reduce((sum, p) => sum + p.m, 0);
  const centre = [0, 1, 2].map((i) => points.reduce((sum, p) => sum + p.m * p.r[i]!, 0) / mass);
  const inertia = [0, 0, 0, 0, 0, 0];
  for (const p of points) {
    const [x, y, z] = p.r.map((value, i) => value - centre[i]!) as [number, number, number];
    inertia[0]! += p.m * (y * y + z * z);
    inertia[1]! -= p.m * x * y;
    inertia[2]! -= p.m * x * z;
    inertia[3]! += p.m * (x * x + z * z);
    inertia[4]! -= p.m * y * z;
    inertia[5]! += p.m * (x * x + y * y);
  }
  return { mass, centre, inertia };
}

/** A tree of n bodies; joint frames coincide with body frames for a third of the joints, axes with coordinate axes for another. */
export function randomBodies(random: Random, n: number, kinds: readonly JointKind[] = movingKinds): BodyDescription[] {
  const bodies: BodyDescription[] = [];
  for (let b = 1; b <= n; b++) {
    const kind = kinds[Math.floor(0.5 * (random() + 1) * kinds.length)]!;
    const style = Math.floor(1.5 * (random() + 1));
    const parent = b === 1 ? 0 : Math.floor(0.5 * (random() + 1) * b);
    const axis =
      style === 0
        ? vector(random)
        : [
            [1, 0, 0],
            [0, -1, 0],
            [0, 0, 1],
          ][Math.floor(1.5 * (random() + 1))]!;
    bodies.push({
      path: `body${b}`,
      parent,
      joint: {
        path: `joint${b}`,
        kind,
        axis,
        ...(kind === "universal" && style === 0 ? { secondAxis: vector(random) } : {}),
        pitch: 0.3 * random(),
        frameA: style === 2 ? { r: vector(random) } : randomPlacement(random),
        ...(style === 2 || style === 1 ? {} : { frameB: randomPlacement(random) }),
      },
      ...randomInertia(random),
    });
  }
  return bodies;
}

export interface Sample {
  readonly mechanism: Mechanism;
  readonly state: MechanismState;
  readonly random: Random;
}

/** A random tree in a random state with random applied forces, its kinematics computed. */
export function randomSample(
  seed: number,
  n: number,
  options: { kinds?: readonly JointKind[]; gravity?: GravityField; isFloating?: boolean } = {},
): Sample {
  const random = randomFrom(seed);
  const bodies = randomBodies(random, n, options.kinds);
  const mechanism = buildMechanism({
    bodies: options.isFloating === true ? floating(bodies) : bodies,
    gravity: options.gravity ?? { kind: "uniform", vector: [0.3, -9.81, 0.7] },
  });
  const state = new MechanismState(mechanism);
  randomiseState(mechanism, state, random);
  return { mechanism, state, random };
}

/** The first body free, all others on it or on each other. */
function floating(bodies: readonly BodyDescription[]): BodyDescription[] {
  return bodies.map((body, i) => ({
    ...body,
    parent: i === 0 ? 0 : Math.max(1, body.parent),
    joint: i === 0 ? { path: body.joint.path, kind: "free" } : body.joint,
  }));
}

/** Positions and velocities up to date again after a change of q or v. */
export function update({ mechanism, state }: Sample): void {
  computePositions(mechanism, state);
  computeVelocities(mechanism, state);
}

export function removeForces({ state }: Sample): void {
  state.forces.force.fill(0);
  state.forces.torque.fill(0);
}

export function randomiseState(mechanism: Mechanism, state: MechanismState, random: Random): void {
  for (let i = 0; i < mechanism.nq; i++) state.q[i] = 2 * random();
  for (let j = 0; j < mechanism.nv; j++) {
    state.v[j] = 2 * random();
    state.tau[j] = 5 * random();
  }
  normaliseCoordinates(state.q, mechanism);
  for (let i = 3; i < 3 * mechanism.count; i++) {
    state.forces.force[i] = 4 * random();
    state.forces.torque[i] = 4 * random();
  }
  computePositions(mechanism, state);
  computeVelocities(mechanism, state);
}

/** Largest |a − b| divided by the larger of 1 and the largest |b|. */
export function relativeDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let size = 1;
  let difference = 0;
  for (let i = 0; i < b.length; i++) {
    size = Math.max(size, Math.abs(b[i]!));
    const d = Math.abs(a[i]! - b[i]!);
    if (!(d <= difference)) difference = d; // NaN must not pass
  }
  return difference / size;
}

/** Moves the sample along its velocities (and accelerations) by h: second order is enough for central differences. */
export function move({ mechanism, state }: Sample, h: number, vdot: Float64Array): { undo: () => void } {
  const q = state.q.slice();
  const v = state.v.slice();
  const qdot = new Float64Array(mechanism.nq);
  const middle = Float64Array.from(v, (x, j) => x + 0.5 * h * vdot[j]!);
  // midpoint rule for q' = rates(q, v)
  coordinateRates(qdot, mechanism, q, v);
  const halfway = Float64Array.from(q, (x, i) => x + 0.5 * h * qdot[i]!);
  coordinateRates(qdot, mechanism, halfway, middle);
  for (let i = 0; i < mechanism.nq; i++) state.q[i] = q[i]! + h * qdot[i]!;
  for (let j = 0; j < mechanism.nv; j++) state.v[j] = v[j]! + h * vdot[j]!;
  computePositions(mechanism, state);
  computeVelocities(mechanism, state);
  return {
    undo: () => {
      state.q.set(q);
      state.v.set(v);
      computePositions(mechanism, state);
      computeVelocities(mechanism, state);
    },
  };
}

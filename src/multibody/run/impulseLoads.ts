/** Impulses at the points of an instant as forces and moments on bodies, which a model can be asked to answer to. */
import { type ContactList, enlarged, pairLength, startPairs, startPoints } from "../../contact/rigid/contactList.ts";
import type { RigidPair } from "../../contact/rigid/rigidContacts.ts";
import { type BodyForces, type BodyMotion, createBodyForces } from "../../mechanics/bodyMotion.ts";

/** Numbers of a pair: its normal and its two tangents. */
const axesLength = 9;

export class ImpulseLoads {
  readonly forces: BodyForces;
  private readonly motion: BodyMotion;
  /** By pair. */
  private bodies = new Int32Array(2 * startPairs);
  private axes = new Float64Array(axesLength * startPairs);
  /** By point. */
  private points = new Float64Array(3 * startPoints);

  constructor(motion: BodyMotion) {
    this.motion = motion;
    this.forces = createBodyForces(motion.count);
  }

  /** Pair p of the list is this one. */
  note(list: ContactList, p: number, { bodyA, bodyB, normal, manifold }: RigidPair): void {
    while (2 * p + 1 >= this.bodies.length) {
      this.bodies = enlarged(this.bodies, Int32Array);
      this.axes = enlarged(this.axes, Float64Array);
    }
    const from = list.pairs[pairLength * p]!;
    while (3 * (from + manifold.count) > this.points.length) this.points = enlarged(this.points, Float64Array);
    this.bodies[2 * p] = bodyA;
    this.bodies[2 * p + 1] = bodyB;
    for (let i = 0; i < 3; i++) {
      this.axes[axesLength * p + i] = normal[i]!;
      this.axes[axesLength * p + 3 + i] = manifold.t1[i]!;
      this.axes[axesLength * p + 6 + i] = manifold.t2[i]!;
    }
    for (let k = 0; k < 3 * manifold.count; k++) this.points[3 * from + k] = manifold.point[k]!;
  }

  clear(): void {
    this.forces.force.fill(0);
    this.forces.torque.fill(0);
  }

  /** forces ← the impulses of the list, divided by the time h. False when there are none. */
  sum(list: ContactList, h: number): boolean {
    const { bodies, axes, points } = this;
    const { pairs, impulse } = list;
    let isLoaded = false;
    this.clear();
    for (let p = 0; p < list.pairCount; p++) {
      const n = axesLength * p;
      for (let k = pairs[pairLength * p]!; k < pairs[pairLength * p + 1]!; k++) {
        const along = impulse[3 * k]! / h;
        const x = impulse[3 * k + 1]! / h;
        const y = impulse[3 * k + 2]! / h;
        if (along === 0 && x === 0 && y === 0) continue;
        isLoaded = true;
        const fx = along * axes[n]! + x * axes[n + 3]! + y * axes[n + 6]!;
        const fy = along * axes[n + 1]! + x * axes[n + 4]! + y * axes[n + 7]!;
        const fz = along * axes[n + 2]! + x * axes[n + 5]! + y * axes[n + 8]!;
        this.add(bodies[2 * p]!, points, 3 * k, -fx, -fy, -fz);
        this.add(bodies[2 * p + 1]!, points, 3 * k, fx, fy, fz);
      }
    }
    return isLoaded;
  }

  private add(b: number, at: Float64Array, k: number, fx: number, fy: number, fz: number): void {
    if (b === 0) return;
    const { force, torque } = this.forces;
    const { position } = this.motion;
    const o = 3 * b;
    const x = at[k]! - position[o]!;
    const y = at[k + 1]! - position[o + 1]!;
    const z = at[k + 2]! - position[o + 2]!;
    force[o]! += fx;
    force[o + 1]! += fy;
    force[o + 2]! += fz;
    torque[o]! += y * fz - z * fy;
    torque[o + 1]! += z * fx - x * fz;
    torque[o + 2]! += x * fy - y * fx;
  }

  /** Adds them to what acts on bodies. */
  addTo({ force, torque }: BodyForces): void {
    const own = this.forces;
    for (let k = 0; k < force.length; k++) {
      force[k]! += own.force[k]!;
      torque[k]! += own.torque[k]!;
    }
  }
}

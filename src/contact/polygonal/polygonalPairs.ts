/** All polygonal contacts of a system: pairs of surfaces fixed to bodies. No events: every pair is looked at in every evaluation. */
import type { BodyForces, BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { CollisionShape } from "../collisionShape.ts";
import { ShapePoses } from "../shapePoses.ts";
import type { PolygonalContact } from "./polygonalContact.ts";

export interface PolygonalPair {
  /** Numbers of the shapes. */
  readonly a: number;
  readonly b: number;
  readonly contact: PolygonalContact;
}

export class PolygonalPairs {
  readonly pairs: readonly PolygonalPair[];
  readonly warnings: readonly string[];
  private readonly poses: ShapePoses;

  /** Of the shapes only bodies, poses and bounding balls are used. */
  constructor(shapes: readonly CollisionShape[], pairs: readonly PolygonalPair[], warnings: readonly string[] = []) {
    this.poses = new ShapePoses(shapes);
    this.pairs = pairs;
    this.warnings = warnings;
  }

  /** Bodies that may touch. */
  bodies(): number[][] {
    return this.pairs.map(({ a, b }) => [this.poses.body[a]!, this.poses.body[b]!]);
  }

  /** Stored energy, J. */
  get energy(): number {
    return this.pairs.reduce((sum, { contact }) => sum + contact.results.energy, 0);
  }

  addForces(motion: BodyMotion, forces: BodyForces): void {
    const { poses, pairs } = this;
    const { position: r, rotation: R, centre, reach } = poses;
    poses.locateAll(motion);
    for (let k = 0; k < pairs.length; k++) {
      const { a, b, contact } = pairs[k];
      const x = centre[3 * b] - centre[3 * a];
      const y = centre[3 * b + 1] - centre[3 * a + 1];
      const z = centre[3 * b + 2] - centre[3 * a + 2];
      const near = reach[a] + reach[b];
      if (x * x + y * y + z * z > near * near) {
        contact.clear();
        continue;
      }
      const bodyA = poses.body[a];
      const bodyB = poses.body[b];
      contact.evaluate(R, 9 * a, r, 3 * a, R, 9 * b, r, 3 * b, motion, bodyA, bodyB);
      if (contact.elementCount === 0) continue;
      addWrench(forces, motion, bodyB, 1, contact);
      addWrench(forces, motion, bodyA, -1, contact);
    }
  }
}

/** Adds force and torque of a contact to one of its bodies; sign −1 for the body E. */
export function addWrench(
  { force, torque }: BodyForces,
  { position }: BodyMotion,
  body: number,
  sign: number,
  { point, force: f, torque: m }: PolygonalContact,
): void {
  const k = 3 * body;
  const x = point[0] - position[k];
  const y = point[1] - position[k + 1];
  const z = point[2] - position[k + 2];
  for (let i = 0; i < 3; i++) force[k + i] += sign * f[i];
  torque[k] += sign * (m[0] + y * f[2] - z * f[1]);
  torque[k + 1] += sign * (m[1] + z * f[0] - x * f[2]);
  torque[k + 2] += sign * (m[2] + x * f[1] - y * f[0]);
}

/** All polygonal contacts of a system: pairs of surfaces fixed to bodies. Every pair is looked at in every evaluation. */
import type { BodyForces, BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { CollisionShape } from "../collisionShape.ts";
import { ShapePoses } from "../shapePoses.ts";
import type { PolygonalContact } from "./polygonalContact.ts";
import type { WatchedSurfaces } from "./surfaceWatch.ts";

export interface PolygonalPair {
  /** Numbers of the shapes. */
  readonly a: number;
  readonly b: number;
  readonly contact: PolygonalContact;
}

export class PolygonalPairs {
  readonly pairs: readonly PolygonalPair[];
  readonly warnings: readonly string[];
  /** What is needed to watch when they begin and cease to touch. */
  readonly watched: readonly WatchedSurfaces[];
  private readonly poses: ShapePoses;

  /** Of the shapes only bodies, poses and bounding balls are used. */
  constructor(shapes: readonly CollisionShape[], pairs: readonly PolygonalPair[], warnings: readonly string[] = []) {
    this.poses = new ShapePoses(shapes);
    this.pairs = pairs;
    this.warnings = warnings;
    const reach = (s: number): number => this.poses.armOf(s) + this.poses.reach[s];
    this.watched = pairs.map((pair) => ({
      contact: pair.contact,
      objectE: shapes[pair.a]!.path,
      objectF: shapes[pair.b]!.path,
      bodyE: this.poses.body[pair.a]!,
      bodyF: this.poses.body[pair.b]!,
      reachE: reach(pair.a),
      reachF: reach(pair.b),
      evaluate: (motion) => {
        this.poses.locateAll(motion);
        this.evaluate(pair, motion);
      },
    }));
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
    poses.locateAll(motion);
    for (let k = 0; k < pairs.length; k++) {
      const { a, b, contact } = pairs[k];
      this.evaluate(pairs[k], motion);
      if (contact.elementCount === 0) continue;
      addWrench(forces, motion, poses.body[b], 1, contact);
      addWrench(forces, motion, poses.body[a], -1, contact);
    }
  }

  private evaluate({ a, b, contact }: PolygonalPair, motion: BodyMotion): void {
    const { position: r, rotation: R, centre, reach, body } = this.poses;
    const x = centre[3 * b] - centre[3 * a];
    const y = centre[3 * b + 1] - centre[3 * a + 1];
    const z = centre[3 * b + 2] - centre[3 * a + 2];
    const near = reach[a] + reach[b];
    if (x * x + y * y + z * z > near * near) contact.clear();
    else contact.evaluate(R, 9 * a, r, 3 * a, R, 9 * b, r, 3 * b, motion, body[a], body[b]);
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

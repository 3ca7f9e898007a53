/** Two surfaces of triangles on bodies, as the contact handler sees them: of solids that collide, or named by a force element. */
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { CollisionShape } from "../collisionShape.ts";
import { ShapePoses } from "../shapePoses.ts";
import type { PolygonalContact } from "./polygonalContact.ts";

export interface SurfacePair {
  readonly contact: PolygonalContact;
  /** Paths of the objects. */
  readonly objectE: string;
  readonly objectF: string;
  readonly bodyE: number;
  readonly bodyF: number;
  /** Farthest points from the origins of the bodies, m. */
  readonly reachE: number;
  readonly reachF: number;
  /** About the meshes. */
  readonly warnings?: readonly string[];
  /** Evaluates the contact for this motion where the surfaces may touch; clears it elsewhere. */
  evaluate(motion: BodyMotion): void;
}

/** Two of a list of shapes, by their numbers. */
export interface NumberedPair {
  readonly a: number;
  readonly b: number;
  readonly contact: PolygonalContact;
}

/** Pairs of shapes fixed to bodies; of the shapes only bodies, poses and bounding balls are used. */
export function surfacePairs(shapes: readonly CollisionShape[], pairs: readonly NumberedPair[]): SurfacePair[] {
  const poses = new ShapePoses(shapes);
  const reach = (s: number): number => poses.armOf(s) + poses.reach[s]!;
  return pairs.map(({ a, b, contact }) => ({
    contact,
    objectE: shapes[a]!.path,
    objectF: shapes[b]!.path,
    bodyE: poses.body[a]!,
    bodyF: poses.body[b]!,
    reachE: reach(a),
    reachF: reach(b),
    evaluate: (motion) => evaluate(poses, a, b, contact, motion),
  }));
}

function evaluate(poses: ShapePoses, a: number, b: number, contact: PolygonalContact, motion: BodyMotion): void {
  const { position: r, rotation: R, centre, reach, body } = poses;
  for (const shape of [a, b]) {
    poses.locate(shape, motion);
    poses.locateCentre(shape);
  }
  const x = centre[3 * b] - centre[3 * a];
  const y = centre[3 * b + 1] - centre[3 * a + 1];
  const z = centre[3 * b + 2] - centre[3 * a + 2];
  const near = reach[a] + reach[b];
  if (x * x + y * y + z * z > near * near) contact.clear();
  else contact.evaluate(R, 9 * a, r, 3 * a, R, 9 * b, r, 3 * b, motion, body[a], body[b]);
}

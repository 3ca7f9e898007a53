/** A contact that began or ended, as it is told to users: in the log of events, in results, in pictures. */
import type { Vector3 } from "../geometry/vectors.ts";

export interface ContactRecord {
  readonly kind: "start" | "end";
  readonly time: number;
  /** Paths of both shapes. */
  readonly obj1: string;
  readonly obj2: string;
  /** World point between the two shapes. */
  readonly position: Vector3;
  /** Unit vector from obj1 to obj2. */
  readonly normal: Vector3;
  /** Speed along the normal, m/s: positive when the shapes approach each other. */
  readonly normalVelocity: number;
  readonly distance: number;
  readonly response: "elastic" | "impulsive" | "observer" | "none";
  /** K and d of an elastic contact. */
  readonly stiffness?: number;
  readonly damping?: number;
}

/** One line for the log. */
export function describeContact(record: ContactRecord): string {
  const { obj1, obj2, position, normalVelocity } = record;
  const place = position.map((value) => value.toPrecision(3)).join(", ");
  const speed = Math.abs(normalVelocity).toPrecision(3);
  return record.kind === "start"
    ? `contact of ${obj1} and ${obj2} begins at (${place}) m with ${speed} m/s`
    : `contact of ${obj1} and ${obj2} ends at (${place}) m with ${speed} m/s`;
}

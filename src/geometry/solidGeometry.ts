/** What the registry knows about each solid shape: the questions that mechanics, contact and collision ask. */
import type { Core } from "./core.ts";
import type { Symmetric3, Vector3 } from "./vectors.ts";

export interface SolidGeometry<S> {
  /** m³ */
  volume(shape: S): number;
  /** In the frame of the shape. */
  centroid(shape: S): Vector3;
  /** About the centroid, along the axes of the shape, for mass 1: m². */
  inertiaPerMass(shape: S): Symmetric3;
  /** Radius of the sphere that stands for the shape in a contact law, when the user gives none. */
  contactRadius(shape: S): number;
  /** Whether contacts are between flat faces as a rule. */
  readonly isFlat: boolean;
  /** Longest extent along an axis of the shape. */
  longestEdge(shape: S): number;
  /** A smoothing radius is at most a tenth of this length; 0 for shapes without edges. */
  smoothingLength(shape: S): number;
  /** Convex body for collisions: the shape is the core, grown by a ball; see core.ts. `smoothing` is within its limit. */
  core(shape: S, smoothing: number): Core;
}

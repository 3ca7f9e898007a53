/** What the registry knows about each solid shape: the questions that mechanics, contact and collision ask. */
import type { Core } from "./core.ts";
import type { TriangleData } from "./parseObj.ts";
import type { Axis } from "./shapeChecks.ts";
import type { Symmetric3, Vector3 } from "./vectors.ts";

/** `U`: the shapes whose pictures it shares. */
export interface SolidGeometry<S, U = S> {
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
  /** The surface, with so many segments around. */
  triangles(shape: S, segments: number): TriangleData;
  /** A shape that many can share in pictures, and the scale along the axes that makes this one of it. */
  readonly unit?: (shape: S) => { readonly shape: U; readonly scale: Vector3 };
}

/** Scales of a body that is round about an axis. */
export function scaleAlong(axis: Axis, across: number, along: number): Vector3 {
  return axis === 1 ? [along, across, across] : axis === 2 ? [across, along, across] : [across, across, along];
}

/** Vectors and inertias of shapes with an axis. */
import type { Axis } from "./shapeChecks.ts";
import { diagonal, type Symmetric3, type Vector3 } from "./vectors.ts";

/** The vector with length h along the axis. */
export function alongAxis(axis: Axis, h: number): Vector3 {
  return [axis === 1 ? h : 0, axis === 2 ? h : 0, axis === 3 ? h : 0];
}

/** Inertia of a body of revolution: about its axis and about any line across it. */
export function axisymmetricInertia(axis: Axis, axial: number, across: number): Symmetric3 {
  return diagonal(axis === 1 ? axial : across, axis === 2 ? axial : across, axis === 3 ? axial : across);
}

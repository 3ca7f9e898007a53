/** The friendly form of the narrow phase: two shapes, two poses, one answer. */
import { checkOptionNames } from "../errors/optionNames.ts";
import { convexBody } from "../geometry/convexBody.ts";
import type { SolidShape } from "../geometry/registry.ts";
import type { Vector3 } from "../geometry/vectors.ts";
import { NarrowPhase, type Termination, terminations } from "./narrowPhase.ts";
import { type Pose, packPose } from "./pose.ts";

export interface SignedDistanceOptions {
  /** Radius by which edges and corners of both shapes are rounded, m; 0 by default. See `convexBody`. */
  readonly smoothingRadius?: number;
}

export interface SignedDistance {
  /** m; negative: the shortest translation that parts the shapes. */
  readonly distance: number;
  /** Points on the surfaces of A and B, world frame. */
  readonly pointA: Vector3;
  readonly pointB: Vector3;
  /** Unit vector from A to B: pointB − pointA = distance · normal. */
  readonly normal: Vector3;
  readonly termination: Termination;
  /** Support points that were computed; 0 for closed forms. */
  readonly iterations: number;
  /** The distance is exact up to this length. */
  readonly bound: number;
}

/**
 * Signed distance of two convex shapes (meshes: of their convex hulls).
 *
 * ```ts
 * import { Box, Sphere, signedDistance } from "rattleback/collision";
 *
 * const floor = Box({ lengthX: 4, lengthY: 4, lengthZ: 1 });
 * const answer = signedDistance(floor, {}, Sphere({ diameter: 1 }), { translation: [1, 0, 0.75] });
 * console.log(answer.distance, answer.normal.join(" "), answer.pointA.join(" ")); // -0.25 0 0 1 1 0 0.5
 * ```
 *
 * For many evaluations of one pair make the bodies once and use `NarrowPhase`.
 */
export function signedDistance(
  shapeA: SolidShape,
  poseA: Pose,
  shapeB: SolidShape,
  poseB: Pose,
  options: SignedDistanceOptions = {},
): SignedDistance {
  checkOptionNames(options, ["smoothingRadius"], "signedDistance()");
  const narrowPhase = new NarrowPhase(convexBody(shapeA, options), convexBody(shapeB, options));
  const A = packPose(poseA, "poseA");
  const B = packPose(poseB, "poseB");
  narrowPhase.evaluate(A.R, 0, A.r, 0, B.R, 0, B.r, 0);
  return {
    distance: narrowPhase.distance,
    pointA: toVector(narrowPhase.pointA),
    pointB: toVector(narrowPhase.pointB),
    normal: toVector(narrowPhase.normal),
    termination: terminations[narrowPhase.termination]!,
    iterations: narrowPhase.iterations,
    bound: narrowPhase.bound,
  };
}

/** + 0 turns −0 into 0, which reads better. */
function toVector(v: Float64Array): Vector3 {
  return [v[0] + 0, v[1] + 0, v[2] + 0];
}

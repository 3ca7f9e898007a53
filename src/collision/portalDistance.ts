/** The friendly form of Minkowski Portal Refinement; see mpr.ts for what its distance means. */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { convexBody } from "../geometry/convexBody.ts";
import type { SolidShape } from "../geometry/registry.ts";
import type { Vector3 } from "../geometry/vectors.ts";
import { mulMV, transformPoint } from "../math/mat3.ts";
import { type PortalTermination, portalTerminations, refinePortal } from "./mpr.ts";
import { locate, Pair } from "./pair.ts";
import { type Pose, packPose } from "./pose.ts";

export interface PortalOptions {
  readonly smoothingRadius?: number;
  /** Of TC2 and TC3, relative to the size of the larger shape; 1e-13 by default. */
  readonly tolerance?: number;
  /** Of phases 2 and 3 each; 120 by default. */
  readonly maximumIterations?: number;
}

export interface PortalDistance {
  /** m; NaN when the termination says that there is no answer. */
  readonly distance: number;
  readonly pointA: Vector3;
  readonly pointB: Vector3;
  /** Unit vector from A to B. */
  readonly normal: Vector3;
  readonly termination: PortalTermination;
  /** Value of the termination condition that was reached, m: by how much the portal misses the boundary. */
  readonly residual: number;
  /** Support points that were computed. */
  readonly iterations: number;
}

/**
 * Distance by Minkowski Portal Refinement alone, to study the method; `signedDistance` is exact and always answers.
 */
export function portalDistance(
  shapeA: SolidShape,
  poseA: Pose,
  shapeB: SolidShape,
  poseB: Pose,
  options: PortalOptions = {},
): PortalDistance {
  checkOptionNames(options, ["smoothingRadius", "tolerance", "maximumIterations"], "portalDistance()");
  const { tolerance = 1e-13, maximumIterations = 120, smoothingRadius = 0 } = options;
  if (!(tolerance >= 0 && tolerance < 1) || !(maximumIterations >= 1)) {
    const name = tolerance >= 0 && tolerance < 1 ? "maximumIterations" : "tolerance";
    const value = name === "tolerance" ? tolerance : maximumIterations;
    throw new RattlebackError("E-OPTION-VALUE", `The option ${name} = ${value} makes no sense.`, {
      path: `options.${name}`,
      hint: name === "tolerance" ? "a number ≥ 0 and below 1" : "a whole number ≥ 1",
      data: { [name]: value },
    });
  }
  const A = convexBody(shapeA, { smoothingRadius });
  const B = convexBody(shapeB, { smoothingRadius });
  const pair = new Pair(A, B);
  pair.size = Math.max(A.reach, B.reach, 1e-300);
  const pA = packPose(poseA, "poseA");
  const pB = packPose(poseB, "poseB");
  locate(pair, pA.R, 0, pA.r, 0, pB.R, 0, pB.r, 0);
  const termination = portalTerminations[refinePortal(pair, tolerance, maximumIterations)]!;
  const hasAnswer = termination !== "centresCoincide" && termination !== "planar";
  const inFrame = (v: Float64Array) => Float64Array.from(v, (_, i) => v[(i + 6 - A.axis) % 3]);
  const toWorld = (v: Float64Array, isPoint: boolean): Vector3 => {
    const out = new Float64Array(3);
    if (isPoint) transformPoint(out, 0, pA.R, 0, pA.r, 0, inFrame(v), 0);
    else mulMV(out, 0, pA.R, 0, inFrame(v), 0);
    return [out[0], out[1], out[2]];
  };
  return {
    distance: hasAnswer ? pair.distance : Number.NaN,
    pointA: toWorld(pair.a, true),
    pointB: toWorld(pair.b, true),
    normal: toWorld(pair.n, false),
    termination,
    residual: pair.bound,
    iterations: pair.iterations,
  };
}

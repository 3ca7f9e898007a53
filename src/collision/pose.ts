/** Poses as users write them, and as kernels read them. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Vector3 } from "../geometry/vectors.ts";
import { identity33 } from "../math/mat3.ts";
import { matrixFromQuaternion, normaliseQuaternion } from "../math/quaternion.ts";
import { rotationDefect } from "../math/rotation.ts";

/** Where a shape is: its frame B in the world W. */
export interface Pose {
  /** Origin of B, m; the world's origin by default. */
  readonly translation?: Vector3;
  /** R_WB row by row (nine numbers: columns are the axes of B), or a quaternion (x, y, z, w); no rotation by default. */
  readonly rotation?: readonly number[];
}

export interface PackedPose {
  readonly R: Float64Array;
  readonly r: Float64Array;
}

/** Largest deviation from a rotation that is accepted: input rounded to seven digits passes. */
const rotationTolerance = 1e-6;

export function packPose(pose: Pose, path: string): PackedPose {
  const r = Float64Array.from(pose.translation ?? [0, 0, 0]);
  if (r.length !== 3 || !r.every(Number.isFinite)) {
    throw poseError(`${path}.translation`, [...r], "it is not three finite numbers", "[x, y, z] in metres");
  }
  const R = new Float64Array(9);
  const given = pose.rotation;
  const path2 = `${path}.rotation`;
  if (given === undefined) {
    identity33(R, 0);
  } else if (given.length === 9) {
    R.set(given);
    const defect = rotationDefect(R, 0);
    if (!(defect <= rotationTolerance)) {
      throw poseError(
        path2,
        [...given],
        `R·Rᵀ differs from the identity by ${defect}`,
        "a rotation matrix, row by row",
      );
    }
  } else {
    const q = Float64Array.from(given);
    const norm = given.length === 4 ? normaliseQuaternion(q, 0, q, 0) : Number.NaN;
    if (!(Math.abs(norm - 1) <= rotationTolerance)) {
      const hint = "a unit quaternion (x, y, z, w) or the nine numbers of a rotation matrix";
      throw poseError(path2, [...given], "it is neither a unit quaternion nor a rotation matrix", hint);
    }
    matrixFromQuaternion(R, 0, q, 0);
  }
  return { R, r };
}

function poseError(path: string, value: unknown[], because: string, hint: string): RattlebackError {
  return new RattlebackError("E-POSE", `The pose has an unusable value ${path} = [${value.join(", ")}].`, {
    path,
    because,
    hint,
    data: { value },
  });
}

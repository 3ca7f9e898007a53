/** Checks of a mechanism's description: numbers, axes, placements, bodies. Each failure names the joint or body. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { rotationDefect } from "../math/rotation.ts";
import { cross3, dot3, normalise3 } from "../math/vec3.ts";
import { jointCode, type Wheel } from "./mechanism.ts";
import type {
  BodyDescription,
  GravityField,
  JointDescription,
  LoopJointDescription,
  Placement,
} from "./mechanismDescription.ts";

type AnyJoint = JointDescription | LoopJointDescription;

/** A matrix whose columns deviate by more from being orthonormal is no rotation; rounding to six digits passes. */
const rotationTolerance = 1e-5;
/** Sine of the angle below which two axes count as parallel. */
const parallelTolerance = 1e-8;

export function checkParent({ parent, path }: BodyDescription, b: number): void {
  if (!Number.isInteger(parent) || parent < 0 || parent >= b) {
    throw new RattlebackError("E-MECHANISM-PARENT", `Body number ${b} has the parent ${parent}.`, {
      path,
      because: "a parent must have a smaller number than its children, and 0 is the world",
      hint: "sort the bodies so that each one comes after its parent",
      data: { body: b, parent },
    });
  }
}

export function checkBody(body: BodyDescription): void {
  const { joint, path } = body;
  if (!(body.mass >= 0 && body.mass < Infinity))
    throw wrongValue(path, "mass", body.mass, "a finite mass that is not negative");
  checkVector(body.centre, 3, path, "centre");
  checkVector(body.inertia, 6, path, "inertia");
  if (body.inertia !== undefined && !isPossible(body.inertia)) {
    throw wrongValue(
      path,
      "inertia",
      Array.from(body.inertia),
      "an inertia matrix about the centre of mass without negative principal values",
    );
  }
  checkJoint(joint);
  if (["rod", "rolling"].includes(joint.kind))
    throw wrongValue(joint.path, "kind", joint.kind, "a joint with coordinates in the tree");
  if (joint.hasFlange === true && (joint.kind === "spherical" || joint.kind === "free" || joint.kind === "fixed")) {
    throw wrongValue(
      joint.path,
      "hasFlange",
      true,
      "a flange on a joint whose velocities are the derivatives of its coordinates",
    );
  }
}

function checkJoint(joint: AnyJoint): void {
  if (!Object.hasOwn(jointCode, joint.kind) || joint.kind.endsWith("Angles")) {
    throw wrongValue(
      joint.path,
      "kind",
      joint.kind,
      "fixed, revolute, prismatic, screw, cylindrical, universal, planar, spherical or free",
    );
  }
  if (joint.pitch !== undefined && !Number.isFinite(joint.pitch))
    throw wrongValue(joint.path, "pitch", joint.pitch, "a finite pitch in m/rad");
  const { length } = joint as LoopJointDescription;
  if ((joint.kind === "rod" || joint.kind === "rolling") && !(length !== undefined && length > 0 && length < Infinity))
    throw wrongValue(joint.path, "length", length, "a finite length above zero");
}

/** The wheel of a joint that rolls. */
export function wheelOf({ path, length = 0, wheelAxis = [0, 0, 1], rimRadius = 0 }: LoopJointDescription): Wheel {
  if (!(rimRadius >= 0 && rimRadius <= length))
    throw wrongValue(path, "rimRadius", rimRadius, "a radius of the rim from 0 to the radius of the wheel");
  return { axis_B: unit(wheelAxis, path, "wheelAxis"), ring: length - rimRadius, rim: rimRadius };
}

export function checkGravity(gravity: GravityField | undefined): void {
  if (gravity?.kind === "uniform") checkVector(gravity.vector, 3, "gravity", "vector");
  if (gravity?.kind === "point" && !Number.isFinite(gravity.mu))
    throw wrongValue("gravity", "mu", gravity.mu, "a finite mu in m³/s²");
}

/** Unit axis n; unit normal in the plane of n and the second axis; the second axis itself as a unit vector. */
export function directions(joint: AnyJoint): {
  axis: Float64Array;
  second: Float64Array;
  normal: Float64Array;
} {
  checkJoint(joint);
  const axis = unit(joint.axis ?? [0, 0, 1], joint.path, "axis");
  let second = new Float64Array(3);
  if (joint.secondAxis === undefined) {
    // z → x, and any other axis: the coordinate axis that is most across
    const across = Math.abs(axis[0]!) < 0.9 ? [1, 0, 0] : [0, 1, 0];
    second = Float64Array.from(across);
    removeAlong(second, axis);
  } else {
    second = unit(joint.secondAxis, joint.path, "secondAxis");
  }
  const normal = second.slice();
  const sine = removeAlong(normal, axis);
  if (sine < parallelTolerance) {
    throw wrongValue(
      joint.path,
      "secondAxis",
      Array.from(joint.secondAxis ?? []),
      "a second axis that is not parallel to the first",
    );
  }
  return { axis, second, normal };
}

export function placementOf(
  placement: Placement | undefined,
  path: string,
  name: string,
): { r: Float64Array; R: Float64Array } {
  checkVector(placement?.r, 3, path, `${name}.r`);
  checkVector(placement?.R, 9, path, `${name}.R`);
  const r = Float64Array.from(placement?.r ?? [0, 0, 0]);
  const R = Float64Array.from(placement?.R ?? [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  if (rotationDefect(R, 0) > rotationTolerance)
    throw wrongValue(path, `${name}.R`, Array.from(R), "a right-handed rotation matrix, by rows");
  orthonormalise(R);
  return { r, R };
}

export function wrongBody(path: string, body: number, count: number): RattlebackError {
  return new RattlebackError("E-MECHANISM-LOOP-BODY", `The loop joint connects body ${body}, which cannot be.`, {
    path,
    because: `the bodies are 0 (the world) to ${count - 1}, and a joint connects two different ones`,
    hint: "two different bodies of the mechanism",
    data: { body },
  });
}

function wrongValue(path: string, name: string, value: unknown, hint: string): RattlebackError {
  return new RattlebackError(
    "E-MECHANISM-VALUE",
    `${name} = ${JSON.stringify(value) ?? String(value)} is not possible.`,
    {
      path: `${path}.${name}`,
      hint,
      data: { value },
    },
  );
}

function checkVector(values: ArrayLike<number> | undefined, length: number, path: string, name: string): void {
  if (values === undefined) return;
  const list = Array.from(values);
  if (list.length !== length || !list.every(Number.isFinite))
    throw wrongValue(path, name, list.map(String), `${length} finite numbers`);
}

function unit(values: ArrayLike<number>, path: string, name: string): Float64Array<ArrayBuffer> {
  checkVector(values, 3, path, name);
  const n = Float64Array.from(values);
  if (!(normalise3(n, 0, n, 0) > 0))
    throw wrongValue(path, name, Array.from(values), "a direction: not all three numbers zero");
  return n;
}

/** a ← unit vector along a − (a·n)·n; returns the length before: the sine of the angle between unit vectors. */
function removeAlong(a: Float64Array, n: Float64Array): number {
  const along = dot3(a, 0, n, 0);
  for (let i = 0; i < 3; i++) a[i]! -= along * n[i]!;
  return normalise3(a, 0, a, 0);
}

/** Gram–Schmidt on the rows: what was rounded becomes a rotation to the last digit. */
function orthonormalise(R: Float64Array): void {
  if (rotationDefect(R, 0) === 0) return;
  const rows = [R.slice(0, 3), R.slice(3, 6), R.slice(6, 9)] as const;
  normalise3(rows[0], 0, rows[0], 0);
  removeAlong(rows[1], rows[0]);
  cross3(rows[2], 0, rows[0], 0, rows[1], 0);
  for (let i = 0; i < 3; i++) R.set(rows[i]!, 3 * i);
}

/** No negative principal value beyond rounding: all principal minors. */
function isPossible(inertia: ArrayLike<number>): boolean {
  const [xx, xy, xz, yy, yz, zz] = Array.from(inertia) as [number, number, number, number, number, number];
  const size = Math.max(Math.abs(xx), Math.abs(yy), Math.abs(zz));
  const slack = 1e-10 * size;
  const determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  return (
    Math.min(xx, yy, zz) >= -slack &&
    xx * yy - xy * xy >= -slack * size &&
    xx * zz - xz * xz >= -slack * size &&
    yy * zz - yz * yz >= -slack * size &&
    determinant >= -slack * size * size
  );
}

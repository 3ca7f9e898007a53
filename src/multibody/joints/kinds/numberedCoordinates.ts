/** What joints whose coordinates are plain numbers have in common. */
import * as elementary from "../../../math/elementary.ts";
import type {
  BackwardsJoint,
  GivenStart,
  JointCoordinate,
  JointSight,
  JointTraits,
  KernelCoordinates,
  NamedValue,
} from "./jointTraits.ts";

export const phi: JointCoordinate = { position: "phi", velocity: "w", isAngle: true };
export const s: JointCoordinate = { position: "s", velocity: "v", isAngle: false };

export function numbered(name: "phi" | "s", k: number): JointCoordinate {
  return { position: `${name}${k}`, velocity: `${name === "phi" ? "w" : "v"}${k}`, isAngle: name === "phi" };
}

export function coordinateUnit({ isAngle }: JointCoordinate, isVelocity: boolean): string {
  return isAngle ? (isVelocity ? "rad/s" : "rad") : isVelocity ? "m/s" : "m";
}

/** Coordinates keep their numbers and order backwards: R(n, φ)⁻¹ = R(−n, φ). */
const asForwards: BackwardsJoint = {
  keepsCoordinates: true,
  place: (coordinate) => ({ coordinate, sign: 1 }),
  convert: (coordinates) => coordinates,
};

type Own = Pick<JointTraits, "observe" | "drawnAs"> & Partial<JointTraits>;

/** A joint with these coordinates; `own` tells its motion, and what is not as in a joint with one axis. */
export function numberedJoint(coordinates: readonly JointCoordinate[], own: Own): JointTraits {
  const value = (coordinate: JointCoordinate, isVelocity: boolean): NamedValue => ({
    name: isVelocity ? coordinate.velocity : coordinate.position,
    size: 0,
    unit: coordinateUnit(coordinate, isVelocity),
  });
  const { backwards = asForwards } = own;
  const start = ({ position, velocity }: GivenStart, isReversed: boolean): KernelCoordinates => {
    const forwards = { q: position, v: velocity };
    return isReversed ? backwards.convert(forwards) : forwards;
  };
  return {
    coordinates,
    results: coordinates.flatMap((coordinate) => [value(coordinate, false), value(coordinate, true)]),
    states: {
      position: coordinates.map((coordinate) => value(coordinate, false)),
      velocity: coordinates.map((coordinate) => value(coordinate, true)),
    },
    direction: ({ n }) => n,
    start,
    backwards,
    axes: (axis, secondAxis, isReversed) =>
      isReversed ? { axis: minus(axis) } : { axis, ...(secondAxis !== undefined && { secondAxis }) },
    ...own,
  };
}

/** Angle of the rotation about n: direction of the turned e1 in the plane of e1 and e2. */
export function angleAbout(sight: JointSight, which: number): number {
  const { e1, e2, relative } = sight;
  return sight.continued(which, elementary.atan2(turnedAlong(relative.R, e1, e2), turnedAlong(relative.R, e1, e1)));
}

/** (R·v)·e */
export function turnedAlong(R: Float64Array, v: Float64Array, e: Float64Array): number {
  const x = v[0]!;
  const y = v[1]!;
  const z = v[2]!;
  return (
    (R[0]! * x + R[1]! * y + R[2]! * z) * e[0]! +
    (R[3]! * x + R[4]! * y + R[5]! * z) * e[1]! +
    (R[6]! * x + R[7]! * y + R[8]! * z) * e[2]!
  );
}

export function minus(v: readonly number[]): number[] {
  return v.map((x) => 0 - x);
}

export function dot(a: Float64Array, b: Float64Array): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

/**
 * Inertia as a file gives it, made possible: what rounding left is zero, and negative principal moments, which no body has and with which nothing
 * can be computed, are raised to zero.
 */
import { principalAxes } from "../geometry/principalAxes.ts";
import type { UrdfInertial } from "./urdfRobot.ts";

type Inertia = UrdfInertial["inertia"];

/** kg·m², what programs leave where they mean zero. */
const rounding = 1e-15;
/** Relative to the largest moment: digits that files have. */
const digits = 1e-9;

/** `note` is told of what was raised; `owner` says whose inertia it is. */
export function possibleInertia(inertia: Inertia, owner: string, note: (line: string) => void): Inertia {
  const written = inertia.map((value) => (Math.abs(value) < rounding ? 0 : value)) as unknown as Inertia;
  const { moments, rotation } = principalAxes(written);
  const least = Math.min(...moments);
  if (least >= 0) return written;
  if (least < -digits * Math.max(...moments))
    note(
      `${owner} has an inertia that no body has, with a principal moment of ${least.toPrecision(3)} kg·m²: raised to 0`,
    );
  const entry = (i: number, j: number): number =>
    [0, 1, 2].reduce((sum, k) => sum + Math.max(0, moments[k]!) * rotation[3 * i + k]! * rotation[3 * j + k]!, 0);
  return [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)];
}

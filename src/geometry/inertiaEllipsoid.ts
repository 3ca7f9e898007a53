/**
 * The ellipsoid of even density that has the mass and the inertia of a body: how its mass is spread, to look at.
 *
 *     Ix = m·(b² + c²)/5, …   ⇒   a² = 5/(2·m)·(Iy + Iz − Ix)          principal moments, semi-axes a, b, c
 */
import { principalAxes } from "./principalAxes.ts";

export interface InertiaEllipsoid {
  /** Diameters along its axes, m. An inertia that no body has gives thin ones. */
  readonly lengths: readonly [number, number, number];
  /** Its axes as columns, row-major, right-handed. */
  readonly rotation: Float64Array;
}

/** Thinner than this part of the longest axis would not be seen. */
const thinnest = 1e-3;

/** `inertia`: Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the centre of mass; undefined for bodies without mass or inertia. */
export function inertiaEllipsoid(mass: number, inertia: ArrayLike<number>): InertiaEllipsoid | undefined {
  const { moments, rotation } = principalAxes(inertia);
  const sum = moments[0] + moments[1] + moments[2];
  if (!(mass > 0 && sum > 0)) return undefined;
  const longest = Math.sqrt((5 / (2 * mass)) * sum);
  const lengths = moments.map((I) => {
    const square = (5 / (2 * mass)) * (sum - 2 * I);
    return 2 * Math.max(thinnest * longest, Math.sqrt(Math.max(0, square)));
  }) as [number, number, number];
  return { lengths, rotation };
}

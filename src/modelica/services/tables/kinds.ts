/** How the tables of the Modelica library interpolate and extrapolate: enumerations by their numbers. */

export const smoothness = {
  linear: 1,
  akima: 2,
  constant: 3,
  fritschButland: 4,
  steffen: 5,
  modifiedAkima: 6,
} as const;

export const extrapolation = { hold: 1, lastTwoPoints: 2, periodic: 3, none: 4 } as const;

export const timeEvents = { always: 1, atDiscontinuities: 2, none: 3 } as const;

/** Interpolations by cubics, which need abscissae that increase strictly. */
export function isSpline(kind: number): boolean {
  return kind !== smoothness.linear && kind !== smoothness.constant;
}

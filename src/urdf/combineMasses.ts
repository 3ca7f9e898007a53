/**
 * Several masses as one.
 *
 *     m = Σ mₖ,   c = Σ mₖ·cₖ / m,   I = Σ Iₖ + mₖ·(|dₖ|²·1 − dₖ·dₖᵀ),   dₖ = cₖ − c
 */
export interface PlacedMass {
  readonly mass: number;
  /** Centre of mass. */
  readonly centre: ArrayLike<number>;
  /** About the centre, nine numbers by rows. */
  readonly inertia: ArrayLike<number>;
}

/** All in the same axes; undefined when they weigh nothing. */
export function combineMasses(parts: readonly PlacedMass[]): PlacedMass | undefined {
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  if (!(mass > 0)) return undefined;
  const centre = [0, 1, 2].map((i) => parts.reduce((sum, part) => sum + part.mass * part.centre[i]!, 0) / mass);
  const inertia = new Float64Array(9);
  for (const part of parts) {
    const d = [0, 1, 2].map((i) => part.centre[i]! - centre[i]!);
    const square = d.reduce((sum, x) => sum + x * x, 0);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        inertia[3 * i + j]! += part.inertia[3 * i + j]! + part.mass * ((i === j ? square : 0) - d[i]! * d[j]!);
  }
  return { mass, centre, inertia };
}

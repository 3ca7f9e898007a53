/** What the contact is like at an instant; filled by the caller. Arrays are in world axes. */
export class StickSlipInput {
  /** Poses of both shapes: R row-major at iR, r at ir. */
  RA: Float64Array = new Float64Array(9);
  iRA = 0;
  rA: Float64Array = new Float64Array(3);
  irA = 0;
  RB: Float64Array = new Float64Array(9);
  iRB = 0;
  rB: Float64Array = new Float64Array(3);
  irB = 0;
  /** Point and normal (from A to B) of the contact. */
  readonly point = new Float64Array(3);
  readonly normal = new Float64Array(3);
  /** Velocity of B against A at the point, relative angular velocity. */
  readonly twist = new Float64Array(6);
  /** f_n, N, and ρ, m. */
  readonly load = new Float64Array(2);
}

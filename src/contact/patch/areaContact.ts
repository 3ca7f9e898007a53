/** What two bodies that touch over an area or along a line do to each other. A gets the opposite of what B gets. */
export class AreaContact {
  /** Depth up to which the law holds, m: half the thickness of the body that gives the field of depths. */
  readonly limit: number;
  isTouching = false;
  /** Largest depth, m; 0 without contact. */
  depth = 0;
  /** Stored energy, J. */
  energy = 0;
  /** Area of the patch, m². */
  area = 0;
  /** N, with damping after addDissipation(). */
  normalForce = 0;
  /** Centre of pressure, world. */
  readonly point = new Float64Array(3);
  /** Direction of the elastic force on B: from A to B. */
  readonly normal = new Float64Array(3);
  /** On B, world, N. */
  readonly force = new Float64Array(3);
  /** On B about `point`, world, N·m. */
  readonly torque = new Float64Array(3);

  constructor(limit: number) {
    this.limit = limit;
  }
}

/**
 * Rolling of round bodies on a patch. Their surface stays where it is while they roll: the overlap does not change, nothing is
 * compressed, and damping, which resists compression, must not resist it. What is left of the relative angular velocity ω is damped:
 *
 *     ω′ = P·ω          turning about the centre of pressure, by which points approach each other
 *     M′ = P·M          moment of the damping forces about it
 *
 *     P  = (1 − K)⁴ across n, eigenvalues of 1 − K that are negative being zero       K = Σ κ·e·eᵀ
 *
 * Legend   n  direction of the force      e  axis about which a body rolls: that of its symmetry, as seen along n
 *          κ  1 for a body that rolls freely, 0 where all of its rim dips in, as when a cylinder stands on its end
 * Holds    The same P for motion and moment: damping never adds energy, whatever rolls. The power leaves little of oblique pairs of axes.
 */
export class Rolling {
  private readonly t = new Float64Array(6);
  private uu = 0;
  private uv = 0;
  private vv = 0;

  /** Nothing rolls, for the direction n of the force. */
  begin(n: Float64Array): void {
    const { t } = this;
    // across the smallest component of n
    const [x, y, z] = [n[0] * n[0], n[1] * n[1], n[2] * n[2]];
    const k = x <= y ? (x <= z ? 0 : 2) : y <= z ? 1 : 2;
    const s = 1 / Math.sqrt(1 - n[k] * n[k]);
    for (let i = 0; i < 3; i++) t[i] = s * ((i === k ? 1 : 0) - n[k] * n[i]);
    t[3] = n[1] * t[2] - n[2] * t[1];
    t[4] = n[2] * t[0] - n[0] * t[2];
    t[5] = n[0] * t[1] - n[1] * t[0];
    this.uu = this.uv = this.vv = 0;
  }

  /** Adds a body that rolls about the axis (x, y, z), and about the direction across it and n. */
  add(x: number, y: number, z: number, about: number, across: number): void {
    const { t } = this;
    let u = t[0] * x + t[1] * y + t[2] * z;
    let v = t[3] * x + t[4] * y + t[5] * z;
    const size = Math.sqrt(u * u + v * v);
    u = size > 0 ? u / size : 1;
    v = size > 0 ? v / size : 0;
    this.uu += about * u * u + across * v * v;
    this.uv += (about - across) * u * v;
    this.vv += about * v * v + across * u * u;
  }

  /** K is complete: it becomes 1 − P. */
  finish(): void {
    const mean = 0.5 * (this.uu + this.vv);
    const half = 0.5 * (this.uu - this.vv);
    const radius = Math.sqrt(half * half + this.uv * this.uv);
    const high = rolled(mean + radius);
    const low = rolled(mean - radius);
    const cos = radius > 0 ? half / radius : 1;
    const sin = radius > 0 ? this.uv / radius : 0;
    this.uu = 0.5 * (high + low + (high - low) * cos);
    this.vv = 0.5 * (high + low - (high - low) * cos);
    this.uv = 0.5 * (high - low) * sin;
  }

  /** out[o..o+2] ← (1 − P)·(x, y, z), without its part along n. */
  rollingPart(out: Float64Array, o: number, x: number, y: number, z: number): void {
    const { t, uu, uv, vv } = this;
    const u = t[0] * x + t[1] * y + t[2] * z;
    const v = t[3] * x + t[4] * y + t[5] * z;
    const ru = uu * u + uv * v;
    const rv = uv * u + vv * v;
    for (let i = 0; i < 3; i++) out[o + i] = ru * t[i] + rv * t[3 + i];
  }
}

/** Eigenvalue of 1 − P for that of K. */
function rolled(k: number): number {
  const rest = Math.max(0, 1 - k);
  return 1 - rest * rest * rest * rest;
}

/**
 * How the efforts of flanges depend on the accelerations of flanges, joints of the tree without loops eliminated.
 *
 * Source   [Featherstone2008] sec. 9.2 (hybrid dynamics); the response to one unit of acceleration needs only changes of the
 *          bias forces: inertias, U and D of the inward pass stay.
 *
 *     at the flange   p = U                     (force on the parent, shifted inwards)
 *     inwards         hidden:  p ← p − U·D⁻¹·Sᵀ·p;      another flange:  p stays
 *     outwards        hidden:  vdot = −D⁻¹·(Sᵀ·p + Uᵀ·a');   another flange:  tau = Uᵀ·a + Sᵀ·p
 *
 * Cost     Only the bodies between flanges and the world take part: O(their number) for each flange.
 */
import type { Mechanism } from "./mechanism.ts";
import { recursionCode } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";
import { solveCholesky } from "./smallCholesky.ts";

export class FlangeColumns {
  /** true when a joint outside loops has a flange. */
  readonly isNeeded: boolean;
  private readonly mechanism: Mechanism;
  private readonly flanges: Int32Array;
  private readonly size: number;
  private readonly place: Int32Array;
  private readonly isInTree: Uint8Array;
  /** Bodies that carry a flange, and all between them and the world. */
  private readonly spine: Int32Array;
  /** p and acceleration of each body. */
  private readonly p: Float64Array;
  private readonly a: Float64Array;
  private readonly rates: Float64Array;
  /** What a body hands to its parent. */
  private readonly force = new Float64Array(6);
  /** Accelerations of the flanges that u already contains. */
  private readonly included: Float64Array;

  /** `size`: rows of the matrix that is filled. */
  constructor(mechanism: Mechanism, treeBodies: Int32Array, flanges: Int32Array, size: number) {
    this.size = size;
    this.mechanism = mechanism;
    this.flanges = flanges;
    this.isInTree = new Uint8Array(mechanism.count);
    for (const b of treeBodies) this.isInTree[b] = 1;
    this.spine = bodiesTowardsFlanges(mechanism, this.isInTree, flanges);
    this.isNeeded = this.spine.length > 0;
    const count = this.isNeeded ? mechanism.count : 0;
    const nv = this.isNeeded ? mechanism.nv : 0;
    this.place = new Int32Array(nv).fill(-1);
    for (let f = 0; this.isNeeded && f < flanges.length; f++) this.place[flanges[f]] = f;
    this.p = new Float64Array(6 * count);
    this.a = new Float64Array(6 * count);
    this.rates = new Float64Array(6);
    this.included = new Float64Array(nv);
  }

  /** M ← columns of the flanges in the tree; the inward pass must be up to date. */
  fill(M: Float64Array, state: MechanismState): void {
    const { flanges, mechanism } = this;
    this.included.fill(0);
    for (let f = 0; f < flanges.length; f++) {
      if (this.isInTree[mechanism.bodyOfVelocity[flanges[f]]] === 1) this.column(M, f * this.size, state, flanges[f]);
    }
  }

  private column(M: Float64Array, start: number, state: MechanismState, j: number): void {
    const { mechanism, spine, p, a, place, force } = this;
    const { S, U } = state;
    const source = mechanism.bodyOfVelocity[j];
    const branch = mechanism.branch[source];
    for (let i = 0; i < spine.length; i++) for (let l = 0; l < 6; l++) p[6 * spine[i] + l] = 0;

    // inwards along the way from the flange to the world
    for (let b = source; b !== 0; b = mechanism.parent[b]) {
      if (b === source) for (let l = 0; l < 6; l++) force[l] = p[6 * b + l] + U[6 * j + l];
      else if (mechanism.hasFlange[b] === 1) for (let l = 0; l < 6; l++) force[l] = p[6 * b + l];
      else this.transmitted(state, b);
      if (mechanism.parent[b] !== 0) this.addShifted(state, b);
    }
    // outwards through all bodies of the branch that carry flanges
    for (let i = 0; i < spine.length; i++) {
      const b = spine[i];
      if (mechanism.branch[b] !== branch) continue;
      this.carry(state, b);
      const first = mechanism.vStart[b];
      const end = mechanism.vStart[b + 1];
      if (mechanism.hasFlange[b] === 0) {
        this.solveHidden(state, b, true);
        for (let v = first; v < end; v++)
          for (let l = 0; l < 6; l++) a[6 * b + l] += S[6 * v + l] * this.rates[v - first];
        continue;
      }
      if (b === source) for (let l = 0; l < 6; l++) a[6 * b + l] += S[6 * j + l];
      for (let v = first; v < end; v++) {
        let sum = 0;
        for (let l = 0; l < 6; l++) sum += U[6 * v + l] * a[6 * b + l] + S[6 * v + l] * p[6 * b + l];
        M[start + place[v]] = sum;
      }
    }
  }

  /**
   * u ← u with the accelerations of the flanges in state.vdot, so that the outward pass finishes the hidden joints. May be
   * called again with other accelerations: only the difference is added.
   */
  addFlangeAccelerations(state: MechanismState): void {
    const { mechanism, spine, p, included, force } = this;
    const { S, U, u, vdot } = state;
    for (let i = 0; i < spine.length; i++) for (let l = 0; l < 6; l++) p[6 * spine[i] + l] = 0;
    for (let i = spine.length - 1; i >= 0; i--) {
      const b = spine[i];
      const first = mechanism.vStart[b];
      const end = mechanism.vStart[b + 1];
      if (mechanism.hasFlange[b] === 1) {
        for (let l = 0; l < 6; l++) force[l] = p[6 * b + l];
        for (let v = first; v < end; v++) {
          const change = vdot[v] - included[v];
          included[v] = vdot[v];
          for (let l = 0; l < 6; l++) force[l] += U[6 * v + l] * change;
        }
      } else {
        this.transmitted(state, b);
      }
      // what the joint itself must add against the new bias force
      if (mechanism.recursion[b] === recursionCode.free) for (let l = 0; l < 6; l++) u[first + l] -= p[6 * b + l];
      else for (let v = first; v < end; v++) for (let l = 0; l < 6; l++) u[v] -= S[6 * v + l] * p[6 * b + l];
      if (mechanism.parent[b] !== 0) this.addShifted(state, b);
    }
  }

  /** force ← p − U·D⁻¹·Sᵀ·p of a hidden joint; nothing passes a free joint. */
  private transmitted(state: MechanismState, b: number): void {
    const { mechanism, p, rates, force } = this;
    if (mechanism.recursion[b] === recursionCode.free) {
      force.fill(0);
      return;
    }
    const first = mechanism.vStart[b];
    this.solveHidden(state, b, false);
    for (let l = 0; l < 6; l++) {
      force[l] = p[6 * b + l];
      for (let v = first; v < mechanism.vStart[b + 1]; v++) force[l] += state.U[6 * v + l] * rates[v - first];
    }
  }

  /** rates ← −D⁻¹·(Sᵀ·p + Uᵀ·a), the second term only when asked for; a free body takes (z, a) = −IA⁻¹·p. */
  private solveHidden(state: MechanismState, b: number, withAcceleration: boolean): void {
    const { mechanism, p, a, rates } = this;
    const { S, U } = state;
    const first = mechanism.vStart[b];
    const n = mechanism.vStart[b + 1] - first;
    if (mechanism.recursion[b] === recursionCode.free) {
      for (let l = 0; l < 6; l++) rates[l] = -p[6 * b + l];
      solveCholesky(rates, 0, state.factors, 36 * b, 6);
      for (let l = 0; l < 6; l++) a[6 * b + l] = rates[l];
      rates.fill(0);
      return;
    }
    for (let i = 0; i < n; i++) {
      const k = 6 * (first + i);
      let sum = 0;
      for (let l = 0; l < 6; l++) sum -= S[k + l] * p[6 * b + l] + (withAcceleration ? U[k + l] * a[6 * b + l] : 0);
      rates[i] = sum;
    }
    if (n === 1) rates[0] *= state.inverseD[first];
    else solveCholesky(rates, 0, state.factors, 36 * b, n);
  }

  /** p of the parent ← p + force, moved to its origin. */
  private addShifted(state: MechanismState, b: number): void {
    const { p, force } = this;
    const { lever } = state;
    const k = 6 * this.mechanism.parent[b];
    const r = 3 * b;
    p[k] += force[0] + lever[r + 1] * force[5] - lever[r + 2] * force[4];
    p[k + 1] += force[1] + lever[r + 2] * force[3] - lever[r] * force[5];
    p[k + 2] += force[2] + lever[r] * force[4] - lever[r + 1] * force[3];
    p[k + 3] += force[3];
    p[k + 4] += force[4];
    p[k + 5] += force[5];
  }

  /** a ← acceleration of the parent, carried to the origin of the body. */
  private carry(state: MechanismState, b: number): void {
    const { a } = this;
    const { lever } = state;
    const k = 6 * b;
    const parent = 6 * this.mechanism.parent[b];
    const r = 3 * b;
    const x = a[parent];
    const y = a[parent + 1];
    const z = a[parent + 2];
    a[k] = x;
    a[k + 1] = y;
    a[k + 2] = z;
    a[k + 3] = a[parent + 3] + y * lever[r + 2] - z * lever[r + 1];
    a[k + 4] = a[parent + 4] + z * lever[r] - x * lever[r + 2];
    a[k + 5] = a[parent + 5] + x * lever[r + 1] - y * lever[r];
  }
}

function bodiesTowardsFlanges(
  { bodies, bodyOfVelocity, parent, count }: Mechanism,
  isInTree: Uint8Array,
  flanges: Int32Array,
): Int32Array {
  if (flanges.length === 0) return new Int32Array(0);
  const isSpine = new Uint8Array(count);
  for (const j of flanges) for (let b = bodyOfVelocity[j]; b !== 0 && isInTree[b] === 1; b = parent[b]) isSpine[b] = 1;
  return bodies.filter((b) => isSpine[b] === 1);
}

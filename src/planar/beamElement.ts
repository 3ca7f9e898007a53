/**
 * A planar beam element that may move and turn as far as it likes while its own strains stay small (co-rotational).
 *
 * Source   [Crisfield1991] sec. 7.3; damping and mass are ours and [Hinton1976]
 *
 *     ℓ, β      length and angle of the chord from node 1 to node 2
 *     d       = (ℓ − L,  θ1 − (β − β0),  θ2 − (β − β0))             what is left when the rigid motion is taken away
 *     U       = ½ dᵀ·K·d,   K = diag(EA/L, EI/L·[4 2; 2 4])         strain energy
 *     f       = −Bᵀ·(K·d + τ·K·d'),   B = ∂d/∂q,  d' = B·q'          forces and moments on the nodes
 *     power lost to damping = τ · d'ᵀ·K·d' ≥ 0
 *     ∂(−f)/∂q = Bᵀ·K·B + N/ℓ·z·zᵀ + (M1 + M2)/ℓ²·(r·zᵀ + z·rᵀ)      without damping
 *
 * Legend   q = (x1, y1, θ1, x2, y2, θ2)   θ measured from the unstrained shape
 *          N, M1, M2   normal force and end moments K·d        τ  s  damping time: stress = E (strain + τ·strain rate)
 *          r = (−c, −s, 0, c, s, 0),  z = (s, −c, 0, −s, c, 0),  c = cos β,  s = sin β
 * Holds    rigid motion gives no force at all; forces of an element have no resultant and no moment.
 */

import * as elementary from "../math/elementary.ts";

export interface BeamSection {
  /** EA, N. */
  readonly axialStiffness: number;
  /** EI, N·m². */
  readonly bendingStiffness: number;
  /** kg/m. */
  readonly massPerLength: number;
  /** Damping time τ, s. Default 0. */
  readonly dampingTime?: number;
}

/** Where the numbers of an element start in its packed parameters. */
export const elementSize = 5;
export const lengthAt = 0;
export const angleAt = 1;
export const axialAt = 2;
export const bendingAt = 3;
export const dampingAt = 4;

/** Workspace and result of one element. */
export class ElementLoads {
  /** Forces and moments on the nodes. */
  readonly f = new Float64Array(6);
  /** Coordinates and rates to evaluate at; filled by the caller. */
  readonly q = new Float64Array(6);
  readonly qd = new Float64Array(6);
  /** r and z of the header. */
  readonly r = new Float64Array(6);
  readonly z = new Float64Array(6);
  /** J. */
  strainEnergy = 0;
  /** W. */
  dampingPower = 0;
}

/** loads ← forces, strain energy and lost power of the element whose parameters start at e[k]. */
export function beamElement(loads: ElementLoads, e: Float64Array, k: number): void {
  const { q, qd, f } = loads;
  const L = e[k + lengthAt];
  const EA = e[k + axialAt];
  const EI = e[k + bendingAt];
  const tau = e[k + dampingAt];
  const dx = q[3] - q[0];
  const dy = q[4] - q[1];
  const l = Math.sqrt(dx * dx + dy * dy);
  const c = dx / l;
  const s = dy / l;
  const turn = elementary.atan2(dy, dx) - e[k + angleAt];

  const stretch = l - L;
  const phi1 = withinHalfTurn(q[2] - turn);
  const phi2 = withinHalfTurn(q[5] - turn);
  const stretchRate = c * (qd[3] - qd[0]) + s * (qd[4] - qd[1]);
  const turnRate = (c * (qd[4] - qd[1]) - s * (qd[3] - qd[0])) / l;
  const phi1Rate = qd[2] - turnRate;
  const phi2Rate = qd[5] - turnRate;

  const N = (EA / L) * stretch;
  const M1 = (EI / L) * (4 * phi1 + 2 * phi2);
  const M2 = (EI / L) * (2 * phi1 + 4 * phi2);
  const Nd = tau * (EA / L) * stretchRate;
  const M1d = tau * (EI / L) * (4 * phi1Rate + 2 * phi2Rate);
  const M2d = tau * (EI / L) * (2 * phi1Rate + 4 * phi2Rate);
  const axial = N + Nd;
  const shear = (M1 + M2 + M1d + M2d) / l;

  f[0] = c * axial + s * shear;
  f[1] = s * axial - c * shear;
  f[2] = -(M1 + M1d);
  f[3] = -f[0];
  f[4] = -f[1];
  f[5] = -(M2 + M2d);
  loads.strainEnergy = 0.5 * (N * stretch + M1 * phi1 + M2 * phi2);
  loads.dampingPower = Nd * stretchRate + M1d * phi1Rate + M2d * phi2Rate;
}

/** K[6×6] ← tangent stiffness of the element at loads.q, without damping. It is symmetric: rows and columns are one. */
export function beamElementTangent(K: Float64Array, loads: ElementLoads, e: Float64Array, k: number): void {
  const { q, r, z } = loads;
  const L = e[k + lengthAt];
  const EA = e[k + axialAt] / L;
  const EI = e[k + bendingAt] / L;
  const dx = q[3] - q[0];
  const dy = q[4] - q[1];
  const l = Math.sqrt(dx * dx + dy * dy);
  const c = dx / l;
  const s = dy / l;
  const turn = elementary.atan2(dy, dx) - e[k + angleAt];
  const phi1 = withinHalfTurn(q[2] - turn);
  const phi2 = withinHalfTurn(q[5] - turn);
  const N = EA * (l - L);
  const moments = EI * 6 * (phi1 + phi2);
  r[0] = -c;
  r[1] = -s;
  r[3] = c;
  r[4] = s;
  z[0] = s;
  z[1] = -c;
  z[3] = -s;
  z[4] = c;
  for (let i = 0; i < 6; i++) {
    const b1i = -z[i] / l + (i === 2 ? 1 : 0);
    const b2i = -z[i] / l + (i === 5 ? 1 : 0);
    for (let j = 0; j < 6; j++) {
      const b1j = -z[j] / l + (j === 2 ? 1 : 0);
      const b2j = -z[j] / l + (j === 5 ? 1 : 0);
      const material = EA * r[i] * r[j] + EI * (4 * b1i * b1j + 2 * (b1i * b2j + b2i * b1j) + 4 * b2i * b2j);
      const geometric = (N / l) * z[i] * z[j] + (moments / (l * l)) * (r[i] * z[j] + z[i] * r[j]);
      K[6 * i + j] = material + geometric;
    }
  }
}

/** The same angle in (−π, π]: nodes may have turned many times together with the chord. */
function withinHalfTurn(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

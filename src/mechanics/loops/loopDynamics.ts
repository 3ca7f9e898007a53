/**
 * Accelerations of a group with closed loops.
 *
 * Source   [Wehage1982]; [Featherstone2008] sec. 8.5 (projection onto the motion that the constraints allow)
 *
 *     v̇ = (u̇, T·u̇ + c),   G_d·c = gamma                u: independent velocities, flanges F first, then hidden H
 *     N = (1, T):   Nᵀ·M·N·u̇ = b,   b = Nᵀ·(tau − h − M·(0, c))
 *     tau_F = M_red·a_F + h_red,   M_red = M_FF − M_FH·M_HH⁻¹·M_HF,   h_red = M_FH·M_HH⁻¹·b_H − b_F
 *     a_O = R·u̇ + c_O                           coordinates that are observed: R the rows of N, or of a joint that closes the loop
 *     G_dᵀ·λ = (M·v̇ + h − tau)_d                efforts of the loop joints along their rows
 *
 * M is that of the tree; it may be singular (massless links) as long as NᵀMN is not.
 */
import { computeAccelerations, inverseDynamics } from "../inverseDynamics.ts";
import { compositeMassMatrix } from "../massMatrix.ts";
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { factorCholesky, solveCholesky } from "../smallCholesky.ts";
import { computeGamma } from "./constraintRows.ts";
import type { LoopGroup } from "./loopGroup.ts";
import { solveDependent } from "./partition.ts";

/**
 * Reduced equations of the group from positions, velocities, forces and efforts. Returns −1, or the independent velocity
 * (local number) that has no inertia. Overwrites vdot and accelerations of the group.
 */
export function reduceGroup(mechanism: Mechanism, state: MechanismState, group: LoopGroup): number {
  const { n, rank, dependent, usedRows, velocities, independent, independentCount, vector, T, bodies } = group;
  const { vdot, tau } = state;

  for (let j = 0; j < n; j++) vdot[velocities[j]] = 0;
  computeAccelerations(mechanism, state, vdot, bodies);
  computeGamma(state, group);
  for (let i = 0; i < rank; i++) vector[i] = group.gamma[usedRows[i]];
  solveDependent(vector, group);
  for (let i = 0; i < rank; i++) {
    vdot[velocities[dependent[i]]] = vector[i];
    group.biasDependent[i] = vector[i];
  }
  inverseDynamics(state.flangeEffort, mechanism, state, vdot, bodies);
  for (let o = 0; o < group.observed.length; o++) {
    const { coordinate } = group.observed[o];
    group.observedBias[o] = coordinate.acceleration(state);
    coordinate.reducedRow(group.observedRows, o * independentCount, state, group);
  }
  for (let j = 0; j < independentCount; j++) {
    const v = velocities[independent[j]];
    let sum = tau[v] - state.flangeEffort[v];
    for (let i = 0; i < rank; i++) {
      const d = velocities[dependent[i]];
      sum += T[i * independentCount + j] * (tau[d] - state.flangeEffort[d]);
    }
    group.rightSide[j] = sum;
  }

  compositeMassMatrix(group.massMatrix, mechanism, state, bodies);
  for (let j = 0; j < n; j++) group.massMatrix[j + n * j] += state.armature[velocities[j]];
  multiplyReduced(group);
  const hidden = independentCount - group.flangeCount;
  const { reduced, product, flangeCount } = group;
  for (let i = 0; i < hidden; i++) {
    for (let j = 0; j < hidden; j++) {
      product[i * hidden + j] = reduced[(flangeCount + i) * independentCount + flangeCount + j];
    }
  }
  const weak = factorCholesky(group.reducedFactors, 0, product, hidden);
  return weak < 0 ? -1 : independent[flangeCount + weak];
}

/**
 * reduced ← M_ii + Tᵀ·M_di + M_id·T + Tᵀ·M_dd·T, by rows, as M_ii + Tᵀ·W + Wᵀ·T with W = M_di + ½·M_dd·T. Columns of T that
 * belong to no loop are zero: a large tree with a small loop costs little more than its mass matrix.
 */
function multiplyReduced(group: LoopGroup): void {
  const { n, rank, dependent, independent, independentCount, isOnLoop, massMatrix: M, T, product, reduced } = group;
  for (let i = 0; i < rank; i++) {
    const d = dependent[i];
    for (let j = 0; j < independentCount; j++) {
      let sum = M[d + n * independent[j]];
      if (isOnLoop[independent[j]] === 1) {
        for (let l = 0; l < rank; l++) sum += 0.5 * M[d + n * dependent[l]] * T[l * independentCount + j];
      }
      product[i * independentCount + j] = sum;
    }
  }
  for (let i = 0; i < independentCount; i++) {
    const isFirst = isOnLoop[independent[i]] === 1;
    for (let j = 0; j <= i; j++) {
      let sum = M[independent[i] + n * independent[j]];
      if (isFirst) {
        for (let l = 0; l < rank; l++) sum += T[l * independentCount + i] * product[l * independentCount + j];
      }
      if (isOnLoop[independent[j]] === 1) {
        for (let l = 0; l < rank; l++) sum += product[l * independentCount + i] * T[l * independentCount + j];
      }
      reduced[i * independentCount + j] = sum;
      reduced[j * independentCount + i] = sum;
    }
  }
}

/**
 * M, h ← y = M·x + h of the group within a matrix of `size` rows: x = a_F and y = tau_F of flanges, x = tau and y = a of observed
 * coordinates. `place`: number of the flange of each velocity.
 *
 *     u̇_H = M_HH⁻¹·(b_H − M_HF·a_F + R_Hᵀ·tau),   tau_F = M_FF·a_F + M_FH·u̇_H − b_F − R_Fᵀ·tau,   a = R_F·a_F + R_H·u̇_H + c
 */
export function relateFlanges(
  M: Float64Array,
  h: Float64Array,
  size: number,
  place: Int32Array,
  group: LoopGroup,
): void {
  const { flangeCount, independentCount, reduced, rightSide, reducedFactors, vector, independent } = group;
  const { observed, observedRows: R, observedBias } = group;
  const hidden = independentCount - flangeCount;
  const count = flangeCount + observed.length;
  for (let l = 0; l <= count; l++) {
    // u̇_H for a unit of the l-th given quantity, and at last for none
    const o = l - flangeCount;
    for (let i = 0; i < hidden; i++) {
      if (l === count) vector[i] = rightSide[flangeCount + i];
      else if (o < 0) vector[i] = -reduced[(flangeCount + i) * independentCount + l];
      else vector[i] = R[o * independentCount + flangeCount + i];
    }
    solveCholesky(vector, 0, reducedFactors, 0, hidden);
    const column = l === count ? -1 : size * (o < 0 ? place[independent[l]] : observed[o].place);
    for (let k = 0; k < count; k++) {
      const p = k - flangeCount;
      let sum = 0;
      if (l === count) sum = p < 0 ? -rightSide[k] : observedBias[p];
      else if (o < 0) sum = p < 0 ? reduced[k * independentCount + l] : R[p * independentCount + l];
      else if (p < 0) sum = -R[o * independentCount + k];
      for (let i = 0; i < hidden; i++) {
        const factor =
          p < 0 ? reduced[k * independentCount + flangeCount + i] : R[p * independentCount + flangeCount + i];
        sum += factor * vector[i];
      }
      const row = p < 0 ? place[independent[k]] : observed[p].place;
      if (l === count) h[row] = sum;
      else M[row + column] = sum;
    }
  }
}

/** vdot and accelerations of the group; vdot of flanges is given, and so are the efforts of observed coordinates, from `ix` on in x. */
export function finishGroup(
  mechanism: Mechanism,
  state: MechanismState,
  group: LoopGroup,
  a_F: Float64Array,
  x: Float64Array,
  ix: number,
): void {
  const { rank, dependent, flangeCount, independent, independentCount, reduced, rightSide, vector, velocities, T } =
    group;
  const { vdot } = state;
  const hidden = independentCount - flangeCount;
  for (let i = 0; i < hidden; i++) {
    let sum = rightSide[flangeCount + i];
    for (let f = 0; f < flangeCount; f++) {
      sum -= reduced[(flangeCount + i) * independentCount + f] * a_F[velocities[independent[f]]];
    }
    for (let o = 0; o < group.observed.length; o++)
      sum += group.observedRows[o * independentCount + flangeCount + i] * x[ix + group.observed[o].place];
    vector[i] = sum;
  }
  for (let o = 0; o < group.observed.length; o++) group.observedEffort[o] = x[ix + group.observed[o].place];
  solveCholesky(vector, 0, group.reducedFactors, 0, hidden);
  for (let i = 0; i < hidden; i++) vdot[velocities[independent[flangeCount + i]]] = vector[i];
  for (let f = 0; f < flangeCount; f++) vdot[velocities[independent[f]]] = a_F[velocities[independent[f]]];
  for (let i = 0; i < rank; i++) {
    const d = dependent[i];
    let sum = group.biasDependent[i];
    for (let j = 0; j < independentCount; j++) sum += T[i * independentCount + j] * vdot[velocities[independent[j]]];
    vdot[velocities[d]] = sum;
  }
  computeAccelerations(mechanism, state, vdot, group.bodies);
}

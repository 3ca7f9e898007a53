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
import { computeLoads } from "../bodyLoads.ts";
import { computeAccelerations, computeWrenches, projectWrenches } from "../inverseDynamics.ts";
import { compositeMassMatrix } from "../massMatrix.ts";
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { smallestPivot } from "../smallCholesky.ts";
import { computeGamma } from "./constraintRows.ts";
import type { LoopGroup } from "./loopGroup.ts";
import { solveDependent } from "./partition.ts";
import { accelerateSingleFreedom, reduceSingleFreedom } from "./singleFreedom.ts";

/**
 * Reduced equations of the group from positions, velocities, forces and efforts. Returns −1, or the independent velocity
 * (local number) that has no inertia. Overwrites vdot and accelerations of the group.
 */
export function reduceGroup(mechanism: Mechanism, state: MechanismState, group: LoopGroup): number {
  const { n, rank, dependent, velocities, independent, independentCount, bodies, biasDependent } = group;
  const { vdot } = state;

  for (let j = 0; j < n; j++) vdot[velocities[j]] = 0;
  if (group.isClosedByChains) group.chains!.computeBias(biasDependent, state.q, state.v);
  else computeBias(mechanism, state, group);
  for (let i = 0; i < rank; i++) vdot[velocities[dependent[i]]] = biasDependent[i];
  computeLoads(mechanism, state, bodies);
  computeAccelerations(mechanism, state, vdot, bodies);
  for (let o = 0; o < group.observed.length; o++) {
    const { coordinate } = group.observed[o];
    group.observedBias[o] = coordinate.acceleration(state);
    coordinate.reducedRow(group.observedRows, o * independentCount, state, group);
  }
  if (independentCount === 1) reduceSingleFreedom(mechanism, state, group);
  else {
    computeWrenches(mechanism, state, bodies);
    projectWrenches(state.flangeEffort, mechanism, state, bodies);
    reduceEfforts(state, group);
    compositeMassMatrix(group.massMatrix, mechanism, state, bodies, true);
    for (let j = 0; j < n; j++) group.massMatrix[j + n * j] += state.armature[velocities[j]];
    multiplyReduced(group);
  }
  const weak = factorSkyline(group, independentCount - group.flangeCount);
  return weak < 0 ? -1 : independent[group.flangeCount + weak];
}

/** c by all constraints; vdot must be zero. */
function computeBias(mechanism: Mechanism, state: MechanismState, group: LoopGroup): void {
  const { rank, usedRows, biasDependent } = group;
  computeAccelerations(mechanism, state, state.vdot, group.bodies);
  computeGamma(state, group);
  for (let i = 0; i < rank; i++) biasDependent[i] = group.gamma[usedRows[i]];
  solveDependent(biasDependent, group);
}

/** rightSide ← Nᵀ·(tau − flangeEffort) */
function reduceEfforts({ tau, flangeEffort }: MechanismState, group: LoopGroup): void {
  const { rank, dependent, velocities, independent, independentCount, T, rowFrom, rowTo, rightSide } = group;
  for (let j = 0; j < independentCount; j++) {
    const v = velocities[independent[j]];
    rightSide[j] = tau[v] - flangeEffort[v];
  }
  for (let i = 0; i < rank; i++) {
    const d = velocities[dependent[i]];
    const effort = tau[d] - flangeEffort[d];
    for (let j = rowFrom[i]; j < rowTo[i]; j++) rightSide[j] += T[i * independentCount + j] * effort;
  }
}

/**
 * reduced ← M_ii + Tᵀ·M_di + M_id·T + Tᵀ·M_dd·T, by rows, as M_ii + Tᵀ·W + Wᵀ·T with W = M_di + ½·M_dd·T. M couples velocities of
 * bodies that carry each other, a row of T has the independent velocities of its loops: only these entries are visited.
 */
function multiplyReduced(group: LoopGroup): void {
  const { n, rank, dependent, independent, independentCount: count, massMatrix: M, T, product: W, reduced } = group;
  const { place, independentPlace, relativeStart, relatives, rowFrom, rowTo, productFrom, productTo } = group;
  for (let i = 0; i < rank; i++) {
    const d = dependent[i];
    let from = count;
    let to = 0;
    for (let k = relativeStart[d]; k < relativeStart[d + 1]; k++) {
      const e = relatives[k];
      const j = independentPlace[e];
      const l = place[e];
      if (j >= 0) {
        if (j < from) from = j;
        if (j >= to) to = j + 1;
      } else if (l >= 0 && rowTo[l] > rowFrom[l]) {
        if (rowFrom[l] < from) from = rowFrom[l];
        if (rowTo[l] > to) to = rowTo[l];
      }
    }
    productFrom[i] = from;
    productTo[i] = to;
    for (let j = from; j < to; j++) W[i * count + j] = 0;
    for (let k = relativeStart[d]; k < relativeStart[d + 1]; k++) {
      const e = relatives[k];
      const l = place[e];
      if (l < 0) {
        W[i * count + independentPlace[e]] += M[d + n * e];
        continue;
      }
      const half = 0.5 * M[d + n * e];
      for (let j = rowFrom[l]; j < rowTo[l]; j++) W[i * count + j] += half * T[l * count + j];
    }
  }
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) reduced[i * count + j] = 0;
    const v = independent[i];
    for (let k = relativeStart[v]; k < relativeStart[v + 1]; k++) {
      const j = independentPlace[relatives[k]];
      if (j >= 0 && j <= i) reduced[i * count + j] = M[v + n * relatives[k]];
    }
  }
  for (let l = 0; l < rank; l++) {
    const from = productFrom[l];
    const to = productTo[l];
    for (let i = rowFrom[l]; i < rowTo[l]; i++) {
      const t = T[l * count + i];
      if (t === 0) continue;
      for (let j = from; j < to && j <= i; j++) reduced[i * count + j] += t * W[l * count + j];
      for (let j = Math.max(from, i); j < to; j++) reduced[j * count + i] += t * W[l * count + j];
    }
  }
  for (let i = 0; i < count; i++) for (let j = 0; j < i; j++) reduced[j * count + i] = reduced[i * count + j];
}

/** reducedFactors ← L of the hidden part, zero left of firstColumn. Returns −1, or the first row whose pivot is not positive. */
function factorSkyline(group: LoopGroup, hidden: number): number {
  const { reduced, reducedFactors: L, firstColumn, flangeCount, independentCount } = group;
  for (let i = 0; i < hidden; i++) {
    const row = (flangeCount + i) * independentCount + flangeCount;
    let first = 0;
    while (first < i && reduced[row + first] === 0) first++;
    firstColumn[i] = first;
    for (let j = first; j <= i; j++) {
      let sum = reduced[row + j];
      for (let l = Math.max(first, firstColumn[j]); l < j; l++) sum -= L[i * hidden + l] * L[j * hidden + l];
      if (j < i) L[i * hidden + j] = sum / L[j * hidden + j];
      else if (!(sum > smallestPivot * reduced[row + i])) return i;
      else L[i * hidden + i] = Math.sqrt(sum);
    }
  }
  return -1;
}

/** vector ← (L·Lᵀ)⁻¹·vector */
export function solveSkyline({ reducedFactors: L, firstColumn, vector: x }: LoopGroup, hidden: number): void {
  for (let i = 0; i < hidden; i++) {
    let sum = x[i];
    for (let l = firstColumn[i]; l < i; l++) sum -= L[i * hidden + l] * x[l];
    x[i] = sum / L[i * hidden + i];
  }
  for (let i = hidden - 1; i >= 0; i--) {
    const value = x[i] / L[i * hidden + i];
    x[i] = value;
    for (let l = firstColumn[i]; l < i; l++) x[l] -= L[i * hidden + l] * value;
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
  const { flangeCount, independentCount, reduced, rightSide, vector, independent } = group;
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
    solveSkyline(group, hidden);
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
  const { rowFrom, rowTo } = group;
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
  solveSkyline(group, hidden);
  for (let i = 0; i < hidden; i++) vdot[velocities[independent[flangeCount + i]]] = vector[i];
  for (let f = 0; f < flangeCount; f++) vdot[velocities[independent[f]]] = a_F[velocities[independent[f]]];
  for (let i = 0; i < rank; i++) {
    const d = dependent[i];
    let sum = group.biasDependent[i];
    for (let j = rowFrom[i]; j < rowTo[i]; j++) sum += T[i * independentCount + j] * vdot[velocities[independent[j]]];
    vdot[velocities[d]] = sum;
  }
  if (independentCount === 1) accelerateSingleFreedom(state, group, vdot[velocities[independent[0]]]);
  else computeAccelerations(mechanism, state, vdot, group.bodies);
}

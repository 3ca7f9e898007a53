/**
 * Dependent coordinates and velocities of a group for given independent ones.
 *
 * Source   [Wehage1982]; [Deuflhard2011] (Newton's method, continuation)
 * Method   Prediction along the motion that the constraints allow at the last solution, bent as it is on the way from one before, then
 *          Newton's method on the independent constraints; loops that can be closed by themselves have been closed before
 *          (planarChains.ts). Where that fails, or ends far from the prediction, the way from
 *          the last solution is gone in smaller pieces: the mechanism must not jump from one way of assembly to another.
 *
 *     q_d(A + Δ) ≈ q_d + T·Δ + α·s² + β·s³,   s = Δ·D/(D·D),   D = q_i − those of B       A, B the last solution and one before
 *     α = T_B·D + 2·T·D − 3·c,   β = T_B·D + T·D − 2·c,   c = q_d − those of B            the cubic through both with their slopes
 */
import { copy } from "../../math/shortArrays.ts";
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { computePositions } from "../positions.ts";
import { computeVelocities } from "../velocities.ts";
import { computeJacobian, computeRows, noteScrewAngles } from "./constraintRows.ts";
import type { LoopGroup } from "./loopGroup.ts";
import { strictGap } from "./loopTolerances.ts";
import { computeRatios, factorConstraints, factorDependent, improveRows, solveDependent } from "./partition.ts";
import { findPlanarChains } from "./planarChains.ts";

/**
 * Gaps relative to the size of the group. Near rounding, since the gap that is left depends on where the closure began: stiff forces
 * on a mechanism at rest would make noise of it that a solver has to follow.
 */
const closedGap = 2e-15;
/** Gaps that rounding alone can leave where bodies are far from the origin; accepted when they no longer shrink. */
const roundingGap = 1e-10;
const maximumIterations = 12;
/** rad, or sizes of the group: longer ways are gone in pieces. Newton's method from 1 rad away was seen to end elsewhere. */
const longestPiece = 0.3;
/** So many times the way between two solutions they tell how the way goes on. */
const furthestAhead = 4;
/** A way shorter than this part of it tells less: the earlier solution stays, but not for more closures than this. */
const shortestWay = 0.1;
const longestKept = 3;
/** 2⁻¹² of the way: a position that cannot be reached even so is beyond the limit of the mechanism. */
const smallestPiece = 1 / 4096;

/**
 * q of dependent joints ← q of independent ones. Positions and T are up to date afterwards. Returns false when the loops
 * cannot be closed; the group then still remembers the last solution.
 */
export function closePositions(mechanism: Mechanism, state: MechanismState, group: LoopGroup): boolean {
  const { lastCoordinates, coordinate, target } = group;
  const { independent, independentCount } = group.positions;
  const { q } = state;
  // where the independent coordinates shall go
  for (let i = 0; i < independentCount; i++) {
    const c = coordinate[independent[i]];
    target[i] = c < 0 || group.isOnLoop[independent[i]] === 0 ? 0 : q[c];
  }
  copy(group.startCoordinates, lastCoordinates);
  copy(group.startAngle, group.screwAngle);
  let reached = 0;
  let piece = 1;
  while (reached < 1) {
    const share = piece / (1 - reached);
    for (let i = 0; i < independentCount; i++) {
      const j = independent[i];
      if (group.isOnLoop[j] === 0) continue;
      const from = lastCoordinates[j];
      q[coordinate[j]] = share >= 1 ? target[i] : from + share * (target[i] - from);
    }
    const distance = predict(group, q);
    if (distance > longestPiece && piece > smallestPiece) {
      piece *= Math.max(0.25, (0.9 * longestPiece) / distance);
      continue;
    }
    bend(group, q, distance);
    const isClosed = group.chains?.close(q) === true;
    if (isClosed) followChains(mechanism, state, group);
    if (
      (isClosed || solveForDependent(mechanism, state, group)) &&
      correction(group, q) <= allowedCorrection(distance)
    ) {
      writeCoordinates(group.lastCoordinates, group, q);
      noteScrewAngles(state, group);
      group.chains ??= findPlanarChains(mechanism, state, group);
      reached = share >= 1 ? 1 : reached + piece;
      piece = Math.min(2 * piece, 1 - reached);
    } else {
      piece *= 0.5;
      group.hasEarlier = false;
      if (!restore(mechanism, state, group) || piece < smallestPiece) {
        // the next closure starts where this one did, not at the limit where it got stuck
        lastCoordinates.set(group.startCoordinates);
        group.screwAngle.set(group.startAngle);
        restore(mechanism, state, group);
        return false;
      }
    }
  }
  return true;
}

/** Positions and T of a group that its chains have closed. */
function followChains(mechanism: Mechanism, state: MechanismState, group: LoopGroup): void {
  computePositions(mechanism, state, group.bodies);
  group.chains!.relate(group);
  group.isClosedByChains = true;
}

/** Rows, G and factors ← the present position, where its loops were closed without them. */
export function updateRows(mechanism: Mechanism, state: MechanismState, group: LoopGroup): void {
  if (!group.isClosedByChains) return;
  computeRows(state, group);
  computeJacobian(mechanism, state, group);
  factorDependent(group, group);
}

/** Corrections grow with the square of the distance; what is far beyond that has changed to another way of assembly. */
function allowedCorrection(distance: number): number {
  return 0.01 + 1.5 * distance * distance;
}

/** q_d ← last + T·(q_i − last). Returns the largest scaled change of all coordinates. */
function predict(group: LoopGroup, q: Float64Array): number {
  const { coordinate, lastCoordinates, scale, isOnLoop, predicted } = group;
  const { rank, dependent, independent, independentCount, T, rowFrom, rowTo } = group.positions;
  let distance = 0;
  for (let i = 0; i < independentCount; i++) {
    const j = independent[i];
    if (isOnLoop[j] === 1) distance = Math.max(distance, Math.abs(q[coordinate[j]] - lastCoordinates[j]) / scale[j]);
  }
  for (let i = 0; i < rank; i++) {
    const d = dependent[i];
    let change = 0;
    for (let j = rowFrom[i]; j < rowTo[i]; j++) {
      const column = independent[j];
      if (isOnLoop[column] === 0) continue;
      change += T[i * independentCount + j] * (q[coordinate[column]] - lastCoordinates[column]);
    }
    q[coordinate[d]] = lastCoordinates[d] + change;
    predicted[d] = q[coordinate[d]];
    distance = Math.max(distance, Math.abs(change) / scale[d]);
  }
  return distance;
}

/**
 * Adds to the prediction how the way from the earlier solution to the last one is bent, where it goes on in about that direction; the
 * last solution becomes the earlier one, unless the new one is too near to tell something.
 */
function bend(group: LoopGroup, q: Float64Array, distance: number): void {
  const {
    coordinate,
    lastCoordinates: last,
    earlierCoordinates: earlier,
    earlierT,
    scale,
    isOnLoop,
    predicted,
  } = group;
  const { rank, dependent, independent, independentCount, T, rowFrom, rowTo } = group.positions;
  let along = 0;
  let square = 0;
  let way = 0;
  if (group.hasEarlier) {
    for (let i = 0; i < independentCount; i++) {
      const j = independent[i];
      if (isOnLoop[j] === 0) continue;
      const step = (last[j] - earlier[j]) / scale[j];
      const change = (q[coordinate[j]] - last[j]) / scale[j];
      along += step * change;
      square += step * step;
      way += change * change;
    }
  }
  const s = along / square;
  if (Math.abs(s) <= furthestAhead) {
    // what the curvature that a closure may have explains; more comes from rounding between neighbouring solutions
    const most = allowedCorrection(distance);
    for (let i = 0; i < rank; i++) {
      const d = dependent[i];
      let slope = 0;
      let slopeBefore = 0;
      for (let j = rowFrom[i]; j < rowTo[i]; j++) {
        const column = independent[j];
        if (isOnLoop[column] === 0) continue;
        const step = last[column] - earlier[column];
        slope += T[i * independentCount + j] * step;
        slopeBefore += earlierT[i * independentCount + j] * step;
      }
      const chord = last[d] - earlier[d];
      const quadratic = slopeBefore + 2 * slope - 3 * chord;
      const cubic = slopeBefore + slope - 2 * chord;
      const change = s * s * (quadratic + s * cubic);
      if (!(Math.abs(change) <= most * scale[d])) continue;
      q[coordinate[d]] += change;
      predicted[d] = q[coordinate[d]];
    }
  }
  const isShort = group.hasEarlier && way < shortestWay * shortestWay * square;
  if (isShort && ++group.keptEarlier <= longestKept) return;
  group.keptEarlier = 0;
  copy(earlier, last);
  for (let i = 0; i < rank; i++)
    for (let j = 0; j < independentCount; j++) earlierT[i * independentCount + j] = T[i * independentCount + j];
  group.hasEarlier = true;
}

/** Largest scaled difference between prediction and solution. */
function correction(group: LoopGroup, q: Float64Array): number {
  const { rank, dependent } = group.positions;
  let largest = 0;
  for (let i = 0; i < rank; i++) {
    const d = dependent[i];
    largest = Math.max(largest, Math.abs(q[group.coordinate[d]] - group.predicted[d]) / group.scale[d]);
  }
  return largest;
}

/**
 * Newton's method. Positions, rows, G, factors and T belong to the last iterate when it succeeds. A solution of the used rows that
 * leaves redundant ones open is none.
 */
export function solveForDependent(mechanism: Mechanism, state: MechanismState, group: LoopGroup): boolean {
  const { coordinate, residual, rowScale, vector, bodies, positions } = group;
  const { rank, usedRows, dependent } = positions;
  const { q } = state;
  let before = Infinity;
  for (let iteration = 0; iteration < maximumIterations; iteration++) {
    computePositions(mechanism, state, bodies);
    computeRows(state, group);
    if (iteration === 0) {
      // the iterates are close to each other: rows that are good at the first are good at all
      computeJacobian(mechanism, state, group);
      improveRows(group, positions);
    }
    let gap = 0;
    for (let i = 0; i < rank; i++) gap = Math.max(gap, Math.abs(residual[usedRows[i]]) / rowScale[usedRows[i]]);
    const isClosed = gap <= closedGap || (gap <= roundingGap && gap >= 0.5 * before);
    // gaps that shrink so fast that the factors of the iterate before close what is left
    const keepsFactors = !isClosed && gap * gap <= closedGap * before && iteration > 0;
    if (iteration > 0 && !keepsFactors) computeJacobian(mechanism, state, group);
    if (!keepsFactors && !factorDependent(group, positions)) return false;
    if (isClosed) {
      if (!(largestGap(group) <= group.redundantGap)) return false;
      computeRatios(group, positions);
      return positions === group || relateRates(group);
    }
    if (!(gap < 10)) return false;
    before = gap;
    for (let i = 0; i < rank; i++) vector[i] = residual[usedRows[i]];
    solveDependent(vector, positions);
    for (let i = 0; i < rank; i++) q[coordinate[dependent[i]]] -= vector[i];
  }
  return false;
}

/** Factors and T of the velocities where they are bound by more rows than the positions. */
function relateRates(group: LoopGroup): boolean {
  improveRows(group, group);
  if (!factorDependent(group, group)) return false;
  computeRatios(group, group);
  return true;
}

/**
 * v of dependent joints ← v of independent ones; then velocities of the bodies. Positions must be closed. Returns false where rows of
 * rolling that were redundant contradict the motion: wheels that do not run along one circle any more.
 */
export function closeVelocities(mechanism: Mechanism, state: MechanismState, group: LoopGroup): boolean {
  const { rank, dependent, independent, independentCount, velocities, T, rowFrom, rowTo } = group;
  const { v } = state;
  for (let i = 0; i < rank; i++) {
    const d = dependent[i];
    let sum = 0;
    for (let j = rowFrom[i]; j < rowTo[i]; j++) sum += T[i * independentCount + j] * v[velocities[independent[j]]];
    v[velocities[d]] = sum;
  }
  computeVelocities(mechanism, state, group.bodies);
  return group.positions === group || rolls(group, v);
}

/** Rates of all rows that bind velocities alone, as a share of what they consist of. */
function rolls({ m, n, G, isRate, velocities }: LoopGroup, v: Float64Array): boolean {
  for (let row = 0; row < m; row++) {
    if (isRate[row] === 0) continue;
    let [rate, size] = [0, 0];
    for (let j = 0; j < n; j++) {
      const part = G[row * n + j] * v[velocities[j]];
      rate += part;
      size += Math.abs(part);
    }
    if (!(Math.abs(rate) <= strictGap * size)) return false;
  }
  return true;
}

/** The present coordinates become the solution from which the next closure starts; nothing of earlier ones is known. */
export function noteCoordinates(group: LoopGroup, q: Float64Array): void {
  writeCoordinates(group.lastCoordinates, group, q);
  group.hasEarlier = false;
}

function writeCoordinates(out: Float64Array, { n, coordinate }: LoopGroup, q: Float64Array): void {
  for (let j = 0; j < n; j++) if (coordinate[j] >= 0) out[j] = q[coordinate[j]];
}

/** T of the last solution again, after a failed try. */
function restore(mechanism: Mechanism, state: MechanismState, group: LoopGroup): boolean {
  for (let j = 0; j < group.n; j++) {
    if (group.coordinate[j] >= 0 && group.isOnLoop[j] === 1) state.q[group.coordinate[j]] = group.lastCoordinates[j];
  }
  computePositions(mechanism, state, group.bodies);
  computeRows(state, group);
  computeJacobian(mechanism, state, group);
  return factorConstraints(group);
}

/** Largest gap of all rows, the redundant ones included, relative to the size of the group; rows must be up to date. */
export function largestGap(group: LoopGroup): number {
  let gap = 0;
  for (let row = 0; row < group.m; row++) {
    const size = Math.abs(group.residual[row]) / group.rowScale[row];
    // a gap that is not a number is the largest
    if (!(size <= gap)) gap = size;
    if (Number.isNaN(gap)) return gap;
  }
  return gap;
}

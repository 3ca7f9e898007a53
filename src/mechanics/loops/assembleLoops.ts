/**
 * Assembly: coordinates that close all loops of a group, near the given guesses.
 *
 * Source   [Nocedal2006] sec. 10.3 (Levenberg–Marquardt)
 * Method   Least squares of all gaps with damping, from the guesses and then from points scattered around them by a fixed
 *          seed. Coordinates that are held keep their values.
 */

import { RattlebackError } from "../../errors/rattlebackError.ts";
import * as elementary from "../../math/elementary.ts";
import { createRandom } from "../../math/random.ts";
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { computePositions } from "../positions.ts";
import { factorCholesky, solveCholesky } from "../smallCholesky.ts";
import { largestGap, noteCoordinates } from "./closeLoops.ts";
import { computeJacobian, computeRows, describeRow, noteScrewAngles } from "./constraintRows.ts";
import type { LoopGroup } from "./loopGroup.ts";
import { strictGap } from "./loopTolerances.ts";

/** Gaps relative to the size of the group below which the loops count as closed. */
const assembledGap = 1e-11;
/** Gaps that are left where loops bind more than they have to, by placements with some digits: accepted when they no longer shrink. */
const digitGap = 1e-6;
/** A decrease of the sum of squares by less than this share is none; in a trial, which need not find how near it comes, by less than the other. */
const stagnation = 1e-6;
const stagnationOfTrial = 0.01;
const maximumIterations = 200;
/** Scattered points to start from; the mechanisms of the tests need at most three. */
const usualStarts = 29;

/**
 * q of the group ← closed loops; isHeld per velocity of the mechanism. Throws when no assembly is found. A trial says from how many scattered
 * points it is made, and is soon given up.
 */
export function assemblePositions(
  mechanism: Mechanism,
  state: MechanismState,
  group: LoopGroup,
  isHeld: (velocity: number) => boolean,
  starts?: number,
): void {
  const { n, coordinate, isOnLoop } = group;
  group.redundantGap = strictGap;
  const { q } = state;
  measure(mechanism, state, group);
  refuseFlatWheels(state, group);
  const columns = Array.from({ length: n }, (_, j) => j).filter(
    (j) => isOnLoop[j] === 1 && !isHeld(group.velocities[j]),
  );
  const guess = columns.map((j) => q[coordinate[j]]);
  const random = createRandom(1);
  let best = Infinity;
  let bestPoint = guess;
  const leastDecrease = starts === undefined ? stagnation : stagnationOfTrial;
  for (let start = 0; start <= (starts ?? usualStarts); start++) {
    const spread = start === 0 ? 0 : Math.min(0.2 * start, 3);
    columns.forEach((j, i) => {
      q[coordinate[j]] = guess[i] + spread * group.scale[j] * (2 * random.uniform() - 1);
    });
    group.screwAngle.fill(0);
    const gap = descend(mechanism, state, group, columns, leastDecrease);
    if (gap <= digitGap) {
      if (gap > assembledGap) group.redundantGap = 100 * gap;
      noteScrewAngles(state, group);
      noteCoordinates(group, q);
      return;
    }
    if (gap < best) {
      best = gap;
      bestPoint = columns.map((j) => q[coordinate[j]]);
    }
  }
  columns.forEach((j, i) => {
    q[coordinate[j]] = bestPoint[i];
  });
  computePositions(mechanism, state, group.bodies);
  computeRows(state, group);
  throw cannotClose(group);
}

/** size, scale, rowScale ← distances between the origins of the group's bodies. */
function measure(mechanism: Mechanism, state: MechanismState, group: LoopGroup): void {
  computePositions(mechanism, state, group.bodies);
  let size = 0;
  for (const b of group.bodies) {
    if (mechanism.parent[b] !== 0) size = Math.max(size, elementary.norm(state.lever.subarray(3 * b, 3 * b + 3)));
  }
  for (const joint of group.joints)
    size = Math.max(size, joint.length, elementary.norm(joint.r_A), elementary.norm(joint.r_B));
  group.size = size > 0 ? size : 1;
  for (let j = 0; j < group.n; j++) {
    const { S } = state;
    const k = 6 * group.velocities[j];
    const isTurning = S[k] !== 0 || S[k + 1] !== 0 || S[k + 2] !== 0;
    group.scale[j] = isTurning ? 1 : group.size;
  }
  group.joints.forEach((joint, i) => {
    for (let row = group.rowStart[i]; row < group.rowStart[i + 1]; row++) {
      const isLength = describeRow(joint, row - group.rowStart[i]) === "translation";
      group.rowScale[row] = isLength ? group.size : 1;
    }
  });
}

/** Levenberg–Marquardt from the present point. Returns the largest gap that remains. */
function descend(
  mechanism: Mechanism,
  state: MechanismState,
  group: LoopGroup,
  columns: readonly number[],
  leastDecrease: number,
): number {
  const { m, n, G, residual, rowScale, scale, coordinate, isRate, bindingStart, bindings } = group;
  const { q } = state;
  const size = columns.length;
  const { placeStart, places } = placesOfRows(group, columns);
  const scaled = new Float64Array(size * m);
  const normal = new Float64Array(size * size);
  const damped = new Float64Array(size * size);
  const factors = new Float64Array(size * size);
  const step = new Float64Array(size);
  const before = new Float64Array(size);
  let damping = 1e-3;
  let square = evaluate(mechanism, state, group);
  for (let iteration = 0; iteration < maximumIterations; iteration++) {
    if (largestGap(group) <= 1e-14) break;
    computeJacobian(mechanism, state, group);
    for (let i = 0; i < size; i++) {
      step[i] = 0;
      const column = columns[i];
      for (let k = bindingStart[column]; k < bindingStart[column + 1]; k++) {
        const row = bindings[k];
        const entry = isRate[row] === 1 ? 0 : (G[row * n + column] * scale[column]) / rowScale[row];
        scaled[i * m + row] = entry;
        step[i] -= (entry * residual[row]) / rowScale[row];
      }
    }
    let largest = 0;
    for (let i = 0; i < size; i++) {
      normal.fill(0, i * size, i * size + i + 1);
      const column = columns[i];
      for (let k = bindingStart[column]; k < bindingStart[column + 1]; k++) {
        const row = bindings[k];
        for (let l = placeStart[row]; l < placeStart[row + 1] && places[l] <= i; l++)
          normal[i * size + places[l]] += scaled[i * m + row] * scaled[places[l] * m + row];
      }
      for (let j = 0; j < i; j++) normal[j * size + i] = normal[i * size + j];
      largest = Math.max(largest, normal[i * size + i]);
    }
    const gradient = step.slice();
    let [isBetter, isStuck] = [false, false];
    for (let attempt = 0; attempt < 12 && !isBetter; attempt++) {
      damped.set(normal);
      // the small constant keeps the factorisation possible where coordinates are free to move
      for (let i = 0; i < size; i++) damped[i * size + i] += (damping + 1e-12) * largest + Number.MIN_VALUE;
      step.set(gradient);
      if (factorCholesky(factors, 0, damped, size) < 0) {
        solveCholesky(step, 0, factors, 0, size);
        for (let i = 0; i < size; i++) {
          before[i] = q[coordinate[columns[i]]];
          q[coordinate[columns[i]]] += scale[columns[i]] * Math.max(-1, Math.min(1, step[i]));
        }
        const next = evaluate(mechanism, state, group);
        isBetter = next < square;
        isStuck = isBetter && next > (1 - leastDecrease) * square;
        if (isBetter) square = next;
        else for (let i = 0; i < size; i++) q[coordinate[columns[i]]] = before[i];
      }
      damping = isBetter ? Math.max(damping * 0.1, 1e-15) : Math.min(damping * 8, 1e6);
    }
    if (!isBetter || isStuck) break;
  }
  evaluate(mechanism, state, group);
  return largestGap(group);
}

/** Of each row: which of the columns it binds, ascending, those of row r from placeStart[r] on. */
function placesOfRows(
  { m, bindingStart, bindings }: LoopGroup,
  columns: readonly number[],
): { placeStart: Int32Array; places: Int32Array } {
  const lists: number[][] = Array.from({ length: m }, () => []);
  columns.forEach((column, i) => {
    for (let k = bindingStart[column]; k < bindingStart[column + 1]; k++) lists[bindings[k]].push(i);
  });
  const placeStart = new Int32Array(m + 1);
  for (let row = 0; row < m; row++) placeStart[row + 1] = placeStart[row] + lists[row].length;
  return { placeStart, places: Int32Array.from(lists.flat()) };
}

/** Sum of the squares of all gaps. */
function evaluate(mechanism: Mechanism, state: MechanismState, group: LoopGroup): number {
  computePositions(mechanism, state, group.bodies);
  computeRows(state, group);
  let sum = 0;
  for (let row = 0; row < group.m; row++) sum += elementary.square(group.residual[row] / group.rowScale[row]);
  return sum;
}

export function cannotClose(group: LoopGroup): RattlebackError {
  const gaps = group.joints.map((joint, i) => {
    let translation = 0;
    let rotation = 0;
    for (let row = group.rowStart[i]; row < group.rowStart[i + 1]; row++) {
      const gap = Math.abs(group.residual[row]);
      if (describeRow(joint, row - group.rowStart[i]) === "translation")
        translation = elementary.hypot(translation, gap);
      else rotation = elementary.hypot(rotation, gap);
    }
    return { joint: joint.path, translation, rotation, size: elementary.hypot(translation / group.size, rotation) };
  });
  const worst = gaps.reduce((a, b) => (b.size > a.size ? b : a));
  const parts: string[] = [];
  if (worst.translation > assembledGap * group.size) parts.push(`${worst.translation.toPrecision(3)} m`);
  if (worst.rotation > assembledGap) parts.push(`${worst.rotation.toPrecision(3)} rad`);
  return new RattlebackError("E-MECHANISM-LOOP-OPEN", `The loop through "${worst.joint}" cannot be closed.`, {
    path: worst.joint,
    because: `its two sides stay ${parts.join(" and ")} apart, in the best position that was found`,
    hint: "check lengths, axes and placements of the loop, or start nearer to a position in which it is closed",
    data: { gaps },
  });
}

/** No other rotation is looked for: the one that is given counts. */
function refuseFlatWheels(state: MechanismState, group: LoopGroup): void {
  computeRows(state, group);
  const wheel = group.joints.find((_, i) => Number.isNaN(group.residual[group.rowStart[i]]));
  if (wheel?.wheel === undefined) return;
  const { path } = wheel;
  throw new RattlebackError("E-MECHANISM-LOOP-OPEN", `The wheel of "${path}" lies flat on its plane.`, {
    path,
    because: "every point of its edge touches there, and which one it rolls over is not determined",
    hint: "another rotation at the start, or another axis of the wheel or normal of the plane",
    data: { joint: path },
  });
}

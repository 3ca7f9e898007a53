/**
 * Assembly: coordinates and velocities that close all loops of a group, near the given guesses.
 *
 * Source   [Nocedal2006] sec. 10.3 (Levenberg–Marquardt)
 * Method   Least squares of all gaps with damping, from the guesses and then from points scattered around them by a fixed
 *          seed. Coordinates that are held keep their values. Velocities: the smallest change that fulfils G·v = 0.
 */

import { RattlebackError } from "../../errors/rattlebackError.ts";
import * as elementary from "../../math/elementary.ts";
import { createRandom } from "../../math/random.ts";
import { anchoredAt } from "../jointMotions.ts";
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { computePositions } from "../positions.ts";
import { factorCholesky, solveCholesky } from "../smallCholesky.ts";
import { largestGap, noteCoordinates } from "./closeLoops.ts";
import { computeJacobian, computeRows, describeRow, noteScrewAngles } from "./constraintRows.ts";
import { type LoopGroup, strictGap } from "./loopGroup.ts";

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

/** Share of the velocities by which the start values of a rolling body may miss: what a few digits leave. */
const startSlip = 1e-3;

/**
 * v of the group ← the nearest velocities with G·v = 0; held ones stay. G must be up to date. Where bodies roll, velocities that are given,
 * which are not zero, stay as well. Throws when velocities that stay contradict each other.
 */
export function assembleVelocities(
  mechanism: Mechanism,
  state: MechanismState,
  group: LoopGroup,
  isHeld: (velocity: number) => boolean,
): void {
  const { v } = state;
  if (group.positions === group) {
    const worst = projectVelocities(state, group, isHeld);
    if (worst !== undefined) throw contradiction(group, worst);
    return;
  }
  const given = givenVelocities(mechanism, v, group);
  const before = v.slice();
  const slip = projectVelocities(state, group, (j) => isHeld(j) || given.has(j));
  if (slip === undefined) return;
  v.set(before);
  const worst = projectVelocities(state, group, isHeld);
  if (worst !== undefined) throw contradiction(group, worst);
  let [change, speed] = [0, 0];
  for (const j of group.velocities) {
    change = Math.max(change, Math.abs(v[j] - before[j]));
    speed = Math.max(speed, Math.abs(before[j]));
  }
  if (change > startSlip * speed) throw contradiction(group, slip);
}

/** Velocities of joints that are not zero; of vectors all elements when one of them is not. */
function givenVelocities(mechanism: Mechanism, v: Float64Array, { bodies }: LoopGroup): Set<number> {
  const given = new Set<number>();
  for (const b of bodies) {
    const [from, to] = [mechanism.vStart[b], mechanism.vStart[b + 1]];
    const size = anchoredAt[mechanism.code[b]] >= 0 ? 3 : 1;
    for (let j = from; j < to; j++) {
      const first = j - ((j - from) % size);
      if (v.subarray(first, first + size).some((x) => x !== 0)) given.add(j);
    }
  }
  return given;
}

/** The row that stays open by most, with its rate, when velocities that are held contradict each other. */
interface OpenRow {
  readonly row: number;
  readonly rate: number;
}

function projectVelocities(
  state: MechanismState,
  group: LoopGroup,
  isHeld: (velocity: number) => boolean,
): OpenRow | undefined {
  const { m, n, G, rowScale, scale, isOnLoop, velocities, columnStart, columns: bound, bindingStart, bindings } = group;
  const { v } = state;
  const columns = Array.from({ length: n }, (_, j) => j).filter((j) => isOnLoop[j] === 1 && !isHeld(velocities[j]));
  const size = columns.length;
  const rates = new Float64Array(m);
  const computeRates = (): number => {
    let largest = 0;
    for (let row = 0; row < m; row++) {
      rates[row] = 0;
      for (let k = columnStart[row]; k < columnStart[row + 1]; k++)
        rates[row] += (G[row * n + bound[k]] * v[velocities[bound[k]]]) / rowScale[row];
      largest = Math.max(largest, Math.abs(rates[row]));
    }
    return largest;
  };
  const start = computeRates();
  const normal = new Float64Array(size * size);
  const factors = new Float64Array(size * size);
  const step = new Float64Array(size);
  const entry = (row: number, i: number): number => (G[row * n + columns[i]] * scale[columns[i]]) / rowScale[row];
  let largest = 0;
  for (let i = 0; i < size; i++) {
    for (let k = bindingStart[columns[i]]; k < bindingStart[columns[i] + 1]; k++) {
      const own = entry(bindings[k], i);
      for (let j = 0; j < size; j++) normal[i * size + j] += own * entry(bindings[k], j);
    }
    largest = Math.max(largest, normal[i * size + i]);
  }
  for (let i = 0; i < size; i++) normal[i * size + i] += 1e-9 * largest;
  if (largest > 0) factorCholesky(factors, 0, normal, size);
  // damped least squares, repeated: each pass removes all but 1e-9 of what can be removed
  for (let pass = 0; pass < 6; pass++) {
    if (computeRates() === 0) return undefined;
    step.fill(0);
    for (let i = 0; i < size; i++)
      for (let k = bindingStart[columns[i]]; k < bindingStart[columns[i] + 1]; k++)
        step[i] -= entry(bindings[k], i) * rates[bindings[k]];
    if (largest > 0) solveCholesky(step, 0, factors, 0, size);
    for (let i = 0; i < size; i++) v[velocities[columns[i]]] += scale[columns[i]] * step[i];
  }
  if (computeRates() <= 1e-9 * Math.max(start, 1e-3)) return undefined;
  const row = rates.reduce(
    (worstRow, rate, other) => (Math.abs(rate) > Math.abs(rates[worstRow]) ? other : worstRow),
    0,
  );
  return { row, rate: rates[row] * rowScale[row] };
}

function contradiction(group: LoopGroup, { row, rate }: OpenRow): RattlebackError {
  const number = group.joints.findIndex((_, i) => row < group.rowStart[i + 1]);
  const joint = group.joints[number];
  const isTurning = describeRow(joint, row - group.rowStart[number]) === "rotation";
  const speed = `${Math.abs(rate).toPrecision(3)} ${isTurning ? "rad/s" : "m/s"}`;
  return new RattlebackError(
    "E-MECHANISM-LOOP-VELOCITY",
    "The start velocities that are to be kept contradict each other.",
    {
      path: joint.path,
      because: joint.wheel === undefined ? `the loop would open with ${speed}` : `the wheel would slip with ${speed}`,
      hint:
        joint.wheel === undefined
          ? "keep the start velocities of as many joints as the loop has degrees of freedom"
          : "give the velocity or the angular velocity of what rolls and leave the other one out: it follows",
      data: { joint: joint.path, rate },
    },
  );
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

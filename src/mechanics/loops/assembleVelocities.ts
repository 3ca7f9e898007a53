/** Assembly: velocities that fulfil G·v = 0, by the smallest change of the given ones. */

import { RattlebackError } from "../../errors/rattlebackError.ts";
import { anchoredAt } from "../jointMotions.ts";
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { factorCholesky, solveCholesky } from "../smallCholesky.ts";
import { describeRow } from "./constraintRows.ts";
import type { LoopGroup } from "./loopGroup.ts";

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

/**
 * What the loop joints transmit. Of redundant constraints only those in use carry load: a planar loop in space has no
 * unique forces out of its plane, and these are zero here.
 *
 *     G_dᵀ·λ = (M·v̇ + h − tau)_d            wrench on body B at the origin of frame B:   n = Σ λ·ew,   f = Σ λ·ev
 */
import { mulMV } from "../../math/mat3.ts";
import { computeLoads } from "../bodyLoads.ts";
import { computeWrenches, projectWrenches } from "../inverseDynamics.ts";
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { computeRows } from "./constraintRows.ts";
import type { LoopGroup } from "./loopGroup.ts";
import { solveTransposed } from "./partition.ts";

const point = new Float64Array(3);

/** group.lambda ← efforts along the rows; loops must be closed and accelerations up to date. */
export function computeLoopEfforts(mechanism: Mechanism, state: MechanismState, group: LoopGroup): void {
  const { rank, dependent, usedRows, velocities, vector, lambda, bodies } = group;
  computeLoads(mechanism, state, bodies);
  computeWrenches(mechanism, state, bodies);
  projectWrenches(state.flangeEffort, mechanism, state, bodies);
  for (let j = 0; j < rank; j++) {
    const d = velocities[dependent[j]];
    vector[j] = state.flangeEffort[d] - state.tau[d];
  }
  lambda.fill(0);
  if (group.isClosedByChains) {
    computeRows(state, group);
    group.chains!.computeEfforts(lambda, vector);
    return;
  }
  solveTransposed(vector, group);
  for (let i = 0; i < rank; i++) lambda[usedRows[i]] = vector[i];
}

/** out ← (moment, force) that the loop joint exerts on body B at the origin of its frame B, world axes. */
export function loopWrench(out: Float64Array, group: LoopGroup, joint: number): void {
  out.fill(0, 0, 6);
  for (let row = group.rowStart[joint]; row < group.rowStart[joint + 1]; row++) {
    for (let i = 0; i < 6; i++) out[i] += group.lambda[row] * group.direction[6 * row + i];
  }
}

const wrench = new Float64Array(6);

/** state.load ← state.load − what the loop joints exert on both bodies. */
export function subtractLoopWrenches(state: MechanismState, group: LoopGroup): void {
  const { rotation, position } = state.motion;
  for (let i = 0; i < group.joints.length; i++) {
    const { bodyA, bodyB, r_B, wheel } = group.joints[i];
    loopWrench(wrench, group, i);
    mulMV(point, 0, rotation, 9 * bodyB, r_B, 0);
    for (let l = 0; l < 3; l++) point[l] += position[3 * bodyB + l];
    if (wheel !== undefined) point.set(group.contact.subarray(3 * i, 3 * i + 3));
    subtractAt(state, bodyB, 1);
    subtractAt(state, bodyA, -1);
  }
}

function subtractAt(state: MechanismState, body: number, sign: number): void {
  const { load } = state;
  const { position } = state.motion;
  const k = 6 * body;
  const x = point[0] - position[3 * body];
  const y = point[1] - position[3 * body + 1];
  const z = point[2] - position[3 * body + 2];
  load[k] -= sign * (wrench[0] + y * wrench[5] - z * wrench[4]);
  load[k + 1] -= sign * (wrench[1] + z * wrench[3] - x * wrench[5]);
  load[k + 2] -= sign * (wrench[2] + x * wrench[4] - y * wrench[3]);
  load[k + 3] -= sign * wrench[3];
  load[k + 4] -= sign * wrench[4];
  load[k + 5] -= sign * wrench[5];
}

/**
 * Orientations from which the Cardan angles of spherical and free joints on loops are measured. The angles are singular
 * where the second is ±90°; moving the anchor to the present orientation makes all of them zero.
 *
 *     R_AJ = R_anchor·R_x(φ₁)·R_y(φ₂)·R_z(φ₃);   at zero angles their rates are the angular velocity w_AJ_J
 */
import * as elementary from "../../math/elementary.ts";
import { quaternionFromMatrix } from "../../math/quaternion.ts";
import { anchoredAt } from "../jointMotions.ts";
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { jointRotation } from "../placeGeneral.ts";
import type { LoopGroup } from "./loopGroup.ts";

const R_AJ = new Float64Array(9);
const w = new Float64Array(3);

/** Smallest |cos φ₂| of the group, 1 without such joints. */
export function worstAngle(mechanism: Mechanism, state: MechanismState, group: LoopGroup): number {
  let smallest = 1;
  for (let i = 0; i < group.bodies.length; i++) {
    const b = group.bodies[i];
    const first = anchoredAt[mechanism.code[b]];
    if (first >= 0) smallest = Math.min(smallest, Math.abs(elementary.cos(state.q[mechanism.qStart[b] + first + 1])));
  }
  return smallest;
}

/** Angles ← 0 with the anchors at the present orientations; their velocities keep their meaning. */
export function moveAnchors(mechanism: Mechanism, state: MechanismState, group: LoopGroup): void {
  const { q, v } = state;
  for (const b of group.bodies) {
    const first = anchoredAt[mechanism.code[b]];
    if (first < 0) continue;
    jointRotation(R_AJ, mechanism, state, b);
    relativeVelocityInJ(q, v, mechanism.qStart[b] + first, mechanism.vStart[b] + first);
    quaternionFromMatrix(state.anchor, 4 * b, R_AJ, 0);
    for (let i = 0; i < 3; i++) {
      q[mechanism.qStart[b] + first + i] = 0;
      v[mechanism.vStart[b] + first + i] = w[i];
    }
  }
}

/** Sets the orientation R_AJ (quaternion) and the angular velocity w_AJ_J of a joint with angles. */
export function setOrientation(
  mechanism: Mechanism,
  state: MechanismState,
  b: number,
  quaternion: ArrayLike<number>,
  angularVelocity: ArrayLike<number>,
): void {
  const first = anchoredAt[mechanism.code[b]];
  for (let i = 0; i < 4; i++) state.anchor[4 * b + i] = quaternion[i];
  for (let i = 0; i < 3; i++) {
    state.q[mechanism.qStart[b] + first + i] = 0;
    state.v[mechanism.vStart[b] + first + i] = angularVelocity[i];
  }
}

/** w ← w_AJ_J of the angles at iq with the rates at iv: R_zᵀ·(R_yᵀ·(φ₁'·x) + φ₂'·y) + φ₃'·z */
function relativeVelocityInJ(q: Float64Array, v: Float64Array, iq: number, iv: number): void {
  const s2 = elementary.sin(q[iq + 1]);
  const c2 = elementary.cos(q[iq + 1]);
  const s3 = elementary.sin(q[iq + 2]);
  const c3 = elementary.cos(q[iq + 2]);
  w[0] = c2 * c3 * v[iv] + s3 * v[iv + 1];
  w[1] = -c2 * s3 * v[iv] + c3 * v[iv + 1];
  w[2] = s2 * v[iv] + v[iv + 2];
}

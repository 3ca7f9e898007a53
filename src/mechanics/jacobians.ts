/**
 * How a point of a body moves with the velocities of the joints.
 *
 *     (ω, v_p) = J·v,   J(:, j) = (S_w, S_v + S_w × (p − p_j)) for the joints between the body and the world, 0 for others
 */
import type { Mechanism } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";

/**
 * J ← 6 × nv, column-major, rows (angular velocity, velocity of the point) in world axes, for the point p_W that is fixed
 * in the body. Positions must be up to date.
 */
export function pointJacobian(
  J: Float64Array,
  mechanism: Mechanism,
  state: MechanismState,
  body: number,
  p_W: ArrayLike<number>,
): void {
  const { S } = state;
  const { position } = state.motion;
  J.fill(0, 0, 6 * mechanism.nv);
  for (let b = body; b !== 0; b = mechanism.parent[b]) {
    const dx = p_W[0] - position[3 * b];
    const dy = p_W[1] - position[3 * b + 1];
    const dz = p_W[2] - position[3 * b + 2];
    for (let k = 6 * mechanism.vStart[b]; k < 6 * mechanism.vStart[b + 1]; k += 6) {
      J[k] = S[k];
      J[k + 1] = S[k + 1];
      J[k + 2] = S[k + 2];
      J[k + 3] = S[k + 3] + S[k + 1] * dz - S[k + 2] * dy;
      J[k + 4] = S[k + 4] + S[k + 2] * dx - S[k] * dz;
      J[k + 5] = S[k + 5] + S[k] * dy - S[k + 1] * dx;
    }
  }
}

/** Branches of several joints: how fast a point of one of their bodies moves, and how their speeds answer to an impulse there. */
import { forwardDynamics } from "../../mechanics/forwardDynamics.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";

export class BranchAnswers {
  private readonly dynamics: MechanismDynamics;
  /** Per speed of a joint: its place in the order of the branches. */
  private readonly placeOf: Int32Array;
  /** Change of the accelerations of a branch per force and moment on a body, six columns, by body, and the instant that it is of. */
  private readonly responses: (Float64Array | undefined)[] = [];
  private readonly instants: Int32Array;
  private instant = 0;
  private readonly load = new Float64Array(6);

  constructor(dynamics: MechanismDynamics, placeOf: Int32Array) {
    this.dynamics = dynamics;
    this.placeOf = placeOf;
    this.instants = new Int32Array(dynamics.mechanism.count);
  }

  /** Bodies are elsewhere from now on. */
  begin(): void {
    this.instant++;
  }

  /**
   * J[at …] += sign·(speed of the point at p[k..k+2] of a body along d per speed), Y[at …] += sign·(change of the speeds per impulse along d), of its
   * branch: these bodies, whose speeds begin at `place`.
   */
  addRow(
    J: Float64Array,
    Y: Float64Array,
    at: number,
    body: number,
    bodies: Int32Array,
    place: number,
    count: number,
    p: Float64Array,
    k: number,
    d: Float64Array,
    sign: number,
  ): void {
    const { load } = this;
    const { position } = this.dynamics.state.motion;
    const x = p[k]! - position[3 * body]!;
    const y = p[k + 1]! - position[3 * body + 1]!;
    const z = p[k + 2]! - position[3 * body + 2]!;
    load[0] = d[0]!;
    load[1] = d[1]!;
    load[2] = d[2]!;
    load[3] = y * d[2]! - z * d[1]!;
    load[4] = z * d[0]! - x * d[2]!;
    load[5] = x * d[1]! - y * d[0]!;
    this.addSpeeds(J, at - place, body, p, k, d, sign);
    const response = this.responseOf(body, bodies, place, count);
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let c = 0; c < 6; c++) sum += response[6 * i + c]! * load[c]!;
      Y[at + i]! += sign * sum;
    }
  }

  /** J of the body and of all that carry it. */
  private addSpeeds(
    J: Float64Array,
    at: number,
    body: number,
    p: Float64Array,
    k: number,
    d: Float64Array,
    sign: number,
  ): void {
    const { placeOf } = this;
    const { mechanism, state } = this.dynamics;
    const { S } = state;
    const { position } = state.motion;
    for (let b = body; b !== 0; b = mechanism.parent[b]!) {
      const x = p[k]! - position[3 * b]!;
      const y = p[k + 1]! - position[3 * b + 1]!;
      const z = p[k + 2]! - position[3 * b + 2]!;
      for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++) {
        const s = 6 * j;
        const wx = S[s]!;
        const wy = S[s + 1]!;
        const wz = S[s + 2]!;
        const along =
          d[0]! * (S[s + 3]! + wy * z - wz * y) +
          d[1]! * (S[s + 4]! + wz * x - wx * z) +
          d[2]! * (S[s + 5]! + wx * y - wy * x);
        J[at + placeOf[j]!]! += sign * along;
      }
    }
  }

  private responseOf(body: number, bodies: Int32Array, place: number, count: number): Float64Array {
    const { responses, instants } = this;
    let response = responses[body];
    if (response !== undefined && instants[body] === this.instant) return response;
    responses[body] = response ??= new Float64Array(6 * count);
    instants[body] = this.instant;
    const { mechanism, state } = this.dynamics;
    const { force, torque } = state.forces;
    for (const b of bodies) {
      force.fill(0, 3 * b, 3 * b + 3);
      torque.fill(0, 3 * b, 3 * b + 3);
    }
    for (let c = -1; c < 6; c++) {
      const load = c < 3 ? force : torque;
      const at = 3 * body + (c % 3);
      if (c >= 0) load[at] = 1;
      forwardDynamics(mechanism, state, bodies);
      if (c >= 0) load[at] = 0;
      for (const b of bodies)
        for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++) {
          const i = 6 * (this.placeOf[j]! - place);
          // the first column waits with what acts without the load
          if (c < 0) for (let k = 0; k < 6; k++) response[i + k] = -state.vdot[j]!;
          else response[i + c]! += state.vdot[j]!;
        }
    }
    return response;
  }
}

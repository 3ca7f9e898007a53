/**
 * Branches of the tree in which every joint has a flange: nothing is eliminated there, so that
 *
 *     tau = M·a + h        M by composite rigid bodies, h by recursive Newton–Euler without accelerations
 *
 * which takes a fraction of the time of the general way over articulated bodies.
 *
 * Source   [Featherstone2008] sec. 5.3, 6.2
 */
import * as elementary from "../math/elementary.ts";
import { computeAccelerations, inverseDynamics } from "./inverseDynamics.ts";
import { compositeMassMatrix } from "./massMatrix.ts";
import type { Mechanism } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";

export class DrivenBranches {
  /** Their bodies, parents before children. */
  readonly bodies: Int32Array;
  /** Per body: 1 on such a branch. */
  readonly isDriven: Uint8Array;
  private readonly mechanism: Mechanism;
  /** Their velocities in the order of the bodies, and their places among the flanges. */
  private readonly velocities: Int32Array;
  private readonly places: Int32Array;
  private readonly size: number;
  private readonly M: Float64Array;

  /** `size`: rows of the matrix that is filled. */
  constructor(mechanism: Mechanism, treeBodies: Int32Array, flanges: Int32Array, size: number) {
    const { branch, hasFlange, bodyOfVelocity, count } = mechanism;
    this.mechanism = mechanism;
    this.size = size;
    this.isDriven = new Uint8Array(count);
    const isInTree = new Uint8Array(count);
    for (const b of treeBodies) isInTree[b] = 1;
    const isHidden = new Uint8Array(count);
    for (let b = 1; b < count; b++) if (hasFlange[b] === 0 || isInTree[b] === 0) isHidden[branch[b]] = 1;
    for (const b of treeBodies) if (isHidden[branch[b]] === 0) this.isDriven[b] = 1;
    this.bodies = treeBodies.filter((b) => this.isDriven[b] === 1);
    this.velocities = flanges.filter((j) => this.isDriven[bodyOfVelocity[j]] === 1);
    this.places = Int32Array.from(this.velocities, (j) => flanges.indexOf(j));
    this.M = new Float64Array(elementary.square(this.velocities.length));
  }

  /** Their rows and columns of M (column-major), and their efforts without accelerations in state.flangeEffort. */
  fill(M: Float64Array, state: MechanismState): void {
    const { bodies, velocities, places, size, mechanism } = this;
    const n = velocities.length;
    if (n === 0) return;
    const { flangeEffort, tau } = state;
    inverseDynamics(flangeEffort, mechanism, state, state.vdot, bodies);
    for (let i = 0; i < n; i++) flangeEffort[velocities[i]] -= tau[velocities[i]];
    if (n === size) {
      compositeMassMatrix(M, mechanism, state, bodies);
      return;
    }
    compositeMassMatrix(this.M, mechanism, state, bodies);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) M[size * places[i] + places[j]] = this.M[n * i + j];
  }

  /** Accelerations of their bodies, those of the joints known. */
  accelerate(state: MechanismState): void {
    if (this.bodies.length > 0) computeAccelerations(this.mechanism, state, state.vdot, this.bodies);
  }
}

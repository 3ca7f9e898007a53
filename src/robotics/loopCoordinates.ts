/**
 * Independent coordinates of a mechanism with closed loops: everything about it as a function of them.
 *
 *     v = B(q)·u,    v̇ = v̇₀ + B·(u̇ − u̇₀)          u independent velocities, v those of all joints of the tree
 *
 * B has one column per independent velocity: the motion of all joints when that one is 1 and the others are 0. v̇₀ belongs to any
 * one possible acceleration.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Mechanism } from "../mechanics/mechanism.ts";
import { MechanismDynamics } from "../mechanics/mechanismDynamics.ts";
import type { MechanismState } from "../mechanics/mechanismState.ts";

export class LoopCoordinates {
  /** Entries of q and v of the tree that are independent. */
  readonly positions: Int32Array;
  readonly velocities: Int32Array;
  private readonly dynamics: MechanismDynamics;
  private readonly x: Float64Array;
  private readonly phi: Float64Array;
  private readonly w: Float64Array;

  /** `start` has the loops closed. */
  constructor(mechanism: Mechanism, start: MechanismState) {
    const dynamics = new MechanismDynamics(mechanism);
    dynamics.state.q.set(start.q);
    dynamics.state.v.set(start.v);
    dynamics.state.anchor.set(start.anchor);
    dynamics.assemble();
    const positions = new Set(dynamics.fixedPositions);
    const velocities = new Set([...dynamics.fixedVelocities, ...dynamics.flangeVelocities]);
    for (const b of dynamics.flangeBodies) positions.add(mechanism.qStart[b]!);
    for (const group of dynamics.groups) {
      const { coordinate, velocities: numbers, isOnLoop } = group;
      for (const [{ flangeCount, independentCount, independent }, set, places] of [
        [group.positions, positions, coordinate],
        [group, velocities, numbers],
      ] as const)
        for (let i = flangeCount; i < independentCount; i++)
          if (isOnLoop[independent[i]!] === 1) set.add(places[independent[i]!]!);
    }
    this.dynamics = dynamics;
    this.positions = Int32Array.from(positions).sort();
    this.velocities = Int32Array.from(velocities).sort();
    this.x = new Float64Array(dynamics.hiddenCount);
    this.phi = new Float64Array(dynamics.flangeCount);
    this.w = new Float64Array(dynamics.flangeCount);
  }

  get mechanism(): Mechanism {
    return this.dynamics.mechanism;
  }

  get state(): MechanismState {
    return this.dynamics.state;
  }

  /** All joints ← independent coordinates and velocities. */
  move(q: Float64Array, u: Float64Array): void {
    const { dynamics, positions, velocities, x, phi, w } = this;
    const { state, mechanism } = dynamics;
    positions.forEach((i, k) => {
      state.q[i] = q[k]!;
    });
    velocities.forEach((j, k) => {
      state.v[j] = u[k]!;
    });
    dynamics.writeHidden(x, 0);
    dynamics.flangeBodies.forEach((b, f) => {
      phi[f] = state.q[mechanism.qStart[b]!]!;
      w[f] = state.v[dynamics.flangeVelocities[f]!]!;
    });
    if (dynamics.setStates(x, 0, phi, 0, w, 0)) return;
    throw new RattlebackError("E-DYNAMICS-LOOP", "The loops cannot be closed at these coordinates.", {
      path: dynamics.groups[0]?.joints[0]?.path ?? "",
      because: "the mechanism does not reach this position from the one it starts in",
      hint: "coordinates nearer to startPositions",
      data: { q: Array.from(q) },
    });
  }

  /** B by columns, nv × n, at the present position; velocities are those of the last column afterwards. */
  basis(q: Float64Array): Float64Array {
    const { velocities, dynamics } = this;
    const { nv } = dynamics.mechanism;
    const n = velocities.length;
    const B = new Float64Array(nv * n);
    const u = new Float64Array(n);
    for (let k = 0; k < n; k++) {
      u.fill(0);
      u[k] = 1;
      this.move(q, u);
      B.set(dynamics.state.v, nv * k);
    }
    return B;
  }

  /** Accelerations of all joints in one possible motion at the present state, and those of the independent ones among them. */
  possible(): { readonly vdot: Float64Array; readonly udot: Float64Array } {
    const { dynamics, velocities } = this;
    const count = dynamics.flangeCount;
    dynamics.flangeDynamics(new Float64Array(count * count), new Float64Array(count));
    dynamics.finish(new Float64Array(count), 0, new Float64Array(dynamics.hiddenCount), 0);
    const vdot = dynamics.state.vdot.slice();
    return { vdot, udot: Float64Array.from(velocities, (j) => vdot[j]!) };
  }
}

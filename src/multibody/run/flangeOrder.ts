/** Joints with flange have an order in the equations and one in the mechanism; this is the way between them. */
import type { SegmentDeclarations } from "../../language/predefined.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { FlangeJoint, MultibodyBuild } from "../build.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";

/** A joint is locked as by a critically damped spring without mass, 1/s: what is left of its speed is gone in some hundredths of a second. */
const lockRate = 100;

export class FlangeOrder {
  /** In the order of the mechanism. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly M: Float64Array;
  readonly h: Float64Array;
  private readonly a: Float64Array;
  /** Number in the equations of each flange of the mechanism. */
  private readonly order: Int32Array;
  /** M by rows, then h, in the order of the equations, then the modes of lockable joints: 1 free, 0 locked. */
  private readonly inEquations: Float64Array;
  /** Flanges of the mechanism that are locked, and where. */
  private readonly locked: { readonly flange: number; readonly position: number; readonly mode: number }[] = [];

  constructor(
    graph: ObjectGraph,
    tree: BodyTree,
    dynamics: MechanismDynamics,
    flangeOf: ReadonlyMap<string, number>,
    { flanges, reducedSize }: MultibodyBuild,
    lockedAt: ReadonlyMap<number, number>,
  ) {
    const n = dynamics.flangeCount;
    this.order = Int32Array.from(
      dynamics.flangeBodies,
      (b) => flangeOf.get(graph.joints[tree.bodies[b]!.joint]!.path)!,
    );
    this.positions = new Float64Array(n);
    this.velocities = new Float64Array(n);
    this.M = new Float64Array(n * n);
    this.h = new Float64Array(n);
    this.a = new Float64Array(n);
    this.inEquations = new Float64Array(reducedSize).fill(1);
    let mode = n * n + n;
    flanges.forEach(({ isLockable }, k) => {
      if (!isLockable) return;
      const position = lockedAt.get(k);
      if (position !== undefined) this.locked.push({ flange: this.order.indexOf(k), position, mode });
      mode++;
    });
  }

  /** Coordinates ← present values of the variables; their start values at first. */
  setGuesses(dynamics: MechanismDynamics, flanges: readonly FlangeJoint[], declare: SegmentDeclarations): void {
    this.order.forEach((k, f) => {
      this.positions[f] = finite(declare.variable(flanges[k]!.position));
      this.velocities[f] = finite(declare.variable(flanges[k]!.velocity));
    });
    this.writeInto(dynamics);
  }

  /** q and v of the mechanism ← the values that were read last. */
  writeInto({ mechanism, state, flangeBodies, flangeVelocities }: MechanismDynamics): void {
    flangeBodies.forEach((b, f) => {
      state.q[mechanism.qStart[b]!] = this.positions[f]!;
      state.v[flangeVelocities[f]!] = this.velocities[f]!;
    });
  }

  read(phi: ArrayLike<number>, w: ArrayLike<number>): void {
    const { order, positions, velocities } = this;
    for (let f = 0; f < order.length; f++) {
      positions[f] = phi[order[f]!]!;
      velocities[f] = w[order[f]!]!;
    }
  }

  accelerations(a: ArrayLike<number>): Float64Array {
    for (let f = 0; f < this.order.length; f++) this.a[f] = a[this.order[f]!]!;
    return this.a;
  }

  /** M and h for the equations; NaN when the mechanism cannot be where it is said to be. */
  relation(isPossible: boolean): Float64Array {
    const { order, M, h, inEquations } = this;
    const n = order.length;
    if (!isPossible) return inEquations.fill(Number.NaN);
    inEquations[0] = 0;
    for (let f = 0; f < n; f++) {
      const row = order[f]!;
      for (let g = 0; g < n; g++) inEquations[row * n + order[g]!] = M[f + n * g]!;
      inEquations[n * n + row] = h[f]!;
    }
    for (const { flange, position, mode } of this.locked) {
      const row = order[flange]!;
      inEquations.fill(0, row * n, row * n + n);
      inEquations[row * n + row] = 1;
      const [phi, w] = [this.positions[flange]!, this.velocities[flange]!];
      inEquations[n * n + row] = 2 * lockRate * w + lockRate * lockRate * (phi - position);
      inEquations[mode] = 0;
    }
    return inEquations;
  }
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

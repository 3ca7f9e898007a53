/** Joints with flange have an order in the equations and one in the mechanism; this is the way between them. */
import type { SegmentDeclarations } from "../../language/predefined.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { FlangeJoint } from "../build.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";

export class FlangeOrder {
  /** In the order of the mechanism. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly M: Float64Array;
  readonly h: Float64Array;
  private readonly a: Float64Array;
  /** Number in the equations of each flange of the mechanism. */
  private readonly order: Int32Array;
  /** M by rows, then h, in the order of the equations. */
  private readonly inEquations: Float64Array;

  constructor(graph: ObjectGraph, tree: BodyTree, dynamics: MechanismDynamics, flangeOf: ReadonlyMap<string, number>) {
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
    this.inEquations = new Float64Array(Math.max(1, n * n + n));
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
    return inEquations;
  }
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

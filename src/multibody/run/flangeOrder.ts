/**
 * Joints with flange have an order in the equations and one in the mechanism; this is the way between them. What an action cut is in
 * the equations only: nothing acts on its flange any more, τ = 0. Its drive goes on with its own inertia; when there is nothing at
 * all behind the flange, its coordinate goes on evenly.
 */
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
  /** In the order of the equations. */
  private phi: ArrayLike<number> = [];
  private w: ArrayLike<number> = [];
  /** Number in the equations of each flange of the mechanism. */
  private readonly order: Int32Array;
  /** M by rows, then h, in the order of the equations, then the modes of lockable joints: 1 free, 0 locked; then G by rows. */
  private readonly inEquations: Float64Array;
  private readonly impossible: Float64Array;
  /** Joints that are locked or idle, and where. */
  private readonly locked: {
    /** Number in the equations. */
    readonly row: number;
    readonly position: number;
    readonly mode: number;
    /** It is stopped by an impulse now. */
    readonly isStopped: boolean;
  }[] = [];
  /** Number of flanges in the equations. */
  private readonly size: number;
  /** Where G begins. */
  private readonly firstInputColumn: number;
  /** Numbers in the equations of the joints that were cut. */
  private readonly cut: readonly number[];

  constructor(
    graph: ObjectGraph,
    tree: BodyTree,
    dynamics: MechanismDynamics,
    flangeOf: ReadonlyMap<string, number>,
    { flanges, reducedSize, firstInputColumn }: MultibodyBuild,
    lockedAt: ReadonlyMap<number, { readonly position: number; readonly isStopped: boolean }>,
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
    const N = flanges.length;
    this.size = N;
    this.cut = flanges.flatMap((_, k) => (this.order.includes(k) || lockedAt.has(k) ? [] : [k]));
    this.firstInputColumn = firstInputColumn;
    this.inEquations = new Float64Array(reducedSize).fill(1, N * N + N, firstInputColumn);
    this.impossible = new Float64Array(reducedSize).fill(Number.NaN);
    let mode = N * N + N;
    flanges.forEach(({ isLockable }, k) => {
      if (!isLockable) return;
      const lock = lockedAt.get(k);
      if (lock !== undefined) this.locked.push({ row: k, mode, ...lock });
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
    this.phi = phi;
    this.w = w;
    for (let f = 0; f < order.length; f++) {
      positions[f] = phi[order[f]!]!;
      velocities[f] = w[order[f]!]!;
    }
  }

  accelerations(a: ArrayLike<number>): Float64Array {
    for (let f = 0; f < this.order.length; f++) this.a[f] = a[this.order[f]!]!;
    return this.a;
  }

  /** The first joint that was cut and has no acceleration, because nothing behind its flange has inertia; −1 when all have one. */
  lostFlange(a: ArrayLike<number>): number {
    for (let i = 0; i < this.cut.length; i++) if (!Number.isFinite(a[this.cut[i]!]!)) return this.cut[i]!;
    return -1;
  }

  /** The coordinate of a joint that was cut goes on evenly: τ = a, and there is no τ. */
  letGo(flange: number): void {
    this.inEquations[flange * this.size + flange] = 1;
  }

  /** M and h for the equations; NaN when the mechanism cannot be where it is said to be. */
  relation(isPossible: boolean, isImpulse: boolean): Float64Array {
    const { order, M, h, inEquations, size: N } = this;
    const n = order.length;
    if (!isPossible) return this.impossible;
    for (let f = 0; f < n; f++) {
      const row = order[f]!;
      for (let g = 0; g < n; g++) inEquations[row * N + order[g]!] = M[f + n * g]!;
      inEquations[N * N + row] = h[f]!;
    }
    for (const { row, position, mode, isStopped } of this.locked) {
      inEquations.fill(0, row * N, row * N + N);
      inEquations[row * N + row] = 1;
      const [phi, w] = [this.phi[row]!, this.w[row]!];
      inEquations[N * N + row] =
        2 * lockRate * w + lockRate * lockRate * (phi - position) + (isImpulse && isStopped ? w : 0);
      inEquations[mode] = 0;
    }
    return inEquations;
  }

  /** Column j of G, of `count`, in the order of the mechanism. Where a joint is locked its effort follows no force. */
  setInputColumn(j: number, count: number, column: Float64Array): void {
    const { order, inEquations, firstInputColumn } = this;
    for (let f = 0; f < order.length; f++) inEquations[firstInputColumn + order[f]! * count + j] = column[f]!;
    for (const { row } of this.locked) inEquations[firstInputColumn + row * count + j] = 0;
  }

  /** Nothing of the inputs acts: in an instant. */
  clearInputColumns(): void {
    this.inEquations.fill(0, this.firstInputColumn);
  }
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

/**
 * Joints with flange have an order in the equations and one in the mechanism; this is the way between them. What an action cut is in
 * the equations only: nothing acts on its flange any more, τ = 0. Its drive goes on with its own inertia; when there is nothing at
 * all behind the flange, its coordinate goes on evenly.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { ComponentAccess, SegmentDeclarations } from "../../language/predefined.ts";
import type { ObservedCoordinate } from "../../mechanics/loops/observedCoordinate.ts";
import { type MechanismDynamics, noInertia } from "../../mechanics/mechanismDynamics.ts";
import type { MultibodyBuild } from "../build.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { placeOfJoint } from "../structure/structure.ts";

/** A joint is locked as by a critically damped spring without mass, 1/s: what is left of its speed is gone in some hundredths of a second. */
const lockRate = 100;

export class FlangeOrder {
  /** Of joints whose coordinates are variables of the equations, in the order of the mechanism. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** y = M·x + h of the mechanism. */
  readonly M: Float64Array;
  readonly h: Float64Array;
  private readonly x: Float64Array;
  private readonly build: MultibodyBuild;
  private readonly dynamics: MechanismDynamics;
  /** In the order of the equations, by numbers among those that are outside. */
  private phi: ArrayLike<number> = [];
  private w: ArrayLike<number> = [];
  /** Place in the equations of each joint of the mechanism: among those outside, and among those that are related. */
  private readonly outsideOrder: Int32Array;
  private readonly order: Int32Array;
  /** M by rows, then h, in the order of the equations, then the modes of lockable joints: 1 free, 0 locked; then G by rows. */
  private readonly inEquations: Float64Array;
  private readonly impossible: Float64Array;
  /** Coordinates on loops, in the order of the equations. */
  private readonly onLoops: readonly ObservedCoordinate[];
  /** Where efforts go that are known: a coordinate on a loop, or a velocity of the tree. */
  private readonly known: readonly (ObservedCoordinate | number)[];
  /** Velocities whose joints feel the inertia of their drives. */
  private readonly loaded: Int32Array;
  /** Velocities of joints that are switched, their places among the known ones, and their coefficients a₀, a₁, t₀, t₁. */
  private readonly switched: Int32Array;
  private readonly switchedPlaces: readonly number[];
  private curves: ArrayLike<number> = [];
  /** Efforts of known joints before their flanges act, where these are switched: they are tried more than once in an evaluation. */
  private readonly before: Float64Array;
  private readonly moved: Float64Array;
  private readonly done: Float64Array;
  /** Joints that are locked or idle, and where. */
  private readonly locked: {
    /** Number among the related ones, and among those outside. */
    readonly row: number;
    readonly outside: number;
    readonly position: number;
    readonly mode: number;
    /** It is stopped by an impulse now. */
    readonly isStopped: boolean;
  }[] = [];
  /** Number of related flanges in the equations. */
  private readonly size: number;
  /** Where G begins. */
  private readonly firstInputColumn: number;
  /** Numbers among them of the joints that were cut. */
  private readonly cut: readonly number[];
  /** Those of them that go on evenly: τ = a, and there is no τ. */
  private readonly even: Set<number>;

  constructor(
    graph: ObjectGraph,
    tree: BodyTree,
    dynamics: MechanismDynamics,
    flangeOf: ReadonlyMap<string, number>,
    build: MultibodyBuild,
    lockedAt: ReadonlyMap<number, { readonly position: number; readonly isStopped: boolean }>,
  ) {
    const { flanges, reducedSize, firstInputColumn, outside, related, onLoops, known } = build;
    this.build = build;
    this.dynamics = dynamics;
    const { mechanism, relatedCount: n } = dynamics;
    const flangeOfBody = (b: number): number => flangeOf.get(graph.joints[tree.bodies[b]!.joint]!.path)!;
    this.outsideOrder = Int32Array.from(dynamics.outsideBodies, (b) => outside.indexOf(flangeOfBody(b)));
    const jointOf = new Map(graph.joints.map(({ path }, k) => [path, k]));
    const observed = related.filter((k) => flanges[k]!.role === "observed");
    // the mechanism has them in the order of the joints of the graph
    observed.sort((a, b) => jointOf.get(flanges[a]!.path)! - jointOf.get(flanges[b]!.path)!);
    this.order = Int32Array.from([...Array.from(dynamics.flangeBodies, flangeOfBody), ...observed], (k) =>
      related.indexOf(k),
    );
    const coordinates = new Map(observed.map((k, o) => [k, dynamics.observed[o]!]));
    this.onLoops = onLoops.map(
      (k) => coordinates.get(k) ?? dynamics.observe(placeOfJoint(tree, jointOf.get(flanges[k]!.path)!)),
    );
    const bodyOf = (k: number): number => tree.bodies.findIndex(({ joint }) => joint === jointOf.get(flanges[k]!.path));
    this.known = known.map((k) =>
      flanges[k]!.role === "measured" ? this.onLoops[onLoops.indexOf(k)]! : mechanism.vStart[bodyOf(k)]!,
    );
    this.loaded = Int32Array.from(build.loaded, (k) => mechanism.vStart[bodyOf(k)]!);
    this.switched = Int32Array.from(build.switched, (k) => mechanism.vStart[bodyOf(k)]!);
    this.switchedPlaces = build.switched.map((k) => known.indexOf(k));
    this.before = new Float64Array(build.switched.length === 0 ? 0 : known.length);
    this.moved = new Float64Array(1 + 2 * onLoops.length);
    this.done = new Float64Array(1 + known.length);
    this.positions = new Float64Array(this.outsideOrder.length);
    this.velocities = new Float64Array(this.outsideOrder.length);
    this.M = new Float64Array(n * n);
    this.h = new Float64Array(n);
    this.x = new Float64Array(n);
    const N = related.length;
    this.size = N;
    this.cut = related.flatMap((k, row) => (this.order.includes(row) || lockedAt.has(k) ? [] : [row]));
    this.even = new Set(this.cut.filter((row) => flanges[related[row]!]!.isEffortKnown));
    this.firstInputColumn = firstInputColumn;
    this.inEquations = new Float64Array(reducedSize).fill(1, N * N + N, firstInputColumn);
    for (const row of this.even) this.inEquations[row * N + row] = 1;
    this.impossible = new Float64Array(reducedSize).fill(Number.NaN);
    let mode = N * N + N;
    related.forEach((k, row) => {
      if (!flanges[k]!.isLockable) return;
      const lock = lockedAt.get(k);
      if (lock !== undefined) this.locked.push({ row, outside: outside.indexOf(k), mode, ...lock });
      mode++;
    });
  }

  /** Coordinates ← present values of the variables; their start values at first. */
  setGuesses(declare: SegmentDeclarations): void {
    const { flanges, outside } = this.build;
    this.outsideOrder.forEach((i, f) => {
      const { position, velocity } = flanges[outside[i]!]!;
      this.positions[f] = finite(declare.variable(position));
      this.velocities[f] = finite(declare.variable(velocity));
    });
    this.writeInto();
  }

  /** Angles of joints that close loops count from the start values on. */
  followStarts(declare: SegmentDeclarations): void {
    this.build.onLoops.forEach((k, i) => {
      const start = declare.variable(this.build.flanges[k]!.position);
      this.onLoops[i]!.follow(this.dynamics.state, finite(start));
    });
  }

  /** Joints with flange on loops, by their paths. */
  get onLoopsByPath(): readonly (readonly [string, ObservedCoordinate])[] {
    const { flanges, onLoops } = this.build;
    return onLoops.map((k, i) => [flanges[k]!.path, this.onLoops[i]!]);
  }

  /** Positions on loops that are variables of the equations. */
  get heldOnLoops(): { readonly name: string; readonly value: number }[] {
    const { flanges, outside } = this.build;
    const { outsideBodies, groups } = this.dynamics;
    return Array.from(outsideBodies, (b, f) => ({
      name: flanges[outside[this.outsideOrder[f]!]!]!.position,
      value: this.positions[f]!,
      isOnLoop: groups.some(({ bodies }) => bodies.includes(b)),
    })).flatMap(({ name, value, isOnLoop }) => (isOnLoop ? [{ name, value }] : []));
  }

  /** q and v of the mechanism ← the values that were read last. */
  writeInto(): void {
    const { mechanism, state, outsideBodies, outsideVelocities } = this.dynamics;
    outsideBodies.forEach((b, f) => {
      state.q[mechanism.qStart[b]!] = this.positions[f]!;
      state.v[outsideVelocities[f]!] = this.velocities[f]!;
    });
  }

  read(phi: ArrayLike<number>, w: ArrayLike<number>): void {
    const { outsideOrder, positions, velocities } = this;
    this.phi = phi;
    this.w = w;
    for (let f = 0; f < outsideOrder.length; f++) {
      positions[f] = phi[outsideOrder[f]!]!;
      velocities[f] = w[outsideOrder[f]!]!;
    }
  }

  /** 1, then positions and velocities of the joints on loops; NaN when the loops are not closed. */
  observed(isPossible: boolean): number | Float64Array {
    const { onLoops, moved, dynamics } = this;
    const n = onLoops.length;
    if (n === 0) return 0;
    for (let i = 0; i < n; i++) {
      moved[1 + i] = isPossible ? onLoops[i]!.position(dynamics.state) : Number.NaN;
      moved[1 + n + i] = isPossible ? onLoops[i]!.velocity(dynamics.state) : Number.NaN;
    }
    return moved;
  }

  /** Adds the efforts that are known to what acts on the mechanism. */
  applyKnown(efforts: ArrayLike<number>, slopes: ArrayLike<number>): void {
    const { known, loaded, switched, before, dynamics } = this;
    const { tau, armature, held, vdot } = dynamics.state;
    for (let i = 0; i < before.length; i++) tau[known[i] as number] = before[i]!;
    for (let i = 0; i < loaded.length; i++) armature[loaded[i]!] = -slopes[i]!;
    for (let i = 0; i < switched.length; i++) {
      const k = loaded.length + 4 * i;
      const [j, a0, a1, t0, t1] = [switched[i]!, slopes[k]!, slopes[k + 1]!, slopes[k + 2]!, slopes[k + 3]!];
      held[j] = a1 === 0 ? 1 : 0;
      armature[j] = a1 === 0 ? 0 : -t1 / a1;
      vdot[j] = a0;
      if (a1 !== 0) tau[j]! += t0 - (t1 / a1) * a0;
    }
    this.curves = slopes;
    for (let i = 0; i < known.length; i++) {
      const target = known[i]!;
      const effort = efforts[i]!;
      if (typeof target === "number") dynamics.state.tau[target]! += effort;
      else target.apply(dynamics.state, effort);
    }
  }

  /** What acts on joints is complete but for their flanges. */
  noteEfforts(): void {
    for (let i = 0; i < this.before.length; i++) this.before[i] = this.dynamics.state.tau[this.known[i] as number]!;
  }

  /** 1, then the accelerations of joints with known efforts; of switched ones x. */
  accelerations(isPossible: boolean): number | Float64Array {
    const { known, done, dynamics } = this;
    if (known.length === 0) return 0;
    const { state } = dynamics;
    for (let i = 0; i < known.length; i++) {
      const source = known[i]!;
      if (!isPossible) done[1 + i] = Number.NaN;
      else done[1 + i] = typeof source === "number" ? state.vdot[source]! : source.acceleration(state);
    }
    for (let i = 0; isPossible && i < this.switched.length; i++) {
      const k = this.loaded.length + 4 * i;
      const j = this.switched[i]!;
      const [a1, x] = [this.curves[k + 1]!, 1 + this.switchedPlaces[i]!];
      if (a1 !== 0) done[x] = (state.vdot[j]! - this.curves[k]!) / a1;
      else done[x] = (state.flangeEffort[j]! - this.curves[k + 2]!) / this.curves[k + 3]!;
    }
    return done;
  }

  /** What the mechanism is given: accelerations of flanges, efforts of observed coordinates. */
  given(x: ArrayLike<number>): Float64Array {
    for (let f = 0; f < this.order.length; f++) this.x[f] = x[this.order[f]!]!;
    return this.x;
  }

  /** A flange that moves nothing, with nothing behind it, has no acceleration. */
  checkInertia(a: Float64Array): void {
    const { dynamics, M } = this;
    const n = a.length;
    for (let f = 0; f < dynamics.flangeCount; f++) {
      if (Number.isFinite(a[f]!) || M[f + n * f]! !== 0) continue;
      throw noInertia(dynamics.mechanism, dynamics.flangeBodies[f]!);
    }
  }

  /** What is behind the flange of a joint that was cut moves on its own. */
  checkCut(access: ComponentAccess, a: ArrayLike<number>): void {
    const row = this.lostFlange(a);
    if (row < 0) return;
    // 0/0: no inertia, and no torque either
    if (!(access.isEvent && Number.isNaN(a[row]!))) throw lostFlange(this.build, this.build.related[row]!, access.time);
    this.letGo(row);
    access.iterateAgain();
  }

  /**
   * The first joint that was cut whose drive has no inertia; −1 when there is none. It has no acceleration, or, where its effort is known
   * before and therefore asks for inertia, it has an effort.
   */
  private lostFlange(a: ArrayLike<number>): number {
    for (const row of this.cut) if (this.even.has(row) ? a[row] !== 0 : !Number.isFinite(a[row]!)) return row;
    return -1;
  }

  private letGo(row: number): void {
    this.even.add(row);
    this.inEquations[row * this.size + row] = 1;
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
    for (const { row, outside, position, mode, isStopped } of this.locked) {
      inEquations.fill(0, row * N, row * N + N);
      inEquations[row * N + row] = 1;
      const [phi, w] = [this.phi[outside]!, this.w[outside]!];
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
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

function lostFlange({ flanges, blueprint }: MultibodyBuild, flange: number, time: number): RattlebackError {
  const { path } = flanges[flange]!;
  return new RattlebackError("E-ACTION-JOINT", `The joint "${path}" was cut, and its drive has no inertia.`, {
    path: blueprint.path === "" ? path : `${blueprint.path}.${path}`,
    where: `t = ${time} s`,
    because: "something drives the flange, and nothing connected to it has an inertia that could respond",
    hint: "an Inertia or a TranslationalMass between the drive and the flange of the joint",
    data: { joint: path, time },
  });
}

/**
 * A mechanism that is pulled by a point of one of its objects: the point comes as near to where it is pulled as joints, loops, couplings
 * and limits let it.
 *
 *     min |J·Δq − e|² + λ·|D·Δq|²   subject to   C·Δq = −c        e: way that is left, c: gaps of the loops
 *
 * Each step is followed by steps that close the loops; one that leads away is taken back with a larger λ.
 *
 * Source   [More1978] for λ, [Haug1989] for the constraints
 */
import { factorDenseLU, solveDenseLU } from "../../../src/math/denseLU.ts";
import type { Animation } from "../../../src/scene/animation.ts";
import { cross, originOf, turned } from "../../../src/scene/jointScrews.ts";
import { moveByScrews, type Screw } from "../../../src/scene/moveByScrews.ts";
import { dot, minus } from "./loopRows.ts";
import type { MovableTree } from "./movableTree.ts";
import { type Coordinate, coordinatesOf, screwLines } from "./pullCoordinates.ts";

type Triple = readonly [number, number, number];
type Poses = readonly ArrayLike<number>[];

export interface PullOptions {
  readonly object: number;
  /** Where it was taken, in the world. */
  readonly point: Triple;
  /** Positions at the start by the names of signals. */
  readonly positionOf: (name: string) => number | undefined;
  readonly limits?: Readonly<Record<string, readonly [number, number]>>;
}

/** Steps towards one place of the pointer, and to close the loops after each. */
const mostSteps = 60;
const mostClosings = 12;
/** rad, and shares of the size of the mechanism. */
const longestStep = 0.4;
/** Gaps of closed loops, in shares of the size. */
const closed = 1e-11;

interface State {
  readonly poses: Poses;
  /** Coordinates in the order of the screws. */
  readonly q: readonly number[];
}

export class MechanismPull {
  private readonly scene: Animation["scene"];
  private readonly tree: MovableTree;
  private readonly options: PullOptions;
  private readonly coordinates: readonly Coordinate[];
  /** Last screw of each object, and the screw before each; −1 for none. */
  private readonly carriers: readonly number[];
  private readonly before: readonly number[];
  /** m */
  private readonly size: number;
  /** The point in the object that it was taken at. */
  private readonly grip: Triple;
  /** What the rows were when the loops were closed. */
  private readonly closedValues: readonly number[];
  private readonly start: State;
  private state: State;

  constructor({ scene, poses }: Animation, tree: MovableTree, options: PullOptions) {
    this.scene = scene;
    this.tree = tree;
    this.options = options;
    const first = poses.map((pose) => pose.slice(0, 7));
    const { coordinates, carriers, before } = coordinatesOf(scene, tree);
    this.coordinates = coordinates;
    this.carriers = carriers;
    this.before = before;
    const origin = originOf(first[options.object]!);
    this.size = Math.max(
      1e-6,
      ...tree.joints.map((joint) => Math.hypot(...minus(options.point, originOf(first[scene.joints[joint]!.object]!)))),
    );
    this.grip = turned(inverse(first[options.object]!), minus(options.point, origin));
    this.start = { poses: first, q: coordinates.map(({ name }) => (name && options.positionOf(name)) || 0) };
    this.state = this.start;
    this.closedValues = tree.rows.map((row) => row.at(first).value);
  }

  get poses(): Poses {
    return this.state.poses;
  }

  /** Where the point is now. */
  get point(): Triple {
    return this.pointAt(this.state);
  }

  /** Positions that have changed, by the names of signals. */
  get moved(): { readonly name: string; readonly value: number; readonly isAngle: boolean }[] {
    return this.coordinates.flatMap(({ name, isAngle }, k) => {
      const [value, old] = [this.state.q[k]!, this.start.q[k]!];
      const isMoved = Math.abs(value - old) > (isAngle ? 1e-7 : 1e-7 * this.size);
      return name !== undefined && isMoved ? [{ name, value, isAngle }] : [];
    });
  }

  /** Joints that close its loops. */
  get cuts(): readonly number[] {
    return this.tree.cuts;
  }

  /** Joints that turn in all directions, or are free, and have moved. */
  get turnedJoints(): readonly number[] {
    const isMoved = (at: number): boolean => Math.abs(this.state.q[at]! - this.start.q[at]!) > 1e-7;
    const found = this.coordinates.flatMap(({ joint, name }, k) => (name === undefined && isMoved(k) ? [joint] : []));
    return [...new Set(found)];
  }

  /** Pulls the point towards another. */
  pull(target: Triple): void {
    const { size } = this;
    let damping = 1e-3;
    let rest = this.distance(this.state, target);
    for (let step = 0; step < mostSteps && damping < 1e4 && rest > 1e-9 * size; step++) {
      const change = this.towards(target, damping);
      const next = change && this.close(this.moveBy(this.state, change));
      const left = next === undefined || !this.isWithin(next) ? Infinity : this.distance(next, target);
      if (left < rest) {
        const isThere = Math.hypot(...minus(this.pointAt(next!), this.point)) < 1e-7 * size;
        this.state = next!;
        rest = left;
        damping = Math.max(damping / 5, 1e-9);
        if (isThere) break;
      } else damping *= 4;
    }
  }

  private distance(state: State, target: Triple): number {
    return Math.hypot(...minus(this.pointAt(state), target));
  }

  private pointAt({ poses }: State): Triple {
    const pose = poses[this.options.object]!;
    const [origin, arm] = [originOf(pose), turned(pose, this.grip)];
    return [origin[0] + arm[0], origin[1] + arm[1], origin[2] + arm[2]];
  }

  private limitsOf({ name }: Coordinate): readonly [number, number] {
    return (name === undefined ? undefined : this.options.limits?.[name]) ?? [-Infinity, Infinity];
  }

  private isWithin({ q }: State): boolean {
    return this.coordinates.every((coordinate, k) => {
      const [low, high] = this.limitsOf(coordinate);
      // who begins beyond a limit may stay there
      return q[k]! >= Math.min(low, this.start.q[k]!) - 1e-9 && q[k]! <= Math.max(high, this.start.q[k]!) + 1e-9;
    });
  }

  /** The change of the coordinates, none of which is pushed on beyond its limit. */
  private towards(target: Triple, damping: number): Float64Array | undefined {
    const held = new Set<number>();
    const { state } = this;
    for (;;) {
      const change = this.solve(state, { pulled: { target, damping }, held });
      if (change === undefined) return undefined;
      const stopped = this.coordinates.flatMap((coordinate, k) => {
        const [low, high] = this.limitsOf(coordinate);
        const q = state.q[k]!;
        const isStopped = (q >= high - 1e-9 && change[k]! > 0) || (q <= low + 1e-9 && change[k]! < 0);
        return isStopped && !held.has(k) ? [k] : [];
      });
      if (stopped.length > 0) {
        for (const k of stopped) held.add(k);
        continue;
      }
      let share = 1;
      this.coordinates.forEach((coordinate, k) => {
        const scale = coordinate.isAngle ? 1 : this.size;
        const [low, high] = this.limitsOf(coordinate);
        const room = change[k]! > 0 ? high - state.q[k]! : state.q[k]! - low;
        const most = Math.min(longestStep * scale, Math.max(room, 0));
        if (Math.abs(change[k]!) > most && !held.has(k)) share = Math.min(share, most / Math.abs(change[k]!));
      });
      return change.map((value) => share * value);
    }
  }

  /** Loops closed with the smallest change; undefined where that cannot be done from here. */
  private close(state: State): State | undefined {
    if (this.tree.rows.length === 0) return state;
    let next = state;
    for (let k = 0; k < mostClosings; k++) {
      const gaps = this.tree.rows.map((row, i) => row.at(next.poses).value - this.closedValues[i]!);
      if (gaps.every((gap) => Math.abs(gap) <= closed * Math.max(1, this.size))) return next;
      const change = this.solve(next, { pulled: undefined, held: new Set() });
      if (change === undefined) return undefined;
      next = this.moveBy(next, change);
    }
    return undefined;
  }

  private moveBy({ poses, q }: State, change: ArrayLike<number>): State {
    const moved = moveByScrews(this.screwsAt({ poses, q }), this.carriers, Array.from(change), poses);
    return { poses: moved as Poses, q: q.map((value, k) => value + change[k]!) };
  }

  private screwsAt({ poses, q }: State): Screw[] {
    const now = new Map(this.coordinates.map(({ name }, k) => [name, q[k]!]));
    const made = new Map<number, readonly Omit<Screw, "before">[]>();
    return this.coordinates.map(({ joint, k, sign }, at) => {
      if (!made.has(joint))
        made.set(
          joint,
          screwLines(this.scene, joint, poses as Animation["poses"], (name) => now.get(name)),
        );
      const { turn, shift, ...line } = made.get(joint)![k]!;
      return { ...line, turn: sign * turn, shift: sign * shift, before: this.before[at]! };
    });
  }

  /** Coordinates in `held` stay. */
  private solve(
    state: State,
    { pulled, held }: { pulled: { target: Triple; damping: number } | undefined; held: ReadonlySet<number> },
  ): Float64Array | undefined {
    const { size, tree, coordinates } = this;
    const screws = this.screwsAt(state);
    const n = coordinates.length;
    const m = tree.rows.length + tree.couplings.length;
    const matrix = new Float64Array((n + m) ** 2);
    const right = new Float64Array(n + m);
    const put = (i: number, j: number, value: number): void => {
      matrix[i + (n + m) * j]! += value;
    };
    for (let k = 0; k < n; k++) put(k, k, (pulled?.damping ?? 1) * (coordinates[k]!.isAngle ? size * size : 1));
    if (pulled !== undefined) {
      const at = this.pointAt(state);
      const e = minus(pulled.target, at);
      const columns = columnsOf(screws, this.carriers[this.options.object]!, at).filter(({ k }) => !held.has(k));
      for (const one of columns) {
        right[one.k]! += dot(one.v, e);
        for (const other of columns) put(one.k, other.k, dot(one.v, other.v));
      }
    }
    const addRow = (r: number, k: number, value: number): void => {
      if (held.has(k)) return;
      put(n + r, k, value);
      put(k, n + r, value);
    };
    tree.rows.forEach((row, r) => {
      const { value, force, torque1, torque2 } = row.at(state.poses);
      // lengths and angles side by side
      const scale = Math.abs(dot(force, force)) > 0 ? 1 : size;
      for (const [object, sign, torque] of [
        [row.object1, -1, torque1],
        [row.object2, 1, torque2],
      ] as const)
        for (const { k, v, w } of columnsOf(screws, this.carriers[object]!, originOf(state.poses[object]!)))
          addRow(r, k, scale * (sign * dot(force, v) + dot(torque, w)));
      right[n + r] = -scale * (value - this.closedValues[r]!);
    });
    tree.couplings.forEach(({ terms }, r) => {
      for (const { joint, coordinate, factor } of terms) {
        const at = coordinates.findIndex((own) => own.joint === joint && own.k === coordinate);
        if (at >= 0) addRow(tree.rows.length + r, at, size * factor);
      }
    });
    // constraints that say the same twice leave the system regular
    for (let r = 0; r < m; r++) put(n + r, n + r, -1e-9);
    const pivots = new Int32Array(n + m);
    if (factorDenseLU(matrix, pivots, n + m) >= 0) return undefined;
    solveDenseLU(right, matrix, pivots, n + m);
    return right.every(Number.isFinite) ? right.slice(0, n) : undefined;
  }
}

/** Rates of a point of an object, and of the object's orientation, per coordinate that carries it. */
function columnsOf(screws: readonly Screw[], carrier: number, at: Triple): { k: number; v: Triple; w: Triple }[] {
  const columns: { k: number; v: Triple; w: Triple }[] = [];
  for (let k = carrier; k >= 0; k = screws[k]!.before) {
    const { point, axis, turn, shift } = screws[k]!;
    const c = cross(axis, minus(at, point));
    columns.push({
      k,
      v: [turn * c[0] + shift * axis[0], turn * c[1] + shift * axis[1], turn * c[2] + shift * axis[2]],
      w: [turn * axis[0], turn * axis[1], turn * axis[2]],
    });
  }
  return columns;
}

/** The orientation of a pose, the other way round. */
function inverse(pose: ArrayLike<number>): readonly number[] {
  return [0, 0, 0, -pose[3]!, -pose[4]!, -pose[5]!, pose[6]!];
}

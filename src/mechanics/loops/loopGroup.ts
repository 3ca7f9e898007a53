/**
 * Bodies that loop joints tie together: all branches of the tree that share loops, with the constraints, the choice of
 * independent coordinates and the workspace of their dynamics. Groups do not feel each other except through forces.
 *
 * Source   [Wehage1982] (coordinate partitioning); [Featherstone2008] ch. 8 (loop constraints)
 * Legend   n   velocities of the group, numbered from 0 in the order of its bodies;   m   constraint rows
 *          G   m × n by rows, G·v = 0;   columns on no loop are zero
 *          L   m, size of the group: translations are divided by it, so that metres and radians compare
 *
 * Rows of rolling bind velocities alone: then positions have more independent coordinates than velocities, and a partition of their own.
 * Length   one record of a group, each of its arrays with the sentence that says what it holds, and how it is made
 */
import { isScrew, quaternionAt, velocityCounts } from "../jointMotions.ts";
import type { LoopJoint, Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { strictGap, strictRank } from "./loopTolerances.ts";

/** A coordinate that equations look at and act on, see observedCoordinate.ts. */
export interface CoordinateOnLoop {
  acceleration(state: MechanismState): number;
  apply(state: MechanismState, effort: number): void;
  /** out[at …] ← its velocity per unit of each independent velocity of the group, loops closed. */
  reducedRow(out: Float64Array, at: number, state: MechanismState, group: LoopGroup): void;
}

/** Loops that are closed by themselves. */
export interface LoopsOnTheirOwn {
  readonly count: number;
  /**
   * q of their dependent coordinates ← q of all others, near to what they are; those of a loop that cannot be closed stay. true: all loops of
   * the group are closed now, and what follows holds there.
   */
  close(q: Float64Array): boolean;
  /** T of the group. */
  relate(group: LoopGroup): void;
  /** c, the accelerations of the dependent velocities when those of the independent ones are zero; velocities must be up to date. */
  computeBias(c: Float64Array, q: Float64Array, v: Float64Array): void;
  /** λ along their rows ← the efforts that their dependent coordinates lack. */
  computeEfforts(lambda: Float64Array, lack: Float64Array): void;
}

/** A choice of dependent coordinates, one per row in use; the first `rank` entries of `dependent` and `usedRows` count. */
export class Partition {
  rank: number;
  readonly dependent: Int32Array;
  readonly usedRows: Int32Array;
  /** Independent velocities: flanges first, then the others. */
  readonly independent: Int32Array;
  independentCount: number;
  /** Largest scaled entry of T when the partition was chosen, at least 1. */
  largestAtChoice: number;
  flangeCount: number;
  /** Factors of G of used rows and dependent columns: rank × rank, column-major, or a band of it with so many diagonals below and above. */
  readonly factors: Float64Array;
  readonly pivots: Int32Array;
  /** false: rows or columns have changed since it was looked where their entries are. */
  isMeasured: boolean;
  isBanded: boolean;
  below: number;
  above: number;
  /** Place of each velocity among the dependent ones, or −1. */
  readonly place: Int32Array;
  /** Of each place: first and end of the diagonal block around it, which no entry couples with others. */
  readonly blockStart: Int32Array;
  readonly blockEnd: Int32Array;
  /** rank × independentCount by rows: dependent velocities = T·(independent ones). Row i is zero outside rowFrom[i] … rowTo[i] − 1. */
  readonly T: Float64Array;
  readonly rowFrom: Int32Array;
  readonly rowTo: Int32Array;

  constructor(m: number, n: number) {
    const size = Math.min(m, n);
    this.rank = 0;
    this.dependent = new Int32Array(size);
    this.usedRows = new Int32Array(size);
    this.independent = new Int32Array(n);
    this.independentCount = 0;
    this.largestAtChoice = 1;
    this.flangeCount = 0;
    this.factors = new Float64Array(size * size);
    this.pivots = new Int32Array(size);
    this.isMeasured = false;
    this.isBanded = false;
    this.below = 0;
    this.above = 0;
    this.place = new Int32Array(n).fill(-1);
    this.blockStart = new Int32Array(size);
    this.blockEnd = new Int32Array(size);
    this.T = new Float64Array(n * n);
    this.rowFrom = new Int32Array(size);
    this.rowTo = new Int32Array(size);
  }
}

/** The partition of the group itself is that of its velocities. */
export class LoopGroup extends Partition {
  /** The same, but for groups with rolling. */
  readonly positions: Partition;
  readonly bodies: Int32Array;
  readonly joints: readonly LoopJoint[];
  /** Global number of each velocity; local number of each global velocity, −1 outside. */
  readonly velocities: Int32Array;
  readonly local: Int32Array;
  /** Position of the coordinate of each velocity in q; −1 for the velocities of quaternions. */
  readonly coordinate: Int32Array;
  readonly n: number;
  readonly m: number;
  /** First row of each joint; length joints + 1. */
  readonly rowStart: Int32Array;
  /** Per velocity: lies on a loop; has a flange; 1 for angles, L for lengths. */
  readonly isOnLoop: Uint8Array;
  readonly hasFlange: Uint8Array;
  readonly scale: Float64Array;
  /** 1 for angles, L for translations. */
  readonly rowScale: Float64Array;
  size: number;
  /** A row whose largest entry falls below this fraction of the first pivot is redundant; the fraction of the last one in use. */
  rankTolerance: number;
  smallestPivot: number;
  /** Gaps of redundant rows that are left, relative to the size. More means that the loop has opened. */
  redundantGap: number;

  /** Directions (angular, linear) of the rows, world axes, and residuals. */
  readonly direction: Float64Array;
  readonly residual: Float64Array;
  readonly gamma: Float64Array;
  readonly G: Float64Array;
  /** Angle of each screw, and of each hinge that is followed, over turns. */
  readonly screwAngle: Float64Array;
  readonly isFollowed: Uint8Array;
  readonly startAngle: Float64Array;

  /** Velocities that each row can bind, those of row r from columnStart[r] on; the same for all rows of a joint. */
  readonly columnStart: Int32Array;
  readonly columns: Int32Array;
  /** Rows that bind each velocity, those of velocity j from bindingStart[j] on. */
  readonly bindingStart: Int32Array;
  readonly bindings: Int32Array;
  /** Velocities with which each velocity shares an entry of the mass matrix: of bodies that carry it, or that it carries. */
  readonly relativeStart: Int32Array;
  readonly relatives: Int32Array;
  /** Of each joint that closes a loop in a plane: the first of the rows that can open; −1: all can. Those rows, and how many they are. */
  readonly planarRow: Int32Array;
  readonly changingRows: Int32Array;
  changingCount: number;
  /** Loops that are closed by themselves, see planarChains.ts; undefined: not looked for since the partition was chosen. */
  chains: LoopsOnTheirOwn | undefined;
  /** They have closed all loops: direction, residual, G and factors are those of an earlier position until updateRows() is called. */
  isClosedByChains: boolean;
  /** 1: the row binds velocities alone; its residual is 0. */
  readonly isRate: Uint8Array;
  /** Where each rolling body touches its plane, world axes. */
  readonly contact: Float64Array;
  /** Workspace of the choice of rows: entries m × rank; per row; new choice. */
  readonly rowWork: Float64Array;
  readonly rowState: Uint8Array;
  readonly rowEnd: Int32Array;
  readonly rowHead: Int32Array;
  readonly rowNext: Int32Array;
  readonly active: Int32Array;
  readonly rowChoice: Int32Array;
  /** Place of each row among those in use of the partition that has asked last, or −1. */
  readonly rowPlace: Int32Array;
  placedFor: Partition | undefined;
  /** Coordinates at which a closure begins: the last that was found. */
  readonly lastCoordinates: Float64Array;
  readonly startCoordinates: Float64Array;
  /** A solution before the last one, at some distance from it, and T there: the motion is known along the line through both. */
  hasEarlier: boolean;
  /** For how many closures in a row it has not been replaced. */
  keptEarlier: number;
  readonly earlierCoordinates: Float64Array;
  readonly earlierT: Float64Array;

  // Workspace of the dynamics
  readonly massMatrix: Float64Array;
  /** Motion of each body of the mechanism per unit of a single independent velocity; that of the world stays zero. */
  readonly response: Float64Array;
  /** Of that velocity: the one to which the accelerations of the bodies belong. */
  acceleration = 0;
  readonly reduced: Float64Array;
  readonly reducedFactors: Float64Array;
  readonly rightSide: Float64Array;
  /** First column of each row of the reduced matrix of hidden velocities that is not zero. */
  readonly firstColumn: Int32Array;
  readonly product: Float64Array;
  readonly productFrom: Int32Array;
  readonly productTo: Int32Array;
  /** Number of each velocity among the independent ones, or −1. */
  readonly independentPlace: Int32Array;
  readonly vector: Float64Array;
  /** c of the dependent velocities. */
  readonly biasDependent: Float64Array;
  /** Efforts of the loop joints along their rows. */
  readonly lambda: Float64Array;
  /** Coordinates whose effort and acceleration are related from outside, with their numbers there; what moves them, by rows. */
  observed: readonly { readonly coordinate: CoordinateOnLoop; readonly place: number }[];
  observedRows: Float64Array;
  observedBias: Float64Array;
  /** Their efforts in the last finish. */
  observedEffort: Float64Array;
  // Workspace of closures, per independent and per velocity
  readonly target: Float64Array;
  readonly predicted: Float64Array;

  constructor(mechanism: Mechanism, bodies: Int32Array, joints: readonly LoopJoint[]) {
    const { vStart, qStart, code } = mechanism;
    const velocities: number[] = [];
    const coordinate: number[] = [];
    const local = new Int32Array(mechanism.nv).fill(-1);
    for (const b of bodies) {
      const hasQuaternion = quaternionAt[code[b]!]! >= 0;
      for (let j = vStart[b]!; j < vStart[b + 1]!; j++) {
        local[j] = velocities.length;
        velocities.push(j);
        coordinate.push(hasQuaternion ? -1 : qStart[b]! + j - vStart[b]!);
      }
    }
    const n = velocities.length;
    const rowStart = Int32Array.from({ length: joints.length + 1 });
    joints.forEach((joint, i) => {
      rowStart[i + 1] = rowStart[i]! + 6 - velocityCounts[joint.code]!;
    });
    const m = rowStart[joints.length]!;
    const isOnLoop = new Uint8Array(n);
    for (const joint of joints) {
      for (const b of [...joint.pathA, ...joint.pathB])
        isOnLoop.fill(1, local[vStart[b]!], local[vStart[b]!]! + vStart[b + 1]! - vStart[b]!);
    }
    const hasFlange = Uint8Array.from(velocities, (j) => mechanism.hasFlange[mechanism.bodyOfVelocity[j]!]!);
    const isRate = new Uint8Array(m);
    joints.forEach(({ wheel }, i) => {
      if (wheel !== undefined) isRate.fill(1, rowStart[i]! + 1, rowStart[i + 1]);
    });
    super(m, n);
    this.positions = isRate.includes(1) ? new Partition(m, n) : this;
    const { columnStart, columns, bindingStart, bindings } = columnsOfRows(mechanism, joints, rowStart, local);
    const { relativeStart, relatives } = relativesOf(mechanism, bodies, local, n);
    this.bodies = bodies;
    this.joints = joints;
    this.velocities = Int32Array.from(velocities);
    this.local = local;
    this.coordinate = Int32Array.from(coordinate);
    this.n = n;
    this.m = m;
    this.rowStart = rowStart;
    this.isOnLoop = isOnLoop;
    this.hasFlange = hasFlange;
    this.scale = new Float64Array(n).fill(1);
    this.rowScale = new Float64Array(m).fill(1);
    this.size = 1;
    this.rankTolerance = strictRank;
    this.smallestPivot = 1;
    this.redundantGap = strictGap;
    this.direction = new Float64Array(6 * m);
    this.residual = new Float64Array(m);
    this.gamma = new Float64Array(m);
    this.G = new Float64Array(m * n);
    this.screwAngle = new Float64Array(joints.length);
    this.isFollowed = Uint8Array.from(joints, ({ code }) => isScrew[code]!);
    this.startAngle = new Float64Array(joints.length);
    this.columnStart = columnStart;
    this.columns = columns;
    this.bindingStart = bindingStart;
    this.bindings = bindings;
    this.relativeStart = relativeStart;
    this.relatives = relatives;
    this.planarRow = new Int32Array(joints.length).fill(-1);
    this.changingRows = Int32Array.from({ length: m }, (_, row) => row);
    this.changingCount = m;
    this.chains = undefined;
    this.isClosedByChains = false;
    this.isRate = isRate;
    this.contact = new Float64Array(3 * joints.length);
    this.rowWork = new Float64Array(m * Math.min(m, n));
    this.rowState = new Uint8Array(m);
    this.rowEnd = new Int32Array(m);
    this.rowHead = new Int32Array(Math.min(m, n));
    this.rowNext = new Int32Array(m);
    this.active = new Int32Array(m);
    this.rowChoice = new Int32Array(Math.min(m, n));
    this.rowPlace = new Int32Array(m);
    this.placedFor = undefined;
    this.lastCoordinates = new Float64Array(n);
    this.startCoordinates = new Float64Array(n);
    this.hasEarlier = false;
    this.keptEarlier = 0;
    this.earlierCoordinates = new Float64Array(n);
    this.earlierT = new Float64Array(n * n);
    this.massMatrix = new Float64Array(n * n);
    this.response = new Float64Array(6 * mechanism.count);
    this.reduced = new Float64Array(n * n);
    this.reducedFactors = new Float64Array(n * n);
    this.rightSide = new Float64Array(n);
    this.firstColumn = new Int32Array(n);
    this.product = new Float64Array(n * n);
    this.productFrom = new Int32Array(n);
    this.productTo = new Int32Array(n);
    this.independentPlace = new Int32Array(n);
    this.vector = new Float64Array(Math.max(m, n));
    this.biasDependent = new Float64Array(Math.min(m, n));
    this.lambda = new Float64Array(m);
    this.observed = [];
    this.observedRows = new Float64Array(0);
    this.observedBias = new Float64Array(0);
    this.observedEffort = new Float64Array(0);
    this.target = new Float64Array(n);
    this.predicted = new Float64Array(n);
  }
}

/** Coordinates of the group that equations act on, with their numbers among all of them. */
export function observeIn(group: LoopGroup, observed: LoopGroup["observed"]): void {
  group.observed = observed;
  group.observedRows = new Float64Array(observed.length * group.n);
  group.observedBias = new Float64Array(observed.length);
  group.observedEffort = new Float64Array(observed.length);
}

/** The groups of a mechanism that has loop joints. */
export function findLoopGroups(mechanism: Mechanism): LoopGroup[] {
  const { count, branch, loopJoints } = mechanism;
  const group = Int32Array.from({ length: count }, (_, b) => branch[b]!);
  const rootOf = (b: number): number => {
    let root = group[b]!;
    while (group[root] !== root) root = group[root]!;
    return root;
  };
  const join = (bodyA: number, bodyB: number): void => {
    const a = rootOf(branch[bodyA]!);
    const b = rootOf(branch[bodyB]!);
    group[Math.max(a, b)] = Math.min(a, b);
  };
  for (const { bodyA, bodyB, coupling, pathB } of loopJoints) {
    if (bodyA !== 0 && bodyB !== 0) join(bodyA, bodyB);
    if (coupling !== undefined) for (const b of pathB) join(bodyA, b);
  }
  const bodyOf = (joint: LoopJoint): number => (joint.bodyA === 0 ? joint.bodyB : joint.bodyA);
  const roots = [...new Set(loopJoints.map((joint) => rootOf(branch[bodyOf(joint)]!)))].sort((a, b) => a - b);
  return roots.map(
    (root) =>
      new LoopGroup(
        mechanism,
        Int32Array.from(mechanism.bodies).filter((b) => rootOf(branch[b]!) === root),
        loopJoints.filter((joint) => rootOf(branch[bodyOf(joint)]!) === root),
      ),
  );
}

function columnsOfRows(
  { vStart }: Mechanism,
  joints: readonly LoopJoint[],
  rowStart: Int32Array,
  local: Int32Array,
): Pick<LoopGroup, "columnStart" | "columns" | "bindingStart" | "bindings"> {
  const starts = [0];
  const binding: number[][] = [];
  const columns: number[] = [];
  joints.forEach(({ pathA, pathB, coupling }, i) => {
    const own =
      coupling !== undefined
        ? Array.from(coupling.v, (j) => local[j]!)
        : [...pathA, ...pathB].flatMap((b) => {
            const first = local[vStart[b]!]!;
            return Array.from({ length: vStart[b + 1]! - vStart[b]! }, (_, k) => first + k);
          });
    for (let row = rowStart[i]!; row < rowStart[i + 1]!; row++) {
      starts.push(columns.push(...own));
      for (const j of new Set(own)) {
        binding[j] ??= [];
        binding[j].push(row);
      }
    }
  });
  const count = local.reduce((most, j) => Math.max(most, j + 1), 0);
  const { start: bindingStart, list: bindings } = strung(Array.from({ length: count }, (_, j) => binding[j] ?? []));
  return { columnStart: Int32Array.from(starts), columns: Int32Array.from(columns), bindingStart, bindings };
}

function relativesOf(
  { vStart, parent }: Mechanism,
  bodies: Int32Array,
  local: Int32Array,
  n: number,
): Pick<LoopGroup, "relativeStart" | "relatives"> {
  const lists: number[][] = Array.from({ length: n }, () => []);
  const own = (b: number): number[] =>
    Array.from({ length: vStart[b + 1]! - vStart[b]! }, (_, k) => local[vStart[b]! + k]!);
  for (const b of bodies) {
    for (const j of own(b)) {
      lists[j]!.push(...own(b));
      for (let c = parent[b]!; c !== 0; c = parent[c]!) {
        for (const i of own(c)) {
          lists[j]!.push(i);
          lists[i]!.push(j);
        }
      }
    }
  }
  const { start, list } = strung(lists);
  return { relativeStart: start, relatives: list };
}

/** Lists one after the other, and where each begins. */
function strung(lists: readonly (readonly number[])[]): { start: Int32Array; list: Int32Array } {
  const start = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i]! + list.length;
  });
  return { start, list: Int32Array.from(lists.flat()) };
}

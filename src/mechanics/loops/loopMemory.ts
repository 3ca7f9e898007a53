/**
 * What closed loops remember between evaluations, as numbers and as a choice: whoever computes something again at an earlier time, with
 * another mechanism of the same kind, begins there where the first one was.
 *
 *     choice    which coordinates are independent: the same from one event to the next
 *     numbers   coordinates of joints with flange and angles that are counted over turns; all other coordinates are known anyway
 */
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { computePositions } from "../positions.ts";
import { noteCoordinates } from "./closeLoops.ts";
import { computeJacobian, computeRows } from "./constraintRows.ts";
import type { LoopGroup, Partition } from "./loopGroup.ts";
import { factorConstraints } from "./partition.ts";
import { noteChangingRows } from "./planarLoops.ts";

type PartitionNumbers = Pick<Partition, "rank" | "independentCount" | "largestAtChoice" | "flangeCount">;
type GroupNumbers = Pick<LoopGroup, "size" | "rankTolerance" | "redundantGap">;

interface PartitionChoice {
  readonly numbers: PartitionNumbers;
  readonly lists: readonly Int32Array[];
}

export interface LoopChoice {
  readonly numbers: GroupNumbers;
  readonly lists: readonly (Int32Array | Float64Array)[];
  /** Of the velocities and, where they have a partition of their own, of the positions. */
  readonly partitions: readonly PartitionChoice[];
}

const listsOfGroup = ({ independentPlace, scale, rowScale, planarRow }: LoopGroup) => [
  independentPlace,
  scale,
  rowScale,
  planarRow,
];
const listsOf = ({ dependent, independent, place, usedRows }: Partition) => [dependent, independent, place, usedRows];
const partitionsOf = (group: LoopGroup): Partition[] =>
  group.positions === group ? [group] : [group, group.positions];

export function choiceOf(group: LoopGroup): LoopChoice {
  const { size, rankTolerance, redundantGap } = group;
  return {
    numbers: { size, rankTolerance, redundantGap },
    lists: listsOfGroup(group).map((list) => list.slice()),
    partitions: partitionsOf(group).map((partition) => {
      const { rank, independentCount, largestAtChoice, flangeCount } = partition;
      return {
        numbers: { rank, independentCount, largestAtChoice, flangeCount },
        lists: listsOf(partition).map((list) => list.slice()),
      };
    }),
  };
}

/** Whether the choice is still that of the group; rows in use may have been exchanged. */
export function isChoiceOf({ numbers, partitions }: LoopChoice, group: LoopGroup): boolean {
  if (numbers.redundantGap !== group.redundantGap || numbers.size !== group.size) return false;
  return isSame(partitions[0], group) && (partitions.length === 1 || isSame(partitions[1], group.positions));
}

function isSame({ numbers, lists }: PartitionChoice, partition: Partition): boolean {
  const { rank, independentCount, largestAtChoice, dependent, independent } = partition;
  if (numbers.rank !== rank || numbers.independentCount !== independentCount) return false;
  if (numbers.largestAtChoice !== largestAtChoice) return false;
  for (let i = 0; i < rank; i++) if (lists[0][i] !== dependent[i]) return false;
  for (let i = 0; i < independentCount; i++) if (lists[1][i] !== independent[i]) return false;
  return true;
}

/** The group has this choice from now on; the next solution makes its factors. */
export function takeChoice(group: LoopGroup, { numbers, lists, partitions }: LoopChoice): void {
  Object.assign(group, numbers);
  group.hasEarlier = false;
  listsOfGroup(group).forEach((list, k) => {
    list.set(lists[k]);
  });
  noteChangingRows(group);
  partitionsOf(group).forEach((partition, p) => {
    Object.assign(partition, partitions[p].numbers);
    listsOf(partition).forEach((list, k) => {
      list.set(partitions[p].lists[k]);
    });
    for (const list of [partition.T, partition.rowFrom, partition.rowTo]) list.fill(0);
    partition.isMeasured = false;
  });
}

/** How many numbers the groups remember. */
export function rememberedCount(groups: readonly LoopGroup[]): number {
  let count = 0;
  for (let g = 0; g < groups.length; g++) {
    for (let j = 0; j < groups[g].n; j++) if (isRemembered(groups[g], j)) count++;
    count += groups[g].screwAngle.length;
  }
  return count;
}

/** out[at …] ← what the groups remember. */
export function writeRemembered(out: Float64Array, at: number, groups: readonly LoopGroup[], q: Float64Array): void {
  let k = at;
  for (let g = 0; g < groups.length; g++) {
    const group = groups[g];
    for (let j = 0; j < group.n; j++) if (isRemembered(group, j)) out[k++] = q[group.coordinate[j]];
    for (let i = 0; i < group.screwAngle.length; i++) out[k++] = group.screwAngle[i];
  }
}

/** The other way round; all other coordinates of the groups are in state.q. The next closure begins there. */
export function readRemembered(
  from: Float64Array,
  at: number,
  groups: readonly LoopGroup[],
  mechanism: Mechanism,
  state: MechanismState,
): void {
  let k = at;
  for (const group of groups) {
    for (let j = 0; j < group.n; j++) if (isRemembered(group, j)) state.q[group.coordinate[j]] = from[k++];
    for (let i = 0; i < group.screwAngle.length; i++) group.screwAngle[i] = from[k++];
    noteCoordinates(group, state.q);
    computePositions(mechanism, state, group.bodies);
    computeRows(state, group);
    computeJacobian(mechanism, state, group);
    factorConstraints(group);
  }
}

function isRemembered({ hasFlange, isOnLoop, coordinate }: LoopGroup, j: number): boolean {
  return hasFlange[j] === 1 && isOnLoop[j] === 1 && coordinate[j] >= 0;
}

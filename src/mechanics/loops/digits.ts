/**
 * Loops whose placements agree to some digits only. A four-bar linkage that a ball closes has one row too many, which vanishes where all
 * hinges are parallel. Where they are parallel to seven digits it does not quite, and strictly nothing moves: that is never meant.
 *
 * Method   Rows that nearly vanish are taken for redundant when that is not a matter of the position, as it is near a dead centre: moved
 *          without these rows by a finite way, the group keeps them closed to as many digits.
 */
import { createRandom } from "../../math/random.ts";
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { computePositions } from "../positions.ts";
import { closePositions, largestGap, noteCoordinates, solveForDependent, updateRows } from "./closeLoops.ts";
import { computeJacobian, computeRows } from "./constraintRows.ts";
import type { LoopGroup } from "./loopGroup.ts";
import { strictGap, strictRank } from "./loopTolerances.ts";
import { choosePartition } from "./partition.ts";

/** Pivots and gaps, relative: the digits that files have. */
const fileDigits = 1e-5;
/** rad, or sizes of the group. A dead centre has opened by 0.02 on this way. */
const way = 0.2;
/** Directions in which the group is moved. */
const tries = 4;
/** How much more than on that way a gap may grow in a run. */
const growth = 100;

/** Chooses the partition at the start: rank by all digits, or by those that the loops have. Rows and G must be up to date. */
export function choosePartitionByDigits(mechanism: Mechanism, state: MechanismState, group: LoopGroup): void {
  group.rankTolerance = strictRank;
  choosePartition(mechanism, group);
  if (group.positions !== group || group.smallestPivot > fileDigits) return;
  const allowed = group.redundantGap;
  group.rankTolerance = fileDigits;
  const gap = gapOnTheWay(mechanism, state, group);
  if (gap <= fileDigits) group.redundantGap = Math.max(allowed, growth * gap);
  else {
    group.redundantGap = allowed;
    group.rankTolerance = strictRank;
  }
  choosePartition(mechanism, group);
}

/** The largest gap of all rows after finite motions with the present tolerance; Infinity where nothing moves. All is left as it was. */
function gapOnTheWay(mechanism: Mechanism, state: MechanismState, group: LoopGroup): number {
  const { coordinate, isOnLoop, scale } = group;
  const { q } = state;
  const start = q.slice();
  const angles = group.screwAngle.slice();
  const random = createRandom(1);
  const restore = (): void => {
    q.set(start);
    group.screwAngle.set(angles);
    noteCoordinates(group, q);
    computePositions(mechanism, state, group.bodies);
    computeRows(state, group);
    computeJacobian(mechanism, state, group);
  };
  group.redundantGap = Infinity;
  let largest = -1;
  for (let k = 0; k < tries; k++) {
    restore();
    choosePartition(mechanism, group);
    if (!solveForDependent(mechanism, state, group)) break;
    noteCoordinates(group, q);
    for (let i = 0; i < group.independentCount; i++) {
      const j = group.independent[i]!;
      if (isOnLoop[j] === 1) q[coordinate[j]!]! += way * scale[j]! * (2 * random.uniform() - 1);
    }
    if (!closePositions(mechanism, state, group)) continue;
    updateRows(mechanism, state, group);
    largest = Math.max(largest, largestGap(group));
  }
  restore();
  return largest < 0 ? Infinity : largest;
}

/** undefined where the loops close to all digits; else the gap that may be left, in m or rad. */
export function gapOfDigits({ rankTolerance, redundantGap, size }: LoopGroup): number | undefined {
  return rankTolerance === strictRank && redundantGap === strictGap ? undefined : redundantGap * size;
}

/**
 * Which constraints are independent, and which coordinates are chosen to describe the motion of a group.
 *
 * Source   [Wehage1982]; [Golub2013] sec. 3.4.8 (complete pivoting)
 * Method   Gaussian elimination of G with complete pivoting: the coordinate that a constraint moves most becomes dependent
 *          on the others. Rows that vanish are redundant. Joints with flange stay independent: their columns are never
 *          pivots. Rows and columns are scaled, so that metres and radians compare. Rows of positions come first, then those
 *          that bind velocities alone.
 *          Of many loops each row binds few coordinates, and coordinates on few loops become dependent first ([Duff2017], threshold
 *          pivoting): dependent ones are put in the order of the rows that bind them, which makes
 *          G_d a band for chains of loops.
 * Legend   G_d·v_d = −G_i·v_i,   v_d = T·v_i,   T = −G_d⁻¹·G_i
 * Length   one choice: its rows, its columns, their order and their factors, which share the arrays of the group
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { factorBandedLU, solveBandedLU, solveTransposedBandedLU } from "../../math/bandedLU.ts";
import { factorDenseLU, solveDenseLU, solveTransposedDenseLU } from "../../math/denseLU.ts";
import type { Mechanism } from "../mechanism.ts";
import type { LoopGroup, Partition } from "./loopGroup.ts";

/** A redundant row takes the place of a used one when it determines the dependent velocities this much better. */
const rowAdvantage = 8;

/** From this rank on it is looked whether the matrix is a band. */
const smallestBand = 12;

/** With so many loops dependent coordinates shall lie on few of them, so that each depends on few others … */
const manyLoops = 8;
/** … when the pivot is not smaller than this part of the largest. */
const nearlyBest = 0.2;

/** rank, dependent, usedRows, independent ← G; then G is factored. Called at the start and at events only. */
export function choosePartition(mechanism: Mechanism, group: LoopGroup): void {
  const { n, m, isOnLoop, hasFlange } = group;
  const A = new Float64Array(m * n);
  for (let row = 0; row < m; row++) {
    for (let j = 0; j < n; j++) A[row * n + j] = (group.G[row * n + j] * group.scale[j]) / group.rowScale[row];
  }
  const isUsedRow = new Uint8Array(m);
  const isDependent = new Uint8Array(n);
  const loops = loopsOfVelocities(group);
  const prefersFew = group.joints.length >= manyLoops;
  let first = 0;
  let isAboutRates = false;
  group.rank = 0;
  group.smallestPivot = 1;
  while (group.rank < Math.min(m, n)) {
    let best = 0;
    let pivotRow = -1;
    let pivotColumn = -1;
    for (let row = 0; row < m; row++) {
      if (isUsedRow[row] === 1 || (group.isRate[row] === 1 && !isAboutRates)) continue;
      for (let j = 0; j < n; j++) {
        if (isDependent[j] === 1 || isOnLoop[j] === 0 || hasFlange[j] === 1) continue;
        const size = Math.abs(A[row * n + j]);
        if (size > best) {
          best = size;
          pivotRow = row;
          pivotColumn = j;
        }
      }
    }
    if (group.rank === 0) first = best;
    if (prefersFew && pivotRow >= 0 && best > group.rankTolerance * first) {
      let fewest = loops[pivotColumn];
      let largest = best;
      for (let row = 0; row < m; row++) {
        if (isUsedRow[row] === 1 || (group.isRate[row] === 1 && !isAboutRates)) continue;
        for (let j = 0; j < n; j++) {
          if (isDependent[j] === 1 || isOnLoop[j] === 0 || hasFlange[j] === 1 || loops[j] > fewest) continue;
          const size = Math.abs(A[row * n + j]);
          if (size < nearlyBest * best || (loops[j] === fewest && size <= largest)) continue;
          fewest = loops[j];
          largest = size;
          pivotRow = row;
          pivotColumn = j;
        }
      }
    }
    if (pivotRow < 0 || best <= group.rankTolerance * first) {
      if (isAboutRates || group.positions === group) break;
      choosePositions(group, isDependent);
      isAboutRates = true;
      continue;
    }
    group.smallestPivot = best / first;
    isUsedRow[pivotRow] = 1;
    isDependent[pivotColumn] = 1;
    group.usedRows[group.rank] = pivotRow;
    group.dependent[group.rank] = pivotColumn;
    group.rank++;
    for (let row = 0; row < m; row++) {
      if (isUsedRow[row] === 1) continue;
      const factor = A[row * n + pivotColumn] / A[pivotRow * n + pivotColumn];
      for (let j = 0; j < n; j++) A[row * n + j] -= factor * A[pivotRow * n + j];
    }
  }
  checkFlanges(mechanism, group, A, isUsedRow, Math.max(first, 1));

  numberIndependent(group, group, isDependent);
  orderDependent(group, group);
  if (group.positions !== group) orderDependent(group, group.positions);
  group.hasEarlier = false;
  group.chains = undefined;
  group.independentPlace.fill(-1);
  for (let i = 0; i < group.independentCount; i++) group.independentPlace[group.independent[i]] = i;
  for (const partition of [group, group.positions]) {
    partition.isMeasured = false;
    partition.T.fill(0);
    partition.rowFrom.fill(0);
    partition.rowTo.fill(0);
  }
  factorConstraints(group);
  group.largestAtChoice = largestRatio(group, group);
  if (group.positions !== group) group.positions.largestAtChoice = largestRatio(group, group.positions);
}

/** Number of loop joints that bind each velocity. */
function loopsOfVelocities({ n, joints, rowStart, columnStart, columns }: LoopGroup): Int32Array {
  const count = new Int32Array(n);
  joints.forEach((_, i) => {
    const row = rowStart[i];
    if (row < rowStart[i + 1]) for (let k = columnStart[row]; k < columnStart[row + 1]; k++) count[columns[k]]++;
  });
  return count;
}

/** positions ← what has been chosen so far. */
function choosePositions(group: LoopGroup, isDependent: Uint8Array): void {
  const { positions, rank, dependent, usedRows } = group;
  positions.rank = rank;
  positions.dependent.set(dependent);
  positions.usedRows.set(usedRows);
  numberIndependent(group, positions, isDependent);
}

/** Dependent coordinates in the order of the rows that bind them, each with its own row in use. */
function orderDependent(group: LoopGroup, partition: Partition): void {
  const { rank, dependent, usedRows, place } = partition;
  if (rank >= smallestBand) {
    const rows = middleRows(group);
    const middle = (i: number): number => rows[dependent[i]];
    const order = Array.from({ length: rank }, (_, i) => i).sort((a, b) => middle(a) - middle(b) || a - b);
    const [oldDependent, oldRows] = [dependent.slice(), usedRows.slice()];
    order.forEach((from, to) => {
      dependent[to] = oldDependent[from];
      usedRows[to] = oldRows[from];
    });
  }
  place.fill(-1);
  for (let i = 0; i < rank; i++) place[dependent[i]] = i;
}

/** Flanges first; of many loops the others in the order of the rows that bind them. */
function numberIndependent(group: LoopGroup, partition: Partition, isDependent: Uint8Array): void {
  const { hasFlange } = group;
  let count = 0;
  for (let pass = 1; pass >= 0; pass--) {
    for (let j = 0; j < hasFlange.length; j++)
      if (hasFlange[j] === pass && isDependent[j] === 0) partition.independent[count++] = j;
    if (pass === 1) partition.flangeCount = count;
  }
  partition.independentCount = count;
  if (group.joints.length < manyLoops) return;
  const middle = middleRows(group);
  partition.independent.subarray(partition.flangeCount, count).sort((a, b) => middle[a] - middle[b] || a - b);
}

/** Mean of the rows that bind each velocity; −1 of those on no loop. */
function middleRows({ n, bindingStart, bindings }: LoopGroup): Float64Array {
  const middle = new Float64Array(n).fill(-1);
  for (let j = 0; j < n; j++) {
    const [from, to] = [bindingStart[j], bindingStart[j + 1]];
    let sum = 0;
    for (let k = from; k < to; k++) sum += bindings[k];
    if (to > from) middle[j] = sum / (to - from);
  }
  return middle;
}

/** What remains of a row must not bind joints with flange: their accelerations come from outside. */
function checkFlanges(
  mechanism: Mechanism,
  group: LoopGroup,
  A: Float64Array,
  isUsedRow: Uint8Array,
  first: number,
): void {
  const { n, m, hasFlange } = group;
  for (let row = 0; row < m; row++) {
    if (isUsedRow[row] === 1) continue;
    const bound: string[] = [];
    for (let j = 0; j < n; j++) {
      if (hasFlange[j] === 1 && Math.abs(A[row * n + j]) > group.rankTolerance * first) {
        bound.push(mechanism.jointPaths[mechanism.bodyOfVelocity[group.velocities[j]]]);
      }
    }
    if (bound.length === 0) continue;
    const joint = group.joints[group.joints.findIndex((_, i) => row < group.rowStart[i + 1])];
    throw new RattlebackError(
      "E-MECHANISM-LOOP-FLANGE",
      `The flanges of ${bound.slice(0, 5).join(", ")} cannot move independently.`,
      {
        path: joint.path,
        because: "the loop leaves fewer degrees of freedom than it has joints with flange",
        hint: `take one of these joints without flange, e.g. "${bound[0]}"`,
        data: { joints: bound },
      },
    );
  }
}

/** factors, T ← G with the present partitions. Returns false when the dependent velocities are not determined. */
export function factorConstraints(group: LoopGroup): boolean {
  if (!factorDependent(group, group)) return false;
  computeRatios(group, group);
  if (group.positions === group) return true;
  if (!factorDependent(group, group.positions)) return false;
  computeRatios(group, group.positions);
  return true;
}

/** factors ← G of used rows and dependent columns. Returns false when it is singular. */
export function factorDependent(group: LoopGroup, partition: Partition): boolean {
  const { n, G } = group;
  const { rank, dependent, usedRows, factors, pivots } = partition;
  if (!partition.isMeasured) measure(group, partition);
  if (partition.isBanded) {
    loadBand(group, partition);
    return factorBandedLU(factors, pivots, rank, partition.below, partition.above) < 0;
  }
  for (let j = 0; j < rank; j++) {
    for (let i = 0; i < rank; i++) factors[i + rank * j] = G[usedRows[i] * n + dependent[j]];
  }
  return factorDenseLU(factors, pivots, rank) < 0;
}

/** Where entries can be: in a narrow band, in blocks, or anywhere. */
function measure(group: LoopGroup, partition: Partition): void {
  const { rank, blockStart, blockEnd } = partition;
  group.placedFor = undefined;
  partition.isMeasured = true;
  partition.isBanded = rank >= smallestBand && measureBand(group, partition);
  if (partition.isBanded) return;
  for (let i = 0; i < rank; i++) {
    blockStart[i] = 0;
    blockEnd[i] = rank;
  }
}

/** below, above ← the band in which entries can be, and its blocks. Returns whether it is narrow. */
function measureBand({ columnStart, columns }: LoopGroup, partition: Partition): boolean {
  const { rank, usedRows, place, blockStart, blockEnd } = partition;
  let [below, above] = [0, 0];
  // the first place that each row reaches, and then whether a block begins there
  for (let i = 0; i < rank; i++) {
    const row = usedRows[i];
    let [first, last] = [i, i];
    for (let k = columnStart[row]; k < columnStart[row + 1]; k++) {
      const j = place[columns[k]];
      if (j < 0) continue;
      if (j < first) first = j;
      else if (j > last) last = j;
    }
    if (i - first > below) below = i - first;
    if (last - i > above) above = last - i;
    blockStart[i] = first;
    blockEnd[i] = last;
  }
  for (let i = rank - 2; i >= 0; i--) if (blockStart[i + 1] < blockStart[i]) blockStart[i] = blockStart[i + 1];
  let [start, reach] = [0, -1];
  for (let i = 0; i < rank; i++) {
    if (i > reach && blockStart[i] === i) start = i;
    if (blockEnd[i] > reach) reach = blockEnd[i];
    blockStart[i] = start;
  }
  for (let i = rank - 1, end = rank; i >= 0; i--) {
    blockEnd[i] = end;
    if (blockStart[i] === i) end = i;
  }
  partition.below = below;
  partition.above = above;
  return 2 * (2 * below + above + 1) <= rank;
}

/** factors ← the band, column by column, with room for what interchanges fill in. */
function loadBand({ n, G, columnStart, columns }: LoopGroup, partition: Partition): void {
  const { rank, usedRows, place, factors, below, above } = partition;
  const height = 2 * below + above + 1;
  factors.fill(0, 0, rank * height);
  for (let i = 0; i < rank; i++) {
    const row = usedRows[i];
    for (let k = columnStart[row]; k < columnStart[row + 1]; k++) {
      const j = place[columns[k]];
      if (j >= 0) factors[j * height + below + above + i - j] = G[row * n + columns[k]];
    }
  }
}

/** b ← G_d⁻¹·b, in the places of whole blocks. */
export function solveDependent(b: Float64Array, partition: Partition, from = 0, to = partition.rank): void {
  const { factors, pivots, rank, isBanded, below, above } = partition;
  if (isBanded) solveBandedLU(b, factors, pivots, to, below, above, below + above, from);
  else solveDenseLU(b, factors, pivots, rank);
}

/** b ← G_d⁻ᵀ·b. */
export function solveTransposed(b: Float64Array, partition: Partition): void {
  const { factors, pivots, rank, isBanded, below, above } = partition;
  if (isBanded) solveTransposedBandedLU(b, factors, pivots, rank, below, above, below + above);
  else solveTransposedDenseLU(b, factors, pivots, rank);
}

/**
 * usedRows ← rows that determine the dependent velocities well at the present position. Which of several rows that say the same
 * is best changes while a mechanism moves: where a pair of rows becomes parallel, they alone would let the loop open. Rows in
 * use stay unless another is far better, so that what they transmit does not jump. Returns true when rows have changed.
 *
 * Elimination of the dependent columns of G over all rows with partial pivoting; G must be up to date.
 */
export function improveRows(group: LoopGroup, partition: Partition): boolean {
  const { n, m, rowWork: A, rowState, rowChoice, rowScale, scale, G, isRate, columnStart, columns, rowEnd } = group;
  const { rowHead, rowNext, active, changingRows, changingCount } = group;
  const { rank, usedRows, place } = partition;
  if (changingCount === rank) return false;
  for (let i = 0; i < rank; i++) rowHead[i] = -1;
  for (let c = 0; c < changingCount; c++) {
    const row = changingRows[c];
    let begin = 0;
    let last = rank - 1;
    // where each row begins and ends pays where there are many of them
    if (rank >= smallestBand) {
      begin = rank;
      last = -1;
      for (let k = columnStart[row]; k < columnStart[row + 1]; k++) {
        const i = place[columns[k]];
        if (i < 0) continue;
        if (i < begin) begin = i;
        if (i > last) last = i;
      }
    }
    // 0 redundant, 1 used so far, 2 taken again
    rowState[row] = 0;
    rowEnd[row] = last + 1;
    // rows are short: calls of fill() would cost more than they clear
    for (let i = begin; i <= last; i++) A[row * rank + i] = 0;
    let isZero = true;
    for (let k = columnStart[row]; k < columnStart[row + 1]; k++) {
      const column = columns[k];
      const i = place[column];
      if (i < 0) continue;
      const entry = G[row * n + column];
      if (entry === 0) continue;
      isZero = false;
      A[row * rank + i] = (entry * scale[column]) / rowScale[row];
    }
    // such a row determines nothing: in a plane those out of it
    if (isZero) continue;
    rowNext[row] = rowHead[begin];
    rowHead[begin] = row;
  }
  if (partition !== group) for (let row = 0; row < m; row++) if (isRate[row] === 1) rowState[row] = 2;
  for (let i = 0; i < rank; i++) rowState[usedRows[i]] = 1;
  let hasChanged = false;
  let activeCount = 0;
  for (let i = 0; i < rank; i++) {
    for (let row = rowHead[i]; row >= 0; row = rowNext[row]) active[activeCount++] = row;
    let own = -1;
    let other = -1;
    let ownSize = -1;
    let otherSize = -1;
    let kept = 0;
    for (let k = 0; k < activeCount; k++) {
      const row = active[k];
      if (rowState[row] === 2 || rowEnd[row] <= i) continue;
      active[kept++] = row;
      const size = Math.abs(A[row * rank + i]);
      if (rowState[row] === 1) {
        if (size > ownSize || (size === ownSize && row < own)) {
          own = row;
          ownSize = size;
        }
      } else if (size > otherSize || (size === otherSize && row < other)) {
        other = row;
        otherSize = size;
      }
    }
    activeCount = kept;
    if (own < 0 && other < 0) return false;
    let pivot = own;
    if (other >= 0 && (own < 0 || otherSize > rowAdvantage * ownSize)) {
      pivot = other;
      hasChanged = true;
    }
    rowState[pivot] = 2;
    rowChoice[i] = pivot;
    const size = A[pivot * rank + i];
    if (size === 0) return false;
    const end = rowEnd[pivot];
    for (let k = 0; k < activeCount; k++) {
      const row = active[k];
      if (row === pivot) continue;
      const factor = A[row * rank + i] / size;
      if (factor === 0) continue;
      if (end > rowEnd[row]) {
        for (let j = rowEnd[row]; j < end; j++) A[row * rank + j] = 0;
        rowEnd[row] = end;
      }
      for (let j = i + 1; j < end; j++) A[row * rank + j] -= factor * A[pivot * rank + j];
    }
  }
  if (hasChanged) {
    for (let i = 0; i < rank; i++) usedRows[i] = rowChoice[i];
    partition.isMeasured = false;
  }
  return hasChanged;
}

/** T ← G and its factors. Only blocks whose rows bind an independent velocity move with it. */
export function computeRatios(group: LoopGroup, partition: Partition): void {
  const { n, m, G, isOnLoop, vector, rowPlace, bindingStart, bindings } = group;
  const { rank, usedRows, independent, independentCount, T, rowFrom, rowTo, blockStart, blockEnd } = partition;
  for (let i = 0; i < rank; i++) {
    for (let j = rowFrom[i]; j < rowTo[i]; j++) T[i * independentCount + j] = 0;
    rowFrom[i] = independentCount;
    rowTo[i] = 0;
  }
  if (group.placedFor !== partition) {
    group.placedFor = partition;
    for (let row = 0; row < m; row++) rowPlace[row] = -1;
    for (let i = 0; i < rank; i++) rowPlace[usedRows[i]] = i;
  }
  for (let j = 0; j < independentCount; j++) {
    const column = independent[j];
    if (isOnLoop[column] === 0) continue;
    let from = rank;
    let to = 0;
    for (let k = bindingStart[column]; k < bindingStart[column + 1]; k++) {
      const i = rowPlace[bindings[k]];
      if (i < 0) continue;
      if (blockStart[i] < from) from = blockStart[i];
      if (blockEnd[i] > to) to = blockEnd[i];
    }
    if (from >= to) continue;
    for (let i = from; i < to; i++) vector[i] = 0;
    for (let k = bindingStart[column]; k < bindingStart[column + 1]; k++) {
      const row = bindings[k];
      if (rowPlace[row] >= 0) vector[rowPlace[row]] = -G[row * n + column];
    }
    solveDependent(vector, partition, from, to);
    for (let i = from; i < to; i++) {
      if (vector[i] === 0) continue;
      T[i * independentCount + j] = vector[i];
      if (j < rowFrom[i]) rowFrom[i] = j;
      rowTo[i] = j + 1;
    }
  }
}

/**
 * 1 when the partition is as good as when it was chosen, 0.1 when dependent velocities have become ten times larger per unit of
 * independent ones: another choice is better then.
 */
export function partitionQuality(group: LoopGroup): number {
  const { positions } = group;
  const quality = Math.min(1, group.largestAtChoice / largestRatio(group, group));
  return positions === group ? quality : Math.min(quality, positions.largestAtChoice / largestRatio(group, positions));
}

/** Largest dependent velocity per unit of an independent one, scaled, at least 1. */
function largestRatio({ scale }: LoopGroup, partition: Partition): number {
  const { rank, dependent, independent, independentCount, T, rowFrom, rowTo } = partition;
  let largest = 1;
  for (let i = 0; i < rank; i++) {
    const d = dependent[i];
    for (let j = rowFrom[i]; j < rowTo[i]; j++) {
      const size = (Math.abs(T[i * independentCount + j]) * scale[independent[j]]) / scale[d];
      if (size > largest) largest = size;
    }
  }
  return largest;
}

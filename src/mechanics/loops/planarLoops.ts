/**
 * Hinges that close loops in a plane. Where all joints on the ways from its two bodies turn about the axis n of a closing hinge, or move
 * across it, the bodies turn about n and move across n against each other: the rows of the hinge that forbid other motions stay as they
 * are when the loop is closed for the first time, and need not be computed again.
 *
 *     column S_j of a joint on the loop = (w, v)      w × n = 0,   v·n = 0      for all j: for ever, since turning about n keeps n
 *
 * Source   [Featherstone2008] sec. 3.5 (motion subspaces)
 */
import { isScrew, turnCounts } from "../jointMotions.ts";
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import type { LoopGroup } from "./loopGroup.ts";

/** Of axes, which are unit vectors: rounding of a chain of placements, far below the gaps that are left. */
const parallel = 1e-13;

/** planarRow, changingRows ← where loops are planar; positions and rows must be up to date, loops closed and rows chosen. */
export function findPlanarLoops(mechanism: Mechanism, state: MechanismState, group: LoopGroup): void {
  const { joints, rowStart, planarRow } = group;
  joints.forEach(({ code, pathA, pathB }, i) => {
    const first = rowStart[i];
    const isHinge = rowStart[i + 1] - first === 5 && turnCounts[code] === 1 && isScrew[code] === 0;
    // its first row forbids the way along n
    const n = group.direction.subarray(6 * first + 3, 6 * first + 6);
    const isPlanar =
      isHinge && group.positions === group && [pathA, pathB].every((path) => movesAcross(mechanism, state, path, n));
    planarRow[i] = isPlanar ? first + 1 : -1;
  });
  noteChangingRows(group);
}

/** changingRows ← all but those that planar loops leave as they are, which have no entries. */
export function noteChangingRows(group: LoopGroup): void {
  const { n, G, rowStart, planarRow, changingRows } = group;
  group.changingCount = 0;
  group.chains = undefined;
  for (let i = 0; i < planarRow.length; i++)
    for (let row = rowStart[i]; row < rowStart[i + 1]; row++)
      if (planarRow[i] < 0 || row === planarRow[i] || row === planarRow[i] + 1)
        changingRows[group.changingCount++] = row;
      else G.fill(0, row * n, (row + 1) * n);
}

/** Whether the joints of these bodies turn about n, each about one axis, or move across it; ball joints turn about others, too. */
function movesAcross({ code, vStart }: Mechanism, { S }: MechanismState, path: Int32Array, n: Float64Array): boolean {
  for (const b of path) {
    if (turnCounts[code[b]] > 1) return false;
    for (let j = 6 * vStart[b]; j < 6 * vStart[b + 1]; j += 6) {
      let along = 0;
      for (let i = 0; i < 3; i++) {
        const [k, l] = [(i + 1) % 3, (i + 2) % 3];
        if (!(Math.abs(S[j + k] * n[l] - S[j + l] * n[k]) <= parallel)) return false;
        along += S[j + 3 + i] * n[i];
      }
      if (!(Math.abs(along) <= parallel)) return false;
    }
  }
  return true;
}

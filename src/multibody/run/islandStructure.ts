/**
 * Which entries the Jacobian of bodies that touch each other has: the states of a body act on its own and on the velocities of what it
 * touches. Its positions follow from its velocities, its quaternion from itself and the angular velocity: they can be eliminated.
 */
import type { EliminatedBlock, EliminatedStructure } from "../../math/matrixStructure.ts";
import { quaternionAt } from "../../mechanics/jointMotions.ts";
import type { Mechanism } from "../../mechanics/mechanism.ts";

/** The states of a body: places in the vector of the island, positions before velocities. */
export interface StatesOfBody {
  readonly body: number;
  readonly positions: Int32Array;
  readonly velocities: Int32Array;
  readonly places: Int32Array;
  /** Of bodies that its states act on: where their velocities begin in its columns, behind its own positions. */
  readonly rows: Map<StatesOfBody, number>;
}

/** The structure for bodies of which these pairs touch; the rows of each are filled. */
export function islandStructure(
  { code }: Pick<Mechanism, "code">,
  states: readonly StatesOfBody[],
  pairs: readonly (readonly [StatesOfBody, StatesOfBody])[],
): EliminatedStructure {
  const numbers = new Map(states.map((own, number) => [own, number]));
  const touched = states.map((_, number) => new Set([number]));
  for (const [A, B] of pairs) {
    const [a, b] = [numbers.get(A)!, numbers.get(B)!];
    touched[a]!.add(b);
    touched[b]!.add(a);
  }
  const columns: Int32Array[] = [];
  const eliminated: EliminatedBlock[] = [];
  states.forEach((own, number) => {
    const { body, positions, velocities } = own;
    const column = [...positions];
    for (const next of [...touched[number]!].sort((a, b) => a - b)) {
      const other = states[next]!;
      own.rows.set(other, column.length);
      column.push(...other.velocities);
    }
    const rows = Int32Array.from(column);
    for (const place of own.places) columns[place] = rows;
    const at = quaternionAt[code[body]!]!;
    const scalars = at < 0 ? velocities.length : at;
    for (let i = 0; i < scalars; i++)
      eliminated.push({ first: positions[i]!, size: 1, column: velocities[i]!, columns: 1 });
    if (at >= 0)
      eliminated.push({ first: positions[at]!, size: 4, column: velocities[at]!, columns: velocities.length - at });
  });
  const columnPointers = new Int32Array(columns.length + 1);
  columns.forEach((column, c) => {
    columnPointers[c + 1] = columnPointers[c]! + column.length;
  });
  const rowIndices = new Int32Array(columnPointers[columns.length]!);
  columns.forEach((column, c) => {
    rowIndices.set(column, columnPointers[c]!);
  });
  return { kind: "sparse", size: columns.length, columnPointers, rowIndices, eliminated };
}

/**
 * Friction over speed from a table, as a function of equations: rows [speed, friction] from speed 0 on, straight lines between them, the
 * last one continued.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";

/** For `functions:` of a component that has such a table. */
export const frictionFunctions = {
  frictionAt: { call: frictionAt, results: [[]] },
};

function frictionAt(table: readonly (readonly number[])[], speed: number): number {
  check(table);
  const last = table.length - 1;
  if (last === 0) return table[0]![1]!;
  let k = 1;
  while (k < last && table[k]![0]! < speed) k++;
  const [[v0, f0], [v1, f1]] = [table[k - 1]!, table[k]!] as unknown as [[number, number], [number, number]];
  return Math.max(0, f0 + ((f1 - f0) * (speed - v0)) / (v1 - v0));
}

function check(table: readonly (readonly number[])[]): void {
  const isTable = table.every((row) => row.length === 2 && row[1]! >= 0);
  const rises = table.every((row, k) => k === 0 || row[0]! > table[k - 1]![0]!);
  if (isTable && rises && table[0]?.[0] === 0) return;
  throw new RattlebackError(
    "E-FRICTION-TABLE",
    "A friction table has rows [speed, friction] whose speeds rise from 0.",
    {
      because: isTable ? "the speeds do not rise from 0" : "a row has a friction that is missing or negative",
      hint: "mu_pos: [[0, 0.5], [10, 0.4]]",
      data: { rows: table.length },
    },
  );
}

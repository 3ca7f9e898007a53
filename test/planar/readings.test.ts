// The source can be read in several ways; each literal reading differs from the consistent one where it is said to.
import { describe, expect, it } from "vitest";
import { isOnRange, isPenetrated } from "../../src/planar/outline.ts";
import { type ReferenceCase, referenceCases, samplesOf } from "./referenceTrajectories.ts";

interface Column {
  readonly inside: boolean;
  readonly delta: readonly number[];
  readonly range: readonly number[];
  readonly penetration: readonly number[];
  readonly reference: readonly number[];
}

/** Equation (15) and the conditions (16)–(19) as displayed, without the guard against new surfaces. */
const displayedEquation = ({ inside, delta, range, reference }: Column) =>
  delta.map((d, i) => {
    if (inside && d === 1) return 1;
    if (inside) return reference[i];
    return reference[i] === 1 && range[i] === 1 && d === 0 ? 1 : 0;
  });

/** Lines 1–13 of algorithm 1 as printed: while inside, all surfaces are set. */
const printedLoops = ({ inside, delta, range, reference }: Column) =>
  delta.map((d, i) => (inside || (reference[i] === 1 && range[i] === 1 && d === 0) ? 1 : 0));

/** Algorithm 2 as printed: exactly one retained surface opens the guard, and the guard keeps the whole column. */
const printedMatrices = ({ inside, delta, range, penetration, reference }: Column) => {
  const n0 = reference.includes(1) ? 1 : 0;
  const kept = reference.reduce((sum, c, i) => sum + penetration[i] * c * range[i] * (1 - delta[i]), 0);
  const n1 = inside || kept === 1 ? 1 : 0;
  return reference.map((c, i) => c * n0 * n1 + delta[i] * (n1 - n0 * n1));
};

function follow(reference: ReferenceCase, rule: (column: Column) => number[]): number[][] {
  let before: number[] | undefined;
  let collision: number[] | undefined;
  return samplesOf(reference).map(({ outline, point }) => {
    const surfaces = Array.from({ length: outline.count }, (_, i) => i);
    const penetration = surfaces.map((i) => Number(isPenetrated(outline, i, point[0], point[1])));
    const range = surfaces.map((i) => Number(isOnRange(outline, i, point[0], point[1])));
    const delta = penetration.map((p, i) => p - (before ?? penetration)[i]);
    const inside = penetration.every((p) => p === 1);
    const isFirst = before === undefined;
    before = penetration;
    collision = isFirst
      ? surfaces.map(() => 0)
      : rule({ inside, delta, range, penetration, reference: collision ?? surfaces.map(() => 0) });
    return surfaces.filter((i) => collision?.[i] === 1).map((i) => i + 1);
  });
}

describe("literal readings of the source", () => {
  it.each(referenceCases)(
    "(15) without a guard adds the far surface on the way back where $id says so",
    (reference) => {
      expect(follow(reference, displayedEquation)).toEqual(reference.differsIn_eq15 ?? reference.expected);
    },
  );

  it.each(referenceCases)("algorithm 1 as printed flags all surfaces at once in $id", (reference) => {
    expect(follow(reference, printedLoops)).toEqual(reference.differsIn_printed ?? reference.expected);
  });

  it.each(referenceCases)("algorithm 2 as printed keeps or drops whole columns where $id says so", (reference) => {
    expect(follow(reference, printedMatrices)).toEqual(reference.differsIn_matrix ?? reference.expected);
  });
});

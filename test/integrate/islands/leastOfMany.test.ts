/** The least of many numbers, by looking at all of them. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { LeastOfMany } from "../../../src/integrate/islands/leastOfMany.ts";

const number = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(Number.POSITIVE_INFINITY));

it("the least two, and those up to a limit in their order, are those of a list, whatever changes", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.tuple(fc.nat(19), number), { maxLength: 60 }),
      number,
      (count, changes, limit) => {
        const tree = new LeastOfMany();
        const list = Array.from({ length: count }, () => Number.POSITIVE_INFINITY);
        list.forEach((value, k) => {
          tree.set(k, value);
        });
        const check = (): void => {
          const least = Math.min(...list);
          const place = list.indexOf(least);
          expect([tree.least, tree.place]).toEqual([least, place]);
          expect(tree.second).toBe(Math.min(Number.POSITIVE_INFINITY, ...list.filter((_, k) => k !== place)));
          const found: number[] = [];
          for (let k = tree.first(limit); k >= 0 && k < count; k = tree.next(k, limit)) found.push(k);
          expect(found).toEqual(list.flatMap((value, k) => (value <= limit ? [k] : [])));
        };
        for (const [place, value] of changes) {
          tree.set(place % count, value);
          list[place % count] = value;
          check();
        }
        tree.clear();
        list.fill(Number.POSITIVE_INFINITY);
        check();
      },
    ),
    { seed: 19, numRuns: 300 },
  );
});

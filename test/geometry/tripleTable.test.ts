import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TripleTable } from "../../src/geometry/tripleTable.ts";

describe("TripleTable", () => {
  it("numbers triples as a Map with texts does, however many there are", () => {
    const number = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.double({ noNaN: true }), fc.constant(-0));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number, number, number), { maxLength: 300 }),
        fc.constantFrom(0, 9.5, 40),
        (triples, expected) => {
          const table = new TripleTable(expected);
          const known = new Map<string, number>();
          for (const [a, b, c] of triples) {
            const key = `${a},${b},${c}`;
            if (!known.has(key)) known.set(key, known.size);
            expect(table.numberOf(a, b, c)).toBe(known.get(key));
          }
          expect(table.size).toBe(known.size);
          expect([...table.triples].join()).toBe([...known.keys()].join());
        },
      ),
      { seed: 7, numRuns: 200 },
    );
  });
});

// A connection lies on a loop when its ends stay connected without it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Connection, jointsOnLoops } from "../../src/urdf/jointsOnLoops.ts";

/** By the definition: from one end to the other on other connections. */
function byDefinition(connections: readonly Connection[]): Set<string> {
  const isConnected = ({ ends: [from, to] }: Connection, others: readonly Connection[]): boolean => {
    const known = new Set([from]);
    for (const place of known)
      for (const { ends } of others) if (ends.includes(place)) for (const end of ends) known.add(end);
    return known.has(to);
  };
  return new Set(
    connections
      .filter((one) =>
        isConnected(
          one,
          connections.filter((other) => other !== one),
        ),
      )
      .map(({ name }) => name),
  );
}

describe("connections on loops", () => {
  it("are those that can be taken away without dividing anything, in any graph", () => {
    const place = fc.integer({ min: 0, max: 9 }).map(String);
    fc.assert(
      fc.property(fc.array(fc.tuple(place, place), { maxLength: 14 }), (pairs) => {
        const connections = pairs.map((ends, k) => ({ name: `j${k}`, ends }));
        expect(jointsOnLoops(connections)).toEqual(byDefinition(connections));
      }),
      { seed: 20261119, numRuns: 150 },
    );
  });

  it("of a chain of 20 000 are none, and all when its ends are joined", () => {
    const chain = Array.from({ length: 20_000 }, (_, k) => ({
      name: `j${k}`,
      ends: [`l${k}`, `l${k + 1}`] as [string, string],
    }));
    expect(jointsOnLoops(chain).size).toBe(0);
    expect(jointsOnLoops([...chain, { name: "last", ends: ["l20000", "l0"] }]).size).toBe(20_001);
  });
});

import { expect, it } from "vitest";
import { ContactTable, type SurfaceContactStart } from "../../src/contact/contactTable.ts";
import { createRandom } from "../../src/math/random.ts";

const start = (key: number) =>
  ({
    a: 2 * key,
    b: 2 * key + 1,
    bodyA: key,
    bodyB: key + 1,
    key,
    startTime: key,
    isContinued: false,
    surfaces: {},
  }) as SurfaceContactStart;

it("takes rows out one by one, and keeps all that is known of the others", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = createRandom(seed);
    const table = new ContactTable();
    const keys = Array.from({ length: 1 + Math.floor(12 * random.uniform()) }, (_, k) => 10 + k);
    for (const key of keys) {
      const row = table.count;
      table.add(start(key));
      table.distance[row] = -key;
      table.normalForce[row] = 3 * key;
      table.point.set([key, key + 0.1, key + 0.2], 3 * row);
      table.force.set([-key, 0, key], 3 * row);
    }
    while (keys.length > 0) {
      const [key] = keys.splice(Math.floor(keys.length * random.uniform()), 1);
      const row = table.rows.get(key!)!;
      const last = table.count - 1;
      expect(table.remove(row)).toBe(row === last ? -1 : last);
      expect(table.count).toBe(keys.length);
      expect([...table.rows.keys()].sort((x, y) => x - y)).toEqual(keys);
      for (const kept of keys) {
        const at = table.rows.get(kept)!;
        expect([table.starts[at]!.key, table.shapeA[at], table.shapeB[at], table.bodyA[at]]).toEqual([
          kept,
          2 * kept,
          2 * kept + 1,
          kept,
        ]);
        expect([table.distance[at], table.normalForce[at]]).toEqual([-kept, 3 * kept]);
        expect(Array.from(table.point.subarray(3 * at, 3 * at + 3))).toEqual([kept, kept + 0.1, kept + 0.2]);
        expect(Array.from(table.force.subarray(3 * at, 3 * at + 3))).toEqual([-kept, 0, kept]);
      }
    }
  }
});

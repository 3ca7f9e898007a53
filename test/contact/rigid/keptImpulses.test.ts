/** What is known of a pair from the instant before is what it was, and of no other pair. */
import { describe, expect, it } from "vitest";
import { ContactList } from "../../../src/contact/rigid/contactList.ts";
import { KeptImpulses } from "../../../src/contact/rigid/keptImpulses.ts";
import { PairTable } from "../../../src/contact/rigid/pairTable.ts";
import { createRandom } from "../../../src/math/random.ts";

describe.each([1, 2, 3])("pairs of changing instants, seed %i", (seed) => {
  it("a table knows what a map knows, with keys of any size, and nothing once it is cleared", () => {
    const random = createRandom(seed);
    const table = new PairTable();
    for (const count of [3, 500, 20, 3000]) {
      const known = new Map<number, readonly [number, number]>();
      while (known.size < count) {
        // many that are near each other, as of neighbours, and some beyond 2³²
        const key = random.below(4) === 0 ? 2 ** 40 + random.below(1e6) : random.below(2 * count);
        if (known.has(key)) continue;
        known.set(key, [random.below(1e6), random.below(64)]);
        table.add(key, ...known.get(key)!);
      }
      for (const [key, numbers] of known) {
        const place = table.find(key);
        expect([table.read(place, 0), table.read(place, 1)]).toEqual(numbers);
      }
      for (let k = 0; k < 100; k++) {
        const key = random.below(1e9);
        expect(table.find(key) >= 0).toBe(known.has(key));
      }
      table.clear();
      for (const key of known.keys()) expect(table.find(key)).toBe(-1);
    }
  });

  it("points have the impulse of the nearest point of their pair, if one was near", () => {
    const random = createRandom(seed);
    const kept = new KeptImpulses();
    let old = new Map<number, { at: number[]; impulse: number[] }[]>();
    let recalled = 0;
    for (let instant = 0; instant < 6; instant++) {
      const list = new ContactList();
      const now = new Map<number, { at: number[]; impulse: number[] }[]>();
      for (let key = 0; key < 60; key++) {
        if (random.below(4) === 0) continue;
        // points move by less than a millimetre, and sometimes far away
        const points = Array.from({ length: 1 + random.below(5) }, (_, k) =>
          [0.1 * k, 0.3 * key, random.below(5) === 0 ? 1 : 0].map((x) => x + 1e-3 * random.uniform()),
        );
        const p = list.add(0, 6, 6, 6, true, points.length, 0.3);
        const from = list.pointCount - points.length;
        kept.recall(list, p, 1e10 * (key % 2) + key, Float64Array.from(points.flat()));
        now.set(
          key,
          points.map((at, k) => {
            const distances = (old.get(key) ?? []).map((other) => Math.hypot(...at.map((x, i) => x - other.at[i]!)));
            const nearest = distances.indexOf(Math.min(...distances));
            const isNear = nearest >= 0 && distances[nearest]! < 0.01;
            const own = list.impulse.subarray(3 * (from + k), 3 * (from + k) + 3);
            expect(list.isKnown[from + k]).toBe(isNear ? 1 : 0);
            expect([...own]).toEqual(isNear ? old.get(key)![nearest]!.impulse : [0, 0, 0]);
            if (isNear) recalled++;
            own.set([random.uniform(), random.uniform(), random.uniform()]);
            return { at, impulse: [...own] };
          }),
        );
      }
      kept.keep(list);
      old = now;
    }
    expect(recalled).toBeGreaterThan(100);
  });
});

it("of pairs that touch in one place each has its own impulse, in whichever order they come", () => {
  const kept = new KeptImpulses();
  const at = Float64Array.of(0.1, 0.2, 0.3);
  const recalled = (keys: readonly number[]): number[][] => {
    const list = new ContactList();
    const found = keys.map((key, k) => {
      kept.recall(list, list.add(0, 6, 6, 6, true, 1, 0.3), key, at);
      const own = list.impulse.subarray(3 * k, 3 * k + 3);
      const before = [list.isKnown[k]!, ...own];
      own.set([key + 1, key + 2, key + 3]);
      return before;
    });
    kept.keep(list);
    return found;
  };
  const fresh = [0, 0, 0, 0];
  expect(recalled([7, 0, 3])).toEqual([fresh, fresh, fresh]);
  expect(recalled([3, 7, 0])).toEqual([
    [1, 4, 5, 6],
    [1, 8, 9, 10],
    [1, 1, 2, 3],
  ]);
  expect(recalled([0, 5, 7])).toEqual([[1, 1, 2, 3], fresh, [1, 8, 9, 10]]);
  // what was not there at the last instant is forgotten
  expect(recalled([3, 5])).toEqual([fresh, [1, 6, 7, 8]]);
});

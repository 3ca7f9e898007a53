/** Event functions of the nearest pairs, in a scene that is a list of distances. */
import { describe, expect, it } from "vitest";
import type { EventFunctionSources } from "../../src/contact/eventFunctions.ts";
import { NearestFew } from "../../src/contact/eventFunctionsOfPairs.ts";

const hysteresis = 0.125;

/** Shape 0 against shapes 1, 2, …, so far away; `contacts` have a row, with the distance there. */
function scene(
  away: readonly number[],
  contacts: ReadonlyMap<number, number> = new Map(),
  surfaces: unknown = undefined,
) {
  const rows = new Map([...contacts.keys()].map((b, row) => [b, row]));
  const distances = {
    distance: Number.NaN,
    evaluate: (_: unknown, a: number, b: number) => {
      expect(a).toBe(0);
      distances.distance = away[b - 1]!;
    },
  };
  const nearest = {
    a: 0,
    b: 0,
    distance: Number.NaN,
    left: [] as number[],
    begin: (taken: ReadonlyMap<number, number>) => {
      nearest.left = away
        .map((_, k) => k + 1)
        .filter((b) => !taken.has(b))
        .sort((x, y) => away[x - 1]! - away[y - 1]!);
    },
    next: () => {
      nearest.b = nearest.left.shift()!;
      nearest.distance = away[nearest.b - 1]!;
      return nearest.b !== undefined;
    },
  };
  const table = {
    count: contacts.size,
    starts: [...contacts.keys()].map((key) => ({ key, surfaces })),
    rows,
    shapeA: [...contacts.keys()].map(() => 0),
    shapeB: [...contacts.keys()],
    distance: [...contacts.values()],
  };
  const rules = { key: (_: number, b: number) => b };
  return { table, distances, nearest, rules, hysteresis } as unknown as EventFunctionSources;
}

const valuesOf = (functions: NearestFew): number[] => {
  const g = new Float64Array(functions.count + 1).fill(7);
  functions.evaluate(g, 1);
  expect(g[0]).toBe(7);
  return [...g.subarray(1)];
};

describe("one event function for each of the nearest pairs", () => {
  it("and the last one for the nearest of the rest", () => {
    const few = new NearestFew(scene([5, 1, 4, 2, 3]), 4);
    few.select();
    expect(few.count).toBe(4);
    expect(valuesOf(few)).toEqual([1, 2, 3, 4].map((x) => x - hysteresis));
  });

  it("are of no set where there are fewer pairs", () => {
    const few = new NearestFew(scene([2, 1]), 4);
    few.select();
    expect(valuesOf(few)).toEqual([1 - hysteresis, 2 - hysteresis, 42, 42]);
  });

  it("begin with the contacts, which end at twice the distance at which they begin", () => {
    const few = new NearestFew(scene([5, 1, 4, 2, 3], new Map([[5, -0.5]])), 4);
    few.select();
    expect(valuesOf(few)).toEqual([-0.5 - 2 * hysteresis, 1 - hysteresis, 2 - hysteresis, 4 - hysteresis]);
    expect(few.count).toBe(4);
  });

  it("leave contacts of surfaces out, which have functions of their own", () => {
    const few = new NearestFew(scene([5, 1, 4, 2, 3], new Map([[9, -0.5]]), {}), 4);
    few.select();
    few.select();
    expect(few.count).toBe(4);
    expect(valuesOf(few)).toEqual([1, 2, 3, 4].map((x) => x - hysteresis));
  });

  it("become twice as many where contacts leave no pair besides the last, or come from outside of the list", () => {
    const contacts = new Map([
      [1, -1],
      [2, -2],
    ]);
    const away = [9, 8, 7, 6, 5, 4];
    for (const [count, expected] of [
      [4, 4],
      [3, 6],
      [2, 4],
      [1, 4],
    ] as const) {
      const few = new NearestFew(scene(away, contacts), count);
      few.select();
      expect([count, few.count]).toEqual([count, expected]);
    }
    // a contact that was in the list is no news, another one is
    const sources = scene(away) as { table: EventFunctionSources["table"] } & EventFunctionSources;
    const few = new NearestFew(sources, 4);
    few.select();
    expect(few.count).toBe(4);
    const become = (shape: number): number => {
      Object.assign(sources.table, scene(away, new Map([[shape, -1]])).table);
      few.select();
      return few.count;
    };
    expect(become(6)).toBe(4);
    expect(become(1)).toBe(8);
    expect(become(2)).toBe(8);
  });

  it("are asked for by number: more at once, never fewer, and the same number changes nothing", () => {
    const few = new NearestFew(scene([5, 1, 4, 2, 3]), 4);
    few.select();
    const before = valuesOf(few);
    few.enlarge(3);
    few.enlarge(4);
    expect([few.count, valuesOf(few)]).toEqual([4, before]);
    few.enlarge(6);
    few.select();
    expect(valuesOf(few)).toEqual([1, 2, 3, 4, 5].map((x) => x - hysteresis).concat(42));
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RootFinder } from "../../src/integrate/rootFinder.ts";

/** All roots of functions of time alone, found over steps of the given ends. */
function findAll(functions: ((t: number) => number)[], ends: number[], directions?: number[], start = 0) {
  const finder = new RootFinder(
    functions.length,
    (t, g) => functions.forEach((f, i) => void (g[i] = f(t))),
    directions,
  );
  const found: { t: number; index: number; direction: number }[] = [];
  finder.start(start);
  for (const end of ends) {
    while (finder.next(end)) {
      for (let k = 0; k < finder.hitCount; k++) {
        found.push({ t: finder.time, index: finder.hits[k], direction: finder.hitDirections[k] });
      }
      expect(found.length).toBeLessThan(1000);
    }
  }
  return found;
}

it("two crossings inside a step are found behind a function that comes near to zero and turns back", () => {
  const near = (t: number) => (t - 0.5) ** 2 + 0.01;
  const twice = (t: number) => (t - 0.4) * (t - 0.6);
  for (const functions of [
    [near, twice],
    [twice, near],
    [near, twice, near],
  ]) {
    const index = functions.indexOf(twice);
    const found = findAll(functions, [1]);
    expect(found.map((hit) => [hit.index, hit.direction])).toEqual([
      [index, -1],
      [index, 1],
    ]);
    expect(found[0]!.t).toBeCloseTo(0.4, 12);
    expect(found[1]!.t).toBeCloseTo(0.6, 12);
  }
});

describe("a look at a time that is near enough", () => {
  const looking = () => {
    const finder = new RootFinder(2, (t, g) => g.set([t - 0.5, t - 2]));
    finder.start(0);
    return finder;
  };

  it("reports what has crossed by then, at that time", () => {
    const finder = looking();
    expect(finder.crossesAt(0.75)).toBe(true);
    expect([finder.time, finder.hitCount, finder.hits[0], finder.hitDirections[0]]).toEqual([0.75, 1, 0, 1]);
    // and goes on from there
    expect(finder.crossesAt(1)).toBe(false);
    expect(finder.crossesAt(3)).toBe(true);
    expect([finder.time, finder.hitCount, finder.hits[0]]).toEqual([3, 1, 1]);
  });

  it("reports nothing where nothing has, nor twice at one time, nor without functions", () => {
    const finder = looking();
    expect(finder.crossesAt(0.25)).toBe(false);
    expect(finder.evaluations).toBe(2);
    expect(finder.crossesAt(0.25)).toBe(false);
    expect(finder.evaluations).toBe(2);
    const none = new RootFinder(0, () => {});
    none.start(0);
    expect(none.crossesAt(1)).toBe(false);
    expect(none.evaluations).toBe(0);
  });
});

describe("root finding on dense output", () => {
  it("a crossing is located to the last bits, and the sign has changed there", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), fc.integer({ min: 1, max: 9 }), (root, power) => {
        const f = (t: number) => (t - root) * Math.abs(t - root) ** (power - 1);
        const [hit, ...more] = findAll([f], [1]);
        expect(more).toEqual([]);
        expect(hit.direction).toBe(1);
        expect(Math.abs(hit.t - root)).toBeLessThanOrEqual(4 * Number.EPSILON);
        expect(f(hit.t)).toBeGreaterThanOrEqual(0);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("functions of which only the sign means something converge too", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1, noNaN: true }),
        fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
        (root, jump) => {
          const [hit] = findAll([(t) => (t < root ? -1 : jump)], [1.5]);
          expect(Math.abs(hit.t - root)).toBeLessThanOrEqual(4 * Number.EPSILON * Math.max(root, 1e-3));
        },
      ),
      { seed: 2, numRuns: 300 },
    );
  });

  it("all roots of one step are reported in the order of time", () => {
    const found = findAll([(t) => t - 0.7, (t) => 0.2 - t, (t) => t - 0.4], [1]);
    expect(found.map(({ index }) => index)).toEqual([1, 2, 0]);
    expect(found.map(({ direction }) => direction)).toEqual([-1, 1, 1]);
    expect(found.map(({ t }) => t)).toEqual([0.2, 0.4, 0.7].map((t) => expect.closeTo(t, 14)));
  });

  it("functions that cross at the same instant are reported together", () => {
    const found = findAll([(t) => t - 0.3, (t) => 2 * (0.3 - t), (t) => t + 1], [1]);
    expect(found.map(({ index }) => index)).toEqual([0, 1]);
    expect(found[0].t).toBe(found[1].t);
  });

  it("a zero at the start is no event, and the return to zero within the same step is not lost", () => {
    const flight = (t: number) => t * (0.3 - t);
    expect(findAll([flight], [0.2])).toEqual([]);
    const found = findAll([flight], [1]);
    expect(found).toEqual([{ t: expect.closeTo(0.3, 14), index: 0, direction: -1 }]);
  });

  it("a function that stays zero for a while gets its sign when it leaves", () => {
    const late = (t: number) => (t < 0.5 ? 0 : (t - 0.5) * (0.9 - t));
    expect(findAll([late], [0.1, 0.2, 0.6, 1])).toEqual([{ t: expect.closeTo(0.9, 14), index: 0, direction: -1 }]);
  });

  it("only crossings in the wanted direction count", () => {
    const wave = (t: number) => Math.cos(t);
    const ends = Array.from({ length: 40 }, (_, k) => 0.25 * (k + 1));
    const times = (direction: number) => findAll([wave], ends, [direction]).map(({ t }) => t / Math.PI);
    expect(times(-1)).toEqual([0.5, 2.5].map((x) => expect.closeTo(x, 13)));
    expect(times(1)).toEqual([expect.closeTo(1.5, 13)]);
    expect(times(0)).toHaveLength(3);
  });

  it("two crossings within one step are found, whichever direction counts", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 0.8, noNaN: true }),
        fc.double({ min: 0.01, max: 0.15, noNaN: true }),
        fc.constantFrom(-1, 0, 1),
        (first, gap, direction) => {
          const dip = (t: number) => (t - first) * (t - first - gap) * (1 + t * t);
          const times = findAll([dip], [1], [direction]).map(({ t }) => t);
          const expected = direction === 0 ? [first, first + gap] : [direction === -1 ? first : first + gap];
          expect(times).toEqual(expected.map((t) => expect.closeTo(t, 13)));
        },
      ),
      { seed: 3, numRuns: 300 },
    );
  });

  it("a double crossing a ten-thousandth of the step wide is found, wherever it lies", () => {
    for (let k = 1; k < 200; k++) {
      const first = 0.005 * k;
      const times = findAll([(t) => (t - first) * (t - first - 1e-4)], [1]).map(({ t }) => t);
      expect(times).toEqual([first, first + 1e-4].map((t) => expect.closeTo(t, 12)));
    }
  });

  it("a dip that stays above zero is no event", () => {
    expect(findAll([(t) => (t - 0.5) ** 2 + 1e-9], [1])).toEqual([]);
  });

  it("a hidden pair of crossings comes before a later crossing of another function", () => {
    const found = findAll([(t) => 0.9 - t, (t) => (t - 0.3) * (t - 0.4)], [1]);
    expect(found.map(({ index }) => index)).toEqual([1, 1, 0]);
  });

  it("works backwards in time", () => {
    const found = findAll([(t) => t + 0.25, (t) => (t + 0.5) * (t + 0.6)], [-1]);
    expect(found.map(({ t }) => t)).toEqual([-0.25, -0.5, -0.6].map((t) => expect.closeTo(t, 13)));
    expect(found[0].direction).toBe(-1);
  });

  it("after an event the search starts again without reporting the same root", () => {
    const finder = new RootFinder(1, (t, g) => void (g[0] = t - 0.5));
    finder.start(0);
    expect(finder.next(1)).toBe(true);
    finder.start(finder.time);
    expect(finder.next(1)).toBe(false);
  });

  it("NaN is an error that names the function and the time", () => {
    const finder = new RootFinder(2, (t, g) => {
      g[0] = 1;
      g[1] = Math.sqrt(0.5 - t);
    });
    finder.start(0);
    expect(() => finder.next(1)).toThrow(/E-ROOT-NAN.*Event function 1.*t = 1/s);
  });

  it("a crossing that comes back within the step is found when a time between the two is named", () => {
    // far too narrow for the slopes at the ends of the step
    const f = (t: number) => 1 - 3 * Math.exp(-(((t - 0.4) / 1e-6) ** 2));
    const finder = new RootFinder(1, (t, g) => void (g[0] = f(t)));
    finder.start(0);
    expect(finder.next(1)).toBe(false);
    finder.start(0);
    const inside = [0.1, 0.4, 0.9];
    expect(finder.next(1, inside)).toBe(true);
    // 3·exp(−x²) = 1 at x = −√ln 3
    expect(Math.abs(finder.time - (0.4 - 1e-6 * Math.sqrt(Math.log(3))))).toBeLessThan(1e-15);
    expect(finder.hitDirections[0]).toBe(-1);
    expect(finder.next(1, inside)).toBe(true);
    expect(finder.hitDirections[0]).toBe(1);
    expect(finder.next(1, inside)).toBe(false);
  });
});

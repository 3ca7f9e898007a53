/**
 * Where event functions are looked at in the search for roots, to the last bit: work/root-search.txt. The numbers are the same on every
 * machine; what they should be is said in rootFinder.test.ts.
 */
import { expect, it } from "vitest";
import { RootFinder } from "../../src/integrate/rootFinder.ts";
import { sin } from "../../src/math/elementary.ts";

interface Search {
  readonly functions: readonly ((t: number) => number)[];
  /** Ends of steps. */
  readonly ends: readonly number[];
  readonly start?: number;
  readonly directions?: readonly number[];
  readonly inside?: readonly number[];
  readonly isClearToEnd?: boolean;
  readonly findsDoubleCrossings?: boolean;
  readonly resolution?: number;
}

const square = (x: number): number => x * x;
const cubic = (t: number): number => (t - 0.3) * (t * t + 0.1);
const dip = (first: number, gap: number) => (t: number) => (t - first) * (t - first - gap);

const searches: Readonly<Record<string, Search>> = {
  "a crossing": { functions: [cubic], ends: [0.1, 0.2, 1, 1.5] },
  "a crossing at a bend": { functions: [(t) => (t - 0.3) * square(square(square(t - 0.3)))], ends: [1] },
  "a crossing backwards": { functions: [cubic], start: 1, ends: [0.9, 0.2, 0] },
  "a crossing near zero": { functions: [(t) => t - 1e-200, (t) => t + 1e-310], start: -1e-200, ends: [3e-200] },
  "a crossing far from zero": { functions: [(t) => t - 1e9 - 0.3], start: 1e9, ends: [1e9 + 1] },
  "signs alone": { functions: [(t) => (t < 0.7 ? -1 : 1e9)], ends: [0.5, 1.5] },
  "a jump to the infinite": { functions: [(t) => (t < 0.7 ? -1 : Number.POSITIVE_INFINITY)], ends: [1.5] },
  roughly: { functions: [cubic, (t) => t - 0.300001], ends: [1], resolution: 1e-4 },
  "several, in the order of time": { functions: [(t) => t - 0.7, (t) => 0.2 - t, cubic], ends: [1] },
  "several at once": { functions: [cubic, (t) => 0.3 - t, (t) => t + 1], ends: [1] },
  "rising alone": {
    functions: [(t) => sin(7 * t), (t) => sin(5 * t + 1)],
    ends: [0.5, 1, 1.5, 2],
    directions: [1, -1],
  },
  "a direction that does not count, and then one that does": {
    functions: [(t) => t * t * t - 0.125, dip(0.2, 0.2)],
    ends: [1],
    directions: [0, 1],
    findsDoubleCrossings: false,
  },
  "steep on one side": { functions: [(t) => (t < 0.4 ? 1e-6 * (t - 0.4) : 1e6 * (t - 0.4))], ends: [1] },
  "a zero at the start": { functions: [(t) => t * (0.3 - t), (t) => t], ends: [0.2, 1] },
  "a zero that lasts": { functions: [(t) => (t < 0.5 ? 0 : (t - 0.5) * (0.9 - t)), cubic], ends: [0.1, 0.2, 0.6, 1] },
  "a zero that is touched": { functions: [(t) => (t - 0.5) * (t - 0.5)], ends: [0.5, 1] },
  "two in one step": { functions: [dip(0.4, 0.2)], ends: [1, 2] },
  "two in a later step": { functions: [dip(1.4, 0.01), (t) => 3 - t], ends: [1, 2, 3.5] },
  "two in one step, close together": { functions: [dip(0.61, 1e-3)], ends: [1] },
  "two in one step, not symmetric": { functions: [(t) => dip(0.2, 0.05)(t) * (1 + 30 * t)], ends: [1] },
  "two in one step, backwards": { functions: [(t) => -dip(0.2, 0.05)(t)], start: 1, ends: [0] },
  "two in one step, of which one counts": { functions: [dip(0.4, 0.2)], ends: [1], directions: [1] },
  "two that nobody looks for": { functions: [dip(0.4, 0.2)], ends: [1, 2], findsDoubleCrossings: false },
  "two that cannot be": { functions: [dip(0.4, 0.2)], ends: [1, 2], isClearToEnd: true },
  "nearly two": { functions: [(t) => square(t - 0.5) + 1e-3, (t) => -square(t - 0.3) - 1e-9], ends: [1] },
  "nearly two, with a corner": { functions: [(t) => Math.abs(t - 0.5) + 1e-3, dip(0.6, 0.1)], ends: [1] },
  "nearly two, flat": { functions: [(t) => square(square(square(t - 0.5))) + 1e-7], ends: [1] },
  "two, with a corner": { functions: [(t) => Math.abs(t - 0.37) - 1e-3], ends: [1] },
  "two before another": { functions: [(t) => 0.9 - t, dip(0.3, 0.1)], ends: [1] },
  "places inside": {
    functions: [(t) => Math.abs(t - 0.4) - 1e-7],
    ends: [1, 2],
    inside: [-1, 0.1, 0.4, 0.9, 1, 1.5, 7],
  },
  "places inside, backwards": {
    functions: [(t) => 1e-7 - Math.abs(t - 0.4)],
    start: 1,
    ends: [0],
    inside: [2, 0.9, 0.4, 0.1],
  },
  "places inside, and nothing behind": {
    functions: [dip(0.45, 0.1)],
    ends: [1, 2],
    inside: [0.3, 0.5],
    isClearToEnd: true,
  },
  "not a number": { functions: [(t) => 1 + t, (t) => Math.sqrt(0.5 - t)], ends: [0.4, 1] },
  "not a number at the start": { functions: [(t) => 1 + t, (t) => (t === 0 ? Number.NaN : 1)], ends: [0.4] },
  "no function": { functions: [], ends: [1] },
};

function told(search: Search): string {
  const { functions, ends, start = 0, directions, inside, isClearToEnd, findsDoubleCrossings, resolution } = search;
  const lines: string[] = [];
  let places: number[] = [];
  const finder = new RootFinder(
    functions.length,
    (t, g) => {
      places.push(t);
      functions.forEach((f, i) => {
        g[i] = f(t);
      });
    },
    directions,
    findsDoubleCrossings,
  );
  if (resolution !== undefined) finder.resolution = resolution;
  const tell = (what: string): void => {
    lines.push(`  ${places.join(" ")}${places.length > 0 ? " " : ""}${what}`);
    places = [];
  };
  try {
    finder.start(start);
    tell("start");
    for (const end of ends) {
      while (finder.next(end, inside, isClearToEnd)) {
        const { time, hitCount, hits, hitDirections } = finder;
        tell(`root of ${hits.slice(0, hitCount).join()} (${hitDirections.slice(0, hitCount).join()}) at ${time}`);
        expect(lines.length).toBeLessThan(100);
      }
      tell(`end ${end}`);
    }
  } catch (error) {
    tell((error as Error).message.replaceAll("\n", "\n  "));
  }
  return `${lines.join("\n")}\n  ${finder.evaluations} evaluations\n`;
}

it("the search for roots looks where it did", async () => {
  const text = Object.entries(searches).map(([name, search]) => `${name}\n${told(search)}`);
  await expect(text.join("")).toMatchFileSnapshot("work/root-search.txt");
});

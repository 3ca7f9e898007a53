/** All that comparisons answer, to nine digits, for rows as wild as can be: comparisons.txt. That it is right is said in compare.test.ts. */
import { expect, it } from "vitest";
import { createRandom } from "../../src/math/random.ts";
import { type CompareOptions, compare } from "../../src/results/compare.ts";
import type { Result } from "../../src/results/result.ts";
import { recordRun, type SampleSegment } from "./sampleRun.ts";

/** Values on a coarse grid of numbers, some of them missing or infinite. */
function wild(
  seed: number,
  times: readonly number[],
  events: readonly number[],
  more: { odd?: boolean; size?: number } = {},
) {
  const random = createRandom(seed);
  const value = (): number => {
    const u = random.uniform();
    if (more.odd === true && u < 0.12) return u < 0.04 ? Number.NaN : u < 0.08 ? Infinity : -Infinity;
    return Math.round(40 * u - 20) / 4;
  };
  let held = 1;
  const segment: SampleSegment = {
    times,
    events,
    signals: [
      { name: "n", type: "integer", discrete: (t, isAfter) => [events.includes(t) && isAfter ? (held += 1) : held] },
      { name: "x", values: () => [value()] },
      { name: "r", shape: [more.size ?? 2], values: () => Array.from({ length: more.size ?? 2 }, value) },
      { name: "line", values: (t) => [3 * t - 1] },
      { name: "zero", constant: [0] },
    ],
  };
  return recordRun([segment]);
}

const shown = (x: number | undefined): string => (x === undefined ? "never" : String(Number(x.toPrecision(9))));

function answers(a: Result, b: Result, options: CompareOptions): string[] {
  const { isInside, signals, worst, onlyInA, onlyInB, remarks } = compare(a, b, options);
  return [
    `${isInside ? "inside" : "outside"}, worst ${worst.name}, ${onlyInA.length} ${onlyInB.length} others`,
    ...remarks,
    ...signals.map(
      (one) =>
        `  ${one.name}: ${one.isInside} ${shown(one.maximumDeviation)} at ${shown(one.time)} of ${one.element}, ratio ${shown(one.maximumRatio)}, outside from ${shown(one.firstTimeOutside)}`,
    ),
    "",
  ];
}

const even = (n: number, from = 0, to = 4): number[] =>
  Array.from({ length: n + 1 }, (_, k) => from + (k * (to - from)) / n);
const odd = [0, 0.3, 0.35, 1, 1.2, 1.7, 2, 2.6, 3, 3.1, 3.9, 4];

it("comparisons are as they were", async () => {
  const results = {
    "rows at the same times": [wild(1, even(8), []), wild(2, even(8), [])],
    "rows at other times": [wild(3, even(10), []), wild(4, odd, [])],
    "an event in both, shifted": [wild(5, even(8), [2]), wild(6, odd, [1.7])],
    "events in one of them": [wild(7, even(8), [1, 1.5, 3]), wild(8, odd, [])],
    "missing and infinite values": [wild(9, even(8), [2], { odd: true }), wild(10, even(8), [2], { odd: true })],
    "missing and infinite values at other times": [
      wild(11, even(10), [2], { odd: true }),
      wild(12, odd, [3], { odd: true }),
    ],
    "vectors of different lengths": [wild(13, even(4), [], { size: 3 }), wild(14, even(4), [], { size: 2 })],
    "other spans": [wild(15, even(8, -1, 3), [1]), wild(16, odd, [2])],
    "few rows": [wild(17, [0, 1, 3, 4], [1]), wild(18, [0, 1.5, 4], [])],
  } as const;
  const options: Readonly<Record<string, CompareOptions>> = {
    "by default": {},
    "with wide tubes": { relativeTolerance: 0.5, absoluteTolerance: 2 },
    "with times that may differ": { relativeTolerance: 0.1, timeTolerance: 0.4 },
    "in a part": { startTime: 1, stopTime: 2.6, relativeTolerance: 0.2, names: ["x", "r[2]", "n"] },
  };
  const lines = Object.entries(results).flatMap(([name, [a, b]]) =>
    Object.entries(options).flatMap(([how, one]) => [
      `## ${name}, ${how}`,
      ...answers(a, b, one),
      ...answers(b, a, one),
    ]),
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("answers/comparisons.txt");
});

it("a comparison of names that the second has at least in part is one of those", () => {
  const times = even(4);
  const [a, b] = [wild(1, times, [], { size: 3 }), wild(1, times, [], { size: 2 })];
  expect(compare(a, b, { names: ["r"] }).signals[0]).toMatchObject({ maximumDeviation: Infinity, element: "r[3]" });
  expect(() => compare(a, b, { names: ["r[3]"] })).toThrow(expect.objectContaining({ code: "E-RESULT-INDEX" }));
  expect(compare(a, b, { names: ["line"], startTime: 1 }).signals.map(({ name }) => name)).toEqual(["line"]);
  const more = recordRun([
    {
      times,
      signals: [
        { name: "line", values: (t) => [3 * t - 1] },
        { name: "new", values: () => [1] },
      ],
    },
  ]);
  expect([compare(a, more).onlyInA, compare(a, more).onlyInB]).toEqual([["n", "x", "r", "zero"], ["new"]]);
  const chosen = compare(a, more, { names: ["line"] });
  expect([chosen.onlyInA, chosen.onlyInB, chosen.isInside]).toEqual([[], [], true]);
  expect(() => compare(a, b, { names: [] })).toThrow(expect.objectContaining({ code: "E-COMPARE-NOTHING" }));
  for (const [startTime, stopTime] of [
    [-0.1, 4],
    [0, 4.1],
    [Number.NaN, 4],
  ] as const)
    expect(() => compare(a, b, { startTime, stopTime })).toThrow(expect.objectContaining({ code: "E-RESULT-TIME" }));
  expect(compare(a, a, { startTime: 0, stopTime: 4 }).isInside).toBe(true);
});

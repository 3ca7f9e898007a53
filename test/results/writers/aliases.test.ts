/** Signals that are equal, up to the sign, in all or in some of the segments: which values files share, as answers/aliases.txt shows it. */
import { expect, it } from "vitest";
import type { Result } from "../../../src/results/result.ts";
import { resultFromJson } from "../../../src/results/resultFromJson.ts";
import type { SignalDescription } from "../../../src/results/resultSink.ts";
import { RowRecorder } from "../../../src/results/rowRecorder.ts";
import { resultToCsv } from "../../../src/results/writers/csv.ts";
import { resultToJson } from "../../../src/results/writers/json.ts";
import { resultToMat } from "../../../src/results/writers/mat.ts";
import { layoutOf, scalar } from "../layouts.ts";
import { sampleStatistics } from "../sampleRun.ts";
import { readMat } from "./readers.ts";

const constant = -1;
type Element = readonly [slot: number, factor: number];

const signal = (name: string, elements: readonly Element[], shape: readonly number[] = []): SignalDescription => ({
  ...scalar(name, 0),
  shape,
  slots: Int32Array.from(elements, ([slot]) => slot),
  factors: Float64Array.from(elements, ([, factor]) => factor),
});

/** Elements of each signal in the first segment and in the second; their entries are behind the four of vectors. */
const signals: Readonly<Record<string, readonly [first: Element | null, second: Element | null]>> = {
  a: [
    [0, 1],
    [0, 1],
  ],
  same: [
    [0, 1],
    [0, 1],
  ],
  opposite: [
    [0, -1],
    [0, -1],
  ],
  turned: [
    [0, 1],
    [0, -1],
  ],
  "turned back": [
    [0, -1],
    [0, 1],
  ],
  other: [
    [1, 1],
    [0, 1],
  ],
  early: [[0, 1], null],
  "early opposite": [[0, -1], null],
  late: [null, [0, 1]],
  steady: [
    [constant, 3],
    [constant, 3],
  ],
  "steady too": [
    [constant, 3],
    [constant, 3],
  ],
  "one, then another": [
    [constant, 1],
    [1, 1],
  ],
  stepped: [
    [constant, 3],
    [constant, 4],
  ],
  "stepped too": [
    [constant, 3],
    [constant, 4],
  ],
  "stepped opposite": [
    [constant, -3],
    [constant, -4],
  ],
  "no zero": [
    [constant, 0],
    [constant, -0],
  ],
  "minus zero": [
    [constant, -0],
    [constant, -0],
  ],
  begun: [
    [constant, 3],
    [1, 1],
  ],
  "begun opposite": [
    [constant, 3],
    [1, -1],
  ],
  "begun as well": [
    [constant, -3],
    [1, -1],
  ],
  ended: [[constant, 3], null],
};

const vectors = (k: number): SignalDescription[] => [
  signal(
    "r",
    [
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
    ],
    [4],
  ),
  signal(
    "minus",
    [
      [0, -1],
      [1, -1],
      [2, -1],
      [3, -1],
    ],
    [4],
  ),
  signal(
    "mixed",
    [
      [0, -1],
      [1, 1],
      [2, -1],
      [3, -1],
    ],
    [4],
  ),
  signal(
    "part",
    [
      [0, 1],
      [1, 1],
    ],
    [2],
  ),
  signal(
    "swapped",
    [
      [1, 1],
      [0, 1],
      [2, 1],
      [3, 1],
    ],
    [4],
  ),
  signal(
    "matrix",
    [
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
    ],
    [2, 2],
  ),
  signal(
    "some",
    [
      [constant, 7],
      [1, 1],
    ],
    [2],
  ),
  signal("none", [], [0]),
  signal(
    "fixed",
    [
      [constant, 1],
      [constant, 2],
    ],
    [1, 2],
  ),
  signal(
    "grows",
    Array.from({ length: k + 1 }, (_, i) => [i, 1] as const),
    [k + 1],
  ),
];

function recorded(): Result {
  const recorder = new RowRecorder();
  for (const k of [0, 1]) {
    const own = Object.entries(signals).flatMap(([name, elements]) => {
      const element = elements[k];
      return element ? [signal(name, [element[0] < 0 ? element : [4 + element[0], element[1]]])] : [];
    });
    recorder.beginSegment(layoutOf([...own, ...vectors(k)], { index: k, width: 6, startTime: k }));
    for (const t of [k, k + 0.5]) recorder.record(t, Float64Array.of(t, 10 * t, -t, 0, t, 10 * t), 0);
  }
  recorder.end({
    model: "M",
    startTime: 0,
    stopTime: 1.5,
    endTime: 1.5,
    status: "finished",
    tolerance: 1e-6,
    statistics: sampleStatistics,
    warnings: [],
    parameters: new Map(),
  });
  return recorder.result;
}

it("files share values that are the same in all segments, and no others", async () => {
  const result = recorded();
  const document = JSON.parse(resultToJson(result)) as { signals: Record<string, unknown>[] };
  const lines = document.signals.map(({ unit: _, description: __, kind: ___, type: ____, ...rest }) =>
    JSON.stringify(rest),
  );
  const { data, columns } = readMat(resultToMat(result)).get("dataInfo")!;
  const info = Array.from({ length: columns }, (_, j) =>
    Array.from({ length: 4 }, (__, i) => data[4 * j + i]).join(" "),
  );
  const part = resultToJson(result, { names: ["r[2]", "minus[2]", "late", "grows[2]", "matrix[1,:]", "time", "r[2]"] });
  const chosen = (JSON.parse(part) as { signals: Record<string, unknown>[] }).signals.map(
    ({ name, shape, shapes, alias, sign, values }) => JSON.stringify({ name, shape, shapes, alias, sign, values }),
  );
  const text = [
    "## JSON",
    ...lines,
    "",
    "## some in JSON",
    ...chosen,
    "",
    "## MAT",
    ...info,
    "",
    "## CSV",
    resultToCsv(result),
  ];
  await expect(text.join("\n").replaceAll("\r", "")).toMatchFileSnapshot("../answers/aliases.txt");
});

it("and what is read from them is what was written", () => {
  const result = recorded();
  const again = resultFromJson(resultToJson(result));
  expect(again.names()).toEqual(result.names());
  for (const name of result.names()) {
    expect(again.signal(name).values, name).toEqual(result.signal(name).values);
    expect(again.describe(name)).toEqual(result.describe(name));
    for (const t of [0, 0.25, 1, 1.25, 1.5]) expect(again.at(t, name), name).toEqual(result.at(t, name));
  }
});

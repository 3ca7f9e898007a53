// All writers write the same content: each file is read back by an independent reader and compared with the result.
import { tableFromIPC } from "apache-arrow";
import { describe, expect, it } from "vitest";
import { allIndices } from "../../../src/results/catalogue.ts";
import type { Result } from "../../../src/results/result.ts";
import { resultFromJson } from "../../../src/results/resultFromJson.ts";
import { elementName, modelicaName } from "../../../src/results/signalName.ts";
import { resultToArrow } from "../../../src/results/writers/arrow.ts";
import { resultToCsv } from "../../../src/results/writers/csv.ts";
import { resultToJson } from "../../../src/results/writers/json.ts";
import { resultToMat } from "../../../src/results/writers/mat.ts";
import { grid, oscillator, recordRun, refinedRod, type SampleSegment } from "../sampleRun.ts";
import { readCsv, readTrajectories } from "./readers.ts";

/** Values that are hard to write: extremes, both zeros, infinities, many digits. */
const hardNumbers = [
  0,
  -0,
  1 / 3,
  -1e-320,
  5e-324,
  1.7976931348623157e308,
  1e21,
  123456789012345680000,
  Infinity,
  -Infinity,
  0.1 + 0.2,
];
const hard: SampleSegment = {
  times: hardNumbers.map((_, i) => i / 10),
  signals: [
    { name: "x", unit: "Ω·m²", description: 'größe, mit "Komma"', values: (t) => [hardNumbers[Math.round(10 * t)]] },
    { name: "minusX", alias: ["x", -1] },
    { name: "c", constant: [-0] },
    { name: "none", shape: [0], values: () => [] },
  ],
};

const runs: [string, Result][] = [
  ["a run with an event", recordRun([oscillator(grid(0, 2, 50), 1)])],
  ["the same with the states stored alone", recordRun([oscillator(grid(0, 2, 50), 1)], { storage: "states" })],
  ["a run whose structure changes", recordRun(refinedRod())],
  ["numbers at the limits", recordRun([hard])],
  ["a run without rows", recordRun([oscillator([], 1)])],
];

/** Scalar columns by name, read through the public interface. */
function contentOf(result: Result): Map<string, number[]> {
  const content = new Map<string, number[]>();
  for (const name of result.names()) {
    for (const index of allIndices(result.describe(name).shape)) {
      const element = elementName(name, index);
      content.set(element, [...result.signal(element).values]);
    }
  }
  return content;
}

describe.each(runs)("%s", (_title, result) => {
  const content = contentOf(result);
  const time = [...result.time];

  it("is complete in CSV", () => {
    const [header, ...lines] = readCsv(resultToCsv(result));
    expect(header).toEqual(["time", ...content.keys()]);
    expect(lines.map((line) => Number(line[0]))).toEqual(time);
    [...content.values()].forEach((values, k) => {
      expect(lines.map((line) => (line[k + 1] === "" ? Number.NaN : Number(line[k + 1])))).toEqual(values);
    });
  });

  it("is complete in JSON, and reads back as the same result", () => {
    const text = resultToJson(result);
    const back = resultFromJson(text);
    expect(contentOf(back)).toEqual(content);
    expect([...back.time]).toEqual(time);
    expect(back.rowKinds).toEqual(result.rowKinds);
    for (const key of [
      "model",
      "startTime",
      "stopTime",
      "endTime",
      "status",
      "tolerance",
      "statistics",
      "warnings",
    ] as const) {
      expect(back[key]).toEqual(result[key]);
    }
    for (const key of [
      "parameters",
      "initialisation",
      "events",
      "segments",
      "stateNames",
      "finalStates",
      "stateHash",
    ] as const) {
      expect(back[key]).toEqual(result[key]);
    }
    for (const name of result.names()) expect(back.describe(name)).toEqual(result.describe(name));
    expect(resultToJson(back)).toBe(text);
  });

  it("is complete in MAT, in the spelling of Modelica", () => {
    const { names, values } = readTrajectories(resultToMat(result));
    expect(names).toEqual(["time", ...[...content.keys()].map(modelicaName)]);
    expect(values.get("time")).toEqual(time);
    for (const [name, expected] of content) {
      // the sign of a negated alias is applied by the reader, which may turn 0 into −0
      expect(values.get(modelicaName(name))!.map((x) => x + 0)).toEqual(expected.map((x) => x + 0));
    }
  });

  it("is complete in Arrow", () => {
    const table = tableFromIPC(resultToArrow(result));
    expect(table.schema.fields.map((field) => field.name)).toEqual(["time", ...content.keys()]);
    expect(table.numRows).toBe(time.length);
    const columnOf = (name: string) =>
      Array.from(table.getChild(name)! as Iterable<unknown>, (x) => (x === null ? Number.NaN : Number(x)));
    expect(columnOf("time")).toEqual(time);
    for (const [name, expected] of content) expect(columnOf(name)).toEqual(expected);
  });

  it("can be written in part, the same part by all writers", () => {
    const names = result.names().slice(1, 3).reverse();
    const part = [...content.keys()].filter((name) =>
      names.some((chosen) => name === chosen || name.startsWith(`${chosen}[`)),
    );
    const header = readCsv(resultToCsv(result, { names }))[0].slice(1);
    expect([...header].sort()).toEqual(part.sort());
    expect(readTrajectories(resultToMat(result, { names })).names.slice(1)).toEqual(header.map(modelicaName));
    expect(
      tableFromIPC(resultToArrow(result, { names }))
        .schema.fields.slice(1)
        .map(({ name }) => name),
    ).toEqual(header);
    const back = resultFromJson(resultToJson(result, { names }));
    expect(back.names()).toEqual(names);
    expect(back.stateHash).toBe(result.stateHash);
  });
});

/** Where the elements of signals are stored. */
import { expect, it } from "vitest";
import { allIndices, columnOf, columnsOf } from "../../src/results/catalogue.ts";
import { readColumns } from "../../src/results/recording.ts";
import { recordingOf } from "../../src/results/result.ts";
import { grid, oscillator, recordRun, refinedRod } from "./sampleRun.ts";

it.each([
  ["one segment", recordRun([oscillator(grid(0, 2, 4), 1)])],
  ["several segments", recordRun(refinedRod())],
])("columns of a whole signal are those of its elements, in row-major order: %s", (_, result) => {
  const recording = recordingOf(result);
  let compared = 0;
  for (const name of recording.catalogue.names()) {
    const { entry } = recording.catalogue.select(name);
    // signals whose shape changes have no columns of their own
    if (entry.bySegment.some((signal) => signal !== undefined && signal.shape.join() !== entry.shape.join())) continue;
    const whole = columnsOf(entry);
    const single = allIndices(entry.shape).map((index) => columnOf(entry, index));
    expect(whole.map(({ slots, factors }) => [[...slots], [...factors]])).toEqual(
      single.map(({ slots, factors }) => [[...slots], [...factors]]),
    );
    for (const column of whole) expect([column.name, column.entry]).toEqual([entry.name, entry]);
    expect(readColumns(recording, whole)).toEqual(readColumns(recording, single));
    compared += whole.length;
  }
  expect(compared).toBeGreaterThan(3);
});

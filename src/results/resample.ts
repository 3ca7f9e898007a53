/** The same run with its rows at other times. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { BetweenRows } from "./betweenRows.ts";
import { locate } from "./locate.ts";
import type { Recording, Segment } from "./recording.ts";
import type { RunStatistics } from "./resultSink.ts";
import { createSegmentValues } from "./segmentValues.ts";

/** Times must not decrease; at an event the row has the values after it. */
export function resampleRecording(recording: Recording, times: ArrayLike<number>): Recording {
  const places = Array.from(times, (time, i) => {
    if (time < times[i - 1]!) throw decreasing(times, i);
    return locate(recording.segments, time, "after");
  });
  let firstRow = 0;
  let isLost = false;
  const segments = recording.segments.map((segment, s): Segment => {
    const values = createSegmentValues(segment.layout, "all");
    const row = new Float64Array(segment.layout.width);
    const own: number[] = [];
    let between: BetweenRows | undefined;
    places.forEach((place, i) => {
      if (place.segment !== s) return;
      if (place.isRow) segment.values.readRow(place.row, row);
      else {
        between ??= new BetweenRows(segment, recording.summary.tolerance);
        between.interpolate(row, times[i]!);
        isLost ||= between.isLost;
      }
      values.append(times[i]!, row);
      own.push(times[i]!);
    });
    firstRow += own.length;
    return {
      layout: segment.layout,
      firstRow: firstRow - own.length,
      rowCount: own.length,
      times: Float64Array.from(own),
      kinds: new Uint8Array(own.length),
      values,
    };
  });
  const { summary } = recording;
  const isBetween = places.some(({ isRow }) => !isRow);
  const warnings = [...summary.warnings];
  if (isBetween && summary.statistics.unexaminedSteps > 0) warnings.push(unexamined(summary.statistics));
  if (isLost) warnings.push(changed);
  return { ...recording, summary: { ...summary, warnings }, segments, rowCount: firstRow };
}

/** Values between the rows of a run were read that did not look everywhere how well that can be done. */
export function unexamined({ unexaminedSteps, steps }: RunStatistics): string {
  return `W-RESULT-COARSE  Values between the rows of the run were read, where forces and accelerations are interpolated; in ${unexaminedSteps} of ${steps} steps the error of that is unknown. States, positions and velocities are as accurate as ever. A run with a shorter interval has rows there.`;
}

/** The model has changed since the run. */
export const changed =
  "W-RESULT-COARSE  Values between the rows of the run were read, and interpolated: computed once more, the model does not give the rows that the run has recorded. A function or table that belongs to it gives other values by now, or depends on more than its arguments. Rows are as accurate as ever; a run with a shorter interval has more of them.";

function decreasing(times: ArrayLike<number>, i: number): RattlebackError {
  return new RattlebackError("E-RESULT-TIME", `The times to resample at decrease at position ${i + 1}.`, {
    path: "times",
    because: `${times[i]} s follows ${times[i - 1]} s`,
    hint: "sort the times",
    data: { position: i + 1, time: times[i], previous: times[i - 1] },
  });
}

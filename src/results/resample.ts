/** The same run with its rows at other times. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { BetweenRows } from "./betweenRows.ts";
import { changed, unexamined } from "./coarseReading.ts";
import { locate } from "./locate.ts";
import type { Recording, Segment } from "./recording.ts";
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

function decreasing(times: ArrayLike<number>, i: number): RattlebackError {
  return new RattlebackError("E-RESULT-TIME", `The times to resample at decrease at position ${i + 1}.`, {
    path: "times",
    because: `${times[i]} s follows ${times[i - 1]} s`,
    hint: "sort the times",
    data: { position: i + 1, time: times[i], previous: times[i - 1] },
  });
}

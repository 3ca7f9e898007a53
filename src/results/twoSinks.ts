import type { ResultSink } from "./resultSink.ts";

/** A sink that hands everything on to two others. */
export function twoSinks(first: ResultSink, second: ResultSink): ResultSink {
  return {
    beginSegment(layout) {
      first.beginSegment(layout);
      second.beginSegment(layout);
    },
    record(time, row, kind) {
      first.record(time, row, kind);
      second.record(time, row, kind);
    },
    step(end, size) {
      first.step?.(end, size);
      second.step?.(end, size);
    },
    examine(step) {
      first.examine?.(step);
      second.examine?.(step);
    },
    leaveUnexamined(time) {
      first.leaveUnexamined?.(time);
      second.leaveUnexamined?.(time);
    },
    event(record) {
      first.event(record);
      second.event(record);
    },
    end(summary) {
      first.end(summary);
      second.end(summary);
    },
  };
}

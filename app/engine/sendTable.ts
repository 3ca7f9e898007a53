/** Sends columns of numbers that are no result of simulate as a run of their own, so that they can be plotted and exported. */

import { createStatistics } from "../../src/integrate/integrator.ts";
import type { SegmentLayout } from "../../src/results/resultSink.ts";
import { type Clock, type Send, StreamingSink } from "./streamingSink.ts";

export interface Table {
  readonly run: number;
  readonly name: string;
  readonly time: Float64Array;
  readonly signals: readonly { readonly name: string; readonly unit: string; readonly values: Float64Array }[];
  readonly events: readonly { readonly time: number; readonly cause: string }[];
}

export function sendTable({ run, name, time, signals, events }: Table, send: Send, now: Clock): void {
  const [startTime, stopTime] = [time[0]!, time.at(-1)!];
  send({
    kind: "begin",
    start: { run, model: -1, name, startTime, stopTime, tolerance: Number.NaN, changes: "" },
  });
  const sink = new StreamingSink(run, send, now, () => new Map());
  const layout: SegmentLayout = {
    index: 0,
    startTime,
    width: signals.length,
    signals: signals.map((signal, k) => ({
      name: signal.name,
      unit: signal.unit,
      description: "",
      kind: "algebraic",
      type: "real",
      shape: [],
      slots: Int32Array.of(k),
      factors: Float64Array.of(1),
      isHidden: false,
    })),
    stateNames: [],
    stateSlots: new Int32Array(0),
    discreteSlots: new Int32Array(0),
  };
  sink.beginSegment(layout);
  const row = new Float64Array(signals.length);
  for (let i = 0; i < time.length; i++) {
    for (let k = 0; k < row.length; k++) row[k] = signals[k]!.values[i]!;
    sink.record(time[i]!, row, 0);
  }
  for (const { time: at, cause } of events) sink.event({ time: at, cause, kind: "state", changed: [], iterations: 1 });
  sink.end({
    model: name,
    startTime,
    stopTime,
    endTime: stopTime,
    status: "finished",
    tolerance: Number.NaN,
    statistics: {
      ...createStatistics(),
      method: "",
      events: events.length,
      timeEvents: 0,
      stateEvents: events.length,
      eventFunctionEvaluations: 0,
      segments: 1,
      modelEvaluations: 0,
      unexaminedSteps: 0,
      wallTime: 0,
    },
    warnings: [],
    parameters: new Map(),
  });
}

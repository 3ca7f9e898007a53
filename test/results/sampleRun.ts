/**
 * Runs with known values, played to a recorder without any solver. The states and the discrete variables are functions
 * of time, everything else is computed from them, so the recomputation that a real run offers is exact here too.
 */
import { Recorder, type RecorderOptions } from "../../src/results/recorder.ts";
import type { Result } from "../../src/results/result.ts";
import type {
  EventRecord,
  ResultSink,
  RunStatistics,
  RunSummary,
  SegmentLayout,
  SignalDescription,
} from "../../src/results/resultSink.ts";

export interface SampleSignal {
  readonly name: string;
  readonly kind?: SignalDescription["kind"];
  readonly type?: SignalDescription["type"];
  readonly unit?: string;
  readonly description?: string;
  readonly shape?: readonly number[];
  readonly isHidden?: boolean;
  /** Exactly one of the following says where the elements come from. */
  readonly state?: (t: number) => number[];
  readonly discrete?: (t: number, isAfter: boolean) => number[];
  readonly values?: (t: number, x: Float64Array, d: Float64Array) => number[];
  readonly alias?: readonly [name: string, sign: 1 | -1];
  readonly constant?: readonly number[];
}

export interface SampleSegment {
  readonly times: readonly number[];
  /** Times at which two rows are recorded. */
  readonly events?: readonly number[];
  readonly signals: readonly SampleSignal[];
}

export function playRun(sink: ResultSink, segments: readonly SampleSegment[], summary: Partial<RunSummary> = {}): void {
  segments.forEach((segment, index) => {
    const { layout, fill } = layoutOf(segment, index);
    const row = new Float64Array(layout.width);
    sink.beginSegment(layout);
    for (const t of segment.times) {
      if (segment.events?.includes(t) !== true) {
        fill(t, true, row);
        sink.record(t, row, 0);
        continue;
      }
      fill(t, false, row);
      sink.record(t, row, 1);
      sink.event(eventAt(t));
      fill(t, true, row);
      sink.record(t, row, 2);
    }
  });
  sink.end({ ...sampleSummary(segments), ...summary });
}

export function recordRun(segments: readonly SampleSegment[], options: RecorderOptions = {}): Result {
  const recorder = new Recorder(options);
  playRun(recorder, segments);
  return recorder.result;
}

export function eventAt(time: number): EventRecord {
  return { time, cause: `time reached ${time}`, kind: "time", changed: ["on"], iterations: 2 };
}

export function grid(start: number, stop: number, intervals: number): number[] {
  return Array.from({ length: intervals + 1 }, (_, i) =>
    i === intervals ? stop : start + (i * (stop - start)) / intervals,
  );
}

export const sampleStatistics: RunStatistics = {
  method: "bdf",
  steps: 12,
  rejectedSteps: 1,
  convergenceFailures: 0,
  evaluations: 30,
  jacobianEvaluations: 4,
  jacobians: 2,
  factorisations: 3,
  iterations: 25,
  events: 1,
  timeEvents: 1,
  stateEvents: 0,
  eventFunctionEvaluations: 0,
  segments: 1,
  modelEvaluations: 20,
  unexaminedSteps: 0,
  wallTime: 0.25,
};

function sampleSummary(segments: readonly SampleSegment[]): RunSummary {
  const endTime = segments.at(-1)?.times.at(-1) ?? 0;
  return {
    model: "Sample",
    startTime: segments[0]?.times[0] ?? 0,
    stopTime: endTime,
    endTime,
    status: "finished",
    tolerance: 1e-6,
    statistics: sampleStatistics,
    warnings: ["one warning"],
    parameters: new Map<string, unknown>([
      ["R.R", 0.5],
      ["gain", [1, -0, Infinity]],
      ["file", 'table, "quoted".csv'],
      ["isOn", true],
    ]),
    initialisation: { fixed: ["mass.s"], guessed: ["r[1]"], computed: [], conditions: ["0 = mass.v"] },
  };
}

function layoutOf(segment: SampleSegment, index: number) {
  const slotsOf = new Map<string, Int32Array>();
  const signals: SignalDescription[] = [];
  const count = (signal: SampleSignal) => (signal.shape ?? []).reduce((product, n) => product * n, 1);
  let width = 0;
  const describe = (signal: SampleSignal, slots: Int32Array, factors: Float64Array) => {
    slotsOf.set(signal.name, slots);
    signals.push({
      name: signal.name,
      unit: signal.unit ?? "",
      description: signal.description ?? "",
      kind:
        signal.kind ??
        (signal.state ? "state" : signal.discrete ? "discrete" : signal.constant ? "parameter" : "algebraic"),
      type: signal.type ?? "real",
      shape: signal.shape ?? [],
      slots,
      factors,
      isHidden: signal.isHidden ?? false,
    });
  };
  for (const signal of segment.signals) {
    const n = count(signal);
    if (signal.alias !== undefined) {
      const [target, sign] = signal.alias;
      describe(signal, slotsOf.get(target)!, new Float64Array(n).fill(sign));
    } else if (signal.constant !== undefined) {
      describe(signal, new Int32Array(n).fill(-1), Float64Array.from(signal.constant));
    } else {
      const first = width;
      describe(
        signal,
        Int32Array.from({ length: n }, (_, k) => first + k),
        new Float64Array(n).fill(1),
      );
      width += n;
    }
  }
  const states = segment.signals.filter((signal) => signal.state);
  const discretes = segment.signals.filter((signal) => signal.discrete);
  const computed = segment.signals.filter((signal) => signal.values);
  const slotsFor = (chosen: readonly SampleSignal[]) =>
    Int32Array.from(chosen.flatMap((signal) => [...slotsOf.get(signal.name)!]));
  const stateSlots = slotsFor(states);
  const discreteSlots = slotsFor(discretes);

  const recompute = (t: number, x: Float64Array, d: Float64Array, row: Float64Array) => {
    stateSlots.forEach((slot, k) => {
      row[slot] = x[k];
    });
    discreteSlots.forEach((slot, k) => {
      row[slot] = d[k];
    });
    for (const signal of computed) row.set(signal.values!(t, x, d), slotsOf.get(signal.name)![0]);
  };
  const layout: SegmentLayout = {
    index,
    startTime: segment.times[0] ?? 0,
    width,
    signals,
    stateNames: states.flatMap((signal) =>
      signal.shape === undefined
        ? [signal.name]
        : Array.from({ length: count(signal) }, (_, k) => `${signal.name}[${k + 1}]`),
    ),
    stateSlots,
    discreteSlots,
    recompute,
  };
  const fill = (t: number, isAfter: boolean, row: Float64Array) => {
    const x = Float64Array.from(states.flatMap((signal) => signal.state!(t)));
    const d = Float64Array.from(discretes.flatMap((signal) => signal.discrete!(t, isAfter)));
    recompute(t, x, d, row);
  };
  return { layout, fill };
}

/** A sine with all kinds of signals: state, derivative, vectors, a matrix, aliases, constants, booleans, integers. */
export function oscillator(times: readonly number[], switchTime: number): SampleSegment {
  const isOn = (t: number, isAfter: boolean) => t > switchTime || (t === switchTime && isAfter);
  return {
    times,
    events: [switchTime],
    signals: [
      { name: "mass.s", unit: "m", description: "position", state: (t) => [Math.sin(t)] },
      { name: "mass.der(s)", unit: "m/s", kind: "derivative", values: (t) => [Math.cos(t)] },
      { name: "mass.v", unit: "m/s", description: "velocity", alias: ["mass.der(s)", 1] },
      { name: "r", unit: "m", description: 'place, in "world"', shape: [3], state: (t) => [t, t * t, t ** 3] },
      { name: "der(r)", unit: "m/s", kind: "derivative", shape: [3], values: (t) => [1, 2 * t, 3 * t * t] },
      { name: "on", type: "boolean", discrete: (t, isAfter) => [isOn(t, isAfter) ? 1 : 0] },
      { name: "count", type: "integer", discrete: (t, isAfter) => [isOn(t, isAfter) ? -7 : 3] },
      { name: "f", unit: "N", values: (_t, x, d) => [x[0] * (d[0] === 1 ? 2 : 1)] },
      { name: "reaction", unit: "N", alias: ["f", -1] },
      { name: "minusR", unit: "m", shape: [3], alias: ["r", -1] },
      { name: "m", shape: [2, 2], values: (t, x) => [t, x[0], x[0] / 3, 1e-300 * t] },
      { name: "secret", isHidden: true, values: (t) => [t] },
      { name: "k", unit: "N/m", description: "stiffness", constant: [400] },
      { name: "n", constant: [0, 0, 1], shape: [3] },
    ],
  };
}

/** A rod that is refined at t = 1: T has three, then five elements; "a.x" ends, "b.y" begins. */
export function refinedRod(): SampleSegment[] {
  const temperatures = (n: number) => (t: number) => Array.from({ length: n }, (_, i) => 300 + i + t);
  return [
    {
      times: grid(0, 1, 4),
      signals: [
        { name: "T", unit: "K", shape: [3], state: temperatures(3) },
        { name: "a.x", unit: "m", values: (t) => [10 * t] },
        { name: "q", values: (t) => [t] },
        { name: "part", alias: ["q", -1] },
        { name: "size", constant: [3], type: "integer" },
      ],
    },
    {
      times: grid(1, 2, 4),
      signals: [
        { name: "b.y", unit: "m", values: (t) => [-t] },
        { name: "T", unit: "K", shape: [5], state: temperatures(5) },
        { name: "q", values: (t) => [t] },
        { name: "part", alias: ["q", -1] },
        { name: "size", constant: [5], type: "integer" },
      ],
    },
  ];
}

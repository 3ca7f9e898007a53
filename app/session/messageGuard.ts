/**
 * What comes from the engine may come from a model that has taken the engine over: every message is checked before the page uses it,
 * and there are only so many of them. What is refused here ends the engine.
 */
import type { EngineMessage } from "../protocol.ts";

/** Messages per second in the long run, and at once: more than the engine sends, and no burden to the page. */
const perSecond = 2000;
const atOnce = 20_000;
/** Numbers that the page keeps of one engine: 1 GB. */
const mostNumbers = 2 ** 27;
/** Characters of a text, and entries of a list. */
const longestText = 100_000;
const longestList = 1_000_000;

type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const number: Check = (value) => typeof value === "number";
const count: Check = (value) => Number.isInteger(value) && (value as number) >= -1;
const flag: Check = (value) => typeof value === "boolean";
const text: Check = (value) => typeof value === "string" && value.length <= longestText;
const map: Check = (value) => value instanceof Map && value.size <= longestList;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= longestList && value.every((entry) => check(entry));
const record =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]));
const plain: Check = (value) =>
  ["number", "boolean", "string", "undefined"].includes(typeof value) || list(plain)(value);
const integers: Check = (value) => value instanceof Int32Array;

const error = record({
  code: text,
  what: text,
  where: text,
  because: text,
  hint: text,
  place: optional(record({ line: number })),
});
const signal = record({
  name: text,
  unit: text,
  description: text,
  kind: text,
  type: text,
  shape: list(count),
  slots: integers,
  factors: (value) => value instanceof Float64Array,
  isHidden: flag,
});
const event = record({ time: number, cause: text, kind: text, changed: list(text), iterations: number });
const batch = record({
  times: (value) => value instanceof Float64Array,
  kinds: (value) => value instanceof Uint8Array && value.every((kind) => kind <= 2),
  values: (value) => value instanceof Float64Array,
  events: list(record({ after: count, record: event })),
  steps: (value) => value instanceof Float64Array,
});
const layout = record({
  index: count,
  startTime: number,
  width: (value) => count(value) && (value as number) >= 0 && (value as number) <= longestList,
  signals: list(signal),
  stateNames: list(text),
  stateSlots: integers,
  discreteSlots: integers,
});
const summary = record({
  model: text,
  startTime: number,
  stopTime: number,
  endTime: number,
  status: text,
  tolerance: number,
  statistics: isObject,
  warnings: list(() => true),
  parameters: map,
});

const point: Check = (value) => Array.isArray(value) && value.length === 2 && value.every((entry) => number(entry));
const corners: Check = (value) => Array.isArray(value) && value.length === 2 && value.every((entry) => point(entry));
const iconPlace = record({ extent: corners, origin: point, rotation: number });
const icon = record({
  extent: corners,
  shapes: list(
    record({
      kind: text,
      points: list(point),
      origin: point,
      rotation: number,
      stroke: optional(list(number)),
      fill: optional(list(number)),
      width: number,
      text,
    }),
  ),
});

/** Components may be made of components; the depth of a message is bounded by its structured clone. */
const outline: Check = record({
  components: list(
    record({
      name: text,
      description: text,
      connectors: list(
        record({
          name: text,
          type: optional(text),
          domain: text,
          direction: text,
          variables: list(list(text)),
          place: optional(iconPlace),
        }),
      ),
      parameters: list(
        record({
          name: text,
          value: optional(number),
          values: optional(list(number)),
          unit: text,
          description: text,
          min: optional(number),
          max: optional(number),
        }),
      ),
      needs: optional(list(text)),
      inside: optional((value) => outline(value)),
      type: optional(text),
      icon: optional(icon),
      place: optional(iconPlace),
      isInherited: optional(flag),
    }),
  ),
  connections: list(list(text)),
  lines: optional(list((value) => Array.isArray(value) && text(value[0]) && list(point)(value[1]))),
});

const kinds: Readonly<Record<EngineMessage["kind"], Check>> = {
  ready: () => true,
  print: record({ lines: list(record({ text, isError: flag })) }),
  translated: record({
    model: record({ model: count, name: text, parameters: list(record({ name: text, value: plain })), facts: text }),
  }),
  outline: record({ outline: (value) => outline(value) }),
  classes: record({ names: list(text), chosen: text }),
  plots: record({ panels: list(list(text)) }),
  begin: record({
    start: record({
      run: count,
      model: count,
      name: text,
      startTime: number,
      stopTime: number,
      tolerance: number,
      changes: text,
    }),
  }),
  signals: record({ run: count, signals: list(signal) }),
  segment: record({ run: count, layout, attachments: map }),
  rows: record({ run: count, batch }),
  progress: record({ run: count, fraction: number }),
  equations: record({ blocks: list(record({ unknowns: list(text), lines: list(text), system: text })) }),
  study: record({ text }),
  limited: record({ run: count, text }),
  controls: record({
    controls: list(
      record({
        name: text,
        kind: text,
        value: plain,
        unit: text,
        description: text,
        min: optional(number),
        max: optional(number),
      }),
    ),
  }),
  pace: record({ run: count, pace: record({ time: number, factor: number, isRunning: flag }) }),
  refused: record({ error }),
  end: record({ run: count, summary }),
  failedRun: record({ run: count, error }),
  done: record({ error: optional(error) }),
};

export class MessageGuard {
  /** Numbers per row of each run. */
  private readonly widths = new Map<number, number>();
  private numbers = 0;
  /** Messages that may still come at `countedAt`. */
  private left = atOnce;
  private countedAt = Number.NEGATIVE_INFINITY;

  /** The message, if it is one; throws with the reason if it is not, or one too many. `now` in milliseconds. */
  accept(message: unknown, now: number): EngineMessage {
    this.left = Math.min(atOnce, this.left + ((now - this.countedAt) / 1000) * perSecond) - 1;
    this.countedAt = now;
    if (this.left < 0) throw new Error("The model sends more than the page can take.");
    const kind = isObject(message) ? message["kind"] : undefined;
    if (typeof kind !== "string" || !Object.hasOwn(kinds, kind) || !kinds[kind as EngineMessage["kind"]](message))
      throw new Error("The model has changed what the engine says.");
    const known = message as EngineMessage;
    this.countNumbers(known);
    return known;
  }

  private countNumbers(message: EngineMessage): void {
    if (message.kind === "segment") {
      const { layout } = message;
      const slots = [...layout.signals.map((known) => known.slots), layout.stateSlots, layout.discreteSlots];
      if (slots.some((list) => list.some((slot) => slot >= layout.width))) throw new Error("A signal has no column.");
      this.widths.set(message.run, layout.width);
    }
    if (message.kind !== "rows") return;
    const { times, kinds: rowKinds, values } = message.batch;
    if (rowKinds.length !== times.length || values.length !== times.length * (this.widths.get(message.run) ?? -1))
      throw new Error("Rows do not have as many numbers as was said.");
    this.numbers += values.length + times.length + message.batch.steps.length;
    if (this.numbers > mostNumbers)
      throw new Error("The runs have more numbers than the page can keep; choose an interval.");
  }
}

import { describe, expect, it } from "vitest";
import { Recorder } from "../../src/results/recorder.ts";
import { recordingOf } from "../../src/results/result.ts";
import { rowsWithoutSilent } from "../../src/results/soundRows.ts";
import { eventAt, grid, playRun } from "./sampleRun.ts";

/** Rows at 0, 1 (twice), 2 (twice), 3, with events of these kinds at 1 and 2. */
function rows(...events: readonly (readonly [time: number, kind: "silent" | "time"])[]): number[] | undefined {
  const recorder = new Recorder();
  const heard = new Proxy(recorder, {
    get: (target, name) =>
      name === "event"
        ? ({ time }: { time: number }) => {
            for (const [at, kind] of events) if (at === time) target.event({ ...eventAt(at), kind });
          }
        : (Reflect.get(target, name) as (...given: unknown[]) => unknown).bind(target),
  });
  playRun(heard, [{ times: grid(0, 3, 3), events: [1, 2], signals: [{ name: "x", values: (t) => [t] }] }]);
  const found = rowsWithoutSilent(recordingOf(recorder.result));
  return found && [...found];
}

describe("rows that other tools have too", () => {
  it("are all of them without silent events", () => {
    expect(rows([1, "time"], [2, "time"])).toBeUndefined();
  });

  it("are those that are not at silent events", () => {
    expect(rows([1, "silent"], [2, "time"])).toEqual([0, 3, 4, 5]);
    expect(rows([1, "silent"], [2, "silent"])).toEqual([0, 5]);
  });

  it("are those, too, at which something else happens at the same time", () => {
    expect(rows([1, "silent"], [1, "time"], [2, "silent"])).toEqual([0, 1, 2, 5]);
  });
});

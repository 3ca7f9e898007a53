import { instantiate, Model, type ModelSource, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const elements = [10, 20, 30, 40, 50];
const run = (source: ModelSource, stopTime: number) =>
  simulate(instantiate(Model({ A: elements, ...source })), { stopTime, interval: 0.25 });

describe("an element that is chosen while a model runs", () => {
  it("is the one with the number that the index has", () => {
    const result = run({ equations: "k = integer(time) + 1; y = A[k]; z = 2*A[6 - k] + A[k]" }, 4.9);
    const { time, values } = result.signal("y");
    // at its last instant a step has the index before the event
    const events = result.events.map((event) => event.time);
    for (let row = 0; row < time.length; row++) {
      if (events.some((event) => Math.abs(event - time[row]!) < 1e-9)) continue;
      expect(values[row]).toBe(elements[Math.floor(time[row]!)]);
      expect(result.at(time[row]!, "z")).toBe(2 * elements[4 - Math.floor(time[row]!)]! + values[row]!);
    }
    expect(time.length).toBeGreaterThan(20);
  });

  it("is not asked for in a branch that is not active", () => {
    const result = run({ equations: "k = integer(time) + 1; y = if k <= 5 then A[k] else -1" }, 7);
    expect(result.at(4.5, "y")).toBe(50);
    expect(result.at(6.5, "y")).toBe(-1);
  });

  it.each([
    [
      "beyond the last one",
      "k = integer(time) + 3; y = A[k]",
      /"y" is NaN.*the index 6 in it is not the number of an/s,
    ],
    ["before the first one", "k = 2 - integer(time); y = A[k] + 1", /"y" is NaN.*the index 0 in it is not the number/s],
    ["between two", "k = 1 + time; y = A[k]", /"y" is NaN.*the index 1\.\d+ in it is not the number of an element/s],
  ])("ends the run with its index where there is none: %s", (_, equations, message) => {
    expect(() => run({ equations }, 5)).toThrow(message);
  });

  it("follows an index that a delay or the start of the run decides about", () => {
    const delayed = run({ equations: "k = if delay(time, 1) > 0.5 then 2 else 1; y = A[k]" }, 3);
    expect([delayed.at(1, "y"), delayed.at(2.5, "y")]).toEqual([10, 20]);
    const later = run({ equations: "k = if initial() then 1 else 3; y = A[k]" }, 3);
    expect(later.final("y")).toBe(elements[later.final("k") - 1]);
  });

  it("acts on what is integrated from the event on at which the index changes", () => {
    const x = Var({ init: 0 });
    const result = run(
      { x, k: Var({ init: 1 }), equations: "when time > 1 then k = pre(k) + 2 end; der(x) = A[k]" },
      2,
    );
    expect(result.final("x")).toBeCloseTo(10 + 30, 5);
  });
});

/** What those who look for supporting rows are told of a step: states alone without a model, their slopes by the solver's curve. */
import { describe, expect, it } from "vitest";
import type { ExaminedValues } from "../../src/results/resultSink.ts";
import type { SlopesAt } from "../../src/results/rowError.ts";
import { Support, SupportMaker } from "../../src/results/support.ts";
import { twoSinks } from "../../src/results/twoSinks.ts";
import { layoutOf, scalar } from "./layouts.ts";

const layout = layoutOf([scalar("y", 0), scalar("x", 1, "state"), scalar("f", 2), scalar("n", 3, "discrete")], {
  stateSlots: Int32Array.of(1),
  furtherSlots: Int32Array.of(2),
});

interface Told {
  from: number;
  to: number;
  values: ExaminedValues | undefined;
  slopesAt: SlopesAt | undefined;
}

const listener = (told: Told[]) =>
  ({
    examine: (from: number, to: number, values?: ExaminedValues, slopesAt?: SlopesAt) =>
      told.push({ from, to, values, slopesAt }),
  }) as never;

describe("of a step", () => {
  it("states are known, with what goes with them, and nothing else", () => {
    const told: Told[] = [];
    const support = new Support(listener(told), undefined, layout);
    support.examine({ from: 1, to: 3, statesAt: (t) => Float64Array.of(t ** 2, -t) });
    const [{ from, to, values, slopesAt }] = told as [Told];
    expect([from, to, slopesAt]).toEqual([1, 3, undefined]);
    expect(values).toMatchObject({ corners: [], hasUnknownCorners: false, isCostly: false });
    expect([...values!.rowAt(1.5)]).toEqual([Number.NaN, 2.25, -1.5, Number.NaN]);
  });

  it("others know what the run knows, and slopes of states by the curve, inside of the step alone", () => {
    const told: Told[] = [];
    const asked: number[] = [];
    const statesAt = (t: number): Float64Array => {
      asked.push(t);
      return Float64Array.of(t ** 2, -3 * t);
    };
    const values = { rowAt: () => new Float64Array(4), corners: [], hasUnknownCorners: true, isCostly: true };
    const support = new Support(undefined, listener(told), layout);
    support.examine({ from: 1, to: 3, statesAt, values: () => values });
    support.examine({ from: 1, to: 3, statesAt });
    expect(told.map((one) => one.values)).toEqual([values, undefined]);
    const slopesAt = told[0]!.slopesAt!;
    // differences over 10⁻⁴ of the step to both sides, and to one at its ends
    expect(slopesAt(2)[1]).toBeCloseTo(4, 10);
    expect(slopesAt(2)[2]).toBeCloseTo(-3, 10);
    expect(slopesAt(1)[1]).toBeCloseTo(2 + 2e-4, 10);
    expect(slopesAt(3)[1]).toBeCloseTo(6 - 2e-4, 10);
    expect(asked.map((t) => Math.round(1e6 * t) / 1e6)).toEqual([
      ...[2.0002, 1.9998, 2.0002, 1.9998],
      ...[1.0002, 1, 3, 2.9998],
    ]);
  });

  it("rows are kept for states, for all others, or for all of them", () => {
    const maker = new SupportMaker(
      {
        ...layout,
        recompute: () => {
          throw new Error("nothing is computed for what is kept");
        },
      },
      1e-6,
    );
    const kept = [maker.forStates, maker.forOthers("all"), maker.forAll].map((rows) => {
      rows.keep(0, Float64Array.of(1, 2, 3, 4));
      const row = new Float64Array(4);
      rows.values!.readKept(0, row);
      return [...row];
    });
    const none = Number.NaN;
    expect(kept).toEqual([
      [none, 2, 3, none],
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);
  });
});

it("two sinks are told everything, each as far as it listens", () => {
  const heard: string[] = [];
  const sink = (name: string) =>
    Object.fromEntries(
      ["beginSegment", "record", "event", "examine", "leaveUnexamined", "end"].map((call) => [
        call,
        (...given: unknown[]) => heard.push(`${name} ${call} ${given.join(" ")}`),
      ]),
    ) as never;
  const tell = (both: ReturnType<typeof twoSinks>): string[] => {
    both.beginSegment("layout" as never);
    both.record(1, "row" as never, 2);
    both.event("event" as never);
    both.examine!("step" as never);
    both.leaveUnexamined!(3);
    both.end("summary" as never);
    return heard.splice(0);
  };
  const calls = [
    "beginSegment layout",
    "record 1 row 2",
    "event event",
    "examine step",
    "leaveUnexamined 3",
    "end summary",
  ];
  expect(tell(twoSinks(sink("a"), sink("b")))).toEqual(calls.flatMap((call) => [`a ${call}`, `b ${call}`]));
  const { examine: _, leaveUnexamined: __, ...deaf } = sink("c") as Record<string, unknown>;
  for (const both of [twoSinks(deaf as never, sink("d")), twoSinks(sink("d"), deaf as never)]) {
    const said = tell(both);
    expect(said).toHaveLength(10);
    expect(said.filter((line) => /examine|leave/.test(line))).toEqual(["d examine step", "d leaveUnexamined 3"]);
  }
});

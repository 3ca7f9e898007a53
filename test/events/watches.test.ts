/** What watches over events, each on its own: what they remember, when they speak, and what they say. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ChatteringWatch } from "../../src/events/chattering.ts";
import { ComponentAnswers } from "../../src/events/componentAnswers.ts";
import { EventCauses } from "../../src/events/eventCauses.ts";
import { Samplers } from "../../src/events/samplers.ts";
import { nextTimeEvent } from "../../src/events/timeEvents.ts";
import { timeScaleOf, timeSlackAt } from "../../src/events/timeSlack.ts";
import { ZenoWatch } from "../../src/events/zenoWatch.ts";

describe("chattering", () => {
  const noted = (times: readonly number[], span: number, cause = (_: number) => "h < 0") => {
    const watch = new ChatteringWatch();
    times.forEach((time, k) => watch.note(time, cause(k), span));
  };
  const evenly = (count: number, duration: number) => Array.from({ length: count }, (_, k) => (k / 199) * duration);

  it("is 200 events within a ten-millionth of the run, of any length", () => {
    for (const span of [1e-3, 1, 50]) {
      expect(() => noted(evenly(200, 0.99e-7 * span), span)).toThrow("E-CHATTERING");
      expect(() => noted(evenly(199, 0.5e-7 * span), span)).not.toThrow();
      expect(() => noted(evenly(200, 1.01e-7 * span), span)).not.toThrow();
      // the last 200 count, wherever they are
      expect(() => noted([0, 1e-3 * span, ...evenly(200, 0.99e-7 * span).map((t) => t + 0.5 * span)], span)).toThrow();
      expect(() =>
        noted([0, 1e-3 * span, ...evenly(199, 0.5e-7 * span).map((t) => t + 0.5 * span)], span),
      ).not.toThrow();
    }
    expect(() => noted(new Array<number>(200).fill(2), 0)).toThrow("E-CHATTERING");
  });

  it("names the three most frequent causes, the worst first", () => {
    const causes = (k: number) => (k < 20 ? "a" : k < 110 ? "b" : k < 140 ? "c" : k < 150 ? "d" : "e");
    expect(() => noted(evenly(200, 1e-9), 1, causes)).toThrow(
      expect.objectContaining({
        what: "200 events happened within 1.00e-9 s before t = 1e-9.",
        because: "b (90 times); e (50 times); c (30 times)",
        hint: expect.stringMatching(/slides along a switching surface/),
        data: { time: 1e-9, duration: 1e-9, causes: ["b", "e", "c"] },
      }),
    );
  });
});

describe("events that accumulate", () => {
  const warning = (value: 0 | 1, before: number, after: number, beyond: number, now: 0 | 1 = value) => {
    const watch = new ZenoWatch();
    watch.note(1, "h < 0", 2.5, value, before, after);
    const said = watch.check(Float64Array.of(7, now), () => (value === 1 ? beyond : -beyond), Float64Array.of(9, 0.01));
    return { said, isWatching: watch.isWatching };
  };

  it("are told when a reinit has stopped what went through, and it goes on beyond a hundred hystereses", () => {
    for (const [value, sign] of [
      [1, 1],
      [0, -1],
    ] as const) {
      const told = warning(value, 2 * sign, 0.01 * sign, 1.01);
      expect(told.said).toMatch(
        new RegExp(`^W-ZENO {2}h < 0 stays ${value === 1} after the reinit at t = 2.5, its 1. time`),
      );
      expect(told.said).toMatch(/goes on, and its when clause does not act again.*set when a rebound is slow\.$/);
      expect(told.isWatching).toBe(false);
      // turned back altogether
      expect(warning(value, 2 * sign, -2 * sign, 1.01).said).not.toBe("");
      // exactly a hundredth is stopped, more is not
      expect(warning(value, 2 * sign, 0.02 * sign, 1.01).said).not.toBe("");
      expect(warning(value, 2 * sign, 0.021 * sign, 1.01)).toEqual({ said: "", isWatching: false });
      // it did not go that way at all
      expect(warning(value, -2 * sign, -3 * sign, 1.01)).toEqual({ said: "", isWatching: false });
      expect(warning(value, 0, 0, 1.01)).toEqual({ said: "", isWatching: false });
      // not far yet, or back again
      expect(warning(value, 2 * sign, 0, 1)).toEqual({ said: "", isWatching: true });
      expect(warning(value, 2 * sign, 0, Number.NaN)).toEqual({ said: "", isWatching: true });
      expect(warning(value, 2 * sign, 0, 1.01, value === 1 ? 0 : 1)).toEqual({ said: "", isWatching: false });
    }
  });

  it("are told once, with how often it happened", () => {
    const watch = new ZenoWatch();
    for (let k = 0; k < 3; k++) watch.note(0, "h < 0", k, 1, 1, 0);
    const check = () => watch.check(Float64Array.of(1), () => 5, Float64Array.of(0.01));
    expect(check()).toContain("its 3. time");
    watch.note(0, "h < 0", 4, 1, 1, 0);
    expect([watch.isWatching, check()]).toEqual([false, ""]);
  });
});

describe("answers of components", () => {
  it("are taken once", () => {
    const answers = new ComponentAnswers();
    expect(answers.takePass()).toEqual({ wantsAnother: false, hasSetStates: false });
    answers.iterateAgain();
    expect(answers.takePass()).toEqual({ wantsAnother: true, hasSetStates: false });
    answers.stateWasSet();
    expect(answers.takePass()).toEqual({ wantsAnother: false, hasSetStates: true });
    expect(answers.takePass()).toEqual({ wantsAnother: false, hasSetStates: false });
    answers.report("one");
    answers.report("two");
    expect([answers.takeReports(), answers.takeReports()]).toEqual([["one", "two"], []]);
    expect(answers.takeSegmentCause()).toBe("");
    answers.restartSegment("");
    expect([answers.takeSegmentCause(), answers.takeSegmentCause()]).toEqual(["restart", ""]);
    answers.restartSegment("attach");
    expect(answers.takeSegmentCause()).toBe("attach");
    expect(answers.terminateCause).toBe("");
    answers.terminate("");
    expect(answers.terminateCause).toBe("terminated");
    answers.terminate("landed");
    expect(answers.terminateCause).toBe("landed");
  });

  it("of a first step: the smallest that is positive", () => {
    const answers = new ComponentAnswers();
    const nothing = { firstStep: Number.POSITIVE_INFINITY, hasNewCouplings: false };
    expect(answers.takeRestart()).toEqual(nothing);
    for (const size of [0, 3, -1, 2, 5]) answers.firstStepAtMost(size);
    answers.couplingsChanged();
    expect(answers.takeRestart()).toEqual({ firstStep: 2, hasNewCouplings: true });
    expect(answers.takeRestart()).toEqual(nothing);
  });

  it("of a next event: the earliest that is still to come", () => {
    const answers = new ComponentAnswers();
    const wish = (time: number, now: number) => {
      answers.nextEventAt(time, now, `at ${time}`);
      return answers.nextEvent;
    };
    expect(answers.nextEvent).toBe(Number.POSITIVE_INFINITY);
    expect([wish(1, 1), wish(0, 1)]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect([wish(5, 1), wish(7, 1), wish(4, 1)]).toEqual([5, 5, 4]);
    // 4 has come true
    expect([wish(9, 4), wish(8, 4), wish(10, 4)]).toEqual([9, 8, 8]);
  });
});

describe("causes of events", () => {
  it("are counted, and the most frequent one is named beside the last", () => {
    const causes = new EventCauses();
    expect(causes.isEmpty).toBe(true);
    causes.note("a");
    expect([causes.isEmpty, causes.describe()]).toEqual([false, 'the last event was "a"']);
    for (const cause of ["b", "b", "c"]) causes.note(cause);
    expect(causes.describe()).toBe('the last event was "c"; the most frequent one "b" (2 of the last 4)');
  });

  it("are forgotten after ten thousand events, or a hundred causes", () => {
    const many = new EventCauses();
    for (let k = 0; k < 10_000; k++) many.note("a");
    expect(many.describe()).toContain("(10000 of the last 10000)");
    many.note("b");
    expect(many.describe()).toBe('the last event was "b"');
    const different = new EventCauses();
    for (let k = 0; k < 100; k++) different.note(`c${k}`);
    different.note("c7");
    expect(different.describe()).toContain('"c7" (2 of the last 101)');
    different.note("new");
    expect(different.describe()).toBe('the last event was "new"');
  });
});

describe("clocks", () => {
  const samplers = (...clocks: readonly (readonly [start: number | undefined, interval: number])[]) => {
    const made = new Samplers(
      clocks.map(([start, interval]) => ({ start, interval, text: "Clock(…)" })) as never,
      (e) => e as never,
    );
    made.begin(2, 1e-13);
    return made;
  };

  it("tick at start + k·interval, from their start on, and once at each", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -5, max: 5, noNaN: true }),
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        fc.nat(50),
        (start, interval, k) => {
          const clock = samplers([start, interval]);
          const tick = start + k * interval;
          expect(clock.setTicks(tick, 1e-12)).toBe(true);
          expect([...clock.ticks]).toEqual([1]);
          // at the same time, and a little later, it is the same tick, which has been
          expect([clock.setTicks(tick, 1e-12), clock.ticks[0]]).toEqual([false, 0]);
          expect(clock.setTicks(tick + 1e-13, 1e-12)).toBe(false);
          expect(clock.setTicks(tick + 0.5 * interval, 1e-12)).toBe(false);
          expect(clock.setTicks(start - interval, 1e-12)).toBe(false);
          expect(clock.nextAfter(tick, 1e-12)).toBe(start + (k + 1) * interval);
          expect(clock.nextAfter(tick + 0.4 * interval, 1e-12)).toBe(start + (k + 1) * interval);
          expect(clock.nextAfter(start - 7, 1e-12)).toBe(start);
          clock.setTicks(tick, 1e-12);
          clock.clearTicks();
          expect([...clock.ticks]).toEqual([0]);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("begin with the run without a start of their own, and forget their last tick with the next run", () => {
    const clock = samplers([undefined, 0.5], [0, 3]);
    expect([clock.nextAfter(0, 1e-13), clock.nextAfter(2, 1e-13), clock.nextAfter(2.5, 1e-13)]).toEqual([2, 2.5, 3]);
    expect(clock.setTicks(2, 1e-13)).toBe(true);
    expect([...clock.ticks]).toEqual([1, 0]);
    clock.begin(2, 1e-13);
    expect(clock.setTicks(2 + 1e-14, 1e-13)).toBe(true);
    expect(samplers().nextAfter(0, 1)).toBe(Number.POSITIVE_INFINITY);
  });

  it("need an interval that is longer than an instant, and a start that is finite", () => {
    const refused = (because: string, interval: number) =>
      expect.objectContaining({
        code: "E-CLOCK",
        what: `The interval of Clock(…) is ${interval}.`,
        because,
        data: { interval },
      });
    expect(() => samplers([0, 2e-13])).toThrow(refused("instants closer than 2e-13 s are one instant", 2e-13));
    for (const interval of [0, -1])
      expect(() => samplers([0, interval])).toThrow(refused("a clock needs a positive interval", interval));
    expect(() => samplers([Number.POSITIVE_INFINITY, 1])).toThrow("E-CLOCK");
    expect(() => samplers([0, 2.1e-13])).not.toThrow();
    expect(() => samplers([0, Number.NaN])).toThrow(
      expect.objectContaining({ hint: "sample(start, interval) and Clock(start, interval): the interval comes last" }),
    );
  });
});

describe("the next event by the clock", () => {
  const model = (relations: readonly number[], tick: number, jump: number, corner: number, wish: number) => ({
    timeScale: 1,
    program: {
      state: {
        relations: [
          { timeEvent: undefined, text: "x > 1" },
          ...relations.map((at, k) => ({ timeEvent: { at, becomesTrue: k % 2 === 0 }, text: `time > ${at}` })),
        ],
      },
    },
    value: (e: number) => e,
    samplers: { nextAfter: () => tick },
    delays: { nextJump: jump, nextCorner: corner },
    hidden: { answers: { nextEvent: wish, nextCause: "a corner" } },
  });
  const next = (...given: Parameters<typeof model>) => nextTimeEvent(model(...given) as never, 1);
  const never = Number.POSITIVE_INFINITY;

  it("is the earliest of all that lie behind now, by more than an instant", () => {
    expect(next([], never, never, never, never)).toEqual({ time: never, cause: "", kind: "time" });
    expect(next([5, 3], 4, 4, 4, 4)).toEqual({ time: 3, cause: "time > 3 became false", kind: "time" });
    expect(next([3, 5], 4, 4, 4, 4)).toEqual({ time: 3, cause: "time > 3 became true", kind: "time" });
    expect(next([5], 3, 4, 4, 4)).toEqual({ time: 3, cause: "clock tick", kind: "clock" });
    expect(next([5], 4, 3, 4, 4)).toEqual({ time: 3, cause: "jump of a delayed signal", kind: "time" });
    expect(next([5], 4, 4, 3, 4)).toEqual({ time: 3, cause: "corner of a delayed signal", kind: "time" });
    expect(next([5], 4, 4, 4, 3)).toEqual({ time: 3, cause: "a corner", kind: "time" });
    // what is now, or was, does not come again
    const now = 1 + 0.9e-13;
    expect(next([now, 0], never, now, now, now)).toEqual({ time: never, cause: "", kind: "time" });
    expect(next([1 + 1.2e-13], never, never, never, never).time).toBe(1 + 1.2e-13);
    // of two at once the first one that is named here gives the cause
    expect(next([3, 3], 3, 3, 3, 3).cause).toBe("time > 3 became true");
    expect(next([], 3, 3, 3, 3).kind).toBe("clock");
    expect(next([], 4, 3, 3, 3).cause).toBe("jump of a delayed signal");
    expect(next([], 4, 4, 3, 3).cause).toBe("corner of a delayed signal");
  });
});

it("times within a ten-trillionth of themselves, or of a second, are one instant; short runs have short instants", () => {
  expect([timeSlackAt(0, 1), timeSlackAt(-4, 1), timeSlackAt(0, 1e-6)]).toEqual([1e-13, 4e-13, 1e-19]);
  expect([timeScaleOf(0, 10), timeScaleOf(0, 0.5), timeScaleOf(2, 1.5), timeScaleOf(3, 3), timeScaleOf(0, 1)]).toEqual([
    1, 0.5, 0.5, 1, 1,
  ]);
});

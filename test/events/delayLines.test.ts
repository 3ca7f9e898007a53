import { describe, expect, it } from "vitest";
import { createDelayLines, type DelayLines } from "../../src/events/delayLines.ts";

/** One line that remembers x(t), and what has been asked of x. */
function lineOf(x: (t: number) => number, delay: number, { sign = 1, isHeld = false, tolerance = 1e-6 } = {}) {
  const V = new Float64Array(3);
  const asked: number[] = [];
  const lines: DelayLines = createDelayLines(
    [{ variable: 1, sign }] as never,
    [delay],
    () => isHeld,
    () => [],
  );
  const moveTo = (t: number): void => {
    asked.push(t);
    V[1] = x(t);
  };
  return {
    lines,
    asked,
    event: (t: number, value = x(t)): void => {
      V[1] = value;
      lines.recordEvent(t, V);
    },
    step: (from: number, to: number): void => lines.recordStep(from, to, moveTo, V, tolerance),
    at: (t: number, T = delay): number => lines.value(0, t, T, V),
  };
}
const quartic = (t: number): number => 1 + t - 2 * t ** 2 + 0.5 * t ** 3 - 0.1 * t ** 4;

describe("the past of a variable", () => {
  it("of degree 4 is exact between the points of a step, with either sign, and constant before the start", () => {
    for (const sign of [1, -1]) {
      const line = lineOf(quartic, 0.25, { sign });
      expect(line.at(0.5)).toBe(sign * 0);
      line.event(0);
      expect(line.at(0)).toBe(sign);
      line.step(0, 1);
      line.step(1, 3);
      for (const t of [0.3, 0.7, 1.2, 1.25, 1.3, 2, 3.25]) expect(line.at(t)).toBeCloseTo(sign * quartic(t - 0.25), 12);
      for (const t of [-1, 0, 0.2, 0.25]) expect(line.at(t)).toBe(sign);
      // behind the last point the polynomial of its step goes on
      expect(line.at(3.5)).toBeCloseTo(sign * quartic(3.25), 12);
      expect(line.at(3.25)).toBe(sign * quartic(3));
    }
  });

  it("is asked at four points of a step, and at two more that must lie on the polynomial", () => {
    const line = lineOf(quartic, 1);
    line.event(0);
    line.step(0, 1);
    expect(line.asked).toEqual([0.25, 0.5, 0.75, 1, 0.115, 0.86]);
  });

  it("is cut into halves where it is off, as often as that helps and seven times at most", () => {
    const wave = lineOf((t) => Math.sin(6 * t), 1);
    wave.event(0);
    wave.step(0, 1);
    // 4 points, one that is off, and then the halves
    expect(wave.asked.slice(0, 6)).toEqual([0.25, 0.5, 0.75, 1, 0.115, 0.125]);
    for (let t = 1.01; t < 2; t += 0.01) expect(Math.abs(wave.at(t) - Math.sin(6 * (t - 1)))).toBeLessThan(1e-6);
    const corner = lineOf((t) => Math.abs(t - 0.3), 1);
    corner.event(0);
    corner.step(0, 1);
    // the shortest piece is 1/128 long, and has four points
    const sorted = [...new Set(corner.asked)].filter((t) => Number.isInteger(t * 512)).sort((a, b) => a - b);
    const gaps = sorted.slice(1).map((t, k) => t - sorted[k]!);
    expect(Math.min(...gaps)).toBe(1 / 512);
    for (const t of [1.1, 1.2, 1.29, 1.32, 1.5, 1.9]) expect(corner.at(t)).toBeCloseTo(Math.abs(t - 1.3), 10);
  });

  it("of a step too short to be divided, or to be examined, is its end", () => {
    const line = lineOf((t) => t, 1);
    line.event(1);
    line.step(1, 1 + Number.EPSILON);
    expect(line.asked).toEqual([1 + Number.EPSILON]);
    expect(line.at(2 + 2 * Number.EPSILON)).toBe(1 + Number.EPSILON);
    const tiny = lineOf((t) => t, 1);
    tiny.event(0);
    tiny.step(0, 1e-61);
    expect(tiny.asked).toHaveLength(4);
    tiny.step(1e-61, 1e-59);
    expect(tiny.asked).toHaveLength(10);
  });

  it("is kept however long it is", () => {
    const line = lineOf(quartic, 0.5);
    line.event(0);
    for (let k = 0; k < 100; k++) line.step(k / 100, (k + 1) / 100);
    for (let t = 0.505; t < 1.5; t += 0.05) expect(line.at(t)).toBeCloseTo(quartic(t - 0.5), 12);
  });

  it("refuses a delay that is negative", () => {
    const line = lineOf(quartic, Number.NaN);
    line.event(0);
    line.step(0, 1);
    expect(line.at(1.5, 0.75)).toBeCloseTo(quartic(0.75), 12);
    expect(line.at(1, 0)).toBe(quartic(1));
    expect(() => line.at(1, -0.1)).toThrow(
      expect.objectContaining({ code: "E-ARGUMENTS", where: "t = 1 s", data: { delay: -0.1, time: 1 } }),
    );
  });
});

describe("a jump", () => {
  it("comes back as an event, before which the past ends on its left side and behind which it begins on its right", () => {
    const line = lineOf((t) => t, 0.5);
    line.event(0);
    line.step(0, 1);
    expect(line.lines.nextJump).toBe(Infinity);
    line.event(1, 6);
    expect(line.lines.nextJump).toBe(1.5);
    // up to the event: the left side goes on
    expect(line.at(1.5)).toBe(1);
    expect(line.at(1.6)).toBeCloseTo(1.1, 12);
    line.lines.pass(1.4);
    expect(line.lines.nextJump).toBe(1.5);
    line.lines.pass(1.5);
    expect(line.lines.nextJump).toBe(Infinity);
    expect(line.at(1.5)).toBe(6);
    expect(line.at(1.4)).toBe(6);
    // whoever reads elsewhere has a place of his own
    const reader = line.lines.forReading();
    expect(reader.value(0, 1.25, 0.5, new Float64Array(3))).toBeCloseTo(0.75, 12);
    reader.readFrom(1.5);
    expect(reader.value(0, 1.5, 0.5, new Float64Array(3))).toBe(6);
    reader.readFrom(1.2);
    expect(reader.value(0, 1.25, 0.5, new Float64Array(3))).toBeCloseTo(0.75, 12);
    // while passing goes one way
    line.lines.pass(1.2);
    expect(line.at(1.4)).toBe(6);
  });

  it("that is rounding, or an event at which nothing happens, is none", () => {
    for (const to of [1, 1 + 1e-11]) {
      const line = lineOf((t) => t, 0.5);
      line.event(0);
      line.step(0, 1);
      line.event(1, to);
      expect(line.lines.nextJump).toBe(Infinity);
    }
    // rounding is measured by the largest value
    for (const [size, change, jumps] of [
      [1000, 5e-8, Infinity],
      [1000, 2e-7, 1.5],
      [0.001, 5e-14, Infinity],
      [0.001, 2e-13, 1.5],
    ] as const) {
      const line = lineOf(() => size, 0.5);
      line.event(0);
      line.step(0, 1);
      line.event(1, size + change);
      expect(line.lines.nextJump).toBe(jumps);
    }
  });

  it("behind a delay that changes is no event", () => {
    const line = lineOf((t) => t, Number.NaN);
    line.event(0);
    line.step(0, 1);
    line.event(1, 6);
    line.lines.pass(3);
    expect(line.lines.nextCorner).toBe(Infinity);
    expect(line.at(1.75, 0.5)).toBe(6);
    expect(line.at(1.25, 0.5)).toBeCloseTo(0.75, 12);
  });
});

describe("a corner", () => {
  it("of the start comes back, unless nothing moves there", () => {
    const moving = lineOf((t) => t, 0.5);
    moving.event(0);
    expect(moving.lines.nextCorner).toBe(0.5);
    moving.step(0, 1);
    expect(moving.lines.nextCorner).toBe(0.5);
    moving.lines.pass(0.5);
    expect(moving.lines.nextCorner).toBe(Infinity);
    const resting = lineOf((t) => 3 + t ** 2, 0.5);
    resting.event(0);
    resting.step(0, 1);
    expect(resting.lines.nextCorner).toBe(Infinity);
  });

  it("at an event comes back where the slopes of both sides differ", () => {
    const smooth = lineOf(quartic, 0.5);
    const bent = lineOf((t) => (t < 1 ? t : 2 * t - 1), 0.5);
    for (const line of [smooth, bent]) {
      line.event(0);
      line.step(0, 1);
      line.lines.pass(1);
      line.event(1);
      expect(line.lines.nextCorner).toBe(1.5);
      line.step(1, 2);
    }
    expect(smooth.lines.nextCorner).toBe(Infinity);
    expect(bent.lines.nextCorner).toBe(1.5);
  });

  it("stays where two events follow each other, or the step behind is too short to tell", () => {
    const twice = lineOf(quartic, 0.5);
    twice.event(0);
    twice.step(0, 1);
    twice.lines.pass(1);
    twice.event(1);
    twice.event(1);
    twice.step(1, 2);
    expect(twice.lines.nextCorner).toBe(1.5);
    const short = lineOf(() => 0, 0.5);
    short.event(1);
    short.step(1, 1 + Number.EPSILON);
    expect(short.lines.nextCorner).toBe(1.5);
    // too short a delay adds nothing to the time
    const vanishing = lineOf((t) => t, 1e-20);
    vanishing.event(1);
    expect(vanishing.lines.nextCorner).toBe(Infinity);
  });

  it("behind a jump comes back with it", () => {
    const after = lineOf((t) => (t < 1 ? 3 : 4), 0.5);
    after.event(0, 3);
    after.step(0, 0.99);
    after.lines.pass(0.99);
    after.event(0.99, 4);
    after.step(1, 2);
    expect(after.lines.nextCorner).toBe(1.49);
  });
});

describe("what changes at events only", () => {
  it("is not asked inside steps, and keeps its value between events", () => {
    const line = lineOf(() => 7, 0.5, { isHeld: true });
    expect(line.lines.isHeld(0)).toBe(true);
    line.event(0, 2);
    for (let t = 0; t < 1; t += 0.25) line.step(t, t + 0.25);
    expect(line.asked).toEqual([]);
    expect(line.lines.nextCorner).toBe(Infinity);
    line.event(1, 5);
    line.step(1, 2);
    expect(line.lines.nextJump).toBe(1.5);
    for (const t of [0, 0.5, 0.6, 1.2, 1.5]) expect(line.at(t)).toBe(2);
    line.lines.pass(1.5);
    for (const t of [1.5, 1.7, 2.5]) expect(line.at(t)).toBe(5);
  });

  it("may follow a long history without growing", () => {
    const line = lineOf(() => 7, 0.5, { isHeld: true });
    line.event(0, 2);
    for (let k = 0; k < 200; k++) {
      line.step(k, k + 1);
      if (k % 2 === 1) line.event(k + 1, k);
    }
    line.lines.pass(150.5);
    expect(line.at(150.5)).toBe(149);
    expect(line.at(150.2)).toBe(149);
    line.lines.readFrom(150.4);
    expect(line.at(150.4)).toBe(147);
  });

  it("is asked all the same when a delay changes", () => {
    expect(lineOf(() => 7, Number.NaN, { isHeld: true }).lines.isHeld(0)).toBe(false);
    expect(lineOf(() => 7, 0, { isHeld: true }).lines.isHeld(0)).toBe(false);
  });
});

/** Point-to-point paths against what they promise: the points are met, the limits are kept and one of them is reached, nothing jumps. */
import fc from "fast-check";
import { ptpPath } from "rattleback";
import { describe, expect, it } from "vitest";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const paths = fc.integer({ min: 1, max: 3 }).chain((count) =>
  fc.record({
    positions: fc.array(fc.array(number(-5, 5), { minLength: count, maxLength: count }), {
      minLength: 2,
      maxLength: 4,
    }),
    v_max: fc.array(number(0.1, 3), { minLength: count, maxLength: count }),
    a_max: fc.array(number(0.1, 9), { minLength: count, maxLength: count }),
    startTime: number(-2, 2),
  }),
);

describe("a point-to-point path", () => {
  it("with a phase of constant speed takes way/v + v/a, without one 2·√(way/a)", () => {
    const slow = ptpPath(["x"], { positions: [[1], [4]], v_max: [2], a_max: [4], startTime: 0.5 });
    expect([slow.startTime, slow.endTime]).toEqual([0.5, 0.5 + 3 / 2 + 2 / 4]);
    // speeding up for 0.5 s, 2 m/s for 1 s
    const at = (t: number) => Object.values(slow.at(0.5 + t)).map(([value]) => value);
    expect(at(0.25)).toEqual([1 + 2 * 0.25 ** 2, 1, 4]);
    expect(at(1)).toEqual([1.5 + 1, 2, 0]);
    expect(at(1.75)).toEqual([4 - 2 * 0.25 ** 2, 1, -4]);
    const short = ptpPath(["x"], { positions: [[0], [-1]], v_max: [9], a_max: [4] });
    expect(short.endTime).toBe(1);
    expect(short.at(0.25)).toEqual({ position: [-0.125], velocity: [-1], acceleration: [-4] });
    expect(short.at(0.75)).toEqual({ position: [-0.875], velocity: [-1], acceleration: [4] });
  });

  it("rests before its begin and behind its end, and where it has one point only", () => {
    const path = ptpPath(["a", "b"], {
      positions: [
        [1, 2],
        [3, 5],
      ],
      v_max: [1, 1],
      a_max: [1, 1],
      startTime: 1,
    });
    const resting = (position: number[]) => ({ position, velocity: [0, 0], acceleration: [0, 0] });
    for (const t of [0, 1]) expect(path.at(t)).toEqual(resting([1, 2]));
    for (const t of [path.endTime, 99]) expect(path.at(t)).toEqual(resting([3, 5]));
    expect(path.position("b", 99)).toBe(5);
    const point = ptpPath(["a"], { positions: [[7]], v_max: [1], a_max: [1] });
    for (const t of [-1, 0, 1]) expect(point.at(t)).toEqual({ position: [7], velocity: [0], acceleration: [0] });
    expect(point.endTime).toBe(0);
  });

  it("passes over ways that are shorter than roundings", () => {
    for (const [v_max, a_max] of [
      [1, 1],
      [1, 1e3],
      [1e3, 1],
    ] as const) {
      const path = ptpPath(["a"], { positions: [[0], [2e-13], [1]], v_max: [v_max], a_max: [a_max] });
      expect(path.segments).toHaveLength(1);
    }
    expect(ptpPath(["a"], { positions: [[0], [1e-9]], v_max: [1], a_max: [1] }).segments).toHaveLength(1);
  });

  it("meets its points, keeps its limits and reaches one of them, and its derivatives are those of its position", () => {
    fc.assert(
      fc.property(paths, (options) => {
        const { positions, v_max, a_max, startTime } = options;
        const names = v_max.map((_, j) => `q${j}`);
        const path = ptpPath(names, options);
        expect(path.startTime).toBe(startTime);
        let begin = startTime;
        path.segments.forEach((segment) => {
          expect(segment.begin).toBeCloseTo(begin, 12);
          begin += segment.duration;
          const middle = path.at(segment.begin + segment.duration / 2);
          // both phases are equally long, so half of the way is behind it
          segment.delta.forEach((way, j) => {
            expect(middle.position[j]! - segment.from[j]!).toBeCloseTo(way / 2, 9);
          });
          const use = (t: number) => {
            const { velocity, acceleration } = path.at(segment.begin + t);
            return [
              Math.max(...velocity.map((v, j) => Math.abs(v) / v_max[j]!)),
              Math.max(...acceleration.map((a, j) => Math.abs(a) / a_max[j]!)),
            ] as const;
          };
          const [speed] = use(segment.duration / 2);
          const [, force] = use(segment.Ta / 2);
          expect(speed).toBeLessThan(1 + 1e-9);
          expect(force).toBeCloseTo(1, 9);
          if (segment.Ta < segment.Tv) expect(speed).toBeCloseTo(1, 9);
        });
        expect(path.endTime).toBeCloseTo(begin, 12);
        const last = positions.at(-1)!;
        names.forEach((name, j) => {
          expect(path.position(name, path.endTime)).toBeCloseTo(last[j]!, 12);
        });
        // the function for equations: value, and both rates by the rule of the chain
        expect(path.function(names[0]!)).toMatchObject({
          results: [[]],
          derivative: { results: [[]], derivative: { results: [[]] } },
        });
        const { call, derivative } = path.function(names[0]!) as never as Chain;
        for (const share of [0.1, 0.4, 0.85]) {
          const t = startTime + share * (path.endTime - startTime);
          const { position, velocity, acceleration } = path.at(t);
          expect(call(t)).toBe(position[0]);
          expect(derivative.call(t, 2)).toBe(2 * velocity[0]!);
          expect(derivative.derivative.call(t, 2, 3, 5)).toBeCloseTo(6 * acceleration[0]! + 5 * velocity[0]!, 9);
          const h = 1e-6;
          if (
            path.segments.every(({ begin: t0, Ta, Tv, duration }) =>
              [0, Ta, Tv, duration].every((u) => Math.abs(t0 + u - t) > 2 * h),
            )
          )
            expect((call(t + h) - call(t - h)) / (2 * h)).toBeCloseTo(velocity[0]!, 6);
        }
      }),
      { numRuns: 60 },
    );
  });
});

interface Chain {
  call(t: number): number;
  derivative: {
    call(t: number, dt: number): number;
    derivative: { call(t: number, dt: number, dt2: number, ddt: number): number };
  };
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extrapolation, smoothness, timeEvents } from "../../../src/modelica/services/tables/kinds.ts";
import { Table1D } from "../../../src/modelica/services/tables/table1D.ts";
import { Table2D } from "../../../src/modelica/services/tables/table2D.ts";
import type { TableMatrix } from "../../../src/modelica/services/tables/tableMatrix.ts";
import { never, TimeTable } from "../../../src/modelica/services/tables/timeTable.ts";

const name = { table: "t" };
const matrix = (rows: number[][]): TableMatrix => ({
  rows: rows.length,
  columns: rows[0]!.length,
  values: Float64Array.from(rows.flat()),
});
const splines = [smoothness.akima, smoothness.fritschButland, smoothness.steffen, smoothness.modifiedAkima];
const curve = (rows: number[][], kind: number, outside: number = extrapolation.lastTwoPoints) =>
  new Table1D(name, matrix(rows), [2], kind, outside);

/** Strictly increasing abscissae with values. */
const points = fc
  .array(fc.tuple(fc.double({ min: 0.1, max: 2, noNaN: true }), fc.double({ min: -5, max: 5, noNaN: true })), {
    minLength: 2,
    maxLength: 8,
  })
  .map((steps) => {
    let x = -1;
    return steps.map(([h, y]) => [(x += h), y]);
  });

describe("a table over one variable", () => {
  it("goes through its points and is continuous, whatever the interpolation", () => {
    fc.assert(
      fc.property(points, fc.constantFrom(smoothness.linear, ...splines), (rows, kind) => {
        const table = curve(rows, kind);
        for (const [x, y] of rows) {
          expect(table.value(1, x!)).toBeCloseTo(y!, 10);
          expect(table.value(1, x! - 1e-9)).toBeCloseTo(table.value(1, x! + 1e-9), 5);
        }
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  it("has derivatives that agree with differences, inside and outside", () => {
    fc.assert(
      fc.property(
        points,
        fc.constantFrom(smoothness.linear, ...splines),
        fc.double({ min: -3, max: 12, noNaN: true }),
        (rows, kind, u) => {
          fc.pre(rows.every(([x]) => Math.abs(x! - u) > 2e-3));
          const table = curve(rows, kind);
          const h = 1e-4;
          const [a, b, c] = [table.value(1, u - h), table.value(1, u), table.value(1, u + h)];
          expect(Math.abs(table.derivative(1, u, 1) - (c - a) / (2 * h))).toBeLessThan(1e-4);
          expect(Math.abs(table.secondDerivative(1, u, 1, 0) - (c - 2 * b + a) / h ** 2)).toBeLessThan(1e-3);
        },
      ),
      { seed: 12, numRuns: 300 },
    );
  });

  it("reproduces straight lines with every interpolation, and holds, continues or repeats them outside", () => {
    const line = [-1, 0.5, 1, 3].map((x) => [x, 2 * x + 1]);
    for (const kind of [smoothness.linear, ...splines]) {
      for (const u of [-1, -0.3, 0.7, 2.9, 3]) expect(curve(line, kind).value(1, u)).toBeCloseTo(2 * u + 1, 12);
      expect(curve(line, kind).value(1, 5)).toBeCloseTo(11, 12);
      expect(curve(line, kind, extrapolation.hold).value(1, 5)).toBe(7);
      expect(curve(line, kind, extrapolation.periodic).value(1, 3.5)).toBeCloseTo(2 * -0.5 + 1, 12);
    }
  });

  it("keeps monotone data monotone with the two monotone interpolations", () => {
    const rows = [
      [0, 0],
      [1, 0.1],
      [2, 5],
      [3, 5.1],
      [4, 5.1],
      [6, 20],
    ];
    for (const kind of [smoothness.fritschButland, smoothness.steffen]) {
      const table = curve(rows, kind);
      for (let u = 0; u < 6; u += 0.01) expect(table.derivative(1, u, 1)).toBeGreaterThanOrEqual(-1e-12);
    }
  });

  it("reproduces parabolas in the middle with Akima's slopes on a uniform grid", () => {
    const rows = [0, 1, 2, 3, 4, 5].map((x) => [x, x * x]);
    for (const u of [0.3, 2.5, 4.6]) expect(curve(rows, smoothness.akima).value(1, u)).toBeCloseTo(u * u, 12);
  });

  it("is constant between points with constant segments, the last point included", () => {
    const table = curve(
      [
        [0, 1],
        [1, 2],
        [2, 7],
      ],
      smoothness.constant,
      extrapolation.hold,
    );
    expect([0, 0.99, 1, 1.5, 2, 9].map((u) => table.value(1, u))).toEqual([1, 1, 2, 2, 7, 7]);
  });

  it("takes the slope of the side towards which the variable moves", () => {
    const table = curve(
      [
        [0, 0],
        [1, 1],
        [2, 4],
      ],
      smoothness.linear,
    );
    expect([table.derivative(1, 1, 1), table.derivative(1, 1, -1)]).toEqual([3, -1]);
  });

  it("refuses what it cannot answer, with the numbers", () => {
    expect(() =>
      curve(
        [
          [0, 0],
          [1, 1],
        ],
        smoothness.linear,
        extrapolation.none,
      ).value(1, 1.5),
    ).toThrow(/1\.5.*0 … 1/s);
    expect(() =>
      curve(
        [
          [0, 0],
          [0, 1],
        ],
        smoothness.linear,
      ),
    ).toThrow(/strictly.*row 1 has 0, row 2 has 0/s);
    expect(() => curve([[0, Number.NaN]], smoothness.linear)).toThrow(/Row 1, column 2/);
    expect(() => new Table1D(name, matrix([[0, 1]]), [3], 1, 1)).toThrow(/Column 3/);
  });
});

describe("a table over time", () => {
  const rows = [
    [0, 0],
    [1, 0],
    [1, 1],
    [2, 4],
    [3, 9],
    [4, 16],
  ];
  const table = (options: Partial<ConstructorParameters<typeof TimeTable>[2]> = {}, data = rows) =>
    new TimeTable(name, matrix(data), {
      startTime: 0,
      shiftTime: 0,
      columns: [2],
      smoothness: smoothness.linear,
      extrapolation: extrapolation.lastTwoPoints,
      timeEvents: timeEvents.always,
      ...options,
    });

  it("has the left value while its event is still to come, and the right one after it", () => {
    const t = table();
    expect(t.value(1, 1, 1)).toBe(0);
    expect(t.value(1, 1, 2)).toBe(1);
    expect(t.value(1, 1.5, 2)).toBe(2.5);
    expect(t.value(1, 5, never)).toBe(23);
  });

  it("does not care on which side of a point rounding puts the time", () => {
    const t = table({ shiftTime: 0.1 });
    for (const rounding of [-1e-14, 0, 1e-14]) {
      expect(t.value(1, 1.1 + rounding, 2.1)).toBeCloseTo(1, 10);
      expect(t.value(1, 1.1 + rounding, 1.1)).toBeCloseTo(0, 10);
    }
  });

  it("announces its events: all points, jumps alone, or only the last point", () => {
    const events = (t: TimeTable) => {
      const found: number[] = [];
      for (let time = -1; found.length < 12; ) {
        time = t.nextTimeEvent(time);
        if (time === never) break;
        found.push(time);
      }
      return found;
    };
    expect(events(table({ startTime: 0.5 }))).toEqual([0.5, 1, 2, 3, 4]);
    expect(events(table({ timeEvents: timeEvents.atDiscontinuities }))).toEqual([0, 1, 4]);
    expect(events(table({ timeEvents: timeEvents.none }))).toEqual([0, 4]);
    expect(events(table({ timeEvents: timeEvents.none, extrapolation: extrapolation.periodic })).slice(0, 4)).toEqual([
      0, 4, 8, 12,
    ]);
  });

  it("repeats itself, with a jump from its last to its first value", () => {
    const t = table({ extrapolation: extrapolation.periodic });
    expect([t.value(1, 8, 8), t.value(1, 8, 9), t.value(1, 9.5, 10)]).toEqual([16, 0, 2.5]);
  });

  it("is zero before its start time", () => {
    const t = table({ startTime: 2 });
    expect([t.value(1, 1.5, 2), t.value(1, 2, 2), t.value(1, 2, 3)]).toEqual([0, 0, 4]);
  });

  it("differentiates within its intervals", () => {
    const t = table(
      { smoothness: smoothness.akima, timeEvents: timeEvents.none },
      [0, 1, 2, 3, 4].map((x) => [x, x * x]),
    );
    expect(t.derivative(1, 2.5, 4, 1)).toBeCloseTo(5, 12);
    expect(t.secondDerivative(1, 2.5, 4, 1, 0)).toBeCloseTo(2, 12);
  });
});

describe("a table over two variables", () => {
  const grid = (f: (a: number, b: number) => number, x1: number[], x2: number[]) =>
    matrix([[0, ...x2], ...x1.map((a) => [a, ...x2.map((b) => f(a, b))])]);
  const [x1, x2] = [
    [0, 1, 2, 3.5, 5],
    [-1, 0, 0.5, 2],
  ];

  it("reproduces bilinear functions everywhere, with every interpolation and outside too", () => {
    const f = (a: number, b: number) => 3 + 2 * a - b + 0.5 * a * b;
    for (const kind of [smoothness.linear, smoothness.akima, smoothness.modifiedAkima]) {
      const table = new Table2D(name, grid(f, x1, x2), kind, extrapolation.lastTwoPoints);
      for (const [a, b] of [
        [0.3, 0.1],
        [4, -0.5],
        [7, 3],
        [-2, 1],
        [1, 5],
      ] as const) {
        if (kind !== smoothness.modifiedAkima) expect(table.value(a, b)).toBeCloseTo(f(a, b), 11);
        expect(table.value(3.5, 0.5)).toBeCloseTo(f(3.5, 0.5), 11);
      }
    }
  });

  it("has partial derivatives that agree with differences", () => {
    const f = (a: number, b: number) => Math.sin(a) * Math.exp(b / 2);
    fc.assert(
      fc.property(
        fc.constantFrom(smoothness.linear, smoothness.akima),
        fc.integer({ min: -997, max: 5997 }).map((k) => k / 1000 + 0.0037),
        fc.integer({ min: -1997, max: 2997 }).map((k) => k / 1000 + 0.0041),
        (kind, a, b) => {
          fc.pre(x1.every((x) => Math.abs(x - a) > 1e-3) && x2.every((x) => Math.abs(x - b) > 1e-3));
          const table = new Table2D(name, grid(f, x1, x2), kind, extrapolation.lastTwoPoints);
          const h = 1e-4;
          const along = (da: number, db: number) =>
            (table.value(a + h * da, b + h * db) - table.value(a - h * da, b - h * db)) / (2 * h);
          const bend = (table.value(a + h, b + h) - 2 * table.value(a, b) + table.value(a - h, b - h)) / h ** 2;
          expect(Math.abs(table.derivative(a, b, 1, 0) - along(1, 0))).toBeLessThan(1e-5);
          expect(Math.abs(table.derivative(a, b, 0.3, 1) - along(0.3, 1))).toBeLessThan(1e-5);
          expect(Math.abs(table.secondDerivative(a, b, 1, 1, 0, 0) - bend)).toBeLessThan(1e-4);
        },
      ),
      { seed: 13, numRuns: 200 },
    );
  });

  it("is smooth across the lines of its grid with Akima's interpolation", () => {
    const table = new Table2D(
      name,
      grid((a, b) => Math.cos(a * b), x1, x2),
      smoothness.akima,
      extrapolation.hold,
    );
    for (const a of [1, 2, 3.5]) {
      expect(table.derivative(a - 1e-7, 0.2, 1, 0)).toBeCloseTo(table.derivative(a + 1e-7, 0.2, 1, 0), 5);
    }
  });

  it("takes the value of the corner at or below with constant segments", () => {
    const table = new Table2D(
      name,
      grid((a, b) => 10 * a + b, x1, x2),
      smoothness.constant,
      extrapolation.hold,
    );
    expect([table.value(1.9, 0.4), table.value(5, 2), table.value(9, 9)]).toEqual([10, 52, 52]);
  });

  it("continues constant segments by the plane through the last points, across the other axis too", () => {
    const plane = (a: number, b: number): number => 10 * a + b;
    const table = new Table2D(name, grid(plane, x1, x2), smoothness.constant, extrapolation.lastTwoPoints);
    expect(table.value(1.9, 0.4)).toBe(10);
    for (const [a, b] of [
      [1.9, 7],
      [1.9, -3],
      [9, 0.4],
      [-2, 9],
    ] as const)
      expect(table.value(a, b)).toBeCloseTo(plane(a, b), 12);
    // a single line holds everywhere, and its steps stay steps
    const line = new Table2D(name, grid(plane, [1], x2), smoothness.constant, extrapolation.lastTwoPoints);
    expect([line.value(7, x2[0]! + 0.1), line.value(-7, x2[0]! + 0.1)]).toEqual([plane(1, x2[0]!), plane(1, x2[0]!)]);
  });

  it("refuses monotone interpolation and unsorted lines", () => {
    expect(
      () =>
        new Table2D(
          name,
          grid(() => 0, x1, x2),
          smoothness.steffen,
          1,
        ),
    ).toThrow(/Monotone/);
    expect(
      () =>
        new Table2D(
          name,
          grid(() => 0, [1, 0], x2),
          smoothness.linear,
          1,
        ),
    ).toThrow(/increase strictly/);
  });
});

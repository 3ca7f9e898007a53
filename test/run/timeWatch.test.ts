import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Table1D } from "../../src/entries/blocks.ts";
import {
  Box,
  instantiate,
  Model,
  Model3D,
  NoGravityField,
  Object3D,
  Scene,
  Solid,
  simulate,
  Var,
  WorldForce,
} from "../../src/index.ts";
import { checkSimulateOptions } from "../../src/run/simulateOptions.ts";
import { type TimeCourse, TimeWatch } from "../../src/run/timeWatch.ts";

const methods = ["auto", "tsit5", "dop853", "radau5", "esdirk54", "bdf", "adams", "lsodar", "ida"];

/** A curve through points, constant outside. */
let points: readonly (readonly [t: number, f: number])[] = [[0, 0]];
function curve(t: number): number {
  const k = points.findIndex(([time]) => time >= t);
  if (k < 0) return points.at(-1)![1];
  if (k === 0) return points[0]![1];
  const [[a, fa], [b, fb]] = [points[k - 1]!, points[k]!];
  return fa + ((t - a) / (b - a)) * (fb - fa);
}
/** Its integral up to 10. */
const integral = (): number => {
  let sum = points[0]![0] * points[0]![1];
  for (let k = 1; k < points.length; k++)
    sum += 0.5 * (points[k]![0] - points[k - 1]![0]) * (points[k]![1] + points[k - 1]![1]);
  return sum + (10 - points.at(-1)![0]) * points.at(-1)![1];
};

const mass = instantiate(Model({ v: Var({ init: 0 }), functions: { curve }, equations: "der(v) = curve(time)" }));
const body = instantiate(
  Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    box: Object3D({
      parent: "world",
      fixedToParent: false,
      feature: Solid({ shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }), massProperties: 1 }),
    }),
    push: WorldForce({ obj: "box", forceFunction: ({ time }) => [curve(time), 0, 0] }),
  }),
);

const someCorners = fc
  .uniqueArray(fc.integer({ min: 1, max: 96 }), { minLength: 1, maxLength: 6 })
  .chain((places) =>
    fc.tuple(
      fc.constant(places.sort((a, b) => a - b)),
      fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: places.length, maxLength: places.length }),
      fc.double({ min: 0, max: 0.3, noNaN: true }),
    ),
  )
  .map(([places, values, shift]) => places.map((place, k) => [place / 10 + shift, values[k]!] as const));

describe("functions of time that a user gives", () => {
  it("may have corners: they cost less than ten tolerances, with every method", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...methods),
        fc.constantFrom(1e-4, 1e-6, 1e-8),
        fc.constantFrom("equations", "table", "body"),
        someCorners,
        (method, tolerance, kind, corners) => {
          points = corners;
          const model =
            kind === "body"
              ? body
              : kind === "equations"
                ? mass
                : instantiate(
                    Model({
                      v: Var({ init: 0 }),
                      load: Table1D.with({ table: corners.map(([t, f]) => [t, f]) }),
                      equations: ["load.u = time", "der(v) = load.y"],
                    }),
                  );
          const result = simulate(model, { stopTime: 10, method, tolerance });
          const exact = integral();
          const v = result.final(kind === "body" ? "box.velocity[1]" : "v");
          const largest = Math.max(1, ...points.map(([, f]) => Math.abs(f)));
          expect(Math.abs(v - exact)).toBeLessThan(10 * tolerance * Math.max(largest, Math.abs(exact)));
        },
      ),
      { seed: 1613, numRuns: 45 },
    );
  });

  it("may jump: the solver ends before the jump and begins behind it, whichever side the instant belongs to", () => {
    for (const isOpen of [true, false]) {
      const on = (t: number): number => ((isOpen ? t > 3.3 && t < 6.1 : t >= 3.3 && t <= 6.1) ? 2 : 0);
      const jump = Model({ v: Var({ init: 0 }), functions: { on }, equations: "der(v) = on(time)" });
      for (const method of methods) {
        const result = simulate(instantiate(jump), { stopTime: 10, method });
        expect(Math.abs(result.final("v") - 5.6)).toBeLessThan(5.6e-6);
        const changes = result.events.filter(({ cause }) => cause === "on(time) changes its course");
        expect(changes.length).toBeGreaterThan(0);
        for (const { time } of changes)
          expect(Math.min(Math.abs(time - 3.3), Math.abs(time - 6.1))).toBeLessThan(1e-12);
      }
    }
  });

  it("may declare when they change: pulses of any width are met", () => {
    const width = 1e-7;
    const pulse = (t: number): number => (t >= 7 && t < 7 + width ? 1 / width : 0);
    const timeEvents = [7, 7 + width];
    const declared = instantiate(
      Model({
        v: Var({ init: 0 }),
        functions: { pulse: { call: pulse, timeEvents } },
        equations: "der(v) = pulse(time)",
      }),
    );
    const pushed = instantiate(
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
        box: Object3D({
          parent: "world",
          fixedToParent: false,
          feature: Solid({ shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }), massProperties: 1 }),
        }),
        push: WorldForce({ obj: "box", forceFunction: ({ time }) => [0, pulse(time), 0], timeEvents }),
      }),
    );
    for (const method of methods) {
      expect(Math.abs(simulate(declared, { stopTime: 10, method }).final("v") - 1)).toBeLessThan(1e-6);
      expect(Math.abs(simulate(pushed, { stopTime: 10, method }).final("box.velocity[2]") - 1)).toBeLessThan(1e-6);
    }
  });

  it("are seen by ida too, when they act smoothly for a hundredth of the run", () => {
    const bump = (t: number): number => (Math.abs(t - 7.03) < 0.05 ? Math.cos(10 * Math.PI * (t - 7.03)) ** 2 : 0);
    const model = instantiate(Model({ v: Var({ init: 0 }), functions: { bump }, equations: "der(v) = bump(time)" }));
    for (const method of methods)
      expect(Math.abs(simulate(model, { stopTime: 10, method }).final("v") - 0.05)).toBeLessThan(1e-5);
  });

  it("are seen when they act smoothly for a five-hundredth of the run, wherever that is", () => {
    let begin = 0;
    const width = 10 / 500;
    const bump = (t: number): number => {
      const s = (t - begin) / width;
      return s > 0 && s < 1 ? (2 / width) * Math.sin(Math.PI * s) ** 2 : 0;
    };
    const model = instantiate(Model({ v: Var({ init: 0 }), functions: { bump }, equations: "der(v) = bump(time)" }));
    for (const method of methods.filter((name) => name !== "ida")) {
      for (let k = 1; k <= 12; k++) {
        begin = 0.3 + 9 * ((0.618 * k) % 1);
        const error = Math.abs(simulate(model, { stopTime: 10, method }).final("v") - 1);
        expect(error, `${method} ${begin}`).toBeLessThan(2e-4);
      }
    }
  });

  it("that are tables know their corners: pulses of any width are met, whatever the clock and the kind of curve", () => {
    const pulse = (width: number, clock: string, interpolation: string) =>
      Model({
        v: Var({ init: 0 }),
        table: Table1D.with({
          table: [
            [0, 0],
            [7.1, 0],
            [7.1 + width / 2, 2 / width],
            [7.1 + width, 0],
            [10, 0],
          ],
          interpolation,
        }),
        equations: `table.u = ${clock}; der(v) = table.y`,
      });
    for (const [clock, rate] of [
      ["time", 1],
      ["2*time - 6", 2],
    ] as const) {
      for (const width of [1, 0.01, 1e-6]) {
        for (const interpolation of ["linear", "monotone"]) {
          const model = instantiate(pulse(width, clock, interpolation), { checkUnits: false });
          for (const method of ["auto", "dop853", "bdf", "ida"])
            expect(
              Math.abs(rate * simulate(model, { stopTime: 10, method }).final("v") - 1),
              `${clock} ${width} ${interpolation} ${method}`,
            ).toBeLessThan(1e-4);
        }
      }
    }
    // a saw tooth of period 1e-3 has 2 000 corners in two seconds
    const saw = Model({
      v: Var({ init: 0 }),
      table: Table1D.with({
        table: [
          [0, 0],
          [1e-3, 2],
        ],
        extrapolation: "periodic",
      }),
      equations: "table.u = time; der(v) = table.y",
    });
    expect(simulate(instantiate(saw, { checkUnits: false }), { stopTime: 2 }).final("v")).toBeCloseTo(2, 6);
  });

  it("cost no events and no steps when they are smooth", () => {
    const wave = (t: number): number => Math.sin(3 * t) + 0.2 * Math.cos(7 * t);
    const named = Model({ x: Var({ init: 1 }), functions: { wave }, equations: "der(x) = -0.1*x + wave(time)" });
    const plain = Model({ x: Var({ init: 1 }), equations: "der(x) = -0.1*x + sin(3*time) + 0.2*cos(7*time)" });
    for (const method of ["tsit5", "dop853", "adams"]) {
      const own = simulate(instantiate(named), { stopTime: 10, method }).statistics;
      expect(own.events).toBe(0);
      expect(own.steps).toBe(simulate(instantiate(plain), { stopTime: 10, method }).statistics.steps);
    }
  });

  it("that are noise do not stop the run", () => {
    const noise = (t: number): number => ((Math.abs(Math.sin(1e9 * t)) * 1e6) % 1) * 1e-4;
    const model = Model({ x: Var({ init: 1 }), functions: { noise }, equations: "der(x) = -x + noise(time)" });
    const result = simulate(instantiate(model), { stopTime: 1, tolerance: 1e-4 });
    expect(Math.abs(result.final("x") - Math.exp(-1))).toBeLessThan(1e-3);
  });

  it("with wrong times of change are refused", () => {
    const wrong = (timeEvents: unknown): unknown =>
      Model({ functions: { f: { call: () => 0, timeEvents: timeEvents as number[] } } });
    expect(() => wrong([Number.NaN])).toThrow("E-FUNCTION");
    expect(() => wrong(7)).toThrow("E-FUNCTION");
    expect(() => WorldForce({ obj: "box", forceFunction: () => [0, 0, 0], timeEvents: 7 as never })).toThrow(
      "timeEvents",
    );
  });
});

describe("TimeWatch", () => {
  const firstOf = (functions: readonly ((t: number) => number)[], from: number, to: number) => {
    const course: TimeCourse = {
      names: functions.map((_, k) => `f${k}`),
      valuesAt: (t, values) => values.set(functions.map((f) => f(t))),
      smoothAt: () => [],
    };
    return new TimeWatch(course, [], checkSimulateOptions({ stopTime: 10 })).firstChange(from, to, () => true);
  };
  const first = (f: (t: number) => number, from: number, to: number) => firstOf([f], from, to);

  it("locates corners to where they do not matter, and jumps to neighbouring numbers", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1.01, max: 1.99, noNaN: true }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (at, slope) => {
          const corner = first((t) => slope * Math.max(0, t - at) + Math.sin(t), 1, 2);
          expect(Math.abs(corner!.before - at)).toBeLessThan(1e-5);
          const jump = first((t) => (t < at ? Math.sin(t) : Math.sin(t) + slope), 1, 2)!;
          expect(jump.before).toBeLessThan(at);
          expect(jump.after).toBe(at);
        },
      ),
      { seed: 5, numRuns: 100 },
    );
  });

  it("takes a straight line for one, also where it passes zero and its values are smaller than the rounding of what they are made of", () => {
    const line = (t: number) => 1.1 * t - 0.77;
    for (let k = 0; k < 100; k++) {
      const from = 0.6997 + 2e-6 * k;
      expect(first(line, from, from + 4e-4)).toBeUndefined();
      const corner = first((t) => Math.max(line(t), 1.2 * t - 0.84), from, from + 4e-4);
      expect(Math.abs(corner!.before - 0.7)).toBeLessThan(1e-5);
    }
  });

  it("takes no smooth function for one with corners", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 300, noNaN: true }),
        fc.double({ min: 0, max: 9, noNaN: true }),
        fc.double({ min: 1e-3, max: 1, noNaN: true }),
        (ω, from, h) => {
          expect(first((t) => Math.sin(ω * t) + 0.3 * Math.exp(-t), from, from + h)).toBeUndefined();
        },
      ),
      { seed: 6, numRuns: 300 },
    );
  });

  it("finds the first of the changes of several functions, whatever their order", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 2, max: 98 }), { minLength: 2, maxLength: 5 }), (places) => {
        const corners = places.map((place) => (t: number) => Math.abs(t - 1 - place / 100));
        const { before, cause } = firstOf([Math.sin, ...corners], 1, 2)!;
        const earliest = Math.min(...places);
        expect(before).toBeCloseTo(1 + earliest / 100, 5);
        expect(cause).toBe(`f${1 + places.indexOf(earliest)} changes its course`);
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});

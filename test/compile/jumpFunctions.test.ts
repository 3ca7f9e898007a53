import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const integral = (equations: string, stopTime: number) => {
  const model = instantiate(Model({ z: Var({ init: 0 }), equations }));
  const result = simulate(model, { stopTime });
  return { z: result.final("z"), events: result.statistics.events };
};

describe("functions that jump", () => {
  // the integrals are sums of rectangles and triangles; every jump is found, so nothing is lost at it
  const cases: readonly [string, number, number, number][] = [
    ["floor(3*time)", 2, 5, 6],
    ["ceil(3*time)", 2, 7, 6],
    ["round(3*time)", 2, 6, 6],
    ["trunc(5*time - 4.5)", 2, 0.9, 10],
    ["mod(time, 0.7)", 2, 0.67, 2],
    ["mod(-time, 0.7)", 2, 0.73, 2],
    ["sign(sin(3*time))", 2, (2 * Math.PI) / 3 - 2, 1],
  ];
  it.each(cases)("%s is integrated without error, with an event at each jump", (text, stopTime, expected, jumps) => {
    const { z, events } = integral(`der(z) = ${text}`, stopTime);
    expect(Math.abs(z - expected)).toBeLessThan(1e-9);
    expect(events).toBeGreaterThanOrEqual(jumps);
    expect(events).toBeLessThanOrEqual(jumps + 1);
  });

  it("a variable that steps is discrete, and its remainder falls back to zero", () => {
    const model = instantiate(Model({ z: Var({ init: 0 }), equations: "n = floor(time); y = time - n; der(z) = y" }));
    const result = simulate(model, { stopTime: 3.5 });
    expect(result.final("n")).toBe(3);
    expect(result.final("z")).toBeCloseTo(1.5 + 0.125, 9);
    const jumps = result.events.filter(({ kind }) => kind === "time").map(({ time }) => time);
    expect(jumps).toEqual([1, 2, 3]);
  });

  it("a jump over many steps is made at once", () => {
    const model = Model({
      x: Var({ init: 0.5 }),
      equations: `
        der(x) = 1
        n = floor(x)
        when time > 0.3 then
          reinit(x, 1000.25)
        end
      `,
    });
    expect(simulate(instantiate(model), { stopTime: 0.9 }).final("n")).toBe(1000);
  });

  it("without events where nothing moves, inside noEvent, and inside when", () => {
    expect(integral("a = 2.7; der(z) = floor(a) + mod(a, 1)", 1)).toEqual({ z: expect.closeTo(2.7, 9), events: 0 });
    expect(integral("der(z) = noEvent(floor(3*time))", 2).events).toBe(0);
    const sampled = Model({
      x: Var({ init: 0.05 }),
      q: Var({ start: 0 }),
      equations: "der(x) = 1\nwhen sample(0, 0.25) then\n q = floor(10*x)/10\nend",
    });
    const result = simulate(instantiate(sampled), { stopTime: 2.1 });
    expect(result.final("q")).toBe(2);
    expect(result.statistics.events).toBe(8);
  });

  it("with events in the conditions of when, and in what edge looks at", () => {
    const model = Model({
      n: Var({ init: 0 }),
      m: Var({ init: 0 }),
      equations: `
        when mod(time, 0.4) < 0.2 then
          n = pre(n) + 1
        end
        when edge(floor(4*time) > 2.5) then
          m = pre(m) + 1
        end`,
    });
    const result = simulate(instantiate(model), { stopTime: 1 });
    expect([result.final("n"), result.final("m")]).toEqual([2, 1]);
  });

  it("dry friction written with sign is explained, not computed for ever", () => {
    const model = instantiate(Model({ v: Var({ init: 1 }), equations: "der(v) = -sign(v)" }));
    expect(() => simulate(model, { stopTime: 2 })).toThrow(/E-CHATTERING.*v > 0 became/s);
  });
});

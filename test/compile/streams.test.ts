import fc from "fast-check";
import { flow, instantiate, Model, type ModelDefinition, potential, simulate, stream, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const Port = Model({
  p: potential({ unit: "Pa" }),
  m_flow: flow({ unit: "kg/s" }),
  h_outflow: stream({ unit: "J/kg" }),
});
/** Sends m into the connection. */
const Source = Model({
  m: 1,
  h: 1,
  port: Port,
  equations: "port.m_flow = -m; port.h_outflow = h; hIn = inStream(port.h_outflow)",
});
const Sink = Model({
  h: 7,
  port: Port,
  equations:
    "port.p = 1; port.h_outflow = h; hIn = inStream(port.h_outflow); H = port.m_flow*actualStream(port.h_outflow)",
});
const Meter = Model({
  port: Port.with({ m_flow: { min: 0, max: 0 } }),
  equations: "port.m_flow = 0; port.h_outflow = 1000; h = inStream(port.h_outflow)",
});

const final = (model: ModelDefinition, name: string, stopTime = 0): number =>
  simulate(instantiate(model), { stopTime }).final(name) as number;

describe("inStream", () => {
  it("is the own value of a connector that nothing is connected to", () => {
    expect(final(Model({ a: Sink.with({ h: 7 }) }), "a.hIn")).toBe(7);
  });

  it("is the value of the other of two, whichever way the flow goes", () => {
    for (const m of [2, -2, 0]) {
      const model = Model({ a: Source.with({ m, h: 5 }), c: Sink, connect: [["a.port", "c.port"]] });
      expect(final(model, "c.hIn")).toBe(5);
      expect(final(model, "a.hIn")).toBe(7);
      expect(final(model, "c.H")).toBe(m > 0 ? 5 * m : 7 * m);
    }
  });

  it("mixes what N connectors send, as the balance of enthalpy says", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ m: fc.integer({ min: -9, max: 9 }), h: fc.integer({ min: 1, max: 90 }) }), {
          minLength: 2,
          maxLength: 4,
        }),
        (list) => {
          const parts = Object.fromEntries(list.map(({ m, h }, i) => [`s${i}`, Source.with({ m, h })]));
          const names = list.map((_, i) => `s${i}.port`);
          const result = simulate(instantiate(Model({ ...parts, c: Sink, connect: [[...names, "c.port"]] })), {
            stopTime: 0,
          });
          const all = [...list, { m: -list.reduce((sum, { m }) => sum + m, 0), h: 7 }];
          all.forEach((_, j) => {
            const others = all.filter((_, i) => i !== j);
            const sent = others.filter(({ m }) => m > 0);
            const total = sent.reduce((sum, { m }) => sum + m, 0);
            const plain = others.reduce((sum, { h }) => sum + h, 0) / others.length;
            const expected = total > 0 ? sent.reduce((sum, { m, h }) => sum + m * h, 0) / total : plain;
            const own = j < list.length ? `s${j}.hIn` : "c.hIn";
            expect(result.final(own)).toBeCloseTo(expected, 10);
          });
        },
      ),
      { numRuns: 8, seed: 7 },
    );
  });

  it("passes through connectors of models around, and mixes there", () => {
    const Inner = Model({
      port: Port,
      s: Source.with({ m: 2, h: 5 }),
      t: Source.with({ m: 2, h: 15 }),
      connect: [["port", "s.port", "t.port"]],
    });
    const Outer = Model({ port: Port, x: Inner, connect: [["port", "x.port"]] });
    const model = Model({
      x: Outer,
      a: Source.with({ m: 4, h: 30 }),
      c: Sink,
      connect: [["a.port", "x.port", "c.port"]],
    });
    const result = simulate(instantiate(model), { stopTime: 0 });
    expect(result.final("x.port.h_outflow")).toBe(10);
    expect(result.final("c.hIn")).toBe(20);
    expect(result.final("a.hIn")).toBeCloseTo(10, 10);
    // what enters s is what t sends, since nothing comes from outside
    expect(result.final("x.x.s.hIn")).toBeCloseTo(15, 10);
  });

  it("is the same on one level and on two", () => {
    const Pair = Model({
      port: Port,
      a: Source.with({ m: 1, h: 10 }),
      b: Source.with({ m: 3, h: 20 }),
      connect: [
        ["port", "a.port"],
        ["port", "b.port"],
      ],
    });
    const nested = Model({
      pair: Pair,
      d: Source.with({ m: -2, h: 3 }),
      c: Sink,
      connect: [["pair.port", "c.port", "d.port"]],
    });
    expect(final(nested, "c.hIn")).toBeCloseTo(17.5, 12);
    expect(final(nested, "d.hIn")).toBeCloseTo(17.5, 12);
  });

  it("leaves out what can never send: a sensor sees the flow and does not disturb it", () => {
    const model = Model({
      a: Source.with({ m: 1, h: 10 }),
      c: Sink,
      s: Meter,
      connect: [["a.port", "c.port", "s.port"]],
    });
    expect(final(model, "c.hIn")).toBe(10);
    expect(final(model, "s.h")).toBe(10);
  });

  it("has a limit without flow that lies between the values, and is continuous there", () => {
    const mixture = (a: number, b: number) =>
      final(
        Model({
          a: Source.with({ m: a, h: 10 }),
          b: Source.with({ m: b, h: 20 }),
          c: Sink,
          connect: [["a.port", "b.port", "c.port"]],
        }),
        "c.hIn",
      );
    expect(mixture(0, 0)).toBe(15);
    for (const m of [1e-12, 1e-9, 1e-7, 1e-6, 1e-3]) {
      const value = mixture(m, 0);
      expect(value).toBeGreaterThanOrEqual(10);
      expect(value).toBeLessThanOrEqual(15 * (1 + 1e-15));
      expect(Math.abs(value - mixture(m * 1.001, 0))).toBeLessThan(0.02);
    }
    expect(mixture(1e-6, 0)).toBe(10);
    expect(mixture(0, 1e-6)).toBe(20);
  });

  it("carries vectors", () => {
    const Wide = Model({ p: potential(), m_flow: flow(), X_outflow: stream() });
    const Tap = Model({ m: 1, X: [0.5, 0.25], port: Wide, equations: "port.m_flow = -m; port.X_outflow = X" });
    const model = Model({
      a: Tap,
      b: Tap.with({ m: 3, X: [0.1, 0.05] }),
      c: Model({
        port: Wide,
        equations: "port.p = 1; port.X_outflow = [0, 0]; X = inStream(port.X_outflow); x = inStream(port.X_outflow[2])",
      }),
      connect: [["a.port", "b.port", "c.port"]],
    });
    const result = simulate(instantiate(model), { stopTime: 0 });
    expect(result.final("c.x")).toBeCloseTo(0.1, 12);
    expect(result.final("c.X[1]")).toBeCloseTo(0.2, 12);
  });
});

describe("actualStream", () => {
  /** The flow turns at t = 1. */
  const Turning = Model({
    port: Port,
    equations: "port.m_flow = time - 1; port.h_outflow = 5",
  });
  const meter = (equations: string) =>
    Model({
      s: Turning,
      c: Sink.with({ x: Var({ init: 0 }), equations }),
      connect: [["s.port", "c.port"]],
    });

  it("needs no event as a factor of its flow", () => {
    const result = simulate(instantiate(meter("der(x) = port.m_flow*actualStream(port.h_outflow)")), {
      stopTime: 2,
      tolerance: 1e-10,
    });
    expect(result.statistics.stateEvents).toBe(0);
    expect(result.final("c.x")).toBeCloseTo(5 / 2 - 7 / 2, 6);
  });

  it("needs no event in a difference that its flow multiplies", () => {
    const model = meter("der(x) = port.m_flow*(actualStream(port.h_outflow) - 1)");
    const result = simulate(instantiate(model), { stopTime: 2, tolerance: 1e-8 });
    expect(result.statistics.events).toBe(0);
    expect(result.final("c.x")).toBeCloseTo(4 / 2 - 6 / 2, 6);
  });

  it("on its own jumps where the flow turns, at an event", () => {
    const result = simulate(instantiate(meter("der(x) = actualStream(port.h_outflow)")), {
      stopTime: 2,
      tolerance: 1e-8,
    });
    expect(result.statistics.stateEvents + result.statistics.timeEvents).toBeGreaterThan(0);
    expect(result.final("c.x")).toBeCloseTo(5 + 7, 8);
  });
});

/** Clocks that follow from others: exact fractions along any way through the graph, and a word where two ways do not agree. */
import fc from "fast-check";
import { RattlebackError } from "rattleback";
import { describe, expect, it } from "vitest";
import { ClockGraph } from "../../src/compile/clocks/clockGraph.ts";
import type { BaseClock, ClockPlace } from "../../src/compile/clocks/clockRecord.ts";
import { numberOf, rational } from "../../src/compile/clocks/rational.ts";
import { type Expr, ExpressionBuilder } from "../../src/symbolic/expression.ts";

const b = new ExpressionBuilder();
const placeAt = (name: string): ClockPlace => ({
  fault: (what, details) => new RattlebackError("E-CLOCK", `${name}: ${what}`, details),
  show: () => `at ${name}`,
});
const place = placeAt("here");
const periodic = (seconds: number, start?: Expr, name = "base"): BaseClock => ({
  kind: "periodic",
  start,
  interval: b.num(seconds),
  seconds: () => seconds,
  place: placeAt(name),
});
const byEvents = (name = "events"): BaseClock => ({
  kind: "event",
  condition: b.one,
  startInterval: b.zero,
  place: placeAt(name),
});
const told = (graph: ClockGraph, node: number): [number, number] | undefined => {
  const clock = graph.clockOf(node);
  return clock && [numberOf(clock.period), numberOf(clock.offset)];
};

it("every clock of a tree has the period and the offset that its way from the base gives, whichever way its branches are written", () => {
  const step = fc.record({
    parent: fc.nat(),
    factor: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })),
    shift: fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 1, max: 3 })),
    isTurned: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), fc.nat(), (steps, root) => {
      const graph = new ClockGraph();
      // period and offset of each node, as numbers, from node 0
      const ticks: [number, number][] = [[1, 0]];
      for (const [k, { parent, factor, shift, isTurned }] of steps.entries()) {
        const own = parent % ticks.length;
        const [period, offset] = ticks[own]!;
        const [f, s] = [factor[0] / factor[1], shift[0] / shift[1]];
        const relation = { factor: rational(...factor), shift: rational(...shift), place };
        if (isTurned) {
          // from the new one to the old one
          graph.relate({ from: k + 1, to: own, ...relation });
          ticks.push([period / f, offset - (s * period) / f]);
        } else {
          graph.relate({ from: own, to: k + 1, ...relation });
          ticks.push([period * f, offset + s * period]);
        }
      }
      // the base is any of them: all others are told in its intervals
      const at = root % ticks.length;
      graph.define(at, periodic(0.1));
      graph.solve();
      const [unit, zero] = ticks[at]!;
      ticks.forEach(([period, offset], k) => {
        const [p, q] = told(graph, k)!;
        expect(p).toBeCloseTo(period / unit, 9);
        expect(q).toBeCloseTo((offset - zero) / unit, 9);
      });
      expect(graph.clockOf(steps.length + 1)).toBeUndefined();
    }),
    { seed: 61, numRuns: 120 },
  );
});

describe("two ways to a clock", () => {
  const half = { factor: rational(2), shift: rational(0), place };

  it("agree, or are refused", () => {
    const ring = (factor: number, shift = 0): ClockGraph => {
      const graph = new ClockGraph();
      graph.define(0, periodic(0.1));
      graph.relate({ from: 0, to: 1, ...half });
      graph.relate({ from: 1, to: 2, ...half });
      graph.relate({ from: 0, to: 2, factor: rational(factor), shift: rational(shift), place });
      graph.solve();
      return graph;
    };
    expect(told(ring(4), 2)).toEqual([4, 0]);
    expect(() => ring(3)).toThrow("here: Two different clocks meet.");
    expect(() => ring(4, 1)).toThrow("at base");
  });

  it("may begin at different bases of one interval and start", () => {
    const both = (one: BaseClock, other: BaseClock, shift = 0): ClockGraph => {
      const graph = new ClockGraph();
      graph.define(0, one);
      graph.define(1, other);
      graph.relate({ from: 0, to: 1, factor: rational(1), shift: rational(shift), place });
      graph.solve();
      return graph;
    };
    expect(told(both(periodic(0.1), periodic(0.1)), 1)).toEqual([1, 0]);
    // the same number, told by other expressions
    const tenth = { ...periodic(0.1), interval: b.time } as BaseClock;
    expect(told(both(periodic(0.1), tenth), 1)).toEqual([1, 0]);
    for (const other of [periodic(0.2), periodic(0.1, b.one), byEvents()])
      for (const [first, second] of [
        [periodic(0.1), other],
        [other, periodic(0.1)],
      ] as const)
        expect(() => both(first, second)).toThrow("Two different clocks meet.");
    expect(() => both(byEvents(), byEvents())).toThrow("Two different clocks meet.");
    expect(() => both(periodic(0.1), periodic(0.1), 1)).toThrow("Two different clocks meet.");
    expect(() => both(periodic(0.1), { ...tenth }, 1)).toThrow("Two different clocks meet.");
  });

  it("are told once each, by one base", () => {
    const graph = new ClockGraph();
    graph.define(0, periodic(0.1));
    graph.define(0, periodic(0.1));
    expect(() => graph.define(0, periodic(0.2, undefined, "other"))).toThrow("other: Two different clocks meet.");
    expect(() => graph.define(0, byEvents())).toThrow("events: Two different clocks meet.");
    expect(() => graph.define(0, periodic(0.1, b.one))).toThrow("Two different clocks meet.");
  });
});

describe("a factor that is not given", () => {
  const linked = (one: BaseClock, other: BaseClock): ClockGraph => {
    const graph = new ClockGraph();
    graph.define(0, one);
    graph.define(1, other);
    graph.relate({ from: 1, to: 2, factor: rational(3), shift: rational(1, 2), place });
    graph.relate({ from: 0, to: 1, factor: undefined, shift: rational(0), place });
    graph.solve();
    return graph;
  };

  it("is the ratio of both clocks, and all that follow the second follow the first from then on", () => {
    for (const [a, c, ratio] of [
      [0.1, 0.3, 3],
      [0.3, 0.1, 1 / 3],
      [0.1, 0.1, 1],
      [0.02, 1, 50],
    ] as const) {
      const graph = linked(periodic(a), periodic(c));
      const base = graph.clockOf(0)!.base;
      expect(told(graph, 0)).toEqual([1, 0]);
      expect(told(graph, 1)).toEqual([ratio, 0]);
      expect(told(graph, 2)).toEqual([3 * ratio, ratio / 2]);
      expect([1, 2].every((node) => graph.clockOf(node)!.base === base)).toBe(true);
    }
  });

  it("is refused where the clocks are no multiples of each other, or begin at other times", () => {
    for (const [one, other] of [
      [periodic(0.2), periodic(0.3)],
      [periodic(0.1), periodic(0.3001)],
      [periodic(0.1), periodic(0.2, b.one)],
      [periodic(0.1, b.one), periodic(0.2)],
      [periodic(0.1, b.one), byEvents()],
      [byEvents(), periodic(0.1)],
      [byEvents(), byEvents("others")],
    ] as const)
      expect(() => linked(one, other)).toThrow("here: Two different clocks meet.");
  });

  it("may join clocks of one base, whose ratio is known, and needs both of them", () => {
    const graph = new ClockGraph();
    graph.define(0, byEvents());
    graph.relate({ from: 0, to: 1, factor: rational(2), shift: rational(0), place });
    graph.relate({ from: 0, to: 1, factor: undefined, shift: rational(0), place });
    graph.solve();
    expect(told(graph, 1)).toEqual([2, 0]);
    for (const [from, to] of [
      [0, 5],
      [5, 0],
    ] as const) {
      const open = new ClockGraph();
      open.define(0, periodic(0.1));
      open.relate({ from, to, factor: undefined, shift: rational(0), place });
      expect(() => open.solve()).toThrow("The factor of a clock cannot be inferred.");
    }
  });

  it("that is given tells nothing of clocks that nobody knows", () => {
    const graph = new ClockGraph();
    graph.relate({ from: 0, to: 1, factor: rational(2), shift: rational(0), place });
    graph.solve();
    expect([graph.clockOf(0), graph.clockOf(1)]).toEqual([undefined, undefined]);
  });

  it("is not needed between clocks that are equal", () => {
    const graph = new ClockGraph();
    graph.define(3, periodic(0.1));
    graph.equal(4, 3, place);
    graph.equal(4, 5, place);
    graph.solve();
    expect([3, 4, 5].map((node) => told(graph, node))).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
  });
});

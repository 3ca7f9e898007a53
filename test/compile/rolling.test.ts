/** Large models become loops; the loops must compute what single statements would, in an order that respects what they read. */
import fc from "fast-check";
import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import type { Block } from "../../src/compile/blocks.ts";
import { copyLoops } from "../../src/compile/copyLoops.ts";
import { schedule, type Unit } from "../../src/compile/rolling.ts";
import { RunningModel } from "../../src/run/runningModel.ts";
import { ExpressionBuilder } from "../../src/symbolic/expression.ts";
import type { EquationIndex, VariableIndex } from "../../src/symbolic/indices.ts";

const none = new Map<never, never>();

/** Derivatives by name at x_k = sin(k). */
function derivatives(model: ReturnType<typeof instantiate>): Map<string, number> {
  const running = new RunningModel(model.program, none, none, none);
  const x = Float64Array.from(running.X, (_, k) => Math.sin(k + 1));
  const [d, e] = [new Float64Array(x.length), new Float64Array(x.length)];
  running.full(0.5, x, e);
  running.rhs(0.5, x, d);
  expect(Array.from(d)).toEqual(Array.from(e));
  return new Map(model.stateNames.map((name, k) => [name, d[k]]));
}

describe("repeated equations as loops", () => {
  /** n oscillators with different parameters; oscillator k is pulled by the one with number `other[k]`. */
  const net = (other: readonly number[]) => {
    const Oscillator = Model({
      m: 1,
      c: 2,
      x: Var({ init: 0 }),
      v: Var({ init: 0 }),
      equations: "der(x) = v; F = -c*x - 0.1*v^3 + pull; a = F/m; der(v) = a; load = c*abs(x) + max(F, 0)",
    });
    const parts = other.map((_, k) => [`o${k}`, Oscillator.with({ m: 1 + (k % 7), c: 0.5 + (k % 11) })]);
    return Model({
      ...Object.fromEntries(parts),
      equations: other.map((j, k) => `o${k}.pull = 0.3*(o${j}.x - o${k}.x)*(if o${j}.v > 0 then 1 else 2)`),
    });
  };

  // with u = x[k] and v = x[k + 1] of each pair
  it.each<[string, (u: number, v: number) => number]>([
    ["u + v", (u, v) => u + v],
    ["u*v - 2", (u, v) => u * v - 2],
    ["-u", (u) => -u],
    ["u/(2 + v)", (u, v) => u / (2 + v)],
    ["u^3", (u) => u ** 3],
    ["sin(u) + time", (u) => Math.sin(u) + 0.5],
    ["noEvent(if u > v then 1 else 2)", (u, v) => (u > v ? 1 : 2)],
    ["noEvent(if u >= 0 and v < 0.5 then u else v)", (u, v) => (u >= 0 && v < 0.5 ? u : v)],
    ["noEvent(if u <= 0 or v < 0 then u else 2*v)", (u, v) => (u <= 0 || v < 0 ? u : 2 * v)],
    ["noEvent(if not u < 0 then u else 3)", (u) => (u < 0 ? 3 : u)],
  ])("of %s", (text, expected) => {
    const n = 120;
    const Pair = Model({ u: Var({ init: 0 }), v: Var({ init: 0 }), equations: `der(u) = ${text}; der(v) = -v` });
    const parts = Array.from({ length: n }, (_, k) => [`p${k}`, Pair]);
    const model = instantiate(Model(Object.fromEntries(parts)), { checkUnits: false });
    // all of them, by rhs and by full
    const rolled = [...model.code.matchAll(/for \(let k = 0; k < (\d+); k\+\+\)/g)].map(([, count]) => Number(count));
    expect(rolled.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(4 * n);
    const found = derivatives(model);
    const x = new Map(model.stateNames.map((name, k) => [name, Math.sin(k + 1)]));
    for (let k = 0; k < n; k++)
      expect(found.get(`p${k}.u`)).toBeCloseTo(expected(x.get(`p${k}.u`)!, x.get(`p${k}.v`)!), 12);
  });

  it("numbers that look alike in a row are different ones", () => {
    const n = 120;
    const numbers = (k: number) =>
      [
        [1, 23],
        [12, 3],
        [123, 0],
      ][k % 3]!;
    const equations = Array.from({ length: n }, (_, k) => {
      const [first, second] = numbers(k);
      return `der(x[${k + 1}]) = if x[${k + 1}] > 0 then ${first} else ${second}`;
    });
    const found = derivatives(instantiate(Model({ x: Var({ init: Array(n).fill(0), size: [n] }), equations })));
    // relations are decided at events; before the first one they are false
    for (let k = 0; k < n; k++) expect(found.get(`x[${k + 1}]`)).toBe(numbers(k)[1]);
  });

  it.each([
    ["regular", (k: number, n: number) => (k + 1) % n],
    ["scattered", (k: number, n: number) => (k * k * 31 + 17) % n],
  ])("%s neighbours: derivatives are those of the equations", (_, neighbour) => {
    const n = 150;
    const other = Array.from({ length: n }, (_, k) => neighbour(k, n));
    const model = instantiate(net(other), { checkUnits: false });
    expect(model.code).toMatch(/for \(let k = 0; k < \d+; k\+\+\) \{/);
    const found = derivatives(model);
    const x = new Map(model.stateNames.map((name, k) => [name, Math.sin(k + 1)]));
    for (let k = 0; k < n; k++) {
      const [own, velocity] = [x.get(`o${k}.x`)!, x.get(`o${k}.v`)!];
      // relations are decided at events; before the first one they are false
      const pull = 0.3 * (x.get(`o${other[k]}.x`)! - own) * 2;
      const expected = (-(0.5 + (k % 11)) * own - 0.1 * velocity ** 3 + pull) / (1 + (k % 7));
      expect(found.get(`o${k}.v`)).toBeCloseTo(expected, 12);
      expect(found.get(`o${k}.x`)).toBe(velocity);
    }
  });

  it("a run with loops agrees with the run of one oscillator", () => {
    const alone = (k: number) => k;
    const many = simulate(instantiate(net(Array.from({ length: 120 }, (_, k) => alone(k))), { checkUnits: false }), {
      stopTime: 2,
      tolerance: 1e-9,
      merge: { o77: { x: 1 } },
    });
    const one = simulate(instantiate(net([0]), { checkUnits: false }), {
      stopTime: 2,
      tolerance: 1e-9,
      merge: { o0: { x: 1, m: 1 + (77 % 7), c: 0.5 + (77 % 11) } },
    });
    expect(many.final("o77.x")).toBeCloseTo(one.final("o0.x"), 7);
    expect(many.final("o77.load")).toBeCloseTo(one.final("o0.load"), 7);
  });

  it("every block comes once and after all that it reads, whatever reads what", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(2), fc.nat(1000), fc.nat(1000)), { minLength: 1, maxLength: 120 }),
        (recipes) => {
          const b = new ExpressionBuilder();
          const blocks: Block[] = recipes.map(([shape, p, q], k) => {
            const [left, right] = [p, q].map((r) => (k === 0 ? b.time : b.variable((r % k) as VariableIndex)));
            const value =
              shape === 0 ? b.add([left, right]) : shape === 1 ? b.mul([left, right]) : b.sub(left, b.num(2));
            return { kind: "assignment", variable: k as VariableIndex, value, equation: k as EquationIndex };
          });
          const seen = new Set<number>();
          const order = (unit: Unit): Block[] => ("batch" in unit ? [...unit.batch.assignments] : [unit.block]);
          for (const unit of schedule(blocks)) {
            for (const block of order(unit)) {
              if (block.kind !== "assignment") continue;
              const [, p, q] = recipes[block.variable];
              if (block.variable > 0 && recipes[block.variable][0] < 2 && !isConstant(block))
                for (const r of [p, q]) expect(seen.has(r % block.variable)).toBe(true);
            }
            for (const block of order(unit)) if (block.kind === "assignment") seen.add(block.variable);
          }
          expect(seen.size).toBe(blocks.length);
        },
      ),
      { seed: 7, numRuns: 100 },
    );
    function isConstant(block: Block): boolean {
      return block.kind === "assignment" && block.value.args.length < 2;
    }
  });

  it("copies with constant strides are loops, others statements", () => {
    const copies = [0, 1, 2, 3, 4, 9].map((k) => ({ target: 2 * k, from: "X", source: 3 * k + 1 }));
    expect(copyLoops("D", copies)).toEqual(["for (let k = 0; k < 5; k++) D[2 * k] = X[1 + 3 * k];", "D[18] = X[28];"]);
  });
});

it("a call whose results several pieces of a program read is made once for all of them", () => {
  const n = 260;
  let calls = 0;
  const twice = {
    call: (v: number[]): number[] => {
      calls++;
      return v.map((x, k) => (k + 1) * x);
    },
    results: [[n]],
  };
  const model = instantiate(
    Model({ X: Var({ size: [n], init: 1 }), functions: { twice }, equations: "der(X) = twice(X)" }),
  );
  const running = new RunningModel(model.program, none, none, none);
  const [x, d] = [new Float64Array(n).fill(0.5), new Float64Array(n)];
  for (const compute of [running.rhs, running.full]) {
    calls = 0;
    compute.call(running, 0, x, d);
    expect(calls).toBe(1);
    expect([...d]).toEqual(Array.from(d, (_, k) => (k + 1) / 2));
    d.fill(0);
  }
});

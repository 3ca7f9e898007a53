/** Variables that are equal up to their sign: which of them stays, and what it takes over from those that go. */
import fc from "fast-check";
import { instantiate, Model, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { AliasTable } from "../../src/compile/aliases.ts";
import { createState } from "../../src/compile/createState.ts";
import { type CompileState, derivativeOf, type Variable } from "../../src/compile/state.ts";
import type { VariableIndex } from "../../src/symbolic/indices.ts";

const [template] = instantiate(Model({ x: Var(), equations: "x = sin(time)" })).program.state.variables;

function tableOf(count: number, changed: Readonly<Record<number, Partial<Variable>>> = {}) {
  const state = createState();
  for (let k = 0; k < count; k++) state.variables.push({ ...template!, name: `v${k}`, ...changed[k] });
  return { state, aliases: new AliasTable(state) };
}
const at = (k: number): VariableIndex => k as VariableIndex;
const told = (aliases: AliasTable, k: number): [number, number] => {
  const { target, sign } = aliases.find(at(k));
  return [target, sign];
};

it("a variable stands for all that were found equal to it, with the signs along the way", () => {
  const item = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(item, item, fc.constantFrom<1 | -1>(1, -1)), { maxLength: 14 }),
      fc.option(item, { nil: undefined }),
      (pairs, zero) => {
        const { state, aliases } = tableOf(10);
        // the second way: number of the set and sign in it, written anew with every join
        const label = Array.from({ length: 10 }, (_, k) => ({ set: k, sign: 1 }));
        let joins = 0;
        for (const [x, y, sign] of pairs) {
          const [a, b] = [label[x]!, label[y]!];
          if (a.set === b.set) continue;
          // x = sign·y, told of what stands for both
          const [p, q] = [aliases.find(at(x)), aliases.find(at(y))];
          expect(aliases.join(p.target, q.target, (sign * p.sign * q.sign) as 1 | -1)).toHaveLength(1);
          joins++;
          const [from, relative] = [b.set, a.sign * sign * b.sign];
          for (const own of label) if (own.set === from) Object.assign(own, { set: a.set, sign: own.sign * relative });
        }
        expect(aliases.count).toBe(joins);
        label.forEach((a, i) => {
          label.forEach((b, j) => {
            const [p, q] = [told(aliases, i), told(aliases, j)];
            expect(p[0] === q[0]).toBe(a.set === b.set);
            if (a.set === b.set) expect(p[1] * q[1]).toBe(a.sign * b.sign);
          });
          expect(aliases.isEliminated(at(i))).toBe(told(aliases, i)[0] !== i);
        });
        if (zero !== undefined) {
          expect(aliases.setZero(at(zero))).toEqual([told(aliases, zero)[0]]);
          expect(aliases.setZero(at(zero))).toEqual([]);
        }
        aliases.finish();
        const replace = aliases.replacement();
        label.forEach(({ set, sign }, i) => {
          const isZero = zero !== undefined && label[zero]!.set === set;
          const [target, own] = told(aliases, i);
          expect(own === 0).toBe(isZero);
          if (!isZero) expect(own).toBe(sign * label[target]!.sign);
          const shown = replace(state.b.variable(at(i)))!;
          const expected = state.b.variable(at(target));
          expect(shown).toBe(isZero ? state.b.zero : own === 1 ? expected : state.b.neg(expected));
          expect(state.aliases.has(at(i))).toBe(isZero ? i === target || own === 0 : target !== i);
        });
      },
    ),
    { seed: 71, numRuns: 80 },
  );
});

describe("of two equal variables", () => {
  const kept = (a: Partial<Variable>, b: Partial<Variable>): number => {
    const { aliases } = tableOf(2, { 0: a, 1: b });
    aliases.join(at(0), at(1), 1);
    return told(aliases, 0)[0];
  };
  const { b } = createState();
  const one = b.one;

  it("that stays which tells more about its start, else the first", () => {
    expect(kept({}, {})).toBe(0);
    for (const more of [{ init: one }, { start: one }, { stateSelect: 1 }]) {
      expect(kept(more, {})).toBe(0);
      expect(kept({}, more)).toBe(1);
    }
    expect(kept({ start: one }, { init: one })).toBe(1);
    expect(kept({ init: one, isPreferred: true }, { init: one })).toBe(1);
    expect(kept({ start: one }, { init: one, isPreferred: true })).toBe(1);
    expect(kept({ isInternal: true }, {})).toBe(1);
    expect(kept({ isInternal: true, start: one }, {})).toBe(0);
    expect(kept({ init: one, stateSelect: -1 }, {})).toBe(1);
  });

  it("a state stays before others, a derivative before a state; both of the last stay beside each other", () => {
    const make = (): { state: CompileState; aliases: AliasTable } => {
      const made = tableOf(3, { 2: { init: one, stateSelect: 2 } });
      derivativeOf(made.state, at(0));
      derivativeOf(made.state, at(1));
      return made;
    };
    const first = make();
    expect(first.aliases.join(at(2), at(0), 1)).toEqual([2]);
    const second = make();
    expect(second.aliases.join(at(3), at(2), 1)).toEqual([2]);
    const third = make();
    expect(third.aliases.join(at(3), at(4), 1)).toBeUndefined();
    expect(third.aliases.join(at(3), at(1), 1)).toBeUndefined();
    expect(third.aliases.join(at(0), at(4), 1)).toBeUndefined();
    expect(third.aliases.count).toBe(0);
    // equal states have equal derivatives, of all orders
    const fourth = make();
    derivativeOf(fourth.state, at(4));
    expect(fourth.aliases.join(at(0), at(1), -1)).toEqual([1, 4, 5]);
    expect([1, 4, 5].map((k) => told(fourth.aliases, k))).toEqual([
      [0, -1],
      [3, -1],
      [6, -1],
    ]);
    expect(fourth.state.variables[at(6)]!.derivativeOf).toBe(3);
  });

  it("zero has a zero derivative, and a derivative that is zero leaves its state", () => {
    const { state, aliases } = tableOf(2);
    derivativeOf(state, derivativeOf(state, at(0)));
    expect(aliases.setZero(at(2))).toBeUndefined();
    expect(aliases.setZero(at(0))).toEqual([0, 2, 3]);
    expect([0, 2, 3].map((k) => told(aliases, k)[1])).toEqual([0, 0, 0]);
    expect(told(aliases, 1)).toEqual([1, 1]);
    expect(aliases.count).toBe(3);
  });
});

describe("what stays takes over", () => {
  const { b } = createState();
  const [one, two] = [b.one, b.num(2)];
  const survivor = (keptOne: Partial<Variable>, gone: Partial<Variable>, sign: 1 | -1 = 1): Variable => {
    // it stays, since it is the wish of the user
    const { state, aliases } = tableOf(2, { 0: { stateSelect: 1, ...keptOne }, 1: gone });
    expect(aliases.join(at(0), at(1), sign)).toEqual([1]);
    return state.variables[at(0)]!;
  };

  it("start values that it lacks, with their sign, and fixed ones in place of preferred ones", () => {
    expect(survivor({}, { init: two }).init).toBe(two);
    expect(survivor({}, { start: two }).start).toBe(two);
    expect(survivor({}, { init: two }, -1).init).toMatchObject({ op: "num", value: -2 });
    expect(survivor({}, { start: two }, -1).start).toMatchObject({ op: "num", value: -2 });
    expect(survivor({ init: one }, { init: two }).init).toBe(one);
    expect(survivor({ init: one, isPreferred: true }, { init: two })).toMatchObject({ init: two, isPreferred: false });
    expect(survivor({ init: one, isPreferred: true }, { init: two, isPreferred: true }).init).toBe(one);
    expect(survivor({ init: one, isPreferred: true }, {})).toMatchObject({ init: one, isPreferred: true });
    expect(survivor({}, { init: two, isPreferred: true })).toMatchObject({ init: two, isPreferred: true });
  });

  it("start values of those that are nearer to the top", () => {
    expect(survivor({ start: one }, { start: two }).start).toBe(one);
    expect(survivor({ start: one }, { start: two, startRank: 1 })).toMatchObject({ start: two, startRank: 1 });
    expect(survivor({ start: one, startRank: 2 }, { start: two, startRank: 1 }).start).toBe(one);
    expect(survivor({ start: one, startRank: 1 }, { start: two, startRank: 1 }).start).toBe(one);
    expect(survivor({ start: one }, { startRank: 3 }).start).toBe(one);
  });

  it("size, kind, dimension and wishes", () => {
    expect(survivor({ nominal: 0 }, { nominal: 5 }).nominal).toBe(5);
    expect(survivor({ nominal: 3 }, { nominal: 5 }).nominal).toBe(3);
    expect(survivor({}, { type: "integer" }).type).toBe("integer");
    expect(survivor({ type: "boolean" }, { type: "real" }).type).toBe("boolean");
    expect(survivor({}, { isDiscrete: true }).isDiscrete).toBe(true);
    expect(survivor({ isDiscrete: true }, {}).isDiscrete).toBe(true);
    expect(survivor({ stateSelect: 2 }, { stateSelect: 1 }).stateSelect).toBe(2);
    expect(survivor({ stateSelect: 1, init: one }, { stateSelect: 1 }).stateSelect).toBe(1);
    const length = [1, 0, 0, 0, 0, 0, 0];
    expect(survivor({ dimension: undefined }, { dimension: length }).dimension).toBe(length);
    expect(survivor({ dimension: length }, { dimension: [0, 1, 0, 0, 0, 0, 0] }).dimension).toBe(length);
  });
});

/** Values of parameters: whatever the order in which they stand, each follows those that it names. */
import { expr, instantiate, Model, Par, type RattlebackError, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { createState } from "../../src/compile/createState.ts";
import { evaluateParameter, evaluateParameters } from "../../src/compile/parameterValues.ts";
import type { CompileState, Parameter } from "../../src/compile/state.ts";
import type { Expr } from "../../src/symbolic/expression.ts";
import type { ObjectIndex, ParameterIndex } from "../../src/symbolic/indices.ts";

const [first] = instantiate(Model({ k: 2, x: Var({ init: 0 }), equations: "der(x) = k" })).program.state.parameters;

/** Parameters of which the expression of each is made by its number; without one, the value is 1. */
function stateOf(count: number, expressionOf: (state: CompileState, k: number) => Expr | undefined): CompileState {
  const state = createState();
  for (let k = 0; k < count; k++) {
    const own: Parameter = { ...first!, name: `k${k}`, value: 1, expression: expressionOf(state, k) };
    state.parameters.push(own);
  }
  return state;
}

const par = ({ b }: CompileState, k: number): Expr => b.parameter(k as ParameterIndex);
const valuesOf = (state: CompileState, given = new Map<ParameterIndex, number>()): number[] => [
  ...evaluateParameters(state, given, new Map()).numbers,
];
const codeOf = (provoke: () => unknown): string => {
  try {
    provoke();
  } catch (error) {
    return `${(error as RattlebackError).code} ${(error as RattlebackError).path}`;
  }
  return "accepted";
};

describe("a chain in which each names the next", () => {
  const count = 1000;
  const chain = stateOf(count, (state, k) =>
    k === count - 1 ? undefined : state.b.add([par(state, k + 1), state.b.one]),
  );

  it("has the values of its sums, however long it is", () => {
    expect(valuesOf(chain)).toEqual(Array.from({ length: count }, (_, k) => count - k));
    for (const k of [0, 300, 799, 800, 998, 999])
      expect(evaluateParameter(chain, k as ParameterIndex), `k${k}`).toBe(count - k);
  });

  it("goes on from a value that is given in its midst, which no expression replaces", () => {
    for (const given of [0, 199, 200, 201, 700, count - 1]) {
      const values = valuesOf(chain, new Map([[given as ParameterIndex, 5000]]));
      expect(values).toEqual(values.map((_, k) => (k > given ? count - k : 5000 + given - k)));
    }
  });

  it("remembers what it has computed, and nothing that it was not asked for", () => {
    const known = new Map<ParameterIndex, number>();
    expect(evaluateParameter(chain, 990 as ParameterIndex, known)).toBe(10);
    expect([...known.keys()].sort((a, b) => a - b)).toEqual([990, 991, 992, 993, 994, 995, 996, 997, 998]);
    known.set(995 as ParameterIndex, 100);
    known.delete(990 as ParameterIndex);
    known.delete(994 as ParameterIndex);
    for (const k of [991, 992, 993]) known.delete(k as ParameterIndex);
    expect(evaluateParameter(chain, 990 as ParameterIndex, known)).toBe(105);
  });
});

it("values that two need are the same for both, at any depth", () => {
  // each is the sum of the next two: the numbers of Fibonacci
  const count = 72;
  const state = stateOf(count, (own, k) =>
    k >= count - 2 ? undefined : own.b.add([par(own, k + 1), par(own, k + 2)]),
  );
  const expected = [1, 1];
  while (expected.length < count) expected.unshift(expected[0]! + expected[1]!);
  expect(valuesOf(state)).toEqual(expected);
  expect(evaluateParameter(state, 0 as ParameterIndex)).toBe(expected[0]);
  // a ladder: 1500 rungs, of which every other one is skipped
  const ladder = stateOf(1500, (own, k) =>
    k >= 1498 ? undefined : own.b.add([par(own, k + 1), own.b.neg(par(own, k + 2)), own.b.one]),
  );
  const rungs: number[] = [];
  for (let k = 1499; k >= 0; k--) rungs[k] = k >= 1498 ? 1 : rungs[k + 1]! - rungs[k + 2]! + 1;
  expect(valuesOf(ladder)).toEqual(rungs);
  expect(evaluateParameter(ladder, 0 as ParameterIndex)).toBe(rungs[0]);
});

describe("a function that several need", () => {
  let calls = 0;
  const model = (hasEffects: boolean) =>
    instantiate(
      Model({
        functions: {
          root: {
            call: (x: number) => {
              calls++;
              return Math.sqrt(x);
            },
            explain: (x: number) => `${x} has no root`,
            results: [[]],
            hasEffects,
          },
        },
        a: 9,
        isReal: expr`if root(a) >= 0 then 1 else 0`,
        b: expr`root(a) + 1`,
        c: expr`root(a) + 2`,
        x: Var({ init: 0 }),
        equations: "der(x) = b + c + isReal",
      }),
    );
  const callsOf = (hasEffects: boolean): number => {
    const made = model(hasEffects);
    calls = 0;
    expect(simulate(made, { stopTime: 1 }).final("x")).toBeCloseTo(10, 9);
    return calls;
  };

  it("is called once for the same arguments, but for each where it has effects", () => {
    expect(callsOf(false)).toBe(1);
    expect(callsOf(true)).toBe(3);
  });

  it("tells why it has no value to who has asked behind another", () => {
    expect(() => simulate(model(false), { stopTime: 1, merge: { a: -4 } })).toThrowError(
      expect.objectContaining({ code: "E-PARAMETER-NAN", path: "b", because: "-4 has no root" }),
    );
  });
});

it.each([1, 2, 3, 150, 450, 900])("%d parameters that name each other in a circle are refused by name", (count) => {
  const circle = stateOf(count, (state, k) => state.b.add([par(state, (k + 1) % count), state.b.one]));
  expect(codeOf(() => valuesOf(circle))).toMatch(/^E-PARAMETER-CYCLE k\d+$/);
  expect(codeOf(() => evaluateParameter(circle, 0 as ParameterIndex))).toMatch(/^E-PARAMETER-CYCLE k\d+$/);
  // a value that is given opens it
  const values = valuesOf(circle, new Map([[0 as ParameterIndex, 7]]));
  expect(values).toEqual(Array.from({ length: count }, (_, k) => (k === 0 ? 7 : 7 + count - k)));
});

it("the words about a circle name who depends on itself", () => {
  const circle = stateOf(2, (state, k) => par(state, 1 - k));
  let error: RattlebackError | undefined;
  try {
    valuesOf(circle);
  } catch (caught) {
    error = caught as RattlebackError;
  }
  expect(error!.what).toBe('The value of "k0" depends on itself.');
  expect(error!.hint).toBe("follow the expressions of the parameters involved; one of them must be a number");
  expect(error!.data).toEqual({ name: "k0" });
});

it("texts that follow others are those of the run, from the first to the last", () => {
  const state = createState();
  const text = { name: "a", value: "water", sameAs: -1 as ObjectIndex };
  state.objects.push(
    { ...text } as never,
    { ...text, name: "b", value: "old", sameAs: 0 } as never,
    { ...text, name: "c", value: "old", sameAs: 1 } as never,
    { ...text, name: "d", value: "air" } as never,
  );
  const objectsOf = (...given: readonly (readonly [number, unknown])[]) =>
    evaluateParameters(state, new Map(), new Map(given as [ObjectIndex, unknown][])).objects;
  expect(objectsOf()).toEqual(["water", "water", "water", "air"]);
  expect(objectsOf([0, "oil"])).toEqual(["oil", "oil", "oil", "air"]);
  expect(objectsOf([1, "oil"])).toEqual(["water", "oil", "oil", "air"]);
  expect(objectsOf([3, undefined])).toEqual(["water", "water", "water", undefined]);
});

it("a value that the model leaves open is given for the run, or the run is refused", () => {
  const model = instantiate(
    Model({ k: Par({ unit: "m" }), l: expr`2*k`, x: Var({ init: 0 }), equations: "der(x) = l" }),
  );
  expect(simulate(model, { stopTime: 1, merge: { k: 3 } }).final("x")).toBeCloseTo(6, 9);
  expect(simulate(model, { stopTime: 1, merge: { k: Par(3, "mm"), l: 5 } }).final("x")).toBeCloseTo(5, 9);
  expect(() => simulate(model, { stopTime: 1 })).toThrowError(
    expect.objectContaining({ code: "E-PARAMETER-NO-VALUE", path: "k" }),
  );
});

describe("limits", () => {
  const model = instantiate(
    Model({
      least: 1,
      k: Par({ value: 3, min: expr`2*least`, max: expr`least + 4` }),
      x: Var({ init: 0 }),
      equations: "der(x) = k",
    }),
  );
  const at = (k: number, least: number) => () => simulate(model, { stopTime: 1, merge: { k, least } }).final("x");

  it("that other parameters give are those of the run, and belong to what is allowed", () => {
    for (const [k, least] of [
      [2, 1],
      [5, 1],
      [6, 3],
      [7, 3],
      [3, 1.5],
    ] as const)
      expect(at(k, least)()).toBeCloseTo(k, 9);
    for (const [k, least, words] of [
      [1.99, 1, 'The parameter "k" is 1.99; its least value is 2.'],
      [5.01, 1, 'The parameter "k" is 5.01; its largest value is 5.'],
      [3, 2, 'The parameter "k" is 3; its least value is 4.'],
      [7.5, 3, 'The parameter "k" is 7.5; its largest value is 7.'],
    ] as const)
      expect(at(k, least)).toThrow(words);
  });

  it("are not looked at where values are only read", () => {
    const { state } = model.program;
    const k = state.parameters.findIndex(({ name }) => name === "k") as ParameterIndex;
    const given = new Map([[k, 100]]);
    expect(evaluateParameters(state, given, new Map(), false).numbers[k]).toBe(100);
    expect(() => evaluateParameters(state, given, new Map())).toThrow("its largest value is 5");
  });
});

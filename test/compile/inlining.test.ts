import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import type { Block, SystemBlock } from "../../src/compile/blocks.ts";
import { inlineSingleUses } from "../../src/compile/inlining.ts";
import { RunningModel } from "../../src/run/runningModel.ts";
import { type Expr, ExpressionBuilder } from "../../src/symbolic/expression.ts";
import type { EquationIndex, ParameterIndex, VariableIndex } from "../../src/symbolic/indices.ts";
import { print } from "../../src/symbolic/print.ts";

const Cell = Model({
  R: 2,
  L: 3,
  C: 5,
  i: Var({ init: 0 }),
  v: Var({ init: 0 }),
  equations: "vR = R*i; vL = left - vR - v; L*der(i) = vL; iC = i - iRight; C*der(v) = iC",
});
/** A ladder of n cells, driven by 1 V. */
function ladder(n: number) {
  const cells = Object.fromEntries(Array.from({ length: n }, (_, k) => [`c${k + 1}`, Cell]));
  const equations = ["c1.left = 1", `c${n}.iRight = 0`];
  for (let k = 1; k < n; k++) equations.push(`c${k + 1}.left = c${k}.v`, `c${k}.iRight = c${k + 1}.i`);
  return Model({ ...cells, equations });
}

describe("values that one equation alone reads", () => {
  const n = 60;
  const model = instantiate(ladder(n));

  it("are computed in its loop, from states and parameters, in one pass", () => {
    const { code } = model;
    const rhs = code.slice(code.indexOf("function rhs"), code.indexOf("function full"));
    expect(rhs).not.toContain("rhsW");
    expect(rhs.match(/for \(let k/g)?.length).toBe(2);
  });

  it("give the derivatives that the equations say, by rhs and by full", () => {
    const none = new Map<never, never>();
    const running = new RunningModel(model.program, none, none, none);
    const states = model.stateNames;
    const x = Float64Array.from(states, (_, k) => Math.sin(k + 1));
    const value = (name: string): number => x[states.indexOf(name)]!;
    const [d, e] = [new Float64Array(x.length), new Float64Array(x.length)];
    running.full(0, x, e);
    running.rhs(0, x, d);
    for (let k = 1; k <= n; k++) {
      const left = k === 1 ? 1 : value(`c${k - 1}.v`);
      const right = k === n ? 0 : value(`c${k + 1}.i`);
      for (const list of [d, e]) {
        expect(list[states.indexOf(`c${k}.i`)]).toBeCloseTo((left - 2 * value(`c${k}.i`) - value(`c${k}.v`)) / 3, 14);
        expect(list[states.indexOf(`c${k}.v`)]).toBeCloseTo((value(`c${k}.i`) - right) / 5, 14);
      }
    }
  });

  it("are derivatives all the same where one equation alone reads them", () => {
    const slopes = Model({
      x: Var({ init: 1 }),
      w: Var({ init: 1 }),
      equations: "der(x) = -k*x; der(w) = 2*der(x) - w",
    });
    const cells = Array.from({ length: n }, (_, k) => [`c${k}`, slopes.with({ k: k + 1 })]);
    const chain = instantiate(Model(Object.fromEntries(cells)));
    const none = new Map<never, never>();
    const running = new RunningModel(chain.program, none, none, none);
    const [x, d] = [new Float64Array(2 * n).fill(1), new Float64Array(2 * n)];
    running.rhs(0, x, d);
    const rate = (name: string): number => d[chain.stateNames.indexOf(name)]!;
    for (let k = 0; k < n; k++) expect([rate(`c${k}.x`), rate(`c${k}.w`)]).toEqual([-k - 1, -2 * k - 3]);
  });

  it("are in the result as before", () => {
    const result = simulate(model, { stopTime: 1 });
    expect(result.final("c1.vR")).toBeCloseTo(2 * result.final("c1.i"), 12);
    expect(result.final("c2.vL")).toBeCloseTo(3 * result.final("c2.der(i)"), 12);
  });
});

describe("which values are put into the equation that reads them", () => {
  const b = new ExpressionBuilder();
  const variable = (k: number) => b.variable(k as VariableIndex);
  const [x, y, z, w] = [0, 1, 2, 3].map(variable) as [Expr, Expr, Expr, Expr];
  const k = b.parameter(0 as ParameterIndex);
  const set = (target: Expr, value: Expr): Block => ({
    kind: "assignment",
    variable: target.value as VariableIndex,
    value,
    equation: 0 as EquationIndex,
  });
  const names = {
    variable: (i: number) => "xyzw"[i]!,
    parameter: () => "k",
    object: () => "o",
    userFunction: () => "f",
  };
  const shown = (blocks: readonly Block[], isWanted: (v: VariableIndex) => boolean = () => false) =>
    inlineSingleUses(b, blocks, isWanted).map((block) =>
      block.kind === "assignment" ? `${"xyzw"[block.variable]} = ${print(block.value, names)}` : block.kind,
    );

  it.each([
    ["a sum", b.add([x, k])],
    ["a product", b.mul([x, b.num(3)])],
    ["a quotient", b.div(x, k)],
    ["an opposite", b.neg(x)],
    ["a number", b.num(5)],
    ["a parameter", k],
  ])("%s is", (_, value) => {
    const text = print(b.mul([b.num(2), b.call("sin", [value])]), names);
    expect(shown([set(y, value), set(z, b.mul([b.num(2), b.call("sin", [y])]))])).toEqual([`z = ${text}`]);
  });

  it.each([
    ["a function", b.call("sin", [x])],
    ["a power", b.pow(x, b.num(3))],
    ["a sum with a function in it", b.add([k, b.call("abs", [x])])],
    ["time", b.make("time", [], 0, "")],
  ])("%s is not", (_, value) => {
    expect(shown([set(y, value), set(z, b.neg(y))])).toEqual([`y = ${print(value, names)}`, "z = -y"]);
  });

  it("what two read, what nobody reads, what is wanted and what a system reads are not", () => {
    const sum = b.add([x, k]);
    expect(shown([set(y, sum), set(z, b.neg(y)), set(w, y)])).toHaveLength(3);
    expect(shown([set(y, sum)])).toHaveLength(1);
    expect(shown([set(y, sum), set(z, b.neg(y))], (v) => v === y.value)).toHaveLength(2);
    const system = { kind: "system", solved: [], residuals: [y], iterated: [] } as unknown as SystemBlock;
    expect(shown([set(y, sum), system])).toEqual([`y = ${print(sum, names)}`, "system"]);
  });

  it("what was put in goes on with its reader", () => {
    expect(shown([set(y, b.add([x, k])), set(z, b.neg(y)), set(w, b.call("sin", [z]))])).toEqual([
      `w = ${print(b.call("sin", [b.neg(b.add([x, k]))]), names)}`,
    ]);
  });

  it.each([
    [40, 1],
    [41, 2],
  ])("a value of %i parts leaves %i assignments", (parts, expected) => {
    // the sum, and as many variables as are left
    const value = b.add(Array.from({ length: parts - 1 }, (_, i) => variable(10 + i)));
    expect(inlineSingleUses(b, [set(y, value), set(z, b.neg(y))], () => false)).toHaveLength(expected);
  });
});

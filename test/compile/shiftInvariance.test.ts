/** Potentials that occur by their differences only: the answer is held against values with and without a shift. */
import { describe, expect, it } from "vitest";
import { isShiftInvariant } from "../../src/compile/shiftInvariance.ts";
import { createRandom } from "../../src/math/random.ts";
import { evaluate } from "../../src/symbolic/evaluate.ts";
import { type Expr, ExpressionBuilder } from "../../src/symbolic/expression.ts";
import type { ParameterIndex, VariableIndex } from "../../src/symbolic/indices.ts";

const b = new ExpressionBuilder();
const [p, n, i, m] = [0, 1, 2, 3].map((k) => b.variable(k as VariableIndex)) as [Expr, Expr, Expr, Expr];
const G = b.parameter(0 as ParameterIndex);
const two = b.num(2);
/** p and n are potentials, m is the opposite of one, i is a flow. */
const directions = new Map<VariableIndex, number>([
  [0 as VariableIndex, 1],
  [1 as VariableIndex, 1],
  [3 as VariableIndex, -1],
]);
const holds = (e: Expr): boolean => isShiftInvariant(b, [e], directions);
const difference = b.sub(p, n);
const before = b.make("pre", [], 0, "");
const beforeFlow = b.make("pre", [], 2, "");
const greater = (x: Expr, y: Expr): Expr => b.make("gt", [x, y], 0, "");

describe("differences", () => {
  it.each<[string, Expr]>([
    ["p - n", difference],
    ["p - n - G*i", b.sub(difference, b.mul([G, i]))],
    ["p + m", b.add([p, m])],
    ["G*p - G*n", b.sub(b.mul([G, p]), b.mul([G, n]))],
    ["p/2 - n/2", b.sub(b.div(p, two), b.div(n, two))],
    ["p/i - n/i", b.sub(b.div(p, i), b.div(n, i))],
    ["(p - n)/G", b.div(difference, G)],
    ["G/(p - n)", b.div(G, difference)],
    ["exp((p - n)/G)", b.call("exp", [b.div(difference, G)])],
    ["sin(i)", b.call("sin", [i])],
    ["the flow before", beforeFlow],
    ["p > n", greater(p, n)],
    ["if i > 1 then p else n, less n", b.sub(b.conditional(greater(i, two), p, n), n)],
  ])("%s stays the same", (_text, e) => {
    expect(holds(e)).toBe(true);
  });

  it.each<[string, Expr]>([
    ["p", p],
    ["p - i", b.sub(p, i)],
    ["p - m", b.sub(p, m)],
    ["G*p - n", b.sub(b.mul([G, p]), n)],
    ["p/2 - n", b.sub(b.div(p, two), n)],
    ["p*n", b.mul([p, n])],
    ["p/n", b.div(p, n)],
    ["i/p", b.div(i, p)],
    ["i/p - i/n", b.sub(b.div(i, p), b.div(i, n))],
    ["sin(p) - sin(n)", b.sub(b.call("sin", [p]), b.call("sin", [n]))],
    ["p before - n", b.sub(before, n)],
    ["p > i", greater(p, i)],
    ["p > -n", greater(p, m)],
    ["if p > 2 then 1 else 2", b.conditional(greater(p, two), b.one, two)],
    ["if i > 2 then p else G, less n", b.sub(b.conditional(greater(i, two), p, G), n)],
  ])("%s does not", (_text, e) => {
    expect(holds(e)).toBe(false);
  });

  it("every one of several expressions has to stay the same", () => {
    expect(isShiftInvariant(b, [difference, i], directions)).toBe(true);
    expect(isShiftInvariant(b, [difference, p], directions)).toBe(false);
    expect(isShiftInvariant(b, [], directions)).toBe(true);
  });
});

it("what is said to stay the same does, on random expressions", () => {
  const random = createRandom(77);
  const value = (e: Expr, shift: number): number =>
    evaluate(e, {
      time: 0,
      variable: (k) => [1.25, 0.5, 0.75, -2.5][k]! + shift * (directions.get(k as VariableIndex) ?? 0),
      parameter: () => 1.5,
      object: () => undefined,
      runLeaf: () => 1,
    });
  const leaves = [p, n, i, m, G, two];
  const tree = (depth: number): Expr => {
    const leaf = leaves[random.below(leaves.length)]!;
    if (depth === 0) return leaf;
    const [x, y] = [tree(depth - 1), tree(depth - 1)];
    return [b.add([x, y]), b.sub(x, y), b.sub(x, y), b.mul([x, y]), b.div(x, y), b.neg(x), leaf][random.below(7)]!;
  };
  let same = 0;
  for (let k = 0; k < 400; k++) {
    const e = tree(3);
    if (!holds(e)) continue;
    same++;
    const [at, shifted] = [value(e, 0), value(e, 0.125)];
    if (Number.isFinite(at)) expect(Math.abs(shifted - at)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(at)));
  }
  expect(same).toBeGreaterThan(20);
});

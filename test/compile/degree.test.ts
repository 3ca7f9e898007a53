/** How expressions depend on variables, against values: what is of degree 1 is a straight line, and of degree 0 a constant. */
import { describe, expect, it } from "vitest";
import { degree } from "../../src/compile/curves.ts";
import { createRandom } from "../../src/math/random.ts";
import { type Expr, ExpressionBuilder } from "../../src/symbolic/expression.ts";
import type { VariableIndex } from "../../src/symbolic/indices.ts";

const b = new ExpressionBuilder();
const [x, y, z] = [0, 1, 2].map((i) => b.variable(i as VariableIndex)) as [Expr, Expr, Expr];
const own = new Set([0, 1] as VariableIndex[]);
const cannotTell = Number.POSITIVE_INFINITY;
const earlier = (i: number): Expr => b.make("pre", [], i, "");

describe("the degree of an expression in some variables", () => {
  it.each<[string, Expr, number]>([
    ["a number", b.num(3), 0],
    ["one of them", x, 1],
    ["another variable", z, 0],
    ["a sum", b.add([x, y, z]), 1],
    ["a difference of others", b.sub(z, b.num(2)), 0],
    ["the opposite", b.neg(x), 1],
    ["a product with another", b.mul([z, x]), 1],
    ["a product of others", b.mul([z, b.time]), 0],
    ["a product of two of them", b.mul([x, y]), cannotTell],
    ["a quotient by another", b.div(x, z), 1],
    ["a quotient by one of them", b.div(z, x), cannotTell],
    ["a function of one", b.call("sin", [x]), cannotTell],
    ["a function of others", b.call("sin", [z]), 0],
    ["a choice by others", b.conditional(b.relation("gt", z, b.zero), x, b.num(2)), 1],
    ["a choice between others", b.conditional(b.relation("gt", z, b.zero), z, b.num(2)), 0],
    ["a choice by one of them", b.conditional(b.relation("gt", x, b.zero), z, b.num(2)), cannotTell],
    ["what it was before", earlier(0), cannotTell],
    ["what another was before", earlier(2), 0],
  ])("%s", (_, e, expected) => {
    expect(degree(e, own)).toBe(expected);
  });

  it("is 1 or 0 only where values lie on a line or on one level", () => {
    const random = createRandom(5);
    const leaves = [x, y, z, b.num(2), b.num(-3), b.time];
    const grown = (depth: number): Expr => {
      if (depth === 0) return leaves[random.below(leaves.length)]!;
      const [p, q] = [grown(depth - 1), grown(depth - 1)];
      return [
        () => b.add([p, q]),
        () => b.sub(p, q),
        () => b.mul([p, q]),
        () => b.neg(p),
        () => b.div(p, b.add([q, b.num(97)])),
      ][random.below(5)]!();
    };
    const numberOf = (e: Expr, values: readonly number[]): number => {
      const args = e.args.map((arg) => numberOf(arg, values));
      if (e.op === "var") return values[e.value]!;
      if (e.op === "num") return e.value;
      if (e.op === "time") return 0.7;
      if (e.op === "add") return args.reduce((sum, v) => sum + v, 0);
      if (e.op === "mul") return args.reduce((product, v) => product * v, 1);
      if (e.op === "neg") return -args[0]!;
      if (e.op === "div") return args[0]! / args[1]!;
      if (e.op === "pow") return args[0]! ** args[1]!;
      throw new Error(e.op);
    };
    const counts = new Map<number, number>();
    for (let k = 0; k < 300; k++) {
      const e = grown(3);
      const found = degree(e, own);
      counts.set(found, (counts.get(found) ?? 0) + 1);
      const [v0, v1, v2] = [0, 1, 2].map((s) => numberOf(e, [0.3 + 0.5 * s, -0.2 + 0.9 * s, 1.7])) as [
        number,
        number,
        number,
      ];
      const size = 1e-9 * (1 + Math.abs(v0) + Math.abs(v1) + Math.abs(v2));
      if (found <= 1) expect(Math.abs(v0 - 2 * v1 + v2)).toBeLessThan(size);
      if (found === 0) expect(Math.abs(v1 - v0)).toBeLessThan(size);
    }
    expect([...counts.keys()].sort()).toEqual([0, 1, cannotTell]);
    for (const count of counts.values()) expect(count).toBeGreaterThan(20);
  });
});

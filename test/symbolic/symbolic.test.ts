import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differentiate } from "../../src/symbolic/differentiate.ts";
import { type Bindings, evaluate } from "../../src/symbolic/evaluate.ts";
import { type Expr, ExpressionBuilder } from "../../src/symbolic/expression.ts";
import type { VariableIndex } from "../../src/symbolic/indices.ts";
import { linearIn } from "../../src/symbolic/linearForm.ts";
import { parseExpression } from "../../src/symbolic/parse.ts";
import { print } from "../../src/symbolic/print.ts";
import type { Syntax } from "../../src/symbolic/syntax.ts";
import { substitute, variablesOf } from "../../src/symbolic/traverse.ts";

const names = {
  variable: (i: number) => "xyz"[i],
  parameter: (i: number) => `p${i}`,
  object: (i: number) => `o${i}`,
  userFunction: (i: number) => `f${i}`,
};

/** Random expressions as trees that two different builders and an evaluator understand. */
type Tree = { op: string; args: Tree[]; value: number };
const leaf = fc.oneof(
  fc.record({ op: fc.constant("num"), args: fc.constant([] as Tree[]), value: fc.integer({ min: -4, max: 4 }) }),
  fc.record({ op: fc.constant("var"), args: fc.constant([] as Tree[]), value: fc.integer({ min: 0, max: 2 }) }),
);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    leaf,
    fc.record({
      op: fc.constantFrom("add", "mul", "sub", "div", "if"),
      args: fc.tuple(tie("tree"), tie("tree"), tie("tree")).map((x) => [...x]),
      value: fc.constant(0),
    }),
    fc.record({
      op: fc.constantFrom("neg", "sin", "exp", "square", "atan"),
      args: fc.tuple(tie("tree")).map((x) => [...x]),
      value: fc.constant(0),
    }),
  ),
}));

function build(b: ExpressionBuilder, t: Tree): Expr {
  const args = t.args.map((arg) => build(b, arg));
  switch (t.op) {
    case "num":
      return b.num(t.value);
    case "var":
      return b.variable(t.value as VariableIndex);
    case "add":
      return b.add(args);
    case "mul":
      return b.mul(args);
    case "sub":
      return b.sub(args[0], args[1]);
    case "div":
      return b.div(args[0], b.add([b.pow(args[1], b.num(2)), b.one]));
    case "if":
      return b.conditional(b.relation("lt", args[0], args[1]), args[2], b.neg(args[2]));
    case "neg":
      return b.neg(args[0]);
    case "square":
      return b.pow(args[0], b.num(2));
    case "exp":
      return b.call("exp", [b.call("sin", args)]);
    default:
      return b.call(t.op, args);
  }
}

/** The same tree in plain arithmetic, without any simplification. */
function plain(t: Tree, x: readonly number[]): number {
  const a = t.args.map((arg) => plain(arg, x));
  switch (t.op) {
    case "num":
      return t.value;
    case "var":
      return x[t.value];
    case "add":
      return a[0] + a[1] + a[2];
    case "mul":
      return a[0] * a[1] * a[2];
    case "sub":
      return a[0] - a[1];
    case "div":
      return a[0] / (a[1] ** 2 + 1);
    case "if":
      return a[0] < a[1] ? a[2] : -a[2];
    case "neg":
      return -a[0];
    case "square":
      return a[0] ** 2;
    case "exp":
      return Math.exp(Math.sin(a[0]));
    case "sin":
      return Math.sin(a[0]);
    default:
      return Math.atan(a[0]);
  }
}

const at = (x: readonly number[]): Bindings => ({ time: 0, variable: (i) => x[i], parameter: () => 0 });
const point = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -1.5, max: 1.5, noNaN: true })));
const close = (a: number, b: number, tolerance: number) =>
  Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));

describe("expressions", () => {
  it("simplification on construction keeps the value", () => {
    fc.assert(
      fc.property(tree, point, (t, x) => {
        const value = plain(t, x);
        fc.pre(Number.isFinite(value) && Math.abs(value) < 1e6);
        expect(close(evaluate(build(new ExpressionBuilder(), t), at(x)), value, 1e-9)).toBe(true);
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  it("equal expressions are the same object", () => {
    fc.assert(
      fc.property(tree, (t) => {
        const b = new ExpressionBuilder();
        expect(build(b, t)).toBe(build(b, t));
      }),
      { seed: 12, numRuns: 200 },
    );
  });

  it("derivatives agree with differences", () => {
    const h = 1e-6;
    fc.assert(
      fc.property(tree, point, fc.integer({ min: 0, max: 2 }), (t, x, k) => {
        const b = new ExpressionBuilder();
        const e = build(b, t);
        const move = (s: number) =>
          plain(
            t,
            x.map((value, i) => (i === k ? value + s : value)),
          );
        const difference = (move(h) - move(-h)) / (2 * h);
        // differences say nothing next to a switch or a kink: there the two sides differ
        fc.pre(Math.abs(difference) < 1e3 && close((move(h) - move(0)) / h, (move(0) - move(-h)) / h, 1e-3));
        const derivative = differentiate(
          b,
          e,
          (l) => (l.op === "var" && l.value === k ? b.one : b.zero),
          () => b.zero,
        );
        expect(close(evaluate(derivative, at(x)), difference, 1e-4)).toBe(true);
      }),
      { seed: 13, numRuns: 500 },
    );
  });

  it("what is printed is read back with the same value", () => {
    fc.assert(
      fc.property(tree, point, (t, x) => {
        const b = new ExpressionBuilder();
        const e = build(b, t);
        const value = evaluate(e, at(x));
        fc.pre(Number.isFinite(value) && Math.abs(value) < 1e6);
        const text = print(e, names);
        const again = fromSyntax(b, parseExpression(text));
        expect(close(evaluate(again, at(x)), value, 1e-9), text).toBe(true);
        expect(print(again, names)).toBe(text);
      }),
      { seed: 14, numRuns: 500 },
    );
  });

  it("factor times variable plus rest gives a linear expression back", () => {
    fc.assert(
      fc.property(tree, point, (t, x) => {
        const b = new ExpressionBuilder();
        const e = build(b, t);
        const form = linearIn(b, e, 0 as VariableIndex);
        fc.pre(form !== undefined && Number.isFinite(evaluate(e, at(x))) && Math.abs(evaluate(e, at(x))) < 1e6);
        expect(
          variablesOf(form!.factor).has(0 as VariableIndex) || variablesOf(form!.rest).has(0 as VariableIndex),
        ).toBe(false);
        const value = evaluate(form!.factor, at(x)) * x[0] + evaluate(form!.rest, at(x));
        expect(close(value, evaluate(e, at(x)), 1e-9)).toBe(true);
      }),
      { seed: 15, numRuns: 500 },
    );
  });

  it("substitution replaces a variable everywhere", () => {
    fc.assert(
      fc.property(tree, point, (t, x) => {
        const b = new ExpressionBuilder();
        const e = build(b, t);
        const replaced = substitute(b, e, (node) => (node.op === "var" && node.value === 1 ? b.num(0.5) : undefined));
        expect(variablesOf(replaced).has(1 as VariableIndex)).toBe(false);
        const value = plain(t, [x[0], 0.5, x[2]]);
        fc.pre(Number.isFinite(value) && Math.abs(value) < 1e6);
        expect(close(evaluate(replaced, at(x)), value, 1e-9)).toBe(true);
      }),
      { seed: 16, numRuns: 300 },
    );
  });
});

function fromSyntax(b: ExpressionBuilder, s: Syntax): Expr {
  const go = (inner: Syntax): Expr => fromSyntax(b, inner);
  switch (s.kind) {
    case "number":
      return b.num(s.value);
    case "name":
      return b.variable("xyz".indexOf(s.parts[0]) as VariableIndex);
    case "sum":
      return b.add(s.terms.map(({ sign, term }) => (sign === 1 ? go(term) : b.neg(go(term)))));
    case "product":
      return b.mul(s.factors.map(go));
    case "binary":
      return s.operator === "/" ? b.div(go(s.left), go(s.right)) : b.pow(go(s.left), go(s.right));
    case "negate":
      return b.neg(go(s.operand));
    case "call":
      return b.call(s.name, s.args.map(go));
    case "relation":
      return b.relation("lt", go(s.left), go(s.right));
    case "if":
      return b.conditional(go(s.branches[0].condition), go(s.branches[0].value), go(s.otherwise));
    default:
      throw new Error(s.kind);
  }
}

/** Equations of an instance: equalities element by element, loops unrolled, decided conditions cut, others paired branch by branch. */
import type { Source } from "../../compile/source.ts";
import { type Equation, newEquation } from "../../compile/state.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { Scope, Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { EquationSyntax } from "../syntax/ast.ts";
import { isScalarKind, sameShape, shapeText } from "../values/arrays.ts";
import { sizeOf } from "../values/value.ts";
import { clockPlace } from "./clocks.ts";
import type { Lowering } from "./context.ts";
import { type EquationSink, forEach, lowerCall, sourceOf } from "./equationParts.ts";
import { addRaised } from "./functionAssertions.ts";
import { NotExecutable } from "./functionParts.ts";
import { defineText } from "./textVariables.ts";
import { unequalKinds } from "./typeFit.ts";
import { lowerWhen } from "./whenEquations.ts";

export function lowerEquations(l: Lowering, list: readonly EquationSyntax[], scope: Scope, sink: EquationSink): void {
  for (const equation of list) lowerEquation(l, equation, scope, sink);
}

function lowerEquation(l: Lowering, equation: EquationSyntax, scope: Scope, sink: EquationSink): void {
  try {
    lowerKind(l, equation, scope, sink);
  } catch (error) {
    if (!(error instanceof NotExecutable)) throw error;
    const place = { file: scope.cls.syntax.file, at: equation.at };
    throw modelicaError("E-MODELICA-STRUCTURAL", "A value is needed to translate the model.", place, {
      ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
      because: error.message,
      hint: "sizes, ranges and conditions that decide them follow from constants and structural parameters",
    });
  }
}

function lowerKind(l: Lowering, equation: EquationSyntax, scope: Scope, sink: EquationSink): void {
  switch (equation.kind) {
    case "connect":
      return; // connections.ts
    case "equality":
      lowerEquality(l, equation, scope, sink);
      return;
    case "for":
      forEach(l, equation, scope, (inner) => lowerEquations(l, equation.body, inner, sink));
      return;
    case "if":
      lowerIf(l, equation, 0, scope, sink);
      return;
    case "when":
      if (sink === l.state.initialEquations)
        throw misplacedWhen(
          equation,
          scope,
          "it stands in an initial section",
          "write its equations there without when",
        );
      lowerWhen(l, equation, scope, (body, into) => lowerEquations(l, body, scope, into));
      return;
    case "call":
      lowerCall(l, equation.call, scope, sourceOf(scope, equation), l.b.one);
      return;
  }
}

function lowerEquality(
  l: Lowering,
  equation: Extract<EquationSyntax, { kind: "equality" }>,
  scope: Scope,
  sink: EquationSink,
): void {
  const source = sourceOf(scope, equation);
  const { raised } = l.functionAssertions.collect(() => equateSides(l, equation, source, scope, sink));
  addRaised(l, raised, source, sink === l.state.initialEquations);
}

function equateSides(
  l: Lowering,
  equation: Extract<EquationSyntax, { kind: "equality" }>,
  source: Source,
  scope: Scope,
  sink: EquationSink,
): void {
  const { left, right } = equation;
  if (left.kind === "tuple" && right.kind === "call") {
    const results = l.results(right, scope, left.items.length);
    left.items.forEach((item, i) => {
      if (item !== undefined) equate(l, l.evaluate(item, scope), results[i]!, source, sink, equation, scope);
    });
    return;
  }
  equate(l, l.evaluate(left, scope), l.evaluate(right, scope), source, sink, equation, scope);
}

export function equate(
  l: Lowering,
  left: Value,
  right: Value,
  source: Source,
  sink: EquationSink,
  at: { at: number },
  scope: Scope,
): void {
  const fail = (because: string, code = "E-MODELICA-SIZE"): Error =>
    modelicaError(
      code,
      "The two sides of an equation do not fit.",
      { file: scope.cls.syntax.file, at: at.at },
      {
        ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
        because,
        hint: "make their sizes and types agree",
      },
    );
  // what arrays of no components hold has neither a type nor further sizes
  if (sizeOf(left.shape) === 0 && sizeOf(right.shape) === 0) return;
  if (left.kind === "Record" && right.kind === "Record") {
    if (!sameShape(left.shape, right.shape))
      throw fail(`their sizes are ${shapeText(left.shape)} and ${shapeText(right.shape)}`);
    left.elements.forEach((fields, i) => {
      const others = right.elements[i]!;
      const lonely = [...fields.keys(), ...others.keys()].find((name) => !fields.has(name) || !others.has(name));
      if (lonely !== undefined) throw fail(`the field "${lonely}" exists on one side only`);
      for (const [name, field] of fields) equate(l, field, others.get(name)!, source, sink, at, scope);
    });
    return;
  }
  if (!isScalarKind(left) || !isScalarKind(right)) throw fail(`one side is a ${left.kind}, the other a ${right.kind}`);
  const unequal = unequalKinds(left, right);
  if (unequal !== undefined) throw fail(unequal, "E-MODELICA-TYPE");
  if (left.kind === "Object") return;
  if (left.kind === "Clock" && right.kind === "Clock") {
    l.clocks.equate(left, right, clockPlace(scope.cls.syntax.file, at.at));
    return;
  }
  if (!sameShape(left.shape, right.shape))
    throw fail(`their sizes are ${shapeText(left.shape)} and ${shapeText(right.shape)}`);
  if (left.kind === "String") {
    left.elements.forEach((text, i) => {
      if (!defineText(l, text, right.elements[i]!)) throw fail("texts that are known already are equated");
    });
    return;
  }
  left.elements.forEach((x, i) => {
    sink.push(newEquation(x, right.elements[i]!, source));
  });
}

function lowerIf(
  l: Lowering,
  equation: Extract<EquationSyntax, { kind: "if" }>,
  at: number,
  scope: Scope,
  sink: EquationSink,
): void {
  const branch = equation.branches[at];
  if (branch === undefined) {
    lowerEquations(l, equation.otherwise ?? [], scope, sink);
    return;
  }
  const condition = l.condition(branch.condition, scope);
  const known = l.tryConstant(condition);
  if (known !== undefined) {
    if (known !== 0) lowerEquations(l, branch.body, scope, sink);
    else lowerIf(l, equation, at + 1, scope, sink);
    return;
  }
  const when = [branch.body, ...equation.branches.slice(at + 1).map(({ body }) => body), equation.otherwise ?? []]
    .map(whenIn)
    .find((found) => found !== undefined);
  if (when !== undefined)
    throw misplacedWhen(
      when,
      scope,
      "the if around it has a condition that changes during the run",
      "make the condition a part of that of when: when c and pre(b) then",
    );
  const assertions = l.state.assertions.length;
  const first: Equation[] = [];
  lowerEquations(l, branch.body, scope, first);
  guardAssertions(l, assertions, condition);
  const between = l.state.assertions.length;
  const second: Equation[] = [];
  lowerIf(l, equation, at + 1, scope, second);
  guardAssertions(l, between, l.b.not(condition));
  if (first.length !== second.length)
    throw modelicaError(
      "E-MODELICA-BALANCE",
      "The branches have different numbers of equations.",
      { file: scope.cls.syntax.file, at: equation.at },
      {
        ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
        because: `they have ${first.length} and ${second.length} scalar equations, and the condition changes during the run`,
        hint: "give every branch as many equations, or let the condition depend on parameters only",
      },
    );
  pairBranches(l, condition, first, second, sourceOf(scope, equation), sink);
}

type WhenEquation = Extract<EquationSyntax, { kind: "when" }>;

/** The first when clause in a list of equations, in its loops and conditions too. */
function whenIn(list: readonly EquationSyntax[]): WhenEquation | undefined {
  for (const equation of list) {
    const found =
      equation.kind === "when"
        ? equation
        : equation.kind === "for"
          ? whenIn(equation.body)
          : equation.kind === "if"
            ? whenIn([...equation.branches.flatMap(({ body }) => body), ...(equation.otherwise ?? [])])
            : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function misplacedWhen({ at }: WhenEquation, { cls }: Scope, because: string, hint: string): Error {
  return modelicaError(
    "E-MODELICA-WHEN",
    "A when clause cannot stand here.",
    { file: cls.syntax.file, at },
    { ...(cls.root.path !== "" && { path: cls.root.path }), because, hint },
  );
}

/** Equations with equal left sides become one with a condition on its right side; the others are paired in order as residuals. */
function pairBranches(
  l: Lowering,
  condition: Expr,
  first: Equation[],
  second: Equation[],
  source: Source,
  sink: EquationSink,
): void {
  const { b } = l;
  const open = [...second];
  const rest: Equation[] = [];
  for (const equation of first) {
    const k = open.findIndex((other) => other.left === equation.left);
    if (k < 0) rest.push(equation);
    else sink.push({ ...equation, right: b.conditional(condition, equation.right, open.splice(k, 1)[0]!.right) });
  }
  rest.forEach((equation, i) => {
    const other = open[i]!;
    const residual = b.conditional(condition, b.sub(equation.left, equation.right), b.sub(other.left, other.right));
    sink.push(newEquation(residual, b.zero, source));
  });
}

/** Assertions from that index on hold under the condition only. */
function guardAssertions(l: Lowering, from: number, condition: Expr): void {
  const { assertions } = l.state;
  for (let i = from; i < assertions.length; i++)
    assertions[i] = { ...assertions[i]!, condition: l.b.or([l.b.not(condition), assertions[i]!.condition]) };
}

/** Algorithm sections of models: executed symbolically, the last value of every assigned variable is its equation. */

import { type CompileState, type Equation, newEquation } from "../../compile/state.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import { contains, substitute } from "../../symbolic/traverse.ts";
import type { ClassInstance, Locals, Scope, Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { Reference, StatementSyntax } from "../syntax/ast.ts";
import { sameShape, shapeText } from "../values/arrays.ts";
import { assignedNames } from "./assignedNames.ts";
import { referenceText } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { type EquationSink, lowerCall, sourceOf } from "./equationParts.ts";
import { Execution } from "./execution.ts";
import { addRaised } from "./functionAssertions.ts";
import { NotExecutable } from "./functionParts.ts";
import { neededArgument } from "./statements.ts";
import { defineText } from "./textVariables.ts";
import { activeVariable, reinit, terminate } from "./whenEquations.ts";

const noParts = { inputs: [], outputs: [], locals: [], variables: [] };

class ModelAlgorithm extends Execution {
  private readonly lowering: Lowering;
  /** The conditions under which the present statement runs. */
  private active: Expr;
  private whenDepth = 0;

  constructor(l: Lowering, cls: ClassInstance) {
    super(l, cls, noParts);
    this.lowering = l;
    this.active = l.b.one;
  }

  protected override whenStatement(statement: Extract<StatementSyntax, { kind: "when" }>, scope: Scope): void {
    const { lowering: l } = this;
    const earlier: Expr[] = [];
    const source = sourceOf(scope, statement, "when");
    const actives = statement.branches.map((branch) => {
      const active = activeVariable(l, branch.condition, scope, earlier, source);
      earlier.push(active);
      return active;
    });
    const run = (k: number): void => {
      const branch = statement.branches[k];
      if (branch === undefined) return;
      this.join(
        actives[k]!,
        scope,
        () => this.statements(branch.body, scope),
        () => run(k + 1),
      );
    };
    this.whenDepth++;
    l.functionAssertions.atInstant(() => run(0));
    this.whenDepth--;
  }

  protected override join(condition: Expr, scope: Scope, first: () => void, second: () => void): void {
    const { b } = this.lowering;
    const before = this.active;
    const under = (further: Expr, statements: () => void) => () => {
      this.active = b.and([before, further]);
      statements();
      this.active = before;
    };
    super.join(condition, scope, under(condition, first), under(b.not(condition), second));
  }

  protected override callInModel(statement: Extract<StatementSyntax, { kind: "call" }>, scope: Scope): void {
    const { lowering: l } = this;
    const { call } = statement;
    const source = sourceOf(scope, statement, "when");
    const name = referenceText(call.callee);
    if (name === "reinit")
      reinit(
        l,
        neededArgument(call, "x", 0, scope),
        neededArgument(call, "expr", 1, scope),
        this.active,
        scope,
        source,
      );
    else if (name === "terminate") terminate(l, neededArgument(call, "message", 0, scope), this.active, scope, source);
    else lowerCall(l, call, scope, source, this.active, this.whenDepth > 0);
  }
}

/** An equation whose value contains variables of its algorithm that had not been assigned there. */
interface EarlyReading {
  readonly equation: Equation;
  readonly assigned: ReadonlySet<VariableIndex>;
}

/** Equations of the algorithm go to the sink; what is returned waits for start values. */
export function lowerAlgorithm(
  l: Lowering,
  statements: readonly StatementSyntax[],
  cls: ClassInstance,
  sink: EquationSink,
  isInitial: boolean,
): EarlyReading[] {
  if (statements.length === 0) return [];
  const { b, state } = l;
  const assigned = assignedNames(cls, statements);
  const values = new Map<string, Value>();
  const targets = new Map<string, Value>();
  for (const [name, { inWhen }] of assigned) {
    const node = l.component(cls.root, name);
    const value = node && l.valueOf(node);
    if (value === undefined || value.kind === "Function") continue;
    targets.set(name, value);
    const before = (item: Value): Value =>
      mapElements(item, (e) => {
        if (e.op !== "var") return e;
        const variable = state.variables[e.value]!;
        if (inWhen) variable.isDiscrete = true;
        if (!variable.isDiscrete) return e;
        state.preVariables.add(e.value);
        return b.make("pre", [], e.value, "");
      });
    values.set(name, before(value));
  }
  const locals: Locals = { values, around: undefined, isAlgorithm: true };
  const run = new ModelAlgorithm(l, cls);
  run.begin(locals);
  try {
    const { raised } = l.functionAssertions.collect(() => run.statements(statements, { cls, locals }));
    addRaised(l, raised, sourceOf({ cls, locals: undefined }, statements[0]!), isInitial);
  } catch (error) {
    if (!(error instanceof NotExecutable)) throw error;
    throw modelicaError("E-MODELICA-UNSUPPORTED", "An algorithm cannot be translated.", cls.placeOf(statements[0]!), {
      ...(cls.root.path !== "" && { path: cls.root.path }),
      because: error.message,
      hint: "move the loop into a function",
    });
  }
  const last = statements[statements.length - 1]!;
  const own = new Set<VariableIndex>();
  for (const target of targets.values()) for (const e of elementsOf(target)) if (e.op === "var") own.add(e.value);
  const early: EarlyReading[] = [];
  const isOwn = ({ op, value }: Expr): boolean => op === "var" && own.has(value as VariableIndex);
  /** Parts without own variables: the values of a large algorithm have nearly everything in common. */
  const foreign = new Set<number>();
  for (const [name, target] of targets) {
    const { reference, inWhen } = assigned.get(name)!;
    const value = values.get(name)!;
    if (!sameForm(target, value)) throw otherForm(name, target, value, reference, cls);
    const results = elementsOf(value);
    elementsOf(target).forEach((e, i) => {
      const right = results[i]!;
      if (right === e) return;
      if (e.op === "call" && !inWhen && defineText(l, e, right)) return;
      if (e.op !== "var") throw notAVariable(name, reference, cls);
      const source = sourceOf(
        { cls, locals: undefined },
        { at: reference.at, end: Math.min(last.end, reference.at + 160) },
        inWhen ? "when" : "equation",
      );
      const equation = newEquation(e, right, isInitial ? { ...source, kind: "initial" } : source);
      sink.push(equation);
      if (contains(right, isOwn, foreign)) early.push({ equation, assigned: own });
    });
  }
  return early;
}

/** Continuous variables begin every execution of their algorithm with their start values. */
export function readStartValues({ b, variables }: CompileState, readings: readonly EarlyReading[]): void {
  for (const { equation, assigned } of readings)
    equation.right = substitute(b, equation.right, (e) => {
      if (e.op !== "var" || !assigned.has(e.value)) return undefined;
      const { init, start } = variables[e.value]!;
      return init ?? start ?? b.zero;
    });
}

/** The value with other elements; those of records field by field. */
function mapElements(value: Value, map: (e: Expr) => Expr): Value {
  if (value.kind === "Function") return value;
  if (value.kind !== "Record") return { ...value, elements: value.elements.map(map) };
  const elements = value.elements.map(
    (fields) => new Map([...fields].map(([name, field]) => [name, mapElements(field, map)])),
  );
  return { ...value, elements };
}

function elementsOf(value: Value): readonly Expr[] {
  if (value.kind === "Function") return [];
  if (value.kind !== "Record") return value.elements;
  return value.elements.flatMap((fields) => [...fields.values()].flatMap(elementsOf));
}

/** Whether a variable can hold a value: both are records with the same fields, or arrays of the same size. */
function sameForm(target: Value, value: Value): boolean {
  if (target.kind === "Function" || value.kind === "Function" || !sameShape(target.shape, value.shape)) return false;
  if (target.kind !== "Record" || value.kind !== "Record") return target.kind !== "Record" && value.kind !== "Record";
  return target.elements.every((fields, i) =>
    [...fields].every(([name, field]) => {
      const other = value.elements[i]!.get(name);
      return other !== undefined && sameForm(field, other);
    }),
  );
}

function otherForm(name: string, target: Value, value: Value, reference: Reference, cls: ClassInstance): Error {
  const form = (item: Value): string =>
    item.kind === "Function" ? "a function" : `a ${item.kind} of size ${shapeText(item.shape)}`;
  return modelicaError("E-MODELICA-SIZE", `"${name}" is assigned what it cannot hold.`, cls.placeOf(reference), {
    ...(cls.root.path !== "" && { path: cls.root.path }),
    because: `it is ${form(target)}, and is assigned ${form(value)}`,
    hint: "make their sizes and types agree",
  });
}

function notAVariable(name: string, reference: Reference, cls: ClassInstance): Error {
  return modelicaError("E-MODELICA-ASSIGN", `"${name}" cannot be assigned.`, cls.placeOf(reference), {
    ...(cls.root.path !== "" && { path: cls.root.path }),
    hint: "constants and parameters keep their values; a parameter with fixed = false can be set in an initial algorithm",
  });
}

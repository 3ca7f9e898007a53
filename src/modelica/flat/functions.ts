/**
 * Functions are executed symbolically: statements in order, loops over known ranges unrolled, a condition that is not known runs both
 * branches and joins what they assign. With constant arguments this computes numbers; with variables it inlines the function. What
 * cannot be executed so (a loop that depends on variables, an external function) becomes a call at run time (functionCalls.ts).
 */

import type { Arguments, ClassInstance, Locals, Member, Scope, Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ComponentSyntax } from "../syntax/ast.ts";
import { index, restacked, SizeFault, sameShape, shapeText } from "../values/arrays.ts";
import { scalarValue, sizeOf } from "../values/value.ts";
import { kindOfType } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { checkSize, declaredDimensions, declaredType, defaultValue, withKind, zeroValue } from "./declarations.ts";
import { Execution, LeaveFunction } from "./execution.ts";
import { callExternal } from "./externalCalls.ts";
import { isImpure, runtimeCall } from "./functionCalls.ts";
import { type FunctionParts, functionParts, isKnown, NotExecutable } from "./functionParts.ts";
import { callDerivative, partialDerivativeOf } from "./partialDerivative.ts";
import { assignedOrNothing, checkAssigned, mayBeUnassigned, setMark } from "./unassigned.ts";

/** Statements that an inlined function may run; longer ones are called. */
const inlineLimit = 400;

/** Calls inside of each other. */
const mostNested = 150;

/** Calls of one function inside of each other that are inlined; what goes deeper is decided by the values of the run. */
const deepestInlined = 20;

export function callFunction(
  l: Lowering,
  cls: ClassInstance,
  args: Arguments,
  at: number,
  scope: Scope,
  count: number,
): readonly Value[] {
  const derived = partialDerivativeOf(cls);
  const parts = functionParts(derived?.base ?? cls);
  const given = matchArguments(cls, parts, args, at, scope);
  const vector = vectorised(parts, given);
  if (vector !== undefined) {
    if (vector.calls.length === 0) return parts.outputs.map((output) => withoutElements(l, output, vector.shape));
    const results = vector.calls.map(one);
    return Array.from({ length: results[0]?.length ?? 0 }, (_, k) =>
      restacked(
        results.map((list) => list[k]!),
        vector.shape,
      ),
    );
  }
  return one(given);

  function one(inputs: ReadonlyMap<string, Value>): readonly Value[] {
    if (derived !== undefined) return callDerivative(l, cls, derived, inputs, at, scope);
    return callWith(l, cls, parts, inputs, at, scope, count);
  }
}

function callWith(
  l: Lowering,
  cls: ClassInstance,
  parts: FunctionParts,
  given: ReadonlyMap<string, Value>,
  at: number,
  scope: Scope,
  count: number,
): readonly Value[] {
  const depth = l.calls.filter(({ syntax }) => syntax === cls.syntax).length;
  const isRecursive = depth > 0;
  l.calls.push(cls);
  try {
    if (l.calls.length > mostNested)
      throw modelicaError(
        "E-MODELICA-CALL",
        isRecursive
          ? `"${cls.qualifiedName}" calls itself more than ${mostNested} deep.`
          : `"${cls.qualifiedName}" is called inside of ${mostNested} other functions.`,
        { file: scope.cls.syntax.file, at },
        { hint: isRecursive ? "look for the case that ends the recursion" : "call some of them one behind the other" },
      );
    const inputs = withDefaults(l, cls, parts, given, at, scope);
    // texts and objects exist while the model is translated: what they depend on is evaluated
    if (parts.outputs.some((member) => isTextOrObject(declaredType(member))))
      for (const [name, value] of inputs) inputs.set(name, l.constantValue(value));
    const isConstant = [...inputs.values()].every(isKnown);
    if (!isConstant && [...inputs.values()].some((value) => value.kind === "String" && !isKnown(value)))
      throw new NotExecutable("a text that changes during the run is given to a function");
    if (!isConstant && (l.mustCall(cls) || isImpure(cls))) return runtimeCall(l, cls, parts, inputs, count);
    if (!isConstant && depth > deepestInlined && l.functionAssertions.isInBranch)
      throw new NotExecutable("its recursion depends on variables");
    const computed = isConstant ? l.runCompiled(cls, inputs) : undefined;
    if (computed !== undefined) return computed;
    const budget = l.budget;
    const asserted = l.functionAssertions.count;
    if (isConstant) l.budget = Number.POSITIVE_INFINITY;
    else if (budget === Number.POSITIVE_INFINITY) l.budget = inlineLimit;
    try {
      const results = execute(l, cls, parts, inputs);
      return isConstant ? results : results.map((value) => l.withoutEvents(value));
    } catch (error) {
      // of a recursion the outermost call is the one of the run
      if (!(error instanceof NotExecutable) || isConstant || isRecursive) throw error;
      l.functionAssertions.forgetFrom(asserted);
      l.noteCalled(cls);
      return runtimeCall(l, cls, parts, inputs, count);
    } finally {
      l.budget = budget === Number.POSITIVE_INFINITY ? budget : Math.min(budget, l.budget);
    }
  } finally {
    l.calls.pop();
  }
}

/** The results as expressions, or nothing when it must be called. */
export function inlined(
  l: Lowering,
  cls: ClassInstance,
  parts: FunctionParts,
  inputs: ReadonlyMap<string, Value>,
): readonly Value[] | undefined {
  const { budget } = l;
  l.budget = inlineLimit;
  try {
    return execute(l, cls, parts, inputs).map((value) => l.withoutEvents(value));
  } catch (error) {
    if (error instanceof NotExecutable) return undefined;
    throw error;
  } finally {
    l.budget = budget;
  }
}

function matchArguments(
  cls: ClassInstance,
  { inputs }: FunctionParts,
  args: Arguments,
  at: number,
  scope: Scope,
): Map<string, Value> {
  const given = new Map<string, Value>();
  const fail = (what: string): Error =>
    modelicaError(
      "E-MODELICA-CALL",
      what,
      { file: scope.cls.syntax.file, at },
      {
        ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
        because: `"${cls.qualifiedName}" takes (${inputs.map(({ name }) => name).join(", ")})`,
        hint: "give each input once, by position or by name",
      },
    );
  if (args.positional.length > inputs.length) throw fail(`${args.positional.length} arguments are given.`);
  args.positional.forEach((value, i) => given.set(inputs[i]!.name, value));
  for (const { name, value } of args.named) {
    if (!inputs.some((member) => member.name === name)) throw fail(`There is no input "${name}".`);
    if (given.has(name)) throw fail(`The input "${name}" is given twice.`);
    given.set(name, value);
  }
  return given;
}

/** Inputs that got no value take their defaults, which may use inputs before them. */
function withDefaults(
  l: Lowering,
  cls: ClassInstance,
  { inputs }: FunctionParts,
  given: ReadonlyMap<string, Value>,
  at: number,
  scope: Scope,
): Map<string, Value> {
  const values = new Map<string, Value>();
  const locals: Locals = { values, around: undefined };
  for (const member of inputs) {
    const known = given.get(member.name);
    if (known !== undefined) {
      values.set(member.name, withKind(l, member, known));
      continue;
    }
    const { binding } = member.modifier;
    if (binding === undefined)
      throw modelicaError(
        "E-MODELICA-CALL",
        `The input "${member.name}" of "${cls.qualifiedName}" has no value.`,
        { file: scope.cls.syntax.file, at },
        {
          ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
          hint: `write ${member.name} = …`,
        },
      );
    const inner: Scope = binding.scope.cls.root === cls.root ? { cls: binding.scope.cls, locals } : binding.scope;
    values.set(member.name, withKind(l, member, l.evaluate(binding.expression, inner)));
  }
  // sizes may be those of inputs behind
  for (const member of inputs) checkSize(l, member, values.get(member.name)!, locals);
  return values;
}

/** An array in a scalar place: one call per element. */
function vectorised(
  { inputs }: FunctionParts,
  given: ReadonlyMap<string, Value>,
): { shape: readonly number[]; calls: Map<string, Value>[] } | undefined {
  let shape: readonly number[] | undefined;
  const extra = new Map<string, number>();
  for (const member of inputs) {
    const value = given.get(member.name);
    if (value === undefined || value.kind === "Function") continue;
    const more = value.shape.length - declaredDimensions(member);
    if (more <= 0) continue;
    extra.set(member.name, more);
    const around = value.shape.slice(0, more);
    if (shape !== undefined && !sameShape(shape, around))
      throw new SizeFault(
        `the function is called for each element of its arguments, which have sizes ${shapeText(shape)} and ${shapeText(around)}`,
      );
    shape = around;
  }
  if (shape === undefined) return undefined;
  const calls = Array.from({ length: sizeOf(shape) }, (_, i) => {
    const inner = new Map(given);
    for (const [name, more] of extra) {
      const value = given.get(name)!;
      const position: number[] = [];
      let rest = i;
      for (let k = more - 1; k >= 0; k--) {
        position.unshift((rest % value.shape[k]!) + 1);
        rest = Math.floor(rest / value.shape[k]!);
      }
      inner.set(name, index(value, position));
    }
    return inner;
  });
  return { shape, calls };
}

/** An output of a function that is called for none of the elements of its arguments. */
function withoutElements(l: Lowering, output: Member<ComponentSyntax>, shape: readonly number[]): Value {
  const inside = Array.from({ length: declaredDimensions(output) }, () => 0);
  const value = zeroValue(l, declaredType(output), [...shape, ...inside]);
  if (value === undefined) throw new SizeFault("an array of functions is asked for");
  return value;
}

/** The results of the function for these inputs. */
export function execute(
  l: Lowering,
  cls: ClassInstance,
  parts: FunctionParts,
  inputs: ReadonlyMap<string, Value>,
): readonly Value[] {
  const values = new Map(inputs);
  const locals: Locals = { values, around: undefined };
  for (const member of parts.variables) {
    const { binding } = member.modifier;
    if (binding !== undefined) {
      const inner: Scope = binding.scope.cls.root === cls.root ? { cls: binding.scope.cls, locals } : binding.scope;
      const value = withKind(l, member, l.evaluate(binding.expression, inner));
      checkSize(l, member, value, locals);
      values.set(member.name, value);
    } else {
      const value = defaultValue(l, member, locals);
      if (value !== undefined) values.set(member.name, withoutNumbers(l, value));
    }
  }
  for (const name of mayBeUnassigned(cls, parts)) values.set(setMark(name), scalarValue("Boolean", l.b.zero));
  const external = externalOf(cls);
  if (external !== undefined) callExternal(l, external, parts, locals);
  else {
    const run = new Execution(l, cls, parts);
    run.begin(locals);
    try {
      for (const base of cls.lineage) {
        const { body } = base.syntax;
        if (body.kind !== "long") continue;
        for (const statements of body.algorithms) run.statements(statements, { cls: base, locals });
      }
    } catch (error) {
      if (!(error instanceof LeaveFunction)) throw error;
    }
  }
  return parts.outputs.map((member, k) => {
    const value = values.get(member.name);
    if (k === 0) checkAssigned(l, locals, member.name, member.element, member.scope.scope);
    if (value !== undefined) return k === 0 ? value : assignedOrNothing(l, locals, member.name, value);
    throw new NotExecutable(`"${member.name}" gets no value`);
  });
}

/** Elements that nobody assigns are no numbers: what reads them becomes none either, and the run ends there. */
function withoutNumbers(l: Lowering, value: Value): Value {
  if (value.kind !== "Real" || value.shape.length === 0) return value;
  const nothing = l.b.num(Number.NaN);
  return { ...value, elements: value.elements.map(() => nothing) };
}

/** The class of the lineage that has an external clause. */
function externalOf(cls: ClassInstance): ClassInstance | undefined {
  return cls.lineage.find(({ syntax: { body } }) => body.kind === "long" && body.external !== undefined);
}

function isTextOrObject(type: ClassInstance): boolean {
  const kind = kindOfType(type);
  return kind === "String" || kind === "Object";
}

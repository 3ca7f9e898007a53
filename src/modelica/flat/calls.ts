/** Calls: functions of the library first, then record constructors and conversions, then what the language predefines. */
import { tryFindClass } from "../classes/lookup.ts";
import { noModifier } from "../classes/modifier.ts";
import {
  type Arguments,
  type ClassInstance,
  findLocal,
  isClassMember,
  type ScalarValue,
  type Scope,
  type Value,
} from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { CallArguments, CallExpression } from "../syntax/ast.ts";
import { isScalarKind, SizeFault, shapeText } from "../values/arrays.ts";
import { article, TypeFault } from "../values/oneType.ts";
import { scalarValue } from "../values/value.ts";
import { builtInCall, isBuiltInName } from "./builtIns.ts";
import {
  enumerationOf,
  finalClass,
  isExternalObject,
  isFunction,
  isOperatorRecord,
  referenceText,
} from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { callFunction } from "./functions.ts";
import { constructRecord, overloadedConstructor } from "./operatorRecords.ts";

/** First result of a call. */
export function evaluateCall(l: Lowering, call: CallExpression, scope: Scope): Value {
  const results = evaluateResults(l, call, scope, 1);
  const [first] = results;
  if (first !== undefined) return first;
  throw modelicaError(
    "E-MODELICA-CALL",
    `"${referenceText(call.callee)}" has no result.`,
    { file: scope.cls.syntax.file, at: call.at },
    {
      hint: "call it as a statement, not in an expression",
    },
  );
}

/** The results of a call; `count` of them are wanted. */
export function evaluateResults(l: Lowering, call: CallExpression, scope: Scope, count: number): readonly Value[] {
  const { callee } = call;
  const name = callee.parts[0]!.name;
  const isSimple = callee.parts.length === 1 && !callee.isAbsolute;
  if (isSimple) {
    const local = findLocal(scope, name)?.values.get(name);
    if (local?.kind === "Function") {
      const args = evaluateArguments(l, call, scope);
      return callFunction(
        l,
        local.cls,
        { positional: args.positional, named: [...local.given, ...args.named] },
        call.at,
        scope,
        count,
      );
    }
  }
  const cls = tryFindClass(scope.cls, callee);
  if (cls === undefined || (isSimple && cls.parent === undefined && l.isBuiltIn(cls.syntax))) {
    const full = referenceText(callee).replace(/^\./, "");
    if (isBuiltInName(full)) return builtInCall(l, full, call, scope, count);
    throw modelicaError(
      "E-MODELICA-NAME",
      `The function "${full}" is unknown.`,
      { file: scope.cls.syntax.file, at: call.at },
      {
        ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
        hint: "check its spelling, or add the library that has it: to MODELICAPATH, in the studio by dropping its folder",
        data: { name: full },
      },
    );
  }
  // a function that the language predefines and the library only names
  if (isBuiltInName(cls.syntax.name) && isExternalBuiltIn(cls))
    return builtInCall(l, cls.syntax.name, call, scope, count);
  return callClass(l, cls, evaluateArguments(l, call, scope), call, scope, count);
}

export function evaluateArguments(l: Lowering, args: CallArguments, scope: Scope): Arguments {
  return {
    positional: args.positional.map((item) => l.argument(item, scope)),
    named: args.named.map(({ name, value }) => ({ name, value: l.argument(value, scope) })),
  };
}

function callClass(
  l: Lowering,
  cls: ClassInstance,
  args: Arguments,
  call: CallExpression,
  scope: Scope,
  count: number,
): readonly Value[] {
  const enumeration = enumerationOf(cls);
  if (enumeration !== undefined) {
    const [value] = args.positional;
    if (value !== undefined && isScalarKind(value)) return [literalOf(l, enumeration, value, scope)];
  }
  if (isExternalObject(cls)) {
    const maker = cls.member("constructor");
    if (maker !== undefined && isClassMember(maker)) {
      const results = l.callFunction(l.memberClass(maker, noModifier), args, call.at, scope, 1);
      for (const value of results)
        if (!isScalarKind(value) || value.elements.some(({ op }) => op !== "obj"))
          throw notConstructed(cls, call, scope);
      return results.map((value) => ({ ...value, cls }) as Value);
    }
  }
  if (isOperatorRecord(cls)) return [overloadedConstructor(l, cls, args, call.at, scope)];
  const { restriction } = finalClass(cls).syntax;
  if (
    restriction === "record" ||
    restriction === "connector" ||
    (restriction === "class" && cls.member("algorithm") === undefined && !isFunction(cls))
  )
    return [constructRecord(l, cls, args, call.at, scope)];
  if (cls.builtIn !== undefined) {
    const [value] = args.positional;
    if (value === undefined) throw new TypeFault(`"${cls.builtIn}" lacks an argument`);
    return [convert(cls.builtIn, value)];
  }
  return l.callFunction(cls, args, call.at, scope, count);
}

/** `E(2)` is the second literal of E. */
function literalOf(l: Lowering, cls: ClassInstance, value: ScalarValue, scope: Scope): Value {
  const { body } = cls.syntax;
  const last = body.kind === "enumeration" ? body.literals.length : 0;
  if (value.kind !== "Integer" && value.kind !== "Enumeration")
    throw new TypeFault(`"${cls.qualifiedName}" takes the number of a literal, not ${article(value.kind)}`);
  const { b } = l;
  for (const e of value.elements) {
    if (e.op === "num" && !(e.value >= 1 && e.value <= last))
      throw new SizeFault(`"${cls.qualifiedName}" has ${last} literals, no literal ${e.value}`);
    if (e.op === "num" || value.kind === "Enumeration") continue;
    l.functionAssertions.raise({
      holds: b.and([b.relation("ge", e, b.one), b.relation("le", e, b.num(last))]),
      message: [`"${cls.qualifiedName}" has ${last} literals, no literal `, { value: e, show: String }],
      isWarning: false,
      name: scope.cls.qualifiedName,
    });
  }
  return { ...value, kind: "Enumeration", cls };
}

function notConstructed(cls: ClassInstance, { at }: CallExpression, scope: Scope): Error {
  return modelicaError(
    "E-MODELICA-STRUCTURAL",
    `An object of "${cls.qualifiedName}" cannot be made.`,
    { file: scope.cls.syntax.file, at },
    {
      ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
      because: "external objects are made while the model is translated, and an argument is known in the run only",
      hint: "let it depend on constants and on parameters with values only, not on those with fixed = false",
    },
  );
}

function convert(type: string, value: Value): Value {
  if (!isScalarKind(value)) return value;
  if (value.shape.length > 0)
    throw new SizeFault(`"${type}" takes a scalar, not an array of size ${shapeText(value.shape)}`);
  return scalarValue(type as "Real", value.elements[0]!);
}

function isExternalBuiltIn(cls: ClassInstance): boolean {
  const { body } = finalClass(cls).syntax;
  return body.kind === "long" && body.external?.language === "builtin";
}

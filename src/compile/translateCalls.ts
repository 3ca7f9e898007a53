/** Calls in equations: built-in functions, functions on arrays, functions of the user, and `der`. */
import { listNames, suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { shapeOf, type UserFunction } from "../language/functions.ts";
import { parseUnit, siText } from "../language/units.ts";
import { differentiate } from "../symbolic/differentiate.ts";
import { nest } from "../symbolic/evaluate.ts";
import type { Expr } from "../symbolic/expression.ts";
import { builtInFunction, builtInFunctionNames } from "../symbolic/functions.ts";
import type { CallSyntax, Syntax } from "../symbolic/syntax.ts";
import { arrayFunctions, translateArrayFunction, wrongCount } from "./arrayFunctions.ts";
import { type ArrayExpr, map, sameShape, scalar, sizeError, sizeOf } from "./arrays.ts";
import { findFunction } from "./instances.ts";
import { asNumbers, type Scope, type Surroundings } from "./scope.ts";
import { derivativeOf } from "./state.ts";
import { translateStream } from "./streamCalls.ts";
import { isStreamOperator } from "./streamNames.ts";
import { eventOperators, translateEventOperator } from "./translateEvents.ts";
import { asArithmetic, checkSameKind } from "./truthValues.ts";
import { userCallDerivative } from "./userCalls.ts";

/** Functions of arrays that arrange the elements, whatever they are; others compute with them. */
const arranging: ReadonlySet<string> = new Set(["length", "size", "vector", "transpose", "fill", "cat"]);

export function translateCall(
  call: CallSyntax,
  scope: Scope,
  around: Surroundings,
  recurse: (s: Syntax) => ArrayExpr,
): ArrayExpr {
  const fn = findFunction(scope.instance, call.name) ?? findFunction(scope.lookupFrom, call.name);
  if (fn !== undefined) {
    const results = translateUserCall(fn, call.args.map(recurse), around, undefined);
    return results[0]!;
  }
  if (call.name === "der") return translateDer(call, around, recurse);
  if (isStreamOperator(call.name)) return translateStream(call, scope, around, recurse);
  if (eventOperators.has(call.name)) return translateEventOperator(call, scope, around, recurse);
  if (arrayFunctions.includes(call.name)) {
    const read = arranging.has(call.name) ? asNumbers : asArithmetic;
    const values = call.args.map((arg) => read(recurse(arg), arg, scope, around.state));
    if (call.name === "cat") checkSameKind(call.args.slice(1), values.slice(1), scope, around.state);
    return translateArrayFunction(call.name, values, around);
  }
  if (call.name === "ifelse") {
    const [condition, value, otherwise] = call.args;
    if (call.args.length !== 3) throw wrongCount("ifelse", "a condition and two values", call.args.length);
    const branches = [{ condition: condition!, value: value! }];
    return recurse({ kind: "if", branches, otherwise: otherwise!, at: call.at });
  }
  if (call.name === "quantity") return translateQuantity(call, around);
  if (Object.hasOwn(quotientFunctions, call.name)) return translateQuotient(call, recurse);
  const builtIn = builtInFunction(call.name);
  if (builtIn === undefined) throw unknownFunction(call.name, scope);
  const args = call.args.map((arg) => asArithmetic(recurse(arg), arg, scope, around.state));
  const b = around.state.b;
  if ((call.name === "min" || call.name === "max") && args.length !== 2) {
    const items = args.flatMap((arg) => arg.elements);
    if (items.length === 0) throw wrongCount(call.name, "at least one argument", 0);
    return scalar(inPairs(items, (x, y) => b.call(call.name, [x, y])));
  }
  if (args.length !== builtIn.arity)
    throw wrongCount(call.name, `${builtIn.arity} argument${builtIn.arity === 1 ? "" : "s"}`, args.length);
  const shape = args.find((arg) => arg.shape.length > 0)?.shape ?? [];
  for (const arg of args)
    if (arg.shape.length > 0 && !sameShape(arg.shape, shape))
      throw sizeError(shape, arg.shape, `The arguments of ${call.name} differ in size`);
  const elements = Array.from({ length: sizeOf(shape) }, (_, i) => {
    const values = args.map((arg) => arg.elements[arg.shape.length === 0 ? 0 : i]!);
    return values.every((e) => e.op === "num" && e.name === "")
      ? b.num(builtIn.evaluate(...values.map((e) => e.value)))
      : b.call(call.name, values);
  });
  return { shape, elements };
}

/** Of all items, joined like the matches of a tournament: nothing nests deeper than the logarithm of their number. */
function inPairs(items: readonly Expr[], join: (x: Expr, y: Expr) => Expr): Expr {
  let left = items;
  while (left.length > 1) {
    const next: Expr[] = [];
    for (let i = 0; i < left.length; i += 2) next.push(i + 1 < left.length ? join(left[i]!, left[i + 1]!) : left[i]!);
    left = next;
  }
  return left[0]!;
}

/** Names of the arguments. */
const quotientFunctions: Readonly<Record<string, readonly string[]>> = {
  div: ["x", "y"],
  rem: ["x", "y"],
  integer: ["x"],
};

/** `div(x, y)` is trunc(x/y), `rem(x, y)` what it leaves, `integer(x)` is floor(x): they jump where these jump. */
function translateQuotient({ name, args, at }: CallSyntax, recurse: (s: Syntax) => ArrayExpr): ArrayExpr {
  const count = quotientFunctions[name]!.length;
  if (args.length !== count) throw wrongCount(name, `${count} argument${count === 1 ? "" : "s"}`, args.length);
  const [x, y] = args as [Syntax, Syntax];
  if (name === "integer") return recurse({ kind: "call", name: "floor", args: [x], at });
  const quotient: Syntax = {
    kind: "call",
    name: "trunc",
    args: [{ kind: "binary", operator: "./", left: x, right: y, at }],
    at,
  };
  if (name === "div") return recurse(quotient);
  const whole: Syntax = { kind: "product", factors: [y, quotient], isElementwise: true, at };
  return recurse({
    kind: "sum",
    terms: [
      { sign: 1, term: x },
      { sign: -1, term: whole },
    ],
    isElementwise: true,
    at,
  });
}

/** Time derivative of a variable, or of an expression by the chain rule. */
function translateDer(call: CallSyntax, around: Surroundings, recurse: (s: Syntax) => ArrayExpr): ArrayExpr {
  if (call.args.length !== 1) throw wrongCount("der", "1 argument", call.args.length);
  const { state } = around;
  const b = state.b;
  const leaf = (e: Expr): Expr =>
    e.op === "var" ? b.variable(derivativeOf(state, e.value)) : e.op === "time" ? b.one : b.zero;
  return map(recurse(call.args[0]!), (e) => differentiate(b, e, leaf, userCallDerivative(state, "time")));
}

/** `quantity(5, "mm")`: a literal with unit, in SI. */
function translateQuantity(call: CallSyntax, around: Surroundings): ArrayExpr {
  const [value, unitText] = call.args;
  const number = value?.kind === "negate" ? value.operand : value;
  if (call.args.length !== 2 || number?.kind !== "number" || unitText?.kind !== "string")
    throw wrongCount("quantity", 'a number and a unit: quantity(5, "mm")', call.args.length);
  const unit = parseUnit(unitText.value);
  const sign = value?.kind === "negate" ? -1 : 1;
  return scalar(around.state.b.num(unit.factor * sign * number.value + unit.offset, siText(unit) || "1"));
}

/** Results of a user's function. `count` results are wanted for `(a, b) = f(…)`, one otherwise. */
export function translateUserCall(
  fn: UserFunction,
  args: readonly ArrayExpr[],
  around: Surroundings,
  count: number | undefined,
): ArrayExpr[] {
  const { state } = around;
  const b = state.b;
  const packed = args.map((arg) =>
    arg.shape.length === 0 ? arg.elements[0]! : b.make("pack", arg.elements, 0, arg.shape.join(",")),
  );
  const shapes = fn.results ?? trialShapes(fn, packed, around, count);
  // how many elements there are may depend on parameters, if they are all that the function sees
  const seen = packed.flatMap((arg) => (arg.op === "pack" ? arg.args : [arg]));
  const isConstant = seen.every((e) => e.op === "num" || e.op === "par");
  if (fn.results === undefined && isConstant && shapes.some((shape) => shape.length > 0))
    for (const e of seen) around.constantValue(e);
  if (count !== undefined && shapes.length !== count) {
    const given = `${shapes.length} result${shapes.length === 1 ? "" : "s"}`;
    throw new RattlebackError("E-ARRAY-SIZE", `${fn.name} gives ${given}, ${count} are wanted.`, {
      hint: "name as many results on the left as the function returns",
    });
  }
  const call = b.make("ucall", packed, around.functionIndex(fn), shapes.map((shape) => shape.join("x")).join(";"));
  let offset = 0;
  return shapes.map((shape) => {
    const elements = Array.from({ length: sizeOf(shape) }, () => b.make("elem", [call], offset++));
    return { shape, elements };
  });
}

/** Shapes found by calling the function with start values. */
function trialShapes(
  fn: UserFunction,
  packed: readonly Expr[],
  around: Surroundings,
  count: number | undefined,
): (readonly number[])[] {
  const argument = (e: Expr): unknown => {
    if (e.op === "str") return e.name;
    if (e.op === "obj") return around.state.objects[e.value]!.value;
    return e.op === "pack"
      ? nest(
          e.args.map((item) => around.trialValue(item)),
          e.name,
        )
      : around.trialValue(e);
  };
  let result: unknown;
  try {
    result = (fn.call as (...values: unknown[]) => unknown)(...packed.map(argument));
  } catch (cause) {
    // a function that explains itself is not explained again
    if (cause instanceof RattlebackError) throw cause;
    throw new RattlebackError(
      "E-FUNCTION",
      `The function ${fn.name} threw an exception in a trial call with start values.`,
      {
        because: cause instanceof Error ? cause.message : String(cause),
        hint: `say what it returns, then no trial is needed: { call: ${fn.name}, results: [[]] }`,
        data: { name: fn.name },
        cause,
      },
    );
  }
  if (count === undefined || count === 1) return [shapeOf(result)];
  const items = Array.isArray(result) ? result : [result];
  return items.map((item) => shapeOf(item));
}

function unknownFunction(name: string, scope: Scope): RattlebackError {
  const known = [
    ...builtInFunctionNames,
    ...arrayFunctions,
    ...eventOperators,
    ...Object.keys(quotientFunctions),
    "der",
    "inStream",
    "actualStream",
    "ifelse",
    "quantity",
  ];
  for (let at: Scope["instance"] | undefined = scope.instance; at !== undefined; at = at.parent)
    known.push(...at.functions.keys());
  return new RattlebackError("E-FUNCTION-UNKNOWN", `The function "${name}" is unknown.`, {
    ...(scope.instance.path !== "" && { path: scope.instance.path }),
    because: `the model knows ${listNames(known, 6)}`,
    hint: suggestName(name, known, `register it with the model: functions: { ${name}: (u) => … }`),
    data: { name },
  });
}

/** Functions and operators that the language predefines. */
import { derivativeOf } from "../../compile/state.ts";
import { userCallDerivative } from "../../compile/userCalls.ts";
import { differentiate } from "../../symbolic/differentiate.ts";
import type { Expr } from "../../symbolic/expression.ts";
import { contains, substitute, variablesOf } from "../../symbolic/traverse.ts";
import { outsideAlgorithm, type ScalarValue, type Scope, type Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { CallExpression, Expression } from "../syntax/ast.ts";
import { isScalarKind, SizeFault, sameShape, shapeText } from "../values/arrays.ts";
import { article, isNumber, TypeFault } from "../values/oneType.ts";
import { callBuiltIn, text } from "../values/operators.ts";
import { scalarValue } from "../values/value.ts";
import { checkArgumentCount } from "./argumentCounts.ts";
import { arrayFunction, arrayFunctionNames } from "./arrayFunctions.ts";
import { isClockOperator } from "./clocks.ts";
import type { Lowering } from "./context.ts";
import { previous, wantDiscrete } from "./previousValues.ts";
import { stringOf } from "./strings.ts";
import { spatialDistribution } from "./transport.ts";
import { changesDuringRun } from "./variability.ts";

const realFunctions: ReadonlyMap<string, string> = new Map(
  "sin cos tan asin acos atan sinh cosh tanh exp log log10 sqrt atan2".split(" ").map((name) => [name, name]),
);

const others: ReadonlySet<string> = new Set(
  (
    "abs sign floor ceil integer div mod rem der pre edge change initial terminal sample noEvent smooth homotopy semiLinear delay " +
    "String Integer Real Boolean cardinality inStream actualStream getInstanceName Connections.isRoot Connections.rooted rooted spatialDistribution pure " +
    "initialState transition activeState ticksInState timeInState"
  ).split(" "),
);

/** What needs more than the present values of its arguments. */
const ofModels: ReadonlySet<string> = new Set(
  "der pre edge change initial terminal sample delay spatialDistribution cardinality inStream actualStream".split(" "),
);

export function isBuiltInName(name: string): boolean {
  return realFunctions.has(name) || isClockOperator(name) || others.has(name) || arrayFunctionNames.has(name);
}

export function builtInCall(
  l: Lowering,
  name: string,
  call: CallExpression,
  scope: Scope,
  count: number,
): readonly Value[] {
  void count;
  checkArgumentCount(name, call);
  if (ofModels.has(name) && scope.cls.syntax.restriction.endsWith("function")) throw notInFunctions(name, call, scope);
  if (arrayFunctionNames.has(name)) return [arrayFunction(l, name, call, scope)];
  if (isClockOperator(name)) return [l.clocks.call(name, call, scope)];
  const { b } = l;
  const argument = (k: number): Expression => {
    const e = call.positional[k];
    if (e === undefined) throw new TypeFault(`"${name}" lacks an argument`);
    return e;
  };
  const numbers = (k: number, wanted?: string): ScalarValue => {
    const value = l.evaluate(argument(k), scope);
    if (!isScalarKind(value)) throw new TypeFault(`"${name}" takes numbers`);
    if (wanted !== undefined && value.kind !== wanted)
      throw new TypeFault(`"${name}" takes a ${wanted}, not a ${value.kind}`);
    return value;
  };
  /** Reals, or Integers in their place. */
  const reals = (k: number): ScalarValue => {
    const value = numbers(k);
    return value.kind === "Integer" ? value : numbers(k, "Real");
  };
  const real = (k: number): Expr => l.scalar(reals(k), undefined, argument(k), scope);
  /** pre(…) of the first argument. */
  const before = (): ScalarValue => {
    const value = l.evaluate(argument(0), outsideAlgorithm(scope));
    if (!isScalarKind(value)) throw new TypeFault(`"${name}" takes numbers`);
    if (value.kind === "Real" && !l.functionAssertions.isAtInstant) wantDiscrete(l, name, value, call, scope);
    return { ...value, elements: value.elements.map((e) => previous(l, e)) };
  };
  const realFunction = realFunctions.get(name);
  if (realFunction !== undefined)
    return [
      mapped(
        call.positional.map((_, k) => reals(k)),
        "Real",
        (args) => callBuiltIn(b, realFunction, args),
      ),
    ];
  switch (name) {
    case "pure":
      return [l.evaluate(argument(0), scope)];
    case "abs":
    case "sign": {
      const value = reals(0);
      return [
        {
          ...value,
          kind: name === "sign" ? "Integer" : value.kind,
          elements: value.elements.map((e) => quiet(l, callBuiltIn(b, name, [e]))),
        },
      ];
    }
    case "floor":
    case "ceil":
      return [{ ...reals(0), kind: "Real", elements: reals(0).elements.map((e) => callBuiltIn(b, name, [e])) }];
    case "integer":
      return [{ ...reals(0), kind: "Integer", elements: reals(0).elements.map((e) => callBuiltIn(b, "floor", [e])) }];
    case "Integer":
      return [{ ...numbers(0, "Enumeration"), kind: "Integer", cls: undefined }];
    case "Real":
      return [{ ...numbers(0), kind: "Real", cls: undefined }];
    case "Boolean":
      return [{ ...numbers(0), kind: "Boolean", cls: undefined }];
    case "div":
    case "rem":
    case "mod": {
      const [x, y] = [reals(0), reals(1)];
      const kind = x.kind === "Real" || y.kind === "Real" ? "Real" : "Integer";
      return [
        mapped([x, y], kind, ([p, q]) => {
          // by zero both are undefined, and a product with zero would not tell
          if (name === "mod" || (name === "rem" && q === b.zero)) return callBuiltIn(b, "mod", [p!, q!]);
          const whole = callBuiltIn(b, "trunc", [b.div(p!, q!)]);
          return name === "div" ? whole : b.sub(p!, b.mul([whole, q!]));
        }),
      ];
    }
    case "der":
      return [derivative(l, reals(0), call)];
    case "pre":
      return [before()];
    case "edge": {
      const value = numbers(0, "Boolean");
      const last = before();
      return [{ ...value, elements: value.elements.map((e, i) => b.and([e, b.not(last.elements[i]!)])) }];
    }
    case "change": {
      const value = numbers(0);
      const last = before();
      return [
        {
          ...value,
          kind: "Boolean",
          cls: undefined,
          elements: value.elements.map((e, i) => b.relation("ne", e, last.elements[i]!)),
        },
      ];
    }
    case "initial":
    case "terminal":
      return [scalarValue("Boolean", b.make("flag", [], 0, name))];
    case "sample":
      if (call.positional.length < 2 || l.evaluate(argument(1), scope).kind === "Clock")
        return [l.clocks.call(name, call, scope)];
      for (const e of [real(0), real(1)])
        if (contains(e, (part) => changesDuringRun(l, part)))
          throw new TypeFault(`start and interval of "sample" are known before the run`);
      l.state.samplers.push({
        start: real(0),
        interval: real(1),
        text: `sample in ${scope.cls.root.path || "the model"}`,
      });
      return [scalarValue("Boolean", b.make("tick", [], l.state.samplers.length - 1, ""))];
    case "noEvent": {
      const value = l.evaluate(argument(0), scope);
      return [l.withoutEvents(value)];
    }
    case "smooth":
      return [smooth(l, l.tryConstant(l.scalar(numbers(0), "Integer", argument(0), scope)), argument(1), scope)];
    case "homotopy": {
      const find = (key: string, k: number): Expression =>
        call.named.find((item) => item.name === key)?.value ?? argument(k);
      const actual = l.evaluate(find("actual", 0), scope);
      const simplified = l.evaluate(find("simplified", 1), scope);
      if (!isScalarKind(actual) || !isScalarKind(simplified)) return [actual];
      for (const value of [actual, simplified])
        if (!isNumber(value)) throw new TypeFault(`"homotopy" takes numbers, not ${article(value.kind)}`);
      return [mapped([actual, simplified], "Real", ([p, q]) => (p === q ? p! : b.call("homotopy", [p!, q!])))];
    }
    case "semiLinear": {
      return [
        mapped([reals(0), reals(1), reals(2)], "Real", ([x, k1, k2]) => {
          const flow = (name: string): Expr =>
            b.conditional(b.relation("ge", x!, b.zero, name), b.mul([k1!, x!]), b.mul([k2!, x!]));
          const slopes = b.sub(k1!, k2!);
          if (variablesOf(slopes).size === 0) return flow("kink");
          // Deviation: without flow an upstream value is not determined; a conduction of 1e-10 decides it
          return b.add([b.mul([b.num(1e-10), slopes]), quiet(l, flow(""))]);
        }),
      ];
    }
    case "delay":
      return [scalarValue("Real", l.delay(real(0), real(1), call.positional.length > 2 ? real(2) : undefined, scope))];
    case "spatialDistribution":
      return spatialDistribution(l, call, scope);
    case "String":
      return [stringOf(l, call, scope)];
    case "getInstanceName":
      return [text(b, scope.cls.root.path === "" ? l.modelName : `${l.modelName}.${scope.cls.root.path}`)];
    case "cardinality":
      return [scalarValue("Integer", b.num(l.connections.cardinality(argument(0), scope)))];
    case "inStream":
    case "actualStream":
      return [l.connections.streamValue(name, argument(0), scope)];
    case "Connections.isRoot":
      return [scalarValue("Boolean", b.boolean(l.connections.isRoot(argument(0), scope)))];
    case "Connections.rooted":
    case "rooted":
      return [scalarValue("Boolean", b.boolean(l.connections.isRooted(argument(0), scope)))];
    default:
      throw modelicaError(
        "E-MODELICA-UNSUPPORTED",
        `"${name}" is not supported.`,
        { file: scope.cls.syntax.file, at: call.at },
        {
          hint: "docs/modelica.md in the package lists what is",
        },
      );
  }
}

function notInFunctions(name: string, call: CallExpression, scope: Scope): Error {
  const { file, restriction } = scope.cls.syntax;
  return modelicaError(
    "E-MODELICA-CALL",
    `"${name}" cannot be used in a ${restriction}.`,
    { file, at: call.at },
    {
      because: `"${scope.cls.qualifiedName}" knows the values of its inputs only, neither how they change nor what they were`,
      hint: `give it ${name}(…) as an input`,
    },
  );
}

/**
 * A kink is an event: the steps end there, and relations of unknowns are searched as modes of a mixed system. So are the kinks of
 * smooth(0, noEvent(…)) where every branch can be computed everywhere: limiters with feedback have solutions that jump.
 */
function smooth(l: Lowering, order: number | undefined, e: Expression, scope: Scope): Value {
  if (order !== 0) return l.withoutEvents(l.evaluate(e, scope));
  const isQuiet = e.kind === "call" && e.callee.parts.length === 1 && e.callee.parts[0]!.name === "noEvent";
  const inner = isQuiet ? e.positional[0] : undefined;
  const value = l.evaluate(inner ?? e, scope);
  if (!isScalarKind(value)) return inner === undefined ? value : l.withoutEvents(value);
  if (inner !== undefined && !value.elements.every((item) => isPiecewiseLinear(item, new Set())))
    return l.withoutEvents(value);
  return { ...value, elements: value.elements.map((item) => withKinks(l, item)) };
}

/** The relations inside are kinks. */
function withKinks({ b }: Lowering, e: Expr): Expr {
  return substitute(b, e, ({ op, args }) =>
    op === "lt" || op === "le" || op === "gt" || op === "ge" ? b.relation(op, args[0]!, args[1]!, "kink") : undefined,
  );
}

/** `met`: parts that are known to be. */
function isPiecewiseLinear(e: Expr, met: Set<number>): boolean {
  if (met.has(e.id)) return true;
  const are = (list: readonly Expr[]): boolean => list.every((item) => isPiecewiseLinear(item, met));
  const isLinear = isLinearInParts(e, are);
  if (isLinear) met.add(e.id);
  return isLinear;
}

function isLinearInParts(e: Expr, are: (list: readonly Expr[]) => boolean): boolean {
  const varies = (x: Expr): boolean => contains(x, ({ op }) => op === "var" || op === "time");
  switch (e.op) {
    case "num":
    case "par":
    case "var":
    case "time":
      return true;
    case "add":
    case "neg":
    case "if":
    case "and":
    case "or":
    case "not":
    case "lt":
    case "le":
    case "gt":
    case "ge":
      return are(e.args);
    case "mul":
      return e.args.filter(varies).length <= 1 && are(e.args.filter(varies));
    case "div":
      return !varies(e.args[1]!) && are([e.args[0]!]);
    default:
      return !varies(e);
  }
}

function quiet(l: Lowering, e: Expr): Expr {
  return e.op === "num" ? e : l.b.call("noEvent", [e]);
}

/** A function of scalars on arrays of equal size, numbers are repeated. */
function mapped(
  args: readonly ScalarValue[],
  kind: ScalarValue["kind"],
  apply: (args: readonly Expr[]) => Expr,
): ScalarValue {
  const shape = args.find((arg) => arg.shape.length > 0)?.shape ?? [];
  const count = shape.reduce((product, n) => product * n, 1);
  for (const arg of args)
    if (arg.shape.length > 0 && !sameShape(arg.shape, shape))
      throw new SizeFault(`the arguments have sizes ${shapeText(shape)} and ${shapeText(arg.shape)}`);
  const elements = Array.from({ length: count }, (_, i) =>
    apply(args.map((arg) => (arg.shape.length === 0 ? arg.elements[0]! : arg.elements[i]!))),
  );
  return { kind, shape, elements, cls: undefined };
}

function derivative(l: Lowering, value: ScalarValue, call: CallExpression): ScalarValue {
  const { b, state } = l;
  void call;
  const leaf = (e: Expr): Expr =>
    e.op === "var"
      ? state.variables[e.value]!.isDiscrete
        ? b.zero
        : b.variable(derivativeOf(state, e.value))
      : e.op === "time"
        ? b.one
        : b.zero;
  const elements = value.elements.map((e) => {
    if (!contains(e, ({ op }) => op === "var" || op === "time")) return b.zero;
    return e.op === "var" ? leaf(e) : differentiate(b, e, leaf, userCallDerivative(state, "time"));
  });
  return { ...value, kind: "Real", elements };
}

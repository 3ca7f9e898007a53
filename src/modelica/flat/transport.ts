/** spatialDistribution(in0, in1, x, positiveVelocity, initialPoints, initialValues): values at both ends of what is transported [Modelica 3.7.4.2]. */
import type { Transport } from "../../compile/eventTables.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { DelayIndex } from "../../symbolic/indices.ts";
import { contains } from "../../symbolic/traverse.ts";
import type { Scope, Value } from "../model.ts";
import { TransportedProfile } from "../services/transportedProfile.ts";
import type { CallExpression, Expression } from "../syntax/ast.ts";
import { isScalarKind } from "../values/arrays.ts";
import { isNumber, TypeFault } from "../values/oneType.ts";
import { scalarValue } from "../values/value.ts";
import type { Lowering } from "./context.ts";
import { changesDuringRun } from "./variability.ts";

const inputs = ["in0", "in1", "x", "positiveVelocity", "initialPoints", "initialValues"] as const;

/** out0 and out1: at the end where it flows in the value that enters, at the other one that of the content. */
export function spatialDistribution(l: Lowering, call: CallExpression, scope: Scope): readonly Value[] {
  const { b, state } = l;
  const find = argumentsOf(call);
  const given = (name: Name): Expression => {
    const found = find(name);
    if (found === undefined) throw new TypeFault(`spatialDistribution lacks "${name}"`);
    return found;
  };
  const number = (name: Name): Expr => {
    const value = l.evaluate(given(name), scope);
    if (!isScalarKind(value) || !isNumber(value) || value.shape.length > 0)
      throw new TypeFault(`"${name}" of spatialDistribution is a number`);
    return value.elements[0]!;
  };
  const [in0, in1, x] = [number("in0"), number("in1"), number("x")];
  const isPositive = l.condition(given("positiveVelocity"), scope);
  const initial = (name: Name, others: readonly Expr[]): readonly Expr[] => {
    const e = find(name);
    return e === undefined ? others : profile(l, e, name, scope);
  };
  const points = initial("initialPoints", [b.zero, b.one]);
  const values = initial("initialValues", [b.zero, b.zero]);
  if (points.length !== values.length)
    throw new TypeFault(`spatialDistribution takes a value for each point, not ${values.length} for ${points.length}`);
  const first = state.delays.length as DelayIndex;
  const variables = [in0, in1, x].map((input) => l.recorded(input, "spatialDistribution(…)", scope));
  [in0, in1, x].forEach((input, k) => {
    const create: Transport["create"] = (...args) => new TransportedProfile(...args);
    const transport = { first, points, values, create };
    state.delays.push({ input, delay: b.zero, variable: variables[k]!, sign: 1, maximum: undefined, transport });
  });
  const present = b.variable(variables[2]!);
  const line = (k: number, name: string, ...args: Expr[]): Expr => b.make("delay", args, first + k, name);
  // that a border inside the content arrives is an event
  const valueAt = (outlet: 0 | 1, place: Expr): Expr =>
    line(outlet, "content", place, b.relation(outlet === 0 ? "gt" : "lt", place, line(2, "border", b.num(outlet))));
  return [
    scalarValue("Real", b.conditional(isPositive, in0, valueAt(0, b.neg(present)))),
    scalarValue("Real", b.conditional(isPositive, valueAt(1, b.sub(b.one, present)), in1)),
  ];
}

type Name = (typeof inputs)[number];

function argumentsOf({ positional, named }: CallExpression): (name: Name) => Expression | undefined {
  const other = named.find(({ name }) => !inputs.some((input) => input === name));
  if (other !== undefined) throw new TypeFault(`spatialDistribution has no input "${other.name}"`);
  return (name) => positional[inputs.indexOf(name)] ?? named.find((item) => item.name === name)?.value;
}

/** Points and values of the start are known before the run. */
function profile(l: Lowering, e: Expression, name: Name, scope: Scope): readonly Expr[] {
  const value = l.evaluate(e, scope);
  if (!isScalarKind(value) || !isNumber(value) || value.shape.length !== 1)
    throw new TypeFault(`"${name}" of spatialDistribution is a vector of numbers`);
  for (const element of value.elements)
    if (contains(element, (part) => part.op === "var" || changesDuringRun(l, part)))
      throw new TypeFault(`"${name}" of spatialDistribution is known before the run`);
  return value.elements;
}

/**
 * One flat model becomes part of another: its variables, parameters and equations are taken over under a path. Names that the model around
 * has already, such as those of connectors, are the same quantity.
 */
import type { Expr, ExpressionBuilder } from "../symbolic/expression.ts";
import type { DelayIndex, ObjectIndex, ParameterIndex, VariableIndex } from "../symbolic/indices.ts";
import { mapMessage } from "./message.ts";
import type { Source } from "./source.ts";
import { type CompileState, derivativeOf, type Equation, type Variable } from "./state.ts";

export interface AbsorbOptions {
  /** Path under which the names appear, with its dot at the end. */
  readonly prefix: string;
  /** What a scalar variable or parameter of the absorbed model is in the model around, by its full name there. */
  readonly known: (name: string) => Expr | undefined;
  readonly isWanted: (equation: Equation) => boolean;
  /** What a name of the absorbed model becomes, instead of standing under the prefix. */
  readonly rename?: (name: string) => string;
}

/** Gives the expressions of the variables and parameters of `from`, in their order. */
export function absorb(
  into: CompileState,
  from: CompileState,
  { prefix, known, isWanted, rename = (name) => prefix + name }: AbsorbOptions,
): { readonly variables: readonly Expr[]; readonly parameters: readonly Expr[] } {
  const { b } = into;
  const [samplers, delays, functions, objects] = [
    into.samplers.length,
    into.delays.length,
    into.functions.length,
    into.objects.length,
  ];
  const variables: Expr[] = [];
  const added: [Variable, Variable][] = [];
  from.variables.forEach((variable, i) => {
    const base = variable.derivativeOf;
    const rate = base >= 0 && variables[base]!.op === "var" ? derivativeIn(into, variables[base]!.value) : undefined;
    const same = rate ?? known(prefix + variable.name);
    if (same !== undefined) {
      variables[i] = same;
      if (same.op === "var") added.push([into.variables[same.value]!, variable]);
      return;
    }
    variables[i] = b.variable(into.variables.length as VariableIndex);
    const own: Variable = {
      ...variable,
      name: rename(variable.name),
      group: variable.group === "" ? "" : rename(variable.group),
      init: undefined,
      start: undefined,
      min: undefined,
      max: undefined,
    };
    into.variables.push(own);
    added.push([own, variable]);
    if (base >= 0) {
      own.derivativeOf = variables[base]!.value as VariableIndex;
      into.variables[own.derivativeOf]!.derivative = (into.variables.length - 1) as VariableIndex;
    } else own.derivative = -1 as VariableIndex;
  });
  const parameters = from.parameters.map((parameter) => {
    const same = known(prefix + parameter.name);
    if (same !== undefined) return same;
    into.parameters.push({ ...parameter, name: rename(parameter.name), group: rename(parameter.group) });
    return b.parameter((into.parameters.length - 1) as ParameterIndex);
  });
  const memo = new Map<number, Expr>();
  const moved = (e: Expr): Expr => {
    const done = memo.get(e.id);
    if (done !== undefined) return done;
    const result = leaf(b, e, variables, parameters, { samplers, delays, functions, objects }, moved);
    memo.set(e.id, result);
    return result;
  };
  const maybe = (e: Expr | undefined): Expr | undefined => e && moved(e);
  const placed = (source: Source): Source => ({
    ...source,
    path: source.path === "" ? prefix.slice(0, -1) : prefix + source.path,
    isForeign: true,
  });
  for (const [own, variable] of added) {
    own.init ??= maybe(variable.init);
    own.start ??= maybe(variable.start);
    own.min ??= maybe(variable.min);
    own.max ??= maybe(variable.max);
  }
  from.parameters.forEach((parameter, i) => {
    const own = parameters[i]!.op === "par" ? into.parameters[parameters[i]!.value]! : undefined;
    if (own !== undefined && own.expression === parameter.expression) own.expression = maybe(parameter.expression);
  });
  const index = (i: VariableIndex): VariableIndex => variables[i]!.value as VariableIndex;
  for (const equation of from.equations)
    if (isWanted(equation)) into.equations.push(movedEquation(equation, moved, placed));
  for (const equation of from.initialEquations) into.initialEquations.push(movedEquation(equation, moved, placed));
  for (const assertion of from.assertions)
    into.assertions.push({
      ...assertion,
      condition: moved(assertion.condition),
      message: mapMessage(assertion.message, moved),
      source: placed(assertion.source),
    });
  for (const sampler of from.samplers)
    into.samplers.push({ ...sampler, start: maybe(sampler.start), interval: moved(sampler.interval) });
  for (const line of from.delays)
    into.delays.push({
      ...line,
      input: moved(line.input),
      delay: moved(line.delay),
      variable: index(line.variable),
      maximum: maybe(line.maximum),
      ...(line.transport && {
        transport: {
          ...line.transport,
          first: (line.transport.first + delays) as DelayIndex,
          points: line.transport.points.map(moved),
          values: line.transport.values.map(moved),
        },
      }),
    });
  for (const { variable, check } of from.wantedDiscrete) into.wantedDiscrete.push({ variable: index(variable), check });
  for (const action of from.actions)
    into.actions.push({
      ...action,
      active: index(action.active),
      target: action.target < 0 ? action.target : index(action.target),
      value: action.value < 0 ? action.value : index(action.value),
      source: placed(action.source),
    });
  into.functions.push(...from.functions);
  for (const object of from.objects)
    into.objects.push({
      ...object,
      name: prefix + object.name,
      sameAs: (object.sameAs < 0 ? -1 : object.sameAs + objects) as ObjectIndex,
    });
  for (const i of from.preVariables) into.preVariables.add(index(i));
  for (const [i, wish] of from.stateWishes) into.stateWishes.set(index(i), wish);
  for (const i of from.structural) if (parameters[i]!.op === "par") into.structural.add(parameters[i]!.value);
  for (const { condition, value } of from.decisions) into.decisions.push({ condition: moved(condition), value });
  into.components.push(...from.components);
  for (const observed of from.observed)
    into.observed.push({ ...observed, variable: index(observed.variable), value: moved(observed.value) });
  into.notes.warnings.push(...from.notes.warnings);
  for (const { path, value } of from.attachments)
    into.attachments.push({ path: path === "" ? prefix.slice(0, -1) : prefix + path, value });
  return { variables, parameters };
}

function derivativeIn(into: CompileState, variable: VariableIndex): Expr {
  return into.b.variable(derivativeOf(into, variable));
}

function movedEquation(equation: Equation, moved: (e: Expr) => Expr, placed: (source: Source) => Source): Equation {
  return { ...equation, left: moved(equation.left), right: moved(equation.right), source: placed(equation.source) };
}

interface Offsets {
  readonly samplers: number;
  readonly delays: number;
  readonly functions: number;
  readonly objects: number;
}

/** A node of the other builder in this one. */
function leaf(
  b: ExpressionBuilder,
  { op, args, value, name }: Expr,
  variables: readonly Expr[],
  parameters: readonly Expr[],
  offsets: Offsets,
  moved: (e: Expr) => Expr,
): Expr {
  switch (op) {
    case "var":
      return variables[value]!;
    case "par":
      return parameters[value]!;
    case "pre": {
      const variable = variables[value]!;
      return variable.op === "var" ? b.make("pre", [], variable.value) : variable;
    }
    case "obj":
      return b.make("obj", [], value + offsets.objects);
    case "tick":
      return b.make("tick", args.map(moved), value + offsets.samplers, name);
    case "delay":
      return b.make("delay", args.map(moved), value + offsets.delays, name);
    case "ucall":
      return b.make("ucall", args.map(moved), value + offsets.functions, name);
    default:
      return b.make(op, args.map(moved), value, name);
  }
}

/**
 * Flattening: the tree of components becomes one list of scalar variables, parameters and equations.
 *
 *  1. instances and symbols           instances.ts
 *  2. variables by occurrence         a name on its own in an equation, declared nowhere, is a variable of that model
 *  3. bindings                        a name bound to an expression is a parameter when the expression contains parameters
 *                                     only, otherwise a variable with an equation
 *  4. sizes of arrays                 from init, start, size and values; others by the equations (shapes.ts)
 *  5. translation of equations, when clauses, connections
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { ModelDefinition } from "../language/model.ts";
import type { Findings } from "../language/predefined.ts";
import type { ReadFile } from "../language/readFile.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { IfStatement, Syntax } from "../symbolic/syntax.ts";
import { placeOf } from "../symbolic/tokenize.ts";
import {
  type ActiveStatement,
  activeBody,
  activeNames,
  activeStatements,
  misplaced,
  visitStatements,
} from "./activeStatements.ts";
import { checkAddedNames } from "./addedNames.ts";
import { type Case, chooseEquations } from "./conditionalEquations.ts";
import { connectInstances } from "./connections.ts";
import { createState } from "./createState.ts";
import { defaultFlows } from "./defaultFlows.ts";
import { FlattenContext } from "./flattenContext.ts";
import { absorbForeign, bindForeign, type FlatForeign } from "./foreignComponents.ts";
import { addSymbol, allInstances, buildInstance, findFunction, type Instance, type ModelSymbol } from "./instances.ts";
import { asNumbers, asScalar, located, loopText, placeError, type Scope } from "./scope.ts";
import { inferShapes } from "./shapes.ts";
import type { Source } from "./source.ts";
import type { CompileState, Equation, Group } from "./state.ts";
import { declareStreams } from "./streamCalls.ts";
import { hasStreams } from "./streamNames.ts";
import { bindOuters, existingInstances } from "./surroundingNames.ts";
import { isConstantName, translate } from "./translate.ts";
import { translateUserCall } from "./translateCalls.ts";
import { translateObserved, translateSignals } from "./translateSignals.ts";
import { markKind } from "./truthValues.ts";
import { visitSyntax } from "./visitSyntax.ts";
import { translateWhen } from "./whenClauses.ts";

export interface FlatModel {
  readonly state: CompileState;
  readonly root: Instance;
}

export function flatten(
  model: ModelDefinition,
  readFile?: ReadFile,
  findings: ReadonlyMap<string, Findings> = new Map(),
  maximumEquations?: number,
): FlatModel {
  const root = buildInstance(model, "", undefined, 0, readFile, findings);
  if (model.foreign !== undefined)
    return { state: (model.foreign as FlatForeign).flatten(false, findings).state, root };
  const state = createState();
  const context = new FlattenContext(state, root, maximumEquations);
  for (const instance of allInstances(root)) {
    bindOuters(instance);
    declareByOccurrence(instance);
  }
  let instances = existingInstances(root, context);
  const foreign = instances.filter((instance) => instance.model.foreign !== undefined);
  for (const instance of foreign) absorbForeign(instance, context);
  if (foreign.length > 0) instances = allInstances(root);
  // before anything is translated: values of variables may name the streams of others
  const streams = allInstances(root).some(hasStreams) ? context.makeStreams() : undefined;
  for (const instance of instances) {
    if (instance.predefined !== undefined) {
      context.addComponent(instance);
    }
  }
  for (const instance of instances) for (const symbol of instance.symbols.values()) context.classify(symbol);
  markTopInputs(root);
  for (const instance of instances) {
    for (const symbol of instance.symbols.values())
      if (symbol.kind === "parameter" || symbol.kind === "object") context.makeParameter(symbol);
  }
  for (const instance of foreign) bindForeign(instance, context);
  inferShapes(instances, context);
  for (const instance of instances) {
    const names = activeNames(instance, context);
    for (const symbol of instance.symbols.values())
      if (symbol.kind === "variable" && (symbol.isDeclared || names?.has(symbol.name) !== false))
        context.makeVariables(symbol);
    if (streams !== undefined && hasStreams(instance))
      declareStreams(instance, streams, (symbol) => context.elementsOf(symbol));
  }
  for (const instance of instances) translateInstance(instance, context);
  context.whens.finish();
  const connected = connectInstances(instances, context);
  translateSignals(instances, context);
  translateObserved(instances, context);
  defaultFlows(root, instances, connected, context);
  context.clocks.infer({
    state,
    newVariable: (name, type, isDiscrete) => context.newVariable(`$${name}`, root, { type, isDiscrete }),
  });
  checkAddedNames(instances);
  for (const instance of instances) for (const symbol of instance.symbols.values()) addGroup(state, symbol);
  state.notes.flatEquations = state.equations.length;
  return { state, root };
}

/** Names that stand alone in an equation and are declared nowhere are variables of the model the equation stands in. */
function declareByOccurrence(instance: Instance): void {
  const declare = (syntax: Syntax, around: ReadonlySet<string>): void =>
    visitSyntax(
      syntax,
      (node, loops) => {
        if (node.kind !== "name" || node.parts.length > 1) return;
        const name = node.parts[0]!;
        if (instance.symbols.has(name) || instance.children.has(name) || instance.componentArrays.has(name)) return;
        if (loops.has(name) || isConstantName(name)) return;
        addSymbol(instance, name, "variable", {}, undefined, false);
      },
      around,
    );
  for (const { statements } of instance.equations) visitStatements(statements, declare);
}

/** An input of the top model with a start value is a known quantity, like a parameter. */
function markTopInputs(root: Instance): void {
  for (const symbol of root.symbols.values()) {
    const { input, init, start } = symbol.attributes;
    if (symbol.kind !== "variable" || input !== true) continue;
    const value = init ?? start;
    if (value === undefined) continue;
    symbol.kind = "parameter";
    symbol.value = value;
  }
}

function translateInstance(instance: Instance, context: FlattenContext): void {
  for (const symbol of instance.symbols.values()) {
    if (symbol.kind === "variable" && symbol.value !== undefined && symbol.value !== null) addBinding(symbol, context);
  }
  for (const { statement, scope } of activeStatements(instance, context).list)
    translateStatement(statement, scope, context);
  for (const { statement, scope } of activeStatements(instance, context, "initialEquations").list) {
    if (statement.kind !== "equation" && statement.kind !== "if") {
      throw new RattlebackError(
        "E-INITIAL",
        `Initial equations are equations; "${statement.kind}" is not allowed there.`,
        {
          ...(instance.path !== "" && { path: instance.path }),
          hint: "initialEquations: `der(x) = 0`",
        },
      );
    }
    const count = context.state.equations.length;
    translateStatement(statement, scope, context);
    context.state.initialEquations.push(...context.state.equations.splice(count));
  }
}

/** `guard` is the condition under which the run comes here: that of the `if` around the statement. */
function translateStatement(
  statement: ActiveStatement["statement"],
  scope: Scope,
  context: FlattenContext,
  guard?: Expr,
): void {
  const { state } = context;
  const source = sourceOf(scope, statement.at, "text" in statement ? statement.text : statement.kind, "equation");
  switch (statement.kind) {
    case "equation":
      if (statement.left.kind === "tuple")
        translateTuple(statement.left.items, statement.right, scope, context, source);
      else {
        const left = asNumbers(translate(statement.left, scope, context), statement.left, scope);
        const right = asNumbers(translate(statement.right, scope, context), statement.right, scope);
        context.addEquation(left, right, source, scope, statement.at);
        markKind(left, statement.right, scope, state);
      }
      break;
    case "assert": {
      const condition = asScalar(translate(statement.condition, scope, context), statement.condition, scope);
      state.assertions.push({
        condition: guard === undefined ? condition : state.b.or([state.b.not(guard), condition]),
        message: [statement.message],
        source,
        ...(statement.isWarning ? { isWarning: true } : { isEvent: true }),
      });
      break;
    }
    case "when":
      if (guard !== undefined) throw misplaced("when", scope, statement.at);
      translateWhen(statement, scope, context, source);
      break;
    case "if":
      translateConditional(statement, scope, context, source, guard);
      break;
    default:
      // connect(…) is handled with the connections of the instance
      if (guard !== undefined) throw misplaced(statement.kind, scope, statement.at);
      break;
  }
  if (state.scaled !== undefined) source.scaled = state.scaled;
  if (guard === undefined) state.scaled = undefined;
}

/** An `if` around equations whose condition changes during the run. */
function translateConditional(
  { branches, otherwise, at }: IfStatement,
  scope: Scope,
  context: FlattenContext,
  source: Source,
  guard: Expr | undefined,
): void {
  const { state } = context;
  const { b } = state;
  const cases: Case[] = [];
  let rest = guard;
  for (const { condition: syntax, body } of [...branches, { condition: undefined, body: otherwise }]) {
    const condition =
      syntax === undefined
        ? undefined
        : asScalar(asNumbers(translate(syntax, scope, context), syntax, scope), syntax, scope);
    const start = state.equations.length;
    const own = [rest, condition].filter((e) => e !== undefined);
    for (const inner of activeBody(body, scope, context).list)
      translateStatement(inner.statement, inner.scope, context, b.and(own));
    const made = state.equations.splice(start);
    const isHelper = ({ left }: Equation): boolean => left.op === "var" && state.variables[left.value]!.isInternal;
    state.equations.push(...made.filter(isHelper));
    cases.push({ condition, equations: made.filter((equation) => !isHelper(equation)) });
    if (condition !== undefined) rest = b.and([...(rest === undefined ? [] : [rest]), b.not(condition)]);
  }
  const counts = cases.map(({ equations }) => equations.length);
  if (counts.some((count) => count !== counts[0]))
    throw placeError(
      "E-IF-EQUATION",
      scope,
      at,
      `The branches of "if" have ${counts.join(" and ")} equations.`,
      otherwise.length === 0
        ? "add else with as many equations, or let the condition contain parameters only"
        : "give every branch as many equations, or let the condition contain parameters only",
      "the condition changes during the run, and the number of equations cannot",
    );
  state.equations.push(...chooseEquations(b, cases, source));
}

/** `(a, b) = f(x)`; a literal 0 on the left makes the result a residual. */
function translateTuple(
  items: readonly Syntax[],
  right: Syntax,
  scope: Scope,
  context: FlattenContext,
  source: Source,
): void {
  const fn = right.kind === "call" ? findFunction(scope.instance, right.name) : undefined;
  if (fn === undefined || right.kind !== "call") {
    throw new RattlebackError("E-SYNTAX", "(a, b) = … needs a function of the model on its right side.", {
      ...(scope.instance.path !== "" && { path: scope.instance.path }),
      where: source.text,
      hint: "register the function with the model: functions: { f: (u) => [1, 2] }",
    });
  }
  const args = right.args.map((arg) => translate(arg, scope, context));
  const results = located(scope, right.at, () => translateUserCall(fn, args, context, items.length));
  items.forEach((item, i) => {
    const target =
      item.kind === "number" && item.value === 0
        ? { shape: results[i]!.shape, elements: results[i]!.elements.map(() => context.state.b.zero) }
        : translate(item, scope, context);
    context.addEquation(target, results[i]!, source, scope, item.at);
  });
}

function addBinding(symbol: ModelSymbol, context: FlattenContext): void {
  const { scope, syntax } = context.bindingOf(symbol);
  const source = sourceOf(scope, 0, `${symbol.name} = ${scope.text}`, "binding");
  context.addEquation(context.elementsOf(symbol), translate(syntax, scope, context), source, scope, 0);
}

function sourceOf(scope: Scope, at: number, text: string, kind: Source["kind"]): Source {
  const { line } = placeOf(scope.text, at);
  return { text: text + loopText(scope), path: scope.instance.path, line, entry: scope.entry, kind };
}

function addGroup(state: CompileState, symbol: ModelSymbol): void {
  if (symbol.kind === "object" || symbol.elements === undefined) return;
  const isInput = symbol.kind === "parameter" && symbol.attributes.input === true;
  const group = {
    name: symbol.fullName,
    kind: symbol.kind === "variable" ? "variable" : isInput ? "input" : "parameter",
    shape: symbol.shape ?? [],
    elements: symbol.elements as Group["elements"],
    unit: symbol.attributes.unit ?? "",
    dimension: symbol.unit?.dimension,
    description: symbol.attributes.description ?? "",
    hideResult: symbol.attributes.hideResult ?? false,
    isOutput: symbol.attributes.output === true && symbol.instance.path === "",
    isInput: symbol.attributes.input === true,
    isDeclared: symbol.isDeclared,
    isStatic: symbol.attributes.static === true,
    ...(symbol.isGivenByWith && { isGivenByWith: true }),
  } as Group;
  state.groups.set(symbol.fullName, group);
}

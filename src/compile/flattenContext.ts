/**
 * Symbols become scalar parameters and variables; what translation asks about the model around an expression.
 *
 * Length   making a symbol may need the value, shape or binding of any other: its methods call each other in a ring
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { shapeOf, type UserFunction } from "../language/functions.ts";
import { noUnit, parseUnit, sameDimension, type Unit } from "../language/units.ts";
import { ExpressionText, isNumericValue, ParameterDeclaration } from "../language/values.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { FunctionIndex, ObjectIndex, ParameterIndex, VariableIndex } from "../symbolic/indices.ts";
import { parseExpression } from "../symbolic/parse.ts";
import type { NameSyntax, Syntax } from "../symbolic/syntax.ts";
import { showPlace } from "../symbolic/tokenize.ts";
import { contains } from "../symbolic/traverse.ts";
import { checkedShape } from "./arrayFunctions.ts";
import { type ArrayExpr, sameShape, scalar, sizeError, sizeOf } from "./arrays.ts";
import { componentFunctions } from "./componentFunctions.ts";
import { findSignal } from "./componentSignals.ts";
import { constantValue, definitionOf, isDecided, trialValue } from "./constantValues.ts";
import { changingValue, cycleError, unitMismatch } from "./declarationErrors.ts";
import { checkEquationCount, defaultMaximumEquations } from "./equationLimit.ts";
import { findInstance, type Instance, type ModelSymbol, placedIn, unknownName } from "./instances.ts";
import { OwnClocks } from "./ownClocks.ts";
import { asNumbers, asScalar, placeError, type Scope, type Surroundings } from "./scope.ts";
import type { Source } from "./source.ts";
import { type CompileState, internalVariable, newEquation, type Parameter } from "./state.ts";
import { Streams } from "./streams.ts";
import { integersOf, isConstantName, translate } from "./translate.ts";
import { eventOperators } from "./translateEvents.ts";
import { functionIndex } from "./userCalls.ts";
import { visitSyntax } from "./visitSyntax.ts";
import { WhenEquations } from "./whenEquations.ts";

/** What a name is bound to. */
interface Binding {
  readonly scope: Scope;
  readonly syntax: Syntax;
  /** All that its value names. */
  readonly names: readonly ModelSymbol[];
  /** It changes during the run, whatever these are. */
  readonly isChanging: boolean;
}

/** Start values and sizes that name variables are refused; those that lead from one to the next are followed that far. */
const deepestStart = 200;

const stateSelectRank = { always: 2, prefer: 1, default: 0, avoid: -1, never: -2 } as const;

export class FlattenContext implements Surroundings {
  readonly state: CompileState;
  readonly root: Instance;
  readonly whens: WhenEquations;
  /** Undefined where no connector has some. */
  streams: Streams | undefined;
  readonly clocks: OwnClocks;
  private readonly bindings = new Map<ModelSymbol, Binding>();
  private readonly known = new Map<ModelSymbol, ArrayExpr>();
  private readonly maximumEquations: number;
  private internalCount = 0;
  /** So many variables are being made, one for the start value or the size of the other. */
  private depth = 0;

  constructor(state: CompileState, root: Instance, maximumEquations = defaultMaximumEquations) {
    this.maximumEquations = maximumEquations;
    this.state = state;
    this.root = root;
    this.whens = new WhenEquations(state);
    this.clocks = new OwnClocks(state, (e) => this.constantValue(e));
  }

  makeStreams(): Streams {
    this.streams = new Streams(this.state, (e) => this.constantValue(e));
    return this.streams;
  }

  addComponent(instance: Instance): void {
    const predefined = instance.predefined!;
    this.state.components.push(predefined);
    instance.functions = new Map([...instance.functions, ...componentFunctions(predefined)]);
  }

  /** The symbol of a name, or undefined for time, pi and loop variables. */
  lookup(scope: Scope, name: NameSyntax): ModelSymbol | undefined {
    const symbol = this.find(scope, name);
    if (symbol !== undefined) symbol.isUsed = true;
    return symbol;
  }

  /** All that a name may mean: several with an index that a comprehension around it counts, undefined for time and pi. */
  symbolsNamed(scope: Scope, name: NameSyntax, loops: ReadonlySet<string>): readonly (ModelSymbol | undefined)[] {
    if (name.indices === undefined) return [this.lookup(scope, name)];
    const isCounted = name.indices.some((index) => index !== undefined && mentionsAny(index, loops));
    if (!isCounted) return [this.lookup(scope, name)];
    let owners = [scope.lookupFrom];
    const last = name.parts.length - 1;
    name.parts.slice(0, last).forEach((part, i) => {
      const isList = name.indices![i] !== undefined;
      owners = owners.flatMap((owner) => {
        if (!isList) return owner.children.get(part) ?? [];
        return Array.from(
          { length: owner.componentArrays.get(part) ?? 0 },
          (_, k) => owner.children.get(`${part}_${k + 1}`)!,
        );
      });
    });
    const symbols = owners.map((owner) => owner.symbols.get(name.parts[last]!));
    for (const symbol of symbols) if (symbol !== undefined) symbol.isUsed = true;
    return symbols.filter((symbol) => symbol !== undefined);
  }

  /** Parts of a name, `k[i]` being `k_3` where i is 3. */
  partsOf(scope: Scope, { parts, indices }: NameSyntax): readonly string[] {
    if (indices === undefined) return parts;
    return parts.map((part, i) => {
      const index = indices[i];
      if (index === undefined) return part;
      const [value, ...more] = integersOf(index, scope, this);
      if (value !== undefined && more.length === 0 && Number.isInteger(value) && value > 0) return `${part}_${value}`;
      throw placeError(
        "E-INDEX",
        scope,
        index.at,
        `The index of "${part}" is one whole number from 1 on.`,
        "a list of components is read one by one: sum([k[i].y for i in 1:3])",
      );
    });
  }

  private find(scope: Scope, name: NameSyntax): ModelSymbol | undefined {
    const parts = this.partsOf(scope, name);
    const first = parts[0]!;
    let start: Instance | undefined = scope.lookupFrom;
    if (scope.kind === "parameter") {
      while (start !== undefined && !hasName(start, first)) start = start.parent;
    }
    if (start === undefined || !hasName(start, first)) start = scope.instance;
    const where = (): string => showPlace(scope.text, name.at, scope.entry);
    if (parts.length > 1 && this.state.components.length > 0) {
      const signal = findSignal(start, parts);
      if (signal !== undefined) return signal;
    }
    if (!hasName(start, first)) {
      if (parts.length === 1 && isConstantName(first)) return undefined;
      throw unknownName(scope.lookupFrom, first, parts.join("."), where());
    }
    const last = parts[parts.length - 1]!;
    const owner = parts.length === 1 ? start : findInstance(start, parts.slice(0, -1), parts.join("."), where);
    const symbol = owner.symbols.get(last);
    if (symbol !== undefined) return symbol;
    if (owner.children.has(last)) {
      const full = parts.join(".");
      throw placeError(
        "E-NAME-COMPONENT",
        scope,
        name.at,
        `"${full}" is a component, not a variable.`,
        `name one of its variables: ${full}.…`,
      );
    }
    throw unknownName(owner, last, parts.join("."), where());
  }

  /** Decides whether a bound name is a parameter or a variable, and first what it names; chains of names may have any length. */
  classify(symbol: ModelSymbol): void {
    const open: ModelSymbol[] = [];
    const next: number[] = [];
    const enter = (inner: ModelSymbol): void => {
      if (inner.kind !== "binding") return;
      if (inner.isInProgress) throw cycleError(inner);
      inner.isInProgress = true;
      open.push(inner);
      next.push(0);
    };
    enter(symbol);
    while (open.length > 0) {
      const last = open[open.length - 1]!;
      const { names } = this.bindingOf(last);
      const inner = names[next[next.length - 1]!++];
      if (inner !== undefined) enter(inner);
      else {
        open.pop();
        next.pop();
        last.isInProgress = false;
        last.kind = this.kindOf(last);
      }
    }
  }

  /** By the kinds of all that its value names. */
  private kindOf(symbol: ModelSymbol): "variable" | "object" | "parameter" {
    const { syntax, names, isChanging } = this.bindingOf(symbol);
    if (isChanging || names.some(({ kind }) => kind === "variable")) return "variable";
    const isText = syntax.kind === "string" || (syntax.kind === "name" && names.some(({ kind }) => kind === "object"));
    return isText ? "object" : "parameter";
  }

  bindingOf(symbol: ModelSymbol): Binding {
    let binding = this.bindings.get(symbol);
    if (binding === undefined) {
      const value = symbol.value as ExpressionText;
      const scope = this.expressionScope(symbol.instance, value);
      const syntax = this.parse(value.text, symbol.fullName);
      const names: ModelSymbol[] = [];
      let isChanging = false;
      visitSyntax(syntax, (node, loops) => {
        if (node.kind === "call" && (node.name === "der" || eventOperators.has(node.name))) isChanging = true;
        if (node.kind !== "name" || (node.parts.length === 1 && loops.has(node.parts[0]!))) return;
        for (const inner of this.symbolsNamed(scope, node, loops)) {
          if (inner !== undefined) names.push(inner);
          else isChanging ||= node.parts[0] === "time";
        }
      });
      binding = { scope, syntax, names, isChanging };
      this.bindings.set(symbol, binding);
    }
    return binding;
  }

  private expressionScope(instance: Instance, value: ExpressionText): Scope {
    let lookupFrom = instance;
    for (let i = 0; i < value.levelsUp && lookupFrom.parent !== undefined; i++) lookupFrom = lookupFrom.parent;
    return { instance, lookupFrom, text: value.text, kind: "parameter", loopVariables: undefined };
  }

  private parse(text: string, path: string): Syntax {
    try {
      return parseExpression(text);
    } catch (error) {
      throw error instanceof RattlebackError ? placedIn(error, path) : error;
    }
  }

  /** With all that its value names made before it, so that chains of names may have any length. */
  makeParameter(symbol: ModelSymbol): void {
    const open = [symbol];
    const next = [0];
    const met = new Set(open);
    while (open.length > 0) {
      const last = open[open.length - 1]!;
      const inner = this.bindings.get(last)?.names[next[next.length - 1]!++];
      if (inner === undefined || last.elements !== undefined) {
        open.pop();
        next.pop();
        this.makeOneParameter(last);
      } else if (inner.kind === "parameter" && !met.has(inner)) {
        met.add(inner);
        open.push(inner);
        next.push(0);
      }
    }
  }

  private makeOneParameter(symbol: ModelSymbol): void {
    if (symbol.elements !== undefined) return;
    if (symbol.kind === "object") {
      const given =
        symbol.value instanceof ExpressionText
          ? this.boundText(symbol)
          : { value: symbol.value, sameAs: -1 as ObjectIndex };
      symbol.elements = [this.state.objects.length];
      this.state.objects.push({ name: symbol.fullName, ...given });
      return;
    }
    if (symbol.isInProgress) throw cycleError(symbol);
    symbol.isInProgress = true;
    const unit = symbol.unit ?? noUnit;
    const given =
      symbol.value === undefined || symbol.value === null ? undefined : this.quantity(symbol.value, symbol, unit);
    symbol.isInProgress = false;
    symbol.shape = given?.shape ?? [];
    const { attributes } = symbol;
    const isBoolean = isTruthValued(symbol.value);
    const made: Parameter[] = Array.from({ length: sizeOf(symbol.shape) }, (_, i) => {
      const element = given?.elements[i];
      const isLiteral = element?.op === "num";
      return {
        name: elementName(symbol.fullName, symbol.shape!, i),
        group: symbol.fullName,
        value: isLiteral ? element.value : Number.NaN,
        expression: isLiteral ? undefined : element,
        isInput: attributes.input === true,
        isGiven: given !== undefined,
        type: isBoolean ? "boolean" : "real",
        unit: symbol.unit,
        min: undefined,
        max: undefined,
      };
    });
    const { parameters } = this.state;
    symbol.elements = made.map((_, i) => parameters.length + i);
    for (const parameter of made) parameters.push(parameter);
    // now that it has its place: limits may name each other
    const bound = (limit: unknown): Expr | undefined =>
      limit === undefined || limit === null ? undefined : this.quantity(limit, symbol, unit).elements[0];
    const [min, max] = [bound(attributes.min), bound(attributes.max)];
    for (const [i, parameter] of made.entries()) {
      [parameter.min, parameter.max] = [min, max];
      const given = { value: parameter.expression, min, max };
      this.noteGiven(symbol, given, () => this.state.b.parameter(symbol.elements![i] as ParameterIndex));
    }
  }

  /** What a declaration gives by expressions. */
  private noteGiven(symbol: ModelSymbol, given: Readonly<Record<string, Expr | undefined>>, itself: () => Expr): void {
    for (const [what, right] of Object.entries(given)) {
      if (right === undefined || right.op === "num") continue;
      const value = what === "value" ? symbol.value : (symbol.attributes as Readonly<Record<string, unknown>>)[what];
      const name = what === "value" ? symbol.name : `${what} of ${symbol.name}`;
      const text = value instanceof ExpressionText ? `${name} = ${value.text}` : name;
      const source = { text, path: symbol.instance.path, line: 1, kind: "binding" } as const;
      this.state.givenValues.push({ left: itself(), right, source });
    }
  }

  /** A text given as expression: a literal, or the name of another text, whose value it follows. */
  private boundText(symbol: ModelSymbol): { value: unknown; sameAs: ObjectIndex } {
    const { scope, syntax } = this.bindingOf(symbol);
    const text = asScalar(translate(syntax, scope, this), syntax, scope);
    if (text.op === "str") return { value: text.name, sameAs: -1 as ObjectIndex };
    return { value: this.state.objects[text.value as ObjectIndex]!.value, sameAs: text.value as ObjectIndex };
  }

  makeVariables(symbol: ModelSymbol): void {
    if (symbol.elements !== undefined) return;
    if (symbol.isInProgress) throw cycleError(symbol);
    if (this.depth === deepestStart) throw changingValue(symbol, symbol.name);
    symbol.isInProgress = true;
    this.depth++;
    this.makeFreeVariables(symbol);
    this.depth--;
    symbol.isInProgress = false;
  }

  private makeFreeVariables(symbol: ModelSymbol): void {
    const { attributes } = symbol;
    const unit = symbol.unit ?? noUnit;
    symbol.shape ??= this.declaredShape(symbol) ?? [];
    const shape = symbol.shape;
    const value = (source: unknown, what: string): readonly (Expr | undefined)[] => {
      if (source === undefined || source === null) return [];
      const quantity = this.quantity(source, symbol, unit);
      if (quantity.shape.length === 0) return Array.from({ length: sizeOf(shape) }, () => quantity.elements[0]);
      if (!sameShape(quantity.shape, shape))
        throw placedIn(
          sizeError(shape, quantity.shape, `The ${what} of "${symbol.fullName}" has another size`),
          symbol.fullName,
        );
      return quantity.elements;
    };
    const [init, start, min, max] = [
      value(attributes.init, "init"),
      value(attributes.start, "start"),
      value(attributes.min, "min"),
      value(attributes.max, "max"),
    ];
    const given = attributes.init ?? attributes.start;
    const isBoolean = isTruthValued(given);
    symbol.elements = Array.from({ length: sizeOf(shape) }, (_, i) => {
      this.state.variables.push({
        name: elementName(symbol.fullName, shape, i),
        group: symbol.fullName,
        dimension: symbol.unit?.dimension,
        init: init[i],
        isPreferred: attributes.preferred === true,
        start: start[i],
        min: min[i],
        max: max[i],
        nominal: (attributes.nominal ?? 0) * unit.factor,
        ...(unit.factor !== 1 && { unitFactor: unit.factor }),
        stateSelect: stateSelectRank[attributes.stateSelect ?? "default"],
        type: isBoolean ? "boolean" : "real",
        isFlow: attributes.flow === true,
        isPotential: attributes.potential === true,
        isDiscrete: false,
        isInternal: false,
        derivativeOf: -1 as VariableIndex,
        derivative: -1 as VariableIndex,
      });
      const index = this.state.variables.length - 1;
      const given = { init: init[i], start: start[i], min: min[i], max: max[i] };
      this.noteGiven(symbol, given, () => this.state.b.variable(index as VariableIndex));
      return index;
    });
    const wish = attributes.stateSelect;
    if (wish === "always" || wish === "never")
      for (const element of symbol.elements) this.state.stateWishes.set(element as VariableIndex, wish);
  }

  /** Shape from init, start or size; undefined when nothing is declared that tells. */
  declaredShape(symbol: ModelSymbol): readonly number[] | undefined {
    const { init, start, size } = symbol.attributes;
    if (size !== undefined) {
      const shape = size.map((n) => (typeof n === "number" ? n : this.dimension(n, symbol)));
      return checkedShape(`The size of "${symbol.fullName}"`, shape);
    }
    for (const value of [init, start]) {
      if (value === undefined || value === null) continue;
      const shape = this.quantity(value, symbol, symbol.unit ?? noUnit).shape;
      if (shape.length > 0 || symbol.value === undefined) return shape;
    }
    return undefined;
  }

  /** How long an array is, given by parameters. */
  private dimension(size: ExpressionText, symbol: ModelSymbol): number {
    const n = this.constantValue(this.quantity(size, symbol, noUnit).elements[0]!)!;
    if (Number.isInteger(n) && n >= 0) return n;
    throw new RattlebackError("E-ARRAY-SIZE", `The size of "${symbol.fullName}" is ${n}.`, {
      path: symbol.fullName,
      where: size.text,
      hint: "a whole number from 0 on",
    });
  }

  elementsOf(symbol: ModelSymbol): ArrayExpr {
    let known = this.known.get(symbol);
    if (known === undefined) {
      known = this.makeElements(symbol);
      this.known.set(symbol, known);
    }
    return known;
  }

  private makeElements(symbol: ModelSymbol): ArrayExpr {
    const b = this.state.b;
    if (symbol.kind === "binding") this.classify(symbol);
    if (symbol.kind === "variable") this.makeVariables(symbol);
    else this.makeParameter(symbol);
    if (symbol.kind === "object") return scalar(b.make("obj", [], symbol.elements![0]!));
    const make =
      symbol.kind === "variable"
        ? (i: number): Expr => b.variable(i as VariableIndex)
        : (i: number): Expr => b.parameter(i as ParameterIndex);
    return { shape: symbol.shape!, elements: symbol.elements!.map(make) };
  }

  /** A given value in SI: number, array, expression, or any of them with its own unit. */
  quantity(value: unknown, symbol: ModelSymbol, unit: Unit): ArrayExpr {
    const b = this.state.b;
    if (value instanceof ParameterDeclaration) {
      const own =
        value.attributes.unit === undefined || value.attributes.unit === null
          ? unit
          : parseUnit(value.attributes.unit, symbol.fullName);
      if (symbol.unit !== undefined && !sameDimension(own.dimension, unit.dimension)) throw unitMismatch(symbol, own);
      return this.quantity(value.attributes.value, symbol, own);
    }
    if (value instanceof ExpressionText) {
      const scope = this.expressionScope(symbol.instance, value);
      const syntax = this.parse(value.text, symbol.fullName);
      const result = asNumbers(translate(syntax, scope, this), syntax, scope);
      const offending = result.elements.find((e) => contains(e, (node) => node.op === "var" || node.op === "time"));
      if (offending !== undefined) {
        throw changingValue(symbol, value.text);
      }
      return result;
    }
    const convert = (x: number | boolean): Expr =>
      typeof x === "boolean" ? b.boolean(x) : b.num(unit.factor * x + unit.offset);
    if (typeof value === "number" || typeof value === "boolean") return scalar(convert(value));
    if (Array.isArray(value) && isNumericValue(value))
      return { shape: shapeOf(value), elements: (value as unknown[]).flat().map((x) => convert(x as number)) };
    throw new RattlebackError("E-MODEL", `The value of "${symbol.fullName}" is not a number, array or expression.`, {
      path: symbol.fullName,
      hint: "e.g. 1.5, [1, 2] or expr`2*a`",
    });
  }

  isDecided(condition: Expr): boolean {
    return isDecided(this.state, condition);
  }

  constantValue(expression: Expr): number | undefined {
    return constantValue(this.state, expression);
  }

  constantOf(name: NameSyntax, scope: Scope): number | undefined {
    const size = definitionOf(name, scope);
    if (size === undefined) return undefined;
    const value = translate(size.syntax, { ...scope, ...size.place }, this);
    return value.shape.length === 0 ? this.constantValue(value.elements[0]!) : undefined;
  }

  sizeOf(name: NameSyntax, scope: Scope): number | undefined {
    const definition = definitionOf(name, scope);
    if (definition?.syntax.kind !== "call" || !["length", "size"].includes(definition.syntax.name)) return undefined;
    const size = translate(definition.syntax, { ...scope, ...definition.place }, this).elements[0];
    return size?.op === "num" ? size.value : undefined;
  }

  trialValue(expression: Expr): number {
    return trialValue(this.state, expression);
  }

  newVariable(
    name: string,
    instance: Instance,
    options: { readonly isDiscrete: boolean; readonly type: "real" | "integer" | "boolean" },
  ): VariableIndex {
    const local = `${name}${++this.internalCount}`;
    const full = instance.path === "" ? local : `${instance.path}.${local}`;
    this.state.variables.push(internalVariable(full, options.type, options.isDiscrete));
    return (this.state.variables.length - 1) as VariableIndex;
  }

  functionIndex(fn: UserFunction): FunctionIndex {
    return functionIndex(this.state, fn);
  }

  addEquation(left: ArrayExpr, right: ArrayExpr, source: Source, scope: Scope, at: number): void {
    const isZero = (side: ArrayExpr): boolean =>
      side.shape.length === 0 && side.elements[0]!.op === "num" && side.elements[0]!.value === 0;
    if (!sameShape(left.shape, right.shape) && !isZero(left) && !isZero(right)) {
      const error = sizeError(left.shape, right.shape, "The two sides of the equation differ in size");
      throw placeError(error.code, scope, at, error.what, error.hint!);
    }
    const isEmpty = left.elements.length === 0 || right.elements.length === 0;
    const count = isEmpty ? 0 : Math.max(left.elements.length, right.elements.length);
    checkEquationCount(this.state.equations.length + count, this.maximumEquations, source.path);
    for (let i = 0; i < count; i++) {
      this.state.equations.push(
        newEquation(
          left.elements[left.elements.length === 1 ? 0 : i]!,
          right.elements[right.elements.length === 1 ? 0 : i]!,
          source,
        ),
      );
    }
  }
}

function mentionsAny(syntax: Syntax, names: ReadonlySet<string>): boolean {
  let found = false;
  visitSyntax(syntax, (node) => {
    found ||= node.kind === "name" && node.parts.length === 1 && names.has(node.parts[0]!);
  });
  return found;
}

function hasName(instance: Instance, name: string): boolean {
  return instance.symbols.has(name) || instance.children.has(name);
}

function elementName(name: string, shape: readonly number[], i: number): string {
  if (shape.length === 0) return name;
  return shape.length === 1 ? `${name}[${i + 1}]` : `${name}[${Math.floor(i / shape[1]!) + 1},${(i % shape[1]!) + 1}]`;
}

/** A truth value, or an array of them. */
function isTruthValued(value: unknown): boolean {
  return typeof value === "boolean" || (Array.isArray(value) && isTruthValued(value[0]));
}

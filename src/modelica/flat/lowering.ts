/**
 * The lowering of one model: what expressions, functions, components and connections ask of each other.
 *
 * Length   a list of short methods by which the files of this folder reach each other
 */
import { createState } from "../../compile/createState.ts";
import { type CompileState, internalVariable, newEquation } from "../../compile/state.ts";
import type { UserFunction } from "../../language/functions.ts";
import { callWithConstants } from "../../language/functions.ts";
import { evaluate as evaluateExpr } from "../../symbolic/evaluate.ts";
import type { Expr, ExpressionBuilder } from "../../symbolic/expression.ts";
import type { ObjectIndex, ParameterIndex, VariableIndex } from "../../symbolic/indices.ts";
import { contains } from "../../symbolic/traverse.ts";
import { ExpandedClass } from "../classes/expandedClass.ts";
import { findClass, tryFindClass } from "../classes/lookup.ts";
import { merge, noModifier } from "../classes/modifier.ts";
import { isBuiltInClass, predefinedClasses } from "../classes/predefined.ts";
import { compiledCall, hasLoop, runCompiled } from "../code/compiledCalls.ts";
import { CompiledFunctions } from "../code/compiledFunctions.ts";
import type { Library } from "../library.ts";
import type { Mechanism } from "../mechanics/mechanism.ts";
import {
  type Arguments,
  type ClassInstance,
  type ComponentNode,
  findLocal,
  type Member,
  type Modifier,
  type ScalarValue,
  type Scope,
  type Value,
} from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ExternalRun } from "../services/externalFunction.ts";
import type {
  CallExpression,
  ClassElementSyntax,
  ClassSyntax,
  ComponentSyntax,
  Expression,
  LoopBody,
  Operator,
  Reference,
} from "../syntax/ast.ts";
import { index, isScalarKind } from "../values/arrays.ts";
import { article } from "../values/oneType.ts";
import { bindingValue } from "./bindings.ts";
import { evaluateArguments, evaluateCall, evaluateResults } from "./calls.ts";
import { type Dimension, enumerationOf, isFunction } from "./classKinds.ts";
import { Clocks } from "./clocks.ts";
import { allDimensions, componentOf, findInner } from "./component.ts";
import { checkCondition } from "./conditions.ts";
import { Connections } from "./connections.ts";
import type { Lowering } from "./context.ts";
import { declaredType, defaultValue, zeroValue } from "./declarations.ts";
import { evaluate, resolve } from "./evaluate.ts";
import { FunctionAssertions } from "./functionAssertions.ts";
import { definesMotion, isImpure, makeUserFunction } from "./functionCalls.ts";
import { type FunctionParts, NotExecutable } from "./functionParts.ts";
import { callFunction, execute, inlined } from "./functions.ts";
import { addedInner } from "./innerElements.ts";
import { makeNeeded, makeNeededSizes, nestedValues } from "./neededValues.ts";
import { operatorCall } from "./operatorRecords.ts";
import { callStatement } from "./statements.ts";
import { symbolicElement, symbolicUpdate } from "./symbolicIndex.ts";
import { isInput } from "./topInputs.ts";
import { makeValue } from "./variables.ts";

/** The lowering of one model. */
export class ModelLowering implements Lowering {
  readonly library: Library;
  readonly state: CompileState = createState();
  b: ExpressionBuilder = this.state.b;
  modelName = "";
  /** What `end` means in the subscript that is being read. */
  end: number | undefined;
  /** Statements that may still be run symbolically. */
  budget = Number.POSITIVE_INFINITY;
  readonly functionAssertions: FunctionAssertions = new FunctionAssertions(this);
  readonly shows: ((value: number) => string)[] = [];
  readonly texts: (Expr | undefined)[] = [];
  readonly startTexts = new Map<number, Expr>();
  readonly calls: ClassInstance[] = [];
  valueDepth = 0;
  private sizeDepth = 0;
  interpreted = 0;
  readonly externalRun: ExternalRun;
  readonly connections: Connections;
  readonly clocks: Clocks;
  private readonly compiled = new CompiledFunctions(this);
  readonly nodes: ComponentNode[] = [];
  private readonly tops = new Map<string, ClassInstance | undefined>();
  private readonly called = new Set<ClassSyntax>();
  private readonly made = new Map<ClassInstance, Map<string, UserFunction>>();
  private readonly objects = new Map<object, Expr>();
  private readonly held = new Map<number, Expr>();
  private readonly known = new Map<number, number>();
  private internalCount = 0;
  isComponent = false;
  readonly openInputs: string[] = [];
  /** The instance of the whole model. */
  top: ClassInstance | undefined;
  /** What is handed to the mechanics of Rattleback; undefined: everything is flattened. */
  readonly mechanism: Mechanism | undefined;

  constructor(library: Library, externalRun: ExternalRun, mechanism?: Mechanism) {
    this.library = library;
    this.mechanism = mechanism;
    this.externalRun = externalRun;
    this.connections = new Connections(this);
    this.clocks = new Clocks(this);
  }

  // ── classes ──

  topClass(name: string, modifier: Modifier = noModifier, root?: ClassInstance): ClassInstance | undefined {
    const isPlain = modifier === noModifier && root === undefined;
    if (isPlain && this.tops.has(name)) return this.tops.get(name);
    const element = predefinedClasses().get(name) ?? this.library.find(name);
    const cls = element && new ExpandedClass(this, element.definition, undefined, modifier, { root });
    if (isPlain) this.tops.set(name, cls);
    return cls;
  }

  isBuiltIn(syntax: ClassSyntax): boolean {
    return isBuiltInClass(syntax);
  }

  memberClass(member: Member<ClassElementSyntax>, modifier: Modifier, root?: ClassInstance): ClassInstance {
    const isPlain = modifier === noModifier && root === undefined;
    if (isPlain && member.instance !== undefined) return member.instance;
    const instance = new ExpandedClass(
      this,
      member.element.definition,
      member.scope,
      merge(modifier, member.modifier),
      {
        root,
        weak: member.weak,
        extended: member.replaced,
      },
    );
    if (isPlain) member.instance = instance;
    return instance;
  }

  remake(cls: ClassInstance, modifier: Modifier, root: ClassInstance | undefined): ClassInstance {
    return new ExpandedClass(this, cls.syntax, cls.parent, merge(modifier, cls.modifier), { root, weak: cls.weak });
  }

  componentClass(owner: ClassInstance, name: string): ClassInstance | undefined {
    return componentOf(this, owner, name)?.instances[0];
  }

  innerClass(owner: ClassInstance, name: string): Member | undefined {
    for (let at = owner.owner?.owner; at !== undefined; at = at.owner?.owner) {
      const found = at.member(name);
      if (found?.element.isInner === true) return found;
    }
    return undefined;
  }

  /** No inner declaration: one is made at the top, with a warning, where its class asks for it. */
  missingInner(from: ClassInstance, member: Member<ComponentSyntax>): ComponentNode {
    const top = this.top!;
    const known = top.components.get(member.name);
    if (known !== undefined) return known;
    this.state.notes.warnings.push(addedInner(from, member));
    return this.connections.addInner(top, member);
  }

  // ── components ──

  valueOf(node: ComponentNode): Value {
    if (node.value !== undefined) return node.value;
    try {
      if (++this.valueDepth % nestedValues === 0 && !node.isMaking) makeNeeded(this, node);
      return makeValue(this, node);
    } finally {
      this.valueDepth--;
    }
  }

  isDisabled(node: ComponentNode): boolean {
    const { condition } = node.member.element;
    if (condition === undefined) return node.owner.owner !== undefined && this.isDisabled(node.owner.owner);
    const scope = node.member.conditionScope ?? node.member.scope;
    return this.constant(this.condition(condition, scope.scope), condition, scope.scope) === 0;
  }

  checkPresent(node: ComponentNode, reference: Reference, scope: Scope): void {
    if (node.member.element.condition === undefined || !this.isDisabled(node)) return;
    throw modelicaError(
      "E-MODELICA-DISABLED",
      `"${node.path}" does not exist here.`,
      { file: scope.cls.syntax.file, at: reference.at },
      {
        because: "its condition is false",
        hint: "use it in connections, or under the same condition",
      },
    );
  }

  sizes(node: ComponentNode, dimensions: readonly Dimension[]): readonly number[] {
    try {
      if (++this.sizeDepth % nestedValues === 0) makeNeededSizes(this, dimensions);
      return this.sizesInOrder(node, dimensions);
    } finally {
      this.sizeDepth--;
    }
  }

  private sizesInOrder(node: ComponentNode, dimensions: readonly Dimension[]): readonly number[] {
    let bound: readonly number[] | undefined;
    return dimensions.map(({ expression, scope }, k) => {
      if (expression.kind !== "colon") {
        const size = this.dimension(expression, scope.scope);
        if (size !== undefined) return size;
      }
      bound ??= bindingValue(this, node)?.shape;
      if (bound === undefined) {
        if (node.variability === "parameter" || node.variability === "constant") return 0;
        throw modelicaError("E-MODELICA-SIZE", `The size of "${node.path}" is not known.`, scope.placeOf(expression), {
          path: node.path,
          hint: "give it a value, or write its size",
        });
      }
      return bound[k] ?? 0;
    });
  }

  /** A size: a whole number, or the number of values of a type. */
  dimension(expression: Expression, scope: Scope): number | undefined {
    if (expression.kind === "colon") return undefined;
    const type = this.typeRange(expression, scope);
    if (type !== undefined) return type.shape[0]!;
    const value = evaluate(this, expression, scope);
    const e = this.scalar(value, value.kind === "Real" ? "Integer" : undefined, expression, scope);
    const size = this.constant(e, expression, scope);
    if (!Number.isInteger(size) || size < 0 || size > 5e6)
      throw modelicaError(
        "E-MODELICA-SIZE",
        `${size} is not the size of an array.`,
        { file: scope.cls.syntax.file, at: expression.at },
        {
          ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
          hint: "sizes are whole numbers from 0 to 5 million",
        },
      );
    return size;
  }

  /** Boolean or an enumeration as a range of its values. */
  typeRange(expression: Expression, scope: Scope): ScalarValue | undefined {
    if (expression.kind !== "reference" || expression.parts.some(({ subscripts }) => subscripts.length > 0))
      return undefined;
    if (expression.parts.length === 1 && scope.locals !== undefined) {
      for (let at: Scope["locals"] = scope.locals; at !== undefined; at = at.around)
        if (at.values.has(expression.parts[0]!.name)) return undefined;
    }
    const cls = this.tryClass(scope.cls, expression);
    if (cls === undefined) return undefined;
    if (cls.builtIn === "Boolean")
      return { kind: "Boolean", shape: [2], elements: [this.b.zero, this.b.one], cls: undefined };
    const enumeration = enumerationOf(cls);
    const body = enumeration?.syntax.body;
    if (body?.kind !== "enumeration") return undefined;
    return {
      kind: "Enumeration",
      shape: [body.literals.length],
      elements: body.literals.map((_, i) => this.b.num(i + 1)),
      cls: enumeration,
    };
  }

  /** The class that a reference names, unless it names a component. */
  private tryClass(from: ClassInstance, reference: Reference): ClassInstance | undefined {
    const found = resolve(this, reference, from.scope);
    if (found !== undefined) return undefined;
    return tryFindClass(from, reference);
  }

  outerComponent(owner: ClassInstance, member: Member<ComponentSyntax>): ComponentNode {
    return findInner(this, owner.root, member);
  }

  component(owner: ClassInstance, name: string): ComponentNode | undefined {
    return componentOf(this, owner, name);
  }

  bindingValue(node: ComponentNode): Value | undefined {
    return bindingValue(this, node);
  }

  // ── values ──

  call(call: CallExpression, scope: Scope): Value {
    return evaluateCall(this, call, scope);
  }

  results(call: CallExpression, scope: Scope, count: number): readonly Value[] {
    const found = evaluateResults(this, call, scope, count);
    if (found.length >= count) return found;
    throw modelicaError(
      "E-MODELICA-SIZE",
      `The call gives ${found.length} of the ${count} results that are asked for.`,
      { file: scope.cls.syntax.file, at: call.at },
      { hint: "name as many results as the function has outputs" },
    );
  }

  callFunction(cls: ClassInstance, args: Arguments, at: number, scope: Scope, count: number): readonly Value[] {
    return callFunction(this, cls, args, at, scope, count);
  }

  execute(cls: ClassInstance, parts: FunctionParts, inputs: ReadonlyMap<string, Value>): readonly Value[] {
    return execute(this, cls, parts, inputs);
  }

  inlined(cls: ClassInstance, parts: FunctionParts, inputs: ReadonlyMap<string, Value>): readonly Value[] | undefined {
    return inlined(this, cls, parts, inputs);
  }

  operator(operator: Operator, operands: readonly Value[], at: number, scope: Scope): Value {
    return operatorCall(this, operator, operands, at, scope);
  }

  evaluate(e: Expression, scope: Scope): Value {
    return evaluate(this, e, scope);
  }

  /** An argument: a value, or the name of a function. */
  argument(e: Expression, scope: Scope): Value {
    if (e.kind === "reference" && e.parts.every(({ subscripts }) => subscripts.length === 0)) {
      const isLocal = e.parts.length === 1 && hasLocal(scope, e.parts[0]!.name);
      if (!isLocal && resolve(this, e, scope) === undefined) {
        const cls = tryFindClass(scope.cls, e);
        if (cls !== undefined && isFunction(cls)) return { kind: "Function", shape: [], cls, given: [] };
      }
    }
    return evaluate(this, e, scope);
  }

  functionValue(e: Extract<Expression, { kind: "partial" }>, scope: Scope): Value {
    const cls = findClass(scope.cls, e.callee);
    return { kind: "Function", shape: [], cls, given: evaluateArguments(this, e.args, scope).named };
  }

  scalar(value: Value, kind: ScalarValue["kind"] | undefined, e: Expression, scope: Scope): Expr {
    if (isScalarKind(value) && value.elements.length === 1 && (kind === undefined || value.kind === kind))
      return value.elements[0]!;
    throw modelicaError(
      "E-MODELICA-TYPE",
      `${kind === undefined ? "A number" : article(kind).replace("a", "A")} is expected.`,
      { file: scope.cls.syntax.file, at: e.at },
      {
        ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
        because: `the expression is ${article(value.kind)}${value.shape.length > 0 ? ` of size [${value.shape.join(", ")}]` : ""}`,
        hint: "look at the declarations of its parts",
      },
    );
  }

  condition(e: Expression, scope: Scope): Expr {
    const value = evaluate(this, e, scope);
    checkCondition(value.kind, value.shape.length, e, scope.cls);
    return (value as ScalarValue).elements[0]!;
  }

  /** A condition of parameters that are not Reals is decided during translation. */
  decided(condition: Expr): Expr {
    if (condition.op === "num") return condition;
    const isStructural = !contains(condition, ({ op, value }) =>
      op === "par"
        ? this.state.parameters[value]!.isInput ||
          (this.state.parameters[value]!.type === "real" && !this.isWhole.has(value))
        : op === "var" ||
          op === "time" ||
          op === "pre" ||
          op === "flag" ||
          op === "tick" ||
          op === "delay" ||
          op === "elem",
    );
    if (!isStructural) return condition;
    const value = this.tryConstant(condition);
    return value === undefined ? condition : this.b.num(value);
  }

  /** Variables that stand for parameters which the start finds. */
  readonly unknownParameters = new Set<VariableIndex>();
  /** Parameters that are Integers or enumerations. */
  readonly isWhole = new Set<ParameterIndex>();

  constant(e: Expr, expression: { at: number }, scope: Scope): number {
    const value = this.tryConstant(e);
    if (value !== undefined) return value;
    if (contains(e, (x) => x.op === "var" || x.op === "time" || isInput(this, x)))
      throw new NotExecutable("a size depends on variables");
    throw modelicaError(
      "E-MODELICA-STRUCTURAL",
      "A value is needed to translate the model.",
      { file: scope.cls.syntax.file, at: expression.at },
      {
        ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
        because: "sizes, ranges, subscripts and conditions of components must be known before the run",
        hint: "let it depend on constants and on parameters with values only",
      },
    );
  }

  tryConstant(e: Expr): number | undefined {
    if (e.op === "num") return e.value;
    if (contains(e, (x) => changing.has(x.op) || isInput(this, x))) return undefined;
    const value = evaluateExpr(e, {
      time: 0,
      variable: () => Number.NaN,
      parameter: (i) => this.parameterValue(i),
      object: (i) => this.state.objects[i]!.value,
      userCall: (call, args) => callWithConstants(this.state.functions[call.value]!, args),
    });
    return Number.isNaN(value) ? undefined : value;
  }

  /** The value of a parameter; what is translated with it holds for this value only. */
  private parameterValue(i: ParameterIndex): number {
    const known = this.known.get(i);
    if (known !== undefined) return known;
    const { expression, value } = this.state.parameters[i]!;
    this.state.structural.add(i);
    this.known.set(i, Number.NaN);
    const result = expression === undefined ? value : (this.tryConstant(expression) ?? Number.NaN);
    this.known.set(i, result);
    return result;
  }

  /** All elements as numbers and texts. */
  constantValue(value: Value): Value {
    if (value.kind === "Function") return value;
    if (value.kind === "Record")
      return {
        ...value,
        elements: value.elements.map(
          (fields) => new Map([...fields].map(([name, field]) => [name, this.constantValue(field)])),
        ),
      };
    return {
      ...value,
      elements: value.elements.map((e) => {
        if (e.op === "num" || e.op === "str" || e.op === "obj") return e;
        const known = this.tryConstant(e);
        return known === undefined ? e : this.b.num(known);
      }),
    };
  }

  shapeOf(e: Expression, scope: Scope): readonly number[] {
    if (e.kind === "reference" && !(e.parts.length === 1 && hasLocal(scope, e.parts[0]!.name))) {
      const found = resolve(this, e, scope);
      if (found?.kind === "node" && found.at === e.parts.length - 1 && e.parts[found.at]!.subscripts.length === 0)
        return found.node.shape;
    }
    return evaluate(this, e, scope).shape;
  }

  /** The values of an iterator without range: the subscripts that the array has which it indexes. */
  impliedRange(name: string, body: LoopBody, scope: Scope): ScalarValue | undefined {
    let range: ScalarValue | undefined;
    const visit = (e: unknown): void => {
      if (range !== undefined || typeof e !== "object" || e === null) return;
      if ("kind" in e && e.kind === "reference") {
        const { parts } = e as Reference;
        parts.forEach(({ subscripts }, k) => {
          subscripts.forEach((subscript, d) => {
            if (subscript.kind !== "reference" || subscript.parts.length !== 1 || subscript.parts[0]!.name !== name)
              return;
            const array: Reference = {
              ...(e as Reference),
              parts: [...parts.slice(0, k), { name: parts[k]!.name, subscripts: [] }],
            };
            range ??= this.subscriptsOf(array, d, scope);
          });
        });
      }
      for (const inner of Object.values(e))
        if (Array.isArray(inner)) inner.forEach(visit);
        else visit(inner);
    };
    visit(body);
    return range;
  }

  /** 1 to the size of a dimension, or the values of the type that it is declared by. */
  private subscriptsOf(array: Reference, dimension: number, scope: Scope): ScalarValue | undefined {
    const local = findLocal(scope, array.parts[0]!.name);
    const found = local !== undefined && local.isAlgorithm !== true ? undefined : resolve(this, array, scope);
    const declared = found?.kind === "node" ? allDimensions(found.node)[dimension] : undefined;
    const values = declared && this.typeRange(declared.expression, declared.scope.scope);
    if (values !== undefined) return values;
    const size = this.shapeOf(array, scope)[dimension];
    if (size === undefined) return undefined;
    const elements = Array.from({ length: size }, (_, i) => this.b.num(i + 1));
    return { kind: "Integer", shape: [size], elements, cls: undefined };
  }

  symbolicElement(value: Value, subscripts: readonly Expression[], scope: Scope): Value | undefined {
    return symbolicElement(this, value, subscripts, scope);
  }

  symbolicUpdate(old: Value, subscripts: readonly Expression[], value: Value, scope: Scope): Value | undefined {
    return symbolicUpdate(this, old, subscripts, value, scope);
  }

  /** The value without events inside. */
  withoutEvents(value: Value): Value {
    if (value.kind === "Function") return value;
    if (value.kind === "Record")
      return {
        ...value,
        elements: value.elements.map(
          (fields) => new Map([...fields].map(([name, field]) => [name, this.withoutEvents(field)])),
        ),
      };
    return { ...value, elements: value.elements.map((e) => (mayJump(e) ? this.b.call("noEvent", [e]) : e)) };
  }

  withoutEventsIn(e: Expr): Expr {
    return mayJump(e) ? this.b.call("noEvent", [e]) : e;
  }

  // ── functions ──

  mustCall(cls: ClassInstance): boolean {
    return this.called.has(cls.syntax) || definesMotion(cls);
  }

  noteCalled(cls: ClassInstance): void {
    this.called.add(cls.syntax);
  }

  outputPattern(member: Member<ComponentSyntax>, inputs: ReadonlyMap<string, Value>): Value | undefined {
    const value = defaultValue(this, member, { values: new Map(inputs), around: undefined });
    return value ?? (member.element.dimensions.length === 0 ? zeroValue(this, declaredType(member), []) : undefined);
  }

  userFunction(
    cls: ClassInstance,
    parts: FunctionParts,
    inputs: ReadonlyMap<string, Value>,
    patterns: readonly Value[],
  ): UserFunction {
    // each call of an impure function has results of its own
    if (isImpure(cls)) return makeUserFunction(this, cls, parts, inputs, patterns);
    const key = [...inputs.values(), ...patterns].map(signature).join(";");
    let table = this.made.get(cls);
    if (table === undefined) {
      table = new Map();
      this.made.set(cls, table);
    }
    let fn = table.get(key);
    if (fn === undefined) {
      fn = makeUserFunction(this, cls, parts, inputs, patterns);
      table.set(key, fn);
    }
    return fn;
  }

  compiledCall(
    cls: ClassInstance,
    inputs: ReadonlyMap<string, Value>,
    total: number,
    isDual: boolean,
  ): ((args: readonly unknown[]) => number[]) | undefined {
    return compiledCall(this.compiled, cls, inputs, total, isDual);
  }

  runCompiled(cls: ClassInstance, inputs: ReadonlyMap<string, Value>): readonly Value[] | undefined {
    return hasLoop(cls) ? runCompiled(this, this.compiled, cls, inputs) : undefined;
  }

  useBuilder(b: ExpressionBuilder): void {
    this.b = b;
  }

  objectLeaf(object: object): Expr {
    let leaf = this.objects.get(object);
    if (leaf === undefined) {
      this.state.objects.push({
        name: `$object${this.state.objects.length}`,
        value: object,
        sameAs: -1 as ObjectIndex,
      });
      leaf = this.state.b.make("obj", [], this.state.objects.length - 1, "");
      this.objects.set(object, leaf);
    }
    return leaf;
  }

  callStatement(call: CallExpression, scope: Scope): void {
    callStatement(this, call, scope);
  }

  /** The value of a field that a record constructor leaves open. */
  fieldDefault(
    cls: ClassInstance,
    field: Member<ComponentSyntax>,
    before: Map<string, Value>,
    at: number,
    scope: Scope,
  ): Value {
    const { binding } = field.modifier;
    if (binding !== undefined) {
      const inside = binding.scope.cls.root === cls.root;
      const value = evaluate(
        this,
        binding.expression,
        inside ? { cls: binding.scope.cls, locals: { values: before, around: undefined } } : binding.scope,
      );
      return index(value, binding.indices);
    }
    const value = defaultValue(this, field, { values: before, around: undefined });
    const isOpen = value === undefined || (isScalarKind(value) && value.elements.length > 0);
    if (isOpen)
      throw modelicaError(
        "E-MODELICA-CALL",
        `The field "${field.name}" of "${cls.qualifiedName}" has no value.`,
        { file: scope.cls.syntax.file, at },
        {
          hint: `write ${field.name} = …`,
        },
      );
    return value;
  }

  // ── what equations need beside values ──

  newVariable(name: string, type: "real" | "integer" | "boolean", isDiscrete: boolean): VariableIndex {
    this.state.variables.push(internalVariable(`$${name}${++this.internalCount}`, type, isDiscrete));
    return (this.state.variables.length - 1) as VariableIndex;
  }

  define(
    variable: VariableIndex,
    value: Expr,
    source: { text: string; path: string; line: number },
    kind: "when" | "equation" = "when",
  ): void {
    this.state.equations.push(newEquation(this.b.variable(variable), value, { ...source, kind }));
  }

  /** A variable with the value of an expression, for pre(…) of what is not a variable. */
  heldVariable(e: Expr): Expr {
    if (!contains(e, (x) => x.op === "var" || x.op === "time" || x.op === "pre" || isInput(this, x))) return e;
    let held = this.held.get(e.id);
    if (held === undefined) {
      const variable = this.newVariable("value", "real", true);
      this.state.variables[variable]!.start = this.b.zero;
      held = this.b.variable(variable);
      this.held.set(e.id, held);
      this.define(variable, e, { text: "pre(…)", path: "", line: 1 }, "equation");
    }
    return held;
  }

  delay(input: Expr, delay: Expr, maximum: Expr | undefined, scope: Scope): Expr {
    const variable = this.recorded(input, "delay(…)", scope);
    this.state.delays.push({ input, delay, variable, sign: 1, maximum });
    return this.b.make("delay", [delay], this.state.delays.length - 1, "");
  }

  /** A variable with the value of an expression, of which the run keeps the course. */
  recorded(input: Expr, text: string, scope: Scope): VariableIndex {
    if (input.op === "var") return input.value;
    const variable = this.newVariable("delayed", "real", false);
    const source = { text, path: scope.cls.root.path, line: 1, kind: "equation" } as const;
    this.state.equations.push(newEquation(this.b.variable(variable), input, source));
    return variable;
  }
}

function hasLocal(scope: Scope, name: string): boolean {
  for (let at = scope.locals; at !== undefined; at = at.around) if (at.values.has(name)) return true;
  return false;
}

const changing: ReadonlySet<string> = new Set(["var", "time", "pre", "flag", "tick", "delay"]);

const jumps: ReadonlySet<string> = new Set(["floor", "ceil", "round", "trunc", "mod", "sign"]);

function mayJump(e: Expr): boolean {
  return contains(
    e,
    ({ op, name }) => op === "lt" || op === "le" || op === "gt" || op === "ge" || (op === "call" && jumps.has(name)),
  );
}

function signature(value: Value): string {
  if (value.kind === "Function")
    return `f:${value.cls.qualifiedName}(${value.given.map((item) => item.name + signature(item.value)).join(",")})`;
  if (value.kind === "Record")
    return `{${value.shape}|${value.elements.map((fields) => [...fields].map(([name, field]) => name + signature(field)).join(",")).join("|")}}`;
  return `${value.kind}[${value.shape}]${value.elements.some(({ op }) => op === "str") ? "s" : ""}`;
}

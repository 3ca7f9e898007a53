/** What the parts of the lowering ask of each other; expressions, calls, functions and components are defined in terms of one another. */

import type { ClockPlace } from "../../compile/clocks/clockRecord.ts";
import type { Message } from "../../compile/message.ts";
import type { CompileState, Equation } from "../../compile/state.ts";
import type { UserFunction } from "../../language/functions.ts";
import type { Expr, ExpressionBuilder } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import type { Mechanism } from "../mechanics/mechanism.ts";
import type { Arguments, ClassInstance, ComponentNode, Member, ScalarValue, Scope, Value, World } from "../model.ts";
import type { ExternalRun } from "../services/externalFunction.ts";
import type { CallExpression, ComponentSyntax, Expression, LoopBody, Operator, Reference } from "../syntax/ast.ts";
import type { Dimension } from "./classKinds.ts";
import type { FunctionParts } from "./functionParts.ts";

export interface Lowering extends World {
  readonly state: CompileState;
  readonly b: ExpressionBuilder;
  readonly modelName: string;
  /** What `end` means in the subscript that is being read. */
  end: number | undefined;
  /** Statements that may still be run symbolically. */
  budget: number;
  readonly calls: ClassInstance[];
  /** Values that are being made inside of each other. */
  valueDepth: number;
  /** Statements that were interpreted since the outermost call. */
  interpreted: number;
  readonly externalRun: ExternalRun;
  readonly mechanism: Mechanism | undefined;
  /** Inputs and connectors are those of a component of a model of another language, which gives them values. */
  readonly isComponent: boolean;
  /** Inputs at the top of the model that keep their start values. */
  readonly openInputs: string[];
  readonly connections: ConnectionFacts;
  readonly clocks: ClockFacts;
  readonly functionAssertions: AssertedByFunctions;
  /** How values that only the run knows are shown in texts. */
  readonly shows: ((value: number) => string)[];
  /** What text variables without a value in their declaration are, once an equation was found. */
  readonly texts: (Expr | undefined)[];
  /** Their texts at the start. */
  readonly startTexts: Map<number, Expr>;
  /** Components with values, in the order in which they were made. */
  readonly nodes: ComponentNode[];
  /** Variables that stand for parameters which the start finds. */
  readonly unknownParameters: Set<VariableIndex>;
  /** Parameters that are Integers or enumerations. */
  readonly isWhole: Set<number>;

  evaluate(e: Expression, scope: Scope): Value;
  call(call: CallExpression, scope: Scope): Value;
  /** The results of a call; `count` of them are wanted. */
  results(call: CallExpression, scope: Scope, count: number): readonly Value[];
  callFunction(cls: ClassInstance, args: Arguments, at: number, scope: Scope, count: number): readonly Value[];
  /** The results of the body of a function. */
  execute(cls: ClassInstance, parts: FunctionParts, inputs: ReadonlyMap<string, Value>): readonly Value[];
  inlined(cls: ClassInstance, parts: FunctionParts, inputs: ReadonlyMap<string, Value>): readonly Value[] | undefined;
  /** An operator of which an operand is a record. */
  operator(operator: Operator, operands: readonly Value[], at: number, scope: Scope): Value;
  /** An argument: a value, or the name of a function. */
  argument(e: Expression, scope: Scope): Value;
  functionValue(e: Extract<Expression, { kind: "partial" }>, scope: Scope): Value;
  callStatement(call: CallExpression, scope: Scope): void;

  component(owner: ClassInstance, name: string): ComponentNode | undefined;
  /** What an outer declaration stands for. */
  outerComponent(owner: ClassInstance, member: Member<ComponentSyntax>): ComponentNode;
  valueOf(node: ComponentNode): Value;
  bindingValue(node: ComponentNode): Value | undefined;
  isDisabled(node: ComponentNode): boolean;
  checkPresent(node: ComponentNode, reference: Reference, scope: Scope): void;
  missingInner(from: ClassInstance, member: Member<ComponentSyntax>): ComponentNode;
  sizes(node: ComponentNode, dimensions: readonly Dimension[]): readonly number[];
  /** A size: a whole number, or the number of values of a type. */
  dimension(expression: Expression, scope: Scope): number | undefined;

  scalar(value: Value, kind: ScalarValue["kind"] | undefined, e: Expression, scope: Scope): Expr;
  condition(e: Expression, scope: Scope): Expr;
  /** A condition of parameters that are not Reals is decided during translation. */
  decided(condition: Expr): Expr;
  constant(e: Expr, expression: { at: number }, scope: Scope): number;
  tryConstant(e: Expr): number | undefined;
  /** All elements as numbers and texts. */
  constantValue(value: Value): Value;
  shapeOf(e: Expression, scope: Scope): readonly number[];
  impliedRange(name: string, body: LoopBody, scope: Scope): ScalarValue | undefined;
  typeRange(expression: Expression, scope: Scope): ScalarValue | undefined;
  symbolicElement(value: Value, subscripts: readonly Expression[], scope: Scope): Value | undefined;
  symbolicUpdate(old: Value, subscripts: readonly Expression[], value: Value, scope: Scope): Value | undefined;
  withoutEvents(value: Value): Value;
  withoutEventsIn(e: Expr): Expr;

  mustCall(cls: ClassInstance): boolean;
  noteCalled(cls: ClassInstance): void;
  outputPattern(member: Member<ComponentSyntax>, inputs: ReadonlyMap<string, Value>): Value | undefined;
  userFunction(
    cls: ClassInstance,
    parts: FunctionParts,
    inputs: ReadonlyMap<string, Value>,
    patterns: readonly Value[],
  ): UserFunction;
  /** The function as generated code for flat arguments; undefined when it has to be interpreted. */
  compiledCall(
    cls: ClassInstance,
    inputs: ReadonlyMap<string, Value>,
    total: number,
    isDual: boolean,
  ): ((args: readonly unknown[]) => number[]) | undefined;
  /** The results of a function with loops for known inputs, from generated code where that is possible. */
  runCompiled(cls: ClassInstance, inputs: ReadonlyMap<string, Value>): readonly Value[] | undefined;
  useBuilder(b: ExpressionBuilder): void;
  objectLeaf(object: object): Expr;
  fieldDefault(
    cls: ClassInstance,
    field: Member<ComponentSyntax>,
    before: Map<string, Value>,
    at: number,
    scope: Scope,
  ): Value;

  newVariable(name: string, type: "real" | "integer" | "boolean", isDiscrete: boolean): VariableIndex;
  /** An equation of a discrete variable. What jumps in it causes events if it is an "equation", which conditions are, not bodies of when. */
  define(
    variable: number,
    value: Expr,
    source: { text: string; path: string; line: number },
    kind?: "when" | "equation",
  ): void;
  heldVariable(e: Expr): Expr;
  delay(input: Expr, delay: Expr, maximum: Expr | undefined, scope: Scope): Expr;
  recorded(input: Expr, text: string, scope: Scope): VariableIndex;
}

/** What expressions and equations say about clocks. */
export interface ClockFacts {
  newClock(): number;
  equate(a: ScalarValue, b: ScalarValue, place: ClockPlace): void;
  /** sample, hold, previous, Clock(…) and the others. */
  call(name: string, call: CallExpression, scope: Scope): ScalarValue;
  /** Equations that stand under `when clock`. */
  body(clock: number, equations: readonly Equation[], place: ClockPlace): void;
}

/** What expressions ask about connections. */
export interface ConnectionFacts {
  cardinality(e: Expression, scope: Scope): number;
  streamValue(name: string, e: Expression, scope: Scope): Value;
  isRoot(e: Expression, scope: Scope): boolean;
  isRooted(e: Expression, scope: Scope): boolean;
}

export interface RaisedAssertion {
  readonly holds: Expr;
  readonly message: Message;
  readonly isWarning: boolean;
  /** The function that asserts it. */
  readonly name: string;
  /** It counts at the instant of an event. */
  readonly isInstant?: boolean;
}

/** What functions that are executed symbolically assert. */
export interface AssertedByFunctions {
  /** What is read belongs to a when clause. */
  readonly isAtInstant: boolean;
  /** What they assert during the action; it is not part of what is being read around it. */
  collect<T>(action: () => T): { readonly result: T; readonly raised: readonly RaisedAssertion[] };
  /** What counts only where the condition holds. */
  under<T>(condition: Expr, action: () => T): T;
  /** What is being read counts where some condition holds that only the run knows. */
  readonly isInBranch: boolean;
  /** Conditions are true for an instant only, as inside `when`. */
  atInstant<T>(action: () => T): T;
  raise(assertion: RaisedAssertion): void;
  /** How many there are, to forget those that come after. */
  readonly count: number;
  forgetFrom(count: number): void;
}

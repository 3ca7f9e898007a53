/** Where a piece of text stands, how its names are looked up, and errors that show the place. */
import { detailsOf, RattlebackError } from "../errors/rattlebackError.ts";
import type { UserFunction } from "../language/functions.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { FunctionIndex, VariableIndex } from "../symbolic/indices.ts";
import type { NameSyntax, Syntax } from "../symbolic/syntax.ts";
import { showPlace } from "../symbolic/tokenize.ts";
import { type ArrayExpr, sizeError } from "./arrays.ts";
import type { Instance, ModelSymbol } from "./instances.ts";
import type { OwnClocks } from "./ownClocks.ts";
import type { CompileState } from "./state.ts";
import type { Streams } from "./streams.ts";

/** Where a piece of text stands and how its names are looked up. */
export interface Scope {
  readonly instance: Instance;
  /** Where the search for names begins; differs from `instance` for expressions given from outside. */
  readonly lookupFrom: Instance;
  readonly text: string;
  /** Which text of the model it is, where there are several. */
  readonly entry?: string | undefined;
  readonly kind: "equation" | "parameter";
  readonly loopVariables: ReadonlyMap<string, number> | undefined;
}

/** What translation needs to know of the model around it. */
export interface Surroundings {
  readonly state: CompileState;
  lookup(scope: Scope, name: NameSyntax): ModelSymbol | undefined;
  elementsOf(symbol: ModelSymbol, scope: Scope, at: number): ArrayExpr;
  /** Value of an expression that does not change: parameters and literals only; undefined when it does. */
  constantValue(expression: Expr): number | undefined;
  /** Whether a condition on parameters holds: the program is for parameters with which it does, or does not. False where it changes. */
  isDecided(condition: Expr): boolean;
  /** Value of a variable that an equation of the same model binds to a constant, such as n = length(T). */
  constantOf(name: NameSyntax, scope: Scope): number | undefined;
  /** The same without a look at parameters: a size, such as that of `n = length(T)`. */
  sizeOf(name: NameSyntax, scope: Scope): number | undefined;
  newVariable(
    name: string,
    instance: Instance,
    options: { readonly isDiscrete: boolean; readonly type: "real" | "integer" | "boolean" },
  ): VariableIndex;
  /** Undefined where no connector has some. */
  readonly streams: Streams | undefined;
  readonly clocks: OwnClocks;
  functionIndex(fn: UserFunction): FunctionIndex;
  /** A value for trial calls. */
  trialValue(expression: Expr): number;
}

export function asScalar(value: ArrayExpr, syntax: Syntax, scope: Scope): Expr {
  if (value.shape.length === 0) return value.elements[0]!;
  throw at(sizeError([], value.shape, "A number is needed here"), scope, syntax.at);
}

/** Refuses texts where the expression around them computes. */
export function asNumbers(value: ArrayExpr, syntax: Syntax, scope: Scope): ArrayExpr {
  if (!value.elements.some(({ op }) => op === "str" || op === "obj")) return value;
  const name = syntax.kind === "name" ? `"${syntax.parts.join(".")}"` : "This";
  throw placeError(
    "E-TEXT",
    scope,
    syntax.at,
    `${name} is a text, and a number is needed here.`,
    'texts are compared with == and <>, as in: if mode == "fast" then 1 else 2, or given to functions of the model',
  );
}

/** `, with i = 3` for what stands in a loop. */
export function loopText({ loopVariables }: Scope): string {
  if (loopVariables === undefined) return "";
  return `, with ${[...loopVariables].map(([name, value]) => `${name} = ${value}`).join(", ")}`;
}

/** The line of a place in the text, with a caret under it. */
export function placeIn(scope: Scope, offset: number): string {
  const [first, ...rest] = showPlace(scope.text, offset, scope.entry).split("\n");
  return [`${first}${loopText(scope)}`, ...rest].join("\n");
}

/** An error at a place of the text. */
export function placeError(
  code: string,
  scope: Scope,
  offset: number,
  what: string,
  hint: string,
  because?: string,
): RattlebackError {
  return new RattlebackError(code, what, {
    ...(scope.instance.path !== "" && { path: scope.instance.path }),
    where: placeIn(scope, offset),
    ...(because !== undefined && { because }),
    hint,
  });
}

function at(error: RattlebackError, scope: Scope, offset: number): RattlebackError {
  return new RattlebackError(error.code, error.what, {
    ...(scope.instance.path !== "" && { path: scope.instance.path }),
    ...detailsOf(error),
    where: placeIn(scope, offset),
  });
}

/** What the operation gives; an error that does not say where it happened gets the place. */
export function located<T>(scope: Scope, offset: number, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    throw error instanceof RattlebackError && error.where === undefined ? at(error, scope, offset) : error;
  }
}

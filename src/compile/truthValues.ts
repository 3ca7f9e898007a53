/**
 * Truth values and numbers are different things: true is not added, and a number decides nothing. What the text shows is refused
 * while it is translated; what the type of a variable shows, when the types are known.
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import { isDimensionless } from "../language/units.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { print } from "../symbolic/print.ts";
import type { Syntax } from "../symbolic/syntax.ts";
import { lineName } from "../symbolic/tokenize.ts";
import type { ArrayExpr } from "./arrays.ts";
import { asNumbers, placeError, type Scope } from "./scope.ts";
import type { Source } from "./source.ts";
import { type CompileState, leafNames } from "./state.ts";

const truthSyntax: ReadonlySet<Syntax["kind"]> = new Set<Syntax["kind"]>(["boolean", "relation", "logical", "not"]);
const numberSyntax: ReadonlySet<Syntax["kind"]> = new Set<Syntax["kind"]>([
  "number",
  "sum",
  "product",
  "binary",
  "negate",
  "range",
]);
const arithmetic: ReadonlySet<Expr["op"]> = new Set<Expr["op"]>(["add", "mul", "div", "neg", "pow", "call"]);
const logic: ReadonlySet<Expr["op"]> = new Set<Expr["op"]>(["and", "or", "not"]);
const order: ReadonlySet<Expr["op"]> = new Set<Expr["op"]>(["lt", "le", "gt", "ge"]);
const comparison: ReadonlySet<Expr["op"]> = new Set<Expr["op"]>(["eq", "ne"]);
/** The call that gives what it is given. */
const transparent = "noEvent";
/** By the text: calls that give what some of their arguments are. */
const handedOn = new Map<string, (args: readonly Syntax[]) => readonly Syntax[]>([
  ["vector", (args) => args],
  ["transpose", (args) => args],
  ["fill", (args) => args.slice(0, 1)],
  ["cat", (args) => args.slice(1)],
]);
const leafOps: ReadonlySet<Expr["op"]> = new Set<Expr["op"]>(["var", "par", "pre", "flag", "tick"]);

const numberHint = "write if … then 1 else 0 to make a number of a truth value";
const truthHint = "compare it: x > 0, x <> 0";

/** What decides about the kind of an expression: branches, elements, what is handed on. */
function partsOf(syntax: Syntax): readonly Syntax[] {
  switch (syntax.kind) {
    case "if":
      return [syntax.otherwise, ...syntax.branches.map(({ value }) => value)];
    case "array":
      return syntax.rows.flat();
    case "comprehension":
      // of what it counts alone, it is the list of the numbers that it counts
      return [isNamed(syntax.element, syntax.variable) ? syntax.range : syntax.element];
    case "index":
      return [syntax.base];
    case "transpose":
      return [syntax.operand];
    case "call":
      return handedOn.get(syntax.name)?.(syntax.args) ?? [];
    default:
      return [];
  }
}

function isNamed(syntax: Syntax, name: string): boolean {
  return syntax.kind === "name" && syntax.parts.join(".") === name;
}

/** A truth value by its text: true, x > 0, not a, and conditions and lists of such. */
export function isTruthSyntax(syntax: Syntax): boolean {
  return truthSyntax.has(syntax.kind) || partsOf(syntax).some(isTruthSyntax);
}

function isNumberSyntax(syntax: Syntax): boolean {
  return numberSyntax.has(syntax.kind) || partsOf(syntax).some(isNumberSyntax);
}

/** Branches, elements and sides of a comparison are all truth values or all numbers. */
export function checkSameKind(
  items: readonly Syntax[],
  values: readonly ArrayExpr[],
  scope: Scope,
  state: CompileState,
): void {
  const isTruth = items.some(isTruthSyntax);
  const number = items.find(isNumberSyntax);
  if (isTruth && number !== undefined)
    throw placeError("E-TRUTH", scope, number.at, "A number is used where a truth value is needed.", truthHint);
  if (isTruth || number !== undefined)
    items.forEach((item, i) => noteUse(values[i]!, item, scope, state, isTruth ? "truth" : "number"));
}

/** What arithmetic leaves nothing of, as `1*b`, is checked once types are known. */
function noteUse(
  { elements }: ArrayExpr,
  { at }: Syntax,
  scope: Scope,
  { uses }: CompileState,
  as: "truth" | "number",
): void {
  for (const leaf of elements)
    if (leafOps.has(leaf.op) && !uses[as].has(leaf))
      uses[as].set(leaf, (what, hint) => placeError("E-TRUTH", scope, at, what, hint));
}

/** What an equation equates with a truth value is one, and a number with a number; a derivative cannot be a truth value. */
export function markKind(left: ArrayExpr, value: Syntax, scope: Scope, state: CompileState): void {
  const { variables } = state;
  if (isNumberSyntax(value)) noteUse(left, value, scope, state, "number");
  if (!isTruthSyntax(value)) return;
  for (const e of left.elements) {
    if (e.op !== "var") continue;
    if (variables[e.value]!.derivativeOf >= 0)
      throw placeError("E-TRUTH", scope, value.at, "A truth value is used where a number is needed.", numberHint);
    variables[e.value]!.type = "boolean";
  }
}

/** Numbers to compute with: neither texts nor truth values. */
export function asArithmetic(value: ArrayExpr, syntax: Syntax, scope: Scope, state: CompileState): ArrayExpr {
  if (isTruthSyntax(syntax))
    throw placeError("E-TRUTH", scope, syntax.at, "A truth value is used where a number is needed.", numberHint);
  noteUse(value, syntax, scope, state, "number");
  return asNumbers(value, syntax, scope);
}

/** A condition: no number. */
export function asCondition(value: Expr, syntax: Syntax, scope: Scope): Expr {
  if (numberSyntax.has(syntax.kind))
    throw placeError("E-TRUTH", scope, syntax.at, "A number is used where a truth value is needed.", truthHint);
  return value;
}

const noSource: Source = { text: "", path: "", line: 1, kind: "equation" };

type Kind = "truth" | "number" | undefined;

/** Every expression of the equations, with the types of variables and parameters. */
export function checkTruthValues(state: CompileState): void {
  const check = new TruthCheck(state);
  for (const list of [state.equations, state.initialEquations])
    for (const { left, right, source } of list) if (source.isForeign !== true) check.equation(left, right, source);
  for (const { condition, source } of state.assertions)
    if (source.isForeign !== true) check.condition(condition, source);
  for (const as of ["number", "truth"] as const)
    for (const [leaf, errorAt] of state.uses[as]) check.leaf(leaf, as, errorAt);
  for (const list of Object.values(state.uses)) list.clear();
}

class TruthCheck {
  private readonly state: CompileState;
  private readonly memo = new Map<number, Kind>();
  /** Per variable: 1 when an equation, its unit or its derivative shows that it is a number. */
  private readonly isNumber: Uint8Array;
  /** Variables and elements of arrays of which one is a truth value. */
  private readonly truths = new Set<VariableIndex>();

  constructor(state: CompileState) {
    this.state = state;
    this.isNumber = Uint8Array.from(state.variables, ({ type, derivative, derivativeOf, dimension }) =>
      type === "integer" ||
      (type === "real" &&
        (derivative >= 0 || derivativeOf >= 0 || (dimension !== undefined && !isDimensionless(dimension))))
        ? 1
        : 0,
    );
    for (const { left, right } of state.equations)
      for (const [side, other] of [
        [left, right],
        [right, left],
      ] as const)
        if (side.op === "var" && state.variables[side.value]!.type === "real" && isComputed(other))
          this.isNumber[side.value] = 1;
    for (const { op, value } of state.uses.number.keys())
      if (op === "var" && state.variables[value]!.type === "real") this.isNumber[value] = 1;
    for (const { kind, elements } of state.groups.values())
      if (kind === "variable" && elements.some((v) => state.variables[v]!.type === "boolean"))
        for (const v of elements) this.truths.add(v);
  }

  equation(left: Expr, right: Expr, source: Source): void {
    const [a, b] = [this.kind(left, source), this.kind(right, source)];
    // the condition of a when clause has a name of its own
    if (left.op === "var" && this.state.variables[left.value]!.isInternal && a === "truth")
      this.condition(right, source);
    if (a !== undefined && b !== undefined && a !== b)
      throw this.error(a === "truth" ? left : right, "is a truth value, the other side a number", numberHint, source);
  }

  leaf(e: Expr, as: "truth" | "number", errorAt: (what: string, hint: string) => RattlebackError): void {
    const kind = this.kind(e, noSource);
    if (kind === undefined || kind === as) return;
    const what = as === "number" ? "is a truth value, not a number" : "is a number, not a truth value";
    throw errorAt(`"${print(e, leafNames(this.state))}" ${what}.`, as === "number" ? numberHint : truthHint);
  }

  condition(e: Expr, source: Source): void {
    if (this.kind(e, source) === "number") throw this.error(e, "is a number, not a truth value", truthHint, source);
  }

  private number(e: Expr, source: Source): void {
    if (this.kind(e, source) === "truth") throw this.error(e, "is a truth value, not a number", numberHint, source);
  }

  private kind(e: Expr, source: Source): Kind {
    const known = this.memo.get(e.id);
    if (known !== undefined || this.memo.has(e.id)) return known;
    const kind = this.find(e, source);
    this.memo.set(e.id, kind);
    return kind;
  }

  private find(e: Expr, source: Source): Kind {
    const { op, args, value } = e;
    const { variables, parameters } = this.state;
    if (op === "call" && e.name === transparent) return this.kind(args[0]!, source);
    if (arithmetic.has(op) || order.has(op)) {
      for (const arg of args) this.number(arg, source);
      return order.has(op) ? "truth" : "number";
    }
    if (logic.has(op)) {
      for (const arg of args) this.condition(arg, source);
      return "truth";
    }
    if (comparison.has(op)) {
      this.equation(args[0]!, args[1]!, source);
      return "truth";
    }
    switch (op) {
      case "if": {
        this.condition(args[0]!, source);
        this.equation(args[1]!, args[2]!, source);
        return this.kind(args[1]!, source) ?? this.kind(args[2]!, source);
      }
      case "rel":
        this.kind(args[0]!, source);
        return "truth";
      case "flag":
      case "tick":
        return "truth";
      case "time":
        return "number";
      case "num":
        return (value === 0 || value === 1) && e.name === "" ? undefined : "number";
      case "var":
      case "pre":
        return this.truths.has(value) || variables[value]!.type === "boolean"
          ? "truth"
          : this.isNumber[value] === 1
            ? "number"
            : undefined;
      case "par": {
        const { type, expression } = parameters[value]!;
        return type === "boolean" ? "truth" : expression === undefined ? "number" : undefined;
      }
      case "delay":
        this.number(args[0]!, source);
        return this.kind(this.state.delays[value]!.input, source);
      default:
        for (const arg of args) this.kind(arg, source);
        return undefined;
    }
  }

  private error(e: Expr, what: string, hint: string, source: Source): RattlebackError {
    const text = print(e, leafNames(this.state));
    return new RattlebackError("E-TRUTH", `"${text}" ${what}.`, {
      ...(source.path !== "" && { path: source.path }),
      where: `${lineName(source.line, source.entry)}: ${source.text}`,
      hint,
      data: { expression: text },
    });
  }
}

function isComputed({ op, name }: Expr): boolean {
  return op === "time" || (arithmetic.has(op) && !(op === "call" && name === transparent));
}

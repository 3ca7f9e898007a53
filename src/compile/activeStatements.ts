/**
 * The statements of a model that hold for its sizes and parameters: loops are unrolled, and a condition on parameters, sizes and loop
 * variables chooses its branch.
 *
 *     for i in 1:2 loop x[i] = i end             x[i] = i with i = 1,  x[i] = i with i = 2
 *     if n > 1 then a = 1 else a = 2 end         a = 1, when n is 3
 *
 * Conditions that change during the run stay as `if`. A decision is remembered with the state, so that a run with parameters that
 * decide otherwise gets a program of its own.
 */
import type { RattlebackError } from "../errors/rattlebackError.ts";
import type { ForStatement, IfStatement, Statement, Syntax } from "../symbolic/syntax.ts";
import { maximumTerms } from "./arrayFunctions.ts";
import { decide, definitionOf } from "./constantValues.ts";
import type { FlattenContext } from "./flattenContext.ts";
import type { Instance } from "./instances.ts";
import { asScalar, placeError, type Scope } from "./scope.ts";
import { integersOf, translate } from "./translate.ts";
import { eventOperators } from "./translateEvents.ts";
import { visitSyntax } from "./visitSyntax.ts";

export interface ActiveStatement {
  readonly statement: Exclude<Statement, ForStatement>;
  readonly scope: Scope;
}

export interface ActiveStatements {
  readonly list: readonly ActiveStatement[];
  /** false as long as a loop or a condition needs the size of a variable that is not known yet. */
  readonly isComplete: boolean;
}

/** All statements of an instance, or its initial equations. */
export function activeStatements(
  instance: Instance,
  context: FlattenContext,
  which: "equations" | "initialEquations" = "equations",
): ActiveStatements {
  const unrolling = new Unrolling(context);
  for (const { text, entry, statements } of instance[which]) {
    const scope: Scope = { instance, lookupFrom: instance, text, entry, kind: "equation", loopVariables: undefined };
    unrolling.visit(statements, scope);
  }
  return unrolling;
}

/** The same for the body of `when` or of a condition that the run decides. */
export function activeBody(statements: readonly Statement[], scope: Scope, context: FlattenContext): ActiveStatements {
  const unrolling = new Unrolling(context);
  unrolling.visit(statements, scope);
  return unrolling;
}

class Unrolling implements ActiveStatements {
  readonly list: ActiveStatement[] = [];
  isComplete = true;
  private readonly context: FlattenContext;

  constructor(context: FlattenContext) {
    this.context = context;
  }

  visit(statements: readonly Statement[], scope: Scope): void {
    for (const statement of statements) {
      if (statement.kind === "for") this.loop(statement, scope);
      else if (statement.kind === "if") this.condition(statement, scope);
      else this.list.push({ statement, scope });
    }
  }

  private loop({ variable, range, body }: ForStatement, scope: Scope): void {
    const fixed = isFixed(range, scope, this.context);
    if (fixed === undefined) {
      this.isComplete = false;
      return;
    }
    if (!fixed)
      throw placeError(
        "E-INDEX",
        scope,
        range.at,
        "The range of a loop must not change during the run.",
        "use numbers, parameters and sizes: for i in 1:size(x, 1) loop … end",
      );
    const values = integersOf(range, scope, this.context);
    for (const value of values) {
      if (Math.max(this.list.length, values.length) > maximumTerms)
        throw placeError(
          "E-ARRAY-SIZE",
          scope,
          range.at,
          `The loop makes more than ${maximumTerms} equations.`,
          "check its range",
        );
      this.visit(body, { ...scope, loopVariables: new Map(scope.loopVariables ?? []).set(variable, value) });
    }
  }

  private condition(statement: IfStatement, scope: Scope): void {
    const open: IfStatement["branches"][number][] = [];
    let { otherwise } = statement;
    for (const branch of statement.branches) {
      const fixed = isFixed(branch.condition, scope, this.context);
      if (fixed === undefined) {
        this.isComplete = false;
        return;
      }
      if (!fixed) open.push(branch);
      else if (this.decide(branch.condition, scope)) {
        otherwise = branch.body;
        break;
      }
    }
    if (open.length === 0) this.visit(otherwise, scope);
    else this.list.push({ statement: { ...statement, branches: open, otherwise }, scope });
  }

  private decide(syntax: Syntax, scope: Scope): boolean {
    return decide(this.context.state, asScalar(translate(syntax, scope, this.context), syntax, scope));
  }
}

/** Whether an expression has one value for the whole run; undefined while the size of a variable in it is not known. */
export function isFixed(syntax: Syntax, scope: Scope, context: FlattenContext, depth = 0): boolean | undefined {
  let result: boolean | undefined = true;
  const worse = (next: boolean | undefined): void => {
    if (next === false || result === false) result = false;
    else if (next === undefined) result = undefined;
  };
  const measured = new Set<Syntax>();
  visitSyntax(syntax, (node, loops) => {
    if (node.kind === "call") {
      if (node.name === "der" || eventOperators.has(node.name)) worse(false);
      if (node.name === "size" || node.name === "length")
        for (const arg of node.args) visitSyntax(arg, (inner) => measured.add(inner));
    }
    if (node.kind !== "name") return;
    if (node.parts.length === 1) {
      const [name] = node.parts as [string];
      if (loops.has(name) || scope.loopVariables?.has(name) === true) return;
    }
    for (const symbol of context.symbolsNamed(scope, node, loops)) {
      if (symbol !== undefined) context.classify(symbol);
      if (symbol === undefined) worse(node.parts[0] !== "time");
      else if (symbol.kind === "variable") {
        const definition = depth < 20 ? definitionOf(node, scope) : undefined;
        if (measured.has(node)) worse(symbol.shape === undefined ? undefined : true);
        else if (definition === undefined) worse(false);
        else worse(isFixed(definition.syntax, { ...scope, ...definition.place }, context, depth + 1));
      }
    }
  });
  return result;
}

/**
 * Names that stand alone in statements which hold; undefined when all that are written do. A name in a branch that was not chosen is
 * no variable.
 */
export function activeNames(instance: Instance, context: FlattenContext): ReadonlySet<string> | undefined {
  const isPlain = ({ kind }: Statement): boolean => kind !== "for" && kind !== "if" && kind !== "when";
  if (instance.equations.every(({ statements }) => statements.every(isPlain))) return undefined;
  const names = new Set<string>();
  const add = (syntax: Syntax): void =>
    visitSyntax(syntax, (node) => {
      if (node.kind === "name") names.add(node.parts[0]!);
    });
  const visit = ({ list }: ActiveStatements): void => {
    for (const { statement, scope } of list) {
      if (statement.kind !== "when" && statement.kind !== "if") visitStatements([statement], add);
      else {
        for (const { condition, body } of statement.branches) {
          add(condition);
          visit(activeBody(body, scope, context));
        }
        if (statement.kind === "if") visit(activeBody(statement.otherwise, scope, context));
      }
    }
  };
  visit(activeStatements(instance, context));
  return names;
}

/** Every statement with its expressions as written: in all branches and loops. */
export function visitStatements(
  statements: readonly Statement[],
  visit: (syntax: Syntax, loops: ReadonlySet<string>) => void,
  loops: ReadonlySet<string> = new Set(),
): void {
  for (const statement of statements) {
    switch (statement.kind) {
      case "equation":
        visit(statement.left, loops);
        visit(statement.right, loops);
        break;
      case "reinit":
        visit(statement.target, loops);
        visit(statement.value, loops);
        break;
      case "assert":
        visit(statement.condition, loops);
        break;
      case "connect":
        for (const { indices } of statement.members)
          for (const index of indices ?? []) if (index !== undefined) visit(index, loops);
        break;
      case "for":
        visit(statement.range, loops);
        visitStatements(statement.body, visit, new Set([...loops, statement.variable]));
        break;
      case "when":
      case "if":
        for (const { condition, body } of statement.branches) {
          visit(condition, loops);
          visitStatements(body, visit, loops);
        }
        if (statement.kind === "if") visitStatements(statement.otherwise, visit, loops);
        break;
      default:
        break;
    }
  }
}

/** E-IF: something stands in a condition that the run decides, and only a condition on parameters could hold it. */
export function misplaced(kind: string, scope: Scope, at: number): RattlebackError {
  return placeError(
    "E-IF-EQUATION",
    scope,
    at,
    `"${kind}" cannot depend on a condition that changes during the run.`,
    kind === "when"
      ? "put the condition into the when clause: when c and d then … end"
      : "let the condition contain parameters only",
  );
}

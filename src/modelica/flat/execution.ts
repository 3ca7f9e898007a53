/**
 * Statements on a table of values: loops over known ranges are unrolled, a condition that is not known runs both branches and joins
 * what they assign.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import {
  type ClassInstance,
  findLocal,
  type Locals,
  type Member,
  type ScalarValue,
  type Scope,
  type Value,
} from "../model.ts";
import type { ComponentSyntax, Expression, StatementSyntax } from "../syntax/ast.ts";
import { index, isScalarKind, SizeFault, withElements } from "../values/arrays.ts";
import { areOfOneType, article, TypeFault, typeName } from "../values/oneType.ts";
import { scalarValue } from "../values/value.ts";
import type { Lowering } from "./context.ts";
import { checkSameSize, withKind } from "./declarations.ts";
import { choose, iterate, subscriptsOf, valueError } from "./evaluate.ts";
import { type FunctionParts, NotExecutable } from "./functionParts.ts";
import { setMark } from "./unassigned.ts";

class LeaveLoop extends Error {}
export class LeaveFunction extends Error {}

/** Statements that one call may interpret: some seconds of work. What is compiled may do more. */
const mostInterpreted = 3e5;

/** Truth values beside the variables: a loop was left, the function was left. */
const exits = ["$break", "$return"] as const;
type Exit = (typeof exits)[number];

/** Statements on a table of values. */
export class Execution {
  private readonly l: Lowering;
  private readonly cls: ClassInstance;
  private readonly parts: FunctionParts;
  /** A condition that is not known stands around: leaving early would depend on it. */
  private undecided = 0;

  constructor(l: Lowering, cls: ClassInstance, parts: FunctionParts) {
    this.l = l;
    this.cls = cls;
    this.parts = parts;
    if (l.calls.length <= 1) l.interpreted = 0;
  }

  statements(list: readonly StatementSyntax[], scope: Scope): void {
    for (let i = 0; i < list.length; i++) {
      this.statement(list[i]!, scope);
      if (this.unlessLeft(scope, () => this.statements(list.slice(i + 1), scope))) return;
    }
  }

  /** Before the first statement nothing was left. */
  begin(locals: Locals): void {
    for (const name of exits) locals.values.set(name, scalarValue("Boolean", this.l.b.zero));
  }

  /** What follows a break or return under an unknown condition runs where that does not hold; false when nothing was left. */
  private unlessLeft(scope: Scope, rest: () => void): boolean {
    const { l } = this;
    const left = l.b.or(exits.map((name) => this.exit(name, scope)));
    if (left.op === "num") return left.value !== 0;
    this.whileUndecided(() =>
      this.join(
        left,
        scope,
        () => {},
        () => {
          for (const name of exits) this.setExit(name, scope, l.b.zero);
          rest();
        },
      ),
    );
    return true;
  }

  private exit(name: Exit, scope: Scope): ScalarValue["elements"][number] {
    return (findLocal(scope, name)!.values.get(name) as ScalarValue).elements[0]!;
  }

  private setExit(name: Exit, scope: Scope, value: ScalarValue["elements"][number]): void {
    findLocal(scope, name)!.values.set(name, scalarValue("Boolean", value));
  }

  private statement(statement: StatementSyntax, scope: Scope): void {
    try {
      this.run(statement, scope);
    } catch (error) {
      if (!(error instanceof SizeFault || error instanceof TypeFault)) throw error;
      throw valueError(error, scope.cls.placeOf(statement), scope.cls.root.path);
    }
  }

  private run(statement: StatementSyntax, scope: Scope): void {
    const { l } = this;
    if (--l.budget < 0) throw new NotExecutable("the function is long");
    if (++l.interpreted > mostInterpreted)
      throw new SizeFault(`a function makes more than ${mostInterpreted} statements`);
    switch (statement.kind) {
      case "assign":
        this.assign(statement.target.parts, l.evaluate(statement.value, scope), scope);
        break;
      case "assignTuple": {
        const results = l.results(statement.call, scope, statement.targets.length);
        statement.targets.forEach((target, i) => {
          if (target !== undefined) this.assign(target.parts, results[i]!, scope);
        });
        break;
      }
      case "for":
        this.loop(statement.iterators, statement.body, scope);
        break;
      case "while":
        this.whileLoop(statement, scope);
        break;
      case "if":
        this.branch(statement.branches, statement.otherwise ?? [], 0, scope);
        break;
      case "call":
        this.callInModel(statement, scope);
        break;
      case "break":
        if (this.undecided === 0) throw new LeaveLoop();
        this.setExit("$break", scope, l.b.one);
        break;
      case "return":
        if (this.undecided === 0) throw new LeaveFunction();
        this.setExit("$return", scope, l.b.one);
        break;
      case "when":
        this.whenStatement(statement, scope);
        break;
    }
  }

  protected whenStatement(_statement: Extract<StatementSyntax, { kind: "when" }>, _scope: Scope): void {
    throw new NotExecutable("a function contains a when-clause");
  }

  protected callInModel(statement: Extract<StatementSyntax, { kind: "call" }>, scope: Scope): void {
    this.l.callStatement(statement.call, scope);
  }

  private loop(
    iterators: Extract<StatementSyntax, { kind: "for" }>["iterators"],
    body: readonly StatementSyntax[],
    scope: Scope,
  ): void {
    const [first, ...rest] = iterators;
    const around = this.exit("$break", scope);
    try {
      iterate(this.l, first!, body, scope, (inner) => {
        const once = (): void => (rest.length > 0 ? this.loop(rest, body, inner) : this.statements(body, inner));
        if (!this.unlessLeft(inner, once)) once();
      });
    } catch (error) {
      if (!(error instanceof LeaveLoop)) throw error;
    }
    this.setExit("$break", scope, around);
  }

  private whileLoop(statement: Extract<StatementSyntax, { kind: "while" }>, scope: Scope): void {
    const { l } = this;
    for (let count = 0; ; count++) {
      const condition = l.condition(statement.condition, scope);
      if (condition.op !== "num") throw new NotExecutable("a loop depends on variables");
      if (condition.value === 0) return;
      if (count > mostInterpreted) throw new SizeFault("a while loop does not end");
      try {
        this.statements(statement.body, scope);
      } catch (error) {
        if (error instanceof LeaveLoop) return;
        throw error;
      }
      const left = l.b.or(exits.map((name) => this.exit(name, scope)));
      if (left.op !== "num") throw new NotExecutable("break depends on variables");
      if (left.value !== 0) {
        this.setExit("$break", scope, l.b.zero);
        return;
      }
    }
  }

  private branch(
    branches: Extract<StatementSyntax, { kind: "if" }>["branches"],
    otherwise: readonly StatementSyntax[],
    at: number,
    scope: Scope,
  ): void {
    const { l } = this;
    const item = branches[at];
    if (item === undefined) {
      this.statements(otherwise, scope);
      return;
    }
    const condition = l.decided(l.condition(item.condition, scope));
    if (condition.op === "num") {
      if (condition.value !== 0) this.statements(item.body, scope);
      else this.branch(branches, otherwise, at + 1, scope);
      return;
    }
    this.whileUndecided(() =>
      this.join(
        condition,
        scope,
        () => this.statements(item.body, scope),
        () => this.branch(branches, otherwise, at + 1, scope),
      ),
    );
  }

  /** Runs both alternatives and keeps, for each variable, the value of the one that counts. */
  protected join(
    condition: ScalarValue["elements"][number],
    scope: Scope,
    first: () => void,
    second: () => void,
  ): void {
    const tables: Map<string, Value>[] = [];
    for (let at: Locals | undefined = scope.locals; at !== undefined; at = at.around) tables.push(at.values);
    const before = tables.map((table) => new Map(table));
    const { functionAssertions, b } = this.l;
    functionAssertions.under(condition, first);
    const after = tables.map((table) => new Map(table));
    tables.forEach((table, i) => restore(table, before[i]!));
    functionAssertions.under(b.not(condition), second);
    tables.forEach((table, i) => {
      for (const [name, value] of after[i]!) {
        const other = table.get(name);
        if (other === value) continue;
        if (other === undefined) {
          table.set(name, value);
          continue;
        }
        table.set(name, choose(this.l, condition, value, other));
      }
    });
  }

  /** An assertion that fails, or a value that lacks, in a branch that may not be taken is for the run to find. */
  private whileUndecided(action: () => void): void {
    this.undecided++;
    try {
      action();
    } catch (error) {
      const isForTheRun =
        error instanceof RattlebackError &&
        (error.code === "E-MODELICA-ASSERT" || error.code === "E-MODELICA-UNASSIGNED");
      throw isForTheRun ? new NotExecutable("an assertion depends on variables") : error;
    } finally {
      this.undecided--;
    }
  }

  private assign(
    parts: readonly { name: string; subscripts: readonly Expression[] }[],
    value: Value,
    scope: Scope,
  ): void {
    const name = parts[0]!.name;
    let table: Locals | undefined = scope.locals;
    while (table !== undefined && !table.values.has(name)) table = table.around;
    const values = table?.values ?? bottom(scope.locals)!.values;
    const old = values.get(name);
    values.set(name, this.updated(old, parts, value, scope, this.declared(name)));
    const mark = setMark(name);
    if (values.has(mark)) values.set(mark, scalarValue("Boolean", this.l.b.one));
  }

  private updated(
    old: Value | undefined,
    parts: readonly { name: string; subscripts: readonly Expression[] }[],
    value: Value,
    scope: Scope,
    declared: Member<ComponentSyntax> | undefined,
  ): Value {
    const { l } = this;
    const [{ name, subscripts }, ...rest] = [parts[0]!, ...parts.slice(1)];
    if (rest.length > 0) {
      if (old === undefined || old.kind !== "Record") throw new SizeFault(`"${name}" is not a record`);
      const chosen = index(old, subscriptsOf(l, subscripts, old.shape, scope));
      const fields = chosen.elements.map((element, i) => {
        const part = chosen.shape.length === 0 ? value : index(value, [i + 1]);
        const copy = new Map(element);
        copy.set(rest[0]!.name, this.updated(element.get(rest[0]!.name), rest, part, scope, undefined));
        return copy;
      });
      return withElements(old, subscriptsOf(l, subscripts, old.shape, scope), { ...chosen, elements: fields });
    }
    if (subscripts.length === 0) {
      const typed = declared === undefined ? assignable(name, old, value) : withKind(l, declared, value);
      if (declared !== undefined && old !== undefined) checkSameSize(declared, old, typed);
      return typed;
    }
    if (old === undefined) throw new NotExecutable(`the size of "${name}" is not known`);
    const element = assignable(name, old, value);
    const symbolic = l.symbolicUpdate(old, subscripts, element, scope);
    if (symbolic !== undefined) return symbolic;
    return withElements(old, subscriptsOf(l, subscripts, old.shape, scope), element);
  }

  private declared(name: string): Member<ComponentSyntax> | undefined {
    return (
      [...this.parts.outputs, ...this.parts.locals].find((member) => member.name === name) ?? (this.cls && undefined)
    );
  }
}

/** The value as one of the type of the value before. */
function assignable(name: string, old: Value | undefined, value: Value): Value {
  if (old === undefined || !isScalarKind(old) || !isScalarKind(value)) return value;
  const fits = areOfOneType(old, value) && !(old.kind === "Integer" && value.kind === "Real");
  if (!fits) throw new TypeFault(`"${name}" is ${article(typeName(old))}, and is assigned ${article(typeName(value))}`);
  return old.kind === "Real" && value.kind === "Integer" ? { ...value, kind: "Real" } : value;
}

function bottom(locals: Locals | undefined): Locals | undefined {
  while (locals?.around !== undefined) locals = locals.around;
  return locals;
}

function restore(table: Map<string, Value>, before: ReadonlyMap<string, Value>): void {
  table.clear();
  for (const [name, value] of before) table.set(name, value);
}

/**
 * Functions are executed symbolically: statements in order, loops over known ranges unrolled, a condition that is not known runs both
 * branches and joins what they assign. With constant arguments this computes numbers; with variables it inlines the function. What
 * cannot be executed so (a loop that depends on variables, an external function) becomes a call at run time (functionCalls.ts).
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import {
  type Arguments,
  type ClassInstance,
  findLocal,
  type Locals,
  type Member,
  type ScalarValue,
  type Scope,
  type Value,
} from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ComponentSyntax, Expression, StatementSyntax } from "../syntax/ast.ts";
import { index, isScalarKind, restacked, SizeFault, withElements } from "../values/arrays.ts";
import { scalarValue, sizeOf } from "../values/value.ts";
import { kindOfType } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { declaredDimensions, declaredType, defaultValue, withKind } from "./declarations.ts";
import { choose, iterate, subscriptsOf } from "./evaluate.ts";
import { callExternal } from "./externalCalls.ts";
import { isImpure, runtimeCall } from "./functionCalls.ts";
import { type FunctionParts, functionParts, isKnown, NotExecutable } from "./functionParts.ts";

class LeaveLoop extends Error {}
class LeaveFunction extends Error {}

/** Statements that an inlined function may run; longer ones are called. */
const inlineLimit = 400;

/** Statements that one call may interpret: some seconds of work. What is compiled may do more. */
const mostInterpreted = 3e5;

export function callFunction(
  l: Lowering,
  cls: ClassInstance,
  args: Arguments,
  at: number,
  scope: Scope,
  count: number,
): readonly Value[] {
  const parts = functionParts(cls);
  const given = matchArguments(cls, parts, args, at, scope);
  const vector = vectorised(parts, given);
  if (vector !== undefined) {
    const results = vector.calls.map((inner) => callWith(l, cls, parts, inner, at, scope, count));
    return Array.from({ length: results[0]?.length ?? 0 }, (_, k) =>
      restacked(
        results.map((list) => list[k]!),
        vector.shape,
      ),
    );
  }
  return callWith(l, cls, parts, given, at, scope, count);
}

function callWith(
  l: Lowering,
  cls: ClassInstance,
  parts: FunctionParts,
  given: ReadonlyMap<string, Value>,
  at: number,
  scope: Scope,
  count: number,
): readonly Value[] {
  if (++l.callDepth > 150) {
    l.callDepth = 0;
    throw modelicaError(
      "E-MODELICA-CALL",
      `"${cls.qualifiedName}" calls itself without end.`,
      { file: scope.cls.syntax.file, at },
      {
        hint: "look for the case that ends the recursion",
      },
    );
  }
  try {
    const inputs = withDefaults(l, cls, parts, given, at, scope);
    // texts and objects exist while the model is translated: what they depend on is evaluated
    if (parts.outputs.some((member) => isTextOrObject(declaredType(member))))
      for (const [name, value] of inputs) inputs.set(name, l.constantValue(value));
    const isConstant = [...inputs.values()].every(isKnown);
    if (!isConstant && (l.mustCall(cls) || isImpure(cls))) return runtimeCall(l, cls, parts, inputs, count);
    const computed = isConstant ? l.runCompiled(cls, inputs) : undefined;
    if (computed !== undefined) return computed;
    const budget = l.budget;
    if (isConstant) l.budget = Number.POSITIVE_INFINITY;
    else if (budget === Number.POSITIVE_INFINITY) l.budget = inlineLimit;
    try {
      const results = execute(l, cls, parts, inputs);
      return isConstant ? results : results.map((value) => l.withoutEvents(value));
    } catch (error) {
      if (!(error instanceof NotExecutable) || isConstant) throw error;
      l.noteCalled(cls);
      return runtimeCall(l, cls, parts, inputs, count);
    } finally {
      l.budget = budget === Number.POSITIVE_INFINITY ? budget : Math.min(budget, l.budget);
    }
  } finally {
    if (l.callDepth > 0) l.callDepth--;
  }
}

function matchArguments(
  cls: ClassInstance,
  { inputs }: FunctionParts,
  args: Arguments,
  at: number,
  scope: Scope,
): Map<string, Value> {
  const given = new Map<string, Value>();
  const fail = (what: string): Error =>
    modelicaError(
      "E-MODELICA-CALL",
      what,
      { file: scope.cls.syntax.file, at },
      {
        ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
        because: `"${cls.qualifiedName}" takes (${inputs.map(({ name }) => name).join(", ")})`,
        hint: "give each input once, by position or by name",
      },
    );
  if (args.positional.length > inputs.length) throw fail(`${args.positional.length} arguments are given.`);
  args.positional.forEach((value, i) => given.set(inputs[i]!.name, value));
  for (const { name, value } of args.named) {
    if (!inputs.some((member) => member.name === name)) throw fail(`There is no input "${name}".`);
    given.set(name, value);
  }
  return given;
}

/** Inputs that got no value take their defaults, which may use inputs before them. */
function withDefaults(
  l: Lowering,
  cls: ClassInstance,
  { inputs }: FunctionParts,
  given: ReadonlyMap<string, Value>,
  at: number,
  scope: Scope,
): Map<string, Value> {
  const values = new Map<string, Value>();
  const locals: Locals = { values, around: undefined };
  for (const member of inputs) {
    const known = given.get(member.name);
    if (known !== undefined) {
      values.set(member.name, withKind(l, member, known));
      continue;
    }
    const { binding } = member.modifier;
    if (binding === undefined)
      throw modelicaError(
        "E-MODELICA-CALL",
        `The input "${member.name}" of "${cls.qualifiedName}" has no value.`,
        { file: scope.cls.syntax.file, at },
        {
          ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
          hint: `write ${member.name} = …`,
        },
      );
    const inner: Scope = binding.scope.cls.root === cls.root ? { cls: binding.scope.cls, locals } : binding.scope;
    values.set(member.name, withKind(l, member, l.evaluate(binding.expression, inner)));
  }
  return values;
}

/** An array in a scalar place: one call per element. */
function vectorised(
  { inputs }: FunctionParts,
  given: ReadonlyMap<string, Value>,
): { shape: readonly number[]; calls: Map<string, Value>[] } | undefined {
  let shape: readonly number[] | undefined;
  const extra = new Map<string, number>();
  for (const member of inputs) {
    const value = given.get(member.name);
    if (value === undefined || value.kind === "Function") continue;
    const more = value.shape.length - declaredDimensions(member);
    if (more <= 0) continue;
    extra.set(member.name, more);
    shape ??= value.shape.slice(0, more);
  }
  if (shape === undefined) return undefined;
  const calls = Array.from({ length: sizeOf(shape) }, (_, i) => {
    const inner = new Map(given);
    for (const [name, more] of extra) {
      const value = given.get(name)!;
      const position: number[] = [];
      let rest = i;
      for (let k = more - 1; k >= 0; k--) {
        position.unshift((rest % value.shape[k]!) + 1);
        rest = Math.floor(rest / value.shape[k]!);
      }
      inner.set(name, index(value, position));
    }
    return inner;
  });
  return calls.length === 0 ? undefined : { shape, calls };
}

/** The results of the function for these inputs. */
export function execute(
  l: Lowering,
  cls: ClassInstance,
  parts: FunctionParts,
  inputs: ReadonlyMap<string, Value>,
): readonly Value[] {
  const values = new Map(inputs);
  const locals: Locals = { values, around: undefined };
  for (const member of parts.variables) {
    const { binding } = member.modifier;
    if (binding !== undefined) {
      const inner: Scope = binding.scope.cls.root === cls.root ? { cls: binding.scope.cls, locals } : binding.scope;
      values.set(member.name, withKind(l, member, l.evaluate(binding.expression, inner)));
    } else {
      const value = defaultValue(l, member, locals);
      if (value !== undefined) values.set(member.name, value);
    }
  }
  const external = externalOf(cls);
  if (external !== undefined) callExternal(l, external, parts, locals);
  else {
    const run = new Execution(l, cls, parts);
    run.begin(locals);
    try {
      for (const base of cls.lineage) {
        const { body } = base.syntax;
        if (body.kind !== "long") continue;
        for (const statements of body.algorithms) run.statements(statements, { cls: base, locals });
      }
    } catch (error) {
      if (!(error instanceof LeaveFunction)) throw error;
    }
  }
  return parts.outputs.map((member) => {
    const value = values.get(member.name);
    if (value !== undefined) return value;
    throw new NotExecutable(`"${member.name}" gets no value`);
  });
}

/** The class of the lineage that has an external clause. */
function externalOf(cls: ClassInstance): ClassInstance | undefined {
  return cls.lineage.find(({ syntax: { body } }) => body.kind === "long" && body.external !== undefined);
}

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
    if (l.callDepth <= 1) l.interpreted = 0;
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
    throw new NotExecutable("when stands in a function");
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
      iterate(this.l, first!, undefined, scope, (inner) => {
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
      const condition = l.scalar(l.evaluate(statement.condition, scope), undefined, statement.condition, scope);
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
    const condition = l.decided(l.scalar(l.evaluate(item.condition, scope), undefined, item.condition, scope));
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
    first();
    const after = tables.map((table) => new Map(table));
    tables.forEach((table, i) => restore(table, before[i]!));
    second();
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

  /** An assertion that fails in a branch that may not be taken is for the run to find. */
  private whileUndecided(action: () => void): void {
    this.undecided++;
    try {
      action();
    } catch (error) {
      const isAssertion = error instanceof RattlebackError && error.code === "E-MODELICA-ASSERT";
      throw isAssertion ? new NotExecutable("an assertion depends on variables") : error;
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
    values.set(name, this.updated(old, parts, value, scope, name));
  }

  private updated(
    old: Value | undefined,
    parts: readonly { name: string; subscripts: readonly Expression[] }[],
    value: Value,
    scope: Scope,
    name: string,
  ): Value {
    const { l } = this;
    const [{ subscripts }, ...rest] = [parts[0]!, ...parts.slice(1)];
    if (rest.length > 0) {
      if (old === undefined || old.kind !== "Record") throw new SizeFault(`"${name}" is not a record`);
      const chosen = index(old, subscriptsOf(l, subscripts, old.shape, scope));
      const fields = chosen.elements.map((element, i) => {
        const part = chosen.shape.length === 0 ? value : index(value, [i + 1]);
        const copy = new Map(element);
        copy.set(rest[0]!.name, this.updated(element.get(rest[0]!.name), rest, part, scope, rest[0]!.name));
        return copy;
      });
      return withElements(old, subscriptsOf(l, subscripts, old.shape, scope), { ...chosen, elements: fields });
    }
    if (subscripts.length === 0) {
      const declared = this.declared(name);
      const typed = declared === undefined ? value : withKind(l, declared, value);
      if (
        old !== undefined &&
        isScalarKind(old) &&
        isScalarKind(typed) &&
        old.kind === "Real" &&
        typed.kind === "Integer"
      )
        return { ...typed, kind: "Real" };
      return typed;
    }
    if (old === undefined) throw new NotExecutable(`the size of "${name}" is not known`);
    const symbolic = l.symbolicUpdate(old, subscripts, value, scope);
    if (symbolic !== undefined) return symbolic;
    return withElements(old, subscriptsOf(l, subscripts, old.shape, scope), value);
  }

  private declared(name: string): Member<ComponentSyntax> | undefined {
    return (
      [...this.parts.outputs, ...this.parts.locals].find((member) => member.name === name) ?? (this.cls && undefined)
    );
  }
}

function bottom(locals: Locals | undefined): Locals | undefined {
  while (locals?.around !== undefined) locals = locals.around;
  return locals;
}

function restore(table: Map<string, Value>, before: ReadonlyMap<string, Value>): void {
  table.clear();
  for (const [name, value] of before) table.set(name, value);
}

function isTextOrObject(type: ClassInstance): boolean {
  const kind = kindOfType(type);
  return kind === "String" || kind === "Object";
}

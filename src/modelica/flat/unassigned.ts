/**
 * Variables of functions that are read before they have a value. Those that no statement before can have assigned are refused; of those that
 * some ways through the function assign and others do not, each run notes whether it has (`setMark`), and reading asks.
 *
 *     algorithm y := z; z := x;                        refused
 *     algorithm if x > 0 then z := x; end if; y := z;    asserts x > 0
 */
import type { ClassInstance, Locals, Member, ScalarValue, Scope, Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ComponentSyntax, Reference, StatementSyntax } from "../syntax/ast.ts";
import { kindOfType, referenceText } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { declaredDimensions, declaredType } from "./declarations.ts";
import type { FunctionParts } from "./functionParts.ts";

const marked = new WeakMap<ClassInstance, ReadonlySet<string>>();

/** Name of the truth value beside a variable: it has been assigned. */
export function setMark(name: string): string {
  return `$set ${name}`;
}

/** Scalar variables of a function that may be read without a value; refuses what is sure to be. */
export function mayBeUnassigned(cls: ClassInstance, parts: FunctionParts): ReadonlySet<string> {
  let names = marked.get(cls);
  if (names === undefined) {
    names = new Reading(cls, parts).run();
    marked.set(cls, names);
  }
  return names;
}

/** An output behind the first, which the caller may not want: no number where it was not assigned. */
export function assignedOrNothing(l: Lowering, locals: Locals, name: string, value: Value): Value {
  const mark = locals.values.get(setMark(name)) as ScalarValue | undefined;
  if (mark === undefined || (value.kind !== "Real" && value.kind !== "Integer")) return value;
  const [e] = value.elements;
  return { ...value, elements: [l.b.conditional(mark.elements[0]!, e!, l.b.num(Number.NaN))] };
}

/** A variable with a mark is read. */
export function checkAssigned(
  l: Lowering,
  locals: Locals,
  name: string,
  place: { readonly at: number },
  scope: Scope,
): void {
  const mark = locals.values.get(setMark(name)) as ScalarValue | undefined;
  if (mark === undefined) return;
  const [holds] = mark.elements;
  if (holds!.op !== "num")
    l.functionAssertions.raise({
      holds: holds!,
      message: [`"${name}" is read before it has a value`],
      isWarning: false,
      name: scope.cls.qualifiedName,
    });
  else if (holds!.value === 0) throw unassigned(scope.cls, name, place);
}

function unassigned(cls: ClassInstance, name: string, at: { readonly at: number }): Error {
  return modelicaError(
    "E-MODELICA-UNASSIGNED",
    `"${name}" is read before it has a value.`,
    { file: cls.syntax.file, at: at.at },
    {
      because: `on this way through "${cls.qualifiedName}" no statement has assigned it`,
      hint: `assign it on all ways, or begin with a value: ${name} := 0`,
      data: { name },
    },
  );
}

/** What has a value at a place: on every way that leads there, on some way. */
interface Reached {
  readonly surely: Set<string>;
  readonly perhaps: Set<string>;
}

class Reading {
  private readonly cls: ClassInstance;
  private readonly outputs: readonly Member<ComponentSyntax>[];
  /** Scalar variables without a first value; arrays may have no elements, and those of Reals begin without numbers. */
  private readonly open = new Set<string>();
  private readonly found = new Set<string>();
  /** The class whose text is read. */
  private at: ClassInstance;
  private now: Reached = { surely: new Set(), perhaps: new Set() };
  /** What is sure to be unassigned is refused: not while a loop is read for what it assigns. */
  private refuses = true;

  constructor(cls: ClassInstance, { outputs, variables }: FunctionParts) {
    this.cls = cls;
    this.at = cls;
    this.outputs = outputs;
    for (const member of variables) {
      const kind = kindOfType(declaredType(member));
      const isSimple =
        kind !== "Record" && kind !== "Function" && kind !== "Object" && declaredDimensions(member) === 0;
      if (isSimple && member.modifier.binding === undefined) this.open.add(member.name);
    }
  }

  run(): ReadonlySet<string> {
    const bodies = this.cls.lineage.map((base) => ({ base, body: base.syntax.body }));
    const isOther = bodies.some(
      ({ body }) => body.kind === "der" || (body.kind === "long" && body.external !== undefined),
    );
    if (isOther || this.open.size === 0) return this.found;
    for (const { base, body } of bodies) {
      this.at = base;
      if (body.kind === "long") for (const list of body.algorithms) this.statements(list, new Set());
    }
    const [first, ...others] = this.outputs;
    if (first !== undefined) {
      this.at = first.scope;
      this.value(first.name, first.element);
    }
    for (const { name } of others) if (this.open.has(name) && !this.now.surely.has(name)) this.found.add(name);
    return this.found;
  }

  private statements(list: readonly StatementSyntax[], hidden: ReadonlySet<string>): void {
    for (const statement of list) this.statement(statement, hidden);
  }

  private statement(statement: StatementSyntax, hidden: ReadonlySet<string>): void {
    switch (statement.kind) {
      case "assign":
        this.read(statement.value, hidden);
        this.target(statement.target, hidden);
        return;
      case "assignTuple":
        this.read(statement.call, hidden);
        for (const target of statement.targets) if (target !== undefined) this.target(target, hidden);
        return;
      case "call":
        this.read(statement.call, hidden);
        return;
      case "if": {
        const ends: Reached[] = [];
        for (const { condition, body } of statement.branches) {
          this.read(condition, hidden);
          ends.push(this.branch(() => this.statements(body, hidden)));
        }
        ends.push(this.branch(() => this.statements(statement.otherwise ?? [], hidden)));
        this.now = joined(ends);
        return;
      }
      case "for": {
        const inner = new Set(hidden);
        for (const { name, range } of statement.iterators) {
          this.read(range, inner);
          inner.add(name);
        }
        this.repeat(() => this.statements(statement.body, inner));
        return;
      }
      case "while":
        this.repeat(() => {
          this.read(statement.condition, hidden);
          this.statements(statement.body, hidden);
        });
        return;
      case "return":
        for (const { name } of this.outputs)
          if (this.open.has(name) && !this.now.surely.has(name)) this.found.add(name);
        this.now = { surely: new Set(this.open), perhaps: new Set(this.open) };
        return;
      case "break":
      case "when":
        return;
    }
  }

  private branch(action: () => void): Reached {
    const before = this.now;
    this.now = { surely: new Set(before.surely), perhaps: new Set(before.perhaps) };
    action();
    const end = this.now;
    this.now = before;
    return end;
  }

  /** What a loop assigns may have a value when it begins again, and none when it is never entered. */
  private repeat(action: () => void): void {
    const unsure = (end: Reached): void => {
      for (const name of end.perhaps) this.now.perhaps.add(name);
    };
    const { refuses } = this;
    this.refuses = false;
    unsure(this.branch(action));
    this.refuses = refuses;
    unsure(this.branch(action));
  }

  private target({ parts }: Reference, hidden: ReadonlySet<string>): void {
    for (const { subscripts } of parts) this.read(subscripts, hidden);
    const { name } = parts[0]!;
    this.now.surely.add(name);
    this.now.perhaps.add(name);
  }

  /** Names in an expression; sizes are known without a value. */
  private read(syntax: unknown, hidden: ReadonlySet<string>): void {
    if (Array.isArray(syntax)) {
      for (const item of syntax) this.read(item, hidden);
      return;
    }
    if (typeof syntax !== "object" || syntax === null) return;
    const node = syntax as { readonly kind?: string };
    if (node.kind === "reference") {
      const reference = syntax as Reference;
      const { name } = reference.parts[0]!;
      if (!reference.isAbsolute && !hidden.has(name)) this.value(name, reference);
      for (const { subscripts } of reference.parts) this.read(subscripts, hidden);
      return;
    }
    if (node.kind === "call" || node.kind === "partial") {
      const { callee, iterators, ...rest } = syntax as { callee: Reference; iterators?: readonly { name: string }[] };
      const isSize = ["size", "ndims"].includes(referenceText(callee));
      const { positional } = rest as { positional?: readonly unknown[] };
      if (isSize) this.read(positional?.slice(1), hidden);
      else this.read([iterators, Object.values(rest)], withNames(hidden, iterators));
      return;
    }
    if (node.kind === "comprehension") {
      const { iterators, body } = syntax as { iterators: readonly { name: string }[]; body: unknown };
      this.read([iterators, body], withNames(hidden, iterators));
      return;
    }
    for (const value of Object.values(syntax)) this.read(value, hidden);
  }

  private value(name: string, place: { readonly at: number }): void {
    if (!this.open.has(name) || this.now.surely.has(name)) return;
    if (this.refuses && !this.now.perhaps.has(name)) throw unassigned(this.at, name, place);
    this.found.add(name);
  }
}

function withNames(hidden: ReadonlySet<string>, iterators: readonly { name: string }[] = []): ReadonlySet<string> {
  return iterators.length === 0 ? hidden : new Set([...hidden, ...iterators.map(({ name }) => name)]);
}

/** What every branch, and what some branch has assigned. */
function joined(ends: readonly Reached[]): Reached {
  const [first, ...rest] = ends;
  const surely = new Set([...first!.surely].filter((name) => rest.every((end) => end.surely.has(name))));
  return { surely, perhaps: new Set(ends.flatMap((end) => [...end.perhaps])) };
}

/**
 * What an extends clause leaves out of the class it inherits (Modelica 3.6, section 7.4):
 *
 *     extends Plant(break valve)                       the component, and all connections of the base with it
 *     extends Plant(break connect(pump.b, pipe.a))     this connection alone
 */
import type { ClassInstance } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { BreakSyntax, EquationSyntax, Reference } from "../syntax/ast.ts";

interface Item {
  readonly syntax: BreakSyntax;
  /** The connection as text, in both directions. */
  readonly pairs: ReadonlySet<string>;
  /** Something of the base is left out by it. */
  isUsed: boolean;
}

export class LeftOut {
  static readonly nothing = new LeftOut([]);
  private readonly items: readonly Item[];

  private constructor(items: readonly Item[]) {
    this.items = items;
  }

  /** What a clause adds to what classes further outside leave out. */
  and(breaks: readonly BreakSyntax[]): LeftOut {
    if (breaks.length === 0) return this;
    const added = breaks.map((syntax): Item => {
      const pairs = new Set<string>();
      if (syntax.kind === "connection") {
        pairs.add(pairText(syntax.left, syntax.right));
        pairs.add(pairText(syntax.right, syntax.left));
      }
      return { syntax, pairs, isUsed: false };
    });
    return new LeftOut([...added, ...this.items]);
  }

  hasComponent(name: string): boolean {
    const item = this.items.find(({ syntax }) => syntax.kind === "component" && syntax.name === name);
    if (item !== undefined) item.isUsed = true;
    return item !== undefined;
  }

  hasConnection(left: Reference, right: Reference): boolean {
    if (this.items.length === 0) return false;
    const text = pairText(left, right);
    const item = this.items.find(({ pairs }) => pairs.has(text));
    if (item !== undefined) item.isUsed = true;
    return item !== undefined || [left, right].some(({ parts }) => this.hasComponent(parts[0]!.name));
  }

  /** Notes which connections of a base are meant. */
  readEquations(list: readonly EquationSyntax[]): void {
    if (this.items.length === 0) return;
    for (const equation of list) {
      if (equation.kind === "connect") this.hasConnection(equation.left, equation.right);
      else if (equation.kind === "for") this.readEquations(equation.body);
      else if (equation.kind === "if") {
        for (const { body } of equation.branches) this.readEquations(body);
        this.readEquations(equation.otherwise ?? []);
      }
    }
  }

  /** After the base was read: what a clause leaves out must have been there. */
  checkUsed(breaks: readonly BreakSyntax[], from: ClassInstance, base: ClassInstance): void {
    for (const { syntax, isUsed } of this.items) {
      if (isUsed || !breaks.includes(syntax)) continue;
      const what = syntax.kind === "component" ? `component "${syntax.name}"` : "connection";
      throw modelicaError(
        "E-MODELICA-MODIFIER",
        `The class "${base.qualifiedName}" has no ${what} to leave out.`,
        from.placeOf(syntax),
        {
          hint:
            syntax.kind === "component"
              ? "break names a component of the class that is extended"
              : "break connect(a, b) repeats a connection as the class that is extended has it",
        },
      );
    }
  }
}

function pairText(left: Reference, right: Reference): string {
  return JSON.stringify([left.parts, right.parts], (key, value) => (key === "at" ? undefined : value));
}

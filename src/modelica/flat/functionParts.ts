/** Inputs, outputs and variables of a function; what it takes to run one. */
import { type ClassInstance, isComponentMember, type Member, type Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ComponentSyntax } from "../syntax/ast.ts";
import { assignedNames } from "./assignedNames.ts";

/** Thrown when a function cannot be executed with what is known. */
export class NotExecutable extends Error {}

export interface FunctionParts {
  readonly inputs: readonly Member<ComponentSyntax>[];
  readonly outputs: readonly Member<ComponentSyntax>[];
  readonly locals: readonly Member<ComponentSyntax>[];
  /** Outputs and locals in an order in which each has its first value after those that the value names. */
  readonly variables: readonly Member<ComponentSyntax>[];
}

const known = new WeakMap<ClassInstance, FunctionParts>();

export function functionParts(cls: ClassInstance): FunctionParts {
  let parts = known.get(cls);
  if (parts === undefined) {
    parts = partsOf(cls);
    for (const base of cls.lineage) checkBody(base, parts);
    checkLocals(cls, parts);
    known.set(cls, parts);
  }
  return parts;
}

/** A function has statements, no equations and no clauses of events, and leaves its inputs as they are. */
function checkBody(cls: ClassInstance, { inputs }: FunctionParts): void {
  const { body } = cls.syntax;
  if (body.kind !== "long") return;
  const [equation] = [...body.equations, ...body.initialEquations];
  if (equation !== undefined)
    throw modelicaError(
      "E-MODELICA-FUNCTION",
      `The function "${cls.qualifiedName}" has equations.`,
      cls.placeOf(equation),
      {
        hint: "write statements in an algorithm section: y := …",
      },
    );
  for (const statements of body.algorithms)
    for (const [name, { reference, inWhen }] of assignedNames(cls, statements)) {
      if (inWhen)
        throw modelicaError(
          "E-MODELICA-FUNCTION",
          `The function "${cls.qualifiedName}" has a when clause.`,
          cls.placeOf(reference),
          {
            because: "a function does not remember what its condition was before",
            hint: "write if … then … end if, or put the clause into the model",
          },
        );
      if (inputs.some((member) => member.name === name))
        throw modelicaError(
          "E-MODELICA-FUNCTION",
          `The function "${cls.qualifiedName}" assigns its input "${name}".`,
          cls.placeOf(reference),
          { hint: "inputs keep their values: assign to a protected variable of the function", data: { name } },
        );
    }
}

/** What is neither input nor output belongs to the function alone. */
function checkLocals(cls: ClassInstance, { locals }: FunctionParts): void {
  const seen = locals.find(({ isProtected, element: { variability } }) => !isProtected && variability === "");
  if (seen === undefined) return;
  throw modelicaError(
    "E-MODELICA-FUNCTION",
    `The variable "${seen.name}" of the function "${cls.qualifiedName}" is public.`,
    seen.scope.placeOf(seen.element),
    { hint: "write input or output in front of it, or protected above it", data: { name: seen.name } },
  );
}

function partsOf(cls: ClassInstance): FunctionParts {
  const components = cls.members.filter(isComponentMember);
  const isInput = ({ element, isProtected }: Member<ComponentSyntax>): boolean =>
    element.causality === "input" && !isProtected;
  const isOutput = ({ element }: Member<ComponentSyntax>): boolean => element.causality === "output";
  const outputs = components.filter(isOutput);
  const locals = components.filter((member) => !isInput(member) && !isOutput(member));
  return { inputs: components.filter(isInput), outputs, locals, variables: inOrder([...outputs, ...locals]) };
}

function inOrder(members: readonly Member<ComponentSyntax>[]): readonly Member<ComponentSyntax>[] {
  const byName = new Map(members.map((member) => [member.name, member]));
  const ordered = new Set<Member<ComponentSyntax>>();
  const begun = new Set<Member<ComponentSyntax>>();
  const add = (member: Member<ComponentSyntax>): void => {
    if (begun.has(member)) return;
    begun.add(member);
    const names = new Set<string>();
    collectNames([member.modifier.binding?.expression, member.element.modification, member.element.dimensions], names);
    for (const name of names) {
      const other = byName.get(name);
      if (other !== undefined) add(other);
    }
    ordered.add(member);
  };
  for (const member of members) add(member);
  return [...ordered];
}

/** First parts of all names in a piece of syntax. */
function collectNames(syntax: unknown, names: Set<string>): void {
  if (Array.isArray(syntax)) for (const item of syntax) collectNames(item, names);
  else if (typeof syntax === "object" && syntax !== null) {
    const { kind, parts } = syntax as { kind?: string; parts?: readonly { readonly name: string }[] };
    if (kind === "reference" && parts?.[0] !== undefined) names.add(parts[0].name);
    for (const value of Object.values(syntax)) collectNames(value, names);
  }
}

export function isKnown(value: Value): boolean {
  if (value.kind === "Function") return value.given.every((item) => isKnown(item.value));
  if (value.kind === "Record") return value.elements.every((fields) => [...fields.values()].every(isKnown));
  return value.elements.every(({ op }) => op === "num" || op === "str" || op === "obj");
}

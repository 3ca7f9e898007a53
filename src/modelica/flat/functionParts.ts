/** Inputs, outputs and variables of a function; what it takes to run one. */
import { type ClassInstance, isComponentMember, type Member, type Value } from "../model.ts";
import type { ComponentSyntax } from "../syntax/ast.ts";

/** Thrown when a function cannot be executed with what is known. */
export class NotExecutable extends Error {}

export interface FunctionParts {
  readonly inputs: readonly Member<ComponentSyntax>[];
  readonly outputs: readonly Member<ComponentSyntax>[];
  readonly locals: readonly Member<ComponentSyntax>[];
}

export function functionParts(cls: ClassInstance): FunctionParts {
  const components = cls.members.filter(isComponentMember);
  const isInput = ({ element, isProtected }: Member<ComponentSyntax>): boolean =>
    element.causality === "input" && !isProtected;
  const isOutput = ({ element }: Member<ComponentSyntax>): boolean => element.causality === "output";
  return {
    inputs: components.filter(isInput),
    outputs: components.filter(isOutput),
    locals: components.filter((member) => !isInput(member) && !isOutput(member)),
  };
}

export function isKnown(value: Value): boolean {
  if (value.kind === "Function") return value.given.every((item) => isKnown(item.value));
  if (value.kind === "Record") return value.elements.every((fields) => [...fields.values()].every(isKnown));
  return value.elements.every(({ op }) => op === "num" || op === "str" || op === "obj");
}

/** The models of a package that say how they want to be simulated. */
import { experimentOf } from "./experiment.ts";
import type { ClassElementSyntax, ClassSyntax } from "./syntax/ast.ts";

export interface TestModel {
  readonly name: string;
  /** Why its file cannot be read; then it is not known what is in there. */
  readonly fault: unknown;
}

const simulated = new Set<string>(["model", "block", "class"]);

/** In the order of the text. A file that cannot be parsed is one entry with its fault. */
export function testModelsOf(syntax: ClassSyntax, name: string): TestModel[] {
  const { restriction, isPartial, body } = syntax;
  const found: TestModel[] = [];
  if (simulated.has(restriction) && !isPartial && experimentOf({ syntax }).isGiven)
    found.push({ name, fault: undefined });
  if (body.kind !== "long") return found;
  for (const element of body.elements) {
    if (element.kind !== "class") continue;
    const inner = `${name}.${element.name}`;
    const definition = definitionOf(element);
    if ("fault" in definition) found.push({ name: inner, fault: definition.fault });
    else found.push(...testModelsOf(definition.syntax, inner));
  }
  return found;
}

function definitionOf(element: ClassElementSyntax): { syntax: ClassSyntax } | { fault: unknown } {
  try {
    return { syntax: element.definition };
  } catch (fault) {
    return { fault };
  }
}

/** Names that statements assign. */
import type { ClassInstance } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { Reference, StatementSyntax } from "../syntax/ast.ts";

export interface AssignedName {
  readonly reference: Reference;
  /** A when statement assigns it. */
  readonly inWhen: boolean;
}

/** Refuses assignments to the variable of a loop around. */
export function assignedNames(cls: ClassInstance, statements: readonly StatementSyntax[]): Map<string, AssignedName> {
  const found = new Map<string, AssignedName>();
  collect(cls, statements, false, [], found);
  return found;
}

function collect(
  cls: ClassInstance,
  list: readonly StatementSyntax[],
  inWhen: boolean,
  loops: readonly string[],
  found: Map<string, AssignedName>,
): void {
  const note = (reference: Reference): void => {
    const name = reference.parts[0]!.name;
    if (loops.includes(name)) throw loopVariable(cls, reference, name);
    const known = found.get(name);
    found.set(name, { reference, inWhen: inWhen || known?.inWhen === true });
  };
  for (const statement of list) {
    switch (statement.kind) {
      case "assign":
        note(statement.target);
        break;
      case "assignTuple":
        for (const target of statement.targets) if (target !== undefined) note(target);
        break;
      case "for":
        collect(cls, statement.body, inWhen, [...loops, ...statement.iterators.map(({ name }) => name)], found);
        break;
      case "while":
        collect(cls, statement.body, inWhen, loops, found);
        break;
      case "if":
      case "when":
        for (const branch of statement.branches)
          collect(cls, branch.body, inWhen || statement.kind === "when", loops, found);
        if (statement.kind === "if") collect(cls, statement.otherwise ?? [], inWhen, loops, found);
        break;
      default:
        break;
    }
  }
}

function loopVariable(cls: ClassInstance, reference: Reference, name: string): Error {
  return modelicaError("E-MODELICA-ASSIGN", `"${name}" cannot be assigned.`, cls.placeOf(reference), {
    ...(cls.root.path !== "" && { path: cls.root.path }),
    because: "it is the variable of the loop around, which its range alone changes",
    hint: "assign to another variable, or write a while loop",
    data: { name },
  });
}

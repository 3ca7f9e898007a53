/** Names that statements assign. */
import type { Reference, StatementSyntax } from "../syntax/ast.ts";

export interface AssignedName {
  readonly reference: Reference;
  /** A when statement assigns it. */
  readonly inWhen: boolean;
}

export function assignedNames(statements: readonly StatementSyntax[]): Map<string, AssignedName> {
  const found = new Map<string, AssignedName>();
  collect(statements, false, found);
  return found;
}

function collect(list: readonly StatementSyntax[], inWhen: boolean, found: Map<string, AssignedName>): void {
  const note = (reference: Reference): void => {
    const name = reference.parts[0]!.name;
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
      case "while":
        collect(statement.body, inWhen, found);
        break;
      case "if":
      case "when":
        for (const branch of statement.branches) collect(branch.body, inWhen || statement.kind === "when", found);
        if (statement.kind === "if") collect(statement.otherwise ?? [], inWhen, found);
        break;
      default:
        break;
    }
  }
}

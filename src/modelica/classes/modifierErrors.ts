/** Modifications of what its class keeps to itself. */
import type { ClassInstance, Modifier } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import { firstScope } from "./modifier.ts";

/** `cls` hides the element. */
export function hiddenElement(cls: ClassInstance, name: string, modifier: Modifier): Error {
  const scope = firstScope(modifier)?.scope.cls;
  return modelicaError(
    "E-MODELICA-MODIFIER",
    `"${name}" is protected and cannot be modified from outside.`,
    scope && { file: scope.syntax.file, at: modifier.at },
    {
      ...(cls.path !== "" && { path: cls.path }),
      because: `"${cls.qualifiedName}" hides it`,
      hint: "modify a public parameter, or extend the class and modify it there",
      data: { name },
    },
  );
}

/** The redeclaration stands in `scope`. */
export function notReplaceable(cls: ClassInstance, name: string, scope: ClassInstance, at: number): Error {
  return modelicaError(
    "E-MODELICA-MODIFIER",
    `"${name}" cannot be redeclared.`,
    { file: scope.syntax.file, at },
    {
      ...(cls.root.path !== "" && { path: cls.root.path }),
      because: `"${cls.qualifiedName}" does not declare it as replaceable`,
      hint: "write replaceable in front of its declaration, or modify it without redeclare",
      data: { name },
    },
  );
}

/** `annotation(derivative(noDerivative = x) = df)` */
import { findClass } from "../classes/lookup.ts";
import type { ClassInstance } from "../model.ts";
import { annotationsNamed } from "../syntax/annotations.ts";
import type { Expression } from "../syntax/ast.ts";

/** The function that the annotation names for the derivative of that order, and the inputs that it does not differentiate. */
export function annotatedDerivative(
  cls: ClassInstance,
  order: 1 | 2,
): { derived: ClassInstance; ignored: ReadonlySet<string> } | undefined {
  for (const base of [...cls.lineage].reverse()) {
    for (const { modification } of annotationsNamed(base.syntax.file, base.syntax.annotation, "derivative")) {
      const binding = modification?.binding;
      if (binding === undefined || binding.kind !== "reference") continue;
      const options = modification!.entries;
      const given = options.find(({ path }) => path[0] === "order")?.modification?.binding;
      if ((given?.kind === "number" ? given.value : 1) !== order) continue;
      if (options.some(({ path }) => path[0] === "zeroDerivative")) continue;
      const ignored = options
        .filter(({ path }) => path[0] === "noDerivative")
        .map(({ modification: inner }) => nameOf(inner?.binding));
      return { derived: findClass(base, binding), ignored: new Set(ignored) };
    }
  }
  return undefined;
}

function nameOf(e: Expression | undefined): string {
  return e?.kind === "reference" ? e.parts[0]!.name : "";
}

/** Elements of one name that a class declares and inherits, or inherits from several bases, are one if they are declared alike [Modelica 7.1]. */
import { isComponentMember, type Member } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ClassSyntax, ComponentSyntax, ElementSyntax } from "../syntax/ast.ts";

/** `known`: what counts; `member`: what another class declares with the name, as `element` if nothing redeclares it. */
export function checkSame(
  { syntax }: { readonly syntax: ClassSyntax },
  known: Member,
  member: Member,
  element: ElementSyntax,
): void {
  if (!isComponentMember(known) || !isComponentMember(member) || element.kind !== "component") return;
  // what is redeclared is as the redeclaration says
  if (member.element !== element || known.replaced !== undefined || known.element === element) return;
  if (known.element.isRedeclare || textOf(known.element) === textOf(element)) return;
  throw modelicaError(
    "E-MODELICA-TWICE",
    `"${element.name}" is declared in two ways.`,
    { file: known.scope.syntax.file, at: known.element.at },
    {
      because: `the declaration in "${syntax.name}" is inherited, and is not the same`,
      hint: "remove one of them, change the value by a modification of the extends clause, or redeclare what is replaceable",
      data: { name: element.name },
    },
  );
}

/** What does not count: places, descriptions, who sees it, that it may be replaced. */
const left: ReadonlySet<string> = new Set([
  "at",
  "description",
  "annotation",
  "isProtected",
  "isReplaceable",
  "constrainedBy",
]);

/** Deviation: attributes and inner modifications may differ, as in the fittings of Modelica.Fluid 4.1.0; those of the first declaration hold. */
function textOf(element: ComponentSyntax): string {
  const declared = { ...element, modification: element.modification?.binding };
  return JSON.stringify(declared, (key, value: unknown) => (left.has(key) ? undefined : value));
}

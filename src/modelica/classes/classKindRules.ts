/** What classes of each kind may contain and extend (Modelica 3.6, sections 4.6 and 7.1.3). */
import type { ClassInstance } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ClassSyntax, ComponentSyntax, LongBody, Restriction } from "../syntax/ast.ts";

/** What a class of a kind may extend beside its own kind and what is declared as "class". */
const furtherBases: Readonly<Record<Restriction, readonly Restriction[]>> = {
  class: ["model", "block", "connector", "record", "type", "package", "function"],
  model: ["block", "record"],
  block: ["record"],
  connector: ["record", "type"],
  record: [],
  type: [],
  package: [],
  function: [],
  operator: [],
};

const checked = new WeakSet<ClassSyntax>();

/** Refuses sections and elements that the kind of a class does not have. */
export function checkContent(cls: ClassInstance): void {
  const { syntax } = cls;
  const { body, restriction } = syntax;
  if (body.kind !== "long" || checked.has(syntax)) return;
  if (restriction === "record" || restriction === "connector") checkPlain(cls, body);
  if (restriction === "operator")
    for (const element of body.elements)
      if (element.kind === "component")
        throw refused(cls, element.at, `has the component "${element.name}"`, "an operator contains functions alone");
  checked.add(syntax);
}

/** Records and connectors hold data: public components, without behaviour. */
function checkPlain(cls: ClassInstance, body: LongBody): void {
  const { restriction } = cls.syntax;
  const statement = [...body.algorithms, ...body.initialAlgorithms].flat()[0];
  const behaviour = body.equations[0] ?? body.initialEquations[0] ?? statement;
  if (behaviour !== undefined)
    throw refused(
      cls,
      behaviour.at,
      behaviour === statement ? "has an algorithm section" : "has equations",
      `write them in a model that has the ${restriction} as a component`,
    );
  for (const element of body.elements) {
    if (element.isProtected)
      throw refused(cls, element.at, "has a protected section", `all elements of a ${restriction} are public`);
    if (element.kind !== "component") continue;
    if (cls.syntax.isExpandable && element.flow !== "")
      throw refused(
        cls,
        element.at,
        `declares "${element.name}" as ${element.flow}`,
        "put it into a connector that the expandable one contains",
      );
    const prefix = forbiddenPrefix(restriction, element);
    if (prefix !== undefined)
      throw refused(cls, element.at, `declares "${element.name}" as ${prefix}`, `leave the word ${prefix} out`);
  }
}

function forbiddenPrefix(
  restriction: Restriction,
  { isInner, isOuter, causality, flow }: ComponentSyntax,
): string | undefined {
  if (isInner) return "inner";
  if (isOuter) return "outer";
  if (restriction !== "record") return undefined;
  return [causality, flow].find((prefix) => prefix !== "");
}

/** Refuses a base class of a kind that a class cannot extend; `at`: the name of the base. */
export function checkBase(cls: ClassInstance, base: ClassInstance, at: number): void {
  const [own, other] = [cls.syntax, base.syntax];
  if (isPlainOperatorRecord(other) && own.body.kind === "long")
    throw refused(
      cls,
      at,
      `extends the operator record "${base.qualifiedName}"`,
      "its operators know the record itself: write operator record A = B(…) for one with other attributes",
    );
  const isFit =
    own.restriction === other.restriction ||
    other.restriction === "class" ||
    isIcon(other) ||
    furtherBases[own.restriction].includes(other.restriction);
  if (!isFit)
    throw refused(
      cls,
      at,
      `extends the ${kindText(other)} "${base.qualifiedName}"`,
      `a ${kindText(own)} extends ${listOf([own.restriction, ...furtherBases[own.restriction]])}`,
    );
}

/** An icon: a class with a picture and nothing else, which is extended by classes of any kind in libraries. */
function isIcon({ body, restriction }: ClassSyntax): boolean {
  if (body.kind !== "long" || restriction === "function" || restriction === "operator") return false;
  const { elements, equations, initialEquations, algorithms, initialAlgorithms } = body;
  return [elements, equations, initialEquations, algorithms, initialAlgorithms].flat(2).length === 0;
}

function isPlainOperatorRecord({ isOperator, restriction }: ClassSyntax): boolean {
  return isOperator && restriction === "record";
}

function kindText({ isOperator, restriction }: ClassSyntax): string {
  return isOperator && restriction !== "operator" ? `operator ${restriction}` : restriction;
}

function listOf(kinds: readonly string[]): string {
  const texts = kinds.map((kind) => `${kind === "operator" ? "an" : "a"} ${kind}`);
  return texts.length === 1 ? texts[0]! : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}

function refused(cls: ClassInstance, at: number, what: string, hint: string): Error {
  return modelicaError(
    "E-MODELICA-KIND",
    `The ${kindText(cls.syntax)} "${cls.qualifiedName}" ${what}.`,
    cls.placeOf({ at }),
    { hint },
  );
}

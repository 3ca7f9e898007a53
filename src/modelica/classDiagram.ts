/**
 * What a diagram shows of a class: its components with their icons, connectors, values and places, and its connections with their lines.
 * Places are those of the annotations `Placement` and `Line`, in their coordinates. A component whose class cannot be found is there
 * without connectors: a text that is being written has such.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { findClass } from "./classes/lookup.ts";
import { asList, type ClassIcon, classIcon, type IconPoint, nested, numberOf, pointsOf } from "./classIcon.ts";
import { type ClassInstance, isComponentMember, type Member } from "./model.ts";
import { annotationsNamed } from "./syntax/annotations.ts";
import type { ComponentSyntax, Expression, ModifierSyntax, Reference } from "./syntax/ast.ts";

/** Two corners of the unturned icon about `origin`, by how many degrees it is turned counterclockwise; swapped corners mirror it. */
export interface IconPlace {
  readonly extent: readonly [IconPoint, IconPoint];
  readonly origin: IconPoint;
  readonly rotation: number;
}

export interface ClassConnector {
  readonly name: string;
  /** Full name of its class; undefined for an array of connectors. */
  readonly type?: string;
  /** What may be connected: the unit that flows, the names inside where there are more, or a kind of signal. */
  readonly domain: string;
  readonly direction: "input" | "output" | "both";
  /** Names in the component with their units. */
  readonly variables: readonly (readonly [name: string, unit: string])[];
  /** In the icon of the component. */
  readonly place: IconPlace | undefined;
}

export interface ClassParameter {
  readonly name: string;
  /** undefined: an expression. */
  readonly value: number | undefined;
  readonly unit: string;
  readonly description: string;
  /** Of a vector with three elements that are numbers. */
  readonly values?: readonly number[];
  readonly min?: number;
  readonly max?: number;
}

export interface ClassComponent {
  readonly name: string;
  /** Full name of its class; as it is written where that is unknown. */
  readonly type: string;
  readonly description: string;
  readonly icon: ClassIcon;
  readonly connectors: readonly ClassConnector[];
  readonly parameters: readonly ClassParameter[];
  readonly place: IconPlace | undefined;
  /** It is declared in a base. */
  readonly isInherited: boolean;
  readonly inside?: ClassDiagram;
}

/** What a class says of every component of it. */
export type ClassAsComponent = Omit<ClassComponent, "name" | "place" | "isInherited" | "inside">;

export interface ClassLine {
  readonly first: string;
  readonly other: string;
  /** From end to end; empty where the text says nothing. */
  readonly points: readonly IconPoint[];
}

export interface ClassDiagram {
  readonly components: readonly ClassComponent[];
  readonly lines: readonly ClassLine[];
}

/** Deeper than anybody opens, and more components than anybody reads. */
const deepest = 2;
const mostComponents = 1000;
const parts: ReadonlySet<string> = new Set(["model", "block", "class", "connector"]);
const noIcon: ClassIcon = {
  extent: [
    [-100, -100],
    [100, 100],
  ],
  shapes: [],
};

export function classDiagram(cls: ClassInstance): ClassDiagram {
  return diagramOf(cls, deepest, { count: mostComponents });
}

/** A component of the class, as it would be with the values of the class itself. */
export function classAsComponent(cls: ClassInstance): ClassAsComponent {
  const { qualifiedName: type, syntax } = cls;
  return {
    type,
    description: syntax.description,
    icon: classIcon(cls),
    connectors: connectorsOf(cls),
    parameters: parametersOf(cls),
  };
}

function diagramOf(cls: ClassInstance, depth: number, budget: { count: number }): ClassDiagram {
  const components: ClassComponent[] = [];
  for (const member of cls.members) {
    if (!isComponentMember(member) || !isPresent(member, cls)) continue;
    const component = componentOf(member, cls, depth, budget);
    if (component === undefined || budget.count <= 0) continue;
    budget.count--;
    components.push(component);
  }
  return { components, lines: linesOf(cls) };
}

function componentOf(
  member: Member<ComponentSyntax>,
  owner: ClassInstance,
  depth: number,
  budget: { count: number },
): ClassComponent | undefined {
  const { element, name, scope } = member;
  const common = {
    name,
    description: element.description,
    place: placeOf(member, "transformation"),
    isInherited: scope.syntax !== owner.syntax,
  };
  const type = typeOf(member);
  if (type === undefined)
    return { ...common, type: nameOf(element.type), icon: noIcon, connectors: [], parameters: [] };
  const { restriction } = type.syntax;
  const isPart = parts.has(restriction) && (type.builtIn === undefined || restriction === "connector");
  // records and values stand in diagrams where somebody has put them
  if (!isPart && (common.place === undefined || type.builtIn !== undefined)) return undefined;
  const inside = depth > 0 && restriction !== "connector" ? diagramOf(type, depth - 1, budget) : undefined;
  const described = classAsComponent(type);
  return {
    ...described,
    ...common,
    description: common.description || described.description,
    ...(inside?.components.some(({ connectors }) => connectors.some((own) => own.name !== "")) && { inside }),
  };
}

function connectorsOf(cls: ClassInstance): ClassConnector[] {
  if (cls.syntax.restriction === "connector") return [connectorOf("", cls, undefined)];
  return cls.members.flatMap((member) => {
    if (!isComponentMember(member) || member.isProtected || !isPresent(member, cls)) return [];
    const type = typeOf(member);
    if (type?.syntax.restriction !== "connector") return [];
    const connector = connectorOf(member.name, type, placeOf(member, "iconTransformation"));
    return [member.element.dimensions.length > 0 ? connector : { ...connector, type: type.qualifiedName }];
  });
}

function connectorOf(name: string, type: ClassInstance, place: IconPlace | undefined): ClassConnector {
  const causality = type.lineage.map(({ syntax: { body } }) => (body.kind === "short" ? body.causality : ""));
  const { builtIn } = type;
  if (builtIn !== undefined) {
    const direction = causality.find((word) => word !== "") || "both";
    const domain = builtIn === "Real" ? "signal" : `${builtIn} signal`;
    return { name, domain, direction: direction || "both", variables: [[name, unitOf(type)]], place };
  }
  const inner = type.members.filter(isComponentMember);
  const prefix = name === "" ? "" : `${name}.`;
  const variables = inner.flatMap((member): (readonly [string, string])[] => {
    const own = typeOf(member);
    const isScalar = own?.builtIn === "Real" && member.element.dimensions.length === 0;
    return isScalar ? [[`${prefix}${member.name}`, unitOf(own)]] : [];
  });
  const flows = inner.filter(({ element }) => element.flow === "flow");
  const unit = flows.length === 1 && inner.length === 2 ? unitOf(typeOf(flows[0]!)) : "";
  const domain =
    unit === ""
      ? inner
          .map((member) => member.name)
          .sort()
          .join(", ")
      : unit;
  return { name, domain: domain || type.qualifiedName, direction: "both", variables, place };
}

function parametersOf(cls: ClassInstance): ClassParameter[] {
  if (cls.builtIn !== undefined) return [];
  return cls.members.flatMap((member): ClassParameter[] => {
    if (!isComponentMember(member) || member.isProtected) return [];
    const { element, modifier } = member;
    if (element.variability !== "parameter" || element.isFinal || element.dimensions.length > 1) return [];
    const type = typeOf(member);
    if (type === undefined || (type.builtIn !== "Real" && type.builtIn !== "Integer")) return [];
    const attribute = (name: string): number | undefined =>
      numberOf(scalarOf(type).modifier.entries.get(name)?.binding?.expression);
    const [value, min, max] = [modifier.binding?.expression, attribute("min"), attribute("max")];
    const values = threeNumbers(value ?? scalarOf(type).modifier.entries.get("start")?.binding?.expression);
    if (values !== undefined)
      return [{ name: member.name, value: undefined, values, unit: unitOf(type), description: element.description }];
    // lists of other lengths are written in the text
    if (element.dimensions.length > 0 && numberOf(element.dimensions[0]) !== 3) return [];
    return [
      {
        name: member.name,
        value: value === undefined && element.dimensions.length === 0 ? (attribute("start") ?? 0) : numberOf(value),
        unit: unitOf(type),
        description: element.description,
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
      },
    ];
  });
}

function threeNumbers(expression: Expression | undefined): readonly number[] | undefined {
  if (expression?.kind !== "array" || expression.items.length !== 3) return undefined;
  const numbers = expression.items.map(numberOf);
  return numbers.every((item) => item !== undefined) ? numbers : undefined;
}

function linesOf(cls: ClassInstance): ClassLine[] {
  return cls.lineage.flatMap(({ syntax: { body, file } }) => {
    if (body.kind !== "long") return [];
    return body.equations.flatMap((equation) => {
      if (equation.kind !== "connect") return [];
      const [line] = annotationsNamed(file, equation.annotation, "Line");
      const points = pointsOf(entryIn(line, "points"));
      return [{ first: endText(equation.left), other: endText(equation.right), points }];
    });
  });
}

/** The class of a component with its modifications; undefined where it cannot be found. */
function typeOf({ scope, element, modifier }: Member<ComponentSyntax>): ClassInstance | undefined {
  try {
    const found = findClass(scope, element.type, modifier);
    // what is wrong inside is told by the translation
    void found.members;
    return found;
  } catch (error) {
    if (error instanceof RattlebackError) return undefined;
    throw error;
  }
}

/** The predefined type at the end of a type, which has its attributes. */
function scalarOf(type: ClassInstance): ClassInstance {
  let at = type;
  for (let base = at.bases[0]; base !== undefined; base = at.bases[0]) at = base;
  return at;
}

function unitOf(type: ClassInstance | undefined): string {
  const unit = type && scalarOf(type).modifier.entries.get("unit")?.binding?.expression;
  return unit?.kind === "string" ? unit.value : "";
}

/** false for a condition that is plainly false; what has to be computed is shown. */
function isPresent({ element: { condition } }: Member<ComponentSyntax>, owner: ClassInstance): boolean {
  return condition === undefined || truthOf(condition, owner) !== false;
}

function truthOf(expression: Expression | undefined, owner: ClassInstance): boolean | undefined {
  if (expression?.kind === "boolean") return expression.value;
  if (expression?.kind === "unary" && expression.operator === "not") {
    const value = truthOf(expression.operand, owner);
    return value === undefined ? undefined : !value;
  }
  if (expression?.kind !== "reference" || expression.parts.length !== 1) return undefined;
  const given = owner.member(expression.parts[0]!.name)?.modifier.binding;
  return given?.expression.kind === "boolean" ? given.expression.value : undefined;
}

/** `transformation` in the diagram, `iconTransformation` in the icon, which is the same where nothing else is said. */
function placeOf({ element, scope }: Member<ComponentSyntax>, kind: string): IconPlace | undefined {
  const [placement] = annotationsNamed(scope.syntax.file, element.annotation, "Placement");
  const entries = placement?.modification?.entries ?? [];
  const named = [kind, "transformation"].find((name) => entries.some(({ path }) => path[0] === name));
  if (named === undefined) return undefined;
  const [first, second] = pointsOf(nested(entries, named, "extent"));
  if (first === undefined || second === undefined) return undefined;
  return {
    extent: [first, second],
    origin: pointsOf(asList(nested(entries, named, "origin")))[0] ?? [0, 0],
    rotation: numberOf(nested(entries, named, "rotation")) ?? 0,
  };
}

function entryIn(modifier: ModifierSyntax | undefined, name: string): Expression | undefined {
  return modifier?.modification?.entries.find(({ path }) => path[0] === name)?.modification?.binding;
}

function nameOf(reference: Reference): string {
  return reference.parts.map(({ name }) => name).join(".");
}

/** `a.b[2]`; what is computed in brackets is left out. */
function endText({ parts: names }: Reference): string {
  return names
    .map(({ name, subscripts }) => {
      const numbers = subscripts.map(numberOf);
      return numbers.length > 0 && numbers.every((value) => value !== undefined)
        ? `${name}[${numbers.join(",")}]`
        : name;
    })
    .join(".");
}

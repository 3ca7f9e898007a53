/** Components of an instance: types and sizes are found when a component is first asked for. */
import { findClass } from "../classes/lookup.ts";
import { elementModifier, raised } from "../classes/modifier.ts";
import {
  type Binding,
  type ClassInstance,
  type ComponentNode,
  type Constraint,
  isComponentMember,
  type Member,
  type Modifier,
  type Value,
  type Variability,
} from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ComponentSyntax } from "../syntax/ast.ts";
import { sizeOf } from "../values/value.ts";
import { type Dimension, scalarType, typeDimensions } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { checkInner } from "./innerElements.ts";

/** Components with parts that a model may have: each takes about a millisecond and ten kilobytes. */
export const mostInstances = 100_000;

export function tooManyInstances(node: ComponentNode): Error {
  return modelicaError(
    "E-MODELICA-SIZE",
    `"${node.path}" makes more than ${mostInstances} components.`,
    node.member.scope.placeOf(node.member.element),
    {
      path: node.path,
      hint: "check the sizes of arrays of components; a loop over an array of numbers takes far less",
    },
  );
}

export class Component implements ComponentNode {
  readonly name: string;
  readonly path: string;
  readonly owner: ClassInstance;
  readonly member: Member<ComponentSyntax>;
  readonly variability: Variability;
  readonly flow: "flow" | "stream" | "";
  readonly causality: "input" | "output" | "";
  /** The type with all modifications of the component. */
  readonly type: ClassInstance;
  /** Predefined type or enumeration at the end of the type, with the attributes as its modifications. */
  readonly scalar: ClassInstance | undefined;
  readonly lowering: Lowering;
  private dimensions: readonly number[] | undefined;
  private parts: readonly ClassInstance[] | undefined;
  /** Set while its size is computed. */
  private isSizing = false;
  private isReadingValue = false;
  /** Value once made (variables.ts). */
  value: Value | undefined;
  isMaking = false;

  constructor(lowering: Lowering, owner: ClassInstance, member: Member<ComponentSyntax>) {
    const { element } = member;
    this.lowering = lowering;
    this.owner = owner;
    this.member = member;
    this.name = element.name;
    this.path = owner.path === "" ? element.name : `${owner.path}.${element.name}`;
    this.type = findClass(member.scope, element.type, raised({ ...member.modifier, redeclaration: undefined }));
    this.scalar = scalarType(this.type);
    if (member.constraint !== undefined) checkConstraint(this.path, this.type, member, member.constraint);
    const outer = owner.owner;
    const short = shortPrefixes(this.type);
    this.flow = element.flow !== "" ? element.flow : short.flow !== "" ? short.flow : (outer?.flow ?? "");
    this.causality =
      element.causality !== ""
        ? element.causality
        : short.causality !== ""
          ? short.causality
          : (outer?.causality ?? "");
    const own: Variability | "" = element.variability;
    const inherited = outer?.variability ?? "continuous";
    this.variability =
      inherited === "constant" || own === "constant"
        ? "constant"
        : inherited === "parameter" || own === "parameter"
          ? "parameter"
          : own === "discrete" || inherited === "discrete"
            ? "discrete"
            : "continuous";
  }

  /** Modification of the scalar type: attributes and binding. */
  get modifier(): Modifier {
    return (this.scalar ?? this.type).modifier;
  }

  get binding(): Binding | undefined {
    return this.modifier.binding;
  }

  private boundShape(): readonly number[] | undefined {
    if (this.isReadingValue) return undefined;
    this.isReadingValue = true;
    try {
      return this.lowering.bindingValue(this)?.shape;
    } finally {
      this.isReadingValue = false;
    }
  }

  get shape(): readonly number[] {
    if (this.dimensions === undefined) {
      // A[:, size(A, 1)]: the value tells
      const bound = this.isSizing ? this.boundShape() : undefined;
      if (bound !== undefined) return bound;
      if (this.isSizing)
        throw modelicaError(
          "E-MODELICA-SIZE",
          `The size of "${this.path}" depends on itself.`,
          this.member.scope.placeOf(this.member.element),
          {
            path: this.path,
            hint: "give one of the sizes involved as a number",
          },
        );
      this.isSizing = true;
      try {
        this.dimensions = this.lowering.sizes(this, allDimensions(this));
      } finally {
        this.isSizing = false;
      }
    }
    return this.dimensions;
  }

  /** Instances of the class, one per element of an array, row by row. */
  get instances(): readonly ClassInstance[] {
    if (this.parts === undefined) {
      const { shape } = this;
      const count = sizeOf(shape);
      if (count > mostInstances) throw tooManyInstances(this);
      const list: ClassInstance[] = [];
      for (let i = 0; i < count; i++) {
        const index = indexOf(shape, i);
        const instance =
          shape.length === 0
            ? this.type
            : findClass(
                this.member.scope,
                this.member.element.type,
                raised(elementModifier({ ...this.member.modifier, redeclaration: undefined }, index, shape)),
              );
        instance.isModel = true;
        instance.owner = this;
        instance.path = shape.length === 0 ? this.path : `${this.path}[${index.join(",")}]`;
        list.push(instance);
      }
      this.parts = list;
    }
    return this.parts;
  }
}

/** A class that replaces another has its public elements. */
function checkConstraint(
  path: string,
  type: ClassInstance,
  { scope, element }: Member<ComponentSyntax>,
  constraint: Constraint,
): void {
  const wanted = findClass(constraint.scope, constraint.type);
  const missing = wanted.members.find(({ name, isProtected }) => !isProtected && type.member(name) === undefined);
  if (missing === undefined) return;
  throw modelicaError(
    "E-MODELICA-TYPE",
    `"${path}" is redeclared with a class that does not fit.`,
    scope.placeOf(element),
    {
      path,
      because: `"${type.qualifiedName}" has no "${missing.name}", which "${wanted.qualifiedName}" has`,
      hint: `redeclare it with a class that extends "${wanted.qualifiedName}"`,
      data: { name: missing.name },
    },
  );
}

/** The indices (from 1) of element `i` of an array. */
export function indexOf(shape: readonly number[], i: number): number[] {
  const index: number[] = [];
  for (let k = shape.length - 1; k >= 0; k--) {
    index.unshift((i % shape[k]!) + 1);
    i = Math.floor(i / shape[k]!);
  }
  return index;
}

function shortPrefixes(cls: ClassInstance): { flow: "flow" | "stream" | ""; causality: "input" | "output" | "" } {
  let [flow, causality] = ["", ""] as ["flow" | "stream" | "", "input" | "output" | ""];
  for (let at: ClassInstance | undefined = cls; at !== undefined; at = at.bases[0]) {
    const { body } = at.syntax;
    if (body.kind !== "short") break;
    if (flow === "") flow = body.flow;
    if (causality === "") causality = body.causality;
  }
  return { flow, causality };
}

/** Dimensions of the declaration, then those that its type has. */
export function allDimensions({ member, type }: ComponentNode): Dimension[] {
  const own = member.element.dimensions.map((expression) => ({ expression, scope: member.scope }));
  return [...own, ...typeDimensions(type)];
}

/** The component of an instance or package, or what it stands for when it is `outer`. */
export function componentOf(lowering: Lowering, owner: ClassInstance, name: string): ComponentNode | undefined {
  const root = owner.root;
  let node = root.components.get(name);
  if (node !== undefined) return node;
  const member = root.member(name);
  if (member === undefined || !isComponentMember(member)) return undefined;
  const begun = beingMade.get(root) ?? new Set();
  beingMade.set(root, begun);
  if (begun.has(name)) throw typeOfItself(root, member);
  begun.add(name);
  try {
    const isElsewhere = member.element.isOuter && !member.element.isInner;
    node = isElsewhere ? findInner(lowering, root, member) : new Component(lowering, root, member);
  } finally {
    begun.delete(name);
  }
  root.components.set(name, node);
  return node;
}

/** Components whose type is looked for. */
const beingMade = new WeakMap<ClassInstance, Set<string>>();

function typeOfItself(root: ClassInstance, { element, scope }: Member<ComponentSyntax>): Error {
  return modelicaError(
    "E-MODELICA-NAME",
    `The type of "${element.name}" leads back to itself.`,
    scope.placeOf(element),
    {
      ...(root.path !== "" && { path: root.path }),
      because: `"${element.type.parts[0]!.name}" is a component here, which hides a class of that name`,
      hint: "give the component another name, or write the name of the class with its package",
    },
  );
}

/** The nearest inner declaration around an instance. */
export function findInner(lowering: Lowering, from: ClassInstance, member: Member<ComponentSyntax>): ComponentNode {
  for (let at = from.owner?.owner; at !== undefined; at = at.owner?.owner) {
    const found = at.member(member.name);
    if (found === undefined || !isComponentMember(found) || !found.element.isInner) continue;
    const inner = componentOf(lowering, at, member.name)!;
    if (!member.element.isInner) checkInner(from, member, inner);
    return inner;
  }
  return lowering.missingInner(from, member);
}

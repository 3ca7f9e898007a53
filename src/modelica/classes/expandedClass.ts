/**
 * A class with its modifications, expanded: its own elements and those of its bases in one table.
 *
 * A base class in `extends` is an instance of its own, so that names in its text are looked up where it stands; but what they mean is
 * taken from the `root`, the class that inherits everything, where elements may be redeclared and modified. The root of an instance of a
 * model knows the components of that instance (components.ts).
 * Length   the class, and the steps of its expansion in their order
 */
import { listNames, suggestName } from "../../errors/nearestName.ts";
import type { ClassInstance, ComponentNode, Constraint, Member, Modifier, Scope, World } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ClassElementSyntax, ClassSyntax, ComponentSyntax, ElementSyntax, Reference } from "../syntax/ast.ts";
import { checkBase, checkContent } from "./classKindRules.ts";
import { checkSame } from "./inheritedTwice.ts";
import { LeftOut } from "./leftOut.ts";
import { findBase, findClass } from "./lookup.ts";
import { checkNotFinal, firstScope, makeModifier, merge, noModifier, supplement } from "./modifier.ts";
import { hiddenElement, notReplaceable } from "./modifierErrors.ts";

/** More than any library has: a class that extends itself. */
const deepestInheritance = 60;

export class ExpandedClass implements ClassInstance {
  readonly world: World;
  readonly syntax: ClassSyntax;
  readonly parent: ClassInstance | undefined;
  readonly modifier: Modifier;
  readonly weak: Modifier;
  readonly root: ExpandedClass;
  readonly scope: Scope;
  /** The member whose class it extends by `redeclare model extends`. */
  private readonly extended: Member | undefined;
  readonly bases: ExpandedClass[] = [];
  private readonly names = new Set<string>();
  private readonly table = new Map<string, Member>();
  /** What classes that inherit it do not want of it. */
  private leftOut = LeftOut.nothing;
  private order = new Set<string>();
  private isExpanded = false;
  private isExpanding = false;
  /** Components of this instance that were asked for (roots only). */
  readonly components = new Map<string, ComponentNode>();
  /** Path of the instance in the model, "" for the top; packages have none. */
  path = "";
  isModel = false;
  /** The component that this instance is, or is an element of. */
  owner: ComponentNode | undefined;

  constructor(
    world: World,
    syntax: ClassSyntax,
    parent: ClassInstance | undefined,
    modifier: Modifier,
    options: { root?: ClassInstance | undefined; weak?: Modifier; extended?: Member | undefined } = {},
  ) {
    this.world = world;
    this.syntax = syntax;
    this.parent = parent;
    this.modifier = modifier;
    this.root = (options.root as ExpandedClass | undefined) ?? this;
    this.weak = options.weak ?? noModifier;
    this.extended = options.extended;
    this.scope = { cls: this, locals: undefined };
  }

  /** `Modelica.Blocks.Sources.Sine` */
  get qualifiedName(): string {
    const parent = this.parent?.qualifiedName ?? "";
    return parent === "" ? this.syntax.name : `${parent}.${this.syntax.name}`;
  }

  /** All elements in the order of declaration. */
  get members(): Member[] {
    this.root.expand();
    return Array.from(this.root.order, (name) => this.root.table.get(name)!);
  }

  /** Element of this class or of its bases, as the root has it. */
  member(name: string): Member | undefined {
    this.root.expand();
    return this.names.has(name) ? this.root.table.get(name) : undefined;
  }

  /** An element that exists by connecting only. */
  addMember(member: Member): void {
    this.root.expand();
    this.names.add(member.name);
    this.root.names.add(member.name);
    this.root.table.set(member.name, member);
    this.root.order.add(member.name);
  }

  removeMember(name: string): void {
    this.root.expand();
    this.root.order.delete(name);
    this.root.table.delete(name);
    this.root.components.delete(name);
  }

  /** Name of a class whose bases are being read: only what is declared in its own text is sure. */
  get isOpen(): boolean {
    return this.root.isExpanding;
  }

  /** This and all bases, bases first. */
  get lineage(): ClassInstance[] {
    this.root.expand();
    return [...this.bases.flatMap((base) => base.lineage), this];
  }

  private expand(): void {
    if (this.isExpanded || this.isExpanding) return;
    this.isExpanding = true;
    try {
      this.order = this.collect(0);
      this.isExpanded = true;
    } finally {
      this.isExpanding = false;
    }
    this.checkNames(this.modifier);
    for (const [name, modifier] of this.modifier.entries)
      if (this.table.get(name)?.isProtected) throw hiddenElement(this, name, modifier);
  }

  isLeftOut(left: Reference, right: Reference): boolean {
    return this.leftOut.hasConnection(left, right);
  }

  /** Fills the table of the root; gives the names in order. */
  private collect(depth: number): Set<string> {
    const { syntax, world } = this;
    if (depth > deepestInheritance) throw this.cyclic();
    const { body } = syntax;
    checkContent(this);
    if (body.kind === "short") {
      const base = this.shortBase();
      checkBase(this, base, body.base.at);
      const order = this.inherit(base, depth);
      this.bases[0]!.checkNames(makeModifier(body.modification, (this.parent ?? this).scope));
      return order;
    }
    if (body.kind === "enumeration" || body.kind === "der") return new Set();
    this.leftOut.readEquations(body.equations);
    const order = new Set<string>();
    for (const element of body.elements) {
      if (element.kind === "extends" || element.isRedeclare) continue;
      if (element.kind === "component" && this.leftOut.hasComponent(element.name)) continue;
      if (this.names.has(element.name))
        throw modelicaError(
          "E-MODELICA-TWICE",
          `"${element.name}" is declared twice in "${syntax.name}".`,
          this.placeOf(element),
          { hint: "remove or rename one of the declarations" },
        );
      const member = this.ownMember(element);
      this.names.add(element.name);
      const known = this.root.table.get(element.name) ?? member;
      this.root.table.set(element.name, known);
      checkSame(this, known, member, element);
    }
    if (body.classExtends !== undefined) {
      if (this.extended === undefined)
        throw modelicaError("E-MODELICA-BASE", `"${syntax.name}" has nothing to extend.`, this.placeOf(syntax), {
          hint: `write redeclare ${syntax.restriction} extends ${syntax.name}, in a class that inherits a class of this name`,
        });
      const modifier = merge(this.modifier, makeModifier(body.classExtends.modification, this.scope));
      const extended = world.memberClass(this.extended as Member<ClassElementSyntax>, modifier, this.root);
      for (const name of this.inherit(extended, depth)) order.add(name);
    }
    for (const element of body.elements) {
      if (element.kind === "extends") {
        const given = makeModifier(element.modification, this.scope);
        const base = findBase(this, element.base, merge(this.modifier, given), this.root);
        checkBase(this, base, element.base.at);
        const leftOut = this.leftOut.and(element.breaks);
        const names = this.inherit(base, depth, leftOut);
        leftOut.checkUsed(element.breaks, this, base);
        this.bases.at(-1)!.checkNames(given, this.leftOut);
        for (const name of names) {
          order.add(name);
          if (!element.isProtected) continue;
          const member = this.root.table.get(name)!;
          if (!member.isProtected) this.root.table.set(name, { ...member, isProtected: true });
        }
      } else if (!element.isRedeclare && this.names.has(element.name)) order.add(element.name);
    }
    for (const element of body.elements) {
      if (element.kind === "extends" || !element.isRedeclare) continue;
      if (element.kind === "component" && this.leftOut.hasComponent(element.name)) continue;
      const replaced = this.root.table.get(element.name);
      if (replaced?.element.isReplaceable === false) throw notReplaceable(this, element.name, this, element.at);
      this.names.add(element.name);
      order.add(element.name);
      this.root.table.set(
        element.name,
        this.redeclared(element, this, replaced, this.modifier.entries.get(element.name)),
      );
    }
    return order;
  }

  private inherit(found: ClassInstance, depth: number, leftOut = this.leftOut): Set<string> {
    const base = found as ExpandedClass;
    base.leftOut = leftOut;
    this.bases.push(base);
    const names = base.collect(depth + 1);
    for (const name of base.names) this.names.add(name);
    return names;
  }

  private shortBase(): ClassInstance {
    const { body } = this.syntax;
    if (body.kind !== "short") throw new Error("not a short class");
    const around = this.parent ?? this;
    const modifier = merge(this.modifier, supplement(makeModifier(body.modification, around.scope), this.weak));
    return findClass(around, body.base, modifier, this.root);
  }

  private ownMember(element: ElementSyntax): Member {
    const outer = this.modifier.entries.get(element.name) ?? noModifier;
    const { redeclaration } = outer;
    const own = element.kind === "component" ? makeModifier(element.modification, this.scope) : noModifier;
    // those of the constraining clause hold for the declaration itself, too
    const weak =
      element.constrainedBy === undefined ? noModifier : makeModifier(element.constrainedBy.modification, this.scope);
    if (element.isFinal) checkNotFinal(element.name, outer, this.scope);
    const member: Member = {
      name: element.name,
      element,
      scope: this,
      modifier: merge(outer, element.kind === "component" ? supplement(own, weak) : own, element.name),
      weak: element.kind === "component" ? noModifier : weak,
      isProtected: element.isProtected,
      replaced: undefined,
      instance: undefined,
    };
    if (redeclaration === undefined) return member;
    if (!element.isReplaceable) throw notReplaceable(this, element.name, redeclaration.scope.cls, outer.at);
    return this.redeclared(redeclaration.element, redeclaration.scope.cls, member, outer);
  }

  /** The new element with the constraints and outer modifications of the old one. */
  private redeclared(
    element: ElementSyntax,
    scope: ClassInstance,
    replaced: Member | undefined,
    outer: Modifier | undefined,
  ): Member {
    const old = replaced?.element;
    const constraint = old?.constrainedBy;
    const weak =
      replaced === undefined
        ? noModifier
        : constraint !== undefined
          ? makeModifier(constraint.modification, replaced.scope.scope)
          : old!.kind === "component"
            ? makeModifier(old!.modification, replaced.scope.scope)
            : old!.definition.body.kind === "short"
              ? makeModifier(old!.definition.body.modification, replaced.scope.scope)
              : noModifier;
    const own = element.kind === "component" ? makeModifier(element.modification, scope.scope) : noModifier;
    const outerOnly: Modifier = outer === undefined ? noModifier : { ...outer, redeclaration: undefined };
    return {
      name: element.name,
      element: element.kind === "component" && old?.kind === "component" ? completed(element, old) : element,
      scope,
      modifier: element.kind === "component" ? merge(outerOnly, merge(own, weak)) : outerOnly,
      weak: element.kind === "component" ? noModifier : weak,
      isProtected: replaced?.isProtected ?? element.isProtected,
      ...(replaced !== undefined && old?.kind === "component" && { constraint: constraintOf(replaced, old) }),
      ...(element.kind === "component" &&
        element.condition === undefined &&
        replaced !== undefined && { conditionScope: replaced.conditionScope ?? replaced.scope }),
      replaced: element.kind === "class" ? replaced : undefined,
      instance: undefined,
    };
  }

  /** A modification must name something of this class. */
  private checkNames({ entries }: Modifier, leftOut = LeftOut.nothing): void {
    if (entries.size === 0 || this.isEnumeration || this.builtIn !== undefined) return;
    for (const [name, modifier] of entries) {
      if (this.names.has(name) || leftOut.hasComponent(name)) continue;
      const scope = firstScope(modifier)?.scope.cls;
      throw modelicaError(
        "E-MODELICA-MODIFIER",
        `The class "${this.qualifiedName}" has no element "${name}" to modify.`,
        scope && { file: scope.syntax.file, at: modifier.at },
        {
          ...(this.path !== "" && { path: this.path }),
          because: `it has ${listNames([...this.names].sort(), 8)}`,
          hint: suggestName(name, [...this.names], "look at the documentation of the class"),
          data: { name },
        },
      );
    }
  }

  /** "Real", "Integer", "Boolean", "String" for classes that are, or extend, such a type. */
  get builtIn(): string | undefined {
    if (this.parent === undefined && this.world.isBuiltIn(this.syntax)) return this.syntax.name;
    if (this.syntax.body.kind === "enumeration") return undefined;
    this.root.expand();
    for (const base of this.bases) {
      const name = base.builtIn;
      if (name !== undefined) return name;
    }
    return undefined;
  }

  private get isEnumeration(): boolean {
    return this.syntax.body.kind === "enumeration" || this.bases.some((base) => base.isEnumeration);
  }

  placeOf(item: { at: number }): { file: ClassSyntax["file"]; at: number } {
    return { file: this.syntax.file, at: item.at };
  }

  private cyclic(): Error {
    return modelicaError(
      "E-MODELICA-CYCLE",
      `The class "${this.qualifiedName}" extends itself, or is extended more than ${deepestInheritance} times.`,
      this.placeOf(this.syntax),
      {
        hint: "follow its extends clauses: one of them leads back to it",
      },
    );
  }
}

/** What replaces a component has all that its constraining class has, by default its own class. */
function constraintOf({ constraint, scope }: Member, { constrainedBy, type }: ComponentSyntax): Constraint {
  if (constrainedBy !== undefined) return { type: constrainedBy.type, scope };
  return constraint ?? { type, scope };
}

/** What the new declaration leaves open is as in the old one. */
function completed(element: ComponentSyntax, old: ComponentSyntax): ComponentSyntax {
  return {
    ...element,
    dimensions: element.dimensions.length > 0 ? element.dimensions : old.dimensions,
    condition: element.condition ?? old.condition,
    variability: element.variability === "" ? old.variability : element.variability,
    causality: element.causality === "" ? old.causality : element.causality,
    flow: element.flow === "" ? old.flow : element.flow,
    isInner: element.isInner || old.isInner,
    isOuter: element.isOuter || old.isOuter,
    description: element.description === "" ? old.description : element.description,
  };
}

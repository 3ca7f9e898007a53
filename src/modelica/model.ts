/** What the importer is made of: classes with their modifications, components, scopes and values. The files around it give them life. */
import type { Expr } from "../symbolic/expression.ts";
import type {
  ClassElementSyntax,
  ClassSyntax,
  ComponentSyntax,
  ElementSyntax,
  Expression,
  Reference,
} from "./syntax/ast.ts";

// ── classes ──

/** The class whose public elements a redeclared component must have, and where its name stands. */
export interface Constraint {
  readonly type: Reference;
  readonly scope: ClassInstance;
}

export interface Member<E extends ElementSyntax = ElementSyntax> {
  readonly name: string;
  readonly element: E;
  /** Where the declaration stands: names of types, sizes and modifications are looked up here. */
  readonly scope: ClassInstance;
  /** All modifications, that of the declaration included. */
  readonly modifier: Modifier;
  /** Modifications that any other overrides: those of the constraining clause. */
  readonly weak: Modifier;
  readonly isProtected: boolean;
  /** Where its condition stands, when that is the one of a declaration that it replaces. */
  readonly conditionScope?: ClassInstance;
  /** Of a redeclared component. */
  readonly constraint?: Constraint;
  /** The element that this one redeclares by `redeclare model extends`. */
  readonly replaced: Member | undefined;
  instance: ClassInstance | undefined;
}

/** A class with its modifications, expanded (classes/expandedClass.ts). */
export interface ClassInstance {
  readonly world: World;
  readonly syntax: ClassSyntax;
  /** The class around it in the text. */
  readonly parent: ClassInstance | undefined;
  readonly modifier: Modifier;
  readonly weak: Modifier;
  /** The class that inherits it, itself for one that is not a base. */
  readonly root: ClassInstance;
  readonly scope: Scope;
  readonly bases: readonly ClassInstance[];
  /** Components of this instance that were asked for (roots only). */
  readonly components: Map<string, ComponentNode>;
  /** Path of the instance in the model, "" for the top; packages have none. */
  path: string;
  isModel: boolean;
  /** The component that this instance is, or is an element of. */
  owner: ComponentNode | undefined;
  /** `Modelica.Blocks.Sources.Sine` */
  readonly qualifiedName: string;
  /** All elements in the order of declaration. */
  readonly members: readonly Member[];
  /** Element of this class or of its bases, as the root has it. */
  member(name: string): Member | undefined;
  /** Elements of expandable connectors come and go with connections. */
  addMember(member: Member): void;
  removeMember(name: string): void;
  /** Its bases are being read. */
  readonly isOpen: boolean;
  /** A class that inherits it leaves this connection out. */
  isLeftOut(left: Reference, right: Reference): boolean;
  /** This and all bases, bases first. */
  readonly lineage: readonly ClassInstance[];
  /** "Real", "Integer", "Boolean", "String" for classes that are, or extend, such a type. */
  readonly builtIn: string | undefined;
  placeOf(item: { at: number }): { file: ClassSyntax["file"]; at: number };
}

/** What class instances ask of what is around them. */
export interface World {
  /** A class of the top or a predefined one. */
  topClass(name: string, modifier?: Modifier, root?: ClassInstance): ClassInstance | undefined;
  isBuiltIn(syntax: ClassSyntax): boolean;
  /** The class of a member, with further modifications or as a base of another class. */
  memberClass(member: Member<ClassElementSyntax>, modifier: Modifier, root?: ClassInstance): ClassInstance;
  /** The class again, with modifications or as a base. */
  remake(cls: ClassInstance, modifier: Modifier, root: ClassInstance | undefined): ClassInstance;
  /** The class of a component of an instance. */
  componentClass(owner: ClassInstance, name: string): ClassInstance | undefined;
  /** The inner class that an outer one stands for. */
  innerClass(owner: ClassInstance, name: string): Member | undefined;
}

export function isClassMember(member: Member): member is Member<ClassElementSyntax> {
  return member.element.kind === "class";
}

export function isComponentMember(member: Member): member is Member<ComponentSyntax> {
  return member.element.kind === "component";
}

// ── modifications ──

export interface Binding {
  readonly expression: Expression;
  readonly scope: Scope;
  readonly at: number;
  /** One value for all elements of an array. */
  readonly isEach: boolean;
  readonly isFinal: boolean;
  /** Element of the value that counts, for a component inside an array of components. */
  readonly indices: readonly number[];
  /** Sizes of the arrays that the indices are of. */
  readonly sizes: readonly number[];
  /** How far outside it was written: 0 in the declaration itself. */
  readonly level: number;
  /** Of a field: a modification further outside gives the record as a whole. */
  readonly isOverridden?: true;
}

export interface Redeclaration {
  readonly element: ElementSyntax;
  readonly scope: Scope;
  readonly isFinal: boolean;
}

export interface Modifier {
  readonly entries: ReadonlyMap<string, Modifier>;
  readonly binding: Binding | undefined;
  readonly redeclaration: Redeclaration | undefined;
  readonly isEach: boolean;
  readonly at: number;
}

// ── places of expressions ──

/** Where an expression stands: the class that shows names, and the loop variables or function variables around it. */
export interface Scope {
  readonly cls: ClassInstance;
  /** Iterators and variables of functions, inner first. */
  readonly locals: Locals | undefined;
}

export interface Locals {
  readonly values: Map<string, Value>;
  /** What variables of the model have become in an algorithm section; pre(v) means the variable itself. */
  readonly isAlgorithm?: true;
  readonly around: Locals | undefined;
}

export function findLocal(scope: Scope, name: string): Locals | undefined {
  for (let at = scope.locals; at !== undefined; at = at.around) if (at.values.has(name)) return at;
  return undefined;
}

/** The place with variables of the model as they are, not as an algorithm section has left them. */
export function outsideAlgorithm({ cls, locals }: Scope): Scope {
  const strip = (at: Locals | undefined): Locals | undefined =>
    at === undefined ? undefined : at.isAlgorithm ? strip(at.around) : { ...at, around: strip(at.around) };
  return { cls, locals: strip(locals) };
}

// ── components ──

export type Variability = "constant" | "parameter" | "discrete" | "continuous";

/** A component of an instance (flat/component.ts). */
export interface ComponentNode {
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
  /** Modification of the scalar type: attributes and binding. */
  readonly modifier: Modifier;
  readonly binding: Binding | undefined;
  readonly shape: readonly number[];
  /** Instances of the class, one per element of an array, row by row. */
  readonly instances: readonly ClassInstance[];
  /** Value once made (variables.ts). */
  value: Value | undefined;
  isMaking: boolean;
}

// ── values: arrays of scalar expressions, or of records of values; sizes are known ──

export type ScalarKind = "Real" | "Integer" | "Boolean" | "String" | "Enumeration" | "Object" | "Clock";

export interface ScalarValue {
  readonly kind: ScalarKind;
  readonly shape: readonly number[];
  readonly elements: readonly Expr[];
  /** The type, for enumerations and external objects. */
  readonly cls: ClassInstance | undefined;
}

export type Fields = ReadonlyMap<string, Value>;

export interface RecordValue {
  readonly kind: "Record";
  readonly shape: readonly number[];
  readonly elements: readonly Fields[];
  readonly cls: ClassInstance;
}

/** A function as an argument, with the arguments that are already given. */
export interface FunctionValue {
  readonly kind: "Function";
  readonly shape: readonly [];
  readonly cls: ClassInstance;
  readonly given: readonly { readonly name: string; readonly value: Value }[];
}

export type Value = ScalarValue | RecordValue | FunctionValue;

export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: readonly { readonly name: string; readonly value: Value }[];
}

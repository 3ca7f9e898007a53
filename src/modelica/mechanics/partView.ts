/** The numbers of a part of a mechanism: parameters, start values, and which of its variables the rest of the model uses. */
import { noModifier } from "../classes/modifier.ts";
import { attributeElements } from "../flat/bindings.ts";
import { finalClass } from "../flat/classKinds.ts";
import type { ModelLowering } from "../flat/lowering.ts";
import {
  type ClassInstance,
  type ComponentNode,
  isClassMember,
  isComponentMember,
  type ScalarValue,
} from "../model.ts";
import { isScalarKind } from "../values/arrays.ts";
import { NotNative } from "./notNative.ts";

export interface Start {
  readonly value: number;
  readonly isFixed: boolean;
  /** By a modification, not by the class itself. */
  readonly isGiven: boolean;
}

export class PartView {
  readonly path: string;
  readonly instance: ClassInstance;
  private readonly l: ModelLowering;
  private readonly used: ReadonlyMap<string, ComponentNode>;

  /** `used`: components of the model with variables, by path. */
  constructor(l: ModelLowering, instance: ClassInstance, used: ReadonlyMap<string, ComponentNode>) {
    this.l = l;
    this.instance = instance;
    this.path = instance.path;
    this.used = used;
  }

  refuse(because: string): never {
    throw new NotNative(this.path, because);
  }

  private node(name: string): ComponentNode {
    const node = this.l.component(this.instance, name);
    return node ?? this.refuse(`it has no "${name}"`);
  }

  has(name: string): boolean {
    const node = this.l.component(this.instance, name);
    return node !== undefined && !this.l.isDisabled(node);
  }

  /** All numbers of a parameter, row by row. */
  numbers(name: string): number[] {
    return this.constants(this.l.valueOf(this.node(name)) as ScalarValue, name);
  }

  private constants(value: ScalarValue, name: string): number[] {
    if (!isScalarKind(value)) return this.refuse(`"${name}" is not a number`);
    return value.elements.map((e) => this.l.tryConstant(e) ?? this.refuse(`"${name}" is not known before the run`));
  }

  number(name: string): number {
    return this.numbers(name)[0]!;
  }

  vector(name: string): [number, number, number] {
    const [x, y, z] = this.numbers(name) as [number, number, number];
    return [x, y, z];
  }

  isTrue(name: string): boolean {
    return this.number(name) !== 0;
  }

  /** T of an orientation, by rows. */
  orientation(name: string): number[] {
    const [instance] = this.node(name).instances;
    return new PartView(this.l, instance!, this.used).numbers("T");
  }

  /** A component of the part. */
  inner(name: string): PartView {
    const [instance] = this.node(name).instances;
    return new PartView(this.l, instance!, this.used);
  }

  /** Full name of the function that a replaceable one stands for. */
  functionOf(name: string): string | undefined {
    const member = this.instance.member(name);
    if (member === undefined || !isClassMember(member)) return undefined;
    return finalClass(this.l.memberClass(member, noModifier)).qualifiedName;
  }

  starts(name: string): Start[] {
    const node = this.node(name);
    const start = attributeElements(this.l, node, "start");
    const fixed = attributeElements(this.l, node, "fixed");
    const count = node.shape.reduce((product, n) => product * n, 1);
    const level = node.modifier.entries.get("start")?.binding?.level ?? 0;
    const constant = (e: NonNullable<typeof start>[number] | undefined): number =>
      e === undefined ? 0 : (this.l.tryConstant(e) ?? this.refuse(`the start value of "${name}" is not a number`));
    return Array.from({ length: count }, (_, i) => ({
      value: constant(start?.[i]),
      isFixed: constant(fixed?.[i]) !== 0,
      isGiven: level > 1,
    }));
  }

  start(name: string): Start {
    return this.starts(name)[0]!;
  }

  /** Variables that would be given by equations of their own. */
  checkBindings(): void {
    for (const member of this.instance.members) {
      if (!isComponentMember(member) || member.element.isOuter) continue;
      const node = this.l.component(this.instance, member.name)!;
      if (node.scalar === undefined || node.variability !== "continuous" || node.causality === "input") continue;
      if ((node.binding?.level ?? 0) > 1) this.refuse(`"${member.name}" is given by an equation`);
    }
  }

  /** Whether equations of the rest of the model use a variable. */
  isUsed(...names: readonly string[]): boolean {
    return names.some((name) => this.used.has(`${this.path}.${name}`));
  }

  /** Values that the start would have to find, which the mechanics does not look for. */
  checkFree(...names: readonly string[]): void {
    for (const name of names)
      if (this.starts(name).some(({ isFixed }) => isFixed)) this.refuse(`the start value of "${name}" is fixed`);
  }
}

/**
 * Expandable connectors: all that connections join form one bus, and the bus has those elements that some connection names. An element
 * that no class declares takes the type of what is connected with it; one that is declared and never connected does not exist.
 */
import { DisjointSets } from "../../compile/disjointSets.ts";
import { findClass } from "../classes/lookup.ts";
import { noModifier } from "../classes/modifier.ts";
import { type ClassInstance, type ComponentNode, isComponentMember, type Member, type Scope } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ComponentSyntax, Expression, Reference } from "../syntax/ast.ts";
import { index, type Subscript } from "../values/arrays.ts";
import { isExpandable } from "./classKinds.ts";
import type { ConnectionSyntax } from "./connectionEnds.ts";
import type { Lowering } from "./context.ts";
import { resolve, subscriptsOf } from "./evaluate.ts";

/** What a new element is declared like. */
interface Template {
  readonly member: Member<ComponentSyntax>;
  readonly sizes: readonly number[];
}

type Side =
  | { readonly kind: "buses"; readonly instances: readonly ClassInstance[]; readonly node: ComponentNode }
  /** Of several buses: `isSlice`. */
  | {
      readonly kind: "element";
      readonly bus: ClassInstance;
      readonly parts: Reference["parts"];
      readonly scope: Scope;
      readonly isSlice?: boolean;
    }
  /** `isSlice`: of several components. */
  | {
      readonly kind: "other";
      readonly node: ComponentNode;
      readonly sizes: readonly number[];
      readonly isSlice: boolean;
    };

interface Slot {
  template: Template | undefined;
  /** Largest indices by which it is named. */
  largest: number[];
}

export function expandConnectors(
  l: Lowering,
  buses: readonly ClassInstance[],
  connections: readonly ConnectionSyntax[],
): void {
  new Expansion(l, buses).run(connections);
}

class Expansion {
  private readonly l: Lowering;
  private readonly joined = new DisjointSets<ClassInstance>();
  private readonly slots = new Map<ClassInstance, Map<string, Slot>>();
  private isChanged = false;

  constructor(l: Lowering, buses: readonly ClassInstance[]) {
    this.l = l;
    for (const bus of buses) this.joined.find(bus);
  }

  run(connections: readonly ConnectionSyntax[]): void {
    do {
      this.isChanged = false;
      for (const connection of connections) this.relate(connection);
      this.share();
    } while (this.isChanged);
    for (const set of this.joined.sets()) for (const bus of set) this.settle(bus);
  }

  private relate({ left, right, scope }: ConnectionSyntax): void {
    const [lefts, rights] = [this.sides(left, scope), this.sides(right, scope)];
    for (let k = 0; k < Math.max(lefts.length, rights.length); k++)
      this.relateSides(lefts[k] ?? lefts[0], rights[k] ?? rights[0]);
  }

  private relateSides(a: Side | undefined, c: Side | undefined): void {
    if (a === undefined || c === undefined) return;
    if (a.kind === "buses" && c.kind === "buses")
      a.instances.forEach((bus, i) => {
        if (c.instances[i] !== undefined && this.joined.join(bus, c.instances[i]!)) this.isChanged = true;
      });
    if (a.kind === "element") this.name(a, c);
    if (c.kind === "element") this.name(c, a);
  }

  /** An element that a connection names. */
  private name({ bus, parts, scope, isSlice }: Extract<Side, { kind: "element" }>, partner: Side): void {
    const { name, subscripts } = parts[0]!;
    const template = parts.length > 1 ? implicitBus(this.l, name) : this.templateOf(partner, isSlice);
    const declared = bus.member(name);
    const slot = this.slot(bus, name);
    subscriptsOf(this.l, subscripts, this.known(bus, name)?.shape ?? [], scope).forEach((k, d) => {
      const top = typeof k === "number" ? k : k === "all" ? 0 : Math.max(0, ...k);
      slot.largest[d] = Math.max(slot.largest[d] ?? 0, top);
    });
    if (slot.template === undefined && declared === undefined && template !== undefined) {
      slot.template = template;
      this.isChanged = true;
    }
    const node = this.known(bus, name);
    if (node === undefined || !isExpandable(node.type)) return;
    const inner = pick(node, subscriptsOf(this.l, subscripts, node.shape, scope));
    if (parts.length > 1) {
      for (const instance of inner)
        this.name({ kind: "element", bus: instance, parts: parts.slice(1), scope, isSlice: isSlice === true }, partner);
      return;
    }
    if (partner.kind !== "buses") return;
    inner.forEach((instance, i) => {
      if (partner.instances[i] !== undefined && this.joined.join(instance, partner.instances[i]!))
        this.isChanged = true;
    });
  }

  private slot(bus: ClassInstance, name: string): Slot {
    let table = this.slots.get(bus);
    if (table === undefined) {
      table = new Map();
      this.slots.set(bus, table);
      this.joined.find(bus);
    }
    let slot = table.get(name);
    if (slot === undefined) {
      slot = { template: undefined, largest: [] };
      table.set(name, slot);
      this.isChanged = true;
    }
    return slot;
  }

  /** The element, once its type is known. */
  private known(bus: ClassInstance, name: string): ComponentNode | undefined {
    if (bus.member(name) !== undefined) return this.l.component(bus, name);
    const slot = this.slots.get(bus)?.get(name);
    if (slot?.template === undefined || !isNested(slot.template)) return undefined;
    this.add(bus, name, slot);
    return this.l.component(bus, name);
  }

  /** `isSlice`: what it is connected with is one of several buses, each of which takes an element. */
  private templateOf(side: Side, isSlice = false): Template | undefined {
    if (side.kind === "buses") return { member: side.node.member, sizes: ownSizes(side.node) };
    if (side.kind === "other")
      return { member: side.node.member, sizes: isSlice && !side.isSlice ? side.sizes.slice(1) : side.sizes };
    const { name } = side.parts[0]!;
    if (side.parts.length > 1) return undefined;
    const member = side.bus.member(name);
    if (member === undefined || !isComponentMember(member)) return this.slots.get(side.bus)?.get(name)?.template;
    return { member, sizes: ownSizes(this.l.component(side.bus, name)!) };
  }

  /** All connectors of a bus have the same elements. */
  private share(): void {
    for (const set of this.joined.sets()) {
      const names = new Set(set.flatMap((bus) => [...(this.slots.get(bus)?.keys() ?? [])]));
      for (const name of names) {
        const template = this.templateIn(set, name);
        const slots = set.map((bus) => this.slot(bus, name));
        const largest = slots.reduce<number[]>((all, slot) => {
          slot.largest.forEach((n, d) => (all[d] = Math.max(all[d] ?? 0, n)));
          return all;
        }, []);
        set.forEach((bus, i) => {
          slots[i]!.largest = largest;
          if (slots[i]!.template === undefined && template !== undefined && bus.member(name) === undefined) {
            slots[i]!.template = template;
            this.isChanged = true;
          }
        });
        this.shareNested(set, name);
      }
    }
  }

  private templateIn(set: readonly ClassInstance[], name: string): Template | undefined {
    for (const bus of set) {
      const member = bus.member(name);
      if (member !== undefined && isComponentMember(member))
        return { member, sizes: ownSizes(this.l.component(bus, name)!) };
    }
    return set.map((bus) => this.slots.get(bus)?.get(name)?.template).find((template) => template !== undefined);
  }

  private shareNested(set: readonly ClassInstance[], name: string): void {
    const nodes = set
      .map((bus) => this.known(bus, name))
      .filter((node) => node !== undefined && isExpandable(node.type));
    const [first, ...others] = nodes;
    for (const other of others)
      first!.instances.forEach((bus, i) => {
        if (other!.instances[i] !== undefined && this.joined.join(bus, other!.instances[i]!)) this.isChanged = true;
      });
    if (others.length === 0) for (const bus of first?.instances ?? []) this.joined.find(bus);
  }

  private add(bus: ClassInstance, name: string, { template, largest }: Slot): void {
    const { member, sizes } = template!;
    const { at } = member.element;
    const dimensions = [...largest.filter((n) => n > 0), ...sizes].map(
      (value): Expression => ({ kind: "number", value, isInteger: true, at }),
    );
    bus.addMember({
      ...member,
      name,
      element: {
        ...member.element,
        name,
        dimensions,
        condition: undefined,
        modification: undefined,
        isInner: false,
        isOuter: false,
      },
      modifier: noModifier,
      weak: noModifier,
      isProtected: false,
      instance: undefined,
    });
  }

  /** The bus has what connections name, nothing else. */
  private settle(bus: ClassInstance): void {
    const slots = this.slots.get(bus) ?? new Map<string, Slot>();
    for (const [name, slot] of slots) {
      if (bus.member(name) !== undefined) continue;
      if (slot.template === undefined)
        throw modelicaError("E-MODELICA-CONNECT", `The type of "${bus.path}.${name}" is not known.`, undefined, {
          because: "it is connected with elements of expandable connectors only, and none of them is declared",
          hint: "declare it in the class of the bus, or connect it with a component",
        });
      this.add(bus, name, slot);
    }
    for (const member of bus.members)
      if (isComponentMember(member) && !slots.has(member.name) && member.element.variability === "")
        bus.removeMember(member.name);
  }

  /** What a side of a connection is, as far as buses are concerned: one for each bus that it names elements of. */
  private sides(reference: Reference, scope: Scope): readonly Side[] {
    const { l } = this;
    const { parts } = reference;
    const found = resolve(l, reference, scope);
    if (found === undefined || found.kind !== "node") return [];
    let { node } = found;
    let isSlice = false;
    for (let i = found.at; ; i++) {
      if (l.isDisabled(node)) return [];
      const rest = parts.slice(i + 1);
      const { subscripts } = parts[i]!;
      if (isExpandable(node.type)) {
        const instances = pick(node, subscriptsOf(l, subscripts, node.shape, scope));
        if (rest.length === 0) return [{ kind: "buses", instances, node }];
        return instances.map((bus) => ({
          kind: "element",
          bus,
          parts: rest,
          scope,
          isSlice: isSlice || instances.length > 1,
        }));
      }
      if (rest.length === 0)
        return [{ kind: "other", node, sizes: remainingSizes(l, node, subscripts, scope), isSlice }];
      const several = node.scalar === undefined ? pick(node, subscriptsOf(l, subscripts, node.shape, scope)) : [];
      if (several.length > 1) isSlice = true;
      const child = several[0] && l.component(several[0], rest[0]!.name);
      if (child === undefined) return [];
      node = child;
    }
  }
}

function pick(node: ComponentNode, subscripts: readonly Subscript[]): ClassInstance[] {
  const whole = { kind: "Object" as const, shape: node.shape, elements: node.instances as never, cls: undefined };
  return index(whole, subscripts).elements as unknown as ClassInstance[];
}

/** The sizes of the declaration, without those of the type. */
function ownSizes(node: ComponentNode): readonly number[] {
  return node.shape.slice(0, node.member.element.dimensions.length);
}

function remainingSizes(
  l: Lowering,
  node: ComponentNode,
  subscripts: readonly Expression[],
  scope: Scope,
): readonly number[] {
  const chosen = subscriptsOf(l, subscripts, node.shape, scope);
  return ownSizes(node).flatMap((size, d) => {
    const k = chosen[d] ?? "all";
    return typeof k === "number" ? [] : [k === "all" ? size : k.length];
  });
}

/** `bus.a.b` with an a that nobody declares is an expandable connector of its own. */
function implicitBus(l: Lowering, name: string): Template | undefined {
  const cls = l.topClass("'bus'");
  const member = cls?.member("bus");
  return member !== undefined && isComponentMember(member) ? { member: { ...member, name }, sizes: [] } : undefined;
}

/** Is it an expandable connector? */
function isNested({ member }: Template): boolean {
  return isExpandable(findClass(member.scope, member.element.type));
}

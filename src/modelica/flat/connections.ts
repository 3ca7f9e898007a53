/**
 * connect(a, b): members of equal name are joined. Potentials of a set are equal, flows add up to zero: those of connectors of parts
 * count positive, those of connectors of the model in which the connection stands negative. A connector can be in one set seen from
 * inside and in another seen from outside; the two never mix.
 */
import type { Expr } from "../../symbolic/expression.ts";
import {
  type ClassInstance,
  type ComponentNode,
  isComponentMember,
  type Member,
  type ScalarValue,
  type Scope,
  type Value,
} from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ComponentSyntax, Expression, Reference } from "../syntax/ast.ts";
import { index } from "../values/arrays.ts";
import { sizeOf } from "../values/value.ts";
import { isConnector } from "./classKinds.ts";
import { Component } from "./component.ts";
import type { Lowering } from "./context.ts";
import { resolve, subscriptsOf } from "./evaluate.ts";

/** One side of a connection: instances of a connector, or elements of a signal. */
interface End {
  readonly path: string;
  readonly shape: readonly number[];
  readonly instances: readonly ClassInstance[] | undefined;
  readonly elements: readonly Expr[];
  readonly node: ComponentNode;
  readonly isOutside: boolean;
}

interface Place {
  readonly text: string;
  readonly path: string;
  readonly line: number;
}

class Sets {
  private readonly parent = new Map<number, number>();
  find(x: number): number {
    let root = this.parent.get(x);
    if (root === undefined) {
      this.parent.set(x, x);
      return x;
    }
    while (root !== this.parent.get(root)) root = this.parent.get(root)!;
    this.parent.set(x, root);
    return root;
  }
  has(x: number): boolean {
    return this.parent.has(x);
  }
  /** false when they were in one set already. */
  join(x: number, y: number): boolean {
    const [p, q] = [this.find(x), this.find(y)];
    if (p === q) return false;
    this.parent.set(q, p);
    return true;
  }
  groups(): number[][] {
    const lists = new Map<number, number[]>();
    for (const x of this.parent.keys()) {
      const root = this.find(x);
      const list = lists.get(root);
      if (list === undefined) lists.set(root, [x]);
      else list.push(x);
    }
    return [...lists.values()];
  }
}

export class Connections {
  private readonly l: Lowering;
  private readonly potentials = new Sets();
  /** Keys are 2·variable + (1 for outside). */
  private readonly flows = new Sets();
  private readonly counts = new Map<string, number>();
  private readonly sources = new Map<number, Place>();

  constructor(l: Lowering) {
    this.l = l;
  }

  addInner(top: ClassInstance, member: Member<ComponentSyntax>): ComponentNode {
    const inner: Member<ComponentSyntax> = { ...member, element: { ...member.element, isOuter: false, isInner: true } };
    const node = new Component(this.l, top, inner);
    top.components.set(member.name, node);
    this.added.push(node);
    return node;
  }

  /** Inner components that the model lacked. */
  readonly added: ComponentNode[] = [];

  connect(left: Reference, right: Reference, scope: Scope, place: Place): void {
    const [a, c] = [this.end(left, scope), this.end(right, scope)];
    if (a === undefined || c === undefined) return;
    for (const { path } of [a, c]) this.counts.set(path, (this.counts.get(path) ?? 0) + 1);
    this.joinEnds(a, c, scope, left, place);
  }

  private end(reference: Reference, scope: Scope): End | undefined {
    const { l } = this;
    const { parts } = reference;
    const found = resolve(l, reference, scope);
    if (found === undefined || found.kind !== "node")
      throw modelicaError(
        "E-MODELICA-NAME",
        `The connector "${parts.map(({ name }) => name).join(".")}" is unknown.`,
        { file: scope.cls.syntax.file, at: reference.at },
        {
          ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
          hint: "check its spelling",
        },
      );
    const isOutside =
      found.node.owner === scope.cls.root && isConnector(found.node.type) && !found.node.member.element.isOuter;
    let node = found.node;
    let path = node.path;
    let instances: readonly ClassInstance[] | undefined;
    let shape: readonly number[] = [];
    for (let i = found.at; ; i++) {
      if (l.isDisabled(node)) return undefined;
      const { subscripts } = parts[i]!;
      const chosen = subscriptsOf(l, subscripts, node.shape, scope);
      path = chosen.length === 0 ? path : `${path}[${chosen.join(",")}]`;
      if (node.scalar !== undefined) {
        const value = index(l.valueOf(node), chosen) as ScalarValue;
        return {
          path,
          shape: [...shape, ...value.shape],
          instances: undefined,
          elements: value.elements,
          node,
          isOutside,
        };
      }
      const picked = index(
        { kind: "Object", shape: node.shape, elements: node.instances as never, cls: undefined } as ScalarValue,
        chosen,
      );
      instances = picked.elements as unknown as ClassInstance[];
      shape = [...shape, ...picked.shape];
      const next = parts[i + 1];
      if (next === undefined) return { path, shape, instances, elements: [], node, isOutside };
      if (instances.length > 1) return this.sliceEnd(instances, shape, parts.slice(i + 1), scope, path, isOutside);
      const [instance] = instances;
      if (instance === undefined) return undefined;
      const child = l.component(instance, next.name);
      if (child === undefined)
        throw modelicaError(
          "E-MODELICA-NAME",
          `"${path}" has no connector "${next.name}".`,
          { file: scope.cls.syntax.file, at: reference.at },
          {
            ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
            hint: `look at the class "${instance.qualifiedName}"`,
          },
        );
      node = child;
      path = `${path}.${next.name}`;
    }
  }

  /** `r[:].p`: the connectors of all elements. */
  private sliceEnd(
    owners: readonly ClassInstance[],
    shape: readonly number[],
    parts: Reference["parts"],
    scope: Scope,
    path: string,
    isOutside: boolean,
  ): End | undefined {
    const { l } = this;
    const instances: ClassInstance[] = [];
    const elements: Expr[] = [];
    let inner: readonly number[] = [];
    let last: ComponentNode | undefined;
    let isScalar = false;
    for (const owner of owners) {
      let at = owner;
      for (let i = 0; i < parts.length; i++) {
        const node = l.component(at, parts[i]!.name)!;
        if (l.isDisabled(node)) return undefined;
        last = node;
        const chosen = subscriptsOf(l, parts[i]!.subscripts, node.shape, scope);
        if (node.scalar !== undefined) {
          const value = index(l.valueOf(node), chosen) as ScalarValue;
          elements.push(...value.elements);
          inner = value.shape;
          isScalar = true;
          break;
        }
        const picked = index(
          { kind: "Object", shape: node.shape, elements: node.instances as never, cls: undefined } as ScalarValue,
          chosen,
        );
        const list = picked.elements as unknown as ClassInstance[];
        if (i === parts.length - 1) {
          instances.push(...list);
          inner = picked.shape;
        } else at = list[0]!;
      }
    }
    return {
      path: `${path}.${parts.map(({ name }) => name).join(".")}`,
      shape: [...shape, ...inner],
      instances: isScalar ? undefined : instances,
      elements,
      node: last!,
      isOutside,
    };
  }

  private joinEnds(a: End, c: End, scope: Scope, at: Reference, place: Place): void {
    const { l } = this;
    if (sizeOf(a.shape) !== sizeOf(c.shape) || (a.instances === undefined) !== (c.instances === undefined))
      throw modelicaError(
        "E-MODELICA-CONNECT",
        `"${a.path}" and "${c.path}" do not fit.`,
        { file: scope.cls.syntax.file, at: at.at },
        {
          ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
          because: `they have sizes [${a.shape}] and [${c.shape}]`,
          hint: "connectors of equal structure can be connected",
        },
      );
    if (a.instances === undefined || c.instances === undefined) {
      a.elements.forEach((x, i) => this.joinVariables(x, c.elements[i]!, a.node.flow, a.isOutside, c.isOutside, place));
      return;
    }
    a.instances.forEach((instance, i) => {
      const other = c.instances![i]!;
      for (const member of instance.members) {
        if (!isComponentMember(member)) continue;
        const [p, q] = [l.component(instance, member.name)!, l.component(other, member.name)];
        if (q === undefined) {
          if (p.variability === "constant" || p.variability === "parameter") continue;
          throw modelicaError(
            "E-MODELICA-CONNECT",
            `"${other.path}" lacks the member "${member.name}" of "${instance.path}".`,
            { file: scope.cls.syntax.file, at: at.at },
            {
              hint: "connect connectors of the same class",
            },
          );
        }
        if (l.isDisabled(p) || l.isDisabled(q)) continue;
        const sub = (node: ComponentNode, side: boolean): End => ({
          path: node.path,
          shape: node.shape,
          instances: node.scalar === undefined ? node.instances : undefined,
          elements: node.scalar === undefined ? [] : (l.valueOf(node) as ScalarValue).elements,
          node,
          isOutside: side,
        });
        this.joinEnds(sub(p, a.isOutside), sub(q, c.isOutside), scope, at, place);
      }
    });
  }

  private joinVariables(x: Expr, y: Expr, flow: string, xOutside: boolean, yOutside: boolean, place: Place): void {
    if (x.op !== "var" || y.op !== "var" || flow === "stream") return;
    if (flow === "flow") {
      this.flows.join(2 * x.value + (xOutside ? 1 : 0), 2 * y.value + (yOutside ? 1 : 0));
      this.sources.set(x.value, place);
    } else if (this.potentials.join(x.value, y.value)) {
      this.l.state.equations.push({
        left: x,
        right: y,
        source: { ...place, kind: "connection" },
        derivativeOf: -1,
        derivative: -1,
      });
    }
  }

  /** Sums of flows, and zero for those that nothing is connected to. */
  finish(): void {
    const { b, variables, equations } = this.l.state;
    for (const [i, variable] of variables.entries()) if (variable.isFlow) this.flows.find(2 * i);
    for (const keys of this.flows.groups()) {
      if (keys.length === 1 && keys[0]! % 2 === 1) continue;
      const terms = keys.map((key) => (key % 2 === 1 ? b.neg(b.variable(key >> 1)) : b.variable(key >> 1)));
      const names = keys.map((key) => `${key % 2 === 1 ? "-" : ""}${variables[key >> 1]!.name}`);
      const known = keys.map((key) => this.sources.get(key >> 1)).find((place) => place !== undefined);
      const text = `${names.join(" + ")} = 0`;
      const isAlone = keys.length === 1;
      equations.push({
        left: b.add(terms),
        right: b.zero,
        source: { text, path: known?.path ?? "", line: known?.line ?? 1, kind: isAlone ? "default" : "connection" },
        derivativeOf: -1,
        derivative: -1,
      });
    }
  }

  /** Number of connections to a connector. */
  cardinality(e: Expression, scope: Scope): number {
    if (e.kind !== "reference") return 0;
    const end = this.end(e, scope);
    return end === undefined ? 0 : (this.counts.get(end.path) ?? 0);
  }

  streamValue(name: string, e: Expression, scope: Scope): Value {
    throw this.unsupported(name, e, scope);
  }
  isRoot(e: Expression, scope: Scope): boolean {
    throw this.unsupported("Connections.isRoot", e, scope);
  }
  isRooted(e: Expression, scope: Scope): boolean {
    throw this.unsupported("Connections.rooted", e, scope);
  }

  private unsupported(name: string, e: Expression, scope: Scope): Error {
    return modelicaError(
      "E-MODELICA-UNSUPPORTED",
      `"${name}" is not supported.`,
      { file: scope.cls.syntax.file, at: e.at },
      {
        hint: "see docs/modelica.md for what is",
      },
    );
  }
}

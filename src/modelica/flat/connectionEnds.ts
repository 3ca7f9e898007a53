/** The two sides of connect(a, b): connectors and signals, through arrays and slices of components. */
import type { Source } from "../../compile/source.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { ClassInstance, ComponentNode, ScalarValue, Scope } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { Reference } from "../syntax/ast.ts";
import { index } from "../values/arrays.ts";
import { isConnector, isExpandable } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { protectedElement, resolve, subscriptsOf } from "./evaluate.ts";

/** A connection as it stands in the text. */
export interface ConnectionSyntax {
  readonly left: Reference;
  readonly right: Reference;
  readonly scope: Scope;
  readonly source: Source;
}

/** One side of a connection: instances of a connector, or elements of a signal. */
export interface End {
  readonly path: string;
  readonly shape: readonly number[];
  readonly instances: readonly ClassInstance[] | undefined;
  readonly elements: readonly Expr[];
  readonly node: ComponentNode;
  readonly isOutside: boolean;
}

/** What a reference in a connection names; undefined when a condition switched it, or all that it could be connected with, off. */
export function endOf(l: Lowering, reference: Reference, scope: Scope): End | undefined {
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
    if (instances.length > 1)
      return sliceEnd(l, instances, shape, parts.slice(i + 1), scope, path, isOutside, reference.at);
    const [instance] = instances;
    if (instance === undefined) return undefined;
    const child = l.component(instance, next.name);
    // nothing that is switched on is connected with this element of a bus
    if (child === undefined && isExpandable(instance)) return undefined;
    if (child === undefined) throw noConnector(instance, next.name, reference.at, scope);
    if (child.member.isProtected) throw protectedElement(instance, next.name, reference, scope);
    node = child;
    path = `${path}.${next.name}`;
  }
}

/** The same in connect(a, b): connectors are connected, and what is in them. */
export function connectorEnd(l: Lowering, reference: Reference, scope: Scope): End | undefined {
  const end = endOf(l, reference, scope);
  if (end !== undefined) checkConnector(end.node, reference, scope);
  return end;
}

function checkConnector(node: ComponentNode, { at }: Reference, { cls }: Scope): void {
  for (let part: ComponentNode | undefined = node; part !== undefined; part = part.owner.owner)
    if (isConnector(part.type)) return;
  throw modelicaError(
    "E-MODELICA-CONNECT",
    `"${node.path}" is not a connector.`,
    { file: cls.syntax.file, at },
    {
      ...(cls.root.path !== "" && { path: cls.root.path }),
      because: `it is a "${node.type.qualifiedName}"`,
      hint: "write an equation, or declare it with a connector class",
    },
  );
}

/** `r[:].p`: the connectors of all elements. */
function sliceEnd(
  l: Lowering,
  owners: readonly ClassInstance[],
  shape: readonly number[],
  parts: Reference["parts"],
  scope: Scope,
  path: string,
  isOutside: boolean,
  at: number,
): End | undefined {
  const instances: ClassInstance[] = [];
  const elements: Expr[] = [];
  let end: End | undefined;
  for (const owner of owners) {
    const [part, ...rest] = parts;
    const node = l.component(owner, part!.name);
    if (node === undefined && isExpandable(owner)) return undefined;
    if (node === undefined) throw noConnector(owner, part!.name, at, scope);
    if (node.member.isProtected) throw protectedElement(owner, part!.name, { at }, scope);
    if (l.isDisabled(node)) return undefined;
    const chosen = subscriptsOf(l, part!.subscripts, node.shape, scope);
    const innerPath = `${path}.${part!.name}`;
    if (node.scalar !== undefined) {
      const value = index(l.valueOf(node), chosen) as ScalarValue;
      end = { path: innerPath, shape: value.shape, instances: undefined, elements: value.elements, node, isOutside };
    } else {
      const picked = index(
        { kind: "Object", shape: node.shape, elements: node.instances as never, cls: undefined } as ScalarValue,
        chosen,
      );
      const list = picked.elements as unknown as ClassInstance[];
      end =
        rest.length === 0
          ? { path: innerPath, shape: picked.shape, instances: list, elements: [], node, isOutside }
          : sliceEnd(l, list, picked.shape, rest, scope, innerPath, isOutside, at);
    }
    if (end === undefined) return undefined;
    instances.push(...(end.instances ?? []));
    elements.push(...end.elements);
  }
  return (
    end && {
      ...end,
      shape: [...shape, ...end.shape],
      instances: end.instances === undefined ? undefined : instances,
      elements,
    }
  );
}

function noConnector(owner: ClassInstance, name: string, at: number, { cls }: Scope): Error {
  return modelicaError(
    "E-MODELICA-NAME",
    `"${owner.path}" has no connector "${name}".`,
    { file: cls.syntax.file, at },
    {
      ...(cls.root.path !== "" && { path: cls.root.path }),
      hint: `look at the class "${owner.qualifiedName}"`,
    },
  );
}

/** Values that declarations and modifications give to components and their attributes, in the shape that is declared. */
import type { Source } from "../../compile/source.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { Binding, ClassInstance, ComponentNode, ScalarValue, Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import { index, isScalarKind, SizeFault, sameShape, shapeText, sizeError } from "../values/arrays.ts";
import { sizeOf } from "../values/value.ts";
import { attributeMisfit } from "./attributes.ts";
import { allDimensions, indexOf } from "./component.ts";
import type { Lowering } from "./context.ts";
import { sourceAt } from "./equationParts.ts";
import { misfit } from "./typeFit.ts";

/** The value that a declaration or a modification gives; of a field, also the one that a record around gets as a whole. */
export function bindingValue(l: Lowering, node: ComponentNode): Value | undefined {
  const own = node.binding;
  const whole = wholeOf(l, node.owner);
  const field = whole === undefined || isOutside(own, whole) ? undefined : fieldOf(whole.value, node.name);
  if (field !== undefined) return field;
  return own === undefined ? undefined : evaluateBinding(l, own, node);
}

/** What a record, or one around it, gets as a whole; the level is that of its fields. */
interface Whole {
  readonly value: Value;
  readonly level: number;
}

/** The modification that is written further outside counts; of two in one class the inner, unless the outer one overrides it. */
function isOutside(own: Binding | undefined, whole: Whole): boolean {
  return own !== undefined && own.isOverridden !== true && own.level >= whole.level;
}

const wholes = new WeakMap<ClassInstance, Whole | "none">();

function wholeOf(l: Lowering, instance: ClassInstance): Whole | undefined {
  const { owner } = instance;
  if (owner === undefined || owner.scalar !== undefined) return undefined;
  const known = wholes.get(instance);
  if (known !== undefined) return known === "none" ? undefined : known;
  wholes.set(instance, "none");
  const { binding } = instance.modifier;
  const outer = wholeOf(l, owner.owner);
  let found: Whole | undefined;
  if (outer !== undefined && !isOutside(binding, outer)) {
    const field = fieldOf(outer.value, owner.name);
    const at = owner.shape.length === 0 ? [] : indexOf(owner.shape, owner.instances.indexOf(instance));
    if (field !== undefined) found = { value: index(field, at), level: outer.level + 1 };
  }
  if (found === undefined && binding !== undefined)
    found = { value: evaluateBinding(l, binding), level: binding.level + 1 };
  if (found !== undefined) wholes.set(instance, found);
  return found;
}

function fieldOf(whole: Value, name: string): Value | undefined {
  return whole.kind === "Record" && whole.shape.length === 0 ? whole.elements[0]!.get(name) : undefined;
}

function evaluateBinding(l: Lowering, binding: Binding, node?: ComponentNode): Value {
  const value = l.evaluate(binding.expression, binding.scope);
  // a number where an array is wanted holds for each element
  const indices = binding.indices.slice(0, Math.max(0, value.shape.length));
  try {
    const wanted = binding.sizes.slice(0, indices.length);
    const inside = node === undefined ? 0 : allDimensions(node).length;
    if (value.shape.length > 0 && value.shape.length < binding.indices.length + inside)
      throw new SizeFault(
        `it has size ${shapeText(value.shape)}, with ${value.shape.length} of the ${binding.indices.length + inside} dimensions of the components and what is in them`,
      );
    if (!sameShape(wanted, value.shape.slice(0, indices.length)))
      throw new SizeFault(
        `it has size ${shapeText(value.shape)}, and the components that it is for have size ${shapeText(wanted)}`,
      );
    return index(value, indices);
  } catch (error) {
    if (!(error instanceof SizeFault)) throw error;
    throw sizeError(error, { file: binding.scope.cls.syntax.file, at: binding.at }, node?.path ?? "");
  }
}

/** The value in the shape of the component; one number of a modification holds for all elements. */
export function fitted(value: Value, node: ComponentNode, binding: Binding | undefined, what: string): ScalarValue {
  return shaped(value, node, binding, what, misfit(node.type, value));
}

/** The same of a value of any type, once it is known whether it is one. */
function shaped(
  value: Value,
  node: ComponentNode,
  binding: Binding | undefined,
  what: string,
  because: string | undefined,
): ScalarValue {
  if (because !== undefined || !isScalarKind(value))
    throw modelicaError("E-MODELICA-TYPE", `${what} of "${node.path}" has another type.`, placeOf(node, binding), {
      path: node.path,
      because: because ?? `it is a ${value.kind}`,
      hint: "give a value of the declared type, or convert it: integer(x), if b then 1 else 0",
    });
  if (sameShape(value.shape, node.shape)) return value;
  if (value.shape.length === 0 && !isOwnValue(node, binding))
    return {
      ...value,
      shape: node.shape,
      elements: Array.from({ length: sizeOf(node.shape) }, () => value.elements[0]!),
    };
  throw modelicaError(
    "E-MODELICA-SIZE",
    `${what} of "${node.path}" has size ${shapeText(value.shape)}.`,
    placeOf(node, binding),
    {
      path: node.path,
      because: `"${node.path}" has size ${shapeText(node.shape)}`,
      hint: isOwnValue(node, binding)
        ? "make the sizes agree; fill(x, n) is an array of equal elements"
        : "make the sizes agree, or write each in front of the modification",
    },
  );
}

/** What the declaration itself says: there is no `each` that could be left out. */
function isOwnValue({ member }: ComponentNode, binding: Binding | undefined): boolean {
  return binding !== undefined && member.element.modification?.binding === binding.expression;
}

/** Where a value is given, or the component is declared. */
export function placeOf(node: ComponentNode, binding: Binding | undefined) {
  if (binding === undefined) return node.member.scope.placeOf(node.member.element);
  return { file: binding.scope.cls.syntax.file, at: binding.at };
}

/** The value of a declaration as an equation. */
export function bindingSource(node: ComponentNode): Source {
  const place = placeOf(node, node.binding);
  const text = `${node.name} = ${node.binding === undefined ? "…" : place.file.expressionAt(place.at)}`;
  return sourceAt(place, text, node.owner.path, "binding");
}

export function attribute(
  l: Lowering,
  node: ComponentNode,
  name: string,
): { value: Value; binding: Binding } | undefined {
  const binding = node.modifier.entries.get(name)?.binding;
  return binding && { value: evaluateBinding(l, binding, node), binding };
}

export function attributeElements(l: Lowering, node: ComponentNode, name: string): readonly Expr[] | undefined {
  const found = attribute(l, node, name);
  if (found === undefined) return undefined;
  const because = attributeMisfit(node, name, found.value);
  return shaped(found.value, node, found.binding, `The attribute ${name}`, because).elements;
}

/** Shapes that parts of a mechanism show: those that keep their size, on the frames that they name. */
import type { Expr } from "../../symbolic/expression.ts";
import { contains, substitute } from "../../symbolic/traverse.ts";
import { finalClass } from "../flat/classKinds.ts";
import type { ModelLowering } from "../flat/lowering.ts";
import { type ClassInstance, type ComponentNode, isComponentMember, type Value } from "../model.ts";
import { isScalarKind } from "../values/arrays.ts";
import { type MechanismBuilder, worldObject } from "./mechanismBuilder.ts";

const shapeClass = "ModelicaServices.Animation.Shape";
const geometry = ["length", "width", "height", "lengthDirection", "widthDirection", "r_shape"];
const numbers = [...geometry, "color", "extra"];
const deepest = 4;
/** What may change during the run. */
const changing: ReadonlySet<string> = new Set(["var", "time", "pre", "flag", "tick", "delay"]);

/** What is drawn, as src/scene/modelicaShapes.ts reads it; its values become results of the mechanism. */
export interface PartShape {
  readonly path: string;
  readonly type: string;
}

/** A shape that keeps its size, in the axes of an object. */
export interface FixedShape extends PartShape {
  readonly object: string;
  readonly begin: readonly number[];
  readonly lengthDirection: readonly number[];
  readonly widthDirection: readonly number[];
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

/** Shapes of parts and of other components that keep their size on a frame of the mechanism. */
export function fixedShapes(
  l: ModelLowering,
  builder: MechanismBuilder,
  parts: readonly ClassInstance[],
  others: readonly ClassInstance[],
): FixedShape[] {
  const shapes = [...parts.flatMap((part) => shapesIn(l, part)), ...others.filter(isShape)];
  const settled = boundValues(l);
  return shapes.flatMap((shape) => {
    const object = objectOf(l, builder, shape);
    const values = object === undefined ? [] : geometry.map((name) => constants(l, l.component(shape, name), settled));
    if (object === undefined || values.some((list) => list === undefined)) return [];
    const [length, width, height, lengthDirection, widthDirection, begin] = values as readonly (readonly number[])[];
    return [
      {
        path: shape.path,
        type: typeOf(l, shape),
        object,
        begin: begin!,
        lengthDirection: lengthDirection!,
        widthDirection: widthDirection!,
        length: length![0]!,
        width: width![0]!,
        height: height![0]!,
      },
    ];
  });
}

/** Puts values for variables that are bound to what does not change, such as inputs of components that only show something. */
function boundValues(l: ModelLowering): (e: Expr) => Expr {
  const known = new Map<number, Expr>();
  const settled = (e: Expr): Expr =>
    substitute(l.b, e, (node) => (node.op === "var" ? known.get(node.value) : undefined));
  const bindings = l.state.equations.filter(({ left, source }) => left.op === "var" && source.kind === "binding");
  for (let count = -1; count < known.size; ) {
    count = known.size;
    for (const { left, right } of bindings) {
      const value = known.has(left.value) ? undefined : settled(right);
      if (value !== undefined && !contains(value, ({ op }) => changing.has(op))) known.set(left.value, value);
    }
  }
  return settled;
}

function isShape({ lineage }: ClassInstance): boolean {
  return lineage.some(({ qualifiedName }) => qualifiedName === shapeClass);
}

/** Shapes that are switched on, down to a few levels. */
function shapesIn(l: ModelLowering, part: ClassInstance): ClassInstance[] {
  const found: ClassInstance[] = [];
  const visit = (instance: ClassInstance, depth: number): void => {
    for (const member of instance.members) {
      if (!isComponentMember(member) || member.element.isOuter) continue;
      const node = l.component(instance, member.name)!;
      if (node.scalar !== undefined || l.isDisabled(node) || finalClass(node.type).syntax.restriction === "connector")
        continue;
      for (const inner of node.instances)
        if (isShape(inner)) found.push(inner);
        else if (depth < deepest) visit(inner, depth + 1);
    }
  };
  visit(part, 0);
  return found;
}

export function partShapes(l: ModelLowering, builder: MechanismBuilder, part: ClassInstance): PartShape[] {
  return shapesIn(l, part).flatMap((shape) => shapeOf(l, builder, shape) ?? lineShapeOf(l, builder, shape, part) ?? []);
}

function shapeOf(l: ModelLowering, builder: MechanismBuilder, shape: ClassInstance): PartShape | undefined {
  const position = constants(l, l.component(shape, "r"));
  const object = position === undefined ? objectOf(l, builder, shape) : worldObject;
  if (object === undefined) return undefined;
  const values = numbers.map((name) => constants(l, l.component(shape, name)));
  if (values.some((list) => list === undefined)) return undefined;
  const { r, T } = builder.namesOf(object);
  if (position === undefined) r.push(`${shape.path}.r`);
  else builder.constants.push({ name: `${shape.path}.r`, values: position });
  T.push(`${shape.path}.R.T`);
  numbers.forEach((name, i) => builder.constants.push({ name: `${shape.path}.${name}`, values: values[i]! }));
  return { path: shape.path, type: typeOf(l, shape) };
}

function typeOf(l: ModelLowering, shape: ClassInstance): string {
  const type = l.component(shape, "shapeType");
  const text = type && l.valueOf(type);
  return text !== undefined && isScalarKind(text) ? (text.elements[0]?.name ?? "") : "";
}

/** A direction that lines hardly have: what is round looks the same from all sides. */
const anyDirection = [0.31, 0.27, 0.91];

/** Springs, dampers and slides extend along a line; of a damper one cylinder is the housing, the other comes out of it. */
function lineShapeOf(
  l: ModelLowering,
  builder: MechanismBuilder,
  shape: ClassInstance,
  part: ClassInstance,
): PartShape | undefined {
  const line = builder.lines.get(part.path);
  // what keeps its length is somewhere on the line, as the mass of a spring is
  if (constants(l, l.component(shape, "length")) !== undefined) return undefined;
  const values = ["width", "height", "color", "extra"].map((name) => constants(l, l.component(shape, name)));
  if (line === undefined || values.some((list) => list === undefined)) return undefined;
  const { path } = shape;
  const isHousing = path.endsWith(".shape_a");
  const [begin, end] = path.endsWith(".shape_b") ? [line.split, Infinity] : [0, isHousing ? line.split : Infinity];
  builder.lineShapes.push({ ...line, path, begin, end });
  builder.namesOf(line.from).r.push(`${path}.r`);
  builder.namesOf(worldObject).T.push(`${path}.R.T`);
  const [width, height, color, extra] = values as readonly (readonly number[])[];
  const fixed = { width, height, color, extra, widthDirection: anyDirection };
  for (const [name, list] of Object.entries(fixed)) builder.constants.push({ name: `${path}.${name}`, values: list! });
  return { path, type: typeOf(l, shape) };
}

/** The object on whose frame a shape is: `r = frame_a.r_0`. */
function objectOf(l: ModelLowering, builder: MechanismBuilder, shape: ClassInstance): string | undefined {
  const binding = l.component(shape, "r")?.binding;
  if (binding?.expression.kind !== "reference") return undefined;
  const parts = binding.expression.parts.map(({ name }) => name);
  if (parts.pop() !== "r_0") return undefined;
  const { path } = binding.scope.cls.root;
  return builder.objectAt([path, ...parts].filter((name) => name !== "").join("."));
}

/** Numbers that do not depend on variables; undefined for others. What was made on the way to find out is forgotten. */
function constants(
  l: ModelLowering,
  node: ComponentNode | undefined,
  settled = (e: Expr): Expr => e,
): readonly number[] | undefined {
  if (node === undefined) return undefined;
  const { variables, groups } = l.state;
  const [made, nodes] = [variables.length, l.nodes.length];
  let value: Value | undefined;
  try {
    value = l.bindingValue(node);
  } catch {
    value = undefined;
  }
  if (variables.length > made) {
    for (const variable of variables.splice(made)) groups.delete(variable.group);
    for (const forgotten of l.nodes.splice(nodes)) forgotten.value = undefined;
    return undefined;
  }
  if (value === undefined || !isScalarKind(value)) return undefined;
  const found = value.elements.map((e) => l.tryConstant(settled(e)));
  return found.some((x) => x === undefined) ? undefined : (found as number[]);
}

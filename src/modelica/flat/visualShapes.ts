/** Shapes that a model shows: instances of ModelicaServices.Animation.Shape, whose values results hold as signals. */
import type { ClassInstance } from "../model.ts";
import { isScalarKind } from "../values/arrays.ts";
import type { ModelLowering } from "./lowering.ts";

/** Classes by whose names tools know what is drawn. */
const shapeClass = "ModelicaServices.Animation.Shape";
const worldClass = "Modelica.Mechanics.MultiBody.World";

/** `others`: shapes of which nobody is an instance here. */
export function attachShapes(
  l: ModelLowering,
  instances: readonly ClassInstance[],
  others: readonly { path: string; type: string }[],
): void {
  const shapes = [...others];
  let world = "";
  for (const instance of instances) {
    if (isOf(instance, worldClass)) world = instance.path;
    else if (isOf(instance, shapeClass)) shapes.push({ path: instance.path, type: textOf(l, instance, "shapeType") });
  }
  // as src/scene/modelicaShapes.ts reads it
  if (shapes.length > 0) l.state.attachments.push({ path: "", value: { kind: "modelicaShapes", shapes, world } });
}

function isOf({ lineage }: ClassInstance, name: string): boolean {
  return lineage.some((base) => base.qualifiedName === name);
}

function textOf(l: ModelLowering, instance: ClassInstance, name: string): string {
  const node = l.component(instance, name);
  const value = node && l.valueOf(node);
  return value !== undefined && isScalarKind(value) ? (value.elements[0]?.name ?? "") : "";
}

/** What a model shows: instances of ModelicaServices.Animation.Shape and Vector, whose values results hold as signals. */
import type { ShownMechanism } from "../mechanics/absorbMechanism.ts";
import type { ClassInstance } from "../model.ts";
import { isScalarKind } from "../values/arrays.ts";
import type { ModelLowering } from "./lowering.ts";

/** Classes by whose names tools know what is drawn. */
const shapeClass = "ModelicaServices.Animation.Shape";
const vectorClass = "ModelicaServices.Animation.Vector";
/** Literals of Modelica.Mechanics.MultiBody.Types.VectorQuantity in their order. */
const quantities = [
  "Force",
  "Torque",
  "Velocity",
  "Acceleration",
  "AngularVelocity",
  "AngularAcceleration",
  "RelativePosition",
];
const worldClass = "Modelica.Mechanics.MultiBody.World";

/** `handedOver`: shapes of which nobody is an instance here, and solids that were added. */
export function attachShapes(l: ModelLowering, instances: readonly ClassInstance[], handedOver: ShownMechanism): void {
  const shapes = [...handedOver.shapes];
  const { solids } = handedOver;
  const vectors: { path: string; quantity: string }[] = [];
  let world = "";
  for (const instance of instances) {
    if (isOf(instance, worldClass)) world = instance.path;
    else if (isOf(instance, shapeClass)) shapes.push({ path: instance.path, type: textOf(l, instance, "shapeType") });
    else if (isOf(instance, vectorClass)) vectors.push({ path: instance.path, quantity: quantityOf(l, instance) });
  }
  // as src/scene/modelicaShapes.ts reads it
  if (shapes.length + vectors.length + solids.length > 0)
    l.state.attachments.push({
      path: "",
      value: { kind: "modelicaShapes", shapes, vectors, ...(solids.length > 0 && { solids }), world },
    });
}

function isOf({ lineage }: ClassInstance, name: string): boolean {
  return lineage.some((base) => base.qualifiedName === name);
}

function quantityOf(l: ModelLowering, instance: ClassInstance): string {
  const node = l.component(instance, "quantity");
  const value = node && l.valueOf(node);
  const number = value !== undefined && isScalarKind(value) ? l.tryConstant(value.elements[0]!) : undefined;
  return quantities[(number ?? 1) - 1] ?? "Force";
}

function textOf(l: ModelLowering, instance: ClassInstance, name: string): string {
  const node = l.component(instance, name);
  const value = node && l.valueOf(node);
  return value !== undefined && isScalarKind(value) ? (value.elements[0]?.name ?? "") : "";
}

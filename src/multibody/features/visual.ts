/** Feature Visual: a shape that is only drawn. */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { type VisualMaterial, visualMaterialOf } from "../../scene/visualMaterial.ts";
import { oneLevelDeeper } from "../quantities.ts";
import { type ShapeInput, shapeModel } from "./shapes.ts";

export interface VisualOptions {
  readonly shape?: ShapeInput;
  /** Name of the palette, or a material. */
  readonly visualMaterial?: VisualMaterial | string;
}

export interface VisualElement {
  readonly kind: "Visual";
  readonly visualMaterial: VisualMaterial;
}

/** An object that is drawn, without mass. */
export function Visual(options: VisualOptions = {}): ModelDefinition {
  checkOptionNames(options, ["shape", "visualMaterial"], "Visual");
  const element: VisualElement = { kind: "Visual", visualMaterial: visualMaterialOf(options.visualMaterial) };
  return Model({
    ...(options.shape !== undefined && { shape: oneLevelDeeper(shapeModel(options.shape, "Visual")) }),
    [elementTag]: element,
  });
}

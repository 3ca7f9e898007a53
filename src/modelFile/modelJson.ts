/** Models as JSON with everything that the package can put into a model. */
import { guarded } from "../errors/boundary.ts";
import { type JsonOptions, modelFromJson as readModel, modelToJson as writeModel } from "../language/json.ts";
import type { ModelDefinition } from "../language/model.ts";
import { componentDocuments } from "../multibody/document/componentDocuments.ts";

/**
 * The model as JSON text; `indent` as in JSON.stringify. Functions are written by name.
 *
 * ```ts
 * import { Model3D, modelFromJson, modelToJson, Object3D, Scene, instantiate } from "rattleback";
 *
 * const text = modelToJson(Model3D({ world: Object3D({ feature: Scene() }) }));
 * console.log(text); // {"_class":"Model3D","world":{"_class":"Object3D","feature":{"_class":"Scene"}}}
 * console.log(instantiate(modelFromJson(text)).stateNames.length); // 0
 * ```
 */
export function modelToJson(model: ModelDefinition, indent?: number): string {
  return guarded("modelToJson", () => writeModel(model, indent, componentDocuments));
}

/** The model that a JSON text describes. Nothing of the text is ever executed, and no file is read. */
export function modelFromJson(text: string, options: JsonOptions = {}): ModelDefinition {
  return guarded("modelFromJson", () => readModel(text, options, componentDocuments));
}

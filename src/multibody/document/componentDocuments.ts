/** How components of 3-D models are written to and read from JSON documents. */
import type { ComponentDocuments } from "../../language/json.ts";
import type { ModelSource } from "../../language/modelSource.ts";
import { isPlainObject } from "../../language/values.ts";
import { isModel3D, Model3D } from "../model3D.ts";
import { placedIn } from "../placedError.ts";
import { documentClasses } from "./classes.ts";
import { writeComponent } from "./writeComponent.ts";

export const componentDocuments: ComponentDocuments = {
  modelClass: (model) => (isModel3D(model) ? "Model3D" : undefined),
  makeModel: (name, source) => (name === "Model3D" ? Model3D(source as ModelSource) : undefined),
  write: writeComponent,
  has: (name) => Object.hasOwn(documentClasses, name),
  make(name, object, path, decode) {
    const { make, data = [] } = documentClasses[name]!;
    const options: [string, unknown][] = [];
    for (const key of Object.keys(object)) {
      if (key === "_class") continue;
      options.push([key, data.includes(key) ? plainData(object[key]) : decode(object[key], key)]);
    }
    try {
      return make(Object.fromEntries(options) as never);
    } catch (error) {
      throw placedIn(error, path === "" ? name : path);
    }
  },
};

/** A copy without names that could change what objects are. */
function plainData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainData);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "__proto__")
      .map(([name, item]) => [name, plainData(item)]),
  );
}

/**
 * A model file: a TypeScript or JavaScript module that default-exports a model and may export `experiment`; or JSON, a model alone
 * or `{ "model": …, "experiment": … }`.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { ModelDefinition } from "../language/model.ts";
import { checkExperiment, type Experiment } from "./experiment.ts";
import { modelFromJson } from "./modelJson.ts";

export interface ModelFile {
  /** Name of the file without folder and ending. */
  readonly name: string;
  readonly model: ModelDefinition;
  readonly experiment: Experiment;
}

/** What a module exported, checked. */
export function modelFromExports(exported: Readonly<Record<string, unknown>>, fileName: string): ModelFile {
  const model = exported["default"];
  if (!(model instanceof ModelDefinition)) {
    throw new RattlebackError(
      "E-MODEL-FILE",
      model === undefined
        ? "The file has no default export."
        : `The default export of the file is not a model, but ${describe(model)}.`,
      {
        path: fileName,
        hint: "end the file with: export default MyModel; a script that prints needs none",
        data: { exports: Object.keys(exported) },
      },
    );
  }
  return { name: modelName(fileName), model, experiment: checkExperiment(exported["experiment"]) };
}

/** The model of a JSON file. Nothing of the text is ever executed. */
export function modelFileFromJson(text: string, fileName: string): ModelFile {
  const { model, experiment } = splitDocument(text);
  return { name: modelName(fileName), model: modelFromJson(model), experiment: checkExperiment(experiment) };
}

/** `"drives/servo.model.ts"` → `"servo.model"`. */
export function modelName(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1)!;
  return last.replace(/\.(ts|mts|js|mjs|json|mo)$/i, "") || "model";
}

function splitDocument(text: string): { model: string; experiment: unknown } {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // modelFromJson words the error
    return { model: text, experiment: undefined };
  }
  if (typeof document !== "object" || document === null || "_class" in document || !("model" in document))
    return { model: text, experiment: undefined };
  return { model: JSON.stringify(document.model), experiment: "experiment" in document ? document.experiment : {} };
}

function describe(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (value === null) return "null";
  return typeof value === "object" ? "another object" : `a value of type ${typeof value}`;
}

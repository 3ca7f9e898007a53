/** A file of Modelica as a model file: the class that is meant, as a model with its experiment. */
import { anObject, aText } from "../errors/shapes.ts";
import type { ModelDefinition } from "../language/model.ts";
import type { ClassDiagram } from "./classDiagram.ts";
import { type ImportOptions, importModelica } from "./importModelica.ts";
import { chooseModel, modelsOfFile } from "./modelsOfFile.ts";

export interface ModelicaModelFile {
  /** Full name of the class. */
  readonly name: string;
  readonly model: ModelDefinition;
  /** Times and tolerance of its experiment annotation; empty without one. */
  readonly experiment: {
    readonly startTime?: number;
    readonly stopTime?: number;
    readonly tolerance?: number;
    readonly interval?: number;
  };
  /** What a diagram shows of the class. */
  diagram(): ClassDiagram;
}

/** `className` may leave out the packages around it; without it the file must show which class is meant. */
export function modelicaModelFile(
  fileName: string,
  text: string,
  given: ImportOptions & { readonly className?: string | undefined } = {},
): ModelicaModelFile {
  aText(fileName, "fileName");
  aText(text, "text");
  anObject(given, "options");
  const { className, ...options } = given;
  const name = chooseModel(fileName, text, className);
  // a file inside a package is read with it
  const isPart = modelsOfFile(fileName, text).within !== "" || /(^|[\\/])package\.mo$/i.test(fileName);
  const library = importModelica({ ...options, texts: { ...options.texts, ...(!isPart && { [fileName]: text }) } });
  const { startTime, stopTime, tolerance, interval, isGiven } = library.experiment(name);
  return {
    name,
    model: library.component(name),
    experiment: isGiven ? { startTime, stopTime, tolerance, interval } : {},
    diagram: () => library.diagram(name),
  };
}

/** Models and libraries of Modelica. */
export { RattlebackError } from "../errors/rattlebackError.ts";
export type {
  ClassAsComponent,
  ClassComponent,
  ClassConnector,
  ClassDiagram,
  ClassLine,
  ClassParameter,
  IconPlace,
} from "../modelica/classDiagram.ts";
export type { ClassIcon, IconPoint, IconShape } from "../modelica/classIcon.ts";
export type { ModelicaSuggestion } from "../modelica/completion.ts";
export type { Experiment } from "../modelica/experiment.ts";
export {
  type ClassDescription,
  type ImportOptions,
  importModelica,
  type Mechanics,
  type ModelicaInstantiateOptions,
  ModelicaLibrary,
} from "../modelica/importModelica.ts";
export type { ModelicaFiles } from "../modelica/library.ts";
export type { ContactSolid, ModelicaContacts } from "../modelica/mechanics/contactOptions.ts";
export { libraryFolders, memoryFiles } from "../modelica/memoryFiles.ts";
export { type ModelicaModelFile, modelicaModelFile } from "../modelica/modelicaModelFile.ts";
export { type FileModels, modelsOfFile } from "../modelica/modelsOfFile.ts";
export type { TestModel } from "../modelica/testModels.ts";
export { placeInText, type TextPlace } from "../modelica/textPlace.ts";

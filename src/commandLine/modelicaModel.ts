/** A file of Modelica as a model file: one of its classes, with the libraries of MODELICAPATH and of the package around the file. */
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { ModelFile } from "../modelFile/modelFile.ts";
import { diskFiles, modelicaFolders } from "./modelicaFiles.ts";

/** What follows the name of a file: `Circuits.mo#Circuits.Filter`. */
export function splitClass(fileName: string): { file: string; className: string | undefined } {
  const match = /^(.*\.mo)#(.+)$/is.exec(fileName);
  return match === null ? { file: fileName, className: undefined } : { file: match[1]!, className: match[2]! };
}

/** The name of a model file with the class that `--class` gives. */
export function withClass(fileName: string | undefined, className: string | undefined): string | undefined {
  return fileName === undefined || className === undefined ? fileName : `${fileName}#${className}`;
}

export interface ModelicaModelFile extends ModelFile {
  /** Texts of the library files that were read so far, by their paths. */
  readonly libraryTexts: ReadonlyMap<string, string>;
}

export async function modelicaModel(
  source: string,
  path: string,
  className: string | undefined,
): Promise<ModelicaModelFile> {
  const [{ modelicaModelFile }, { modelsOfFile }] = await Promise.all([
    import("../modelica/modelicaModelFile.ts"),
    import("../modelica/modelsOfFile.ts"),
  ]);
  const fileName = basename(path);
  const { within } = modelsOfFile(fileName, source);
  const libraryTexts = new Map<string, string>();
  const files = {
    ...diskFiles,
    read: (file: string): string => {
      const text = readFileSync(file, "utf8");
      libraryTexts.set(file, text);
      return text;
    },
  };
  // a file inside a package belongs to the library whose folder lies around it; any other may use classes of its neighbours
  let around = dirname(path);
  for (let i = within === "" ? 0 : within.split(".").length; i > 0; i--) around = dirname(around);
  if (fileName === "package.mo") around = dirname(around);
  const folders = [`${around}/`, ...modelicaFolders([], around)];
  return { ...modelicaModelFile(fileName, source, { folders, files, className }), libraryTexts };
}

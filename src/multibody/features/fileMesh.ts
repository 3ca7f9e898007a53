/** FileMesh: a shape whose surface is in a file, and the files of a model. */
import { checkOptionNames, readOnce } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { anObject } from "../../errors/shapes.ts";
import { meshFormats } from "../../geometry/meshFormats.ts";
import type { TriangleData } from "../../geometry/parseObj.ts";
import { Mesh } from "../../geometry/shapes/mesh.ts";
import { diskReader } from "../../language/diskFiles.ts";
import type { ReadFile } from "../../language/readFile.ts";
import { placedIn } from "../placedError.ts";
import { type Vector, wrongQuantity } from "../quantities.ts";

export interface FileMeshOptions {
  /** Name of an OBJ, STL, PLY or glTF file, relative to the folder of the model. */
  readonly filename: string;
  /** Factors of x, y, z. Default [1, 1, 1]. */
  readonly scale?: Vector;
}

/** A mesh by the name of its file. */
export interface FileMesh {
  readonly kind: "FileMesh";
  readonly filename: string;
  readonly scale: Vector;
  /** Used when instantiate gets no readFile. */
  readonly readFile: ReadFile | undefined;
}

/**
 * A closed surface of triangles from an OBJ, STL, PLY or glTF file. The file is read when the model is instantiated: by
 * `instantiate(model, { readFile })`; on the command line from the folder of the model; otherwise, in Node, from the disk,
 * relative to the working directory.
 */
export function FileMesh(options: FileMeshOptions): FileMesh {
  anObject(options, "options of FileMesh");
  checkOptionNames(withoutFalse(options), ["filename", "scale"], "FileMesh");
  const { filename, scale = [1, 1, 1] } = options;
  if (typeof filename !== "string" || filename === "")
    throw wrongQuantity("FileMesh", "filename", filename, "the name of a file");
  return { kind: "FileMesh", filename, scale, readFile: diskReader() };
}

/** Options of a mesh in Modia3D that are false by default; what they ask for when they are true is done elsewhere here. */
const elsewhere: Readonly<Record<string, string>> = {
  convexPartition:
    'Solid({ convexParts: await convexParts(mesh) }), or contactModel: "polygonal" for the surface as it is',
  useMaterialColor: "the color of a VisualMaterial",
  doubleSided: "a closed surface, whose triangles look outwards",
  smoothNormals: "edges are found by their angle",
};

/** The options without those of other programs that say what holds anyway; an error tells where the others have gone. */
function withoutFalse(options: FileMeshOptions): object {
  const own: Record<string, unknown> = { ...readOnce(options, "FileMesh") };
  for (const [name, hint] of Object.entries(elsewhere)) {
    if ((own[name] ?? false) !== false) {
      throw new RattlebackError("E-3D-VALUE", `A FileMesh has no ${name}.`, { path: `FileMesh.${name}`, hint });
    }
    delete own[name];
  }
  return own;
}

/** The files of one instantiated model; each is read once. */
export class MeshFiles {
  private readonly readFile: ReadFile | undefined;
  private readonly found = new Map<string, TriangleData>();

  constructor(readFile: ReadFile | undefined) {
    this.readFile = readFile;
  }

  /** `path` is that of the shape, for messages. */
  mesh(shape: FileMesh, filename: string, scale: readonly [number, number, number], path: string): Mesh {
    let data = this.found.get(filename);
    try {
      if (data === undefined) {
        data = this.read(filename, this.readFile ?? shape.readFile, path);
        this.found.set(filename, data);
      }
      return Mesh({ ...data, scale: [scale[0], scale[1], scale[2]] });
    } catch (error) {
      throw error instanceof RattlebackError && error.path === path ? error : placedIn(error, path);
    }
  }

  private read(filename: string, readFile: ReadFile | undefined, path: string): TriangleData {
    const ending = /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
    const parse = meshFormats.get(ending);
    if (parse === undefined) {
      throw new RattlebackError("E-MESH-FILE", `"${filename}" is not a mesh that can be read.`, {
        path,
        because: ending === "" ? "its name has no extension" : `files .${ending} are not read`,
        hint: `a file .${[...meshFormats.keys()].join(", .")}`,
        data: { filename },
      });
    }
    if (readFile === undefined) {
      throw new RattlebackError(
        "E-MESH-FILE",
        `The mesh "${filename}" cannot be read: no way to read files was given.`,
        {
          path,
          because: "a model only names its files; the option readFile of instantiate supplies them",
          hint: "instantiate(model, { readFile: (name) => contentAsBytes }), or Mesh(parseObj(text)) in place of FileMesh",
          data: { filename },
        },
      );
    }
    const content = readFile(filename);
    if (content === undefined) {
      throw new RattlebackError("E-MESH-FILE", `The mesh "${filename}" does not exist.`, {
        path,
        because: "there is no file of this name",
        hint: "names are relative to the folder of the model",
        data: { filename },
      });
    }
    const folder = filename.replace(/[^/]*$/, "");
    return parse(content, (name) => readFile(folder + name));
  }
}

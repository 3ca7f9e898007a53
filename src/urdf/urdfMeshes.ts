/** Meshes that a robot description names: where they are, and what is in them. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { parseObj } from "../geometry/parseObj.ts";
import { parseStl } from "../geometry/parseStl.ts";
import { Mesh } from "../geometry/shapes/mesh.ts";
import type { UrdfGeometry } from "./urdfRobot.ts";

export interface MeshFiles {
  /** Gives the content of a file, undefined when there is none. Names are relative to the robot description. */
  readonly readFile?: (name: string) => Uint8Array | undefined;
  /** Folders of packages: `package://arm/link.stl` is `<packages.arm>/link.stl`. */
  readonly packages?: Readonly<Record<string, string>>;
}

type MeshGeometry = UrdfGeometry & { readonly kind: "mesh" };

/** The name of a file without `package://` and `file://`. */
export function meshPath(filename: string, packages: Readonly<Record<string, string>> = {}): string {
  const match = /^package:\/\/([^/]+)\/(.*)$/.exec(filename);
  if (match === null) return filename.replace(/^file:\/\//, "");
  const [, name, rest] = match as unknown as [string, string, string];
  const folder = Object.hasOwn(packages, name) ? packages[name]! : name;
  return `${folder.replace(/\/$/, "")}/${rest}`;
}

/** The mesh; undefined when the format is not read or no files are given, which `ignore` is told. */
export function readMesh(
  { filename, scale }: MeshGeometry,
  { readFile, packages }: MeshFiles,
  place: string,
  ignore: (cause: string) => void,
): Mesh | undefined {
  const path = meshPath(filename, packages);
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  if (ending !== "obj" && ending !== "stl") {
    ignore(`meshes of format .${ending}`);
    return undefined;
  }
  if (readFile === undefined) {
    ignore("meshes, because no readFile was given");
    return undefined;
  }
  const content = readFile(path);
  if (content === undefined) throw missing(path, filename, place);
  const data = ending === "obj" ? parseObj(new TextDecoder().decode(content)) : parseStl(content);
  return Mesh({ ...data, scale });
}

function missing(path: string, filename: string, place: string): RattlebackError {
  return new RattlebackError("E-URDF-FILE", `The mesh "${filename}" does not exist.`, {
    path: place,
    because: `nothing was found at "${path}"`,
    hint: "packages: { name: folder } says where package://name/… is; other names are relative to the robot description",
    data: { path, filename },
  });
}

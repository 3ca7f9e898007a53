/** Meshes that a robot description names: where they are, and what is in them. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { largestExtent, likelyUnit, type MeshUnit, mendMesh, metres } from "../geometry/mendMesh.ts";
import { meshFormats, type ParseMesh } from "../geometry/meshFormats.ts";
import { Mesh } from "../geometry/shapes/mesh.ts";
import { parseDae } from "./parseDae.ts";
import type { UrdfGeometry } from "./urdfRobot.ts";

export interface MeshFiles {
  /** Gives the content of a file, undefined when there is none. Names are relative to the robot description. */
  readonly readFile?: (name: string) => Uint8Array | undefined;
  /** Folders of packages: `package://arm/link.stl` is `<packages.arm>/link.stl`. */
  readonly packages?: Readonly<Record<string, string>>;
  /**
   * Faces of meshes that occur twice are dropped, closed parts that look inwards are turned, and meshes of more than 8 m are taken for such in
   * millimetres (above 50) or inches; "mm" or "inch" says in which of them they are. Default false: all this is reported.
   */
  readonly mendMeshes?: boolean | MeshUnit;
}

type MeshGeometry = UrdfGeometry & { readonly kind: "mesh" };

export interface MeshReading {
  /** Formats that only this kind of description has, by endings. */
  readonly formats?: ReadonlyMap<string, ParseMesh>;
  /** What becomes of the corners before they are scaled. */
  readonly moved?: (vertices: readonly number[]) => readonly number[];
}

const usualFormats: ReadonlyMap<string, ParseMesh> = new Map([
  ...meshFormats,
  ["dae", (content: Uint8Array) => parseDae(new TextDecoder().decode(content))],
]);

/** Folders above the description that are looked through. */
export const highest = 6;

/**
 * Where a file may be. `package://name/rest` lies in the folder that `packages` gives; otherwise in a folder of the package's name, beside the
 * description or above it, or, since checked-out packages are often called otherwise, at `rest` in a folder above it. Names that are
 * relative lie beside the description, or in a folder above it.
 */
export function meshPaths(filename: string, packages: Readonly<Record<string, string>> = {}): string[] {
  const written = filename.replaceAll("\\", "/").replace(/^\$\(find ([^)]+)\)/, "package://$1");
  const paths = pathsOf(written, packages);
  return /%[0-9a-f]{2}/i.test(written) ? [...paths, ...pathsOf(decoded(written), packages)] : paths;
}

function pathsOf(written: string, packages: Readonly<Record<string, string>>): string[] {
  const above = Array.from({ length: highest + 1 }, (_, k) => "../".repeat(k));
  const match = /^(?:package|model):\/\/\/*([^/]+)\/(.*)$/.exec(written);
  if (match === null) {
    const path = written.replace(/^file:\/\/(?:localhost(?=\/))?/, "");
    return /^(\/|\w+:)/.test(path) ? [path] : above.map((up) => up + path);
  }
  const [, name, rest] = match as unknown as [string, string, string];
  if (Object.hasOwn(packages, name)) return [`${packages[name]!.replace(/\/$/, "")}/${rest}`];
  return above.flatMap((up) => [`${up}${name}/${rest}`, `${up}${rest}`]);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * The mesh; undefined when it cannot be had, which `ignore` is told: one mesh is never the end of a robot. `note` is told what is odd
 * about it.
 */
export function readMesh(
  { filename, scale }: MeshGeometry,
  { readFile, packages, mendMeshes = false }: MeshFiles,
  place: string,
  ignore: (cause: string) => void,
  note: (line: string) => void,
  { formats, moved = (vertices) => vertices }: MeshReading = {},
): Mesh | undefined {
  const ending = /\.([^./]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  const read = formats?.get(ending) ?? usualFormats.get(ending);
  if (read === undefined) {
    ignore(`meshes of format .${ending}`);
    return undefined;
  }
  if (readFile === undefined) {
    ignore("meshes, because no readFile was given");
    return undefined;
  }
  const paths = meshPaths(filename, packages);
  let refusal = "";
  // a reader that throws has nothing to give
  const found = (path: string): Uint8Array | undefined => {
    try {
      return readFile(path);
    } catch (error) {
      if (refusal === "") refusal = ` (${error instanceof Error ? error.message.split("\n")[0] : String(error)})`;
      return undefined;
    }
  };
  for (const path of paths) {
    const content = found(path);
    if (content === undefined) continue;
    try {
      const folder = path.replace(/[^/]*$/, "");
      const { vertices, triangles } = read(content, (name) => found(folder + name));
      const mesh = Mesh({ vertices: moved(vertices), triangles, scale });
      return examined(mesh, path, mendMeshes, note);
    } catch (error) {
      if (!(error instanceof RattlebackError)) throw error;
      ignore(`mesh "${path}" of ${place} (${error.what} ${error.because ?? ""})`);
      return undefined;
    }
  }
  const beside = paths.length === 1 ? `at "${paths[0]}"` : "beside the description nor in the folders above it";
  ignore(`mesh "${filename}" of ${place}, not found ${beside}${refusal}`);
  return undefined;
}

/** Says what is wrong with a surface, and mends it where that is wanted. */
function examined(mesh: Mesh, path: string, mending: boolean | MeshUnit, note: (line: string) => void): Mesh {
  const isMended = mending !== false;
  const { mesh: mended, doubledFaces, turnedFaces } = mendMesh(mesh);
  const found = [
    ...(doubledFaces > 0 ? [`${doubledFaces} faces twice`] : []),
    ...(turnedFaces > 0 ? [`${turnedFaces} faces that look inwards`] : []),
  ];
  if (found.length > 0)
    note(`mesh "${path}" has ${found.join(" and ")}${isMended ? ": mended" : "; mendMeshes: true mends them"}`);
  return inMetres(isMended ? mended : mesh, path, mending, note);
}

function inMetres(mesh: Mesh, path: string, mending: boolean | MeshUnit, note: (line: string) => void): Mesh {
  const likely = likelyUnit(mesh);
  if (likely === undefined) return mesh;
  const unit = typeof mending === "string" ? mending : likely;
  const factor = metres[unit];
  const seen = `mesh "${path}" has a size of ${largestExtent(mesh).toPrecision(3)} m`;
  if (mending === false) {
    const other = unit === "inch" ? ' (or "mm", if it is a small part)' : "";
    note(`${seen}: in ${unit}? Then it needs scale="${factor} ${factor} ${factor}", or mendMeshes: "${unit}"${other}`);
    return mesh;
  }
  note(`${seen}: taken as ${unit}`);
  return Mesh({ vertices: mesh.vertices, triangles: mesh.triangles, scale: [factor, factor, factor] });
}

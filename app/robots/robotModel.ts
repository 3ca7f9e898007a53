/**
 * A model of the studio from the files of a robot: a short text that imports it, and a part that holds the files that it needs. Nothing is read
 * here but names: the description is understood by the engine.
 */

/** By their paths in what was dropped: "arm_description/meshes/base.stl". */
export type RobotFiles = ReadonlyMap<string, Uint8Array>;

export interface RobotModel {
  readonly name: string;
  readonly source: string;
  readonly parts: Readonly<Record<string, string>>;
  /** What the user should know: other descriptions that were not taken. */
  readonly note: string;
}

type Format = "robot" | "sdf" | "mujoco";

const importers: Readonly<Record<Format, string>> = { robot: "importUrdf", sdf: "importSdf", mujoco: "importMjcf" };
/** Files that may be a description, the likeliest first. */
const descriptionEndings = [".urdf", ".sdf", ".xml"];
const textEndings = /\.(urdf|sdf|xml|config|gltf)$/i;
const usefulEndings = /\.(urdf|sdf|xml|config|gltf|bin|stl|obj|dae|glb|ply)$/i;
/** Bytes of all files together that a model keeps. */
const mostBytes = 60e6;

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export function robotModel(files: RobotFiles): RobotModel {
  const texts = new Map(
    [...files]
      .filter(([path]) => textEndings.test(path))
      .map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]),
  );
  const descriptions = descriptionsIn(texts);
  const path = descriptions[0];
  if (path === undefined)
    throw new Error("There is no robot among these files: a description is a file .urdf, .sdf or .xml (MuJoCo).");
  const needed = neededFiles(path, files, texts);
  const bytes = [...needed.values()].reduce((sum, content) => sum + content.length, 0);
  if (bytes > mostBytes)
    throw new Error(
      `The files of the robot have ${(bytes / 1e6).toFixed(0)} MB; the studio keeps up to ${mostBytes / 1e6} MB.`,
    );
  const name = baseName(path)
    .replace(/\.[^.]*$/, "")
    .replace(/[^\w-]/g, "_");
  const part = `./${name}.files.ts`;
  const others = descriptions.slice(1).map(baseName);
  return {
    name: `${name}.ts`,
    source: modelText(baseName(path), formatOf(texts.get(path)!)!, part, needed.size),
    parts: { [part]: filesText(path, texts.get(path)!, needed) },
    note:
      others.length === 0
        ? ""
        : `${baseName(path)} was taken; there are also ${others.slice(0, 5).join(", ")}${others.length > 5 ? " …" : ""}.`,
  };
}

function formatOf(text: string): Format | undefined {
  return /<(robot|sdf|mujoco)[\s>]/.exec(text)?.[1] as Format | undefined;
}

/** By ending, then those that no other one includes, then the ones that lie highest. */
function descriptionsIn(texts: ReadonlyMap<string, string>): string[] {
  const rank = (path: string): number => descriptionEndings.findIndex((ending) => path.toLowerCase().endsWith(ending));
  const found = [...texts]
    .filter(([path, text]) => rank(path) >= 0 && formatOf(text) !== undefined)
    .map(([path]) => path);
  const isIncluded = (path: string): boolean =>
    [...texts].some(
      ([other, text]) => other !== path && new RegExp(`<include[^>]*${escaped(baseName(path))}"`).test(text),
    );
  const key = (path: string) => [rank(path), isIncluded(path) ? 1 : 0, path.split("/").length] as const;
  const keys = new Map(found.map((path) => [path, key(path)]));
  return found.sort((a, b) => {
    const [p, q] = [keys.get(a)!, keys.get(b)!];
    return p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || (a < b ? -1 : 1);
  });
}

/** Files whose names occur in the description, or in texts that it needs; models of SDFormat name folders, so that their texts come all. */
function neededFiles(
  description: string,
  files: RobotFiles,
  texts: ReadonlyMap<string, string>,
): Map<string, Uint8Array> {
  const needed = new Map<string, Uint8Array>();
  const isOfFolders = formatOf(texts.get(description)!) === "sdf";
  const queue = [
    description,
    ...(isOfFolders ? [...texts.keys()].filter((path) => /\.(sdf|config)$/i.test(path)) : []),
  ];
  const left = new Set([...files.keys()].filter((path) => usefulEndings.test(path)));
  for (const path of queue) {
    left.delete(path);
    if (path !== description) needed.set(path, files.get(path)!);
    const text = texts.get(path);
    if (text === undefined) continue;
    for (const other of left)
      if (text.includes(baseName(other)) || text.includes(encodeURIComponent(baseName(other)))) {
        left.delete(other);
        queue.push(other);
      }
  }
  return needed;
}

function modelText(file: string, format: Format, part: string, count: number): string {
  const importer = importers[format];
  const isUrdf = format === "robot";
  const options = `{ readFile${format === "mujoco" ? "" : ", negligibleInertia: true"} }`;
  const gravity = isUrdf ? "gravityField: UniformGravityField({ n: [0, 0, -1] })" : "gravityField: robot.gravityField";
  const files = count === 0 ? "" : `, with ${count} other ${count === 1 ? "file" : "files"}`;
  return `// The robot of ${file}${files}.
import { Model3D, Object3D, Scene${isUrdf ? ", UniformGravityField" : ""} } from "rattleback";
import { ${importer} } from "rattleback/robots";
import { description, readFile } from "${part}";

const robot = ${importer}(description, ${options});
for (const line of robot.report) console.log(line);

export default Model3D({
  world: Object3D({ feature: Scene({ ${gravity} }) }),
  robot: robot.model,
});
export const experiment = { stopTime: 2 };
`;
}

/** The part with the files; names are looked for from the folder of the description, then by the last part of the path. */
function filesText(path: string, description: string, files: ReadonlyMap<string, Uint8Array>): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const entries = [...files].map(([name, bytes]) => `  ${JSON.stringify(name)}: "${base64(bytes)}",`);
  return `// Files of a robot, as they were dropped.
export const description = ${JSON.stringify(description)};
const folder = ${JSON.stringify(folder)};
const files: Readonly<Record<string, string>> = {
${entries.join("\n")}
};

export function readFile(name: string): Uint8Array | undefined {
  const path: string[] = [];
  for (const step of (folder + name).split("/")) {
    if (step === "..") path.pop();
    else if (step !== "." && step !== "") path.push(step);
  }
  const same = Object.keys(files).filter((file) => file.endsWith("/" + path.at(-1)) || file === path.at(-1));
  const found = files[path.join("/")] ?? (same.length === 1 ? files[same[0]!] : undefined);
  return found === undefined ? undefined : Uint8Array.from(atob(found), (letter) => letter.charCodeAt(0));
}
`;
}

export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let k = 0; k < bytes.length; k += 0x8000) text += String.fromCharCode(...bytes.subarray(k, k + 0x8000));
  return btoa(text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

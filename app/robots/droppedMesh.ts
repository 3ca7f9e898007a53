/** Meshes that were dropped on the page: each becomes a solid object of the model that is open, with its file in a part of the model. */
import { addMesh } from "../document/sceneEdits.ts";
import { base64 } from "./robotModel.ts";

const endings = /\.(stl|obj|ply|glb|gltf|dae)$/i;
/** Bytes of all files together that a model keeps. */
const mostBytes = 60e6;

export function isMesh(path: string): boolean {
  return endings.test(path);
}

export interface MeshedModel {
  readonly source: string;
  /** Texts of the files of the meshes, by the names behind `from`. */
  readonly parts: Readonly<Record<string, string>>;
  readonly names: readonly string[];
}

/** A model to begin with, where none is open that could take them. */
export const emptyScene = `import { Model3D, Object3D, Scene } from "rattleback";

export default Model3D({
  world: Object3D({ feature: Scene() }),
});
export const experiment = { stopTime: 1 };
`;

/** The text with the meshes in it; undefined when a function makes its model. */
export function withMeshes(
  text: string,
  files: ReadonlyMap<string, Uint8Array>,
  present: Readonly<Record<string, string>> = {},
): MeshedModel | undefined {
  const meshes = [...files].filter(([path]) => isMesh(path));
  const bytes = meshes.reduce((sum, [, content]) => sum + content.length, 0);
  if (bytes > mostBytes)
    throw new Error(`The meshes have ${(bytes / 1e6).toFixed(0)} MB; the studio keeps up to ${mostBytes / 1e6} MB.`);
  let source = text;
  const parts: Record<string, string> = {};
  const names: string[] = [];
  for (const [path, content] of meshes) {
    const file = path.slice(path.lastIndexOf("/") + 1);
    const word = wordOf(file);
    let module = `./${word}.mesh.ts`;
    for (let k = 2; present[module] !== undefined || parts[module] !== undefined; k++) module = `./${word}${k}.mesh.ts`;
    const added = addMesh(source, word, module);
    if (added === undefined) return undefined;
    source = added.text;
    parts[module] = partText(added.word, file, content);
    names.push(added.name);
  }
  return { source, parts, names };
}

/** `hull-2.stl` as a name: hull_2. */
function wordOf(file: string): string {
  const word = file
    .replace(endings, "")
    .replace(/\W+/g, "_")
    .replace(/^_+|_+$/g, "");
  return /^[A-Za-z]/.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : `mesh${word}`;
}

function partText(word: string, file: string, content: Uint8Array): string {
  return `// The surface of ${file}, as it was dropped. Lengths are in metres: scale: [0.001, 0.001, 0.001] takes millimetres.
import { FileMesh } from "rattleback";

const content = "${base64(content)}";
export const ${word} = {
  ...FileMesh({ filename: ${JSON.stringify(file)}, scale: [1, 1, 1] }),
  readFile: (): Uint8Array => Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)),
};
`;
}

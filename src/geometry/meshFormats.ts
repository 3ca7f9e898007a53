/** Files of triangles by the ending of their name. */
import { parseGltf } from "./parseGltf.ts";
import { parseObj, type TriangleData } from "./parseObj.ts";
import { parsePly } from "./parsePly.ts";
import { parseStl } from "./parseStl.ts";

/** `beside` gives files that lie beside this one. */
export type ParseMesh = (content: Uint8Array, beside: (name: string) => Uint8Array | undefined) => TriangleData;

export const meshFormats: ReadonlyMap<string, ParseMesh> = new Map<string, ParseMesh>([
  ["obj", (content) => parseObj(new TextDecoder().decode(content))],
  ["stl", (content) => parseStl(content)],
  ["ply", (content) => parsePly(content)],
  ["gltf", parseGltf],
  ["glb", parseGltf],
]);

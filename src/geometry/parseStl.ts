/**
 * Meshes from STL files, binary or text. STL repeats the corners of every triangle; `Mesh` merges equal ones. Normals are
 * passed over: the order of the corners says where outside is.
 */
import { guarded } from "../errors/boundary.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { TriangleData } from "./parseObj.ts";

/** Bytes before the triangles of a binary file: 80 of header, 4 for the number of triangles. */
const headerLength = 84;
/** Twelve floats and an attribute of two bytes. */
const triangleLength = 50;

export function parseStl(content: Uint8Array | string): TriangleData {
  return guarded("parseStl", () => {
    if (typeof content === "string") return parseText(content);
    if (!ArrayBuffer.isView(content))
      throw stlError("parseStl reads bytes or a text.", "what is given is neither", { type: typeof content });
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
    const count = content.length >= headerLength ? view.getUint32(80, true) : -1;
    // binary headers may begin with "solid" as well: the length decides
    if (content.length === headerLength + count * triangleLength) return parseBinary(view, count);
    const text = new TextDecoder().decode(content);
    if (/^\s*solid[\s\S]*\bfacet\b/i.test(text)) return parseText(text);
    // some programs write more behind the triangles
    if (count > 0 && content.length > headerLength + count * triangleLength) return parseBinary(view, count);
    throw stlError(
      "The STL file is neither text nor binary.",
      "the length of a binary file does not fit its triangles",
      {
        bytes: content.length,
        triangles: count,
      },
    );
  });
}

function parseBinary(view: DataView, count: number): TriangleData {
  const vertices: number[] = [];
  for (let f = 0; f < count; f++) {
    for (let i = 0; i < 9; i++) vertices.push(view.getFloat32(headerLength + f * triangleLength + 12 + 4 * i, true));
  }
  return { vertices, triangles: Array.from({ length: 3 * count }, (_, i) => i) };
}

function parseText(text: string): TriangleData {
  const vertices: number[] = [];
  for (const match of text.matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/gi)) {
    const point = match.slice(1).map(Number);
    if (!point.every(Number.isFinite)) {
      const line = text.slice(0, match.index).split("\n").length;
      throw stlError(`Line ${line} of the STL text cannot be read.`, `"${match[0]}" is not three finite numbers`, {
        line,
      });
    }
    vertices.push(...point);
  }
  const facets = [...text.matchAll(/\bendfacet\b/gi)].length;
  if (vertices.length !== 9 * facets || facets === 0) {
    const because = `it has ${vertices.length / 3} vertices for ${facets} facets`;
    throw stlError("The STL text is incomplete.", because, { vertices: vertices.length / 3, facets });
  }
  return { vertices, triangles: Array.from({ length: 3 * facets }, (_, i) => i) };
}

function stlError(what: string, because: string, data: Readonly<Record<string, unknown>>): RattlebackError {
  const hint = "check that the file is complete, and the program that wrote it";
  return new RattlebackError("E-MESH-FORMAT", what, { because, hint, data });
}

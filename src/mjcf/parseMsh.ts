/**
 * Meshes from MuJoCo's own binary files (.msh): four counts, then corners, normals, texture coordinates and faces.
 *
 * Source   [MJCF] asset/mesh "MSH"
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { TriangleData } from "../geometry/parseObj.ts";

const headerLength = 16;

export function parseMsh(content: Uint8Array): TriangleData {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const counts = content.length < headerLength ? [] : [0, 4, 8, 12].map((at) => view.getInt32(at, true));
  const [corners = -1, normals = -1, textures = -1, faces = -1] = counts;
  const words = 3 * corners + 3 * normals + 2 * textures + 3 * faces;
  if (counts.some((count) => count < 0) || content.length !== headerLength + 4 * words)
    throw new RattlebackError("E-MESH-FORMAT", "The MSH file cannot be read.", {
      because: `its ${content.length} bytes do not fit the counts at its beginning`,
      hint: "check that the file is complete, and the program that wrote it",
      data: { bytes: content.length },
    });
  const firstFace = headerLength + 4 * (words - 3 * faces);
  return {
    vertices: Array.from({ length: 3 * corners }, (_, k) => view.getFloat32(headerLength + 4 * k, true)),
    triangles: Array.from({ length: 3 * faces }, (_, k) => view.getInt32(firstFace + 4 * k, true)),
  };
}

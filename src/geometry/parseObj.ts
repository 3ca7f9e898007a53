/**
 * Meshes from Wavefront OBJ text: vertices and faces. Polygons are cut into triangles from their first corner; normals,
 * textures, groups, materials and free-form curves are passed over.
 */

import { guarded } from "../errors/boundary.ts";
import { checkText } from "../errors/checkText.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";

/** Packed vertices and triangles, as `Mesh` takes them. */
export interface TriangleData {
  readonly vertices: number[];
  readonly triangles: number[];
}

/**
 * ```ts
 * import { parseObj } from "rattleback/collision";
 *
 * const { vertices, triangles } = parseObj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
 * console.log(vertices.length / 3, triangles.join(" ")); // 4 0 1 2 0 2 3
 * ```
 */
export function parseObj(text: string): TriangleData {
  checkText(text, "parseObj");
  return guarded("parseObj", () => {
    const vertices: number[] = [];
    const triangles: number[] = [];
    const lines = text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/);
    lines.forEach((line, index) => {
      const [word, ...values] = line.replace(/#.*/, "").trim().split(/\s+/);
      if (word === "v") {
        const point = values.slice(0, 3).map(Number);
        if (point.length < 3 || !point.every(Number.isFinite)) throw lineError(line, index, "three finite coordinates");
        vertices.push(...point);
      } else if (word === "f") {
        const count = vertices.length / 3;
        const corners = values.map((value) => {
          const number = Number.parseInt(value, 10);
          const vertex = number < 0 ? count + number : number - 1; // negative numbers count back from the last vertex
          if (!(vertex >= 0 && vertex < count)) throw lineError(line, index, `vertices between 1 and ${count}`);
          return vertex;
        });
        if (corners.length < 3) throw lineError(line, index, "at least three vertices");
        for (let k = 2; k < corners.length; k++) triangles.push(corners[0]!, corners[k - 1]!, corners[k]!);
      }
    });
    return { vertices, triangles };
  });
}

function lineError(line: string, index: number, expected: string): RattlebackError {
  return new RattlebackError("E-MESH-FORMAT", `Line ${index + 1} of the OBJ text cannot be read.`, {
    where: `line ${index + 1}`,
    because: `"${line.trim().slice(0, 60)}" does not have ${expected}`,
    hint: "check the program that wrote the file",
    data: { line: index + 1 },
  });
}

/** What users should know of meshes that touch by polygons: whose faces do not enclose what is solid. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { geometryOf } from "../geometry/registry.ts";
import type { Mesh } from "../geometry/shapes/mesh.ts";

/** `isFlipped`: its triangles are meant to look inwards. */
export function surfaceWarnings(path: string, mesh: Mesh, isFlipped = false): string[] {
  try {
    // the order of all corners turned round turns every triangle over
    const seen = isFlipped ? { ...mesh, triangles: mesh.triangles.slice().reverse() } : mesh;
    geometryOf(seen).volume(seen);
    return [];
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    return [
      `W-CONTACT-OPEN  "${path}" touches by polygons, which needs a closed surface whose faces look outwards. ${error.what} A face holds only what comes from the side it looks to: give walls a thickness, close holes, turn faces (mendMesh).`,
    ];
  }
}

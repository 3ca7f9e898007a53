/** convexParts with the package that takes meshes apart: larger than the rest of the engine, so it is a script of its own. */
import rapier from "@dimforge/rapier3d-compat";
import { convexParts as partsOf, rapierDecomposer } from "../../src/geometry/convexParts.ts";

const decomposer = rapierDecomposer(async () => ({ default: rapier }));

export const convexParts: typeof partsOf = (mesh, options = {}) => partsOf(mesh, { decomposer, ...options });

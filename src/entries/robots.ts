/** Robots and mechanisms from files of other programs. */
export { RattlebackError } from "../errors/rattlebackError.ts";
export type { MeshUnit } from "../geometry/mendMesh.ts";
export { importMjcf, type MjcfImport, type MjcfOptions } from "../mjcf/importMjcf.ts";
export { type WrittenRobot, writeMjcf } from "../robotFiles/writeMjcf.ts";
export { writeUrdf } from "../robotFiles/writeUrdf.ts";
export type { DynamicsOptions } from "../robotics/dynamics.ts";
export { importSdf, type SdfImport, type SdfOptions } from "../sdf/importSdf.ts";
export { importUrdf } from "../urdf/importUrdf.ts";
export type { StopOptions } from "../urdf/jointElements.ts";
export type { MeshFiles } from "../urdf/urdfMeshes.ts";
export type { UrdfImport, UrdfOptions } from "../urdf/urdfOptions.ts";
export type { Triple } from "../urdf/urdfRobot.ts";

/** Options of the Scene that concern drawing, with the numbers of a run. */
import type { Scene3D } from "../../scene/scene3d.ts";
import type { Reader } from "../reader.ts";

export type SceneNumbers = Partial<
  Pick<
    Scene3D,
    | "nominalLength"
    | "frameLength"
    | "contactDiameter"
    | "camera"
    | "light"
    | "visualiseFrames"
    | "visualiseBoundingBoxes"
    | "visualiseContactPoints"
  >
>;

export function readSceneNumbers(world: string, read: Reader): SceneNumbers {
  const at = (name: string): string => `${world}.feature.${name}`;
  const view = (name: "camera" | "light") => ({
    distance: read.number(at(`${name}Distance`)),
    longitude: read.number(at(`${name}Longitude`)),
    latitude: read.number(at(`${name}Latitude`)),
  });
  return {
    nominalLength: read.number(at("nominalLength")),
    frameLength: read.number(at("defaultFrameLength")),
    contactDiameter: read.number(at("defaultContactSphereDiameter")),
    camera: view("camera"),
    light: view("light"),
    visualiseFrames: read.isTrue(at("visualiseFrames")),
    visualiseBoundingBoxes: read.isTrue(at("visualiseBoundingBox")),
    visualiseContactPoints: read.isTrue(at("visualiseContactPoints")),
  };
}

/** The animation of a result, or its shapes at one time, as the content of a file. */
import { animationToGlb } from "../../src/export/gltf.ts";
import { configurationToObj, configurationToPly, configurationToStl } from "../../src/export/meshFiles.ts";
import { animationToThreeJson } from "../../src/export/threeJson.ts";
import type { Result } from "../../src/results/result.ts";
import { animationOf } from "../../src/scene/animationOf.ts";

export function animationFile(
  result: Result,
  format: "json" | "glb" | "obj" | "stl" | "ply",
  time: number,
): string | Uint8Array {
  const animation = animationOf(result);
  switch (format) {
    case "json":
      return animationToThreeJson(animation);
    case "glb":
      return animationToGlb(animation);
    case "obj":
      return configurationToObj(animation, time);
    case "stl":
      return configurationToStl(animation, time);
    case "ply":
      return configurationToPly(animation, time);
  }
}

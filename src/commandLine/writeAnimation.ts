/** Animations and reports into files; the ending of the name tells the format. */
import { extname } from "node:path";
import { suggestName } from "../errors/nearestName.ts";
import { animationToGlb, animationToGltf } from "../export/gltf.ts";
import { configurationToObj, configurationToPly, configurationToStl } from "../export/meshFiles.ts";
import { animationToThreeJson } from "../export/threeJson.ts";
import type { Result } from "../results/result.ts";
import type { Animation } from "../scene/animation.ts";
import { animationOf } from "../scene/animationOf.ts";
import { usageError } from "./commandFailure.ts";
import { writeParts } from "./writeResult.ts";

/** Motions; of obj, stl and ply the configuration at the end. */
const formats: Readonly<Record<string, (animation: Animation) => string | Uint8Array>> = {
  ".json": (animation) => animationToThreeJson(animation),
  ".glb": (animation) => animationToGlb(animation),
  ".gltf": (animation) => animationToGltf(animation),
  ".obj": (animation) => configurationToObj(animation, animation.time.at(-1)!),
  ".stl": (animation) => configurationToStl(animation, animation.time.at(-1)!),
  ".ply": (animation) => configurationToPly(animation, animation.time.at(-1)!),
};

export function isAnimationName(fileName: string): boolean {
  return Object.hasOwn(formats, extname(fileName).toLowerCase());
}

/** Refuses endings that are no format before a long run begins. */
export function checkAnimationName(fileName: string): void {
  if (isAnimationName(fileName)) return;
  const ending = extname(fileName).toLowerCase();
  const endings = Object.keys(formats);
  throw usageError(
    `Animations cannot be written as "${ending}" files.`,
    suggestName(ending, endings, `one of ${endings.join(", ")}`),
  );
}

/** Bytes written. */
export function writeAnimation(result: Result, fileName: string, folder: string): number {
  const write = formats[extname(fileName).toLowerCase()]!;
  return writeParts([write(animationOf(result))], fileName, folder);
}

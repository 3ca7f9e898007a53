/**
 * Functions of the package that few models call, and that bring much with them. In the build of the engine these stand for the
 * originals among the public names, and pass on to them; the originals are loaded for models that name them.
 */
import type { compare as Compare } from "../../src/results/compare.ts";
import type { resultFromJson as ResultFromJson } from "../../src/results/resultFromJson.ts";
import type { animationOf as AnimationOf } from "../../src/scene/animationOf.ts";
import type { importUrdf as ImportUrdf } from "../../src/urdf/importUrdf.ts";

interface LateNames {
  animationOf: typeof AnimationOf;
  compare: typeof Compare;
  importUrdf: typeof ImportUrdf;
  resultFromJson: typeof ResultFromJson;
}

const loaders: { readonly [K in keyof LateNames]: () => Promise<Pick<LateNames, K>> } = {
  animationOf: () => import("../../src/scene/animationOf.ts"),
  compare: () => import("../../src/results/compare.ts"),
  importUrdf: () => import("../../src/urdf/importUrdf.ts"),
  resultFromJson: () => import("../../src/results/resultFromJson.ts"),
};

const loaded: Partial<LateNames> = {};

export async function loadLate(name: keyof LateNames): Promise<void> {
  Object.assign(loaded, { [name]: ((await loaders[name]()) as LateNames)[name] });
}

function late<K extends keyof LateNames>(name: K): LateNames[K] {
  const found = loaded[name];
  if (found === undefined) throw new Error(`${name} was not loaded`);
  return found;
}

export const animationOf: typeof AnimationOf = (...given) => late("animationOf")(...given);
export const compare: typeof Compare = (...given) => late("compare")(...given);
export const importUrdf: typeof ImportUrdf = (...given) => late("importUrdf")(...given);
export const resultFromJson: typeof ResultFromJson = (...given) => late("resultFromJson")(...given);

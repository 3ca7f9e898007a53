/**
 * Parts of the package that few models need and that make scripts of their own: they are loaded when the text of a model has one of
 * their words. The page and the engine use the same rule, so that what the engine asks for has been sent.
 */

/** Modules that a model imports by these names; each has a file in src/entries. */
export const moduleNames = [
  "rattleback/blocks",
  "rattleback/collision",
  "rattleback/electric",
  "rattleback/heat",
  "rattleback/media",
  "rattleback/planar",
  "rattleback/rotational",
  "rattleback/solvers",
  "rattleback/translational",
] as const;

interface LateFile {
  /** In src. */
  readonly file: string;
  /** Words in the text of a model that call for it. */
  readonly words: readonly string[];
}

/** Files whose functions are called through stand-ins. */
export const lateFiles = {
  actionRun: { file: "multibody/structure/actionRun.ts", words: ["ModelActions"] },
  animationOf: { file: "scene/animationOf.ts", words: ["animationOf"] },
  bushing: { file: "multibody/forces/bushing.ts", words: ["Bushing"] },
  compare: { file: "results/compare.ts", words: ["compare"] },
  contactResult: { file: "multibody/forces/contactResult.ts", words: ["ContactResult"] },
  convexParts: { file: "../app/engine/convexParts.ts", words: ["convexParts"] },
  dop853: { file: "integrate/dop853.ts", words: ["dop853", "rattleback/solvers"] },
  dynamics: { file: "robotics/dynamics.ts", words: ["dynamics", "Dynamics"] },
  esdirk54: { file: "integrate/esdirk54.ts", words: ["esdirk54", "rattleback/solvers"] },
  importUrdf: { file: "urdf/importUrdf.ts", words: ["importUrdf"] },
  lineForces: { file: "multibody/forces/lineForces.ts", words: ["LineForceWith"] },
  linearize: { file: "run/linearize.ts", words: ["linearize"] },
  lsodar: { file: "integrate/lsodar.ts", words: ["lsodar", "rattleback/planar", "rattleback/solvers"] },
  modelJson: { file: "modelFile/modelJson.ts", words: ["modelFromJson", "modelToJson", ".json"] },
  polygonalContactModel: { file: "multibody/forces/polygonalContactModel.ts", words: ["PolygonalContactModel"] },
  polygonalPairs: { file: "multibody/polygonalPairs.ts", words: ["polygonal"] },
  resultFromJson: { file: "results/resultFromJson.ts", words: ["resultFromJson"] },
  sensorResult: { file: "multibody/forces/sensorResult.ts", words: ["SensorResult"] },
  sweep: { file: "run/sweep.ts", words: ["sweep", "monteCarlo"] },
} as const satisfies Record<string, LateFile>;

export type ModuleName = (typeof moduleNames)[number];
export type LateName = keyof typeof lateFiles;
export type LibraryName = ModuleName | LateName;

export const lateNames = Object.keys(lateFiles) as LateName[];
export const libraryNames: readonly LibraryName[] = [...moduleNames, ...lateNames];

/** Parts that these texts may need: code of a model, and the name of its file. */
export function librariesNamedIn(texts: Iterable<string>): LibraryName[] {
  const all = [...texts];
  const wordsOf = (name: LibraryName): readonly string[] => (isLate(name) ? lateFiles[name].words : [name]);
  return libraryNames.filter((name) => wordsOf(name).some((word) => all.some((text) => text.includes(word))));
}

function isLate(name: LibraryName): name is LateName {
  return name in lateFiles;
}

/** The file in which the build leaves a part, with everything that it needs beside the engine. */
export function libraryFile(name: LibraryName): string {
  return `engine-${name.replace("rattleback/", "")}.json`;
}

/**
 * Parts of the package that few models need and that make scripts of their own: they are loaded when the text of a model names them.
 * The page and the engine use the same rule, so that what the engine asks for has been sent.
 */
/** Functions of the main entry, each in a file of its name. */
export const lateNames = ["animationOf", "compare", "importUrdf", "resultFromJson"] as const;

export const libraryNames = [
  "rattleback/blocks",
  "rattleback/electric",
  "rattleback/heat",
  "rattleback/planar",
  "rattleback/rotational",
  "rattleback/translational",
  ...lateNames,
] as const;

export type LateName = (typeof lateNames)[number];
export type LibraryName = (typeof libraryNames)[number];

export function librariesNamedIn(texts: Iterable<string>): LibraryName[] {
  const all = [...texts];
  return libraryNames.filter((name) => all.some((text) => text.includes(name)));
}

/** The file in which the build leaves a library, with everything that it needs beside the engine. */
export function libraryFile(name: LibraryName): string {
  return `engine-${name.replace("rattleback/", "")}.json`;
}

/**
 * Folders that a robot description may read besides its own: the package that it belongs to, and packages that it names. Meshes usually lie
 * in `meshes`, beside the folder of the description.
 *
 * Only folders that say that they are packages count, by a manifest: a description cannot open any other folder by naming it.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Of ROS and of Gazebo. */
const manifests = ["package.xml", "model.config"];
/** Of folders above the description: as many as are searched for packages. */
const highest = 6;
/** Where meshes lie, beside the folder of a description that belongs to no package. */
const meshFolders = ["meshes", "mesh", "assets"];

export function packageFolders(folder: string, source: string): string[] {
  const above = ancestors(folder);
  const own = above.find(isPackage);
  const names = new Set(
    Array.from(source.matchAll(/(?:(?:package|model):\/\/|\$\(find )([\w.+-]+)/g), ([, name]) => name!),
  );
  const named = [...names]
    .filter((name) => !/^\.+$/.test(name))
    .flatMap((name) => above.map((place) => join(place, name)).filter(isPackage));
  const beside = own === undefined ? meshFolders.map((name) => join(dirname(folder), name)) : [own];
  return [...beside, ...named];
}

/** The folder itself and those above it. */
function ancestors(folder: string): string[] {
  const found = [folder];
  while (found.length <= highest && dirname(found.at(-1)!) !== found.at(-1)) found.push(dirname(found.at(-1)!));
  return found;
}

function isPackage(folder: string): boolean {
  return manifests.some((name) => existsSync(join(folder, name)));
}

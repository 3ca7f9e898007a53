import { readdirSync } from "node:fs";
import { join } from "node:path";

/** All files below a folder with the given ending, sorted. */
export function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))
    .sort();
}

/** Texts of the files that a model file imports, directly or through others: what a link to the studio has to hold beside it. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** By the path from the folder of the model: "./models/arm.ts". What does not exist, or lies outside of that folder, is left out. */
export function importedTexts(file: string): Record<string, string> {
  const folder = dirname(resolve(file));
  const texts: Record<string, string> = {};
  const collect = (path: string, text: string): void => {
    for (const [, name] of text.matchAll(/\bfrom\s*["'](\.[^"']+)["']/g)) {
      const imported = join(dirname(path), name!);
      const key = `./${relative(folder, imported).replaceAll("\\", "/")}`;
      if (texts[key] !== undefined || key.startsWith("./..") || imported === resolve(file)) continue;
      if (!existsSync(imported) || !statSync(imported).isFile()) continue;
      texts[key] = readFileSync(imported, "utf8");
      collect(imported, texts[key]);
    }
  };
  collect(resolve(file), readFileSync(file, "utf8"));
  return texts;
}

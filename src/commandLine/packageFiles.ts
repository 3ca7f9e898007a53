/** Files that come with the package: examples and the pages of the studio. The same places in the sources and when installed. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Two levels up from src/commandLine or dist/commandLine. */
const root = fileURLToPath(new URL("../../", import.meta.url));

export const siteFolder = `${root}dist/site`;

export interface ExampleFile {
  /** File name without ending. */
  readonly name: string;
  readonly file: string;
  /** Its first sentence. */
  readonly title: string;
}

export function exampleFiles(folder = `${root}examples`): ExampleFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map((file) => {
      const first = readFileSync(`${folder}/${file}`, "utf8").split("\n", 1)[0]!;
      return { name: file.slice(0, -3), file: `${folder}/${file}`, title: first.replace(/^\/\/\s*/, "") };
    });
}

export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { version: string };
  return manifest.version;
}

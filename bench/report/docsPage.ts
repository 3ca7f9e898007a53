/** Places in Markdown files that programs write: between <!-- name --> and <!-- end of name -->. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A file of the project, given from its root. */
export const projectFile = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));

export function replaceBetweenMarkers(file: string, name: string, content: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const text = readFileSync(projectFile(file), "utf8");
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} has no markers ${begin} … ${end}`);
  writeFileSync(projectFile(file), `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`);
}

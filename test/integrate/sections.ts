/**
 * Texts that are compared with those of a file, each in a test of its own: a name, and lines that are indented below it. The last test
 * compares the whole file, and writes it when asked to (`-u`; those before it pass from the next run on).
 */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

export function compareSections(
  title: string,
  folder: string,
  file: string,
  names: readonly string[],
  tell: (name: string) => string,
): void {
  const url = new URL(file, folder);
  const told = new Map<string, string>();
  const tellSection = (name: string): string => {
    const text = `${name}\n${tell(name)}\n`;
    told.set(name, text);
    return text;
  };
  it.each(names)(`${title}: %s`, (name) => {
    const sections = existsSync(url) ? readFileSync(url, "utf8").split(/(?<=\n)(?=\S)/) : [];
    expect(tellSection(name)).toBe(sections.find((section) => section.startsWith(`${name}\n`)));
  });
  it(`${title}: all of them`, async () => {
    const all = names.map((name) => told.get(name) ?? tellSection(name));
    await expect(all.join("")).toMatchFileSnapshot(file);
  });
}

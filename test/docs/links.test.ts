// Every link inside the documentation leads to a file, and to a heading that this file has.
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesIn } from "./filesIn.ts";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...filesIn("docs", ".md").filter((page) => !page.startsWith(join("docs", "api"))),
];

/** Text without code, where brackets mean something else. */
const prose = (page: string) =>
  readFileSync(page, "utf8")
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/^ {4}.*$/gm, "")
    .replace(/`[^`\n]*`/g, "");

/** Names of headings as GitHub makes them. */
function anchors(page: string): Set<string> {
  const text = readFileSync(page, "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return new Set(
    Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title]) =>
      title
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replace(/\s/g, "-"),
    ),
  );
}

describe("links", () => {
  it.each(pages)("of %s lead somewhere", (page) => {
    const broken = Array.from(prose(page).matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [file, anchor] = target.split("#");
        const path = file === "" ? page : join(dirname(page), file);
        // a folder cannot be copied into the site of the documentation
        if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return true;
        return anchor !== undefined && path.endsWith(".md") && !anchors(path).has(anchor);
      });
    expect(broken).toEqual([]);
  });

  it("every guide is reached from the README", () => {
    const readme = readFileSync("README.md", "utf8");
    expect(pages.filter((page) => page.startsWith("docs") && !readme.includes(`(${page}`))).toEqual([]);
  });
});

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

  it("of the README lead to files of the package, wherever it is installed", () => {
    const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] };
    const patterns = files
      .filter((file) => !file.startsWith("!"))
      .map((file) => new RegExp(`^${file.replaceAll(".", "\\.").replace("*", "[^/]*")}(?:/|$)`));
    const isPacked = (target: string) => patterns.some((pattern) => pattern.test(target));
    const targets = Array.from(prose("README.md").matchAll(/\]\(([^)\s#]+)[^)]*\)/g), ([, target]) => target);
    const local = targets.filter((target) => !/^https?:/.test(target));
    expect(local.length).toBeGreaterThan(30);
    expect(local.filter((target) => !isPacked(target))).toEqual([]);
    // messages name pages of the documentation
    const named = filesIn("src", ".ts").flatMap((file) =>
      Array.from(readFileSync(file, "utf8").matchAll(/hint: .*?(docs\/[\w/-]+\.md)/g), ([, page]) => page),
    );
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((page) => statSync(page, { throwIfNoEntry: false }) === undefined || !isPacked(page))).toEqual(
      [],
    );
  });

  it("every guide is reached from the README", () => {
    const readme = readFileSync("README.md", "utf8");
    expect(pages.filter((page) => page.startsWith("docs") && !readme.includes(`(${page}`))).toEqual([]);
  });
});

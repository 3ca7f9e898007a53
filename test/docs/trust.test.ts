// Each promise of docs/trust.md names a test that exists.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const rows = readFileSync("docs/trust.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| promise"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, promise, held]) => ({ promise: promise!, held: held ?? "" }));

describe("what is promised", () => {
  it("is something", () => {
    expect(rows.length).toBeGreaterThan(10);
  });

  it.each(rows)("$promise", ({ held }) => {
    const links = [...held.matchAll(/\[(.+?)\]\((.+?)\)/g)];
    expect(links.length).toBeGreaterThan(0);
    for (const [, words, link] of links) {
      const file = join("docs", link!);
      expect([file, existsSync(file)]).toEqual([file, true]);
      expect(file).toMatch(/^test\//);
      expect([words, readFileSync(file, "utf8").includes(words!)]).toEqual([words, true]);
    }
  });
});

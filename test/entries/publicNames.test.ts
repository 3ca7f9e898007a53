// The public names of every entry point, compared with a committed list: a change of the API is a decision, not an accident.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesIn } from "../docs/filesIn.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  exports: Record<string, { types: string; default: string }>;
};
const sources = ["src/index.ts", ...filesIn("src/entries", ".ts")];

describe("entry points", () => {
  it("every entry file is in the exports of the package, types first, and no other", () => {
    // the element is built from the studio
    const others = ["./package.json", "./element"];
    const declared = Object.entries(manifest.exports).filter(([name]) => !others.includes(name));
    const expected = sources.map((file) => file.replace(/^src\//, "").replace(/\.ts$/, ""));
    expect(declared.map(([, target]) => target.default).sort()).toEqual(
      expected.map((file) => `./dist/${file}.js`).sort(),
    );
    for (const [, target] of declared) {
      expect(Object.keys(target)).toEqual(["types", "default"]);
      expect(target.types).toBe(target.default.replace(/\.js$/, ".d.ts"));
    }
  });

  it.each(sources)("%s offers the names of the list", async (file) => {
    const names = Object.keys((await import(`../../${file}`)) as object).sort();
    await expect(`${names.join("\n")}\n`).toMatchFileSnapshot(
      `names/${file
        .replace(/^src\//, "")
        .replace(/\.ts$/, "")
        .replace("/", "-")}.txt`,
    );
  });
});

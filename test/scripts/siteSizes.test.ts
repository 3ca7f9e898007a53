// What a page of the studio has to load, as servers send it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureSite } from "../../scripts/buildSite.ts";
import { siteFolder } from "../../src/commandLine/packageFiles.ts";

const limit = 300_000;
let page: string[];

beforeAll(async () => {
  await ensureSite();
  const html = readFileSync(join(siteFolder, "index.html"), "utf8");
  page = Array.from(html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g), (match) => match[1]!);
});

const read = (file: string) => readFileSync(join(siteFolder, file));

describe("the core of the studio", () => {
  it("is below 300 kB: the engine that translates and runs models, and the scripts of the page with it", () => {
    expect(page.length).toBeGreaterThan(0);
    const together = ["engine.js", ...page].reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
    expect(together).toBeLessThan(limit);
  });

  it("is below 400 kB with all that bodies in space and their contacts need, except for a picture of them", () => {
    const files = ["engine.js", "engine-space.json", "engine-contactHandler.json", ...page];
    expect(files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0)).toBeLessThan(400_000);
  });

  it("comes without three.js, the editor, TypeScript and what few models need", () => {
    const text = ["engine.js", ...page].map((file) => read(file).toString()).join("\n");
    // words that minifiers keep
    for (const foreign of ["WebGLRenderer", "cm-editor", "isolatedModules", "xmldom"])
      expect([foreign, text.includes(foreign)]).toEqual([foreign, false]);
  });
});

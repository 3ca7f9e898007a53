import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { importedTexts } from "../../src/commandLine/importedTexts.ts";

const folder = mkdtempSync(join(tmpdir(), "rattleback-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a model of several files", () => {
  it("goes into a link with what it imports, and nothing from outside of its folder", () => {
    mkdirSync(join(folder, "model/parts"), { recursive: true });
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    write("secret.ts", "export const s = 1;");
    write(
      "model/main.ts",
      'import { a } from "./parts/a.ts";\nimport { s } from "../secret.ts";\nimport "rattleback";',
    );
    write("model/parts/a.ts", "import { b } from '../b.ts';\nimport { gone } from './gone.ts';\nexport const a = b;");
    write("model/b.ts", 'import type { A } from "./parts/a.ts";\nimport m from "./main.ts";\nexport const b = 1;');
    expect(Object.keys(importedTexts(join(folder, "model/main.ts"))).sort()).toEqual(["./b.ts", "./parts/a.ts"]);
  });
});

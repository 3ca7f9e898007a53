// Each error code of the sources has an entry in docs/errors.md and is provoked by a test.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesIn } from "./filesIn.ts";

const codesIn = (files: string[], pattern: RegExp) =>
  new Set(files.flatMap((file) => Array.from(readFileSync(file, "utf8").matchAll(pattern), (match) => match[1])));

const inSources = codesIn(filesIn("src", ".ts"), /"(E-[A-Z0-9-]+)"/g);
const inDocs = codesIn(["docs/errors.md"], /^##+ (E-[A-Z0-9-]+)/gm);
const inTests = codesIn(filesIn("test", ".ts"), /\b(E-[A-Z0-9]+(?:-[A-Z0-9]+)*)\b/g);

describe("error codes", () => {
  it("every code in the sources is explained in docs/errors.md, and no other", () => {
    expect([...inDocs].sort()).toEqual([...inSources].sort());
  });

  it("every code is provoked by a test", () => {
    expect([...inSources].filter((code) => !inTests.has(code))).toEqual([]);
  });
});

// Every example in the documentation and in doc comments is executed, and prints what it promises.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensurePackage } from "../../scripts/build.ts";
import { stripTypes } from "../../src/modelFile/stripTypes.ts";
import { codeBlocks } from "./codeBlocks.ts";
import { filesIn } from "./filesIn.ts";
import { printedBy } from "./printedBy.ts";

const folder = `.doc-examples-${process.pid}`;
const run = promisify(execFile);
const pages = ["README.md", "CONTRIBUTING.md", ...filesIn("docs", ".md"), ...filesIn("src", ".ts")];
const blocks = pages.flatMap((page) => codeBlocks(page, readFileSync(page, "utf8")));

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In a process of its own, with the built package: workers of a sweep load it by themselves. */
async function printedByProcess(file: string, code: string): Promise<string[]> {
  await ensurePackage();
  const script = file.replace(/mts$/, "mjs");
  writeFileSync(script, stripTypes(code, script));
  const { stdout } = await run(process.execPath, [script], { maxBuffer: 1e8 });
  return stdout.trimEnd().split("\n");
}

describe("documentation", () => {
  it.each(blocks)("$place runs and prints what it promises", async ({ place, code, expected }) => {
    const file = join(folder, `${place.replaceAll(/[^a-zA-Z0-9]/g, "-")}.mts`);
    writeFileSync(file, `${code}\nexport {};\n`);
    expect(await (code.includes('"rattleback/sweeps"') ? printedByProcess(file, code) : printedBy(file))).toEqual(
      expected,
    );
  });
});

// Every example in the documentation, in doc comments and in examples/ is executed, and prints what it promises.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBlocks } from "./codeBlocks.ts";
import { filesIn } from "./filesIn.ts";

const folder = `.doc-examples-${process.pid}`;
const run = promisify(execFile);
const pages = ["README.md", "CONTRIBUTING.md", ...filesIn("docs", ".md"), ...filesIn("src", ".ts")];
const pagesWithBlocks = pages
  .map((page) => ({ page, blocks: codeBlocks(page, readFileSync(page, "utf8")) }))
  .filter(({ blocks }) => blocks.length > 0);

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs modules one after the other in one process; returns what each printed, line by line. */
async function outputs(files: readonly string[], name: string): Promise<string[][]> {
  const runner = join(folder, `${name}.run.mts`);
  writeFileSync(
    runner,
    [
      "const all: string[][] = [];",
      "let lines: string[] = [];",
      'console.log = (...values: unknown[]) => void lines.push(...values.map(String).join(" ").split("\\n"));',
      ...files.map((file) => `await import("./${file}"); all.push(lines); lines = [];`),
      "process.stdout.write(JSON.stringify(all));",
    ].join("\n"),
  );
  const { stdout } = await run(process.execPath, ["--import", "tsx", runner], { maxBuffer: 1e8 });
  return JSON.parse(stdout) as string[][];
}

describe("documentation", () => {
  it.concurrent.each(pagesWithBlocks)(
    "the examples of $page run and print what they promise",
    async ({ page, blocks }) => {
      const name = page.replaceAll(/[^a-zA-Z0-9]/g, "-");
      const files = blocks.map(({ code }, k) => {
        const file = `${name}-${k}.mts`;
        writeFileSync(join(folder, file), `${code}\nexport {};\n`);
        return file;
      });
      const printed = await outputs(files, name);
      blocks.forEach(({ place, expected }, k) => {
        expect({ place, printed: printed[k] }).toEqual({ place, printed: expected });
      });
    },
  );
});

describe("examples", () => {
  it.concurrent.each(filesIn("examples", ".ts"))("%s starts with a sentence and its checks hold", async (file) => {
    expect(readFileSync(file, "utf8")).toMatch(/^\/\/ [A-Z].*\.\n/);
    await run(process.execPath, ["--import", "tsx", file], { maxBuffer: 1e8 });
  });
});

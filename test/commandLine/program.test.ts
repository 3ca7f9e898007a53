// The program as it is installed: TypeScript models, real streams, real exit codes.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const program = resolve("dist/commandLine/main.js");
let folder: string;

beforeAll(async () => {
  // dist as `npm run types` makes it; what is up to date is not made again. Type errors are told there, and stop no program.
  await run("npx", ["tsc", "-b", "tsconfig.commandLine.json"]).catch(() => undefined);
  folder = mkdtempSync(join(tmpdir(), "rattleback-program-"));
  mkdirSync(join(folder, "parts"));
  writeFileSync(join(folder, "parts/constants.ts"), "export const rate: number = 2;\n");
  writeFileSync(
    join(folder, "decay.ts"),
    `import { Model, type ModelSource, Par, Var } from "rattleback";
import { Gain } from "rattleback/blocks";
import { rate } from "./parts/constants.ts";

const source: ModelSource = { k: Par(rate, "1/s"), x: Var({ init: 1 }), gain: Gain, equations: \`
  der(x) = -k*x
  gain.u = x
\` };
console.log("from the model");
export default Model(source);
export const experiment = { stopTime: 1, tolerance: 1e-9, plots: ["x"] };
`,
  );
  writeFileSync(
    join(folder, "throws.ts"),
    "import 'rattleback';\n\nconst broken: string[] = null!;\nbroken.push('a');\n",
  );
  writeFileSync(join(folder, "syntax.ts"), "const a = ;\n");
  writeFileSync(join(folder, "none.ts"), "export const a = 1;\n");
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call(...words: string[]) {
  try {
    const { stdout, stderr } = await run(process.execPath, [program, ...words], { cwd: folder });
    return { code: 0, out: stdout, messages: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, messages: stderr };
  }
}

describe("the program", () => {
  it("runs a TypeScript model with imports anywhere on the disk; what the model prints is a message", async () => {
    const { code, out, messages } = await call("run", "decay.ts");
    expect(messages).toContain("from the model");
    expect(code).toBe(0);
    expect(Math.abs(Number(out.split("\t")[1]) - Math.exp(-2))).toBeLessThan(1e-7);
    // nothing moves the cursor when messages go into a pipe
    expect(messages).not.toContain("\u001b");
  });

  it("places errors of a model file in its text", async () => {
    expect(await call("run", "throws.ts")).toMatchObject({
      code: 3,
      messages: expect.stringMatching(/^throws\.ts:4:\d+: E-MODEL-FILE/),
    });
    expect(await call("check", "syntax.ts")).toMatchObject({
      code: 3,
      messages: expect.stringMatching(/^syntax\.ts:1:11: E-MODEL-SYNTAX/),
    });
    expect(await call("check", "none.ts")).toMatchObject({
      code: 3,
      messages: expect.stringContaining("export default"),
    });
  });

  it("survives a reader that stops early", async () => {
    const { stdout } = await run(
      "bash",
      ["-c", `"${process.execPath}" "${program}" run decay.ts --out - --interval 0.0001 2>/dev/null | head -n 1`],
      { cwd: folder },
    );
    expect(stdout).toMatch(/^time,/);
  });
});

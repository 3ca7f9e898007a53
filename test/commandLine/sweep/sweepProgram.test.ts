// Sweeps as they are installed: real workers, real files, a real kill.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { tableFromIPC } from "apache-arrow";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensurePackage } from "../../../scripts/build.ts";
import { exitCode } from "../../../src/commandLine/exitCode.ts";

const run = promisify(execFile);
const program = resolve("dist/commandLine/main.js");
const entry = pathToFileURL(resolve("dist/entries/sweeps.js")).href;
let folder: string;

beforeAll(async () => {
  await ensurePackage();
  folder = mkdtempSync(join(tmpdir(), "rattleback-sweep-"));
  writeFileSync(
    join(folder, "decay.ts"),
    `import { Model, Par, Var } from "rattleback";
const k: number = 1;
export default Model({ k: Par(k, "1/s"), x: Var({ init: 1, unit: "m" }), equations: "der(x) = -k*x" });
export const experiment = { stopTime: 1, tolerance: 1e-9 };
`,
  );
  // x = 1/(1/x0 − t) ends at t = 1/x0
  writeFileSync(
    join(folder, "blowUp.ts"),
    `import { Model, Par, Var } from "rattleback";
export default Model({ a: 1, x: Var({ init: 1 }), equations: "der(x) = a*x^2" });
export const experiment = { stopTime: 2, tolerance: 1e-8 };
`,
  );
  // ends itself, as hard as a power cut, when so many runs are done
  writeFileSync(
    join(folder, "resumable.mjs"),
    `import { runSweep } from "${entry}";
const killAt = Number(process.argv[2]);
let started = 0;
const table = await runSweep("decay.ts", {
  vary: { k: { uniform: { from: 1, to: 2 } } }, runs: 12, seed: 3, quantities: ["x"], workers: 2, journal: "killed.journal",
  onRun: (_, done) => {
    started++;
    if (done === killAt) process.kill(process.pid, "SIGKILL");
  },
});
process.stdout.write(JSON.stringify({ started, columns: table.columns.map(({ name, values }) => [name, [...values]]) }));
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call(...words: string[]) {
  try {
    const { stdout, stderr } = await run(process.execPath, [program, "sweep", ...words], { cwd: folder });
    return { code: 0, out: stdout, messages: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, messages: stderr };
  }
}

describe("a sweep whose journal may not grow any more", () => {
  it("ends with an error that says so, and goes on later without a run lost or done twice", async () => {
    const words = ["decay.ts", "--vary", "k=1..3:24", "--keep", "x", "--resume", "full.journal", "--out", "full.csv"];
    // 512 bytes times 2: what a full disk answers, without one
    const script = `ulimit -f 2; exec "$0" "$@"`;
    const stopped = run("sh", ["-c", script, process.execPath, program, "sweep", ...words], { cwd: folder });
    await expect(stopped).rejects.toMatchObject({
      code: expect.any(Number),
      stderr: expect.stringMatching(/E-SWEEP-DISK[\s\S]*may not become larger/),
    });
    const noted = readFileSync(join(folder, "full.journal"), "utf8").trimEnd().split("\n").length - 1;
    expect(noted).toBeGreaterThan(0);
    expect(noted).toBeLessThan(24);
    expect((await call(...words)).code).toBe(0);
    const rows = readFileSync(join(folder, "full.csv"), "utf8").trimEnd().split("\r\n").slice(1);
    expect(rows.map((row) => Number(row.split(",")[0]))).toEqual(Array.from({ length: 24 }, (_, i) => i));
  });
});

// a process starts slowly on a busy machine
describe("rattleback sweep", () => {
  it("writes one row per run, in order, with the values of the closed form", async () => {
    const { code, messages } = await call("decay.ts", "--vary", "k=1..3:5", "--keep", "x,max(x)", "--out", "t.csv");
    expect(messages).toMatch(/^5 runs after /);
    expect(code).toBe(0);
    const [head, ...rows] = readFileSync(join(folder, "t.csv"), "utf8").trimEnd().split("\r\n");
    expect(head).toBe("run,k,x,max(x),failed,seconds");
    expect(rows).toHaveLength(5);
    rows.forEach((row, n) => {
      const [number, k, x, max, failed] = row.split(",").map(Number);
      expect([number, k, max, failed]).toEqual([n, 1 + n / 2, 1, 0]);
      // tolerance 1e-9 per step, some dozen steps
      expect(Math.abs(x! - Math.exp(-k!))).toBeLessThan(1e-7);
    });
  });

  it("draws the same numbers with one worker and with two", async () => {
    const words = ["decay.ts", "--vary", "k~normal(1, 0.1)", "--runs", "6", "--seed", "5", "--keep", "x"];
    const [one, two] = [await call(...words, "--workers", "1"), await call(...words, "--workers", "2")];
    expect(one.out).toMatch(/^x\tmean 0\.\d+\tdeviation /);
    expect(two.out).toBe(one.out);
  });

  it("goes on when runs fail, and keeps their messages in the file", async () => {
    const { code, messages } = await call("blowUp.ts", "--vary", "a=0.1,0.4,1", "--keep", "x", "--out", "b.arrow");
    expect(code).toBe(0);
    expect(messages).toMatch(/^3 runs after .*, 1 of them failed/);
    const table = tableFromIPC(readFileSync(join(folder, "b.arrow")));
    expect(table.getChild("failed")!.toJSON()).toEqual([false, false, true]);
    const values = table.getChild("x")!.toJSON() as number[];
    // 1/(1 − a·t); tolerance 1e-8, amplified 25 times
    expect(Math.abs(values[0]! - 1.25)).toBeLessThan(1e-6);
    expect(Math.abs(values[1]! - 5)).toBeLessThan(5e-6);
    expect(JSON.parse(table.schema.metadata.get("rattleback.failures")!)).toMatchObject([{ run: 2 }]);
  });

  it("ends with 4 when every run fails, and tells why", async () => {
    expect(await call("blowUp.ts", "--vary", "a=1,2", "--keep", "x")).toMatchObject({
      code: 4,
      messages: expect.stringMatching(/E-SWEEP-FAILED[\s\S]*rattleback run shows one run/),
    });
  });

  it("refuses before the first run what cannot be run", async () => {
    const refusal = (messages: RegExp) => ({ code: 2, messages: expect.stringMatching(messages) });
    expect(await call("decay.ts", "--vary", "k=1")).toMatchObject(refusal(/E-SWEEP-QUANTITIES[\s\S]*name signals/));
    expect(await call("decay.ts", "--vary", "k=1", "--keep", "x", "--out", "t.txt")).toMatchObject(refusal(/\.csv/));
    // also with a queue, before it is looked for: nothing waits for workers
    const queue = ["--queue", "redis://127.0.0.1:1"];
    for (const words of [[], queue])
      expect(await call("decay.ts", "--vary", "k=1", "--keep", "max(y)", ...words)).toMatchObject(
        refusal(/E-SWEEP-QUANTITIES.*"y"[\s\S]*quantities/),
      );
    const unknown = await call("decay.ts", "--vary", "K=1", "--keep", "x");
    expect(unknown.code).toBe(exitCode.compilation);
    expect(unknown.messages).toMatch(/E-MERGE-UNKNOWN.*"K"[\s\S]*vary\.K[\s\S]*"k"/);
    expect(unknown.messages).not.toContain("E-INTERNAL");
  });

  it("loses and repeats nothing after a kill", async () => {
    const script = (killAt: string) => run(process.execPath, ["resumable.mjs", killAt], { cwd: folder });
    await expect(script("4")).rejects.toMatchObject({ signal: "SIGKILL" });
    const runsIn = () =>
      readFileSync(join(folder, "killed.journal"), "utf8")
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => (JSON.parse(line.slice(17)) as { run: number }).run);
    expect(runsIn()).toHaveLength(4);
    const resumed = JSON.parse((await script("-1")).stdout) as { started: number; columns: [string, number[]][] };
    expect(resumed.started).toBe(8);
    expect(runsIn().sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const column = (name: string) => resumed.columns.find(([own]) => own === name)![1];
    column("k").forEach((k, n) => {
      expect(Math.abs(column("x")[n]! - Math.exp(-k))).toBeLessThan(1e-7);
    });
  });
});

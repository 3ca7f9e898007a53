// Sweeps through a real Redis: real workers, real kills. The program as it is installed, from dist.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunningRedis, redisPath, startRedis } from "../../../scripts/redis.ts";
import { commandLine } from "../../../src/commandLine/commandLine.ts";
import type * as Parcels from "../../../src/commandLine/queue/parcel.ts";
import type * as Libraries from "../../../src/commandLine/queue/queueLibraries.ts";
import { load } from "../../../src/commandLine/queue/queueLibraries.ts";
import type * as Register from "../../../src/commandLine/queue/workerRegister.ts";

const run = promisify(execFile);
const program = resolve("dist/commandLine/main.js");
const url = (file: string): string => pathToFileURL(resolve("dist", file)).href;
const built = <T>(file: string) => import(url(file)) as Promise<T>;

let folder: string;
let redis: RunningRedis;
const started: ChildProcess[] = [];

beforeAll(async () => {
  // dist as `npm run types` makes it; what is up to date is not made again. Type errors are told there, and stop no program.
  await run("npx", ["tsc", "-b", "tsconfig.commandLine.json"]).catch(() => undefined);
}, 300_000);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "rattleback-queue-"));
  mkdirSync(join(folder, "models"));
  writeFileSync(join(folder, "rate.ts"), "export const rate = 1;\n");
  writeFileSync(
    join(folder, "models/decay.ts"),
    `import { Model, Par, Var } from "rattleback";
import { rate } from "../rate.ts";
export default Model({ k: Par(rate, "1/s"), x: Var({ init: 1, unit: "m" }), equations: "der(x) = -k*x" });
export const experiment = { stopTime: 1, tolerance: 1e-9 };
`,
  );
  // a sweep in a process of its own, which tells what happens line by line and obeys the lines that it is told
  writeFileSync(
    join(folder, "coordinator.mjs"),
    `import { createInterface } from "node:readline";
import { runSweep } from "${url("entries/sweeps.js")}";
import { startQueueWorker } from "${url("commandLine/queue/queueWorker.js")}";
const { queue, model, vary, journal, cache } = JSON.parse(process.argv[2]);
const tell = (what) => process.stdout.write(JSON.stringify(what) + "\\n");
const stop = new AbortController();
let worker;
const begin = async () => { worker ??= await startQueueWorker(queue, { threads: 1, patience: 1, cacheFolder: cache }); };
createInterface({ input: process.stdin }).on("line", (line) => line === "stop" ? stop.abort() : line === "work" ? begin() : undefined);
if (process.argv[3] === "work") await begin();
const table = await runSweep(model, {
  vary, queue, batch: 2, quantities: ["x"], signal: stop.signal, ...(journal && { journal }),
  onRun: ({ run }, done) => tell({ run, done }),
  onNotice: (notice) => tell({ notice }),
  page: 0,
  onPage: (page) => tell({ page }),
});
tell({ table: { ...table, columns: table.columns.map(({ name, values }) => [name, [...values]]) } });
await worker?.close();
process.exit(0);
`,
  );
  redis = await startRedis(folder);
});

afterEach(async () => {
  for (const child of [...started.splice(0), redis.process])
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  rmSync(folder, { recursive: true, force: true });
});

const cache = (): string => join(folder, "cache");

/** A worker in a process of its own, working when this returns. */
async function workerProcess(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [program, "worker", "--queue", redis.url, "--workers", "1", "--patience", "1", "--cache", cache()],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  started.push(child);
  await once(child.stderr!, "data");
  return child;
}

const values = Array.from({ length: 24 }, (_, i) => 1 + i / 24);

interface Table {
  readonly columns: readonly (readonly [string, readonly number[]])[];
  readonly failures: readonly { readonly run: number; readonly code: string }[];
  readonly finished: number;
}

interface Told {
  readonly run?: number;
  readonly done?: number;
  readonly notice?: string;
  readonly page?: string;
  readonly table?: Table;
}

/** Runs a sweep to its end; \`hear\` may answer what is told. */
async function sweep(
  options: { model?: string; vary?: Record<string, readonly number[]>; journal?: string; withWorker?: boolean },
  hear: (told: Told, answer: (line: string) => void) => void = () => {},
): Promise<{ table: Table; runs: number[] }> {
  const { model = "models/decay.ts", vary = { k: values }, journal, withWorker = true } = options;
  const words = JSON.stringify({ queue: redis.url, model, vary, journal, cache: cache() });
  const child = spawn(process.execPath, ["coordinator.mjs", words, ...(withWorker ? ["work"] : [])], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  started.push(child);
  const runs: number[] = [];
  let table: Table | undefined;
  for await (const line of createInterface({ input: child.stdout! })) {
    const told = JSON.parse(line) as Told;
    if (told.run !== undefined) runs.push(told.run);
    table = told.table ?? table;
    hear(told, (answer) => child.stdin!.write(`${answer}\n`));
  }
  return { table: table!, runs };
}

function expectAll(table: Table): void {
  const column = (name: string) => table.columns.find(([own]) => own === name)![1];
  expect(column("run")).toEqual(values.map((_, i) => i));
  expect(table.failures).toEqual([]);
  column("x").forEach((x, i) => expect(x).toBeCloseTo(Math.exp(-values[i]!), 7));
}

describe("a sweep through a queue", () => {
  it("is called off on its page, goes on with its journal, and has each run once; files of the model travel once", async () => {
    const journal = join(folder, "stopped.journal");
    let address = "";
    let pressed: Promise<unknown> | undefined;
    const first = await sweep({ journal }, ({ done, page }) => {
      address = page ?? address;
      if (done === 5)
        pressed = (async () => {
          const state = (await (await fetch(`${address}state`)).json()) as { total: number; done: number };
          expect(state.total).toBe(values.length);
          expect(state.done).toBeGreaterThanOrEqual(5);
          await fetch(`${address}cancel`, { method: "POST", headers: { "x-rattleback": "cancel" } });
        })();
    });
    await pressed;
    expect(first.table.finished).toBeGreaterThanOrEqual(5);
    const { table, runs } = await sweep({ journal });
    expectAll(table);
    expect([...first.runs, ...runs].sort((a, b) => a - b)).toEqual(values.map((_, i) => i));
    expect(readdirSync(cache()).length).toBe(1);
  });

  it("loses nothing when a worker is killed, and when the Redis is", async () => {
    const victim = await workerProcess();
    let restarted: Promise<void> = Promise.resolve();
    const { table, runs } = await sweep({ withWorker: false }, ({ done }, answer) => {
      if (done === 4) {
        victim.kill("SIGKILL");
        answer("work");
      }
      if (done === 12)
        restarted = (async () => {
          const old = redis.process;
          old.kill("SIGKILL");
          await once(old, "exit");
          redis = await startRedis(folder);
        })();
    });
    await restarted;
    expectAll(table);
    expect(runs.length).toBe(values.length);
    expect(new Set(runs).size).toBe(values.length);
  });

  it("is called off from another terminal, which sees it and its workers", async () => {
    await workerProcess();
    const shown: string[] = [];
    const command = (...words: string[]): Promise<{ stdout: string; stderr: string }> =>
      run(process.execPath, [program, "queue", "--queue", redis.url, ...words]);
    await expect(command("--cancel", "nobody")).rejects.toMatchObject({
      stderr: expect.stringMatching(/E-QUEUE-SWEEP/),
    });
    let asked: Promise<void> | undefined;
    const many = Array.from({ length: 4000 }, (_, i) => 1 + i / 4000);
    const { table } = await sweep({ vary: { k: many }, withWorker: false }, ({ done, notice }) => {
      if (notice !== undefined) shown.push(notice);
      if (done !== 4) return;
      asked ??= (async () => {
        const { stdout } = await command("--json");
        const { sweeps, workers } = JSON.parse(stdout) as {
          sweeps: { id: string; total: number }[];
          workers: unknown[];
        };
        expect(sweeps).toMatchObject([{ model: "models/decay.ts", total: 4000 }]);
        expect(workers.length).toBe(1);
        await command("--cancel", sweeps[0]!.id);
      })();
    });
    await asked;
    expect(table.finished).toBeLessThan(4000);
    expect(shown).toContain("the sweep was called off; what is done is kept");
    expect((await command()).stdout).toMatch(/no sweep is under way/);
  });

  it("waits while the Redis is full, and loses nothing", async () => {
    const { connectRedis } = await built<typeof Libraries>("commandLine/queue/queueLibraries.js");
    const connection = await connectRedis(redis.url);
    const notices: string[] = [];
    // more than stand in the queue at a time
    const many = Array.from({ length: 1100 }, (_, i) => 1 + i / 1100);
    const { table, runs } = await sweep({ vary: { k: many } }, ({ done, notice }) => {
      if (done === 4) void connection.config("SET", "maxmemory", "1");
      if (notice === undefined) return;
      notices.push(notice);
      if (/refuses to write/.test(notice)) void connection.config("SET", "maxmemory", "0");
    });
    expect(notices.join("\n")).toMatch(/OOM/);
    expect(table.finished).toBe(many.length);
    expect(table.failures).toEqual([]);
    expect(runs.length).toBe(many.length);
    expect(new Set(runs).size).toBe(many.length);
    await connection.config("SET", "maxmemory", "1");
    const words = ["sweep", "models/decay.ts", "--vary", "k=1,2", "--keep", "x", "--queue", redis.url];
    await expect(run(process.execPath, [program, ...words], { cwd: folder })).rejects.toMatchObject({
      stderr: expect.stringMatching(/E-QUEUE-FULL[\s\S]*raise maxmemory/),
    });
    connection.disconnect();
  });

  it("reports a run that no worker survives, and does the others", async () => {
    writeFileSync(
      join(folder, "models/poison.ts"),
      `import { Model, Var } from "rattleback";
const poison = (k: number): number => (k === 3 ? process.exit(1) : k);
export default Model({ k: 1, x: Var({ init: 1 }), functions: { poison }, equations: "der(x) = -poison(k)*x" });
export const experiment = { stopTime: 1 };
`,
    );
    const { table } = await sweep({ model: "models/poison.ts", vary: { k: [1, 2, 3, 4] } });
    expect(table.finished).toBe(4);
    expect(table.failures.map(({ run: number, code }) => [number, code])).toEqual([[2, "E-QUEUE-RUN"]]);
  });

  it("tells when there is no worker, or only some of another version", async () => {
    const { WorkerRegister } = await built<typeof Register>("commandLine/queue/workerRegister.js");
    const { connectRedis } = await built<typeof Libraries>("commandLine/queue/queueLibraries.js");
    const connection = await connectRedis(redis.url);
    const register = new WorkerRegister(connection);
    const notices: string[] = [];
    await sweep({ vary: { k: [1, 2] }, withWorker: false }, ({ notice }, answer) => {
      if (notice === undefined) return;
      notices.push(notice);
      if (/0\.0\.1/.test(notice)) answer("stop");
      else void register.report({ name: "old", version: "0.0.1", threads: 4 }, 60);
    });
    connection.disconnect();
    expect(notices[0]).toMatch(/no worker is there/);
    expect(notices.at(-1)).toMatch(/of version 0\.0\.1; this sweep needs/);
  });
});

describe("a search", () => {
  it("runs on threads and on the workers of a queue, gives what it gives alone, and goes on with its journal", async () => {
    writeFileSync(
      join(folder, "search.mjs"),
      `import { runCalibration, runOptimisation } from "${url("entries/sweeps.js")}";
import { startQueueWorker } from "${url("commandLine/queue/queueWorker.js")}";
const queue = process.argv[2];
const worker = await startQueueWorker(queue, { threads: 1, patience: 1, cacheFolder: "cache" });
const smooth = { variables: { k: { start: 1.5, min: 0.2, max: 3 } }, objective: "x", goal: "maximise",
  constraints: [{ quantity: "x", max: 0.5 }] };
const rough = { ...smooth, method: "evolution", maximumRuns: 24, journal: "rough.journal" };
const time = [0.2, 0.5, 1], x = time.map((t) => Math.exp(-0.8 * t));
const fit = { parameters: { k: 1.5 }, experiments: [{ data: { time, x } }, { data: { time: [0.7], x: [Math.exp(-0.56)] } }] };
const tell = ({ variables, runs, method }) => ({ k: variables.k, runs, method });
const out = {
  threads: tell(await runOptimisation("models/decay.ts", { ...smooth, workers: 1 })),
  queued: tell(await runOptimisation("models/decay.ts", { ...smooth, queue })),
  rough: tell(await runOptimisation("models/decay.ts", { ...rough, workers: 2 })),
  again: tell(await runOptimisation("models/decay.ts", { ...rough, workers: 1 })),
  fit: (await runCalibration("models/decay.ts", { ...fit, queue })).parameters.k.value,
  cancelled: await runOptimisation("models/decay.ts", { ...smooth, workers: 1, signal: AbortSignal.abort() }).catch((error) => error.code),
  broken: await runCalibration("models/decay.ts", { ...fit, workers: 1, simulate: { method: "none" } }).catch((error) => error.code),
  refusal: await runOptimisation("models/decay.ts", { ...smooth, objective: () => 1 }).catch((error) => error.code),
};
console.log(JSON.stringify(out));
await worker.close();
process.exit(0);
`,
    );
    const { stdout } = await run(process.execPath, ["search.mjs", redis.url], { cwd: folder });
    const { threads, queued, rough, again, fit, refusal, cancelled, broken } = JSON.parse(stdout) as Record<
      string,
      never
    >;
    const found = threads as { k: number; method: string };
    expect(found.k).toBeCloseTo(Math.LN2, 5);
    expect(found.method).toBe("gradient");
    expect(queued).toEqual(threads);
    expect(rough).toMatchObject({ method: "evolution", runs: 24 });
    // every run is in the journal: nothing is left to be run but what the budget allows beyond
    expect((again as { k: number }).k).toBeTypeOf("number");
    expect(fit).toBeCloseTo(0.8, 6);
    expect(refusal).toBe("E-OPTIMISE");
    expect(cancelled).toBe("E-STUDY-CANCELLED");
    expect(broken).toBe("E-STUDY-RUN");
  });
});

describe("a queue that cannot be used", () => {
  it("is told by the command line", async () => {
    const fails = async (...words: string[]): Promise<string> => {
      let text = "";
      const terminal = { folder, isInteractive: false, out: () => {}, error: (line: string) => (text += line) };
      expect(await commandLine(["worker", ...words], terminal as never)).toBe(2);
      return text;
    };
    expect(await fails("--queue", `unix://${folder}/nobody.sock`)).toMatch(/E-QUEUE-CONNECT[\s\S]*redis-cli/);
    expect(await fails("--queue", "localhost")).toMatch(/E-QUEUE-URL[\s\S]*redis:\/\/host/);
    expect(await fails()).toMatch(/needs the address of a queue/);
    await expect(load("no-such-package")).rejects.toThrow(/E-QUEUE-MISSING[\s\S]*npm install bullmq ioredis/);
  });

  it("by a wrong password, which is not shown", async () => {
    const { connectRedis, withoutPassword } = await built<typeof Libraries>("commandLine/queue/queueLibraries.js");
    const inner = join(folder, "locked");
    mkdirSync(inner);
    const locked = await startRedis(inner, "--requirepass", "secret");
    started.push(locked.process);
    await expect(connectRedis(locked.url)).rejects.toThrow(/E-QUEUE-PASSWORD[\s\S]*redis:\/\/:password@host/);
    expect(withoutPassword("redis://me:secret@host:1")).toBe("redis://me:***@host:1");
  });

  it("because files of the model were changed, or are gone", async () => {
    const { connectRedis } = await built<typeof Libraries>("commandLine/queue/queueLibraries.js");
    const { fetchParcel, packParcel, sendParcel } = await built<typeof Parcels>("commandLine/queue/parcel.js");
    const connection = await connectRedis(redis.url);
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const parcel = packParcel(
      "/a/m/x.ts",
      new Map([
        ["/a/m/x.ts", bytes("1")],
        ["/a/d.csv", bytes("2")],
      ]),
    );
    await expect(fetchParcel(connection, parcel.hash, cache())).rejects.toThrow(/E-QUEUE-PARCEL.*not in the Redis/);
    const other = packParcel("/a/m/x.ts", new Map([["/a/m/x.ts", bytes("3")]]));
    await sendParcel(connection, { hash: parcel.hash, content: other.content });
    await expect(fetchParcel(connection, parcel.hash, cache())).rejects.toThrow(/changed on their way/);
    await sendParcel(connection, parcel);
    const found = await fetchParcel(connection, parcel.hash, cache());
    expect(found.model).toBe("m/x.ts");
    expect(readdirSync(found.folder).sort()).toEqual([".model", "d.csv", "m"]);
    connection.disconnect();
  });
});

describe("a Redis for the tests", () => {
  const computer = (files: readonly string[], more: object = {}) => ({
    platform: "linux",
    isRoot: false,
    variable: (name: string) => ({ PATH: "/opt/bin" })[name],
    exists: (file: string) => files.includes(file),
    run: () => {},
    ...more,
  });

  it("is the one that is named, that is on the path, or that is installed", () => {
    expect(redisPath(computer(["/opt/bin/valkey-server"]))).toBe("/opt/bin/valkey-server");
    expect(() => redisPath(computer([]))).toThrow(/RATTLEBACK_REDIS/);
    expect(() => redisPath(computer([], { variable: () => "/my/redis" }))).toThrow(/does not exist/);
    const files = ["/usr/bin/apt-get"];
    const install = (_: string, words: readonly string[]): void => {
      if (words[0] === "install") files.push("/usr/bin/redis-server");
    };
    expect(redisPath(computer(files, { isRoot: true, run: install }))).toBe("/usr/bin/redis-server");
  });
});

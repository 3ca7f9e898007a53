// Sweeps through a real Redis: real workers, real kills. The program as it is installed, from dist.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensurePackage } from "../../../scripts/build.ts";
import { type RunningRedis, redisPath, startRedis } from "../../../scripts/redis.ts";
import { fetchParcel, packParcel, sendParcel } from "../../../src/commandLine/queue/parcel.ts";
import {
  connectRedis,
  load,
  type RedisConnection,
  withoutPassword,
} from "../../../src/commandLine/queue/queueLibraries.ts";
import { WorkerRegister } from "../../../src/commandLine/queue/workerRegister.ts";
import { computerOf } from "../../scripts/computerOf.ts";

const program = resolve("dist/commandLine/main.js");

/** Runs of models/gated.ts with a larger k do not begin before the gate is open: a sweep cannot end before something has happened to it. */
const gateAt = 1.5;
const openGate = (): void => writeFileSync(join(folder, "gate"), "");
const closeGate = (): void => rmSync(join(folder, "gate"), { force: true });

let folder: string;
let redis: RunningRedis;
let connection: RedisConnection;
let stage: Stage;
const started: ChildProcess[] = [];

beforeAll(async () => {
  await ensurePackage();
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
  writeFileSync(
    join(folder, "models/gated.ts"),
    `import { existsSync } from "node:fs";
import { Model, Par, Var } from "rattleback";
const sleep = new Int32Array(new SharedArrayBuffer(4));
const passed = (k: number): number => {
  while (k > ${gateAt} && !existsSync(${JSON.stringify(join(folder, "gate"))})) Atomics.wait(sleep, 0, 0, 5);
  return k;
};
export default Model({ k: Par(1, "1/s"), x: Var({ init: 1, unit: "m" }), functions: { passed }, equations: "der(x) = -passed(k)*x" });
export const experiment = { stopTime: 1, tolerance: 1e-9 };
`,
  );
  redis = await ownRedis();
  connection = await connectRedis(redis.url);
  stage = new Stage();
});

afterEach(async () => {
  await stop(...started.splice(0));
});

afterAll(async () => {
  connection.disconnect();
  await stop(stage.child, redis.process);
  rmSync(folder, { recursive: true, force: true });
});

/** Its files can be kept from growing (limitFiles), which then is an error of the write and not the end of the process. */
async function ownRedis(): Promise<RunningRedis> {
  const [name, given] = ["RATTLEBACK_REDIS", process.env.RATTLEBACK_REDIS];
  const script = join(folder, "redis.sh");
  writeFileSync(script, `#!/bin/sh\ntrap "" XFSZ\nexec "${await redisPath()}" "$@"\n`, { mode: 0o755 });
  process.env[name] = script;
  try {
    // with fsync at every write a Redis would end when its disk is full
    return await startRedis(folder, "--appendfsync", "everysec");
  } finally {
    if (given === undefined) delete process.env[name];
    else process.env[name] = given;
  }
}

function limitFiles({ pid }: ChildProcess, bytes: string): void {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]);
}

async function stop(...children: readonly ChildProcess[]): Promise<void> {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
}

/** Commands that the Redis has worked on since it began. */
async function callsOfRedis(): Promise<number> {
  const text = await connection.info("commandstats");
  return [...text.matchAll(/calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
}

const cache = (): string => join(folder, "cache");

interface Told {
  readonly id: number;
  readonly run?: number;
  readonly done?: number;
  readonly notice?: string;
  readonly page?: string;
  readonly end?: unknown;
  readonly failure?: { readonly code: string; readonly message: string };
}

/** A process with the whole program in it: sweeps, searches, commands, a worker. */
class Stage {
  readonly child = spawn(process.execPath, [resolve("test/commandLine/queue/stage.mjs")], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  private readonly open = new Map<number, (told: Told) => void>();
  private count = 0;

  constructor() {
    createInterface({ input: this.child.stdout! }).on("line", (line) => {
      const told = JSON.parse(line) as Told;
      this.open.get(told.id)?.(told);
    });
  }

  /** Does something to its end; \`hear\` is told what happens on the way. */
  do<T>(deed: string, options: object = {}, hear: (told: Told) => void = () => {}): Promise<T> {
    const id = this.count++;
    const end = new Promise<T>((done, fail) => {
      this.open.set(id, (told) => {
        if (told.failure !== undefined) fail(told.failure);
        else if (told.end !== undefined) done(told.end as T);
        else hear(told);
      });
    });
    this.child.stdin!.write(`${JSON.stringify({ id, deed, ...options })}\n`);
    return end.finally(() => this.open.delete(id));
  }

  work(): Promise<null> {
    return this.do("work", { queue: redis.url, cacheFolder: cache() });
  }

  command(...words: string[]): Promise<{ code: number; out: string; error: string }> {
    return this.do("command", { words });
  }
}

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

/** Runs a sweep to its end; `hear` is told what happens on the way. */
async function sweep(
  options: { model?: string; vary?: Record<string, readonly number[]>; journal?: string; batch?: number } = {},
  hear: (told: Told) => void = () => {},
): Promise<{ table: Table; runs: number[] }> {
  const all = { model: "models/decay.ts", vary: { k: values }, batch: 2, queue: redis.url, ...options };
  const runs: number[] = [];
  const table = await stage.do<Table>("sweep", all, (told) => {
    if (told.run !== undefined) runs.push(told.run);
    hear(told);
  });
  return { table, runs };
}

function expectAll(table: Table): void {
  const column = (name: string) => table.columns.find(([own]) => own === name)![1];
  expect(column("run")).toEqual(values.map((_, i) => i));
  expect(table.failures).toEqual([]);
  column("x").forEach((x, i) => expect(x).toBeCloseTo(Math.exp(-values[i]!), 7));
}

describe("a sweep through a queue", () => {
  it("tells when there is no worker, or only some of another version", async () => {
    await stage.do("rest");
    const register = new WorkerRegister(connection);
    const notices: string[] = [];
    let waiting = 0;
    // more jobs than may stand in the queue at a time
    const many = Array.from({ length: 1200 }, (_, i) => 1 + i / 1200);
    await sweep({ vary: { k: many }, batch: 1 }, ({ id, notice }) => {
      if (notice === undefined) return;
      notices.push(notice);
      if (!/0\.0\.1/.test(notice)) void register.report({ name: "old", version: "0.0.1", threads: 4 }, 60);
      else
        void (async () => {
          const lists = await connection.keys("*:wait");
          const lengths = await Promise.all(lists.map((list) => connection.llen(list)));
          waiting = lengths.reduce((sum, length) => sum + length, 0);
          await stage.do("stop", { sweep: id });
        })();
    });
    await register.leave("old");
    expect(waiting).toBe(500);
    expect(notices[0]).toMatch(/no worker is there/);
    expect(notices.at(-1)).toMatch(/of version 0\.0\.1; this sweep needs/);
  });

  it("is called off on its page, goes on with its journal, and has each run once; files of the model travel once", async () => {
    await stage.work();
    const journal = join(folder, "stopped.journal");
    let address = "";
    let pressed: Promise<unknown> | undefined;
    const model = "models/gated.ts";
    closeGate();
    const first = await sweep({ model, journal }, ({ done, page }) => {
      address = page ?? address;
      if (done === 5)
        pressed = (async () => {
          const state = (await (await fetch(`${address}state`)).json()) as { total: number; done: number };
          expect(state.total).toBe(values.length);
          expect(state.done).toBeGreaterThanOrEqual(5);
          await fetch(`${address}cancel`, { method: "POST", headers: { "x-rattleback": "cancel" } });
        })().finally(openGate);
    });
    await pressed;
    expect(first.table.finished).toBeGreaterThanOrEqual(5);
    expect(first.table.finished).toBeLessThan(values.length);
    const { table, runs } = await sweep({ model, journal });
    expectAll(table);
    expect([...first.runs, ...runs].sort((a, b) => a - b)).toEqual(values.map((_, i) => i));
    expect(readdirSync(cache()).length).toBe(1);
  });

  it("asks the Redis little per job, and leaves nothing in it", async () => {
    await stage.work();
    await sweep({ vary: { k: [1, 2] } });
    /** What stays; marks of who looks after the queue come and go by themselves. */
    const lastingKeys = async (): Promise<number> => {
      const keys = await connection.keys("*");
      const times = await Promise.all(keys.map((key) => connection.pttl(key)));
      return times.filter((milliseconds) => milliseconds === -1).length;
    };
    const before = { calls: await callsOfRedis(), keys: await lastingKeys() };
    const many = Array.from({ length: 400 }, (_, i) => 1 + i / 400);
    const { table, runs } = await sweep({ vary: { k: many }, batch: 20 });
    expect(table.finished).toBe(many.length);
    expect(new Set(runs).size).toBe(many.length);
    // 20 jobs with 70 commands each, those of scripts included; a job for every run would make 1400
    const calls = (await callsOfRedis()) - before.calls;
    expect(calls / 20).toBeLessThan(200);
    await expect.poll(lastingKeys).toBeLessThanOrEqual(before.keys);
  });

  it("is called off from another terminal, which sees it and its workers", async () => {
    await stage.work();
    const shown: string[] = [];
    const command = (...words: string[]): ReturnType<Stage["command"]> =>
      stage.command("queue", "--queue", redis.url, ...words);
    expect((await command("--cancel", "nobody")).error).toMatch(/E-QUEUE-SWEEP/);
    let asked: Promise<void> | undefined;
    const many = Array.from({ length: 4000 }, (_, i) => 1 + i / 4000);
    const model = "models/gated.ts";
    closeGate();
    const { table } = await sweep({ model, vary: { k: many } }, ({ done, notice }) => {
      if (notice !== undefined) shown.push(notice);
      if (done !== 4) return;
      asked ??= (async () => {
        const { sweeps, workers } = JSON.parse((await command("--json")).out) as {
          sweeps: { id: string; total: number }[];
          workers: unknown[];
        };
        expect(sweeps).toMatchObject([{ model, total: 4000 }]);
        expect(workers.length).toBe(1);
        await command("--cancel", sweeps[0]!.id);
      })().finally(openGate);
    });
    await asked;
    expect(table.finished).toBeLessThan(4000);
    expect(shown).toContain("the sweep was called off; what is done is kept");
    expect((await command()).out).toMatch(/no sweep is under way/);
  });

  const fillings: readonly [string, RegExp, (isFull: boolean) => Promise<unknown> | void][] = [
    ["memory", /OOM/, (isFull) => connection.config("SET", "maxmemory", isFull ? "1" : "0")],
    // files may not grow any more: what a full disk answers, for one process alone
    ["disk", /MISCONF/, (isFull) => limitFiles(redis.process, isFull ? "1" : "unlimited")],
  ];
  it.each(fillings)("waits while the %s of the Redis is full, and loses nothing", async (_, reason, fill) => {
    await stage.work();
    const notices: string[] = [];
    // more than stand in the queue at a time
    const many = Array.from({ length: 510 }, (_, i) => 1 + i / 510);
    closeGate();
    const { table, runs } = await sweep(
      { model: "models/gated.ts", vary: { k: many }, batch: 1 },
      ({ done, notice }) => {
        if (done === 4) void Promise.resolve(fill(true)).finally(openGate);
        if (notice === undefined) return;
        notices.push(notice);
        if (/refuses to write/.test(notice)) void fill(false);
      },
    );
    expect(notices.join("\n")).toMatch(reason);
    expect(table.finished).toBe(many.length);
    expect(table.failures).toEqual([]);
    expect(runs.length).toBe(many.length);
    expect(new Set(runs).size).toBe(many.length);
  });

  it("does not begin in a Redis that is full", async () => {
    await connection.config("SET", "maxmemory", "1");
    const words = ["sweep", "models/decay.ts", "--vary", "k=1,2", "--keep", "x", "--queue", redis.url];
    expect((await stage.command(...words)).error).toMatch(/E-QUEUE-FULL[\s\S]*raise maxmemory/);
    await connection.config("SET", "maxmemory", "0");
  });

  it("reports a run that no worker survives, and does the others", async () => {
    await stage.work();
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
});

describe("a search", () => {
  const model = "models/decay.ts";
  const smooth = {
    ...{ model, variables: { k: { start: 1.5, min: 0.2, max: 3 } }, objective: "x", goal: "maximise" },
    constraints: [{ quantity: "x", max: 0.5 }],
  };
  interface Found {
    readonly variables: { readonly k: number };
    readonly runs: number;
    readonly method: string;
  }
  const optimise = async (options: object): Promise<{ k: number; runs: number; method: string }> => {
    const { variables, runs, method } = await stage.do<Found>("optimise", { ...smooth, ...options });
    return { k: variables.k, runs, method };
  };

  it("gives the same on threads and on the workers of a queue", async () => {
    await stage.work();
    const threads = await optimise({ workers: 1 });
    expect(threads.k).toBeCloseTo(Math.LN2, 5);
    expect(threads.method).toBe("gradient");
    expect(await optimise({ queue: redis.url })).toEqual(threads);
    const time = [0.2, 0.5, 1];
    const x = time.map((t) => Math.exp(-0.8 * t));
    const experiments = [{ data: { time, x } }, { data: { time: [0.7], x: [Math.exp(-0.56)] } }];
    const fit = { model, parameters: { k: 1.5 }, experiments };
    const queued = { ...fit, queue: redis.url };
    const { parameters } = await stage.do<{ parameters: { k: { value: number } } }>("calibrate", queued);
    expect(parameters.k.value).toBeCloseTo(0.8, 6);
    const broken = { ...queued, simulate: { method: "none" } };
    await expect(stage.do("calibrate", broken)).rejects.toMatchObject({ code: "E-STUDY-RUN" });
  });

  it("goes on with its journal", async () => {
    const rough = { method: "evolution", maximumRuns: 24, journal: "rough.journal", workers: 1 };
    expect(await optimise(rough)).toMatchObject({ method: "evolution", runs: 24 });
    // every run is in the journal: nothing is left to be run but what the budget allows beyond
    expect((await optimise(rough)).k).toBeTypeOf("number");
  });

  it("is called off, and takes names only", async () => {
    await expect(optimise({ workers: 1, cancelled: true })).rejects.toMatchObject({ code: "E-STUDY-CANCELLED" });
    await expect(optimise({ objective: null })).rejects.toMatchObject({ code: "E-OPTIMISE" });
  });
});

describe("a sweep whose worker and whose Redis die", () => {
  it("loses nothing, and has nothing twice", async () => {
    await stage.do("rest");
    const victim = await workerProcess();
    let successor: Promise<null> | undefined;
    let restarted: Promise<void> = Promise.resolve();
    const { table, runs } = await sweep({}, ({ done }) => {
      if (done === 4) {
        victim.kill("SIGKILL");
        successor = stage.work();
      }
      if (done === 12)
        restarted = (async () => {
          // who begins without a Redis ends at once
          await successor;
          await stop(redis.process);
          redis = await ownRedis();
        })();
    });
    await restarted;
    expectAll(table);
    expect(runs.length).toBe(values.length);
    expect(new Set(runs).size).toBe(values.length);
  });
});

describe("a Redis that loses the end of a job", () => {
  it("gives the job to a worker again, and the sweep waits for that", async () => {
    await stage.do("rest");
    const register = new WorkerRegister(connection);
    const old = (version: string) => register.report({ name: "old", version, threads: 1 }, 60);
    let [job, wait] = ["", ""];
    const completed = () => wait.replace(/wait$/, "completed");
    /** What happens between two looks of the sweep, each when a notice shows that the sweep has seen the one before. */
    const deeds: readonly (readonly [notice: RegExp, deed: () => Promise<unknown>])[] = [
      [
        /no worker is there/,
        async () => {
          // it counts as completed, and nothing says how it ended
          wait = (await connection.keys("*:wait"))[0]!;
          job = (await connection.lindex(wait, 0))!;
          await connection.multi().lrem(wait, 0, job).zadd(completed(), 1, job).exec();
          await old("0.0.1");
        },
      ],
      // the look that tells of this one began behind the deed before
      [/of version 0\.0\.1/, () => old("0.0.2")],
      [
        /of version 0\.0\.2/,
        async () => {
          await connection.multi().zrem(completed(), job).lpush(wait, job).exec();
          await register.leave("old");
          await stage.work();
        },
      ],
    ];
    const done: string[] = [];
    const { table, runs } = await sweep({ batch: values.length }, ({ notice }) => {
      const next = deeds[done.length];
      if (notice === undefined || next === undefined || !next[0].test(notice)) return;
      done.push(notice);
      void next[1]();
    });
    expect(done.length).toBe(3);
    expectAll(table);
    expect(runs.length).toBe(values.length);
  });
});

describe("a queue that cannot be used", () => {
  it("is told by the command line", async () => {
    const fails = async (...words: string[]): Promise<string> => {
      const { code, error } = await stage.command("worker", ...words);
      expect(code).toBe(2);
      return error;
    };
    expect(await fails("--queue", `unix://${folder}/nobody.sock`)).toMatch(/E-QUEUE-CONNECT[\s\S]*redis-cli/);
    expect(await fails("--queue", "localhost")).toMatch(/E-QUEUE-URL[\s\S]*redis:\/\/host/);
    expect(await fails()).toMatch(/needs the address of a queue/);
    await expect(load("no-such-package")).rejects.toThrow(/E-QUEUE-MISSING[\s\S]*npm install bullmq ioredis/);
  });

  it("by a wrong password, which is not shown", async () => {
    await connection.config("SET", "requirepass", "secret");
    await expect(connectRedis(redis.url)).rejects.toThrow(/E-QUEUE-PASSWORD[\s\S]*redis:\/\/:password@host/);
    await connection.config("SET", "requirepass", "");
    expect(withoutPassword("redis://me:secret@host:1")).toBe("redis://me:***@host:1");
  });

  it("because files of the model were changed, or are gone", async () => {
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
  });
});

describe("a Redis for the tests", () => {
  it("is the one that is named, that is on the path, or that is installed", async () => {
    expect(await redisPath(computerOf(new Set(["/opt/bin/valkey-server"])))).toBe("/opt/bin/valkey-server");
    await expect(redisPath(computerOf(new Set()))).rejects.toThrow(/RATTLEBACK_REDIS/);
    const variable = () => "/my/redis";
    await expect(redisPath(computerOf(new Set(), { variable }))).rejects.toThrow(/does not exist/);
    const files = new Set(["/usr/bin/apt-get"]);
    const run = (_: string, words: readonly string[]): void => {
      if (words.includes("install")) files.add("/usr/bin/redis-server");
    };
    expect(await redisPath(computerOf(files, { isRoot: true, run }))).toBe("/usr/bin/redis-server");
  });
});

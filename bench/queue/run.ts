// How many runs a queue carries: against the cores of this machine, through kills of workers, and when light clients answer at once.
//
//     npm run bench:queue [-- runs kills many]
//
// `many` runs go through light clients as well, to see what the sweep itself takes. A part whose number is 0 is left out. Beside the time
// there is the processor time of all processes per run: what a machine that others keep busy, too, can tell.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Worker } from "bullmq";
import { startRedis } from "../../scripts/redis.ts";
import { connectRedis, keyPrefix } from "../../src/commandLine/queue/queueLibraries.ts";
import { queueName, type SweepJob } from "../../src/commandLine/queue/sweepJob.ts";

const [runs = 10_000, kills = 20, many = 1_000_000] = process.argv.slice(2).map(Number);
const program = resolve("dist/commandLine/main.js");
const folder = mkdtempSync(join(tmpdir(), "rattleback-bench-"));
writeFileSync(
  join(folder, "decay.ts"),
  `import { Model, Var } from "rattleback";
export default Model({ k: 1, x: Var({ init: 1 }), equations: "der(x) = -k*x" });
export const experiment = { stopTime: 1, tolerance: 1e-8 };
`,
);
const redis = await startRedis(folder);

async function worker(): Promise<ChildProcess> {
  const words = ["worker", "--queue", redis.url, "--workers", "1", "--patience", "5", "--cache", join(folder, "cache")];
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "ignore", "pipe"] });
  await once(child.stderr!, "data");
  return child;
}

interface Swept {
  readonly seconds: number;
  /** Seconds of a processor, with the threads of the sweep. */
  readonly processor: number;
  readonly rows: string[];
}

async function sweep(name: string, ...words: string[]): Promise<Swept> {
  const out = join(folder, `${name}.csv`);
  const child = spawn(
    process.execPath,
    [
      program,
      "sweep",
      "decay.ts",
      "--vary",
      `k=1..2:${runs}`,
      "--keep",
      "x",
      "--quiet",
      "--out",
      out,
      "--resume",
      `${name}.journal`,
      ...words,
    ],
    { cwd: folder, stdio: "inherit" },
  );
  const startedAt = performance.now();
  const before = endedChildren();
  await once(child, "exit");
  return {
    seconds: (performance.now() - startedAt) / 1000,
    processor: endedChildren() - before,
    rows: readFileSync(out, "utf8").trim().split("\n").slice(1),
  };
}

let workers: ChildProcess[] = [];
if (runs > 0) {
  const local = await sweep("local", "--workers", "2");
  workers = await Promise.all([worker(), worker()]);
  const before = [secondsOf(workers), secondsOf([redis.process])];
  const queued = await sweep("queued", "--queue", redis.url);
  const [ofWorkers, ofRedis] = [secondsOf(workers) - before[0]!, secondsOf([redis.process]) - before[1]!];
  const processor = queued.processor + ofWorkers + ofRedis;
  console.log(
    `${runs} runs: ${(runs / local.seconds).toFixed(0)} per s on two threads, ${(runs / queued.seconds).toFixed(0)} per s through the queue on two workers, ${((100 * local.seconds) / queued.seconds).toFixed(0)} %`,
  );
  console.log(
    `processor time per run: ${((1e3 * local.processor) / runs).toFixed(2)} ms on two threads, ${((1e3 * processor) / runs).toFixed(2)} ms through the queue (of it the sweep itself ${((1e3 * queued.processor) / runs).toFixed(2)} ms, the Redis ${((1e3 * ofRedis) / runs).toFixed(2)} ms): ${((100 * local.processor) / processor).toFixed(0)} %`,
  );
}

if (runs > 0 && kills > 0) {
  const journal = join(folder, "killed.journal");
  let isOver = false;
  let done = 0;
  const killing = (async () => {
    while (!isOver && done < kills) {
      await new Promise((ready) => setTimeout(ready, 20));
      const noted = existsSync(journal) ? readFileSync(journal, "utf8").split("\n").length - 2 : 0;
      if (noted < (done * runs) / (kills + 1)) continue;
      const [victim, ...rest] = workers;
      victim!.kill("SIGKILL");
      done++;
      workers = [...rest, await worker()];
    }
  })();
  const killed = await sweep("killed", "--queue", redis.url);
  isOver = true;
  await killing;
  const numbers = killed.rows.map((row) => Number(row.split(",")[0]));
  console.log(
    `${runs} runs with ${done} kills: ${runs - new Set(numbers).size} runs lost, ${numbers.length - new Set(numbers).size} double, ${killed.seconds.toFixed(0)} s`,
  );
}
for (const child of workers) child.kill("SIGKILL");

const connection = await connectRedis(redis.url);
if (many > 0) await manyRuns();
console.log(`memory of the Redis ${/used_memory_peak_human:(\S+)/.exec(await connection.info("memory"))![1]}`);
redis.process.kill("SIGKILL");
rmSync(folder, { recursive: true, force: true });
process.exit(0);

/** A sweep whose runs are answered by light clients: what remains is the sweep's own time and memory. */
async function manyRuns(): Promise<void> {
  const answer = ({ data }: { data: SweepJob }) =>
    Promise.resolve(data.runs.map(({ run }) => ({ run, seconds: 0, values: [1 / (1 + run)], units: [""] })));
  const light = Array.from(
    { length: 8 },
    () => new Worker(queueName(), answer, { connection: connection.duplicate(), prefix: keyPrefix, concurrency: 4 }),
  );
  const words = ["--vary", `k=1..2:${many}`, "--keep", "x", "--queue", redis.url, "--resume", "many.journal", "--json"];
  const child = spawn(process.execPath, [program, "sweep", "decay.ts", ...words], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const begun = performance.now();
  let isEnded = false;
  const ended = once(child, "exit").then(() => {
    isEnded = true;
  });
  const journal = join(folder, "many.journal");
  let shown = 0;
  while (!isEnded) {
    await Promise.race([ended, new Promise((done) => setTimeout(done, 1000))]);
    const lines = existsSync(journal) ? Math.round(statSync(journal).size / bytesPerLine(journal)) : 0;
    if (isEnded || lines < ((shown + 1) * many) / 10) continue;
    shown = Math.floor((10 * lines) / many);
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
    console.log(`about ${lines} of ${many} runs noted: the sweep takes ${megabytes.toFixed(0)} MB`);
  }
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `${many} runs of light clients: ${seconds.toFixed(0)} s, ${(many / seconds).toFixed(0)} per s, exit ${child.exitCode}`,
  );
  await Promise.all(light.map((item) => item.close(true)));
}

/** Seconds of a processor that processes have used up to now. */
function secondsOf(children: readonly ChildProcess[]): number {
  const ticks = children.map(({ pid }) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" "));
  return ticks.reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) / 100, 0);
}

/** The same of all children that have ended. */
function endedChildren(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function bytesPerLine(file: string): number {
  const handle = openSync(file, "r");
  const part = Buffer.alloc(20_000);
  const length = readSync(handle, part);
  closeSync(handle);
  const lines = part.subarray(0, length).toString().split("\n").length - 1;
  return length / Math.max(1, lines);
}

// Where one Redis is full: light clients that take a job and answer at once, up to a thousand connections.
//
//     npm run bench:saturation [-- jobs]
//
// Clients wait for nothing but the Redis (lightClients.mjs), so that it is what limits. The system says for how long it ran, for how long
// it was ready but had no core, since others used the machine, and for how long it had nothing to do: where that is nearly nothing, it is full.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Queue } from "bullmq";
import { startRedis } from "../../scripts/redis.ts";
import { connectRedis } from "../../src/commandLine/queue/queueLibraries.ts";

const [jobs = 10_000] = process.argv.slice(2).map(Number);
const prefix = "bench";

interface Answered {
  /** Processor time of all clients, s. */
  readonly seconds: number;
  readonly jobs: number;
  /** Times between a command and its answer, ms. */
  readonly median: number;
  readonly slow: number;
}

console.log(
  "| fsync | clients | jobs per s | Redis, µs per job | its core: used, waiting, idle | full at, jobs per s | clients, µs per job | answer after, ms: median, 99 % |",
);
console.log("|---|---:|---:|---:|---:|---:|---:|---:|");
for (const fsync of ["always", "everysec"]) for (const clients of [1, 10, 100, 1000]) await measure(fsync, clients);
process.exit(0);

async function measure(fsync: string, clients: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "rattleback-saturation-"));
  const redis = await startRedis(folder, "--appendfsync", fsync, "--maxclients", "5000");
  const connection = await connectRedis(redis.url);
  const queue = new Queue("light", { connection, prefix });
  const count = clients < 10 ? jobs / 10 : jobs;
  const job = (k: number) => ({
    name: "light",
    data: { runs: [1] },
    opts: { jobId: `j${String(k).padStart(9, "0")}` },
  });
  for (let k = 0; k < count; k += 500) await queue.addBulk(Array.from({ length: 500 }, (_, i) => job(k + i)));
  const words = ["bench/queue/lightClients.mjs", redis.url.replace("unix://", ""), "light", prefix, String(clients)];
  const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const before = processorTimes(redis.process.pid!);
  const begun = performance.now();
  child.stdin.write("begin\n");
  const answered = JSON.parse((await lines.next()).value as string) as Answered;
  const seconds = (performance.now() - begun) / 1000;
  const after = processorTimes(redis.process.pid!);
  const [used, waiting] = [after.used - before.used, after.waiting - before.waiting];
  const percent = (part: number): string => `${((100 * part) / seconds).toFixed(0)} %`;
  const microseconds = (part: number): string => ((1e6 * part) / answered.jobs).toFixed(0);
  const cells = [
    fsync,
    clients,
    (answered.jobs / seconds).toFixed(0),
    microseconds(used),
    [used, waiting, Math.max(0, seconds - used - waiting)].map(percent).join(", "),
    (answered.jobs / used).toFixed(0),
    microseconds(answered.seconds),
    `${answered.median.toFixed(1)}, ${answered.slow.toFixed(1)}`,
  ];
  console.log(`| ${cells.join(" | ")} |`);
  const { completed } = await queue.getJobCounts("completed");
  if (completed !== count) throw new Error(`${completed} of ${count} jobs were answered`);
  child.kill("SIGKILL");
  connection.disconnect();
  redis.process.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

/** Seconds that the main thread of a process has run, and has been ready without a core. */
function processorTimes(pid: number): { used: number; waiting: number } {
  const [used, waiting] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ").map(Number);
  return { used: used! / 1e9, waiting: waiting! / 1e9 };
}

/** A worker: takes jobs of sweeps from a queue, runs them on threads of its own, and answers. */
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Piscina } from "piscina";
import { packageVersion } from "../packageFiles.ts";
import type { FinishedRun } from "../sweep/finishedRuns.ts";
import type { SweepTask } from "../sweep/sweepTask.ts";
import { fetchParcel } from "./parcel.ts";
import { connectRedis, duplicate, keyPrefix, loadBullMq } from "./queueLibraries.ts";
import { queueName, type SweepJob, type SweepJobResult } from "./sweepJob.ts";
import { WorkerRegister, workerName } from "./workerRegister.ts";

export interface QueueWorkerOptions {
  /** Threads, one job each. Default: one per core. */
  readonly threads?: number;
  /** Seconds of silence after which a worker is taken for dead, and its jobs are given to others. Default 30. */
  readonly patience?: number;
  /** Where files of models are kept. Default: a folder among temporary files. */
  readonly cacheFolder?: string;
  readonly onJob?: (runs: number, error?: string) => void;
}

export interface QueueWorker {
  readonly name: string;
  /** Ends after the jobs under way. */
  close(): Promise<void>;
}

/** How often a job may be left behind by a worker that died before it is taken for the cause. */
const maximumDeaths = 5;

/** Works for the queue at `url` until it is closed. */
export async function startQueueWorker(url: string, options: QueueWorkerOptions = {}): Promise<QueueWorker> {
  const { threads = availableParallelism(), patience = 30 } = options;
  const { cacheFolder = join(tmpdir(), "rattleback-parcels") } = options;
  const { Worker } = await loadBullMq();
  const connection = await connectRedis(url);
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const pool = new Piscina({
    filename: new URL(`../sweep/sweepTask.${ending}`, import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
  });
  const name = workerName();
  const register = new WorkerRegister(connection);
  const self = { name, version: packageVersion(), threads };
  await register.report(self, 2 * patience);
  const heartbeat = setInterval(() => {
    register.report(self, 2 * patience).catch(() => {});
  }, 500 * patience);
  const work = async ({ parcel, runs, options: simulate, quantities }: SweepJob): Promise<SweepJobResult> => {
    const { folder, model } = await fetchParcel(connection, parcel, cacheFolder);
    const results: FinishedRun[] = [];
    for (const { run, point, study } of runs) {
      const task: SweepTask = {
        modelFile: resolve(folder, model),
        folder,
        allowFiles: ["."],
        run,
        point,
        options: simulate,
        quantities,
        ...(study !== undefined && { study }),
      };
      results.push((await pool.run(task)) as FinishedRun);
    }
    return results;
  };
  const worker = new Worker<SweepJob, SweepJobResult>(queueName(), ({ data }) => work(data), {
    connection: duplicate(connection),
    prefix: keyPrefix,
    name,
    concurrency: threads,
    lockDuration: 1000 * patience,
    stalledInterval: 500 * patience,
    maxStalledCount: maximumDeaths,
  });
  worker.on("error", () => {});
  worker.on("completed", (job) => options.onJob?.(job.data.runs.length));
  worker.on("failed", (job, error) => options.onJob?.(job?.data.runs.length ?? 0, error.message));
  await worker.waitUntilReady();
  return {
    name,
    close: async () => {
      clearInterval(heartbeat);
      await worker.close();
      await register.leave(name).catch(() => {});
      await pool.destroy();
      connection.disconnect();
    },
  };
}

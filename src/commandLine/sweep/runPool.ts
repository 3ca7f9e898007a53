/** Where the runs of a study are made: on threads of this machine, or on the workers of a queue. One question, many answers. */
import { randomUUID } from "node:crypto";
import { Piscina } from "piscina";
import type { Parcel } from "../queue/parcel.ts";
import type { FinishedRun } from "./finishedRuns.ts";
import type { StudyTask } from "./studyTask.ts";
import type { SweepTask } from "./sweepTask.ts";

/** One run: parameters and start values, and what is wanted of it. */
export interface StudyRun {
  readonly point: Readonly<Record<string, number>>;
  readonly study: StudyTask;
}

export interface RunPool {
  /** All of them, in their order; those that nobody made because it was called off are errors. */
  run(runs: readonly StudyRun[]): Promise<FinishedRun[]>;
  close(): Promise<void>;
}

export function threadPool(modelFile: string, folder: string, allowFiles: readonly string[], threads: number): RunPool {
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const pool = new Piscina({
    filename: new URL(`./sweepTask.${ending}`, import.meta.url).href,
    // none before there is something to run, since a journal may know it all; then they stay from one question to the next
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
  });
  return {
    run: (runs) =>
      allEnded(
        runs.map(({ point, study }, run) => {
          const task: SweepTask = { modelFile, folder, allowFiles, run, point, options: {}, quantities: [], study };
          return pool.run(task) as Promise<FinishedRun>;
        }),
      ),
    close: () => pool.destroy(),
  };
}

/** All of them, or the first failure, when none is under way any more: threads must not end before their answers are taken. */
export async function allEnded<T>(tasks: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}

export interface QueuePoolOptions {
  readonly url: string;
  readonly parcel: Parcel;
  readonly model: string;
  readonly total: number;
  readonly onNotice?: ((text: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Every search has jobs of its own: answers to another one's questions cannot be taken for its own. */
export async function queuePool(options: QueuePoolOptions): Promise<RunPool> {
  const { QueuedRuns } = await import("../queue/queuedRuns.ts");
  const identity = randomUUID().replaceAll("-", "");
  const queue = await QueuedRuns.open({ ...options, identity, batch: 1, task: { options: {}, quantities: [] } });
  let first = 0;
  return {
    run: async (runs) => {
      const begin = first;
      first += runs.length;
      const found = runs.map((_, k): FinishedRun => {
        const error = { code: "E-STUDY-CANCELLED", message: "the study was cancelled" };
        return { run: begin + k, seconds: 0, error };
      });
      await queue.run(
        runs.map((item, k) => ({ run: begin + k, ...item })),
        (answers) => {
          for (const answer of answers) found[answer.run - begin] = answer;
        },
      );
      return found;
    },
    close: () => queue.close(),
  };
}

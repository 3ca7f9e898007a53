/**
 * The runs of a sweep on a queue: puts them in, a few at a time, and takes the answers out. Each run stands in the journal exactly
 * once, however often it was tried: jobs have names of their own, answers are kept until they are written down, and what is written down
 * is not taken again.
 */
import type { Job, Queue } from "bullmq";
import type { SweepJournal } from "../sweep/sweepJournal.ts";
import type { SweepPlan } from "../sweep/sweepPlan.ts";
import { type Parcel, sendParcel } from "./parcel.ts";
import { connectRedis, duplicate, keyPrefix, loadBullMq, type RedisConnection } from "./queueLibraries.ts";
import { jobName, queueName, type SweepJob, type SweepJobResult } from "./sweepJob.ts";
import { WorkerRegister } from "./workerRegister.ts";

export interface QueuedRuns {
  readonly url: string;
  readonly parcel: Parcel;
  readonly plan: SweepPlan;
  readonly journal: SweepJournal;
  readonly options: SweepJob["options"];
  readonly quantities: readonly string[];
  /** Runs per job. */
  readonly batch: number;
  readonly onRun?: ((run: SweepJobResult[number]) => void) | undefined;
  /** Told what stands in the way, such as no worker of this version. */
  readonly onNotice?: ((text: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

type SweepQueue = Queue<SweepJob, SweepJobResult>;

/** Jobs in the queue at most: more than workers can take at once, and few enough for any Redis. */
const maximumOpen = 500;
/** Tries of a job whose worker answered with an error. */
const attempts = 3;
/** Milliseconds between two looks at all open jobs, for answers that no event told of. */
const lookInterval = 1000;

export async function runOnQueue(task: QueuedRuns): Promise<void> {
  const { Queue: BullQueue, QueueEvents } = await loadBullMq();
  const connection = await connectRedis(task.url);
  const settings = { prefix: keyPrefix };
  const queue: SweepQueue = new BullQueue(queueName(), { connection, ...settings });
  queue.on("error", () => {});
  const listening = duplicate(connection);
  const events = new QueueEvents(queueName(), { connection: listening, ...settings });
  events.on("error", () => {});
  try {
    await sendParcel(connection, task.parcel);
    await events.waitUntilReady();
    await new Coordination(task, queue, connection).run((wake) => {
      events.on("completed", ({ jobId }) => wake(jobId));
      events.on("failed", ({ jobId }) => wake(jobId));
    });
  } finally {
    await events.close().catch(() => {});
    await queue.close().catch(() => {});
    connection.disconnect();
    listening.disconnect();
  }
}

class Coordination {
  private readonly task: QueuedRuns;
  private readonly queue: SweepQueue;
  private readonly connection: RedisConnection;
  private readonly waiting: SweepJob["runs"][];
  private readonly open = new Map<string, SweepJob["runs"]>();
  private readonly told = new Set<string>();

  constructor(task: QueuedRuns, queue: SweepQueue, connection: RedisConnection) {
    this.task = task;
    this.queue = queue;
    this.connection = connection;
    const { plan, journal, batch } = task;
    const missing = plan.points.flatMap((point, run) => (journal.finished.has(run) ? [] : [{ run, point }]));
    this.waiting = [];
    for (let k = 0; k < missing.length; k += batch) this.waiting.push(missing.slice(k, k + batch));
    this.waiting.reverse();
  }

  async run(subscribe: (wake: (job: string) => void) => void): Promise<void> {
    const { signal } = this.task;
    let wakeUp = (): void => {};
    subscribe((job) => {
      if (!this.open.has(job)) return;
      this.told.add(job);
      wakeUp();
    });
    let lastLook = performance.now();
    while (this.waiting.length > 0 || this.open.size > 0) {
      if (signal?.aborted === true) {
        await this.withdraw();
        return;
      }
      await this.fill();
      const names = [...this.told];
      this.told.clear();
      for (const name of names) await this.take(name);
      if (performance.now() - lastLook > lookInterval) {
        await this.lookAtAll();
        lastLook = performance.now();
      }
      if (this.told.size > 0) continue;
      if (this.waiting.length === 0 && this.open.size === 0) return;
      await new Promise<void>((done) => {
        const timer = setTimeout(done, lookInterval);
        wakeUp = () => {
          clearTimeout(timer);
          done();
        };
        if (this.told.size > 0) wakeUp();
      });
    }
  }

  private async fill(): Promise<void> {
    const batches: SweepJob["runs"][] = [];
    while (this.open.size + batches.length < maximumOpen && this.waiting.length > 0) batches.push(this.waiting.pop()!);
    if (batches.length === 0) return;
    for (const runs of batches) this.open.set(jobName(this.task.plan.hash, runs), runs);
    await this.queue.addBulk(batches.map((runs) => this.jobOf(runs)));
  }

  private jobOf(runs: SweepJob["runs"]): Parameters<SweepQueue["addBulk"]>[0][number] {
    const { parcel, options, quantities, plan } = this.task;
    return {
      name: "runs" as never,
      data: { parcel: parcel.hash, runs, options, quantities } as never,
      // what fails together is tried apart
      opts: {
        jobId: jobName(plan.hash, runs),
        attempts: runs.length > 1 ? 1 : attempts,
        removeOnComplete: false,
        removeOnFail: false,
      },
    };
  }

  /** Events may be lost with a connection: the jobs themselves say how they are. */
  private async lookAtAll(): Promise<void> {
    for (const name of [...this.open.keys()]) await this.take(name);
    const present = await new WorkerRegister(this.connection).present();
    const version = queueName();
    const fitting = present.filter((worker) => queueName(worker.version) === version);
    if (fitting.length > 0 || this.open.size === 0) return;
    const others = [...new Set(present.map((worker) => worker.version))].join(", ");
    this.task.onNotice?.(
      present.length === 0
        ? "no worker is there: rattleback worker --queue <address> on any machine begins"
        : `${present.length} workers are there, but of version ${others}; this sweep needs ${version.slice("sweeps-".length)}`,
    );
  }

  private async take(name: string): Promise<void> {
    const runs = this.open.get(name);
    if (runs === undefined) return;
    // first the state, then the job: what is read of a job that ends meanwhile would be from before its end
    const state = await this.queue.getJobState(name);
    if (state === "unknown") {
      // a Redis that lost its data: once more
      await sendParcel(this.connection, this.task.parcel);
      await this.queue.addBulk([this.jobOf(runs)]);
      return;
    }
    if (state !== "completed" && state !== "failed") return;
    const job = (await this.queue.getJob(name)) as Job<SweepJob, SweepJobResult> | undefined;
    if (job === undefined) return;
    if (state === "completed") this.finish(name, job.returnvalue);
    else this.fail(name, runs, job.failedReason);
    await job.remove().catch(() => {});
  }

  private finish(name: string, results: SweepJobResult): void {
    this.open.delete(name);
    for (const result of results) {
      if (this.task.journal.finished.has(result.run)) continue;
      this.task.journal.note(result);
      this.task.onRun?.(result);
    }
  }

  /** One run may have spoilt the others of its job: each gets a job of its own. Alone, it has failed. */
  private fail(name: string, runs: SweepJob["runs"], reason: string): void {
    if (runs.length > 1) {
      this.open.delete(name);
      for (const run of runs) this.waiting.push([run]);
      return;
    }
    this.finish(name, [
      { run: runs[0]!.run, seconds: 0, error: { code: "E-QUEUE-RUN", message: `no worker could run it: ${reason}` } },
    ]);
  }

  /** Jobs that nobody has begun are taken out again. */
  private async withdraw(): Promise<void> {
    for (const name of this.open.keys()) {
      const job = await this.queue.getJob(name);
      await job?.remove().catch(() => {});
    }
  }
}

/**
 * Runs on a queue: puts them in, a few at a time, and takes the answers out. Each run is answered exactly once, however often it was
 * tried: jobs have names of their own, answers are kept until they are written down, and what is written down is not taken again.
 */
import { hostname } from "node:os";
import type { Job, Queue, QueueEvents } from "bullmq";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { type Parcel, sendParcel } from "./parcel.ts";
import {
  connectRedis,
  duplicate,
  keyPrefix,
  loadBullMq,
  type RedisConnection,
  withoutPassword,
} from "./queueLibraries.ts";
import { jobName, type QueuedRun, queueName, type SweepJob, type SweepJobResult } from "./sweepJob.ts";
import { SweepRegister } from "./sweepRegister.ts";
import { WorkerRegister } from "./workerRegister.ts";

export interface QueueOptions {
  readonly url: string;
  readonly parcel: Parcel;
  /** What is run, in words. */
  readonly model: string;
  /** The same for the same runs of the same model: jobs are named after it. */
  readonly identity: string;
  readonly task: Omit<SweepJob, "parcel" | "runs">;
  /** Runs per job. */
  readonly batch: number;
  /** Runs altogether, as far as anybody knows. */
  readonly total: number;
  /** Told what stands in the way, such as no worker of this version, and what was tried again. */
  readonly onNotice?: ((text: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

type SweepQueue = Queue<SweepJob, SweepJobResult>;

/** Jobs in the queue at most: more than workers can take at once, and few enough for any Redis. */
const maximumOpen = 500;
/** Tries of a job whose worker answered with an error. */
const attempts = 3;
/** Answers that are fetched side by side: some hundred kilobytes at most. */
const takenAtOnce = 50;
/** Milliseconds between two looks at all open jobs, for answers that no event told of. */
const lookInterval = 1000;

/** Open jobs of a queue, until close(). */
export class QueuedRuns {
  private readonly options: QueueOptions;
  private readonly queue: SweepQueue;
  private readonly events: QueueEvents;
  private readonly connection: RedisConnection;
  private readonly listening: RedisConnection;
  private readonly open = new Map<string, SweepJob["runs"]>();
  private readonly told = new Set<string>();
  private readonly id: string;
  private wakeUp = (): void => {};
  private done = 0;
  private failed = 0;
  private isCancelled = false;
  private workers = new Set<string>();

  static async open(options: QueueOptions): Promise<QueuedRuns> {
    const libraries = await loadBullMq();
    const connection = await connectRedis(options.url);
    const listening = duplicate(connection);
    const settings = { prefix: keyPrefix };
    const queue: SweepQueue = new libraries.Queue(queueName(), { connection, ...settings });
    const events = new libraries.QueueEvents(queueName(), { connection: listening, ...settings });
    queue.on("error", () => {});
    events.on("error", () => {});
    const runs = new QueuedRuns(options, queue, events, connection, listening);
    try {
      await sendParcel(connection, options.parcel);
      await events.waitUntilReady();
      await runs.report();
    } catch (error) {
      await runs.close();
      throw isRefusedWrite(error) ? fullRedis(options.url, error as Error) : error;
    }
    return runs;
  }

  private constructor(
    options: QueueOptions,
    queue: SweepQueue,
    events: QueueEvents,
    connection: RedisConnection,
    listening: RedisConnection,
  ) {
    this.options = options;
    this.queue = queue;
    this.events = events;
    this.connection = connection;
    this.listening = listening;
    this.id = options.identity.slice(0, 12);
    const wake = ({ jobId }: { jobId: string }): void => {
      if (!this.open.has(jobId)) return;
      this.told.add(jobId);
      this.wakeUp();
    };
    events.on("completed", wake);
    events.on("failed", wake);
    options.signal?.addEventListener("abort", () => this.wakeUp());
  }

  async close(): Promise<void> {
    await new SweepRegister(this.connection).leave(this.id).catch(() => {});
    await this.events.close().catch(() => {});
    await this.queue.close().catch(() => {});
    this.connection.disconnect();
    this.listening.disconnect();
  }

  /** Somebody called it off, here or from elsewhere. */
  get isOver(): boolean {
    return this.isCancelled || this.options.signal?.aborted === true;
  }

  /** Makes all of the runs, or those that are made until somebody calls it off. `accept` is told of each job's answers at once. */
  async run(runs: Iterable<QueuedRun>, accept: (answers: SweepJobResult) => void): Promise<void> {
    const source = batches(runs, this.options.batch);
    const apart: SweepJob["runs"][] = [];
    const finish = (answers: SweepJobResult): void => {
      this.done += answers.length;
      for (const { error } of answers) if (error !== undefined) this.failed++;
      accept(answers);
    };
    let isEmpty = false;
    let lastLook = performance.now();
    for (;;) {
      if (this.isOver) return this.withdraw();
      try {
        const fresh: SweepJob["runs"][] = [];
        while (this.open.size + fresh.length < maximumOpen && !(isEmpty && apart.length === 0)) {
          const next = apart.pop() ?? source.next().value;
          if (next === undefined) isEmpty = true;
          else fresh.push(next);
        }
        await this.put(fresh);
        const names = [...this.told];
        this.told.clear();
        await this.takeAll(names, finish, apart);
        if (performance.now() - lastLook > lookInterval) {
          await this.takeAll([...this.open.keys()], finish, apart);
          await this.lookAround();
          lastLook = performance.now();
        }
      } catch (error) {
        // what was not put in is missed at the next look, and put in again
        if (!isRefusedWrite(error)) throw error;
        this.say(`the Redis refuses to write (${(error as Error).message}): the sweep waits until it can`);
        lastLook = 0;
        await this.wait();
        continue;
      }
      if (this.told.size > 0 || apart.length > 0) continue;
      if (isEmpty && this.open.size === 0) return;
      await this.wait();
    }
  }

  private wait(): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, lookInterval);
      this.wakeUp = () => {
        clearTimeout(timer);
        done();
      };
      if (this.told.size > 0 || this.isOver) this.wakeUp();
    });
  }

  private async put(jobs: readonly SweepJob["runs"][]): Promise<void> {
    if (jobs.length === 0) return;
    for (const runs of jobs) this.open.set(jobName(this.options.identity, runs), runs);
    await this.queue.addBulk(jobs.map((runs) => this.jobOf(runs)));
  }

  private jobOf(runs: SweepJob["runs"]): Parameters<SweepQueue["addBulk"]>[0][number] {
    const { parcel, task, identity } = this.options;
    return {
      name: "runs" as never,
      data: { parcel: parcel.hash, runs, ...task } as never,
      // what fails together is tried apart
      opts: {
        jobId: jobName(identity, runs),
        attempts: runs.length > 1 ? 1 : attempts,
        removeOnComplete: false,
        removeOnFail: false,
      },
    };
  }

  /** Events may be lost with a connection, and workers with their machines. */
  private async lookAround(): Promise<void> {
    await this.report();
    const present = await new WorkerRegister(this.connection).present();
    const names = new Set(present.map(({ name }) => name));
    for (const name of this.workers)
      if (!names.has(name)) this.say(`the worker ${name} is gone: its unfinished runs are given to others`);
    this.workers = names;
    const version = queueName();
    const fitting = present.filter((worker) => queueName(worker.version) === version);
    if (fitting.length > 0 || this.open.size === 0) return;
    const others = [...new Set(present.map((worker) => worker.version))].join(", ");
    this.say(
      present.length === 0
        ? "no worker is there: rattleback worker --queue <address> on any machine begins"
        : `${present.length} workers are there, but of version ${others}; this sweep needs ${version.slice("sweeps-".length)}`,
    );
  }

  private async report(): Promise<void> {
    const { done, failed, id } = this;
    const { model, total } = this.options;
    const wasCancelled = this.isCancelled;
    const sweep = { id, model, host: hostname(), done, failed, total };
    this.isCancelled = await new SweepRegister(this.connection).report(sweep);
    if (this.isCancelled && !wasCancelled) this.say("the sweep was called off; what is done is kept");
  }

  private say(text: string): void {
    this.options.onNotice?.(text);
  }

  /** Side by side: the way to the Redis and back is that of one. */
  private async takeAll(
    names: readonly string[],
    finish: (answers: SweepJobResult) => void,
    apart: SweepJob["runs"][],
  ): Promise<void> {
    for (let k = 0; k < names.length; k += takenAtOnce) {
      const some = names.slice(k, k + takenAtOnce).map((name) => this.take(name, finish, apart));
      const failures = (await Promise.allSettled(some)).flatMap((one) =>
        one.status === "rejected" ? [one.reason] : [],
      );
      if (failures.length > 0) throw failures[0];
    }
  }

  private async take(
    name: string,
    finish: (answers: SweepJobResult) => void,
    apart: SweepJob["runs"][],
  ): Promise<void> {
    const runs = this.open.get(name);
    if (runs === undefined) return;
    // first the state, then the job: what is read of a job that ends meanwhile would be from before its end
    const state = await this.queue.getJobState(name);
    if (state === "unknown") {
      // a Redis that lost its data: once more
      await sendParcel(this.connection, this.options.parcel);
      await this.queue.addBulk([this.jobOf(runs)]);
      return;
    }
    if (state !== "completed" && state !== "failed") return;
    const job = (await this.queue.getJob(name)) as Job<SweepJob, SweepJobResult> | undefined;
    // a Redis that died in between and had not written the end down gives it to a worker again
    if (job === undefined || !hasEnded(job, state)) return;
    this.open.delete(name);
    if (state === "completed") finish(job.returnvalue);
    else if (runs.length > 1) {
      // one run may have spoilt the others of its job: each gets a job of its own
      this.say(`a job of ${runs.length} runs failed (${job.failedReason}): they are tried one by one`);
      for (const run of runs) apart.push([run]);
    } else {
      const message = `no worker could run it, in ${job.attemptsMade} tries: ${job.failedReason}`;
      finish([{ run: runs[0]!.run, seconds: 0, error: { code: "E-QUEUE-RUN", message } }]);
    }
    await job.remove().catch(() => {});
  }

  /** Jobs that nobody has begun are taken out again. */
  private async withdraw(): Promise<void> {
    for (const name of this.open.keys()) {
      const job = await this.queue.getJob(name);
      await job?.remove().catch(() => {});
    }
    this.open.clear();
  }
}

function hasEnded(job: Job<SweepJob, SweepJobResult>, state: "completed" | "failed"): boolean {
  return state === "completed" ? Array.isArray(job.returnvalue) : job.failedReason !== undefined;
}

function fullRedis(url: string, cause: Error): RattlebackError {
  return new RattlebackError("E-QUEUE-FULL", `The Redis at "${withoutPassword(url)}" takes nothing in.`, {
    path: "queue",
    because: cause.message,
    hint: "make room on its disk, or raise maxmemory (redis-cli config set maxmemory 1gb); then give the same command again",
    cause,
  });
}

/** A Redis whose disk or memory is full, or that is a copy only, still reads. */
function isRefusedWrite(error: unknown): boolean {
  return error instanceof Error && /^(ERR )?.*\b(OOM|MISCONF|NOREPLICAS|READONLY)\b/.test(error.message);
}

function* batches(runs: Iterable<QueuedRun>, size: number): Generator<SweepJob["runs"], undefined> {
  let open: QueuedRun[] = [];
  for (const run of runs) {
    open.push(run);
    if (open.length < size) continue;
    yield open;
    open = [];
  }
  if (open.length > 0) yield open;
  return undefined;
}

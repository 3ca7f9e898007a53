/** Tests models in a worker that is ended when one takes too long, and replaced when one ends it. */
import { Worker } from "node:worker_threads";
import { type Outcome, type Stage, untested } from "./outcome.ts";
import type { ProcessorShares, Work } from "./processorShares.ts";
import type { WorkerMessage, WorkerSetup } from "./testWorker.ts";

/** How often is looked whether a model has taken too long, in milliseconds. */
const lookEvery = 250;

/** Tests a model; never rejects. */
export interface Tester {
  test(name: string): Promise<Outcome>;
  close(): Promise<void>;
}

/** From the sources a worker has to be told how they are read: older versions of Node do not hand that on. */
function startWorker(workerData: WorkerSetup): Worker {
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL("./testWorker.js", import.meta.url), { workerData });
  const [reader, file] = ["tsx/esm/api", "./testWorker.ts"].map((name) => JSON.stringify(import.meta.resolve(name)));
  const text = `import(${reader}).then(({ register }) => (register(), import(${file})))`;
  return new Worker(text, { eval: true, workerData });
}

/** `timeLimit`: seconds of processor time, of all that test in this process. */
export function workerTester(setup: WorkerSetup, timeLimit: number, shares: ProcessorShares): Tester {
  let worker: Worker | undefined;
  /** What hears the worker now. */
  let hear: (message: WorkerMessage | { kind: "broken"; code: string; text: string }) => void = () => {};

  const start = (): Worker => {
    const own = startWorker(setup);
    const tell: typeof hear = (message) => {
      // what a worker says after it was given up is of no interest
      if (own === worker) hear(message);
    };
    own.on("message", tell);
    own.on("error", (error) =>
      tell({ kind: "broken", code: (error as NodeJS.ErrnoException).code ?? "exception", text: error.message }),
    );
    own.on("exit", (code) => tell({ kind: "broken", code: "exit", text: `the worker ended with code ${code}` }));
    return own;
  };

  const test = (name: string): Promise<Outcome> =>
    new Promise((resolve) => {
      let stage: Stage = "parse";
      let work: Work | undefined;
      let timer: ReturnType<typeof setInterval> | undefined;
      const end = (): void => {
        clearInterval(timer);
        work?.end();
      };
      const giveUp = (code: string, message: string): void => {
        const given = worker;
        worker = undefined;
        end();
        void given?.terminate();
        resolve({ name, ...untested, stage, code, message });
      };
      const begin = (): void => {
        const tooLong = `it was ended after ${timeLimit} s of processor time; --time-limit gives it more`;
        const own = shares.begin();
        work = own;
        timer = setInterval(() => {
          if (own.spent() > timeLimit) giveUp("time limit", tooLong);
        }, lookEvery);
        worker?.postMessage(name);
      };
      hear = (message) => {
        if (message.kind === "ready") begin();
        else if (message.kind === "stage") stage = message.stage;
        else if (message.kind === "broken") giveUp(message.code, message.text);
        else {
          end();
          resolve(message.outcome);
        }
      };
      if (worker === undefined) worker = start();
      else begin();
    });

  return {
    test,
    close: async () => {
      const last = worker;
      worker = undefined;
      await last?.terminate();
    },
  };
}

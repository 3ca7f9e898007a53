/** A worker that tests one model after the other; the library is read once. */
import { parentPort, workerData } from "node:worker_threads";
import { loadModelica } from "../modelicaFiles.ts";
import type { Outcome, Stage } from "./outcome.ts";
import { type TestOptions, testModel } from "./testModel.ts";

export interface WorkerSetup extends TestOptions {
  readonly paths: readonly string[];
  readonly files: readonly string[];
  readonly folder: string;
}

export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "stage"; readonly stage: Stage }
  | { readonly kind: "outcome"; readonly outcome: Outcome };

if (parentPort !== null) {
  const port = parentPort;
  const { paths, files, folder, ...options } = workerData as WorkerSetup;
  const library = await loadModelica(paths, files, folder);
  const say = (message: WorkerMessage): void => port.postMessage(message);
  port.on("message", (name: string) => {
    const outcome = testModel(library, name, options, (stage) => say({ kind: "stage", stage }));
    say({ kind: "outcome", outcome });
  });
  say({ kind: "ready" });
}

/** simulate() in a worker of the browser: the page goes on while the model runs. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { anObject } from "../errors/shapes.ts";
import type { ModelDefinition } from "../language/model.ts";
import { ParameterDeclaration } from "../language/values.ts";
import { modelToJson } from "../modelFile/modelJson.ts";
import type { Result } from "../results/result.ts";
import { resultFromJson } from "../results/resultFromJson.ts";
import { checkSimulateOptions, type SimulateOptions } from "../run/simulateOptions.ts";
import { SimulationError } from "../run/simulationError.ts";
import type { SimulationAnswer, SimulationRequest } from "./workerMessages.ts";

export interface WorkerSimulateOptions extends Omit<SimulateOptions, "log" | "storage"> {
  /** Name of the model in the result. */
  readonly name?: string;
}

/** What a page needs of the browser. */
declare class Worker {
  constructor(address: URL, options: { type: "module" });
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: { readonly data: SimulationAnswer }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
}

/**
 * Runs the model in a worker and returns its result. The model travels as JSON, so functions of JavaScript cannot be in it. A signal ends the
 * worker at once, and the promise is rejected with its reason.
 */
export function simulateInWorker(model: ModelDefinition, options: WorkerSimulateOptions = {}): Promise<Result> {
  anObject(options, "options");
  const { name = "model", onProgress, signal, ...rest } = options;
  checkSimulateOptions(rest);
  if (typeof Worker === "undefined")
    throw new RattlebackError("E-WORKER", "Web workers are not available here.", {
      path: "simulateInWorker",
      hint: "simulate(instantiate(model), …); many runs on all cores of Node: rattleback/sweeps",
    });
  const request: SimulationRequest = {
    model: modelToJson(model),
    name,
    options: plain(rest) as Readonly<Record<string, unknown>>,
    wantsProgress: onProgress !== undefined,
  };
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(new URL("./simulationWorker.js", import.meta.url), { type: "module" });
    const end = (): void => {
      worker.terminate();
      signal?.removeEventListener("abort", stop);
    };
    const stop = (): void => {
      end();
      reject(signal!.reason as Error);
    };
    signal?.addEventListener("abort", stop);
    worker.onmessage = ({ data }) => {
      if (data.kind === "progress") {
        onProgress?.(data.fraction);
        return;
      }
      end();
      try {
        if (data.kind === "result") resolve(resultFromJson(data.text));
        else reject(errorOf(data));
      } catch (error) {
        reject(error as Error);
      }
    };
    worker.onerror = ({ message = "its script could not be loaded" }) => {
      end();
      reject(
        new RattlebackError("E-WORKER", "The worker that simulates did not start.", {
          because: message,
          hint: "serve simulationWorker.js beside the module that starts it, and allow workers in the content security policy",
        }),
      );
    };
    worker.postMessage(request);
  });
}

/** The error of the run, with what there is of its result. */
function errorOf({ error: told, partial }: Extract<SimulationAnswer, { kind: "error" }>): RattlebackError {
  const { code, what, ...details } = told;
  const error = new RattlebackError(code, what, details);
  return partial === undefined ? error : new SimulationError(error, resultFromJson(partial));
}

/** Values with units as plain data. */
function plain(value: unknown): unknown {
  if (value instanceof ParameterDeclaration) {
    const { value: amount, unit } = value.attributes;
    return unit === undefined || unit === null ? amount : { value: amount, unit };
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

/** The worker of simulateInWorker: one run, then it is gone. */
import { detailsOf, RattlebackError } from "../errors/rattlebackError.ts";
import { modelFromJson } from "../modelFile/modelJson.ts";
import { resultToJson } from "../results/writers/json.ts";
import { instantiate } from "../run/instantiate.ts";
import { simulate } from "../run/simulate.ts";
import { SimulationError } from "../run/simulationError.ts";
import type { SimulationAnswer, SimulationRequest, ToldError } from "./workerMessages.ts";

interface WorkerScope {
  onmessage: ((event: { readonly data: SimulationRequest }) => void) | null;
  postMessage(message: SimulationAnswer): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data }) => {
  const { model, name, options, wantsProgress } = data;
  const onProgress = (fraction: number): void => scope.postMessage({ kind: "progress", fraction });
  try {
    const result = simulate(instantiate(modelFromJson(model), { name }), {
      ...options,
      ...(wantsProgress && { onProgress }),
    });
    scope.postMessage({ kind: "result", text: resultToJson(result) });
  } catch (error) {
    const partial = error instanceof SimulationError ? resultToJson(error.partial) : undefined;
    scope.postMessage({ kind: "error", error: told(error), partial });
  }
};

function told(error: unknown): ToldError {
  if (!(error instanceof RattlebackError)) return { code: "E-INTERNAL", what: String(error) };
  const { cause: _cause, ...details } = detailsOf(error);
  // values of an error may be anything
  return JSON.parse(JSON.stringify({ code: error.code, what: error.what, ...details })) as ToldError;
}

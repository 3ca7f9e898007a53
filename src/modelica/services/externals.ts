/** All external functions by name. */
import { buildingFunctions } from "./buildingFunctions.ts";
import type { ExternalFunction } from "./externalFunction.ts";
import { fileFunctions } from "./fileFunctions.ts";
import { matrixFunctions } from "./matrixFunctions.ts";
import { runFunctions } from "./runFunctions.ts";
import { stringFunctions } from "./stringFunctions.ts";
import { tableFunctions } from "./tableFunctions.ts";

export const externalFunctions: ReadonlyMap<string, ExternalFunction> = new Map<string, ExternalFunction>([
  ["rattleback_loadResource", ([uri], run) => run.resolve(uri as string)],
  ...tableFunctions,
  ...stringFunctions,
  ...runFunctions,
  ...fileFunctions,
  ...matrixFunctions,
  ...buildingFunctions,
]);

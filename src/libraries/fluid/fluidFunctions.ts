/** Functions that equations of fluid components call: properties of media, what balances need, laws of flow. */
import type { UserFunctionSource } from "../../language/functions.ts";
import { balanceFunctions } from "../../media/balanceFunctions.ts";
import { mediumFunctions } from "../../media/equationFunctions.ts";
import {
  effectiveness,
  frictionFactor,
  nozzleFactor,
  pipeFlow,
  pipeLoss,
  pipeNusselt,
  rootFlow,
  upstream,
} from "./flowLaws.ts";
import { curveAt, headAt } from "./pumpCurve.ts";

export const fluidFunctions: Readonly<Record<string, UserFunctionSource>> = {
  ...mediumFunctions,
  ...balanceFunctions,
  rootFlow,
  pipeFlow,
  pipeLoss,
  pipeNusselt,
  nozzleFactor,
  upstream,
  curveAt,
  headAt,
  effectiveness,
  frictionFactor,
};

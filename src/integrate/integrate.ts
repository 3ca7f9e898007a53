/** integrate(): solves y' = f(t, y) in one call. */
import { guarded } from "../errors/boundary.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { inOwnSpelling, type Respelled } from "../errors/spellings.ts";
import type { MatrixStructure } from "../math/matrixStructure.ts";
import { runIntegration } from "./driver.ts";
import { findMethod, type MethodName } from "./methods.ts";
import { type CommonOptions, commonOptionNames, methodOptions, optionSpellings, problemSpellings } from "./options.ts";
import type { EventFunction, JacobianFunction, OdeSystem, RightHandSideFunction } from "./problem.ts";
import {
  checkFunction,
  checkNames,
  checkRoots,
  checkSmoothness,
  checkSparsity,
  checkTimes,
  startValues,
} from "./problemChecks.ts";
import type { IntegrationResult } from "./result.ts";

export interface OdeProblem {
  readonly rhs: RightHandSideFunction;
  readonly t0: number;
  readonly y0: ArrayLike<number>;
  /** May be smaller than t0: the method then runs backwards. */
  readonly tEnd: number;
  readonly jacobian?: JacobianFunction;
  /** Non-zero pattern of the Jacobian; dense when absent. */
  readonly sparsity?: MatrixStructure;
  /** Constant M of M·y' = f(t, y), in the layout of `sparsity`; for radau5 and esdirk54. May be singular. */
  readonly massMatrix?: ArrayLike<number>;
  /** Least increment of Jacobians by differences, in units of the tolerance; default 0. For stiff systems that come to rest. */
  readonly differenceFloor?: number;
  /** f has no corners or jumps but at event functions; saves implicit methods up to half of the evaluations. Default false. */
  readonly isSmooth?: boolean;
  readonly roots?: EventFunction;
  readonly numberOfRoots?: number;
  /** Names of the components, for messages. */
  readonly names?: readonly string[];
}

export interface IntegrateOptions extends CommonOptions {
  /** Default "lsodar", which finds out by itself whether the problem is stiff. */
  readonly method?: MethodName;
}

const problemNames = [
  "rhs",
  "t0",
  "y0",
  "tEnd",
  "jacobian",
  "sparsity",
  "massMatrix",
  "differenceFloor",
  "isSmooth",
  "roots",
  "numberOfRoots",
  "names",
];

/**
 * Solves an initial value problem with error control.
 *
 * @example
 * ```ts
 * import { integrate } from "rattleback/solvers";
 *
 * const decay = integrate({ rhs: (t, y, ydot) => { ydot[0] = -y[0]; }, t0: 0, y0: [1], tEnd: 1 });
 * console.log(decay.y[0].toFixed(5)); // 0.36788
 * ```
 */
export function integrate(
  givenProblem: OdeProblem | Respelled<OdeProblem, typeof problemSpellings>,
  givenOptions: IntegrateOptions | Respelled<IntegrateOptions, typeof optionSpellings> = {},
): IntegrationResult {
  return guarded("integrate", () => {
    const problem = inOwnSpelling<OdeProblem, typeof problemSpellings>(givenProblem, problemSpellings, "integrate()");
    const options = inOwnSpelling<IntegrateOptions, typeof optionSpellings>(
      givenOptions,
      optionSpellings,
      "integrate()",
    );
    checkOptionNames(problem, problemNames, "the problem of integrate()");
    checkOptionNames(options, ["method", ...commonOptionNames], "integrate()");
    checkFunction(problem.rhs, "rhs");
    if (problem.jacobian !== undefined) checkFunction(problem.jacobian, "jacobian");
    checkSmoothness(problem.isSmooth);
    checkTimes(problem.t0, problem.tEnd);
    const size = problem.y0?.length ?? 0;
    const y0 = startValues(problem.y0, "y0", size, problem.names);
    checkNames(problem.names, size);
    const massMatrix = problem.massMatrix === undefined ? undefined : Float64Array.from(problem.massMatrix);
    checkSparsity(problem.sparsity, size, massMatrix);
    const name = options.method ?? "lsodar";
    const method = findMethod(name);
    if (massMatrix !== undefined && !method.acceptsMassMatrix) throw noMassMatrix(name);
    const settings = methodOptions(options, size);
    const numberOfRoots = checkRoots(problem.numberOfRoots, problem.roots !== undefined, options);
    const { roots } = problem;

    const system: OdeSystem = {
      size,
      rhs: problem.rhs,
      ...(problem.jacobian === undefined ? {} : { jacobian: problem.jacobian }),
      ...(problem.sparsity === undefined ? {} : { sparsity: problem.sparsity }),
      ...(massMatrix === undefined ? {} : { massMatrix }),
      ...(problem.isSmooth === undefined ? {} : { isSmooth: problem.isSmooth }),
      ...(problem.differenceFloor === undefined ? {} : { differenceFloor: problem.differenceFloor }),
      ...(problem.names === undefined ? {} : { names: problem.names }),
    };
    const integrator = method.create(system, problem.t0, y0, problem.tEnd, settings);
    return runIntegration({
      integrator,
      tEnd: problem.tEnd,
      options,
      absoluteTolerance: settings.absoluteTolerance,
      names: problem.names,
      numberOfRoots,
      roots: (t, y, _yp, g) => roots?.(t, y, g),
      rootsNeedDerivative: false,
      restart: (t, y, _yp, reset) => integrator.reset(t, y, reset),
    });
  });
}

function noMassMatrix(name: string): RattlebackError {
  return new RattlebackError("E-MASS-MATRIX", `The method "${name}" does not solve M·y' = f(t, y).`, {
    path: "options.method",
    hint: 'method: "radau5" or "esdirk54", or integrateDae()',
    data: { method: name },
  });
}

/** integrateDae(): solves F(t, y, y') = 0 in one call. */
import { guarded } from "../errors/boundary.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { inOwnSpelling, type Respelled } from "../errors/spellings.ts";
import type { MatrixStructure } from "../math/matrixStructure.ts";
import { daeMethod } from "./automaticMethod.ts";
import { runIntegration } from "./driver.ts";
import { type ConsistencyMode, consistentInitialValues } from "./ida/consistentInitialValues.ts";
import { createIda } from "./ida/ida.ts";
import {
  badOption,
  type CommonOptions,
  commonOptionNames,
  methodOptions,
  optionSpellings,
  problemSpellings,
} from "./options.ts";
import type { DaeEventFunction, DaeJacobianFunction, DaeSystem, MethodOptions, ResidualFunction } from "./problem.ts";
import {
  checkDifferential,
  checkFunction,
  checkNames,
  checkRoots,
  checkSmoothness,
  checkSparsity,
  checkTimes,
  startValues,
} from "./problemChecks.ts";
import type { IntegrationResult } from "./result.ts";

export interface DaeProblem {
  readonly residual: ResidualFunction;
  readonly t0: number;
  readonly y0: ArrayLike<number>;
  /** Derivatives at t0. Zero when absent: then let `startValues` compute them. */
  readonly yp0?: ArrayLike<number>;
  /** May be smaller than t0: the method then runs backwards. */
  readonly tEnd: number;
  /** ∂F/∂y + c·∂F/∂y'; by differences when absent. */
  readonly jacobian?: DaeJacobianFunction;
  /** Non-zero pattern of the Jacobian; dense when absent. */
  readonly sparsity?: MatrixStructure;
  /** true for components whose derivative appears in F. All, when absent. */
  readonly differential?: readonly boolean[];
  /** F has no corners or jumps but at event functions; saves implicit methods up to half of the evaluations. Default false. */
  readonly isSmooth?: boolean;
  readonly roots?: DaeEventFunction;
  readonly numberOfRoots?: number;
  /** Names of the components, for messages. */
  readonly names?: readonly string[];
}

export interface IntegrateDaeOptions extends CommonOptions {
  /** Default "ida", the only one. */
  readonly method?: "ida";
  /** Leave the algebraic components out of the error test; needed above index 1. Default false. */
  readonly suppressAlgebraic?: boolean;
  /**
   * Where consistent start values come from. "given" (default): y0 and yp0 fulfil the equations, which is checked.
   * "differential": y0 of the differential components is kept, the rest of y0 and yp0 is computed.
   * "derivatives": yp0 is kept, y0 is computed.
   */
  readonly startValues?: "given" | ConsistencyMode;
}

export interface DaeIntegrationResult extends IntegrationResult {
  /** y' at the time that was reached. */
  readonly yp: Float64Array;
}

const problemNames = [
  "residual",
  "t0",
  "y0",
  "yp0",
  "tEnd",
  "jacobian",
  "sparsity",
  "differential",
  "isSmooth",
  "roots",
  "numberOfRoots",
  "names",
];
const startModes = ["given", "differential", "derivatives"];

/**
 * Solves an implicit differential-algebraic equation of index 1 with error control.
 *
 * @example
 * ```ts
 * import { integrateDae } from "rattleback/solvers";
 *
 * // x' = −y, 0 = y − x²: the algebraic y is computed from a rough guess
 * const solution = integrateDae(
 *   {
 *     residual: (t, y, yp, r) => {
 *       r[0] = yp[0] + y[1];
 *       r[1] = y[1] - y[0] ** 2;
 *     },
 *     t0: 0,
 *     y0: [1, 0],
 *     tEnd: 1,
 *     differential: [true, false],
 *   },
 *   { startValues: "differential" },
 * );
 * console.log(solution.y[0].toFixed(4)); // 0.5000
 * ```
 */
export function integrateDae(
  givenProblem: DaeProblem | Respelled<DaeProblem, typeof problemSpellings>,
  givenOptions: IntegrateDaeOptions | Respelled<IntegrateDaeOptions, typeof optionSpellings> = {},
): DaeIntegrationResult {
  return guarded("integrateDae", () => {
    const owner = "integrateDae()";
    const problem = inOwnSpelling<DaeProblem, typeof problemSpellings>(givenProblem, problemSpellings, owner);
    const options = inOwnSpelling<IntegrateDaeOptions, typeof optionSpellings>(givenOptions, optionSpellings, owner);
    checkOptionNames(problem, problemNames, "the problem of integrateDae()");
    checkOptionNames(options, ["method", "suppressAlgebraic", "startValues", ...commonOptionNames], "integrateDae()");
    checkFunction(problem.residual, "residual");
    if (problem.jacobian !== undefined) checkFunction(problem.jacobian, "jacobian");
    checkTimes(problem.t0, problem.tEnd);
    const { t0, tEnd, names, roots } = problem;
    const size = problem.y0?.length ?? 0;
    const y0 = startValues(problem.y0, "y0", size, names);
    const yp0 = startValues(problem.yp0 ?? new Float64Array(size), "yp0", size, names);
    checkNames(names, size);
    checkSparsity(problem.sparsity, size);
    checkDifferential(problem.differential, size);
    checkSmoothness(problem.isSmooth);
    if (options.method !== undefined && options.method !== daeMethod) {
      throw badOption("method", options.method, "is not a method for F(t, y, y') = 0", '"ida"');
    }
    const mode = options.startValues ?? "given";
    if (!startModes.includes(mode))
      throw badOption("startValues", mode, "is unknown", `one of ${startModes.join(", ")}`);
    const settings: MethodOptions = {
      ...methodOptions(options, size),
      suppressAlgebraic: options.suppressAlgebraic ?? false,
    };
    const numberOfRoots = checkRoots(problem.numberOfRoots, roots !== undefined, options);

    const system: DaeSystem = {
      size,
      residual: problem.residual,
      ...(problem.jacobian === undefined ? {} : { jacobian: problem.jacobian }),
      ...(problem.sparsity === undefined ? {} : { sparsity: problem.sparsity }),
      ...(problem.isSmooth === undefined ? {} : { isSmooth: problem.isSmooth }),
      ...(problem.differential === undefined ? {} : { differential: problem.differential }),
      ...(names === undefined ? {} : { names }),
    };
    const start =
      mode === "given" ? { y: y0, yp: yp0 } : consistentInitialValues(system, t0, y0, yp0, tEnd, settings, mode);
    const integrator = createIda(system, t0, start.y, start.yp, tEnd, settings);
    const result = runIntegration({
      integrator,
      tEnd,
      options,
      absoluteTolerance: settings.absoluteTolerance,
      names,
      numberOfRoots,
      roots: (t, y, yp, g) => roots?.(t, y, yp, g),
      rootsNeedDerivative: true,
      // An event may leave the algebraic components and the derivatives behind: they are recomputed.
      restart: (t, y, yp, reset) => {
        const values = consistentInitialValues(system, t, y, yp, tEnd, settings, "differential");
        y.set(values.y);
        yp.set(values.yp);
        integrator.resetDae(t, values.y, values.yp, reset);
      },
    });
    const yp = new Float64Array(size);
    if (result.t === integrator.t) yp.set(integrator.yp);
    else integrator.interpolateDerivative(yp, result.t);
    return { ...result, yp };
  });
}

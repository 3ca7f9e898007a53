/** Options of integrate() and integrateDae(): names, meanings, defaults, and the checks at the border. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Factorization } from "../math/factorization.ts";
import type { MatrixStructure } from "../math/matrixStructure.ts";
import type { MethodOptions } from "./problem.ts";

/** What a callback may answer: go on, end the integration here, or restart the method although y is unchanged. */
export type Answer = "stop" | "restart" | undefined;

/** An event as its callback sees it. Change `y` (and `yp` of a DAE) in place to continue from there. */
export interface IntegrationEvent {
  readonly t: number;
  readonly y: Float64Array;
  /** Derivatives: of the DAE solution, or of the interpolant. */
  readonly yp: Float64Array;
  /** Which event functions crossed; empty for a time event. */
  readonly indices: readonly number[];
  /** 1 rising, −1 falling, in the order of `indices`. */
  readonly directions: readonly number[];
  /** Set it to begin with a step of this size when the method restarts: what follows may be much faster than it looks here. */
  firstStep?: number;
}

/** An accepted step as its callback sees it. */
export interface AcceptedStep {
  readonly t: number;
  readonly tPrevious: number;
  readonly y: Float64Array;
  readonly order: number;
  /** out ← y(t) for t in [tPrevious, t]. */
  readonly interpolate: (out: Float64Array, t: number) => void;
}

/** A step, or what is left of it behind an event, whose inside may hide roots. */
export interface StepToExamine {
  readonly from: number;
  readonly to: number;
  /** out ← y(t) for t in [from, to]. */
  readonly interpolate: (out: Float64Array, t: number) => void;
  /** y is a polynomial of this degree there. */
  readonly degree: number;
}

export interface CommonOptions {
  /** Default 1e-6. */
  readonly relativeTolerance?: number;
  /** One for all components, or one each. Default 1e-3 · relativeTolerance · nominal. */
  readonly absoluteTolerance?: number | ArrayLike<number>;
  /** Typical magnitudes of the components, for the default absolute tolerance. Default 1. */
  readonly nominal?: number | ArrayLike<number>;
  readonly maximumStep?: number;
  readonly initialStep?: number;
  readonly maximumOrder?: number;
  /** Times at which the solution is wanted; increasing in the direction of integration. Default: every accepted step. */
  readonly outputTimes?: ArrayLike<number>;
  /** Per event function: −1 falling, 1 rising, 0 both (default). */
  readonly rootDirections?: ArrayLike<number>;
  /** End at the first root, once `onRoot` has seen it. Default false. */
  readonly stopAtRoot?: boolean;
  /** Look for two crossings within one step. Costs one more evaluation of the event functions per step. Default true. */
  readonly findDoubleCrossings?: boolean;
  /**
   * Called after every step, before roots are looked for: names times inside it, in the direction of integration, at which the
   * event functions must be examined, because something may have crossed and come back. Two crossings that the ends of a step
   * do not show are then found for certain.
   */
  readonly examineStep?: (step: StepToExamine) => readonly number[];
  /** Times onto which the method steps exactly. */
  readonly timeEvents?: ArrayLike<number>;
  /** After every step, and where an event ends one. */
  readonly onStep?: (step: AcceptedStep) => Answer | void;
  readonly onRoot?: (event: IntegrationEvent) => Answer | void;
  readonly onTimeEvent?: (event: IntegrationEvent) => Answer | void;
  /** Called with the fraction done, after every percent and at least every tenth of a second. */
  readonly onProgress?: (fraction: number) => void;
  /** Ends the integration after the present step; everything up to there is returned. */
  readonly signal?: AbortSignal;
  /** Default 1e8. */
  readonly maximumSteps?: number;
  /** Roots, and times of `timeEvents`. Default 1e8. */
  readonly maximumEvents?: number;
  /** Seconds of wall time after which the integration is given up. Default: no limit. */
  readonly maximumWallTime?: number;
  /** Replaces the built-in direct solvers. */
  readonly linearSolver?: (structure: MatrixStructure) => Factorization;
}

/** The names that simulate() and simulatePlanar() have for the same: accepted here, beside those of the literature. */
export const problemSpellings = { t0: "startTime", tEnd: "stopTime" } as const;
export const optionSpellings = { relativeTolerance: "tolerance" } as const;

export const commonOptionNames = [
  "relativeTolerance",
  "absoluteTolerance",
  "nominal",
  "maximumStep",
  "initialStep",
  "maximumOrder",
  "outputTimes",
  "rootDirections",
  "stopAtRoot",
  "findDoubleCrossings",
  "examineStep",
  "timeEvents",
  "onStep",
  "onRoot",
  "onTimeEvent",
  "onProgress",
  "signal",
  "maximumSteps",
  "maximumEvents",
  "maximumWallTime",
  "linearSolver",
] as const satisfies readonly (keyof CommonOptions)[];

const defaultRelativeTolerance = 1e-6;
/** Absolute tolerance of a component of magnitude 1, relative to the relative tolerance. */
const defaultAbsoluteFraction = 1e-3;

/** The checked options of a method for `size` components. */
export function methodOptions(options: CommonOptions, size: number): MethodOptions {
  const relativeTolerance = options.relativeTolerance ?? defaultRelativeTolerance;
  requirePositive(relativeTolerance, "relativeTolerance");
  if (relativeTolerance >= 1)
    throw badOption("relativeTolerance", relativeTolerance, "is not below 1", "for example 1e-6");
  const nominal = spread(options.nominal ?? 1, size, "nominal");
  const absoluteTolerance =
    options.absoluteTolerance === undefined
      ? nominal.map((value) => defaultAbsoluteFraction * relativeTolerance * Math.abs(value))
      : spread(options.absoluteTolerance, size, "absoluteTolerance");
  if (options.maximumStep !== undefined) requirePositive(options.maximumStep, "maximumStep", true);
  if (options.initialStep !== undefined) requirePositive(options.initialStep, "initialStep");
  const { maximumOrder } = options;
  if (maximumOrder !== undefined && !(Number.isInteger(maximumOrder) && maximumOrder >= 1)) {
    throw badOption("maximumOrder", maximumOrder, "is not a positive integer", "a number from 1 to 12");
  }
  return {
    relativeTolerance,
    absoluteTolerance,
    maximumStep: options.maximumStep ?? Number.POSITIVE_INFINITY,
    initialStep: options.initialStep ?? 0,
    ...(maximumOrder === undefined ? {} : { maximumOrder }),
    ...(options.linearSolver === undefined ? {} : { linearSolver: options.linearSolver }),
  };
}

export function badOption(name: string, value: unknown, problem: string, hint: string): RattlebackError {
  return new RattlebackError("E-OPTION-VALUE", `The option ${name} = ${String(value)} ${problem}.`, {
    path: `options.${name}`,
    hint,
    data: { name, value },
  });
}

function requirePositive(value: number, name: string, mayBeInfinite = false): void {
  if (typeof value === "number" && value > 0 && (Number.isFinite(value) || mayBeInfinite)) return;
  throw badOption(name, value, "is not a positive number", `a positive number for ${name}`);
}

function spread(value: number | ArrayLike<number>, size: number, name: string): Float64Array {
  if (typeof value === "number") {
    requirePositive(value, name);
    return new Float64Array(size).fill(value);
  }
  if (value?.length !== size) {
    throw new RattlebackError(
      "E-SIZE",
      `The option ${name} has ${value?.length ?? "no"} values for ${size} components.`,
      {
        path: `options.${name}`,
        hint: "one number for all components, or one number for each",
        data: { name, length: value?.length, size },
      },
    );
  }
  const values = Float64Array.from(value);
  for (let i = 0; i < size; i++) requirePositive(values[i], `${name}[${i}]`);
  return values;
}

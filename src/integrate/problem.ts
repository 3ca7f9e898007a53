/** What users hand to the solvers: the equations and the options, as plain objects. */
import type { Factorization } from "../math/factorization.ts";
import type { MatrixStructure } from "../math/matrixStructure.ts";

/** ydot ← f(t, y). Called very often: write into `ydot`, do not allocate, do not keep the arrays. */
export type RightHandSideFunction = (t: number, y: Float64Array, ydot: Float64Array) => void;

/** jac ← ∂f/∂y, in the layout of the problem's sparsity (dense column-major by default). `jac` is zero on entry. */
export type JacobianFunction = (t: number, y: Float64Array, jac: Float64Array) => void;

/** g ← values of the event functions. Called only on accepted states and interpolants, never on trial states. */
export type EventFunction = (t: number, y: Float64Array, g: Float64Array) => void;

/** r ← F(t, y, y'). */
export type ResidualFunction = (t: number, y: Float64Array, yp: Float64Array, r: Float64Array) => void;

/** jac ← ∂F/∂y + c·∂F/∂y', in the layout of the problem's sparsity. `jac` is zero on entry. */
export type DaeJacobianFunction = (t: number, y: Float64Array, yp: Float64Array, c: number, jac: Float64Array) => void;

/** Values of the event functions of a DAE. */
export type DaeEventFunction = (t: number, y: Float64Array, yp: Float64Array, g: Float64Array) => void;

/** The part of a problem that an integrator needs: y' = f(t, y), or M·y' = f(t, y) for the methods that can. */
export interface OdeSystem {
  readonly size: number;
  readonly rhs: RightHandSideFunction;
  readonly jacobian?: JacobianFunction;
  /** Non-zero pattern of the Jacobian; dense when absent. */
  readonly sparsity?: MatrixStructure;
  /** The Jacobian has so many equal blocks on its diagonal, and zeros elsewhere; `jacobian` and `sparsity` are of one. Default 1. */
  readonly copies?: number;
  /** Constant M, in the layout of `sparsity`; identity when absent. May be singular (radau5 and esdirk methods only). */
  readonly massMatrix?: Float64Array;
  /**
   * Least increment of the differences that stand for the Jacobian, in units of the tolerance; 0 when absent. For stiff systems
   * that come to rest: there f vanishes, and with it the increments of everything that is zero.
   */
  readonly differenceFloor?: number;
  /** The same in units of each component: where f has rounding of its own, which does not shrink with y and the tolerance. */
  readonly leastIncrements?: ArrayLike<number>;
  /**
   * `jacobian` was derived from the formulas of f, which may overflow where f does not (the slope of 1/(1 + e^x) is ∞/∞ far out):
   * differences stand in where it is not finite. Otherwise such a Jacobian is an error.
   */
  readonly isJacobianDerived?: boolean;
  /** Lowers the largest increments of these differences, which are ∞ before: for f that changes within a small part of y. */
  readonly limitDifferences?: (limits: Float64Array) => void;
  /**
   * f has no corners or jumps but at event functions (no max, abs, table, `if`): implicit methods then need not make sure that their
   * matrix was not made on the other side of one, which saves them up to half of the evaluations. Default false.
   */
  readonly isSmooth?: boolean;
  /** Names of the components, for messages. */
  readonly names?: readonly string[];
}

export interface DaeSystem {
  readonly size: number;
  readonly residual: ResidualFunction;
  readonly jacobian?: DaeJacobianFunction;
  readonly sparsity?: MatrixStructure;
  /** As for OdeSystem. */
  readonly copies?: number;
  /** true for components whose derivative appears in F. All, when absent. */
  readonly differential?: readonly boolean[];
  /** As for OdeSystem. */
  readonly isSmooth?: boolean;
  readonly names?: readonly string[];
}

/** Memory for the vectors of an integrator. Whoever creates integrators one after the other can give each the memory of the last. */
export interface VectorMemory {
  /** A vector of zeros that belongs to the integrator as long as it is used. */
  doubles(length: number): Float64Array;
}

/** Vectors that a method needs during a step alone: integrators that never make steps at the same time can have them together. */
export interface StepMemory {
  /** So many vectors of this length, or more, the same ones whoever asks, with whatever is in them. */
  vectors(count: number, length: number): readonly Float64Array[];
}

/** Options that every method understands, checked and completed. */
export interface MethodOptions {
  readonly relativeTolerance: number;
  /** One per component. */
  readonly absoluteTolerance: Float64Array;
  /** Infinity when there is no limit. */
  readonly maximumStep: number;
  /** 0: chosen by the method. */
  readonly initialStep: number;
  /** Highest order to use; the method's own limit when absent. */
  readonly maximumOrder?: number;
  /** Replaces the built-in direct solvers. */
  readonly linearSolver?: (structure: MatrixStructure) => Factorization;
  /** Where one-step methods take their vectors from; memory of their own when absent. */
  readonly memory?: VectorMemory;
  /** Where explicit one-step methods take what they need during a step alone; vectors of their own when absent. */
  readonly stepMemory?: StepMemory;
  /** DAE only: leave the algebraic components out of the error test. Default false. */
  readonly suppressAlgebraic?: boolean;
}

/** Creates an integrator of one method at (t0, y0), heading for tEnd (its sign gives the direction). */
export type CreateIntegrator = (
  system: OdeSystem,
  t0: number,
  y0: Float64Array,
  tEnd: number,
  options: MethodOptions,
) => import("./integrator.ts").Integrator;

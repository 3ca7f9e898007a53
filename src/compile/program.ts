/** The result of compilation: everything that a run needs and that no run changes. Shared between runs. */
import type { Expr } from "../symbolic/expression.ts";
import type { BlockIndex, ReadonlyTable, VariableIndex } from "../symbolic/indices.ts";
import type { WatchedAssertion } from "./assertionValues.ts";
import type { Block, SystemBlock } from "./blocks.ts";
import type { Corner } from "./corners.ts";
import type { Division } from "./divisions.ts";
import type { CompileState } from "./state.ts";
import type { DynamicGroup } from "./stateSelection.ts";
import type { KnottedCall } from "./timeFunctions.ts";
import type { Variability } from "./variability.ts";

export type ModelFunction = (
  t: number,
  X: Float64Array,
  D: Float64Array,
  V: Float64Array,
  P: Float64Array,
  R: Float64Array,
  Q: Float64Array,
  S: RunServices,
) => void;

export type ResidualCode = (
  t: number,
  X: Float64Array,
  V: Float64Array,
  P: Float64Array,
  R: Float64Array,
  Q: Float64Array,
  S: RunServices,
  z: Float64Array,
  r: Float64Array,
) => void;

export type JacobianCode = (
  t: number,
  X: Float64Array,
  V: Float64Array,
  P: Float64Array,
  R: Float64Array,
  Q: Float64Array,
  S: RunServices,
  J: Float64Array,
) => void;

/** What generated code asks of the run. */
export interface RunServices {
  /** Relations may change: event iteration. */
  isEvent: boolean;
  /** 1 during initialisation. */
  initial: number;
  /** 1 in the last evaluation of the run. */
  terminal: number;
  lambda: number;
  /** Times closer than this are equal. */
  timeSlack: number;
  readonly ticks: Float64Array;
  readonly F: readonly ((...args: unknown[]) => unknown)[];
  /** Functions of components, by the same numbers, with their memories and what they see of the run. */
  readonly C: readonly (((...args: unknown[]) => unknown) | undefined)[];
  readonly M: readonly unknown[];
  readonly A: unknown;
  readonly O: readonly unknown[];
  readonly stateVariables: Int32Array;
  solve(system: number, t: number): void;
  /** −(∂r/∂z)⁻¹·b for the system at its present solution. */
  sensitivity(system: number, t: number, b: readonly number[]): Float64Array;
  delayed(line: number, t: number, delay: number): number;
  number(value: unknown): number;
  /** Σ a[i + k·di]·b[j + k·dj] for k < n. */
  dot(a: Float64Array, i: number, di: number, b: Float64Array, j: number, dj: number, n: number): number;
  flat(value: unknown): ArrayLike<number>;
}

export interface GeneratedCode {
  readonly rhs: ModelFunction;
  readonly full: ModelFunction;
  readonly crossings: ModelFunction;
  /** The same where event functions of components need no derivatives. */
  readonly motionCrossings: ModelFunction;
  readonly eventFunctions: JacobianCode;
  /** Values of the divisors of `divisions`. */
  readonly divisors: JacobianCode;
  /** Values of `timeFunctions`. */
  readonly timeFunctions: JacobianCode;
  /** Values and phases of `corners`. */
  readonly corners: JacobianCode;
  /** Conditions of `assertions` that have a place. */
  readonly assertions: JacobianCode;
  readonly residuals: readonly ResidualCode[];
  readonly jacobians: readonly JacobianCode[];
  readonly relations: readonly JacobianCode[];
}

/** Start value of a variable that is eliminated, or whose survivor got another one. */
export interface AliasInit {
  readonly variable: VariableIndex;
  readonly value: Expr;
  readonly isPreferred: boolean;
}

export interface Program {
  readonly state: CompileState;
  readonly blocks: ReadonlyTable<BlockIndex, Block>;
  readonly systems: readonly SystemBlock[];
  /** Equations that are solved by dividing by something that changes continuously. */
  readonly divisions: readonly Division[];
  /** Corners and jumps of variables that are no events. */
  readonly corners: readonly Corner[];
  readonly assertions: readonly WatchedAssertion[];
  /** Functions are called, which may have corners that nobody knows of. */
  readonly callsFunctions: boolean;
  /** Slopes may be infinite where values are not. */
  readonly hasSteepSlopes: boolean;
  /** Variables that are continuous states, in the order of the state vector. */
  readonly states: readonly VariableIndex[];
  readonly dynamicGroups: readonly DynamicGroup[];
  readonly variability: Variability;
  /** Expressions in time and parameters that may have corners or jumps. */
  readonly timeFunctions: readonly Expr[];
  /** Others of time alone, without corners. */
  readonly smoothTimeFunctions: readonly Expr[];
  /** Calls in them that know where they change their course. */
  readonly knottedCalls: readonly KnottedCall[];
  /** Contradicting or repeated start values of eliminated variables: each must equal ±the survivor. */
  readonly aliasInits: readonly AliasInit[];
  /** The last evaluation of the run differs from the others: terminal(). */
  readonly usesTerminal: boolean;
  /** A when clause acts at the start: its condition says initial(). */
  readonly actsAtStart: boolean;
  /** Equations have a simpler form that initialisation begins with: homotopy(). */
  readonly usesHomotopy: boolean;
  /** The generated JavaScript, to be read by people. Nothing is looked up in it. */
  readonly source: string;
  readonly code: GeneratedCode;
}

/**
 * The program as runs share it: none of its lists can grow or change. Expressions that are made later, for Jacobians and tangents, are
 * further nodes of the builder, which never change those that exist.
 */
export function frozenProgram(program: Program): Program {
  for (const owner of [program, program.state]) {
    for (const value of Object.values(owner)) if (Array.isArray(value)) Object.freeze(value);
    Object.freeze(owner);
  }
  return program;
}

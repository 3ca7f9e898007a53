/** What event handling needs to know of a running model. */
import type { Program, RunServices } from "../compile/program.ts";
import type { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { ComponentAnswers } from "./componentAnswers.ts";
import type { Samplers } from "./samplers.ts";

export interface EventModel {
  readonly program: Program;
  readonly services: RunServices;
  readonly samplers: Samplers;
  /** Smallest time that counts as large, for what is one instant. */
  readonly timeScale: number;
  readonly hidden: HiddenEvents;
  /** Systems whose relations contradict the solution in the present pass. */
  readonly systems: { contradiction: RattlebackError | undefined };
  readonly delays: { readonly nextJump: number; readonly nextCorner: number } | undefined;
  /** States and their derivatives. */
  readonly X: Float64Array;
  readonly D: Float64Array;
  /** Variables, and those before the event. */
  readonly V: Float64Array;
  readonly Q: Float64Array;
  /** Variables of which pre(…) is needed. */
  readonly preVariables: Int32Array;
  /** What is nominal for them if they change continuously or are unknowns of a system, 0 for what is assigned at events. */
  readonly preSizes: Float64Array;
  /** Computes all variables. */
  full(t: number, X: Float64Array, D: Float64Array): void;
  value(expression: Expr): number;
  /** Derivatives that follow the values through the event. */
  readonly tangents?: EventTangents | undefined;
}

/** What event iteration tells those who keep derivatives of the values. */
export interface EventTangents {
  /** All variables were computed. */
  pass(t: number): void;
  /** State `place` got sign times the value of a variable. */
  reinitialise(place: number, variable: number, sign: number): void;
  /** The values of this pass are those before the event in the next one. */
  settle(preVariables: Int32Array): void;
}

/** Predefined components during an event. */
export interface HiddenEvents {
  isFirstIteration: boolean;
  readonly answers: ComponentAnswers;
}

/** What the equations say about events, collected while they are translated; the run keeps one value per entry. */
import type { Expr } from "../symbolic/expression.ts";
import type { DelayIndex, VariableIndex } from "../symbolic/indices.ts";
import type { Source } from "./source.ts";

/** A relation whose value is frozen between events. */
export interface Relation {
  /** The relation itself: `lt`, `le`, `gt`, `ge`, `eq` or `ne` of two expressions. */
  readonly expression: Expr;
  readonly text: string;
  /**
   * For a comparison of time with something that changes at events only: the time at which it becomes true
   * (`becomesTrue`) or false. Otherwise undefined: an event function finds it.
   */
  timeEvent: { readonly at: Expr; readonly becomesTrue: boolean } | undefined;
  /** A system of equations decides it together with its unknowns; everything else reads what was decided. */
  isDecidedBySystem: boolean;
  /**
   * What it changes: "kink" nothing at first, by the word of the model: it is no event of the language, and steps end there all the same;
   * "discrete" discrete variables, and nothing when none of them is another; "any" all that its equations say.
   */
  effect: "kink" | "discrete" | "any";
}

/** Ticks at start + k·interval. */
export interface Sampler {
  readonly start: Expr | undefined;
  readonly interval: Expr;
  readonly text: string;
}

export interface DelayLine {
  readonly input: Expr;
  readonly delay: Expr;
  /** Variable that holds the input, so that it can be recorded. */
  readonly variable: VariableIndex;
  /** The input is sign·variable; 0 when it is zero for ever. */
  readonly sign: 1 | -1 | 0;
  readonly maximum: Expr | undefined;
  /** The line is one of the three of a transport; it has no delay, and is read at places. */
  readonly transport?: Transport;
}

/**
 * spatialDistribution: its lines are in0, in1 and x, one after the other. The first two are read at places, with the relation that tells when a border
 * inside the content arrives, the last for the place of that border.
 */
export interface Transport {
  readonly first: DelayIndex;
  readonly points: readonly Expr[];
  readonly values: readonly Expr[];
  /** What keeps the content in a run; comes with the operator, not with every run. */
  create(
    courses: readonly [Course, Course, Course],
    points: readonly number[],
    values: readonly number[],
    interpolate: (course: Course, index: number, t: number) => number,
  ): TransportedContent;
}

/** A variable in the past, as delay lines keep it. */
export interface Course {
  readonly variable: number;
  readonly sign: number;
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Per point: the point with which its step begins; the point itself for the first of a smooth piece. */
  readonly begins: Int32Array;
  /** Of the interpolation. */
  readonly scheme: Float64Array;
  readonly count: number;
  /** Largest magnitude so far. */
  readonly scale: number;
}

export interface TransportedContent {
  /** No step may be longer. */
  readonly longestStep: number;
  /** The courses have noted the values behind an event, or the first ones. */
  noteEvent(): void;
  /** The courses have noted the points behind `from` up to the last one. */
  noteStep(from: number): void;
  /** From now on the borders that have arrived lie outside. */
  pass(V: Float64Array): void;
  /** z at y = 0 or 1, whose place is y − x. */
  value(outlet: 0 | 1, place: number): number;
  /** The place of the border that arrives next at y = 0 or 1; one outside of the pipe where there is none. */
  border(outlet: number): number;
}

/** What a `when` clause does beside giving values to discrete variables. */
export interface WhenAction {
  /** Variable that is 1 in the event iteration in which the clause is active. */
  readonly active: VariableIndex;
  readonly kind: "reinit" | "terminate";
  /** State that gets a new value … */
  readonly target: VariableIndex;
  /** … which is the value of this variable. */
  readonly value: VariableIndex;
  readonly message: string;
  readonly source: Source;
  /** Why what reinit sets could not become a state. */
  readonly obstacle?: string;
}

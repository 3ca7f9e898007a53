/** A part of a system of equations that depends on itself alone, until an event says otherwise. */
/** States of a part at a time of its step, or some of them, in memory that the next call overwrites. */
export type StatesAt = (t: number, entries?: Int32Array) => Float64Array;

export interface IslandPart {
  /** Places of its states in the vector of the whole system, ascending. */
  readonly places: Int32Array;
  /** Parts with the same identity, before and after an event, are the same: what has been computed for one holds for the other. */
  readonly identity: string;
  /** false: an explicit method is best. */
  readonly canBeStiff: boolean;
  /** What a factorisation costs, in evaluations. */
  readonly factorisationWork: number;
  /** What a Jacobian costs that is not made of differences, in evaluations. */
  readonly jacobianWork: number;
  /** What the structure of its matrices costs, in evaluations. */
  readonly structureWork: number;
  /** Spectral radius of the Jacobian, as it was when it was made; NaN when it is not known. */
  readonly stiffness: number;
  /** y' = f(y) of its own states. Time does not occur. */
  derivatives(y: Float64Array, dy: Float64Array): void;
  /** It starts at y, in memory that is good during the call. */
  begin(t: number, y: Float64Array): void;
  /** Takes over from the part with the same identity before an event, which has made a step beyond it. */
  follow(before: IslandPart): void;
  /**
   * A step has been made, with polynomials of the degree: until when it is certain that nothing has happened that is an event of the whole
   * system; `to` or later when that is so for all of the step. `at` gives the states inside; it is good until the next step.
   */
  quietUntil(from: number, to: number, degree: number, at: StatesAt): number;
  /** By when surely something has happened, and nothing else, shortly after the time that quietUntil() gave; ∞ when that is not known. */
  readonly eventBy: number;
  /** Whether it has not happened after all, since another part has changed after the step was made. */
  isUndone(t: number): boolean;
  /** Whether what has happened by then, at t, changes nothing but this part and those that it names; all have made steps over t. */
  canChange(t: number): boolean;
  /** After canChange(): the event is over. Where it may, the part stays when its states are the same as before. */
  change(t: number, mayStay: boolean): PartChange;
}

export interface PartChange {
  /** Places of the parts that are no more, and those that have these states now. */
  readonly gone: readonly Int32Array[];
  readonly made: readonly IslandPart[];
  /** Instead of that, the part itself stays, with the same states, and begins anew. */
  readonly stays: boolean;
  /** What has happened, in words. */
  readonly reports: readonly string[];
  /** The first step of those that are made is no longer than this. */
  readonly firstStep: number;
}

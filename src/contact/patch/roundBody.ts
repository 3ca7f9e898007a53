/** Bodies with curved faces as polytopes whose facets crowd around the contact and follow it. */
import type { Polytope } from "./polytope.ts";

export interface RoundBody {
  /** In the frame of the core, as last placed. */
  readonly polytope: Polytope;
  /** Whether ends are round as well: more facets, so that another body should give the field of depths. */
  readonly hasRoundEnds: boolean;
  /**
   * Places the facets for a contact of the given depth along the unit direction d[i..i+2], in the frame of the core. What touches with a flat
   * end has a direction along its axis: p[i..i+2] tells then where, if it is known; zero, if not.
   */
  place(d: Float64Array, i: number, depth: number, isToRound: boolean, p?: Float64Array): void;
  /** Axis of symmetry in the frame of the core. */
  readonly axis: 0 | 1 | 2;
  /**
   * parts ← how freely the body rolls about its axis, and across it, where it touches along n[i..i+2], in the frame of the core: 1 where the
   * surface is the same wherever it has rolled to, 0 where all of a rim, or a flat face, dips in.
   */
  rolls(parts: Float64Array, n: Float64Array, i: number, depth: number): void;
  /** Largest d·x over the body, for the direction d[i..i+2] in the frame of the core. */
  support(d: Float64Array, i: number): number;
}

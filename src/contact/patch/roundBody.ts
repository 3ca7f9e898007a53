/** Bodies with curved faces as polytopes whose facets crowd around the contact and follow it. */
import type { Polytope } from "./polytope.ts";

export interface RoundBody {
  /** In the frame of the core, as last placed. */
  readonly polytope: Polytope;
  /** Whether ends are round as well: more facets, so that another body should give the field of depths. */
  readonly hasRoundEnds: boolean;
  /** Places the facets for a contact of the given depth along the unit direction d[i..i+2], in the frame of the core. */
  place(d: Float64Array, i: number, depth: number, isToRound: boolean): void;
  /** Largest d·x over the body, for the direction d[i..i+2] in the frame of the core. */
  support(d: Float64Array, i: number): number;
}

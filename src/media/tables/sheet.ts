/** What a part of a table gives at (p, h), and how it takes it from the medium it is made of. */
import type { MediumState } from "../mediumState.ts";

/** T, v, s, each with its derivatives with respect to p and h. */
export class Surface {
  T = 0;
  T_p = 0;
  T_h = 0;
  v = 0;
  v_p = 0;
  v_h = 0;
  s = 0;
  s_p = 0;
  s_h = 0;

  take(state: MediumState): void {
    const { d } = state;
    this.T = state.T;
    this.T_p = state.T_p;
    this.T_h = state.T_h;
    this.v = 1 / d;
    this.v_p = -state.d_p / (d * d);
    this.v_h = -state.d_h / (d * d);
    this.s = state.s;
    this.s_p = state.s_p;
    this.s_h = state.s_h;
  }
}

/** T, v and s on the line of saturation, with their slopes along it. */
export class Edge {
  T = 0;
  T_p = 0;
  v = 0;
  v_p = 0;
  s = 0;
  s_p = 0;
}

/**
 * Nodes that are dense at the boundary: a distance δ from 0 to `most` is S η + (most − S) η² with η from 0 to 1, and S the same for all
 * values of `most`.
 */
export function shareOf(distance: number, S: number, most: number): number {
  return (2 * distance) / (S + Math.sqrt(S * S + 4 * (most - S) * distance));
}

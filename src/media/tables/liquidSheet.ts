/**
 * Liquid left of the critical region, from the line of saturation up to the highest pressure.
 *
 *     u = (h − m(p))/(h1 − m(p)),    p = pL(u) + S ζ + (pMax − pL(u) − S) ζ²,  ζ from 0 on the line to 1
 *
 * m(p) is the enthalpy at the lowest temperature, pL(u) the line of saturation. ζ runs along the pressure, so that the small
 * compressibility of a liquid is a derivative of the table along one of its own directions. T, v and s are kept.
 */
import { MediumState } from "../mediumState.ts";
import { curveOf, HermiteCurve, sideOf, slopeAt } from "./hermiteCurve.ts";
import { HermitePatch, nextToEdge } from "./hermitePatch.ts";
import { Edge, Surface, shareOf } from "./sheet.ts";
import type { TableSource } from "./tableSource.ts";

export class LiquidSheet {
  readonly surface = new Surface();
  readonly edge = new Edge();
  /** Enthalpy at the lowest temperature and its slope, at the pressure of `prepare`. */
  hStart = 0;
  #hStart_p = 0;
  #p = 0;
  readonly #h1: number;
  readonly #pMax: number;
  readonly #S: number;
  readonly #cellsU: number;
  readonly #cellsP: number;
  readonly #start: HermiteCurve;
  readonly #line: HermiteCurve;
  readonly #patch: HermitePatch;

  constructor(source: TableSource, cellsU: number, cellsP: number) {
    const { medium, pMin, pMax, p1, h1, TMin } = source;
    this.#h1 = h1;
    this.#pMax = pMax;
    this.#S = 0.2 * (pMax - p1);
    this.#cellsU = cellsU;
    this.#cellsP = cellsP;
    this.#start = curveOf(pMin, pMax, 64, (p) => medium.state_pT(p, TMin).h);
    const start = this.#start;
    const shareAt = (p: number): number => {
      start.at(p);
      const lowest = start.out[0]!;
      return (medium.saturation_p(p).hLiquid - lowest) / (h1 - lowest);
    };
    const saturated = new Float64Array(2 * cellsU + 2);
    for (let i = 0; i <= cellsU; i++) {
      const p = i === cellsU ? p1 : i === 0 ? pMin : crossing(shareAt, i / cellsU, saturated[2 * i - 2]!, p1);
      saturated[2 * i] = p;
      saturated[2 * i + 1] = 1 / slopeAt(shareAt, p, 1e-3 * p, sideOf(i, cellsU));
    }
    this.#line = new HermiteCurve(0, 1, saturated);
    const state = new MediumState();
    const at = new Surface();
    this.#patch = new HermitePatch(cellsU, cellsP, (i, j, out) => {
      const u = i / cellsU;
      const zeta = j / cellsP;
      const pL = saturated[2 * i]!;
      const most = pMax - pL;
      const p_zeta = this.#S + 2 * (most - this.#S) * zeta;
      const p = j === cellsP ? pMax : pL + (this.#S + (most - this.#S) * zeta) * zeta;
      this.prepare(p);
      if (j === 0) state.copy(medium.saturation_p(p).liquid);
      else medium.setState_ph(state, p, this.hStart + u * (h1 - this.hStart));
      at.take(state);
      const p_u = saturated[2 * i + 1]! * (1 - zeta * zeta);
      const pB = p_zeta / cellsP;
      const hB = this.#hStart_p * (1 - u) * pB;
      const pA = p_u / cellsU;
      const hA = (h1 - this.hStart + this.#hStart_p * (1 - u) * p_u) / cellsU;
      out[0] = at.T;
      out[1] = at.T_p * pA + at.T_h * hA;
      out[2] = at.T_p * pB + at.T_h * hB;
      out[3] = at.v;
      out[4] = at.v_p * pA + at.v_h * hA;
      out[5] = at.v_p * pB + at.v_h * hB;
      out[6] = at.s;
      out[7] = at.s_p * pA + at.s_h * hA;
      out[8] = at.s_p * pB + at.s_h * hB;
    });
  }

  /** The lowest enthalpy at p. */
  prepare(p: number): void {
    if (p === this.#p) return;
    const start = this.#start;
    start.at(p);
    this.#p = p;
    this.hStart = start.out[0]!;
    this.#hStart_p = start.out[1]!;
  }

  /** Saturated liquid, whose enthalpy is h with the slope h_p along the line, at the pressure of `prepare`. */
  saturate(h: number, h_p: number): void {
    this.at(h);
    const { edge, surface } = this;
    edge.T = surface.T;
    edge.T_p = surface.T_p + surface.T_h * h_p;
    edge.v = surface.v;
    edge.v_p = surface.v_p + surface.v_h * h_p;
    edge.s = surface.s;
    edge.s_p = surface.s_p + surface.s_h * h_p;
  }

  /** The state at the pressure of `prepare`. */
  at(h: number): void {
    const p = this.#p;
    const S = this.#S;
    const u_h = 1 / (this.#h1 - this.hStart);
    const u = (h - this.hStart) * u_h;
    const u_p = (u - 1) * this.#hStart_p * u_h;
    const line = this.#line;
    line.at(u);
    const pLine = line.out[0]!;
    const most = this.#pMax - pLine;
    const zeta = shareOf(p - pLine, S, most);
    const b = zeta * this.#cellsP;
    if (Math.abs(b) < nextToEdge) this.#patch.atEdge(u * this.#cellsU, b);
    else this.#patch.at(u * this.#cellsU, b);
    const { out } = this.#patch;
    // dζ = (dp − p_u du)/p_ζ
    const perB = this.#cellsP / (S + 2 * (most - S) * zeta);
    const p_u = line.out[1]! * (1 - zeta * zeta);
    const { surface } = this;
    const T_b = out[2]! * perB;
    const T_u = out[1]! * this.#cellsU - T_b * p_u;
    surface.T = out[0]!;
    surface.T_p = T_b + T_u * u_p;
    surface.T_h = T_u * u_h;
    const v_b = out[5]! * perB;
    const v_u = out[4]! * this.#cellsU - v_b * p_u;
    surface.v = out[3]!;
    surface.v_p = v_b + v_u * u_p;
    surface.v_h = v_u * u_h;
    const s_b = out[8]! * perB;
    const s_u = out[7]! * this.#cellsU - s_b * p_u;
    surface.s = out[6]!;
    surface.s_p = s_b + s_u * u_p;
    surface.s_h = s_u * u_h;
  }
}

/** Where a growing function has the value: secants with a bracket. */
function crossing(f: (x: number) => number, value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  let atLow = f(low) - value;
  let atHigh = f(high) - value;
  for (let k = 0; k < 100 && high - low > 1e-14 * high; k++) {
    const guess = low - (atLow * (high - low)) / (atHigh - atLow);
    const x = guess > low && guess < high ? guess : 0.5 * (low + high);
    const e = f(x) - value;
    if (e === 0) return x;
    if (e > 0) {
      high = x;
      atHigh = e;
      atLow *= 0.5;
    } else {
      low = x;
      atLow = e;
      atHigh *= 0.5;
    }
  }
  return 0.5 * (low + high);
}

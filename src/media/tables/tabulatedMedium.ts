/**
 * A medium by tables over (p, h): bicubic in each phase, in coordinates that follow the line of saturation, so that the line stays sharp.
 *
 * Below 0.92 of the critical pressure, and at all pressures left of the saturated liquid there, tables give T, v and s; in two phases the
 * lever rule holds between their edges. The corner beyond is left to the medium itself. It fades in with the weight
 *
 *     e = σ((p − p0)/(p1 − p0)) σ((h − h0)/(h1 − h0)),    σ(t) = t² (3 − 2t)
 *
 * so that everything is continuous, and one-phase properties have continuous derivatives. Derivatives are those of the table:
 *
 *     cp = 1/T_h,  β = −cp d_h/d,  κ = d_p/d + β T_p,  w⁻² = d_p + d_h/d,  cv = w⁻²/(d_p T_h − d_h T_p)
 *
 * Length   one medium: its phases, its corner and the derivatives of all of them fade into each other
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { Medium } from "../medium.ts";
import { checkRange, notPossible, type Range } from "../mediumErrors.ts";
import { MediumState, phaseCode, type Saturation } from "../mediumState.ts";
import { changeVariables, type SecondDerivatives, type StatePair } from "../secondDerivatives.ts";
import { LiquidSheet } from "./liquidSheet.ts";
import { Surface } from "./sheet.ts";
import { insideBottom, insideTop, type TableOptions, type TableSource, tableSource } from "./tableSource.ts";
import { VapourSheet } from "./vapourSheet.ts";

/** Largest relative deviations of a table from its medium; that of s is divided by cv. */
export interface TableDeviation {
  readonly T: number;
  readonly d: number;
  readonly s: number;
  readonly cp: number;
  readonly w: number;
}

export class TabulatedMedium extends Medium {
  /** The medium that the tables are made of. */
  readonly exact: Medium;
  readonly #source: TableSource;
  readonly #liquid: LiquidSheet;
  readonly #vapour: VapourSheet;
  readonly #mixed = new Surface();
  readonly #blended = new Surface();
  readonly #corner = new MediumState();
  readonly #trial = new MediumState();
  /** Enthalpies so close to an edge are inside. */
  readonly #edge: number;
  readonly #topEdge: number;
  readonly #p: Range;
  readonly #T: Range;
  #quality = 0;

  constructor(exact: Medium, options: TableOptions = {}) {
    const source = tableSource(exact, options);
    const limits: readonly Range[] = [
      { name: "p", unit: "Pa", from: source.pMin, to: source.pMax },
      { name: "T", unit: "K", from: source.TMin * (1 - insideBottom), to: source.TMax * (1 + insideTop) },
    ];
    super({ ...exact.info, name: `${exact.name} by tables`, limits });
    [this.#p, this.#T] = limits as [Range, Range];
    this.exact = exact;
    this.#source = source;
    const cells = (usual: number): number => Math.max(8, Math.round(usual * source.refinement));
    this.#liquid = new LiquidSheet(source, cells(120), cells(50));
    this.#vapour = new VapourSheet(source, cells(160), cells(100));
    this.#vapour.prepare(source.pMin);
    this.#liquid.prepare(source.pMin);
    this.#topEdge = 0.9 * insideTop * source.TMax * exact.state_pT(source.pMin, source.TMax).cp;
    this.#edge = 1e-5 * (this.#vapour.hEnd - this.#liquid.hStart);
  }

  setState_ph(state: MediumState, p: number, h: number): MediumState {
    const { p0, p1, h0, h1, pMin, pMax } = this.#source;
    if (!(p >= pMin && p <= pMax)) checkRange(this.name, `p = ${p} Pa, h = ${h} J/kg`, p, this.#p);
    const liquid = this.#liquid;
    liquid.prepare(p);
    if (!(h >= liquid.hStart - this.#edge)) this.#refuse(p, h, "h");
    if (p <= p0 || h <= h0) return this.#finish(state, p, h, this.#lookUp(p, h));
    const { exact } = this;
    if (p >= p1 && h >= h1) {
      exact.setState_ph(state, p, h);
      if (!(state.T <= this.#T.to)) this.#refuse(p, h, "h");
      state.region = 0;
      return state;
    }
    // both
    const a = Math.min(1, (p - p0) / (p1 - p0));
    const b = Math.min(1, (h - h0) / (h1 - h0));
    const sigmaA = a * a * (3 - 2 * a);
    const sigmaB = b * b * (3 - 2 * b);
    const e = sigmaA * sigmaB;
    const e_p = ((6 * a * (1 - a)) / (p1 - p0)) * sigmaB;
    const e_h = ((6 * b * (1 - b)) / (h1 - h0)) * sigmaA;
    const table = this.#lookUp(p, h);
    const corner = exact.setState_ph(this.#corner, p, h);
    const both = this.#blended;
    both.take(corner);
    const dT = both.T - table.T;
    const dv = both.v - table.v;
    const ds = both.s - table.s;
    both.T = table.T + e * dT;
    both.T_p = table.T_p + e * (both.T_p - table.T_p) + e_p * dT;
    both.T_h = table.T_h + e * (both.T_h - table.T_h) + e_h * dT;
    both.v = table.v + e * dv;
    both.v_p = table.v_p + e * (both.v_p - table.v_p) + e_p * dv;
    both.v_h = table.v_h + e * (both.v_h - table.v_h) + e_h * dv;
    both.s = table.s + e * ds;
    both.s_p = table.s_p + e * (both.s_p - table.s_p) + e_p * ds;
    both.s_h = table.s_h + e * (both.s_h - table.s_h) + e_h * ds;
    return this.#finish(state, p, h, both);
  }

  /** What the tables have at (p, h), with p that of `prepare` of the liquid; sets the quality. */
  #lookUp(p: number, h: number): Surface {
    const liquid = this.#liquid;
    const vapour = this.#vapour;
    if (p >= this.#source.p1) {
      this.#quality = 0;
      liquid.at(h);
      return liquid.surface;
    }
    vapour.prepare(p);
    const low = vapour.hLiquid;
    const high = vapour.hLine;
    if (h <= low) {
      this.#quality = 0;
      liquid.at(h);
      return liquid.surface;
    }
    if (h >= high) {
      if (!(h <= vapour.hEnd + this.#topEdge)) this.#refuse(p, h, "h");
      this.#quality = 1;
      vapour.at(h);
      return vapour.surface;
    }
    liquid.saturate(low, vapour.hLiquid_p);
    vapour.saturate();
    const a = liquid.edge;
    const b = vapour.edge;
    const x_h = 1 / (high - low);
    const x = (h - low) * x_h;
    const y = 1 - x;
    const x_p = -(y * vapour.hLiquid_p + x * vapour.hLine_p) * x_h;
    const both = this.#mixed;
    both.T = y * a.T + x * b.T;
    both.T_h = (b.T - a.T) * x_h;
    both.T_p = y * a.T_p + x * b.T_p + (b.T - a.T) * x_p;
    both.v = y * a.v + x * b.v;
    both.v_h = (b.v - a.v) * x_h;
    both.v_p = y * a.v_p + x * b.v_p + (b.v - a.v) * x_p;
    both.s = y * a.s + x * b.s;
    both.s_h = (b.s - a.s) * x_h;
    both.s_p = y * a.s_p + x * b.s_p + (b.s - a.s) * x_p;
    this.#quality = x;
    return both;
  }

  #finish(state: MediumState, p: number, h: number, at: Surface): MediumState {
    const { T, T_p, T_h, v } = at;
    const x = this.#quality;
    const d = 1 / v;
    const d_p = -at.v_p * d * d;
    const d_h = -at.v_h * d * d;
    const slow = d_p + d_h * v;
    state.p = p;
    state.h = h;
    state.T = T;
    state.d = d;
    state.s = at.s;
    state.u = h - p * v;
    state.x = x;
    state.d_p = d_p;
    state.d_h = d_h;
    state.T_p = T_p;
    state.T_h = T_h;
    state.s_p = at.s_p;
    state.s_h = at.s_h;
    state.w = 1 / Math.sqrt(slow);
    state.cv = slow / (d_p * T_h - d_h * T_p);
    state.region = 0;
    if (x > 0 && x < 1) {
      state.cp = state.beta = state.kappa = Number.POSITIVE_INFINITY;
      state.phaseCode = phaseCode.twoPhase;
      return state;
    }
    const cp = 1 / T_h;
    const beta = -cp * d_h * v;
    state.cp = cp;
    state.beta = beta;
    state.kappa = d_p * v + beta * T_p;
    const { critical } = this.info;
    state.phaseCode =
      x > 0 ? phaseCode.vapour : p > critical!.p && T > critical!.T ? phaseCode.supercritical : phaseCode.liquid;
    return state;
  }

  setState_pT(state: MediumState, p: number, T: number): MediumState {
    const { p1, pMin, pMax } = this.#source;
    const asked = (): string => `p = ${p} Pa, T = ${T} K`;
    if (!(p >= pMin && p <= pMax)) checkRange(this.name, asked(), p, this.#p);
    if (!(T >= this.#T.from && T <= this.#T.to)) checkRange(this.name, asked(), T, this.#T);
    let h: number;
    let low = Number.NEGATIVE_INFINITY;
    let high = Number.POSITIVE_INFINITY;
    if (p < p1) {
      const vapour = this.#vapour;
      vapour.prepare(p);
      const { hLiquid, hLine } = vapour;
      const bubble = this.setState_ph(state, p, hLiquid).T;
      const slope = state.T_h;
      const dew = this.setState_ph(state, p, hLine).T;
      if (T <= bubble) {
        high = hLiquid;
        h = hLiquid + (T - bubble) / slope;
        this.#liquid.prepare(p);
        low = this.#liquid.hStart - this.#edge;
      } else if (T >= dew) {
        low = hLine;
        high = vapour.hEnd + this.#topEdge;
        h = hLine + (T - dew) / state.T_h;
      } else return this.setState_ph(state, p, hLiquid + ((T - bubble) / (dew - bubble)) * (hLine - hLiquid));
    } else h = this.exact.setState_pT(state, p, T).h;
    for (let k = 0; k < 40; k++) {
      h = Math.min(high, Math.max(low, h));
      this.setState_ph(state, p, h);
      const step = (T - state.T) / state.T_h;
      if (Math.abs(T - state.T) <= 4e-14 * T || Math.abs(step) < 1e-15 * Math.abs(h) || k === 39) break;
      h += step;
    }
    if (Math.abs(T - state.T) > 1e-7 * T) throw this.#lost(asked());
    state.T = T;
    return state;
  }

  setState_ps(state: MediumState, p: number, s: number): MediumState {
    const { p1, pMin, pMax } = this.#source;
    if (!(p >= pMin && p <= pMax)) checkRange(this.name, `p = ${p} Pa, s = ${s} J/(kg K)`, p, this.#p);
    if (!Number.isFinite(s)) this.#refuse(p, s, "s");
    let low = Number.NEGATIVE_INFINITY;
    let high = Number.POSITIVE_INFINITY;
    let { h } = state;
    if (p < p1) {
      this.#liquid.prepare(p);
      low = this.#liquid.hStart - this.#edge;
      this.#vapour.prepare(p);
      high = this.#vapour.hEnd + this.#topEdge;
      if (!(h > low && h < high)) h = this.#vapour.hLiquid;
    } else h = this.exact.setState_ps(state, p, s).h;
    // s grows with h at the slope 1/T, less and less steeply
    for (let k = 0; k < 60; k++) {
      h = Math.min(high, Math.max(low, h));
      this.setState_ph(state, p, h);
      const step = (s - state.s) / state.s_h;
      if (Math.abs(step) < 1e-14 * (Math.abs(h) + 1e5) || k === 59) break;
      if ((h === low && step < 0) || (h === high && step > 0)) this.#refuse(p, s, "s");
      h += step;
    }
    if (Math.abs(s - state.s) * state.T > 1e-7 * (Math.abs(h) + 1e5))
      throw this.#lost(`p = ${p} Pa, s = ${s} J/(kg K)`);
    state.s = s;
    return state;
  }

  setState_dT(state: MediumState, d: number, T: number): MediumState {
    const asked = (): string => `d = ${d} kg/m³, T = ${T} K`;
    if (!(T >= this.#T.from && T <= this.#T.to)) checkRange(this.name, asked(), T, this.#T);
    this.exact.setState_dT(state, d, T);
    let { p, h } = state;
    const slack = 1e-6;
    for (let k = 0; k < 40; k++) {
      if (!(p >= this.#p.from * (1 - slack) && p <= this.#p.to * (1 + slack)))
        checkRange(this.name, asked(), p, this.#p);
      p = Math.min(this.#p.to, Math.max(this.#p.from, p));
      this.setState_ph(state, p, h);
      const e1 = d - state.d;
      const e2 = T - state.T;
      const det = state.d_p * state.T_h - state.d_h * state.T_p;
      const dp = (e1 * state.T_h - e2 * state.d_h) / det;
      const dh = (e2 * state.d_p - e1 * state.T_p) / det;
      if ((Math.abs(e1) < 1e-13 * d && Math.abs(e2) < 1e-13 * T) || k === 39) break;
      p += dp;
      h += dh;
    }
    if (!(Math.abs(state.d - d) < 1e-8 * d && Math.abs(state.T - T) < 1e-8 * T)) throw this.#lost(asked());
    state.d = d;
    state.T = T;
    return state;
  }

  #lost(asked: string): Error {
    return notPossible(
      this.name,
      `no state was found for ${asked}`,
      "table and medium do not agree there on the side of the line of saturation",
      "give p and h instead, or use the medium without tables",
    );
  }

  #refuse(p: number, value: number, name: "h" | "s"): never {
    const unit = name === "h" ? "J/kg" : "J/(kg K)";
    const from = this.exact.state_pT(p, this.#source.TMin)[name];
    const to = this.exact.state_pT(p, this.#source.TMax)[name];
    checkRange(this.name, `p = ${p} Pa, ${name} = ${value} ${unit}`, value, { name, unit, from, to });
    throw this.#lost(`p = ${p} Pa, ${name} = ${value} ${unit}`);
  }

  override setSaturation_p(both: Saturation, p: number): Saturation {
    const { p1, pMin, pc } = this.#source;
    if (p >= p1) return this.exact.setSaturation_p(both, p);
    if (!(p >= pMin))
      checkRange(`saturated ${this.name}`, `p = ${p} Pa`, p, { name: "p", unit: "Pa", from: pMin, to: pc });
    const vapour = this.#vapour;
    vapour.prepare(p);
    const { hLiquid, hLiquid_p, hLine } = vapour;
    const a = this.setState_ph(both.liquid, p, hLiquid);
    this.setState_ph(both.vapour, p, hLine);
    both.T = a.T;
    both.p = both.pVapour = p;
    both.dT_dp = a.T_p + a.T_h * hLiquid_p;
    return both;
  }

  override setSaturation_T(both: Saturation, T: number): Saturation {
    this.exact.setSaturation_T(both, T);
    // a pseudo-pure medium has two pressures at one temperature
    if (both.p >= this.#source.p1 || both.p !== both.pVapour) return both;
    for (let k = 0; k < 20; k++) {
      this.setSaturation_p(both, Math.max(both.p, this.#source.pMin));
      const e = T - both.T;
      if (Math.abs(e) < 1e-13 * T || k === 19) break;
      both.p += e / both.dT_dp;
    }
    return both;
  }

  override viscosity(state: MediumState): number {
    return this.exact.viscosity(state);
  }
  override conductivity(state: MediumState): number {
    return this.exact.conductivity(state);
  }
  override surfaceTension(state: MediumState): number {
    return this.exact.surfaceTension(state);
  }

  /** First derivatives are those of the table, second ones differences of them, on this side of the line of saturation. */
  override secondDerivatives(state: MediumState, pair: StatePair): SecondDerivatives {
    const { p, h, x } = state;
    const trial = this.#trial;
    const slopes = (at: MediumState): number[] => [at.T_p, at.T_h, at.d_p, at.d_h, at.s_p, at.s_h];
    const own = slopes(state);
    const isTwoPhase = x > 0 && x < 1;
    const beside = (dp: number, dh: number): number[] | undefined => {
      try {
        this.setState_ph(trial, p + dp, h + dh);
      } catch (error) {
        if (error instanceof RattlebackError) return undefined;
        throw error;
      }
      const isSame = isTwoPhase ? trial.x > 0 && trial.x < 1 : trial.x === x;
      return isSame ? slopes(trial) : undefined;
    };
    const change = (ep: number, eh: number): number[] => {
      const ahead = beside(ep, eh);
      const behind = beside(-ep, -eh);
      const length = (ep + eh) * (ahead !== undefined && behind !== undefined ? 2 : 1);
      return own.map((_, i) => ((ahead ?? own)[i]! - (behind ?? own)[i]!) / length);
    };
    const byP = change(1e-4 * p, 0);
    const byH = change(0, 10 * this.#edge);
    const of = (k: number): Float64Array =>
      Float64Array.of(own[k]!, own[k + 1]!, byP[k]!, 0.5 * (byP[k + 1]! + byH[k]!), byH[k + 1]!);
    const basis = {
      p: Float64Array.of(1, 0, 0, 0, 0),
      T: of(0),
      d: of(2),
      h: Float64Array.of(0, 1, 0, 0, 0),
      s: of(4),
    };
    return pair === "ph" ? basis : changeVariables(basis, pair);
  }

  /**
   * How far the tables are from the medium, at points that fill the range evenly in (ln p, h). Region by region formulations such as
   * IAPWS-IF97 jump by more than that at their borders.
   */
  deviation(points = 2000): TableDeviation {
    const { pMin, pMax } = this.#source;
    const worst = { T: 0, d: 0, s: 0, cp: 0, w: 0 };
    const table = new MediumState();
    const exact = new MediumState();
    const { TMin, TMax } = this.#source;
    for (let k = 1; k <= points; k++) {
      const p = pMin * (pMax / pMin) ** ((k * 0.7548776662466927) % 1);
      const from = this.exact.setState_pT(exact, p, TMin).h;
      const to = this.exact.setState_pT(exact, p, TMax).h;
      const h = from + ((k * 0.5698402909980532) % 1) * (to - from);
      this.setState_ph(table, p, h);
      this.exact.setState_ph(exact, p, h);
      const isMixed = exact.phaseCode === phaseCode.twoPhase;
      if (isMixed !== (table.phaseCode === phaseCode.twoPhase)) continue;
      worst.T = Math.max(worst.T, Math.abs(table.T / exact.T - 1));
      worst.d = Math.max(worst.d, Math.abs(table.d / exact.d - 1));
      worst.s = Math.max(worst.s, Math.abs(table.s - exact.s) / exact.cv);
      worst.w = Math.max(worst.w, Math.abs(table.w / exact.w - 1));
      if (!isMixed) worst.cp = Math.max(worst.cp, Math.abs(table.cp / exact.cp - 1));
    }
    return worst;
  }
}

/** Tables of a medium with a line of saturation: the same properties, with small deviations, in a fraction of the time. */
export function tabulated(medium: Medium, options: TableOptions = {}): TabulatedMedium {
  return new TabulatedMedium(medium, options);
}

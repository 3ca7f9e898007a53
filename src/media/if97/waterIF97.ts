/**
 * Water and steam by IAPWS-IF97: 273.15 … 1073.15 K up to 100 MPa, to 2273.15 K up to 50 MPa.
 *
 * Source   [IAPWS-R7-97]. Backward equations give start values only: T and d solve the basic equations to rounding, so that
 *          round trips close and the derivatives are those of what is evaluated. In two phases Tsat(p) is equation 31, and its
 *          slope that of the equation.
 *
 *     region of (p, T)   T ≤ 623.15: 1 if p ≥ psat(T), else 2;  ≤ 863.15: 3 if p > p23(T), else 2;  ≤ 1073.15: 2;  above: 5
 * Length   one choice of region for every pair of variables; the regions themselves have files beside it
 */
import * as elementary from "../../math/elementary.ts";
import { gibbsBasis, helmholtzBasis, twoPhaseBasis } from "../fundamentalBasis.ts";
import { ChebyshevPieces } from "../helmholtz/chebyshev.ts";
import { Medium } from "../medium.ts";
import { checkRange, notPossible, type Range } from "../mediumErrors.ts";
import { MediumState, moveOnto, phaseCode, type Saturation } from "../mediumState.ts";
import { changeVariables, type SecondDerivatives, type StatePair } from "../secondDerivatives.ts";
import { mixPhases } from "../twoPhase.ts";
import { region3Volume, StartValues } from "./backward.ts";
import { region2Coefficients, region5Coefficients } from "./basicCoefficients.ts";
import { BorderCurve, curveOverPressure, eighthRoot, enthalpyGuard, entropyGuard } from "./borderCurves.ts";
import { Region1, VapourRegion } from "./gibbsRegion.ts";
import { criticalDensity, criticalTemperature, Region3 } from "./region3.ts";
import {
  border23Pressure,
  border23Temperature,
  saturationPressure,
  saturationSlope,
  saturationTemperature,
} from "./saturationLine.ts";
import { waterConductivity, waterSurfaceTension, waterViscosity } from "./waterTransport.ts";

const T13 = 623.15;
const T25 = 1073.15;
const TMin = 273.15;
const TMax = 2273.15;
const pMin = 1;
const pMax = 100e6;
const pMax5 = 50e6;
const pc = 22.064e6;
const pTriple = saturationPressure(TMin);
const p13 = saturationPressure(T13);
/** Nearer to the critical point the line of saturation is computed whenever it is needed. */
const pNear = 0.9995 * pc;

/** Along the line of saturation in region 3: smooth up to the critical point. */
function depth(p: number): number {
  return Math.sqrt(1 - p / pc);
}

/** Moves a state that is next to the pressure onto it, at its temperature. */
function moveTo(state: MediumState, p: number): MediumState {
  const dp = p - state.p;
  const v = 1 / state.d;
  state.d += state.d * state.kappa * dp;
  state.h += v * (1 - state.T * state.beta) * dp;
  state.s -= v * state.beta * dp;
  state.p = p;
  state.u = state.h - p / state.d;
  return state;
}

export class WaterIF97 extends Medium {
  readonly #r1 = new Region1();
  readonly #r2 = new VapourRegion(region2Coefficients);
  readonly #r3 = new Region3();
  readonly #r5 = new VapourRegion(region5Coefficients);
  readonly #slope = new Float64Array(2);
  readonly #liquid = new MediumState();
  readonly #vapour = new MediumState();
  readonly #start = new StartValues();
  /** Saturated phases in regions 1 and 2 over p^⅛, in region 3 over `depth`. */
  readonly #liquidLine: BorderCurve;
  readonly #vapourLine: BorderCurve;
  readonly #liquidLine3: BorderCurve;
  readonly #vapourLine3: BorderCurve;
  /** Their densities d′ and d″ in region 3, next to rounding. */
  readonly #densities3: ChebyshevPieces;
  /** Both ends of region 3, region 2 at its highest temperature. */
  readonly #border13: BorderCurve;
  readonly #border23: BorderCurve;
  readonly #top2: BorderCurve;
  readonly #p: Range;
  readonly #T: Range;

  constructor() {
    const limits: readonly Range[] = [
      { name: "p", unit: "Pa", from: pMin, to: pMax },
      { name: "T", unit: "K", from: TMin, to: TMax },
    ];
    super({
      name: "water (IF97)",
      citation: "IAPWS R7-97(2012), SR2-01, SR3-03, SR4-04, SR5-05; transport R12-08, R15-11; surface tension R1-76",
      substances: ["water"],
      molarMass: 0.018015257,
      limits,
      reference: "u = s = 0 of saturated liquid at the triple point 273.16 K",
      states: "ph",
      tableTMax: T25,
      critical: { T: criticalTemperature, p: pc, d: criticalDensity },
    });
    [this.#p, this.#T] = limits as [Range, Range];
    const of = (region: Region1 | VapourRegion, p: number, T: number, isEntropy: boolean): number =>
      isEntropy ? region.entropy(p, T) : region.enthalpy(p, T);
    const r1 = this.#r1;
    const r2 = this.#r2;
    this.#liquidLine = curveOverPressure(pTriple, p13, (p, isEntropy) =>
      of(r1, p, saturationTemperature(p), isEntropy),
    );
    this.#vapourLine = curveOverPressure(pTriple, p13, (p, isEntropy) =>
      of(r2, p, saturationTemperature(p), isEntropy),
    );
    this.#border13 = curveOverPressure(p13, pMax, (p, isEntropy) => of(r1, p, T13, isEntropy));
    this.#border23 = curveOverPressure(p13, pMax, (p, isEntropy) => of(r2, p, border23Temperature(p), isEntropy));
    this.#top2 = curveOverPressure(pMin, pMax, (p, isEntropy) => of(r2, p, T25, isEntropy));
    const atDepth = (z: number): void => {
      const p = Math.max(p13, pc * (1 - z * z));
      const T = saturationTemperature(p);
      const width = 1.9 * elementary.pow(1 - T / criticalTemperature, 0.34) * criticalDensity;
      this.#in3(this.#liquid, this.#r3.density(p, T, criticalDensity + width), T, p);
      this.#in3(this.#vapour, this.#r3.density(p, T, Math.max(60, criticalDensity - width)), T, p);
    };
    const along3 = (phase: MediumState): BorderCurve =>
      new BorderCurve(depth(pNear), depth(p13), 64, (z, isEntropy) => {
        atDepth(z);
        return isEntropy ? phase.s : phase.h;
      });
    this.#liquidLine3 = along3(this.#liquid);
    this.#vapourLine3 = along3(this.#vapour);
    const densities = (z: number, out: Float64Array): void => {
      atDepth(z);
      out[0] = this.#liquid.d;
      out[1] = this.#vapour.d;
    };
    // the rounding of Tsat moves the densities by more and more towards the critical point
    const accuracy = (z: number): number => Math.max(1e-9, 5e-10 / (z * z));
    this.#densities3 = new ChebyshevPieces(depth(pNear), depth(p13), 2, densities, accuracy, 1e-3);
  }

  #checkPressure(p: number, name: string, value: number): void {
    if (!(p >= pMin && p <= pMax)) checkRange(this.name, `p = ${p} Pa, ${name} = ${value}`, p, this.#p);
  }

  setState_pT(state: MediumState, p: number, T: number): MediumState {
    this.#checkPressure(p, "T", T);
    if (!(T >= TMin && T <= TMax)) checkRange(this.name, `p = ${p} Pa, T = ${T} K`, T, this.#T);
    if (T <= T13) return p >= saturationPressure(T) ? this.#in1(state, p, T) : this.#in2(state, p, T);
    if (T <= 863.15 && p > border23Pressure(T)) return this.#in3(state, this.#densityIn3(p, T), T, p);
    if (T <= T25) return this.#in2(state, p, T);
    return this.#in5(state, p, T);
  }

  #in1(state: MediumState, p: number, T: number): MediumState {
    this.#r1.properties(state, p, T);
    state.x = 0;
    state.region = 1;
    state.phaseCode =
      p > pc ? (T > criticalTemperature ? phaseCode.supercritical : phaseCode.liquid) : phaseCode.liquid;
    return state;
  }

  #in2(state: MediumState, p: number, T: number): MediumState {
    this.#r2.properties(state, p, T);
    state.x = 1;
    state.region = 2;
    state.phaseCode = p > pc ? phaseCode.supercritical : phaseCode.vapour;
    return state;
  }

  #in5(state: MediumState, p: number, T: number): MediumState {
    if (p > pMax5) {
      const range: Range = { name: "p", unit: "Pa", from: pMin, to: pMax5 };
      checkRange(`${this.name} above ${T25} K`, `p = ${p} Pa, T = ${T} K`, p, range);
    }
    this.#r5.properties(state, p, T);
    state.x = 1;
    state.region = 5;
    state.phaseCode = p > pc ? phaseCode.supercritical : phaseCode.vapour;
    return state;
  }

  /** p is what was asked for; the equation gives it to rounding. */
  #in3(state: MediumState, d: number, T: number, p: number): MediumState {
    this.#r3.properties(state, d, T);
    state.p = p;
    return this.#name3(state);
  }

  /** Quality and phase in region 3. */
  #name3(state: MediumState): MediumState {
    const { p, T } = state;
    const isDense = state.d > criticalDensity;
    state.x = p <= pc && isDense ? 0 : 1;
    state.region = 3;
    state.phaseCode =
      p > pc && T > criticalTemperature
        ? phaseCode.supercritical
        : p > pc || isDense
          ? phaseCode.liquid
          : phaseCode.vapour;
    return state;
  }

  #densityIn3(p: number, T: number): number {
    const start = 1 / region3Volume(p * 1e-6, T);
    const d = this.#r3.density(p, T, start);
    if (!Number.isFinite(d)) throw this.#lost(`p = ${p} Pa, T = ${T} K`);
    return d;
  }

  #lost(asked: string): Error {
    return notPossible(
      this.name,
      `no state was found for ${asked}`,
      "the iteration did not converge, which happens only within 1 mK of the critical point",
      'move away from the critical point, or use helmholtz("Water")',
    );
  }

  /** Both phases at pressure p, into the memory of the medium. */
  #saturate(p: number): number {
    const T = saturationTemperature(p);
    const liquid = this.#liquid;
    const vapour = this.#vapour;
    if (p <= p13) {
      this.#in1(liquid, p, T);
      this.#in2(vapour, p, T);
    } else this.#saturate3(p, T);
    liquid.x = 0;
    vapour.x = 1;
    liquid.phaseCode = phaseCode.liquid;
    vapour.phaseCode = phaseCode.vapour;
    saturationSlope(p, T, this.#slope);
    return T;
  }

  /** Saturated phases in region 3; the line of saturation ends where the basic equation has no two phases any more. */
  #saturate3(p: number, T: number): void {
    if (p <= pNear) {
      const z = depth(p);
      this.#r3.properties(this.#liquid, this.#densities3.value(0, z), T);
      this.#r3.properties(this.#vapour, this.#densities3.value(1, z), T);
      this.#name3(moveTo(this.#liquid, p));
      this.#name3(moveTo(this.#vapour, p));
      return;
    }
    // width of the dome near its top, scaled where both branches are far apart
    const width = 1.9 * elementary.pow(1 - T / criticalTemperature, 0.34) * criticalDensity;
    let dLiquid = criticalDensity + width;
    let dVapour = Math.max(60, criticalDensity - width);
    dLiquid = this.#r3.density(p, T, dLiquid);
    dVapour = this.#r3.density(p, T, dVapour);
    // NaN: the branch has ended at the critical point
    dLiquid = Number.isNaN(dLiquid) ? criticalDensity : Math.max(dLiquid, criticalDensity);
    dVapour = Number.isNaN(dVapour) ? criticalDensity : Math.min(dVapour, criticalDensity);
    this.#in3(this.#liquid, dLiquid, T, p);
    this.#in3(this.#vapour, dVapour, T, p);
  }

  setState_ph(state: MediumState, p: number, h: number): MediumState {
    this.#checkPressure(p, "h", h);
    return this.#solve(state, p, h, false);
  }

  setState_ps(state: MediumState, p: number, s: number): MediumState {
    this.#checkPressure(p, "s", s);
    return this.#solve(state, p, s, true);
  }

  #solve(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
    if (!Number.isFinite(target)) this.#refuse(p, target, isEntropy);
    const guard = isEntropy ? entropyGuard : enthalpyGuard;
    if (p < pTriple) return this.#solve2(state, p, target, isEntropy);
    const x = eighthRoot(p);
    if (p <= p13) {
      if (target < this.#liquidLine.at(x, isEntropy) - guard) return this.#solve1(state, p, target, isEntropy);
      if (target > this.#vapourLine.at(x, isEntropy) + guard) return this.#solve2(state, p, target, isEntropy);
      return this.#solveNearSaturation(state, p, target, isEntropy);
    }
    let border = this.#border13.at(x, isEntropy);
    if (Math.abs(target - border) < guard) border = isEntropy ? this.#r1.entropy(p, T13) : this.#r1.enthalpy(p, T13);
    if (target <= border) return this.#solve1(state, p, target, isEntropy);
    border = this.#border23.at(x, isEntropy);
    if (Math.abs(target - border) < guard) {
      const T = border23Temperature(p);
      border = isEntropy ? this.#r2.entropy(p, T) : this.#r2.enthalpy(p, T);
    }
    if (target >= border) return this.#solve2(state, p, target, isEntropy);
    if (p >= pc) return this.#solve3(state, p, target, isEntropy, undefined);
    if (p <= pNear) {
      const z = depth(p);
      const outside =
        target < this.#liquidLine3.at(z, isEntropy) - guard || target > this.#vapourLine3.at(z, isEntropy) + guard;
      if (outside) return this.#solve3(state, p, target, isEntropy, undefined);
    }
    return this.#solveNearSaturation(state, p, target, isEntropy);
  }

  /** In two phases, or so near to the line of saturation that its states have to be computed. */
  #solveNearSaturation(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
    const T = this.#saturate(p);
    const low = isEntropy ? this.#liquid.s : this.#liquid.h;
    const high = isEntropy ? this.#vapour.s : this.#vapour.h;
    if (target >= low && target <= high && high > low) {
      this.#mixed(state, p, T, (target - low) / (high - low));
      if (isEntropy) state.s = target;
      else state.h = target;
      return state;
    }
    const isLiquid = target < low;
    if (p > p13) return this.#solve3(state, p, target, isEntropy, isLiquid ? this.#liquid : this.#vapour);
    return isLiquid ? this.#solve1(state, p, target, isEntropy) : this.#solve2(state, p, target, isEntropy);
  }

  #mixed(state: MediumState, p: number, T: number, x: number): MediumState {
    mixPhases(state, this.#liquid, this.#vapour, p, T, x, this.#slope[0]!);
    state.region = 4;
    return state;
  }

  #solve1(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
    const T = this.#r1.temperature(p, target, this.#start.T1(p, target, isEntropy), isEntropy);
    if (!(T >= TMin - 1e-9)) this.#refuse(p, target, isEntropy);
    this.#in1(state, p, T);
    return moveOnto(state, p, target, isEntropy);
  }

  #solve2(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
    let top = this.#top2.at(eighthRoot(p), isEntropy);
    if (Math.abs(target - top) < (isEntropy ? entropyGuard : enthalpyGuard))
      top = isEntropy ? this.#r2.entropy(p, T25) : this.#r2.enthalpy(p, T25);
    if (target > top) return this.#solve5(state, p, target, isEntropy);
    if (p < pTriple) {
      const bottom = isEntropy ? this.#r2.entropy(p, TMin) : this.#r2.enthalpy(p, TMin);
      if (!(target >= bottom - 1e-9 * Math.abs(bottom))) this.#refuse(p, target, isEntropy);
    }
    const start = this.#start.T2(p, target, isEntropy);
    const T = this.#r2.temperature(p, target, Math.min(Math.max(start, 250), 1100), isEntropy);
    this.#in2(state, p, T);
    return moveOnto(state, p, target, isEntropy);
  }

  #solve5(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
    const region = this.#r5;
    const value = (T: number): number => (isEntropy ? region.entropy(p, T) : region.enthalpy(p, T));
    const low = value(T25);
    const high = value(TMax);
    if (!(target <= high)) this.#refuse(p, target, isEntropy);
    // between regions 2 and 5 the basic equations differ by up to 0.1 kJ/kg: what lies between belongs to 1073.15 K
    if (target <= low) {
      this.#in5(state, p, T25);
      if (isEntropy) state.s = target;
      else state.h = target;
      return state;
    }
    const start = T25 + ((target - low) / (high - low)) * (TMax - T25);
    this.#in5(state, p, region.temperature(p, target, start, isEntropy));
    return moveOnto(state, p, target, isEntropy);
  }

  /** Newton's method in (d, T) on the basic equation; `side` is the saturated phase next to the state, if there is one. */
  #solve3(
    state: MediumState,
    p: number,
    target: number,
    isEntropy: boolean,
    side: MediumState | undefined,
  ): MediumState {
    let T = this.#start.T3(p, target, isEntropy);
    let d = 1 / this.#start.v3(p, target, isEntropy);
    if (side !== undefined && (side.phaseCode === phaseCode.liquid ? d < side.d : d > side.d)) {
      d = side.d;
      T = side.T;
    }
    const region = this.#r3;
    for (let k = 0; k < 40; k++) {
      const at = region.evaluate(d, T, isEntropy);
      const e1 = p - at[0]!;
      const e2 = target - (isEntropy ? at[2]! : at[1]!);
      const a = at[4]!;
      const b = at[5]!;
      const c = isEntropy ? at[8]! : at[6]!;
      const f = isEntropy ? at[3]! / T : at[7]!;
      const det = a * f - b * c;
      let dd = (e1 * f - e2 * b) / det;
      let dT = (e2 * a - e1 * c) / det;
      const damping = Math.min(1, (0.1 * d) / Math.abs(dd), 20 / Math.abs(dT));
      dd *= damping;
      dT *= damping;
      d += dd;
      T += dT;
      // the step converges quadratically: what is left is its square
      if (Math.abs(dd) < 1e-6 * d && Math.abs(dT) < 1e-7 * T) break;
      if (k === 39 || !Number.isFinite(d + T)) throw this.#lost(`p = ${p} Pa, ${isEntropy ? "s" : "h"} = ${target}`);
    }
    region.properties(state, d, T);
    moveOnto(state, p, target, isEntropy);
    return this.#name3(state);
  }

  #refuse(p: number, target: number, isEntropy: boolean): never {
    const name = isEntropy ? "s" : "h";
    const unit = isEntropy ? "J/(kg K)" : "J/kg";
    const end = new MediumState();
    this.setState_pT(end, p, TMin);
    const from = isEntropy ? end.s : end.h;
    this.setState_pT(end, p, p > pMax5 ? T25 : TMax);
    const to = isEntropy ? end.s : end.h;
    checkRange(this.name, `p = ${p} Pa, ${name} = ${target} ${unit}`, target, { name, unit, from, to });
    throw this.#lost(`p = ${p} Pa, ${name} = ${target}`);
  }

  setState_dT(state: MediumState, d: number, T: number): MediumState {
    if (!(T >= TMin && T <= TMax)) checkRange(this.name, `d = ${d} kg/m³, T = ${T} K`, T, this.#T);
    if (!(d > 0 && d < 1500))
      checkRange(this.name, `d = ${d} kg/m³, T = ${T} K`, d, { name: "d", unit: "kg/m³", from: 1e-6, to: 1500 });
    if (T < criticalTemperature) {
      const p = saturationPressure(T);
      const liquid = this.#liquid;
      const vapour = this.#vapour;
      if (T <= T13) {
        this.#in1(liquid, p, T);
        this.#in2(vapour, p, T);
      } else this.#saturate(p);
      if (d > vapour.d && d < liquid.d) {
        if (T <= T13) saturationSlope(p, T, this.#slope);
        const x = (1 / d - 1 / liquid.d) / (1 / vapour.d - 1 / liquid.d);
        const mixed = this.#mixed(state, p, T, x);
        mixed.d = d;
        return mixed;
      }
      if (T <= T13) return d >= liquid.d ? this.#pressureOf(state, d, T, 1, p) : this.#pressureOf(state, d, T, 2, p);
    }
    if (T <= 863.15) {
      this.#in2(this.#vapour, border23Pressure(T), T);
      if (d > this.#vapour.d) {
        let p = this.#r3.evaluate(d, T)[0]!;
        if (p > pMax && p < pMax * (1 + 1e-9)) p = pMax;
        this.#checkPressure(p, "T", T);
        return this.#in3(state, d, T, p);
      }
    }
    const most = T <= 863.15 ? border23Pressure(T) : T <= T25 ? pMax : pMax5;
    return this.#pressureOf(state, d, T, T <= T25 ? 2 : 5, Math.min(d * 461.5 * T, most));
  }

  /** Newton's method for p on a Gibbs equation: ∂d/∂p = d κ. */
  #pressureOf(state: MediumState, d: number, T: number, region: 1 | 2 | 5, start: number): MediumState {
    const equation = region === 1 ? this.#r1 : region === 2 ? this.#r2 : this.#r5;
    let p = start;
    for (let k = 0; k < 60; k++) {
      equation.properties(state, p, T);
      // vapour is nearly linear in ln p, liquid in p
      const step =
        region === 1 ? (d - state.d) / (state.d * state.kappa) : (p * elementary.log(d / state.d)) / (p * state.kappa);
      p = region === 1 ? Math.max(p + step, 0.5 * p) : p * elementary.exp(Math.max(-1, Math.min(1, step / p)));
      if (Math.abs(step) < 1e-14 * p) break;
    }
    // the last digit of d does not decide whether p is at the limit or beyond it
    if (p > pMax && p < pMax * (1 + 1e-9)) p = pMax;
    this.#checkPressure(p, "T", T);
    if (region === 1) this.#in1(state, p, T);
    else if (region === 2) this.#in2(state, p, T);
    else this.#in5(state, p, T);
    state.d = d;
    return state;
  }

  override setSaturation_p(both: Saturation, p: number): Saturation {
    if (!(p >= pTriple && p <= pc))
      checkRange(`saturated ${this.name}`, `p = ${p} Pa`, p, { name: "p", unit: "Pa", from: pTriple, to: pc });
    both.T = this.#saturate(p);
    return this.#copied(both, p);
  }

  #copied(both: Saturation, p: number): Saturation {
    both.p = both.pVapour = p;
    both.dT_dp = this.#slope[0]!;
    both.liquid.copy(this.#liquid);
    both.vapour.copy(this.#vapour);
    return both;
  }

  override setSaturation_T(both: Saturation, T: number): Saturation {
    if (!(T >= TMin && T <= criticalTemperature))
      checkRange(`saturated ${this.name}`, `T = ${T} K`, T, {
        name: "T",
        unit: "K",
        from: TMin,
        to: criticalTemperature,
      });
    const p = saturationPressure(T);
    const liquid = this.#liquid;
    const vapour = this.#vapour;
    if (T <= T13) {
      this.#in1(liquid, p, T);
      this.#in2(vapour, p, T);
    } else this.#saturate3(p, T);
    saturationSlope(p, T, this.#slope);
    both.T = T;
    return this.#copied(both, p);
  }

  /** Of one phase; in two phases 1/η = x/η″ + (1 − x)/η′ (McAdams). */
  override viscosity(state: MediumState): number {
    if (state.phaseCode !== phaseCode.twoPhase) return waterViscosity(state.d, state.T);
    this.#saturate(state.p);
    const a = waterViscosity(this.#liquid.d, state.T);
    const b = waterViscosity(this.#vapour.d, state.T);
    return 1 / (state.x / b + (1 - state.x) / a);
  }

  /** Of one phase; in two phases linear in x. */
  override conductivity(state: MediumState): number {
    const of = (s: MediumState): number =>
      waterConductivity(s.d, s.T, s.cp, s.cv, s.d * s.kappa, waterViscosity(s.d, s.T));
    if (state.phaseCode !== phaseCode.twoPhase) return of(state);
    this.#saturate(state.p);
    return state.x * of(this.#vapour) + (1 - state.x) * of(this.#liquid);
  }

  override surfaceTension(state: MediumState): number {
    return waterSurfaceTension(state.T);
  }

  override secondDerivatives(state: MediumState, pair: StatePair): SecondDerivatives {
    if (state.phaseCode !== phaseCode.twoPhase) return changeVariables(this.#basis(state), pair);
    this.#saturate(state.p);
    const phase = (s: MediumState) => ({ d: s.d, h: s.h, s: s.s, derivatives: changeVariables(this.#basis(s), "pT") });
    const liquid = phase(this.#liquid);
    const vapour = phase(this.#vapour);
    return changeVariables(twoPhaseBasis(liquid, vapour, state.x, this.#slope[0]!, this.#slope[1]!), pair);
  }

  #basis({ region, p, T, d }: MediumState): SecondDerivatives {
    if (region === 3) return helmholtzBasis(this.#r3.helmholtzJet(d, T), d, T);
    const equation = region === 1 ? this.#r1 : region === 2 ? this.#r2 : this.#r5;
    return gibbsBasis(equation.gibbsJet(p, T), p, T);
  }
}

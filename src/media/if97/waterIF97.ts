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
import { Medium } from "../medium.ts";
import { checkRange, notPossible, type Range } from "../mediumErrors.ts";
import { MediumState, phaseCode, type Saturation } from "../mediumState.ts";
import { changeVariables, type SecondDerivatives, type StatePair } from "../secondDerivatives.ts";
import { mixPhases, saturationOf } from "../twoPhase.ts";
import { region3Volume, startOf } from "./backward.ts";
import { region2Coefficients, region5Coefficients } from "./basicCoefficients.ts";
import { Region1, VapourRegion } from "./gibbsRegion.ts";
import { criticalDensity, criticalTemperature, Region3 } from "./region3.ts";
import { enthalpyGuard, entropyGuard, SaturatedCurves } from "./saturatedEnthalpy.ts";
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

export class WaterIF97 extends Medium {
  readonly #r1 = new Region1();
  readonly #r2 = new VapourRegion(region2Coefficients);
  readonly #r3 = new Region3();
  readonly #r5 = new VapourRegion(region5Coefficients);
  readonly #slope = new Float64Array(2);
  readonly #liquid = new MediumState();
  readonly #vapour = new MediumState();
  readonly #p13 = saturationPressure(T13);
  readonly #curves: SaturatedCurves;
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
    const pTriple = saturationPressure(TMin);
    this.#curves = new SaturatedCurves(pTriple, this.#p13, (p, isLiquid, isEntropy) => {
      const region = isLiquid ? this.#r1 : this.#r2;
      const T = saturationTemperature(p);
      return isEntropy ? region.entropy(p, T) : region.enthalpy(p, T);
    });
  }

  #checkPressure(p: number, name: string, value: number): void {
    if (!(p >= pMin && p <= pMax)) checkRange(this.name, `p = ${p} Pa, ${name} = ${value}`, p, this.#p);
  }

  setState_pT(state: MediumState, p: number, T: number): MediumState {
    this.#checkPressure(p, "T", T);
    if (!(T >= TMin && T <= TMax)) checkRange(this.name, `p = ${p} Pa, T = ${T} K`, T, this.#T);
    if (T <= T13) return p >= saturationPressure(T) ? this.#in1(state, p, T) : this.#in2(state, p, T);
    if (T <= 863.15 && p > border23Pressure(T)) return this.#in3(state, this.#density3(p, T), T, p);
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
    const isDense = d > criticalDensity;
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

  #density3(p: number, T: number): number {
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
    if (p <= this.#p13) {
      this.#in1(liquid, p, T);
      this.#in2(vapour, p, T);
    } else {
      const [dLiquid, dVapour] = this.#densities(p, T);
      this.#in3(liquid, dLiquid, T, p);
      this.#in3(vapour, dVapour, T, p);
    }
    liquid.x = 0;
    vapour.x = 1;
    liquid.phaseCode = phaseCode.liquid;
    vapour.phaseCode = phaseCode.vapour;
    saturationSlope(p, T, this.#slope);
    return T;
  }

  /** Saturated densities in region 3; the line of saturation ends where the basic equation has no two phases any more. */
  #densities(p: number, T: number): readonly [number, number] {
    // width of the dome near its top, scaled where both branches are far apart
    const width = 1.9 * elementary.pow(1 - T / criticalTemperature, 0.34) * criticalDensity;
    const starts = [criticalDensity + width, Math.max(60, criticalDensity - width)] as const;
    const dLiquid = this.#r3.density(p, T, starts[0]);
    const dVapour = this.#r3.density(p, T, starts[1]);
    // NaN: the branch has ended at the critical point
    return [
      Number.isNaN(dLiquid) ? criticalDensity : Math.max(dLiquid, criticalDensity),
      Number.isNaN(dVapour) ? criticalDensity : Math.min(dVapour, criticalDensity),
    ];
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
    if (Number.isNaN(target)) this.#refuse(p, target, isEntropy);
    if (p <= this.#p13) return this.#solveBelow3(state, p, target, isEntropy);
    const value = (region: Region1 | VapourRegion, T: number): number =>
      isEntropy ? region.entropy(p, T) : region.enthalpy(p, T);
    if (target <= value(this.#r1, T13)) return this.#solve1(state, p, target, isEntropy);
    if (target >= value(this.#r2, border23Temperature(p))) return this.#solve2(state, p, target, isEntropy);
    if (p < pc) {
      const T = this.#saturate(p);
      const [low, high] = isEntropy ? [this.#liquid.s, this.#vapour.s] : [this.#liquid.h, this.#vapour.h];
      if (target >= low && target <= high && high > low) return this.#mixed(state, p, T, (target - low) / (high - low));
      return this.#solve3(state, p, target, isEntropy, target < low ? this.#liquid : this.#vapour);
    }
    return this.#solve3(state, p, target, isEntropy, undefined);
  }

  #solveBelow3(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
    const curves = this.#curves;
    const x = elementary.log(p);
    const guard = isEntropy ? entropyGuard : enthalpyGuard;
    const pTriple = 611.2126774;
    if (p > pTriple) {
      const low = isEntropy ? curves.sLiquid.at(x) : curves.hLiquid.at(x);
      if (target < low - guard) return this.#solve1(state, p, target, isEntropy);
      const high = isEntropy ? curves.sVapour.at(x) : curves.hVapour.at(x);
      if (target > high + guard) return this.#solve2(state, p, target, isEntropy);
      const T = this.#saturate(p);
      const [a, b] = isEntropy ? [this.#liquid.s, this.#vapour.s] : [this.#liquid.h, this.#vapour.h];
      if (target < a) return this.#solve1(state, p, target, isEntropy);
      if (target > b) return this.#solve2(state, p, target, isEntropy);
      return this.#mixed(state, p, T, (target - a) / (b - a));
    }
    return this.#solve2(state, p, target, isEntropy);
  }

  #mixed(state: MediumState, p: number, T: number, x: number): MediumState {
    mixPhases(state, this.#liquid, this.#vapour, p, T, x, this.#slope[0]!);
    state.region = 4;
    return state;
  }

  #solve1(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
    const T = this.#r1.temperature(
      p,
      target,
      isEntropy ? startOf.T1_ps(p, target) : startOf.T1_ph(p, target),
      isEntropy,
    );
    if (!(T >= TMin - 1e-9)) this.#refuse(p, target, isEntropy);
    this.#in1(state, p, T);
    return this.#exactly(state, target, isEntropy);
  }

  #solve2(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
    const top = isEntropy ? this.#r2.entropy(p, T25) : this.#r2.enthalpy(p, T25);
    if (target > top) return this.#solve5(state, p, target, isEntropy);
    if (p < 611.2126774) {
      const bottom = isEntropy ? this.#r2.entropy(p, TMin) : this.#r2.enthalpy(p, TMin);
      if (!(target >= bottom - 1e-9 * Math.abs(bottom))) this.#refuse(p, target, isEntropy);
    }
    const start = isEntropy ? startOf.T2_ps(p, target) : startOf.T2_ph(p, target);
    const T = this.#r2.temperature(p, target, Math.min(Math.max(start, 250), 1100), isEntropy);
    this.#in2(state, p, T);
    return this.#exactly(state, target, isEntropy);
  }

  #solve5(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
    const region = this.#r5;
    const value = (T: number): number => (isEntropy ? region.entropy(p, T) : region.enthalpy(p, T));
    const low = value(T25);
    const high = value(TMax);
    if (!(target <= high)) this.#refuse(p, target, isEntropy);
    // between regions 2 and 5 the basic equations differ by up to 0.1 kJ/kg: what lies between belongs to 1073.15 K
    const T =
      target <= low
        ? T25
        : region.temperature(p, target, T25 + ((target - low) / (high - low)) * (TMax - T25), isEntropy);
    this.#in5(state, p, T);
    return this.#exactly(state, target, isEntropy);
  }

  /** The value that was asked for instead of one that differs by rounding. */
  #exactly(state: MediumState, target: number, isEntropy: boolean): MediumState {
    if (isEntropy) state.s = target;
    else state.h = target;
    return state;
  }

  /** Newton's method in (d, T) on the basic equation; `side` is the saturated phase next to the state, if there is one. */
  #solve3(
    state: MediumState,
    p: number,
    target: number,
    isEntropy: boolean,
    side: MediumState | undefined,
  ): MediumState {
    let T = isEntropy ? startOf.T3_ps(p, target) : startOf.T3_ph(p, target);
    let d = 1 / (isEntropy ? startOf.v3_ps(p, target) : startOf.v3_ph(p, target));
    if (side !== undefined && (side.phaseCode === phaseCode.liquid ? d < side.d : d > side.d)) {
      d = side.d;
      T = side.T;
    }
    const region = this.#r3;
    for (let k = 0; k < 40; k++) {
      const at = region.evaluate(d, T);
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
      if (Math.abs(dd) < 1e-13 * d && Math.abs(dT) < 1e-14 * T) break;
      if (k > 8 && Math.abs(dd) < 1e-10 * d && Math.abs(dT) < 1e-12 * T) break;
      if (k === 39 || !Number.isFinite(d + T)) throw this.#lost(`p = ${p} Pa, ${isEntropy ? "s" : "h"} = ${target}`);
    }
    this.#in3(state, d, T, p);
    return this.#exactly(state, target, isEntropy);
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

  override saturation_p(p: number): Saturation {
    const range: Range = { name: "p", unit: "Pa", from: saturationPressure(TMin), to: pc };
    checkRange(`saturated ${this.name}`, `p = ${p} Pa`, p, range);
    const T = this.#saturate(p);
    return saturationOf(T, p, p, this.#liquid, this.#vapour, this.#slope[0]!);
  }

  override saturation_T(T: number): Saturation {
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
    } else {
      const [dLiquid, dVapour] = this.#densities(p, T);
      this.#in3(liquid, dLiquid, T, p);
      this.#in3(vapour, dVapour, T, p);
    }
    saturationSlope(p, T, this.#slope);
    return saturationOf(T, p, p, liquid, vapour, this.#slope[0]!);
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

/**
 * A pure fluid (or air as a pseudo-pure one) by a fundamental equation in the Helmholtz energy.
 *
 * (d, T) is explicit. The phase of (p, T), (p, h), (p, s) is told by the line of saturation, which is solved once per fluid; inside
 * the dome the lever rule holds, outside Newton's method in (ln d, T) with the analytic Jacobian, and a bracketed search in T where
 * that fails. A state that is written again is the start of the iteration.
 *
 * Length   the searches for (p, T), (p, h) and (p, s) share bounds, starts and the line of saturation
 */
import { checkOptions, oneOf } from "../../errors/shapes.ts";
import * as elementary from "../../math/elementary.ts";
import { helmholtzBasis, twoPhaseBasis } from "../fundamentalBasis.ts";
import { completeHelmholtz } from "../if97/region3.ts";
import { Medium } from "../medium.ts";
import { checkRange, missingProperty, notPossible, type Range, unknownMedium } from "../mediumErrors.ts";
import { MediumState, moveOnto, phaseCode, type Saturation } from "../mediumState.ts";
import { changeVariables, type SecondDerivatives, type StatePair } from "../secondDerivatives.ts";
import { mixPhases } from "../twoPhase.ts";
import { densityRoot } from "./densityRoot.ts";
import type { FluidData } from "./fluidData.ts";
import { fluidTable } from "./fluidTable.ts";
import { HelmholtzEquation } from "./helmholtzEquation.ts";
import { PhaseEquilibrium } from "./phaseEquilibrium.ts";
import { PseudoPureLines } from "./pseudoPureLines.ts";
import { type FluidTransport, fluidTransport } from "./transport.ts";

/** Zero of enthalpy and entropy: as published, or one of three customs. */
export type ReferenceState = "publication" | "default" | "IIR" | "NBP" | "ASHRAE";

export interface HelmholtzOptions {
  /**
   * "default": the custom of the fluid (IIR for most refrigerants, NBP for methane). "publication": as in the tables of the paper.
   * IIR: h = 200 kJ/kg, s = 1 kJ/(kg K) of saturated liquid at 0 °C; NBP: h = s = 0 of saturated liquid at 101325 Pa; ASHRAE:
   * h = s = 0 of saturated liquid at −40 °C.
   */
  readonly reference?: ReferenceState;
}

export class HelmholtzFluid extends Medium {
  readonly equation: HelmholtzEquation;
  readonly #data: FluidData;
  readonly #line: PhaseEquilibrium | PseudoPureLines;
  readonly #transport: FluidTransport | undefined;
  readonly #liquid = new MediumState();
  readonly #vapour = new MediumState();
  readonly #p: Range;
  readonly #T: Range;
  readonly #dMax: number;
  #hShift = 0;
  #sShift = 0;
  /** dT/dp of both phases at the last pressure. */
  #slopeLiquid = 0;
  #slopeVapour = 0;

  constructor(name: string, options: HelmholtzOptions = {}) {
    const data = Object.hasOwn(fluidTable, name) ? fluidTable[name] : undefined;
    if (data === undefined) throw unknownMedium(name, Object.keys(fluidTable));
    checkOptions("helmholtz", options, { reference: oneOf("publication", "default", "IIR", "NBP", "ASHRAE") });
    const { reference = "default" } = options;
    const limits: readonly Range[] = [
      { name: "p", unit: "Pa", from: 1e-6, to: data.limits.pMax },
      { name: "T", unit: "K", from: Math.max(data.limits.Tmin, data.triple.T) * (1 - 1e-5), to: data.limits.Tmax },
    ];
    const equation = new HelmholtzEquation(data, reference === "default");
    const line = data.pseudoPure ? new PseudoPureLines(equation, data) : new PhaseEquilibrium(equation, data);
    super({
      name,
      citation: data.source,
      substances: [name],
      molarMass: data.molarMass,
      limits,
      reference,
      states: "ph",
      critical: { T: line.Tc, p: line.pc, d: line.dc },
    });
    this.equation = equation;
    this.#data = data;
    this.#line = line;
    [this.#p, this.#T] = limits as [Range, Range];
    // denser than anything within the range: the coldest liquid at the highest pressure
    let dMax = 1.6 * data.triple.rhoMolarLiquid * data.molarMass;
    for (let k = 0; k < 20 && equation.evaluate(dMax, this.#T.from)[0]! < data.limits.pMax; k++) dMax *= 1.05;
    this.#dMax = dMax;
    this.#transport = fluidTransport(data, equation);
    if (reference !== "default" && reference !== "publication") this.#moveZero(reference);
  }

  #moveZero(reference: "IIR" | "NBP" | "ASHRAE"): void {
    const wanted = reference === "IIR" ? [200e3, 1000] : [0, 0];
    const { liquid } =
      reference === "NBP" ? this.saturation_p(101325) : this.saturation_T(reference === "IIR" ? 273.15 : 233.15);
    this.#hShift = wanted[0]! - liquid.h;
    this.#sShift = wanted[1]! - liquid.s;
  }

  /** `name` and `value` are what was asked for beside p; text is made only where it is needed. */
  #checkPressure(p: number, name: string, value: number): void {
    if (!(p >= this.#p.from && p <= this.#p.to)) checkRange(this.name, `p = ${p} Pa, ${name} = ${value}`, p, this.#p);
  }

  #checkTemperature(T: number, name: string, value: number): void {
    if (!(T >= this.#T.from && T <= this.#T.to)) checkRange(this.name, `${name} = ${value}, T = ${T} K`, T, this.#T);
  }

  /** One phase at (d, T). */
  #set(state: MediumState, d: number, T: number): MediumState {
    const at = this.equation.evaluate(d, T);
    completeHelmholtz(state, d, T, at);
    state.h += this.#hShift;
    state.u += this.#hShift;
    state.s += this.#sShift;
    const line = this.#line;
    const isDense = d > line.dc;
    state.x = T < line.Tc && isDense ? 0 : 1;
    state.phaseCode =
      T >= line.Tc && at[0]! >= line.pc
        ? phaseCode.supercritical
        : T < line.Tc && isDense
          ? phaseCode.liquid
          : phaseCode.vapour;
    return state;
  }

  setState_dT(state: MediumState, d: number, T: number): MediumState {
    this.#checkTemperature(T, "d", d);
    if (!(d > 0 && d <= this.#dMax))
      checkRange(this.name, `d = ${d} kg/m³, T = ${T} K`, d, {
        name: "d",
        unit: "kg/m³",
        from: Number.MIN_VALUE,
        to: this.#dMax,
      });
    const line = this.#line;
    if (T < line.Tc && d < line.liquidDensity(T) && d > line.vapourDensity(T)) {
      if (line instanceof PseudoPureLines) return this.#mixed_dT(state, d, T, line);
      const p = line.pressure(T);
      this.#saturate(p, T, T);
      const a = 1 / this.#liquid.d;
      const b = 1 / this.#vapour.d;
      return this.#mix(state, p, (1 / d - a) / (b - a));
    }
    return this.#set(state, d, T);
  }

  /** Pseudo-pure: p between dew and bubble pressure such that the mixture has the density. */
  #mixed_dT(state: MediumState, d: number, T: number, line: PseudoPureLines): MediumState {
    let low = line.dewPressure(T);
    let high = line.bubblePressure(T);
    for (let k = 0; k < 100; k++) {
      const p = 0.5 * (low + high);
      this.#saturate(p, line.bubbleTemperature(p), line.dewTemperature(p));
      const x = (T - this.#liquid.T) / (this.#vapour.T - this.#liquid.T);
      this.#mix(state, p, Math.min(1, Math.max(0, x)));
      if (state.d > d) high = p;
      else low = p;
      if (high - low < 2e-16 * p) break;
    }
    return state;
  }

  setState_pT(state: MediumState, p: number, T: number): MediumState {
    this.#checkPressure(p, "T", T);
    this.#checkTemperature(T, "p", p);
    const line = this.#line;
    if (line instanceof PseudoPureLines && p < line.pc) {
      const bubble = line.bubbleTemperature(p);
      const dew = line.dewTemperature(p);
      if (T > bubble && T < dew) {
        this.#saturate(p, bubble, dew);
        return this.#mix(state, p, (T - bubble) / (dew - bubble));
      }
    }
    this.#set(state, this.#density(p, T), T);
    if (!(Math.abs(p - state.p) * state.kappa < 1e-9 && state.w > 0)) throw this.#lost(`p = ${p} Pa, T = ${T} K`);
    state.p = p;
    return state;
  }

  #density(p: number, T: number): number {
    const line = this.#line;
    const ideal = p / (this.equation.R * T);
    if (T < line.Tc) {
      if (p >= line.liquidPressure(T)) {
        const dL = line.liquidDensity(T);
        return densityRoot(this.equation, p, T, 0.999 * dL, this.#dMax, dL);
      }
      const dV = line.vapourDensity(T);
      return densityRoot(this.equation, p, T, Math.min(ideal, dV) * 0.5, dV * 1.001, Math.min(ideal, dV));
    }
    return densityRoot(
      this.equation,
      p,
      T,
      Math.min(ideal, line.dc) * 1e-2,
      this.#dMax,
      Math.min(ideal, 2.5 * line.dc),
    );
  }

  /** Both phases at p into the memory of the medium. */
  #saturate(p: number, TLiquid: number, TVapour: number): void {
    const line = this.#line;
    const liquid = this.#liquid;
    const vapour = this.#vapour;
    this.#set(liquid, line.liquidDensity(TLiquid), TLiquid);
    this.#set(vapour, line.vapourDensity(TVapour), TVapour);
    liquid.p = vapour.p = p;
    liquid.x = 0;
    vapour.x = 1;
    liquid.phaseCode = phaseCode.liquid;
    vapour.phaseCode = phaseCode.vapour;
    if (line instanceof PseudoPureLines) {
      this.#slopeLiquid = 1 / line.bubbleSlope(TLiquid);
      this.#slopeVapour = 1 / line.dewSlope(TVapour);
    } else {
      this.#slopeLiquid = this.#slopeVapour = (1 / vapour.d - 1 / liquid.d) / (vapour.s - liquid.s);
    }
  }

  #mix(state: MediumState, p: number, x: number): MediumState {
    const T = this.#liquid.T + x * (this.#vapour.T - this.#liquid.T);
    mixPhases(state, this.#liquid, this.#vapour, p, T, x, this.#slopeLiquid, this.#slopeVapour);
    return state;
  }

  setState_ph(state: MediumState, p: number, h: number): MediumState {
    return this.#solve(state, p, h, false);
  }

  setState_ps(state: MediumState, p: number, s: number): MediumState {
    return this.#solve(state, p, s, true);
  }

  #solve(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
    this.#checkPressure(p, isEntropy ? "s" : "h", target);
    if (!Number.isFinite(target)) this.#refuse(p, target, isEntropy);
    const line = this.#line;
    // from a state that is near: no phase has to be found, only to be confirmed
    if (
      state.d > 0 &&
      state.phaseCode !== phaseCode.twoPhase &&
      this.#newton(state, p, target, isEntropy, state.d, state.T)
    ) {
      const isOutside =
        state.T >= line.Tc || state.d >= line.liquidDensity(state.T) || state.d <= line.vapourDensity(state.T);
      if (isOutside) return this.#confirm(state, p, target, isEntropy);
    }
    let d: number;
    let T: number;
    if (p < line.pc && p >= line.pTwoPhase) {
      this.#saturate(p, line.bubbleTemperature(p), line.dewTemperature(p));
      const liquid = this.#liquid;
      const vapour = this.#vapour;
      const low = isEntropy ? liquid.s : liquid.h;
      const high = isEntropy ? vapour.s : vapour.h;
      if (target >= low && target <= high) {
        this.#mix(state, p, (target - low) / (high - low));
        if (!(state.T >= this.#T.from - 1e-9)) this.#refuse(p, target, isEntropy);
        if (isEntropy) state.s = target;
        else state.h = target;
        return state;
      }
      const side = target < low ? liquid : vapour;
      const slope = isEntropy ? side.cp / side.T : side.cp;
      T = side.T + (target - (target < low ? low : high)) / slope;
      if (target < low) {
        T = Math.max(T, this.#T.from);
        d = liquid.d * (1 + liquid.beta * (liquid.T - T));
      } else {
        T = Math.min(T, this.#T.to);
        d = (vapour.d * vapour.T) / T;
      }
    } else if (p < line.pTwoPhase) {
      T = Math.min(this.#T.to, Math.max(this.#T.from, 0.5 * line.Tc));
      d = p / (this.equation.R * T);
    } else {
      return this.#bracketed(state, p, target, isEntropy);
    }
    if (this.#newton(state, p, target, isEntropy, d, T)) {
      const isRight =
        state.T >= line.Tc || (target < this.#sideValue(isEntropy) ? state.d > line.dc : state.d < line.dc);
      if (isRight) return this.#confirm(state, p, target, isEntropy);
    }
    return this.#bracketed(state, p, target, isEntropy);
  }

  /** Between the phases of the last saturation: below it a state is liquid. */
  #sideValue(isEntropy: boolean): number {
    return isEntropy ? 0.5 * (this.#liquid.s + this.#vapour.s) : 0.5 * (this.#liquid.h + this.#vapour.h);
  }

  #confirm(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
    if (!(state.T >= this.#T.from - 1e-9 && state.T <= this.#T.to + 1e-9)) this.#refuse(p, target, isEntropy);
    if (!(state.w > 0)) throw this.#lost(`p = ${p} Pa, ${isEntropy ? "s" : "h"} = ${target}`);
    state.p = p;
    if (isEntropy) state.s = target;
    else state.h = target;
    return state;
  }

  /** Newton's method in (ln d, T); true when it has converged. */
  #newton(state: MediumState, p: number, target: number, isEntropy: boolean, dStart: number, TStart: number): boolean {
    const equation = this.equation;
    let d = dStart;
    let T = TStart;
    const goal = target - (isEntropy ? this.#sShift : this.#hShift);
    for (let k = 0; k < 25; k++) {
      const at = equation.evaluate(d, T, isEntropy);
      const e1 = p - at[0]!;
      const e2 = goal - (isEntropy ? at[2]! : at[1]!);
      const a = at[4]! * d;
      const b = at[5]!;
      if (!(a > 0)) return false;
      const c = (isEntropy ? at[8]! : at[6]!) * d;
      const f = isEntropy ? at[3]! / T : at[7]!;
      const det = a * f - b * c;
      let dd = (e1 * f - e2 * b) / det;
      let dT = (e2 * a - e1 * c) / det;
      const most = Math.max(1, Math.abs(dd) / 0.5, Math.abs(dT) / (0.25 * T));
      dd /= most;
      dT /= most;
      d *= Math.abs(dd) < 1e-4 ? (2 + dd) / (2 - dd) : elementary.exp(dd);
      T += dT;
      if (!(d > 0 && d < 2 * this.#dMax && T > 0.5 * this.#T.from && T < 2 * this.#T.to)) return false;
      if (Math.abs(dd) < 1e-6 && Math.abs(dT) < 1e-6 * T) {
        // the step converges quadratically: what is left is its square
        this.#set(state, d, T);
        moveOnto(state, p, target, isEntropy);
        return true;
      }
    }
    return false;
  }

  /** One-dimensional search in T at constant p: h and s increase with T. */
  #bracketed(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
    const line = this.#line;
    let low = this.#T.from;
    let high = this.#T.to;
    const hasPhases = p < line.pc && p >= line.pTwoPhase;
    if (hasPhases) {
      if (target < this.#sideValue(isEntropy)) high = this.#liquid.T;
      else low = this.#vapour.T;
    }
    const value = (T: number): number => {
      this.#set(state, this.#density(p, T), T);
      return (isEntropy ? state.s : state.h) - target;
    };
    // the end on the line of saturation is where the phases were compared
    const isLiquid = hasPhases && high === this.#liquid.T;
    let atLow = hasPhases && !isLiquid ? (isEntropy ? this.#vapour.s : this.#vapour.h) - target : value(low);
    let atHigh = isLiquid ? (isEntropy ? this.#liquid.s : this.#liquid.h) - target : value(high);
    if (atLow > 0 || atHigh < 0) this.#refuse(p, target, isEntropy);
    let T = low;
    for (let k = 0; k < 100; k++) {
      // regula falsi, then halves
      T = k % 3 === 2 ? 0.5 * (low + high) : low - (atLow * (high - low)) / (atHigh - atLow);
      if (!(T > low && T < high)) T = 0.5 * (low + high);
      const e = value(T);
      if (Math.abs(e) < 1e-3 * Math.abs(atHigh - atLow) || high - low < 1e-3 * T) {
        const { d } = state;
        if (this.#newton(state, p, target, isEntropy, d, T) && Math.abs(state.T - T) < 0.05 * T) break;
      }
      if (e > 0) {
        high = T;
        atHigh = e;
      } else {
        low = T;
        atLow = e;
      }
      if (high - low < 1e-15 * T) {
        value(T);
        break;
      }
    }
    return this.#confirm(state, p, target, isEntropy);
  }

  #refuse(p: number, target: number, isEntropy: boolean): never {
    const name = isEntropy ? "s" : "h";
    const unit = isEntropy ? "J/(kg K)" : "J/kg";
    const from = this.state_pT(p, this.#T.from)[name];
    const to = this.state_pT(p, this.#T.to)[name];
    checkRange(this.name, `p = ${p} Pa, ${name} = ${target} ${unit}`, target, { name, unit, from, to });
    throw this.#lost(`p = ${p} Pa, ${name} = ${target} ${unit}`);
  }

  #lost(asked: string): Error {
    return notPossible(
      this.name,
      `no stable fluid state was found for ${asked}`,
      "the equation has none there: it lies at the critical point, or the substance is solid",
      "choose a lower pressure or a higher temperature",
    );
  }

  override setSaturation_p(both: Saturation, p: number): Saturation {
    const line = this.#line;
    if (!(p >= line.pMin && p <= line.pc))
      checkRange(`saturated ${this.name}`, `p = ${p} Pa`, p, { name: "p", unit: "Pa", from: line.pMin, to: line.pc });
    this.#saturate(p, line.bubbleTemperature(p), line.dewTemperature(p));
    return this.#copied(both, p, p);
  }

  #copied(both: Saturation, p: number, pVapour: number): Saturation {
    both.T = this.#liquid.T;
    both.p = p;
    both.pVapour = pVapour;
    both.dT_dp = this.#slopeLiquid;
    both.liquid.copy(this.#liquid);
    both.vapour.copy(this.#vapour);
    return both;
  }

  /** Of a pseudo-pure fluid: liquid at its bubble pressure, vapour at its dew pressure. */
  override setSaturation_T(both: Saturation, T: number): Saturation {
    const line = this.#line;
    if (!(T >= line.TMin && T <= line.Tc))
      checkRange(`saturated ${this.name}`, `T = ${T} K`, T, { name: "T", unit: "K", from: line.TMin, to: line.Tc });
    const p = line.liquidPressure(T);
    const pVapour = line instanceof PseudoPureLines ? line.dewPressure(T) : p;
    this.#saturate(p, T, T);
    this.#vapour.p = pVapour;
    return this.#copied(both, p, pVapour);
  }

  override viscosity(state: MediumState): number {
    return this.#transported(state, "viscosity");
  }

  override conductivity(state: MediumState): number {
    return this.#transported(state, "conductivity");
  }

  /** In two phases 1/η = x/η″ + (1 − x)/η′ (McAdams), λ linear in x. */
  #transported(state: MediumState, property: "viscosity" | "conductivity"): number {
    const equations = this.#transport;
    if (equations === undefined)
      throw missingProperty(this.name, property, `give the component a constant ${property}, or choose another medium`);
    if (state.phaseCode !== phaseCode.twoPhase) return equations[property](state);
    this.#saturate(state.p, this.#line.bubbleTemperature(state.p), this.#line.dewTemperature(state.p));
    const a = equations[property](this.#liquid);
    const b = equations[property](this.#vapour);
    return property === "viscosity" ? 1 / (state.x / b + (1 - state.x) / a) : state.x * b + (1 - state.x) * a;
  }

  override surfaceTension(state: MediumState): number {
    const fit = this.#data.ancillary.surfaceTension;
    if (fit === undefined) return super.surfaceTension(state);
    const theta = 1 - state.T / fit.Tc;
    return theta <= 0 ? 0 : fit.a.reduce((sum, a, k) => sum + a * elementary.pow(theta, fit.n[k]!), 0);
  }

  override secondDerivatives(state: MediumState, pair: StatePair): SecondDerivatives {
    const basis = (s: MediumState): SecondDerivatives => helmholtzBasis(this.equation.jet(s.d, s.T), s.d, s.T);
    if (state.phaseCode !== phaseCode.twoPhase) return changeVariables(basis(state), pair);
    if (this.#line instanceof PseudoPureLines)
      throw missingProperty(
        this.name,
        "second derivatives in two phases",
        "keep the state in one phase, or use (p, h) as states",
      );
    this.#saturate(state.p, state.T, state.T);
    const phase = (s: MediumState) => ({ d: s.d, h: s.h, s: s.s, derivatives: changeVariables(basis(s), "pT") });
    const liquid = phase(this.#liquid);
    const vapour = phase(this.#vapour);
    // T′ = Δv/Δs along the line; its derivative by the quotient rule
    const slope = this.#slopeLiquid;
    const along = (q: Float64Array): number => q[0]! + q[1]! * slope;
    const dv =
      -along(vapour.derivatives.d) / elementary.square(vapour.d) +
      along(liquid.derivatives.d) / elementary.square(liquid.d);
    const ds = along(vapour.derivatives.s) - along(liquid.derivatives.s);
    const curvature = (dv - slope * ds) / (vapour.s - liquid.s);
    return changeVariables(twoPhaseBasis(liquid, vapour, state.x, slope, curvature), pair);
  }
}

/** A fluid by its fundamental equation: helmholtz("R134a"). */
export function helmholtz(name: string, options: HelmholtzOptions = {}): HelmholtzFluid {
  return new HelmholtzFluid(name, options);
}

export const helmholtzNames: readonly string[] = Object.keys(fluidTable);

/**
 * Moist air: dry air and steam as ideal gases, with fog of droplets or ice where there is more water than saturation allows.
 *
 * Source   Modelica.Media.Air.MoistAir (Modelica Standard Library 4.1), ModiaMedia 0.2; saturation and condensate: iceAndWater.ts.
 *          X is the mass of all water per mass of moist air.
 *
 *     Xsat = min(k psat/(p − psat) (1 − X), 1),  Xl = max(X − Xsat, 0),  R = (Ra (1 − X) + Rs (X − Xl))/(1 − Xl),  d = p/(R T)
 *     h = hs (X − Xl) + ha (1 − X) + hw Xl;   entropy of fog: that of saturated steam less (hs − hw)/T
 *
 * States are written without allocation; only second derivatives are Taylor series.
 * Length   properties, their derivatives and the inverses belong to one set of formulae
 */
import { aPositiveNumber, checkOptions } from "../errors/shapes.ts";
import * as elementary from "../math/elementary.ts";
import { condensedEnthalpy, condensedJet, saturationJet, saturationPressure } from "./iceAndWater.ts";
import { type GasSpecies, gasSpecies, publishedR } from "./idealGas/gasSpecies.ts";
import {
  addJets,
  constantJet,
  type Jet,
  logJet,
  multiplyJets,
  powJet,
  scaleJet,
  shiftJet,
  variableJet,
} from "./jet.ts";
import { type Composition, Medium } from "./medium.ts";
import { checkComposition, checkRange, notPossible, type Range } from "./mediumErrors.ts";
import { MediumState, phaseCode } from "./mediumState.ts";
import { changeVariables, fromJet, type SecondDerivatives, type StatePair } from "./secondDerivatives.ts";

const massRatio = 0.621964713077499;
const pReference = 101325;
const offsetSteam = 2547494.319;
const offsetAir = 25104.684;
const TLow = 190;
const THigh = 647;

/** 1e-6 Pa s and 1e-3 W/(m K) of dry air, powers of t in °C, highest first (VDI-Wärmeatlas, 8th edition). */
const viscosityAir = [
  9.739110288630587e-15, -3.1353724870333906e-11, 4.3004876595642225e-8, -3.822801629175824e-5, 0.05042787436718076,
  17.23926013924253,
];
const conductivityAir = [
  6.569147081771781e-15, -3.402596192305051e-11, 5.327928484630316e-8, -4.534083928921947e-5, 0.07612967530903766,
  24.16948108809705,
];

function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (let k = 0; k < coefficients.length; k++) sum = sum * x + coefficients[k]!;
  return sum;
}

/** h and s₀ of a gas below 1000 K. */
function gasJets(gas: GasSpecies, T: Jet, offset: number): { readonly h: Jet; readonly s0: Jet } {
  const a = gas.low;
  const log = logJet(T);
  const inverse = powJet(T, -1);
  let h = addJets(scaleJet(inverse, -a[0]!), log, a[1]!);
  let s0 = addJets(scaleJet(powJet(T, -2), -a[0]! / 2), inverse, -a[1]!);
  s0 = addJets(s0, log, a[2]!);
  let power = T;
  for (let k = 2; k < 7; k++) {
    h = addJets(h, power, a[k]! / (k - 1));
    if (k < 6) s0 = addJets(s0, power, a[k + 1]! / (k - 1));
    power = multiplyJets(power, T);
  }
  return {
    h: shiftJet(scaleJet(shiftJet(h, a[7]!), gas.R), gas.hShift + offset),
    s0: scaleJet(shiftJet(s0, a[8]!), gas.R),
  };
}

/** Enthalpy of a gas below 1000 K, without its offset, and its heat capacity. */
function gasEnthalpy(gas: GasSpecies, T: number, out: Float64Array): void {
  const a = gas.low;
  const i = 1 / T;
  const h =
    -a[0]! * i +
    a[1]! * elementary.log(T) +
    T * (a[2]! + T * (a[3]! / 2 + T * (a[4]! / 3 + T * (a[5]! / 4 + (T * a[6]!) / 5)))) +
    a[7]!;
  out[0] = gas.R * h + gas.hShift;
  out[1] = gas.R * (a[0]! * i * i + a[1]! * i + a[2]! + T * (a[3]! + T * (a[4]! + T * (a[5]! + T * a[6]!))));
}

/** Entropy of a gas below 1000 K at the reference pressure. */
function gasEntropy(gas: GasSpecies, T: number): number {
  const a = gas.low;
  const i = 1 / T;
  const sum = -(a[0]! / 2) * i * i - a[1]! * i + a[2]! * elementary.log(T);
  return gas.R * (sum + T * (a[3]! + T * (a[4]! / 2 + T * (a[5]! / 3 + (T * a[6]!) / 4))) + a[8]!);
}

/** For X ln X, which is zero for X = 0. */
function logOrZero(y: number): number {
  return y > 0 ? elementary.log(y) : 0;
}

/** What follows from p, T, d, h, s, cp and the slopes in (p, T). */
function finish(state: MediumState, h_p: number, d_p: number, d_T: number, s_p: number, s_T: number): MediumState {
  const { d, cp } = state;
  state.beta = -d_T / d;
  state.kappa = d_p / d;
  // ∂u/∂T at constant d with u = h − p/d, and ∂p/∂d at constant s: in fog the formulation has no Maxwell relations
  state.cv = cp + (1 / d - h_p) * (d_T / d_p);
  state.w = Math.sqrt(s_T / (d_p * s_T - d_T * s_p));
  state.T_h = 1 / cp;
  state.T_p = -h_p / cp;
  state.d_h = d_T / cp;
  state.d_p = d_p + d_T * state.T_p;
  state.s_h = s_T / cp;
  state.s_p = s_p + s_T * state.T_p;
  state.phaseCode = phaseCode.vapour;
  return state;
}

/** Halvings of the range of T until its neighbours are met. */
const bisections = 80;
const defaultFractions: Composition = [0.01];

export interface MoistAirOptions {
  /** J/(mol K); 8.314472 reproduces ModiaMedia. */
  readonly gasConstant?: number;
}

export class MoistAir extends Medium {
  readonly #air: GasSpecies;
  readonly #steam: GasSpecies;
  readonly #pair = new Float64Array(2);
  /** Vapour per mass of moist air, and its slopes in T, p and X. */
  readonly #vapour = new Float64Array(4);
  readonly #wet = new MediumState();
  readonly #fraction = new Float64Array(1);
  readonly #p: Range = { name: "p", unit: "Pa", from: 1, to: 1e8 };
  readonly #T: Range = { name: "T", unit: "K", from: TLow, to: THigh };

  constructor(options: MoistAirOptions = {}) {
    checkOptions("MoistAir", options, { gasConstant: aPositiveNumber });
    super({
      name: "MoistAir",
      citation: "Modelica.Media.Air.MoistAir (Modelica Standard Library 4.1); gases by McBride et al. (2002)",
      substances: ["water", "air"],
      molarMass: 0.0289651159,
      limits: [
        { name: "p", unit: "Pa", from: 1, to: 1e8 },
        { name: "T", unit: "K", from: TLow, to: THigh },
      ],
      reference: "h = 0 of dry air and of liquid water at 0 °C",
      states: "pT",
    });
    const R = options.gasConstant ?? publishedR;
    this.#air = gasSpecies("Air", "25 degC", R);
    this.#steam = gasSpecies("H2O", "25 degC", R);
  }

  #expand(p: Jet, T: Jet, X: Jet): { readonly h: Jet; readonly d: Jet; readonly s: Jet } {
    const air = gasJets(this.#air, T, offsetAir);
    const steam = gasJets(this.#steam, T, offsetSteam);
    const pSat = saturationJet(T);
    const dry = addJets(constantJet(1), X, -1);
    const room = p[0]! - pSat[0]!;
    // above the boiling temperature there is no saturation
    const saturated =
      room <= 1e-9 * p[0]!
        ? constantJet(1)
        : scaleJet(multiplyJets(multiplyJets(pSat, powJet(addJets(p, pSat, -1), -1)), dry), massRatio);
    const isFog = X[0]! > Math.min(saturated[0]!, 1);
    const liquid = isFog ? addJets(X, saturated, -1) : constantJet(0);
    const vapour = addJets(X, liquid, -1);
    const [Ra, Rs] = [this.#air.R, this.#steam.R];
    const gasR = addJets(scaleJet(dry, Ra), vapour, Rs);
    const R = multiplyJets(gasR, powJet(shiftJet(scaleJet(liquid, -1), 1), -1));
    const d = multiplyJets(p, powJet(multiplyJets(R, T), -1));
    const hw = condensedJet(T);
    let h = addJets(multiplyJets(steam.h, vapour), multiplyJets(air.h, dry));
    if (isFog) h = addJets(h, multiplyJets(hw, liquid));
    // X ln X → 0 for X → 0
    const part = (share: Jet, s0: Jet, own: number): Jet => {
      const y = scaleJet(multiplyJets(multiplyJets(share, powJet(gasR, -1)), p), own / pReference);
      return y[0]! <= 0 ? multiplyJets(share, s0) : multiplyJets(share, addJets(s0, logJet(y), -own));
    };
    let s = addJets(part(dry, air.s0, Ra), part(vapour, steam.s0, Rs));
    if (isFog) {
      const sSat = addJets(steam.s0, logJet(scaleJet(pSat, 1 / pReference)), -Rs);
      const latent = multiplyJets(addJets(steam.h, hw, -1), powJet(T, -1));
      s = addJets(s, multiplyJets(liquid, addJets(sSat, latent, -1)));
    }
    return { h, d, s };
  }

  #composition(state: MediumState, X: Composition | undefined): number {
    const given = X ?? defaultFractions;
    checkComposition(this.name, this.substances, given);
    if (state.X === undefined || state.X.length !== 2) state.X = new Float64Array(2);
    state.X[0] = Math.max(0, given[0]!);
    state.X[1] = 1 - state.X[0];
    return state.X[0];
  }

  setState_pT(state: MediumState, p: number, T: number, X?: Composition): MediumState {
    if (!(p >= this.#p.from && p <= this.#p.to)) checkRange(this.name, `p = ${p} Pa, T = ${T} K`, p, this.#p);
    if (!(T >= this.#T.from && T <= this.#T.to)) checkRange(this.name, `p = ${p} Pa, T = ${T} K`, T, this.#T);
    return this.#write(state, p, T, this.#composition(state, X));
  }

  /** Vapour that is there, given the saturation pressure and its slope; true when there is fog. */
  #findVapour(p: number, ps: number, ps_T: number, X: number): boolean {
    const out = this.#vapour;
    const room = p - ps;
    // above the boiling temperature there is no saturation
    const perDry = room > 1e-9 * p ? (massRatio * ps) / room : Number.POSITIVE_INFINITY;
    const dry = 1 - X;
    const isFog = X > Math.min(perDry * dry, 1);
    out[0] = isFog ? perDry * dry : X;
    out[1] = isFog ? (massRatio * dry * ps_T * p) / (room * room) : 0;
    out[2] = isFog ? (-massRatio * dry * ps) / (room * room) : 0;
    out[3] = isFog ? -perDry : 1;
    return isFog;
  }

  /** The state with the mass fraction X of water, with slopes of first order. */
  #write(state: MediumState, p: number, T: number, X: number): MediumState {
    const out = this.#pair;
    const Ra = this.#air.R;
    const Rs = this.#steam.R;
    gasEnthalpy(this.#air, T, out);
    const ha = out[0]! + offsetAir;
    const ca = out[1]!;
    gasEnthalpy(this.#steam, T, out);
    const hs = out[0]! + offsetSteam;
    const cs = out[1]!;
    const s0a = gasEntropy(this.#air, T);
    const s0s = gasEntropy(this.#steam, T);
    condensedEnthalpy(T, out);
    const hw = out[0]!;
    const cw = out[1]!;
    saturationPressure(T, out);
    const ps = out[0]!;
    const isFog = this.#findVapour(p, ps, out[1]!, X);
    const dry = 1 - X;
    // vapour and its slopes; liquid is the rest
    const v = this.#vapour[0]!;
    const v_T = this.#vapour[1]!;
    const v_p = this.#vapour[2]!;
    const liquid = X - v;
    const gasR = Ra * dry + Rs * v;
    const R = gasR / (1 - liquid);
    const d = p / (R * T);
    const spread = 1 / (1 - liquid) - Rs / gasR;
    state.p = p;
    state.T = T;
    state.d = d;
    state.h = hs * v + ha * dry + hw * liquid;
    state.u = state.h - R * T;
    state.x = 1;
    state.cp = cs * v + ca * dry + cw * liquid + (hs - hw) * v_T;
    const d_p = d * (1 / p + v_p * spread);
    const d_T = d * (v_T * spread - 1 / T);
    // X ln X → 0 for X → 0
    const logA = logOrZero(((dry / gasR) * p * Ra) / pReference);
    const logS = logOrZero(((v / gasR) * p * Rs) / pReference);
    const sa = s0a - Ra * logA;
    const ss = s0s - Rs * logS;
    // at saturation the vapour is in equilibrium with the liquid
    const latent = isFog ? s0s - Rs * elementary.log(ps / pReference) - (hs - hw) / T : 0;
    const latent_T = isFog ? cs / T - (Rs * out[1]!) / ps - (cs - cw) / T + (hs - hw) / (T * T) : 0;
    const share_T = (Rs * v_T) / gasR;
    const share_p = 1 / p - (Rs * v_p) / gasR;
    state.s = dry * sa + v * ss + liquid * latent;
    const s_T =
      dry * (ca / T + Ra * share_T) + v * (cs / T + Rs * share_T) - Rs * v_T + v_T * (ss - latent) + liquid * latent_T;
    const s_p = -(dry * Ra + v * Rs) * share_p - Rs * v_p + v_p * (ss - latent);
    return finish(state, (hs - hw) * v_p, d_p, d_T, s_p, s_T);
  }

  setState_ph(state: MediumState, p: number, h: number, X?: Composition): MediumState {
    return this.#solve(state, p, h, "h", X);
  }

  setState_ps(state: MediumState, p: number, s: number, X?: Composition): MediumState {
    return this.#solve(state, p, s, "s", X);
  }

  /** Newton's method kept within a bracket: h and s increase with T. */
  #solve(state: MediumState, p: number, target: number, name: "h" | "s", X: Composition | undefined): MediumState {
    if (!Number.isFinite(target) || !(p >= this.#p.from && p <= this.#p.to)) {
      const asked = `p = ${p} Pa, ${name} = ${target}`;
      checkRange(this.name, asked, p, this.#p);
      checkRange(this.name, asked, target, { ...this.#T, name });
    }
    const water = this.#composition(state, X);
    let low = TLow;
    let high = THigh;
    let T = state.T > low && state.T < high ? state.T : 300;
    let before = Number.POSITIVE_INFINITY;
    let beforeLast = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 100; k++) {
      let e = 0;
      let slope = 0;
      if (name === "h") {
        this.#enthalpyAt(p, T, water);
        e = this.#pair[0]! - target;
        slope = this.#pair[1]!;
      } else {
        this.#write(state, p, T, water);
        e = state.s - target;
        slope = state.s_h * state.cp;
      }
      if (e > 0) high = T;
      else low = T;
      let next = T - e / slope;
      // across the dew point the slope changes so much that Newton's method would jump to and fro
      if (!(next > low && next < high) || Math.abs(next - T) > 0.5 * beforeLast) next = 0.5 * (low + high);
      const change = Math.abs(next - T);
      beforeLast = before;
      T = next;
      // below this the steps are rounding, which does not grow less
      if (change < 1e-14 * T || (change < 1e-13 * T && change >= 0.5 * before)) break;
      before = change;
    }
    if (T - TLow < 1e-9 || THigh - T < 1e-9) this.#checkEnds(state, p, target, name, water);
    return this.#write(state, p, T, water);
  }

  /** An end of the range of T was met. */
  #checkEnds(state: MediumState, p: number, target: number, name: "h" | "s", X: number): void {
    const from = this.#write(state, p, TLow, X)[name];
    const to = this.#write(state, p, THigh, X)[name];
    const range: Range = { name, unit: name === "h" ? "J/kg" : "J/(kg K)", from, to };
    checkRange(this.name, `p = ${p} Pa, ${name} = ${target} ${range.unit}`, target, range);
  }

  /** Enthalpy and its slope in T, into the pair. */
  #enthalpyAt(p: number, T: number, X: number): void {
    const out = this.#pair;
    gasEnthalpy(this.#air, T, out);
    const ha = out[0]! + offsetAir;
    const ca = out[1]!;
    gasEnthalpy(this.#steam, T, out);
    const hs = out[0]! + offsetSteam;
    const cs = out[1]!;
    const dry = 1 - X;
    saturationPressure(T, out);
    if (!this.#findVapour(p, out[0]!, out[1]!, X)) {
      out[0] = hs * X + ha * dry;
      out[1] = cs * X + ca * dry;
      return;
    }
    const v = this.#vapour[0]!;
    condensedEnthalpy(T, out);
    const hw = out[0]!;
    out[0] = hs * v + ha * dry + hw * (X - v);
    out[1] = cs * v + ca * dry + (hs - hw) * this.#vapour[1]! + out[1]! * (X - v);
  }

  /** Pressure by Newton's method on d. */
  setState_dT(state: MediumState, d: number, T: number, X?: Composition): MediumState {
    if (!(d > 0))
      checkRange(this.name, `d = ${d} kg/m³, T = ${T} K`, d, { name: "d", unit: "kg/m³", from: 1e-9, to: 1e4 });
    let p = d * this.#air.R * T;
    for (let k = 0; k < 60; k++) {
      this.setState_pT(state, p, T, X);
      const step = (d - state.d) / (state.d * state.kappa);
      p = Math.max(0.2 * p, p + step);
      if (Math.abs(step) < 1e-14 * p) return this.setState_pT(state, p, T, X);
    }
    throw notPossible(
      this.name,
      `no pressure was found for d = ${d} kg/m³, T = ${T} K`,
      "the iteration did not converge",
      "give p and T",
    );
  }

  /** Pa, over water or ice. */
  saturationPressure(T: number): number {
    if (!(T >= TLow && T <= THigh)) checkRange(this.name, `T = ${T} K`, T, this.#T);
    saturationPressure(T, this.#pair);
    return this.#pair[0]!;
  }

  /** Mass of liquid or ice per mass of moist air. */
  liquidFraction({ p, T, X }: MediumState): number {
    saturationPressure(T, this.#pair);
    this.#findVapour(p, this.#pair[0]!, 0, X![0]!);
    return X![0]! - this.#vapour[0]!;
  }

  /** Mass of water per mass of moist air at saturation. */
  saturationFraction(p: number, T: number): number {
    const pSat = this.saturationPressure(T);
    if (pSat >= p) return 1;
    const w = (massRatio * pSat) / (p - pSat);
    return w / (1 + w);
  }

  /** Relative humidity, clipped to 0 … 1. */
  relativeHumidity({ p, T, X }: MediumState): number {
    const x = X![0]!;
    return Math.min(1, Math.max(0, ((p / this.saturationPressure(T)) * x) / (x + massRatio * (1 - x))));
  }

  /** Mass of water per mass of dry air. */
  humidityRatio({ X }: MediumState): number {
    return X![0]! / (1 - X![0]!);
  }

  /** Mass fraction of water for a relative humidity. */
  fractionOf(p: number, T: number, humidity: number): number {
    const pv = humidity * this.saturationPressure(T);
    if (!(pv < p))
      throw notPossible(
        this.name,
        `relative humidity ${humidity} is not possible at p = ${p} Pa, T = ${T} K`,
        "the pressure of the steam would exceed p",
        "give a lower humidity or temperature",
      );
    const w = (massRatio * pv) / (p - pv);
    return w / (1 + w);
  }

  /** Temperature at which the first droplet or ice forms at constant p and X. */
  dewPoint({ p, X }: MediumState): number {
    const x = X![0]!;
    const pv = (p * x) / (x + massRatio * (1 - x));
    let low = TLow;
    let high = THigh;
    for (let k = 0; k < bisections; k++) {
      const T = 0.5 * (low + high);
      if (this.saturationPressure(T) > pv) high = T;
      else low = T;
    }
    return 0.5 * (low + high);
  }

  /** Temperature of adiabatic saturation: (1 + w) h moist air per dry air plus the water added, at that temperature. */
  wetBulb(state: MediumState): number {
    const w = this.humidityRatio(state);
    const own = state.h * (1 + w);
    let low = TLow;
    let high = THigh;
    for (let k = 0; k < bisections; k++) {
      const T = 0.5 * (low + high);
      const fraction = Math.min(this.saturationFraction(state.p, T), 0.999);
      const wet = fraction / (1 - fraction);
      this.#fraction[0] = fraction;
      const saturated = this.setState_pT(this.#wet, state.p, T, this.#fraction).h;
      condensedEnthalpy(T, this.#pair);
      if (saturated * (1 + wet) - own - (wet - w) * this.#pair[0]! > 0) high = T;
      else low = T;
    }
    return 0.5 * (low + high);
  }

  override compositionRate({ p, T, X }: MediumState, quantity: "d" | "h" | "s", dX: Composition): number {
    const out = this.#pair;
    const x = X![0]!;
    const dry = 1 - x;
    saturationPressure(T, out);
    const ps = out[0]!;
    const isFog = this.#findVapour(p, ps, out[1]!, x);
    const v = this.#vapour[0]!;
    const v_X = this.#vapour[3]!;
    condensedEnthalpy(T, out);
    const hw = out[0]!;
    gasEnthalpy(this.#steam, T, out);
    const hs = out[0]! + offsetSteam;
    if (quantity === "h") {
      gasEnthalpy(this.#air, T, out);
      return (hs * v_X - (out[0]! + offsetAir) + hw * (1 - v_X)) * dX[0]!;
    }
    const Ra = this.#air.R;
    const Rs = this.#steam.R;
    const gasR = Ra * dry + Rs * v;
    const gasR_X = Rs * v_X - Ra;
    // the volume of droplets is neglected: what is added in fog changes no density
    if (quantity === "d") return isFog ? 0 : ((-p * gasR_X) / (gasR * gasR * T)) * dX[0]!;
    const s0a = gasEntropy(this.#air, T);
    const s0s = gasEntropy(this.#steam, T);
    // X ln X → 0 for X → 0, as in the state
    const logA = logOrZero(((dry / gasR) * p * Ra) / pReference);
    const logS = logOrZero(((v / gasR) * p * Rs) / pReference);
    const partAir = dry > 0 ? Ra * (logA + 1 + (dry * gasR_X) / gasR) : 0;
    const partSteam = v > 0 ? -Rs * (v_X * (logS + 1) - (v * gasR_X) / gasR) : 0;
    const latent = isFog ? s0s - Rs * elementary.log(ps / pReference) - (hs - hw) / T : 0;
    return (partAir - s0a + v_X * s0s + partSteam + (1 - v_X) * latent) * dX[0]!;
  }

  override viscosity({ T }: MediumState): number {
    return 1e-6 * polynomial(viscosityAir, T - 273.15);
  }

  override conductivity({ T }: MediumState): number {
    return 1e-3 * polynomial(conductivityAir, T - 273.15);
  }

  override secondDerivatives(state: MediumState, pair: StatePair): SecondDerivatives {
    const [p, T] = [variableJet(state.p, 0), variableJet(state.T, 1)];
    const { h, d, s } = this.#expand(p, T, constantJet(state.X![0]!));
    return changeVariables({ p: fromJet(p), T: fromJet(T), d: fromJet(d), h: fromJet(h), s: fromJet(s) }, pair);
  }
}

export function moistAir(options: MoistAirOptions = {}): MoistAir {
  return new MoistAir(options);
}

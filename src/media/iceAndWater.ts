/**
 * Water and ice as moist air meets them: pressure of saturation and enthalpy of what has condensed, over water above the triple point,
 * over ice below, blended between by (tanh(tan(π x/(2 w))) + 1)/2 within x = ±w.
 *
 * Source   over water [WagnerPruss1993], over ice [WagnerSaulPruss1994]; the blends are those of Modelica.Media.Air.MoistAir.
 *
 * Functions with `out` write value and slope in T there and allocate nothing; those named …Jet give Taylor series.
 */
import * as elementary from "../math/elementary.ts";
import { addJets, constantJet, expJet, type Jet, multiplyJets, powJet, scaleJet, shiftJet } from "./jet.ts";

const TTriple = 273.16;
const pressureWidth = 1;
const enthalpyWidth = 0.1;

const liquidA = [-7.85951783, 1.84408259, -11.7866497, 22.6807411, -15.9618719, 1.80122502];
const liquidN = [1, 1.5, 3, 3.5, 4, 7.5];
const iceA = [-13.928169, 34.7078238];
const iceN = [-1.5, -1.25];

const share = new Float64Array(2);

/** How much of it is water, and the slope in T: within ±width of the triple point. */
function waterShare(T: number, width: number): Float64Array {
  const t = elementary.tan((T - TTriple) * (Math.PI / (2 * width)));
  const y = Math.abs(t) > 300 ? Number(t > 0) : 1 - 1 / (elementary.exp(2 * t) + 1);
  share[0] = y;
  share[1] = (y * (1 - y) * (1 + t * t) * Math.PI) / width;
  return share;
}

function pressureOverWater(T: number, out: Float64Array): void {
  const theta = Math.max(1 - T / 647.096, 0);
  let sum = 0;
  let slope = 0;
  for (let k = 0; k < liquidA.length; k++) {
    const power = liquidA[k]! * elementary.pow(theta, liquidN[k]! - 1);
    sum += power * theta;
    slope += liquidN[k]! * power;
  }
  out[0] = 22064000 * elementary.exp((647.096 / T) * sum);
  out[1] = out[0] * (-(647.096 / (T * T)) * sum - slope / T);
}

function pressureOverIce(T: number, out: Float64Array): void {
  const q = T / TTriple;
  let sum = 0;
  let slope = 0;
  for (let k = 0; k < iceA.length; k++) {
    const power = iceA[k]! * elementary.pow(q, iceN[k]! - 1);
    sum += iceA[k]! - power * q;
    slope -= iceN[k]! * power;
  }
  out[0] = 611.657 * elementary.exp(sum);
  out[1] = (out[0] * slope) / TTriple;
}

/** Saturation pressure over water or ice, Pa. */
export function saturationPressure(T: number, out: Float64Array): void {
  const x = T - TTriple;
  if (x >= pressureWidth) {
    pressureOverWater(T, out);
    return;
  }
  pressureOverIce(T, out);
  if (x <= -pressureWidth) return;
  const ice = out[0]!;
  const ice_T = out[1]!;
  pressureOverWater(T, out);
  const y = waterShare(T, pressureWidth);
  out[1] = ice_T + y[0]! * (out[1]! - ice_T) + y[1]! * (out[0]! - ice);
  out[0] = ice + y[0]! * (out[0]! - ice);
}

/** Enthalpy of liquid water or ice, J/kg. */
export function condensedEnthalpy(T: number, out: Float64Array): void {
  const x = T - TTriple;
  const water = 4200 * (T - 273.15);
  const ice = 2050 * (T - 273.15) - 333000;
  const isWater = x >= enthalpyWidth;
  out[0] = isWater ? water : ice;
  out[1] = isWater ? 4200 : 2050;
  if (isWater || x <= -enthalpyWidth) return;
  const y = waterShare(T, enthalpyWidth);
  out[0] = ice + y[0]! * (water - ice);
  out[1] = 2050 + y[0]! * (4200 - 2050) + y[1]! * (water - ice);
}

function blendJets(above: Jet, below: Jet, x: Jet, width: number): Jet {
  if (x[0]! >= width) return above;
  if (x[0]! <= -width) return below;
  const z = scaleJet(x, Math.PI / (2 * width));
  // tan z and its Taylor coefficients by t′ = 1 + t²
  const t = elementary.tan(z[0]!);
  const t1 = 1 + t * t;
  const tangent = compose(z, t, t1, t * t1, (t1 * (1 + 3 * t * t)) / 3);
  // tanh y = 1 − 2/(e^{2y} + 1)
  const y =
    Math.abs(tangent[0]!) > 300
      ? constantJet(tangent[0]! > 0 ? 1 : 0)
      : shiftJet(scaleJet(powJet(shiftJet(expJet(scaleJet(tangent, 2)), 1), -1), -1), 1);
  return addJets(below, multiplyJets(y, addJets(above, below, -1)));
}

function compose(x: Jet, f0: number, f1: number, f2: number, f3: number): Jet {
  const e = x.slice();
  e[0] = 0;
  const ee = multiplyJets(e, e);
  const eee = multiplyJets(ee, e);
  return Float64Array.from(e, (v, i) => (i === 0 ? f0 : f1 * v + f2 * ee[i]! + f3 * eee[i]!));
}

/** Saturation pressure over water or ice as Taylor series. */
export function saturationJet(T: Jet): Jet {
  const theta = addJets(constantJet(1), scaleJet(T, 1 / 647.096), -1);
  const liquid = (): Jet => {
    let sum: Jet = new Float64Array(10);
    liquidA.forEach((a, k) => (sum = addJets(sum, powJet(theta, liquidN[k]!), a)));
    return scaleJet(expJet(multiplyJets(scaleJet(powJet(T, -1), 647.096), sum)), 22064000);
  };
  const ice = (): Jet => {
    const q = scaleJet(T, 1 / TTriple);
    let sum: Jet = new Float64Array(10);
    iceA.forEach((a, k) => (sum = addJets(sum, shiftJet(scaleJet(powJet(q, iceN[k]!), -1), 1), a)));
    return scaleJet(expJet(sum), 611.657);
  };
  const x = shiftJet(T, -TTriple);
  if (x[0]! >= pressureWidth) return liquid();
  return x[0]! <= -pressureWidth ? ice() : blendJets(liquid(), ice(), x, pressureWidth);
}

/** Enthalpy of liquid water or ice as Taylor series. */
export function condensedJet(T: Jet): Jet {
  const t = shiftJet(T, -273.15);
  const ice = shiftJet(scaleJet(t, 2050), -333000);
  return blendJets(scaleJet(t, 4200), ice, shiftJet(T, -TTriple), enthalpyWidth);
}

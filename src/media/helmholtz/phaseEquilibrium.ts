/**
 * Saturation of a pure fluid from its fundamental equation, solved once and kept as Chebyshev expansions.
 *
 * Source   [Akasaka2008]: with J = δ(1 + δαʳ_δ) and K = δαʳ_δ + αʳ + ln δ, equilibrium at T is J′ = J″, K′ = K″.
 *
 * The expansions are in z = √(1 − T/Tc): densities of an analytic equation are analytic in z up to the critical point.
 */

import * as elementary from "../../math/elementary.ts";
import { ancillaryValue } from "./ancillary.ts";
import { ChebyshevPieces } from "./chebyshev.ts";
import type { FluidData } from "./fluidData.ts";
import type { HelmholtzEquation } from "./helmholtzEquation.ts";

interface Solved {
  readonly z: number;
  readonly dLiquid: number;
  readonly dVapour: number;
}

/** Nearer to the critical point densities are scaled with z. */
const nearestZ = 4e-3;

export class PhaseEquilibrium {
  /** Critical point of the equation itself. */
  readonly Tc: number;
  readonly dc: number;
  readonly pc: number;
  readonly TMin: number;
  readonly pMin: number;
  /** From here on there are wet states within the range. */
  readonly pTwoPhase: number;
  readonly #pieces: ChebyshevPieces;
  readonly #zMax: number;

  constructor(equation: HelmholtzEquation, data: FluidData) {
    const M = data.molarMass;
    const isAnalytic = !data.residual.some(({ term }) => term === "nonAnalytic");
    const stated = { T: data.critical.T, d: data.critical.rhoMolar * M };
    const found = isAnalytic ? criticalPoint(equation, stated.T, stated.d) : stated;
    this.Tc = found.T;
    this.dc = found.d;
    this.pc = equation.evaluate(this.dc, this.Tc)[0]!;
    // triple points are known, and printed, to about this
    this.TMin = Math.max(data.limits.Tmin, data.triple.T) * (1 - 1e-5);
    this.#zMax = Math.sqrt(1 - this.TMin / this.Tc);
    const known: Solved[] = [];
    const R = equation.R;
    const solveAt = (z: number): Solved => {
      const T = this.Tc * (1 - z * z);
      let start: Solved | undefined;
      for (const one of known) if (start === undefined || Math.abs(one.z - z) < Math.abs(start.z - z)) start = one;
      let result: Solved | undefined;
      if (start !== undefined && Math.abs(start.z - z) < 0.15 * z) {
        const ratio = z / start.z;
        result = solve(equation, T, {
          z,
          dLiquid: this.dc + (start.dLiquid - this.dc) * ratio,
          dVapour:
            start.dVapour < 0.3 * this.dc
              ? start.dVapour * vapourRatio(start.z, z, this.Tc)
              : this.dc + (start.dVapour - this.dc) * ratio,
        });
      }
      if (result === undefined) {
        const { rhoL, rhoV } = data.ancillary;
        result = solve(equation, T, { z, dLiquid: ancillaryValue(rhoL, T) * M, dVapour: ancillaryValue(rhoV, T) * M });
      }
      if (result === undefined) throw new Error(`no phase equilibrium found at ${T} K`);
      known.push(result);
      return result;
    };
    // from where the ancillary equations are good towards the critical point, each from its neighbour
    for (let z = Math.min(0.3, this.#zMax); z > nearestZ; z *= 0.88) solveAt(z);
    this.#pieces = new ChebyshevPieces(
      nearestZ,
      this.#zMax,
      3,
      (z, out) => {
        const { dLiquid, dVapour } = solveAt(z);
        const T = this.Tc * (1 - z * z);
        out[0] = elementary.log(dLiquid);
        out[1] = elementary.log(dVapour);
        // of the vapour: in the liquid the pressure is a small difference of large numbers
        const at = equation.evaluate(dVapour, T);
        out[2] = elementary.log(at[0]! / (dVapour * R * T)) + out[1]! + elementary.log(T);
      },
      (z) => 4e-14 + 3e-15 / elementary.pow(z, 3),
      0.004,
    );
    this.#logR = elementary.log(R);
    this.pMin = this.pressure(this.TMin);
    this.pTwoPhase = this.pMin;
  }
  readonly #logR: number;

  #z(T: number): number {
    return Math.sqrt(Math.max(0, 1 - T / this.Tc));
  }

  pressure(T: number): number {
    const z = Math.min(this.#z(T), this.#zMax);
    if (z >= nearestZ) return elementary.exp(this.#pieces.value(2, z) + this.#logR);
    const w = elementary.square(z / nearestZ);
    return this.pc + (elementary.exp(this.#pieces.value(2, nearestZ) + this.#logR) - this.pc) * w;
  }

  liquidPressure(T: number): number {
    return this.pressure(T);
  }

  bubbleTemperature(p: number): number {
    return this.temperature(p);
  }

  dewTemperature(p: number): number {
    return this.temperature(p);
  }

  liquidDensity(T: number): number {
    return this.#density(0, T);
  }

  vapourDensity(T: number): number {
    return this.#density(1, T);
  }

  #density(q: 0 | 1, T: number): number {
    const z = Math.min(this.#z(T), this.#zMax);
    if (z >= nearestZ) return elementary.exp(this.#pieces.value(q, z));
    return this.dc + ((elementary.exp(this.#pieces.value(q, nearestZ)) - this.dc) * z) / nearestZ;
  }

  /** Temperature at p, by Newton's method on the expansion; ln p is nearly linear in w = z² = 1 − T/Tc. */
  temperature(p: number): number {
    const goal = elementary.log(p) - this.#logR;
    const edge = this.#pieces.value(2, nearestZ);
    if (goal >= edge) {
      const pEdge = elementary.exp(edge + this.#logR);
      return this.Tc * (1 - (nearestZ * nearestZ * (this.pc - p)) / (this.pc - pEdge));
    }
    let w = Math.min(
      elementary.square(this.#zMax),
      Math.max(elementary.square(nearestZ), (elementary.log(this.pc) - elementary.log(p)) / 7),
    );
    // 1/T is nearly linear in ln p
    w = Math.min(elementary.square(this.#zMax), 1 - 1 / (1 + w));
    for (let k = 0; k < 30; k++) {
      const z = Math.sqrt(w);
      const at = this.#pieces.slope(2, z);
      const step = (at[0]! - goal) / (at[1]! / (2 * z));
      const next = Math.min(elementary.square(this.#zMax), Math.max(elementary.square(nearestZ), w - step));
      const isDone = Math.abs(next - w) < 2e-16 + 1e-15 * w;
      w = next;
      if (isDone) break;
      if (k > 6 && Math.abs(step) < 1e-14 * w) break;
    }
    return this.Tc * (1 - w);
  }
}

/** Vapour densities far below the critical point change as exp(−c/T): the ratio of two of them, roughly. */
function vapourRatio(from: number, to: number, Tc: number): number {
  const [a, b] = [Tc * (1 - from * from), Tc * (1 - to * to)];
  return elementary.exp(6.5 * (Tc / a - Tc / b));
}

/** Newton's method in (ln δ′, ln δ″); undefined when it leaves the two branches. */
function solve(equation: HelmholtzEquation, T: number, start: Solved): Solved | undefined {
  let a = start.dLiquid;
  let b = start.dVapour;
  for (let k = 0; k < 100; k++) {
    const [Ja, Ka, Ja_, Ka_] = terms(equation, a, T);
    const [Jb, Kb, Jb_, Kb_] = terms(equation, b, T);
    // unknowns x = ln δ′, y = ln δ″
    const e1 = Jb - Ja;
    const e2 = Kb - Ka;
    const det = -Ja_ * Kb_ + Jb_ * Ka_;
    let dx = (e1 * -Kb_ + Jb_ * e2) / det;
    let dy = (Ja_ * e2 - Ka_ * e1) / det;
    const most = Math.max(Math.abs(dx) / Math.max(0.02, 0.4 * elementary.log(a / b)), Math.abs(dy) / 0.7, 1);
    dx /= most;
    dy /= most;
    // both stay on their side of the critical density
    a *= elementary.exp(dx);
    b *= elementary.exp(dy);
    if (!(a > b) || !Number.isFinite(a + b)) return undefined;
    const size = Math.max(Math.abs(dx), Math.abs(dy));
    // what rounding leaves grows towards the critical point, where both equations become one
    if (size < 1e-15 || (k > 12 && size < 1e-11 + 1e-15 / elementary.pow(start.z, 3))) break;
    if (k === 99) return undefined;
  }
  if (a / b - 1 < 1e-6) return undefined;
  return { z: start.z, dLiquid: a, dVapour: b };
}

/** J, K and their derivatives with respect to ln δ. */
function terms(equation: HelmholtzEquation, d: number, T: number): readonly [number, number, number, number] {
  const delta = d / equation.dStar;
  equation.residual.evaluate(delta, equation.TStar / T);
  const r = equation.residual.at;
  const slope = 1 + 2 * r[3]! + r[4]!;
  return [delta * (1 + r[3]!), r[3]! + r[2]! + elementary.log(delta), delta * slope, slope];
}

/** Where p_d = p_dd = 0 near the stated critical point. */
function criticalPoint(
  equation: HelmholtzEquation,
  T0: number,
  d0: number,
): { readonly T: number; readonly d: number } {
  let T = T0;
  let d = d0;
  const e = 2e-4;
  for (let k = 0; k < 60; k++) {
    const slope = (dd: number, TT: number): number => equation.evaluate(dd, TT)[4]!;
    const h = e * d;
    const low = slope(d - h, T);
    const high = slope(d + h, T);
    const middle = slope(d, T);
    const p_dd = (high - low) / (2 * h);
    const p_ddd = (high - 2 * middle + low) / (h * h);
    const t = 1e-6 * T;
    const p_dT = (slope(d, T + t) - slope(d, T - t)) / (2 * t);
    const p_ddT = (slope(d + h, T + t) - slope(d - h, T + t) - slope(d + h, T - t) + slope(d - h, T - t)) / (4 * h * t);
    const det = p_dd * p_ddT - p_dT * p_ddd;
    let dd = (-middle * p_ddT + p_dT * p_dd) / det;
    let dT = (-p_dd * p_dd + middle * p_ddd) / det;
    const damping = Math.min(1, (0.02 * d) / Math.abs(dd), (0.005 * T) / Math.abs(dT));
    dd *= damping;
    dT *= damping;
    d += dd;
    T += dT;
    if (Math.abs(dd) < 1e-9 * d && Math.abs(dT) < 1e-12 * T) break;
  }
  const isNear = Math.abs(T / T0 - 1) < 0.01 && Math.abs(d / d0 - 1) < 0.1;
  return isNear ? { T, d } : { T: T0, d: d0 };
}

/**
 * Bubble and dew line of a pseudo-pure fluid. They are part of its formulation: a mixture that is treated as one substance has no
 * phase equilibrium by itself [Lemmon2000].
 */
import * as elementary from "../../math/elementary.ts";
import { ancillaryValue } from "./ancillary.ts";
import { densityRoot } from "./densityRoot.ts";
import type { FluidData } from "./fluidData.ts";
import type { HelmholtzEquation } from "./helmholtzEquation.ts";

export class PseudoPureLines {
  readonly Tc: number;
  readonly dc: number;
  readonly pc: number;
  readonly TMin: number;
  readonly pMin: number;
  /** From here on there are wet states within the range: at its lowest temperature the dew line lies below the bubble line. */
  readonly pTwoPhase: number;
  readonly #equation: HelmholtzEquation;
  readonly #data: FluidData;

  constructor(equation: HelmholtzEquation, data: FluidData) {
    this.#equation = equation;
    this.#data = data;
    this.Tc = data.critical.T;
    this.dc = data.critical.rhoMolar * data.molarMass;
    this.pc = data.critical.p;
    this.TMin = Math.max(data.limits.Tmin, data.triple.T);
    this.pMin = this.bubblePressure(this.TMin);
    this.pTwoPhase = this.dewPressure(this.TMin);
  }

  bubblePressure(T: number): number {
    return ancillaryValue(this.#data.ancillary.pL!, T);
  }
  dewPressure(T: number): number {
    return ancillaryValue(this.#data.ancillary.pV!, T);
  }
  liquidPressure(T: number): number {
    return this.bubblePressure(T);
  }
  pressure(T: number): number {
    return this.bubblePressure(T);
  }
  bubbleSlope(T: number): number {
    return slopeOf((x) => this.bubblePressure(x), T, this.Tc);
  }
  dewSlope(T: number): number {
    return slopeOf((x) => this.dewPressure(x), T, this.Tc);
  }
  bubbleTemperature(p: number): number {
    return this.#invert((T) => this.bubblePressure(T), p);
  }
  dewTemperature(p: number): number {
    return this.#invert((T) => this.dewPressure(T), p);
  }

  /** Newton's method on ln p over 1/T, kept within a bracket. */
  #invert(f: (T: number) => number, p: number): number {
    let low = this.TMin * 0.9;
    let high = this.Tc;
    let T = 0.8 * this.Tc;
    for (let k = 0; k < 100; k++) {
      const e = elementary.log(f(T) / p);
      if (e > 0) high = T;
      else low = T;
      const slope = slopeOf(f, T, this.Tc) / f(T);
      let next = T - e / slope;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      const change = Math.abs(next - T);
      T = next;
      if (change < 1e-15 * T) break;
    }
    return T;
  }

  liquidDensity(T: number): number {
    const { ancillary, molarMass, triple } = this.#data;
    const start = ancillaryValue(ancillary.rhoL, T) * molarMass;
    return densityRoot(
      this.#equation,
      this.bubblePressure(T),
      T,
      this.dc,
      1.6 * triple.rhoMolarLiquid * molarMass,
      start,
    );
  }

  vapourDensity(T: number): number {
    const p = this.dewPressure(T);
    const start = ancillaryValue(this.#data.ancillary.rhoV, T) * this.#data.molarMass;
    return densityRoot(this.#equation, p, T, 0.5 * Math.min(start, p / (this.#equation.R * T)), this.dc, start);
  }
}

/** Central difference with a step that does not pass the critical point. */
function slopeOf(f: (T: number) => number, T: number, Tc: number): number {
  const h = Math.min(2e-5 * T, 0.5 * Math.max(Tc - T, 1e-9 * Tc));
  return (f(T + h) - f(T - h)) / (2 * h);
}

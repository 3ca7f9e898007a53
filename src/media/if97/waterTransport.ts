/**
 * Viscosity, conductivity, surface tension of water; sublimation and melting pressure of ice.
 *
 * Source   [IAPWS-R12-08] viscosity (industrial: without critical enhancement), [IAPWS-R15-11] conductivity with the
 *          enhancement for industrial use, [IAPWS-R1-76] surface tension, [IAPWS-R14-08] ice
 */
import * as elementary from "../../math/elementary.ts";
import {
  conductivityDilute,
  conductivityTerms,
  meltingTerms,
  referenceCompressibility,
  sublimationTerms,
  viscosityDilute,
  viscosityTerms,
} from "./transportCoefficients.ts";

const Tc = 647.096;
const dc = 322;
const pc = 22.064e6;

/** Σ c x^i y^j with x = 1/T̄ − 1, y = ρ̄ − 1, as rows of polynomials in y. */
class DoubleSum {
  readonly #rows: Float64Array[] = [];

  constructor(i: ArrayLike<number>, j: ArrayLike<number>, c: ArrayLike<number>) {
    for (let k = 0; k < c.length; k++) {
      while (this.#rows.length <= i[k]!) this.#rows.push(new Float64Array(8));
      this.#rows[i[k]!]![j[k]!] = c[k]!;
    }
  }

  at(x: number, y: number): number {
    let sum = 0;
    for (let i = this.#rows.length - 1; i >= 0; i--) {
      const row = this.#rows[i]!;
      let inner = 0;
      for (let j = row.length - 1; j >= 0; j--) inner = inner * y + row[j]!;
      sum = sum * x + inner;
    }
    return sum;
  }
}

const viscositySum = new DoubleSum(viscosityTerms.i, viscosityTerms.j, viscosityTerms.H);
const conductivitySum = new DoubleSum(conductivityTerms.i, conductivityTerms.j, conductivityTerms.L);

function dilute(coefficients: readonly number[], T: number): number {
  let sum = 0;
  for (let k = coefficients.length - 1; k >= 0; k--) sum = sum / T + coefficients[k]!;
  return Math.sqrt(T) / sum;
}

/** Pa s; `enhancement` is μ₂. */
export function waterViscosity(d: number, T: number, enhancement = 1): number {
  const t = T / Tc;
  const r = d / dc;
  return 1e-4 * dilute(viscosityDilute, t) * elementary.exp(r * viscositySum.at(1 / t - 1, r - 1)) * enhancement;
}

/** W/(m K), without critical enhancement. */
export function backgroundConductivity(d: number, T: number): number {
  const t = T / Tc;
  const r = d / dc;
  return 1e-3 * dilute(conductivityDilute, t) * elementary.exp(r * conductivitySum.at(1 / t - 1, r - 1));
}

/** Reduced susceptibility ζ(1.5 Tc, ρ̄) by the polynomials for industrial use. */
function referenceZeta(r: number): number {
  const { upTo, A } = referenceCompressibility;
  const a = A[upTo.findIndex((limit) => r <= limit)]!;
  return 1 / a.reduceRight<number>((sum, c) => sum * r + c, 0);
}

/**
 * Correlation length ξ in nm from ζ = (∂ρ̄/∂p̄)_T; `zetaReference` is that at 1.5 Tc, by default the polynomials for
 * industrial use.
 */
export function correlationLength(d: number, T: number, d_p: number, zetaReference = referenceZeta(d / dc)): number {
  const r = d / dc;
  const zeta = (d_p * pc) / dc;
  const chi = r * (zeta - (zetaReference * 1.5 * Tc) / T);
  return chi > 0 ? 0.13 * elementary.pow(chi / 0.06, 0.63 / 1.239) : 0;
}

/** W/(m K) with enhancement near the critical point; cp, cv in J/(kg K), `d_p` is (∂d/∂p)_T, `viscosity` in Pa s. */
export function waterConductivity(
  d: number,
  T: number,
  cp: number,
  cv: number,
  d_p: number,
  viscosity: number,
  zetaReference?: number,
): number {
  const background = backgroundConductivity(d, T);
  const y = correlationLength(d, T, d_p, zetaReference) / 0.4;
  if (y < 1.2e-7) return background;
  const r = d / dc;
  const k = cp / cv;
  const Z =
    (2 / (Math.PI * y)) *
    ((1 - 1 / k) * elementary.atan(y) + y / k - (1 - elementary.exp(-1 / (1 / y + (y * y) / (3 * r * r)))));
  return background + 1e-3 * 177.8514 * r * (cp / 461.51805) * (T / Tc) * (1e-6 / viscosity) * Z;
}

/** μ₂ of the scientific viscosity from the correlation length (nm) [IAPWS-R12-08] eq. 14–20. */
export function viscosityEnhancement(xi: number): number {
  const qC = xi / 1.9;
  const qD = xi / 1.1;
  let Y: number;
  if (xi <= 0.3817016416) Y = 0.2 * qC * elementary.pow(qD, 5) * (1 - qC + qC * qC - (765 / 504) * qD * qD);
  else {
    const psi = elementary.acos(1 / Math.sqrt(1 + qD * qD));
    const w = Math.sqrt(Math.abs((qC - 1) / (qC + 1))) * elementary.tan(psi / 2);
    const L = qC > 1 ? elementary.log((1 + w) / (1 - w)) : 2 * elementary.atan(Math.abs(w));
    Y =
      elementary.sin(3 * psi) / 12 -
      elementary.sin(2 * psi) / (4 * qC) +
      ((1 - 1.25 * qC * qC) * elementary.sin(psi)) / (qC * qC) -
      ((1 - 1.5 * qC * qC) * psi - elementary.pow(Math.abs(qC * qC - 1), 1.5) * L) / elementary.pow(qC, 3);
  }
  return elementary.exp(0.068 * Y);
}

/** N/m; zero at and above the critical temperature. */
export function waterSurfaceTension(T: number): number {
  const t = 1 - T / Tc;
  return t <= 0 ? 0 : 0.2358 * elementary.pow(t, 1.256) * (1 - 0.625 * t);
}

/** Pa, 50 … 273.16 K. */
export function sublimationPressure(T: number): number {
  const q = T / 273.16;
  const { a, b } = sublimationTerms;
  return 611.657 * elementary.exp(a.reduce((sum, c, k) => sum + c * elementary.pow(q, b[k]!), 0) / q);
}

/** Pa, of ice Ih, 251.165 … 273.16 K. */
export function meltingPressure(T: number): number {
  const q = T / 273.16;
  const { a, b } = meltingTerms;
  return 611.657 * (1 + a.reduce((sum, c, k) => sum + c * (1 - elementary.pow(q, b[k]!)), 0));
}

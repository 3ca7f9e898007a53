/**
 * Ideal-gas part of the reduced Helmholtz energy, without ln δ.
 *
 * Kept as Chebyshev expansions over τ, good to rounding, within the range of the fluid.
 *
 *     lead a₁ + a₂τ,  a ln τ,  Σ n τ^t,  Σ n ln(1 − exp(−tτ)),  Σ n ln(c + d exp(tτ))
 */
import * as elementary from "../../math/elementary.ts";
import { addJets, constantJet, expJet, type Jet, logJet, powJet, scaleJet, shiftJet } from "../jet.ts";
import { ChebyshevPieces } from "./chebyshev.ts";
import type { IdealTerm } from "./fluidData.ts";

export class IdealPart {
  readonly #terms: readonly IdealTerm[];
  /** a₁ + a₂τ of lead and offset. */
  readonly #a1: number;
  readonly #a2: number;
  readonly #log: number;
  /** α⁰ without ln δ, τ α⁰_τ, τ² α⁰_ττ of the last call. */
  readonly at = new Float64Array(3);
  /** The same three functions as expansions, which take neither exponentials nor logarithms, from `#from` to `#to`. */
  readonly #pieces: ChebyshevPieces;
  readonly #from: number;
  readonly #to: number;

  /** Temperatures mostly asked for are Tᵣ/`to` … Tᵣ/`from`. */
  constructor(terms: readonly IdealTerm[], from: number, to: number) {
    this.#terms = terms;
    let a1 = 0;
    let a2 = 0;
    let log = 0;
    for (const term of terms) {
      if (term.term === "lead" || term.term === "offset") {
        a1 += term.a1;
        a2 += term.a2;
      } else if (term.term === "logTau") log += term.a;
    }
    this.#a1 = a1;
    this.#a2 = a2;
    this.#log = log;
    this.#from = from;
    this.#to = to;
    const { at } = this;
    this.#pieces = new ChebyshevPieces(
      from,
      to,
      3,
      (tau, out) => {
        this.#exactly(tau);
        out.set(at);
      },
      (tau) => {
        this.#exactly(tau);
        return 4e-15 * (1 + Math.abs(at[0]!) + Math.abs(at[1]!) + Math.abs(at[2]!));
      },
      1e-3 * (to - from),
    );
  }

  evaluate(tau: number): void {
    if (tau >= this.#from && tau <= this.#to) this.#pieces.three(tau, this.at);
    else this.#exactly(tau);
  }

  #exactly(tau: number): void {
    const logTau = elementary.log(tau);
    let a = this.#a1 + this.#a2 * tau + this.#log * logTau;
    let a1 = this.#a2 * tau + this.#log;
    let a2 = -this.#log;
    for (const term of this.#terms) {
      if (term.term === "power") {
        for (let k = 0; k < term.n.length; k++) {
          const t = term.t[k]!;
          const y = term.n[k]! * elementary.exp(t * logTau);
          a += y;
          a1 += t * y;
          a2 += t * (t - 1) * y;
        }
      } else if (term.term === "planckEinstein") {
        for (let k = 0; k < term.n.length; k++) {
          const x = (term.t === undefined ? term.theta![k]! / term.Tref! : term.t[k]!) * tau;
          const n = term.n[k]!;
          const e = elementary.exp(-x);
          const share = e / (1 - e);
          a += n * elementary.log1p(-e);
          a1 += n * x * share;
          a2 -= n * x * x * share * (1 + share);
        }
      } else if (term.term === "planckEinsteinGeneral") {
        for (let k = 0; k < term.n.length; k++) {
          const x = term.t[k]! * tau;
          const n = term.n[k]!;
          const c = term.c[k]!;
          const d = term.d[k]!;
          // ln(c + d eˣ) = x + ln(d + c e⁻ˣ)
          const e = elementary.exp(-x);
          const below = d + c * e;
          const share = d / below;
          a += n * (x + elementary.log(below));
          a1 += n * x * share;
          a2 += n * x * x * share * ((c * e) / below);
        }
      }
    }
    this.at[0] = a;
    this.at[1] = a1;
    this.at[2] = a2;
  }

  jet(tau: Jet): Jet {
    let sum = shiftJet(addJets(scaleJet(tau, this.#a2), logJet(tau), this.#log), this.#a1);
    for (const term of this.#terms) {
      if (term.term === "power") term.n.forEach((n, k) => (sum = addJets(sum, powJet(tau, term.t[k]!), n)));
      else if (term.term === "planckEinstein") {
        term.n.forEach((n, k) => {
          const t = term.t === undefined ? term.theta![k]! / term.Tref! : term.t[k]!;
          sum = addJets(sum, logJet(addJets(constantJet(1), expJet(scaleJet(tau, -t)), -1)), n);
        });
      } else if (term.term === "planckEinsteinGeneral") {
        term.n.forEach((n, k) => {
          const e = expJet(scaleJet(tau, term.t[k]!));
          sum = addJets(sum, logJet(shiftJet(scaleJet(e, term.d[k]!), term.c[k]!)), n);
        });
      }
    }
    return sum;
  }
}

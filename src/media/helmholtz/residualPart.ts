/**
 * Residual part of the reduced Helmholtz energy with all first and second derivatives in one pass.
 *
 *     power         n δ^d τ^t exp(−δ^l), the exponential for l > 0 only
 *     gaussian      n δ^d τ^t exp(−η(δ − ε)² − β(τ − γ)²)
 *     gaoB          n δ^d τ^t exp(η(δ − ε)² + 1/(β(τ − γ)² + b)), η < 0
 *     nonAnalytic   n Δ^b δ ψ,  Δ = θ² + B((δ−1)²)^a,  θ = (1−τ) + A((δ−1)²)^(1/(2β)),  ψ = exp(−C(δ−1)² − D(τ−1)²)
 *
 * Source   [Span2000]; [IAPWS-R6-95] table 5 for the derivatives of non-analytic terms
 */
import * as elementary from "../../math/elementary.ts";
import { addJets, expJet, type Jet, multiplyJets, powJet, scaleJet, shiftJet } from "../jet.ts";
import type { ResidualTerm } from "./fluidData.ts";
import { NonAnalyticTerms, nonAnalyticJet } from "./nonAnalyticTerms.ts";

type Of<K extends ResidualTerm["term"]> = Extract<ResidualTerm, { term: K }>;

/** Distinct values, and the place of each in them. */
function distinct(values: readonly number[]): { readonly list: Float64Array; readonly place: Uint8Array } {
  const list = [...new Set(values)];
  return { list: Float64Array.from(list), place: Uint8Array.from(values, (v) => list.indexOf(v)) };
}

export class ResidualPart {
  readonly #terms: readonly ResidualTerm[];
  readonly #n: Float64Array;
  readonly #d: Float64Array;
  readonly #t: Float64Array;
  readonly #l: Float64Array;
  readonly #dPlace: Uint8Array;
  readonly #tPlace: Uint8Array;
  readonly #lPlace: Uint8Array;
  readonly #dList: Float64Array;
  readonly #tList: Float64Array;
  readonly #lList: Float64Array;
  readonly #dPower: Float64Array;
  readonly #tPower: Float64Array;
  /** δ^l and exp(−δ^l) per distinct l. */
  readonly #lPower: Float64Array;
  readonly #lExp: Float64Array;
  /** n d t η ε β γ b of gaussian and gaoB terms, one after the other; b is NaN for gaussian ones. */
  readonly #bells: Float64Array;
  readonly #nonAnalytic: NonAnalyticTerms | undefined;
  #tau = Number.NaN;
  /** αʳ, δαʳ_δ, δ²αʳ_δδ, ταʳ_τ, τ²αʳ_ττ, δταʳ_δτ of the last call. */
  readonly at = new Float64Array(6);

  constructor(terms: readonly ResidualTerm[]) {
    this.#terms = terms;
    const power = terms.filter((term): term is Of<"power"> => term.term === "power");
    const n = power.flatMap((term) => term.n);
    const d = power.flatMap((term) => term.d);
    const t = power.flatMap((term) => term.t);
    const l = power.flatMap((term) => term.l);
    this.#n = Float64Array.from(n);
    this.#d = Float64Array.from(d);
    this.#t = Float64Array.from(t);
    this.#l = Float64Array.from(l);
    const dd = distinct(d);
    const dt = distinct(t);
    const dl = distinct(l);
    [this.#dList, this.#dPlace] = [dd.list, dd.place];
    [this.#tList, this.#tPlace] = [dt.list, dt.place];
    [this.#lList, this.#lPlace] = [dl.list, dl.place];
    this.#dPower = new Float64Array(dd.list.length);
    this.#tPower = new Float64Array(dt.list.length);
    this.#lPower = new Float64Array(dl.list.length);
    this.#lExp = new Float64Array(dl.list.length);
    this.#bells = Float64Array.from(
      terms
        .filter((term) => term.term === "gaussian" || term.term === "gaoB")
        .flatMap((term) =>
          term.n.flatMap((factor, k) => [
            factor,
            term.d[k]!,
            term.t[k]!,
            term.term === "gaoB" ? -term.eta[k]! : term.eta[k]!,
            term.epsilon[k]!,
            term.beta[k]!,
            term.gamma[k]!,
            term.term === "gaoB" ? term.b[k]! : Number.NaN,
          ]),
        ),
    );
    const odd = terms.find((term): term is Of<"nonAnalytic"> => term.term === "nonAnalytic");
    this.#nonAnalytic = odd && new NonAnalyticTerms(odd);
  }

  evaluate(delta: number, tau: number): void {
    const logDelta = elementary.log(delta);
    const logTau = elementary.log(tau);
    const dList = this.#dList;
    const dPower = this.#dPower;
    const tList = this.#tList;
    const tPower = this.#tPower;
    for (let k = 0; k < dList.length; k++) dPower[k] = whole(delta, dList[k]!, logDelta);
    if (tau !== this.#tau) {
      for (let k = 0; k < tList.length; k++) tPower[k] = elementary.exp(tList[k]! * logTau);
      this.#tau = tau;
    }
    const lList = this.#lList;
    const lPower = this.#lPower;
    const lExp = this.#lExp;
    for (let k = 0; k < lList.length; k++) {
      const l = lList[k]!;
      lPower[k] = l === 0 ? 0 : whole(delta, l, logDelta);
      lExp[k] = l === 0 ? 1 : elementary.exp(-lPower[k]!);
    }
    const n = this.#n;
    const d = this.#d;
    const t = this.#t;
    const l = this.#l;
    const dPlace = this.#dPlace;
    const tPlace = this.#tPlace;
    const lPlace = this.#lPlace;
    let a = 0;
    let aD = 0;
    let aDD = 0;
    let aT = 0;
    let aTT = 0;
    let aDT = 0;
    for (let k = 0; k < n.length; k++) {
      const j = lPlace[k]!;
      const y = n[k]! * dPower[dPlace[k]!]! * tPower[tPlace[k]!]! * lExp[j]!;
      const lp = l[k]! * lPower[j]!;
      const A = d[k]! - lp;
      const B = t[k]!;
      const By = B * y;
      a += y;
      aD += A * y;
      aDD += (A * (A - 1) - l[k]! * lp) * y;
      aT += By;
      aTT += (B - 1) * By;
      aDT += A * By;
    }
    const bells = this.#bells;
    for (let k = 0; k < bells.length; k += 8) {
      const dk = bells[k + 1]!;
      const tk = bells[k + 2]!;
      const eta = bells[k + 3]!;
      const x = delta - bells[k + 4]!;
      const beta = bells[k + 5]!;
      const u = tau - bells[k + 6]!;
      const b = bells[k + 7]!;
      let q = -beta * u * u;
      let q1 = -2 * beta * u;
      let q2 = -2 * beta;
      if (!Number.isNaN(b)) {
        q = 1 / (b - q);
        q2 = q * q * (q2 + 2 * q1 * q1 * q);
        q1 *= q * q;
      }
      const exponent = q - eta * x * x + dk * logDelta + tk * logTau;
      if (exponent < -100) continue;
      const y = bells[k]! * elementary.exp(exponent);
      const A = dk - 2 * eta * delta * x;
      const B = tk + tau * q1;
      a += y;
      aD += A * y;
      aDD += (A * A - dk - 2 * eta * delta * delta) * y;
      aT += B * y;
      aTT += (B * B - tk + tau * tau * q2) * y;
      aDT += A * B * y;
    }
    const at = this.at;
    at[0] = a;
    at[1] = aD;
    at[2] = aDD;
    at[3] = aT;
    at[4] = aTT;
    at[5] = aDT;
    this.#nonAnalytic?.add(delta, tau, at);
  }

  jet(delta: Jet, tau: Jet): Jet {
    let sum: Jet = new Float64Array(10);
    const square = (x: Jet, by: number): Jet => {
      const y = shiftJet(x, -by);
      return multiplyJets(y, y);
    };
    for (const term of this.#terms) {
      term.n.forEach((n, k) => {
        if (term.term === "nonAnalytic") {
          sum = addJets(sum, nonAnalyticJet(term, k, delta, tau), n);
          return;
        }
        let y = multiplyJets(powJet(delta, term.d[k]!), powJet(tau, term.t[k]!));
        if (term.term === "power") {
          if (term.l[k]! > 0) y = multiplyJets(y, expJet(scaleJet(powJet(delta, term.l[k]!), -1)));
        } else {
          const far = square(delta, term.epsilon[k]!);
          const bend = scaleJet(square(tau, term.gamma[k]!), term.beta[k]!);
          const exponent =
            term.term === "gaussian"
              ? scaleJet(addJets(scaleJet(far, term.eta[k]!), bend), -1)
              : addJets(scaleJet(far, term.eta[k]!), powJet(shiftJet(bend, term.b[k]!), -1));
          y = multiplyJets(y, expJet(exponent));
        }
        sum = addJets(sum, y, n);
      });
    }
    return sum;
  }
}

/** x^k: products for small whole k. */
function whole(x: number, k: number, logX: number): number {
  switch (k) {
    case 1:
      return x;
    case 2:
      return x * x;
    case 3:
      return x * x * x;
    case 4: {
      const y = x * x;
      return y * y;
    }
    case 6: {
      const y = x * x * x;
      return y * y;
    }
    case 8: {
      const y = x * x;
      const z = y * y;
      return z * z;
    }
    default:
      return elementary.exp(k * logX);
  }
}

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
import { generateResidual, type ResidualCode } from "./residualCode.ts";

export class ResidualPart {
  readonly #terms: readonly ResidualTerm[];
  readonly #code: ResidualCode;
  readonly #nonAnalytic: NonAnalyticTerms | undefined;
  /** δ, τ; αʳ, δαʳ_δ, δ²αʳ_δδ, ταʳ_τ, τ²αʳ_ττ, δταʳ_δτ of the last call; ln τ. */
  readonly at = new Float64Array(9);

  constructor(terms: readonly ResidualTerm[]) {
    this.#terms = terms;
    this.#code = generateResidual(terms);
    const odd = terms.find(
      (term): term is Extract<ResidualTerm, { term: "nonAnalytic" }> => term.term === "nonAnalytic",
    );
    this.#nonAnalytic = odd && new NonAnalyticTerms(odd);
  }

  evaluate(delta: number, tau: number): void {
    const { at } = this;
    if (this.#code.needsLogarithm && tau !== at[1]) at[8] = elementary.log(tau);
    at[0] = delta;
    at[1] = tau;
    this.#code.evaluate(at);
    this.#nonAnalytic?.add(at);
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
